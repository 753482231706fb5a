package render

import (
	"slices"
	"strings"
)

// Origin tells readers who find a picture elsewhere which game it shows, and where the match was played.
type Origin struct {
	Game   string // its name
	Map    string // "": none with a name
	Server string // where the match was played; "": unknown, or on none
	// Names holds the players' names by side; it is empty if the picture shows them elsewhere.
	Names []string
}

// Measures of an origin below a picture, in units: its rows, the free space below them, and between the names.
const (
	originRow = 54.0
	originEnd = 14.0
	namesGap  = 40.0

	originLeft   = badgeWide + 10.0 // beside the corner for ALT
	originWide   = width - resultEdge - originLeft
	originLetter = 60.0 // a side's letter and the gap after it
)

// named reports whether one of the players has a name.
func (o Origin) named() bool { return strings.Join(o.Names, "") != "" }

// placed reports whether the game, the map or the server is known.
func (o Origin) placed() bool { return o.Game+o.Map+o.Server != "" }

// high returns the height of an origin below a picture.
func (o Origin) high() float64 {
	high := o.namesHigh()
	if o.placed() {
		high += originRow
	}
	if high > 0 {
		high += originEnd
	}
	return high
}

// namesHigh returns the height of the names, 0 if there are none.
func (o Origin) namesHigh() (high float64) {
	if !o.named() {
		return 0
	}
	most := 1
	for i := range o.Names {
		most = max(most, len(o.long(i).rows))
	}
	return originRow + nameRow*float64(most-1)
}

// nameRoom returns the room of each name, without its side's letter.
func (o Origin) nameRoom() float64 {
	return originWide/float64(len(o.Names)) - namesGap/2 - originLetter
}

// long returns the rows of a name that does not fit in one row; none if it does.
func (o Origin) long(i int) nameInRows {
	name := legible(o.Names[i])
	if measured(false, called(name)) <= o.nameRoom() {
		return nameInRows{}
	}
	return inRows(name, o.nameRoom(), nameRows)
}

// line writes the game, the map and the server around the middle x, no wider than room. The letters have the given size, or a
// smaller one down to textSize. If the line is still too wide, the end of the server's name is cut.
func (o Origin) line(c *picture, x, y, room, size float64) {
	const between = " · "
	known := slices.DeleteFunc([]string{o.Game, o.Map}, func(s string) bool { return s == "" })
	what := strings.Join(known, between)
	server := legible(o.Server)
	if server == "" {
		c.Text(c.Fit(what, true, room, size, textSize), x, y, 0.5)
		return
	}
	if what != "" {
		what += between
	}
	whole := c.Fit(what+server, true, room, size, textSize)
	if c.Width(what+server) > room {
		whole = what + c.Clip(server, room-c.Width(what))
	}
	c.Text(c.Clip(whole, room), x, y, 0.5)
}

// below writes the origin from that height on: the players in their colours, on the left and on the right, in several rows if a
// name is long, and then the rest.
func (o Origin) below(c *picture, y float64) {
	y += originRow / 2
	if n := len(o.Names); o.named() {
		for i, name := range o.Names {
			side, share := Side(i+1), 0.5
			if n > 1 {
				share = float64(i) / float64(n-1)
			}
			letter := string('@'+rune(side)) + "  "
			c.Face(true, noteSize)
			room := originWide/float64(n) - namesGap/2 - c.Width(letter)
			c.SetColor(c.scheme.sides[side])
			if long := o.long(i); len(long.rows) > 0 {
				long.rows[0], long.wide = letter+long.rows[0], long.wide+originLetter
				long.write(c, originLeft+share*originWide, y, share)
				continue
			}
			name = c.fitName(name, room, noteSize, textSize)
			c.Text(strings.TrimSpace(letter+name), originLeft+share*originWide, y, share)
		}
		y += o.namesHigh()
	}
	if !o.placed() {
		return
	}
	c.SetColor(c.scheme.faint)
	o.line(c, originLeft+originWide/2, y, originWide, noteSize)
}
