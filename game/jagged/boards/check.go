package boards

import (
	"fmt"
	"slices"
	"strings"

	"downsync/game/plane"
	"downsync/game/terrain"
)

// These are the limits of a board.
const (
	maxName              = 40  // characters of slug and names
	maxAbout             = 200 // characters
	minPieces, maxPieces = 6, 10
	maxClimb             = 3 * 1000 // thousandths of an inch (J7.1)

	// The share of the table covered by terrain, in thousandths.
	minShare, maxShare = 50, 160

	// models is the number of bases of the largest size for which a Zone has room: a Force at the start of a battle (J3.3).
	models = 8
)

// check returns the reason that a board cannot be used, naming the piece, or nil. The rules of a board:
//
//  1. It has a slug and names, and its texts are short.
//  2. It has 6 to 10 pieces (J1.2). Each is of a known class and a sound outline on the table, and no two overlap. Only Light and
//     Heavy pieces may be climbed, up to 3" (J7.1, JQ15).
//  3. A half turn about its middle maps it onto itself, so neither side has the better half.
//  4. The default places of the Objectives are legal ones (JQ7).
//  5. Terrain covers 5 to 16 hundredths of the table, and part of every quarter of it.
//  6. Each Zone, also that of a single battle, has room for Models bases of 60 mm side by side. From there they can go to each
//     Objective and to the other Zone without entering shut terrain and without climbing. A way counts if it is 3" wide:
//     narrower ones may be overlooked.
//  7. Cover or a piece that blocks sight is within 8" of the inner corner of each Zone, and on the line between the two, so that
//     there is no open view from Zone to Zone along the diagonal.
func check(b Board) error {
	for _, check := range []func(Board) error{checkTexts, checkPieces, checkObjectives, checkShare, checkWays, checkFronts} {
		if err := check(b); err != nil {
			return err
		}
	}
	return nil
}

func checkTexts(b Board) error {
	switch {
	case b.Slug == "" || len(b.Slug) > maxName || strings.Trim(b.Slug, "abcdefghijklmnopqrstuvwxyz0123456789-") != "":
		return fmt.Errorf("slug %q: expected 1 to %d lower-case letters, digits and dashes", b.Slug, maxName)
	case b.Name == "" || len([]rune(b.Name)) > maxName:
		return fmt.Errorf("name %q: expected 1 to %d characters", b.Name, maxName)
	case len([]rune(b.About)) > maxAbout:
		return fmt.Errorf("about: %d characters: expected at most %d", len([]rune(b.About)), maxAbout)
	}
	return nil
}

func checkPieces(b Board) error {
	if n := len(b.Pieces); n < minPieces || n > maxPieces {
		return fmt.Errorf("%d pieces of terrain: expected %d to %d (J1.2)", n, minPieces, maxPieces)
	}
	for i, p := range b.Pieces {
		if err := p.check(); err != nil {
			return fmt.Errorf("piece %d (%s): %w", i+1, p.Name, err)
		}
		for j, o := range b.Pieces[:i] {
			if p.Shape.Overlap(o.Shape) {
				return fmt.Errorf("piece %d (%s) overlaps piece %d (%s)", i+1, p.Name, j+1, o.Name)
			}
		}
	}
	if !b.symmetric() {
		return fmt.Errorf("the board is not itself after a half turn")
	}
	return nil
}

func (p Piece) check() error {
	switch {
	case p.Name == "" || len([]rune(p.Name)) > maxName:
		return fmt.Errorf("name %q: expected 1 to %d characters", string(p.Name), maxName)
	case !slices.Contains(Classes, p.Class):
		return fmt.Errorf("unknown class %q: expected one of %v", p.Class, Classes)
	case p.Climb < 0 || p.Climb > maxClimb:
		return fmt.Errorf("climb %v: expected up to 3 inches (J7.1)", p.Climb)
	case p.Climb > 0 && p.Class.Shut():
		return fmt.Errorf("climb %v: nobody enters %s terrain (J7.2)", p.Climb, p.Class)
	}
	return p.Shape.Sound(terrain.Table)
}

func checkObjectives(b Board) error {
	for i, at := range Objectives {
		if p, ok := b.Under(at); ok {
			return fmt.Errorf("Objective %d at %v would touch the %s (JQ7)", i+1, at, p.Name)
		}
	}
	return nil
}

// checkShare checks how much terrain there is, and where.
func checkShare(b Board) error {
	if n := share(b); n < minShare || n > maxShare {
		return fmt.Errorf("terrain lies under %d thousandths of the table: expected %d to %d", n, minShare, maxShare)
	}
	half := terrain.Table.Max.X / 2
	for i, name := range []string{"south-west", "south-east", "north-west", "north-east"} {
		at := plane.Point{X: half * plane.Inch(i%2), Y: half * plane.Inch(i/2)}
		quarter := plane.Polygon{at, {X: at.X + half, Y: at.Y}, {X: at.X + half, Y: at.Y + half}, {X: at.X, Y: at.Y + half}}
		if !slices.ContainsFunc(b.Pieces, func(p Piece) bool { return p.Shape.Overlap(quarter) }) {
			return fmt.Errorf("the %s quarter of the table has no terrain", name)
		}
	}
	return nil
}

// share returns the share of the table covered by terrain, in thousandths.
func share(b Board) int {
	var sheet terrain.Sheet
	for _, p := range b.Pieces {
		sheet.Stain(p.Shape, 1)
	}
	return sheet.Share(func(f byte) bool { return f != 0 })
}

// large is the radius of the largest bases (JQ1).
var large = plane.Radius(60)

func checkWays(b Board) error {
	var off []plane.Polygon
	for _, p := range b.Pieces {
		if p.Class.Shut() || p.Climb > 0 {
			off = append(off, p.Shape)
		}
	}
	near := func(objective plane.Point) func(plane.Point) bool {
		return func(at plane.Point) bool {
			return plane.Within(plane.Disc{At: at, R: large}, plane.Disc{At: objective, R: Marker}, plane.In(1))
		}
	}
	free := terrain.Standing(large, off).From(near(Objectives[0]))
	for i, at := range Objectives {
		if !free.Any(near(at)) {
			return fmt.Errorf("no base of 60 mm can go from the middle to Objective %d at %v: expected a free way 3\" wide", i+1, at)
		}
	}
	for i, zone := range Zones(Corner) {
		if n := len(free.Pack(zone)); n < models {
			return fmt.Errorf("the Zone of seat %d has room for %d bases of 60 mm that can go to the Objectives: expected %d", i+1, n, models)
		}
	}
	return nil
}

// front is the greatest distance of cover from the inner corner of a Zone.
const front plane.Inch = 8 * 1000

func checkFronts(b Board) error {
	zones := Zones(Corner)
	hides := func(is func(plane.Polygon) bool) bool {
		return slices.ContainsFunc(b.Pieces, func(p Piece) bool { return p.Class != Impassable && is(p.Shape) })
	}
	for i, at := range []plane.Point{zones[0].Max, zones[1].Min} {
		if !hides(func(s plane.Polygon) bool { return s.Overlaps(plane.Disc{At: at, R: front}) }) {
			return fmt.Errorf("no cover within 8\" of %v, the inner corner of the Zone of seat %d", at, i+1)
		}
	}
	if !hides(func(s plane.Polygon) bool { return s.Crosses(zones[0].Max, zones[1].Min) }) {
		return fmt.Errorf("nothing lies on the line from Zone to Zone, from %v to %v", zones[0].Max, zones[1].Min)
	}
	return nil
}
