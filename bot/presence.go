package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"downsync/bot/keys"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// A player who presses something in a match is looking at it and needs no sound. So each interaction of a player in
// their match is noted as a Presence of their seat. It affects the seat's own messages, and nothing that anybody else
// receives.
//
// This process remembers a presence at once. The store gets it together with other writes of the interaction: with the
// commit of an order, so that any host that delivers the consequences knows of it, and with a page of controls. An
// interaction that writes neither stores it separately, at most once in presenceEvery.

// Presence is a player's latest press in a match; zero: no press is known.
type Presence struct {
	At      time.Time          `json:"t"`
	Message wire.MessageID     `json:"m,omitempty"` // the message with the pressed control; "" for a command
	Press   wire.InteractionID `json:"p,omitempty"`
	Note    string             `json:"n,omitempty"` // what the answer says about the press, in the player's language; "": nothing
	State   string             `json:"s,omitempty"` // with Note: what else the console showed
}

// noteStays is how long a note about a press stays on its console, whoever shows the console again in the same state:
// the answer to an earlier press may be tried again for that long, and the match's update may come late.
const noteStays = 30 * time.Second

// after reports whether the press is later than the other. The clocks of two hosts may differ, so Discord's ids decide.
func (p Presence) after(other Presence) bool {
	if p.Press != "" && other.Press != "" {
		return p.Press.After(other.Press)
	}
	return p.At.After(other.At)
}

// NoteOn returns the note that the message shows above a console in that state; "" if it shows none.
func (p Presence) NoteOn(m wire.MessageID, state string, now time.Time) string {
	if p.Note == "" || p.Message != m || p.State != state || !p.Within(noteStays, now) {
		return ""
	}
	return p.Note
}

// Recent reports whether the player is present: they pressed something within the last minute.
func (p Presence) Recent(now time.Time) bool { return p.Within(presentFor, now) }

// Within reports whether the press was less than d before now.
func (p Presence) Within(d time.Duration, now time.Time) bool {
	return !p.At.IsZero() && now.Sub(p.At) < d
}

// presentFor is how long a player counts as present after a press. During it no message about the match makes a sound
// for them.
const presentFor = time.Minute

// presenceEvery is the least time between two separate writes of a presence.
const presenceEvery = 15 * time.Second

// presences holds the latest presses that this process knows of.
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

// get returns the seat's presence as this process knows it.
func (p *presences) get(at seatOf) Presence {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.last[at]
}

// due reports whether to store the seat's presence separately now. If so, it notes that as done.
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

// attending is the presence that an interaction notes. Its match is "" until the match is known.
type attending struct {
	app *App
	at  seatOf
	Presence
	settled bool
}

// Attend notes that the interaction's user is at their match. A delivery has no such user, and a lesson no match.
func (c *Call) Attend(id table.ID, seat game.Seat) {
	if c.attending == nil {
		return
	}
	c.attending.at, c.attending.Presence = seatOf{id, seat}, Presence{At: c.Clock.Now().UTC(), Message: c.Message, Press: c.ID}
	c.presences.note(c.attending.at, c.attending.Presence)
}

// Noted notes that the answer to a press is a console with a note about it. Every host then shows the note too.
func (c *Call) Noted(note, state string) {
	x := c.attending
	if x == nil || x.settled || x.at.match == "" || !c.Private || c.Message == "" {
		return
	}
	x.Note, x.State = note, state
	c.presences.note(x.at, x.Presence)
}

// Elsewhere returns the call in another hall than the bot's own. It notes no presence there.
func (c *Call) Elsewhere(h Hall) *Call {
	other := *c
	other.Hall, other.attending = h, nil
	return &other
}

// records returns the records to write with anything that the interaction commits.
func (x *attending) records() []table.Record {
	if x.at.match == "" {
		return nil
	}
	r, err := RecordOf(keys.Presence(x.at.match, x.at.seat), x.Presence)
	if err != nil {
		return nil
	}
	x.app.presences.wrote(x.at, x.At)
	return []table.Record{r}
}

// settle stores the presence if the interaction has not, or has a note, unless the match has ended: nothing reads it
// then. If it cannot be stored, the interaction goes on.
func (x *attending) settle(ctx context.Context) {
	x.settled = true
	if x.at.match == "" || !x.app.presences.due(x.at, x.At) && x.Note == "" {
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

// Present returns the latest press of the seat's player in the match that this process or the store knows of. It treats
// an unreadable one as none, and a message then comes with a sound.
func (a *App) Present(ctx context.Context, id table.ID, seat game.Seat) Presence {
	last := a.presences.get(seatOf{id, seat})
	raw, err := a.Records.Get(ctx, keys.Presence(id, seat))
	var kept Presence
	if err == nil {
		err = json.Unmarshal(raw, &kept)
	}
	if NotFound(err) != nil {
		a.Log.Warn("presence not read", "match", id, "error", fmt.Sprintf("%T", err))
	}
	if err == nil && kept.after(last) {
		return kept
	}
	return last
}

// IsPresent reports whether the seat's player pressed something in the match within the last minute.
func (a *App) IsPresent(ctx context.Context, id table.ID, seat game.Seat) bool {
	return a.Present(ctx, id, seat).Recent(a.Clock.Now())
}
