package gametest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"downsync/game"
)

// Twins prove that secrets are kept: what a viewer cannot know makes no difference to anything they can find out. A match is
// played, and from time to time a second one beside it, whose truth differs in something that the viewer cannot know. Views,
// facts told, questions, menus, completions and refusals must stay the same to the byte.

// TwinCase describes a game to its twins.
type TwinCase[S any] struct {
	Rules game.Ruleset[S]
	Seats int // at most 8
	Kinds []*Kind[S]
	Guess func(d *Dice, v game.View, a game.Ask, line string, s game.Slot) string
	// Strange returns an order that fits no question well, or names what is not the seat's.
	Strange func(w *World[S], d *Dice) string
	// Concede is the order that concedes a match.
	Concede string
	// Eager returns the part of a menu that leads to the most secrets; nil: all of it.
	Eager func(game.Menu) game.Menu
	// Dreaming compares imagined positions every time, not one time in twelve.
	Dreaming bool
	// Look returns anything else that a viewer can find out; Open prepares each world's Extra for it. Both may be nil.
	Look func(w *World[S], v game.Viewer, seed uint64) []Glimpse
	Open func(w *World[S])
	// Public takes out of a view or a fact what may differ for everybody, like the hash of a force; nil: nothing may.
	Public func(any) any
	// Alike plays the answer of the seat with the secret if it must differ between the worlds for the public facts to be the
	// same; handled is false if it need not. It may be nil.
	Alike func(p *Twins[S], a game.Ask, r game.Reply, st game.Step, decide Deciding[S]) (handled, done bool, err error)
	// Follow returns a step of the second world with the same public result as that step of the first, if the secret alone
	// decides the result of a step. A nil result means that there is none, and the twin is left. A nil Follow means the same
	// step.
	Follow func(p *Twins[S], decide Deciding[S]) Deciding[S]
}

// Kind is one kind of thing that a seat keeps from others.
type Kind[S any] struct {
	Name string
	// Vary finds a change of x's secret, in the state or in the records; nothing if there is none now.
	Vary func(w *World[S], x game.Seat, d *Dice) (swap func(S) S, edit func([]game.Record))
	// Secret reports whether a reply of x's is of the kind, so that it is made in one world only.
	Secret func(game.Reply) bool
	// Out reports whether the step has revealed the secret, by the rules.
	Out func(before S, x game.Seat, f game.Fact) bool
	// Told reports whether a step's facts reveal the secret because they differ by it, given both states before it; nil: none
	// do.
	Told func(a, b S, x game.Seat, fs []game.Fact) bool
	// Later: the twin may begin while both worlds are still the same; a secret step will make the difference.
	Later bool
	// Sealed: it is an answer under seal.
	Sealed bool
	// Stays: a secret step of the kind cannot be taken back.
	Stays bool
}

// Tally counts the events of twins.
type Tally struct {
	Games, Twins, Compared, Imagined, Alone, Mirrored, Lapsed, Out, Cut int
	Varied                                                              map[string]int // by label and kind
}

// Twins is a match and, from time to time, its twin. The seat with the secret, X, answers in both worlds so that the public
// facts are the same; everybody else gives the same answers in both.
type Twins[S any] struct {
	*TwinCase[S]
	Label string // of the options, for the tally
	Leak  Leak[S]
	D     *Dice
	Tally *Tally
	A, B  *World[S] // B is nil while there is no twin

	Kind   *Kind[S]
	Viewer game.Viewer
	X      game.Seat
	seen   int // facts already compared
	left   int // steps until the twin is left
	solo   int // steps that X made in one world alone
}

// Leaked is a difference that the viewer could find out.
type Leaked struct{ error }

func (p *Twins[S]) leaked(format string, args ...any) error {
	return Leaked{fmt.Errorf("%s of seat %d shows to %s in "+format, append([]any{p.Kind.Name, p.X, p.Viewer}, args...)...)}
}

// Run plays at most that many steps.
func (p *Twins[S]) Run(steps int) error {
	p.Tally.Games++
	for range steps {
		if _, over := p.A.Result(); over {
			return nil
		}
		sealed := p.left < 100 && slices.ContainsFunc(p.A.Groups(), func(g game.Group) bool { return len(g.Open) < len(g.Asks) })
		if sealed && p.D.N(2) == 0 {
			p.B = nil // such moments are short
		}
		if p.B == nil && (sealed || p.D.N(3) == 0) {
			if err := p.spawn(sealed); err != nil {
				return err
			}
		}
		if err := p.Step(); err != nil {
			return fmt.Errorf("record %d: %w", len(p.A.Records), err)
		}
	}
	return nil
}

// Watch begins to compare what v sees of both worlds, for at most that many steps.
func (p *Twins[S]) Watch(b *World[S], k *Kind[S], v game.Viewer, x game.Seat, steps int) error {
	p.B, p.Kind, p.Viewer, p.X, p.left, p.seen, p.solo = b, k, v, x, steps, 0, 0
	p.Tally.Twins++
	return p.compare()
}

// Varied counts that the kind differs between the worlds.
func (p *Twins[S]) Varied() { p.Tally.Varied[p.Label+p.Kind.Name]++ }

// spawn makes a twin of the kind that was varied least, if that is possible now; with an answer under seal, it varies that
// answer.
func (p *Twins[S]) spawn(sealed bool) error {
	v := game.Player(game.Seat(p.D.N(p.Seats + 1)))
	x := p.another(v.Seat())
	order := slices.Clone(p.Kinds)
	count := func(k *Kind[S]) int { return p.Tally.Varied[p.Label+k.Name] }
	slices.SortStableFunc(order, func(k, l *Kind[S]) int { return count(k) - count(l) })
	for _, k := range order {
		if last := p.A.Records[len(p.A.Records)-1].Kind; sealed != k.Sealed || !sealed && last != "step" && last != "closed" {
			continue
		}
		swap, edit := k.Vary(p.A, x, p.D)
		same := swap == nil && edit == nil
		if same && (!k.Later || p.D.N(2) == 0) {
			continue
		}
		b, err := p.A.twin(p.TwinCase, swap, edit, p.Leak)
		if err != nil {
			return err
		}
		const life = 30
		if err := p.Watch(b, k, v, x, life); err != nil {
			return err
		}
		if !same { // otherwise a secret step will make the difference
			p.Varied()
		}
		return nil
	}
	return nil
}

// another returns a seat other than s.
func (p *Twins[S]) another(s game.Seat) game.Seat {
	switch {
	case s == 0:
		return game.Seat(1 + p.D.N(p.Seats))
	case p.Seats == 2:
		return 3 - s
	}
	return (s+game.Seat(p.D.N(p.Seats-1)))%game.Seat(p.Seats) + 1
}

// compare compares everything that the viewer can find out about the two worlds.
func (p *Twins[S]) compare() error {
	if p.B == nil {
		return nil
	}
	if _, over := p.A.Result(); over {
		p.B = nil // the end reveals everything
		return nil
	}
	p.Tally.Compared++
	seed := uint64(p.D.N(1 << 30))
	probes := p.probes()
	if d := unlike(p.sight(p.A, p.seen, probes, seed), p.sight(p.B, p.seen, probes, seed)); d != "" {
		return p.leaked("%s", d)
	}
	if p.Dreaming || seed%12 == 0 {
		if err := p.compareImagined(seed); err != nil {
			return err
		}
	}
	p.seen = p.A.Count(p.Viewer)
	if p.left--; p.left == 0 {
		p.B = nil
	}
	return nil
}

// Step closes a window, takes a step back, or answers a random question.
func (p *Twins[S]) Step() error {
	groups := p.A.Groups()
	if len(groups) == 0 {
		return errors.New("nobody is asked anything")
	}
	g := groups[p.D.N(len(groups))]
	if len(g.Open) == 0 {
		return p.both(func(w *World[S]) (game.Step, Streams, error) {
			dice := w.Dice
			st, err := w.CloseWindow(g.Key, &dice)
			return st, dice, err
		})
	}
	for s := game.Seat(1); int(s) <= p.Seats; s++ {
		if p.A.Core.CanUndo(s) && p.D.N(12) == 0 && !(s == p.X && p.solo > 0) {
			return p.both(undo[S](s))
		}
	}
	seat := g.Open[p.D.N(len(g.Open))]
	standing := p.D.N(10) == 0
	for _, a := range p.A.Asks(seat) {
		asked := slices.ContainsFunc(g.Asks, func(b game.Ask) bool { return b.Seat == a.Seat && b.ID == a.ID })
		if a.Standing == standing && (a.Standing || asked) {
			return p.reply(a)
		}
	}
	return nil
}

func undo[S any](s game.Seat) Deciding[S] {
	return func(w *World[S]) (game.Step, Streams, error) {
		st, err := w.Undo(s)
		return st, w.Dice, err
	}
}

// reply gives a random answer, or else the default.
func (p *Twins[S]) reply(a game.Ask) error {
	view := p.A.View(game.Player(a.Seat))
	if p.D.N(2) == 0 && p.Eager != nil {
		a.Menu = p.Eager(a.Menu)
	}
	tries := 8
	secret := p.B != nil && a.Seat == p.X && p.D.N(2) == 0 // something secret, if possible now
	if secret {
		tries = 40
	}
	for n := range tries {
		line := Line(p.D, view, a, p.Guess)
		if line == p.Concede && p.D.N(200) > 0 {
			continue
		}
		r, err := p.Rules.Parse(line)
		if err != nil {
			return fmt.Errorf("%s offers %q: %w", a.ID, line, err)
		}
		if secret && n < tries-8 && !p.Kind.Secret(r) {
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
	p.B = nil // X cannot continue in the same way in both
	p.Tally.Cut++
	_, err := p.give(a, a.Default)
	return err
}

// give answers in both worlds. It returns false if the reply is refused, or not possible in both.
func (p *Twins[S]) give(a game.Ask, r game.Reply) (done bool, err error) {
	decide := func(w *World[S]) (game.Step, Streams, error) { return w.Decide(a.Seat, a.Name, r) }
	st, _, err := decide(p.A)
	var no *game.Refusal
	switch {
	case err != nil && !errors.As(err, &no):
		return false, err
	case p.B == nil:
		if err != nil {
			return false, nil
		}
	case a.Seat != p.X:
		_, _, other := decide(p.B)
		if fmt.Sprint(err) != fmt.Sprint(other) {
			return false, p.leaked("the result of seat %d's %q: %v; %v", a.Seat, r.Order(), err, other)
		}
		if err != nil {
			return false, nil
		}
	case err != nil:
		return false, nil
	default:
		return p.own(a, r, st, decide)
	}
	return true, p.both(decide)
}

// own gives a reply of X's that the first world accepts.
func (p *Twins[S]) own(a game.Ask, r game.Reply, st game.Step, decide Deciding[S]) (done bool, err error) {
	if p.Kind.Secret(r) && p.D.N(2) == 0 {
		return true, p.Alone(decide)
	}
	if p.Alike != nil {
		if handled, done, err := p.Alike(p, a, r, st, decide); handled {
			return done, err
		}
	}
	if _, _, err := decide(p.B); err != nil {
		return false, nil
	}
	if a.Default != nil && a.Default.Order() == r.Order() && p.D.N(2) == 0 { // as if X's time had run out
		p.Tally.Lapsed++
		return true, p.Each(func(w *World[S]) (game.Step, Streams, error) {
			dice := w.Dice
			q, _ := w.Ask(a.Seat, a.Name)
			st, err := w.Lapse(a.Seat, q.ID, &dice)
			return st, dice, err
		}, decide)
	}
	return true, p.both(decide)
}

// Deciding returns a step of one world, with the dice after it.
type Deciding[S any] func(*World[S]) (game.Step, Streams, error)

// Alone makes a secret step in the first world only, and sometimes takes it back there.
func (p *Twins[S]) Alone(decide Deciding[S]) error {
	p.solo++
	p.Tally.Alone++
	p.Varied()
	if _, err := p.Do(p.A, decide); err != nil {
		return err
	}
	err := p.compare()
	standing := strings.HasPrefix(p.A.Records[len(p.A.Records)-1].Ask, game.StandingName)
	if err != nil || p.B == nil || standing || p.Kind.Stays || !p.A.Core.CanUndo(p.X) || p.D.N(3) > 0 {
		return err
	}
	if _, err := p.Do(p.A, undo[S](p.X)); err != nil {
		return err
	}
	return p.compare()
}

// Do decides and applies in one world, and returns the true facts.
func (p *Twins[S]) Do(w *World[S], decide Deciding[S]) ([]game.Fact, error) {
	st, dice, err := decide(w)
	if err != nil {
		return nil, err
	}
	w.Dice = dice
	return w.Facts(st), w.apply(st)
}

// both decides and applies in both worlds, and compares them unless the step has revealed the secret.
func (p *Twins[S]) both(decide Deciding[S]) error {
	inB := decide
	if p.B != nil && p.Follow != nil {
		if inB = p.Follow(p, decide); inB == nil {
			p.B = nil
			p.Tally.Cut++
		}
	}
	return p.Each(decide, inB)
}

// Each is both with a separate step for each world.
func (p *Twins[S]) Each(inA, inB Deciding[S]) error {
	before := p.A.Truth()
	fa, err := p.Do(p.A, inA)
	if err != nil || p.B == nil {
		return err
	}
	was := p.B.Truth()
	fb, err := p.Do(p.B, inB)
	if err != nil {
		return p.leaked("that one world goes on, the other not: %w", err)
	}
	out := func(s S, fs []game.Fact) bool {
		return slices.ContainsFunc(fs, func(f game.Fact) bool { return p.Kind.Out(s, p.X, f) })
	}
	if out(before, fa) || out(was, fb) || p.Kind.Told != nil && p.Kind.Told(before, was, p.X, fa) {
		p.Tally.Out++
		err := p.answerBinds()
		p.B = nil
		return err
	}
	return p.compare()
}

// answerBinds fails if the viewer learned the secret by an answer of their own and can take that answer back, to answer
// differently with that knowledge. A refused order behind the answer must not take it back either.
func (p *Twins[S]) answerBinds() error {
	free := func(w *World[S]) bool {
		r := w.Records[len(w.Records)-1]
		return r.Kind == "step" && r.Seat != 0 && r.Seat == p.Viewer.Seat() && !r.Bound
	}
	if _, over := p.A.Result(); over || !free(p.A) && !free(p.B) {
		return nil
	}
	if d := unlike(p.sight(p.A, p.seen, nil, 0), p.sight(p.B, p.seen, nil, 0)); d != "" {
		return p.leaked("the result of their own answer, which they can take back: %s", d)
	}
	return nil
}

// OtherSeal varies what x has answered under seal.
func OtherSeal[S any](c *TwinCase[S]) func(w *World[S], x game.Seat, d *Dice) (func(S) S, func([]game.Record)) {
	return func(w *World[S], x game.Seat, d *Dice) (func(S) S, func([]game.Record)) {
		at := len(w.Records) - 1
		for ; at >= 0 && !(w.Records[at].Sealed() && w.Records[at].Seat == x); at-- {
		}
		if at < 0 {
			return nil, nil
		}
		now, view := w.Truth(), w.View(game.Player(x))
		for _, g := range w.Groups() {
			for _, a := range g.Asks {
				if a.Seat != x || a.ID != w.Records[at].Ask || slices.Contains(g.Open, x) {
					continue
				}
				a = a.WithMenu()
				for range 8 {
					line := Line(d, view, a, c.Guess)
					if r, err := c.Rules.Parse(line); err == nil && line != w.Records[at].Order && c.Rules.Check(now, a, r) == nil {
						return nil, func(rs []game.Record) { rs[at].Order = r.Order() }
					}
				}
			}
		}
		return nil, nil
	}
}

// OtherAhead varies an order ahead: x's last standing act, if it is the match's last step and only x was told. The twin has another such
// act in its place, or none.
func OtherAhead[S any](c *TwinCase[S]) func(w *World[S], x game.Seat, d *Dice) (func(S) S, func([]game.Record)) {
	return func(w *World[S], x game.Seat, d *Dice) (func(S) S, func([]game.Record)) {
		at := len(w.Records) - 1
		was := w.Records[at]
		if was.Seat != x || !strings.HasPrefix(was.Ask, game.StandingName+".") || len(was.Rolls) > 0 {
			return nil, nil
		}
		m, err := game.Seal[S](w.rules).Resume(w.Records[:at])
		if err != nil || told(w.Core, x) != told(m, x) {
			return nil, nil
		}
		other := game.Record{Kind: "mark", Note: "nothing"}
		if a, ok := standing(m, x); ok && d.N(3) > 0 {
			for range 8 {
				r, err := c.Rules.Parse(Line(d, m.View(game.Player(x)), a, c.Guess))
				if err != nil || r.Order() == was.Order {
					continue
				}
				st, err := m.Answer(x, a.ID, r, NewDice(0))
				if err != nil || len(st.Record.Rolls) > 0 || tells(st, x, m.Seats()) {
					continue
				}
				if other, _, err = Stored(st.Record); err != nil {
					return nil, nil
				}
				break
			}
		}
		return nil, func(rs []game.Record) { rs[at] = other }
	}
}

// told returns how many facts everybody but x was told, by viewer.
func told(m game.Match, x game.Seat) (counts string) {
	for s := game.Seat(0); int(s) <= m.Seats(); s++ {
		if s != x {
			counts += fmt.Sprint(" ", m.Count(game.Player(s)))
		}
	}
	return counts
}

// tells reports whether the step tells anybody but x anything.
func tells(st game.Step, x game.Seat, seats int) bool {
	for s := game.Seat(0); int(s) <= seats; s++ {
		if s != x && len(st.Told(game.Player(s))) > 0 {
			return true
		}
	}
	return false
}
