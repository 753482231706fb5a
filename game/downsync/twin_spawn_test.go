package downsync

import (
	"fmt"
	"slices"

	"downsync/game"
	"downsync/game/gametest"
)

// tally counts what twins have been through.
type tally struct {
	games, twins, compared, alone, mirrored, lapsed, out, cut int
	varied                                                    map[string]int // by mode, edition and kind
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
