package render

import (
	"strings"
	"testing"

	jagged "downsync/game/jagged/cards"
	"downsync/render/label"
)

// globe returns a planet with everything that a planet can show.
func globe() Planet {
	return Planet{Poles: [2]Pole{{"Theirs", 2}, {"Ours", 1}}, Belts: [][]Region{{{Name: "Manufacturer", Value: "PV 80", Side: 2, Open: true}},
		{{Name: "Data Core Crystalline Field", Value: "PV 70", Side: 2}, {Name: "Neural Mainframe", Value: "PV 70", Side: 1, Taken: true, Mark: "H"}},
		{{Name: "Outer Gate", Value: "PV 30", Side: 2, Taken: true, Mark: "M", Alert: true}}},
		Keys:  []PlanetKey{{Front: true, Text: "the front"}, {Region: Region{Side: 1, Taken: true, Mark: "H"}, Text: "taken"}, {Region: Region{Side: 2, Alert: true}, Text: "pending"}},
		Notes: []string{"A penalty in words."}}
}

// Every word of a planet is at least 12 px high on a phone that shows it 360 px wide, and equal planets have equal pictures.
func TestPlanetOnAPhone(t *testing.T) {
	words := map[string]float64{}
	c := take(planetRoom, 1, Display, 2)
	c.extend(2400)
	c.Print = func(text string, _, _, size float64) { words[text] = size * 360 / float64(c.Size().X) }
	c.planet(worstWar())
	c.Print = nil
	release(c)
	for _, want := range []string{"Martian Order", "Human Colonies", "Data Core", "Crystalline Field", "PV 80", "Outer Gate", "Arms Manufacturer", "M", "!"} {
		if words[want] < 11.99 {
			t.Errorf("%q: %.1f px; expected 12 at least", want, words[want])
		}
	}
	a, err := DrawPlanet(globe())
	if err != nil {
		t.Fatal(err)
	}
	Forget()
	if b, err := DrawPlanet(globe()); err != nil || string(a) != string(b) {
		t.Errorf("drawn again it is another picture, %v", err)
	}
}

// worstWar returns the planet of a campaign with every sign on every Position, and its words in the longest language.
func worstWar() Planet {
	p := Planet{Poles: [2]Pole{{"Martian Order", 2}, {"Human Colonies", 1}}, Keys: []PlanetKey{{Front: true, Text: "die Front"},
		{Region: Region{Side: 1, Taken: true, Mark: "H"}, Text: "taken by the Human Colonies"}, {Region: Region{Side: 2, Taken: true, Mark: "M"}, Text: "vom Martian Order genommen"},
		{Region: Region{Side: 2, Open: true}, Text: "kann jetzt angegriffen werden"}, {Region: Region{Side: 2, Alert: true}, Text: "ihre Strafe gilt im nächsten Gefecht"}}}
	for _, faction := range []string{jagged.Martians, jagged.Humans} {
		var belts [][]Region
		last := 0
		for _, at := range jagged.Positions() {
			if at.Faction != faction {
				continue
			}
			if at.PV != last {
				belts = append(belts, nil)
			}
			last = at.PV
			belts[len(belts)-1] = append(belts[len(belts)-1], Region{Name: at.Name, Value: "PV 80", Side: 1, Taken: true, Mark: "M", Open: true, Alert: true})
		}
		if faction == jagged.Martians {
			for i, j := 0, len(belts)-1; i < j; i, j = i+1, j-1 {
				belts[i], belts[j] = belts[j], belts[i]
			}
		}
		p.Belts = append(p.Belts, belts...)
	}
	return p
}

// On the planet of a campaign no word leaves its region or the planet, none is cut off or under a sign, and the signs of the keys are
// on their samples, which do not touch. This holds for every Position in every state.
func TestPlanetIsLegible(t *testing.T) {
	p := worstWar()
	c := take(planetRoom, 1, Display, 2)
	defer release(c)
	c.extend(2400)
	words := printed(c)
	c.planet(p)
	for _, w := range *words {
		if strings.HasSuffix(w.text, "…") {
			t.Errorf("%q is cut off", w.text)
		}
		inside := w.text == p.Poles[0].Text || w.text == p.Poles[1].Text
		for i, belt := range p.Belts {
			for j, r := range belt {
				at := p.words(i, j)
				_, _, around := c.nameOf(r, at)
				taken, alert := planetSigns(around)
				inside = inside || w.Within(at)
				if w.text != "M" && w.text != "!" && (w.Hits(taken) || w.Hits(alert)) {
					t.Errorf("%q of %s lies under a sign", w.text, r.Name)
				}
			}
		}
		if !inside {
			t.Errorf("%q leaves its region: %v", w.text, w.Box)
		}
	}
	for i, belt := range p.Belts {
		for j, r := range belt {
			_, _, b := c.nameOf(r, p.words(i, j))
			for _, corner := range [][2]float64{{b.X0, b.Y0}, {b.X1, b.Y0}, {b.X0, b.Y1}, {b.X1, b.Y1}} {
				if half := p.limb(corner[1]); corner[0] < width/2-half || corner[0] > width/2+half {
					t.Errorf("the words of %s leave the planet", r.Name)
				}
			}
			for x := b.X0; x < b.X1; x += 4 {
				if p.parallel(i, x) > b.Y0+4 || p.parallel(i+1, x) < b.Y1-4 {
					t.Errorf("the words of %s, %v, are on its border", r.Name, b)
					break
				}
			}
		}
	}
	for i := range p.Keys {
		at := planetSample(100, i)
		taken, alert := planetSigns(at)
		if !taken.Within(at) || !alert.Within(at) || i > 0 && at.Y0-12 < planetSample(100, i-1).Y1 {
			t.Errorf("key %d at %v: signs at %v and %v", i, at, taken, alert)
		}
	}
}

// The front follows the borders between regions with different owners, and no others.
func TestFront(t *testing.T) {
	p := globe() // the second belt is half taken; the last is taken from the south
	if n := len(p.Neighbors()); n != 5 {
		t.Errorf("%d pairs of neighbours, expected 5", n)
	}
	front := p.Front()
	if len(front) != 3 {
		t.Errorf("the front has %d parts, expected the three borders of the Neural Mainframe: %v", len(front), front)
	}
	for _, n := range front {
		if n.A != [2]int{1, 1} && n.B != [2]int{1, 1} {
			t.Errorf("the front follows a border between %v and %v", n.A, n.B)
		}
	}
	for i := range p.Belts {
		for j := range p.Belts[i] {
			p.Belts[i][j].Side = 1
		}
	}
	if n := len(p.Front()); n != 0 {
		t.Errorf("a planet of one owner has a front of %d parts", n)
	}
}

// Planets that cannot be drawn are refused.
func TestBadPlanets(t *testing.T) {
	for name, change := range map[string]func(*Planet){
		"no belts":   func(p *Planet) { p.Belts = nil },
		"an empty":   func(p *Planet) { p.Belts[1] = nil },
		"regions":    func(p *Planet) { p.Belts[1] = make([]Region, mostRegions+1) },
		"many belts": func(p *Planet) { p.Belts = make([][]Region, mostBelts+1) },
		"a side":     func(p *Planet) { p.Belts[0][0].Side = 3 },
		"a pole":     func(p *Planet) { p.Poles[0].Side = 3 },
		"a theme":    func(p *Planet) { p.Theme = "pink" },
	} {
		p := globe()
		change(&p)
		if _, err := DrawPlanet(p); err == nil {
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
