package gametest

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"downsync/game"
)

// coins is a game of two seats in turn: a seat takes steps, which it may take back, and ends its turn. At any time a seat may
// toss a coin that everybody sees, or one that only it sees.
type coins struct {
	Turn, Steps int
	Shown       []int
	Own         [2][]int
}

// move is an order, and also its fact.
type move struct {
	Seat game.Seat `json:"seat"`
	What string    `json:"what"`
	Face int       `json:"face,omitempty"`
}

func (o move) Order() string { return o.What }
func (move) Kind() string    { return "move" }

func (o move) For(v game.Viewer) game.Fact {
	if o.What == "peek" && !v.Sees(o.Seat) {
		return nil
	}
	return o
}

type coinsView struct {
	coins
	Viewer game.Viewer
}

func (v coinsView) For() game.Viewer { return v.Viewer }

type coinRules struct{}

const turns = 8

func (coinRules) Card() game.Card {
	return game.Card{ID: "coins", Version: "1", MinSeats: 2, MaxSeats: 2}
}
func (coinRules) Open(*game.Tx[coins], int, game.Config) error { return nil }
func (coinRules) Parse(line string) (game.Reply, error)        { return move{What: line}, nil }
func (coinRules) End(tx *game.Tx[coins], _ game.Result)        { tx.Emit(move{What: "over"}) }
func (coinRules) Rule(*game.Tx[coins], string) error           { return &game.Refusal{Code: "no-order"} }
func (coinRules) Result(s coins) (game.Result, bool) {
	return game.Result{Rank: []int{1, 2}, Why: "time"}, s.Turn >= turns
}
func (coinRules) Save(s coins) ([]byte, error)         { return json.Marshal(s) }
func (coinRules) Load(raw []byte) (s coins, err error) { return s, json.Unmarshal(raw, &s) }

func (coinRules) Decode(_ string, raw []byte) (game.Fact, error) {
	var m move
	err := json.Unmarshal(raw, &m)
	return m, err
}

func (coinRules) Asks(s coins) []game.Ask {
	if s.Turn >= turns {
		return nil
	}
	menu := func(words ...string) (m game.Menu) {
		for _, w := range words {
			m = append(m, game.Choice{Words: w})
		}
		return m
	}
	asks := []game.Ask{{Name: "turn", Seat: game.Seat(s.Turn%2 + 1), Menu: menu("step", "done"), Default: move{What: "done"}}}
	for seat := game.Seat(1); seat <= 2; seat++ {
		asks = append(asks, game.Ask{Seat: seat, Standing: true, Quiet: true, Menu: menu("toss", "peek")})
	}
	return asks
}

func (coinRules) Check(s coins, a game.Ask, r game.Reply) error {
	if !slices.ContainsFunc(a.Menu, func(c game.Choice) bool { return c.Words == r.Order() }) {
		return &game.Refusal{Code: "not-now"}
	}
	return nil
}

func (coinRules) Answer(tx *game.Tx[coins], as []game.Answered) {
	f := move{Seat: as[0].Ask.Seat, What: as[0].Reply.Order()}
	switch f.What {
	case "toss":
		f.Face = tx.Roll(0, "toss", 2)
	case "peek":
		f.Face = tx.Roll(f.Seat, "peek", 2)
	}
	tx.Emit(f)
}

func (coinRules) Fold(s coins, f game.Fact) coins {
	switch m := f.(move); m.What {
	case "step":
		s.Steps++
	case "done":
		s.Turn++
	case "toss":
		s.Shown = append(slices.Clone(s.Shown), m.Face)
	case "peek":
		s.Own[m.Seat-1] = append(slices.Clone(s.Own[m.Seat-1]), m.Face)
	case "over":
		s.Turn = turns
	}
	return s
}

func (coinRules) View(s coins, v game.Viewer) game.View {
	for i := range s.Own {
		if !v.Sees(game.Seat(i + 1)) {
			s.Own[i] = nil
		}
	}
	return coinsView{s, v}
}

func TestStandingActs(t *testing.T) {
	st := Run(t, Case{Game: game.Seal(coinRules{}), Seats: 2, Games: 40, MaxSteps: 400, Config: func(uint64) game.Config { return nil }})
	if st.Undone == 0 || st.Kept == 0 {
		t.Errorf("something never happened: %+v", st)
	}
}

// telltale are coins in which a private act shows to everybody, in one way or another.
type telltale struct {
	coinRules
	shows string
}

func (r telltale) View(s coins, v game.Viewer) game.View {
	if r.shows == "view" {
		s.Steps += len(s.Own[0]) + len(s.Own[1])
	}
	return r.coinRules.View(s, v)
}

func (r telltale) Asks(s coins) []game.Ask {
	asks := r.coinRules.Asks(s)
	switch private := len(s.Own[0])+len(s.Own[1]) > 0; {
	case !private || len(asks) == 0:
	case r.shows == "clock":
		asks[0].Clock = "short"
	case r.shows == "answer": // it is as if the seat had answered already
		asks[0].Quiet = true
	}
	return asks
}

// A standing act that shows to somebody whom it tells nothing is found: in a view, in a question, and in who is seen to be asked.
func TestActsThatShow(t *testing.T) {
	for _, shows := range []string{"", "view", "clock", "answer"} {
		c := Case{Game: game.Seal(telltale{shows: shows}), Seats: 2, MaxSteps: 400, Config: func(uint64) game.Config { return nil }}
		st := Stats{Ends: map[string]int{}, Facts: map[string]json.RawMessage{}, forms: map[string]bool{}}
		var err error
		for seed := uint64(0); seed < 20 && err == nil; seed++ {
			p := &play{Case: c, d: NewDice(seed + 1), stats: &st}
			err = p.run(seed)
		}
		if found := err != nil && strings.Contains(err.Error(), "nothing, changed what they see"); found != (shows != "") || !found && st.Ahead == 0 {
			t.Errorf("what shows in the %q: %v, after %d acts", shows, err, st.Ahead)
		}
	}
}

// played returns a match of coins after these orders; "undo" takes back seat 1's last step.
func played(t *testing.T, orders ...move) game.Match {
	t.Helper()
	m, st, err := game.Seal(coinRules{}).Start(2, nil, NewDice(1))
	for _, o := range orders {
		if err != nil {
			t.Fatal(err)
		}
		m.Apply(st)
		if o.What == "undo" {
			st, err = m.Undo(o.Seat)
			continue
		}
		name := "turn"
		if o.What == "toss" || o.What == "peek" {
			name = game.StandingName
		}
		at := slices.IndexFunc(m.Asks(o.Seat), func(a game.Ask) bool { return a.Name == name })
		if at < 0 {
			t.Fatalf("seat %d is not asked %s", o.Seat, name)
		}
		st, err = m.Answer(o.Seat, m.Asks(o.Seat)[at].ID, o, NewDice(2))
	}
	if err != nil {
		t.Fatal(err)
	}
	m.Apply(st)
	return m
}

// A roll that another seat makes at any time does not prevent undoing a step, and stays; one's own roll prevents it.
func TestUndoUnderAnothersToss(t *testing.T) {
	step, toss := move{Seat: 1, What: "step"}, move{Seat: 2, What: "toss"}
	if !played(t, step, toss).CanUndo(1) {
		t.Error("another seat's toss takes the undo away")
	}
	if got := played(t, step, toss, move{Seat: 1, What: "undo"}).View(game.Player(1)).(coinsView); got.Steps != 0 || len(got.Shown) != 1 {
		t.Errorf("after the undo there are %d steps and %d tosses: expected none and 1", got.Steps, len(got.Shown))
	}
	if played(t, step, move{Seat: 1, What: "toss"}).CanUndo(1) {
		t.Error("a step can be taken back after the toss that followed it")
	}
}

// Two matches that differ only by one seat's private roll are the same to the other seat and to everybody, before and after an
// undo.
func TestUndoTellsNothingOfAPrivateAct(t *testing.T) {
	peek := move{Seat: 2, What: "peek"}
	step, undo := move{Seat: 1, What: "step"}, move{Seat: 1, What: "undo"}
	orders := []move{step, step, undo, undo, step, {Seat: 1, What: "done"}}
	for at := range orders {
		for n := at + 1; n <= len(orders); n++ {
			a := (&play{Case: Case{Seats: 2}}).lookAt(played(t, orders[:n]...))
			b := (&play{Case: Case{Seats: 2}}).lookAt(played(t, slices.Insert(slices.Clone(orders[:n]), at, peek)...))
			if a[0] != b[0] || a[1] != b[1] {
				t.Errorf("a private act before order %d shows after order %d:\n%+v\n%+v", at+1, n, a[:2], b[:2])
			}
		}
	}
}
