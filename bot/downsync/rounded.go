package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/plane"
)

// Lengths and places are said to a tenth of an inch: a table and a thumb are no more exact. What is exact stands in orders,
// which are played and typed as they are, and where it is asked for: /measure says its figures as text.

// Say is a text with its arguments, lengths and places rounded.
func (v reading) Say(format game.Text, args ...any) string {
	return v.Language.Say(format, rounded(args)...)
}

// Say is a text with its arguments, lengths and places rounded.
func (w teller) Say(format game.Text, args ...any) string {
	return w.Language.Say(format, rounded(args)...)
}

func rounded(args []any) []any {
	out := slices.Clone(args)
	for i, arg := range out {
		switch x := arg.(type) {
		case plane.Inch:
			out[i] = tenths(x)
		case plane.Point:
			out[i] = tenthsAt(x)
		}
	}
	return out
}

// tenthsAt is the place to a tenth of an inch.
func tenthsAt(p plane.Point) plane.Point { return plane.Point{X: tenths(p.X), Y: tenths(p.Y)} }
