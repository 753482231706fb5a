// Package game is the match kernel: seats, open questions, replies, facts and viewers. It knows no game, reads no
// clock, does no I/O and owns no randomness.
//
// Vocabulary: a Ruleset asks open questions (Ask); a player answers one with a Reply; what comes of it is recorded
// as facts; the state is the fold of all facts. Who may learn a fact is the fact's own affair (Fact.For). A Record
// is one decision as it is stored.
//
// Promises, proved by game/gametest for every ruleset:
//  1. The state after replaying the records equals the state they were made on, after every step; so does one restored
//     from a snapshot.
//  2. A refused reply changes nothing; an accepted one cannot fail half way.
//  3. The zero Viewer is an onlooker and knows least; a fact without a For for a viewer tells them nothing.
//  4. Replay never rolls: rolls are part of facts.
//  5. A record decided anew with the dice it tells of is the same record, to the byte.
//  6. A reply sealed in a group changes no other seat's questions, views or facts until the group closes.
//  7. A standing act, whether public or private, rolled or not, changes nothing about what another seat may take back, unless it
//     ends the match. It stays when that seat does: its facts must fold without the steps that can still be taken back.
package game

import "strconv"

// Seat is a place at the table, from 1. The zero value is nobody.
type Seat int

// Viewer is somebody who looks at a match. The zero value is an onlooker, who knows least.
type Viewer struct {
	seat    Seat
	referee bool
}

// Onlooker sees what everybody sees.
func Onlooker() Viewer { return Viewer{} }

// Player sees what the player in that seat sees.
func Player(s Seat) Viewer { return Viewer{seat: s} }

// Referee sees the truth. It is opened on purpose only, never for the bot's ordinary work.
func Referee() Viewer { return Viewer{referee: true} }

// Seat is the viewer's seat, 0 for onlookers and referees.
func (v Viewer) Seat() Seat { return v.seat }

// IsReferee tells whether the viewer sees everything.
func (v Viewer) IsReferee() bool { return v.referee }

// Sees tells whether the viewer may know what belongs to that seat alone.
func (v Viewer) Sees(owner Seat) bool { return v.referee || (v.seat != 0 && v.seat == owner) }

// String is "onlooker", "referee" or the seat's number.
func (v Viewer) String() string {
	switch {
	case v.referee:
		return "referee"
	case v.seat == 0:
		return "onlooker"
	}
	return strconv.Itoa(int(v.seat))
}

// MarshalText writes String, so that a view says whose it is.
func (v Viewer) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// Card identifies a ruleset. It is kept with the match for ever.
type Card struct {
	ID       string `json:"id"`      // "downsync"
	Version  string `json:"version"` // "2023-03"
	MinSeats int    `json:"min"`
	MaxSeats int    `json:"max"`
}

// Config is a ruleset's own match options, as JSON. It belongs to the truth: forces stand in it.
type Config []byte

// MarshalJSON writes the options as they are.
func (c Config) MarshalJSON() ([]byte, error) {
	if len(c) == 0 {
		return []byte("null"), nil
	}
	return c, nil
}

// UnmarshalJSON keeps a copy of the options.
func (c *Config) UnmarshalJSON(b []byte) error {
	*c = append((*c)[:0], b...)
	return nil
}

// Dice is the source of chance. Stream 0 is public; a seat's own stream keeps rolls that only that seat sees from
// telling others how many there were.
type Dice interface {
	// Roll gives a face from 1 to sides. Number counts the dice of the stream over the whole match, from 1; a step that is
	// decided anew asks for the same numbers, and one taken back does not give its numbers back. An error (a script ran out of
	// dice) makes the whole step fail.
	Roll(stream Seat, number, sides int) (int, error)
}

// Rolled is one die as it was rolled. It belongs to the truth unless its stream is public.
type Rolled struct {
	Stream Seat   `json:"s,omitempty"`
	Number int    `json:"n"` // in its stream, from 1
	Sides  int    `json:"d"`
	Face   int    `json:"f"`
	For    string `json:"for"` // its purpose, the ruleset's word: "attack"
}

// DiceTerms say before a match begins what its dice will hang on.
type DiceTerms struct {
	Commitment string   `json:"commitment"` // the hash of the host's seed
	Entropy    []string `json:"entropy"`    // by seat
}

// Fact is something that happened. Facts with secrets are unexported types of their ruleset.
type Fact interface {
	// Kind names the fact in the store, for ever.
	Kind() string
	// For is what the viewer is told: the fact itself, a poorer twin, or nil for nothing.
	For(Viewer) Fact
}

// View is what one viewer knows of a match. It is built up from nothing, never cut down from the state.
type View interface {
	For() Viewer
}

// Result is the end of a match.
type Result struct {
	Rank []int  `json:"rank"` // by seat, 1 is best; equal ranks tie
	Why  string `json:"why"`  // the ruleset's word: "vp", "wipe-out", "concession", …
}

// Ruleset is one game. Asks and Check decide from what the asked seat knows, never from what it may not know.
type Ruleset[S any] interface {
	Card() Card
	// Open sets the match up. An error says what the options should have been.
	Open(tx *Tx[S], seats int, c Config) error
	// Asks lists every open question. Pure; the order is stable.
	Asks(S) []Ask
	// Parse reads one order of the ruleset's language. A *Refusal says what was expected.
	Parse(line string) (Reply, error)
	// Check may refuse the reply with a *Refusal. Pure.
	Check(s S, a Ask, r Reply) error
	// Answer carries out the replies of a closed group, one an ask, in the order of Asks. It may not refuse.
	Answer(tx *Tx[S], as []Answered)
	// Fold is the only place where state changes: no dice, no clock, cannot fail. It must not write to memory it
	// shares with the old state.
	Fold(S, Fact) S
	// End ends a match that is on with this result, whatever it has come to: the host decided. It may not refuse.
	End(tx *Tx[S], r Result)
	// Rule carries out a referee's ruling, one line of the ruleset's own language for them. A *Refusal says what was
	// expected, or what would not be consistent.
	Rule(tx *Tx[S], line string) error
	// View is what the viewer knows.
	View(S, Viewer) View
	// Result is the outcome, false while the match is on. A finished match has no asks.
	Result(S) (Result, bool)
	// Decode reads a stored fact of any kind ever written.
	Decode(kind string, raw []byte) (Fact, error)
	// Save writes the state as JSON, and Load reads it back: a cache, read only by a program whose state has the same
	// fields.
	Save(S) ([]byte, error)
	Load([]byte) (S, error)
}

// Answered is a reply with the question it answers.
type Answered struct {
	Ask   Ask
	Reply Reply
	Lapse bool // no person gave it: the ask's default. Secret: nobody is told.
}
