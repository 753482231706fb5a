package bot

import (
	"context"
	"math"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"downsync/bot/lang"
	"downsync/game/table"
)

// Rates bound how much work one user may ask for; see App.Cost.
type Rates struct {
	Every  time.Duration // one more of work comes each; 0: half a second
	Burst  int           // work that may be asked for at once; 0: 30
	AtOnce int           // interactions of one user worked on at a time; 0: 4
}

// Gate lets each user through at a rate of their own, so that nobody can slow the others down. A user who is too fast is
// told so in private, and nothing is done. It keeps a small note of a bounded number of users in memory. Safe for concurrent use.
type Gate struct {
	next  Weighed
	clock table.Clock
	rates Rates

	mu      sync.Mutex
	guests  map[UserID]*guest
	refused int
}

// guest is somebody who did something lately.
type guest struct {
	acts   *rate.Limiter
	typing *rate.Limiter // suggestions come by the letter
	inside int
}

// maxGuests bounds how many users are remembered.
const maxGuests = 10000

// Weighed is a Handler that knows how much work an interaction is.
type Weighed interface {
	Handler
	Cost(Interaction) int
}

// NewGate puts a gate before a handler. Zero rates are the defaults.
func NewGate(next Weighed, clock table.Clock, r Rates) *Gate {
	if r.Every == 0 {
		r.Every = 500 * time.Millisecond
	}
	if r.Burst == 0 {
		r.Burst = 30
	}
	if r.AtOnce == 0 {
		r.AtOnce = 4
	}
	return &Gate{next: next, clock: clock, rates: r, guests: map[UserID]*guest{}}
}

// Handle lets the interaction through, or says when to come back.
func (g *Gate) Handle(ctx context.Context, i Interaction) Answer {
	who, wait, ok := g.enter(i)
	if !ok {
		return turnedAway(i, wait)
	}
	defer g.leave(who)
	return g.next.Handle(ctx, i)
}

// turnedAway answers a user who is too fast, or with wait 0 a user with too much under way.
func turnedAway(i Interaction, wait time.Duration) Answer {
	t := lang.Of(i.Locale)
	switch {
	case i.Kind == Complete:
		return Answer{Choices: []Choice{}}
	case wait == 0:
		return Fresh(Text(t.Say("bot.too-busy")))
	}
	return Fresh(Text(t.Say("⏳ That was too much at once for me, and nothing was done by it. Please try again in %d s.",
		int(math.Ceil(wait.Seconds())))))
}

// enter takes the interaction's cost. If there is too little left it says how long it will take until there is enough.
func (g *Gate) enter(i Interaction) (who *guest, wait time.Duration, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.clock.Now()
	who = g.guest(i.User, now)
	if who.inside >= g.rates.AtOnce {
		g.refused++
		return nil, 0, false
	}
	left, n := who.acts, g.next.Cost(i)
	if i.Kind == Complete {
		left = who.typing
	}
	if !left.AllowN(now, n) {
		g.refused++
		short := float64(n) - left.TokensAt(now)
		return nil, time.Duration(short / float64(left.Limit()) * float64(time.Second)), false
	}
	who.inside++
	return who, 0, true
}

func (g *Gate) leave(who *guest) {
	g.mu.Lock()
	defer g.mu.Unlock()
	who.inside--
}

// guest finds or makes the note of a user. Callers hold mu.
func (g *Gate) guest(u UserID, now time.Time) *guest {
	if who, ok := g.guests[u]; ok {
		return who
	}
	if len(g.guests) >= maxGuests {
		g.forget(now)
	}
	const letters = 4 // suggestions for one act
	who := &guest{acts: rate.NewLimiter(rate.Every(g.rates.Every), g.rates.Burst),
		typing: rate.NewLimiter(rate.Every(g.rates.Every/letters), letters*g.rates.Burst)}
	g.guests[u] = who
	return who
}

// forget makes room. It drops the users whose whole burst is free again, or if there are none, all who have nothing under way.
func (g *Gate) forget(now time.Time) {
	for _, all := range []bool{false, true} {
		for u, who := range g.guests {
			if who.inside == 0 && (all || who.acts.TokensAt(now) >= float64(g.rates.Burst)) {
				delete(g.guests, u)
			}
		}
		if len(g.guests) < maxGuests {
			return
		}
	}
}

// Refused is how many interactions were turned away so far.
func (g *Gate) Refused() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.refused
}
