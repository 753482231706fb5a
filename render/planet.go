package render

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"downsync/render/canvas"
	"downsync/render/label"
)

// Planet is a picture of a planet that two sides fight over. Its belts of regions lie between a pole in the north and one in the south.
// Regions with different owners meet at the front.
type Planet struct {
	Theme Theme
	Poles [2]Pole    // the north and the south
	Belts [][]Region // from the north; the regions of a belt from the west
	Keys  []PlanetKey
	Notes []string // written below the planet

	Patient bool // nobody waits for it, so others are drawn first
}

// Pole is the home of a side.
type Pole struct {
	Text string
	Side Side
}

// Region is a part of a planet.
type Region struct {
	Name  string
	Value string
	Side  Side   // the owner
	Taken bool   // its first owner lost it to Side
	Mark  string // on the sign of a region that was taken
	Open  bool   // it may be chosen
	Alert bool   // it has an additional sign
}

// PlanetKey explains the look of a region, or of the front.
type PlanetKey struct {
	Region Region
	Front  bool
	Text   string
}

// Measures of a planet, units. The planet is wider than the picture, which shows its limb around the poles alone.
const (
	planetEdge  = 12.0
	planetRoom  = 74.0  // for the name of a pole
	planetCap   = 38.0  // between a pole and the nearest region's words
	planetBelt  = 146.0 // height of a belt
	planetBend  = 5.0   // how far borders leave a straight line
	planetLine  = 46.0
	planetBulge = 14.0 // how far borders bend towards their pole
	planetName  = 40.0 // between the lines of a name
	planetKey   = 78.0 // between keys
	planetWord  = 40.0 // the size of letters: 12 px on a phone that shows the picture 360 px wide
	planetNote  = 4    // most lines of a note
	planetSign  = 31.0 // radius of a sign
	mostBelts   = 14
	mostRegions = 3 // of a belt
)

func (p Planet) png() ([]byte, error) { return DrawPlanet(p) }

// DrawPlanet draws the planet as a PNG. Equal planets give equal bytes.
func DrawPlanet(p Planet) ([]byte, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	patient := p.Patient
	p.Patient = false // it does not affect the picture
	key := digestOf("planet", p)
	return drawing.Once(key, key, patient, func() ([]byte, error) { return drawPlanet(p) })
}

func (p Planet) check() error {
	if len(p.Belts) < 2 || len(p.Belts) > mostBelts || len(p.Keys)+len(p.Notes) > maxThings {
		return fmt.Errorf("a planet of %d belts, %d keys, %d notes: expected 2 to %d belts", len(p.Belts), len(p.Keys), len(p.Notes), mostBelts)
	}
	sides := []Side{p.Poles[0].Side, p.Poles[1].Side}
	for i, belt := range p.Belts {
		if len(belt) < 1 || len(belt) > mostRegions {
			return fmt.Errorf("belt %d has %d regions: expected 1 to %d", i, len(belt), mostRegions)
		}
		for _, r := range belt {
			sides = append(sides, r.Side)
		}
	}
	for _, k := range p.Keys {
		sides = append(sides, k.Region.Side)
	}
	if top, err := checkSides(p.Theme, sides); err != nil || top > 2 {
		return fmt.Errorf("a planet of %d sides: expected at most 2: %v", top, err)
	}
	return nil
}

func drawPlanet(p Planet) ([]byte, error) {
	c := take(planetRoom, 1, p.Theme, 2)
	defer release(c)
	c.Letters(false, planetWord, c.scheme.text)
	var notes []string
	for _, n := range p.Notes {
		notes = append(notes, c.Wrap(n, width-4*planetEdge, planetNote)...)
	}
	foot := p.foot()
	c.extend(foot + float64(len(p.Keys))*planetKey + float64(len(notes))*planetLine + 2*planetEdge)
	c.planet(p)
	for i, k := range p.Keys {
		at := planetSample(foot, i)
		c.sample(k, at)
		c.Letters(false, planetWord, c.scheme.text)
		c.Text(c.Clip(k.Text, width-160-2*planetEdge), 160, (at.Y0+at.Y1)/2, 0)
	}
	y := foot + float64(len(p.Keys))*planetKey + planetLine/2
	c.Letters(false, planetWord, c.scheme.text)
	for _, line := range notes {
		c.Text(line, 2*planetEdge, y, 0)
		y += planetLine
	}
	return c.PNG()
}

// radius returns the radius of the planet, and foot where the keys begin.
func (p Planet) radius() float64 { return planetCap + planetBelt*float64(len(p.Belts))/2 }
func (p Planet) foot() float64   { return 2*planetRoom + 2*p.radius() + planetEdge }

// middle returns the middle of the planet.
func (p Planet) middle() (x, y float64) { return width / 2, planetRoom + p.radius() }

// limb returns half the width of the planet at a height, but no more than the picture shows.
func (p Planet) limb(y float64) float64 {
	_, middle := p.middle()
	r := p.radius()
	return min(width/2, math.Sqrt(max(0, r*r-(y-middle)*(y-middle))))
}

// parallel returns the height of the border north of a belt, at x. Borders wind, each in its own way.
func (p Planet) parallel(belt int, x float64) float64 {
	_, middle := p.middle()
	y := middle + (float64(belt)-float64(len(p.Belts))/2)*planetBelt
	k := float64(belt)
	return y + p.bulge(x, y) + planetBend*(math.Sin(x/61+k*2.3)+0.6*math.Sin(x/23+k*5.1))
}

// bulge returns how far a border at that place bends away from the equator, as on a globe.
func (p Planet) bulge(x, y float64) float64 {
	_, middle := p.middle()
	return (y - middle) / p.radius() * planetBulge * (1 - (x-width/2)*(x-width/2)/(width*width/4))
}

// meridian returns the place of the border west of a region of a belt, at that height.
func (p Planet) meridian(belt, region int, y float64) float64 {
	n := len(p.Belts[belt])
	share := 2*float64(region)/float64(n) - 1
	if region == 0 || region == n {
		return width/2 + share*width
	}
	_, middle := p.middle()
	return width/2 + share*p.limb(middle+(float64(belt)+0.5-float64(len(p.Belts))/2)*planetBelt) + planetBend*(math.Sin(y/37+float64(belt))+0.6*math.Sin(y/17))
}

// outline returns the border of a region, the parts that leave the planet included.
func (p Planet) outline(belt, region int) (out canvas.Polygon) {
	const step = 8.0
	top, foot := p.parallel(belt, width/2), p.parallel(belt+1, width/2)
	west, east := p.meridian(belt, region, (top+foot)/2), p.meridian(belt, region+1, (top+foot)/2)
	corner := func(line, side int) (x, y float64) { // where a parallel and a meridian meet
		x, y = p.meridian(belt, side, top), top
		for range 8 {
			y = p.parallel(line, x)
			x = p.meridian(belt, side, y)
		}
		return x, y
	}
	x0, y0 := corner(belt, region)
	x1, y1 := corner(belt, region+1)
	x2, y2 := corner(belt+1, region+1)
	x3, y3 := corner(belt+1, region)
	out = append(out, [2]float64{x0, y0})
	for x := math.Ceil(west/step) * step; x < east; x += step {
		if x > x0 && x < x1 {
			out = append(out, [2]float64{x, p.parallel(belt, x)})
		}
	}
	out = append(out, [2]float64{x1, y1})
	for y := y1 + step; y < y2; y += step {
		out = append(out, [2]float64{p.meridian(belt, region+1, y), y})
	}
	out = append(out, [2]float64{x2, y2})
	for x := math.Floor(east/step) * step; x > west; x -= step {
		if x < x2 && x > x3 {
			out = append(out, [2]float64{x, p.parallel(belt+1, x)})
		}
	}
	out = append(out, [2]float64{x3, y3})
	for y := y3 - step; y > y0; y -= step {
		out = append(out, [2]float64{p.meridian(belt, region, y), y})
	}
	return out
}

// words returns the place for the name of a region.
func (p Planet) words(belt, region int) label.Box {
	_, middle := p.middle()
	y := middle + (float64(belt)+0.5-float64(len(p.Belts))/2)*planetBelt
	half := min(p.limb(y-planetBelt/2+2*planetBend), p.limb(y+planetBelt/2-2*planetBend))
	west, east := width/2-half, width/2+half
	if region > 0 {
		west = p.meridian(belt, region, y)
	}
	if region+1 < len(p.Belts[belt]) {
		east = p.meridian(belt, region+1, y)
	}
	const room = 2 * planetBend
	y += p.bulge((west+east)/2, y)
	return label.BoxOf(west+room, y-planetBelt/2+planetBend, east-room, y+planetBelt/2-planetBend)
}

// Neighbor is a pair of regions that share a border: of each its belt and its place in it.
type Neighbor struct{ A, B [2]int }

// Neighbors returns all pairs of regions that share a border.
func (p Planet) Neighbors() (out []Neighbor) {
	for i, belt := range p.Belts {
		for j := range belt {
			if j > 0 {
				out = append(out, Neighbor{[2]int{i, j - 1}, [2]int{i, j}})
			}
			if i == 0 {
				continue
			}
			n, m := len(p.Belts[i-1]), len(belt)
			for k := range p.Belts[i-1] { // shares of the belt's width that overlap
				if max(k*m, j*n) < min((k+1)*m, (j+1)*n) {
					out = append(out, Neighbor{[2]int{i - 1, k}, [2]int{i, j}})
				}
			}
		}
	}
	return out
}

func (p Planet) region(at [2]int) Region { return p.Belts[at[0]][at[1]] }

// Front returns the pairs of neighbours with different owners.
func (p Planet) Front() []Neighbor {
	return slices.DeleteFunc(p.Neighbors(), func(n Neighbor) bool { return p.region(n.A).Side == p.region(n.B).Side })
}

// border returns the line that two neighbours share.
func (p Planet) border(n Neighbor) (out canvas.Polygon) {
	const step = 8.0
	if n.A[0] == n.B[0] {
		belt, region := n.B[0], n.B[1]
		x := p.meridian(belt, region, p.parallel(belt, width/2))
		for y, foot := p.parallel(belt, x), p.parallel(belt+1, x); y < foot+step; y += step {
			y := min(y, foot)
			out = append(out, [2]float64{p.meridian(belt, region, y), y})
		}
		return out
	}
	belt := n.B[0]
	west, east := 0.0, float64(width)
	for _, at := range [][2]int{n.A, n.B} {
		y := p.parallel(belt, width/2)
		west, east = max(west, p.meridian(at[0], at[1], y)), min(east, p.meridian(at[0], at[1]+1, y))
	}
	for x := west; x < east+step; x += step {
		x := min(x, east)
		y := p.parallel(belt, x)
		if half := p.limb(y); math.Abs(x-width/2) <= half {
			out = append(out, [2]float64{x, y})
		}
	}
	return out
}

// planet draws the poles, the regions and the front.
func (c *picture) planet(p Planet) {
	c.BeginPlain(c.scheme.panel)
	cx, cy := p.middle()
	r := p.radius()
	c.land(p)
	for _, n := range p.Neighbors() {
		c.line(p.border(n))
		c.Stroke(mix(c.scheme.field, c.scheme.faint, 0.55), 3)
	}
	for _, n := range p.Front() {
		c.front(p.border(n), p.region(n.A).Side, p.region(n.B).Side)
	}
	c.DrawRectangle(0, 0, width, 2*planetRoom+2*r)
	c.DrawCircle(cx, cy, r)
	c.FillEvenOdd(c.scheme.panel)
	c.stars(p)
	c.DrawCircle(cx, cy, r)
	c.Stroke(mix(c.scheme.panel, c.scheme.faint, 0.8), 6)
	for i, pole := range p.Poles {
		c.SetColor(c.scheme.of(pole.Side, c.scheme.text))
		y := planetRoom / 2
		if i == 1 {
			y += planetRoom + 2*r
		}
		c.Text(c.Fit(pole.Text, true, width-4*planetEdge, planetWord+6, planetWord), cx, y, 0.5)
	}
	for i, belt := range p.Belts {
		for j, region := range belt {
			c.region(region, p.words(i, j))
		}
	}
}

// land fills the regions, and draws dashes within those that may be chosen.
func (c *picture) land(p Planet) {
	for i, belt := range p.Belts {
		for j, region := range belt {
			c.Trace(p.outline(i, j))
			c.Fill(c.scheme.base[region.Side])
		}
	}
	// The first and the last region reach to the poles.
	for _, pole := range []struct {
		belt  int
		above bool
	}{{0, true}, {len(p.Belts) - 1, false}} {
		region := p.Belts[pole.belt][0]
		border, far := pole.belt, -2*planetCap
		if !pole.above {
			border, far = pole.belt+1, 2*planetCap
		}
		c.NewSubPath()
		for x := 0.0; x <= width; x += 8 {
			c.LineTo(x, p.parallel(border, x))
		}
		c.LineTo(width, p.parallel(border, width)+far)
		c.LineTo(0, p.parallel(border, 0)+far)
		c.ClosePath()
		c.Fill(c.scheme.base[region.Side])
	}
}

// front draws a part of the front: a bright line with teeth in the colour of each side, towards the other.
func (c *picture) front(line canvas.Polygon, a, b Side) {
	if len(line) < 2 {
		return
	}
	c.line(line)
	c.Stroke(c.scheme.casing, 17)
	tooth := func(x, y, dx, dy, out float64, side Side) {
		c.NewSubPath()
		c.LineTo(x-dx*11, y-dy*11)
		c.LineTo(x+dx*11, y+dy*11)
		c.LineTo(x-dy*out, y+dx*out)
		c.ClosePath()
		c.Fill(c.scheme.sides[side])
	}
	turn := false
	apartBy(line, 34, func(x, y, dx, dy float64) {
		if turn = !turn; turn {
			tooth(x, y, dx, dy, 19, a)
		} else {
			tooth(x, y, dx, dy, -19, b)
		}
	})
	c.line(line)
	c.Stroke(c.scheme.text, 6)
}

// stars draws a few stars beside the poles.
func (c *picture) stars(p Planet) {
	cx, cy := p.middle()
	for i := range 40 {
		x, y := math.Mod(float64(i)*277.3+90, width), math.Mod(float64(i)*131.7+60, 2*planetRoom+2*p.radius())
		if math.Hypot(x-cx, y-cy) > p.radius()+24 && math.Abs(x-cx) > 320 {
			c.DrawCircle(x, y, 2+math.Mod(float64(i), 3))
			c.Fill(mix(c.scheme.panel, c.scheme.faint, 0.6))
		}
	}
}

// planetSample returns the place of a key's region, below the planet.
func planetSample(foot float64, i int) label.Box {
	const wide, high = 104.0, 66.0
	y := foot + (float64(i)+0.5)*planetKey
	return label.BoxOf(2*planetEdge, y-high/2, 2*planetEdge+wide, y+high/2)
}

// sample draws a key's region, or a part of the front.
func (c *picture) sample(k PlanetKey, at label.Box) {
	y := (at.Y0 + at.Y1) / 2
	if k.Front {
		c.front(canvas.Polygon{{at.X0, y}, {at.X1, y}}, 2, 1)
		return
	}
	c.DrawRoundedRectangle(at.X0, at.Y0, at.X1-at.X0, at.Y1-at.Y0, 14)
	c.Fill(c.scheme.base[k.Region.Side])
	c.region(k.Region, at)
}

// planetSigns returns the places of the signs of a region there: the sign of one that was taken, and an alert.
func planetSigns(b label.Box) (taken, alert label.Box) {
	const off = planetSign + 6
	y := (b.Y0 + b.Y1) / 2
	return label.Around(b.X0+off, y, planetSign), label.Around(b.X1-off, y, planetSign)
}

// nameOf returns the lines of a region's name, the last of them its value, and the room around its words. A name of two lines has its
// value beside the second if there is room: beside reports that.
func (c *picture) nameOf(r Region, b label.Box) (lines []string, beside bool, box label.Box) {
	const wide = 2*planetSign + 12
	c.Letters(true, planetWord, c.scheme.text)
	room := b.X1 - b.X0 - 2*wide
	lines = c.Wrap(r.Name, room, 2)
	half, gap := 0.0, c.Width(" ")
	for _, line := range lines {
		half = max(half, c.Width(line)/2)
	}
	if n := len(lines); n == 2 {
		last := c.Width(lines[1]) + gap
		c.Letters(false, planetWord, c.scheme.text)
		last += c.Width(r.Value)
		if beside = last <= room; beside {
			half = max(half, last/2)
		}
	}
	high := len(lines)
	if !beside {
		high++
	}
	half = min(half+wide+8, (b.X1-b.X0)/2)
	x, y, tall := (b.X0+b.X1)/2, (b.Y0+b.Y1)/2, float64(high)*planetName/2+3
	return append(lines, r.Value), beside, label.BoxOf(x-half, y-tall, x+half, y+tall)
}

// region draws a region's words. Dashes surround them if it may be chosen. A sign is on their left if it was taken, and on their right
// if it has an alert.
func (c *picture) region(r Region, b label.Box) {
	lines, beside, at := c.nameOf(r, b)
	if r.Name == "" {
		at = b
	}
	x := (at.X0 + at.X1) / 2
	if r.Open {
		c.DrawRoundedRectangle(at.X0-1, at.Y0-1, at.X1-at.X0+2, at.Y1-at.Y0+2, 22)
		c.Stroke(c.scheme.alert, 6, 22, 13)
	}
	taken, alert := planetSigns(at)
	if r.Taken {
		sign(c, r.Side, r.Mark, (taken.X0+taken.X1)/2, (taken.Y0+taken.Y1)/2, planetSign, true)
	}
	if r.Alert {
		c.mark("!", c.scheme.alert, alert)
	}
	if r.Name == "" {
		return
	}
	name, value, line := lines[:len(lines)-1], lines[len(lines)-1], at.Y0+3+planetName/2
	for i, word := range name {
		c.Letters(true, planetWord, c.scheme.text)
		if !beside || i+1 < len(name) {
			c.Text(word, x, line, 0.5)
			line += planetName
			continue
		}
		wide := c.Width(word + " ")
		c.Face(false, planetWord)
		x -= (wide + c.Width(value)) / 2
		c.Face(true, planetWord)
		c.Text(word, x, line, 0)
		x += wide
	}
	c.Letters(false, planetWord, c.scheme.of(r.Side, c.scheme.text))
	if beside {
		c.Text(value, x, line, 0)
		return
	}
	c.Text(value, x, line, 0.5)
}

// mark draws a word on a round sign.
func (c *picture) mark(word string, ground color.RGBA, at label.Box) {
	x, y := (at.X0+at.X1)/2, (at.Y0+at.Y1)/2
	c.DrawCircle(x, y, (at.X1-at.X0)/2)
	c.Fill(ground)
	c.Letters(true, planetWord, c.scheme.ink(ground))
	c.Text(word, x, y, 0.5)
}
