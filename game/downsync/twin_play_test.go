package downsync

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/gametest"
)

// tally counts what twins have been through.
type tally struct {
	games, twins, compared, alone, mirrored, out, cut int
	varied                                            map[string]int // by mode, edition and kind
}

// twins play a match, and beside it, from time to time, one whose truth differs in what the viewer cannot know. The seat
// whose secret that is, x, answers in both worlds so that the public facts are the same; everybody else answers alike.
type twins struct {
	conf  Config
	leak  leak
	kinds []*kind // those that are varied
	d     *gametest.Dice
	tally *tally

	a, b *world // b: nil while there is no twin
	kind *kind
	v    game.Viewer
	x    game.Seat
	seen int // facts that were compared
	left int // steps until the twin is left
	solo int // steps that x made in one world alone
}

// leaked is a difference that the viewer could find out.
type leaked struct{ error }

func (p *twins) run(steps int) error {
	p.tally.games++
	for range steps {
		if _, over := p.a.Result(); over {
			return nil
		}
		sealed := p.left < 100 && slices.ContainsFunc(p.a.Groups(), func(g game.Group) bool { return len(g.Open) < len(g.Asks) })
		if sealed && p.d.N(2) == 0 {
			p.b = nil // such moments are short
		}
		if p.b == nil && (sealed || p.d.N(3) == 0) {
			if err := p.spawn(sealed); err != nil {
				return err
			}
		}
		if err := p.step(); err != nil {
			return fmt.Errorf("record %d: %w", len(p.a.records), err)
		}
	}
	return nil
}

// watch begins to compare what v sees of both worlds.
func (p *twins) watch(b *world, k *kind, v game.Viewer, x game.Seat, steps int) error {
	p.b, p.kind, p.v, p.x, p.left, p.seen, p.solo = b, k, v, x, steps, 0, 0
	p.tally.twins++
	return p.compare()
}

// varied counts that the kind differs between the worlds.
func (p *twins) varied() {
	p.tally.varied[p.conf.Secrecy+" "+p.conf.Rules+" "+p.kind.name]++
}

// spawn makes a twin of the kind that was varied least, if that is possible now; with an answer under seal, of that.
func (p *twins) spawn(sealed bool) error {
	v := game.Player(game.Seat(p.d.N(3)))
	x := other(v.Seat())
	if v.Seat() == 0 {
		x = game.Seat(1 + p.d.N(2))
	}
	open := p.conf.Secrecy == Open
	order := slices.Clone(p.kinds)
	count := func(k *kind) int { return p.tally.varied[p.conf.Secrecy+" "+p.conf.Rules+" "+k.name] }
	slices.SortStableFunc(order, func(k, l *kind) int { return count(k) - count(l) })
	for _, k := range order {
		if open && !k.open || sealed != (k.name == "sealed") || !sealed && p.a.records[len(p.a.records)-1].Kind != "step" {
			continue
		}
		swap, edit := k.vary(p.a, x, p.d)
		same := swap == nil && edit == nil
		if same && (k.name != "overwatch" || p.d.N(2) == 0) {
			continue
		}
		b, err := p.a.twin(swap, edit, p.leak)
		if err != nil {
			return err
		}
		const life = 30
		if err := p.watch(b, k, v, x, life); err != nil {
			return err
		}
		if !same { // else a secret step will make the difference
			p.varied()
		}
		return nil
	}
	return nil
}

// compare holds all that the viewer can find out of one world against the other.
func (p *twins) compare() error {
	if p.b == nil {
		return nil
	}
	if _, over := p.a.Result(); over {
		p.b = nil // everything opens
		return nil
	}
	p.tally.compared++
	seed := uint64(p.d.N(1 << 30))
	probes := p.a.probes(p.v.Seat(), p.d)
	if d := unlike(p.a.sight(p.v, p.seen, probes, seed), p.b.sight(p.v, p.seen, probes, seed)); d != "" {
		return leaked{fmt.Errorf("%s of seat %d shows to %s in %s", p.kind.name, p.x, p.v, d)}
	}
	p.seen = p.a.Count(p.v)
	if p.left--; p.left == 0 {
		p.b = nil
	}
	return nil
}

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
