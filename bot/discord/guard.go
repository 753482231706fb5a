package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"downsync/bot/wire"
)

// Limits on requests while Discord refuses or fails.
const (
	// patience is how long a request may wait for its turn. A longer wait is returned to the caller, who tries again later.
	patience = 5 * time.Second
	// denial is how long a missing permission is not tried again, unless Discord reports a change earlier; unheard is the same
	// without a gateway, where it reports none.
	denial, unheard = time.Hour, 5 * time.Minute
	// leniently is how many refusals of a route are forgiven at once when Discord reports a change. After more, each within denial
	// of the one before, the route is held back for twice as long each time: otherwise a user who keeps taking a right away and
	// giving it back would use up the refusals that all servers share.
	leniently = 3
	// tolerated is the number of consecutive failures before all requests pause. longestTrouble is the longest such pause: after
	// it one request tests whether Discord has recovered.
	tolerated      = 5
	longestTrouble = 10 * time.Second
	// invalids is how many requests may be refused (401, 403, 429) in ten minutes. Discord bans an address after 10,000.
	invalids = 1000
	// firstOpening and longestOpening bound the wait after Discord says that direct messages are opened too fast, which
	// doubles each time. Discord does not tell how long to wait.
	firstOpening, longestOpening = 30 * time.Second, 15 * time.Minute
	// remembered is the maximum size of each list of routes.
	remembered = 4096
)

// ErrToken is the error after Discord refused the bot's token, for good.
var ErrToken = errors.New("Discord refuses the bot token: copy it again from the developer portal, page Bot")

// guard holds back requests that are pointless or harmful. It waits for rate limits, per route and global. It pauses
// while Discord fails, does not repeat what was forbidden, and refuses everything once the token is revoked. Answers to
// interactions bypass it, because they have their own limits and a deadline. It is safe for concurrent use.
type guard struct {
	now    func() time.Time
	pace   *rate.Limiter // for all requests together
	gone   chan struct{} // closed when the token is revoked
	denial time.Duration

	mu       sync.Mutex
	until    time.Time // no request leaves before this time
	failures int       // consecutive
	probing  bool      // a request is testing whether Discord has recovered
	invalid  *rate.Limiter
	limits   map[string]time.Time // by route
	denials  map[string]refused   // by route; of opening direct messages by user too
	openings int                  // refusals in a row to open direct messages, because it goes too fast
	revoked  bool
}

// refused is a permission that was missing.
type refused struct {
	at, until time.Time
	times     int // refusals so far, each within denial of the one before
	err       error
}

// pardoned returns the refusal after Discord has reported a change.
func (r refused) pardoned() refused {
	wait := time.Duration(0)
	if more := r.times - leniently; more > 0 {
		wait = time.Second << min(more, 20)
	}
	if until := r.at.Add(wait); until.Before(r.until) {
		r.until = until
	}
	return r
}

// pace returns a limiter's rate and burst under which no second has more than that many requests: after an outage everything that waited
// goes out at once.
func pace(perSecond float64) (rate.Limit, int) {
	burst := max(int(perSecond/5), 1)
	return rate.Limit(max(perSecond-float64(burst), perSecond/2)), burst
}

func newGuard(perSecond float64, now func() time.Time) *guard {
	limit, burst := pace(perSecond)
	return &guard{now: now, pace: rate.NewLimiter(limit, burst), gone: make(chan struct{}), denial: denial,
		invalid: rate.NewLimiter(rate.Every(10*time.Minute/invalids), invalids), limits: map[string]time.Time{}, denials: map[string]refused{}}
}

// answering reports whether the path belongs to an interaction.
func answering(path string) bool {
	return strings.HasPrefix(path, "interactions/") || strings.HasPrefix(path, "webhooks/")
}

// routeOf returns the unit by which Discord counts limits and permissions: the method and the path, with every id but
// the first replaced.
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

// wait waits until a request may be made. It returns at once with an error if that takes longer than patience.
func (g *guard) wait(ctx context.Context, route string) error {
	for {
		d, err := g.left(route)
		switch {
		case err != nil:
			return err
		case d > patience:
			return &wire.WireError{RetryAfter: d, Text: "not sent: Discord requires a pause"}
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

// left returns how long a request on the route has to wait. While Discord fails, one request at a time tests whether it
// has recovered.
func (g *guard) left(route string) (time.Duration, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.revoked {
		return 0, ErrToken
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

// note updates the guard after a response from Discord, or after none.
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
	if route == openingRoute && r.StatusCode == http.StatusOK {
		g.openings = 0
	}
	switch r.StatusCode {
	case http.StatusUnauthorized:
		g.revoke()
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

// revoke refuses everything from now on. Callers hold mu.
func (g *guard) revoke() {
	if !g.revoked {
		g.revoked = true
		close(g.gone)
	}
}

// pause holds back all requests until the given time. Callers hold mu.
func (g *guard) pause(until time.Time) {
	if until.After(g.until) {
		g.until = until
	}
}

// seconds parses a header in seconds; it returns 0 if that is not possible.
func seconds(s string) time.Duration {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || f < 0 || f > 1e6 {
		return 0
	}
	return time.Duration(f * float64(time.Second))
}

// deny remembers that the route is forbidden, with the error to return.
func (g *guard) deny(route string, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.now()
	bounded(g.denials, func(d refused) bool { return d.at.Add(g.denial).Before(now) })
	times := 1
	if d, ok := g.denials[route]; ok && now.Sub(d.at) < g.denial {
		times += d.times
	}
	g.denials[route] = refused{now, now.Add(g.denial), times, err}
}

// denied returns the error with which Discord forbade the route, or nil if it may be tried.
func (g *guard) denied(route string) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if d, ok := g.denials[route]; ok && d.until.After(g.now()) {
		return d.err
	}
	return nil
}

// forgive lets the routes of one channel or, with "", all of them be tried again.
func (g *guard) forgive(channel wire.ChannelID) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for route, d := range g.denials {
		if channel == "" || strings.Contains(route+"/", " channels/"+string(channel)+"/") {
			g.denials[route] = d.pardoned()
		}
	}
}

// accepts lets a user's direct messages be opened again.
func (g *guard) accepts(user wire.UserID) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if d, ok := g.denials[openingOf(user)]; ok {
		g.denials[openingOf(user)] = d.pardoned()
	}
}

// openingRoute is the route that opens direct messages. All users share it, so no refusal denies it as a whole.
const openingRoute = "POST users/@me/channels"

// openingOf returns the key under which a denial of one user's direct messages is remembered.
func openingOf(user wire.UserID) string { return openingRoute + " " + string(user) }

// openingTooFast holds back the opening of direct messages, for all users, and returns for how long.
func (g *guard) openingTooFast() time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	wait := min(firstOpening<<min(g.openings, 10), longestOpening)
	g.openings++
	g.limits[openingRoute] = g.now().Add(wait)
	return wait
}

// bounded makes room in a map that has reached its limit: it removes expired entries, or all if none are expired.
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

// transport sends requests to the configured Discord, under the guard.
type transport struct {
	scheme, host string // "": the real one
	next         http.RoundTripper
	guard        *guard
	skew         *skew
}

// RoundTrip sends a request when the guard allows it. A 429 is returned as an error, because the library does not read
// the code in its body.
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
	sent := t.skew.now()
	resp, err := t.next.RoundTrip(r)
	var limited *wire.WireError
	if err == nil {
		t.skew.note(sent, resp.Header.Get("Date"))
		if resp.StatusCode == http.StatusTooManyRequests {
			limited = limitOf(resp)
		}
	}
	if guarded {
		t.guard.note(route, resp, err)
	}
	if limited != nil {
		return nil, limited
	}
	if err == nil {
		hideLimits(resp.Header)
	}
	return resp, err
}

// limitOf reads a 429. The limit on edits of old messages (30046) concerns one message and not its route, so its headers
// are removed.
func limitOf(r *http.Response) *wire.WireError {
	defer r.Body.Close()
	var body struct {
		Code       int     `json:"code"`
		Message    string  `json:"message"`
		RetryAfter float64 `json:"retry_after"` // seconds
	}
	const most = 64 << 10
	if err := json.NewDecoder(io.LimitReader(r.Body, most)).Decode(&body); err != nil {
		body.Message = "rate limited" // a proxy's answer: the headers say how long
	}
	after := seconds(fmt.Sprint(body.RetryAfter))
	if after == 0 {
		after = seconds(r.Header.Get("Retry-After")) // rounded up
	}
	if body.Code == codeTooOld {
		r.Header = http.Header{}
	}
	return &wire.WireError{Status: r.StatusCode, Code: body.Code, RetryAfter: max(after, 50*time.Millisecond), Text: fmt.Sprintf("429, code %d: %s", body.Code, body.Message)}
}

// hideLimits removes the rate limits that the library would see. The library would sleep through them with the channel
// locked, and ignore the context.
func hideLimits(h http.Header) {
	for _, k := range []string{"Remaining", "Reset", "Reset-After", "Global"} {
		h.Del("X-RateLimit-" + k)
	}
}

// apiPrefix is the prefix of the library's paths.
var apiPrefix = "/api/v" + version + "/"
