package lobby

import (
	"encoding/json"
	"slices"
	"time"

	"downsync/bot"
	"downsync/bot/wait"
	"downsync/game"
	"downsync/game/table"
)

// Table is an open challenge: some people gather for a match. It is a mutable record, which the opening of the match deletes.
type Table struct {
	ID   string     `json:"id"`   // becomes the match's id
	Host bot.UserID `json:"host"` // made it, and has the first seat
	// Seats are the seats of the match, in order. One without a user is free.
	Seats []Seat `json:"seats"`
	// Closed tables let nobody else in: the host has begun without filling every seat.
	Closed bool `json:"closed,omitempty"`
	// Invited are the only people who may take a seat; empty: anyone may.
	Invited []Guest `json:"invited,omitempty"`
	// Choosing are people who have accepted and are choosing a force, the newest last. They have no seat yet.
	Choosing []Seat `json:"choosing,omitempty"`
	// Banned are those whom the host sent away, who cannot come back.
	Banned []bot.UserID `json:"banned,omitempty"`

	Game     string          `json:"game,omitempty"` // as App.Recorded names it
	Settings json.RawMessage `json:"settings"`
	Clock    string          `json:"clock"`               // one of the bot's timings, by name
	AsksWhen bool            `json:"asks_when,omitempty"` // the host named no clock and may choose one until somebody accepts
	Usual    string          `json:"usual,omitempty"`     // the clock that it had before the host chose one; "": they have not
	Pace     string          `json:"pace,omitempty"`      // strict, or "": natural
	Turn     time.Duration   `json:"turn,omitempty"`      // its own times, 0 for those of the clock
	React    time.Duration   `json:"react,omitempty"`
	Hints    bool            `json:"hints,omitempty"` // everybody may ask the program what it would do
	Seed     string          `json:"seed,omitempty"`  // of the dice, secret; drawn with the table

	Guild    bot.GuildID   `json:"guild"`
	Channel  bot.ChannelID `json:"channel"`
	Message  bot.MessageID `json:"message"`            // the public card
	Language string        `json:"language,omitempty"` // of everything public
	Theme    string        `json:"theme,omitempty"`    // of its pictures
	Headline string        `json:"headline,omitempty"` // above its terms
	Until    time.Time     `json:"until"`
	// Wait is who is waited for. It matters in a series, which a side may lose by it.
	Wait    wait.Waiting `json:"wait,omitzero"`
	Callers []caller     `json:"callers,omitempty"` // those who took a seat, for whom the host was called
	Written []written    `json:"written,omitempty"` // direct messages that call for Ready

	Of     table.ID         `json:"of,omitempty"`     // the match that it is a rematch of
	Series *bot.SeriesMatch `json:"series,omitempty"` // it is the next match of a series; nil: of none
	bot.Skipped

	kept  table.Record // its record as it was read: what is written takes its place only
	note  string       // what the user noted has to know of the force that they have just chosen
	noted bot.UserID   // who is told the note
}

// Seat is a seat at a table, with who has taken it.
type Seat struct {
	User bot.UserID `json:"user,omitempty"` // "": the seat is free
	Name string     `json:"name,omitempty"`
	// Force is secret; "" while they choose it.
	Force string `json:"force,omitempty"`
	// Entropy is the hash of their words for the dice, "" if they gave none.
	Entropy string `json:"entropy,omitempty"`
	// By is the interaction by which they took the seat. The host is called for that one alone.
	By bot.InteractionID `json:"by,omitempty"`
	// Rival is how the program plays in the seat; nil: a person does.
	Rival *bot.RivalSeat `json:"rival,omitempty"`
	// Ready is when they said that they are ready; zero: they have not.
	Ready time.Time `json:"ready,omitzero"`
	// Recalled equals Ready if they were called again since, because that was too long ago.
	Recalled time.Time `json:"recalled,omitzero"`
}

// Guest is a person who is invited.
type Guest struct {
	User bot.UserID `json:"user"`
	Name string     `json:"name"`
	// Declined guests are not called any more, but may still take a seat.
	Declined bool `json:"declined,omitempty"`
}

// written is a direct message with buttons of a table.
type written struct {
	User    bot.UserID    `json:"user"`
	Channel bot.ChannelID `json:"channel"`
	Message bot.MessageID `json:"message"`
}

// caller is a user for whom the host was called, with the interaction by which they took a seat then.
type caller struct {
	User bot.UserID        `json:"user"`
	By   bot.InteractionID `json:"by"`
}

const (
	// mostCalls is for how many users who take a seat the host is called.
	mostCalls = 5
	// mostChoosing is how many users who are choosing a force are remembered.
	mostChoosing = 5
	// mostBanned is how many users who were sent away a table remembers, the newest last.
	mostBanned = 100
	// mostWritten is how many direct messages about a table are brought up to date at its end.
	mostWritten = 10
)

// place is the seat of the user, from 0; -1 if they have none.
func (t Table) place(u bot.UserID) int {
	if u == "" {
		return -1
	}
	return slices.IndexFunc(t.Seats, func(s Seat) bool { return s.User == u })
}

// free is the first free seat, from 0; -1 if there is none that may be taken.
func (t Table) free() int {
	if t.Closed {
		return -1
	}
	return slices.IndexFunc(t.Seats, func(s Seat) bool { return s.User == "" })
}

// full reports whether nobody else can take a seat.
func (t Table) full() bool { return t.free() < 0 }

// seat is the match's seat that the user has, or would take.
func (t Table) seat(u bot.UserID) game.Seat {
	if n := t.place(u); n >= 0 {
		return game.Seat(n + 1)
	}
	if n := t.free(); n >= 0 {
		return game.Seat(n + 1)
	}
	return game.Seat(len(t.Seats))
}

// taken are the places that have somebody, in order.
func (t Table) taken() (places []int) {
	for n, s := range t.Seats {
		if s.User != "" {
			places = append(places, n)
		}
	}
	return places
}

// users are those who have a seat, in order.
func (t Table) users() (us []bot.UserID) {
	for _, n := range t.taken() {
		us = append(us, t.Seats[n].User)
	}
	return us
}

// names are the names of those who have a seat, in order.
func (t Table) names() (out []string) {
	for _, n := range t.taken() {
		out = append(out, t.Seats[n].Name)
	}
	return out
}

// others are the users with a seat besides that one.
func (t Table) others(u bot.UserID) []bot.UserID {
	return slices.DeleteFunc(t.users(), func(x bot.UserID) bool { return x == u })
}

// hostName is the host's name.
func (t Table) hostName() string { return t.Seats[0].Name }

// force is the force of a place, "" for a user who has no seat.
func (t Table) force(place int) string {
	if place < 0 {
		return ""
	}
	return t.Seats[place].Force
}

// programs are the places that the program plays.
func (t Table) programs() (places []int) {
	for n, s := range t.Seats {
		if s.Rival != nil {
			places = append(places, n)
		}
	}
	return places
}

// people are the places that people have.
func (t Table) people() (places []int) {
	for n, s := range t.Seats {
		if s.User != "" && s.Rival == nil {
			places = append(places, n)
		}
	}
	return places
}

// isProgram reports whether the program has the place.
func (t Table) isProgram(place int) bool { return t.Seats[place].Rival != nil }

// againstProgram reports whether one person alone plays against the program.
func (t Table) againstProgram() bool {
	return t.full() && len(t.people()) == 1 && len(t.programs()) > 0
}

// invites reports whether the user is invited by name.
func (t Table) invites(u bot.UserID) bool {
	return slices.ContainsFunc(t.Invited, func(g Guest) bool { return g.User == u })
}

// awaited returns the guests who have neither a seat nor declined.
func (t Table) awaited() (out []Guest) {
	for _, g := range t.Invited {
		if t.place(g.User) < 0 && !g.Declined {
			out = append(out, g)
		}
	}
	return out
}

// isBanned reports whether the host sent the user away.
func (t Table) isBanned(u bot.UserID) bool { return slices.Contains(t.Banned, u) }

// chooser is the index of the user among those who are choosing a force, -1 if they are not.
func (t Table) chooser(u bot.UserID) int {
	return slices.IndexFunc(t.Choosing, func(x Seat) bool { return x.User == u })
}

// choose notes a user who is choosing a force.
func (t *Table) choose(s Seat) {
	if n := t.chooser(s.User); n >= 0 {
		if s.Entropy != "" {
			t.Choosing = slices.Clone(t.Choosing)
			t.Choosing[n].Entropy = s.Entropy
		}
		return
	}
	if len(t.Choosing) >= mostChoosing { // a user who gave no words goes first, as words are not asked for again
		oldest := max(0, slices.IndexFunc(t.Choosing, func(x Seat) bool { return x.Entropy == "" }))
		t.Choosing = slices.Delete(slices.Clone(t.Choosing), oldest, oldest+1)
	}
	t.Choosing = append(slices.Clip(t.Choosing), s)
}

// stopChoosing removes the user from those who are choosing a force.
func (t *Table) stopChoosing(u bot.UserID) {
	t.Choosing = slices.DeleteFunc(slices.Clone(t.Choosing), func(x Seat) bool { return x.User == u })
}

// sit puts the user into a free place and returns it, or -1 if there is none.
func (t *Table) sit(s Seat) int {
	n := t.free()
	if n < 0 {
		return -1
	}
	t.stopChoosing(s.User)
	t.Seats = slices.Clone(t.Seats)
	if t.Seats[n] = s; t.full() {
		t.Choosing = nil
		if !t.several() { // a challenge may wait for a day, and its host be away
			t.unready(0)
		}
	}
	return n
}

// stand frees a place. A closed table opens again.
func (t *Table) stand(place int) {
	t.Seats = slices.Clone(t.Seats)
	t.Written = slices.DeleteFunc(slices.Clone(t.Written), func(w written) bool { return !t.several() || w.User == t.Seats[place].User })
	t.Seats[place], t.Closed = Seat{}, false
	if !t.several() { // nobody is left to be ready for
		t.unready(0)
	}
	t.Wait.Heard()
}

// left is the table's direct messages that a user who leaves makes void: their own, and of a table of two all.
func (t Table) left(u bot.UserID) Table {
	t.Written = slices.DeleteFunc(slices.Clone(t.Written), func(w written) bool { return t.several() && w.User != u })
	return t
}

// unready takes back that a place is ready.
func (t *Table) unready(place int) {
	t.Seats[place].Ready, t.Seats[place].Recalled = time.Time{}, time.Time{}
}

// ban keeps the user from taking a seat again.
func (t *Table) ban(u bot.UserID) {
	t.Banned = append(slices.DeleteFunc(slices.Clone(t.Banned), func(x bot.UserID) bool { return x == u }), u)
	t.Banned = t.Banned[max(0, len(t.Banned)-mostBanned):]
}

// calls reports whether the host is called for a user who takes a seat by that interaction, and notes it. The host is called once for each
// user, so that nobody calls again by leaving and coming back.
func (t *Table) calls(user bot.UserID, by bot.InteractionID) bool {
	n := t.callerOf(user)
	switch {
	case n >= 0:
		return t.Callers[n].By == by // which is handed over again
	case len(t.Callers) >= mostCalls:
		return false
	}
	t.Callers = append(slices.Clip(t.Callers), caller{user, by})
	return true
}

// callerOf is the index of the user among the callers, -1 if they are none.
func (t Table) callerOf(u bot.UserID) int {
	return slices.IndexFunc(t.Callers, func(x caller) bool { return x.User == u })
}
