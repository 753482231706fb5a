package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"downsync/game"
	"downsync/game/table"
)

// A player who presses something in a match has it before them, and needs no sound to look at it. So each interaction of a player in their match is
// noted as a Presence of their seat. It decides how that seat's own messages come, and nothing that anybody else receives.
//
// This process remembers a presence at once. It is stored with what an interaction writes anyway: with the commit of an order, so that
// whichever host delivers what follows from it knows of it, and with a page of controls. An interaction that writes neither stores it
// by itself, at most once in presenceEvery.

// Presence is a player's latest press in a match; zero: none is known.
type Presence struct {
	At      time.Time `json:"t"`
	Message MessageID `json:"m,omitempty"` // the one that was pressed; "" for a command
}

// Recent reports whether the player is present: they pressed something within the last minute.
func (p Presence) Recent(now time.Time) bool { return p.Within(presentFor, now) }

// Within reports whether the press was made less than that long before now.
func (p Presence) Within(d time.Duration, now time.Time) bool {
	return !p.At.IsZero() && now.Sub(p.At) < d
}

// presentFor is how long after a press a player counts as present. So long they get no message about the match with a sound.
const presentFor = time.Minute

// presenceEvery is how often a presence is stored at most where nothing else is written.
const presenceEvery = 15 * time.Second

// PresenceKey is the key of the record of a seat's presence. It goes when the match is over.
func PresenceKey(id table.ID, seat game.Seat) string { return fmt.Sprintf("present/%s/%d", id, seat) }

// presences are the latest presses that this process knows of.
type presences struct {
	mu     sync.Mutex
	last   map[seatOf]Presence
	stored map[seatOf]time.Time // when each was last stored
}

// note remembers a presence.
func (p *presences) note(at seatOf, x Presence) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.last == nil || len(p.last) >= mostSent {
		p.last, p.stored = map[seatOf]Presence{}, map[seatOf]time.Time{}
	}
	p.last[at] = x
}

// get returns what this process knows of a seat.
func (p *presences) get(at seatOf) Presence {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.last[at]
}

// due reports whether the seat's presence is to be stored by itself now, and notes that it is.
func (p *presences) due(at seatOf, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now.Sub(p.stored[at]) < presenceEvery {
		return false
	}
	p.stored[at] = now
	return true
}

// wrote notes that the seat's presence is stored.
func (p *presences) wrote(at seatOf, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stored != nil {
		p.stored[at] = now
	}
}

// attending is the presence that an interaction notes; its match is "" until that is known.
type attending struct {
	app *App
	at  seatOf
	Presence
}

// Attend notes that the user of the interaction is at hand in their match. A delivery has no such user, and a lesson no match.
func (c *Call) Attend(id table.ID, seat game.Seat) {
	if c.attending == nil {
		return
	}
	c.attending.at, c.attending.Presence = seatOf{id, seat}, Presence{c.Clock.Now().UTC(), c.Message}
	c.presences.note(c.attending.at, c.attending.Presence)
}

// Elsewhere is the call in another hall than the bot's own, where nobody is noted to be present.
func (c *Call) Elsewhere(h Hall) *Call {
	other := *c
	other.Hall, other.attending = h, nil
	return &other
}

// records are written beside whatever the interaction commits.
func (x *attending) records() []table.Record {
	if x.at.match == "" {
		return nil
	}
	r, err := RecordOf(PresenceKey(x.at.match, x.at.seat), x.Presence)
	if err != nil {
		return nil
	}
	x.app.presences.wrote(x.at, x.At)
	return []table.Record{r}
}

// settle stores the presence if the interaction has not, unless the match is over: then nothing asks for it any more. A presence that
// cannot be stored holds nothing up.
func (x *attending) settle(ctx context.Context) {
	if x.at.match == "" || !x.app.presences.due(x.at, x.At) {
		return
	}
	p, err := x.app.Hall.Public(ctx, x.at.match)
	if err == nil && p.Result == nil {
		err = x.app.Records.Put(ctx, x.records()...)
	}
	if err != nil {
		x.app.Log.Info("presence not stored", "match", x.at.match, "error", err.Error())
	}
}

// Present returns the latest press of the seat's player in the match that this process or the store knows of. One that cannot be read is
// none: a message then comes with a sound.
func (a *App) Present(ctx context.Context, id table.ID, seat game.Seat) Presence {
	last := a.presences.get(seatOf{id, seat})
	raw, err := a.Records.Get(ctx, PresenceKey(id, seat))
	var kept Presence
	if err == nil {
		err = json.Unmarshal(raw, &kept)
	}
	if NotFound(err) != nil {
		a.Log.Warn("presence not read", "match", id, "error", fmt.Sprintf("%T", err))
	}
	if err == nil && kept.At.After(last.At) {
		return kept
	}
	return last
}

// IsPresent reports whether the seat's player pressed something in the match within the last minute.
func (a *App) IsPresent(ctx context.Context, id table.ID, seat game.Seat) bool {
	return a.Present(ctx, id, seat).Recent(a.Clock.Now())
}
