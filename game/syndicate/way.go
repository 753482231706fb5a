package syndicate

import (
	"slices"

	"downsync/game"
	"downsync/game/syndicate/grid"
)

// This file finds the ways of units over the board (S5).

// journey describes a move that a unit may make: how far, and by which rules.
type journey struct {
	unit   Label
	most   int        // spaces
	shape  string     // "" any, "line", "away" from the nearest enemy, "appear" without a way
	pass   string     // "obstacle", "enemy": one of them may be passed
	door   bool       // a door may be passed (Breach & Clear)
	beside bool       // ends beside an enemy
	toward grid.Space // every step goes nearer to it (Forward Pressure)
	cover  bool       // ways through cover are better (Vault Breaker)
	ahead  bool       // own units may have left their spaces by then
	climb  int        // the spaces of the move that a step onto raised ground takes; 0: the unit cannot climb (R-B6)
}

// takes returns the spaces of the move that the step takes. ok is false if it leads up and the unit cannot climb.
func (j journey) takes(g *grid.Ground, from, to grid.Space) (spaces int, ok bool) {
	if g.Up(from, to) {
		return j.climb, j.climb > 0
	}
	return 1, true
}

// way is one way to a space.
type way struct {
	to     grid.Space
	path   []grid.Space // the spaces entered, in their order
	passed Label        // the enemy that it went through
	door   bool         // it went through a door
	cover  bool         // it entered cover or an obstacle
	harm   int          // the path's other costs; of several shortest paths the least harmful is taken
}

// These flags of a step record what the way has used up.
const (
	usedPass = 1 << iota
	usedDoor
	allFlags
)

// node is a space on a way, with the way to it.
type node struct {
	at    grid.Space
	flags int
	from  int // index of the previous node; -1: the start
	steps int
	spent int // spaces of the move: more than the steps if it climbed
	harm  int
}

// stepsTo reports whether a unit may step from one space to a neighbor, and what that uses up.
func stepsTo(b *board, j journey, from, to grid.Space, flags int) (now int, ok bool) {
	if !b.env.ground.Holds(to) || b.env.ground.Barred(from, to) {
		return 0, false
	}
	enemy := b.at(to)
	if enemy != nil && enemy.Label.Seat() == j.unit.Seat() {
		enemy = nil
	}
	t := b.terrain(to)
	switch {
	case !t.Solid() && enemy == nil:
		return flags, true
	case t == grid.Door && enemy == nil && j.door && flags&usedDoor == 0:
		return flags | usedDoor, true
	case j.pass == "obstacle" && flags&usedPass == 0:
		return flags | usedPass, true
	}
	return 0, false
}

// ends reports whether the journey may end there.
func ends(b *board, j journey, at grid.Space) bool {
	if !b.env.ground.Holds(at) || b.terrain(at).Solid() {
		return false
	}
	if u := b.at(at); u != nil && u.Label != j.unit && !(j.ahead && u.Label.Seat() == j.unit.Seat()) {
		return false
	}
	return !j.beside || beside(b, j.unit.Seat(), at)
}

// beside reports whether an enemy of the side stands next to the space.
func beside(b *board, seat game.Seat, at grid.Space) bool {
	for i := range b.Units {
		if u := &b.Units[i]; u.Label.Seat() != seat && u.At.On() && grid.Distance(u.At, at) == 1 {
			return true
		}
	}
	return false
}

// best keeps the best way to each space.
type best struct {
	b    *board
	j    journey
	at   grid.Space // the start
	ways []way
	to   [grid.MaxEdge * grid.MaxEdge]int16 // index of a space's way, from 1
}

func (k *best) slot(to grid.Space) *int16 { return &k.to[(to.Y-1)*grid.MaxEdge+to.X-1] }

// add keeps the way unless it has one at least as good. make computes it.
func (k *best) add(to grid.Space, steps, harm int, make func() way) {
	if to == k.at || !ends(k.b, k.j, to) {
		return
	}
	i := k.slot(to)
	switch {
	case *i == 0:
		k.ways = append(k.ways, make())
		*i = int16(len(k.ways))
	case steps < len(k.ways[*i-1].path) || steps == len(k.ways[*i-1].path) && harm < k.ways[*i-1].harm:
		k.ways[*i-1] = make()
	}
}

// ways returns the best way to each space where the journey may end, except staying, row by row from the south.
func ways(b *board, j journey) []way {
	u := b.unit(j.unit)
	if u == nil || j.most <= 0 {
		return nil
	}
	k := &best{b: b, j: j, at: u.At, ways: make([]way, 0, 48)}
	switch j.shape {
	case "line":
		for _, d := range grid.Directions {
			search(k, func(from, to grid.Space) bool { return from.Plus(d) == to })
		}
	case "away":
		for _, e := range nearest(b, u) {
			search(k, func(from, to grid.Space) bool { return grid.Distance(to, e.At) > grid.Distance(from, e.At) })
		}
	case "appear":
		for _, at := range b.env.ground.Near(u.At, j.most) {
			n := harm(b, j, at)
			k.add(at, 1, n, func() way { return way{to: at, path: []grid.Space{at}, harm: n} })
		}
	default:
		search(k, func(from, to grid.Space) bool {
			return !j.toward.On() || grid.Distance(to, j.toward) < grid.Distance(from, j.toward)
		})
	}
	if j.pass == "enemy" {
		through(k)
	}
	slices.SortFunc(k.ways, func(x, y way) int { return grid.MaxEdge*(x.to.Y-y.to.Y) + x.to.X - y.to.X })
	return k.ways
}

// goes reports whether there is any way. Usually a single step proves it.
func goes(b *board, j journey) bool {
	u := b.unit(j.unit)
	if u == nil || j.most <= 0 {
		return false
	}
	if j.shape == "" && !j.toward.On() {
		for _, d := range grid.Directions {
			to := u.At.Plus(d)
			if _, ok := stepsTo(b, j, u.At, to, 0); ok && ends(b, j, to) {
				if takes, ok := j.takes(b.env.ground, u.At, to); ok && takes <= j.most {
					return true
				}
			}
		}
	}
	return len(ways(b, j)) > 0
}

// search finds the best way to every space by steps that may allows, layer by layer.
func search(k *best, may func(from, to grid.Space) bool) {
	b, j := k.b, k.j
	var seen [grid.MaxEdge * grid.MaxEdge * allFlags]int16 // index of a space's node, from 1
	slot := func(at grid.Space, flags int) *int16 {
		return &seen[((at.Y-1)*grid.MaxEdge+at.X-1)*allFlags+flags]
	}
	nodes := make([]node, 1, 64)
	nodes[0] = node{at: k.at, from: -1}
	*slot(k.at, 0) = 1
	for spent := range j.most {
		for i := 0; i < len(nodes); i++ {
			n := nodes[i]
			if n.spent != spent {
				continue
			}
			for _, d := range grid.Directions {
				to := n.at.Plus(d)
				flags, ok := stepsTo(b, j, n.at, to, n.flags)
				if !ok || !may(n.at, to) {
					continue
				}
				takes, ok := j.takes(b.env.ground, n.at, to)
				if !ok || spent+takes > j.most {
					continue
				}
				next := node{at: to, flags: flags, from: i, steps: n.steps + 1, spent: spent + takes, harm: n.harm + harm(b, j, to)}
				switch at := slot(to, flags); {
				case *at == 0:
					nodes = append(nodes, next)
					*at = int16(len(nodes))
				case nodes[*at-1].spent > next.spent || nodes[*at-1].spent == next.spent && next.harm < nodes[*at-1].harm:
					nodes[*at-1] = next
				}
			}
		}
	}
	for i := 1; i < len(nodes); i++ {
		k.add(nodes[i].at, nodes[i].steps, nodes[i].harm, func() way { return trail(b, nodes, i) })
	}
}

// trail returns the way to a node.
func trail(b *board, nodes []node, i int) way {
	w := way{to: nodes[i].at, path: make([]grid.Space, nodes[i].steps), harm: nodes[i].harm, door: nodes[i].flags&usedDoor != 0}
	for ; nodes[i].from >= 0; i = nodes[i].from {
		w.path[nodes[i].steps-1] = nodes[i].at
	}
	w.cover = crosses(b, w.path)
	return w
}

// crosses reports whether the path enters cover or an obstacle (R-M11).
func crosses(b *board, path []grid.Space) bool {
	return slices.ContainsFunc(path, func(at grid.Space) bool {
		t := b.terrain(at)
		return t == grid.Light || t.Blocks()
	})
}

// through adds the ways straight over an adjacent enemy (R-M8).
func through(k *best) {
	g := k.b.env.ground
	for _, d := range grid.Directions {
		over := k.at.Plus(d)
		to := over.Plus(d)
		if e := k.b.at(over); e != nil && e.Label.Seat() != k.j.unit.Seat() && g.Holds(to) && !g.Barred(k.at, over) && !g.Barred(over, to) &&
			!g.Up(k.at, over) && !g.Up(over, to) {
			path := []grid.Space{over, to}
			k.add(to, len(path), harm(k.b, k.j, to), func() way {
				return way{to: to, path: path, passed: e.Label, cover: crosses(k.b, path), harm: harm(k.b, k.j, to)}
			})
		}
	}
}

// nearest returns the nearest enemies; several if they are equally near.
func nearest(b *board, u *unit) []*unit {
	var out []*unit
	for _, e := range b.enemies(u.Label.Seat()) {
		d := grid.Distance(e.At, u.At)
		switch {
		case len(out) == 0 || d < grid.Distance(out[0].At, u.At):
			out = []*unit{e}
		case d == grid.Distance(out[0].At, u.At):
			out = append(out, e)
		}
	}
	return out
}

// harm rates the harm that entering a space does to the unit.
func harm(b *board, j journey, at grid.Space) int {
	n := 0
	if b.env.ground.At(at) == grid.Hazard {
		n += 8
	}
	for _, o := range b.Objects {
		if o.Seat != j.unit.Seat() && (o.Is == "beacon" || o.Is == "drone") && grid.Distance(o.At, at) <= reach[o.Is] {
			n += 2
		}
	}
	if t := b.terrain(at); j.cover && (t == grid.Light || t.Blocks()) {
		n--
	}
	return n
}

// along returns the way that enters the spaces via in order and ends at to. There are few enough moves to try all.
func along(b *board, j journey, to grid.Space, via []grid.Space) (way, bool) {
	if j.shape == "appear" || len(via) == 0 {
		i := slices.IndexFunc(ways(b, j), func(w way) bool { return w.to == to })
		if i < 0 || len(via) > 0 {
			return way{}, false
		}
		return ways(b, j)[i], true
	}
	u := b.unit(j.unit)
	goals := append(slices.Clone(via), to)
	starts := []*unit{nil}
	if j.shape == "away" {
		starts = nearest(b, u)
	}
	for _, from := range starts {
		may := func(a, n grid.Space, d grid.Space, first grid.Space) bool {
			switch {
			case j.shape == "line":
				return d == first
			case j.shape == "away":
				return grid.Distance(n, from.At) > grid.Distance(a, from.At)
			}
			return !j.toward.On() || grid.Distance(n, j.toward) < grid.Distance(a, j.toward)
		}
		var walk func(at grid.Space, path []grid.Space, spent, flags, done int, first grid.Space) (way, bool)
		walk = func(at grid.Space, path []grid.Space, spent, flags, done int, first grid.Space) (way, bool) {
			if done == len(goals) {
				return way{to: to, path: slices.Clone(path), door: flags&usedDoor != 0, cover: crosses(b, path)}, ends(b, j, to)
			}
			if grid.Distance(at, goals[done]) > j.most-spent || spent == j.most {
				return way{}, false
			}
			for _, d := range grid.Directions {
				n := at.Plus(d)
				way1 := first
				if len(path) == 0 {
					way1 = d
				}
				now, ok := stepsTo(b, j, at, n, flags)
				if !ok || !may(at, n, d, way1) {
					continue
				}
				takes, ok := j.takes(b.env.ground, at, n)
				if !ok || spent+takes > j.most {
					continue
				}
				reached := done
				if n == goals[done] {
					reached++
				}
				if w, ok := walk(n, append(slices.Clip(path), n), spent+takes, now, reached, way1); ok {
					return w, true
				}
			}
			return way{}, false
		}
		if w, ok := walk(u.At, nil, 0, 0, 0, grid.Space{}); ok {
			return w, true
		}
	}
	return way{}, false
}
