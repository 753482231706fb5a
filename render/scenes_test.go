package render

// These are a hollow glyph, a silhouette and a chip.
var (
	unknown = &Glyph{Name: "unknown", Hollow: true}
	vehicle = &Glyph{Name: "vehicle", Strokes: []Stroke{{At: [][2]float64{{-0.7, 0.1}, {0.7, 0.1}, {0.5, 0.5}, {-0.5, 0.5}}}, {0.3, [][2]float64{{0, -0.1}}},
		{0.15, [][2]float64{{0.1, -0.2}, {0.8, -0.3}}}}}
	count = Chip{"2", Token{Name: "count", Ink: Yellow, Shape: Hexagon}}
)

// standard returns a scene of 22 bases with tokens, 12 pieces of terrain and 6 buildings.
func standard() Scene {
	s := Scene{W: 48, H: 48, Squares: Squares{6, 'C'}, Title: "ROUND 3   TURN 9", Status: "A is active: unit activation", Scores: []string{"A  VP 1  CP 3/7", "B  VP 2  CP 4/7"},
		Spots: []Spot{{X: 36, Y: 12, Side: 1, Label: "VIP A"}, {X: 12, Y: 36, Side: 2, Label: "VIP B"}}}
	for i := range 22 {
		d := Disc{X: 4 + float64(i%11)*4, Y: 10 + float64(i/11)*24 + float64(i%3)*2, R: 1.378, Side: Side(1 + i/11), Glyph: unknown, Mark: "M", Label: "A1"}
		if i%2 == 0 {
			d.Glyph, d.Mark, d.Note, d.Chips = vehicle, "", "Virago", []Chip{count, {"S", Token{Name: "stun", Ink: Orange}}}
		}
		s.Discs = append(s.Discs, d)
	}
	oblong := func(x, y, w, h float64) (xs, ys []float64) {
		return []float64{x, x + w, x + w*1.1, x}, []float64{y, y + h*0.1, y + h, y + h*0.9}
	}
	for i := range 12 {
		xs, ys := oblong(3+float64(i%4)*11, 4+float64(i/4)*14, 7, 7)
		s.Areas = append(s.Areas, Area{Texture: []Texture{Canopy, Hatching, Stipple}[i%3], X: xs, Y: ys})
	}
	for i := range 6 {
		xs, ys := oblong(6+float64(i%3)*14, 12+float64(i/3)*20, 3, 4)
		s.Blocks = append(s.Blocks, Block{X: xs, Y: ys, Rise: 3, Height: "3", Room: 4})
	}
	return s
}
