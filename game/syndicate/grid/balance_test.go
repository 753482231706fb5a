package grid

import (
	"fmt"
	"strings"
)

// ratios bounds the terrain of a balanced battlefield (§11.3, §11.4), in hundredths of its spaces.
var ratios = []struct {
	name     string
	of       string
	from, to int
}{
	{"open", string([]Terrain{Clear, Hazard, Raised}), 40, 50},
	{"light cover", string([]Terrain{Light}), 20, 25},
	{"heavy cover", string([]Terrain{Heavy}), 15, 20},
	{"impassable", string([]Terrain{Impassable, Door}), 5, 10},
}

// mostHeavy is the size limit of a group of heavy cover, whose spaces may touch at corners.
const mostHeavy = 4

// balanced says where the ground departs from the book's advice: the ratios of terrain, symmetry under a half turn, no more than
// four spaces of heavy cover together, two or three open lanes, cover near both zones, every space within reach.
func balanced(g *Ground) error {
	rows := g.Rows()
	all := strings.Join(rows, "")
	for _, r := range ratios {
		n := 0
		for _, t := range r.of {
			n += strings.Count(all, string(t))
		}
		if n*100 < r.from*len(all) || n*100 > r.to*len(all) {
			return fmt.Errorf("%d of %d {space|spaces} are %s: expected %d to %d in a hundred", n, len(all), r.name, r.from, r.to)
		}
	}
	for i := range all {
		if all[i] != all[len(all)-1-i] {
			return fmt.Errorf("the map is not the same from both sides: %c and %c", all[i], all[len(all)-1-i])
		}
	}
	if n := g.widest(func(t Terrain) bool { return t == Heavy }); n > mostHeavy {
		return fmt.Errorf("%d {space|spaces} of heavy cover hang together: expected at most %d", n, mostHeavy)
	}
	if n := g.lanes(); n < 2 || n > 3 {
		return fmt.Errorf("%d open lanes: expected 2 or 3", n)
	}
	if err := g.climbable(); err != nil {
		return err
	}
	near := strings.Join(rows[g.edge-5:g.edge-2], "")
	if n := strings.Count(near, string(Light)) + strings.Count(near, string(Heavy)); n < g.edge/2 {
		return fmt.Errorf("%d {space|spaces} of cover within three rows of a zone: expected %d", n, g.edge/2)
	}
	return g.reachable()
}

// climbable names raised ground onto which fewer than two steps lead (§11.4).
func (g *Ground) climbable() (err error) {
	g.Each(func(s Space) {
		if g.At(s) != Raised || err != nil {
			return
		}
		routes := 0
		for at := range g.flood(s, func(_, to Space) bool { return g.At(to) == Raised }) {
			for _, d := range Directions {
				if from := at.Plus(d); g.Holds(from) && g.Up(from, at) && !g.At(from).Solid() && !g.Barred(from, at) {
					routes++
				}
			}
		}
		if routes < 2 {
			err = fmt.Errorf("%d {way|ways} up to %s: expected 2", routes, s)
		}
	})
	return err
}

// lanes counts the columns that are open from end to end.
func (g *Ground) lanes() int {
	n := 0
	for x := 1; x <= g.edge; x++ {
		open := true
		for y := 1; y <= g.edge; y++ {
			open = open && !g.At(Space{x, y}).Blocks() && g.At(Space{x, y}) != Raised
		}
		if open {
			n++
		}
	}
	return n
}

// widest returns the size of the widest group of neighboring spaces of that terrain.
func (g *Ground) widest(of func(Terrain) bool) int {
	most := 0
	g.Each(func(s Space) {
		if of(g.At(s)) {
			most = max(most, len(g.flood(s, func(from, to Space) bool { return of(g.At(to)) })))
		}
	})
	return most
}

// reachable names a space that cannot be walked to, if any.
func (g *Ground) reachable() error {
	reached := g.flood(Space{1, 1}, func(from, to Space) bool { return !g.At(to).Solid() && !g.Barred(from, to) })
	var err error
	g.Each(func(s Space) {
		if err == nil && !g.At(s).Solid() && !reached[s] {
			err = fmt.Errorf("nobody can walk to %s", s)
		}
	})
	return err
}

// flood returns the spaces that can be reached from s by such steps.
func (g *Ground) flood(s Space, step func(from, to Space) bool) map[Space]bool {
	seen, todo := map[Space]bool{s: true}, []Space{s}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, d := range Directions {
			if n := at.Plus(d); g.Holds(n) && !seen[n] && step(at, n) {
				seen[n] = true
				todo = append(todo, n)
			}
		}
	}
	return seen
}
