package render

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"downsync/game"
)

// Public is a picture that everybody may see.
type Public struct {
	PNG []byte
	Alt string // what the picture of a result says in words; "" for a board, which a Look describes
}

// Private is a picture for one seat. It has its own type, so that it cannot be published by mistake.
type Private struct {
	Seat game.Seat
	PNG  []byte
}

// MaxSides is the greatest number of sides in a picture.
const MaxSides = 5

// Side is the owner of a thing, 1 to MaxSides; 0 is nobody.
type Side int

// Scene describes a board to draw. Places and lengths are in the game's own unit, such as inches or cells, from the south-west
// corner, y up.
type Scene struct {
	Theme     Theme
	W, H      float64 // of the field
	Grid      Grid
	Squares   Squares // of a Lettered grid
	Window    Window  // the part of the field that is shown; zero: all of it
	Title     string
	Status    string   // under the title
	Active    Side     // sets the colour of the status; 0: nobody
	Scores    []string // by side
	Tallies   []Tally  // by side, instead of Scores
	Landmarks []Landmark
	Areas     []Area
	Decor     []Area // below the areas, without meaning for the rules
	Names     []Name
	Blocks    []Block
	Zones     []Zone
	Spots     []Spot
	Discs     []Disc
	Paths     []Path
	Fields    []Field
	Rings     []Ring
	Trails    []Trail
	Shots     []Shot
	Wrecks    []Wreck
	Flashes   []Flash
	Inset     bool   // a small map of the whole field shows which part is visible
	Cards     []Card // below the board
	Legend    []Key
	Origin    Origin // below all of the above
	// Explained lets the legend take as many rows as it needs, even if the coordinates are inside the board.
	Explained bool
	Patient   bool // nobody waits for it, so others are drawn first
	Flat      bool // a flat picture; see Flat
}

// Grid determines how the field is divided and numbered.
type Grid int

// Grids: a line every unit under the terrain, with lettered squares over it; a lattice of cells, whose columns and rows
// count from 1; and columns that count from 0, without rows.
const (
	Lettered Grid = iota
	Lattice
	Track
)

// Squares describes the squares of a Lettered grid. Columns have letters from First on, rows have numbers. Edge 0: none.
type Squares struct {
	Edge  float64
	First rune
}

// Window is a part of the field.
type Window struct{ X0, Y0, X1, Y1 float64 }

// Shows reports whether a circle around that place is in the window, at least in part. The zero window shows everything.
func (w Window) Shows(x, y, reach float64) bool {
	return w == Window{} || x+reach > w.X0 && x-reach < w.X1 && y+reach > w.Y0 && y-reach < w.Y1
}

// Holds reports whether the whole circle is in the window. The zero window holds everything.
func (w Window) Holds(k Circle) bool {
	return w == Window{} || k.X-k.R >= w.X0 && k.Y-k.R >= w.Y0 && k.X+k.R <= w.X1 && k.Y+k.R <= w.Y1
}

// worthACrop is the longest edge of a part that is shown instead of the whole field, as a share of it. A larger part would enlarge
// too little: readers know the whole field and see it in most of their pictures.
const worthACrop = 0.7

// Around returns a square part of a field of that size, in whole units, that holds the circles and measures at least least; the
// whole field if there are no circles, or if little would be left out.
func Around(circles []Circle, least, w, h float64) Window {
	x0, y0, x1, y1 := w, h, 0.0, 0.0
	for _, k := range circles {
		x0, y0, x1, y1 = min(x0, k.X-k.R), min(y0, k.Y-k.R), max(x1, k.X+k.R), max(y1, k.Y+k.R)
	}
	edge := float64(int(max(x1-x0, y1-y0, least) + 0.999))
	if len(circles) == 0 || edge > worthACrop*min(w, h) {
		return Window{}
	}
	start := func(lo, hi, all float64) float64 {
		return max(0, min(float64(int((lo+hi-edge)/2+0.5)), all-edge))
	}
	x, y := start(x0, x1, w), start(y0, y1, h)
	return Window{X0: x, Y0: y, X1: x + edge, Y1: y + edge}
}

// holds reports whether all circles are in the window.
func (w Window) holds(circles []Circle) bool {
	return !slices.ContainsFunc(circles, func(k Circle) bool { return !w.Holds(k) })
}

// Follow returns the part of a field of that size to show next, in the shape of the field: the last part as long as it holds the
// circles, otherwise the smallest part that does and whose shorter edge measures at least least. It is the whole field if nothing
// would be left out.
func Follow(last Window, circles []Circle, least, w, h float64) Window {
	if len(circles) == 0 || last != (Window{}) && last.holds(circles) {
		return last
	}
	x0, y0, x1, y1 := w, h, 0.0, 0.0
	for _, k := range circles {
		x0, y0, x1, y1 = min(x0, k.X-k.R), min(y0, k.Y-k.R), max(x1, k.X+k.R), max(y1, k.Y+k.R)
	}
	const even = 2 // a square that is cut has room for its letter
	up := func(v float64) float64 { return even * math.Ceil(v/even) }
	share := up(max((x1-x0)/w, (y1-y0)/h, least/min(w, h))*min(w, h)+even) / min(w, h) // with what is lost as its corner is moved
	if share >= 1 {
		return Window{}
	}
	start := func(lo, hi, all float64) float64 {
		return max(0, min(even*math.Floor((lo+hi-share*all)/2/even), all-share*all))
	}
	x, y := start(x0, x1+even, w), start(y0, y1+even, h)
	return Window{X0: x, Y0: y, X1: x + share*w, Y1: y + share*h}
}

// Texture determines how a piece of terrain is drawn.
type Texture string

// Textures: crowns of trees, parallel lines, stones, grass.
const (
	Canopy   Texture = "canopy"
	Hatching Texture = "hatching"
	Stipple  Texture = "stipple"
	Tufts    Texture = "tufts"
	Road     Texture = "road" // of four corners: two along one edge, then two back along the other
)

// Area is a piece of flat terrain; X and Y are its corners.
type Area struct {
	Texture Texture
	X, Y    []float64
}

// Name is a place's name, written on the ground around X, Y.
type Name struct {
	X, Y float64
	Text string
}

// Tally holds a side's part of the head.
type Tally struct {
	Name   string // of the player; "": none
	Points int
	Tokens int // drawn as filled bars
	Most   int // number of bars, filled or not
}

// Block is a building, or anything else raised above the ground; X and Y are its corners.
type Block struct {
	X, Y    []float64
	Texture Texture // the material of its top; "": a roof
	Rise    float64 // its height in the field's unit: higher blocks have a lighter roof and a longer shadow
	Height  string  // written on its roof; "": nothing
	Room    int     // how many discs it holds, each drawn as a pip
}

// Zone is a tinted rectangle, with its side's letter large on its ground.
type Zone struct {
	X0, Y0, X1, Y1 float64
	Side           Side
	Letter         string
}

// Spot is a place marked by a star. R is the radius of its base, 0 for a point. Near is the distance from its edge, or from the
// point, within which a disc counts as being there; 0: that is not drawn.
type Spot struct {
	X, Y, R, Near float64
	Side          Side
	Label         string
	Contested     bool // both sides are there: its star is hollow, and its surroundings are marked brightly
}

// Disc is a piece on the board.
type Disc struct {
	X, Y, R float64
	Side    Side
	Glyph   *Glyph // nil: none
	Mark    string // a letter or a number on it, instead of a silhouette
	Label   string // beside it, always
	Figure  string // after the label, always
	Note    string // after both, where there is room
	Dim     bool   // its base is dark, and its rim and its label hollow
	Chosen  bool   // a thin ring surrounds it
	Alert   bool   // four arcs surround it
	Lives   Lives  // below it, along its rim
	Chips   []Chip
}

// Lives counts what a disc can take before it is destroyed, as marks that are filled for those left.
type Lives struct{ Left, Most int }

// Chip is a small marked token beside a disc.
type Chip struct {
	Mark string // one or two letters
	Token
}

// Token is a kind of chip, defined by the game. Its name appears only in a scene's text.
type Token struct {
	Name  string
	Ink   Ink
	Shape Shape
	Close bool // only drawn if a unit has room for it
	// Sign is drawn instead of the mark; nil: the mark is.
	Sign *Glyph
	// Beyond points at the disc from the edge of the part that is shown, if the disc is outside it.
	Beyond bool
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

// Card is a playing card in its side's colours. Cards with a Kind are wide, two in a row; either all cards of a scene have one or
// none has.
type Card struct {
	Side   Side
	Name   string
	Figure string // large in its middle
	Down   bool   // only its back is visible; Figure must be empty
	Kind   string
	Sign   *Glyph // the sign of the kind, on a wide card
	Chosen bool   // a bright rim, for a wide card
}

// Key is an entry of the legend: a chip, a texture, a building or a disc, with its meaning.
type Key struct {
	Chip    Chip
	Disc    *Disc
	Texture Texture
	Block   bool
	Text    string
}

// Limits of a scene, so that no view makes a picture that exhausts memory: things of a kind, the field's width, entries of the
// legend, cards, height by width, bars of a tally, and lives.
const (
	maxThings = 1000
	maxField  = 200
	maxKeys   = 40
	maxCards  = 20
	maxRatio  = 2
	maxBars   = 40
	maxLives  = 12
)

// check returns an error if the scene cannot be drawn.
func (s Scene) check() error {
	if err := s.checkField(); err != nil {
		return err
	}
	for _, x := range [...]struct {
		what string
		n    int
	}{{"areas", len(s.Areas)}, {"blocks", len(s.Blocks)}, {"zones", len(s.Zones)}, {"spots", len(s.Spots)}, {"discs", len(s.Discs)}, {"paths", len(s.Paths)},
		{"fields", len(s.Fields)}, {"rings", len(s.Rings)}, {"decor", len(s.Decor)}, {"landmarks", len(s.Landmarks)}, {"names", len(s.Names)}, {"trails", len(s.Trails)},
		{"shots", len(s.Shots)}, {"wrecks", len(s.Wrecks)}, {"flashes", len(s.Flashes)}} {
		if x.n > maxThings {
			return fmt.Errorf("%d %s: expected at most %d", x.n, x.what, maxThings)
		}
	}
	if len(s.Legend) > maxKeys || len(s.Cards) > maxCards {
		return fmt.Errorf("%d entries of the legend and %d cards: expected at most %d and %d", len(s.Legend), len(s.Cards), maxKeys, maxCards)
	}
	if _, err := checkSides(s.Theme, slices.Collect(s.allSides())); err != nil {
		return err
	}
	return s.checkThings()
}

func (s Scene) checkField() error {
	sound := func(l float64) bool { return l > 0 && l <= maxField }
	if !sound(s.W) || !sound(s.H) {
		return fmt.Errorf("a field of %g x %g: expected up to %d", s.W, s.H, maxField)
	}
	if s.Grid < Lettered || s.Grid > Track || !(s.Squares.Edge == 0 || s.Squares.Edge >= 1) {
		return fmt.Errorf("grid %d with squares of %g: expected a known one and squares of 1 at least", s.Grid, s.Squares.Edge)
	}
	w := s.frame()
	if !(w.X0 >= 0 && w.Y0 >= 0 && w.X1 <= s.W && w.Y1 <= s.H && w.X1-w.X0 >= 1 && w.Y1 > w.Y0) {
		return fmt.Errorf("a window of %g,%g to %g,%g: expected a part of the field, at least 1 wide", w.X0, w.Y0, w.X1, w.Y1)
	}
	if (w.Y1 - w.Y0) > maxRatio*(w.X1-w.X0) {
		return fmt.Errorf("%g high and %g wide: expected at most %d times as high as wide", w.Y1-w.Y0, w.X1-w.X0, maxRatio)
	}
	return nil
}

func (s Scene) checkThings() error {
	sound := func(xs, ys []float64) bool { return len(xs) == len(ys) && len(xs) >= 3 }
	chips := func(what string, i int, all []Chip) error {
		if at := slices.IndexFunc(all, func(k Chip) bool { return !k.sound() }); at >= 0 {
			return fmt.Errorf("%s %d: chip %s: expected a known ink and shape", what, i, all[at])
		}
		return nil
	}
	for i, k := range s.Cards {
		if (k.Kind != "") != ofKinds(s.Cards) {
			return fmt.Errorf("card %d: expected a kind on all cards, or on none", i)
		}
	}
	for n, list := range [][]Area{s.Areas, s.Decor} {
		for i, a := range list {
			if !a.Texture.known() || !sound(a.X, a.Y) || a.Texture == Road && len(a.X) != 4 {
				return fmt.Errorf("area %d: texture %q, %d and %d coordinates: expected a known texture and three corners at least, of a road four",
					i+n*len(s.Areas), a.Texture, len(a.X), len(a.Y))
			}
		}
	}
	for i, m := range s.Landmarks {
		if err := m.check(); err != nil {
			return fmt.Errorf("landmark %d: %w", i, err)
		}
	}
	for i, k := range s.Legend {
		if k.Texture != "" && !k.Texture.known() {
			return fmt.Errorf("legend %d: texture %q: expected a known one", i, k.Texture)
		}
		if err := chips("legend", i, []Chip{k.Chip}); err != nil {
			return err
		}
	}
	for i, b := range s.Blocks {
		if !sound(b.X, b.Y) || b.Room < 0 || b.Texture != "" && !b.Texture.known() {
			return fmt.Errorf("block %d: texture %q, room %d, %d and %d coordinates: expected a known texture or none, no less than no room and three corners",
				i, b.Texture, b.Room, len(b.X), len(b.Y))
		}
	}
	for i, d := range s.Discs {
		if !(d.R > 0 && d.R < maxField) || math.IsNaN(d.X) || math.IsNaN(d.Y) {
			return fmt.Errorf("disc %d: %s: expected a place and a radius", i, d)
		}
		if l := d.Lives; l.Left < 0 || l.Most > maxLives || l.Left > l.Most {
			return fmt.Errorf("disc %d: %d of %d lives: expected at most %d", i, l.Left, l.Most, maxLives)
		}
		if err := chips("disc", i, d.Chips); err != nil {
			return err
		}
	}
	for i, p := range s.Paths {
		if len(p.X) != len(p.Y) {
			return fmt.Errorf("path %d: %d and %d coordinates", i, len(p.X), len(p.Y))
		}
	}
	for i, t := range s.Trails {
		if len(t.X) != len(t.Y) || len(t.X) < 2 {
			return fmt.Errorf("trail %d: %d and %d coordinates: expected two places at least", i, len(t.X), len(t.Y))
		}
	}
	for i, t := range s.Tallies {
		if t.Tokens < 0 || t.Most < 0 || t.Most > maxBars {
			return fmt.Errorf("tally %d: %d of %d bars: expected at most %d", i, t.Tokens, t.Most, maxBars)
		}
	}
	return nil
}

// sound reports whether the chip can be drawn.
func (k Chip) sound() bool { return k.Ink >= 0 && k.Ink < inks && k.Shape >= 0 && k.Shape < shapes }

// Drawing is anything that can be drawn, such as a Scene, a Sheet or a Graph.
type Drawing interface{ png() ([]byte, error) }

// DrawPublic draws an onlooker's knowledge for everybody. It refuses any other viewer.
func DrawPublic(v game.Viewer, d Drawing) (Public, error) {
	if v != game.Onlooker() {
		return Public{}, fmt.Errorf("a public picture of the view of %s", v)
	}
	png, err := d.png()
	return Public{PNG: png}, err
}

// DrawPrivate draws a viewer's knowledge for the viewer's seat. It refuses a viewer without a seat.
func DrawPrivate(v game.Viewer, d Drawing) (Private, error) {
	if v.Seat() == 0 {
		return Private{}, fmt.Errorf("a private picture of the view of %s", v)
	}
	png, err := d.png()
	return Private{Seat: v.Seat(), PNG: png}, err
}

// Reader is the theme and the language of a picture's reader. The zero value is the dark theme in English.
type Reader struct {
	Theme   Theme
	Patient bool // nobody waits for the picture, so those of others are drawn first
	// Say translates the words of a picture into the reader's language and fills in their arguments; nil: they are English. It must
	// return the same words each time.
	Say func(format game.Text, args ...any) string
}

// themesByName maps the names that readers use to themes.
var themesByName = map[string]Theme{"dark": Display, "light": Light, "safe": Safe}

// NewReader returns a reader with the theme of that name; an unknown name means the dark theme.
func NewReader(theme string, say func(format game.Text, args ...any) string, patient bool) Reader {
	return Reader{Theme: themesByName[theme], Say: say, Patient: patient}
}

// Text translates a format and fills in its arguments.
func (r Reader) Text(format game.Text, args ...any) string {
	if r.Say == nil {
		return format.Format(args...)
	}
	return r.Say(format, args...)
}

// MaxAlt is the longest description of a picture, in bytes.
const MaxAlt = 1024

// Alt joins sentences to the description of a picture of at most MaxAlt bytes. If a sentence does not fit, Alt leaves it and all
// later ones out and adds what more says of their number; for that it reserves at least 40 bytes.
func Alt(head string, sentences []string, more func(left int) string) string {
	var b strings.Builder
	b.WriteString(head)
	keep := max(40, len(more(len(sentences))))
	for i, s := range sentences {
		if b.Len()+1+len(s) > MaxAlt-keep {
			b.WriteString(more(len(sentences) - i))
			break
		}
		b.WriteString(" " + s)
	}
	return b.String()
}
