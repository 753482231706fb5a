package arcturus

import (
	"cmp"
	"slices"

	"downsync/game"
	"downsync/game/arcturus/cards"
)

// suffer lets the card work on one seat.
func suffer(t tx, seat game.Seat, o Respond) {
	s := t.State()
	switch e := s.effect(); e.Op {
	case cards.Crackdown:
		crackDown(t, seat, e)
	case cards.Tax:
		tax(t, seat, e, o.Unpaid)
	case cards.Lose:
		lose(t, seat, e, o.Lose)
	}
}

// CrackdownRolled: the Crackdown Die for a base (S8).
type CrackdownRolled struct {
	Seat      game.Seat `json:"seat"`
	Territory string    `json:"territory"`
	Most      int       `json:"most"` // seized at or under
	Face      int       `json:"face"`
}

func (CrackdownRolled) Kind() string                                { return "crackdown-rolled" }
func (f CrackdownRolled) For(game.Viewer) game.Fact                 { return f }
func (f CrackdownRolled) DiceTold() (stream game.Seat, faces []int) { return 0, []int{f.Face} }

var _ = public[CrackdownRolled](nil)

// Seized: a base is lost. It can be bought again, without a tile (S8, S29).
type Seized struct {
	Seat      game.Seat `json:"seat"`
	Territory string    `json:"territory"`
}

func (Seized) Kind() string                { return "seized" }
func (f Seized) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Seized) { s.clear(f.Territory) })

// clear takes a base off the board, and the Destroyer with it.
func (s *board) clear(territory string) {
	*s.base(territory) = base{}
	if s.Destroyer == territory {
		s.Destroyer = ""
	}
}

// crackDown rolls for each base of a seat in board order; a threshold of 0 needs no die. Beams do not help (N11.5).
func crackDown(t tx, seat game.Seat, e *cards.Band) {
	s := t.State()
	for i := range s.held(seat) {
		most := e.Unfortified
		if s.Bases[i].Fortified {
			most = e.Fortified
		}
		if most == 0 {
			continue
		}
		f := CrackdownRolled{seat, cards.At(i).ID, most, t.Roll(0, "crackdown", 12)}
		t.Emit(f)
		if f.Face <= most {
			t.Emit(Seized{seat, f.Territory})
		}
	}
}

// Taxed: a seat pays the tax for as many bases as it can; the cards of the others are flipped (N11.4, S36).
type Taxed struct {
	Seat    game.Seat    `json:"seat"`
	Paid    cards.Amount `json:"paid"`
	Flipped []string     `json:"flipped,omitempty"`
}

func (Taxed) Kind() string                { return "taxed" }
func (f Taxed) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Taxed) {
	s.pay(f.Seat, f.Paid)
	for _, id := range f.Flipped {
		s.base(id).Flipped = true
	}
})

// tax takes the tax. The seat's own list of bases that it does not pay for goes first, then the least income in Credits, the later
// territory on a tie.
func tax(t tx, seat game.Seat, e *cards.Band, named []string) {
	s := t.State()
	var places []int
	for i := range s.held(seat) {
		places = append(places, i)
	}
	if len(places) == 0 {
		return
	}
	paid := min(len(places), s.player(seat).Have.Credits/e.PerBase)
	slices.SortFunc(places, func(a, b int) int {
		return cmp.Or(cmp.Compare(rank(named, a), rank(named, b)), cmp.Compare(income(a), income(b)), cmp.Compare(b, a))
	})
	f := Taxed{Seat: seat, Paid: cards.Amount{Credits: paid * e.PerBase}}
	for _, i := range places[:len(places)-paid] {
		f.Flipped = append(f.Flipped, cards.At(i).ID)
	}
	t.Emit(f)
}

// rank returns the place of a territory in a list of ids, or the list's length.
func rank(list []string, place int) int {
	if i := slices.Index(list, cards.At(place).ID); i >= 0 {
		return i
	}
	return len(list)
}

// income returns the Credits that a base at a place gives.
func income(place int) int { return cards.FindZone(cards.At(place).Zone).Income.Credits }

// Lost: a seat loses resources and cards to the Sovereign. Everybody sees the discards (S57).
type Lost struct {
	Seat  game.Seat    `json:"seat"`
	Lost  cards.Amount `json:"lost"`
	Cards []string     `json:"cards,omitempty"`
	Face  string       `json:"face,omitempty"` // the card that lay face-down
}

func (Lost) Kind() string                { return "lost" }
func (f Lost) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Lost) {
	p := s.player(f.Seat)
	s.pay(f.Seat, f.Lost)
	p.Hand, s.Discards = without(p.Hand, f.Cards...), with(s.Discards, f.Cards...)
	if f.Face != "" {
		p.Face, s.Discards = nil, with(s.Discards, f.Face)
	}
})

// lose takes what the card names, and never more than is there. The seat's own list of cards goes first, then those that pay
// least, sleepers last.
func lose(t tx, seat game.Seat, e *cards.Band, named []string) {
	p := t.State().player(seat)
	f := Lost{Seat: seat, Lost: p.Have.UpTo(cards.Amount{Credits: e.Credits, Influence: e.Influence, Crew: e.Crew})}
	if e.Cards > 0 {
		rest := without(p.Hand, named...)
		slices.SortStableFunc(rest, func(a, b string) int {
			x, y := cards.FindOperation(a), cards.FindOperation(b)
			return cmp.Or(cmp.Compare(last(x), last(y)), cmp.Compare(x.Pays(), y.Pays()))
		})
		all := append(slices.Clone(named), rest...)
		f.Cards = all[:min(e.Cards, len(all))]
	}
	if e.FaceDown > 0 && p.Face != nil {
		f.Face = p.Face.Card
	}
	if f.Lost.Sum() > 0 || len(f.Cards) > 0 || f.Face != "" {
		t.Emit(f)
	}
}

// last sorts sleepers behind the other cards.
func last(o *cards.Operation) int {
	if o.Type == cards.Sleeper {
		return 1
	}
	return 0
}

// LastRound: the next round is the last (S17).
type LastRound struct {
	Round int `json:"round"`
}

func (LastRound) Kind() string                { return "last-round" }
func (f LastRound) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f LastRound) { s.Last = f.Round })

// relieve carries out what the card does once for all: the star, an Amnesty, and the relief of the alert (S46).
func relieve(t tx) {
	s := t.State()
	switch e := s.effect(); e.Op {
	case cards.LastRound:
		t.Emit(LastRound{s.Round + 1})
	case cards.Alert:
		lowerAlert(t, -e.By, "card")
	}
	if by := s.card().Relief[s.band(s.Level)]; by > 0 {
		lowerAlert(t, by+cards.Numbers().Alert.Relief[s.Seats-MinSeats], "relief")
	}
}
