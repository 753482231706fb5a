package arcturus

import (
	"slices"

	"downsync/game"
	"downsync/game/arcturus/cards"
)

// Tracks of levels, which are also the ladders of the Black Market (N9).
const (
	Tech = "tech"
	Arms = "assault"
)

// LevelRaised: a level rises by one (N9.1). A new Assault Level brings an armed reinforcement at once (S61).
type LevelRaised struct {
	Seat  game.Seat `json:"seat"`
	Track string    `json:"track"`
	To    int       `json:"to"`
	Why   string    `json:"why"` // market, research, tile
}

func (LevelRaised) Kind() string                { return "level-raised" }
func (f LevelRaised) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f LevelRaised) {
	p := s.player(f.Seat)
	if f.Track == Arms {
		p.Assault = f.To
		p.Ships++
		return
	}
	p.Tech = f.To
	if i := slices.Index(cards.Numbers().Tracks.Bonus, f.To); i >= 0 {
		p.Due = with(p.Due, i+1)
	}
})

// trackEnds reports whether the seat's level cannot rise (S10).
func (s *board) trackEnds(seat game.Seat, track string) bool {
	if track == Arms {
		return s.player(seat).Assault >= cards.Numbers().Tracks.Assault
	}
	return s.player(seat).Tech >= cards.Numbers().Tracks.Tech
}

// raise raises a level by n, to no more than its end: what is too much is lost (S10).
func raise(t tx, seat game.Seat, track string, n int, why string) {
	for range n {
		s := t.State()
		if s.trackEnds(seat, track) {
			break
		}
		to := s.player(seat).Tech + 1
		if track == Arms {
			to = s.player(seat).Assault + 1
		}
		t.Emit(LevelRaised{seat, track, to, why})
	}
	giveTechs(t, seat)
}

// Invented: a seat takes an open Advanced Tech card, or Credits if none is left (S9).
type Invented struct {
	Seat game.Seat    `json:"seat"`
	Card string       `json:"card,omitempty"`
	Got  cards.Amount `json:"got"`
}

func (Invented) Kind() string                { return "invented" }
func (f Invented) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Invented) {
	p := s.player(f.Seat)
	p.Due = append([]int(nil), p.Due[1:]...)
	s.gain(f.Seat, f.Got)
	if f.Card == "" {
		return
	}
	s.Inventions = without(s.Inventions, f.Card)
	p.Inventions = with(p.Inventions, f.Card)
	if e := cards.FindTech(f.Card).Effect; e.Op == cards.MoreDice { // armed at once (S61)
		p.Dice += e.More
	}
})

// techs returns the cards that the seat may take now, the highest tier first, then in list order (S9).
func (s *board) techs(seat game.Seat) (out []string) {
	for tier := s.player(seat).Due[0]; tier > 0; tier-- {
		for _, id := range s.Inventions {
			if cards.FindTech(id).Tier == tier {
				out = append(out, id)
			}
		}
	}
	return out
}

// giveTechs settles the bonuses that leave no choice.
func giveTechs(t tx, seat game.Seat) {
	for len(t.State().player(seat).Due) > 0 {
		switch all := t.State().techs(seat); len(all) {
		case 0:
			t.Emit(Invented{Seat: seat, Got: cards.Amount{Credits: cards.Numbers().Tracks.Credits}})
		case 1:
			t.Emit(Invented{Seat: seat, Card: all[0]})
		default:
			return
		}
	}
}

func menuTech(s *state, seat game.Seat) (m game.Menu) {
	for _, id := range s.techs(seat) {
		m = append(m, offer("invent", []string{id}))
	}
	return m
}

func fallbackTech(s *state, seat game.Seat) game.Reply { return Invent{s.techs(seat)[0]} }

func checkTech(s *state, seat game.Seat, r game.Reply) error {
	o, ok := r.(Invent)
	switch {
	case !ok:
		return notNow(r, "invent and an open Advanced Tech card")
	case !slices.Contains(s.techs(seat), o.Tech):
		return refuse("no-tech", "%s is not open to you now", cards.FindTech(o.Tech).Name)
	}
	return nil
}

func answerTech(t tx, as []game.Answered) {
	t.Bind()
	t.Emit(Invented{Seat: as[0].Ask.Seat, Card: as[0].Reply.(Invent).Tech})
	giveTechs(t, as[0].Ask.Seat)
}

// LevelBought: a seat buys a level on the Black Market; a cube marks the rung that it paid for (N9.2).
type LevelBought struct {
	Seat  game.Seat    `json:"seat"`
	Track string       `json:"track"`
	Paid  cards.Amount `json:"paid"`
}

func (LevelBought) Kind() string                { return "level-bought" }
func (f LevelBought) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f LevelBought) {
	s.pay(f.Seat, f.Paid)
	*s.player(f.Seat).Cubes.on(f.Track)++
})

// on returns the number of cubes on a ladder.
func (c *Cubes) on(track string) *int {
	if track == Arms {
		return &c.Assault
	}
	return &c.Tech
}

// levelPrice returns the price of the lowest rung without an own cube; ok is false if there is none. The dearest cube comes back first
// (S51), so the cubes are always on the lowest rungs.
func (s *board) levelPrice(seat game.Seat, track string) (price cards.Amount, ok bool) {
	ladder := cards.Numbers().Market.Tech
	if track == Arms {
		ladder = cards.Numbers().Market.Assault
	}
	n := *s.player(seat).Cubes.on(track)
	if n >= len(ladder) {
		return price, false
	}
	return s.cost(seat, cards.OfLevel, cards.Amount{Credits: ladder[n]}), true
}

func checkLevel(s *state, seat game.Seat, o BuyLevel) error {
	price, ok := s.levelPrice(seat, o.Track)
	switch {
	case s.trackEnds(seat, o.Track) && o.Track == Tech:
		return refuse("end", "your Tech Level is the highest there is")
	case s.trackEnds(seat, o.Track):
		return refuse("end", "your Assault Level is the highest there is")
	case !ok:
		return refuse("ladder", "your cubes are on every rung of that ladder")
	}
	return s.afford(seat, price)
}

func buyLevel(t tx, seat game.Seat, o BuyLevel) {
	t.Bind()
	price, _ := t.State().levelPrice(seat, o.Track) // checkLevel made sure that there is one
	t.Emit(LevelBought{seat, o.Track, price})
	raise(t, seat, o.Track, 1, "market")
	award(t, seat)
}
