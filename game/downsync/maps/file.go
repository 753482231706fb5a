package maps

import (
	"fmt"
	"unicode/utf8"

	"downsync/game/plane"
)

// MaxBytes bounds a board's file.
const MaxBytes = 256 << 10

// Kinds are the kinds of area terrain that a board may have (R10.1). High Grass is of edition 4.2 (V7): boards with it are
// for matches by that edition.
var Kinds = []plane.Kind{plane.Forest, plane.Urban, plane.Rough, plane.Grass}

// Parse reads a board from its file, strictly: an unknown field, one given twice or a value of the wrong sort is an
// error that says file, line, field and what was expected. The name of the file is for errors only. What is left out:
// the author is unknown, the size any, the density measured, the room of a building by its size. Whether one can fight
// on the board is Check's question.
//
// Roads and names have no rules and no twins.
//
// With "half_turn": true the file gives one piece of each pair, and the twin stands opposite, turned by half about the
// middle of the table.
func Parse(file string, raw []byte) (Map, error) {
	if len(raw) > MaxBytes {
		return Map{}, fmt.Errorf("%s: %d bytes: expected at most %d", file, len(raw), MaxBytes)
	}
	r := newReader(file, raw)
	m := Map{Author: "unknown", Size: Any}
	half := false
	err := r.object("", map[string]func(string) error{
		"slug": r.text(&m.Slug), "name": r.text(&m.Name), "author": r.text(&m.Author), "about": r.text((*string)(&m.About)),
		"size": word(r, &m.Size, Small, Standard, Any), "density": word(r, &m.Density, Densities...), "half_turn": r.yes(&half),
		"areas": func(field string) error {
			return r.array(field, plane.MaxAreas, func(field string) error {
				a, err := r.area(field)
				m.Areas = append(m.Areas, a)
				return err
			})
		},
		"buildings": func(field string) error {
			return r.array(field, plane.MaxBuildings, func(field string) error {
				b, err := r.building(field)
				m.Buildings = append(m.Buildings, b)
				return err
			})
		},
		"roads": func(field string) error {
			return r.array(field, maxRoads, func(field string) error {
				x, err := r.road(field)
				m.Roads = append(m.Roads, x)
				return err
			})
		},
		"names": func(field string) error {
			return r.array(field, maxNames, func(field string) error {
				n, err := r.name(field)
				m.Names = append(m.Names, n)
				return err
			})
		},
	}, "slug", "name")
	if err == nil {
		err = r.end()
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

func (r *reader) area(field string) (plane.Area, error) {
	var a plane.Area
	err := r.object(field, map[string]func(string) error{"kind": word(r, &a.Kind, Kinds...), "shape": r.shape(&a.Shape)}, "kind", "shape")
	return a, err
}

func (r *reader) building(field string) (plane.Building, error) {
	b := plane.Building{Room: -1}
	err := r.object(field, map[string]func(string) error{"height": r.inch(&b.Height), "room": r.count(&b.Room), "shape": r.shape(&b.Shape)},
		"height", "shape")
	if err == nil && b.Room == -1 {
		b.Room = Room(b.Shape)
	}
	return b, err
}

// Bounds of what is for the eye alone: roads, names, and characters of a name.
const maxRoads, maxNames, nameLong = 20, 12, 24

func (r *reader) road(field string) (x Road, err error) {
	err = r.object(field, map[string]func(string) error{"wide": r.inch(&x.Wide), "line": r.line(&x.Line, 2)}, "wide", "line")
	if err == nil && (x.Wide <= 0 || x.Wide > plane.In(6)) {
		err = r.fault(field+".wide", "%s: expected up to 6", x.Wide)
	}
	return x, err
}

func (r *reader) name(field string) (n Name, err error) {
	err = r.object(field, map[string]func(string) error{"name": r.text(&n.Text), "at": func(field string) (err error) {
		n.At, err = r.point(field)
		return err
	}}, "name", "at")
	if long := utf8.RuneCountInString(n.Text); err == nil && (long == 0 || long > nameLong) {
		err = r.fault(field+".name", "%d characters: expected 1 to %d", long, nameLong)
	}
	return n, err
}

func (r *reader) shape(into *plane.Polygon) func(string) error { return r.line(into, 3) }

// line reads points, so many at least.
func (r *reader) line(into *plane.Polygon, least int) func(string) error {
	return func(field string) error {
		err := r.array(field, plane.MaxCorners, func(field string) error {
			p, err := r.point(field)
			*into = append(*into, p)
			return err
		})
		if err == nil && len(*into) < least {
			err = r.fault(field, "%d corners: expected at least %d", len(*into), least)
		}
		return err
	}
}
