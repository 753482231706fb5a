package arcturus

import (
	"slices"

	"downsync/game"
	"downsync/game/arcturus/cards"
)

// Offer is an open offer of a swap. Only the two seats know of it (N10.4).
type Offer struct {
	From game.Seat `json:"from"`
	To   game.Seat `json:"to"`
	Give Bundle    `json:"give"`
	Want Bundle    `json:"want"`
}

// Bundle is one side of a swap.
type Bundle struct {
	Have  cards.Amount `json:"have"`
	Cards []string     `json:"cards,omitempty"` // by name
	Any   int          `json:"any,omitempty"`   // cards of the giver's choice
	Tiles []string     `json:"tiles,omitempty"` // by name
	Zones []string     `json:"zones,omitempty"` // a tile of the giver's choice of each
}

// empty reports whether there is nothing in it.
func (b Bundle) empty() bool {
	return b.Have.Sum() == 0 && len(b.Cards) == 0 && b.Any == 0 && len(b.Tiles) == 0 && len(b.Zones) == 0
}

// bundle reads the words of an order: 3c, a card, "card", a tile, "exo-tile". It refuses everything else (S30).
func bundle(words []string) (b Bundle, err error) {
	for _, w := range words {
		zone := zoneTile(w)
		n, unit, isAmount := amountWord(w)
		switch {
		case isAmount:
			b.Have = b.Have.Plus(amountOf(n, unit))
		case w == anyCard:
			b.Any++
		case zone != "":
			b.Zones = append(b.Zones, zone)
		case cards.FindOperation(w) != nil:
			b.Cards = append(b.Cards, w)
		case cards.FindTile(w) != nil:
			b.Tiles = append(b.Tiles, w)
		default:
			return b, refuse("swap", "%s: only Credits, Influence, Crew, cards of the hand and bonus tiles are swapped", w)
		}
	}
	return b, nil
}

// dropOffers takes offers off the table. It writes a fresh list, and none if it is empty.
func (s *state) dropOffers(gone func(Offer) bool) {
	var left []Offer
	for _, o := range s.Offers {
		if !gone(o) {
			left = append(left, o)
		}
	}
	s.Offers = left
}

// offered: a seat offers a swap. An earlier offer to the same seat is replaced.
type offered struct{ Offered }

// Offered tells the two seats of an offer.
type Offered struct {
	Offer Offer `json:"offer"`
}

func (Offered) Kind() string                { return "offered-told" }
func (f Offered) For(game.Viewer) game.Fact { return f }
func (offered) Kind() string                { return "offered" }
func (f offered) For(v game.Viewer) game.Fact {
	if v.Sees(f.Offer.From) || v.Sees(f.Offer.To) {
		return f.Offered
	}
	return nil
}

var (
	_ = secret(func(s *state, f offered) {
		s.dropOffers(func(o Offer) bool { return o.From == f.Offer.From && o.To == f.Offer.To })
		s.Offers = append(s.Offers, f.Offer)
	})
	_ = twin[Offered]()
)

// declined: an offer is declined, or withdrawn by the seat that made it.
type declined struct{ Declined }

// Declined tells the two seats of it.
type Declined struct {
	From game.Seat `json:"from"`
	To   game.Seat `json:"to"`
	By   game.Seat `json:"by"`
}

func (Declined) Kind() string                { return "declined-told" }
func (f Declined) For(game.Viewer) game.Fact { return f }
func (declined) Kind() string                { return "declined" }
func (f declined) For(v game.Viewer) game.Fact {
	if v.Sees(f.From) || v.Sees(f.To) {
		return f.Declined
	}
	return nil
}

var (
	_ = secret(func(s *state, f declined) {
		s.dropOffers(func(o Offer) bool { return o.From == f.From && o.To == f.To })
	})
	_ = twin[Declined]()
)

// swapped: two seats swap. The other offers that they made lapse: a refused one would tell of what they no longer have (S74).
type swapped struct {
	From game.Seat `json:"from"`
	To   game.Seat `json:"to"`
	Gave Bundle    `json:"gave"`
	Got  Bundle    `json:"got"`
}

// Swapped tells of a swap: the two all of it, the others amounts, the number of cards and the zones of tiles.
type Swapped struct {
	From game.Seat `json:"from"`
	To   game.Seat `json:"to"`
	Gave Bundle    `json:"gave"`
	Got  Bundle    `json:"got"`
}

func (Swapped) Kind() string                { return "swapped-told" }
func (f Swapped) For(game.Viewer) game.Fact { return f }
func (swapped) Kind() string                { return "swapped" }
func (f swapped) For(v game.Viewer) game.Fact {
	out := Swapped(f)
	if !v.Sees(f.From) && !v.Sees(f.To) {
		out.Gave, out.Got = f.Gave.outside(), f.Got.outside()
	}
	return out
}

// outside returns what everybody learns of a side of a swap.
func (b Bundle) outside() Bundle {
	out := Bundle{Have: b.Have, Any: len(b.Cards)}
	for _, id := range b.Tiles {
		out.Zones = append(out.Zones, cards.FindTile(id).Zone)
	}
	slices.Sort(out.Zones)
	return out
}

var (
	_ = secret(func(s *state, f swapped) {
		s.handOver(f.From, f.To, f.Gave)
		s.handOver(f.To, f.From, f.Got)
		s.dropOffers(func(o Offer) bool {
			return o.From == f.From || o.From == f.To
		})
	})
	_ = twin[Swapped]()
)

// handOver moves a bundle from one seat to another.
func (s *state) handOver(from, to game.Seat, b Bundle) {
	s.pay(from, b.Have)
	s.gain(to, b.Have)
	a, z := s.player(from), s.player(to)
	a.Hand, z.Hand = without(a.Hand, b.Cards...), sorted(z.Hand, b.Cards...)
	a.Tiles, z.Tiles = without(a.Tiles, b.Tiles...), sorted(z.Tiles, b.Tiles...)
}

// trades refuses swaps of a seat at the wrong time (S30, S56).
func (s *state) trades(seat game.Seat) error {
	switch {
	case s.Terms.NoTrade:
		return refuse("trade", "this table plays without swaps")
	case s.Phase != Turns:
		return refuse("phase", "swaps are made during the turns only")
	case s.Turn == seat:
		return refuse("your-turn", "the active seat does not swap")
	case s.Round == s.Last && s.player(seat).Passed:
		return refuse("passed", "in the last round, swaps end with your turn")
	}
	return nil
}

// partner refuses a seat with which one cannot swap.
func (s *state) partner(seat, with game.Seat) error {
	if with == seat || int(with) > s.Seats || slices.Contains(s.Out, with) {
		return refuse("no-seat", "seat %d: expected another player of this table", int(with))
	}
	return nil
}

func checkOffer(s *state, seat game.Seat, o MakeOffer) error {
	if err := s.trades(seat); err != nil {
		return err
	}
	if err := s.partner(seat, o.To); err != nil {
		return err
	}
	give, err := bundle(o.Give)
	if err != nil {
		return err
	}
	want, err := bundle(o.Want)
	if err != nil {
		return err
	}
	p := s.player(seat)
	switch {
	case give.empty() || want.empty():
		return refuse("nothing", "each side of a swap gives something")
	case give.Any > 0 || len(give.Zones) > 0:
		return refuse("card", "name the cards and the tiles that you give")
	case len(want.Tiles) > 0:
		return refuse("tile", "ask for a tile by its zone, such as exo-tile")
	case !holds(p.Hand, give.Cards):
		return refuse("card", "not all of these cards are in your hand")
	case !holds(p.Tiles, give.Tiles):
		return refuse("tile", "not all of these tiles are yours")
	}
	return s.afford(seat, give.Have)
}

// offerTo finds the open offer from one seat to another.
func (s *state) offerTo(from, to game.Seat) (Offer, bool) {
	i := slices.IndexFunc(s.Offers, func(o Offer) bool { return o.From == from && o.To == to })
	if i < 0 {
		return Offer{}, false
	}
	return s.Offers[i], true
}

// fulfil returns what the seat hands over if it accepts: the cards that the offer names, and its own choice.
func (s *state) fulfil(seat game.Seat, want Bundle, chosen []string) (Bundle, error) {
	b, err := bundle(chosen)
	if err != nil {
		return b, err
	}
	if b.Have.Sum() > 0 || b.Any > 0 || len(b.Zones) > 0 || len(b.Cards) != want.Any {
		return b, refuse("card", "choose %d {card|cards} to give, by name", want.Any)
	}
	zones := []string{}
	for _, id := range b.Tiles {
		zones = append(zones, cards.FindTile(id).Zone)
	}
	if !slices.Equal(sorted(zones), sorted(want.Zones)) {
		return b, refuse("tile", "choose a tile of each zone that is asked for, by name")
	}
	b.Have, b.Cards = want.Have, append(slices.Clone(want.Cards), b.Cards...)
	p := s.player(seat)
	switch {
	case !holds(p.Hand, b.Cards):
		return b, refuse("card", "you do not have all of the cards that are asked for")
	case !holds(p.Tiles, b.Tiles):
		return b, refuse("tile", "not all of these tiles are yours")
	}
	return b, s.afford(seat, b.Have)
}

// checkAccept refuses an acceptance. The offers of a seat lapse as its turn begins (S74), so its partner is neither the active seat nor
// done with the last round.
func checkAccept(s *state, seat game.Seat, o Accept) error {
	if err := s.trades(seat); err != nil {
		return err
	}
	offer, ok := s.offerTo(o.From, seat)
	switch {
	case !ok:
		return refuse("no-offer", "you have no offer of seat %d", int(o.From))
	case s.Pending != nil || s.Turn != 0 && len(s.player(s.Turn).Due) > 0:
		return refuse("busy", "something is being settled; accept once it is done")
	}
	if have := s.player(o.From).Have; !have.Covers(offer.Give.Have) {
		return refuse("afford", "seat %d no longer has what it offers", int(o.From))
	}
	_, err := s.fulfil(seat, offer.Want, o.With)
	return err
}

// swap carries out an accepted offer.
func swap(t tx, seat game.Seat, o Accept) {
	offer, _ := t.State().offerTo(o.From, seat)
	got, err := t.State().fulfil(seat, offer.Want, o.With)
	if err != nil {
		panic("arcturus: an acceptance that was not checked: " + err.Error())
	}
	t.Emit(swapped{o.From, seat, offer.Give, got})
}
