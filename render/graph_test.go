package render

import (
	"strings"
	"testing"

	jagged "downsync/game/jagged/cards"
	"downsync/render/label"
)

// ladder returns a graph with everything that a graph can show.
func ladder() Graph {
	return Graph{Columns: 4, Rows: 2, Heads: []Head{{1, "Ours", 1}, {3, "Theirs", 2}}, Nodes: []Node{{Column: 0.5, Name: "Data Core Crystalline Field", Value: "PV 70", Side: 1},
		{Column: 1.5, Row: 1, Name: "Outer Gate", Value: "PV 30", Side: 2, Taken: true, Mark: "M", Alert: true}, {Column: 3, Name: "Manufacturer", Side: 2, Open: true}},
		Roads: [][2]int{{0, 1}}, Keys: []GraphKey{{Node{Side: 1, Taken: true, Mark: "H"}, "taken"}, {Node{Side: 2, Alert: true}, "pending"}}, Notes: []string{"A penalty in words."}}
}

// Every word of a graph is at least 12 px high on a phone that shows it 360 px wide, and the same graph gives the same picture.
func TestGraphOnAPhone(t *testing.T) {
	words := map[string]float64{}
	c := take(graphHead, 1, Display, 2)
	c.extend(800)
	c.Print = func(text string, _, _, size float64) { words[text] = size * 360 / float64(c.Size().X) }
	c.graph(ladder())
	c.Print = nil
	release(c)
	for _, want := range []string{"Ours", "Theirs", "Data Core", "Crystalline", "Field", "PV 70", "Outer Gate", "Manufacturer", "M", "!"} {
		if words[want] < 11.99 {
			t.Errorf("%q: %.1f px; expected 12 at least", want, words[want])
		}
	}
	a, err := DrawGraph(ladder())
	if err != nil {
		t.Fatal(err)
	}
	Forget()
	if b, err := DrawGraph(ladder()); err != nil || string(a) != string(b) {
		t.Errorf("drawn again it is another picture, %v", err)
	}
}

// On the map of a campaign no word leaves its place, none is cut off or under a sign, and the signs of the keys are on their
// samples, which do not touch. This holds for every Position in every state.
func TestGraphIsLegible(t *testing.T) {
	all := jagged.Positions()
	for first := 0; first < len(all); first += 8 {
		g := Graph{Columns: 4, Rows: 2, Keys: []GraphKey{{Node{Side: 1, Taken: true, Mark: "H"}, "taken by the Human Colonies"}, {Node{Side: 2, Taken: true, Mark: "M"}, "vom Martian Order genommen"},
			{Node{Side: 2, Open: true}, "kann jetzt angegriffen werden"}, {Node{Side: 2, Alert: true}, "ihre Strafe gilt im nächsten Gefecht"}}}
		for i := range min(8, len(all)-first) {
			g.Nodes = append(g.Nodes, Node{Column: 0.5 + float64(i%4), Row: i / 4, Name: all[first+i].Name, Value: "PV 80", Side: 1, Taken: true, Mark: "M", Open: true, Alert: true})
		}
		c := take(graphHead, 1, Display, 2)
		c.extend(900)
		words := printed(c)
		c.graph(g)
		c.Print = nil
		release(c)
		for _, w := range *words {
			if strings.HasSuffix(w.text, "…") {
				t.Errorf("%q is cut off", w.text)
			}
			inside := false
			for _, n := range g.Nodes {
				at := g.box(n)
				taken, alert := graphSigns(at)
				inside = inside || w.Within(at.Wide(-4))
				if w.text != "M" && w.text != "!" && (w.Hits(taken) || w.Hits(alert)) {
					t.Errorf("%q of %s lies under a sign", w.text, n.Name)
				}
			}
			if !inside {
				t.Errorf("%q leaves its place: %v", w.text, w.Box)
			}
		}
		for i := range g.Keys {
			at := graphSample(100, i)
			taken, alert := graphSigns(at)
			if !taken.Within(at) || !alert.Within(at) || i > 0 && at.Y0-12 < graphSample(100, i-1).Y1 {
				t.Errorf("key %d at %v: signs at %v and %v", i, at, taken, alert)
			}
		}
	}
}

// Graphs that cannot be drawn are refused.
func TestBadGraphs(t *testing.T) {
	for name, change := range map[string]func(*Graph){
		"no places": func(g *Graph) { g.Nodes = nil },
		"columns":   func(g *Graph) { g.Columns = 5 },
		"rows":      func(g *Graph) { g.Rows = 0 },
		"a row":     func(g *Graph) { g.Nodes[0].Row = 2 },
		"a column":  func(g *Graph) { g.Nodes[0].Column = 4 },
		"a road":    func(g *Graph) { g.Roads[0][1] = 3 },
		"a side":    func(g *Graph) { g.Nodes[0].Side = 3 },
		"a theme":   func(g *Graph) { g.Theme = "pink" },
	} {
		g := ladder()
		change(&g)
		if _, err := DrawGraph(g); err == nil {
			t.Errorf("%s: it was drawn", name)
		}
	}
}

// word is a drawn text with its place.
type word struct {
	text string
	label.Box
}

// printed lists the words that are drawn on the canvas from now on.
func printed(c *picture) *[]word {
	var all []word
	c.Print = func(text string, x, y, size float64) {
		all = append(all, word{text, label.BoxOf(x, y-0.72*size, x+c.Width(text), y+0.2*size)})
	}
	return &all
}
