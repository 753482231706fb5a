package downsync

import (
	"slices"

	"downsync/game"
)

// Where tokens differ, x may have to answer differently for the table to see the same: another token, other private dice,
// or none where the first world's failed.

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
func (p *twins) counter(a game.Ask, st game.Step, decide deciding) (bool, error) {
	want := effectOf(facts(st))
	if want == (effect{}) {
		return true, p.alone(decide)
	}
	if d := p.mirror(a, want); d != nil {
		p.tally.mirrored++
		return true, p.each(decide, d)
	}
	// A boosted die that failed, with a token left in the second world: it goes on and spends no more.
	if first := p.mirror(a, effect{paid: want.paid}); first != nil && want.paid == 1 && want.came != (Stopped{}).Kind() {
		p.tally.mirrored++
		return true, p.each(decide, func(w *world) (game.Step, streams, error) {
			if _, err := p.do(w, first); err != nil {
				return game.Step{}, w.dice, err
			}
			w.dice.rig = 0
			return w.decide(p.x, a.Name, Counter{Token: "none"})
		})
	}
	return false, nil
}

// mirror finds a countermeasure of the second world with that effect.
func (p *twins) mirror(a game.Ask, want effect) deciding {
	b, ok := p.b.ask(p.x, a.Name)
	if !ok {
		return nil
	}
	var orders []string
	for _, c := range b.Menu {
		line := c.Words
		for _, s := range c.Slots {
			if len(s.Options) > 0 {
				line += " " + s.Mark + " " + s.Options[p.d.N(len(s.Options))]
			}
		}
		orders = append(orders, line, line+" boost")
	}
	from := p.d.N(len(orders))
	for _, line := range slices.Concat(orders[from:], orders[:from]) {
		r, err := Parse(line)
		for _, shows := range []int{1, 6} {
			if err != nil {
				continue
			}
			d := func(w *world) (game.Step, streams, error) {
				w.dice.rig = shows
				st, dice, err := w.decide(p.x, a.Name, r)
				w.dice.rig, dice.rig = 0, 0
				return st, dice, err
			}
			if st, _, err := d(p.b); err == nil && effectOf(facts(st)) == want {
				return d
			}
		}
	}
	return nil
}

// recover pays for a Stun Token in both worlds with what only x sees.
func (p *twins) recover(a game.Ask, decide deciding) (bool, error) {
	with := []string{"ap", "cm", "hardened"}
	from := p.d.N(len(with))
	for _, w := range slices.Concat(with[from:], with[:from]) {
		d := func(b *world) (game.Step, streams, error) { return b.decide(p.x, a.Name, Recover{w}) }
		if _, _, err := d(p.b); err == nil {
			p.tally.mirrored++
			return true, p.each(decide, d)
		}
	}
	return false, nil
}
