package arcturus

import (
	"slices"

	"downsync/game"
	"downsync/game/arcturus/cards"
)

// TurnBegan: a seat's turn begins (N5.1). The offers that it made lapse: they might ask for what it is about to use (S74).
type TurnBegan struct {
	Round int       `json:"round"`
	Seat  game.Seat `json:"seat"`
}

func (TurnBegan) Kind() string                { return "turn-began" }
func (f TurnBegan) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f TurnBegan) {
	s.Turn = f.Seat
	s.dropOffers(func(o Offer) bool { return o.From == f.Seat })
})

// Passed: a seat's turn is over (N5.2).
type Passed struct {
	Seat game.Seat `json:"seat"`
}

func (Passed) Kind() string                { return "passed" }
func (f Passed) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Passed) { s.player(f.Seat).Passed, s.Turn = true, 0 })

// RoundBegan: the next round, whose marker went clockwise (N13.6).
type RoundBegan struct {
	Round  int       `json:"round"`
	Marker game.Seat `json:"marker"`
}

func (RoundBegan) Kind() string                { return "round-began" }
func (f RoundBegan) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f RoundBegan) {
	s.Phase, s.Round, s.Marker, s.Turn, s.Immune = Turns, f.Round, f.Marker, 0, nil
	for i := range s.Players {
		p := &s.Players[i]
		p.Passed, p.Rerolled, p.Quiet = false, false, false
	}
})

// nextTurn begins the turn of the next seat clockwise from the marker, or Phase 2 if all have passed (N5.1).
func nextTurn(t tx) {
	s := t.State()
	for seat := range s.clockwise(s.Marker) {
		if !s.player(seat).Passed {
			beginTurn(t, seat)
			return
		}
	}
	turnSovereign(t)
}

// Researched: full research boxes are cleared on the holder's turn (N3.3, S39).
type Researched struct {
	Seat      game.Seat `json:"seat"`
	Territory string    `json:"territory"`
}

func (Researched) Kind() string                { return "researched" }
func (f Researched) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Researched) { s.base(f.Territory).Research = 0 })

// beginTurn begins a turn: full research boxes are worth a level, unless its track has ended (S10).
func beginTurn(t tx, seat game.Seat) {
	s := t.State()
	t.Emit(TurnBegan{s.Round, seat})
	for i := range s.held(seat) {
		n := s.boxes(i)
		if n == 0 || s.Bases[i].Research < n || !s.works(i) {
			continue
		}
		track := Tech
		if cards.At(i).Special == cards.Military {
			track = Arms
		}
		if t.State().trackEnds(seat, track) {
			continue
		}
		t.Emit(Researched{seat, cards.At(i).ID})
		raise(t, seat, track, 1, "research")
	}
	award(t, seat)
}

// checkTurn refuses what the seat cannot do on its turn.
func checkTurn(s *state, seat game.Seat, r game.Reply) error {
	switch o := r.(type) {
	case Pass:
		return nil
	case Mission, Rob:
		_, err := s.attempt(seat, r)
		return err
	case Raid:
		return checkAssault(s, seat, o)
	case Lay:
		return checkLay(s, seat, o)
	case Buy:
		return checkBuy(s, seat, o)
	case Fortify:
		return checkFortify(s, seat, o)
	case BuyLevel:
		return checkLevel(s, seat, o)
	case Exchange:
		return checkExchange(s, seat, o)
	case Sell:
		return checkSell(s, seat, o)
	case PlayTile:
		return checkTile(s, seat, o)
	case Bribe:
		return checkBribe(s, seat)
	}
	return notNow(r, "an action of your turn, or pass")
}

// ofTurn reports whether an order belongs to a seat's own turn.
func ofTurn(r game.Reply) bool {
	switch r.(type) {
	case Pass, Mission, Rob, Raid, Lay, Buy, Fortify, BuyLevel, Exchange, Sell, PlayTile, Bribe:
		return true
	}
	return false
}

// answerTurn carries out an action (N5.2).
func answerTurn(t tx, as []game.Answered) {
	seat := as[0].Ask.Seat
	switch o := as[0].Reply.(type) {
	case Pass:
		t.Emit(Passed{seat})
	case Mission, Rob:
		announceAttempt(t, seat, o)
	case Raid:
		assault(t, seat, o)
	case Lay:
		lay(t, seat, o)
	case Buy:
		buy(t, seat, o)
	case Fortify:
		fortify(t, seat, o)
	case BuyLevel:
		buyLevel(t, seat, o)
	case Exchange:
		exchange(t, seat, o)
	case Sell:
		sell(t, seat, o)
	case PlayTile:
		playTile(t, seat, o)
	case Bribe:
		bribe(t, seat)
	}
}

// menuTurn offers what the seat can do now.
func menuTurn(s *state, seat game.Seat) game.Menu {
	m := menuCards(s, seat)
	p := s.player(seat)
	for i := range s.Bases {
		id, b := cards.At(i).ID, &s.Bases[i]
		switch {
		case b.Seat == 0 && p.Have.Covers(s.basePrice(seat, i)):
			m = append(m, offer("buy", []string{id}))
		case b.Seat == seat && !b.Fortified && p.Have.Covers(s.fortifyPrice(seat, i)):
			m = append(m, offer("fortify", []string{id}))
		case b.Seat != 0 && b.Seat != seat && p.Dice > 0:
			if ships := s.raidShips(seat, i); len(ships) > 0 {
				m = append(m, offer("assault", []string{id}, slotShips.Of(ships...)))
			}
		}
	}
	for _, track := range []string{Tech, Arms} {
		if checkLevel(s, seat, BuyLevel{track}) == nil {
			m = append(m, offer("level", []string{track}))
		}
	}
	for _, x := range cards.Numbers().Exchange {
		if p.Have.Covers(x.Give) {
			m = append(m, offer("exchange", []string{units(x.Give), letter(x.Get)}))
		}
	}
	m = append(m, menuTiles(s, seat)...)
	if checkBribe(s, seat) == nil {
		m = append(m, offer("bribe", nil))
	}
	return append(m, offer("pass", nil))
}

// raidShips returns with how many reinforcements the seat can assault a place.
func (s *state) raidShips(seat game.Seat, place int) (ships []string) {
	for n := 0; n <= s.player(seat).Ships; n++ {
		if checkAssault(s, seat, Raid{cards.At(place).ID, n}) == nil {
			ships = append(ships, number(n))
		}
	}
	return ships
}

// menuCards offers what the seat can do with its hand.
func menuCards(s *state, seat game.Seat) (m game.Menu) {
	p := s.player(seat)
	for _, id := range slices.Compact(slices.Clone(p.Hand)) {
		c := cards.FindOperation(id)
		if p.Dice > 0 && c.Type != cards.Sleeper && c.Round <= s.Round {
			slots := []game.Slot{}
			if p.Have.Covers(s.cost(seat, cards.OfHands, c.Hire)) {
				slots = append(slots, slotHands)
			}
			if rolls := s.rollTiles(seat); len(rolls) > 0 {
				slots = append(slots, slotTile.Of(rolls...).Times(0, 1))
			}
			slots = append(slots, slotPlain)
			if c.Type == cards.Robbery {
				if victims := s.victims(seat, c.Zone); len(victims) > 0 {
					m = append(m, offer("rob", []string{id}, append([]game.Slot{slotAt.Of(victims...)}, slots...)...))
				}
			} else if holder := s.base(c.Territory).Seat; holder != 0 && holder != seat {
				m = append(m, offer("mission", []string{id}, append([]game.Slot{slotHow}, slots...)...))
			} else {
				m = append(m, offer("mission", []string{id}, slots...))
			}
		}
		m = append(m, offer("lay", []string{id}, slotAgainst, slotWhen))
		n := s.soldFor(seat)
		m = append(m, offer("sell", []string{id}, slotFor.Times(n, n)))
	}
	return m
}

// victims returns the bases of other seats in a zone.
func (s *state) victims(seat game.Seat, zone string) (out []string) {
	for i, b := range s.Bases {
		if b.Seat != 0 && b.Seat != seat && cards.At(i).Zone == zone {
			out = append(out, cards.At(i).ID)
		}
	}
	return out
}

// rollTiles returns the seat's tiles that add to a roll.
func (s *state) rollTiles(seat game.Seat) (out []string) {
	for _, id := range slices.Compact(slices.Clone(s.player(seat).Tiles)) {
		if cards.FindTile(id).Effect.Roll != 0 {
			out = append(out, id)
		}
	}
	return out
}
