package downsync

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"downsync/game/downsync/cards"
	"downsync/game/downsync/maps"
	"downsync/game/plane"
)

// in42 returns options of edition 4.2.
func in42(size string) Config {
	c := Defaults()
	c.Rules, c.Size = Edition42, size
	return c
}

// V4: every slot is filled, from one faction; copies are allowed. In 2023-03 fewer Units are enough (Q7).
func TestV4FullForces(t *testing.T) {
	full := []string{"widow-scout", "widow-scout", "virago", "virago", "virago", "guardian-marksman"}
	mixed := slices.Concat(full[:5], []string{"samson"})
	for _, c := range []struct {
		what   string
		force  []string
		is, in string // the error in 2023-03 and in 4.2; "": none
	}{
		{"full, with copies", full, "", ""},
		{"one Large short", full[:5], "", "0 Units of large signature; in edition 4.2 a small game has 1"},
		{"one Small short", full[1:], "", "1 Unit of small signature; in edition 4.2 a small game has 2"},
		{"one too many", append([]string{"widow-scout"}, full...), "3 Units of small signature", "3 Units of small signature"},
		{"mixed", mixed, "another faction", "another faction"},
	} {
		for rules, want := range map[string]string{Edition2023: c.is, Edition42: c.in} {
			conf := Defaults()
			conf.Rules = rules
			if err := conf.CheckForce(c.force); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%s in %s: %v, expected %q", c.what, rules, err, want)
			}
		}
	}
	for _, a := range cards.Armies() {
		if err := in42(a.Size).CheckForce(a.Units); err != nil {
			t.Errorf("%s: %v", a.ID, err)
		}
	}
}

// V7: a map with High Grass is for edition 4.2.
func TestV7GrassOnMaps(t *testing.T) {
	m, err := maps.Parse("meadow.json", []byte(`{"slug": "meadow", "name": "Meadow", "areas": [{"kind": "grass", "shape": [[20,30], [28,30], [28,34], [20,34]]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for rules, want := range map[string]string{Edition42: "", Edition2023: "map meadow: it has high grass, which edition 2023-03 does not know; expected edition 4.2 or another map"} {
		c := Defaults()
		c.Rules, c.Map, c.Terrain = rules, m.Slug, &Terrain{Areas: m.Areas}
		if err := c.CheckSettings(); fmt.Sprint(err) != want && (err != nil || want != "") {
			t.Errorf("%s: %v", rules, err)
		}
	}
}

// V22, D9: the Control Objectives of every named map and of many random ones are on the centre line, equally far from the
// middle, at least 1" from concealing terrain and off buildings, and nobody reaches both.
func TestD9Objectives(t *testing.T) {
	names, refused := mapNames(), 0
	for seed := range 60 {
		names = append(names, fmt.Sprintf("%s:%d", maps.Random, seed))
	}
	for _, size := range []string{Small, Standard} {
		for _, name := range names {
			c := in42(size)
			c.Map = name
			if err := c.CheckSettings(); err != nil {
				if refused++; !strings.HasPrefix(name, maps.Random) {
					t.Errorf("%s, %s: %v", name, size, err)
				}
				continue
			}
			e := newEnv(c)
			for i, g := range e.goals {
				if g.R != plane.Radius(70) || max(g.At.Y-plane.In(24), plane.In(24)-g.At.Y) > g.R || !e.ground.Table.Holds(g.Disc) || plane.Gap(e.goals[0].Disc, e.goals[1].Disc) < plane.In(17) {
					t.Errorf("%s, %s: %v", name, size, e.goals)
				}
				for _, a := range e.ground.Areas {
					if a.Kind.Conceals() && a.Shape.Overlaps(plane.Disc{At: g.At, R: g.R + plane.In(1)}) {
						t.Errorf("%s, %s: objective %d is too near to %s", name, size, i+1, a.Kind)
					}
				}
				for _, b := range e.ground.Buildings {
					if b.Shape.Overlaps(g.Disc) {
						t.Errorf("%s, %s: objective %d is on a building", name, size, i+1)
					}
				}
			}
			if e.goals[0].At.X+e.goals[1].At.X != e.ground.Table.Max.X {
				t.Errorf("%s, %s: %v are not alike", name, size, e.goals)
			}
		}
	}
	if refused > 2 {
		t.Errorf("%d random maps have no place for them", refused)
	}
}

// D9: the nearest free place, half an inch at a time; at exactly 1" it is free.
func TestD9Shifted(t *testing.T) {
	r := plane.Radius(70)
	wood := func(lo, hi plane.Inch) plane.Area {
		return plane.Area{Kind: plane.Forest, Shape: plane.Polygon{{X: lo, Y: 20000}, {X: hi, Y: 20000}, {X: hi, Y: 28000}, {X: lo, Y: 28000}}}
	}
	rough := wood(0, 48000)
	rough.Kind = plane.Rough
	house := plane.Building{Shape: plane.Polygon{{X: 35000, Y: 23000}, {X: 37000, Y: 23000}, {X: 37000, Y: 25000}, {X: 35000, Y: 25000}}, Height: 2000}
	for _, c := range []struct {
		what string
		size string
		t    Terrain
		want plane.Inch // the first one's place; 0: none
	}{
		{"open ground", Small, Terrain{}, 36000},
		{"open ground", Standard, Terrain{}, 54000},
		{"rough ground conceals nobody", Small, Terrain{Areas: []plane.Area{rough}}, 36000},
		{"exactly 1\" off", Small, Terrain{Areas: []plane.Area{wood(37000+r, 40000)}}, 36000},
		{"a thousandth less: inwards", Small, Terrain{Areas: []plane.Area{wood(36998+r, 40000)}}, 35500},
		{"the other one's wood counts as well", Small, Terrain{Areas: []plane.Area{wood(8000, 11002-r)}}, 35500},
		{"outwards when that is nearer", Small, Terrain{Areas: []plane.Area{wood(30000, 35002-r)}}, 36500},
		{"a building", Small, Terrain{Buildings: []plane.Building{house}}, 38500},
		{"no nearer to the middle than 10\"", Small, Terrain{Areas: []plane.Area{wood(36000, 37000)}}, 39500},
		{"nowhere", Small, Terrain{Areas: []plane.Area{wood(10000, 48000)}}, 0},
		{"off the map", Standard, Terrain{Areas: []plane.Area{wood(0, 48000)}}, 62500},
	} {
		conf := in42(c.size)
		conf.Terrain = &c.t
		laid, err := conf.laid()
		if err != nil {
			t.Fatal(err)
		}
		goals, err := conf.goals(laid)
		if (err != nil) != (c.want == 0) || err == nil && goals[0].At.X != c.want {
			t.Errorf("%s, %s: %v, %v; expected %v", c.what, c.size, goals, err, c.want)
		}
		if err := conf.CheckSettings(); (err != nil) != (c.want == 0) {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}

// V24: the changes to the cards in edition 4.2, and nothing else.
func TestV24Cards(t *testing.T) {
	changed := []string{"guardian-destroyer", "guardian-marksman", "spider-drone-soldier", "seeker-team", "virago", "vector-squad"}
	was, is := Defaults(), in42(Small)
	old, err1 := was.Catalogue()
	cat, err2 := is.Catalogue()
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	for _, u := range old.All() {
		same := fmt.Sprintf("%+v", *u) == fmt.Sprintf("%+v", *cat.Must(u.Slug)) || fmt.Sprintf("%+v", u.Actions) == fmt.Sprintf("%+v", cat.Must(u.Slug).Actions) && u.Spd == cat.Must(u.Slug).Spd
		if same == slices.Contains(changed, u.Slug) {
			t.Errorf("%s: the same %v", u.Slug, same)
		}
	}
	if a, ok := cat.Must("spider-drone-soldier").Action("sprint"); !ok || a.Cost != "C" || specials[a.ID].once != true {
		t.Errorf("Sprint: %+v", a)
	}
}

// V25: unpublished Units are in no catalogue.
func TestV25NothingUnpublished(t *testing.T) {
	for _, size := range []string{Small, Standard} {
		cat, err := in42(size).Catalogue()
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range cat.All() {
			if u.Faction != "coalition" && u.Faction != "republic-of-terra" {
				t.Errorf("%s of %s", u.Slug, u.Faction)
			}
		}
	}
}

// Every switch of an edition is read where its rule is applied, and rules.md names it with its difference.
func TestSwitchesAreRead(t *testing.T) {
	src, err := os.ReadFile("edition.go")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := os.ReadFile("rules.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var rest strings.Builder
	for _, f := range files {
		if strings.HasSuffix(f.Name(), ".go") && !strings.HasSuffix(f.Name(), "_test.go") && f.Name() != "edition.go" {
			text, err := os.ReadFile(f.Name())
			if err != nil {
				t.Fatal(err)
			}
			rest.Write(text)
		}
	}
	switches := regexp.MustCompile(`(?m)^\t(\w+) +[\w.*]+ +// V`).FindAllStringSubmatch(string(src), -1)
	if len(switches) < 20 {
		t.Fatalf("%d switches found", len(switches))
	}
	for _, m := range switches {
		if !regexp.MustCompile(`(\bed\([\w.()]*\)|editionOf\(c\.Rules\))\.` + m[1] + `\b`).MatchString(rest.String()) {
			t.Errorf("nothing reads %s", m[1])
		}
		if !strings.Contains(string(rules), "`"+m[1]+"`") {
			t.Errorf("rules.md does not name %s", m[1])
		}
	}
}

// V21: after Overwatch in an engagement nothing else is offered, not even what costs CP.
func TestV21NothingElseOffered(t *testing.T) {
	for rules, want := range map[string]bool{Edition2023: true, Edition42: false} {
		c := Defaults()
		c.Rules = rules
		s := &state{Conf: c, env: newEnv(c), Active: 2, CP: Both{5, 5}, RE: &engagement{Stage: stageResolve}}
		for l, at := range map[Label]plane.Point{"A1": {X: 10000, Y: 10000}, "B1": {X: 10000, Y: 20000}} {
			p := piece{Label: l}
			p.become(s.unit("gsv-phantom"), []plane.Point{at})
			s.Pieces = append(s.Pieces, &p)
		}
		s.Acts = []activation{{Piece: "A1", Watched: true, Actors: []actor{{N: 1, Spent: true}}}}
		var words []string
		for _, m := range menuAct(s, 1) {
			words = append(words, m.Words)
		}
		if slices.Contains(words, "act target-lock") != want || !slices.Contains(words, "end") {
			t.Errorf("%s: %v", rules, words)
		}
	}
}
