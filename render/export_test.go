package render

import (
	"fmt"
	"image"
	"math"
	"slices"
)

// Labels returns the boxes of the labels of a scene as it is drawn, in pixels, and the picture.
func Labels(s Scene) (out []image.Rectangle, png []byte, err error) {
	c := paint(s)
	defer release(c)
	for _, b := range c.labels {
		out = append(out, image.Rect(int(b.x0), int(b.y0), int(b.x1), int(b.y1)))
	}
	png, err = encode(c)
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
	ForgetRows = bands.empty
)

// Tagged returns the places of the labels of a scene's discs on a board with nothing else, and its picture; it leaves empty ones
// out. Upon reports which labels are on a disc.
func Tagged(s Scene) (at []image.Rectangle, upon []bool, png []byte, err error) {
	c := paint(Scene{Theme: s.Theme, W: s.W, H: s.H, Window: s.Window})
	defer release(c)
	c.boxes, c.labels = c.boxes[:0], c.labels[:0]
	footprints(c, s)
	c.setPieces(s)
	under := slices.Clone(c.boxes)
	for _, b := range tags(c, s.Discs) {
		at, upon = append(at, image.Rect(int(b.x0), int(b.y0), int(b.x1), int(b.y1))), append(upon, slices.ContainsFunc(under, b.hits))
	}
	png, err = encode(c)
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

// Placings returns the labels of a scene's pieces and shots as they are drawn.
func Placings(s Scene) (out []Placed) {
	c := paint(s)
	defer release(c)
	shots := c.parted(s.Shots)
	var lines []line
	for _, x := range shots {
		x0, y0, x1, y1, _, _ := x.ends(c)
		lines = append(lines, line{x0, y0, x1, y1})
	}
	far := func(p placing) (own, other float64) {
		own, other = math.Inf(1), math.Inf(1)
		if p.kind == ofShot {
			for i, l := range lines {
				if i == p.i {
					own = p.at.awayFrom(l)
				} else {
					other = math.Min(other, p.at.awayFrom(l))
				}
			}
			return own, other
		}
		for _, q := range c.pieces {
			if gap := math.Max(0, p.at.away(q.x, q.y)-q.r); q.owner == p.owner {
				own = math.Min(own, gap)
			} else if q.kind != ofSpot {
				other = math.Min(other, gap)
			}
		}
		return own, other
	}
	kinds := map[ownerKind]string{ofDisc: "disc", ofWreck: "wreck", ofTrail: "trail", ofSpot: "spot", ofFlash: "flash", ofShot: "shot"}
	for _, p := range c.placings {
		if p.kind == ofSpot || p.kind == ofFlash {
			continue // these are no pieces
		}
		x := Placed{Of: fmt.Sprint(kinds[p.kind], " ", p.i), Led: p.lead != line{}, Lead: p.lead.long()}
		x.Own, x.Other = far(p)
		for _, b := range c.labels {
			part, _ := p.lead.within(b)
			x.Over = x.Over || part.long() > 1
		}
		for _, q := range c.pieces {
			x.Over = x.Over || x.Led && q.kind == ofDisc && q.owner != p.owner && p.lead.from(q.x, q.y) < q.r
		}
		out = append(out, x)
	}
	for i, x := range shots {
		if _, seen := lines[i].within(c.field); seen && x.Note != "" && !slices.ContainsFunc(c.placings, func(p placing) bool { return p.owner == owner{ofShot, i} }) {
			out = append(out, Placed{Of: fmt.Sprint("shot ", i), Missing: true})
		}
	}
	return out
}

// BoardAt returns the place of the board in a scene's picture, in pixels.
func BoardAt(s Scene) image.Rectangle {
	f := s.board(boardHigh(s))
	return image.Rect(int(f.x0), int(f.y0), int(f.x1), int(f.y1))
}

// UnderInset returns the discs and spots, by their labels, that the small map of a scene touches.
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

// Keys returns the entries of a scene's legend that are drawn.
func Keys(s Scene) []Key { return slices.Concat(rows(s)...) }

// HeadWords returns the words drawn in a scene's head.
func HeadWords(s Scene) (out []string) {
	c := newCanvas(s)
	c.print = func(text string, _, _ float64) { out = append(out, text) }
	defer func() { c.print = nil; release(c) }()
	head(c, s)
	return out
}

// BuriedLetters returns the zone letters of a scene that are not visible, or are under terrain or a piece.
func BuriedLetters(s Scene) (out []string) {
	c := newCanvas(s)
	defer release(c)
	for _, z := range s.Zones {
		b, ok := c.letterOn(s, z)
		b = box{b.x0 + 10, b.y0 + 10, b.x1 - 10, b.y1 - 10}
		for _, d := range s.Discs {
			x, y := xy(c, d.X, d.Y)
			ok = ok && !around(x, y, d.R*c.scale).hits(b)
		}
		for _, a := range s.Areas {
			ok = ok && !outlineOf(c, a.X, a.Y).span().hits(b)
		}
		for _, k := range s.Blocks {
			ok = ok && !outlineOf(c, k.X, k.Y).span().hits(b)
		}
		if !ok {
			out = append(out, z.Letter)
		}
	}
	return out
}
