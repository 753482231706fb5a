package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/gametest"
)

type (
	twins    = gametest.Twins[*state]
	deciding = gametest.Deciding[*state]
)

// keen is what the menu has of attacks and reactions, else the whole.
func keen(m game.Menu) game.Menu {
	some := slices.DeleteFunc(slices.Clone(m), func(c game.Choice) bool {
		return c.Words != "react" && !slices.ContainsFunc(c.Slots, func(s game.Slot) bool { return s.Name == "target" || s.Name == "targets" })
	})
	if len(some) == 0 {
		return m
	}
	return some
}

// Where tokens differ, x may have to answer differently for the table to see the same: another token, other private dice,
// or none where the first world's failed.

func alike(p *twins, a game.Ask, r game.Reply, st game.Step, decide deciding) (handled, done bool, err error) {
	switch {
	case p.Kind.Name == "tokens" && a.Name == "counter":
		done, err = counter(p, a, st, decide)
	case p.Kind.Name == "tokens" && a.Name == "recover" && r.(Recover).With != "cp":
		done, err = recoverAlike(p, a, decide)
	default:
		return false, false, nil
	}
	return true, done, err
}

// effect is what the table sees of an answer to a hit: CP paid, and what came of the effect.
type effect struct {
	paid int
	came string // "stopped", "stunned", "destroyed"; "": nothing yet
	own  int    // CP paid that the table does not see yet
}

func effectOf(fs []game.Fact) effect {
	var e effect
	for _, f := range fs {
		switch f := f.(type) {
		case CounterPaid:
			e.paid += max(1, f.CP)
		case counterUsed:
			e.own += f.CP
		case Stopped:
			e.paid, e.came = e.paid+f.CP, f.Kind()
		case Stunned:
			e.paid, e.came = e.paid+f.CP, f.Kind()
		case Destroyed:
			e.paid, e.came = e.paid+f.CP, f.Kind()
		}
	}
	return e
}

// counter gives the countermeasure in the first world, and in the second what comes to the same: where CP have been paid for
// checks, as many are paid there first, each for a check that fails and that nobody else hears of.
func counter(p *twins, a game.Ask, st game.Step, decide deciding) (bool, error) {
	want := effectOf(p.A.Facts(st))
	if want.paid == 0 && want.came == "" {
		return true, p.Alone(decide)
	}
	for {
		if d := mirror(p, a, func(e effect) bool { return e.paid == want.paid && e.came == want.came }); d != nil {
			p.Tally.Mirrored++
			return true, p.Each(decide, d)
		}
		lacks := want.paid > p.B.Truth().Hit.Paid
		first := mirror(p, a, func(e effect) bool { return e.came == "" && (e.own > 0) == lacks })
		if first == nil {
			return false, nil
		}
		if _, err := p.Do(p.B, first); err != nil {
			return false, err
		}
	}
}

// follow has hits that x's order for the whole Turn answers come to the same in both worlds.
func follow(p *twins, decide deciding) deciding {
	if p.Kind.Name != "tokens" || !counters(p.A.Truth(), p.X) && !counters(p.B.Truth(), p.X) {
		return decide
	}
	st, _, err := decide(p.A)
	if err != nil {
		return decide
	}
	want := effectOf(p.A.Facts(st))
	for _, shows := range []int{0, 1, 6} {
		d := rigged(decide, shows)
		st, _, err := d(p.B)
		if err != nil {
			return decide // which is to be found
		}
		if e := effectOf(p.B.Facts(st)); e.paid == want.paid && e.came == want.came {
			return d
		}
	}
	return nil
}

// rigged is the step with private dice that show that; 0: what falls.
func rigged(decide deciding, shows int) deciding {
	return func(w *world) (game.Step, gametest.Streams, error) {
		w.Dice.Rig = shows
		st, dice, err := decide(w)
		w.Dice.Rig, dice.Rig = 0, 0
		return st, dice, err
	}
}

// mirror finds a countermeasure of the second world whose effect fits.
func mirror(p *twins, a game.Ask, fits func(effect) bool) deciding {
	b, ok := p.B.Ask(p.X, a.Name)
	if !ok {
		return nil
	}
	var orders []string
	for _, c := range b.Menu {
		line := c.Words
		for _, s := range c.Slots {
			if len(s.Options) > 0 {
				line += " " + s.Mark + " " + s.Options[p.D.N(len(s.Options))]
			}
		}
		orders = append(orders, line, line+" boost")
	}
	from := p.D.N(len(orders))
	for _, line := range slices.Concat(orders[from:], orders[:from]) {
		r, err := Parse(line)
		for _, shows := range []int{1, 6} {
			if err != nil {
				continue
			}
			d := rigged(func(w *world) (game.Step, gametest.Streams, error) { return w.Decide(p.X, a.Name, r) }, shows)
			if st, _, err := d(p.B); err == nil && fits(effectOf(p.A.Facts(st))) {
				return d
			}
		}
	}
	return nil
}

// recoverAlike pays for a Stun Token in both worlds with what only x sees.
func recoverAlike(p *twins, a game.Ask, decide deciding) (bool, error) {
	with := []string{"ap", "cm", "hardened"}
	from := p.D.N(len(with))
	for _, w := range slices.Concat(with[from:], with[:from]) {
		d := func(b *world) (game.Step, gametest.Streams, error) { return b.Decide(p.X, a.Name, Recover{w}) }
		if _, _, err := d(p.B); err == nil {
			p.Tally.Mirrored++
			return true, p.Each(decide, d)
		}
	}
	return false, nil
}
