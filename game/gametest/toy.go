package gametest

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"downsync/game"
)

// Toy is a small game that uses every part of the kernel, for 2 to 5 seats. Each round everybody bids a hidden number
// under seal; the highest sole bidder scores. Then whoever claims first takes a bonus die; then one seat is asked in
// private, in a window, whether it peeks at the deck's next card, whose value nobody knows before. After three
// rounds the points rank the seats. A private note may be pinned, and a seat may give up, at any time. A seat whose note is
// "rest" does not want to be waited for in windows.
func Toy() game.Game { return game.Seal[toy](toyRules{}) }

const toyRounds = 3

type toy struct {
	Seats  int
	Round  int
	Stage  string // bid, tune, claim, peek, over
	Points []int
	Tuned  int // how often the round's first seat tuned: steps that can be taken back
	Notes  []string
	Next   int // the deck's next card
	Out    game.Seat
	Ruled  *game.Result // the host ended it
}

// toyView is what a viewer knows.
type toyView struct {
	Viewer game.Viewer
	Round  int
	Stage  string
	Points []int
	Tuned  int
	Note   string
}

func (v toyView) For() game.Viewer { return v.Viewer }

// toyFact is any fact of the toy. To says who is told: everyone, one seat, or nobody.
type toyFact struct {
	What string    `json:"what"`
	Seat game.Seat `json:"seat,omitempty"`
	N    int       `json:"n,omitempty"`
	Rank []int     `json:"rank,omitempty"`
	Text string    `json:"text,omitempty"`
	To   string    `json:"to"` // all, owner, none
}

func (toyFact) Kind() string { return "toy" }

func (f toyFact) For(v game.Viewer) game.Fact {
	if f.To == "all" || f.To == "owner" && v.Sees(f.Seat) || v.IsReferee() {
		return f
	}
	return nil
}

type toyReply struct {
	word string
	n    int
	text string
}

func (r toyReply) Order() string {
	switch r.word {
	case "bid":
		return "bid " + strconv.Itoa(r.n)
	case "note":
		return "note " + r.text
	}
	return r.word
}

type toyRules struct{}

func (toyRules) Card() game.Card { return game.Card{ID: "toy", Version: "1", MinSeats: 2, MaxSeats: 5} }

func (toyRules) Open(tx *game.Tx[toy], seats int, _ game.Config) error {
	tx.Emit(toyFact{What: "began", N: seats, To: "all"})
	tx.Emit(toyFact{What: "card", N: tx.Roll(0, "card", 20), To: "none"})
	return nil
}

func (toyRules) Parse(line string) (game.Reply, error) {
	w := strings.Fields(line)
	switch {
	case len(w) == 2 && w[0] == "bid":
		if n, err := strconv.Atoi(w[1]); err == nil && strconv.Itoa(n) == w[1] {
			return toyReply{word: "bid", n: n}, nil
		}
	case len(w) == 2 && w[0] == "note":
		return toyReply{word: "note", text: w[1]}, nil
	case len(w) == 1 && strings.Contains(" tune done claim pass peek leave quit ", " "+w[0]+" "):
		return toyReply{word: w[0]}, nil
	}
	return nil, &game.Refusal{Code: "no-order", Text: fmt.Sprintf("%q is no order", line)}
}

func (toyRules) first(s toy) game.Seat { return game.Seat(s.Round%s.Seats) + 1 }

func (r toyRules) Asks(s toy) []game.Ask {
	if s.Stage == "over" || s.Seats == 0 {
		return nil
	}
	one := func(seat game.Seat, name, otherwise string, words ...string) game.Ask {
		a := game.Ask{Name: name, Seat: seat, Clock: "turn", Default: toyReply{word: otherwise}}
		for _, w := range words {
			a.Menu = append(a.Menu, game.Choice{Words: w})
		}
		return a
	}
	var asks []game.Ask
	for seat := game.Seat(1); int(seat) <= s.Seats; seat++ {
		switch s.Stage {
		case "bid":
			asks = append(asks, game.Ask{Name: "bid", Group: "bid", Seat: seat, Clock: "turn", Default: toyReply{word: "bid", n: 1},
				Menu: game.Menu{{Words: "bid", Slots: []game.Slot{{Name: "n", Options: []string{"1", "2", "3", "4"}, Min: 1, Max: 1}}}}})
		case "claim":
			a := one(seat, "claim", "pass", "claim", "pass")
			a.Group, a.Close = "claim", game.WhenAny
			asks = append(asks, a)
		case "tune":
			if seat == r.first(s) {
				a := one(seat, "tune", "done", "tune", "done")
				a.Turn = true
				asks = append(asks, a)
			}
		case "peek":
			if seat == r.first(s) {
				a := one(seat, "peek", "leave", "peek", "leave")
				a.Group, a.Window, a.Quiet = "peek", true, true
				a.Early = s.Notes[seat-1] == "rest"
				asks = append(asks, a)
			}
		}
	}
	for seat := game.Seat(1); int(seat) <= s.Seats; seat++ {
		asks = append(asks, game.Ask{Seat: seat, Standing: true, Quiet: true, Menu: game.Menu{
			{Words: "note", Slots: []game.Slot{{Name: "text", Options: []string{"red", "blue", "rest"}, Min: 1, Max: 1}}}, {Words: "quit"}}})
	}
	return asks
}

func (toyRules) Check(s toy, a game.Ask, r game.Reply) error {
	o := r.(toyReply)
	ok := false
	for _, c := range a.Menu {
		ok = ok || c.Words == o.word
	}
	switch {
	case !ok:
		return &game.Refusal{Code: "not-now", Text: "that is not asked"}
	case o.word == "bid" && (o.n < 1 || o.n > 4):
		return &game.Refusal{Code: "range", Text: "a bid is 1 to 4"}
	case o.word == "tune" && s.Tuned == 3:
		return &game.Refusal{Code: "enough", Text: "tuned three times already"}
	}
	return nil
}

func (r toyRules) Answer(tx *game.Tx[toy], as []game.Answered) {
	s := tx.State()
	seat, o := as[0].Ask.Seat, as[0].Reply.(toyReply)
	switch as[0].Ask.Name {
	case "standing":
		if o.word == "quit" {
			tx.Bind()
			tx.Emit(toyFact{What: "quit", Seat: seat, To: "all"})
			return
		}
		tx.Emit(toyFact{What: "note", Seat: seat, Text: o.text, To: "owner"})
	case "bid":
		r.bids(tx, as)
	case "tune":
		if o.word == "tune" {
			tx.Emit(toyFact{What: "tune", Seat: seat, To: "owner"})
			return
		}
		tx.Emit(toyFact{What: "stage", Text: "claim", To: "all"})
	case "claim":
		for _, a := range as {
			if a.Reply.Order() == "claim" {
				tx.Emit(toyFact{What: "score", Seat: a.Ask.Seat, N: tx.Roll(0, "claim", 6), To: "all"})
			}
		}
		tx.Emit(toyFact{What: "stage", Text: "peek", To: "all"})
	case "peek":
		if o.word == "peek" {
			tx.Emit(toyFact{What: "peek", Seat: seat, N: s.Next, To: "owner"})
		}
		tx.Emit(toyFact{What: "card", N: tx.Roll(seat, "card", 20), To: "none"})
		tx.Emit(toyFact{What: "round", To: "all"})
	}
}

func (toyRules) bids(tx *game.Tx[toy], as []game.Answered) {
	best, who := 0, game.Seat(0)
	for _, a := range as {
		n := a.Reply.(toyReply).n
		tx.Emit(toyFact{What: "bid", Seat: a.Ask.Seat, N: n, To: "all"})
		if n == best {
			who = 0
		}
		if n > best {
			best, who = n, a.Ask.Seat
		}
	}
	if who != 0 {
		tx.Emit(toyFact{What: "score", Seat: who, N: best, To: "all"})
	}
	tx.Emit(toyFact{What: "stage", Text: "tune", To: "all"})
}

func (toyRules) End(tx *game.Tx[toy], r game.Result) {
	tx.Emit(toyFact{What: "ruled", Rank: r.Rank, Text: r.Why, To: "all"})
}

// Rule takes "points SEAT N".
func (toyRules) Rule(tx *game.Tx[toy], line string) error {
	var seat, n int
	if _, err := fmt.Sscanf(line, "points %d %d", &seat, &n); err != nil || seat < 1 || seat > tx.State().Seats || n < 0 {
		return &game.Refusal{Code: "no-order", Text: "expected points, a seat and a number"}
	}
	tx.Emit(toyFact{What: "points", Seat: game.Seat(seat), N: n, To: "all"})
	return nil
}

func (toyRules) Fold(s toy, f game.Fact) toy {
	t := f.(toyFact)
	s.Points = append([]int{}, s.Points...)
	s.Notes = append([]string{}, s.Notes...)
	switch t.What {
	case "began":
		s = toy{Seats: t.N, Stage: "bid", Points: make([]int, t.N), Notes: make([]string, t.N)}
	case "card":
		s.Next = t.N
	case "score":
		s.Points[t.Seat-1] += t.N
	case "points":
		s.Points[t.Seat-1] = t.N
	case "stage":
		s.Stage = t.Text
	case "tune":
		s.Tuned++
	case "note":
		s.Notes[t.Seat-1] = t.Text
	case "round":
		s.Round, s.Tuned, s.Stage = s.Round+1, 0, "bid"
		if s.Round == toyRounds {
			s.Stage = "over"
		}
	case "quit":
		s.Stage, s.Out = "over", t.Seat
	case "ruled":
		s.Stage, s.Ruled = "over", &game.Result{Rank: t.Rank, Why: t.Text}
	}
	return s
}

func (r toyRules) View(s toy, v game.Viewer) game.View {
	out := toyView{Viewer: v, Round: s.Round, Stage: s.Stage, Points: append([]int{}, s.Points...)}
	if s.Seats > 0 && v.Sees(r.first(s)) {
		out.Tuned = s.Tuned
	}
	if v.Seat() > 0 && int(v.Seat()) <= s.Seats {
		out.Note = s.Notes[v.Seat()-1]
	}
	return out
}

func (toyRules) Result(s toy) (game.Result, bool) {
	if s.Stage != "over" {
		return game.Result{}, false
	}
	if s.Ruled != nil {
		return *s.Ruled, true
	}
	rank := make([]int, s.Seats)
	for i := range rank {
		rank[i] = 1
		for j := range rank {
			if s.Points[j] > s.Points[i] || game.Seat(i+1) == s.Out && i != j {
				rank[i]++
			}
		}
	}
	why := "points"
	if s.Out != 0 {
		why = "quit"
	}
	return game.Result{Rank: rank, Why: why}, true
}

func (toyRules) Decode(kind string, raw []byte) (game.Fact, error) {
	var f toyFact
	if kind != "toy" {
		return nil, fmt.Errorf("no fact of kind %q", kind)
	}
	err := json.Unmarshal(raw, &f)
	return f, err
}

func (toyRules) Save(s toy) ([]byte, error) { return json.Marshal(s) }

func (toyRules) Load(raw []byte) (s toy, err error) {
	err = json.Unmarshal(raw, &s)
	return s, err
}
