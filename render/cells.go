package render

import "slices"

// Plain, Bold and Faint are texts of a sheet.
func Plain(s string) Cell { return Cell{Text: s} }
func Bold(s string) Cell  { return Cell{Text: s, Bold: true} }
func Faint(s string) Cell { return Cell{Text: s, Faint: true} }

// Row is a line of those cells.
func Row(cells ...Cell) Line { return Line{Cells: cells} }

// Rolled is the cells of a roll: all faces, of which those that are not kept are dropped.
func Rolled(faces, kept []int) (out []Cell) {
	kept = slices.Clone(kept)
	for _, face := range faces {
		at := slices.Index(kept, face)
		if at >= 0 {
			kept = slices.Delete(kept, at, at+1)
		}
		out = append(out, Cell{Die: &Die{Face: face, Dropped: at < 0}})
	}
	return out
}

// Newest is a sheet of the lines that the last facts give. It takes no further fact once it has that many lines.
func Newest[Fact any](t Theme, facts []Fact, most int, lines func(Fact) []Line) Sheet {
	s := Sheet{Theme: t}
	for _, f := range slices.Backward(facts) {
		if len(s.Lines) >= most {
			break
		}
		s.Lines = append(s.Lines, lines(f)...)
	}
	slices.Reverse(s.Lines)
	return s
}
