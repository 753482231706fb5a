package jagged

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"downsync/game"
	"downsync/game/plane"
)

// Classes of terrain (J7.1).
const (
	Light      = "light"
	Heavy      = "heavy"
	Obscuring  = "obscuring"
	Impassable = "impassable"
)

// Piece is a piece of terrain (J7.1).
type Piece struct {
	Name  string        `json:"name"`
	Class string        `json:"class"`
	Climb plane.Inch    `json:"climb,omitempty"` // its height, if it can be climbed
	Shape plane.Polygon `json:"shape"`
}

// Board is a table with its terrain.
type Board struct {
	Slug   string  `json:"slug"`
	Name   string  `json:"name"`
	Pieces []Piece `json:"pieces"`
}

//go:embed boards.json
var boardsFile []byte

// Boards are the tables a battle may be fought on. All are ours.
var Boards = readBoards(boardsFile)

// OpenBoard is the slug of a table without terrain, for scripts.
const OpenBoard = "open"

func readBoards(raw []byte) []Board {
	var file []struct {
		Board
		Half  bool   `json:"half_turn"`
		Ours  bool   `json:"inferred"`
		About string `json:"about"`
		Rows  []struct {
			Piece
			Shape [][2]plane.Inch `json:"shape"`
		} `json:"pieces"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		panic("jagged: boards.json: " + err.Error()) // embedded
	}
	var out []Board
	for _, f := range file {
		b := Board{Slug: f.Slug, Name: f.Name}
		for _, r := range f.Rows {
			p := r.Piece
			p.Shape = nil
			for _, c := range r.Shape {
				p.Shape = append(p.Shape, plane.Point{X: c[0], Y: c[1]})
			}
			b.Pieces = append(b.Pieces, p)
		}
		out = append(out, b)
	}
	return out
}

// findBoard finds a board by its slug.
func findBoard(slug string) (Board, bool) {
	for _, b := range Boards {
		if b.Slug == slug {
			return b, true
		}
	}
	return Board{Slug: OpenBoard, Name: "Open"}, slug == OpenBoard
}

// env is what is worked out once from a board: what measuring needs of it.
type env struct {
	pieces []Piece
	sight  *plane.Ground   // what blocks sight
	solid  *plane.Ground   // what nobody enters
	around *plane.Ground   // the same, with room beyond the edge: for the way of a Rush, which may not end there
	roofs  *plane.Ground   // what can be climbed
	avoid  []*plane.Ground // solid, and everything that can be climbed: the first all of it, then all but one, in the order of roofs
	climbs []Piece         // in the order of roofs
	swept  []*plane.Ground // each piece alone, as ground that slows
}

var table = plane.Rect{Max: plane.Point{X: plane.In(Table), Y: plane.In(Table)}}

func newEnv(pieces []Piece) (*env, error) {
	e := &env{pieces: pieces}
	var err error
	ground := func(r plane.Rect, areas []plane.Area, solids []plane.Building) *plane.Ground {
		g, bad := plane.New(r, areas, solids)
		if bad != nil && err == nil {
			err = game.Errorf("the board: %s", bad)
		}
		return g
	}
	block := func(p Piece) plane.Building {
		return plane.Building{Shape: p.Shape, Height: max(p.Climb, plane.In(1)), Room: plane.MaxRoom}
	}
	var blind, solid, roofs []plane.Building
	for i, p := range pieces {
		switch p.Class {
		case Light, Heavy:
			if p.Climb > 0 {
				roofs, e.climbs = append(roofs, block(p)), append(e.climbs, p)
			}
		case Obscuring:
			blind, solid = append(blind, block(p)), append(solid, block(p))
		case Impassable:
			solid = append(solid, block(p))
		default:
			return nil, game.Errorf("the board: %s is %q: expected light, heavy, obscuring or impassable", p.Name, p.Class)
		}
		if p.Climb < 0 || p.Climb > plane.In(3) || p.Climb > 0 && p.Class != Light && p.Class != Heavy {
			return nil, game.Errorf("the board: terrain %d, %s: only light and heavy terrain is climbed, up to 3\"", i+1, p.Name)
		}
		e.swept = append(e.swept, ground(table, []plane.Area{{Kind: plane.Rough, Shape: p.Shape}}, nil))
	}
	wide := plane.Rect{Min: plane.Point{X: -plane.In(Table), Y: -plane.In(Table)}, Max: plane.Point{X: plane.In(2 * Table), Y: plane.In(2 * Table)}}
	e.sight, e.solid, e.around, e.roofs = ground(table, nil, blind), ground(table, nil, solid), ground(wide, nil, solid), ground(table, nil, roofs)
	if len(roofs) > 0 {
		for i := -1; i < len(roofs); i++ {
			walls := append([]plane.Building{}, solid...)
			for j, r := range roofs {
				if j != i {
					walls = append(walls, r)
				}
			}
			e.avoid = append(e.avoid, ground(table, nil, walls))
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%w", err)
	}
	return e, nil
}

// crosses tells whether a segment runs through a piece.
func (e *env) crosses(i int, a, b plane.Point) bool {
	return e.sweeps(i, plane.Thou, plane.Path{a, b})
}

// sweeps tells whether a base of that radius overlaps a piece anywhere on its way.
func (e *env) sweeps(i int, r plane.Inch, p plane.Path) bool {
	return e.swept[i].Check(plane.Mover{R: r, Slow: plane.Thou, Allowance: plane.MaxInch}, p).Slowed > 0
}

// roof is the number from 1 of what a base stands on top of, 0 on the ground.
func (e *env) roof(d plane.Disc) int {
	if len(e.climbs) == 0 {
		return 0
	}
	return e.roofs.Body(d, true).In
}

// level is the height at which a base stands (J7.3).
func (e *env) level(d plane.Disc) plane.Inch {
	if i := e.roof(d); i > 0 {
		return e.climbs[i-1].Climb
	}
	return 0
}
