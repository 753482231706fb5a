package downsync

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/maps"
	"downsync/game/plane"
	"downsync/render"
)

// textures lists the kinds of area terrain, the lowest first.
var textures = []struct {
	kind    plane.Kind
	texture render.Texture
}{{plane.Rough, render.Stipple}, {plane.Grass, render.Tufts}, {plane.Urban, render.Hatching}, {plane.Forest, render.Canopy}}

// battlefield is the terrain of a board in the form of a scene.
type battlefield struct {
	areas, decor []render.Area
	names        []render.Name
	landmarks    []render.Landmark
	blocks       []render.Block
}

// battlefields caches the terrain laid out last: all pictures of a match share one.
var battlefields = struct {
	sync.Mutex
	by map[battlefieldKey]battlefield
}{by: map[battlefieldKey]battlefield{}}

// battlefieldKey holds everything that a battlefield depends on. A ground never changes.
type battlefieldKey struct {
	*plane.Ground
	slug string
}

// maxBattlefields limits the cache.
const maxBattlefields = 32

// battlefieldOf returns the terrain of a view's board. All scenes of a match share it.
func battlefieldOf(v rules.View) battlefield {
	key := battlefieldKey{v.Ground(), v.Map}
	battlefields.Lock()
	defer battlefields.Unlock()
	f, ok := battlefields.by[key]
	if !ok {
		if len(battlefields.by) >= maxBattlefields {
			clear(battlefields.by)
		}
		f.addTerrain(key.Areas, key.Buildings)
		f.addDecor(key.slug, key.Areas, key.Buildings)
		f.areas, f.decor, f.names, f.blocks = slices.Clip(f.areas), slices.Clip(f.decor), slices.Clip(f.names), slices.Clip(f.blocks)
		battlefields.by[key] = f
	}
	return f
}

// addTerrain lays out the battlefield.
func (f *battlefield) addTerrain(areas []plane.Area, buildings []plane.Building) {
	for _, t := range textures {
		for _, a := range areas {
			if a.Kind == t.kind {
				xs, ys := corners(a.Shape)
				f.areas = append(f.areas, render.Area{Texture: t.texture, X: xs, Y: ys})
			}
		}
	}
	for _, b := range buildings {
		xs, ys := corners(b.Shape)
		f.blocks = append(f.blocks, render.Block{X: xs, Y: ys, Rise: inches(b.Height), Height: b.Height.String(), Room: b.Room})
	}
}

// addDecor adds the roads, names and landmarks of the named board of that slug, if this is really that board: others may use its name.
func (f *battlefield) addDecor(slug string, areas []plane.Area, buildings []plane.Building) {
	at := slices.IndexFunc(maps.All(), func(m maps.Map) bool { return m.Slug == slug })
	if at < 0 {
		return
	}
	m := maps.All()[at]
	same := func(a, b plane.Polygon) bool { return slices.Equal(a, b) }
	if !slices.EqualFunc(m.Areas, areas, func(a, b plane.Area) bool { return a.Kind == b.Kind && same(a.Shape, b.Shape) }) ||
		!slices.EqualFunc(m.Buildings, buildings, func(a, b plane.Building) bool { return same(a.Shape, b.Shape) }) {
		return
	}
	f.landmarks = sites[slug].Landmarks
	for _, r := range m.Roads {
		for i, to := range r.Line[1:] {
			f.decor = append(f.decor, road(r.Line[i], to, inches(r.Wide)/2))
		}
	}
	for _, n := range m.Names {
		f.names = append(f.names, render.Name{X: inches(n.At.X), Y: inches(n.At.Y), Text: n.Text})
	}
}

// road returns a straight part of a road, with that width on either side of its middle.
func road(from, to plane.Point, half float64) render.Area {
	x0, y0, x1, y1 := inches(from.X), inches(from.Y), inches(to.X), inches(to.Y)
	long := math.Hypot(x1-x0, y1-y0)
	dx, dy := -(y1-y0)/long*half, (x1-x0)/long*half
	return render.Area{Texture: render.Road, X: []float64{x0 + dx, x1 + dx, x1 - dx, x0 - dx}, Y: []float64{y0 + dy, y1 + dy, y1 - dy, y0 - dy}}
}

func corners(shape plane.Polygon) (xs, ys []float64) {
	n := len(shape)
	both := make([]float64, 2*n)
	xs, ys = both[:n:n], both[n:]
	for i, p := range shape {
		xs[i], ys[i] = inches(p.X), inches(p.Y)
	}
	return xs, ys
}

// Preview draws a board before the match, with zones and goals. It refuses any view except an onlooker's.
func (l Look) Preview(v rules.View) (render.Public, error) {
	return render.DrawPublic(v.Viewer, l.Battlefield(v))
}

// Atlas draws boards like Preview, side by side with their names.
func (l Look) Atlas(title string, views []rules.View) (render.Public, error) {
	var panes []render.Pane
	for _, v := range views {
		if v.Viewer != game.Onlooker() {
			return render.Public{}, fmt.Errorf("a public picture of the view of %s", v.Viewer)
		}
		s := l.Battlefield(v)
		panes = append(panes, render.Pane{Scene: s, Caption: s.Title})
	}
	png, err := render.DrawGrid(title, panes, render.Origin{})
	return render.Public{PNG: png}, err
}

// Battlefield lays out the board of a match without the match.
func (l Look) Battlefield(v rules.View) render.Scene {
	s := l.Scene(v, nil)
	s.Title, s.Status, s.Tallies = v.Map, "", nil
	if m, ok := maps.Find(v.Map); ok {
		s.Title, s.Status = m.Name, l.Text("%s: %s", m.Density, m.Cover())
	}
	return s
}
