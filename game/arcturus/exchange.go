package arcturus

import (
	"slices"

	"downsync/game"
	"downsync/game/arcturus/cards"
)

// Exchanged: a seat exchanges resources (N10.1).
type Exchanged struct {
	Seat game.Seat    `json:"seat"`
	Gave cards.Amount `json:"gave"`
	Got  cards.Amount `json:"got"`
}

func (Exchanged) Kind() string                { return "exchanged" }
func (f Exchanged) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Exchanged) {
	s.pay(f.Seat, f.Gave)
	s.gain(f.Seat, f.Got)
})

// rate finds the rate that an order names.
func (o Exchange) rate() (cards.Exchange, bool) {
	all := cards.Numbers().Exchange
	i := slices.IndexFunc(all, func(x cards.Exchange) bool { return units(x.Give) == o.Give && letter(x.Get) == o.To })
	if i < 0 {
		return cards.Exchange{}, false
	}
	return all[i], true
}

func checkExchange(s *state, seat game.Seat, o Exchange) error {
	x, ok := o.rate()
	if !ok {
		return refuse("exchange", "no such rate: 2c to w, 2c to i, 3w to i, 3i to w")
	}
	return s.afford(seat, x.Give)
}

func exchange(t tx, seat game.Seat, o Exchange) {
	x, _ := o.rate() // checkExchange made sure that there is one
	t.Emit(Exchanged{seat, x.Give, x.Get})
}

// Sold: a seat sells an Operation card (N10.2).
type Sold struct {
	Seat game.Seat    `json:"seat"`
	Card string       `json:"card"`
	Got  cards.Amount `json:"got"`
}

func (Sold) Kind() string                { return "sold" }
func (f Sold) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Sold) {
	p := s.player(f.Seat)
	p.Hand, s.Discards = without(p.Hand, f.Card), with(s.Discards, f.Card)
	s.gain(f.Seat, f.Got)
})

// soldFor returns how many resources a card is sold for (S4).
func (s *board) soldFor(seat game.Seat) int {
	return 2 + s.sum(seat, cards.Sell, func(a *cards.Ability) int { return a.More })
}

func checkSell(s *state, seat game.Seat, o Sell) error {
	switch {
	case !slices.Contains(s.player(seat).Hand, o.Card):
		return refuse("hand", "%s is not in your hand", cardName(o.Card))
	case len(o.For) != s.soldFor(seat):
		return refuse("two", "a card is sold for %d {resource|resources}: name so many, like c w", s.soldFor(seat))
	}
	return nil
}

func sell(t tx, seat game.Seat, o Sell) {
	var got cards.Amount
	for _, w := range o.For {
		got = got.Plus(amountOf(1, w))
	}
	t.Emit(Sold{seat, o.Card, got})
}

// TilePlayed: a seat plays a bonus tile (N10.3).
type TilePlayed struct {
	Seat game.Seat    `json:"seat"`
	Tile string       `json:"tile"`
	Got  cards.Amount `json:"got"`
}

func (TilePlayed) Kind() string                { return "tile-played" }
func (f TilePlayed) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f TilePlayed) {
	p := s.player(f.Seat)
	p.Tiles, s.Spent = without(p.Tiles, f.Tile), sorted(s.Spent, f.Tile)
	s.gain(f.Seat, f.Got)
})

func checkTile(s *state, seat game.Seat, o PlayTile) error {
	if !slices.Contains(s.player(seat).Tiles, o.Tile) {
		return refuse("tile", "you have no tile %q", tileText(o.Tile))
	}
	e := cards.FindTile(o.Tile).Effect
	switch {
	case e.Roll != 0:
		return refuse("tile", "the tile %q is laid with an attempt: add tile %s to it", tileText(o.Tile), o.Tile)
	case e.Fortify == 0 && o.At != "":
		return refuse("tile", "the tile %q needs no base", tileText(o.Tile))
	case e.Fortify == 0:
		return nil
	case len(s.unfortified(seat)) == 0:
		return refuse("nothing", "you have no base to fortify")
	case o.At == "":
		return refuse("tile", "name the base: tile %s at koss", o.Tile)
	}
	return s.fortifiable(seat, o.At)
}

// unfortified returns the seat's bases without a fortification.
func (s *board) unfortified(seat game.Seat) (out []string) {
	for i := range s.held(seat) {
		if !s.Bases[i].Fortified {
			out = append(out, cards.At(i).ID)
		}
	}
	return out
}

// playTile carries out a tile. Only one that merely gives resources may be taken back (S70).
func playTile(t tx, seat game.Seat, o PlayTile) {
	e := cards.FindTile(o.Tile).Effect
	if e != (cards.Bonus{Gain: e.Gain}) {
		t.Bind()
	}
	t.Emit(TilePlayed{seat, o.Tile, e.Gain})
	draw(t, seat, e.Cards, "tile")
	if e.Alert < 0 {
		lowerAlert(t, -e.Alert, "tile")
	}
	if e.Fortify > 0 {
		t.Emit(Fortified{Seat: seat, Territory: o.At})
	}
	raise(t, seat, Arms, e.Assault, "tile")
	raise(t, seat, Tech, e.Tech, "tile")
	award(t, seat)
}

// menuTiles offers the tiles that the seat can play.
func menuTiles(s *state, seat game.Seat) (m game.Menu) {
	for _, id := range slices.Compact(slices.Clone(s.player(seat).Tiles)) {
		switch e := cards.FindTile(id).Effect; {
		case e.Roll != 0:
		case e.Fortify == 0:
			m = append(m, offer("tile", []string{id}))
		default:
			if open := s.unfortified(seat); len(open) > 0 {
				m = append(m, offer("tile", []string{id}, slotAt.Of(open...)))
			}
		}
	}
	return m
}
