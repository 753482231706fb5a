package render

import (
	"fmt"
	"math"
)

// block draws a building: its roof, its walls, and on the roof its height and a pip for each disc it holds.
func block(c *canvas, b Block, bare bool) {
	shape := outlineOf(c, b.X, b.Y)
	roof(c, shape)
	if !bare {
		roofMarks(c, b, shape)
	}
}

func roof(c *canvas, shape polygon) {
	trace(c, shape)
	c.fillKeep(c.scheme.roof)
	c.stroke(c.scheme.wall, 4*c.fine)
}

// maxPips is the largest room that is drawn as pips.
const maxPips = 9

// markSize is the size of letters on a roof, reduced where a roof could not hold them.
func markSize(c *canvas) float64 { return math.Round(math.Min(textSize, 1.78*c.scale)) }

// pip is the radius of a pip and the distance from one to the next.
func pip(c *canvas) (r, gap float64) { return markSize(c) * 0.105, markSize(c) * 0.3 }

// plate is the place of a building's marks: the height's box and the middle of the room's.
func plate(c *canvas, b Block, shape polygon) (text box, roomX, roomY float64) {
	cx, cy := shape.middle()
	wide, high := roomSize(c, b.Room)
	face(c, true, markSize(c))
	w := c.width(b.Height)
	h := markSize(c) * 0.72
	if s := shape.span(); s.x1-s.x0 > (s.y1-s.y0)*1.15 {
		x0 := cx - (w+4+wide)/2
		return box{x0, cy - h/2, x0 + w, cy + h/2}, x0 + w + 4 + wide/2, cy
	}
	y0 := cy - (h+5+high)/2
	return box{cx - w/2, y0, cx + w/2, y0 + h}, cx, y0 + h + 5 + high/2
}

// roomSize is the size of a room's mark: pips, or a number if they would be too many.
func roomSize(c *canvas, room int) (w, h float64) {
	if room > maxPips {
		face(c, false, markSize(c))
		w = c.width(fmt.Sprint(room))
		return w, markSize(c) * 0.72
	}
	cols, rows := pips(room)
	_, gap := pip(c)
	return float64(cols) * gap, float64(rows) * gap
}

// pips lays pips out in rows of three at most, and four in a square.
func pips(room int) (cols, rows int) {
	if room == 4 {
		return 2, 2
	}
	return min(3, room), (room + 2) / 3
}

func roofMarks(c *canvas, b Block, shape polygon) {
	text, x, y := plate(c, b, shape)
	c.letters(true, markSize(c), c.scheme.text)
	c.text(b.Height, (text.x0+text.x1)/2, (text.y0+text.y1)/2, 0.5)
	c.SetColor(c.scheme.wall)
	if b.Room > maxPips {
		face(c, false, markSize(c))
		c.text(fmt.Sprint(b.Room), x, y, 0.5)
		return
	}
	cols, rows := pips(b.Room)
	r, gap := pip(c)
	for i := range b.Room {
		c.DrawCircle(x+(float64(i%cols)-float64(cols-1)/2)*gap, y+(float64(i/cols)-float64(rows-1)/2)*gap, r)
		c.Fill()
	}
}

// clear keeps labels off the marks on the roofs. Where a disc or a path would hide a mark it draws the roof without it and
// returns the building, whose height is then written beside it.
func (c *canvas) clear(blocks []Block) (hidden []Block) {
	for _, b := range blocks {
		shape := outlineOf(c, b.X, b.Y)
		c.roofs = append(c.roofs, shape.span())
		plate, _, _ := plate(c, b, shape)
		if open(c, plate) {
			c.boxes = append(c.boxes, plate)
			continue
		}
		roof(c, shape)
		hidden = append(hidden, b)
	}
	return hidden
}

// heights writes the heights of buildings beside them, unless they are almost out of sight.
func heights(c *canvas, blocks []Block) {
	for _, b := range blocks {
		shape := outlineOf(c, b.X, b.Y)
		x, y := shape.middle()
		if !around(x, y, 0).within(c.field) {
			continue
		}
		around := shape.span()
		label(c, b.Height, x, y, max(around.x1-around.x0, around.y1-around.y0)/2, markSize(c), 0, c.scheme.wall)
	}
}
