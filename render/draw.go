package render

import (
	"math"
	"runtime"
	"slices"
	"strings"

	"downsync/render/canvas"
	"downsync/render/label"
	"downsync/render/queue"
)

// drawing is the queue of all pictures. It keeps those drawn last, because a console and the direct message after it show the same. The
// key is a hash of the whole scene or sheet.
var drawing = queue.New[digest](maxDrawn(), 4<<20)

// maxDrawn returns how many pictures are drawn at once: as many as there are processors.
func maxDrawn() int { return runtime.GOMAXPROCS(0) }

// Draw draws the scene as a PNG. It is safe for concurrent use. Callers must not change the bytes.
func Draw(s Scene) ([]byte, error) {
	s.Discs = afar(s.Discs, s.scale()) // so that two players whose scenes look the same share a picture
	ground := groundOf(s)
	return drawing.Once(s.keyOn(ground), kinOf(s, ground), s.Patient, func() ([]byte, error) { return draw(s) })
}

func (s Scene) png() ([]byte, error) { return Draw(s) }

// Kept returns roughly how many bytes the caches hold.
func Kept() int {
	return drawing.Held() + layers.Held() + canvas.Kept()
}

// Forget empties the caches. The next drawings take a little longer.
func Forget() {
	drawing.Forget()
	layers.Empty()
	canvas.Forget()
	idle.Lock()
	defer idle.Unlock()
	idle.list = nil
}

// draw draws the scene without looking in the cache.
func draw(s Scene) ([]byte, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	c := paint(s)
	defer release(c)
	return c.PNG()
}

// paint draws a checked scene.
func paint(s Scene) *picture {
	c := scenePicture(s)
	board(c, s, false)
	c.Reframe(c.field)
	if s.Flat {
		flanks(c, s)
		return c
	}
	head(c, s)
	cards(c, s)
	legend(c, s)
	s.Origin.below(c, boardHigh(s)+belowBoard(s))
	return c
}

// belowBoard returns the height of the cards and the legend below a board.
func belowBoard(s Scene) float64 { return cardsHigh(s.Cards) + float64(legendRow*len(rows(s))) }

// scenePicture begins a picture of the scene on its static layer.
func scenePicture(s Scene) *picture {
	high := boardHigh(s)
	under := ground(s, int(high)) // this takes a picture of its own
	c := take(high+belowBoard(s)+s.Origin.high(), 1, s.Theme, s.sides())
	c.Begin(under)
	place(c, s, s.board(high))
	return c
}

// edge returns the width of the frame beside and below the board: room for coordinates, unless these are on the ground.
func (s Scene) edge() float64 {
	if s.inside() {
		return edge
	}
	return margin
}

// board returns the place of the board in a picture of that height, not counting cards and legend.
func (s Scene) board(high float64) label.Box {
	if s.Flat {
		return s.flatBoard()
	}
	return label.BoxOf(s.edge(), high-s.edge()-s.boardSize(), width-s.edge(), high-s.edge())
}

// scale returns the number of units for each unit of the field on the board.
func (s Scene) scale() float64 {
	w := s.frame()
	if s.Flat {
		return min((width-2*flatEdge)/(w.X1-w.X0), (flatHigh-2*flatEdge)/(w.Y1-w.Y0))
	}
	return (width - 2*s.edge()) / (w.X1 - w.X0)
}

func (s Scene) boardSize() float64 {
	w := s.frame()
	return float64(int((w.Y1 - w.Y0) * s.scale()))
}

// boardHigh returns the height of a picture without its cards and its legend.
func boardHigh(s Scene) float64 {
	if s.Flat {
		return s.flatSize()
	}
	high := header + namesOf(s.Tallies).high() + s.boardSize()
	if s.inside() {
		return high + edge
	}
	return high + 2*margin - 14
}

// frame returns the part of the field that is shown.
func (s Scene) frame() label.Box {
	if w := s.Window; w != (Window{}) {
		return label.BoxOf(w.X0, w.Y0, w.X1, w.Y1)
	}
	return label.BoxOf(0, 0, s.W, s.H)
}

// place sets where the scene's board is drawn.
func place(c *picture, s Scene, field label.Box) {
	c.field, c.window = field, s.frame()
	c.scale = (field.X1 - field.X0) / (c.window.X1 - c.window.X0)
	c.fine = math.Max(0.5, math.Min(1, c.scale/22))
	c.labels.Begin(field)
}

// board draws everything on the board that may move. A bare board has no words.
func board(c *picture, s Scene, bare bool) {
	s.Discs = afar(s.Discs, c.scale)
	footprints(c, s)
	c.labels.Add(owners(c, s)...)
	s.Shots = c.parted(s.Shots)
	var hidden []Block
	if !bare {
		hidden = c.markRoofs(s.Blocks)
	}
	for _, z := range s.Zones {
		letter(c, s, z)
	}
	drawAll(c, s.Fields, area)
	drawAll(c, s.Wrecks, wreck)
	drawAll(c, s.Rings, ring)
	drawAll(c, s.Trails, trail)
	for _, p := range s.Paths {
		if p.Style == Link || p.Style == Way {
			path(c, p)
		}
		if p.Style == Way {
			ghost(c, p)
			arrival(c, p)
		}
	}
	drawAll(c, s.Flashes, flash)
	for _, p := range s.Spots {
		spot(c, p, bare || !p.covered(s.Discs)) // a star would hide the mark of a hollow disc
	}
	for _, d := range s.Discs {
		disc(c, d, bare)
	}
	drawAll(c, s.Discs, alert)
	drawAll(c, s.Spots, nearTo)
	drawAll(c, s.Shots, shot)
	for _, p := range s.Paths {
		switch p.Style {
		case Link:
		case Way:
			if !c.lands(p, s.Discs) {
				arrival(c, p)
			}
		default:
			path(c, p)
		}
	}
	if !bare {
		if s.Flat {
			fallen(c, s)
		}
		inset(c, s)
		heights(c, hidden)
		for _, a := range s.Areas {
			if a.Texture == Bulwark || a.Texture == Pit { // like roofs, these matter more than a name
				c.labels.Avoid(outlineOf(c, a.X, a.Y).Span())
			}
		}
		labelling(c, s)
	}
}

// afar leaves out the chips that have no room at that scale.
func afar(discs []Disc, scale float64) []Disc {
	isClose := func(k Chip) bool { return k.Close }
	if scale >= closely || !slices.ContainsFunc(discs, func(d Disc) bool { return slices.ContainsFunc(d.Chips, isClose) }) {
		return discs
	}
	out := slices.Clone(discs)
	for i, d := range out {
		out[i].Chips = slices.DeleteFunc(slices.Clone(d.Chips), isClose)
	}
	return out
}

// footprints records the places of everything that labels must not cover.
func footprints(c *picture, s Scene) {
	for _, d := range s.Discs {
		x, y := xy(c, d.X, d.Y)
		r := d.R * c.scale
		if d.Alert {
			r += burst * c.fine
		}
		c.labels.Cover(label.Around(x, y, r))
	}
	for _, p := range s.Spots {
		x, y := xy(c, p.X, p.Y)
		c.labels.Cover(label.Around(x, y, starSize*c.fine))
	}
	for _, w := range s.Wrecks {
		x, y := xy(c, w.X, w.Y)
		c.labels.Cover(label.Around(x, y, w.R*0.7*c.scale))
	}
	for _, t := range s.Trails {
		if t.Label != "" {
			x, y := xy(c, t.X[0], t.Y[0])
			c.labels.Cover(label.Around(x, y, t.R*0.7*c.scale))
		}
	}
	if s.inside() && s.Squares.Edge > 0 {
		named(c, s.Squares, func(_ string, x, y float64) { c.labels.Cover(label.Around(x, y, labelSize/2)) })
	}
	for _, x := range s.Shots {
		c.labels.AvoidSlightly(beads(c, []float64{x.X0, x.X1}, []float64{x.Y0, x.Y1})...)
	}
	for _, t := range s.Trails {
		c.labels.AvoidSlightly(beads(c, t.X, t.Y)...)
	}
	for _, p := range s.Paths {
		switch {
		case p.Tag != "": // its plate is on the line
			c.labels.AvoidSlightly(beads(c, p.X, p.Y)...)
		case p.Style != Link:
			avoid(c, p)
		}
	}
}

// labelling writes all labels, the most important first.
func labelling(c *picture, s Scene) {
	drawAll(c, s.Paths, pathNote)
	drawAll(c, s.Paths, pathTag)
	at := tags(c, s.Discs)
	for i, p := range s.Spots {
		spotLabel(c, i, p, s.Discs)
	}
	for i, t := range s.Trails {
		trailNote(c, i, t)
	}
	shotNotes(c, s.Shots)
	for i, w := range s.Wrecks {
		wreckNote(c, i, w)
	}
	for i, f := range s.Flashes {
		if f.Score {
			flashNote(c, i, f)
		}
	}
	c.named = c.named[:0]
	for i, d := range s.Discs {
		c.named = append(c.named, d.Note != "" && at[i] != (label.Box{}) && note(c, d, at[i]))
	}
	for i, f := range s.Flashes {
		if !f.Score && !c.says(s, f) {
			flashNote(c, i, f)
		}
	}
	drawAll(c, s.Rings, ringNote)
	drawAll(c, s.Names, placeName)
}

func drawAll[T any](c *picture, list []T, draw func(*picture, T)) {
	for _, x := range list {
		draw(c, x)
	}
}

// headGap is the gap between the title and a score.
const headGap = 16

// head writes title, status and scores. Two scores are beside the title, more in a row below it. Tallies replace the scores.
func head(c *picture, s Scene) {
	switch {
	case len(s.Tallies) > 0:
		headOfTallies(c, s)
		return
	case len(s.Scores) > 2:
		headOfMany(c, s)
		return
	}
	c.Face(true, textSize)
	room := float64(width - 2*margin)
	if len(s.Scores) == 2 {
		room -= 2*max(c.Width(s.Scores[0]), c.Width(s.Scores[1])) + 2*headGap
	}
	title(c, s.Title, width/2, 0.5, room)
	status(c, s, width/2, 88, 0.5, width-2*margin)
	for i, text := range s.Scores {
		score(c, i, text, margin+float64(i)*(width-2*margin), 34, float64(i))
	}
}

// signWords is the greatest width of the letters on a sign, relative to its radius: the width of the narrowest shape at their upper
// and lower ends.
const signWords = 1.5

// sign draws a side's shape with letters on it, solid or hollow.
func sign(c *picture, side Side, letters string, x, y, r float64, solid bool) {
	type sign struct {
		Side
		letters string
		r       float64
		solid   bool
	}
	c.stamp(sign{side, letters, r, solid}, x, y, r*1.04+6, func(c *picture, x, y float64) {
		ink, ground := c.scheme.ink(c.scheme.sides[side]), c.scheme.sides[side]
		if !solid {
			ink, ground = c.scheme.sides[side], c.scheme.base[side]
		}
		outline(c, side, x, y, r+2)
		c.FillKeep(ground)
		c.Stroke(c.scheme.sides[side], max(5, r*0.08))
		size := r * 1.3
		if len([]rune(letters)) > 1 {
			size = r * 0.95
		}
		c.SetColor(ink)
		c.Text(c.Fit(letters, true, signWords*r, size, r/2), x, y, 0.5)
	})
}

// headOfMany writes the title on the left, the status on the right, and the scores at equal distances below them.
func headOfMany(c *picture, s Scene) {
	const room = width - 2*margin
	title(c, s.Title, margin, 0, room/2)
	status(c, s, width-margin, 34, 1, room/2-headGap)
	part := 1 / float64(len(s.Scores)-1)
	for i, text := range s.Scores {
		score(c, i, text, margin+float64(i)*part*room, 92, float64(i)*part)
	}
}

// title writes a title. A title that is too wide is first condensed and reduced, then cut.
func title(c *picture, title string, x, ax, room float64) {
	c.SetColor(c.scheme.text)
	c.Face(true, textSize+4)
	if c.Width(title) > room {
		title = strings.Join(strings.Fields(title), " ")
	}
	c.Text(c.Fit(title, true, room, textSize+4, textSize), x, 34, ax)
}

func status(c *picture, s Scene, x, y, ax, room float64) {
	c.Letters(s.Active > 0, textSize, c.scheme.of(s.Active, c.scheme.faint))
	c.Text(c.Clip(s.Status, room), x, y, ax)
}

func score(c *picture, i int, text string, x, y, ax float64) {
	c.Letters(true, textSize, c.scheme.sides[i+1])
	c.Text(text, x, y, ax)
}
