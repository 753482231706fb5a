package downsync

import (
	"fmt"

	"downsync/bot"
	"downsync/game"
	"downsync/game/plane"
	draw "downsync/render/downsync"

	rules "downsync/game/downsync"
)

// Squares of the grid that pictures show: columns C, D, … from the west, as A and B are the sides, rows 1 to 8 from the south, 6" wide. In a draft
// a square is the mark, as "@E3", until a point in it is chosen.

const (
	gridStep    = 6 * 1000
	gridRows    = int(rules.TableSize) / gridStep
	mostColumns = 12 // of the widest table, 72"
)

// columns is how many the table has.
func columns(c *layout) int { return min(int(c.v.Table.X)/gridStep, mostColumns) }

func squareName(col, row int) string { return fmt.Sprintf("%c%d", draw.FirstColumn+col, row+1) }

// parseSquare reads "E3".
func parseSquare(word string) (col, row int, ok bool) {
	if len(word) != 2 {
		return 0, 0, false
	}
	col, row = int(word[0])-draw.FirstColumn, int(word[1])-'1'
	return col, row, col >= 0 && col < mostColumns && row >= 0 && row < gridRows
}

// cells are the middles of a square's inches, from its north-west corner row by row.
func cells(col, row int) []plane.Point {
	var out []plane.Point
	for y := gridStep/1000 - 1; y >= 0; y-- {
		for x := range gridStep / 1000 {
			out = append(out, plane.Point{X: plane.Inch(gridStep*col + 1000*x + 500), Y: plane.Inch(gridStep*row + 1000*y + 500)})
		}
	}
	return out
}

// squares are those in which the base could stand.
func squares(c *layout, m move) []bot.Option {
	var out []bot.Option
	for row := gridRows - 1; row >= 0; row-- {
		for col := range columns(c) {
			if len(out) == most || !near(c, m, col, row) {
				continue
			}
			for _, at := range cells(col, row) {
				if _, err := m.try(c.v, at); err == nil {
					out = append(out, bot.Option{Value: "@" + squareName(col, row), Label: c.v.Say("Square %s", squareName(col, row))})
					break
				}
			}
		}
	}
	return out
}

// near is a quick look whether the base could get into the square at all.
func near(c *layout, m move, col, row int) bool {
	if m.deploy {
		return true
	}
	p, _ := c.v.Piece(m.ref.Label)
	b, ok := p.Base(m.ref.N)
	if !ok {
		return false
	}
	at := plane.Point{X: clamp(b.X, col), Y: clamp(b.Y, row)}
	return plane.Dist(b.Point, at) <= c.v.Spd(p)
}

// clamp is the coordinate nearest to v within the grid's column or row.
func clamp(v plane.Inch, n int) plane.Inch {
	return max(plane.Inch(gridStep*n), min(v, plane.Inch(gridStep*(n+1))))
}

// inSquare offers the points of a square, its upper and its lower half.
func inSquare(c *layout, d draft, m move) {
	col, row, ok := parseSquare(d.Mark)
	if !ok {
		return
	}
	all := cells(col, row)
	for i, half := range [][]plane.Point{all[:len(all)/2], all[len(all)/2:]} {
		var options []bot.Option
		for _, at := range half {
			left, err := m.try(c.v, at)
			if err != nil {
				continue
			}
			o := bot.Option{Value: at.String(), Label: at.String()}
			if !m.deploy {
				o.Note = c.v.Say("%s\" left", left)
			}
			options = append(options, o)
		}
		c.Select(d, c.v.Say("A point in %s, %s half", d.Mark, c.v.Text([]game.Text{"upper", "lower"}[i])), options, 1, 1)
	}
}
