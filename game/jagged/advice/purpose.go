package advice

import (
	"cmp"
	"math"
	"slices"

	"downsync/game"
	"downsync/game/jagged"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
)

// This file finds the way of a model for a purpose that a player names. Each place is tried on the view.

// Purpose names a reason to move models.
type Purpose string

// These are the purposes.
const (
	Advance   Purpose = "advance" // to the Objectives that need a model
	AtEnemy   Purpose = "enemy"   // towards the nearest enemy
	IntoCover Purpose = "cover"   // into Cover from the nearest enemy
	FallBack  Purpose = "away"    // out of the enemies' sight
)

// apart is how much more than 1" from an enemy a model must be not to be engaged.
const apart = plane.Thou

// Step is a way found for a model, and the order that takes it. A model that first tries to Disengage has no way yet.
type Step struct {
	game.Reply
	Unit   jagged.Label
	To     plane.Point
	Path   plane.Path
	Radius plane.Inch
}

// Planned returns ways for all models that may move, one after another, each according to that purpose. A model that is already
// where it should be gets none.
func Planned(v jagged.View, why Purpose, movers []jagged.Label) []Step {
	var out []Step
	goals := map[jagged.Label]plane.Point{}
	held := make([]int, len(v.Objectives)) // models on their way to each Objective
	for _, l := range movers {
		m, _ := v.Model(l)
		goals[l] = goal(v, m, why, held)
	}
	far := func(l jagged.Label) plane.Inch { m, _ := v.Model(l); return plane.Dist(*m.At, goals[l]) }
	movers = slices.Clone(movers)
	slices.SortStableFunc(movers, func(a, b jagged.Label) int { return cmp.Compare(far(a), far(b)) }) // the models in front first
	for _, l := range movers {
		m, _ := v.Model(l)
		if s, ok := toward(v, m, why, goals[l], m.Movement); ok {
			out = append(out, s)
			v = v.Standing(l, s.To)
		}
	}
	return out
}

// goal returns a model's final destination for the purpose. For Objectives it is the nearest one that needs the model: the one that
// it holds alone, otherwise one that no model of its side holds and that its side does not own.
func goal(v jagged.View, m jagged.Model, why Purpose, held []int) plane.Point {
	best, least := *m.At, plane.MaxInch
	switch why {
	case Advance:
		at := -1
		for i, o := range v.Objectives {
			worth := plane.Dist(*m.At, o.At) + plane.In(9*held[i])
			switch here, others := holding(v, m, o); {
			case here && !others:
				worth -= plane.In(jagged.Table)
			case others, o.Owner == m.Seat && !o.Contested:
				worth += 2 * plane.In(jagged.Table)
			case v.Round == jagged.Rounds && nearObjective(v, m, o.At, m.Movement): // an Objective that is not reached now never will be
				worth -= plane.In(jagged.Table) / 2
			}
			if guarded(v, m.Seat, o) { // an empty one can be held, not just contested
				worth += plane.In(8)
			}
			if worth < least {
				best, least, at = o.At, worth, i
			}
		}
		if at >= 0 {
			held[at]++
		}
	default:
		for _, e := range v.Models {
			if d := plane.Inch(0); e.Seat != m.Seat && e.At != nil {
				if d = plane.Dist(*m.At, *e.At); d < least {
					best, least = *e.At, d
				}
			}
		}
	}
	return best
}

// GoalOf returns where a model would finally go for the purpose, if it were the only one to go.
func GoalOf(v jagged.View, m jagged.Model, why Purpose) plane.Point {
	return goal(v, m, why, make([]int, len(v.Objectives)))
}

// Toward returns a model's way for the purpose, at most that far, if it is the only one to go. ok is false if it should stay.
func Toward(v jagged.View, m jagged.Model, why Purpose, most plane.Inch) (s Step, ok bool) {
	return toward(v, m, why, GoalOf(v, m, why), most)
}

// Arrives reports whether a way ends within 1" of an Objective.
func Arrives(v jagged.View, s Step) bool {
	m, _ := v.Model(s.Unit)
	return slices.ContainsFunc(v.Objectives, func(o jagged.Objective) bool { return AtMarker(m, s.To, o.At) })
}

// HoldsAlone reports whether a model is the only one of its side that holds an Objective (J13.2): it should stay there.
func HoldsAlone(v jagged.View, l jagged.Label) bool {
	m, _ := v.Model(l)
	return slices.ContainsFunc(v.Objectives, func(o jagged.Objective) bool {
		here, others := holding(v, m, o)
		return here && !others
	})
}

// holding reports whether a model is within 1" of an Objective, and whether it is not needed there because another model of its
// side holds it (J13.2); among several the first is needed.
func holding(v jagged.View, m jagged.Model, o jagged.Objective) (here, others bool) {
	first, enemy := jagged.Label(""), false
	for _, x := range v.Models {
		if x.At == nil || !AtMarker(x, *x.At, o.At) {
			continue
		}
		here = here || x.Label == m.Label
		enemy = enemy || x.Seat != m.Seat
		if first == "" && x.Seat == m.Seat {
			first = x.Label
		}
	}
	return here, first != "" && first != m.Label && !enemy
}

// toward returns a model's way for the purpose, at most that far. ok is false if the model should stay.
func toward(v jagged.View, m jagged.Model, why Purpose, goal plane.Point, most plane.Inch) (s Step, ok bool) {
	switch why {
	case IntoCover, FallBack:
		return sheltered(v, m, why, most)
	case Advance:
		if AtMarker(m, *m.At, goal) { // it holds the Objective
			return s, false
		}
		if s, ok := besideMarker(v, m, goal, most); ok {
			return s, true
		}
		if s, ok = furthest(v, m, goal, most); ok && posted(v, m, s.To) {
			return s, false
		}
		return s, ok
	}
	return furthest(v, m, goal, most)
}

// AtMarker reports whether a model would be within 1" of an Objective at a place.
func AtMarker(m jagged.Model, to, objective plane.Point) bool {
	return plane.Within(plane.Disc{At: to, R: m.Radius}, plane.Disc{At: objective, R: boards.Marker}, plane.In(1))
}

// nearObjective reports whether a model can be within 1" of an Objective after a move.
func nearObjective(v jagged.View, m jagged.Model, objective plane.Point, most plane.Inch) bool {
	_, ok := besideMarker(v, m, objective, most)
	return ok || AtMarker(m, *m.At, objective)
}

// besideMarker returns the way to the nearest place within 1" of an Objective without an engagement: on it, or somewhere around it.
func besideMarker(v jagged.View, m jagged.Model, objective plane.Point, most plane.Inch) (s Step, ok bool) {
	edge := m.Radius + boards.Marker + plane.In(1) - 50
	if plane.Dist(*m.At, objective) > most+edge {
		return s, false
	}
	places := []plane.Point{}
	for _, r := range []plane.Inch{edge / 3, edge * 2 / 3, edge} {
		for wind := range 16 {
			turn := 2 * math.Pi * float64(wind) / 16
			places = append(places, plane.Point{X: objective.X + plane.Inch(math.Sin(turn)*float64(r)), Y: objective.Y + plane.Inch(math.Cos(turn)*float64(r))})
		}
	}
	slices.SortStableFunc(places, func(a, b plane.Point) int { return cmp.Compare(plane.Dist(*m.At, a), plane.Dist(*m.At, b)) })
	for _, to := range append([]plane.Point{objective}, places...) {
		if plane.Dist(*m.At, to) > most {
			continue
		}
		if s, ok = stepTo(v, m, to, most); ok {
			return s, true
		}
	}
	return s, false
}

// guarded reports whether an enemy of a side is within 1" of an Objective.
func guarded(v jagged.View, seat game.Seat, o jagged.Objective) bool {
	return slices.ContainsFunc(v.Models, func(e jagged.Model) bool { return e.Seat != seat && e.At != nil && AtMarker(e, *e.At, o.At) })
}

// farShot is the range of weapons that shoot across most of the board, in inches. A model with such a weapon can stay back.
const farShot = 30

// posted reports whether a model should stay rather than go to a place at which it holds nothing: it shoots far, or it is the last
// Round; it has a target from its present place; and it has better Cover there.
func posted(v jagged.View, m jagged.Model, to plane.Point) bool {
	u := cards.FindUnit(m.Unit)
	w := cards.FindWeapon(u.Ranged)
	near, all := Enemies(v, m)
	if w == nil || w.Range < farShot && v.Round < jagged.Rounds || near == "" {
		return false
	}
	shoots := slices.ContainsFunc(all, func(e jagged.Label) bool {
		_, err := v.Aim(m.Label, e, w.ID, jagged.Aid{})
		return err == nil
	})
	return shoots && danger(v, m, IntoCover, *m.At, near, all) < danger(v, m, IntoCover, to, near, all)
}

// furthest returns the longest way to a place, straight or around obstacles, that ends without an engagement.
func furthest(v jagged.View, m jagged.Model, goal plane.Point, most plane.Inch) (s Step, ok bool) {
	to, ok := v.Toward(m.Label, goal, most)
	if !ok {
		return s, false
	}
	return stepTo(v, m, to, most)
}

// stepTo returns the way to a place, if the model may go there and is then not engaged.
func stepTo(v jagged.View, m jagged.Model, to plane.Point, most plane.Inch) (s Step, ok bool) {
	if to == *m.At || besideEnemy(v, m, to) {
		return s, false
	}
	p, _, err := v.Way(m.Label, to, nil, most)
	return Step{jagged.Move{Unit: m.Label, To: to}, m.Label, to, p, m.Radius}, err == nil
}

// besideEnemy reports whether an enemy would be within 1".
func besideEnemy(v jagged.View, m jagged.Model, to plane.Point) bool {
	return slices.ContainsFunc(v.Models, func(e jagged.Model) bool {
		return e.Seat != m.Seat && e.At != nil && plane.Within(plane.Disc{At: to, R: m.Radius}, plane.Disc{At: *e.At, R: e.Radius}, plane.In(1)+apart)
	})
}

// sheltered returns the way to the place in reach with the best Cover from the nearest enemy, or seen by the fewest enemies.
func sheltered(v jagged.View, m jagged.Model, why Purpose, most plane.Inch) (best Step, ok bool) {
	near, all := Enemies(v, m)
	if near == "" {
		return best, false
	}
	least := danger(v, m, why, *m.At, near, all)
	for _, far := range []plane.Inch{most, most * 2 / 3, most / 3} {
		for wind := range 16 {
			turn := 2 * math.Pi * float64(wind) / 16
			to := plane.Point{X: m.At.X + plane.Inch(math.Sin(turn)*float64(far)), Y: m.At.Y + plane.Inch(math.Cos(turn)*float64(far))}
			s, can := stepTo(v, m, to, most)
			if !can {
				continue
			}
			if d := danger(v, m, why, to, near, all); d < least {
				best, least, ok = s, d, true
			}
		}
	}
	return best, ok
}

// Enemies returns the enemies on the table, and the nearest of them.
func Enemies(v jagged.View, m jagged.Model) (near jagged.Label, all []jagged.Label) {
	least := plane.MaxInch
	for _, e := range v.Models {
		if e.Seat == m.Seat || e.At == nil {
			continue
		}
		all = append(all, e.Label)
		if d := plane.Dist(*m.At, *e.At); d < least {
			near, least = e.Label, d
		}
	}
	return near, all
}

// danger rates a place: by the number of enemies that see it, or by the Cover from the nearest one.
func danger(v jagged.View, m jagged.Model, why Purpose, to plane.Point, near jagged.Label, all []jagged.Label) int {
	at := v.Standing(m.Label, to)
	if why == FallBack {
		n := 0
		for _, e := range all {
			if at.Sees(e, m.Label) {
				n += 10
			}
		}
		return n
	}
	if !at.Sees(near, m.Label) {
		return 15
	}
	a, _ := at.Aim(near, m.Label, "", jagged.Aid{})
	return map[boards.Class]int{"": 30, boards.Light: 20, boards.Heavy: 10}[a.Cover]
}
