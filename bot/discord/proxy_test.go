package discord_test

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"

	"downsync/bot/discord"
	"downsync/bot/local"
)

// forward is an HTTP proxy that counts the tunnels and the plain requests through it.
type forward struct {
	mu              sync.Mutex
	tunnels, others int
}

func (f *forward) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	if r.Method == http.MethodConnect {
		f.tunnels++
	} else {
		f.others++
	}
	f.mu.Unlock()
	if r.Method != http.MethodConnect {
		r.RequestURI = ""
		resp, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		defer resp.Body.Close()
		w.WriteHeader(resp.StatusCode)
		_, _ = io.Copy(w, resp.Body) // the client may be gone
		return
	}
	to, err := net.Dial("tcp", r.Host)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	from, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		to.Close()
		return
	}
	// Told after the server has stopped reading: it would keep the first byte of what the client sends then.
	_, _ = io.WriteString(from, "HTTP/1.1 200 OK\r\n\r\n") // the client may be gone
	go func() {
		_, _ = io.Copy(to, from) // ends with either connection
		to.Close()
	}()
	_, _ = io.Copy(from, to)
	from.Close()
}

// The gateway goes through the proxy as the REST calls do.
func TestProxy(t *testing.T) {
	through := &forward{}
	proxy := httptest.NewServer(through)
	t.Cleanup(proxy.Close)
	address, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	r := newRig(t, func(_ *local.Config, dc *discord.Config) {
		dc.Proxy = func(*http.Request) (*url.URL, error) { return address, nil }
	})
	r.run()
	if out := r.ping("/ping"); out.Message == 0 {
		t.Errorf("not answered: %+v", out)
	}
	through.mu.Lock()
	defer through.mu.Unlock()
	if through.tunnels != 1 || through.others == 0 {
		t.Errorf("%d gateway connections and %d requests through the proxy", through.tunnels, through.others)
	}
}
