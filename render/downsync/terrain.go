package downsync

import (
	"fmt"
	"math"
	"slices"

	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/maps"
	"downsync/game/plane"
	"downsync/render"
)

// textures are the kinds of area terrain, the lowest first.
var textures = []struct {
	kind    plane.Kind
	texture render.Texture
}{{plane.Rough, render.Stipple}, {plane.Grass, render.Tufts}, {plane.Urban, render.Hatching}, {plane.Forest, render.Canopy}}

// addTerrain lays out the battlefield.
func addTerrain(s *render.Scene, areas []plane.Area, buildings []plane.Building) {
	for _, t := range textures {
		for _, a := range areas {
			if a.Kind == t.kind {
				xs, ys := corners(a.Shape)
				s.Areas = append(s.Areas, render.Area{Texture: t.texture, X: xs, Y: ys})
			}
		}
	}
	for _, b := range buildings {
		xs, ys := corners(b.Shape)
		s.Blocks = append(s.Blocks, render.Block{X: xs, Y: ys, Rise: inches(b.Height), Height: b.Height.String(), Room: b.Room})
	}
}

// addDecor lays out the roads and names of a board of that slug, if it is the named one: others may bear its name.
func addDecor(s *render.Scene, slug string, areas []plane.Area, buildings []plane.Building) {
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
	for _, r := range m.Roads {
		for i, to := range r.Line[1:] {
			s.Decor = append(s.Decor, road(r.Line[i], to, inches(r.Wide)/2))
		}
	}
	for _, n := range m.Names {
		s.Names = append(s.Names, render.Name{X: inches(n.At.X), Y: inches(n.At.Y), Text: n.Text})
	}
}

// road is a straight part of a road, so wide on either side of its middle.
func road(from, to plane.Point, half float64) render.Area {
	x0, y0, x1, y1 := inches(from.X), inches(from.Y), inches(to.X), inches(to.Y)
	long := math.Hypot(x1-x0, y1-y0)
	dx, dy := -(y1-y0)/long*half, (x1-x0)/long*half
	return render.Area{Texture: render.Road, X: []float64{x0 + dx, x1 + dx, x1 - dx, x0 - dx}, Y: []float64{y0 + dy, y1 + dy, y1 - dy, y0 - dy}}
}

func corners(shape plane.Polygon) (xs, ys []float64) {
	for _, p := range shape {
		xs, ys = append(xs, inches(p.X)), append(ys, inches(p.Y))
	}
	return xs, ys
}

// Preview draws a board before the match, with zones and goals. It refuses any view but an onlooker's.
func (l Look) Preview(v rules.View) (render.Public, error) {
	return render.DrawPublic(v.Viewer, l.Battlefield(v))
}

// Atlas draws boards as Preview does, side by side with their names.
func (l Look) Atlas(title string, views []rules.View) (render.Public, error) {
	var panes []render.Pane
	for _, v := range views {
		if v.Viewer != game.Onlooker() {
			return render.Public{}, fmt.Errorf("a public picture of the view of %s", v.Viewer)
		}
		s := l.Battlefield(v)
		panes = append(panes, render.Pane{Scene: s, Caption: s.Title})
	}
	png, err := render.DrawGrid(title, panes)
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
