package render

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"slices"
)

// Labels are the boxes of the labels of a scene as it is drawn, in pixels, and the picture.
func Labels(s Scene) (out []image.Rectangle, png []byte, err error) {
	c := paint(s)
	defer release(c)
	for _, b := range c.labels {
		out = append(out, image.Rect(int(b.x0), int(b.y0), int(b.x1), int(b.y1)))
	}
	png, err = encode(c)
	return out, png, err
}

// Timed draws the scene after each of its changes, and prints what that takes. ForgetRows makes the encoder know no row of pixels.
var (
	Timed      = timed
	ForgetRows = bands.empty
)

// Tagged are the places of the labels of a scene's discs on a board with nothing else, and its picture; empty ones are left out.
// Upon tells which stand upon a disc.
func Tagged(s Scene) (at []image.Rectangle, upon []bool, png []byte, err error) {
	c := paint(Scene{Theme: s.Theme, W: s.W, H: s.H, Window: s.Window})
	defer release(c)
	c.boxes, c.labels = c.boxes[:0], c.labels[:0]
	footprints(c, s)
	under := slices.Clone(c.boxes)
	for _, b := range tags(c, s.Discs) {
		at, upon = append(at, image.Rect(int(b.x0), int(b.y0), int(b.x1), int(b.y1))), append(upon, slices.ContainsFunc(under, b.hits))
	}
	png, err = encode(c)
	return at, upon, png, err
}

// ShotNotes are the distances of the notes of a scene's shots from their lines, as the scene is drawn with nothing noted after them.
func ShotNotes(s Scene) (far []float64) {
	c := paint(s)
	defer release(c)
	for i, b := range c.labels[len(c.labels)-len(s.Shots):] {
		x0, y0, x1, y1, _, _ := s.Shots[i].ends(c)
		least := math.Inf(1)
		for n := range 101 {
			x, y := x0+(x1-x0)*float64(n)/100, y0+(y1-y0)*float64(n)/100
			least = math.Min(least, math.Hypot(x-math.Max(b.x0, math.Min(b.x1, x)), y-math.Max(b.y0, math.Min(b.y1, y))))
		}
		far = append(far, least)
	}
	return far
}

// ShotLeads tells of each of a scene's shots whether its note stands away from its line, and whether a line in its side's colour leads from
// its end to the note.
func ShotLeads(s Scene) (away, led []bool, err error) {
	c := paint(s)
	defer release(c)
	data, err := encode(c)
	if err != nil {
		return nil, nil, err
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, nil, err
	}
	for i, b := range c.labels[len(c.labels)-len(s.Shots):] {
		_, _, x1, y1, _, _ := s.Shots[i].ends(c)
		x, y := (b.x0+b.x1)/2, (b.y0+b.y1)/2
		away = append(away, math.Hypot(x1-math.Max(b.x0, math.Min(b.x1, x1)), y1-math.Max(b.y0, math.Min(b.y1, y1))) > besideShot)
		found := false
		for n := range 101 {
			px, py := x1+(x-x1)*float64(n)/100, y1+(y-y1)*float64(n)/100
			inside := px > b.x0 && px < b.x1 && py > b.y0 && py < b.y1
			found = found || !inside && color.RGBAModel.Convert(picture.At(int(px*c.unit), int(py*c.unit))) == c.scheme.sides[s.Shots[i].Side]
		}
		led = append(led, found)
	}
	return away, led, nil
}

// BoardAt is where the board lies in a scene's picture, in pixels.
func BoardAt(s Scene) image.Rectangle {
	f := s.board(boardHigh(s))
	return image.Rect(int(f.x0), int(f.y0), int(f.x1), int(f.y1))
}

// UnderInset are the discs and spots, by their labels, that the small map of a scene touches.
func UnderInset(s Scene) (out []string) {
	c := newCanvas(s)
	defer release(c)
	footprints(c, s)
	at, ok := insetAt(c, s)
	if !s.Inset || !ok {
		return nil
	}
	covers := func(x, y, r float64, label string) {
		px, py := xy(c, x, y)
		if math.Hypot(px-math.Max(at.x0, math.Min(at.x1, px)), py-math.Max(at.y0, math.Min(at.y1, py))) < r*c.scale {
			out = append(out, label)
		}
	}
	for _, d := range s.Discs {
		covers(d.X, d.Y, d.R, d.Label)
	}
	for _, p := range s.Spots {
		covers(p.X, p.Y, p.R+p.Near, p.Label)
	}
	return out
}

// Keys are the entries of a scene's legend that are drawn.
func Keys(s Scene) []Key { return slices.Concat(rows(s)...) }

// HeadWords are the words of a scene's head as they are drawn.
func HeadWords(s Scene) (out []string) {
	c := newCanvas(s)
	c.print = func(text string, _, _ float64) { out = append(out, text) }
	defer func() { c.print = nil; release(c) }()
	head(c, s)
	return out
}
