package lobby

import (
	"encoding/json"
	"slices"
	"time"

	"downsync/bot"
	"downsync/bot/bound"
	"downsync/bot/wait"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// Table is an open challenge, at which people gather for a match. It is a mutable record, which the opening of the
// match deletes.
type Table struct {
	ID   string      `json:"id"`   // becomes the match's id
	Host wire.UserID `json:"host"` // made it, and has the first seat
	// Seats are the seats of the match, in order. A seat without a user is free.
	Seats []Seat `json:"seats"`
	// Closed means that nobody else may join: the host has begun without filling every seat.
	Closed bool `json:"closed,omitempty"`
	// Invited lists the people for whom seats are kept. Anyone may take the other seats.
	Invited []Guest `json:"invited,omitempty"`
	// Choosing lists people who have accepted and are choosing a force, the newest last. They have no seat yet.
	Choosing []Seat `json:"choosing,omitempty"`
	// Banned lists users whom the host removed. They cannot come back.
	Banned []wire.UserID `json:"banned,omitempty"`

	Game     string          `json:"game,omitempty"` // as App.Recorded names it
	Settings json.RawMessage `json:"settings"`
	Clock    string          `json:"clock"`               // one of the bot's timings, by name
	AsksWhen bool            `json:"asks_when,omitempty"` // the host named no clock and may choose one until somebody accepts
	Usual    string          `json:"usual,omitempty"`     // the server's clock before the host chose one; "": they have not
	Pace     string          `json:"pace,omitempty"`      // strict, or "": natural
	Turn     time.Duration   `json:"turn,omitempty"`      // the match's own times; 0: the clock's
	React    time.Duration   `json:"react,omitempty"`
	Hints    bool            `json:"hints,omitempty"` // everybody may ask the program for its advice
	Seed     string          `json:"seed,omitempty"`  // of the dice, secret; drawn with the table
	// Choices holds what the host chose about the terms, by option. Random choices follow from Drawn; "": the host cannot
	// change the terms, as at tables of older programs and in a series.
	Choices wire.Options `json:"choices,omitempty"`
	Drawn   string       `json:"drawn,omitempty"`

	Guild    wire.GuildID   `json:"guild"`
	Channel  wire.ChannelID `json:"channel"`
	Message  wire.MessageID `json:"message"`            // the public card
	Language string         `json:"language,omitempty"` // of everything public
	Theme    string         `json:"theme,omitempty"`    // of its pictures
	Headline string         `json:"headline,omitempty"` // above its terms
	Until    time.Time      `json:"until"`
	// Wait records whom the table waits for. It matters in a series, which a side may lose on time.
	Wait    wait.Waiting `json:"wait,omitzero"`
	Callers []caller     `json:"callers,omitempty"` // users who took a seat, for whom the host was notified
	Written []written    `json:"written,omitempty"` // direct messages that ask for Ready

	Of     table.ID         `json:"of,omitempty"`     // the match that it is a rematch of
	Known  bool             `json:"known,omitempty"`  // everybody learned the lists of that match
	Again  int              `json:"again,omitempty"`  // how many matches came before it in the row of rematches; 0: it is none
	Series *bot.SeriesMatch `json:"series,omitempty"` // it is the next match of this series; nil: of none
	bot.Skipped

	kept  table.Record // its record as read: a write replaces only that
	note  string       // what noted must know about the force that they have just chosen
	noted wire.UserID  // the user who sees the note
}

// Seat is a seat at a table, with the player who has taken it.
type Seat struct {
	User wire.UserID `json:"user,omitempty"` // "": the seat is free
	Name string      `json:"name,omitempty"`
	// Force is secret; "" while they are choosing it.
	Force string `json:"force,omitempty"`
	// Entropy is the hash of their words for the dice, "" if they gave none.
	Entropy string `json:"entropy,omitempty"`
	// By is the interaction by which they took the seat. The host is notified for that one alone.
	By wire.InteractionID `json:"by,omitempty"`
	// Rival says how the program plays in the seat; nil: a person plays.
	Rival *bot.RivalSeat `json:"rival,omitempty"`
	// Ready is when they said that they are ready; zero: they have not.
	Ready time.Time `json:"ready,omitzero"`
	// Recalled equals Ready if they were notified again afterwards because that was too long ago.
	Recalled time.Time `json:"recalled,omitzero"`
}

// Guest is an invited person.
type Guest struct {
	User wire.UserID `json:"user"`
	Name string      `json:"name"`
	// Declined guests are no longer notified, but may still take a seat.
	Declined bool `json:"declined,omitempty"`
}

// written is a direct message with buttons of a table.
type written struct {
	User    wire.UserID    `json:"user"`
	Channel wire.ChannelID `json:"channel"`
	Message wire.MessageID `json:"message"`
}

// caller is a user for whom the host was notified, with the interaction by which they took a seat then.
type caller struct {
	User wire.UserID        `json:"user"`
	By   wire.InteractionID `json:"by"`
}

const (
	// mostChoosing bounds how many users who are choosing a force are remembered.
	mostChoosing = 5
	// mostBanned bounds how many removed users a table remembers, the newest last.
	mostBanned = 100
	// mostWritten bounds how many direct messages about a table are updated at its end.
	mostWritten = 10
)

// place returns the user's seat, from 0; -1 if they have none.
func (t Table) place(u wire.UserID) int {
	if u == "" {
		return -1
	}
	return slices.IndexFunc(t.Seats, func(s Seat) bool { return s.User == u })
}

// free returns the first free seat, from 0; -1 if no seat can be taken.
func (t Table) free() int {
	if t.Closed {
		return -1
	}
	return slices.IndexFunc(t.Seats, func(s Seat) bool { return s.User == "" })
}

// full reports whether nobody else can take a seat.
func (t Table) full() bool { return t.free() < 0 }

// seat returns the match's seat that the user has, or would take.
func (t Table) seat(u wire.UserID) game.Seat {
	if n := t.place(u); n >= 0 {
		return game.Seat(n + 1)
	}
	if n := t.free(); n >= 0 {
		return game.Seat(n + 1)
	}
	return game.Seat(len(t.Seats))
}

// taken returns the places that somebody has, in order.
func (t Table) taken() (places []int) {
	for n, s := range t.Seats {
		if s.User != "" {
			places = append(places, n)
		}
	}
	return places
}

// users returns the users who have a seat, in order.
func (t Table) users() (us []wire.UserID) {
	for _, n := range t.taken() {
		us = append(us, t.Seats[n].User)
	}
	return us
}

// names returns the names of those users, in order.
func (t Table) names() (out []string) {
	for _, n := range t.taken() {
		out = append(out, t.Seats[n].Name)
	}
	return out
}

// others returns the users with a seat, except u.
func (t Table) others(u wire.UserID) []wire.UserID {
	return slices.DeleteFunc(t.users(), func(x wire.UserID) bool { return x == u })
}

// hostName returns the host's name.
func (t Table) hostName() string { return t.Seats[0].Name }

// force returns the force of a place, "" for a user who has no seat.
func (t Table) force(place int) string {
	if place < 0 {
		return ""
	}
	return t.Seats[place].Force
}

// programs returns the places that the program plays.
func (t Table) programs() (places []int) {
	for n, s := range t.Seats {
		if s.Rival != nil {
			places = append(places, n)
		}
	}
	return places
}

// people returns the places that people have.
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
func (t Table) invites(u wire.UserID) bool {
	return slices.ContainsFunc(t.Invited, func(g Guest) bool { return g.User == u })
}

// openToAnyone reports whether a free seat remains that is kept for no guest.
func (t Table) openToAnyone() bool {
	free := len(t.Seats) - len(t.taken())
	for _, g := range t.Invited {
		if t.place(g.User) < 0 {
			free--
		}
	}
	return len(t.Invited) == 0 || free > 0
}

// admits reports whether one of the free seats may be the user's.
func (t Table) admits(u wire.UserID) bool { return !t.several() || t.openToAnyone() || t.invites(u) }

// awaited returns the guests who have neither taken a seat nor declined.
func (t Table) awaited() (out []Guest) {
	for _, g := range t.Invited {
		if t.place(g.User) < 0 && !g.Declined {
			out = append(out, g)
		}
	}
	return out
}

// isBanned reports whether the host removed the user.
func (t Table) isBanned(u wire.UserID) bool {
	return slices.ContainsFunc(t.Banned, func(x wire.UserID) bool { return bot.IsUser(x, t.ID, u) })
}

// unban lets a user come back whom the host removed.
func (t *Table) unban(u wire.UserID) {
	t.Banned = slices.DeleteFunc(slices.Clone(t.Banned), func(x wire.UserID) bool { return bot.IsUser(x, t.ID, u) })
}

// unname replaces the id of a user whose data is removed among those whom the host removed and for whom the host was
// notified.
func (t *Table) unname(u wire.UserID) {
	t.Banned, t.Callers = slices.Clone(t.Banned), slices.Clone(t.Callers)
	for n, x := range t.Banned {
		if x == u {
			t.Banned[n] = bot.Unnamed(t.ID, u)
		}
	}
	for n, x := range t.Callers {
		if x.User == u {
			t.Callers[n].User = bot.Unnamed(t.ID, u)
		}
	}
}

// chooser returns the user's index among those who are choosing a force, -1 if they are not.
func (t Table) chooser(u wire.UserID) int {
	return slices.IndexFunc(t.Choosing, func(x Seat) bool { return x.User == u })
}

// choose adds a user who is choosing a force.
func (t *Table) choose(s Seat) {
	if n := t.chooser(s.User); n >= 0 {
		if s.Entropy != "" {
			t.Choosing = slices.Clone(t.Choosing)
			t.Choosing[n].Entropy = s.Entropy
		}
		return
	}
	if len(t.Choosing) >= mostChoosing { // drop a user without words first: the bot does not ask for words again
		oldest := max(0, slices.IndexFunc(t.Choosing, func(x Seat) bool { return x.Entropy == "" }))
		t.Choosing = slices.Delete(slices.Clone(t.Choosing), oldest, oldest+1)
	}
	t.Choosing = append(slices.Clip(t.Choosing), s)
}

// stopChoosing removes the user from those who are choosing a force.
func (t *Table) stopChoosing(u wire.UserID) {
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
		if !t.several() { // a challenge may wait for a day while its host is away
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
	if !t.several() { // there is nobody left to be ready for
		t.unready(0)
	}
	t.Wait.Heard()
}

// left returns the table with only those direct messages that a leaving user makes void: their own, and at a table of
// two all of them.
func (t Table) left(u wire.UserID) Table {
	t.Written = slices.DeleteFunc(slices.Clone(t.Written), func(w written) bool { return t.several() && w.User != u })
	return t
}

// unready withdraws that a place is ready.
func (t *Table) unready(place int) {
	t.Seats[place].Ready, t.Seats[place].Recalled = time.Time{}, time.Time{}
}

// ban stops the user from taking a seat again.
func (t *Table) ban(u wire.UserID) {
	t.unban(u)
	t.Banned = append(t.Banned, u)
	t.Banned = t.Banned[max(0, len(t.Banned)-mostBanned):]
}

// calls reports whether to notify the host of a user who takes a seat by that interaction, and notes it. The host is
// notified once for each user, so that nobody notifies them again by leaving and coming back.
func (t *Table) calls(user wire.UserID, by wire.InteractionID) bool {
	n := t.callerOf(user)
	switch {
	case n >= 0:
		return t.Callers[n].By == by // the same interaction, delivered again
	case len(t.Callers) >= bound.Callers.Most:
		return false
	}
	t.Callers = append(slices.Clip(t.Callers), caller{user, by})
	return true
}

// callerOf returns the user's index among the callers, -1 if there is none.
func (t Table) callerOf(u wire.UserID) int {
	return slices.IndexFunc(t.Callers, func(x caller) bool { return bot.IsUser(x.User, t.ID, u) })
}
