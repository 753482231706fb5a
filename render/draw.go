package render

import (
	"crypto/sha256"
	"math"
	"runtime"
	"strings"
)

// Draw draws the scene as a PNG. Safe for concurrent use; the same scene gives the same bytes, which nobody may write
// to.
func Draw(s Scene) ([]byte, error) {
	key := sha256.Sum256([]byte(s.String()))
	if png, ok := pictures.get(key); ok {
		return png, nil
	}
	png, err := draw(s)
	if err == nil {
		pictures.put(key, png)
	}
	return png, err
}

// desks are where scenes are drawn: as many as there are processors, since more at once would be no faster and each takes megabytes.
var desks = make(chan struct{}, runtime.GOMAXPROCS(0))

// draw draws the scene afresh.
func draw(s Scene) ([]byte, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	desks <- struct{}{}
	defer func() { <-desks }()
	c := paint(s)
	defer c.release()
	return c.encode()
}

// paint draws a sound scene on a canvas.
func paint(s Scene) *canvas {
	c := newCanvas(s)
	c.board(s, false)
	c.fringe()
	c.head(s)
	c.legend(s.Legend)
	return c
}

// newCanvas takes a canvas for the scene, with the static layer drawn.
func newCanvas(s Scene) *canvas {
	high := boardHigh(s)
	c := take(high+float64(row*len(rows(s.Legend))), 1, s.Theme)
	c.place(s, box{margin, header + margin, width - margin, high - margin})
	c.static = ground(s, int(high))
	copy(c.img.Pix, c.static.img.Pix)
	c.footer()
	return c
}

// footer is the legend's ground: the frame's last row again and again.
func (c *canvas) footer() {
	n := len(c.static.img.Pix)
	for last := n - c.img.Stride; n < len(c.img.Pix); {
		n += copy(c.img.Pix[n:], c.static.img.Pix[last:])
	}
}

// boardHigh is the height of a picture without its legend.
func boardHigh(s Scene) float64 {
	w := s.frame()
	scale := (width - 2*margin) / (w.x1 - w.x0)
	return header + 2*margin + float64(int((w.y1-w.y0)*scale))
}

// frame is what part of the board is shown, inches.
func (s Scene) frame() box {
	if w := s.Window; w != (Window{}) {
		return box{w.X0, w.Y0, w.X1, w.Y1}
	}
	return box{0, 0, s.W, s.H}
}

// place says where the scene's board is drawn.
func (c *canvas) place(s Scene, field box) {
	c.field, c.window = field, s.frame()
	c.scale = (field.x1 - field.x0) / (c.window.x1 - c.window.x0)
	c.fine = math.Max(0.5, math.Min(1, c.scale/22))
	c.boxes, c.labels, c.roofs = c.boxes[:0], c.labels[:0], c.roofs[:0]
}

// board draws what stands and happens on the board. A bare one has no words.
func (c *canvas) board(s Scene, bare bool) {
	c.footprints(s)
	var hidden []Block
	if !bare {
		hidden = c.clear(s.Blocks)
	}
	for _, f := range s.Fields {
		c.area(f)
	}
	for _, r := range s.Rings {
		c.ring(r)
	}
	for _, p := range s.Paths {
		if p.Style == Link || p.Style == Way {
			c.path(p)
		}
	}
	for _, p := range s.Spots {
		c.spot(p, bare || !p.covered(s.Discs)) // a star would spoil what shows through a contact
	}
	for _, d := range s.Discs {
		c.disc(d, bare)
	}
	for _, p := range s.Spots {
		c.nearTo(p)
	}
	for _, p := range s.Paths {
		switch p.Style {
		case Link:
		case Way:
			c.arrival(p)
		default:
			c.path(p)
		}
	}
	if !bare {
		c.heights(hidden)
		c.labelling(s)
	}
}

// footprints take the places of all that is no label, so that labels know what to keep off.
func (c *canvas) footprints(s Scene) {
	for _, d := range s.Discs {
		x, y := c.xy(d.X, d.Y)
		r := d.R * c.scale
		if d.Alert {
			r += burst * c.fine
		}
		c.boxes = append(c.boxes, around(x, y, r))
	}
	for _, p := range s.Spots {
		x, y := c.xy(p.X, p.Y)
		c.boxes = append(c.boxes, around(x, y, starSize*c.fine))
	}
	for _, p := range s.Paths {
		if p.Style != Link {
			c.beads(p)
		}
	}
}

// labelling writes all labels, those first that say most.
func (c *canvas) labelling(s Scene) {
	for _, p := range s.Paths {
		c.pathNote(p)
	}
	for _, p := range s.Spots {
		c.spotLabel(p, s.Discs)
	}
	c.tags(s.Discs)
	for _, r := range s.Rings {
		c.ringNote(r)
	}
}

// headGap is between the title and a score.
const headGap = 16

// fringe puts the frame back where something on the board's edge reached over it.
func (c *canvas) fringe() {
	w := c.img.Stride
	top, bottom := int(c.field.y0), int(c.field.y1)
	left, right := int(c.field.x0)*4, int(c.field.x1)*4
	copy(c.img.Pix[:top*w], c.static.img.Pix[:top*w])
	copy(c.img.Pix[(bottom+1)*w:], c.static.img.Pix[(bottom+1)*w:])
	c.footer()
	for y := top; y <= bottom; y++ {
		copy(c.img.Pix[y*w:y*w+left], c.static.img.Pix[y*w:y*w+left])
		copy(c.img.Pix[y*w+right:(y+1)*w], c.static.img.Pix[y*w+right:(y+1)*w])
	}
}

// head writes title, status and the two scores. The title keeps off the scores: it is set tighter, or cut, where they are
// wide.
func (c *canvas) head(s Scene) {
	c.face(true, words)
	room := width - 2*margin - 2*max(c.width(s.Scores[0]), c.width(s.Scores[1])) - 2*headGap
	title := s.Title
	c.face(true, words+4)
	if c.width(title) > room {
		title = strings.Join(strings.Fields(title), " ")
		c.face(true, words)
	}
	c.SetColor(c.look.text)
	c.words(c.clip(title, room), width/2, 34, 0.5)
	c.face(s.Active > 0, words)
	c.SetColor(c.look.faint)
	if s.Active > 0 {
		c.SetColor(c.look.sides[s.Active])
	}
	c.words(c.clip(s.Status, width-2*margin), width/2, 88, 0.5)
	c.face(true, words)
	for i, text := range s.Scores {
		x, ax := float64(margin), 0.0
		if i == 1 {
			x, ax = width-margin, 1.0
		}
		c.SetColor(c.look.sides[i+1])
		c.words(text, x, 34, ax)
	}
}
