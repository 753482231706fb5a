// Package boards holds the battlefields of Jagged Shards: three named boards as data files, a generator of random ones, and the
// check that every board passes before anybody is asked to fight on it.
//
// A board is 48" by 48" with its south-west corner at 0,0 (J1.2). The Attacker deploys in the south-west corner, the Defender in
// the north-east one (J4.3). Every board is fair by symmetry: a half turn about its middle maps it onto itself.
package boards

import (
	"embed"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/plane"
	"downsync/game/terrain"
)

// Open is the slug of the board without any terrain.
const Open = "open"

// Class determines the effect of a piece of terrain (J7.1).
type Class string

// The classes of terrain.
const (
	Light      Class = "light"      // gives Light Cover
	Heavy      Class = "heavy"      // gives Heavy Cover, and halves Movement in a Rush
	Obscuring  Class = "obscuring"  // blocks lines of sight, and no model can enter it
	Impassable Class = "impassable" // no model can enter it
)

// Classes lists them.
var Classes = []Class{Light, Heavy, Obscuring, Impassable}

// Shut reports whether no model can enter the terrain (J7.2).
func (c Class) Shut() bool { return c == Obscuring || c == Impassable }

// Piece is a piece of terrain.
type Piece struct {
	Name  game.Text
	Class Class
	Climb plane.Inch // its height, if models can climb onto its top (J7.3); otherwise 0
	Shape plane.Polygon
}

// Board is a battlefield. Its slices may be shared and must not be changed.
type Board struct {
	Slug   string // lower-case letters, digits and dashes
	Name   string
	About  game.Text // what is fought over there, in a sentence or two
	Pieces []Piece
}

// Corner and Deep are the edges of the deployment zones of a single battle and of a battle of a campaign (J4.3, JQ6).
const Corner, Deep plane.Inch = 10 * 1000, 16 * 1000

// Zones returns the deployment zones of the Attacker and the Defender: corners of the table with that edge.
func Zones(edge plane.Inch) [2]plane.Rect {
	max := terrain.Table.Max
	return [2]plane.Rect{
		{Max: plane.Point{X: edge, Y: edge}},
		{Min: plane.Point{X: max.X - edge, Y: max.Y - edge}, Max: max},
	}
}

// Objectives holds the default places of the three Objectives: the first is fixed, then come the Attacker's and the Defender's
// (J4.4, JQ7).
var Objectives = [3]plane.Point{{X: 24000, Y: 24000}, {X: 12000, Y: 32000}, {X: 36000, Y: 16000}}

// Marker is the radius of an Objective's marker (JQ7).
var Marker = plane.Radius(32)

// Under returns a piece on which an Objective's marker cannot lie: it is shut or can be climbed, and the marker overlaps or touches
// it (JQ7).
func (b Board) Under(at plane.Point) (Piece, bool) {
	i := slices.IndexFunc(b.Pieces, func(p Piece) bool {
		return (p.Class.Shut() || p.Climb > 0) && p.Shape.Touches(plane.Disc{At: at, R: Marker})
	})
	if i < 0 {
		return Piece{}, false
	}
	return b.Pieces[i], true
}

//go:embed *.json
var files embed.FS

var all = terrain.Boards[Board]{Named: byName(terrain.Load(files, parse, slug)), Slug: slug, Random: Random, Generate: Generate}

func slug(b Board) string { return b.Slug }

func byName(bs []Board) []Board {
	slices.SortFunc(bs, func(a, b Board) int { return strings.Compare(a.Name, b.Name) })
	return bs
}

// All lists the named boards, by name. A battle uses a random one of them unless the players agree otherwise (J4.2).
func All() []Board { return slices.Clone(all.Named) }

// Find returns a board by its name in options and scripts: the slug of a named board, Open, or "random:N" for the board generated
// from seed N, 0 to 2^64-1.
func Find(name string) (Board, bool) {
	if name == Open {
		return Board{Slug: Open, Name: "Open", About: "No terrain at all."}, true
	}
	return all.Find(name)
}
