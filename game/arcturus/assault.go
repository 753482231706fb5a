package arcturus

import (
	"downsync/game"
	"downsync/game/arcturus/cards"
)

// Assaulted: a seat announces an assault. Its crew and reinforcements are used in either case (N7.1, N7.2).
type Assaulted struct {
	Seat game.Seat `json:"seat"`
	Affair
}

func (Assaulted) Kind() string                { return "assaulted" }
func (f Assaulted) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Assaulted) {
	p := s.player(f.Seat)
	s.pay(f.Seat, f.Paid)
	p.Dice--
	p.Ships -= f.Ships
	s.Pending = &pending{Affair: f.Affair, Open: s.windowed()}
})

// AssaultRolled: the Action Die of an assault (N7.3).
type AssaultRolled struct {
	Seat   game.Seat `json:"seat"`
	Ships  int       `json:"ships"`            // that count
	Walled bool      `json:"walled,omitempty"` // the base counts as fortified
	Need   int       `json:"need"`             // the least winning face; 0: none wins
	Face   int       `json:"face"`
	Won    bool      `json:"won"`
}

func (AssaultRolled) Kind() string                                { return "assault-rolled" }
func (f AssaultRolled) For(game.Viewer) game.Fact                 { return f }
func (f AssaultRolled) DiceTold() (stream game.Seat, faces []int) { return 0, []int{f.Face} }

var _ = public[AssaultRolled](nil)

// Captured: a base changes hands by an assault. It is not fortified, and its research is gone (N7.4, N3.3); it stays flipped (S59).
type Captured struct {
	Seat      game.Seat `json:"seat"`
	From      game.Seat `json:"from"`
	Territory string    `json:"territory"`
}

func (Captured) Kind() string                { return "captured" }
func (f Captured) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Captured) {
	b := s.base(f.Territory)
	*b = base{Seat: f.Seat, Flipped: b.Flipped}
})

// assaultFace returns the least winning face with that many reinforcements (N7.3); 0: none wins.
func assaultFace(ships int, walled bool) int {
	if walled {
		return cards.Numbers().Assault.Fortified[ships]
	}
	return cards.Numbers().Assault.Unfortified[ships]
}

// assaultPrice returns the crew of an assault (N7.2).
func (s *board) assaultPrice(seat game.Seat, ships int) cards.Amount {
	return s.cost(seat, cards.OfAssault, cards.Amount{Crew: cards.Numbers().Assault.Crew[ships]})
}

func checkAssault(s *state, seat game.Seat, o Raid) error {
	p, b := s.player(seat), s.base(o.Territory)
	switch {
	case p.Dice == 0:
		return refuse("die", "both your Action Dice are used")
	case b.Seat == 0 || b.Seat == seat:
		return refuse("holder", "there is no base of another seat on %s", territoryName(o.Territory))
	case o.Ships > p.Ships:
		return refuse("ships", "%d {reinforcement|reinforcements}: you have %d armed", o.Ships, p.Ships)
	case assaultFace(o.Ships, s.walled(cards.Place(o.Territory))) == 0:
		return refuse("odds", "%s counts as fortified: without reinforcements no face wins", territoryName(o.Territory))
	}
	return s.afford(seat, s.assaultPrice(seat, o.Ships))
}

// assault announces an assault. It is bound before traps are looked at (S70).
func assault(t tx, seat game.Seat, o Raid) {
	s := t.State()
	t.Bind()
	t.Emit(Assaulted{seat, Affair{What: Assaults, Territory: o.Territory, Of: s.base(o.Territory).Seat, Ships: o.Ships, Paid: s.assaultPrice(seat, o.Ships)}})
}

// settleAssault rolls, and raises the alert in either case (N7.5).
func settleAssault(t tx) {
	s := t.State()
	seat, a := s.Turn, s.Pending.Affair
	f := AssaultRolled{Seat: seat, Ships: a.Ships, Walled: s.walled(cards.Place(a.Territory))}
	for by, c := range springs(t, cards.AsFortified, cards.Fewer) {
		switch {
		case c.Effect.Op == cards.AsFortified:
			f.Walled = true
		case f.Ships == 0:
			continue // another one was faster
		default:
			f.Ships = max(0, f.Ships-c.Effect.By)
		}
		spring(t, by)
	}
	f.Need, f.Face = assaultFace(f.Ships, f.Walled), t.Roll(0, "assault", 6)
	f.Won = f.Need > 0 && f.Face >= f.Need
	t.Emit(f)
	if f.Won {
		t.Emit(Captured{seat, a.Of, a.Territory})
	}
	done := Settled{Seat: seat, Won: f.Won, Quiet: t.State().has(seat, cards.QuietAssault) && !s.player(seat).Quiet}
	if !done.Quiet {
		raiseAlert(t)
	}
	t.Emit(done)
	award(t, seat)
}
