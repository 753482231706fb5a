package syndicate

import (
	"slices"

	"downsync/game"
	"downsync/game/order"
	"downsync/game/syndicate/cards"
)

// RoundBegan: a round began (S4.1); both sides plan.
type RoundBegan struct {
	Round    int       `json:"round"`
	Priority game.Seat `json:"priority"` // who resolves, moves and attacks first
}

func (RoundBegan) Kind() string                { return "round-began" }
func (f RoundBegan) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f RoundBegan) {
	s.Round, s.Priority = f.Round, f.Priority
	s.cursor = cursor{Phase: Planning}
})

// modal is the weapon trait that needs a mode with the commit (R-P6).
const modal = "modular-rail"

// playable returns the cards of a hand that may be committed, without duplicates, in the order drawn (S1.6).
func playable(s *state, seat game.Seat) []string {
	var out []string
	for _, id := range s.Hands[seat-1] {
		if !slices.Contains(out, id) && !(s.encumbered(seat) && s.card(id).Advanced()) {
			out = append(out, id)
		}
	}
	return out
}

func menuPlan(s *state, seat game.Seat) game.Menu {
	ids := playable(s, seat)
	if len(ids) == 0 {
		ids = []string{"none"} // ours: the hand holds only Advanced Movement cards, and the Operator is encumbered
	}
	slots := []order.Slot{slotCard.Of(ids...)}
	if s.kit(seat).weapon.Trait == modal {
		slots = append(slots, slotMode.Times(1, 1))
	}
	return game.Menu{offer("commit", nil, append(slots, slotsAhead(&s.board, seat, ids)...)...)}
}

// fallbackPlan returns the last drawn Movement card, otherwise the last drawn card (R-P7).
func fallbackPlan(s *state, seat game.Seat) game.Reply {
	o := Commit{}
	hand := s.Hands[seat-1]
	ids := playable(s, seat)
	for _, id := range hand {
		if slices.Contains(ids, id) && (o.Card == "" || s.card(id).Type == cards.Movement || s.card(o.Card).Type != cards.Movement) {
			o.Card = id
		}
	}
	if s.kit(seat).weapon.Trait == modal {
		o.Mode = modes[0]
	}
	return o
}

func checkPlan(s *state, seat game.Seat, r game.Reply) error {
	o, ok := r.(Commit)
	if !ok {
		return notNow(r, "commit and a card of your hand")
	}
	hand, ids := s.Hands[seat-1], playable(s, seat)
	switch wants := s.kit(seat).weapon.Trait == modal; {
	case o.Card == "" && len(ids) > 0:
		return refuse("not-in-hand", "a card must be committed: expected one of your hand")
	case o.Card != "" && !slices.Contains(hand, o.Card):
		return refuse("not-in-hand", "%s is not in your hand", o.Card)
	case o.Card != "" && !slices.Contains(ids, o.Card):
		return refuse("encumbered", "%s is an Advanced Movement card; an encumbered Operator cannot play it", s.card(o.Card).Name)
	case wants && o.Mode == "":
		return refuse("mode", "say the weapon's mode with the card: mode acc or mode rof")
	case !wants && o.Mode != "":
		return refuse("mode", "your weapon has no modes")
	}
	return checkAhead(&s.board, seat, o.Card, o.Ahead)
}

// Committed: both sides' cards are shown (S4.2, S4.3), by seat; "" for none. Modes holds the mode of a Hydra.
type Committed struct {
	Cards [2]string `json:"cards"`
	Modes [2]string `json:"modes,omitzero"`
}

func (Committed) Kind() string                { return "committed" }
func (f Committed) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Committed) {
	for i := range s.Sides {
		side := &s.Sides[i]
		side.Committed, side.Mode, side.Revealed = f.Cards[i], f.Modes[i], true
		if f.Cards[i] != "" {
			s.Hands[i] = without(s.Hands[i], f.Cards[i:i+1])
		}
	}
})

func answerPlan(t tx, as []game.Answered) {
	var f Committed
	for i, a := range as {
		o := a.Reply.(Commit)
		f.Cards[i], f.Modes[i] = o.Card, o.Mode
	}
	t.Emit(f)
	for _, a := range as {
		if p := a.Reply.(Commit).Ahead; p != (Ahead{}) {
			t.Emit(planned{Planned{a.Ask.Seat, p}})
		}
	}
	weave(t)
	begin(t, Moving)
}

// weave hides the Operators in Stealth Weave that are in cover as the cards are shown (S4.3, R-T6).
func weave(t tx) {
	for _, seat := range []game.Seat{1, 2} {
		s := t.State()
		u := s.unit(operator(seat))
		if s.kit(seat).armor.Trait == "stealth-weave" && inCover(&s.board, u) {
			give(t, u.Label, "hidden", s.Round, "stealth-weave")
		}
	}
}

// begin begins a phase and sets who acts in it, the Priority player first.
func begin(t tx, p Phase) {
	s := t.State()
	left := []game.Seat{s.Priority, other(s.Priority)}
	switch p {
	case Moving, Using:
		left = slices.DeleteFunc(left, func(seat game.Seat) bool {
			id := s.Sides[seat-1].Committed
			return id == "" || (s.card(id).Type == cards.Movement) != (p == Moving)
		})
	case Attacking:
		left = attackOrder(&s.board, left)
	}
	turn(t, func(c *cursor) { *c = cursor{Phase: p, Left: left} })
}

// next ends the turn of the seat that acts.
func next(t tx) { turn(t, func(c *cursor) { c.Left = slices.Clone(c.Left[1:]) }) }

// after maps each phase to the next (S4.1).
var after = map[Phase]Phase{Moving: Using, Using: MercsMoving, MercsMoving: Attacking, Attacking: MercsAttacking}

// phaseOn continues the phase as long as nobody needs to be asked.
func phaseOn(t tx) {
	s := t.State()
	switch {
	case len(s.Left) == 0 && s.Phase == MercsAttacking:
		reload(t)
	case len(s.Left) == 0 && s.Phase == MercsMoving:
		begin(t, Attacking)
		tick(t)
		if t.State().Result == nil {
			reachTerminals(t)
		}
	case len(s.Left) == 0:
		begin(t, after[s.Phase])
	case s.Phase == Moving || s.Phase == Using:
		play(t, s.Left[0])
	case s.Phase == Attacking:
		forgo(t, operator(s.Left[0]), "no-target")
		if t.State().Result == nil {
			next(t)
		}
	default:
		next(t) // no Mercenary is left to move or attack
	}
}
