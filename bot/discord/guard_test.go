package discord

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"downsync/bot/wire"
)

// answers is a Discord whose response is always the same.
type answers struct {
	n      atomic.Int64
	answer func(*http.Request) (int, error)
}

func (a *answers) RoundTrip(r *http.Request) (*http.Response, error) {
	a.n.Add(1)
	status, err := a.answer(r)
	if err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(`{"id":"1"}`)), Request: r}, nil
}

func clientOn(t *testing.T, a *answers) *Client {
	t.Helper()
	c, err := New(Config{Token: "t"})
	if err != nil {
		t.Fatal(err)
	}
	c.rest.session.Client.Transport.(*transport).next = a
	return c
}

// Discord fails for a day in one of several ways. Thirty queues go on trying, and together they stay within the limits.
// Once Discord works again, all of them succeed within minutes.
func TestNoStormWhileDiscordIsDown(t *testing.T) {
	t.Parallel()
	for name, down := range map[string]func(*http.Request) (int, error){
		"5xx":       func(*http.Request) (int, error) { return http.StatusServiceUnavailable, nil },
		"502":       func(*http.Request) (int, error) { return http.StatusBadGateway, nil },
		"no answer": func(r *http.Request) (int, error) { <-r.Context().Done(); return 0, r.Context().Err() },
		"cut":       func(*http.Request) (int, error) { return 0, io.ErrUnexpectedEOF },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a := &answers{answer: down}
				c := clientOn(t, a)
				var works atomic.Bool
				a.answer = func(r *http.Request) (int, error) {
					if works.Load() {
						return http.StatusOK, nil
					}
					return down(r)
				}
				began := time.Now()
				var wg sync.WaitGroup
				for lane := range 30 {
					wg.Go(func() {
						for tries := 0; ; tries++ {
							_, err := c.Post(context.Background(), wire.ChannelID(fmt.Sprint(100+lane)), wire.Message{Blocks: []wire.Block{wire.Text("x")}}, "n")
							if err == nil {
								return
							}
							wait := min(time.Second<<min(tries, 9), 5*time.Minute) // as the outbox does
							var w *wire.WireError
							if errors.As(err, &w) {
								wait = max(wait, w.RetryAfter)
							}
							time.Sleep(wait)
						}
					})
				}
				time.Sleep(24 * time.Hour)
				asked := a.n.Load()
				works.Store(true)
				wg.Wait()
				t.Logf("%d requests in a day without Discord; %s until all got through", asked, time.Since(began)-24*time.Hour)
				if asked > 24*60*6 { // one every ten seconds
					t.Errorf("%d requests in a day without Discord", asked)
				}
				if d := time.Since(began) - 24*time.Hour; d > 10*time.Minute {
					t.Errorf("%s until all got through", d)
				}
			})
		})
	}
}

// The number of refused requests stays below Discord's threshold for a ban, whatever is sent.
func TestRefusalsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &answers{answer: func(*http.Request) (int, error) { return http.StatusForbidden, nil }}
		c := clientOn(t, a)
		began := time.Now()
		for n := 0; time.Since(began) < 10*time.Minute; n++ {
			if _, err := c.Post(context.Background(), wire.ChannelID(fmt.Sprint(n)), wire.Message{Blocks: []wire.Block{wire.Text("x")}}, "n"); err == nil {
				t.Fatal("not refused")
			}
			time.Sleep(time.Millisecond)
		}
		t.Logf("%d refused requests in ten minutes", a.n.Load())
		if n := a.n.Load(); n > 2*invalids+10 {
			t.Errorf("%d refused requests in ten minutes", n)
		}
	})
}

// However long each gateway session lasts, a day has fewer of them than Discord allows.
func TestSessionsOfADay(t *testing.T) {
	for _, lasts := range []time.Duration{0, time.Second, time.Minute, longestPause - time.Second, longestPause + time.Second} {
		for _, asked := range []bool{false, true} {
			p := pauses{first: time.Second}
			n := 0
			for at := time.Duration(0); at < 24*time.Hour; n++ {
				at += lasts + p.after(lasts, asked)
			}
			if n > 750 {
				t.Errorf("%d sessions a day if each lasts %s", n, lasts)
			}
		}
	}
}

// A connection that lasted is replaced at once, and one that Discord asks to replace too, if that is the first time in a
// while. Otherwise the pauses grow.
func TestPauses(t *testing.T) {
	p := pauses{first: time.Second}
	long := longestPause + time.Second
	for n, c := range []struct {
		lasted      time.Duration
		asked       bool
		least, most time.Duration
	}{
		{time.Second, true, 0, 0},
		{time.Second, true, time.Second / 2, time.Second},
		{time.Second, false, time.Second, 2 * time.Second},
		{long, false, 0, 0},
		{time.Second, false, time.Second / 2, time.Second},
		{long, true, 0, 0},
	} {
		if d := p.after(c.lasted, c.asked); d < c.least || d > c.most {
			t.Errorf("%d: a pause of %s, want %s to %s", n, d, c.least, c.most)
		}
	}
}

// denied is the row of a missing permission.
var denied = rowOf(403, 50013)

// The lists of limits and denials are bounded.
func TestGuardIsBounded(t *testing.T) {
	now := time.Date(2150, 3, 7, 12, 0, 0, 0, time.UTC)
	g := newGuard(1, func() time.Time { return now })
	r := &http.Response{StatusCode: http.StatusOK, Header: http.Header{}}
	r.Header.Set("X-RateLimit-Remaining", "0")
	r.Header.Set("X-RateLimit-Reset-After", "3")
	for n := range 2 * remembered {
		g.note(fmt.Sprintf("POST channels/%d/messages", n), r, nil)
		g.deny(fmt.Sprintf("POST channels/%d/messages", n), denied, 0, "", wire.WireError{})
		now = now.Add(time.Millisecond)
	}
	if len(g.limits) > remembered || len(g.denials) > remembered {
		t.Errorf("%d limits and %d denials are remembered", len(g.limits), len(g.denials))
	}
	last := fmt.Sprintf("POST channels/%d/messages", 2*remembered-1)
	if d, _, err := g.left(last); err != nil || d <= 0 || d > 3*time.Second {
		t.Errorf("the last limit: %s, %v", d, err)
	}
	if now = now.Add(denied.first); g.denied(last) != nil {
		t.Error("forbidden for ever")
	}
}

// A right that is taken and given back again and again uses up few of the refusals that all servers share. One that is given back once
// counts at once.
func TestCheatByTogglingARight(t *testing.T) {
	now := time.Date(2150, 3, 7, 12, 0, 0, 0, time.UTC)
	g := newGuard(1, func() time.Time { return now })
	const route = "POST channels/1/messages"
	lift := []func(){func() { g.forgive("") }, func() { g.forgive("1") }}
	refusals := func(seconds int) (n int) {
		for i := range seconds {
			if g.denied(route) == nil {
				g.deny(route, denied, 0, "", wire.WireError{})
				n++
			}
			lift[i%2]()
			now = now.Add(time.Second)
		}
		return n
	}
	if first, then := refusals(600), refusals(600); first > 12 || then > 1 {
		t.Errorf("%d and %d refusals of a route in ten minutes", first, then)
	}
	now = now.Add(2 * denied.longest)
	if g.deny(route, denied, 0, "", wire.WireError{}); g.denied(route) == nil {
		t.Error("tried again before anything has changed")
	}
	if g.forgive("1"); g.denied(route) != nil {
		t.Error("not tried again after a change")
	}
	user := openingOf("7")
	n := 0
	for range 600 {
		if g.denied(user) == nil {
			g.deny(user, rowOf(403, 50007), 0, "", wire.WireError{})
			n++
		}
		g.accepts("7")
		now = now.Add(time.Second)
	}
	if n > 12 {
		t.Errorf("a user's direct messages were tried %d times in ten minutes", n)
	}
}

// Without a gateway nobody reports that a permission was given back, so a denial ends after minutes. Processes that answer together
// share the limit on requests.
func TestWithoutGateway(t *testing.T) {
	for lasts, key := range map[time.Duration][]byte{denied.longest: nil, unheard: make([]byte, 32)} {
		c, err := New(Config{Token: "t", PublicKey: key})
		if err != nil {
			t.Fatal(err)
		}
		now := time.Date(2150, 3, 7, 12, 0, 0, 0, time.UTC)
		c.guard.now = func() time.Time { return now }
		for range 10 { // the wait grows
			c.guard.deny("POST channels/1/messages", denied, 0, "", wire.WireError{})
			now = c.guard.denials["POST channels/1/messages"].until
		}
		c.guard.deny("POST channels/1/messages", denied, 0, "", wire.WireError{})
		if now = now.Add(lasts - time.Second); c.guard.denied("POST channels/1/messages") == nil {
			t.Errorf("forgotten before %s", lasts)
		}
		if now = now.Add(time.Second); c.guard.denied("POST channels/1/messages") != nil {
			t.Errorf("remembered after %s", lasts)
		}
		for processes, each := range map[int]float64{0: 36, 1: 36, 3: 12, 90: 0.25} {
			if c.Share(processes); float64(c.guard.pace.Limit()) != each || c.guard.pace.Burst() < 1 {
				t.Errorf("of %d processes each may send %v a second, %d at once", processes, c.guard.pace.Limit(), c.guard.pace.Burst())
			}
		}
	}
}

func TestRouteOf(t *testing.T) {
	for path, want := range map[string]string{
		"channels/123456789012345678/messages":                            "POST channels/123456789012345678/messages",
		"channels/123456789012345678/messages/223456789012345678":         "POST channels/123456789012345678/messages/*",
		"channels/123456789012345678/messages/223456789012345678/threads": "POST channels/123456789012345678/messages/*/threads",
		"users/@me/channels": "POST users/@me/channels",
	} {
		if got := routeOf("POST", path); got != want {
			t.Errorf("%s is on %s", path, got)
		}
	}
}

// A name that is not found and a network that is silent are told apart too. An interaction's token is never told.
func TestReasonOfTheNetwork(t *testing.T) {
	for want, err := range map[string]error{
		"name is not found":                   &net.DNSError{Err: "no such host", Name: "discord.com", IsNotFound: true},
		"check the firewall, and HTTPS_PROXY": syscall.ECONNREFUSED,
		"no answer in time":                   os.ErrDeadlineExceeded,
		"no answer from":                      io.ErrUnexpectedEOF,
	} {
		if got := reason(&url.Error{Op: "Post", URL: "https://discord.com/interactions/1/secret", Err: err}, ""); !strings.Contains(got, want) || strings.Contains(got, "secret") {
			t.Errorf("%v: %q, want %q", err, got, want)
		}
	}
}

// REST and the gateway use the proxy of the environment. An invalid address of a proxy is refused without showing its password.
func TestProxyOfTheEnvironment(t *testing.T) {
	c, err := New(Config{Token: "t"})
	if err != nil {
		t.Fatal(err)
	}
	if reflect.ValueOf(c.cfg.Proxy).Pointer() != reflect.ValueOf(http.ProxyFromEnvironment).Pointer() {
		t.Error("another proxy than that of the environment")
	}
	bad := func(*http.Request) (*url.URL, error) { return nil, errors.New("user:secret@") }
	if _, err := New(Config{Token: "t", Proxy: bad}); err == nil || !strings.Contains(err.Error(), "HTTPS_PROXY") || strings.Contains(err.Error(), "secret") {
		t.Errorf("no address: %v", err)
	}
}

// The waits after opening direct messages too fast grow, and start again at the shortest once it works.
func TestOpeningsSlowDown(t *testing.T) {
	now := time.Date(2150, 3, 7, 12, 0, 0, 0, time.UTC)
	g := newGuard(1, func() time.Time { return now })
	for _, want := range []time.Duration{30 * time.Second, time.Minute, 2 * time.Minute, 4 * time.Minute, 8 * time.Minute, 15 * time.Minute, 15 * time.Minute} {
		if got := g.openingTooFast(); got != want {
			t.Errorf("waits %s, want %s", got, want)
		}
		if d, _, err := g.left(openingRoute); err != nil || d != want {
			t.Errorf("holds back for %s, %v", d, err)
		}
	}
	g.note(openingRoute, &http.Response{StatusCode: http.StatusOK, Header: http.Header{}}, nil)
	if got := g.openingTooFast(); got != rowOpenings.first {
		t.Errorf("waits %s after a success, want %s", got, rowOpenings.first)
	}
}

// Each refusal of the address holds back everything for longer. Requests that were under way together count once, and a success starts again
// at the shortest wait.
func TestAddressRefusedForLonger(t *testing.T) {
	now := time.Date(2150, 3, 7, 12, 0, 0, 0, time.UTC)
	g := newGuard(1, func() time.Time { return now })
	for _, want := range []time.Duration{15 * time.Second, 30 * time.Second, time.Minute} {
		for range 3 {
			if got := g.addressRefused(rowBanned); got != want {
				t.Errorf("waits %s, want %s", got, want)
			}
		}
		for _, route := range []string{"POST channels/1/messages", "GET gateway/bot"} {
			if d, _, err := g.left(route); err != nil || d != want {
				t.Errorf("%s is held back for %s, %v", route, d, err)
			}
		}
		now = now.Add(want)
	}
	g.note("GET gateway/bot", &http.Response{StatusCode: http.StatusOK, Header: http.Header{}}, nil)
	if got := g.addressRefused(rowBanned); got != 15*time.Second {
		t.Errorf("waits %s after a success", got)
	}
}

// An interaction that shows more permissions than before lets its channel be tried again. One that shows no more does not.
func TestPermissionsOfAPress(t *testing.T) {
	now := time.Date(2150, 3, 7, 12, 0, 0, 0, time.UTC)
	g := newGuard(1, func() time.Time { return now })
	const route = "POST channels/1/messages"
	tried := func() bool {
		now = now.Add(time.Second)
		free := g.denied(route) == nil
		if free {
			g.deny(route, denied, 0, "", wire.WireError{})
		}
		return free
	}
	tried()
	for _, c := range []struct {
		channel wire.ChannelID
		may     wire.Permission
		want    bool
	}{
		{"1", wire.ViewChannel, false},
		{"2", wire.SendMessages, false},
		{"1", wire.SendMessages, true},
		{"1", 0, false},
		{"1", wire.Administrator, true},
	} {
		g.hear("9", c.channel, c.may)
		if got := tried(); got != c.want {
			t.Errorf("after a press in %s that tells %d: tried again: %v", c.channel, c.may, got)
		}
		g.hear("9", c.channel, c.may)
	}
	for range 600 {
		g.hear("9", "1", wire.SendMessages)
	}
	if tried() {
		t.Error("tried again after each press")
	}
}
