package arcturus

import (
	"slices"

	"downsync/game"
	"downsync/game/arcturus/cards"
)

// works reports whether the base at a place works: there is one, it is not flipped, and the Destroyer is elsewhere (N2.6).
func (s *board) works(place int) bool {
	b := &s.Bases[place]
	return b.Seat != 0 && !b.Flipped && s.Destroyer != cards.At(place).ID
}

// covered reports whether a beam protects the base at a place (N3.2, S40).
func (s *board) covered(place int) bool {
	id, holder := cards.At(place).ID, s.Bases[place].Seat
	return holder != 0 && slices.ContainsFunc(cards.Beams(), func(b cards.Beam) bool {
		from := cards.Place(b.From)
		return b.To == id && s.Bases[from].Seat == holder && s.works(from)
	})
}

// walled reports whether the base at a place counts as fortified against assaults (N3.2).
func (s *board) walled(place int) bool { return s.Bases[place].Fortified || s.covered(place) }

// casino returns what the seat may add to its mission rolls (N3.4).
func (s *board) casino(seat game.Seat) (n int) {
	for i := range s.held(seat) {
		if cards.At(i).Special == cards.Casino && s.works(i) {
			n++
		}
	}
	return n
}

// boxes returns how many research boxes the holder of a place must fill; 0: it has none (N3.3).
func (s *board) boxes(place int) int {
	at, seat := cards.At(place), s.Bases[place].Seat
	if at.Boxes == 0 || seat == 0 {
		return at.Boxes
	}
	return max(1, at.Boxes-s.sum(seat, cards.Boxes, func(a *cards.Ability) int {
		if a.Special == at.Special {
			return a.Fewer
		}
		return 0
	}))
}

// basePrice returns what a base at a place costs the seat (N2.1).
func (s *board) basePrice(seat game.Seat, place int) cards.Amount {
	return s.cost(seat, cards.OfBase, cards.FindZone(cards.At(place).Zone).Cost)
}

// fortifyPrice returns what it costs the seat to fortify a place (N2.3, S2).
func (s *board) fortifyPrice(seat game.Seat, place int) cards.Amount {
	c := s.cost(seat, cards.OfFortify, cards.FindZone(cards.At(place).Zone).Fortify)
	if s.Terms.FortifyWith == "influence" {
		c.Influence, c.Crew = c.Crew, 0
	}
	return c
}

// afford refuses a price that the seat cannot pay (N1.3).
func (s *board) afford(seat game.Seat, cost cards.Amount) error {
	if have := s.player(seat).Have; !have.Covers(cost) {
		return refuse("afford", "that costs %s; you have %s", spelt(cost, cost), spelt(have, cost))
	}
	return nil
}

// spelt writes the resources of an amount that a cost asks for.
func spelt(a, cost cards.Amount) game.Phrase {
	var parts []game.Phrase
	if cost.Credits > 0 {
		parts = append(parts, game.Phrasef("%d {Credit|Credits}", a.Credits))
	}
	if cost.Influence > 0 {
		parts = append(parts, game.Phrasef("%d Influence", a.Influence))
	}
	if cost.Crew > 0 {
		parts = append(parts, game.Phrasef("%d Crew", a.Crew))
	}
	all := parts[0]
	for _, p := range parts[1:] {
		all = game.Phrasef("%s, %s", all, p)
	}
	return all
}

// territoryName, cardName and tileText return what players read of a territory, an Operation card and a bonus tile.
func territoryName(id string) string { return cards.FindTerritory(id).Name }
func cardName(id string) string      { return cards.FindOperation(id).Name }
func tileText(id string) string      { return cards.FindTile(id).Text }

// Bought: a seat pays for a base. Traps may follow before the base is there (N2.1).
type Bought struct {
	Seat      game.Seat    `json:"seat"`
	Territory string       `json:"territory"`
	Paid      cards.Amount `json:"paid"`
}

func (Bought) Kind() string                { return "bought" }
func (f Bought) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Bought) {
	s.pay(f.Seat, f.Paid)
	s.Pending = &pending{Affair: Affair{What: Purchase, Territory: f.Territory, Paid: f.Paid}, Open: s.windowed()}
})

// Surcharged: a seat pays the Credits that a Red Tape asks for (S43).
type Surcharged struct {
	Seat    game.Seat `json:"seat"`
	By      game.Seat `json:"by"`
	Credits int       `json:"credits"`
}

func (Surcharged) Kind() string                { return "surcharged" }
func (f Surcharged) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Surcharged) {
	more := cards.Amount{Credits: f.Credits}
	s.pay(f.Seat, more)
	s.Pending.Paid, s.Pending.Tape = s.Pending.Paid.Plus(more), 0
})

// Taped: a Red Tape asks for more (S43).
type Taped struct {
	Seat    game.Seat `json:"seat"`
	By      game.Seat `json:"by"`
	Credits int       `json:"credits"`
}

func (Taped) Kind() string                { return "taped" }
func (f Taped) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Taped) { s.Pending.Tape, s.Pending.More = f.By, f.Credits })

// TakenBack: a seat takes a purchase back, with all that it paid (S43).
type TakenBack struct {
	Seat      game.Seat    `json:"seat"`
	Territory string       `json:"territory"`
	Got       cards.Amount `json:"got"`
}

func (TakenBack) Kind() string                { return "taken-back" }
func (f TakenBack) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f TakenBack) {
	s.gain(f.Seat, f.Got)
	s.Pending = nil
})

// Founded: a new base, not fortified (N2.4).
type Founded struct {
	Seat      game.Seat `json:"seat"`
	Territory string    `json:"territory"`
}

func (Founded) Kind() string                { return "founded" }
func (f Founded) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Founded) {
	b := s.base(f.Territory)
	*b = base{Seat: f.Seat, Tile: b.Tile}
})

// tileTaken: a seat takes the bonus tile of a new base (N2.5). Which tile it is, is decided as it is taken.
type tileTaken struct{ TileTaken }

// TileTaken tells of it: everybody the zone, the seat the tile (S31).
type TileTaken struct {
	Seat      game.Seat `json:"seat"`
	Territory string    `json:"territory"`
	Zone      string    `json:"zone"`
	Tile      string    `json:"tile,omitempty"`
	Open      bool      `json:"open,omitempty"` // everybody sees it
}

func (TileTaken) Kind() string                { return "tile-taken-told" }
func (f TileTaken) For(game.Viewer) game.Fact { return f }
func (tileTaken) Kind() string                { return "tile-taken" }
func (f tileTaken) For(v game.Viewer) game.Fact {
	out := f.TileTaken
	if !v.Sees(f.Seat) && !f.Open {
		out.Tile = ""
	}
	return out
}

var (
	_ = secret(func(s *state, f tileTaken) {
		s.base(f.Territory).Tile = false
		s.Pool = without(s.Pool, f.Tile)
		s.player(f.Seat).Tiles = sorted(s.player(f.Seat).Tiles, f.Tile)
	})
	_ = twin[TileTaken]()
)

// takeTile gives a seat the bonus tile of a territory: one of its zone's that nobody has taken, on the seat's own stream.
func takeTile(t tx, seat game.Seat, territory string) {
	zone := cards.FindTerritory(territory).Zone
	var pool []string
	for _, id := range t.State().Pool {
		if cards.FindTile(id).Zone == zone {
			pool = append(pool, id)
		}
	}
	tile := pool[rollFor(t, seat, "tile", len(pool))-1]
	t.Emit(tileTaken{TileTaken{seat, territory, zone, tile, t.State().Terms.TilesOpen}})
}

func checkBuy(s *state, seat game.Seat, o Buy) error {
	if s.base(o.Territory).Seat != 0 {
		return refuse("taken", "there is a base on %s already", territoryName(o.Territory))
	}
	return s.afford(seat, s.basePrice(seat, cards.Place(o.Territory)))
}

// buy pays for a base. It is bound before traps are looked at (S70).
func buy(t tx, seat game.Seat, o Buy) {
	t.Bind()
	t.Emit(Bought{seat, o.Territory, t.State().basePrice(seat, cards.Place(o.Territory))})
}

// settlePurchase goes on with a purchase: Red Tapes one by one, then the base, then its tile (S43, S58).
func settlePurchase(t tx) {
	s := t.State()
	seat, p := s.Turn, s.Pending
	if by := s.nextSpring(cards.Surcharge); by != 0 {
		more := cards.FindOperation(s.player(by).Face.Card).Effect.Credits
		spring(t, by)
		if t.State().player(seat).Have.Credits < more {
			t.Emit(TakenBack{seat, p.Territory, p.Paid})
			return
		}
		t.Emit(Taped{seat, by, more})
		return
	}
	t.Emit(Founded{seat, p.Territory})
	if s.base(p.Territory).Tile {
		taker := seat
		if by := s.nextSpring(cards.Take); by != 0 {
			spring(t, by)
			taker = by
		}
		takeTile(t, taker, p.Territory)
	}
	t.Emit(Settled{Seat: seat})
	award(t, seat)
}

func menuTape(*state, game.Seat) game.Menu {
	return game.Menu{offer("pay", nil), offer("back", nil)}
}

// fallbackTape pays: whoever cannot is not asked.
func fallbackTape(*state, game.Seat) game.Reply { return Pay{} }

func checkTape(s *state, seat game.Seat, r game.Reply) error {
	switch r.(type) {
	case Pay, Back:
		return nil
	}
	return notNow(r, "pay or back")
}

func answerTape(t tx, as []game.Answered) {
	t.Bind()
	seat, p := as[0].Ask.Seat, t.State().Pending
	if _, pays := as[0].Reply.(Pay); pays {
		t.Emit(Surcharged{seat, p.Tape, p.More})
		return
	}
	t.Emit(TakenBack{seat, p.Territory, p.Paid})
}

// Fortified: a seat fortifies a base, for its price or by a tile (N2.3).
type Fortified struct {
	Seat      game.Seat    `json:"seat"`
	Territory string       `json:"territory"`
	Paid      cards.Amount `json:"paid"`
}

func (Fortified) Kind() string                { return "fortified" }
func (f Fortified) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Fortified) {
	s.pay(f.Seat, f.Paid)
	s.base(f.Territory).Fortified = true
})

// fortifiable refuses a base that the seat cannot fortify.
func (s *board) fortifiable(seat game.Seat, territory string) error {
	switch b := s.base(territory); {
	case b.Seat != seat:
		return refuse("holder", "you hold no base on %s", territoryName(territory))
	case b.Fortified:
		return refuse("fortified", "%s is fortified already", territoryName(territory))
	}
	return nil
}

func checkFortify(s *state, seat game.Seat, o Fortify) error {
	if err := s.fortifiable(seat, o.Territory); err != nil {
		return err
	}
	return s.afford(seat, s.fortifyPrice(seat, cards.Place(o.Territory)))
}

func fortify(t tx, seat game.Seat, o Fortify) {
	t.Emit(Fortified{seat, o.Territory, t.State().fortifyPrice(seat, cards.Place(o.Territory))})
	award(t, seat)
}
