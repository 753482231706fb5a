package downsync

import (
	"fmt"

	"downsync/game/plane"

	rules "downsync/game/downsync"
)

// Squares of the grid that pictures show, 6" wide: columns C, D, … from the west, because A and B are the sides, and rows 1
// to 8 from the south. In a draft a square is the mark, such as "@E3", until a point in it is chosen.

const (
	gridStep    = plane.SquareEdge
	gridRows    = int(rules.TableSize) / gridStep
	mostColumns = 12 // of the widest table, 72"
)

func squareName(col, row int) string { return fmt.Sprintf("%c%d", plane.FirstColumn+col, row+1) }

// squareOf names the square of a point. A point between two squares belongs to the one north-east of it.
func squareOf(p plane.Point) string {
	return squareName(min(int(p.X)/gridStep, mostColumns-1), min(int(p.Y)/gridStep, gridRows-1))
}

func parseSquare(word string) (col, row int, ok bool) {
	if len(word) != 2 {
		return 0, 0, false
	}
	col, row = int(word[0])-plane.FirstColumn, int(word[1])-'1'
	return col, row, col >= 0 && col < mostColumns && row >= 0 && row < gridRows
}

// cells returns the middles of a square's inches, row by row from its north-west corner.
func cells(col, row int) []plane.Point {
	var out []plane.Point
	for y := gridStep/1000 - 1; y >= 0; y-- {
		for x := range gridStep / 1000 {
			out = append(out, plane.Point{X: plane.Inch(gridStep*col + 1000*x + 500), Y: plane.Inch(gridStep*row + 1000*y + 500)})
		}
	}
	return out
}
