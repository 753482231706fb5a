package jagged

import (
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/order"
	"downsync/game/plane"
)

// The Rush Phase (J10) and Counter-Charge (J14.8).

// rushes reports whether any model of a side may Rush.
func (p player) rushes() bool {
	if p.b.Sides[p.seat-1].Held || p.skips(SkipFar) && !p.arrives() {
		return false
	}
	return slices.ContainsFunc(p.b.side(p.seat), func(m *model) bool { return len(p.b.rusher(m).targets()) > 0 })
}

// arrives reports whether a Rush of the side can succeed.
func (p player) arrives() bool {
	for _, m := range p.b.side(p.seat) {
		for _, e := range p.b.rusher(m).targets() {
			if r, err := p.b.rusher(m).aim(e); err == nil && r.Need <= 6 {
				return true
			}
		}
	}
	return false
}

func menuRush(b *board, seat game.Seat) game.Menu {
	var out game.Menu
	for _, m := range b.side(seat) {
		if targets := b.rusher(m).targets(); len(targets) > 0 {
			least := 1
			if len(targets) == 1 {
				least = 0
			}
			out = append(out, offer("rush", []string{string(m.Label)}, slotTarget.Of(labels(targets)...).Times(least, 1)))
		}
	}
	return append(append(out, offer("done", nil)), b.player(seat).skipChoices(SkipFar)...)
}

// chosen returns the enemy that an order rushes.
func (by rusher) chosen(o Rush) (*model, error) {
	near := by.nearest()
	switch {
	case len(near) == 0 && by.b.Terms.RushTarget == "nearest-open":
		return nil, refuse("blocked", "%s can reach no enemy that it sees by a straight way", by.m.Label)
	case len(near) == 0:
		return nil, refuse("no-sight", "%s sees no enemy", by.m.Label)
	case o.Target == "" && len(near) > 1:
		return nil, refuse("not-nearest", "several enemies are equally near to %s: expected one of %s", by.m.Label, strings.Join(labels(near), ", "))
	case o.Target == "":
		return near[0], nil
	}
	e, err := by.b.player(by.m.seat()).enemy(o.Target)
	switch {
	case err != nil:
		return nil, err
	case !by.b.sees(by.m, e):
		return nil, refuse("no-sight", "%s does not see %s", by.m.Label, e.Label)
	case !slices.Contains(near, e):
		return nil, refuse("not-nearest", "a Rush goes to the nearest enemy in sight: expected %s", strings.Join(labels(near), ", "))
	}
	return e, nil
}

func checkRush(b *board, seat game.Seat, r game.Reply) error {
	var o Rush
	switch r := r.(type) {
	case Done:
		return nil
	case Skip:
		return b.player(seat).checkSkip(r, SkipFar)
	case Rush:
		o = r
	default:
		return notNow(r, "rush or done")
	}
	m, err := b.player(seat).own(o.Unit)
	if err == nil {
		err = b.rusher(m).whyNot()
	}
	if err != nil {
		return err
	}
	e, err := b.rusher(m).chosen(o)
	if err == nil {
		_, err = b.rusher(m).straight(e)
	}
	return err
}

// Rushed: a model rushed an enemy (J10.4 to J10.6). Counter is set for a Counter-Charge.
type Rushed struct {
	Unit    Label       `json:"unit"`
	Target  Label       `json:"target"`
	Face    int         `json:"face"`
	Halved  bool        `json:"halved,omitempty"` // Heavy Terrain halved the Movement
	Max     plane.Inch  `json:"max"`              // Movement and die
	From    plane.Point `json:"from"`
	To      plane.Point `json:"to"`
	Success bool        `json:"success"`
	Counter bool        `json:"counter,omitempty"`
}

func (Rushed) Kind() string                { return "rushed" }
func (f Rushed) For(game.Viewer) game.Fact { return f }

func (f Rushed) DiceTold() (stream game.Seat, faces []int) { return 0, []int{f.Face} }

var _ = public(func(s *state, f Rushed) {
	m := s.model(f.Unit)
	m.Moved, m.At = m.Moved || f.From != f.To, f.To
	m.Rushed, m.Charged = true, f.Success
	s.Charge = nil
})

// runRush rolls a Rush that has been checked, and moves the model.
func runRush(t tx, m, e *model, counter bool) {
	b := &t.State().board
	way, _ := b.rusher(m).straight(e)
	f := Rushed{Unit: m.Label, Target: e.Label, Face: t.Roll(0, "rush", 6), Halved: way.halved, From: m.At, Counter: counter}
	if t.Failed() {
		return
	}
	f.Max = b.rusher(m).base(way.halved) + plane.In(f.Face)
	f.To = b.rusher(m).end(way, f.Max)
	there := *m
	there.At = f.To
	f.Success = b.engages(&there, e)
	t.Emit(f)
	if b = &t.State().board; f.Success && !counter && b.rusher(b.onTable(m.Label)).counter(e.Label) != nil {
		turn(t, func(c *cursor) { c.Charge = &charge{m.Label, e.Label} })
	}
}

func answerRush(t tx, seat game.Seat, r game.Reply) {
	switch o := r.(type) {
	case Rush:
		b := &t.State().board
		m := b.onTable(o.Unit)
		e, _ := b.rusher(m).chosen(o) // checked
		runRush(t, m, e, false)
	case Skip:
		t.Emit(QuestionSkipped{seat, o.What, o.Off})
	default:
		next(t)
	}
}

// counter returns the model that may answer a successful Rush at a target (J14.8), nil if none may. An engaged model cannot, except
// the target of that Rush (JS-A6).
func (by rusher) counter(target Label) *model {
	seat := other(by.m.seat())
	c := by.b.with(seat, "counter-charge")
	if c == nil {
		c = by.b.with(seat, "root-snare-counter-charge")
	}
	if c == nil || !within(c, by.m, 6) || c.Rushed || c.Sprinted || c.Tried {
		return nil
	}
	for _, e := range by.b.opponents(c) {
		if e != by.m || c.Label != target {
			return nil
		}
	}
	for _, p := range by.b.penalties(seat, "no-rush") {
		if c.is(p.Tag) {
			return nil
		}
	}
	if _, err := by.b.rusher(c).straight(by.m); err != nil {
		return nil
	}
	return c
}

func menuCounter(b *board, _ game.Seat) game.Menu {
	c := b.rusher(b.onTable(b.Charge.By)).counter(b.Charge.Target)
	return game.Menu{offer("counter", nil, []order.Slot{slotUnit.Of(string(c.Label))}...), offer("counter none", nil)}
}

func checkCounter(b *board, _ game.Seat, r game.Reply) error {
	o, ok := r.(Counter)
	c := b.rusher(b.onTable(b.Charge.By)).counter(b.Charge.Target)
	if !ok || o.Unit != "" && o.Unit != c.Label {
		return notNow(r, "counter and your Shock Specialist, or counter none")
	}
	return nil
}

// Declined: a side did not answer a Rush.
type Declined struct {
	Seat game.Seat `json:"seat"`
}

func (Declined) Kind() string                { return "declined" }
func (f Declined) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, _ Declined) { s.Charge = nil })

func answerCounter(t tx, seat game.Seat, r game.Reply) {
	b := &t.State().board
	if o := r.(Counter); o.Unit != "" {
		runRush(t, b.onTable(o.Unit), b.onTable(b.Charge.By), true)
		return
	}
	t.Emit(Declined{seat})
}
