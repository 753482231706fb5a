package maps

import (
	"fmt"
	"unicode/utf8"

	"downsync/game/plane"
	"downsync/game/terrain"
)

// MaxBytes limits a board's file.
const MaxBytes = 256 << 10

// kinds lists the kinds of area terrain that a board may have (R10.1). High Grass belongs to edition 4.2 (V7): boards with it
// are for matches by that edition.
var kinds = []plane.Kind{plane.Forest, plane.Urban, plane.Rough, plane.Grass}

// reader reads the pieces of a board.
type reader struct{ *terrain.Reader }

// Parse reads a board from its file, strictly: an unknown field, one given twice or a value of the wrong sort is an error that
// says file, line, field and what was expected. The name of the file is for errors only. Defaults: the author is unknown, the
// size any, the density measured, the room of a building by its size. Check says whether the board is playable.
//
// Roads and names have no rules and no twins.
//
// With "half_turn": true the file gives one piece of each pair, and the twin stands opposite, turned by half about the
// middle of the table.
func Parse(file string, raw []byte) (Map, error) {
	if len(raw) > MaxBytes {
		return Map{}, fmt.Errorf("%s: %d bytes: expected at most %d", file, len(raw), MaxBytes)
	}
	r := reader{terrain.NewReader(file, raw)}
	m := Map{Author: "unknown", Size: anySize}
	half := false
	err := r.Object("", map[string]func(string) error{
		"slug": r.Text(&m.Slug), "name": r.Text(&m.Name), "author": r.Text(&m.Author), "about": r.Text((*string)(&m.About)),
		"size": terrain.Word(r.Reader, &m.Size, small, standard, anySize), "density": terrain.Word(r.Reader, &m.Density, densities...), "half_turn": r.Yes(&half),
		"areas": func(field string) error {
			return r.Array(field, plane.MaxAreas, func(field string) error {
				a, err := r.area(field)
				m.Areas = append(m.Areas, a)
				return err
			})
		},
		"buildings": func(field string) error {
			return r.Array(field, plane.MaxBuildings, func(field string) error {
				b, err := r.building(field)
				m.Buildings = append(m.Buildings, b)
				return err
			})
		},
		"roads": func(field string) error {
			return r.Array(field, maxRoads, func(field string) error {
				x, err := r.road(field)
				m.Roads = append(m.Roads, x)
				return err
			})
		},
		"names": func(field string) error {
			return r.Array(field, maxNames, func(field string) error {
				n, err := r.name(field)
				m.Names = append(m.Names, n)
				return err
			})
		},
	}, "slug", "name")
	if err == nil {
		err = r.End()
	}
	if err != nil {
		return Map{}, err
	}
	if half {
		m = m.doubled()
	}
	if m.Density == "" {
		m.Density = m.Cover().Density()
	}
	return m, nil
}

func (r reader) area(field string) (plane.Area, error) {
	var a plane.Area
	err := r.Object(field, map[string]func(string) error{"kind": terrain.Word(r.Reader, &a.Kind, kinds...), "shape": r.Shape(&a.Shape)}, "kind", "shape")
	return a, err
}

func (r reader) building(field string) (plane.Building, error) {
	b := plane.Building{Room: -1}
	err := r.Object(field, map[string]func(string) error{"height": r.Inch(&b.Height), "room": r.Count(&b.Room), "shape": r.Shape(&b.Shape)},
		"height", "shape")
	if err == nil && b.Room == -1 {
		b.Room = Room(b.Shape)
	}
	return b, err
}

// Limits of the parts without rules: roads, names, and characters of a name.
const maxRoads, maxNames, nameLong = 20, 12, 24

func (r reader) road(field string) (x Road, err error) {
	err = r.Object(field, map[string]func(string) error{"wide": r.Inch(&x.Wide), "line": r.Line(&x.Line, 2)}, "wide", "line")
	if err == nil && (x.Wide <= 0 || x.Wide > plane.In(6)) {
		err = r.Fault(field+".wide", "%s: expected up to 6", x.Wide)
	}
	return x, err
}

func (r reader) name(field string) (n Name, err error) {
	err = r.Object(field, map[string]func(string) error{"name": r.Text(&n.Text), "at": func(field string) (err error) {
		n.At, err = r.Point(field)
		return err
	}}, "name", "at")
	if long := utf8.RuneCountInString(n.Text); err == nil && (long == 0 || long > nameLong) {
		err = r.Fault(field+".name", "%d characters: expected 1 to %d", long, nameLong)
	}
	return n, err
}
