package canvas

import (
	"image"
	"math"
	"sync"

	"downsync/render/lru"

	"github.com/golang/freetype/truetype"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/math/fixed"
)

// The Go fonts (Bigelow & Holmes, BSD licence), parsed once.
var regular, bold = mustFont(goregular.TTF), mustFont(gobold.TTF)

func mustFont(ttf []byte) *truetype.Font {
	f, err := truetype.Parse(ttf)
	if err != nil {
		panic("canvas: embedded font: " + err.Error())
	}
	return f
}

// typeface is a font in one size, for all canvases: it draws each letter once. It is safe for concurrent use.
type typeface struct {
	of   faceKey
	mu   sync.Mutex
	ttf  font.Face // draws one letter at a time
	inks map[string]image.Rectangle
}

type faceKey struct {
	bold bool
	size float64 // whole pixels
}

var typefaces struct {
	sync.Mutex
	by map[faceKey]*typeface
}

// quarter is the horizontal step between the positions of letters, in 64ths of a pixel. Vertically letters are on whole pixels.
const quarter = 16

// typefaceOf returns the font in that size.
func typefaceOf(k faceKey) *typeface {
	typefaces.Lock()
	defer typefaces.Unlock()
	if f := typefaces.by[k]; f != nil {
		return f
	}
	ttf := regular
	if k.bold {
		ttf = bold
	}
	// The library keeps one letter: each would take as much memory as the largest.
	f := &typeface{of: k, ttf: truetype.NewFace(ttf, &truetype.Options{Size: k.size, Hinting: font.HintingFull, SubPixelsX: 64 / quarter, SubPixelsY: 1, GlyphCacheEntries: 1})}
	if typefaces.by == nil {
		typefaces.by = map[faceKey]*typeface{}
	}
	typefaces.by[k] = f
	return f
}

// character is a letter as it is drawn when it begins between two pixels.
type character struct {
	mask    *image.Alpha // no larger than the letter
	at      image.Point  // of the mask, from the whole pixel where the letter begins
	advance fixed.Int26_6
}

type characterKey struct {
	faceKey
	rune
	off fixed.Int26_6 // from a whole pixel
}

// characters keeps the letters drawn last.
var characters = lru.Cache[characterKey, character]{Most: 4 << 20, Size: func(l character) int { return len(l.mask.Pix) + 64 }}

// Glyph returns a letter for a place, as font.Face says.
func (f *typeface) Glyph(dot fixed.Point26_6, r rune) (image.Rectangle, image.Image, image.Point, fixed.Int26_6, bool) {
	x, y := (dot.X+quarter/2)&^(quarter-1), dot.Y.Round()
	k := characterKey{f.of, r, x & 63}
	l, ok := characters.Get(k)
	if !ok {
		if l, ok = f.drawn(k); !ok {
			return image.Rectangle{}, nil, image.Point{}, 0, false
		}
		characters.Put(k, l)
	}
	return l.mask.Rect.Add(l.at).Add(image.Pt(x.Floor(), y)), l.mask, image.Point{}, l.advance, true
}

// ink returns a box that holds the letters of words that begin in the first pixel.
func (f *typeface) ink(s string) (in image.Rectangle) {
	f.mu.Lock()
	in, ok := f.inks[s]
	f.mu.Unlock()
	if ok {
		return in
	}
	pen, before := fixed.Point26_6{}, rune(-1)
	for _, r := range s {
		if before >= 0 {
			pen.X += f.Kern(before, r)
		}
		at, _, _, advance, _ := f.Glyph(pen, r)
		in = in.Union(at)
		pen.X, before = pen.X+advance, r
	}
	in = image.Rect(in.Min.X-1, in.Min.Y, in.Max.X+2, in.Max.Y) // further to the right in the pixel, and rounded
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.inks) >= maxWidths || f.inks == nil {
		f.inks = map[string]image.Rectangle{}
	}
	f.inks[s] = in
	return in
}

// drawn draws a letter.
func (f *typeface) drawn(k characterKey) (l character, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	at, mask, from, advance, ok := f.ttf.Glyph(fixed.Point26_6{X: k.off}, k.rune)
	if !ok {
		return character{}, false
	}
	l = character{image.NewAlpha(image.Rectangle{Max: at.Size()}), at.Min, advance}
	for y := range at.Dy() {
		row := mask.(*image.Alpha).Pix[mask.(*image.Alpha).PixOffset(from.X, from.Y+y):]
		copy(l.mask.Pix[y*l.mask.Stride:][:at.Dx()], row)
	}
	return l, true
}

// The remaining methods of a font.Face.

func (f *typeface) Close() error { return nil }

func (f *typeface) GlyphBounds(r rune) (fixed.Rectangle26_6, fixed.Int26_6, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.ttf.GlyphBounds(r)
}

func (f *typeface) GlyphAdvance(r rune) (fixed.Int26_6, bool) {
	_, _, _, advance, ok := f.Glyph(fixed.Point26_6{}, r) // the font fits the letter to the pixels each time
	return advance, ok
}

func (f *typeface) Kern(r0, r1 rune) fixed.Int26_6 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.ttf.Kern(r0, r1)
}

func (f *typeface) Metrics() font.Metrics { return f.ttf.Metrics() }

// Face selects a font and its size in units, rounded to whole pixels, which keeps letters sharp.
func (c *Canvas) Face(isBold bool, size float64) {
	c.used = faceKey{isBold, math.Max(4, math.Round(size*c.unit))}
	if f, ok := c.pen.Face.(*typeface); !ok || f.of != c.used {
		c.pen.Face = typefaceOf(c.used)
	}
}
