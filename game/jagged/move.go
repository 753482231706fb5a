package jagged

import (
	"slices"

	"downsync/game"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
)

// The Movement Phase (J8).

// own returns a seat's model on the table.
func (p player) own(l Label) (*model, error) {
	m := p.b.onTable(l)
	switch {
	case l.Seat() != p.seat:
		return nil, refuse("not-yours", "%s is not yours", l)
	case m == nil:
		return nil, refuse("no-unit", "%s is not on the table", l)
	}
	return m, nil
}

// enemy returns an enemy of the seat on the table.
func (p player) enemy(l Label) (*model, error) {
	m := p.b.onTable(l)
	switch {
	case l.Seat() == p.seat:
		return nil, refuse("not-yours", "%s is yours; name an enemy", l)
	case m == nil:
		return nil, refuse("no-unit", "%s is not on the table", l)
	}
	return m, nil
}

// moves reports whether a side can do anything in Movement.
func (p player) moves() bool {
	for _, m := range p.b.side(p.seat) {
		if !m.Acted {
			return true
		}
	}
	return len(p.powerChoices()) > 0
}

// pushes reports whether Coordinated Push can help a model that starts its move from its present place (J14.6).
func (w walker) pushes() bool {
	o := w.b.with(w.m.seat(), "coordinated-push")
	return o != nil && !w.b.Sides[w.m.seat()-1].Pushed && w.m.is(cards.Infantry) && within(o, w.m, 6)
}

func labels(ms []*model) []string {
	var out []string
	for _, m := range ms {
		out = append(out, string(m.Label))
	}
	return out
}

func menuMove(b *board, seat game.Seat) game.Menu {
	var out game.Menu
	for _, m := range b.side(seat) {
		given := []string{string(m.Label)}
		switch {
		case m.Acted:
		case b.engaged(m):
			slots := slotAuto
			if m.unit().Specialist == "" || m.Escaped {
				out = append(out, offer("disengage", given))
				continue
			}
			out = append(out, offer("disengage", given, slots))
		default:
			out = append(out, b.walker(m).choice(given), offer("sprint", given, slotTo.Times(0, 1), slotStay))
		}
	}
	out = append(out, b.player(seat).powerChoices()...)
	return slices.Concat(out, game.Menu{offer("done", nil)}, b.player(seat).holdChoices(), b.player(seat).skipChoices(SkipReinforcements, SkipFar, SkipTargets))
}

// holdChoices returns the orders that forgo Rushes in this Round.
func (p player) holdChoices() game.Menu {
	if p.b.Sides[p.seat-1].Held {
		return nil
	}
	return game.Menu{offer("hold", nil), offer("hold on", nil)}
}

func (w walker) choice(given []string) game.Choice {
	if w.pushes() {
		return offer("move", given, slotTo, slotVia, slotPush)
	}
	return offer("move", given, slotTo, slotVia)
}

// mayMove returns a seat's model if it may still move in this phase (J5.3).
func (p player) mayMove(l Label) (*model, error) {
	m, err := p.own(l)
	if err == nil && m.Acted {
		return nil, refuse("acted", "%s has had its turn to move", l)
	}
	return m, err
}

// path returns the way that an order names, or the shortest if it names no places in between, and its length.
func (w walker) path(to plane.Point, via []plane.Point, most plane.Inch) (plane.Path, plane.Inch, error) {
	if len(via) == 0 {
		return w.way(to, most)
	}
	p := append(append(plane.Path{w.m.At}, via...), to)
	length, err := w.walk(p, most)
	return p, length, err
}

// checkPath returns the reason that a model may not move as ordered.
func (w walker) checkPath(o Move, most plane.Inch) error {
	if o.Push {
		if !w.pushes() {
			return refuse("used", "Coordinated Push does not help %s now", w.m.Label)
		}
		most += plane.In(1)
	}
	_, _, err := w.path(o.To, o.Via, most)
	return err
}

func checkMove(b *board, seat game.Seat, r game.Reply) error {
	switch o := r.(type) {
	case Done:
		return nil
	case Hold:
		return b.player(seat).checkHold()
	case Skip:
		return b.player(seat).checkSkip(o, SkipReinforcements, SkipFar, SkipTargets)
	case Pulse:
		return b.player(seat).checkPulse(o)
	case Stabilize:
		return b.player(seat).checkStabilize(o)
	case Move:
		m, err := b.player(seat).mayMove(o.Unit)
		if err != nil {
			return err
		}
		if b.engaged(m) {
			return refuse("engaged", "%s is engaged; it may stay or Disengage", m.Label)
		}
		return b.walker(m).checkPath(o, b.movement(m))
	case Sprint:
		m, err := b.player(seat).mayMove(o.Unit)
		if err == nil && b.engaged(m) {
			err = refuse("engaged", "%s is engaged; it may stay or Disengage", m.Label)
		}
		return err
	case Disengage:
		m, err := b.player(seat).mayMove(o.Unit)
		switch {
		case err != nil:
			return err
		case !b.engaged(m):
			return refuse("engaged", "%s is not engaged", m.Label)
		case o.Auto && m.unit().Specialist == "":
			return refuse("used", "only a Specialist disengages without a roll")
		case o.Auto && m.Escaped:
			return refuse("used", "%s has disengaged without a roll before; it may once a battle", m.Label)
		}
		return nil
	}
	return notNow(r, "move, sprint, disengage, done or hold")
}

// Moved: a model moved (J8.1). Way lists the places after the first, the last being its end. By is "move", "sprint", "disengage" or
// "future-glimpse".
type Moved struct {
	Unit   Label         `json:"unit"`
	From   plane.Point   `json:"from"`
	Way    []plane.Point `json:"way"`
	Length plane.Inch    `json:"length"` // including climbing
	By     string        `json:"by"`
	Push   bool          `json:"push,omitempty"` // with Coordinated Push
}

func (Moved) Kind() string                { return "moved" }
func (f Moved) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Moved) {
	m := s.model(f.Unit)
	to := f.Way[len(f.Way)-1]
	m.Moved = m.Moved || to != m.At
	m.At = to
	m.Acted = f.By != "future-glimpse"
	if f.Push {
		s.Sides[m.seat()-1].Pushed = true
	}
	s.Going = nil
})

// goTo carries out a move that has been checked.
func goTo(t tx, m *model, o Move, most plane.Inch, by string) {
	if o.Push {
		most += plane.In(1)
	}
	p, length, _ := t.State().board.walker(m).path(o.To, o.Via, most) // checked
	t.Emit(Moved{m.Label, m.At, p[1:], length, by, o.Push})
}

// Sprinted: a model sprints; it may move up to Max (J8.2).
type Sprinted struct {
	Unit Label      `json:"unit"`
	Face int        `json:"face"`
	Max  plane.Inch `json:"max"`
}

func (Sprinted) Kind() string                { return "sprinted" }
func (f Sprinted) For(game.Viewer) game.Fact { return f }

func (f Sprinted) DiceTold() (stream game.Seat, faces []int) { return 0, []int{f.Face} }

var _ = public(func(s *state, f Sprinted) {
	m := s.model(f.Unit)
	m.Sprinted, m.Acted = true, true
	s.Going = &going{f.Unit, f.Max}
})

// TriedToDisengage: a model tried to leave an engagement (J8.6). Face is 0 without a roll.
type TriedToDisengage struct {
	Unit    Label  `json:"unit"`
	Face    int    `json:"face,omitempty"`
	Need    int    `json:"need,omitempty"`
	Parts   []Part `json:"parts,omitempty"`
	Success bool   `json:"success"`
	Auto    bool   `json:"auto,omitempty"`
	// Max is how far the model may then move.
	Max plane.Inch `json:"max,omitempty"`
}

func (TriedToDisengage) Kind() string                { return "tried-to-disengage" }
func (f TriedToDisengage) For(game.Viewer) game.Fact { return f }

func (f TriedToDisengage) DiceTold() (stream game.Seat, faces []int) {
	if f.Auto {
		return 0, nil
	}
	return 0, []int{f.Face}
}

var _ = public(func(s *state, f TriedToDisengage) {
	m := s.model(f.Unit)
	m.Acted, m.Tried, m.Disengaged, m.Escaped = true, true, f.Success, m.Escaped || f.Auto
	if f.Success {
		s.Going = &going{f.Unit, f.Max}
	}
})

// leaving returns what is added to SR for a Disengage: the modifiers of all rolls against SR, without modifiers of attacks alone (JS-A1 of
// JQ26).
func (w walker) leaving() []Part {
	var out []Part
	for _, f := range w.b.distinct(w.m, cards.Threshold) {
		if f.Lasts != cards.NextAttack {
			out = append(out, Part{f.From, f.N})
		}
	}
	for _, p := range w.b.penalties(w.m.seat(), cards.HigherThreshold) {
		if !p.Attacks {
			out = append(out, Part{p.from, p.N})
		}
	}
	if w.b.Terms.rev().auraAlways {
		out = w.b.shielded(w.m, out)
	}
	return out
}

// give puts an effect on a model.
func (b *board) give(l Label, f effect) {
	if m := b.model(l); m != nil {
		m.Effects = append(kept(m.Effects, func(effect) bool { return true }), f)
	}
}

func answerMove(t tx, seat game.Seat, r game.Reply) {
	b := &t.State().board
	switch o := r.(type) {
	case Done:
		next(t)
	case Hold:
		hold(t, seat, o)
	case Skip:
		t.Emit(QuestionSkipped{seat, o.What, o.Off})
	case Pulse:
		pulse(t, seat, o)
	case Stabilize:
		stabilize(t, o)
	case Move:
		m := b.onTable(o.Unit)
		goTo(t, m, o, b.movement(m), "move")
	case Sprint:
		face := t.Roll(0, "sprint", 6)
		if !t.Failed() {
			t.Emit(Sprinted{o.Unit, face, b.movement(b.onTable(o.Unit)) + plane.In(face)})
			b = &t.State().board
			switch at, ok := b.walker(b.onTable(o.Unit)).toward(o.To, b.Going.Max); {
			case ok && o.To != (plane.Point{}):
				goTo(t, b.onTable(o.Unit), Move{To: at}, b.Going.Max, "sprint")
			case o.Stay:
				t.Emit(Stayed{o.Unit})
			}
		}
	case Disengage:
		m := b.onTable(o.Unit)
		f := TriedToDisengage{Unit: o.Unit, Auto: o.Auto, Success: o.Auto}
		if !o.Auto {
			f.Parts, f.Need, f.Face = b.walker(m).leaving(), m.unit().SR, t.Roll(0, "disengage", 100)
			for _, p := range f.Parts {
				f.Need += p.N
			}
			f.Success = f.Face >= f.Need
		}
		if f.Success {
			f.Max = b.movement(m)
		}
		if !t.Failed() {
			t.Emit(f)
		}
	}
}

// toward returns the end of a model's move that goes as far as it can towards a place and stays farther than 1" from enemies:
// straight, or around obstacles if that comes nearer. ok is false if the model should stay.
func (w walker) toward(to plane.Point, most plane.Inch) (at plane.Point, ok bool) {
	far := plane.Dist(w.m.At, to)
	free := func(at plane.Point) bool {
		if at == w.m.At {
			return false
		}
		there := plane.Disc{At: at, R: radius(w.m.unit())}
		for _, e := range w.b.side(other(w.m.seat())) {
			if plane.Within(there, e.disc(), plane.In(1)+plane.Thou) {
				return false
			}
		}
		_, _, err := w.way(at, most)
		return err == nil
	}
	for d := min(most, far); d > plane.In(1)/2; d -= 500 {
		scaled := func(x plane.Inch) plane.Inch { return plane.Inch(int64(x) * int64(d) / int64(far)) } // towards the model's place
		if at = (plane.Point{X: w.m.At.X + scaled(to.X-w.m.At.X), Y: w.m.At.Y + scaled(to.Y-w.m.At.Y)}); free(at) {
			ok = true
			break
		}
	}
	if ok && plane.Dist(w.m.At, at) >= min(most, far)*2/3 {
		return at, true
	}
	if p, found := w.b.env.solid.Nearest(w.b.mover(w.m, most), w.m.At, to); found {
		if near := p[len(p)-1]; (!ok || plane.Dist(near, to) < plane.Dist(at, to)) && free(near) {
			return near, true
		}
	}
	return at, ok
}

func menuGo(b *board, _ game.Seat) game.Menu {
	return game.Menu{b.walker(b.onTable(b.Going.Unit)).choice(nil), offer("stay", nil)}
}

func checkGo(b *board, seat game.Seat, r game.Reply) error {
	switch o := r.(type) {
	case Stay:
		return nil
	case Move:
		if o.Unit != "" && o.Unit != b.Going.Unit {
			return refuse("acted", "%s has to finish its move first", b.Going.Unit)
		}
		return b.walker(b.onTable(b.Going.Unit)).checkPath(o, b.Going.Max)
	}
	return notNow(r, "move to and a place, or stay")
}

// Stayed: a model stays that could have moved on.
type Stayed struct {
	Unit Label `json:"unit"`
}

func (Stayed) Kind() string                { return "stayed" }
func (f Stayed) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, _ Stayed) { s.Going = nil })

func answerGo(t tx, _ game.Seat, r game.Reply) {
	b := &t.State().board
	m := b.onTable(b.Going.Unit)
	o, goes := r.(Move)
	if !goes {
		t.Emit(Stayed{m.Label})
		return
	}
	by := "sprint"
	if m.Disengaged {
		by = "disengage"
	}
	goTo(t, m, o, b.Going.Max, by)
}
