// Package grid is the ground of Syndicate Protocol: spaces, terrain, distances, lines and cover. It counts in whole spaces and
// has no fractions.
//
// A space is written "column,row". Both count from 1, from the south-west corner. Side 1 deploys in the south.
package grid

import (
	"strconv"
	"strings"

	"downsync/game"
)

// Edges of the two sizes of battlefields, in spaces (S2.1).
const (
	SmallEdge    = 12
	StandardEdge = 24
	MaxEdge      = StandardEdge
)

// Space is a place on the grid. The zero Space is off the board.
type Space struct{ X, Y int }

// words holds all spaces as text, because menus list many of them.
var words [MaxEdge + 1][MaxEdge + 1]string

func init() {
	for x := range words {
		for y := range words[x] {
			words[x][y] = strconv.Itoa(x) + "," + strconv.Itoa(y)
		}
	}
}

// String returns "3,4", or "" off the board.
func (s Space) String() string {
	switch {
	case s == Space{}:
		return ""
	case s.X < 0 || s.Y < 0 || s.X > MaxEdge || s.Y > MaxEdge:
		return strconv.Itoa(s.X) + "," + strconv.Itoa(s.Y)
	}
	return words[s.X][s.Y]
}

// On reports whether the space is on the board.
func (s Space) On() bool { return s != Space{} }

// Parse reads a space. The error says what was expected.
func Parse(word string) (Space, error) {
	x, y, ok := strings.Cut(word, ",")
	if ok {
		column, err1 := strconv.Atoi(x)
		row, err2 := strconv.Atoi(y)
		s := Space{column, row}
		if err1 == nil && err2 == nil && column >= 1 && row >= 1 && column <= MaxEdge && row <= MaxEdge && s.String() == word {
			return s, nil
		}
	}
	return Space{}, game.Errorf("%q is no space; write column and row like 3,4", word)
}

// All reads the words of a menu's spaces.
func All(words []string) []Space {
	out := make([]Space, len(words))
	for i, word := range words {
		out[i], _ = Parse(word) // the menu was made from spaces
	}
	return out
}

// MarshalText writes the space as String does.
func (s Space) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (s *Space) UnmarshalText(b []byte) (err error) {
	if len(b) == 0 {
		*s = Space{}
		return nil
	}
	*s, err = Parse(string(b))
	return err
}

// Distance returns the greater of the two differences of columns and rows (S2.2).
func Distance(a, b Space) int { return max(abs(a.X-b.X), abs(a.Y-b.Y)) }

// Aligned reports whether both spaces are in one row, column or diagonal.
func Aligned(a, b Space) bool {
	dx, dy := abs(a.X-b.X), abs(a.Y-b.Y)
	return dx == 0 || dy == 0 || dx == dy
}

// InLine reports whether the three spaces are in one row, one column or one diagonal.
func InLine(a, b, c Space) bool {
	return Aligned(a, b) && Aligned(b, c) && Aligned(a, c) && (b.X-a.X)*(c.Y-a.Y) == (c.X-a.X)*(b.Y-a.Y)
}

// Directions lists the eight steps to a neighbor, in the order in which spaces are offered.
var Directions = [8]Space{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}

// Plus returns the space one step away in that direction.
func (s Space) Plus(d Space) Space { return Space{s.X + d.X, s.Y + d.Y} }

func abs(n int) int { return max(n, -n) }
