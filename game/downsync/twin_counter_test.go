package downsync

import (
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/gametest"
)

type (
	twins    = gametest.Twins[*state]
	deciding = gametest.Deciding[*state]
)

// keen returns the menu's attacks and reactions, or the whole menu if it has none.
func keen(m game.Menu) game.Menu {
	some := slices.DeleteFunc(slices.Clone(m), func(c game.Choice) bool {
		return c.Words != "react" && !slices.ContainsFunc(c.Slots, func(s game.Slot) bool { return s.Name == "target" || s.Name == "targets" })
	})
	if len(some) == 0 {
		return m
	}
	return some
}

// If tokens differ, x may have to answer differently for the table to see the same: another token, other private dice, or none
// if the first world's failed.

func alike(p *twins, a game.Ask, r game.Reply, st game.Step, decide deciding) (handled, done bool, err error) {
	switch {
	case p.Kind.Name == "tokens" && a.Name == "counter" && r.(Counter).Turn && p.A.Truth().Hit.Paid == p.B.Truth().Hit.Paid:
		if d := settled(p, decide, [2]bool{true, true}); d != nil {
			done, err = true, p.Each(decide, d)
		}
	case p.Kind.Name == "tokens" && a.Name == "counter":
		done, err = counter(p, a, st, decide)
	case p.Kind.Name == "tokens" && a.Name == "recover" && r.(Recover).With != "cp":
		done, err = recoverAlike(p, a, decide)
	default:
		return false, false, nil
	}
	return true, done, err
}

// effect holds what the table sees of an answer to a hit: the CP paid, and the result.
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

// counter plays the countermeasure in the first world, and one with the same result in the second. If CP have been paid for
// checks, as many are paid in the second world first, each for a check that fails unnoticed by anybody else.
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

// follow makes the hits that x's order for the whole Turn answers have the same result in both worlds.
func follow(p *twins, decide deciding) deciding {
	ordered := [2]bool{counters(p.A.Truth(), p.X), counters(p.B.Truth(), p.X)}
	if p.Kind.Name != "tokens" || ordered == [2]bool{} {
		return decide
	}
	return settled(p, decide, ordered)
}

// settled returns the step with private dice that give a hit the same result in the second world; ordered says which of the two
// worlds has the order for the whole Turn. If no such dice exist, settled returns nil in two cases only: one world alone has
// the order, which a hit reveals, or a token decides the result with any dice. The twins must find every other difference, such
// as one world that pauses for an answer.
func settled(p *twins, decide deciding, ordered [2]bool) deciding {
	st, _, err := decide(p.A)
	if err != nil {
		return decide
	}
	fs := p.A.Facts(st)
	want := came(fs, p.X)
	for _, faces := range allFaces {
		d := rigged(decide, faces...)
		st, _, err := d(p.B)
		if err != nil {
			return decide
		}
		if slices.Equal(came(p.B.Facts(st), p.X), want) {
			return d
		}
	}
	shows := ordered[0] != ordered[1] && slices.ContainsFunc(fs, func(f game.Fact) bool { return hitOut(nil, p.X, f) })
	if !shows && !decided(p, decide, want) {
		return decide
	}
	return nil
}

// allFaces lists private dice to try: random ones, and the lowest and the highest faces in every order, for as many rolls as
// the hits of one step usually take.
var allFaces = func() [][]int {
	const rolls = 4
	all := [][]int{nil, {1}, {6}}
	for n := range 1 << rolls {
		faces := make([]int, rolls)
		for i := range faces {
			faces[i] = 1 + 5*(n>>i&1)
		}
		all = append(all, faces)
	}
	return all
}()

// came returns the results of x's hits, in order.
func came(fs []game.Fact, x game.Seat) []string {
	var out []string
	add := func(r Ref, f game.Fact) {
		if r.Label.Seat() == x {
			out = append(out, f.Kind()+" "+r.String())
		}
	}
	for _, f := range fs {
		switch f := f.(type) {
		case Stopped:
			add(f.Target, f)
		case Stunned:
			add(f.Target, f)
		case Destroyed:
			add(f.Target, f)
		}
	}
	return out
}

// decided reports whether a token of the second world, or its absence, decides the first hit with a different result, whatever
// the dice show.
func decided(p *twins, decide deciding, want []string) bool {
	for _, face := range []int{1, 6} {
		st, _, err := rigged(decide, face)(p.B)
		if err != nil {
			return false
		}
		fs := p.B.Facts(st)
		got := came(fs, p.X)
		at := 0
		for at < min(len(got), len(want)) && got[at] == want[at] {
			at++
		}
		if at == len(got) || at == len(want) { // one of the worlds waits, or goes on without asking
			return false
		}
		kind, target, _ := strings.Cut(want[at], " ")
		used := slices.ContainsFunc(fs, func(f game.Fact) bool {
			u, ok := f.(counterUsed)
			return ok && u.Target.String() == target && (u.Stopped || face == 6)
		})
		if stops := kind == (Stopped{}).Kind(); stops && face == 6 && !used || !stops && face == 1 && used {
			return true
		}
	}
	return false
}

// rigged returns the step with private dice that show those faces, the last of them repeated; without faces the dice are
// random.
func rigged(decide deciding, faces ...int) deciding {
	return func(w *world) (game.Step, gametest.Streams, error) {
		w.Dice.Rig = faces
		st, dice, err := decide(w)
		w.Dice.Rig, dice.Rig = nil, nil
		return st, dice, err
	}
}

// mirror finds a countermeasure of the second world with a fitting effect.
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

// recoverAlike pays for a Stun Token in both worlds with something that only x sees.
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
