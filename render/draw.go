package render

import (
	"crypto/sha256"
	"image"
	"math"
	"strings"
)

// pictures keeps the last scenes drawn, as a console and the direct message after it show the same board. Its key is the
// whole scene.
var pictures = cache[[sha256.Size]byte, []byte]{most: 8 << 20, size: func(png []byte) int { return len(png) }}

// Draw draws the scene as a PNG. It is safe for concurrent use. Callers must not change the bytes.
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

// Kept is about how many bytes are kept that make pictures quick.
func Kept() int { return pictures.bytes() + layers.bytes() + bands.bytes() + sprites.bytes() }

// Forget gives back the memory that makes pictures quick. Whoever draws next has to wait a little longer.
func Forget() {
	pictures.empty()
	layers.empty()
	bands.empty()
	sprites.empty()
	idle.Lock()
	defer idle.Unlock()
	idle.list = nil
}

// draw draws the scene without the cache.
func draw(s Scene) ([]byte, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	defer drawing.take(s.Patient)()
	c := paint(s)
	defer release(c)
	return encode(c)
}

// paint draws a checked scene on a canvas.
func paint(s Scene) *canvas {
	c := newCanvas(s)
	board(c, s, false)
	reframe(c)
	head(c, s)
	cards(c, s)
	legend(c, s)
	return c
}

// newCanvas takes a canvas for the scene that shows its static layer.
func newCanvas(s Scene) *canvas {
	high := boardHigh(s)
	c := take(high+cardsHigh(s.Cards)+float64(legendRow*len(rows(s.Legend))), 1, s.Theme, s.sides(), ground(s, int(high)))
	place(c, s, box{margin, header + margin, width - margin, high - margin})
	return c
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
func place(c *canvas, s Scene, field box) {
	c.field, c.window = field, s.frame()
	c.scale = (field.x1 - field.x0) / (c.window.x1 - c.window.x0)
	c.fine = math.Max(0.5, math.Min(1, c.scale/22))
	c.boxes, c.labels, c.roofs = c.boxes[:0], c.labels[:0], c.roofs[:0]
}

// board draws everything on the board that may move. A bare one has no words.
func board(c *canvas, s Scene, bare bool) {
	footprints(c, s)
	var hidden []Block
	if !bare {
		hidden = c.markRoofs(s.Blocks)
	}
	drawAll(c, s.Fields, area)
	drawAll(c, s.Rings, ring)
	for _, p := range s.Paths {
		if p.Style == Link || p.Style == Way {
			path(c, p)
		}
	}
	for _, p := range s.Spots {
		spot(c, p, bare || !p.covered(s.Discs)) // a star would hide the mark of a hollow disc
	}
	for _, d := range s.Discs {
		disc(c, d, bare)
	}
	drawAll(c, s.Spots, nearTo)
	for _, p := range s.Paths {
		switch p.Style {
		case Link:
		case Way:
			arrival(c, p)
		default:
			path(c, p)
		}
	}
	if !bare {
		heights(c, hidden)
		labelling(c, s)
	}
}

// footprints records the places of everything that labels must not cover.
func footprints(c *canvas, s Scene) {
	for _, d := range s.Discs {
		x, y := xy(c, d.X, d.Y)
		r := d.R * c.scale
		if d.Alert {
			r += burst * c.fine
		}
		c.boxes = append(c.boxes, around(x, y, r))
	}
	for _, p := range s.Spots {
		x, y := xy(c, p.X, p.Y)
		c.boxes = append(c.boxes, around(x, y, starSize*c.fine))
	}
	for _, p := range s.Paths {
		if p.Style != Link {
			avoid(c, p)
		}
	}
}

// labelling writes all labels, the most important first.
func labelling(c *canvas, s Scene) {
	drawAll(c, s.Paths, pathNote)
	for _, p := range s.Spots {
		spotLabel(c, p, s.Discs)
	}
	tags(c, s.Discs)
	drawAll(c, s.Rings, ringNote)
}

func drawAll[T any](c *canvas, list []T, draw func(*canvas, T)) {
	for _, x := range list {
		draw(c, x)
	}
}

// headGap is between the title and a score.
const headGap = 16

// reframe draws the frame again where something on the board's edge reached over it.
func reframe(c *canvas) {
	f, all := c.field, c.img.Rect
	left, right, top, bottom := int(f.x0), int(f.x1), int(f.y0), int(f.y1)
	reached := make([]bool, len(c.touched))
	for _, o := range c.ops {
		c.over(o.at, func(i int) { reached[i] = true })
	}
	for i, is := range reached {
		for _, edge := range []image.Rectangle{{all.Min, image.Pt(all.Max.X, top)}, {image.Pt(0, bottom+1), all.Max},
			image.Rect(0, top, left, bottom+1), image.Rect(right, top, all.Max.X, bottom+1)} {
			if part := edge.Intersect(c.square(i)); is && !part.Empty() {
				add(&c.brush, part, false, part, func() { c.clear(part, true) })
			}
		}
	}
}

// head writes title, status and scores. Two scores stand beside the title, more in a row below it.
func head(c *canvas, s Scene) {
	if len(s.Scores) > 2 {
		headOfMany(c, s)
		return
	}
	face(c, true, textSize)
	room := float64(width - 2*margin)
	if len(s.Scores) == 2 {
		room -= 2*max(c.width(s.Scores[0]), c.width(s.Scores[1])) + 2*headGap
	}
	title(c, s.Title, width/2, 0.5, room)
	status(c, s, width/2, 88, 0.5, width-2*margin)
	for i, text := range s.Scores {
		score(c, i, text, margin+float64(i)*(width-2*margin), 34, float64(i))
	}
}

// headOfMany writes the title on the left, the status on the right, and the scores evenly apart below them.
func headOfMany(c *canvas, s Scene) {
	const room = width - 2*margin
	title(c, s.Title, margin, 0, room/2)
	status(c, s, width-margin, 34, 1, room/2-headGap)
	part := 1 / float64(len(s.Scores)-1)
	for i, text := range s.Scores {
		score(c, i, text, margin+float64(i)*part*room, 92, float64(i)*part)
	}
}

// title writes a title. One that is too wide is set tighter, then cut.
func title(c *canvas, title string, x, ax, room float64) {
	face(c, true, textSize+4)
	if c.width(title) > room {
		title = strings.Join(strings.Fields(title), " ")
		face(c, true, textSize)
	}
	c.SetColor(c.scheme.text)
	c.text(clip(c, title, room), x, 34, ax)
}

func status(c *canvas, s Scene, x, y, ax, room float64) {
	c.letters(s.Active > 0, textSize, c.scheme.of(s.Active, c.scheme.faint))
	c.text(clip(c, s.Status, room), x, y, ax)
}

func score(c *canvas, i int, text string, x, y, ax float64) {
	c.letters(true, textSize, c.scheme.sides[i+1])
	c.text(text, x, y, ax)
}
