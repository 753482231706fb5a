package twins

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"downsync/bot"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// betrayal is a leak that an attack must provoke: after the event that makes the attack work, everybody can see which of the two
// worlds it is. If it is not found, the attack has no effect or nobody looks.
type betrayal struct {
	mu    sync.Mutex
	world int
	by    string      // the event that provokes it
	clock table.Clock // set when the attack begins; nil before
	since time.Time   // the time of the event
	on    bool
}

func (b *betrayal) leak() Leak {
	return Leak{Name: b.by,
		hall: func(h bot.Hall) bot.Hall { b.meets("start"); return bot.HallOf(betrayed{h, b}) },
		refused: func(err error) {
			if errors.Is(err, wire.ErrClosedDM) {
				b.meets("closed")
			}
		}}
}

// attacked marks the beginning of the attack.
func (b *betrayal) attacked(clock table.Clock) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.clock, b.since = clock, clock.Now()
}

func (b *betrayal) meets(what string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.on = b.on || b.clock != nil && what == b.by
}

func (b *betrayal) tells() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.clock != nil && b.by == "time" && b.clock.Now().After(b.since) {
		b.on = true
	}
	return b.on && b.world == 1
}

// swaps makes the players exchange their names once the betrayal shows.
func (b *betrayal) swaps(p *table.Public) {
	if b.tells() {
		p.Meta.Users = slices.Clone(p.Meta.Users)
		slices.Reverse(p.Meta.Users)
	}
}

type betrayed struct {
	bot.Hall
	b *betrayal
}

func (h betrayed) Public(ctx context.Context, id table.ID) (table.Public, error) {
	p, err := h.Hall.Public(ctx, id)
	h.b.swaps(&p)
	return p, err
}

func (h betrayed) PublicAt(ctx context.Context, id table.ID, at table.Point) (table.Public, table.Moment, error) {
	h.b.meets("the past")
	if h.b.tells() {
		at = table.AtPublic(1 << 20) // this event does not exist
	}
	return h.Hall.PublicAt(ctx, id, at)
}

func (h betrayed) Referee(ctx context.Context, cause string, id table.ID, r table.Ruling) (table.Outcome, error) {
	h.b.meets("ruling " + r.What)
	return h.Hall.Referee(ctx, cause, id, r)
}

func (h betrayed) Propose(ctx context.Context, cause string, id table.ID, seat game.Seat, what table.Proposal, d time.Duration) (bool, error) {
	h.b.meets("proposal")
	return h.Hall.Propose(ctx, cause, id, seat, what, d)
}

func (h betrayed) Undo(ctx context.Context, cause string, id table.ID, seat game.Seat) (table.Outcome, error) {
	h.b.meets("undo")
	return h.Hall.Undo(ctx, cause, id, seat)
}

func (h betrayed) Act(ctx context.Context, cause string, id table.ID, seat game.Seat, ask string, r game.Reply, then ...game.Reply) (table.Outcome, error) {
	h.b.meets("order " + r.Order())
	return h.Hall.Act(ctx, cause, id, seat, ask, r, then...)
}
