package render

import (
	"math"
	"sort"
	"strings"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/text/unicode/norm"
)

// Words that people type, such as names, have any length and any script. Every text follows the rules of this file: letters that
// the fonts lack are replaced or left out, a line that is too wide is reduced down to a least size, and only then is it cut.

// drawable returns the text as the fonts can draw it, with a letter for each rune. A letter that the fonts lack becomes the plain
// letters that make it up: an "e" with two accents becomes "e", a "𝒜" becomes "A". Signs of other scripts, emoji, marks upon the
// letter before them, and characters that direct the flow of text are left out.
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

// isPlain reports whether a text has only visible ASCII characters and spaces, which the fonts have.
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

// legible returns a name as it can be drawn, without needless spaces; "" if none of it can be drawn.
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

// fit selects the font in the largest size, from size down to least, in which the words fit the width, and returns them. Bold words
// that are too wide in the least size are set in the lighter font, and words that are still too wide are cut.
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

// fitName works like fit for the name of a player or of the program in bold letters. A name that is too wide loses its brackets,
// such as the program's strength, before it is cut.
func (c *canvas) fitName(name string, wide, size, least float64) string {
	name = legible(name)
	if face(c, false, least); c.width(name) > wide {
		name = called(name)
	}
	return c.fit(name, true, wide, size, least)
}

// called returns a name without the brackets behind it, such as the program's strength.
func called(name string) string {
	if short, _, found := strings.Cut(name, "("); found && strings.TrimSpace(short) != "" {
		return strings.TrimSpace(short)
	}
	return name
}

// nameRow is the height of a row of a name in rows, in units.
const nameRow = 46.0

// nameInRows is a name in rows of letters of textSize.
type nameInRows struct {
	bold bool
	rows []string
	wide float64 // a last row that is wider is cut
}

// inRows breaks a name into at most that many rows of that width: between words, and within a word that is longer than a row. It uses
// the lighter font if that saves a row. The last row holds all the rest.
func inRows(name string, wide float64, most int) nameInRows {
	out, light := nameInRows{true, broken(true, name, wide), wide}, nameInRows{false, broken(false, name, wide), wide}
	if len(light.rows) < len(out.rows) {
		out = light
	}
	if len(out.rows) > most {
		out.rows = append(out.rows[:most-1:most-1], strings.Join(out.rows[most-1:], " "))
	}
	return out
}

func broken(bold bool, name string, wide float64) (rows []string) {
	row := ""
	for _, word := range strings.Fields(name) {
		if longer := strings.TrimSpace(row + " " + word); measured(bold, longer) <= wide {
			row = longer
			continue
		}
		if row != "" {
			rows = append(rows, row)
		}
		row = ""
		for _, letter := range word {
			if row != "" && measured(bold, row+string(letter)) > wide {
				rows, row = append(rows, row), ""
			}
			row += string(letter)
		}
	}
	return append(rows, row)
}

// measured returns the greatest width, in units, that words of textSize have in a picture or an animation. Letters are whole pixels
// wide, so it differs between these.
func measured(bold bool, s string) (wide float64) {
	for _, unit := range []float64{1, frameUnit} {
		f := typefaceOf(faceKey{bold, math.Round(textSize * unit)})
		wide = max(wide, float64(font.MeasureString(f, s))/64/unit)
	}
	return wide
}

// write writes the rows downwards, the first around the height y, in the colour that is selected.
func (n nameInRows) write(c *canvas, x, y, ax float64) {
	face(c, n.bold, textSize)
	for i, row := range n.rows {
		c.text(clip(c, row, n.wide), x, y+float64(i)*nameRow, ax)
	}
}

// wrap breaks a text into at most n lines of that width and cuts the last.
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
