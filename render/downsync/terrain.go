package downsync

import (
	"fmt"

	"downsync/game/downsync/maps"
	"downsync/game/downsync/plane"
	"downsync/render"
)

// textures are how each kind of area terrain is drawn, the lowest first, and what the legend calls it.
var textures = []struct {
	kind    plane.Kind
	texture render.Texture
	text    string
}{
	{plane.Rough, render.Stipple, "rough"},
	{plane.Grass, render.Tufts, "grass"},
	{plane.Urban, render.Hatching, "urban"},
	{plane.Forest, render.Canopy, "forest"},
}

// addTerrain lays the battlefield out, with the legend of what there is of it.
func addTerrain(s *render.Scene, areas []plane.Area, buildings []plane.Building) {
	for _, t := range textures {
		seen := false
		for _, a := range areas {
			if a.Kind != t.kind {
				continue
			}
			xs, ys := corners(a.Shape)
			s.Areas = append(s.Areas, render.Area{Texture: t.texture, X: xs, Y: ys})
			seen = true
		}
		if seen {
			s.Legend = append(s.Legend, render.Key{Texture: t.texture, Text: t.text})
		}
	}
	for _, b := range buildings {
		xs, ys := corners(b.Shape)
		s.Blocks = append(s.Blocks, render.Block{X: xs, Y: ys, Height: b.Height.String() + `"`, Room: b.Room})
	}
	if len(buildings) > 0 {
		s.Legend = append(s.Legend, render.Key{Block: true, Text: "height, room"})
	}
}

func corners(shape plane.Polygon) (xs, ys []float64) {
	for _, p := range shape {
		xs, ys = append(xs, inches(p.X)), append(ys, inches(p.Y))
	}
	return xs, ys
}

// Battlefield lays out a board before anybody has come to it: terrain, zones and VIPs.
func Battlefield(m maps.Map) render.Scene {
	s := render.Scene{W: inches(maps.Table.Max.X), H: inches(maps.Table.Max.Y), Title: m.Name, Status: fmt.Sprintf("%s: %s", m.Density, m.Cover())}
	addTerrain(&s, m.Areas, m.Buildings)
	for i, z := range maps.Zones {
		s.Zones = append(s.Zones, render.Zone{X0: inches(z.Min.X), Y0: inches(z.Min.Y), X1: inches(z.Max.X), Y1: inches(z.Max.Y), Side: render.Side(i + 1)})
		s.Spots = append(s.Spots, render.Spot{X: inches(maps.VIPs[i].X), Y: inches(maps.VIPs[i].Y), Side: render.Side(i + 1), Label: fmt.Sprintf("VIP %c", 'A'+i)})
	}
	return s
}

// Preview draws a board for choosing it. Boards are public.
func Preview(m maps.Map) (render.Public, error) {
	png, err := render.Draw(Battlefield(m))
	return render.Public{PNG: png}, err
}
