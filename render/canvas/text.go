package canvas

import (
	"image"
	"image/color"
	"math"
	"sort"
	"strings"
	"unicode"

	"downsync/render/label"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"
)

// Words that people type, such as names, have any length and any script. Every text follows the rules of this file: letters that
// the fonts lack are replaced or left out, a line that is too wide is reduced down to a least size, and only then is it cut.

// Drawable returns the text as the fonts can draw it, with a letter for each rune. A letter that the fonts lack becomes the plain
// letters that make it up: an "e" with two accents becomes "e", a "𝒜" becomes "A". Signs of other scripts, emoji, marks upon the
// letter before them, and characters that direct the flow of text are left out.
func Drawable(s string) string {
	if isPlain(s) {
		return s
	}
	var out strings.Builder
	for _, r := range norm.NFC.String(s) {
		if Draws(r) {
			out.WriteRune(r)
			continue
		}
		for _, r := range norm.NFKD.String(string(r)) {
			if Draws(r) {
				out.WriteRune(r)
			}
		}
	}
	return out.String()
}

// isPlain reports whether a text has only visible ASCII characters and spaces, which the fonts have.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// Draws reports whether the fonts have a letter for the rune by itself.
func Draws(r rune) bool {
	return unicode.IsGraphic(r) && !unicode.Is(unicode.M, r) && regular.Index(r) != 0 && bold.Index(r) != 0
}

type wordKey struct {
	faceKey
	word string
}

// lettering holds the drawable part of a text and its width.
type lettering struct {
	shown string // without what the fonts have no letters for
	wide  float64
}

// maxWidths limits how many widths a canvas remembers.
const maxWidths = 2000

// Letters selects a font, its size in units and its colour.
func (c *Canvas) Letters(isBold bool, size float64, col color.Color) {
	c.Face(isBold, size)
	c.SetColor(col)
}

// Text writes in the selected font and colour at a point, which is at the share ax of the words' width and in the middle of their
// height.
func (c *Canvas) Text(s string, x, y, ax float64) {
	w := c.word(s)
	if x, y = x-ax*w.wide, y+0.36*c.used.size/c.unit; c.Print != nil {
		c.Print(w.shown, x, y, c.used.size)
		return
	}
	c.write(w.shown, x, y)
}

// Width returns how wide the words are in the selected font, in units.
func (c *Canvas) Width(s string) float64 { return c.word(s).wide }

// word measures words. Measuring takes longer than writing, so the canvas remembers the result.
func (c *Canvas) word(s string) lettering {
	k := wordKey{c.used, s}
	w, ok := c.words[k]
	if !ok {
		if len(c.words) >= maxWidths {
			clear(c.words)
		}
		w.shown = Drawable(s)
		w.wide = float64(c.pen.MeasureString(w.shown)) / 64 / c.unit
		c.words[k] = w
	}
	return w
}

// write draws the font's own glyphs, in a tenth of the time that gg takes to transform each.
func (c *Canvas) write(s string, x, y float64) {
	face, ink := c.pen.Face, c.ink
	dot := fixed.Point26_6{X: fixed.Int26_6(math.Round(x * c.unit * 64)), Y: fixed.Int26_6(math.Round(y * c.unit * 64))}
	type key struct {
		wordKey
		ink color.RGBA64
		fixed.Point26_6
	}
	high := c.used.size / c.unit // more than any letter extends to the side and below the base line
	at := c.pixels(label.BoxOf(x-high, y-1.5*high, x+c.Width(s)+high, y+high))
	if c.listing { // a listed operation is drawn again if anything in its box is new
		at = typefaceOf(c.used).ink(s).Add(image.Pt(dot.X.Floor(), dot.Y.Round()))
	}
	add(&c.brush, at, false, key{wordKey{c.used, s}, premultiplied(ink), dot}, func() {
		pen := font.Drawer{Dst: c.pen.Dst, Src: image.NewUniform(ink), Face: face, Dot: dot}
		pen.DrawString(s)
	})
}

// Clip cuts words in the selected font to that width, in units.
func (c *Canvas) Clip(s string, wide float64) string {
	if c.Width(s) <= wide {
		return s
	}
	letters := []rune(Drawable(s))
	n := sort.Search(len(letters), func(n int) bool { return c.Width(string(letters[:n])+"…") > wide })
	return strings.TrimSpace(string(letters[:max(0, n-1)])) + "…"
}

// Fit selects the font in the largest size, from size down to least, in which the words fit the width, and returns them. Bold words
// that are too wide in the least size are set in the lighter font, and words that are still too wide are cut.
func (c *Canvas) Fit(s string, isBold bool, wide, size, least float64) string {
	c.Face(isBold, size)
	for w := c.Width(s); w > wide && size > least; w = c.Width(s) {
		size = math.Max(least, math.Min(size-1, math.Floor(size*wide/w)))
		c.Face(isBold, size)
	}
	if c.Width(s) > wide {
		c.Face(false, size)
	}
	return c.Clip(s, wide)
}

// Wrap breaks a text in the selected font into at most n lines of that width, in units, and cuts the last.
func (c *Canvas) Wrap(s string, wide float64, n int) []string {
	var lines []string
	for _, word := range strings.Fields(s) {
		if last := len(lines) - 1; last >= 0 && (len(lines) == n || c.Width(lines[last]+" "+word) <= wide) {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	for i := range lines {
		lines[i] = c.Clip(lines[i], wide)
	}
	return lines
}

// Measure returns how wide words are on a picture with that many pixels for each unit, in units, in letters of a size in units.
// Letters are whole pixels wide, so it differs between pictures.
func Measure(isBold bool, size, unit float64, s string) float64 {
	f := typefaceOf(faceKey{isBold, math.Round(size * unit)})
	return float64(font.MeasureString(f, Drawable(s))) / 64 / unit
}
