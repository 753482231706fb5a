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
}

func effectOf(fs []game.Fact) effect {
	var e effect
	for _, f := range fs {
		switch f.(type) {
		case CounterPaid:
			e.paid++
		case Stopped, Stunned, Destroyed:
			if e.came == "" {
				e.came = f.Kind()
			}
		}
	}
	return e
}

// counter gives the countermeasure in the first world, and in the second one of the same effect; not done: there is none.
func counter(p *twins, a game.Ask, st game.Step, decide deciding) (bool, error) {
	want := effectOf(p.A.Facts(st))
	if want == (effect{}) {
		return true, p.Alone(decide)
	}
	if d := mirror(p, a, want); d != nil {
		p.Tally.Mirrored++
		return true, p.Each(decide, d)
	}
	// A boosted die that failed, with a token left in the second world: it goes on and spends no more.
	if first := mirror(p, a, effect{paid: want.paid}); first != nil && want.paid == 1 && want.came != (Stopped{}).Kind() {
		p.Tally.Mirrored++
		return true, p.Each(decide, func(w *world) (game.Step, gametest.Streams, error) {
			if _, err := p.Do(w, first); err != nil {
				return game.Step{}, w.Dice, err
			}
			w.Dice.Rig = 0
			return w.Decide(p.X, a.Name, Counter{Token: "none"})
		})
	}
	return false, nil
}

// mirror finds a countermeasure of the second world with that effect.
func mirror(p *twins, a game.Ask, want effect) deciding {
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
			d := func(w *world) (game.Step, gametest.Streams, error) {
				w.Dice.Rig = shows
				st, dice, err := w.Decide(p.X, a.Name, r)
				w.Dice.Rig, dice.Rig = 0, 0
				return st, dice, err
			}
			if st, _, err := d(p.B); err == nil && effectOf(p.A.Facts(st)) == want {
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
