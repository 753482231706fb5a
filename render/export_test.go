package render

import (
	"fmt"
	"image"
	"math"
	"slices"

	"downsync/render/canvas"
	"downsync/render/label"
)

// Labels returns the boxes of the labels of a scene as it is drawn, in pixels, and the picture.
func Labels(s Scene) (out []image.Rectangle, png []byte, err error) {
	c := paint(s)
	defer release(c)
	for _, b := range c.labels.Labels() {
		out = append(out, image.Rect(int(b.X0), int(b.Y0), int(b.X1), int(b.Y1)))
	}
	png, err = c.PNG()
	return out, png, err
}

// Listed lists what a scene draws, and Identified gives it its keys.
func Listed(s Scene) { release(paint(s)) }

func Identified(s Scene) {
	ground := groundOf(s)
	_, _ = s.keyOn(ground), kinOf(s, ground)
}

// Timed draws the scene after each of its changes, and prints the time that takes. ForgetRows empties the encoder's cache.
var (
	Timed      = timed
	ForgetRows = canvas.ForgetRows
)

// Tagged returns the places of the labels of a scene's discs on a board with nothing else, and its picture; it leaves empty ones
// out. Upon reports which labels are on a disc.
func Tagged(s Scene) (at []image.Rectangle, upon []bool, png []byte, err error) {
	c := paint(Scene{Theme: s.Theme, W: s.W, H: s.H, Window: s.Window})
	defer release(c)
	c.labels.Begin(c.field)
	footprints(c, s)
	c.labels.Add(owners(c, s)...)
	under := func(at label.Box) bool {
		return slices.ContainsFunc(s.Discs, func(d Disc) bool {
			x, y := xy(c, d.X, d.Y)
			return label.Around(x, y, d.R*c.scale).Hits(at)
		})
	}
	for _, b := range tags(c, s.Discs) {
		at, upon = append(at, image.Rect(int(b.X0), int(b.Y0), int(b.X1), int(b.Y1))), append(upon, under(b))
	}
	png, err = c.PNG()
	return at, upon, png, err
}

// Placed is a label that was placed, or would have been.
type Placed struct {
	Of           string  // "disc 3", for example
	Own, Other   float64 // the distance from its own piece or line, and from the nearest other
	Missing, Led bool
	Lead         float64 // the length of the line to it
	Over         bool    // that line runs over something
}

// gapTo returns the distance from a place to a box.
func gapTo(b label.Box, x, y float64) float64 {
	return math.Hypot(x-math.Max(b.X0, math.Min(b.X1, x)), y-math.Max(b.Y0, math.Min(b.Y1, y)))
}

// onLine calls do with places on a line, less than a unit apart.
func onLine(l label.Line, do func(x, y float64)) {
	n := math.Ceil(2 * math.Hypot(l.X1-l.X0, l.Y1-l.Y0))
	for i := 0.0; i <= n; i++ {
		do(l.X0+(l.X1-l.X0)*i/math.Max(1, n), l.Y0+(l.Y1-l.Y0)*i/math.Max(1, n))
	}
}

// Placings returns the labels of a scene's pieces and shots as they are drawn.
func Placings(s Scene) (out []Placed) {
	c := paint(s)
	defer release(c)
	shots, pieces := c.parted(s.Shots), owners(c, s)
	far := func(p label.Placed) (own, other float64) {
		own, other = math.Inf(1), math.Inf(1)
		for i, x := range shots {
			gap := math.Inf(1)
			onLine(x.line(c), func(x, y float64) { gap = math.Min(gap, gapTo(p.At, x, y)) })
			switch {
			case p.Kind != label.Shot:
			case i == p.N:
				own = gap
			default:
				other = math.Min(other, gap)
			}
		}
		for _, q := range pieces {
			switch gap := math.Max(0, gapTo(p.At, q.X, q.Y)-q.R); {
			case p.Kind == label.Shot:
			case q.Owner == p.Owner:
				own = math.Min(own, gap)
			case q.Kind != label.Spot:
				other = math.Min(other, gap)
			}
		}
		return own, other
	}
	kinds := map[label.Kind]string{label.Disc: "disc", label.Wreck: "wreck", label.Trail: "trail", label.Shot: "shot"}
	noted := map[int]bool{}
	for _, p := range c.labels.Placed() {
		if kinds[p.Kind] == "" {
			continue // these are no pieces
		}
		noted[p.N] = noted[p.N] || p.Kind == label.Shot
		x := Placed{Of: fmt.Sprint(kinds[p.Kind], " ", p.N), Led: p.Lead != label.Line{}, Lead: math.Hypot(p.Lead.X1-p.Lead.X0, p.Lead.Y1-p.Lead.Y0)}
		x.Own, x.Other = far(p)
		in := map[label.Box]int{}
		onLine(p.Lead, func(px, py float64) {
			for _, b := range c.labels.Labels() {
				if gapTo(b, px, py) == 0 {
					in[b]++
				}
				x.Over = x.Over || in[b] > 4 // half a unit from one place to the next
			}
			for _, q := range pieces {
				x.Over = x.Over || x.Led && q.Kind == label.Disc && q.Owner != p.Owner && math.Hypot(px-q.X, py-q.Y) < q.R
			}
		})
		out = append(out, x)
	}
	for i, x := range shots {
		seen := false
		onLine(x.line(c), func(x, y float64) { seen = seen || label.Around(x, y, 0).Within(c.field) })
		if seen && x.Note != "" && !noted[i] {
			out = append(out, Placed{Of: fmt.Sprint("shot ", i), Missing: true})
		}
	}
	return out
}

// BoardAt returns the place of the board in a scene's picture, in pixels.
func BoardAt(s Scene) image.Rectangle {
	f := s.board(boardHigh(s))
	return image.Rect(int(f.X0), int(f.Y0), int(f.X1), int(f.Y1))
}

// UnderInset returns the discs and spots, by their labels, that the small map of a scene touches.
func UnderInset(s Scene) (out []string) {
	c := scenePicture(s)
	defer release(c)
	footprints(c, s)
	at, ok := insetAt(c, s)
	if !s.Inset || !ok {
		return nil
	}
	covers := func(x, y, r float64, label string) {
		px, py := xy(c, x, y)
		if math.Hypot(px-math.Max(at.X0, math.Min(at.X1, px)), py-math.Max(at.Y0, math.Min(at.Y1, py))) < r*c.scale {
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

// Keys returns the entries of a scene's legend that are drawn.
func Keys(s Scene) []Key { return slices.Concat(rows(s)...) }

// HeadWords returns the words drawn in a scene's head.
func HeadWords(s Scene) (out []string) {
	c := scenePicture(s)
	c.Print = func(text string, _, _, _ float64) { out = append(out, text) }
	defer func() { c.Print = nil; release(c) }()
	head(c, s)
	return out
}

// NamedWords returns the words drawn in the head of a scene and in the origin below it, in a picture of that unit.
func NamedWords(s Scene, unit float64) (inHead, below []string) {
	c := take(boardHigh(s)+belowBoard(s)+s.Origin.high(), unit, s.Theme, 2)
	defer func() { c.Print = nil; release(c) }()
	c.Print = func(text string, _, _, _ float64) { inHead = append(inHead, text) }
	head(c, s)
	c.Print = func(text string, _, _, _ float64) { below = append(below, text) }
	s.Origin.below(c, boardHigh(s)+belowBoard(s))
	return inHead, below
}

// FrameUnit is the unit of an animation.
const FrameUnit = frameUnit

// BuriedLetters returns the zone letters of a scene that are not visible, or are under terrain or a piece.
func BuriedLetters(s Scene) (out []string) {
	c := scenePicture(s)
	defer release(c)
	for _, z := range s.Zones {
		b, ok := c.letterOn(s, z)
		b = label.BoxOf(b.X0+10, b.Y0+10, b.X1-10, b.Y1-10)
		for _, d := range s.Discs {
			x, y := xy(c, d.X, d.Y)
			ok = ok && !label.Around(x, y, d.R*c.scale).Hits(b)
		}
		for _, a := range s.Areas {
			ok = ok && !outlineOf(c, a.X, a.Y).Span().Hits(b)
		}
		for _, k := range s.Blocks {
			ok = ok && !outlineOf(c, k.X, k.Y).Span().Hits(b)
		}
		if !ok {
			out = append(out, z.Letter)
		}
	}
	return out
}

// LandmarkKinds lists all kinds of landmarks, and whether they run along a line.
func LandmarkKinds() map[LandmarkKind]bool {
	out := map[LandmarkKind]bool{}
	for kind := range alongs {
		out[kind] = true
	}
	for kind := range places {
		out[kind] = false
	}
	return out
}

// Points returns places of the field that a landmark reaches: of a line, places on both its edges.
func (m Landmark) Points() (out [][2]float64) {
	if alongs[m.Kind] != nil {
		line := make(canvas.Polygon, len(m.X))
		for i := range line {
			line[i] = [2]float64{m.X[i], m.Y[i]}
		}
		apartBy(line, m.R/4, func(x, y, dx, dy float64) {
			out = append(out, [2]float64{x - dy*m.R, y + dx*m.R}, [2]float64{x + dy*m.R, y - dx*m.R})
		})
		return out
	}
	s, k := math.Sincos(-m.Turn * math.Pi / 180)
	for _, part := range places[m.Kind] {
		for _, p := range part.At {
			out = append(out, [2]float64{m.X[0] + m.R*(p[0]*k-p[1]*s), m.Y[0] - m.R*(p[0]*s+p[1]*k)})
		}
	}
	return out
}

// Sketch draws a large portrait with nothing from a cache.
func Sketch(p *Portrait) {
	c := take(largely, 1, Display, 2)
	defer release(c)
	p.lines(c, largely/2, largely/2, largely/2*0.8, c.scheme.text, c.scheme.field)
}
