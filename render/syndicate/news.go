package syndicate

import (
	"maps"
	"slices"

	"downsync/game"
	"downsync/game/syndicate/grid"
	"downsync/render"

	rules "downsync/game/syndicate"
)

// News holds facts that everybody was told, from which pictures show recent events. The zero value is none.
type News struct {
	told []game.Fact
	past bool // see OfRound
}

// Tell takes everything that a viewer was told. It leaves out facts that an onlooker is not told, so that no public picture shows
// them.
func Tell(told []game.Fact) News {
	var out News
	for _, f := range told {
		switch f := f.For(game.Onlooker()); f.(type) {
		case rules.Committed, rules.Deployed, rules.Moved, rules.PlacedByRuling, rules.AttackRolled, rules.AttackResolved, rules.Eliminated, rules.Scored:
			out.told = append(out.told, f)
		}
	}
	return out
}

// OfRound returns the same news for a flat picture of the last round in them.
func (n News) OfRound() News {
	n.past = true
	return n
}

// Limits of the recent events on a board: the newest count.
const maxTrails, maxShots = 12, 8

// lay adds to the scene the events since both cards of the round were shown; while both sides plan, the events of the round before.
func (l Look) lay(s *render.Scene, v rules.View, n News) {
	from := 0
	for i, f := range n.told {
		if _, ok := f.(rules.Committed); ok {
			from = i
		}
	}
	l.layFrom(s, v, n, from)
}

// layFrom adds the events in the facts from that index on.
func (l Look) layFrom(s *render.Scene, v rules.View, n News, from int) {
	places := whereabouts(v, n.told)
	for i, f := range n.told[from:] {
		at := places[from+i]
		switch f := f.(type) {
		case rules.Moved:
			if at[f.Unit] != f.From || f.Way[len(f.Way)-1] != places[from+i+1][f.Unit] {
				continue // it was taken back
			}
			t := render.Trail{R: radius(f.Unit), Side: render.Side(f.Unit.Seat())}
			for _, to := range append([]grid.Space{f.From}, f.Way...) {
				x, y := middle(to)
				t.X, t.Y = append(t.X, x), append(t.Y, y)
			}
			s.Trails = append(s.Trails, t)
		case rules.AttackResolved:
			l.layShot(s, at, f)
		case rules.Eliminated:
			if to := at[f.Unit]; to.On() {
				x, y := middle(to)
				id, _ := v.Printed(f.Unit)
				s.Wrecks = append(s.Wrecks, render.Wreck{X: x, Y: y, R: radius(f.Unit), Side: render.Side(f.Unit.Seat()), Label: string(f.Unit), Portrait: Portrait(id)})
			}
		case rules.Scored:
			l.layScore(s, v, f)
		}
	}
	s.Trails, s.Shots = s.Trails[max(0, len(s.Trails)-maxTrails):], s.Shots[max(0, len(s.Shots)-maxShots):]
}

// whereabouts returns the places of all units before each of the facts, and after the last. It works backwards from the present
// places, so that steps taken back do not count.
func whereabouts(v rules.View, told []game.Fact) []map[rules.Label]grid.Space {
	now := map[rules.Label]grid.Space{}
	for _, u := range v.Units {
		now[u.Label] = u.At
	}
	set := func(m map[rules.Label]grid.Space, u rules.Label, at grid.Space) map[rules.Label]grid.Space {
		m = maps.Clone(m)
		m[u] = at
		return m
	}
	// For eliminated units the facts record their last places.
	for _, f := range told {
		if f, ok := f.(rules.Eliminated); ok {
			if _, still := now[f.Unit]; !still {
				now[f.Unit] = last(told, f.Unit)
			}
		}
	}
	out := make([]map[rules.Label]grid.Space, len(told)+1)
	out[len(told)] = now
	for i, f := range slices.Backward(told) {
		switch f := f.(type) {
		case rules.Moved:
			if f.Way[len(f.Way)-1] == now[f.Unit] {
				now = set(now, f.Unit, f.From)
			}
		case rules.PlacedByRuling:
			now = set(now, f.Unit, last(told[:i], f.Unit))
		}
		out[i] = now
	}
	return out
}

// last returns the place of a unit according to the newest fact that mentions it.
func last(told []game.Fact, l rules.Label) grid.Space {
	for _, f := range slices.Backward(told) {
		switch f := f.(type) {
		case rules.Moved:
			if f.Unit == l {
				return f.Way[len(f.Way)-1]
			}
		case rules.PlacedByRuling:
			if f.Unit == l {
				return f.At
			}
		case rules.Deployed:
			if f.Seat == l.Seat() {
				return f.At[len(l)-1+numbered(l)]
			}
		}
	}
	return grid.Space{}
}

// numbered returns 1 for a second Mercenary, otherwise 0.
func numbered(l rules.Label) int {
	if len(l) > 1 && l[1] == '2' {
		return 1
	}
	return 0
}

// radius returns the radius of a unit's disc.
func radius(l rules.Label) float64 {
	if l.Operator() {
		return operatorSize
	}
	return mercenarySize
}

func (l Look) layShot(s *render.Scene, at map[rules.Label]grid.Space, f rules.AttackResolved) {
	from, to := at[f.By], at[f.Target]
	if !from.On() || !to.On() {
		return
	}
	x0, y0 := middle(from)
	x1, y1 := middle(to)
	hit, note := f.Blow.Hits > 0 && !f.Decoy, l.Text("MISS")
	switch {
	case hit && f.Damage > 0:
		note = l.Text("HIT −%d", f.Damage)
	case hit:
		note = l.Text("HIT, no damage")
	}
	s.Shots = append(s.Shots, render.Shot{X0: x0, Y0: y0, R0: radius(f.By), X1: x1, Y1: y1, R1: radius(f.Target), Side: render.Side(f.By.Seat()), Hit: hit, Note: note})
}

// layScore marks the place where a side scored.
func (l Look) layScore(s *render.Scene, v rules.View, f rules.Scored) {
	x, y := float64(v.Terrain().Edge())/2, float64(v.Terrain().Edge())/2
	if f.Mission == rules.Extract {
		x, y = middle(grid.Terminal(v.Terrain().Edge(), 3-int(f.Seat)))
	}
	s.Flashes = append(s.Flashes, render.Flash{X: x, Y: y, R: 1, Side: render.Side(f.Seat), Score: true, Note: l.Text("%d {point|points}", f.Points)})
}
