package discord

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/time/rate"

	"downsync/bot"
)

// Bounds of what is asked of Discord while it refuses or fails.
const (
	// patience is how long a request waits for its turn; longer waits go back to the caller, who tries again later.
	patience = 5 * time.Second
	// denial is how long a refused permission is believed, unless Discord tells of a change before.
	denial = time.Hour
	// tolerated is how many failures in a row pass before all requests pause, and longestTrouble the longest such pause.
	tolerated      = 5
	longestTrouble = time.Minute
	// invalids is how many requests may be refused (401, 403, 429) in ten minutes; Discord bans an address after 10,000.
	invalids = 1000
	// remembered bounds each list of routes.
	remembered = 4096
)

var errRevoked = errors.New("Discord refuses the bot token: copy it again from the developer portal, page Bot")

// guard keeps requests from being made that are in vain or do harm: it waits out rate limits, of one route and of all, pauses
// while Discord fails, does not repeat what was forbidden, and ends everything when the token is revoked. Answers to
// interactions pass it by: they have their own limits and a deadline. Safe for concurrent use.
type guard struct {
	now  func() time.Time
	pace *rate.Limiter // for all requests together
	gone chan struct{} // closed when the token is revoked

	mu       sync.Mutex
	until    time.Time // nothing goes out before
	failures int       // in a row
	probing  bool      // a request tries whether Discord is back
	invalid  *rate.Limiter
	limits   map[string]time.Time // by route
	denials  map[string]refused   // by route
	revoked  bool
}

// refused is a permission that was missing.
type refused struct {
	until time.Time
	err   error
}

func newGuard(perSecond float64, now func() time.Time) *guard {
	return &guard{now: now, pace: rate.NewLimiter(rate.Limit(perSecond), max(int(perSecond), 1)), gone: make(chan struct{}),
		invalid: rate.NewLimiter(rate.Every(10*time.Minute/invalids), invalids), limits: map[string]time.Time{}, denials: map[string]refused{}}
}

// answering tells whether the path belongs to an interaction.
func answering(path string) bool {
	return strings.HasPrefix(path, "interactions/") || strings.HasPrefix(path, "webhooks/")
}

// routeOf names what Discord's limits and permissions are counted by: the method and the path, with the ids behind the first
// left out.
func routeOf(method, path string) string {
	path, _, _ = strings.Cut(path, "?")
	parts := strings.Split(path, "/")
	for i := 2; i < len(parts); i++ {
		if strings.Trim(parts[i], "0123456789") == "" {
			parts[i] = "*"
		}
	}
	return method + " " + strings.Join(parts, "/")
}

// wait waits until a request may be made. It refuses at once what would have to wait for long.
func (g *guard) wait(ctx context.Context, route string) error {
	for {
		d, err := g.left(route)
		switch {
		case err != nil:
			return err
		case d > patience:
			return &bot.WireError{RetryAfter: d, Text: "not asked: Discord wants a pause"}
		case d <= 0:
			if err := g.pace.Wait(ctx); err != nil {
				g.note(route, nil, err)
				return err
			}
			return nil
		}
		if !sleep(ctx, d) {
			return ctx.Err()
		}
	}
}

// left is how long a request on the route has to wait. While Discord is in trouble one request at a time tries whether it is over.
func (g *guard) left(route string) (time.Duration, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.revoked {
		return 0, errRevoked
	}
	now := g.now()
	d := max(g.until.Sub(now), g.limits[route].Sub(now))
	if short := 1 - g.invalid.TokensAt(now); short > 0 {
		d = max(d, time.Duration(short/float64(g.invalid.Limit())*float64(time.Second)))
	}
	if d <= 0 && g.failures >= tolerated {
		if g.probing {
			return patience, nil
		}
		g.probing = true
	}
	return d, nil
}

// note learns from an answer of Discord's, or from none.
func (g *guard) note(route string, r *http.Response, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.now()
	g.probing = false
	if errors.Is(err, context.Canceled) {
		return
	}
	if err != nil || r.StatusCode >= 500 {
		if g.failures++; g.failures >= tolerated {
			g.pause(now.Add(min(time.Second<<min(g.failures-tolerated, 10), longestTrouble)))
		}
		return
	}
	g.failures = 0
	switch r.StatusCode {
	case http.StatusUnauthorized:
		if !g.revoked {
			g.revoked = true
			close(g.gone)
		}
		fallthrough
	case http.StatusForbidden, http.StatusTooManyRequests:
		g.invalid.AllowN(now, 1)
	}
	after := seconds(r.Header.Get("X-RateLimit-Reset-After"))
	limited := r.StatusCode == http.StatusTooManyRequests
	if limited {
		after = max(after, seconds(r.Header.Get("Retry-After")))
	}
	switch {
	case limited && (r.Header.Get("X-RateLimit-Global") != "" || r.Header.Get("X-RateLimit-Scope") == "global"):
		g.pause(now.Add(after))
	case limited || r.Header.Get("X-RateLimit-Remaining") == "0":
		bounded(g.limits, func(t time.Time) bool { return t.Before(now) })
		g.limits[route] = now.Add(after)
	}
}

// pause holds everything up until then. Callers hold mu.
func (g *guard) pause(until time.Time) {
	if until.After(g.until) {
		g.until = until
	}
}

// seconds reads a header; 0 if it is none.
func seconds(s string) time.Duration {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || f < 0 || f > 1e6 {
		return 0
	}
	return time.Duration(f * float64(time.Second))
}

// deny remembers that the route is forbidden, and what to say of it.
func (g *guard) deny(route string, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.now()
	bounded(g.denials, func(d refused) bool { return d.until.Before(now) })
	g.denials[route] = refused{now.Add(denial), err}
}

// denied is what Discord said when it forbade the route, nil if it may be tried.
func (g *guard) denied(route string) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if d, ok := g.denials[route]; ok && d.until.After(g.now()) {
		return d.err
	}
	return nil
}

// forgive forgets what was forbidden: in one channel, or with "" everywhere.
func (g *guard) forgive(channel bot.Snowflake) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for route := range g.denials {
		if channel == "" || strings.Contains(route+"/", " channels/"+string(channel)+"/") {
			delete(g.denials, route)
		}
	}
}

// bounded makes room in a map that has grown to its bound: what is over goes, or if nothing is, everything.
func bounded[V any](m map[string]V, over func(V) bool) {
	if len(m) < remembered {
		return
	}
	for k, v := range m {
		if over(v) {
			delete(m, k)
		}
	}
	if len(m) >= remembered {
		clear(m)
	}
}

// transport sends requests to where this Discord is, under the guard.
type transport struct {
	scheme, host string // "": the real one
	next         http.RoundTripper
	guard        *guard
}

// RoundTrip makes a request when its time has come.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	path := strings.TrimPrefix(r.URL.Path, apiPrefix)
	route, guarded := routeOf(r.Method, path), !answering(path)
	if guarded {
		if err := t.guard.wait(r.Context(), route); err != nil {
			return nil, err
		}
	}
	if t.host != "" {
		r = r.Clone(r.Context())
		r.URL.Scheme, r.URL.Host, r.Host = t.scheme, t.host, t.host
	}
	resp, err := t.next.RoundTrip(r)
	if guarded {
		t.guard.note(route, resp, err)
	}
	if err == nil {
		hideLimits(resp.Header)
	}
	return resp, err
}

// hideLimits keeps the rate limits from the library: it would sleep through them with the channel locked, whatever the context
// says.
func hideLimits(h http.Header) {
	for _, k := range []string{"Remaining", "Reset", "Reset-After", "Global"} {
		h.Del("X-RateLimit-" + k)
	}
}

// apiPrefix is what the library's paths begin with.
var apiPrefix = "/api/v" + discordgo.APIVersion + "/"
