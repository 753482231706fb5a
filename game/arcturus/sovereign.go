package arcturus

import (
	"slices"

	"downsync/game"
	"downsync/game/arcturus/cards"
)

// Restored: cards that were flipped turn up again (N11.1).
type Restored struct {
	Territories []string `json:"territories"`
}

func (Restored) Kind() string                { return "restored" }
func (f Restored) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Restored) {
	for _, id := range f.Territories {
		s.base(id).Flipped = false
	}
})

// SovereignTurned: the top Sovereign card is turned (N11.2). The offers of swaps lapse (S56).
type SovereignTurned struct {
	Round int    `json:"round"`
	Card  string `json:"card"`
	Faces []int  `json:"faces,omitempty"`
}

func (SovereignTurned) Kind() string                                { return "sovereign-turned" }
func (f SovereignTurned) For(game.Viewer) game.Fact                 { return f }
func (f SovereignTurned) DiceTold() (stream game.Seat, faces []int) { return 0, f.Faces }

var _ = public(func(s *state, f SovereignTurned) {
	s.Phase, s.Turned, s.Offers, s.Level = Judging, with(s.Turned, f.Card), nil, s.Alert
})

// starFrom is the first round in which the star may be turned: the card is one of three in rounds 5 to 7 (N4.3).
const starFrom = 5

// turnSovereign turns the next Sovereign card. The deck has no order: dice decide on the card as it is turned.
func turnSovereign(t tx) {
	s := t.State()
	var up []string
	for i, b := range s.Bases {
		if b.Flipped {
			up = append(up, cards.At(i).ID)
		}
	}
	if len(up) > 0 {
		t.Emit(Restored{up})
	}
	f := SovereignTurned{Round: s.Round}
	roll := func(sides int) int {
		if sides == 1 {
			return 1
		}
		f.Faces = append(f.Faces, t.Roll(0, "sovereign", sides))
		return f.Faces[len(f.Faces)-1]
	}
	star := cards.Star().ID
	rest := without(cards.SovereignDeck(), s.Turned...)
	switch left := starFrom + 3 - s.Round; {
	case !slices.Contains(s.Turned, star) && s.Round >= starFrom && roll(max(1, left)) == 1:
		f.Card = star
	default:
		f.Card = rest[roll(len(rest))-1]
	}
	t.Emit(f)
}

// card returns this round's Sovereign card, nil before it is turned.
func (s *board) card() *cards.Sovereign {
	if len(s.Turned) == 0 {
		return nil
	}
	return cards.FindSovereign(s.Turned[len(s.Turned)-1])
}

// effect returns what this round's card does at the alert at which it works.
func (s *board) effect() *cards.Band { return &s.card().Bands[s.band(s.Level)] }

// pardonPrice returns what a pardon costs the seat (N11.2).
func (s *board) pardonPrice(seat game.Seat) cards.Amount {
	n := cards.Numbers().Pardon.None
	if b := s.bases(seat); b > 0 {
		n = b * cards.Numbers().Pardon.Base
	}
	return s.cost(seat, cards.OfPardon, cards.Amount{Influence: n})
}

// answering returns the seats that have something to decide about the card, by what everybody sees (S34, S73).
func answering(s *state) (seats []game.Seat) {
	if !s.card().Pardon {
		return nil
	}
	for seat := range s.played() {
		have := s.player(seat).Have
		if have.Covers(s.pardonPrice(seat)) || s.blockaded(seat) && have.Covers(bribePrice()) || s.player(seat).Face != nil || s.chooses(seat) {
			seats = append(seats, seat)
		}
	}
	return seats
}

// chooses reports whether the seat must choose what it loses, at the present alert: some of its bases are not paid for, or cards of
// its hand go.
func (s *board) chooses(seat game.Seat) bool {
	switch e := s.effect(); e.Op {
	case cards.Tax:
		paid := s.player(seat).Have.Credits / e.PerBase
		return paid > 0 && paid < s.bases(seat)
	case cards.Lose:
		return e.Cards > 0 && len(s.player(seat).Hand) > 0
	}
	return false
}

// judgeTrap returns the seat's trap if it may be sprung now.
func (s *state) judgeTrap(seat game.Seat) *cards.Operation {
	if c := s.trap(seat); c != nil && c.Window == cards.OnSovereign {
		return c
	}
	return nil
}

func menuSovereign(s *state, seat game.Seat) game.Menu {
	var slots []game.Slot
	if s.blockaded(seat) && s.player(seat).Have.Covers(bribePrice()) {
		slots = append(slots, slotBribe)
	}
	if s.judgeTrap(seat) != nil {
		slots = append(slots, slotSpring)
	}
	take := slices.Clone(slots)
	if n := s.bases(seat); s.effect().Op == cards.Tax && n > 0 {
		var all []string
		for i := range s.held(seat) {
			all = append(all, cards.At(i).ID)
		}
		take = append(take, slotUnpaid.Of(all...).Times(0, n))
	}
	if hand := s.player(seat).Hand; s.effect().Cards > 0 && s.effect().Op == cards.Lose && len(hand) > 0 {
		take = append(take, slotLose.Of(slices.Compact(slices.Clone(hand))...).Times(0, len(hand)))
	}
	m := game.Menu{offer("take", nil, take...)}
	if s.player(seat).Have.Covers(s.pardonPrice(seat)) {
		m = append(m, offer("pardon", nil, slots...))
	}
	return m
}

// fallbackSovereign takes what comes, with the least losses, or does what the seat usually does. A trap follows its order.
func fallbackSovereign(s *state, seat game.Seat) game.Reply {
	o := Respond{Spring: s.judgeTrap(seat) != nil && s.orderFitsSovereign(seat)}
	o.Pardon = s.player(seat).Habit == habitPardon && s.player(seat).Have.Covers(s.pardonPrice(seat))
	return o
}

// orderFitsSovereign reports whether the standing order has the seat's trap sprung at a Sovereign card: a high band is big, and one with a base
// is concerned. Nobody in particular is the target.
func (s *state) orderFitsSovereign(seat game.Seat) bool {
	switch s.player(seat).Face.Order.When {
	case Never:
		return false
	case Big:
		return s.band(s.Level) == 2
	case Me:
		return s.bases(seat) > 0
	}
	return true
}

func checkSovereign(s *state, seat game.Seat, r game.Reply) error {
	o, ok := r.(Respond)
	if !ok {
		return notNow(r, "take or pardon")
	}
	var cost cards.Amount
	if o.Pardon {
		cost = cost.Plus(s.pardonPrice(seat))
	}
	if o.Bribe {
		if !s.blockaded(seat) {
			return refuse("holder", "the Destroyer is on no base of yours")
		}
		cost = cost.Plus(bribePrice())
	}
	if err := s.afford(seat, cost); err != nil {
		return err
	}
	if o.Spring && s.judgeTrap(seat) == nil {
		return refuse("decoy", "your face-down card does nothing here")
	}
	for i, id := range o.Unpaid {
		if s.base(id).Seat != seat || slices.Contains(o.Unpaid[:i], id) {
			return refuse("holder", "%s is no base of yours, or named twice", territoryName(id))
		}
	}
	if !holds(s.player(seat).Hand, o.Lose) {
		return refuse("hand", "not all of these cards are in your hand")
	}
	return nil
}

func answerSovereign(t tx, as []game.Answered) { judge(t, as) }

// Pardoned: a seat pays for a pardon (N11.2).
type Pardoned struct {
	Seat game.Seat    `json:"seat"`
	Paid cards.Amount `json:"paid"`
}

func (Pardoned) Kind() string                { return "pardoned" }
func (f Pardoned) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Pardoned) {
	s.pay(f.Seat, f.Paid)
	s.Immune = with(s.Immune, f.Seat)
})

// Hidden: a Safe House makes a seat immune (S71).
type Hidden struct {
	Seat game.Seat `json:"seat"`
}

func (Hidden) Kind() string                { return "hidden" }
func (f Hidden) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Hidden) { s.Immune = with(s.Immune, f.Seat) })

// SovereignWorks: the card works as at this alert (N11.3, S62).
type SovereignWorks struct {
	Card  string `json:"card"`
	Level int    `json:"level"`
	Band  int    `json:"band"` // 0 low, 1 middle, 2 high
}

func (SovereignWorks) Kind() string                { return "sovereign-works" }
func (f SovereignWorks) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f SovereignWorks) { s.Level = f.Level })

// judge opens the answers together and lets the card work: bribes, Safe Houses and pardons, Informers, then the card (S34, S35). The
// collection follows in the same step.
func judge(t tx, as []game.Answered) {
	said := map[game.Seat]Respond{}
	for _, a := range as {
		said[a.Ask.Seat] = a.Reply.(Respond)
	}
	order := slices.Collect(t.State().clockwise(t.State().Marker))
	each := func(do func(game.Seat, Respond)) {
		for _, seat := range order {
			if o, ok := said[seat]; ok {
				do(seat, o)
			}
		}
	}
	each(func(seat game.Seat, o Respond) {
		if o.Bribe {
			bribe(t, seat)
		}
	})
	level := t.State().Alert
	informers := 0
	each(func(seat game.Seat, o Respond) {
		if c := t.State().judgeTrap(seat); o.Spring && c != nil && c.Effect.Op == cards.Immune {
			spring(t, seat)
			t.Emit(Hidden{seat})
		}
		if o.Pardon {
			t.Emit(Pardoned{seat, t.State().pardonPrice(seat)})
		}
	})
	each(func(seat game.Seat, o Respond) {
		if c := t.State().judgeTrap(seat); o.Spring && c != nil && c.Effect.Op == cards.AlertShift {
			spring(t, seat)
			informers += c.Effect.By
		}
	})
	level = min(t.State().alertMax(), level+informers)
	t.Emit(SovereignWorks{t.State().card().ID, level, t.State().band(level)})
	for _, seat := range order {
		if !slices.Contains(t.State().Immune, seat) {
			suffer(t, seat, said[seat])
		}
	}
	relieve(t)
	collect(t)
}
