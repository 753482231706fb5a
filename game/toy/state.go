package toy

import (
	"encoding/json"
	"fmt"
	"slices"

	"downsync/game"
)

// state is the truth of a match.
type state struct {
	Seats, Rounds int
	Round         int    // those that are over
	Stage         string // bid, tune, claim, peek, over; "" before the match begins
	Points        []int  // by seat, as are all lists
	Tuned         int    // by the first player, this round
	Colours       []string
	Notes         []string
	Low           []bool       `json:",omitempty"` // has bid 1 in this round beforehand (T8)
	Rebid         bool         `json:",omitempty"` // bids that nobody wins are bid again (T4)
	Again         bool         `json:",omitempty"` // they were, in this round
	Next          int          // the deck's next card
	Out           game.Seat    // who quit
	Ruled         *game.Result // the host ended it
}

// first is the first player of the round (T5).
func (s state) first() game.Seat { return game.Seat(s.Round%s.Seats) + 1 }

// low tells whether the seat has bid beforehand.
func (s state) low(seat game.Seat) bool { return int(seat) <= len(s.Low) && s.Low[seat-1] }

// Fact is something that happened, as a viewer is told of it. What says which of the other fields it has.
type Fact struct {
	What   string    `json:"what"`
	Seat   game.Seat `json:"seat,omitempty"`
	N      int       `json:"n,omitempty"`
	Rounds int       `json:"rounds,omitempty"`
	Rebid  bool      `json:"rebid,omitempty"`
	Rank   []int     `json:"rank,omitempty"`
	Text   string    `json:"text,omitempty"`
}

// Kind is What.
func (f Fact) Kind() string { return f.What }

// For is the fact itself: its viewer was told of it.
func (f Fact) For(game.Viewer) game.Fact { return f }

// fact is something that happened, as it is stored: the truth.
type fact Fact

func (f fact) Kind() string { return f.What }

func (f fact) For(v game.Viewer) game.Fact {
	told := kinds[f.What].told
	if told == everybody || v.IsReferee() || told == owner && v.Sees(f.Seat) {
		return Fact(f)
	}
	return nil
}

// audience says who is told of a fact, besides the referee.
type audience int

const (
	nobody audience = iota
	owner
	everybody
)

// kinds are all facts that are ever stored: who is told of each, and what it changes. A kind is never taken out and never
// changes its meaning.
var kinds = map[string]struct {
	told audience
	fold func(*state, fact)
}{
	"began": {everybody, func(s *state, f fact) {
		*s = state{Seats: f.N, Rounds: f.Rounds, Rebid: f.Rebid, Stage: "bid", Points: make([]int, f.N), Colours: make([]string, f.N), Notes: make([]string, f.N)}
	}},
	"colour": {owner, func(s *state, f fact) { s.Colours[f.Seat-1] = f.Text }},
	"card":   {nobody, func(s *state, f fact) { s.Next = f.N }},
	"bid":    {everybody, func(*state, fact) {}},
	"score":  {everybody, func(s *state, f fact) { s.Points[f.Seat-1] += f.N }},
	"stage":  {everybody, func(s *state, f fact) { s.Stage, s.Again = f.Text, f.Text == "bid" }},
	"tune":   {owner, func(s *state, _ fact) { s.Tuned++ }},
	"peek":   {owner, func(*state, fact) {}},
	"note":   {owner, func(s *state, f fact) { s.Notes[f.Seat-1] = f.Text }},
	"round": {everybody, func(s *state, _ fact) {
		s.Round, s.Tuned, s.Stage, s.Low = s.Round+1, 0, "bid", nil
		if low := func(note string) bool { return note == "low" }; slices.ContainsFunc(s.Notes, low) && slices.ContainsFunc(s.Notes, func(n string) bool { return !low(n) }) {
			for _, n := range s.Notes {
				s.Low = append(s.Low, low(n))
			}
		}
		if s.Round == s.Rounds {
			s.Stage = "over"
		}
	}},
	"opened": {everybody, func(*state, fact) {}},
	"quit":   {everybody, func(s *state, f fact) { s.Stage, s.Out = "over", f.Seat }},
	"points": {everybody, func(s *state, f fact) { s.Points[f.Seat-1] = f.N }},
	"ruled":  {everybody, func(s *state, f fact) { s.Stage, s.Ruled = "over", &game.Result{Rank: f.Rank, Why: f.Text} }},
}

// Kinds are the kinds of facts, in alphabetical order.
func Kinds() []string {
	var out []string
	for kind := range kinds {
		out = append(out, kind)
	}
	slices.Sort(out)
	return out
}

func (rules) Fold(s state, f game.Fact) state {
	s.Points, s.Colours, s.Notes = slices.Clone(s.Points), slices.Clone(s.Colours), slices.Clone(s.Notes)
	happened := f.(fact)
	kinds[happened.What].fold(&s, happened)
	return s
}

func (rules) Decode(kind string, raw []byte) (game.Fact, error) {
	var f fact
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, err
	}
	if _, known := kinds[kind]; !known || f.What != kind {
		return nil, fmt.Errorf("toy: no fact of kind %q", kind)
	}
	return f, nil
}

func (rules) Save(s state) ([]byte, error) { return json.Marshal(s) }

func (rules) Load(raw []byte) (s state, err error) {
	err = json.Unmarshal(raw, &s)
	return s, err
}

// View is what a viewer knows.
type View struct {
	Viewer        game.Viewer
	Round, Rounds int       // those that are over, and all
	Stage         string    // bid, tune, claim, peek, over
	First         game.Seat // the round's first player
	Points        []int     // by seat
	Colours       []string  // by seat; "" where the viewer does not know it, or nobody chose
	Tuned         int       // the first player's alone
	Note          string    // the viewer's own
	Low           bool      // the viewer has bid 1 beforehand
}

// For says whose view it is.
func (v View) For() game.Viewer { return v.Viewer }

func (rules) View(s state, v game.Viewer) game.View {
	if s.Seats == 0 {
		return View{Viewer: v}
	}
	out := View{Viewer: v, Round: s.Round, Rounds: s.Rounds, Stage: s.Stage, First: s.first(), Points: slices.Clone(s.Points), Colours: make([]string, s.Seats)}
	if v.Sees(out.First) {
		out.Tuned = s.Tuned
	}
	for i := range s.Seats {
		if s.Stage == "over" || v.Sees(game.Seat(i+1)) {
			out.Colours[i] = s.Colours[i]
		}
		if v.Seat() == game.Seat(i+1) {
			out.Note = s.Notes[i]
			out.Low = s.low(v.Seat())
		}
	}
	return out
}
