package render

import (
	"strings"

	"downsync/render/canvas"
)

// The names of players have any length. A name is reduced down to a least size, written in several rows, or loses its brackets, and
// only then is it cut.

// legible returns a name as it can be drawn, without needless spaces; "" if none of it can be drawn.
func legible(name string) string { return strings.Join(strings.Fields(canvas.Drawable(name)), " ") }

// fitName works like Fit for the name of a player or of the program in bold letters. A name that is too wide loses its brackets,
// such as the program's strength, before it is cut.
func (c *picture) fitName(name string, wide, size, least float64) string {
	name = legible(name)
	if c.Face(false, least); c.Width(name) > wide {
		name = called(name)
	}
	return c.Fit(name, true, wide, size, least)
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
		wide = max(wide, canvas.Measure(bold, textSize, unit, s))
	}
	return wide
}

// write writes the rows downwards, the first around the height y, in the colour that is selected.
func (n nameInRows) write(c *picture, x, y, ax float64) {
	c.Face(n.bold, textSize)
	for i, row := range n.rows {
		c.Text(c.Clip(row, n.wide), x, y+float64(i)*nameRow, ax)
	}
}
