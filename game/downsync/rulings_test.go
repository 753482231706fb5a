package downsync

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// Part 7 of the rules names every file of cards, and only files that there are.
func TestRulesSayWhereFiguresAreHeld(t *testing.T) {
	raw, err := os.ReadFile("rules.md")
	if err != nil {
		t.Fatal(err)
	}
	_, part, ok := strings.Cut(string(raw), "# Part 7.")
	held := map[string]bool{}
	for _, m := range regexp.MustCompile("`([a-z0-9_/.]+\\.(?:toml|go))`").FindAllStringSubmatch(part, -1) {
		held[m[1]] = true
		if _, err := os.Stat(m[1]); err != nil {
			t.Error(err)
		}
	}
	data, err := filepath.Glob("cards/*.toml")
	if err != nil || !ok {
		t.Fatalf("%t, %v", ok, err)
	}
	for _, name := range data {
		if name != "cards/traits.toml" && !held[name] { // traits.toml holds words
			t.Errorf("Part 7 does not say what %s holds", name)
		}
	}
}

// Rulings that no script can show: options with which a match cannot begin.

// Q7: one faction, copies allowed, up to the limits and fewer; packaged Units are not listed.
func TestQ7(t *testing.T) {
	small := Defaults()
	mixed := small
	mixed.MixedFactions = true
	standard := small
	standard.Size = Standard
	for _, c := range []struct {
		conf  Config
		force string
		says  string // "": legal
	}{
		{small, "virago crusader", "of another faction"},
		{mixed, "virago crusader", ""},
		{mixed, "virago crusader courier gsv-phantom", "4 Units of medium signature; a small game allows 3"},
		{small, "virago virago", ""},
		{small, "virago virago virago", ""},
		{small, "virago virago virago virago", "4 Units of medium signature; a small game allows 3"},
		{standard, "virago virago virago virago virago", ""},
		{standard, "virago virago virago virago virago virago", "6 Units of medium signature; a standard game allows 5"},
		{small, "widow-scout widow-scout", ""},
		{small, "widow-scout widow-scout sentinel-tagger", "3 Units of small signature; a small game allows 2"},
		{standard, "widow-scout widow-scout widow-scout widow-scout", ""},
		{standard, "widow-scout widow-scout widow-scout widow-scout sentinel-tagger", "5 Units of small signature"},
		{small, "guardian-destroyer guardian-marksman", "2 Units of large signature; a small game allows 1"},
		{standard, "guardian-destroyer guardian-destroyer", ""},
		{standard, "guardian-destroyer guardian-destroyer guardian-marksman", "3 Units of large signature; a standard game allows 2"},
		{small, "samson", ""},
		{small, "", "at least one Unit"},
		{small, "widow-scout spider-drone-infiltrator", "comes free with the Widow Scout"},
		{small, "juggernaut", "there is no Unit"},
	} {
		err := c.conf.CheckForce(strings.Fields(c.force))
		if c.says == "" && err != nil {
			t.Errorf("%s %q: %v", c.conf.Size, c.force, err)
		}
		if c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s %q: %v; expected %q", c.conf.Size, c.force, err, c.says)
		}
	}
}

// Q94: buildings do not overlap; they may share a wall. Areas may overlap anything.
func TestQ94(t *testing.T) {
	square := func(x, y, edge int) plane.Polygon {
		a, b, e := plane.In(x), plane.In(y), plane.In(edge)
		return plane.Polygon{{X: a, Y: b}, {X: a + e, Y: b}, {X: a + e, Y: b + e}, {X: a, Y: b + e}}
	}
	house := func(x, y int) plane.Building {
		return plane.Building{Shape: square(x, y, 3), Height: plane.In(2), Room: 1}
	}
	for _, c := range []struct {
		buildings []plane.Building
		says      string
	}{
		{[]plane.Building{house(10, 10), house(20, 20)}, ""},
		{[]plane.Building{house(10, 10), house(13, 10)}, ""},
		{[]plane.Building{house(10, 10), house(12, 10)}, "map plain: building 2 overlaps building 1"},
		{[]plane.Building{house(10, 10), house(30, 10), house(10, 10)}, "building 3 overlaps building 1"},
		{[]plane.Building{{Shape: square(10, 10, 3), Height: plane.In(7)}}, "1 to 6 inches high"},
		{[]plane.Building{{Shape: square(46, 10, 3), Height: plane.In(2)}}, "off the table"},
	} {
		conf := Defaults()
		conf.Forces = [2][]string{{"virago"}, {"samson"}}
		conf.Terrain = &Terrain{Areas: []plane.Area{{Kind: plane.Forest, Shape: square(10, 10, 6)}, {Kind: plane.Rough, Shape: square(12, 12, 6)}}, Buildings: c.buildings}
		err := conf.Check()
		if c.says == "" && err != nil {
			t.Errorf("%v: %v", c.buildings, err)
		}
		if c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%v: %v; expected %q", c.buildings, err, c.says)
		}
	}
}

// G2: sums of Advantage, +1 and -3 among them: four dice, and the lowest two count (R2.4).
func TestG2(t *testing.T) {
	for _, c := range []struct {
		adv, n int
		faces  []int
		kept   []int
	}{
		{+2 - 1, 2, []int{2, 6, 4}, []int{6, 4}},
		{+1 - 3, 2, []int{5, 2, 6, 3}, []int{2, 3}},
		{+1 - 1, 1, []int{4}, []int{4}},
		{-1, 1, []int{5, 2}, []int{2}},
		{+2, 1, []int{1, 6, 3}, []int{6}},
	} {
		if n := diceFor(c.n, c.adv); n != len(c.faces) {
			t.Errorf("advantage %d: %d dice, want %d", c.adv, n, len(c.faces))
		}
		if got := keep(c.faces, c.n, c.adv); !slices.Equal(got, c.kept) {
			t.Errorf("advantage %d of %v keeps %v, want %v", c.adv, c.faces, got, c.kept)
		}
	}
}

// G6: the author's lists fill exactly the game of their size; one Unit more of any Signature is refused.
func TestG6(t *testing.T) {
	for _, army := range []string{"coalition-starter", "republic-starter", "coalition-ex1", "republic-ex1"} {
		conf := Defaults()
		if strings.HasSuffix(army, "ex1") {
			conf.Size = Standard
		}
		units, err := conf.ForceOf([]string{army})
		if err != nil {
			t.Fatal(err)
		}
		if err := conf.CheckForce(units); err != nil {
			t.Errorf("%s: %v", army, err)
		}
		cat, err := conf.Catalogue()
		if err != nil {
			t.Fatal(err)
		}
		for _, slug := range units {
			if err := conf.CheckForce(append(slices.Clone(units), slug)); err == nil {
				t.Errorf("%s has room for one more of %s signature", army, cat.Must(slug).Signature)
			}
		}
		count := map[cards.Signature]int{}
		for _, slug := range units {
			count[cat.Must(slug).Signature]++
		}
		if !maps.Equal(count, Limits(conf.Size)) {
			t.Errorf("%s: %v, a %s game has %v", army, count, conf.Size, Limits(conf.Size))
		}
	}
}

// One table of rules.md holds exactly the codes of refusals that the engine gives, with their rules.
func TestRefusalTable(t *testing.T) {
	text, err := os.ReadFile("rules.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(text), "# Part 6. Refusals")
	if !found {
		t.Fatal("rules.md has no Part 6")
	}
	told := map[string]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z0-9-]+)` \\| (\\S*) ?\\|").FindAllStringSubmatch(table, -1) {
		told[row[1]] = row[2]
	}
	if !maps.Equal(told, refusals) {
		for code, rule := range refusals {
			if got, ok := told[code]; !ok || got != rule {
				t.Errorf("%s: rules.md says %q, the engine %q", code, got, rule)
			}
		}
		for code := range told {
			if _, ok := refusals[code]; !ok {
				t.Errorf("rules.md has %s, the engine has not", code)
			}
		}
	}
}
