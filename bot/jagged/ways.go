package jagged

import (
	"slices"
	"strings"

	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/jagged"
	"downsync/game/jagged/advice"
	"downsync/game/plane"
)

// This file words the purposes of moves, and offers squares and points without typing.

// purpose is a purpose of moves, with the words of buttons for all models and for one. In drafts its mark names it.
type purpose struct {
	mark        advice.Purpose
	said, alone game.Text
}

// purposes lists the purposes in order.
var purposes = []purpose{{advice.Advance, "To the Objectives", "To an Objective"}, {advice.AtEnemy, "At the enemy", "At the enemy"}, {advice.IntoCover, "Into Cover", "Into Cover"}, {advice.FallBack, "Out of sight", "Out of sight"}}

// The squares of the board are 6" wide, with letters from C from the west and numbers from the south, as in pictures. In a draft a
// square is a mark.

const (
	squareEdge  = plane.SquareEdge
	squareRows  = rules.Table * 1000 / squareEdge
	firstColumn = plane.FirstColumn
)

func squareName(col, row int) string { return string(rune(firstColumn+col)) + string(rune('1'+row)) }

// squareAt returns the name of the square that contains a place.
func squareAt(at plane.Point) string {
	cell := func(l plane.Inch) int { return min(int(l)/squareEdge, squareRows-1) }
	return squareName(cell(at.X), cell(at.Y))
}

func parseSquare(word string) (col, row int, ok bool) {
	if len(word) != 2 {
		return 0, 0, false
	}
	col, row = int(word[0])-firstColumn, int(word[1])-'1'
	return col, row, col >= 0 && col < squareRows && row >= 0 && row < squareRows
}

// lattice returns the points of a square that are offered, row by row from its north-west corner: as many as a select holds.
func lattice(col, row int) []plane.Point {
	const n = menuEdge
	var out []plane.Point
	gap := plane.Inch(squareEdge / n)
	for y := n - 1; y >= 0; y-- {
		for x := range n {
			out = append(out, plane.Point{X: plane.Inch(squareEdge*col) + gap*plane.Inch(x) + gap/2, Y: plane.Inch(squareEdge*row) + gap*plane.Inch(y) + gap/2})
		}
	}
	return out
}

// squares offers the squares with a legal point.
func (v reading) squares(fits func(plane.Point) bool) []wire.Option {
	var out []wire.Option
	for row := squareRows - 1; row >= 0; row-- {
		for col := range squareRows {
			if slices.ContainsFunc(lattice(col, row), fits) {
				name := squareName(col, row)
				out = append(out, wire.Option{Value: "@" + name, Label: v.Say("Square %s", name)})
			}
		}
	}
	return out
}

// columns offers the columns of squares.
func columns(v reading, squares []wire.Option) (out []wire.Option) {
	for _, o := range squares {
		name := o.Value[:2] // "@" and a letter
		if !slices.ContainsFunc(out, func(x wire.Option) bool { return x.Value == name }) {
			out = append(out, wire.Option{Value: name, Label: v.Say("Column %s", name[1:])})
		}
	}
	slices.SortFunc(out, func(a, b wire.Option) int { return strings.Compare(a.Value, b.Value) })
	return out
}

// points offers legal points of a square, each with what matters about it.
func points(square string, fits func(plane.Point) bool, note func(plane.Point) string) []wire.Option {
	col, row, ok := parseSquare(square)
	if !ok {
		return nil
	}
	var out []wire.Option
	for _, at := range lattice(col, row) {
		if fits(at) {
			out = append(out, wire.Option{Value: at.String(), Label: at.String(), Note: wire.Clip(note(at), maxOption)})
		}
	}
	return out
}

// where describes a model's situation at a place: its Cover from the nearest enemy and the distance, and whether an Objective is
// held.
func (v reading) where(l rules.Label, to plane.Point) string {
	m, ok := v.Model(l)
	if !ok {
		return ""
	}
	m.At = &to
	near, _ := advice.Enemies(v.View, m)
	at := v.Standing(l, to)
	said := ""
	if near != "" {
		a, _ := at.Aim(near, l, "", rules.Aid{})
		e, _ := v.Model(near)
		said = v.Say("then %s\" from %s", rounded(plane.Gap(plane.Disc{At: to, R: m.Radius}, plane.Disc{At: *e.At, R: e.Radius})), v.short(near))
		switch {
		case !at.Sees(near, l):
			said += ", " + v.Text("out of its sight")
		case a.Cover != "":
			said += ", " + v.Text(covers[a.Cover])
		}
	}
	for i, o := range v.Objectives {
		if advice.AtMarker(m, to, o.At) {
			said += ", " + v.Say("at Objective %d", i+1)
		}
	}
	return said
}
