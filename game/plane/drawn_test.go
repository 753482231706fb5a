package plane

import (
	"testing"
)

// The two drawings in the rules by their author, in thousandths of an inch, and what they state.

// deepForest is the wood of the drawing about area terrain and lines of sight.
var deepForest = Polygon{
	{4010, 15730}, {3440, 15920}, {2870, 16110}, {2310, 16260}, {1770, 16340}, {1270, 16290}, {810, 16080}, {400, 15650}, {60, 14960}, {-210, 13970},
	{-400, 12640}, {-490, 10910}, {-480, 8750}, {-530, 8450}, {-660, 8100}, {-840, 7710}, {-1020, 7290}, {-1180, 6840}, {-1280, 6390}, {-1280, 5940},
	{-1150, 5500}, {-850, 5090}, {-340, 4700}, {420, 4370}, {1450, 4080}, {1630, 4050}, {1840, 4000}, {2070, 3960}, {2320, 3920}, {2580, 3880},
	{2850, 3850}, {3130, 3830}, {3410, 3830}, {3690, 3850}, {3960, 3890}, {4220, 3950}, {4470, 4040}, {5000, 4340}, {5430, 4690}, {5760, 5080},
	{6030, 5500}, {6230, 5910}, {6400, 6330}, {6550, 6720}, {6690, 7070}, {6840, 7360}, {7020, 7590}, {7250, 7740}, {7540, 7790}, {8130, 7730},
	{8810, 7600}, {9570, 7420}, {10370, 7220}, {11210, 7030}, {12050, 6880}, {12880, 6810}, {13670, 6840}, {14400, 7000}, {15040, 7320}, {15580, 7830},
	{15990, 8570}, {16160, 9090}, {16330, 9710}, {16470, 10410}, {16590, 11160}, {16670, 11930}, {16710, 12680}, {16700, 13390}, {16640, 14030}, {16510, 14560},
	{16300, 14970}, {16020, 15210}, {15650, 15260}, {15170, 15220}, {14450, 15190}, {13550, 15170}, {12510, 15160}, {11360, 15170}, {10150, 15180}, {8930, 15220},
	{7730, 15280}, {6600, 15360}, {5570, 15460}, {4700, 15580},
}

// fanForest is the wood of the drawing about concealment.
var fanForest = Polygon{
	{4450, 0}, {4430, 230}, {4450, 420}, {4510, 570}, {4610, 680}, {4760, 760}, {4980, 820}, {5260, 860}, {5620, 890}, {6060, 900},
	{6590, 910}, {7220, 920}, {7950, 940}, {8160, 940}, {8370, 920}, {8570, 900}, {8780, 870}, {8980, 820}, {9180, 770}, {9370, 720},
	{9560, 660}, {9750, 590}, {9930, 530}, {10110, 460}, {10290, 390}, {10600, 320}, {10850, 400}, {11050, 600}, {11220, 880}, {11360, 1230},
	{11490, 1620}, {11630, 2020}, {11790, 2410}, {11970, 2770}, {12210, 3060}, {12500, 3260}, {12860, 3360}, {13150, 3360}, {13500, 3340}, {13900, 3290},
	{14300, 3200}, {14700, 3070}, {15080, 2880}, {15400, 2630}, {15650, 2320}, {15800, 1940}, {15840, 1480}, {15740, 940}, {15480, 310}, {14880, -340},
	{13830, -900}, {12420, -1390}, {10770, -1810}, {8950, -2170}, {7060, -2470}, {5210, -2710}, {3480, -2890}, {1960, -3030}, {770, -3130}, {-20, -3180},
	{-310, -3200},
}

// wide is a table around everything that the drawings and tests place.
var wide = Rect{Point{-In(20), -In(20)}, Point{In(100), In(100)}}

func ground(t testing.TB, areas []Area, buildings ...Building) *Ground {
	t.Helper()
	g, err := New(wide, areas, buildings)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func base(x, y Inch, mm int) Body { return Body{Disc: Disc{Point{x, y}, Radius(mm)}} }

// Q37: up to 6", forest does not matter (B). Further away, some line may cross at most 2" of it (C, whose middle line
// crosses more). Every line to D crosses more.
func TestDrawnSight(t *testing.T) {
	g := ground(t, []Area{{Forest, deepForest}})
	a := base(6140, 1500, 60)
	for _, c := range []struct {
		name      string
		b         Body
		seen      bool
		concealed bool
	}{
		{"B", base(1938, 7867, 70), true, true},
		{"C", base(8212, 10910, 60), true, true},
		{"D", base(14017, 9747, 60), false, true},
	} {
		if g.Sees(a, c.b) != c.seen || g.Sees(c.b, a) != c.seen {
			t.Errorf("A sees %s: %+v, want %v", c.name, g.Sight(a, c.b), c.seen)
		}
		if g.Concealed(a, c.b) != c.concealed {
			t.Errorf("%s concealed from A: %+v, want %v", c.name, g.Cover(a, c.b), c.concealed)
		}
	}
	if s := g.Sight(a, base(8212, 10910, 60)); s.Woods < 1980 || s.Woods > 2001 {
		t.Errorf("A sees C through %v of forest, 1.99 was measured", s.Woods)
	}
}

// Q39: B and C are concealed whatever point A takes, but visible. The square may be a building or area terrain.
func TestDrawnConcealment(t *testing.T) {
	square := Polygon{{8238, 3440}, {11440, 3440}, {11440, 6547}, {8238, 6547}}
	a, b, c := base(4225, 4036, 60), base(10810, 8035, 70), base(10614, 1875, 70)
	for name, g := range map[string]*Ground{
		"building": ground(t, []Area{{Forest, fanForest}}, Building{square, In(3), 4}),
		"urban":    ground(t, []Area{{Forest, fanForest}, {Urban, square}}),
	} {
		if !g.Sees(a, b) || !g.Sees(a, c) {
			t.Errorf("%s: A sees B %v, C %v", name, g.Sees(a, b), g.Sees(a, c))
		}
		if !g.Concealed(a, b) || !g.Concealed(a, c) {
			t.Errorf("%s: concealed B %v, C %v", name, g.Concealed(a, b), g.Concealed(a, c))
		}
		if cover := g.Cover(a, b); cover.In != 0 || cover.Area+cover.Building == 0 || cover.To == (Point{}) {
			t.Errorf("%s: B is hidden by the square: %+v", name, cover)
		}
		if cover := g.Cover(a, c); cover.In != 1 || cover.Depth <= 0 {
			t.Errorf("%s: C stands in the forest: %+v", name, cover)
		}
	}
}
