package syndicate

import (
	"maps"
	"slices"

	"downsync/game"
	"downsync/game/habit"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
)

// Moved: a unit changed its place. By names the card, the ability or the weapon that moved it; "mercs" is Mercenary Movement,
// "push" a Push. Own: it counts as moved (S5.5).
type Moved struct {
	Unit   Label        `json:"unit"`
	From   grid.Space   `json:"from"`
	Way    []grid.Space `json:"way"` // the spaces entered, in their order
	By     string       `json:"by"`
	Own    bool         `json:"own,omitempty"`
	Passed Label        `json:"passed,omitempty"` // the enemy that it went through
	Door   bool         `json:"door,omitempty"`   // it broke through a door
	Closer bool         `json:"closer,omitempty"` // it ended closer to an enemy
	Beside bool         `json:"beside,omitempty"` // it ended beside an enemy
}

func (Moved) Kind() string                { return "moved" }
func (f Moved) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Moved) {
	u := s.unit(f.Unit)
	u.At = f.Way[len(f.Way)-1]
	if !f.Own {
		return
	}
	u.Moved += len(f.Way)
	u.Closer, u.Beside = f.Closer, u.Beside || f.Beside
	if f.By == "mercs" {
		u.Acted = true
	}
})

// walk moves a unit along a way of its own and applies what happens on it.
func walk(t tx, l Label, w way, by string) {
	s := t.State()
	u := s.unit(l)
	f := Moved{Unit: l, From: u.At, Way: w.path, By: by, Own: true, Passed: w.passed, Door: w.door, Beside: beside(&s.board, l.Seat(), w.to)}
	for _, e := range s.enemies(l.Seat()) {
		f.Closer = f.Closer || grid.Distance(w.to, e.At) < grid.Distance(f.From, e.At)
	}
	t.Emit(f)
	if w.door {
		use(t, l.Seat(), "breach-and-clear", false)
		alter(t, l, change{Change: cards.Change{ACC: 1, Next: true}, From: "breach-and-clear", By: l, Since: s.Round, Until: s.Round})
	}
	for _, at := range w.path {
		if at != w.passedAt() {
			arrive(t, l, at)
		}
	}
	settle(t)
}

// passedAt returns the space of the enemy that the way goes over.
func (w way) passedAt() grid.Space {
	if w.passed == "" {
		return grid.Space{}
	}
	return w.path[0]
}

// put moves a unit by another's action. This does not count as "moved" and triggers nothing on the way (S5.5).
func put(t tx, l Label, at grid.Space, by string) {
	t.Emit(Moved{Unit: l, From: t.State().unit(l).At, Way: []grid.Space{at}, By: by})
	stand(t, l)
}

// fast returns what protects the unit from displacement by others (S5.7): the trait of its armor, or a card; "" if it is not
// protected.
func fast(b *board, u *unit) (why string) {
	const dampeners = "shock-dampeners"
	if u.Label.Operator() && b.kit(u.Label.Seat()).armor.Trait == dampeners {
		return dampeners
	}
	b.each(u, func(c change) {
		if c.Fixed {
			why = c.From
		}
	})
	return why
}

// stuck reports whether the unit cannot move now (S5.7).
func stuck(b *board, u *unit) bool {
	return u.has("immobilized") || (b.Phase == Moving || b.Phase == MercsMoving) && b.any(u, func(c change) bool { return c.Held })
}

// slowed returns how many spaces a unit may move in a sub-phase, given the printed number (S5.3): the penalties never leave less
// than 1.
func slowed(b *board, u *unit, printed int) int {
	n := printed
	if u.Label.Operator() {
		n += b.kit(u.Label.Seat()).armor.Move
	}
	b.each(u, func(c change) { n += c.Move })
	return min(printed, max(1, n))
}

// journeyOf returns the move that the current question asks for.
func journeyOf(b *board) journey {
	if p := b.Playing; p != nil {
		return cardJourney(b, *p)
	}
	switch a := b.Attack; a.Ask {
	case "relay":
		return journey{unit: a.Helper, most: 1}
	case "press":
		return journey{unit: a.Helper, most: 1, toward: a.At}
	default: // surge
		return journey{unit: a.By, most: surgeSteps, door: breaches(b, a.By.Seat())}
	}
}

// cardJourney returns the move in the card's first step.
func cardJourney(b *board, p playing) journey {
	o := p.Todo[0]
	j := journey{unit: operator(p.Seat), most: o.UpTo, shape: o.Shape, pass: o.Pass, beside: o.BesideEnemy, door: breaches(b, p.Seat),
		cover: slices.ContainsFunc(p.Todo, func(o cards.Op) bool { return o.Cond == "crossed-cover" })}
	if o.Op == "appear" {
		j.most, j.shape, j.beside = o.Within, "appear", true
	} else if c := b.card(p.Card); c.Type == cards.Movement {
		j.most, j.climb = slowed(b, b.unit(j.unit), o.UpTo), climbing
		if c.Vaults {
			j.climb = 1
		}
	}
	return j
}

// climbing is how many spaces of a Movement card a step onto raised ground takes (R-B6).
const climbing = 2

// surgeSteps is the range of Surge Step, in spaces.
const surgeSteps = 2

// breaches reports whether a side's Operator may pass a door (Breach & Clear).
func breaches(b *board, seat game.Seat) bool {
	return b.kit(seat).operator.Ability == "breach-and-clear" && !b.used(seat, "breach-and-clear")
}

// destinations returns the end spaces of the ways.
func destinations(list []way) []string {
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = w.to.String()
	}
	return out
}

func menuMove(s *state, _ game.Seat) game.Menu {
	m := make(game.Menu, 0, 2)
	if to := destinations(ways(&s.board, journeyOf(&s.board))); len(to) > 0 {
		m = append(m, offer("move", nil, slotTo.Of(to...), slotVia))
	}
	if s.Playing != nil {
		return append(m, offer("stay", nil))
	}
	return append(m, offer("stay", nil, habit.Flag))
}

func checkMove(s *state, _ game.Seat, r game.Reply) error {
	switch o := r.(type) {
	case Stay:
		if o.Unit != "" {
			return notNow(r, "move to and a space, or stay")
		}
		return nil
	case Move:
		j := journeyOf(&s.board)
		if o.Unit != "" && o.Unit != j.unit {
			return notNow(r, "move to and a space, or stay")
		}
		_, err := find(&s.board, j, o)
		return err
	}
	return notNow(r, "move to and a space, or stay")
}

// find returns the way that an order means. The error says why there is none.
func find(b *board, j journey, o Move) (way, error) {
	if w, ok := along(b, j, o.To, o.Via); ok {
		return w, nil
	}
	u := b.unit(j.unit)
	switch {
	case !b.env.ground.Holds(o.To):
		return way{}, refuse("blocked", "%s is not on the board", o.To.String())
	case b.terrain(o.To).Solid():
		return way{}, refuse("blocked", "nobody can stand in %s", o.To.String())
	case o.To == u.At && len(o.Via) == 0:
		return way{}, refuse("blocked", "%s stands there already; to stay say stay", u.Label)
	case b.at(o.To) != nil && o.To != u.At:
		return way{}, refuse("occupied", "%s stands in %s", b.at(o.To).Label, o.To.String())
	case grid.Distance(u.At, o.To) > j.most && b.Phase == MercsMoving:
		return way{}, refuseBy("S4.6", "too-far", "%s is %d {space|spaces} away; this move is %d", o.To.String(), grid.Distance(u.At, o.To), j.most)
	case grid.Distance(u.At, o.To) > j.most && j.pass != "enemy":
		return way{}, refuse("too-far", "%s is %d {space|spaces} away; this move is %d", o.To.String(), grid.Distance(u.At, o.To), j.most)
	}
	if raised := b.env.ground.At(o.To) == grid.Raised; raised && j.climb == 0 {
		return way{}, refuseBy("R-B6", "blocked", "%s is raised ground; only an Operator climbs, by a Movement card", o.To.String())
	} else if raised && j.climb > 1 {
		return way{}, refuseBy("R-B6", "blocked", "this move cannot go to %s; a step onto raised ground takes %d {space|spaces} of it", o.To.String(), j.climb)
	}
	return way{}, refuse("blocked", "this move cannot go to %s", o.To.String())
}

func answerMove(t tx, _ game.Seat, r game.Reply) {
	b := &t.State().board
	j := journeyOf(b)
	var w way
	if o, moves := r.(Move); moves {
		w, _ = along(b, j, o.To, o.Via) // Check has found the way
	}
	if b.Playing != nil {
		moveByCard(t, j, w)
		return
	}
	a := *b.Attack
	by := a.Ask
	a.Ask = ""
	turn(t, func(c *cursor) { c.Attack = &a })
	if len(w.path) == 0 {
		return
	}
	if by == "surge" {
		use(t, j.unit.Seat(), abilityOf[by], false)
	}
	walk(t, j.unit, w, abilityOf[by])
}

// abilityOf maps the questions of reactions to their abilities.
var abilityOf = map[string]string{"relay": "ghost-relay", "press": "forward-pressure", "surge": "surge-step", "jam": "signal-jam", "reduce": "hold-the-line-rampart"}

// IsAbility reports whether a unit was moved by an ability that a reaction uses.
func IsAbility(by string) bool { return slices.Contains(slices.Collect(maps.Values(abilityOf)), by) }

// AbilityOf returns the ability behind a reaction's question, "" for other questions.
func AbilityOf(ask string) string { return abilityOf[ask] }

// Mover returns the unit that the question of a move is about: the side's Operator, or the Mercenary whose ability moves it.
func (v View) Mover(ask string, seat game.Seat) Label {
	ability, helped := abilityOf[ask]
	for i, id := range v.Sides.Of(seat).Mercenaries {
		if m, ok := v.Catalogue().Mercenary(id); ok && helped && m.Ability == ability {
			return labels[seat-1][i+1]
		}
	}
	return operator(seat)
}
