package downsync

import (
	"fmt"
	"slices"

	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/maps"
	"downsync/game/plane"
	"downsync/render"
)

// textures are the kinds of area terrain, the lowest first, with their textures and names in the legend.
var textures = []struct {
	kind    plane.Kind
	texture render.Texture
	text    game.Text
}{
	{plane.Rough, render.Stipple, "rough"},
	{plane.Grass, render.Tufts, "grass"},
	{plane.Urban, render.Hatching, "urban"},
	{plane.Forest, render.Canopy, "forest"},
}

// addTerrain lays out the battlefield, and the legend of the parts in the window.
func addTerrain(l Look, s *render.Scene, areas []plane.Area, buildings []plane.Building) {
	for _, t := range textures {
		seen := false
		for _, a := range areas {
			if a.Kind != t.kind {
				continue
			}
			xs, ys := corners(a.Shape)
			s.Areas = append(s.Areas, render.Area{Texture: t.texture, X: xs, Y: ys})
			seen = seen || inSight(s.Window, xs, ys)
		}
		if seen {
			s.Legend = append(s.Legend, render.Key{Texture: t.texture, Text: l.Text(t.text)})
		}
	}
	seen := false
	for _, b := range buildings {
		xs, ys := corners(b.Shape)
		seen = seen || inSight(s.Window, xs, ys)
		s.Blocks = append(s.Blocks, render.Block{X: xs, Y: ys, Height: b.Height.String() + `"`, Room: b.Room})
	}
	if seen {
		s.Legend = append(s.Legend, render.Key{Block: true, Text: l.Text("height, room")})
	}
}

// inSight reports whether the box around an outline is in the window, at least in part.
func inSight(w render.Window, xs, ys []float64) bool {
	x0, x1, y0, y1 := slices.Min(xs), slices.Max(xs), slices.Min(ys), slices.Max(ys)
	return w == render.Window{} || x1 > w.X0 && x0 < w.X1 && y1 > w.Y0 && y0 < w.Y1
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
	s.Title, s.Status, s.Scores = v.Map, "", make([]string, 2)
	if m, ok := maps.Find(v.Map); ok {
		s.Title, s.Status = m.Name, l.Text("%s: %s", m.Density, m.Cover())
	}
	return s
}
