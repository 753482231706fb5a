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

	"github.com/bwmarrin/discordgo"
	"golang.org/x/time/rate"

	"downsync/bot/wire"
)

// Limits on requests while Discord refuses or fails.
const (
	// patience is how long a request may wait for its turn. A longer wait is returned to the caller, who tries again later.
	patience = 5 * time.Second
	// unheard is the longest time for which a refusal that a change would end is not tried again without a gateway, where Discord
	// reports no change.
	unheard = 5 * time.Minute
	// leniently is how many refusals of a route are forgiven at once when Discord reports a change. After more, each before its time
	// was over, the route is held back for twice as long each time: otherwise a user who keeps taking a right away and giving it
	// back would use up the refusals that all servers share.
	leniently = 3
	// tolerated is the number of consecutive failures before all requests pause. After each pause one request tests whether Discord has
	// recovered.
	tolerated = 5
	// invalids is how many requests may be refused (401, 403, 429) in ten minutes. Discord bans an address after 10,000.
	invalids = 1000
	// remembered is the maximum size of each list of routes.
	remembered = 4096
)

// ErrToken is the error after Discord refused the bot's token, for good.
var ErrToken = errors.New("Discord refuses the bot token: " + adviceToken)

// guard holds back requests that are pointless or harmful. It waits for rate limits, per route and global. It pauses
// while Discord fails, does not repeat what was forbidden, and refuses everything once the token is revoked. Answers to
// interactions bypass it, because they have their own limits and a deadline. It is safe for concurrent use.
type guard struct {
	now     func() time.Time
	pace    *rate.Limiter // for all requests together
	gone    chan struct{} // closed when the token is revoked
	longest time.Duration // a refusal that a change would end is tried again after that at the latest; 0: as its row says

	mu       sync.Mutex
	until    time.Time // no request leaves before this time
	failures int       // consecutive
	probing  bool      // a request is testing whether Discord has recovered
	probed   time.Time // when the last test began
	invalid  *rate.Limiter
	limits   map[string]time.Time // by route
	denials  map[string]refused   // by route; of opening direct messages by user too
	openings int                  // refusals in a row to open direct messages, because it goes too fast
	bans     int                  // refusals in a row of this machine's address
	banned   time.Time            // nothing at all leaves before this time, not even answers to interactions
	revoked  bool
}

// refused is a refusal that is not tried again for a while.
type refused struct {
	row       *refusal
	at, until time.Time
	full      time.Time      // until when, if Discord reports no change
	step      int            // refusals so far, each soon after the wait for the one before
	times     int            // refusals so far, each before the full wait for the one before was over
	e         wire.WireError // as Discord refused, with RetryAfter if that passes in time

	guild wire.GuildID    // where the bot is timed out; "": it is not, or that is not known
	heard bool            // an interaction has told what the bot may do in the channel
	may   wire.Permission // then: what
}

// pardoned returns the refusal after Discord has reported a change.
func (r refused) pardoned() refused {
	if r.row.passes == never {
		return r
	}
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
	return &guard{now: now, pace: rate.NewLimiter(limit, burst), gone: make(chan struct{}),
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

// wait waits until a request may be made. It returns at once with an error if that takes longer than patience. tests reports whether the
// request tests if Discord has recovered.
func (g *guard) wait(ctx context.Context, route string) (tests bool, err error) {
	for {
		d, everywhere, err := g.left(route)
		switch {
		case err != nil:
			return false, err
		case d > patience:
			return false, held(d, everywhere)
		case d <= 0:
			if err := g.pace.Wait(ctx); err != nil {
				g.note(route, nil, err)
				return false, err
			}
			return g.fails(), nil
		}
		if !sleep(ctx, d) {
			return false, ctx.Err()
		}
	}
}

// fails reports whether so many requests have failed that only tests are made.
func (g *guard) fails() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.failures >= tolerated
}

// held is the error of a request that is not sent. everywhere means that no request is.
func held(d time.Duration, everywhere bool) error {
	return &wire.WireError{RetryAfter: d, Everywhere: everywhere, Text: "not sent: Discord requires a pause"}
}

// ban returns how long nothing may be sent, because Discord refuses this machine's address.
func (g *guard) ban() time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.banned.Sub(g.now())
}

// addressRefused holds back everything, and returns for how long. Requests that were under way together count once.
func (g *guard) addressRefused(row *refusal) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.now()
	if left := g.banned.Sub(now); left > 0 {
		return left
	}
	wait := row.wait(g.bans)
	g.bans++
	g.banned = now.Add(wait)
	return wait
}

// left returns how long a request on the route has to wait, and whether every request has to. While Discord fails, one request at a time
// tests whether it has recovered.
func (g *guard) left(route string) (d time.Duration, everywhere bool, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.revoked {
		return 0, false, ErrToken
	}
	now := g.now()
	d = max(g.until.Sub(now), g.banned.Sub(now))
	if short := 1 - g.invalid.TokensAt(now); short > 0 {
		d = max(d, time.Duration(short/float64(g.invalid.Limit())*float64(time.Second)))
	}
	if own := g.limits[route].Sub(now); own > d {
		d = own
	} else {
		everywhere = d > 0
	}
	if d <= 0 && g.failures >= tolerated {
		if g.probing { // whoever waited here would hold up the messages behind it, and test later than the next one
			return patience + time.Second, true, nil
		}
		g.probing, g.probed = true, now
	}
	return d, everywhere, nil
}

// note updates the guard after a response from Discord, or after none.
func (g *guard) note(route string, r *http.Response, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.now()
	began := now
	if g.probing {
		began = g.probed // while Discord hangs, the time of a test counts as a part of the pause after it
	}
	g.probing = false
	if errors.Is(err, context.Canceled) {
		return
	}
	if err != nil || r.StatusCode >= 500 {
		if g.failures++; g.failures >= tolerated {
			g.pause(began.Add(rowFails.wait(g.failures - tolerated)))
		}
		return
	}
	g.failures = 0
	if r.StatusCode < http.StatusBadRequest {
		g.bans = 0
	}
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
	case limited && global(r.Header):
		g.pause(now.Add(after))
	case limited || r.Header.Get("X-RateLimit-Remaining") == "0":
		bounded(g.limits, func(t time.Time) bool { return t.Before(now) })
		g.limits[route] = now.Add(after)
	}
}

// global reports whether the headers of a 429 concern every route.
func global(h http.Header) bool {
	return h.Get("X-RateLimit-Global") != "" || h.Get("X-RateLimit-Scope") == "global"
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

// deny remembers a refusal of the route, which is not tried again for a while. most is the longest wait that makes sense, 0: as long as
// the row says. guild is where the bot is timed out, or "". It returns the error that denied returns meanwhile.
func (g *guard) deny(route string, row *refusal, most time.Duration, guild wire.GuildID, e wire.WireError) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.now()
	bounded(g.denials, func(d refused) bool { return d.full.Add(d.row.longest).Before(now) })
	x := refused{row: row, at: now, times: 1, e: e, guild: guild}
	if d, ok := g.denials[route]; ok {
		since := now.Sub(d.full)
		if since < row.longest {
			x.heard, x.may = d.heard, d.may
		}
		switch {
		case since < 0:
			x.times, x.step = d.times+1, d.step
			if x.times > leniently {
				x.step++
			}
		case since < row.longest:
			x.times, x.step = d.times, d.step+1
		}
	}
	wait := row.wait(x.step)
	if most > 0 {
		wait = min(wait, most)
	}
	if g.longest > 0 && row.passes != never {
		wait = min(wait, g.longest)
	}
	x.until = now.Add(wait)
	x.full = x.until
	g.denials[route] = x
	return x.failure(now)
}

// failure returns the error of a request that is not repeated.
func (r refused) failure(now time.Time) error {
	e := r.e
	if e.RetryAfter = 0; r.row.passes == inTime || r.row.passes == onChange && len(r.row.is) == 0 {
		e.RetryAfter = r.until.Sub(now)
	}
	return r.row.wrap(&e)
}

// denied returns the error with which Discord refused the route, or nil if it may be tried.
func (g *guard) denied(route string) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if d, now := g.denials[route], g.now(); d.until.After(now) {
		return d.failure(now)
	}
	return nil
}

// forgive lets the routes of one channel or, with "", all of them be tried again.
func (g *guard) forgive(channel wire.ChannelID) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for route, d := range g.denials {
		if channel == "" || ofChannel(route, channel) {
			g.denials[route] = d.pardoned()
		}
	}
}

// ofChannel reports whether the route is one of that channel.
func ofChannel(route string, channel wire.ChannelID) bool {
	return strings.Contains(route+"/", " channels/"+string(channel)+"/")
}

// writing holds two permissions. A bot has one of them wherever it writes, unless it is timed out.
const writing = wire.SendMessages | wire.SendMessagesInThreads

// hear notes what the bot may do in a channel, as an interaction tells it. The channel's routes may be tried again if that is more than it was,
// and the routes of the whole server if the bot was timed out there.
func (g *guard) hear(guild wire.GuildID, channel wire.ChannelID, may wire.Permission) {
	if may&wire.Administrator != 0 {
		may = everything
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for route, d := range g.denials {
		own := ofChannel(route, channel)
		more := own && (!d.heard || may&^d.may != 0)
		if may&writing != 0 && (more || d.guild != "" && d.guild == guild) {
			d = d.pardoned()
		}
		if own {
			d.heard, d.may = true, may
		}
		g.denials[route] = d
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
	wait := rowOpenings.wait(g.openings)
	g.openings++
	g.limits[openingRoute] = g.now().Add(wait)
	return wait
}

// bounded makes room in a map that has reached its limit: it removes expired entries, or all if none are expired.
func bounded[K comparable, V any](m map[K]V, over func(V) bool) {
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
	tally        *tally
}

// RoundTrip sends a request when the guard allows it. A 429 is returned as an error, because the library does not read
// the code in its body.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	path := strings.TrimPrefix(r.URL.Path, apiPrefix)
	route, guarded := routeOf(r.Method, path), !answering(path)
	if guarded {
		tests, err := t.guard.wait(r.Context(), route)
		if err == nil && tests {
			err = t.reach(r.Context(), route)
		}
		if err != nil {
			return nil, err
		}
	} else if d := t.guard.ban(); d > 0 {
		return nil, held(d, true)
	}
	r = t.directed(r)
	sent := t.skew.now()
	resp, err := t.next.RoundTrip(r)
	var limited error
	if err == nil {
		t.skew.note(sent, resp.Header)
		if resp.StatusCode == http.StatusTooManyRequests {
			limited = t.limitOf(resp)
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

// directed returns the request to the configured Discord.
func (t *transport) directed(r *http.Request) *http.Request {
	if t.host != "" {
		r = r.Clone(r.Context())
		r.URL.Scheme, r.URL.Host, r.Host = t.scheme, t.host, t.host
	}
	return r
}

// reachFor is how long Discord may take to say where its gateway is.
const reachFor = 4 * time.Second

// reach asks Discord, after it has failed, for something that takes it no time. While it hangs, a message would take until its timeout to
// find out, and would miss its recovery.
func (t *transport) reach(ctx context.Context, route string) error {
	ctx, cancel := context.WithTimeout(ctx, reachFor)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, discordgo.EndpointGateway, nil)
	if err != nil {
		return err
	}
	resp, err := t.next.RoundTrip(t.directed(r))
	if err == nil {
		_ = resp.Body.Close()
		if resp.StatusCode < http.StatusInternalServerError {
			return nil // the request itself tells the rest
		}
		err = fmt.Errorf("HTTP %d", resp.StatusCode)
	}
	t.guard.note(route, nil, err)
	return err
}

// limitOf reads a 429. A limit that another request gets around, such as that on edits of old messages, concerns one message and not
// its route: its headers are removed. Without a time to wait, all of this machine's requests are refused.
func (t *transport) limitOf(r *http.Response) error {
	defer r.Body.Close()
	var body struct {
		Code       int      `json:"code"`
		Message    string   `json:"message"`
		RetryAfter *float64 `json:"retry_after"` // seconds
	}
	const most = 64 << 10
	if err := json.NewDecoder(io.LimitReader(r.Body, most)).Decode(&body); err != nil {
		body.Message = "rate limited" // a proxy's answer: the headers say how long
	}
	after, told := time.Duration(0), body.RetryAfter != nil
	if told {
		after = seconds(fmt.Sprint(*body.RetryAfter))
	}
	if after == 0 {
		after = seconds(r.Header.Get("Retry-After")) // rounded up
	}
	row := rowOf(r.StatusCode, body.Code)
	switch {
	case row.passes == otherwise:
		r.Header, after = http.Header{}, 0
	case after == 0 && !told:
		row = rowBanned
		r.Header, after = http.Header{}, t.guard.addressRefused(row)
	default:
		after = max(after, 50*time.Millisecond)
	}
	t.tally.note(row, r.StatusCode, body.Code)
	return &limit{row, &wire.WireError{Status: r.StatusCode, Code: body.Code, RetryAfter: after, Everywhere: row == rowBanned || global(r.Header), Text: fmt.Sprintf("429, code %d: %s", body.Code, body.Message)}}
}

// limit is a 429 with the row that says what it means.
type limit struct {
	row *refusal
	e   *wire.WireError
}

func (l *limit) Error() string { return l.e.Text }

// hideLimits removes the rate limits that the library would see. The library would sleep through them with the channel
// locked, and ignore the context.
func hideLimits(h http.Header) {
	for _, k := range []string{"Remaining", "Reset", "Reset-After", "Global"} {
		h.Del("X-RateLimit-" + k)
	}
}

// apiPrefix is the prefix of the library's paths.
var apiPrefix = "/api/v" + version + "/"
