package arcturus

import (
	"slices"

	"downsync/game"
	"downsync/game/arcturus/cards"
	"downsync/game/ending"
)

// A seat may act as follows at any time: its standing choices, the order of its face-down card, swaps, and giving up.

// Concede gives up.
type Concede = ending.Concede

// Choices for the mines (S60): one resource, or by default Crew for what is short and Credits for the rest.
const (
	mineCredits   = "credits"
	mineInfluence = "influence"
	mineCrew      = "crew"
)

// Kept answers to Sovereign cards: a pardon whenever it can be paid, or never.
const (
	habitPardon = "pardon"
	habitTake   = "take"
)

// usual is the word for the default of a standing choice.
const usual = "usual"

// settledOn: a seat makes a standing choice. Only that seat is told.
type settledOn struct{ Choice }

// Choice tells a seat of its standing choice.
type Choice struct {
	Seat   game.Seat `json:"seat"`
	What   string    `json:"what"` // mine, cube, flip, habit
	Values []string  `json:"values,omitempty"`
}

func (Choice) Kind() string                { return "choice-told" }
func (f Choice) For(game.Viewer) game.Fact { return f }
func (settledOn) Kind() string             { return "choice" }
func (f settledOn) For(v game.Viewer) game.Fact {
	if v.Sees(f.Seat) {
		return f.Choice
	}
	return nil
}

var (
	_ = secret(func(s *state, f settledOn) {
		p, first := s.player(f.Seat), ""
		if len(f.Values) > 0 {
			first = f.Values[0]
		}
		switch f.What {
		case "mine":
			p.Mine = first
		case "cube":
			p.Cube = first
		case "flip":
			p.Flip = f.Values
		case "habit":
			p.Habit = first
		}
	})
	_ = twin[Choice]()
)

func menuStanding(s *state, seat game.Seat) game.Menu {
	m := game.Menu{offer("mine", nil, slotMine), offer("cube", nil, slotCube), offer("habit", nil, slotHabit), offer("flip usual", nil)}
	var held []string
	for i := range s.held(seat) {
		held = append(held, cards.At(i).ID)
	}
	if len(held) > 0 {
		m = append(m, offer("flip", nil, slotBases.Of(held...).Times(1, len(held))))
	}
	if s.player(seat).Face != nil {
		m = append(m, offer("order", nil, slotAgainst, slotWhen))
	}
	if s.trades(seat) == nil {
		for to := range s.in() {
			if to != seat {
				m = append(m, offer("offer", []string{number(int(to))}, slotGive.Times(1, mostThings), slotWant.Times(1, mostThings)))
			}
		}
	}
	for _, o := range s.Offers {
		switch seat {
		case o.From:
			m = append(m, offer("withdraw", []string{number(int(o.To))}))
		case o.To:
			m = append(m, offer("accept", []string{number(int(o.From))}, slotWith.Of(s.gives(seat)...)), offer("decline", []string{number(int(o.From))}))
		}
	}
	return append(m, offer("concede", nil))
}

// gives returns what a seat may choose to hand over in a swap.
func (s *state) gives(seat game.Seat) []string {
	p := s.player(seat)
	return slices.Concat(slices.Compact(slices.Clone(p.Hand)), slices.Compact(slices.Clone(p.Tiles)))
}

func checkStanding(s *state, seat game.Seat, r game.Reply) error {
	switch o := r.(type) {
	case Concede, Choose:
		return nil
	case ChangeOrder:
		if s.player(seat).Face == nil {
			return refuse("hand", "no card of yours lies face-down")
		}
		return checkOrder(s, seat, o.Standing)
	case MakeOffer:
		return checkOffer(s, seat, o)
	case Accept:
		return checkAccept(s, seat, o)
	case Decline:
		if _, ok := s.offerTo(o.From, seat); !ok {
			return refuse("no-offer", "you have no offer of seat %d", int(o.From))
		}
		return nil
	case Withdraw:
		if _, ok := s.offerTo(seat, o.To); !ok {
			return refuse("no-offer", "you have no open offer to seat %d", int(o.To))
		}
		return nil
	}
	if ofTurn(r) && s.Turn != seat {
		return refuse("turn", "that is for your own turn")
	}
	return notNow(r, "a standing choice, a swap, or concede")
}

func answerStanding(t tx, seat game.Seat, r game.Reply) {
	switch o := r.(type) {
	case Concede:
		concede(t, seat)
	case Choose:
		t.Emit(settledOn{Choice{seat, o.What, o.stored()}})
	case ChangeOrder:
		t.Emit(ordered{Ordered{seat, o.Standing}})
	case MakeOffer:
		give, _ := bundle(o.Give) // checkOffer has read them
		want, _ := bundle(o.Want)
		t.Emit(offered{Offered{Offer{seat, o.To, give, want}}})
	case Accept:
		swap(t, seat, o)
	case Decline:
		t.Emit(declined{Declined{o.From, seat, seat}})
	case Withdraw:
		t.Emit(declined{Declined{seat, o.To, seat}})
	}
}
