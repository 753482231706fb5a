package wording

import (
	"fmt"

	rules "downsync/game/downsync"
	"downsync/game/plane"
)

// Squares of the grid that pictures show, 6" wide: columns C, D, … from the west, because A and B are the sides, and rows 1
// to 8 from the south. In a draft a square is the mark, such as "@E3", until a point in it is chosen.

const (
	GridStep    = plane.SquareEdge
	GridRows    = int(rules.TableSize) / GridStep
	MostColumns = 12 // of the widest table, 72"
)

func SquareName(col, row int) string { return fmt.Sprintf("%c%d", plane.FirstColumn+col, row+1) }

// SquareOf names the square of a point. A point between two squares belongs to the one north-east of it.
func SquareOf(p plane.Point) string {
	return SquareName(min(int(p.X)/GridStep, MostColumns-1), min(int(p.Y)/GridStep, GridRows-1))
}

func ParseSquare(word string) (col, row int, ok bool) {
	if len(word) != 2 {
		return 0, 0, false
	}
	col, row = int(word[0])-plane.FirstColumn, int(word[1])-'1'
	return col, row, col >= 0 && col < MostColumns && row >= 0 && row < GridRows
}

// Cells returns the middles of a square's inches, row by row from its north-west corner.
func Cells(col, row int) []plane.Point {
	var out []plane.Point
	for y := GridStep/1000 - 1; y >= 0; y-- {
		for x := range GridStep / 1000 {
			out = append(out, plane.Point{X: plane.Inch(GridStep*col + 1000*x + 500), Y: plane.Inch(GridStep*row + 1000*y + 500)})
		}
	}
	return out
}
