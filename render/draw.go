package render

import (
	"math"
	"runtime"
	"strings"
)

// Draw draws the scene as a PNG. It is safe for concurrent use. The same scene gives the same bytes, which callers must not
// change.
func Draw(s Scene) ([]byte, error) {
	key := s.key()
	if png, ok := pictures.get(key); ok {
		return png, nil
	}
	png, err := draw(s)
	if err == nil {
		pictures.put(key, png)
	}
	return png, err
}

func (s Scene) png() ([]byte, error) { return Draw(s) }

// slots limits how many scenes are drawn at once to the number of processors, as each takes megabytes.
var slots = make(chan struct{}, runtime.GOMAXPROCS(0))

// draw draws the scene without the cache.
func draw(s Scene) ([]byte, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	slots <- struct{}{}
	defer func() { <-slots }()
	c := paint(s)
	defer c.release()
	return c.encode()
}

// paint draws a checked scene on a canvas.
func paint(s Scene) *canvas {
	c := newCanvas(s)
	c.board(s, false)
	c.reframe()
	c.head(s)
	c.cards(s)
	c.legend(s)
	return c
}

// newCanvas takes a canvas for the scene, with the static layer drawn.
func newCanvas(s Scene) *canvas {
	high := boardHigh(s)
	c := take(high+cardsHigh(s.Cards)+float64(legendRow*len(rows(s.Legend))), 1, s.Theme, s.sides())
	c.place(s, box{margin, header + margin, width - margin, high - margin})
	c.static = ground(s, int(high))
	copy(c.img.Pix, c.static.img.Pix)
	c.footer()
	return c
}

// footer fills the picture below the board with the frame's last row.
func (c *canvas) footer() {
	n := len(c.static.img.Pix)
	for last := n - c.img.Stride; n < len(c.img.Pix); {
		n += copy(c.img.Pix[n:], c.static.img.Pix[last:])
	}
}

// boardHigh is the height of a picture without its cards and its legend.
func boardHigh(s Scene) float64 {
	w := s.frame()
	scale := (width - 2*margin) / (w.x1 - w.x0)
	return header + 2*margin + float64(int((w.y1-w.y0)*scale))
}

// frame is the part of the field that is shown.
func (s Scene) frame() box {
	if w := s.Window; w != (Window{}) {
		return box{w.X0, w.Y0, w.X1, w.Y1}
	}
	return box{0, 0, s.W, s.H}
}

// place sets where the scene's board is drawn.
func (c *canvas) place(s Scene, field box) {
	c.field, c.window = field, s.frame()
	c.scale = (field.x1 - field.x0) / (c.window.x1 - c.window.x0)
	c.fine = math.Max(0.5, math.Min(1, c.scale/22))
	c.boxes, c.labels, c.roofs = c.boxes[:0], c.labels[:0], c.roofs[:0]
}

// board draws everything on the board that may move. A bare one has no words.
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
		c.spot(p, bare || !p.covered(s.Discs)) // a star would hide the mark of a hollow disc
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

// footprints records the places of everything that labels must not cover.
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
			c.avoid(p)
		}
	}
}

// labelling writes all labels, the most important first.
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

// reframe draws the frame again where something on the board's edge reached over it.
func (c *canvas) reframe() {
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

// head writes title, status and scores. Two scores stand beside the title, more in a row below it.
func (c *canvas) head(s Scene) {
	if len(s.Scores) > 2 {
		c.headOfMany(s)
		return
	}
	c.face(true, textSize)
	room := float64(width - 2*margin)
	if len(s.Scores) == 2 {
		room -= 2*max(c.width(s.Scores[0]), c.width(s.Scores[1])) + 2*headGap
	}
	c.title(s.Title, width/2, 0.5, room)
	c.status(s, width/2, 88, 0.5, width-2*margin)
	for i, text := range s.Scores {
		c.score(i, text, margin+float64(i)*(width-2*margin), 34, float64(i))
	}
}

// headOfMany writes the title on the left, the status on the right, and the scores evenly apart below them.
func (c *canvas) headOfMany(s Scene) {
	const room = width - 2*margin
	c.title(s.Title, margin, 0, room/2)
	c.status(s, width-margin, 34, 1, room/2-headGap)
	part := 1 / float64(len(s.Scores)-1)
	for i, text := range s.Scores {
		c.score(i, text, margin+float64(i)*part*room, 92, float64(i)*part)
	}
}

// title writes a title. One that is too wide is set tighter, then cut.
func (c *canvas) title(title string, x, ax, room float64) {
	c.face(true, textSize+4)
	if c.width(title) > room {
		title = strings.Join(strings.Fields(title), " ")
		c.face(true, textSize)
	}
	c.SetColor(c.scheme.text)
	c.text(c.clip(title, room), x, 34, ax)
}

func (c *canvas) status(s Scene, x, y, ax, room float64) {
	c.face(s.Active > 0, textSize)
	c.SetColor(c.scheme.faint)
	if s.Active > 0 {
		c.SetColor(c.scheme.sides[s.Active])
	}
	c.text(c.clip(s.Status, room), x, y, ax)
}

func (c *canvas) score(i int, text string, x, y, ax float64) {
	c.face(true, textSize)
	c.SetColor(c.scheme.sides[i+1])
	c.text(text, x, y, ax)
}
