package main

import (
	"net"
	"testing"
	"testing/synctest"
)

// pipes is a listener whose connections come from a channel.
type pipes struct {
	come chan net.Conn
	net.Listener
}

func (p pipes) Accept() (net.Conn, error) {
	c, ok := <-p.come
	if !ok {
		return nil, net.ErrClosed
	}
	return c, nil
}

func (p pipes) Close() error { close(p.come); return nil }

// A bounded listener takes another connection only after one is closed, and Close ends the wait.
func TestBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := pipes{come: make(chan net.Conn, 9)}
		for range 9 {
			a, _ := net.Pipe()
			p.come <- a
		}
		l := bounded(p, 2)
		accepted, ended := make(chan net.Conn, 9), make(chan error, 1)
		go func() {
			for {
				c, err := l.Accept()
				if err != nil {
					ended <- err
					return
				}
				accepted <- c
			}
		}()
		for want := range 3 { // two at first, then one for each that is closed
			synctest.Wait()
			if n := len(accepted); n != 2 {
				t.Fatalf("%d connections are open, expected 2 (%d closed)", n, want)
			}
			c := <-accepted
			for range 2 { // closing twice makes room once
				_ = c.Close()
			}
		}
		synctest.Wait()
		if err := l.Close(); err != nil {
			t.Error(err)
		}
		if err := <-ended; err != net.ErrClosed {
			t.Error(err)
		}
	})
}

// The endpoint and the pages of metrics limit their connections.
func TestListenersAreBounded(t *testing.T) {
	h := host{conf: defaults()}
	h.conf.Watch.Listen, h.conf.Discord.Listen = "127.0.0.1:0", "127.0.0.1:0"
	if err := h.listen(); err != nil {
		t.Fatal(err)
	}
	for name, l := range map[string]net.Listener{"watch": h.watch, "endpoint": h.endpoint} {
		if b, ok := l.(*boundedListener); !ok || cap(b.open) == 0 {
			t.Errorf("%s: any number of connections", name)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
}
