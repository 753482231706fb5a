package bot

import (
	"context"
	"math"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"downsync/bot/bound"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game/table"
)

// Rates bound how much work one user may request; see App.Cost.
type Rates struct {
	Every  time.Duration // time to regain one unit of work; 0: as bound.Work says
	Burst  int           // the work that may be requested at once; 0: as bound.Work says
	AtOnce int           // interactions in progress at a time; 0: as bound.AtOnce says
}

// Gate limits each user's rate, so that nobody can slow the others down. It refuses a user who is too fast in private,
// and nothing is done. It keeps a small note of a bounded number of users in memory. It is safe for concurrent use.
type Gate struct {
	next  Weighed
	clock table.Clock
	rates Rates

	mu      sync.Mutex
	hosts   int // the number of hosts that share the rates
	users   map[wire.UserID]*usage
	refused int
}

// usage is the recent work of one user.
type usage struct {
	work        *rate.Limiter
	suggestions *rate.Limiter // Discord asks for them with every typed letter
	running     int           // interactions in progress
}

// maxUsers bounds how many users are remembered.
const maxUsers = 10000

// Weighed is a Handler that can weigh an interaction's work.
type Weighed interface {
	wire.Handler
	Cost(wire.Interaction) int
}

// NewGate puts a gate in front of a handler. Zero rates mean the defaults.
func NewGate(next Weighed, clock table.Clock, r Rates) *Gate {
	if r.Every == 0 {
		r.Every = bound.Work.Span / time.Duration(bound.Work.Most)
	}
	if r.Burst == 0 {
		r.Burst = bound.Work.Most
	}
	if r.AtOnce == 0 {
		r.AtOnce = bound.AtOnce.Most
	}
	return &Gate{next: next, clock: clock, rates: r, hosts: 1, users: map[wire.UserID]*usage{}}
}

// Handle lets the interaction through, or answers when to try again.
func (g *Gate) Handle(ctx context.Context, i wire.Interaction) wire.Answer {
	by, wait, ok := g.enter(i)
	if !ok {
		return turnedAway(i, wait)
	}
	defer g.leave(by)
	return g.next.Handle(ctx, i)
}

// turnedAway answers a user who is too fast; with wait 0, a user with too many interactions in progress.
func turnedAway(i wire.Interaction, wait time.Duration) wire.Answer {
	t := lang.Of(i.Locale)
	switch {
	case i.Kind == wire.Complete:
		return wire.Answer{Choices: []wire.Choice{}}
	case wait == 0:
		return wire.Fresh(wire.Text(t.Text(bound.AtOnce.Told)))
	}
	return wire.Fresh(wire.Text(t.Say(bound.Work.Told, int(math.Ceil(wait.Seconds())))))
}

// enter takes the interaction's cost. If too little is left, it returns how long to wait until there is enough.
func (g *Gate) enter(i wire.Interaction) (by *usage, wait time.Duration, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.clock.Now()
	by = g.usageOf(i.User, now)
	if by.running >= g.rates.AtOnce {
		g.refused++
		return nil, 0, false
	}
	left, n := by.work, g.next.Cost(i)
	if i.Kind == wire.Complete {
		left = by.suggestions
	}
	if !left.AllowN(now, n) {
		g.refused++
		short := float64(n) - left.TokensAt(now)
		return nil, time.Duration(short / float64(left.Limit()) * float64(time.Second)), false
	}
	by.running++
	return by, 0, true
}

func (g *Gate) leave(by *usage) {
	g.mu.Lock()
	defer g.mu.Unlock()
	by.running--
}

// usageOf finds or makes the note of a user. Callers hold mu.
func (g *Gate) usageOf(u wire.UserID, now time.Time) *usage {
	if by, ok := g.users[u]; ok {
		return by
	}
	if len(g.users) >= maxUsers {
		g.forget(now)
	}
	by := &usage{work: rate.NewLimiter(g.each(), g.rates.Burst), suggestions: rate.NewLimiter(letters*g.each(), letters*g.rates.Burst)}
	g.users[u] = by
	return by
}

// letters is how many suggestions one typed command asks for.
const letters = 4

// each returns the rate of one user on this host. Callers hold mu.
func (g *Gate) each() rate.Limit { return rate.Every(g.rates.Every * time.Duration(g.hosts)) }

// Share divides the rates among that many hosts, which users reach in turn. The burst stays the same on each.
func (g *Gate) Share(hosts int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if hosts = max(hosts, 1); hosts == g.hosts {
		return
	}
	g.hosts = hosts
	for _, by := range g.users {
		by.work.SetLimitAt(g.clock.Now(), g.each())
		by.suggestions.SetLimitAt(g.clock.Now(), letters*g.each())
	}
}

// forget makes room. It drops the users whose whole burst is free again. If there are none, it drops everybody with
// nothing in progress.
func (g *Gate) forget(now time.Time) {
	for _, all := range []bool{false, true} {
		for u, by := range g.users {
			if by.running == 0 && (all || by.work.TokensAt(now) >= float64(g.rates.Burst)) {
				delete(g.users, u)
			}
		}
		if len(g.users) < maxUsers {
			return
		}
	}
}

// Refused returns how many interactions were turned away so far.
func (g *Gate) Refused() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.refused
}
