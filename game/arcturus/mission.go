package arcturus

import (
	"slices"

	"downsync/game"
	"downsync/game/arcturus/cards"
)

// How a mission's territory is held (S25).
const (
	Nobody = "none"
	Own    = "own"
	Coop   = "coop"
	Other  = "other"
)

// Attempted: a seat shows a mission or a robbery, and pays for extra hands (N6.2, N6.4). The card is discarded and the die used in
// either case (N6.8).
type Attempted struct {
	Seat game.Seat `json:"seat"`
	Affair
}

func (Attempted) Kind() string                { return "attempted" }
func (f Attempted) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Attempted) {
	p := s.player(f.Seat)
	s.pay(f.Seat, f.Paid)
	p.Dice--
	p.Hand, s.Discards = without(p.Hand, f.Card), with(s.Discards, f.Card)
	if f.Tile != "" {
		p.Tiles, s.Spent = without(p.Tiles, f.Tile), sorted(s.Spent, f.Tile)
	}
	s.Pending = &pending{Affair: f.Affair, Open: s.windowed()}
})

// Need says what face an attempt needs, and why (N6.5, S52).
type Need struct {
	Face   int `json:"face"`             // the needed face; it may be less than 1 or more than 6 (S22)
	Card   int `json:"card"`             // as printed
	Hands  int `json:"hands,omitempty"`  // less by extra hands
	Casino int `json:"casino,omitempty"` // less by the Casino
	Mat    int `json:"mat,omitempty"`    // less by the syndicate or a technology
	Tile   int `json:"tile,omitempty"`   // less by a bonus tile
	Traps  int `json:"traps,omitempty"`  // more by traps
}

// need returns the face that an attempt of the seat needs before traps.
func (s *board) need(seat game.Seat, a *Affair) Need {
	c := cards.FindOperation(a.Card)
	n := Need{Card: c.Face}
	if c.Type == cards.Mission {
		n.Card = map[string]int{Nobody: c.Win.None, Own: c.Win.Own, Coop: c.Win.Coop, Other: c.Win.Other}[a.How]
	}
	if a.Hands {
		n.Hands = c.Hands
	}
	if !a.Plain {
		n.Casino = s.casino(seat)
		if a.How == Coop || a.How == Other {
			n.Mat = s.sum(seat, cards.Roll, func(a *cards.Ability) int { return a.By })
		}
	}
	if a.Tile != "" {
		n.Tile = cards.FindTile(a.Tile).Effect.Roll
	}
	n.Face = n.Card - n.Hands - n.Casino - n.Mat - n.Tile
	return n
}

// AttemptRolled: an Action Die of an attempt (N6.5).
type AttemptRolled struct {
	Seat game.Seat `json:"seat"`
	Need Need      `json:"need"`
	Face int       `json:"face"`
	Won  bool      `json:"won"`
	Why  string    `json:"why,omitempty"` // of a reroll: prediction or trap
}

func (AttemptRolled) Kind() string                                { return "attempt-rolled" }
func (f AttemptRolled) For(game.Viewer) game.Fact                 { return f }
func (f AttemptRolled) DiceTold() (stream game.Seat, faces []int) { return 0, []int{f.Face} }

var _ = public(func(s *state, f AttemptRolled) {
	if f.Why == predicted {
		s.player(f.Seat).Rerolled = true
	}
})

// predicted is the reason of a roll by Prediction Engine.
const predicted = "prediction"

// Robbed: a seat takes Credits from another (N6.6).
type Robbed struct {
	Seat  game.Seat `json:"seat"`
	From  game.Seat `json:"from"`
	Faces []int     `json:"faces"`
	There int       `json:"there"` // what the victim had
}

func (Robbed) Kind() string                                { return "robbed" }
func (f Robbed) For(game.Viewer) game.Fact                 { return f }
func (f Robbed) DiceTold() (stream game.Seat, faces []int) { return 0, f.Faces }

var _ = public[Robbed](nil)

// Paid: a seat hands Credits over to another.
type Paid struct {
	Seat    game.Seat `json:"seat"` // who gets them
	From    game.Seat `json:"from"`
	Credits int       `json:"credits"`
	Why     string    `json:"why"` // robbery or skim
}

func (Paid) Kind() string                { return "paid" }
func (f Paid) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Paid) {
	s.pay(f.From, cards.Amount{Credits: f.Credits})
	s.gain(f.Seat, cards.Amount{Credits: f.Credits})
})

// attempt returns the affair that an order announces. The error refuses it.
func (s *board) attempt(seat game.Seat, r game.Reply) (Affair, error) {
	a := Affair{What: Attempt}
	kind := cards.Mission
	switch o := r.(type) {
	case Mission:
		a.Card, a.Hands, a.Plain, a.Tile, a.How = o.Card, o.Hands, o.Plain, o.Tile, o.How
	case Rob:
		kind = cards.Robbery
		a.Card, a.Hands, a.Plain, a.Tile, a.Territory = o.Card, o.Hands, o.Plain, o.Tile, o.Territory
	}
	p, c := s.player(seat), cards.FindOperation(a.Card)
	switch {
	case !slices.Contains(p.Hand, a.Card):
		return a, refuse("hand", "%s is not in your hand", cardName(a.Card))
	case c.Type != kind && c.Type == cards.Robbery:
		return a, refuse("type", "%s is a robbery: name the base, as in rob %s at koss", c.Name, c.ID)
	case c.Type != kind:
		return a, refuse("type", "%s cannot be attempted in this way", c.Name)
	case p.Dice == 0:
		return a, refuse("die", "both your Action Dice are used")
	case c.Round > s.Round:
		return a, refuse("round", "%s may be tried from round %d on", c.Name, c.Round)
	case a.Tile != "" && !slices.Contains(p.Tiles, a.Tile):
		return a, refuse("tile", "you have no tile %q", tileText(a.Tile))
	case a.Tile != "" && cards.FindTile(a.Tile).Effect.Roll == 0:
		return a, refuse("tile", "the tile %q adds nothing to a roll", tileText(a.Tile))
	}
	if err := s.target(seat, c, &a); err != nil {
		return a, err
	}
	if a.Hands {
		a.Paid = s.cost(seat, cards.OfHands, c.Hire)
	}
	return a, s.afford(seat, a.Paid)
}

// target fills in where the attempt goes and who is concerned.
func (s *board) target(seat game.Seat, c *cards.Operation, a *Affair) error {
	if c.Type == cards.Robbery {
		at := cards.FindTerritory(a.Territory)
		a.Of = s.base(at.ID).Seat
		switch {
		case at.Zone != c.Zone:
			return refuse("zone", "%s robs another zone, and %s is not in it", c.Name, at.Name)
		case a.Of == 0 || a.Of == seat:
			return refuse("holder", "there is no base of another seat on %s", at.Name)
		}
		return nil
	}
	a.Territory = c.Territory
	holder := s.base(c.Territory).Seat
	switch {
	case holder != 0 && holder != seat:
		a.Of = holder
		if a.How == "" {
			a.How = Other
		}
		return nil
	case a.How != "":
		return refuse("place", "nobody else holds %s: there is nothing to share or not to share", territoryName(c.Territory))
	case holder == seat:
		a.How = Own
	default:
		a.How = Nobody
	}
	return nil
}

// announceAttempt announces an attempt. It is bound before traps are looked at (S70).
func announceAttempt(t tx, seat game.Seat, r game.Reply) {
	a, err := t.State().attempt(seat, r)
	if err != nil {
		panic("arcturus: an attempt that was not checked: " + err.Error())
	}
	t.Bind()
	t.Emit(Attempted{seat, a})
}

// settleAttempt rolls, and pays or raises the alert, in the order of S52.
func settleAttempt(t tx) {
	s := t.State()
	seat, a := s.Turn, s.Pending.Affair
	need := s.need(seat, &a)
	for by, c := range springs(t, cards.Roll) {
		spring(t, by)
		need.Traps -= c.Effect.By
	}
	need.Face += need.Traps
	roll := func(why string) bool {
		f := AttemptRolled{Seat: seat, Need: need, Face: t.Roll(0, "attempt", 6), Why: why}
		f.Won = f.Face >= need.Face
		t.Emit(f)
		return f.Won
	}
	won := roll("")
	if s := t.State(); !won && !a.Plain && !s.player(seat).Rerolled && s.has(seat, cards.Reroll) {
		won = roll(predicted)
	}
	if won {
		for by := range springs(t, cards.Reroll) {
			spring(t, by)
			if won = roll("trap"); !won {
				break
			}
		}
	}
	switch {
	case !won:
		fail(t, a.Territory)
	case a.robbery():
		rob(t, seat, &a)
	default:
		reward(t, seat, &a)
	}
	t.Emit(Settled{Seat: seat, Won: won})
	award(t, seat)
}

// has reports whether the seat has an ability of that operation.
func (s *board) has(seat game.Seat, op string) bool {
	for range s.ability(seat, op) {
		return true
	}
	return false
}

// reward pays a mission: the split of a cooperative one, then Inside Cuts of what the attempting seat would get (N6.3, S52).
func reward(t tx, seat game.Seat, a *Affair) {
	got := cards.FindOperation(a.Card).Reward
	got.Credits += t.State().sum(seat, cards.Reward, func(a *cards.Ability) int { return a.Credits })
	if a.How == Coop {
		half := got.Share(1, 2)
		got = got.Minus(half)
		t.Emit(Gained{a.Of, half, "share"})
	}
	for by, c := range springs(t, cards.Share) {
		spring(t, by)
		cut := got.Share(c.Effect.Num, c.Effect.Den)
		got = got.Minus(cut)
		t.Emit(Gained{by, cut, "cut"})
	}
	t.Emit(Gained{seat, got, "reward"})
}

// rob rolls the Consequence Dice (N6.6, S11). A beam does not count for their number (S53).
func rob(t tx, seat game.Seat, a *Affair) {
	s := t.State()
	d := cards.FindOperation(a.Card).Dice
	n := d.Unfortified
	if s.base(a.Territory).Fortified {
		n = d.Fortified
	}
	f := Robbed{Seat: seat, From: a.Of, There: s.player(a.Of).Have.Credits}
	sum := 0
	for range n {
		face := t.Roll(0, "consequence", 6)
		f.Faces = append(f.Faces, face)
		sum += face
	}
	t.Emit(f)
	sum = min(sum, f.There)
	for by, c := range springs(t, cards.Share) {
		spring(t, by)
		sum = sum * c.Effect.Num / c.Effect.Den
	}
	t.Emit(Paid{seat, a.Of, sum, "robbery"})
}
