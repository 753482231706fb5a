package main

import (
	"net"
	"sync"
)

// The most connections at once: of the endpoint, of the pages of metrics, and of the local Discord. A connection may hold an
// interaction's body of 256 KiB before it is known whether Discord made it.
const (
	endpointConns = 256
	watchConns    = 64
	localConns    = 1024
)

// bounded returns a listener with at most that many connections at once. Others wait until one is closed.
func bounded(l net.Listener, most int) net.Listener {
	return &boundedListener{Listener: l, open: make(chan struct{}, most), closed: make(chan struct{})}
}

type boundedListener struct {
	net.Listener
	open   chan struct{} // a token for each connection
	closed chan struct{}
	once   sync.Once
}

// Accept waits for a connection, once there are fewer than the most.
func (l *boundedListener) Accept() (net.Conn, error) {
	select {
	case l.open <- struct{}{}:
	case <-l.closed:
		return nil, net.ErrClosed
	}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.open
		return nil, err
	}
	return &boundedConn{Conn: c, free: sync.OnceFunc(func() { <-l.open })}, nil
}

// Close ends Accept too.
func (l *boundedListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

type boundedConn struct {
	net.Conn
	free func()
}

func (c *boundedConn) Close() error {
	defer c.free()
	return c.Conn.Close()
}
