package downsync

import (
	"fmt"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/ending"
	"downsync/game/language"
	"downsync/game/order"
)

// A standingAct is an order that a seat may give at any time. Each is one row, in the file of its subject.
type standingAct struct {
	verbs  []language.Verb
	offer  func(s *state, seat game.Seat) game.Menu
	check  func(s *state, seat game.Seat, r game.Reply) (mine bool, err error)
	answer func(t tx, seat game.Seat, r game.Reply) (mine bool)
}

var standingActs []standingAct

// standing adds a standing act, whose replies are of type R: its offer to a seat, the check of a reply (nil: it is legal
// whenever it is asked), its effect, and its verbs.
func standing[R game.Reply](offer func(*state, game.Seat) game.Menu, check func(*state, game.Seat, R) error, answer func(tx, game.Seat, R), verbs ...language.Verb) struct{} {
	standingActs = append(standingActs, standingAct{verbs, offer,
		func(s *state, seat game.Seat, r game.Reply) (bool, error) {
			o, mine := r.(R)
			if !mine || check == nil {
				return mine, nil
			}
			return true, check(s, seat, o)
		},
		func(t tx, seat game.Seat, r game.Reply) bool {
			o, mine := r.(R)
			if mine {
				answer(t, seat, o)
			}
			return mine
		}})
	return struct{}{}
}

func menuStanding(s *state, seat game.Seat) game.Menu {
	m := make(game.Menu, 0, 16)
	for _, a := range standingActs {
		m = append(m, a.offer(s, seat)...)
	}
	return m
}

func checkStanding(s *state, seat game.Seat, r game.Reply) error {
	for _, a := range standingActs {
		if mine, err := a.check(s, seat, r); mine {
			return err
		}
	}
	return notNow(r, "plan, standing pass or concede")
}

func answerStanding(t tx, seat game.Seat, r game.Reply) {
	for _, a := range standingActs {
		if a.answer(t, seat, r) {
			return
		}
	}
}

// Plans are a seat's private notes on its Pings.
var _ = standing(func(s *state, seat game.Seat) game.Menu {
	var m game.Menu
	for _, p := range side(s, seat, piece.isPing) {
		if units := reserveOf(s, seat, p.Sig); len(units) > 0 {
			m = append(m, Offer("plan", []string{string(p.Label)}, slotPlan.Of(append(units, "none")...)))
		}
	}
	return m
}, func(s *state, seat game.Seat, o plan) error {
	p, err := own(s, seat, o.Ping)
	if err != nil || o.As == "" {
		return err
	}
	return s.checkReveal(p, Reveal{Ping: o.Ping, As: o.As})
}, func(t tx, _ game.Seat, o plan) {
	t.Emit(planned{Planned{Ping: o.Ping, As: o.As}})
}, language.With("plan", func(p order.Partial) game.Reply {
	o := plan{LabelIn(p, "ping"), p.Value("unit")}
	if o.As == "none" {
		o.As = ""
	}
	return o
}, slotPing, slotPlan))

// The standing order "pass for me": private, revocable, for this Turn, this Round, or until the own Units
// change. While it holds, the reaction window's question is answered with its default after a delay; it may still be
// answered by hand.

// passFor lists how long it may hold.
var passFor = []string{"turn", "round", "until-change"}

// passing is a seat's standing order; Until is "" if there is none.
type passing struct {
	Until string
	// It was given in this Turn and Round. After an undo the match may be in an earlier one (D18).
	Turn, Round int
	Units       string // the state of the own Units when it was given
	// Restored describes the own Units in the position that an undo went back to; without an undo it equals Units (D18).
	Restored string
}

var _ = standing(func(s *state, seat game.Seat) game.Menu {
	if s.Round == 0 {
		return nil
	}
	m := game.Menu{Offer("standing pass", nil, slotUntil)}
	if s.Passing[seat-1].Until != "" {
		m = append(m, Offer("standing off", nil))
	}
	return m
}, checkStandingPass, func(t tx, seat game.Seat, o StandingPass) {
	t.Emit(standingOrder(t.State(), seat, o.Until))
}, language.With("standing pass", func(p order.Partial) game.Reply { return StandingPass{p.Value("until")} }, slotUntil), language.Plain("standing off", StandingPass{}))

// An offer of a draw is open until the Turn ends (Q19).
var _ = standing(func(s *state, seat game.Seat) game.Menu {
	if s.Round == 0 || s.Draw[seat-1] {
		return nil
	}
	return game.Menu{Offer("draw", nil)}
}, func(s *state, seat game.Seat, _ draw) error {
	if s.Round == 0 || s.Draw[seat-1] {
		return refuse("not-now", "a draw is offered once a Turn, when the match is on")
	}
	return nil
}, func(t tx, seat game.Seat, _ draw) {
	t.Bind()
	t.Emit(DrawOffered{Seat: seat})
	if t.State().Draw == [2]bool{true, true} {
		end(t, ending.Agreed(2))
	}
}, ending.VerbDraw)

// A seat may concede the match.
var _ = standing(func(*state, game.Seat) game.Menu { return game.Menu{Offer("concede", nil)} }, nil, func(t tx, seat game.Seat, _ Concede) {
	t.Bind()
	end(t, ending.Conceded(seat))
}, ending.VerbConcede)

func checkStandingPass(s *state, seat game.Seat, o StandingPass) error {
	switch {
	case s.Round == 0:
		return refuse("not-now", "a standing order is for Turns; the match is still being set up")
	case o.Until == "" && s.Passing[seat-1].Until == "":
		return refuse("not-now", "you have no standing order")
	}
	return nil
}

// standingOrder returns the fact of the order, with the state that decides how long it holds.
func standingOrder(s *state, seat game.Seat, until string) standingSet {
	f := standingSet{StandingOrdered: StandingOrdered{Seat: seat, Until: until}, Units: ownUnits(s, seat)}
	if rev(s).ownTurn {
		f.Turn, f.Round = s.Turn, s.Round
	}
	return f
}

// order stores the standing order. If the step before it is taken back, the fact is folded without that step. The order then
// holds in the earlier position, and still holds when a step leads back to the position in which it was given (D18).
func (s *state) order(f standingSet) {
	p := passing{Until: f.Until, Turn: f.Turn, Round: f.Round, Units: f.Units, Restored: ownUnits(s, f.Seat)}
	if !rev(s).ownTurn {
		p.Turn, p.Round = s.Turn, s.Round
	}
	s.Passing[f.Seat-1] = p
}

// passes reports whether the seat's standing order holds now.
func passes(s *state, seat game.Seat) bool {
	switch p := s.Passing[seat-1]; p.Until {
	case "turn":
		return s.Turn <= p.Turn
	case "round":
		return s.Round <= p.Round
	case "until-change":
		units := ownUnits(s, seat)
		return units == p.Units || units == p.Restored && s.Turn <= p.Turn
	}
	return false
}

// endStandingOrders ends the orders whose Units have changed by the end of a Turn. Otherwise an order would return when the
// Units happen to look as before (D18).
func (s *state) endStandingOrders() {
	if !rev(s).ownTurn {
		return
	}
	for _, seat := range []game.Seat{1, 2} {
		if p := &s.Passing[seat-1]; p.Until == "until-change" && s.Turn >= p.Turn && !passes(s, seat) {
			*p = passing{}
		}
	}
}

// ownUnits describes the seat's Units. A change in the description ends a standing order: which Units there are, their bases,
// their Stun Tokens, and whether they could react.
func ownUnits(s *state, seat game.Seat) string {
	var out []string
	for _, p := range side(s, seat, isUnit) {
		stunned := slices.ContainsFunc(p.Bases, func(b base) bool { return b.Stun })
		out = append(out, fmt.Sprintf("%s:%s:%d:%t:%t", p.Label, p.Unit, len(p.Bases), stunned, eligible(p)))
	}
	return strings.Join(out, " ")
}
