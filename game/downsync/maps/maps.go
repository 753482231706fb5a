// Package maps holds the battlefields: the named ones as data files, a generator of random ones, and the check that every board
// must pass before a match may use it.
//
// A board is 48" by 48" with its south-west corner at 0,0; side 1 deploys in the south, side 2 in the north (R25, Q11).
// The named boards and the random ones are fair by symmetry: turned by half about their middle, they look the same.
package maps

import (
	"embed"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/plane"
	"downsync/game/terrain"
)

// Plain is the slug of the board without any terrain.
const Plain = "plain"

// Edge is the length of the table's edges (R25.1); Depth is how far from its own edge a side deploys (R25.2).
const Edge, Depth plane.Inch = 48 * 1000, 10 * 1000

// Table is the rectangle of every board (R25.1).
var Table = terrain.Table

// zones holds the deployment zones of side 1 and side 2 (R25.2).
var zones = [2]plane.Rect{
	{Max: plane.Point{X: Edge, Y: Depth}},
	{Min: plane.Point{Y: Edge - Depth}, Max: plane.Point{X: Edge, Y: Edge}},
}

// VIPs holds the places of the VIPs of side 1 and side 2 (R25.3, Q11).
var VIPs = [2]plane.Point{{X: plane.In(36), Y: plane.In(12)}, {X: plane.In(12), Y: plane.In(36)}}

// Size says for which games a board is meant. It is not enforced.
type Size string

// Sizes.
const (
	small    Size = "small"
	standard Size = "standard"
	anySize  Size = "any"
)

// Map is a battlefield. Its slices may be shared and are not written to.
type Map struct {
	Slug      string // lower-case letters, digits and dashes
	Name      string
	Author    string
	About     game.Text // what the fight there is about, in a sentence
	Size      Size
	Density   Density
	Areas     []plane.Area
	Buildings []plane.Building
	Roads     []Road // roads and names are decoration: they have no rules
	Names     []Name
}

// Road is a way across the board.
type Road struct {
	Wide plane.Inch
	Line plane.Polygon // its middle, from one end to the other
}

// Name is the name of a part of the board.
type Name struct {
	At   plane.Point // its middle
	Text string
}

// Ground returns the board in the form that can be measured, or the piece that is not possible.
func (m Map) Ground() (*plane.Ground, error) { return plane.New(Table, m.Areas, m.Buildings) }

//go:embed *.json
var files embed.FS

var all = terrain.Boards[Map]{Named: inOrder(terrain.Load(files, Parse, slug)), Slug: slug, Random: Random, Generate: Generate}

func slug(m Map) string { return m.Slug }

// inOrder sorts boards: the plain one first, then by name.
func inOrder(ms []Map) []Map {
	slices.SortStableFunc(ms, func(a, b Map) int {
		if (a.Slug == Plain) != (b.Slug == Plain) {
			if a.Slug == Plain {
				return -1
			}
			return 1
		}
		return strings.Compare(a.Name, b.Name)
	})
	return ms
}

// All lists the named boards: the plain one first, then by name.
func All() []Map { return slices.Clone(all.Named) }

// Find returns a board by its name in options and scripts: the slug of a named one, or "random:N" for the generated board of
// seed N, 0 to 2^64-1.
func Find(name string) (Map, bool) { return all.Find(name) }
