package terrain

import (
	"downsync/game/language"
	"downsync/game/order"
	"downsync/game/plane"
)

// Points is the kind of places on the table in orders.
var Points = language.Word("point", "a point like 12.5,30", ", like 12.5,30", func(word string) (string, error) {
	at, err := plane.ParsePoint(word)
	return at.String(), err
})

// PointsIn returns the places that the order names in the slot.
func PointsIn(p order.Partial, slot string) []plane.Point {
	var out []plane.Point
	for _, w := range p.Values(slot) {
		at, _ := plane.ParsePoint(w) // their kind has already read them
		out = append(out, at)
	}
	return out
}
