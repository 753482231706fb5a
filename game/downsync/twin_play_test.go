package downsync

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/gametest"
)

// step closes a window, takes a step back, or answers a random question.
func (p *twins) step() error {
	groups := p.a.Groups()
	if len(groups) == 0 {
		return errors.New("nobody is asked anything")
	}
	g := groups[p.d.N(len(groups))]
	if len(g.Open) == 0 {
		return p.both(func(w *world) (game.Step, streams, error) {
			dice := w.dice
			st, err := w.CloseWindow(g.Key, &dice)
			return st, dice, err
		})
	}
	for s := game.Seat(1); s <= 2; s++ {
		if p.a.core.CanUndo(s) && p.d.N(12) == 0 && !(s == p.x && p.solo > 0) {
			return p.both(func(w *world) (game.Step, streams, error) {
				st, err := w.Undo(s)
				return st, w.dice, err
			})
		}
	}
	seat := g.Open[p.d.N(len(g.Open))]
	standing := p.d.N(10) == 0
	for _, a := range p.a.Asks(seat) {
		asked := slices.ContainsFunc(g.Asks, func(b game.Ask) bool { return b.Seat == a.Seat && b.ID == a.ID })
		if a.Standing == standing && (a.Standing || asked) {
			return p.reply(a)
		}
	}
	return nil
}

// reply answers with something random, else with the default.
func (p *twins) reply(a game.Ask) error {
	view := p.a.View(game.Player(a.Seat))
	if p.d.N(2) == 0 {
		a.Menu = keen(a.Menu)
	}
	tries := 8
	secret := p.b != nil && a.Seat == p.x && p.d.N(2) == 0 // something secret, if that can be done now
	if secret {
		tries = 40
	}
	for n := range tries {
		line := gametest.Line(p.d, view, a, guessPoint)
		if line == "concede" && p.d.N(200) > 0 {
			continue
		}
		r, err := Parse(line)
		if err != nil {
			return fmt.Errorf("%s offers %q: %w", a.ID, line, err)
		}
		if secret && n < tries-8 && !p.kind.secret(r) {
			continue
		}
		if done, err := p.give(a, r); done || err != nil {
			return err
		}
	}
	if a.Standing {
		return nil
	}
	if done, err := p.give(a, a.Default); done || err != nil {
		return err
	}
	p.b = nil // x cannot go on alike in both
	p.tally.cut++
	_, err := p.give(a, a.Default)
	return err
}

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

// give answers in both worlds; not done: the reply is refused, or not possible in both.
func (p *twins) give(a game.Ask, r game.Reply) (done bool, err error) {
	decide := func(w *world) (game.Step, streams, error) { return w.decide(a.Seat, a.Name, r) }
	st, _, err := decide(p.a)
	var no *game.Refusal
	switch {
	case err != nil && !errors.As(err, &no):
		return false, err
	case p.b == nil:
		if err != nil {
			return false, nil
		}
	case a.Seat != p.x:
		_, _, other := decide(p.b)
		if fmt.Sprint(err) != fmt.Sprint(other) {
			return false, leaked{fmt.Errorf("%s of seat %d shows to %d, whose %q comes to: %v; %v", p.kind.name, p.x, a.Seat, r.Order(), err, other)}
		}
		if err != nil {
			return false, nil
		}
	case err != nil:
		return false, nil
	case p.kind.secret(r) && p.d.N(2) == 0:
		return true, p.alone(decide)
	case p.kind.name == "tokens" && a.Name == "counter":
		return p.counter(a, st, decide)
	case p.kind.name == "tokens" && a.Name == "recover" && r.(Recover).With != "cp":
		return p.recover(a, decide)
	default:
		if _, _, err := decide(p.b); err != nil {
			return false, nil
		}
		if a.Default != nil && a.Default.Order() == r.Order() && p.d.N(2) == 0 { // as when x's time has run out
			p.tally.lapsed++
			return true, p.each(func(w *world) (game.Step, streams, error) {
				dice := w.dice
				q, _ := w.ask(a.Seat, a.Name)
				st, err := w.Lapse(a.Seat, q.ID, &dice)
				return st, dice, err
			}, decide)
		}
	}
	return true, p.both(decide)
}

type deciding func(*world) (game.Step, streams, error)

// alone makes a secret step in the first world only, and now and then takes it back there.
func (p *twins) alone(decide deciding) error {
	p.solo++
	p.tally.alone++
	p.varied()
	if _, err := p.do(p.a, decide); err != nil {
		return err
	}
	err := p.compare()
	standing := strings.HasPrefix(p.a.records[len(p.a.records)-1].Ask, game.StandingName)
	if err != nil || p.b == nil || standing || p.kind.name == "mount" || !p.a.core.CanUndo(p.x) || p.d.N(3) > 0 {
		return err
	}
	if _, err := p.do(p.a, func(w *world) (game.Step, streams, error) {
		st, err := w.Undo(p.x)
		return st, w.dice, err
	}); err != nil {
		return err
	}
	return p.compare()
}

// do decides and applies in one world, and gives the true facts.
func (p *twins) do(w *world, decide deciding) ([]game.Fact, error) {
	st, dice, err := decide(w)
	if err != nil {
		return nil, err
	}
	w.dice = dice
	return facts(st), w.apply(st)
}

// both decides and applies in both worlds, and compares them unless the step has made the secret known.
func (p *twins) both(decide deciding) error { return p.each(decide, decide) }

func (p *twins) each(inA, inB deciding) error {
	before := p.a.truth()
	fa, err := p.do(p.a, inA)
	if err != nil || p.b == nil {
		return err
	}
	was := p.b.truth()
	fb, err := p.do(p.b, inB)
	if err != nil {
		return leaked{fmt.Errorf("%s of seat %d: one world goes on, the other not: %w", p.kind.name, p.x, err)}
	}
	if p.cameOut(before, fa) || p.cameOut(was, fb) || p.bought(before, was, fa) {
		p.tally.out++
		p.b = nil
		return nil
	}
	return p.compare()
}

func (p *twins) cameOut(before *state, fs []game.Fact) bool {
	return slices.ContainsFunc(fs, func(f game.Fact) bool { return p.kind.out(before, p.x, f) })
}

// bought: a Finisher's roll has told how many tokens there are.
func (p *twins) bought(a, b *state, fs []game.Fact) bool {
	return p.kind.name == "tokens" && slices.ContainsFunc(fs, func(f game.Fact) bool {
		x, ok := f.(AttackRolled)
		if !ok || x.Target.Label.Seat() != p.x || !finishes(a, x) {
			return false
		}
		none := func(s *state) bool { b := s.clone().baseAt(x.Target); return b.CM+b.Hardened == 0 }
		return none(a) != none(b)
	})
}
