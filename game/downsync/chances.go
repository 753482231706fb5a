package downsync

import (
	"slices"

	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// The possible results of checks and attacks, as the viewer knows the board: whether an order would be accepted, and its
// chances. Both use the functions that check and roll the orders themselves.

// Odds holds the chances in percent that one check or attack succeeds. Low and High differ if something hidden decides (S5).
type Odds struct {
	Need, Low, High int // Need: the sum that two dice must reach, from what is known
}

// attempt is a check or attack that a base could make.
type attempt struct {
	s      *state
	p, e   piece
	b, eb  base
	action cards.Action
	at     *plane.Point // the point of a Clustered one
	hidden bool         // the viewer may not know the target's tokens
	looked *shot        // the attack as first computed, whatever the target holds; nil: not yet computed
}

// attempt returns that check or attack as the viewer knows the board, a Clustered action at its best point. The error is the
// refusal that the order would meet, regardless of its cost.
func (tr Trial) attempt(by Ref, action string, target Ref) (attempt, error) {
	return tr.attemptOn(tr.v.board(), by, action, target)
}

// attemptOn is attempt on the given board.
func (tr Trial) attemptOn(s *state, by Ref, action string, target Ref) (attempt, error) {
	p, ok := s.piece(by.Label)
	switch {
	case !ok:
		return attempt{}, refuse("no-piece", "there is no %s on the table", by.Label)
	case p.isPing():
		return attempt{}, refuse("not-a-unit", "a contact may only move")
	}
	b, ok := p.base(by.N)
	if !ok {
		return attempt{}, whichBase(s, p, by.N)
	}
	a, ok := p.card().Action(action)
	if !ok || a.Effect == cards.Special {
		return attempt{}, refuse("no-action", "the %s has no action %q", p.card().Name, action)
	}
	e, eb, err := enemy(s, p, target)
	if err != nil {
		return attempt{}, err
	}
	known, _ := tr.v.Piece(e.Label)
	told, _ := known.Base(eb.N)
	x := attempt{s: s, p: p, b: b, e: e, eb: eb, action: a, hidden: told.CM == nil}
	if !isClustered(a) {
		return x, checkShot(s, p, b, a, Act{Target: target})
	}
	return x.aimed()
}

// aimed returns the attempt at the best of the offered points. The error says why the target itself is no such point.
func (x attempt) aimed() (attempt, error) {
	best, err := x, error(nil)
	t, _ := x.action.Trait("clustered")
	for i, at := range slices.Concat([]plane.Point{x.eb.At}, aimPoints(x.s, x.p.Label)) {
		if !plane.Within(plane.Disc{At: at}, x.e.disc(x.eb), plane.In(t.Radius)) {
			continue // spare the lines of sight
		}
		no := checkShot(x.s, x.p, x.b, x.action, Act{At: []plane.Point{at}, Targets: []Ref{x.e.ref(x.eb.N)}})
		if i == 0 {
			err = no
		}
		if no != nil {
			continue
		}
		n := x
		n.at = &at
		if best.at == nil || n.need(n.eb) < best.need(best.eb) {
			best = n
		}
	}
	if best.at != nil {
		err = nil
	}
	return best, err
}

// need returns the sum that two dice must reach against the base.
func (x attempt) need(eb base) int {
	if x.action.Effect == cards.Scan {
		f := sounding(x.s, x.p, x.b, x.e, eb)
		return f.Need - total(Roll{}, f.Mods)
	}
	shot := x.shot(eb)
	return shot.at.card().Def + total(Roll{}, shot.against()) - total(Roll{}, shot.mods())
}

// shot returns the attack on the base, from the point of a Clustered action.
func (x attempt) shot(eb base) shot {
	if x.looked != nil {
		shot := *x.looked
		shot.to = eb
		return shot
	}
	s := *x.s
	if x.at != nil {
		s.Acts = []activation{{Piece: x.p.Label, Aim: &aim{At: *x.at}}}
	}
	return newShot(&s, x.p, x.b, x.action, x.e, eb)
}

// needs returns the sums that the dice must reach if the target holds the most tokens that it may, and the fewest.
func (x attempt) needs() (most, fewest int) {
	held := x.eb
	if u := x.e.card(); u != nil && x.hidden {
		held.CM, held.Hardened = u.CMStat(), u.Hardened
	}
	return x.need(held), x.need(x.eb)
}

// odds returns the chances of the roll.
func (x attempt) odds(boost bool) Odds {
	most, fewest := x.needs()
	a, b := percent(hits(most, boost)), percent(hits(fewest, boost))
	return Odds{Need: most, Low: min(a, b), High: max(a, b)}
}

// kill returns the chances that the attack's effect applies: Low if the target holds and spends every token that it may have,
// High if it has none. ok is false if the action is no attack.
func (x attempt) kill() (o Odds, ok bool) {
	if !x.action.Combat() {
		return o, false
	}
	looked := x.shot(x.eb)
	x.looked = &looked
	most, fewest := x.needs()
	if o.Need = most; x.shot(x.eb).void() != nil {
		return o, true
	}
	tokens, hardened, known := x.eb.CM, x.eb.Hardened, !x.hidden
	if x.hidden {
		tokens, hardened = x.e.card().CMStat(), x.e.card().Hardened
	}
	for _, l := range lenders(x.s, x.e, x.eb) {
		if known {
			tokens += l.Bases[0].CM
		} else {
			tokens += l.card().CMStat()
		}
	}
	low, all := hits(most, false)
	high, of := hits(fewest, false)
	o.High = percent(high, of)
	if hardened > 0 {
		low = 0
	}
	fails := counterUnder(x.s, x.action, x.e, x.eb) - 1 // faces of six
	for range min(tokens, 18) {                         // more would not fit in 64 bits
		low, all = low*fails, all*6
	}
	if o.Low = percent(low, all); known {
		o.High = o.Low
	}
	return o, true
}

// hits returns how many rolls of two dice, or of the best two of three, reach n, and how many rolls there are.
func hits(n int, boost bool) (some, all int) {
	third := 1
	if boost {
		third = 6
	}
	for a := 1; a <= 6; a++ {
		for b := 1; b <= 6; b++ {
			for c := 1; c <= third; c++ {
				best := a + b
				if boost {
					best += c - min(a, b, c)
				}
				all++
				some += when(best >= n, 1)
			}
		}
	}
	return some, all
}

// percent returns the share in percent, rounded to the nearest whole number.
func percent(some, all int) int { return (some*100 + all/2) / all }

// Act returns the odds of an action on a target. ok is false if its order would be refused, or is no check or attack.
func (tr Trial) Act(by Ref, action string, target Ref, boost bool) (Odds, bool) {
	x, err := tr.attempt(by, action, target)
	if err != nil {
		return Odds{}, false
	}
	return x.odds(boost), true
}

// Kill returns the chances in percent that one attack's effect applies, with countermeasures included: Low if the target holds
// and spends every token that it may have, High if it has none. ok is false if the action is no attack.
func (tr Trial) Kill(by Ref, action string, target Ref) (Odds, bool) {
	x, err := tr.attempt(by, action, target)
	if err != nil {
		return Odds{}, false
	}
	return x.kill()
}

// Chance holds the chances of one action of a base against a target.
type Chance struct {
	Action string // id
	Name   string
	Odds         // of the roll
	Kill   *Odds // of the effect, with countermeasures included; nil for a scan
	// At is the point at which a Clustered action is aimed, otherwise nil.
	At *plane.Point
	// Why is the *game.Refusal that the action would meet; nil if it would be accepted.
	Why error
}

// Chances returns the chances of every check and attack on the card of the one base against the other, as the viewer knows the
// board; nil if the two are not enemies.
func (v View) Chances(by, target Ref) []Chance {
	me, ok := v.Piece(by.Label)
	it, there := v.Piece(target.Label)
	if !ok || !there || me.IsPing() || me.Seat == it.Seat {
		return nil
	}
	s := v.board()
	var out []Chance
	for _, a := range v.Cards().Must(me.Unit).Actions {
		if a.Effect == cards.Special {
			continue
		}
		c := Chance{Action: a.ID, Name: a.Name}
		x, err := v.Try().attemptOn(s, by, a.ID, target)
		if c.Why = err; err == nil {
			c.Odds, c.At = x.odds(false), x.at
			if kill, ok := x.kill(); ok {
				c.Kill = &kill
			}
		}
		out = append(out, c)
	}
	return out
}

// counterUnder returns the least that an ordinary die must show to stop the action's effect on the base, with the Defense Aura
// that covers it (R23.3).
func counterUnder(s *state, a cards.Action, p piece, b base) int {
	return max(1, counterNeed(a)-total(Roll{}, auraBonus(s, p, b)))
}

// Counter returns what the die of a CM token must show to stop the waiting effect, and the chance in percent that the order
// stops it with all the tokens that it may spend. harder names the weapon's trait that makes stopping harder than usual, or is
// "". ok is false if no effect waits, or no token is spent.
func (tr Trial) Counter(c Counter) (o Odds, harder string, ok bool) {
	if tr.v.Hit == nil || c.Token == "" || c.Token == "none" {
		return o, "", false
	}
	s := tr.v.board()
	by, ok := s.piece(tr.v.Hit.By.Label)
	p, there := s.piece(tr.v.Hit.Target.Label)
	if !ok || !there || by.isPing() || p.isPing() {
		return o, "", false
	}
	a, _ := by.card().Action(tr.v.Hit.Action)
	b, _ := p.base(tr.v.Hit.Target.N)
	need := counterUnder(s, a, p, b)
	if i := slices.IndexFunc(a.Traits, func(t cards.Trait) bool { return slices.Contains(counterTraits, t.ID) }); i >= 0 {
		harder = traitName(a.Traits[i].ID)
	}
	dice := 1
	if c.All || c.Turn {
		dice = b.CM
	}
	kill, sure := tr.v.Hit.Effect == cards.Kill, c.Token == "hardened"
	if c.Turn && kill { // see counterAlone
		for _, q := range lent(s, p, b) {
			dice += q.Bases[0].CM
		}
		sure = b.Hardened > 0
	}
	if c.Boost {
		dice *= 2
	}
	none, all := 1, 1
	for range min(dice, 18) { // more would not fit in 64 bits
		none, all = none*(need-1), all*6
	}
	n := percent(all-none, all)
	if sure {
		n = 100
	}
	return Odds{Need: need, Low: n, High: n}, harder, true
}
