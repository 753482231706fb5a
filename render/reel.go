package render

import (
	"bytes"
	"compress/lzw"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"math"
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
	reelUnit  = 2.0 / 3 // an animation is 800 px wide
)

// Reel makes an animation from strips. Only one goroutine may use it.
type Reel struct {
	strips *strips
	out    *reelWriter
}

// NewReel begins an animation on the strip's board. All its strips must show the same board.
func NewReel(first Strip) (*Reel, error) {
	defer drawing.take(true)()
	s, err := newStrips(first, reelUnit)
	if err != nil {
		return nil, err
	}
	return &Reel{s, newReelWriter(s.canvas.img.Rect.Size(), s.canvas.scheme.palette)}, nil
}

// Add appends the strip, shown for that many hundredths of a second.
func (r *Reel) Add(s Strip, hundredths int) error {
	defer drawing.take(true)()
	r.strips.turn(s)
	if err := r.strips.draw(s); err != nil {
		return err
	}
	return r.out.add(r.strips.canvas.indexed(nil), hundredths)
}

// AddResult appends the picture of a match's result, shown for that many hundredths of a second.
func (r *Reel) AddResult(end Result, hundredths int) error {
	if err := end.check(); err != nil {
		return err
	}
	defer drawing.take(true)()
	size := r.strips.canvas.img.Rect.Size()
	c := blank(size, reelUnit, nil)
	c.scheme = r.strips.canvas.scheme
	result(c, end)
	return r.out.add(c.indexed(nil), hundredths)
}

func (r *Reel) Len() int { return r.out.out.Len() }

// GIF ends the animation and returns it.
func (r *Reel) GIF() []byte { return r.out.end() }

// DrawStrip draws one strip as a PNG.
func DrawStrip(s Strip) ([]byte, error) {
	defer drawing.take(s.Main.Patient)()
	r, err := newStrips(s, 1)
	if err != nil {
		return nil, err
	}
	if err := r.draw(s); err != nil {
		return nil, err
	}
	return encode(r.canvas)
}

// strips draws strips of one board, drawing its static layer only once.
type strips struct {
	canvas *canvas
	main   box
	panes  []box
	foot   float64 // the top of its origin
	ground digest  // the content of the static layer
	window Window  // the window of the static layer
	under  *layer
}

func newStrips(first Strip, unit float64) (*strips, error) {
	if err := first.check(); err != nil {
		return nil, err
	}
	high := boardHigh(first.Main)
	s := &strips{main: first.Main.board(high), ground: first.ground(), window: first.Main.Window}
	const across = 2
	w := float64(width-2*margin-(across-1)*paneGap) / across
	h := w * (s.main.Y1 - s.main.Y0) / (s.main.X1 - s.main.X0)
	y := high + noteHigh
	for i := range first.Panes {
		if i > 0 && i%across == 0 {
			y += caption + h + paneGap
		}
		x := margin + float64(i%across)*(w+paneGap)
		s.panes = append(s.panes, boxOf(x, y+caption, x+w, y+caption+h))
	}
	if y += caption + h + paneGap; len(first.Panes) == 0 {
		y = high + noteHigh + float64(first.Rows)*handRow
	}
	foot := y
	y += first.Main.Origin.high()
	c := blank(image.Pt(int(math.Round(width*unit)), int(math.Round(y*unit))), unit, nil)
	c.scheme = schemeOf(first.Main.Theme, first.sides())
	c.paint(c.scheme.panel)
	for i, p := range first.Panes {
		place(c, p.Scene, s.panes[i])
		background(c, p.Scene, true)
	}
	for i, p := range first.Panes { // after all grounds, whose frames hide whatever extends beyond them
		captionOf(c, p, s.panes[i], i+1)
	}
	place(c, first.Main, s.main)
	background(c, first.Main, false)
	first.Main.Origin.below(c, foot)
	s.canvas, s.foot, s.under = c, foot, layerOf(c)
	return s, nil
}

// turn draws the static layer again if the strip shows another part of the same board, in the same place of the picture. Small
// boards always show their whole field.
func (s *strips) turn(strip Strip) {
	same := strip
	same.Main.Window = s.window
	if strip.Main.Window == s.window || len(strip.Panes) > 0 || same.ground() != s.ground || strip.check() != nil {
		return
	}
	c := s.canvas
	c.listing = false
	c.paint(c.scheme.panel)
	place(c, strip.Main, s.main)
	background(c, strip.Main, false)
	strip.Main.Origin.below(c, s.foot)
	s.under, s.ground, s.window = layerOf(c), strip.ground(), strip.Main.Window
}

// captionOf writes a pane's caption above it.
func captionOf(c *canvas, p Pane, at box, side int) {
	c.SetColor(c.scheme.sides[side])
	c.text(c.fit(p.Caption, true, at.X1-at.X0, textSize, textSize*0.8), (at.X0+at.X1)/2, at.Y0-caption/2, 0.5)
}

// draw draws a strip on the canvas.
func (s *strips) draw(strip Strip) error {
	if err := strip.check(); err != nil {
		return err
	}
	if strip.ground() != s.ground {
		return fmt.Errorf("a strip of another board: expected the first one's")
	}
	c := s.canvas
	c.begin(s.under)
	for i, p := range strip.Panes {
		place(c, p.Scene, s.panes[i])
		board(c, p.Scene, true)
	}
	place(c, strip.Main, s.main)
	board(c, strip.Main, false)
	if s.window != (Window{}) {
		reframe(c) // for pieces that are partly in it
	}
	head(c, strip.Main)
	if len(strip.Panes) == 0 {
		hand(c, strip.inRows(), s.main.Y1+strip.Main.edge()+noteHigh)
	}
	c.letters(false, textSize, c.scheme.text)
	for i, text := range wrap(c, strip.Note, width-2*margin, noteLines) {
		c.text(text, width/2, s.main.Y1+strip.Main.edge()+noteHigh/2+(float64(i)-0.5)*textSize*1.25, 0.5)
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
	return drawing.once(key, key, panes[0].Scene.Patient, func() ([]byte, error) { return drawGrid(title, panes, of) })
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
	c := take(high+of.high(), 1, panes[0].Scene.Theme, top)
	defer release(c)
	c.paint(c.scheme.panel)
	c.SetColor(c.scheme.text)
	c.text(c.fit(title, true, width-2*margin, textSize+4, textSize), width/2, margin*0.75, 0.5)
	of.below(c, high)
	for i, p := range panes {
		x := margin + float64(i%gridAcross)*(w+paneGap)
		y := titleHigh - paneGap + caption + float64(i/gridAcross)*(h+caption+paneGap/2)
		at := boxOf(x, y, x+w, y+h)
		place(c, p.Scene, at)
		background(c, p.Scene, true)
		board(c, p.Scene, true)
		captionOf(c, p, at, 0)
	}
	return encode(c)
}

// reelWriter writes an animated GIF picture by picture. All pictures share one palette. For each picture it writes only the changed
// rectangle, in which unchanged pixels are transparent. It holds at most two pictures.
type reelWriter struct {
	out  bytes.Buffer
	size image.Point
	last []uint8 // palette entries of the previous picture; nil: none
	next []uint8 // palette entries of the rectangle being written
}

// unchanged is the transparent palette entry, which shows the previous picture.
const unchanged = maxColors

// newReelWriter begins an animation that repeats for ever.
func newReelWriter(size image.Point, palette color.Palette) *reelWriter {
	w := &reelWriter{size: size}
	w.out.WriteString("GIF89a")
	w.short(size.X, size.Y)
	w.out.Write([]byte{0xf7, unchanged, 0}) // a palette of 256 colours
	var table [256 * 3]byte
	for i, c := range palette {
		c := c.(color.RGBA)
		copy(table[i*3:], []byte{c.R, c.G, c.B})
	}
	w.out.Write(table[:])
	w.out.WriteString("\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")
	return w
}

func (w *reelWriter) short(vs ...int) {
	for _, v := range vs {
		_ = binary.Write(&w.out, binary.LittleEndian, uint16(v)) // a bytes.Buffer never fails
	}
}

// add writes the next picture, shown for that many hundredths of a second.
func (w *reelWriter) add(pix []uint8, hundredths int) error {
	r := w.changed(pix)
	w.next = w.next[:0]
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			v := pix[y*w.size.X+x]
			if w.last != nil && w.last[y*w.size.X+x] == v {
				v = unchanged
			}
			w.next = append(w.next, v)
		}
	}
	w.last = append(w.last[:0], pix...)
	w.out.Write([]byte{0x21, 0xf9, 4, 0x05}) // stays until the next one, has a transparent entry
	w.short(hundredths)
	w.out.Write([]byte{unchanged, 0, 0x2c})
	w.short(r.Min.X, r.Min.Y, r.Dx(), r.Dy())
	w.out.Write([]byte{0, 8}) // no palette of its own, 8 bits a pixel
	return w.deflate()
}

// deflate writes the rectangle in blocks of at most 255 bytes.
func (w *reelWriter) deflate() error {
	var packed bytes.Buffer
	z := lzw.NewWriter(&packed, lzw.LSB, 8)
	if _, err := z.Write(w.next); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	for packed.Len() > 0 {
		block := packed.Next(255)
		w.out.WriteByte(byte(len(block)))
		w.out.Write(block)
	}
	return w.out.WriteByte(0)
}

// changed returns the rectangle of at least one pixel that holds all changes.
func (w *reelWriter) changed(pix []uint8) image.Rectangle {
	if w.last == nil {
		return image.Rectangle{Max: w.size}
	}
	r := image.Rectangle{}
	for y := range w.size.Y {
		now, before := pix[y*w.size.X:(y+1)*w.size.X], w.last[y*w.size.X:(y+1)*w.size.X]
		if bytes.Equal(now, before) {
			continue
		}
		x0, x1 := 0, w.size.X
		for now[x0] == before[x0] {
			x0++
		}
		for now[x1-1] == before[x1-1] {
			x1--
		}
		r = r.Union(image.Rect(x0, y, x1, y+1))
	}
	if r.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return r
}

// end closes the animation and returns it.
func (w *reelWriter) end() []byte {
	w.out.WriteByte(0x3b)
	return w.out.Bytes()
}
