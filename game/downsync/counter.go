package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/order"
)

// Countermeasures: R23, rulings Q45, Q56, A1, A3.

// target returns the base that the waiting effect is for.
func (s *state) target() (piece, base) {
	p := must(s, s.Hit.Target.Label)
	b, _ := p.base(s.Hit.Target.N)
	return p, b
}

// counterAsked reports whether the owner is asked. Where tokens are secret it always is, unless everybody knows that there can
// be none (S14); in an open match only if there is something to decide.
func counterAsked(s *state) bool {
	p, b := s.target()
	if open(s) {
		return countersLeft(s)
	}
	return p.card().CM != nil || p.card().Hardened > 0 || len(lenders(s, p, b)) > 0
}

// countersLeft reports whether the owner has any token for the target.
func countersLeft(s *state) bool {
	p, b := s.target()
	return b.CM+b.Hardened > 0 || len(lent(s, p, b)) > 0
}

func menuCounter(s *state, seat game.Seat) game.Menu {
	p, b := s.target()
	var boost []game.Slot
	if s.counterCP(seat) > 0 {
		boost = []game.Slot{order.Flag("boost")}
	}
	var m game.Menu
	if b.CM > 0 {
		own := boost
		if b.CM > 1 {
			own = append(slices.Clone(boost), order.Flag("all"))
		}
		m = append(m, Offer("counter", []string{"cm"}, own...))
	}
	if lent := lent(s, p, b); len(lent) > 0 {
		from := slotLender.Of(names(lent)...).Times(1, 1)
		m = append(m, Offer("counter", []string{"cm"}, append([]game.Slot{from}, boost...)...))
	}
	if b.Hardened > 0 {
		m = append(m, Offer("counter", []string{"hardened"}))
	}
	// The next hit shows the order for the whole Turn, so it is offered whatever tokens there are.
	return append(m, Offer("counter cm turn", nil), Offer("counter", []string{"none"}))
}

func checkCounter(s *state, seat game.Seat, r game.Reply) error {
	o, ok := r.(Counter)
	if !ok {
		return notNow(r, "counter cm, counter hardened or counter none")
	}
	p, b := s.target()
	lent := slices.ContainsFunc(lent(s, p, b), func(q piece) bool { return q.Label == o.From })
	switch {
	case o.Turn:
		return nil
	case o.From != "" && (o.Token != "cm" || !lent):
		return refuse("no-token", "%s has no token to lend to %s", o.From, s.Hit.Target)
	case o.From == "" && o.Token == "cm" && b.CM == 0, o.Token == "hardened" && b.Hardened == 0:
		return refuse("no-token", "%s has no such token left", s.Hit.Target)
	case o.All && (o.Token != "cm" || o.From != ""):
		return refuse("no-order", "all are the CM tokens of the base that is hit: counter cm all")
	case o.Boost && o.Token != "cm":
		return refuse("no-order", "only the roll of a counter cm can be boosted")
	case o.Boost && s.counterCP(seat) == 0:
		return refuse("no-cp", "a boost costs 1 CP; you have none")
	}
	return nil
}

// answerCounter spends the token. If it fails, the owner is asked again while there are tokens (R23.3 to R23.5). An order for
// all CM tokens of the base spends them one after another until one works.
func answerCounter(t tx, seat game.Seat, r game.Reply) {
	o := r.(Counter)
	if o.Turn { // the order applies to this hit too
		t.Emit(counterOrdered{Seat: seat, Turn: t.State().Turn})
		return
	}
	for again := true; again; {
		counterOnce(t, seat, o)
		s := t.State()
		again = o.All && s.Hit != nil
		if again {
			_, b := s.target()
			again = b.CM > 0
			o.Boost = o.Boost && s.counterCP(seat) > 0
		}
	}
}

// counterOnce spends one token.
func counterOnce(t tx, seat game.Seat, o Counter) {
	s := t.State()
	target := s.Hit.Target
	if o.Token == "none" {
		t.Bind()
		applyHit(t)
		return
	}
	f := counterUsed{CounterChecked: CounterChecked{Target: target, Token: o.Token, From: o.From, Stopped: true}, Open: open(s)}
	switch {
	case o.Boost && rev(s).sealedCounter && !open(s):
		f.CP = 1
	case o.Boost:
		t.Emit(CounterPaid{Seat: seat})
	}
	if o.Token == "cm" {
		dice := roll(t, seat, forCounter, 1, advantage(o.Boost)) // the owner's own stream: the number of dice is secret
		hit, base := s.target()
		f.Roll, f.Need, f.Mods = &dice, s.Hit.Need, auraBonus(s, hit, base)
		f.Stopped = total(dice, f.Mods) >= f.Need
	}
	t.Bind()
	t.Emit(f)
	if f.Stopped {
		t.Emit(Stopped{Target: target, CP: t.State().Hit.Paid})
		return
	}
	if !countersLeft(t.State()) {
		applyHit(t)
	}
}

// counterCP returns the CP that the target's owner has left. The others learn of CP paid for checks with the result only (S11).
func (s *state) counterCP(seat game.Seat) int { return s.CP.Of(seat) - s.Hit.Paid }

// openPaid reveals the CP paid for checks if the match ends before the result did so (S11).
func openPaid(t tx) {
	if h := t.State().Hit; h != nil && h.Paid > 0 {
		t.Emit(CounterPaid{Seat: h.Target.Label.Seat(), CP: h.Paid})
	}
}

// CounterPaid: a side paid for countermeasure dice. The CP are public; only the owner knows what they paid for.
type CounterPaid struct {
	Seat game.Seat `json:"seat"`
	CP   int       `json:"cp,omitempty"` // 0: one
}

func (CounterPaid) Kind() string                { return "counter-paid" }
func (f CounterPaid) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f CounterPaid) { s.CP[f.Seat-1] -= max(1, f.CP) })

// Stopped: countermeasures stopped the effect on the target (S12).
type Stopped struct {
	Target Ref `json:"target"`
	CP     int `json:"cp,omitempty"` // what its owner paid for checks, if not told before (S11)
}

func (Stopped) Kind() string                { return "stopped" }
func (f Stopped) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Stopped) { s.settle(f.Target, f.CP) })

// settle ends the hit; the CP that its owner paid for checks are now known.
func (s *state) settle(target Ref, paid int) {
	s.Hit = nil
	s.CP[target.Label.Seat()-1] -= paid
}
