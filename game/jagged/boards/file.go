package boards

import (
	"fmt"

	"downsync/game/plane"
	"downsync/game/terrain"
)

// maxBytes bounds a board's file.
const maxBytes = 64 << 10

// parse reads a board from its file, strictly: an unknown field, a repeated field or a value of the wrong type is an error that
// names the file, the line, the field and what was expected. The name of the file is for errors only. Check decides whether the
// board can be used.
//
// With "half_turn": true the file has one piece of each pair; its twin is on the opposite side, turned by half about the middle of
// the table.
func parse(file string, raw []byte) (Board, error) {
	if len(raw) > maxBytes {
		return Board{}, fmt.Errorf("%s: %d bytes: expected at most %d", file, len(raw), maxBytes)
	}
	r := terrain.NewReader(file, raw)
	b, half := Board{}, false
	err := r.Object("", map[string]func(string) error{
		"slug": r.Text(&b.Slug), "name": r.Text(&b.Name), "about": r.Text((*string)(&b.About)), "half_turn": r.Yes(&half),
		"pieces": func(field string) error {
			return r.Array(field, maxPieces, func(field string) error {
				p := Piece{}
				err := r.Object(field, map[string]func(string) error{"name": r.Text((*string)(&p.Name)),
					"class": terrain.Word(r, &p.Class, Classes...), "climb": r.Inch(&p.Climb), "shape": r.Shape(&p.Shape)},
					"name", "class", "shape")
				b.Pieces = append(b.Pieces, p)
				return err
			})
		},
	}, "slug", "name", "pieces")
	if err == nil {
		err = r.End()
	}
	if err != nil {
		return Board{}, err
	}
	if half {
		b = b.doubled()
	}
	return b, nil
}

// doubled adds to every piece its twin after a half turn, except to pieces that are their own twins.
func (b Board) doubled() Board {
	var pieces []Piece
	for _, p := range b.Pieces {
		pieces = append(pieces, p)
		if twin, ok := terrain.Twin(p.Shape); ok {
			p.Shape = twin
			pieces = append(pieces, p)
		}
	}
	b.Pieces = pieces
	return b
}

// symmetric reports whether a half turn about its middle maps the board exactly onto itself.
func (b Board) symmetric() bool {
	like := map[string][]plane.Polygon{}
	for _, p := range b.Pieces {
		kind := fmt.Sprintf("%s %s %s", p.Class, p.Climb, p.Name)
		like[kind] = append(like[kind], p.Shape)
	}
	for _, shapes := range like {
		if !terrain.Symmetric(shapes) {
			return false
		}
	}
	return true
}
