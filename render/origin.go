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
)

// named reports whether one of the players has a name.
func (o Origin) named() bool { return strings.Join(o.Names, "") != "" }

// placed reports whether the game, the map or the server is known.
func (o Origin) placed() bool { return o.Game+o.Map+o.Server != "" }

// high returns the height of an origin below a picture.
func (o Origin) high() float64 {
	high := 0.0
	for _, has := range []bool{o.named(), o.placed()} {
		if has {
			high += originRow
		}
	}
	if high > 0 {
		high += originEnd
	}
	return high
}

// line writes the game, the map and the server around the middle x, no wider than room. The letters have the given size, or a
// smaller one down to textSize. If the line is still too wide, the end of the server's name is cut.
func (o Origin) line(c *canvas, x, y, room, size float64) {
	const between = " · "
	known := slices.DeleteFunc([]string{o.Game, o.Map}, func(s string) bool { return s == "" })
	what := strings.Join(known, between)
	server := legible(o.Server)
	if server == "" {
		c.text(c.fit(what, true, room, size, textSize), x, y, 0.5)
		return
	}
	if what != "" {
		what += between
	}
	whole := c.fit(what+server, true, room, size, textSize)
	if c.width(what+server) > room {
		whole = what + clip(c, server, room-c.width(what))
	}
	c.text(clip(c, whole, room), x, y, 0.5)
}

// below writes the origin from that height on: the players in their colours, on the left and on the right, and then the rest.
func (o Origin) below(c *canvas, y float64) {
	const whole = width - 2*resultEdge
	y += originRow / 2
	if n := len(o.Names); o.named() {
		for i, name := range o.Names {
			side, share := Side(i+1), 0.5
			if n > 1 {
				share = float64(i) / float64(n-1)
			}
			letter := string('@' + rune(side))
			face(c, true, noteSize)
			name = c.fitName(name, whole/float64(n)-namesGap/2-c.width(letter+"  "), noteSize, textSize)
			c.SetColor(c.scheme.sides[side])
			c.text(strings.TrimSpace(letter+"  "+name), resultEdge+share*whole, y, share)
		}
		y += originRow
	}
	if !o.placed() {
		return
	}
	c.SetColor(c.scheme.faint)
	o.line(c, width/2, y, whole, noteSize)
}
