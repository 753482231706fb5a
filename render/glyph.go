package render

// Silhouette returns a glyph of those strokes.
func Silhouette(name string, strokes ...Stroke) *Glyph { return &Glyph{Name: name, Strokes: strokes} }

// Pen returns a line of that width through points x, y, x, y …, or around a single point a circle of that radius.
func Pen(r float64, xy ...float64) Stroke {
	s := Stroke{R: r}
	for i := 0; i < len(xy); i += 2 {
		s.At = append(s.At, [2]float64{xy[i], xy[i+1]})
	}
	return s
}

// Filled returns a filled shape with those corners.
func Filled(xy ...float64) Stroke { return Pen(0, xy...) }
