package game

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
)

// Seat is a place at the table, counted from 1. The zero value is nobody.
type Seat int

// Viewer is a reader of a match. The zero value is an onlooker, who knows least.
type Viewer struct {
	seat    Seat
	referee bool
}

// Onlooker returns the viewer who sees only what everybody sees.
func Onlooker() Viewer { return Viewer{} }

// Player returns the viewer who sees what the player in seat s sees.
func Player(s Seat) Viewer { return Viewer{seat: s} }

// Referee returns the viewer who sees the truth. Use it only to disclose the truth on purpose, never for the bot's ordinary
// work.
func Referee() Viewer { return Viewer{referee: true} }

// Seat returns the viewer's seat, or 0 for onlookers and referees.
func (v Viewer) Seat() Seat { return v.seat }

// IsReferee reports whether the viewer sees everything.
func (v Viewer) IsReferee() bool { return v.referee }

// Sees reports whether the viewer may know what only the owner knows.
func (v Viewer) Sees(owner Seat) bool { return v.referee || (v.seat != 0 && v.seat == owner) }

// String returns "onlooker", "referee" or the seat's number.
func (v Viewer) String() string {
	switch {
	case v.referee:
		return "referee"
	case v.seat == 0:
		return "onlooker"
	}
	return strconv.Itoa(int(v.seat))
}

// MarshalText returns String, so that an encoded view names its viewer.
func (v Viewer) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// Card identifies a ruleset. It is stored with the match and never changes.
type Card struct {
	ID       string `json:"id"`      // "downsync"
	Version  string `json:"version"` // "2023-03"
	MinSeats int    `json:"min"`
	MaxSeats int    `json:"max"`
	// OnForfeit says what happens to a match that a seat concedes or loses by time. It is the program's, and not stored.
	OnForfeit Forfeit `json:"-"`
	// Rulings is the ruleset's newest version of its rulings; 0: the first, or it has none. It is the program's, and not stored.
	Rulings int `json:"-"`
}

// Forfeit says what happens to a match that a seat concedes or loses by time.
type Forfeit int

const (
	// Ends: the match ends for all.
	Ends Forfeit = iota
	// Drops: the seat goes out, and the others play on while at least two sides are left. The ruleset is a Dropper.
	Drops
)

// same reports whether a match that began under the other card can go on under this one.
func (c Card) same(other Card) bool { return c.ID == other.ID && c.Version == other.Version }

// Config holds a ruleset's match options as JSON. It belongs to the truth, because it contains the players' forces.
type Config []byte

// ConfigOf writes a ruleset's options, which must be plain data.
func ConfigOf(options any) Config {
	b, err := json.Marshal(options)
	if err != nil {
		panic("game: options do not encode: " + err.Error())
	}
	return b
}

// Read reads the options into the ruleset's own, strictly. The error names a field that it does not know.
func (c Config) Read(into any) error {
	d := json.NewDecoder(bytes.NewReader(c))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return Errorf("options: %s", err)
	}
	return nil
}

// MarshalJSON writes the options unchanged.
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

// Dice is the source of chance. Stream 0 is public. Each seat has a stream of its own for rolls that only that seat
// sees, so that the numbers of public dice do not reveal them. NobodysDice are for rolls that no seat sees.
type Dice interface {
	// Roll returns a face from 1 to sides. The stream is 0, a seat, or NobodysDice. number counts the dice of the stream over
	// the whole match, from 1. A step that is decided again asks for the same numbers; an undone step does not free its
	// numbers. An error, such as a script that has run out of dice, makes the whole step fail.
	Roll(stream Seat, number, sides int) (int, error)
}

// NobodysDice returns the stream of the dice that nobody sees before the match ends, such as those that shuffle a deck from
// which all seats draw.
func NobodysDice(seats int) Seat { return Seat(seats + 1) }

// Rolled is one die as rolled. It belongs to the truth unless its stream is public.
type Rolled struct {
	Stream Seat   `json:"s,omitempty"`
	Number int    `json:"n"` // in its stream, from 1
	Sides  int    `json:"d"`
	Face   int    `json:"f"`
	For    string `json:"for"` // its purpose in the ruleset's words, such as "attack"
}

// DiceTerms fixes, before a match begins, what its dice depend on.
type DiceTerms struct {
	// Version is DiceVersion. It is 0 in matches of programs that drew the entropy of a seat without words as the match began.
	Version    int      `json:"version,omitempty"`
	Commitment string   `json:"commitment"` // the hash of the host's seed
	Entropy    []string `json:"entropy"`    // one per seat
	// Words lists the seats whose entropy comes from their player's words, in order. The entropy of the other seats follows
	// from the seed. Matches of version 0 do not say which seats gave words.
	Words []Seat `json:"words,omitempty"`
}

// DiceVersion is the version of the DiceTerms of a match that begins now.
const DiceVersion = 2

// Fact is something that happened. Facts with secrets are unexported types of their ruleset.
type Fact interface {
	// Kind names the fact in the store. It never changes.
	Kind() string
	// For returns what the viewer is told: the fact itself, a variant that says less, or nil for nothing.
	For(Viewer) Fact
}

// View is one viewer's knowledge of a match. It is built from what the viewer may know, never by removing parts of the state.
type View interface {
	For() Viewer
}

// Result is the outcome of a match.
type Result struct {
	Rank []int  `json:"rank"` // by seat; 1 is best, and equal ranks tie
	Why  string `json:"why"`  // the reason in the ruleset's words: "vp", "wipe-out", "concession", …
}

// Seating says who is still in a match, and who plays together. Everybody knows it.
type Seating struct {
	Seats int
	// Out lists the seats that have gone out, in the order in which they went.
	Out []Seat
	// Sides holds each seat's side, by seat, counted from 1. If it is empty, each seat is a side of its own.
	Sides []int
	// PlaysOn is set if the program plays on in the seats that are out. They are then asked as before.
	PlaysOn bool
}

// In reports whether the seat plays on.
func (s Seating) In(seat Seat) bool { return !slices.Contains(s.Out, seat) }

// Kept returns the seats that the program plays, or played until the match ended. A seat that ended the match by going out is none
// of them.
func (s Seating) Kept() (kept []Seat) {
	if !s.PlaysOn {
		return nil
	}
	for i, seat := range s.Out {
		if before := (Seating{Seats: s.Seats, Out: s.Out[:i+1], Sides: s.Sides}); len(before.Left()) > 1 {
			kept = append(kept, seat)
		}
	}
	return kept
}

// Side returns the side of the seat, from 1.
func (s Seating) Side(seat Seat) int {
	if len(s.Sides) == 0 {
		return int(seat)
	}
	return s.Sides[seat-1]
}

// Without returns the seating once more seats have gone out, in this order. It ignores those that were out.
func (s Seating) Without(seats ...Seat) Seating {
	out := slices.Clone(s.Out)
	for _, seat := range seats {
		if !slices.Contains(out, seat) {
			out = append(out, seat)
		}
	}
	s.Out = out
	return s
}

// Left returns the sides that still have a seat in, in the order of the seats.
func (s Seating) Left() (sides []int) {
	for seat := Seat(1); int(seat) <= s.Seats; seat++ {
		if side := s.Side(seat); s.In(seat) && !slices.Contains(sides, side) {
			sides = append(sides, side)
		}
	}
	return sides
}

// Ranks returns the rank of each seat if the match ends now and these seats have just lost it together: the sides that are left
// share the first rank. Behind them come the others, and of two sides the one whose last seat went out later ranks ahead. All seats
// of a side share its rank.
func (s Seating) Ranks(lost ...Seat) []int {
	lasted := make([]int, s.Seats) // by seat: how long its side had a seat in
	for i := range lasted {
		for seat := Seat(1); int(seat) <= s.Seats; seat++ {
			if s.Side(seat) != s.Side(Seat(i+1)) {
				continue
			}
			until := slices.Index(s.Out, seat)
			if until < 0 && slices.Contains(lost, seat) {
				until = len(s.Out)
			} else if until < 0 {
				until = len(s.Out) + 1
			}
			lasted[i] = max(lasted[i], until)
		}
	}
	ranks := make([]int, s.Seats)
	for i, mine := range lasted {
		ranks[i] = 1
		for _, other := range lasted {
			if other > mine {
				ranks[i]++
			}
		}
	}
	return ranks
}

// Dropper is a Ruleset whose matches go on without a seat that concedes or loses by time (Card.OnForfeit: Drops).
type Dropper[S any] interface {
	// Drop takes the seat out of a running match in which at least two sides stay. why is a word: "concession", "time". It
	// may not refuse. A Leaving tells of it, as of a concession.
	Drop(tx *Tx[S], seat Seat, why string)
	// Out lists the seats that are out, in the order in which they went.
	Out(S) []Seat
}

// Keeper is a Dropper that may leave a seat that goes out in play, so that the program plays it for the player who left. Such a seat
// is asked what it was asked before, but has no standing ask. In everything else it is out: it ranks behind those who are in,
// and nobody waits for its consent.
type Keeper[S any] interface {
	Dropper[S]
	// Keeps reports whether the seats that go out of this match stay in play. It is settled as the match begins, and everybody
	// knows it.
	Keeps(S) bool
}

// Allied is a Ruleset in which seats may play together.
type Allied[S any] interface {
	// Sides returns the side of each seat, counted from 1; nil: each seat is a side of its own.
	Sides(S) []int
}

// Ruleset is one game. Asks and Check use only what the asked seat knows.
type Ruleset[S any] interface {
	Play[S]
	Codec[S]
	Card() Card
	// Parse reads one order of the ruleset's language. A *Refusal says what was expected.
	Parse(line string) (Reply, error)
	// End ends a running match with this result, which the host has decided. It may not refuse.
	End(tx *Tx[S], r Result)
	// Rule carries out a referee's ruling, one line of the ruleset's own language for rulings. A *Refusal says what was
	// expected, or what would be inconsistent.
	Rule(tx *Tx[S], line string) error
}

// Play sets up a match, asks its questions, and carries it on.
type Play[S any] interface {
	// Open sets up the match. An error says what the options should be.
	Open(tx *Tx[S], seats int, c Config) error
	// Asks lists every open question. It is pure, and its order is stable.
	Asks(S) []Ask
	// Check may refuse the reply with a *Refusal. It is pure.
	Check(s S, a Ask, r Reply) error
	// Answer carries out the replies of a closed group, one per ask, in the order of Asks. It may not refuse.
	Answer(tx *Tx[S], as []Answered)
	// Fold is the only place where state changes. It uses no dice and no clock, and cannot fail. It must not write to
	// memory that it shares with the old state.
	Fold(S, Fact) S
	// View returns what the viewer knows.
	View(S, Viewer) View
	// Result returns the outcome, and false while the match runs. A finished match has no asks.
	Result(S) (Result, bool)
}

// Codec reads and writes stored data.
type Codec[S any] interface {
	// Decode reads a stored fact of any kind that was ever written.
	Decode(kind string, raw []byte) (Fact, error)
	// Save encodes the state as JSON, and Load reads it back. It is a cache: only a program whose state has the same
	// fields reads it.
	Save(S) ([]byte, error)
	Load([]byte) (S, error)
}

// Answered is a reply with its question.
type Answered struct {
	Ask   Ask
	Reply Reply
	Lapse bool // no person gave it: it is the ask's default. Secret: nobody is told.
}
