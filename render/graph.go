package render

import (
	"fmt"

	"downsync/render/label"
)

// Graph is a picture of places in columns and rows, and of the roads between them.
type Graph struct {
	Theme   Theme
	Columns int // 2 to 4
	Rows    int // 1 to 8
	Heads   []Head
	Nodes   []Node
	Roads   [][2]int // pairs of indexes into Nodes
	Keys    []GraphKey
	Notes   []string // written below the graph

	Patient bool // nobody waits for it, so others are drawn first
}

// Head is a word above some columns.
type Head struct {
	Column float64 // its middle, in columns from the left edge
	Text   string
	Side   Side
}

// Node is a place. Its middle is at Column, in columns from the left edge, and in the Row, from 0 at the top.
type Node struct {
	Column float64
	Row    int
	Name   string
	Value  string
	Side   Side   // the owner
	Taken  bool   // its first owner lost it to Side
	Mark   string // on the sign of a place that was taken
	Open   bool   // it may be chosen
	Alert  bool   // it has an additional sign
}

// GraphKey explains the look of a node.
type GraphKey struct {
	Node Node
	Text string
}

// Measures of a graph, units.
const (
	graphEdge  = 12.0
	graphHead  = 84.0
	graphPitch = 236.0 // between rows
	graphHigh  = 196.0 // of a place
	graphGap   = 20.0  // between columns
	graphLine  = 46.0
	graphKey   = 92.0 // between keys
	graphWord  = 40.0 // the size of letters: 12 px on a phone that shows the picture 360 px wide
	graphNote  = 4    // most lines of a note
)

func (g Graph) png() ([]byte, error) { return DrawGraph(g) }

// DrawGraph draws the graph as a PNG. Equal graphs give equal bytes.
func DrawGraph(g Graph) ([]byte, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	patient := g.Patient
	g.Patient = false // it does not affect the picture
	key := digestOf("graph", g)
	return drawing.Once(key, key, patient, func() ([]byte, error) { return drawGraph(g) })
}

func (g Graph) check() error {
	if g.Columns < 2 || g.Columns > 4 || g.Rows < 1 || g.Rows > 8 || len(g.Nodes)+len(g.Keys)+len(g.Notes) > maxThings || len(g.Nodes) == 0 {
		return fmt.Errorf("a graph of %d columns, %d rows, %d places, %d keys, %d notes", g.Columns, g.Rows, len(g.Nodes), len(g.Keys), len(g.Notes))
	}
	var sides []Side
	for _, n := range g.Nodes {
		sides = append(sides, n.Side)
		if n.Row < 0 || n.Row >= g.Rows || n.Column < 0.5 || n.Column > float64(g.Columns)-0.5 {
			return fmt.Errorf("place %q at column %g, row %d", n.Name, n.Column, n.Row)
		}
	}
	for _, k := range g.Keys {
		sides = append(sides, k.Node.Side)
	}
	for _, h := range g.Heads {
		sides = append(sides, h.Side)
	}
	for _, r := range g.Roads {
		if min(r[0], r[1]) < 0 || max(r[0], r[1]) >= len(g.Nodes) {
			return fmt.Errorf("a road from %d to %d of %d places", r[0], r[1], len(g.Nodes))
		}
	}
	if top, err := checkSides(g.Theme, sides); err != nil || top > 2 {
		return fmt.Errorf("a graph of %d sides: expected at most 2: %v", top, err)
	}
	return nil
}

func drawGraph(g Graph) ([]byte, error) {
	c := take(graphHead, 1, g.Theme, 2)
	defer release(c)
	c.Letters(false, graphWord, c.scheme.text)
	var notes []string
	for _, n := range g.Notes {
		notes = append(notes, c.Wrap(n, width-4*graphEdge, graphNote)...)
	}
	foot := graphHead + float64(g.Rows)*graphPitch
	high := foot + float64(len(g.Keys))*graphKey + float64(len(notes))*graphLine + 2*graphEdge
	c.extend(high)
	c.graph(g)
	for i, k := range g.Keys {
		at := graphSample(foot, i)
		c.place(k.Node, at)
		c.Letters(false, graphWord, c.scheme.text)
		c.Text(c.Clip(k.Text, width-160-2*graphEdge), 160, (at.Y0+at.Y1)/2, 0)
	}
	y := foot + float64(len(g.Keys))*graphKey + graphLine/2
	c.Letters(false, graphWord, c.scheme.text)
	for _, line := range notes {
		c.Text(line, 2*graphEdge, y, 0)
		y += graphLine
	}
	return c.PNG()
}

// graph draws the heads, the roads and the places.
func (c *picture) graph(g Graph) {
	c.BeginPlain(c.scheme.panel)
	wide := g.wide()
	at := func(n Node) (x, y float64) {
		b := g.box(n)
		return (b.X0 + b.X1) / 2, (b.Y0 + b.Y1) / 2
	}
	for _, h := range g.Heads {
		c.SetColor(c.scheme.of(h.Side, c.scheme.text))
		c.Text(c.Fit(h.Text, true, 2*wide-graphGap, graphWord+6, graphWord), graphEdge+h.Column*wide, graphHead/2, 0.5)
	}
	for _, r := range g.Roads {
		x0, y0 := at(g.Nodes[r[0]])
		x1, y1 := at(g.Nodes[r[1]])
		c.DrawLine(x0, y0, x1, y1)
		c.Stroke(c.scheme.faint, 8)
	}
	for _, n := range g.Nodes {
		x, y := at(n)
		b := g.box(n)
		c.place(n, b)
		c.Letters(true, graphWord, c.scheme.text)
		name := c.Wrap(n.Name, b.X1-b.X0-16, 3)
		top := y - graphLine*float64(len(name))/2
		for i, line := range name {
			c.Text(line, x, top+float64(i)*graphLine, 0.5)
		}
		c.Letters(false, graphWord, c.scheme.text)
		c.Text(n.Value, x, top+float64(len(name))*graphLine, 0.5)
	}
}

// wide returns the width of a column.
func (g Graph) wide() float64 { return (width - 2*graphEdge) / float64(g.Columns) }

// box returns the place of a node.
func (g Graph) box(n Node) label.Box {
	x, y := graphEdge+n.Column*g.wide(), graphHead+(float64(n.Row)+0.5)*graphPitch
	return label.BoxOf(x-g.wide()/2+graphGap/2, y-graphHigh/2, x+g.wide()/2-graphGap/2, y+graphHigh/2)
}

// graphSample returns the place of a key's node, below the graph.
func graphSample(foot float64, i int) label.Box {
	const wide, high = 104.0, 74.0
	y := foot + (float64(i)+0.5)*graphKey
	return label.BoxOf(2*graphEdge, y-high/2, 2*graphEdge+wide, y+high/2)
}

// graphSigns returns the places of the signs on a node there: the sign of a place that was taken, and an alert.
func graphSigns(b label.Box) (taken, alert label.Box) {
	const r, off = 31.0, 35.0
	return label.Around(b.X0+off, b.Y1-off, r), label.Around(b.X1-off, b.Y1-off, r)
}

// place draws a node's ground and its marks: in the colours of its owner, with dashes around one that may be chosen, a sign on one
// that was taken, and another on one with an alert.
func (c *picture) place(n Node, b label.Box) {
	const round = 18.0
	taken, alert := graphSigns(b)
	c.DrawRoundedRectangle(b.X0, b.Y0, b.X1-b.X0, b.Y1-b.Y0, round)
	c.FillKeep(c.scheme.base[n.Side])
	c.Stroke(c.scheme.sides[n.Side], 5)
	if n.Open {
		const out = 5.0
		c.DrawRoundedRectangle(b.X0-out, b.Y0-out, b.X1-b.X0+2*out, b.Y1-b.Y0+2*out, round+out)
		c.Stroke(c.scheme.alert, 9, 26, 14)
	}
	if n.Taken {
		sign(c, n.Side, n.Mark, (taken.X0+taken.X1)/2, (taken.Y0+taken.Y1)/2, (taken.X1-taken.X0)/2, true)
	}
	if n.Alert {
		x, y := (alert.X0+alert.X1)/2, (alert.Y0+alert.Y1)/2
		c.DrawCircle(x, y, (alert.X1-alert.X0)/2)
		c.Fill(c.scheme.alert)
		c.Letters(true, graphWord, c.scheme.ink(c.scheme.alert))
		c.Text("!", x, y, 0.5)
	}
}
