package render

import (
	"fmt"
	"slices"
	"strings"

	"downsync/render/lru"
)

// Measures of tallies, in units: how far the title moves aside for a name, the radius of a sign, the gap beside the parts, the least
// room for a name, and the greatest gap between bars.
const (
	titleOff  = 80.0
	tallySign = 38.0
	tallyGap  = 12.0
	leastName = 80.0
	tallyBar  = 21.0
)

// The ends of a head of tallies.
const tallyFrom, tallyTo = float64(edge + tallyGap), float64(width - edge - tallyGap)

// besideTitle is the room, in units, that each name has beside the widest usual title, "ROUND 12 · TURN 34", and points of two digits.
const besideTitle = 166.0

// nameRoom is the room of a name above its tally, in units, and nameRows the number of rows in which the widest name that Discord
// allows fits there: 32 times a "W".
const (
	nameRoom = (tallyTo-tallyFrom)/2 - tallyGap
	nameRows = 3
)

// headNames holds the rows of two players' names if these are written above their tallies. It is empty if they are beside the title.
type headNames [2]nameInRows

// headNamesKept keeps the names laid out last, because each picture of a match asks for them several times.
var headNamesKept = lru.Cache[[2]string, headNames]{Most: 500}

// namesOf lays out the names of tallies. They are above their tallies if one of them could lack room beside the title. Only the
// names decide that, so all pictures of a match have the same height, which an animation needs.
func namesOf(tallies []Tally) headNames {
	if len(tallies) == 0 {
		return headNames{}
	}
	var names [2]string
	for i, t := range tallies[:min(2, len(tallies))] {
		names[i] = t.Name
	}
	if h, ok := headNamesKept.Get(names); ok {
		return h
	}
	return headNamesKept.Put(names, layNames(names))
}

func layNames(names [2]string) (out headNames) {
	var wide [2]float64 // in their narrowest form
	for i, name := range names {
		wide[i] = measured(false, called(legible(name)))
	}
	lacks := func(i int) bool { return wide[i] > besideTitle+min(titleOff, max(0, besideTitle-wide[1-i])) }
	if !lacks(0) && !lacks(1) {
		return headNames{}
	}
	for i, name := range names {
		out[i] = inRows(legible(name), nameRoom, nameRows)
	}
	return out
}

// high returns the height of the names above their tallies, 0 if they are beside the title.
func (h headNames) high() float64 { return nameRow * float64(max(len(h[0].rows), len(h[1].rows))) }

// write writes the names at the top of the picture, each from its own edge and on the last rows.
func (h headNames) write(c *picture) {
	for i, name := range h {
		x, ax := tallyFrom, 0.0
		if i == 1 {
			x, ax = tallyTo, 1
		}
		c.SetColor(c.scheme.sides[i+1])
		name.write(c, x, h.high()+tallyGap/2-nameRow*(float64(len(name.rows))-0.5), ax)
	}
}

// headOfTallies writes title and status between two tallies: each side's sign, solid if it acts, its points, its name and its bars.
// The title is in the middle, or slightly off it if one of the names needs the room. If a name could lack room, both are above.
func headOfTallies(c *picture, s Scene) {
	tallies := slices.Clone(s.Tallies[:min(2, len(s.Tallies))])
	names := namesOf(tallies)
	top := names.high()
	if top > 0 {
		names.write(c)
		for i := range tallies {
			tallies[i].Name = ""
		}
	}
	title, at, room := titleAmid(c, s.Title, tallies)
	c.SetColor(c.scheme.text)
	c.Text(title, at, top+40, 0.5)
	below := 0.0
	for i, t := range tallies {
		below = max(below, tally(c, t, Side(i+1), s.Active == 0 || s.Active == Side(i+1), room[i], top))
	}
	c.SetColor(c.scheme.of(s.Active, c.scheme.faint))
	c.Text(c.Fit(s.Status, false, tallyTo-tallyFrom-2*below, noteSize, textSize), width/2, top+94, 0.5)
}

// titleAmid selects the font of a title between tallies. It returns the title, its middle, and the room of each tally. The title is
// smaller if one of the names would be cut beside it.
func titleAmid(c *picture, words string, tallies []Tally) (title string, x float64, room [2]float64) {
	var need, short [2]float64 // the widths of the tallies with whole names, and with names in their narrowest form
	least := 0.0
	for i, t := range tallies {
		beside, name := t.beside(c), legible(t.Name)
		c.Face(true, textSize)
		need[i], least = beside+c.Width(name), max(least, beside+leastName)
		c.Face(false, textSize)
		short[i] = beside + c.Width(called(name))
	}
	words = strings.ReplaceAll(words, "   ", " · ")
	for _, size := range []float64{labelSize, textSize} {
		c.Face(true, size)
		title = c.Clip(words, tallyTo-tallyFrom-2*least)
		wide := c.Width(title)
		half := (tallyTo - tallyFrom - wide) / 2
		var used [2]float64
		for i := range room {
			room[i] = half + min(titleOff, max(0, half-need[1-i]))
			used[i] = min(need[i], room[i])
		}
		x = min(max(width/2, tallyFrom+used[0]+wide/2), tallyTo-used[1]-wide/2)
		if short[0] <= room[0] && short[1] <= room[1] {
			break
		}
		need = short
	}
	return title, x, room
}

// beside returns the width of a tally without its name: its sign and its points.
func (t Tally) beside(c *picture) float64 {
	c.Face(true, 84)
	return 2*tallySign + 2*tallyGap + c.Width(fmt.Sprint(t.Points))
}

// tally draws a side's part of the head, below top and within that room, and returns its width without its bars.
func tally(c *picture, t Tally, side Side, solid bool, room, top float64) float64 {
	way, x, ax := 1.0, edge+tallySign+2.0, 0.0
	if side == 2 {
		way, x, ax = -1, width-edge-tallySign-2, 1
	}
	sign(c, side, string('@'+rune(side)), x, top+header/2-3, tallySign, solid)
	x += way * (tallySign + tallyGap - 2)
	beside := t.beside(c)
	c.Letters(true, 84, c.scheme.text)
	c.Text(fmt.Sprint(t.Points), x, top+52, ax)
	x += way * (beside - 2*tallySign - tallyGap)
	c.SetColor(c.scheme.sides[side])
	c.Text(c.fitName(t.Name, room-beside, textSize, textSize), x, top+30, ax)
	gap := min(tallyBar, (room-beside)/float64(max(1, t.Most)))
	type token struct {
		Side
		gap  float64
		left bool
	}
	for n := range t.Most {
		look := token{side, gap, n < t.Tokens}
		c.stamp(look, x+way*(float64(n)+0.5)*gap, top+78, 17, func(c *picture, x, y float64) {
			c.DrawRoundedRectangle(x-0.36*gap, y-14, 0.72*gap, 28, 4)
			if look.left {
				c.Fill(c.scheme.sides[side])
			} else {
				c.Stroke(mix(c.scheme.panel, c.scheme.sides[side], 0.5), 2)
			}
		})
	}
	return beside + float64(t.Most)*gap
}
