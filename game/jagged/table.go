package jagged

import (
	"downsync/game"
	"downsync/game/jagged/boards"
	"downsync/game/plane"
	"downsync/game/terrain"
)

// Piece is a piece of terrain as stored with a battle (J7.1).
type Piece struct {
	Name  game.Text     `json:"name"`
	Class boards.Class  `json:"class"`
	Climb plane.Inch    `json:"climb,omitempty"` // its height, if it can be climbed
	Shape plane.Polygon `json:"shape"`
}

// piecesOf returns the terrain of a board.
func piecesOf(b boards.Board) []Piece {
	out := []Piece{}
	for _, p := range b.Pieces {
		out = append(out, Piece(p))
	}
	return out
}

// boardSlugs returns the boards that chance chooses from, by name (J4.2).
func boardSlugs() []string {
	var out []string
	for _, b := range boards.All() {
		out = append(out, b.Slug)
	}
	return out
}

// env holds what is computed once from a board for measuring.
type env struct {
	board boards.Board
	sight *plane.Ground // terrain that blocks sight
	solid *plane.Ground // terrain that no model enters, and terrain that can be climbed
	rush  *plane.Ground // terrain that blocks a Rush, with room beyond the edge: it may not end there
	heavy *plane.Ground // Heavy Terrain, which slows a Rush
}

func newEnv(pieces []Piece) (*env, error) {
	e := &env{}
	var blind, walls, climbed []plane.Building
	var heavy []plane.Area
	for i, p := range pieces {
		e.board.Pieces = append(e.board.Pieces, boards.Piece(p))
		wall := plane.Building{Shape: p.Shape, Height: plane.In(1)}
		switch p.Class {
		case boards.Light:
		case boards.Heavy:
			heavy = append(heavy, plane.Area{Kind: plane.Rough, Shape: p.Shape})
		case boards.Obscuring:
			blind, walls = append(blind, wall), append(walls, wall)
		case boards.Impassable:
			walls = append(walls, wall)
		default:
			return nil, game.Errorf("the board: %s is %q: expected light, heavy, obscuring or impassable", string(p.Name), string(p.Class))
		}
		if p.Climb < 0 || p.Climb > plane.In(3) || p.Climb > 0 && p.Class.Shut() {
			return nil, game.Errorf("the board: terrain %d, %s: only light and heavy terrain is climbed, up to 3\"", i+1, string(p.Name))
		}
		if p.Climb > 0 {
			climbed = append(climbed, plane.Building{Shape: p.Shape, Height: p.Climb})
		}
	}
	wide := plane.Rect{Min: plane.Point{X: -terrain.Table.Max.X, Y: -terrain.Table.Max.Y}, Max: plane.Point{X: 2 * terrain.Table.Max.X, Y: 2 * terrain.Table.Max.Y}}
	var err error
	ground := func(r plane.Rect, areas []plane.Area, solids []plane.Building) *plane.Ground {
		g, bad := plane.New(r, areas, solids)
		if bad != nil && err == nil {
			err = game.Errorf("the board: %s", bad)
		}
		return g
	}
	e.sight, e.rush, e.heavy = ground(terrain.Table, nil, blind), ground(wide, nil, walls), ground(terrain.Table, heavy, nil)
	if e.solid = ground(terrain.Table, nil, append(walls[:len(walls):len(walls)], climbed...)); err != nil {
		return nil, err
	}
	e.solid.Climb = make([]bool, len(walls)+len(climbed))
	for i := range climbed {
		e.solid.Climb[len(walls)+i] = true
	}
	for _, p := range pieces { // no other ground has the outlines of light terrain
		if p.Class == boards.Light {
			ground(terrain.Table, []plane.Area{{Kind: plane.Rough, Shape: p.Shape}}, nil)
		}
	}
	return e, err
}

// level returns the height of a base (J7.3).
func (e *env) level(d plane.Disc) plane.Inch {
	if i := e.solid.Body(d, true).In; i > 0 {
		return e.solid.Buildings[i-1].Height // no base is inside a wall
	}
	return 0
}

// atFoot reports whether a base touches the piece that the other base is on top of, to a thousandth.
func (e *env) atFoot(low, high plane.Disc) bool {
	i := e.solid.Body(high, true).In
	low.R += 2 * plane.Thou
	return i > 0 && e.solid.Buildings[i-1].Shape.Touches(low)
}

// onTop reports whether a base is on top of that piece.
func (e *env) onTop(d plane.Disc, piece boards.Piece) bool {
	return piece.Climb > 0 && e.level(d) > 0 && piece.Shape.Overlaps(d)
}
