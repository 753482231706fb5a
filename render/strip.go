package render

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"downsync/render/canvas"
	"downsync/render/label"
)

// Pane is a small board without words, with a caption.
type Pane struct {
	Scene   Scene
	Caption string
}

// Strip is a step of a replay: a board, and below it a small board for each side, two in a row, or instead of these a number of
// rows of cards with kinds.
type Strip struct {
	Main  Scene  // without its legend, and without its cards if there are small boards
	Note  string // what happened, written between them
	Panes []Pane // by side; none: only the board, with or without cards below it
	Rows  int    // rows of cards; cards without room are left out
}

// Measures of strips and grids, units.
const (
	paneGap   = 28
	titleHigh = 104 // above and below a grid
	caption   = 54
	noteHigh  = 124 // height of a strip's note
	noteLines = 2
	frameUnit = 2.0 / 3 // an animation is 800 px wide
)

// DrawStrip draws one strip as a PNG.
func DrawStrip(s Strip) ([]byte, error) {
	defer drawing.Take(s.Main.Patient)()
	f, err := newFrames(s, 1)
	if err != nil {
		return nil, err
	}
	if err := f.draw(s); err != nil {
		return nil, err
	}
	return f.picture.PNG()
}

// Frames draws strips of one board, drawing its static layer only once, such as for the frames of an animation. Only one goroutine
// may use it.
type Frames struct {
	picture *picture
	main    label.Box
	panes   []label.Box
	foot    float64 // the top of its origin
	ground  digest  // the content of the static layer
	window  Window  // the window of the static layer
	under   *canvas.Layer
}

func newFrames(first Strip, unit float64) (*Frames, error) {
	if err := first.check(); err != nil {
		return nil, err
	}
	high := boardHigh(first.Main)
	f := &Frames{main: first.Main.board(high), ground: first.ground(), window: first.Main.Window}
	const across = 2
	w := float64(width-2*margin-(across-1)*paneGap) / across
	h := w * (f.main.Y1 - f.main.Y0) / (f.main.X1 - f.main.X0)
	y := high + noteHigh
	for i := range first.Panes {
		if i > 0 && i%across == 0 {
			y += caption + h + paneGap
		}
		x := margin + float64(i%across)*(w+paneGap)
		f.panes = append(f.panes, label.BoxOf(x, y+caption, x+w, y+caption+h))
	}
	if y += caption + h + paneGap; len(first.Panes) == 0 {
		y = high + noteHigh + float64(first.Rows)*handRow
	}
	foot := y
	y += first.Main.Origin.high()
	c := newPicture(image.Pt(int(math.Round(width*unit)), int(math.Round(y*unit))), unit, schemeOf(first.Main.Theme, first.sides()))
	c.Paint(c.scheme.panel)
	for i, p := range first.Panes {
		place(c, p.Scene, f.panes[i])
		background(c, p.Scene, true)
	}
	for i, p := range first.Panes { // after all grounds, whose frames hide whatever extends beyond them
		captionOf(c, p, f.panes[i], i+1)
	}
	place(c, first.Main, f.main)
	background(c, first.Main, false)
	first.Main.Origin.below(c, foot)
	f.picture, f.foot, f.under = c, foot, c.Layer()
	return f, nil
}

// turn draws the static layer again if the strip shows another part of the same board, in the same place of the picture. Small
// boards always show their whole field.
func (f *Frames) turn(strip Strip) {
	same := strip
	same.Main.Window = f.window
	if strip.Main.Window == f.window || len(strip.Panes) > 0 || same.ground() != f.ground || strip.check() != nil {
		return
	}
	c := f.picture
	c.Paint(c.scheme.panel)
	place(c, strip.Main, f.main)
	background(c, strip.Main, false)
	strip.Main.Origin.below(c, f.foot)
	f.under, f.ground, f.window = c.Layer(), strip.ground(), strip.Main.Window
}

// NewFrames begins the frames of an animation of the strip's board. All strips must show the same board.
func NewFrames(first Strip) (*Frames, error) {
	defer drawing.Take(true)()
	return newFrames(first, frameUnit)
}

// Size returns the size of the frames in pixels.
func (f *Frames) Size() image.Point { return f.picture.Size() }

// Palette returns the colours of the frames, at most 255: an animation has room for one entry more.
func (f *Frames) Palette() color.Palette { return f.picture.scheme.palette.Colors() }

// Strip draws a strip. The pixels are entries of the palette, in rows, valid until the next frame is drawn.
func (f *Frames) Strip(s Strip) ([]uint8, error) {
	defer drawing.Take(true)()
	f.turn(s)
	if err := f.draw(s); err != nil {
		return nil, err
	}
	return f.picture.Entries(), nil
}

// Result draws the result of a match as a frame. A result that is higher than the frames is drawn smaller, in their middle.
func (f *Frames) Result(end Result) ([]uint8, error) {
	if err := end.check(); err != nil {
		return nil, err
	}
	if most := len(f.picture.scheme.sides) - 1; len(end.Sides) > most {
		return nil, fmt.Errorf("a result of %d sides after strips of at most %d", len(end.Sides), most)
	}
	defer drawing.Take(true)()
	size := f.Size()
	unit := min(frameUnit, float64(size.Y)/end.high())
	c := newPicture(image.Pt(int(math.Round(width*unit)), min(size.Y, int(math.Round(end.high()*unit)))), unit, f.picture.scheme)
	result(c, end)
	own := c.Size()
	around := canvas.New(size, frameUnit, c.scheme.palette)
	around.BeginPlain(c.scheme.panel)
	all, pix := around.Entries(), c.Entries()
	for y := range own.Y {
		copy(all[y*size.X+(size.X-own.X)/2:], pix[y*own.X:(y+1)*own.X])
	}
	return all, nil
}

// captionOf writes a pane's caption above it.
func captionOf(c *picture, p Pane, at label.Box, side int) {
	c.SetColor(c.scheme.sides[side])
	c.Text(c.Fit(p.Caption, true, at.X1-at.X0, textSize, textSize*0.8), (at.X0+at.X1)/2, at.Y0-caption/2, 0.5)
}

// draw draws a strip on the canvas.
func (f *Frames) draw(strip Strip) error {
	if err := strip.check(); err != nil {
		return err
	}
	if strip.ground() != f.ground {
		return fmt.Errorf("a strip of another board: expected the first one's")
	}
	c := f.picture
	c.Begin(f.under)
	for i, p := range strip.Panes {
		place(c, p.Scene, f.panes[i])
		board(c, p.Scene, true)
	}
	place(c, strip.Main, f.main)
	board(c, strip.Main, false)
	if f.window != (Window{}) {
		c.Reframe(c.field) // for pieces that are partly in it
	}
	head(c, strip.Main)
	if len(strip.Panes) == 0 {
		hand(c, strip.inRows(), f.main.Y1+strip.Main.edge()+noteHigh)
	}
	c.Letters(false, textSize, c.scheme.text)
	for i, text := range c.Wrap(strip.Note, width-2*margin, noteLines) {
		c.Text(text, width/2, f.main.Y1+strip.Main.edge()+noteHigh/2+(float64(i)-0.5)*textSize*1.25, 0.5)
	}
	return nil
}

// inRows returns the cards that have room.
func (s Strip) inRows() (out []Card) {
	at, _ := columns(s.Main.Cards)
	for i, k := range s.Main.Cards {
		if at[i][1] < s.Rows {
			out = append(out, k)
		}
	}
	return out
}

// ground returns a hash of everything that a strip's static layer depends on.
func (s Strip) ground() digest {
	var captions []string
	for _, p := range s.Panes {
		captions = append(captions, p.Caption)
	}
	return digestOf(groundOf(s.Main), captions, s.sides() > 2, s.Main.Origin)
}

// sides returns the highest side in the strip.
func (s Strip) sides() Side { return max(s.Main.sides(), Side(len(s.Panes))) }

func (s Strip) check() error {
	if n := len(s.Panes); n > MaxSides || n > 0 && s.Rows > 0 || s.Rows < 0 || s.Rows > maxCards {
		return fmt.Errorf("a strip of %d small boards and %d rows of cards: expected at most %d boards, or rows", n, s.Rows, MaxSides)
	}
	if err := s.Main.check(); err != nil {
		return err
	}
	for _, p := range s.Panes {
		if err := p.Scene.check(); err != nil {
			return err
		}
		if p.Scene.frame() != s.Main.frame() {
			return fmt.Errorf("a strip of boards that show different parts")
		}
		if p.Scene.sides() > s.sides() {
			return fmt.Errorf("a small board of %d sides: expected at most %d", p.Scene.sides(), s.sides())
		}
	}
	if len(s.Note) > maxChars {
		return fmt.Errorf("a note of %d characters: expected at most %d", len(s.Note), maxChars)
	}
	return nil
}

// Limits of a grid: boards, and boards in a row.
const (
	maxGrid    = 24
	gridAcross = 3
)

// DrawGrid draws up to 24 small boards, three in a row, as a PNG, with their origin below. Callers must not change the bytes.
func DrawGrid(title string, panes []Pane, of Origin) ([]byte, error) {
	if n := len(panes); n == 0 || n > maxGrid {
		return nil, fmt.Errorf("%d boards: expected 1 to %d", n, maxGrid)
	}
	key := digestOf("grid", title, panes, of)
	return drawing.Once(key, key, panes[0].Scene.Patient, func() ([]byte, error) { return drawGrid(title, panes, of) })
}

func drawGrid(title string, panes []Pane, of Origin) ([]byte, error) {
	top := Side(0)
	for _, p := range panes {
		if err := p.Scene.check(); err != nil {
			return nil, err
		}
		top = max(top, p.Scene.sides())
	}
	first := panes[0].Scene.frame()
	w := float64(width-2*margin-(gridAcross-1)*paneGap) / gridAcross
	h := w * (first.Y1 - first.Y0) / (first.X1 - first.X0)
	down := (len(panes) + gridAcross - 1) / gridAcross
	high := titleHigh + float64(down)*(h+caption+paneGap/2)
	c := take(high+of.high(), 1, panes[0].Scene.Theme.plain(), top) // one palette for boards of any tone
	defer release(c)
	c.Paint(c.scheme.panel)
	c.SetColor(c.scheme.text)
	c.Text(c.Fit(title, true, width-2*margin, textSize+4, textSize), width/2, margin*0.75, 0.5)
	of.below(c, high)
	for i, p := range panes {
		x := margin + float64(i%gridAcross)*(w+paneGap)
		y := titleHigh - paneGap + caption + float64(i/gridAcross)*(h+caption+paneGap/2)
		at := label.BoxOf(x, y, x+w, y+h)
		place(c, p.Scene, at)
		background(c, p.Scene, true)
		board(c, p.Scene, true)
		captionOf(c, p, at, 0)
	}
	return c.PNG()
}
