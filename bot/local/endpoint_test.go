package local

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// honest answers PINGs and checks signatures; it leaves the rest to next.
func honest(t *testing.T, s *Server, next http.HandlerFunc) *httptest.Server {
	key, err := hex.DecodeString(s.PublicKey())
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		sig, herr := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
		if err != nil || herr != nil || !ed25519.Verify(key, append([]byte(r.Header.Get("X-Signature-Timestamp")), body...), sig) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		var ask struct{ Type int }
		if json.Unmarshal(body, &ask) == nil && ask.Type == typePing {
			w.Write([]byte(`{"type":1}`))
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next(w, r)
	}))
	t.Cleanup(srv.Close)
	return srv
}

func TestEndpointIsVerified(t *testing.T) {
	s := newServer(t)
	refused := func(address, why string) {
		t.Helper()
		if err := s.SetEndpoint(within(t), address); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v; expected %q", address, err, why)
		}
	}
	serve := func(h http.HandlerFunc) string {
		srv := httptest.NewServer(h)
		t.Cleanup(srv.Close)
		return srv.URL
	}
	refused("http://example.org", "on this machine")
	refused("ftp://127.0.0.1", "expected an address like")
	refused("http://127.0.0.1:1", "does not answer")
	front := httptest.NewTLSServer(nil)
	t.Cleanup(front.Close)
	refused(front.URL, "certificate")
	refused(serve(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(`{"type":1}`)) }), "200 to a bad signature, expected 401")
	refused(serve(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(401) }), "401 \"\" to a PING")
	good := honest(t, s, nil)
	if err := s.SetEndpoint(within(t), good.URL); err != nil {
		t.Fatal(err)
	}
	b := &bot{&gate{t: t}, s, ""}
	var app struct {
		URL string `json:"interactions_endpoint_url"`
		Key string `json:"verify_key"`
	}
	if b.call("GET", "/applications/@me", nil).into(t, &app); app.URL != good.URL || app.Key != s.PublicKey() {
		t.Errorf("the application says %+v", app)
	}
	a := postTo(t, s.URL()+"/local/endpoint", `{"endpoint":""}`)
	app.URL = ""
	if b.call("GET", "/applications/@me", nil).into(t, &app); a != 202 || app.URL != "" {
		t.Errorf("taken back: %d %+v", a, app)
	}
}

func postTo(t *testing.T, url, body string) int {
	t.Helper()
	res, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	return res.StatusCode
}

// Interactions come as POSTs, not over the gateway. They are answered over the route after 202, in the response, or not at all.
func TestInteractionsOverHTTP(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	b.register()
	form := func(size int) (string, string) {
		var buf bytes.Buffer
		w := multipart.NewWriter(&buf)
		w.WriteField("payload_json", `{"type":4,"data":{"content":"drawn","attachments":[{"id":"0","filename":"a.png"}]}}`)
		f, _ := w.CreateFormFile("files[0]", "a.png")
		f.Write(make([]byte, size))
		w.Close()
		return w.FormDataContentType(), buf.String()
	}
	small, smallBody := form(100)
	large, largeBody := form(maxInline)
	for name, c := range map[string]struct {
		status     int
		kind, body string
		late       bool // the answer comes after three seconds
		shown      string
		state      State
	}{
		"over the route":     {status: 202, shown: "route", state: Answered},
		"too late":           {status: 202, late: true, state: Failed},
		"in the response":    {status: 200, kind: "application/json", body: `{"type":4,"data":{"content":"inline"}}`, shown: "inline", state: Answered},
		"with a picture":     {status: 200, kind: small, body: smallBody, shown: "drawn", state: Answered},
		"a picture too big":  {status: 200, kind: large, body: largeBody, state: Failed},
		"a wrong type":       {status: 200, kind: "application/json", body: `{"type":7}`, state: Failed},
		"202 with a body":    {status: 202, kind: "application/json", body: `{"type":4,"data":{"content":"inline"}}`, state: Failed},
		"a server that errs": {status: 500, state: Failed},
	} {
		srv := honest(t, s, func(w http.ResponseWriter, r *http.Request) {
			var i received
			if err := json.NewDecoder(r.Body).Decode(&i); err != nil {
				t.Error(err)
			}
			if c.late {
				s.clock.Advance(4 * time.Second)
			}
			if c.status == 202 && c.body == "" {
				if a := b.reply(i, callbackMessage, J{"content": "route"}); (a.status == 204) == c.late || c.late && a.code() != 10062 {
					t.Errorf("%s: %d %s", name, a.status, a.body)
				}
			}
			w.Header().Set("Content-Type", c.kind)
			w.WriteHeader(c.status)
			io.WriteString(w, c.body)
		})
		if err := s.SetEndpoint(within(t), srv.URL); err != nil {
			t.Fatal(err)
		}
		act, err := s.User("player1").Slash("#general", "/match order line:x")
		if err != nil {
			t.Fatal(err)
		}
		out, err := act.Wait(within(t))
		if err != nil || out.State != c.state || c.state == Failed && out.Reason != "The application did not respond" {
			t.Errorf("%s: %+v %v", name, out, err)
		}
		if m := s.User("player1").View().Message(out.Message); c.state == Answered && (m == nil || m.Content != c.shown) {
			t.Errorf("%s: shown %+v", name, m)
		}
		srv.Close() // waits for an answer that comes too late
	}
	if err := s.SetEndpoint(within(t), ""); err != nil {
		t.Fatal(err)
	}
	if act, i := b.slash("player1", "/match order line:x"); i.ID != act.ID.String() {
		t.Error("the gateway had one of the others")
	}
}
