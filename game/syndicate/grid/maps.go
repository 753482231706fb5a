package grid

import (
	"embed"
	"slices"
	"strings"

	"downsync/game"
)

// Map is a battlefield that comes with the program. All maps are ours: the book prints none.
type Map struct {
	Slug  string
	Name  string
	About game.Text // what it is like to fight on, at most 100 characters
	Edge  int       // spaces on each side; 0: any size
}

//go:embed maps/*.txt
var files embed.FS

var maps = []Map{
	{"relay-court", "Relay Court", "Close and full of corners: nobody is safe for long", SmallEdge},
	{"district-nine", "District Nine", "A whole quarter: long lanes for rifles, alleys for the rest", StandardEdge},
	{"mast-yard", "Mast Yard", "A mast on raised ground: who climbs it looks over the barricades", SmallEdge},
	{"coolant-works", "Coolant Works", "Leaking pipes: the short ways hurt", SmallEdge},
	{"plain", "Plain", "Open ground, for lessons and trials", 0},
}

var grounds = map[string]*Ground{}

func init() {
	for _, m := range maps {
		if m.Edge == 0 {
			continue
		}
		raw, err := files.ReadFile("maps/" + m.Slug + ".txt")
		if err != nil {
			panic(err)
		}
		if grounds[m.Slug], err = Read(strings.Fields(string(raw))); err != nil {
			panic("map " + m.Slug + ": " + err.Error())
		}
	}
}

// Maps lists the maps, the usual map of each size first.
func Maps() []Map { return slices.Clone(maps) }

// Find returns a map and its ground for a battlefield of that edge.
func Find(slug string, edge int) (Map, *Ground, bool) {
	i := slices.IndexFunc(maps, func(m Map) bool { return m.Slug == slug && (m.Edge == 0 || m.Edge == edge) })
	if i < 0 {
		return Map{}, nil, false
	}
	if maps[i].Edge == 0 {
		return maps[i], Plain(edge), true
	}
	return maps[i], grounds[slug], true
}

// Terminal returns the place of a side's terminal, in the middle of its third row.
func Terminal(edge, side int) Space {
	s := Space{edge / 2, 3}
	if side == 2 {
		return Space{edge + 1 - s.X, edge + 1 - s.Y}
	}
	return s
}

// Relay returns the four spaces in the middle.
func Relay(edge int) [4]Space {
	m := edge / 2
	return [4]Space{{m, m}, {m + 1, m}, {m, m + 1}, {m + 1, m + 1}}
}
