// Package render draws scenes as pictures: Scene -> PNG. It knows no game and never sees a match; what a reader may
// not know is not in the scene.
//
// The style is a holographic command display: dark field, two sides in cyan and amber that also differ in shape.
package render

import (
	"fmt"
	"strconv"
	"strings"

	"downsync/game"
)

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
	W, H   float64 // of the field, inches
	Title  string
	Status string    // under the title
	Scores [2]string // by side
	Areas  []Area
	Blocks []Block
	Zones  []Zone
	Spots  []Spot
	Discs  []Disc
	Paths  []Path
	Legend []Key
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

// Zone is a tinted rectangle.
type Zone struct {
	X0, Y0, X1, Y1 float64
	Side           Side
}

// Spot is a marked point, or place: R is the radius of its base, 0 if it has none. Side 0: nobody's.
type Spot struct {
	X, Y, R float64
	Side    Side
	Label   string
}

// Glyph is what a disc shows.
type Glyph string

// Glyphs: a contact of unknown kind, and silhouettes of Units.
const (
	Contact  Glyph = "contact"
	Vehicle  Glyph = "vehicle"
	Infantry Glyph = "infantry"
)

// Disc is a base.
type Disc struct {
	X, Y, R float64
	Side    Side
	Glyph   Glyph
	Label   string // in the middle
	Note    string // beside it
	Weight  int    // of a contact's ring, 1 to 3
	Dim     bool   // has been activated
	Chosen  bool   // in the Taskforce
	Alert   bool   // being identified, acting or hit
	Chips   []Chip
}

// Chip is a small marked token.
type Chip struct {
	Mark string // one or two letters
	Kind string // stun, stealth, overwatch, cm, hardened, activated, mark
}

// Path is a way on the board.
type Path struct {
	X, Y []float64
	Side Side
	Note string
}

// Key is an entry of the legend: a chip, a texture or a building, and what it means.
type Key struct {
	Chip    Chip
	Texture Texture
	Block   bool
	Text    string
}

// check says what cannot be drawn.
func (s Scene) check() error {
	if s.W <= 0 || s.H <= 0 || s.W > 200 || s.H > 200 {
		return fmt.Errorf("a field of %g x %g inches: expected up to 200", s.W, s.H)
	}
	sound := func(xs, ys []float64) bool { return len(xs) == len(ys) && len(xs) >= 3 }
	for i, a := range s.Areas {
		if _, ok := colTerrain[a.Texture]; !ok || !sound(a.X, a.Y) {
			return fmt.Errorf("area %d: texture %q, %d and %d coordinates: expected a known texture and three corners at least", i, a.Texture, len(a.X), len(a.Y))
		}
	}
	for i, k := range s.Legend {
		if _, ok := colTerrain[k.Texture]; !ok && k.Texture != "" {
			return fmt.Errorf("legend %d: texture %q: expected a known one", i, k.Texture)
		}
	}
	for i, b := range s.Blocks {
		if !sound(b.X, b.Y) || b.Room < 0 {
			return fmt.Errorf("block %d: room %d, %d and %d coordinates: expected no less than none and three corners", i, b.Room, len(b.X), len(b.Y))
		}
	}
	return nil
}

// String writes the scene as text, for goldens and for looking closely.
func (s Scene) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "field %gx%g\ntitle %s\nstatus %s\nscores %s | %s\n", s.W, s.H, s.Title, s.Status, s.Scores[0], s.Scores[1])
	b.WriteString(s.terrain())
	for _, z := range s.Zones {
		fmt.Fprintf(&b, "zone %d %g,%g %g,%g\n", z.Side, z.X0, z.Y0, z.X1, z.Y1)
	}
	for _, p := range s.Spots {
		fmt.Fprintf(&b, "spot %d %g,%g r%g %s\n", p.Side, p.X, p.Y, p.R, p.Label)
	}
	for _, d := range s.Discs {
		fmt.Fprintf(&b, "disc %d %g,%g r%g %s %q %q w%d dim:%t chosen:%t alert:%t %v\n",
			d.Side, d.X, d.Y, d.R, d.Glyph, d.Label, d.Note, d.Weight, d.Dim, d.Chosen, d.Alert, d.Chips)
	}
	for _, p := range s.Paths {
		fmt.Fprintf(&b, "path %d %v %v %s\n", p.Side, p.X, p.Y, p.Note)
	}
	for _, k := range s.Legend {
		fmt.Fprintf(&b, "key %s%s %s\n", k.Chip.Mark, k.Texture, k.Text)
	}
	return b.String()
}

// terrain writes what stands on the board for good.
func (s Scene) terrain() string {
	var b []byte
	corners := func(xs, ys []float64) {
		for i := range min(len(xs), len(ys)) {
			b = strconv.AppendFloat(append(b, ' '), xs[i], 'g', -1, 64)
			b = strconv.AppendFloat(append(b, ','), ys[i], 'g', -1, 64)
		}
		b = append(b, '\n')
	}
	for _, a := range s.Areas {
		b = append(append(b, "area "...), a.Texture...)
		corners(a.X, a.Y)
	}
	for _, k := range s.Blocks {
		b = strconv.AppendQuote(append(b, "block "...), k.Height)
		b = strconv.AppendInt(append(b, " room "...), int64(k.Room), 10)
		corners(k.X, k.Y)
	}
	return string(b)
}
