package discord

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
)

// Repeated batches of simultaneous requests keep using the same connections.
func TestConnectionsAreKept(t *testing.T) {
	const atOnce, times = 6, 5
	var opened atomic.Int32
	var there sync.WaitGroup
	srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		there.Done()
		there.Wait() // until all are under way
		io.WriteString(w, "{}")
	}))
	srv.Config.ConnState = func(_ net.Conn, is http.ConnState) {
		if is == http.StateNew {
			opened.Add(1)
		}
	}
	srv.Start()
	t.Cleanup(srv.Close)
	c, err := New(Config{Token: "t", Base: srv.URL, Rate: 1e6})
	if err != nil {
		t.Fatal(err)
	}
	for range times {
		there.Add(atOnce)
		var done sync.WaitGroup
		for i := range atOnce {
			done.Go(func() {
				if err := c.rest.call(t.Context(), http.MethodGet, fmt.Sprintf("channels/%d", 1+i), nil, nil); err != nil {
					t.Error(err)
				}
			})
		}
		done.Wait()
	}
	if n := opened.Load(); n != atOnce {
		t.Errorf("%d connections for %d requests at once", n, atOnce)
	}
}
