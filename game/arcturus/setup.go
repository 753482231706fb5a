package arcturus

import (
	"slices"

	"downsync/game"
	"downsync/game/arcturus/cards"
)

// Began: a match begins (N4.1).
type Began struct {
	Seats int   `json:"seats"`
	Terms Terms `json:"terms"`
}

func (Began) Kind() string                { return "began" }
func (f Began) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Began) {
	*s = state{Undealt: cards.OperationDeck(), Pool: cards.TilePool()}
	s.board = board{Seats: f.Seats, Terms: f.Terms, Phase: Choosing, Round: 1, Alert: cards.Numbers().Alert.Start, Players: make([]player, f.Seats)}
	for range cards.Territories() {
		s.Bases = append(s.Bases, base{Tile: true})
	}
	for _, x := range cards.Techs() {
		s.Inventions = append(s.Inventions, x.ID)
	}
})

// dealt: a seat is dealt its syndicates (N4.6).
type dealt struct{ Dealt }

// Dealt tells a seat which syndicates it may lead.
type Dealt struct {
	Seat game.Seat `json:"seat"`
	Mats []string  `json:"mats"`
}

func (Dealt) Kind() string                { return "dealt-told" }
func (f Dealt) For(game.Viewer) game.Fact { return f }
func (dealt) Kind() string                { return "dealt" }
func (f dealt) For(v game.Viewer) game.Fact {
	if v.Sees(f.Seat) {
		return f.Dealt
	}
	return nil
}

var (
	_ = secret(func(s *state, f dealt) { s.player(f.Seat).Dealt = f.Mats })
	_ = twin[Dealt]()
)

// SyndicateChosen: a seat leads this syndicate. All seats' facts are told together (S44).
type SyndicateChosen struct {
	Seat game.Seat `json:"seat"`
	Mat  string    `json:"mat"`
}

func (SyndicateChosen) Kind() string                { return "syndicate-chosen" }
func (f SyndicateChosen) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f SyndicateChosen) { s.setUp(f.Seat, cards.FindMat(f.Mat)) })

// dice is how many Action Dice each seat has (N4.6).
const dice = 2

// setUp sets up a seat's mat (N4.6).
func (s *board) setUp(seat game.Seat, m *cards.Mat) {
	p := s.player(seat)
	p.Mat, p.Have, p.Assault, p.Tech, p.Dice, p.Ships = m.ID, m.Start, m.Assault, m.Tech, dice, m.Assault
	if m.Effect.Op == cards.Base { // no tile for it (N2.5)
		*s.base(m.Effect.Territory) = base{Seat: seat, Fortified: m.Effect.Fortified}
	}
}

// OrderRolled: these seats roll for the marker (N4.7).
type OrderRolled struct {
	Seats []game.Seat `json:"seats"`
	Faces []int       `json:"faces"`
}

func (OrderRolled) Kind() string                                { return "order-rolled" }
func (f OrderRolled) For(game.Viewer) game.Fact                 { return f }
func (f OrderRolled) DiceTold() (stream game.Seat, faces []int) { return 0, f.Faces }

var _ = public[OrderRolled](nil)

// MarkerTaken: a seat has the first-player marker.
type MarkerTaken struct {
	Seat game.Seat `json:"seat"`
}

func (MarkerTaken) Kind() string                { return "marker-taken" }
func (f MarkerTaken) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f MarkerTaken) { s.Marker, s.Phase = f.Seat, Turns })

// Gained: a seat takes something from the bank.
type Gained struct {
	Seat game.Seat    `json:"seat"`
	Got  cards.Amount `json:"got"`
	Why  string       `json:"why"` // handicap, reward, share, cut, tech
}

func (Gained) Kind() string                { return "gained" }
func (f Gained) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Gained) { s.gain(f.Seat, f.Got) })

func (s *board) gain(seat game.Seat, got cards.Amount) {
	s.player(seat).Have = s.player(seat).Have.Plus(got)
}

func (s *board) pay(seat game.Seat, cost cards.Amount) {
	s.player(seat).Have = s.player(seat).Have.Minus(cost)
}

// Open sets up a match: its deals, or a lab.
func (rules) Open(t tx, seats int, raw game.Config) error {
	c, err := decodeConfig(raw, seats)
	if err != nil {
		return err
	}
	t.Emit(Began{seats, c.Terms})
	if c.Lab != nil {
		t.Emit(labSet{*c.Lab})
		advance(t)
		return nil
	}
	dealMats(t)
	for seat := range t.State().played() {
		draw(t, seat, 4, "deal") // N4.4
	}
	return nil
}

// dealMats deals two syndicates to each seat, seat 1 first. Each is a die of as many sides as there are syndicates left, on the seat's
// own stream.
func dealMats(t tx) {
	var left []string
	for _, m := range cards.Mats() {
		left = append(left, m.ID)
	}
	for seat := range t.State().played() {
		var got []string
		for range 2 {
			i := t.Roll(seat, "syndicate", len(left)) - 1
			got, left = append(got, left[i]), slices.Delete(slices.Clone(left), i, i+1)
		}
		t.Emit(dealt{Dealt{seat, got}})
	}
}

// drew: a seat draws Operation cards.
type drew struct{ Drew }

// Drew tells of a draw: everybody how many cards, the seat which.
type Drew struct {
	Seat  game.Seat `json:"seat"`
	N     int       `json:"n"`
	Why   string    `json:"why"` // deal, collection, tile
	Cards []string  `json:"cards,omitempty"`
}

func (Drew) Kind() string                { return "drew-told" }
func (f Drew) For(game.Viewer) game.Fact { return f }
func (drew) Kind() string                { return "drew" }
func (f drew) For(v game.Viewer) game.Fact {
	out := f.Drew
	if !v.Sees(f.Seat) {
		out.Cards = nil
	}
	return out
}

var (
	_ = secret(func(s *state, f drew) {
		s.Undealt = without(s.Undealt, f.Cards...)
		s.player(f.Seat).Hand = sorted(s.player(f.Seat).Hand, f.Cards...)
	})
	_ = twin[Drew]()
)

// Reshuffled: the discards are the deck again (S32).
type Reshuffled struct{}

func (Reshuffled) Kind() string                { return "reshuffled" }
func (f Reshuffled) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, _ Reshuffled) { s.Undealt, s.Discards = sorted(s.Undealt, s.Discards...), nil })

// draw draws n Operation cards. For each it rolls a die of as many sides as there are cards, on the seat's own stream; a single card
// needs no die. Nobody is told the face: it says something about the hands of the others.
func draw(t tx, seat game.Seat, n int, why string) {
	var got []string
	flush := func() {
		if len(got) > 0 {
			t.Emit(drew{Drew{Seat: seat, N: len(got), Why: why, Cards: got}})
			got = nil
		}
	}
	for range n {
		deck := without(t.State().Undealt, got...)
		if len(deck) == 0 {
			flush()
			if len(t.State().Discards) == 0 {
				return
			}
			t.Emit(Reshuffled{})
			deck = t.State().Undealt
		}
		got = append(got, deck[rollFor(t, seat, "draw", len(deck))-1])
	}
	flush()
}

// rollFor rolls a die of that many sides; one side needs no die.
func rollFor(t tx, stream game.Seat, purpose string, sides int) int {
	if sides == 1 {
		return 1
	}
	return t.Roll(stream, purpose, sides)
}

func menuSyndicate(s *state, seat game.Seat) (m game.Menu) {
	for _, mat := range s.player(seat).Dealt {
		m = append(m, offer("lead", []string{mat}))
	}
	return m
}

func fallbackSyndicate(s *state, seat game.Seat) game.Reply { return Lead{s.player(seat).Dealt[0]} }

func checkSyndicate(s *state, seat game.Seat, r game.Reply) error {
	o, ok := r.(Lead)
	switch {
	case !ok:
		return notNow(r, "lead and a syndicate")
	case !slices.Contains(s.player(seat).Dealt, o.Mat):
		return refuse("no-mat", "%s was not dealt to you", cards.FindMat(o.Mat).Name)
	}
	return nil
}

func answerSyndicate(t tx, as []game.Answered) {
	for _, a := range as {
		t.Emit(SyndicateChosen{a.Ask.Seat, a.Reply.(Lead).Mat})
	}
}

// start rolls for the marker (N4.7, S5) and hands out the handicap (S45).
func start(t tx) {
	seats := slices.Collect(t.State().played())
	for len(seats) > 1 && !t.Failed() {
		f := OrderRolled{Seats: seats}
		for range seats {
			f.Faces = append(f.Faces, t.Roll(0, "order", 12))
		}
		t.Emit(f)
		var best []game.Seat
		for i, seat := range seats {
			if f.Faces[i] == slices.Max(f.Faces) {
				best = append(best, seat)
			}
		}
		seats = best
	}
	t.Emit(MarkerTaken{seats[0]})
	s := t.State()
	if s.Terms.NoHandicap {
		return
	}
	by, n := cards.Numbers().Handicap.Credits[s.Seats-MinSeats], 0
	for seat := range s.clockwise(s.Marker) {
		if by[n] > 0 {
			t.Emit(Gained{seat, cards.Amount{Credits: by[n]}, "handicap"})
		}
		n++
	}
}
