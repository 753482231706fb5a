package toy

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"

	"downsync/game"
	"downsync/game/habit"
)

// state is the truth of a match.
type state struct {
	Seats, Rounds int
	Round         int    // finished rounds
	Stage         string // bid, tune, claim, peek, over; "" before the match begins
	Points        []int  // by seat, as are all lists
	Tuned         int    // by the first player, this round
	Colours       []string
	Notes         []string
	Low           []bool       `json:",omitempty"` // has already bid 1 in this round (T8)
	Rebid         bool         `json:",omitempty"` // bids that nobody wins are bid again (T4)
	Again         bool         `json:",omitempty"` // this happened in this round
	Loud          bool         `json:",omitempty"` // everybody hears a tuning (T5)
	Peek          int          `json:",omitempty"` // the seconds that a peek takes (T7)
	Pairs         bool         `json:",omitempty"` // seats opposite play together (T11)
	Keep          bool         `json:",omitempty"` // the program plays on for players who are out (T13)
	Next          int          // the deck's next card
	Out           []game.Seat  `json:",omitempty"` // those who quit, in that order (T9)
	Offers        []game.Seat  `json:",omitempty"` // those who offer a draw in this round (T12)
	Agreed        bool         `json:",omitempty"` // all did
	Why           string       `json:",omitempty"` // why the match ended: points, or quit
	Ruled         *game.Result // the host ended it
}

// in yields the seats that have not gone out, in their order.
func (s state) in() iter.Seq[game.Seat] {
	return s.seats(func(seat game.Seat) bool { return !slices.Contains(s.Out, seat) })
}

// played yields the seats that somebody plays, the program too, in their order.
func (s state) played() iter.Seq[game.Seat] { return s.seats(s.plays) }

// plays reports whether somebody plays the seat.
func (s state) plays(seat game.Seat) bool { return s.Keep || !slices.Contains(s.Out, seat) }

// seats yields the seats that are wanted, in their order.
func (s state) seats(want func(game.Seat) bool) iter.Seq[game.Seat] {
	return func(yield func(game.Seat) bool) {
		for seat := game.Seat(1); int(seat) <= s.Seats; seat++ {
			if want(seat) && !yield(seat) {
				return
			}
		}
	}
}

// first returns the first player of the round: the next in turn whom somebody plays (T5).
func (s state) first() game.Seat {
	first := game.Seat(s.Round%s.Seats) + 1
	for range s.Seats {
		if s.plays(first) {
			break
		}
		first = first%game.Seat(s.Seats) + 1
	}
	return first
}

// ranks returns the rank of each seat: those who went out are behind those who are in, who rank by the points of their side
// (T1, T9, T11).
func (s state) ranks() []int {
	table := seating(s)
	out := table.Ranks()
	points := make([]int, s.Seats)
	for i := range points {
		for j, n := range s.Points {
			if table.Side(game.Seat(i+1)) == table.Side(game.Seat(j+1)) {
				points[i] += n
			}
		}
	}
	ranks := make([]int, s.Seats)
	for i := range ranks {
		ranks[i] = 1
		for j := range ranks {
			if out[j] < out[i] || out[j] == out[i] && points[j] > points[i] {
				ranks[i]++
			}
		}
	}
	return ranks
}

// notes holds what each note orders ahead (T8).
var notes = map[string]habit.Rows{"rest": {"peek": "leave"}, "low": {"bid": "bid 1"}}

// ordered returns the answer to the question that the seat has ordered ahead, nil if there is none.
func (s state) ordered(a game.Ask) game.Reply {
	return notes[s.Notes[a.Seat-1]].Reply(a.Name, rules{}.Parse, func(r game.Reply) error { return rules{}.Check(s, a, r) })
}

// low reports whether the seat has bid in advance.
func (s state) low(seat game.Seat) bool { return int(seat) <= len(s.Low) && s.Low[seat-1] }

// bidAhead notes who has bid 1 when the round begins, unless all who play have: somebody must be left to ask (T8).
func (s *state) bidAhead() {
	low, all := make([]bool, s.Seats), true
	for seat := range s.played() {
		low[seat-1] = notes[s.Notes[seat-1]]["bid"] != ""
		all = all && low[seat-1]
	}
	if !all && slices.Contains(low, true) {
		s.Low = low
	}
}

// Fact is something that happened, as a viewer is told of it. The field What determines which of the other fields are set.
type Fact struct {
	What   string    `json:"what"`
	Seat   game.Seat `json:"seat,omitempty"`
	N      int       `json:"n,omitempty"`
	Rounds int       `json:"rounds,omitempty"`
	Rebid  bool      `json:"rebid,omitempty"`
	Loud   bool      `json:"loud,omitempty"`
	Peek   int       `json:"peek,omitempty"`
	Pairs  bool      `json:"pairs,omitempty"`
	Keep   bool      `json:"keep,omitempty"`
	Rank   []int     `json:"rank,omitempty"`
	Text   string    `json:"text,omitempty"`
}

// Kind returns What.
func (f Fact) Kind() string { return f.What }

// For returns the fact itself: its viewer was told of it.
func (f Fact) For(game.Viewer) game.Fact { return f }

// Leaves returns the seat that quits or goes out, and why (T9, T13).
func (f Fact) Leaves() (game.Seat, string) {
	switch f.What {
	case "left", "kept":
		return f.Seat, f.Text
	case "quit":
		return f.Seat, "quit"
	}
	return 0, ""
}

// fact is something that happened, in its stored form: the truth.
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

// kinds holds all facts that are ever stored: who is told of each, and what it changes. A kind is never removed and never
// changes its meaning.
var kinds = map[string]struct {
	told audience
	fold func(*state, fact)
}{
	"began": {everybody, func(s *state, f fact) {
		*s = state{Seats: f.N, Rounds: f.Rounds, Rebid: f.Rebid, Loud: f.Loud, Peek: f.Peek, Pairs: f.Pairs, Keep: f.Keep, Stage: "bid", Points: make([]int, f.N), Colours: make([]string, f.N), Notes: make([]string, f.N)}
	}},
	"colour": {owner, func(s *state, f fact) { s.Colours[f.Seat-1] = f.Text }},
	"card":   {nobody, func(s *state, f fact) { s.Next = f.N }},
	"bid":    {everybody, func(*state, fact) {}},
	"score":  {everybody, func(s *state, f fact) { s.Points[f.Seat-1] += f.N }},
	"stage":  {everybody, func(s *state, f fact) { s.Stage, s.Again = f.Text, f.Text == "bid" }},
	"tune":   {owner, func(s *state, _ fact) { s.Tuned++ }},
	"loud":   {everybody, func(s *state, _ fact) { s.Tuned++ }},
	"peek":   {owner, func(*state, fact) {}},
	"note":   {owner, func(s *state, f fact) { s.Notes[f.Seat-1] = f.Text }},
	"round": {everybody, func(s *state, _ fact) {
		s.Round, s.Tuned, s.Stage, s.Low, s.Offers = s.Round+1, 0, "bid", nil, nil
		s.bidAhead()
		if s.Round == s.Rounds {
			s.Stage, s.Why = "over", "points"
		}
	}},
	"opened": {everybody, func(*state, fact) {}},
	"quit":   {everybody, func(s *state, f fact) { s.Stage, s.Out, s.Why = "over", append(slices.Clip(s.Out), f.Seat), "quit" }},
	"left": {everybody, func(s *state, f fact) {
		if f.Seat == s.first() {
			s.Tuned = 0
		}
		s.Out = append(slices.Clip(s.Out), f.Seat)
	}},
	"kept":    {everybody, func(s *state, f fact) { s.Out = append(slices.Clip(s.Out), f.Seat) }},
	"offered": {everybody, func(s *state, f fact) { s.Offers = append(slices.Clip(s.Offers), f.Seat) }},
	"withdrawn": {everybody, func(s *state, f fact) {
		kept := slices.DeleteFunc(slices.Clone(s.Offers), func(seat game.Seat) bool { return seat == f.Seat })
		s.Offers = append([]game.Seat(nil), kept...) // nil without offers, as when a state is read back
	}},
	"agreed": {everybody, func(s *state, _ fact) { s.Stage, s.Agreed = "over", true }},
	"points": {everybody, func(s *state, f fact) { s.Points[f.Seat-1] = f.N }},
	"ruled":  {everybody, func(s *state, f fact) { s.Stage, s.Ruled = "over", &game.Result{Rank: f.Rank, Why: f.Text} }},
}

// Kinds returns the kinds of facts, in alphabetical order.
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

// View holds a viewer's knowledge.
type View struct {
	Viewer        game.Viewer
	Round, Rounds int    // the finished rounds, and all of them
	Stage         string // bid, tune, claim, peek, over
	Loud, Pairs   bool
	Rebid, Again  bool // bids that nobody wins are bid again (T4); this round's are
	Keep          bool // the program plays on for those who are out
	Peek          int
	Out, Offers   []game.Seat // those who quit, and those who offer a draw
	First         game.Seat   // the round's first player
	Points        []int       // by seat
	Colours       []string    // by seat; "" if the viewer does not know it, or nobody chose
	Tuned         int         // only for the first player
	Note          string      // the viewer's own
	Low           bool        // the viewer has bid 1 in advance
}

// For says whose view it is.
func (v View) For() game.Viewer { return v.Viewer }

// Offering returns the seats that offer a draw.
func (v View) Offering() []game.Seat { return v.Offers }

func (rules) View(s state, v game.Viewer) game.View {
	if s.Seats == 0 {
		return View{Viewer: v}
	}
	out := View{Viewer: v, Round: s.Round, Rounds: s.Rounds, Stage: s.Stage, Loud: s.Loud, Pairs: s.Pairs, Rebid: s.Rebid, Again: s.Again, Keep: s.Keep, Peek: s.Peek,
		Out: slices.Clone(s.Out), Offers: slices.Clone(s.Offers), First: s.first(), Points: slices.Clone(s.Points), Colours: make([]string, s.Seats)}
	if v.Sees(out.First) || s.Loud {
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
