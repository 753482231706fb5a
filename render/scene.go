// Package render draws scenes and sheets as PNG pictures and animated GIFs. It knows no game and never sees a match: a
// picture shows what its scene holds, and the game's own package leaves out what the reader may not know.
//
// The default theme is a dark display with a colour and a shape for each side.
package render

import "downsync/game"

// Public is a picture that everybody may see.
type Public struct{ PNG []byte }

// Private is a picture for one seat. It is a type of its own, so that it cannot be announced by mistake.
type Private struct {
	Seat game.Seat
	PNG  []byte
}

// MaxSides is the most sides that a picture tells apart.
const MaxSides = 5

// Side is the owner of a thing, 1 to MaxSides; 0 is nobody.
type Side int

// Scene is a board to be drawn. Places and lengths are in the game's own unit, such as inches or cells, from the
// south-west corner, y up.
type Scene struct {
	Theme   Theme
	W, H    float64 // of the field
	Grid    Grid
	Squares Squares // of a Lettered grid
	Window  Window  // the part of the field that is shown; zero: all of it
	Title   string
	Status  string   // under the title
	Active  Side     // gives the status its colour; 0: nobody
	Scores  []string // by side
	Areas   []Area
	Blocks  []Block
	Zones   []Zone
	Spots   []Spot
	Discs   []Disc
	Paths   []Path
	Fields  []Field
	Rings   []Ring
	Cards   []Card // below the board
	Legend  []Key
}

// Grid is how the field is divided and numbered.
type Grid int

// Grids: a line every unit under the terrain, with lettered squares over it; a lattice of cells, whose columns and rows
// count from 1; and columns that count from 0, without rows.
const (
	Lettered Grid = iota
	Lattice
	Track
)

// Squares are the squares of a Lettered grid. Columns have letters from First on, rows have numbers. Edge 0: none.
type Squares struct {
	Edge  float64
	First rune
}

// Window is a part of the field.
type Window struct{ X0, Y0, X1, Y1 float64 }

// Shows reports whether a circle around that place lies in the window, at least in part. The zero window shows everything.
func (w Window) Shows(x, y, reach float64) bool {
	return w == Window{} || x+reach > w.X0 && x-reach < w.X1 && y+reach > w.Y0 && y-reach < w.Y1
}

// Texture is how a piece of terrain is drawn.
type Texture string

// Textures: crowns of trees, parallel lines, stones, grass.
const (
	Canopy   Texture = "canopy"
	Hatching Texture = "hatching"
	Stipple  Texture = "stipple"
	Tufts    Texture = "tufts"
)

// Area is a piece of flat terrain; X and Y are its corners.
type Area struct {
	Texture Texture
	X, Y    []float64
}

// Block is a building; X and Y are its corners.
type Block struct {
	X, Y   []float64
	Height string // written on its roof
	Room   int    // how many discs it holds: a pip each
}

// Zone is a tinted rectangle, with its side's letter large on its ground.
type Zone struct {
	X0, Y0, X1, Y1 float64
	Side           Side
	Letter         string
}

// Spot is a place marked by a star. R is the radius of its base, 0 for a point. Near is how far from its edge, or from
// the point, a disc counts as being there; 0: that is not drawn.
type Spot struct {
	X, Y, R, Near float64
	Side          Side
	Label         string
}

// Disc is a piece on the board.
type Disc struct {
	X, Y, R float64
	Side    Side
	Glyph   *Glyph // nil: none
	Mark    string // a letter or a number on it, instead of a silhouette
	Label   string // beside it, always
	Note    string // after the label, where there is room
	Weight  int    // of a hollow glyph's ring, 1 to 3
	Dim     bool   // its rim is struck through and its colours fade
	Chosen  bool   // a dashed ring surrounds it
	Alert   bool   // a burst of strokes surrounds it
	Chips   []Chip
}

// Chip is a small marked token beside a disc.
type Chip struct {
	Mark string // one or two letters
	Token
}

// Token is a kind of chip as the game defines it. The name appears in a scene's text only.
type Token struct {
	Name  string
	Ink   Ink
	Shape Shape
}

// Ink is a colour of the theme's palette, never a side's.
type Ink int

// Inks, named as in the dark theme; other themes have other colours that stand out as much.
const (
	White Ink = iota
	Yellow
	Pink
	Violet
	Grey
	Orange
	inks
)

// Shape is the outline of a chip.
type Shape int

// Shapes of chips.
const (
	Round Shape = iota
	Hexagon
	Square
	shapes
)

// Card is a playing card in its side's colours.
type Card struct {
	Side   Side
	Name   string
	Figure string // large in its middle
	Down   bool   // only its back is seen; Figure must be empty
}

// Key is an entry of the legend: a chip, a texture, a building or a disc, and what it means.
type Key struct {
	Chip    Chip
	Disc    *Disc
	Texture Texture
	Block   bool
	Text    string
}
