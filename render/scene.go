// Package render draws scenes as pictures: Scene -> PNG. It knows no game and never sees a match; what a reader may
// not know is not in the scene.
//
// The style is a holographic command display: a dark field, two sides in cyan and amber that also differ in shape.
package render

import "downsync/game"

// Public is a picture that everybody may see.
type Public struct{ PNG []byte }

// Private is a picture for one seat's eyes. It is another type, so that it cannot be announced by mistake.
type Private struct {
	Seat game.Seat
	PNG  []byte
}

// Side is whose a thing is; 0 is nobody's.
type Side int

// Scene is a board to be drawn. Places are inches from the south-west corner, y up.
type Scene struct {
	Theme  Theme
	W, H   float64 // of the field, inches
	Window Window  // what part of it is shown; zero: all of it
	Title  string
	Status string    // under the title
	Active Side      // in whose colour the status is; 0: nobody's
	Scores [2]string // by side
	Areas  []Area
	Blocks []Block
	Zones  []Zone
	Spots  []Spot
	Discs  []Disc
	Paths  []Path
	Fields []Field
	Rings  []Ring
	Legend []Key
}

// Window is a part of the field, inches.
type Window struct{ X0, Y0, X1, Y1 float64 }

// Shows tells whether something that reaches so far around that place is in sight, at least in part. The zero window shows all.
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
	Room   int    // how many bases it holds: a pip each
}

// Zone is a tinted rectangle, with its side's letter large on its ground.
type Zone struct {
	X0, Y0, X1, Y1 float64
	Side           Side
	Letter         string
}

// Spot is a marked point, or place: R is the radius of its base, 0 if it has none, and Near how far from its edge, or from the point,
// one is at it; 0: that is not shown. Side 0: nobody's.
type Spot struct {
	X, Y, R, Near float64
	Side          Side
	Label         string
}

// Disc is a base.
type Disc struct {
	X, Y, R float64
	Side    Side
	Glyph   Glyph
	Mark    string // a letter or a number on it, instead of a silhouette
	Label   string // beside it, always
	Note    string // after the label, where there is room
	Weight  int    // of a contact's ring, 1 to 3
	Dim     bool   // has been activated
	Chosen  bool   // in the Taskforce
	Alert   bool   // being identified, acting or hit
	Chips   []Chip
}

// Chip is a small marked token.
type Chip struct {
	Mark string // one or two letters
	Kind string // stun, stealth, overwatch, cm, hardened, mark
}

// Key is an entry of the legend: a chip, a texture, a building or a disc, and what it means.
type Key struct {
	Chip    Chip
	Disc    *Disc
	Texture Texture
	Block   bool
	Text    string
}
