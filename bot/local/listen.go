package local

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"
)

// Listen opens a TCP port on loopback. It refuses every other address, because there are no passwords: anyone who can
// connect may act as any person. It accepts "localhost:8095", "127.0.0.1:0" and "[::1]:8095", but not ":8095".
func Listen(addr string) (net.Listener, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("listen address %q: expected host:port, such as 127.0.0.1:8095", addr)
	}
	if host == "localhost" {
		host = "127.0.0.1"
	}
	ip, err := netip.ParseAddr(host)
	if err != nil || !ip.IsLoopback() {
		return nil, fmt.Errorf("listen address %q is not loopback: this Discord has no passwords, so it listens on 127.0.0.1 or [::1] only", addr)
	}
	l, err := net.Listen("tcp", net.JoinHostPort(host, port))
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("port %s on %s is in use: stop what listens there, or choose another port: %w", port, host, err)
	case err != nil:
		return nil, fmt.Errorf("listen on %s: %w", addr, err)
	}
	return l, nil
}

// Start listens on a free loopback port and serves in the background until Close.
func (s *Server) Start() error {
	l, err := Listen("127.0.0.1:0")
	if err != nil {
		return err
	}
	srv := server(s, l)
	s.tasks.Go(func() { _ = srv.Serve(l) }) // ended by Close; other errors cannot be handled
	return nil
}

// Serve serves on l until Close, and then returns nil.
func (s *Server) Serve(l net.Listener) error {
	if err := server(s, l).Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// server returns the HTTP server for a listener. That of a closed Discord serves nothing.
func server(s *Server, l net.Listener) *http.Server {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.base = "http://" + l.Addr().String()
	srv := &http.Server{Handler: s.mux, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
		BaseContext: func(net.Listener) context.Context { return s.ctx }}
	s.servers = append(s.servers, srv)
	if s.closed {
		_ = srv.Close() // nothing runs yet; Serve then closes l and returns
	}
	return srv
}

// SetURL sets the address of a server that does not listen itself.
func (s *Server) SetURL(base string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.base = base
}
