package downsync

import (
	"fmt"

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
