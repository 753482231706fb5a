package maps

import (
	"fmt"
	"slices"
	"strings"

	"downsync/game/plane"
	"downsync/game/terrain"
)

// Limits of a board's texts and buildings.
const (
	maxName  = 40  // characters of slug, name and author
	maxAbout = 200 // characters

	maxWidth plane.Inch = 3500 // of a building's shorter side (R11.7)
	maxDepth plane.Inch = 5000 // of its longer side
)

// The room that the deployment zones must have.
const (
	zoneBases  = 11 // the Pings of a Standard game (R4.3)
	thirdBases = 3  // in each third of the zone, so that no flank is walled off
)

// check returns why the board is not playable, naming the piece, or nil. The rules of a board:
//
//  1. Slug and name are given, texts are short, size and density are known words, and the density is the measured one.
//  2. plane.New accepts it: the pieces are not too many, every outline is sound and on the table, buildings
//     do not overlap (Q94; they may share a wall), are 1" to 6" high and hold 0 to 99 bases; area terrain is of a known kind.
//  3. A building is at most 3.5" by 5" (R11.7).
//  4. No building is on a VIP.
//  5. A base of 80 mm can go from each deployment zone to each VIP, where it is within 1" of it (R25.4), without
//     crossing a building (Q35). A passage counts if it is 3.7" wide: narrower ones may be overlooked.
//  6. Each zone has room for zoneBases such bases side by side, thirdBases of them in each third of its width, that
//     can all go the same way.
func check(m Map) error {
	if err := m.checkTexts(); err != nil {
		return err
	}
	if _, err := m.Ground(); err != nil {
		return err
	}
	if err := m.checkPieces(); err != nil {
		return err
	}
	if want := m.Cover().Density(); m.Density != want {
		return fmt.Errorf("density %q: expected %s, as measured: %s", m.Density, want, m.Cover())
	}
	return m.checkWays()
}

func (m Map) checkTexts() error {
	switch {
	case m.Slug == "" || len(m.Slug) > maxName || strings.Trim(m.Slug, "abcdefghijklmnopqrstuvwxyz0123456789-") != "":
		return fmt.Errorf("slug %q: expected 1 to %d lower-case letters, digits and dashes", m.Slug, maxName)
	case m.Name == "" || len([]rune(m.Name)) > maxName:
		return fmt.Errorf("name %q: expected 1 to %d characters", m.Name, maxName)
	case len([]rune(m.Author)) > maxName:
		return fmt.Errorf("author %q: expected at most %d characters", m.Author, maxName)
	case len([]rune(m.About)) > maxAbout:
		return fmt.Errorf("about: %d characters: expected at most %d", len([]rune(m.About)), maxAbout)
	case !slices.Contains([]Size{small, standard, anySize}, m.Size):
		return fmt.Errorf("size %q: expected small, standard or any", m.Size)
	}
	return nil
}

func (m Map) checkPieces() error {
	for i, b := range m.Buildings {
		const slack = 5 // thousandths: corners of a slanting building are rounded
		name := named("building", i, b.Shape)
		if w, d := measure(b.Shape); w > maxWidth+slack || d > maxDepth+slack {
			return fmt.Errorf("%s is %s\" by %s\": expected at most 3.5\" by 5\" (R11.7); split it into sections", name, w, d)
		}
		for side, vip := range VIPs {
			if b.Shape.Contains(vip) {
				return fmt.Errorf("%s stands on the VIP of side %d at %s", name, side+1, vip)
			}
		}
	}
	return nil
}

// named returns the name of a piece of the board in errors.
func named(what string, i int, shape plane.Polygon) string {
	return fmt.Sprintf("%s %d (from %s)", what, i+1, shape[0])
}

func (m Map) checkWays() error {
	free := m.standing(nil).From(nearVIP(VIPs[0]))
	if !free.Any(nearVIP(VIPs[0])) {
		return fmt.Errorf("no base of 80 mm can stand within 1\" of the VIP of side 1 at %s", VIPs[0])
	}
	if !free.Any(nearVIP(VIPs[1])) {
		return fmt.Errorf("no base of 80 mm can go from the VIP at %s to the one at %s: expected a free way 3.7\" wide between the buildings", VIPs[0], VIPs[1])
	}
	for i, zone := range zones {
		bases := free.Pack(zone)
		if len(bases) < zoneBases {
			return fmt.Errorf("the deployment zone of side %d has room for %d bases of 80 mm that can go to the VIPs: expected %d", i+1, len(bases), zoneBases)
		}
		thirds := [3]int{}
		for _, p := range bases {
			thirds[min(2, p.X*3/Table.Max.X)]++
		}
		for t, name := range []string{"west", "middle", "east"} {
			if thirds[t] < thirdBases {
				return fmt.Errorf("the %s third of the deployment zone of side %d has room for %d bases of 80 mm that can go to the VIPs: expected %d",
					name, i+1, thirds[t], thirdBases)
			}
		}
	}
	return nil
}

var large = plane.Radius(80)

// standing marks where a large base can be on the table, off every building, and off the area terrain that avoid names, if any.
func (m Map) standing(avoid func(plane.Kind) bool) *terrain.Ways {
	var shapes []plane.Polygon
	for _, b := range m.Buildings {
		shapes = append(shapes, b.Shape)
	}
	for _, a := range m.Areas {
		if avoid != nil && avoid(a.Kind) {
			shapes = append(shapes, a.Shape)
		}
	}
	return terrain.Standing(large, shapes)
}

// nearVIP returns a function that reports whether a large base at the point is within 1" of the VIP (R25.4).
func nearVIP(vip plane.Point) func(plane.Point) bool {
	return func(p plane.Point) bool {
		return plane.Within(plane.Disc{At: p, R: large}, plane.Disc{At: vip}, plane.In(1))
	}
}
