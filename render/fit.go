package render

import (
	"math"
	"sort"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Words that people typed, such as names, are of any length and in any script. Every text is drawn by the rules of this file: what the
// fonts have no letters for is replaced or left out, a line that is too wide is set smaller down to a least size, and only then it is cut.

// drawable is the text as the fonts can draw it, a letter for each rune. A letter that the fonts lack is drawn as the plain letters that
// make it up, such as an "e" with two accents as "e" and a "𝒜" as "A". Signs of other scripts, emoji, marks upon the letter
// before them, and characters that direct the flow of text are left out.
func drawable(s string) string {
	if isPlain(s) {
		return s
	}
	var out strings.Builder
	for _, r := range norm.NFC.String(s) {
		if isDrawn(r) {
			out.WriteRune(r)
			continue
		}
		for _, r := range norm.NFKD.String(string(r)) {
			if isDrawn(r) {
				out.WriteRune(r)
			}
		}
	}
	return out.String()
}

// isPlain reports whether a text has visible ASCII characters and spaces only, which the fonts have.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// isDrawn reports whether the fonts have a letter for the rune by itself.
func isDrawn(r rune) bool {
	return unicode.IsGraphic(r) && !unicode.Is(unicode.M, r) && regular.Index(r) != 0 && bold.Index(r) != 0
}

// legible is a name as it can be drawn, without needless spaces; "" if nothing of it can.
func legible(name string) string { return strings.Join(strings.Fields(drawable(name)), " ") }

// clip cuts the words to that width.
func clip(c *canvas, s string, wide float64) string {
	if c.width(s) <= wide {
		return s
	}
	letters := []rune(drawable(s))
	n := sort.Search(len(letters), func(n int) bool { return c.width(string(letters[:n])+"…") > wide })
	return strings.TrimSpace(string(letters[:max(0, n-1)])) + "…"
}

// fit selects the font in the largest size, from size down to least, in which the words are that wide at most, and returns them. Bold
// words that are too wide in the least size are set in the lighter font, and words that are too wide in that are cut.
func (c *canvas) fit(s string, isBold bool, wide, size, least float64) string {
	face(c, isBold, size)
	for w := c.width(s); w > wide && size > least; w = c.width(s) {
		size = math.Max(least, math.Min(size-1, math.Floor(size*wide/w)))
		face(c, isBold, size)
	}
	if c.width(s) > wide {
		face(c, false, size)
	}
	return clip(c, s, wide)
}

// fitName is fit for the name of a player or of the program in bold letters. A name that is too wide loses its brackets, such as the
// program's strength, before it is cut.
func (c *canvas) fitName(name string, wide, size, least float64) string {
	name = legible(name)
	if face(c, false, least); c.width(name) > wide {
		name = called(name)
	}
	return c.fit(name, true, wide, size, least)
}

// called is a name without the brackets behind it, such as the program's strength.
func called(name string) string {
	if short, _, found := strings.Cut(name, "("); found && strings.TrimSpace(short) != "" {
		return strings.TrimSpace(short)
	}
	return name
}

// wrap breaks a text into at most n lines of that width; the last is clipped.
func wrap(c *canvas, s string, wide float64, n int) []string {
	var lines []string
	for _, word := range strings.Fields(s) {
		if last := len(lines) - 1; last >= 0 && (len(lines) == n || c.width(lines[last]+" "+word) <= wide) {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	for i := range lines {
		lines[i] = clip(c, lines[i], wide)
	}
	return lines
}
