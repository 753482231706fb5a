package maps

import (
	"fmt"

	"downsync/game/plane"
)

// coverReach is the greatest distance to cover.
var coverReach = plane.In(8)

// fair returns what a board lacks to be worth playing, in addition to Check, or nil. Every generated board and every named one
// but the plain passes. Its rules:
//
//  1. The board is itself after a half turn, so neither side has the better half.
//  2. Lanes: in the western and in the eastern half a base of 80 mm can go from one zone to the other without crossing a
//     building or ground that slows it.
//  3. A building or concealing terrain lies within 6" of the middle, so that nobody sees across the board everywhere.
//  4. Cover, that is concealing terrain or a building, lies within 8" of each VIP and of the western, middle and eastern
//     third of each zone's front.
func fair(m Map) error {
	if !m.Symmetric() {
		return fmt.Errorf("the board is not itself after a half turn")
	}
	if west, east := m.lanes(); !west || !east {
		return fmt.Errorf("no free lane from zone to zone in the western and in the eastern half")
	}
	middle := plane.Point{X: Table.Max.X / 2, Y: Table.Max.Y / 2}
	if !m.coverNear(plane.Disc{At: middle, R: plane.In(6)}) {
		return fmt.Errorf("neither building nor concealing terrain within 6\" of the middle")
	}
	for side, vip := range VIPs {
		if !m.coverNear(plane.Disc{At: vip, R: coverReach}) {
			return fmt.Errorf("no cover within 8\" of the VIP of side %d", side+1)
		}
		for third := range 3 {
			x := plane.In(8 + 16*third)
			front := plane.Point{X: x, Y: zones[0].Max.Y}
			if side == 1 {
				front.Y = zones[1].Min.Y
			}
			if !m.coverNear(plane.Disc{At: front, R: coverReach}) {
				return fmt.Errorf("no cover within 8\" of %s, the front of side %d", front, side+1)
			}
		}
	}
	return nil
}

// lanes reports whether there is a lane in the western half and one in the eastern half.
func (m Map) lanes() (west, east bool) {
	free, middle := m.standing(plane.Kind.Slows), Edge/2
	for half, found := range []*bool{&west, &east} {
		part := Table
		if half == 0 {
			part.Max.X = middle
		} else {
			part.Min.X = middle
		}
		*found = free.Within(part).From(inZone(0)).Any(inZone(1))
	}
	return west, east
}

func inZone(side int) func(plane.Point) bool {
	return func(p plane.Point) bool { return zones[side].Holds(plane.Disc{At: p, R: large}) }
}

func (m Map) coverNear(d plane.Disc) bool {
	for _, a := range m.Areas {
		if a.Kind.Conceals() && a.Shape.Overlaps(d) {
			return true
		}
	}
	for _, b := range m.Buildings {
		if b.Shape.Overlaps(d) {
			return true
		}
	}
	return false
}
