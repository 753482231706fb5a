package cards

import (
	"os"
	"strings"
	"testing"

	"downsync/game/cardfile"
)

// The printed cards match the book's counts: 74 Tactics cards, by color and type.
func TestCatalogue(t *testing.T) {
	c := Printed()
	if len(c.Operators) != 5 || len(c.Mercenaries) != 10 || len(c.Weapons) != 21 || len(c.Armors) != 3 || len(c.Cards) != 74 {
		t.Errorf("%d Operators, %d {Mercenary|Mercenaries}, %d weapons, %d armors, %d cards", len(c.Operators), len(c.Mercenaries), len(c.Weapons), len(c.Armors), len(c.Cards))
	}
	colors := map[string]int{}
	for _, x := range c.Cards {
		colors[x.Color]++
	}
	for color, n := range map[string]int{Universal: 7, Verge: 14, Force: 12, Focus: 14, Bulwark: 14, System: 13} {
		if colors[color] != n {
			t.Errorf("%d cards of %s, want %d", colors[color], color, n)
		}
	}
	if n := len(meant("status-")) + len(meant("status+")); n != 13 {
		t.Errorf("%d statuses, want 13", n)
	}
	if id, err := c.check(); err != nil {
		t.Errorf("%s: %v", id, err)
	}
	seen := map[string]bool{}
	for _, m := range meanings {
		if seen[m.ID] || len(m.Text) == 0 || len(m.Text) > maxText {
			t.Errorf("%s: %q", m.ID, m.Text)
		}
		seen[m.ID] = true
	}
	for _, id := range c.IDs() {
		if seen[id] && id != "quick-draw" {
			t.Errorf("%s is an id twice", id)
		}
		seen[id] = true
	}
}

// Every starter is legal, and none is heavier than its Operator carries.
func TestStarters(t *testing.T) {
	if len(Starters()) != 5 {
		t.Errorf("%d starters", len(Starters()))
	}
	for _, s := range Starters() {
		if err := Printed().CheckSquad(s.Squad); err != nil {
			t.Errorf("%s: %v", s.ID, err)
		}
		o, _ := Printed().Operator(s.Operator)
		if a, _ := Printed().Armor(s.Armor); a.Load > o.LD {
			t.Errorf("%s is encumbered", s.ID)
		}
		if n := len(s.List()); n != DeckSize || len(s.About) > 100 {
			t.Errorf("%s: %d cards, %q", s.ID, n, s.About)
		}
	}
}

// A server's file may hold anything that the program's own may, but nothing meaningless.
func TestRead(t *testing.T) {
	raw, err := os.ReadFile("testdata/own.toml")
	if err != nil {
		t.Fatal(err)
	}
	own, err := Read("own.toml", raw)
	if err != nil {
		t.Fatal(err)
	}
	c, err := Printed().With(own)
	if err != nil || len(c.Cards) != 74+len(own.Cards) {
		t.Errorf("%d cards, %v", len(c.Cards), err)
	}
	card := "[[card]]\nid = \"x\"\nname = \"X\"\ncolor = \"verge\"\ntype = \"utility\"\ntext = \"X.\"\ndo = [%]\n"
	for _, x := range []struct{ file, says string }{
		{"", "0 entries"},
		{"[[card]]\nspeed = 3\n", "unknown field"},
		{"[[card]\n", "own.toml:2"},
		{strings.NewReplacer("\"x\"", "\"dash\"", "%", "").Replace(card), "another entry has it"},
		{strings.Replace(card, "%", "", 1), "do: expected"},
		{strings.Replace(card, "%", `{ op = "dance" }`, 1), "there is no such step"},
		{strings.Replace(card, "%", `{ op = "move", up_to = 9 }`, 1), "up_to = 9"},
		{strings.Replace(card, "%", `{ op = "damage", n = 1, who = "target" }`, 1), "expected a step choose or contest"},
		{strings.Replace(card, "%", `{ op = "damage", n = 1, who = "units-near" }`, 1), "choose of a space"},
		{strings.Replace(card, "%", `{ op = "status", status = "asleep", who = "self" }`, 1), `status = "asleep"`},
		{strings.Replace(card, "%", `{ op = "change", dice = 1, who = "self" }`, 1), "next = true"},
		{strings.Replace(card, "%", `{ op = "place", object = "tower", within = 2 }`, 1), `object = "tower"`},
		{strings.Replace(card, "%", `{ op = "draw", n = 1, then = [{ op = "draw", n = 1 }] }`, 1), "only contest and if"},
		{strings.Replace(card, "%", `{ op = "contest", then = [{ op = "if", cond = "stood", then = [{ op = "draw", n = 1 }] }] }`, 1), "no step with steps"},
		{strings.Replace(strings.Replace(card, "%", `{ op = "draw", n = 1 }`, 1), `"verge"`, `"pink"`, 1), `color = "pink"`},
		{"[[weapon]]\nid = \"x\"\nname = \"X\"\ncategory = \"smg\"\nrange = 0\nrof = 1\ntrait = \"deadeye\"\n", "range = 0"},
		{"[[weapon]]\nid = \"x\"\nname = \"X\"\ncategory = \"smg\"\nrange = 1\nrof = 1\ntrait = \"guarded\"\n", `trait = "guarded"`},
		{strings.Repeat("#", cardfile.MaxFile+1), "at most"},
	} {
		if _, err := Read("own.toml", []byte(x.file)); err == nil || !strings.Contains(err.Error(), x.says) {
			t.Errorf("%v, want that it says %s, of\n%.300s", err, x.says, x.file)
		}
	}
}

// R-X10: one name may mean several things.
func TestR_X10(t *testing.T) {
	for typed, want := range map[string]string{
		"Hold the Line": "hold-the-line-rampart", "flashbang": "flashbang-verge flashbang-system", "Brace & Break": "brace-and-break",
		"Signal Jam": "signal-jam", "quick draw": "quick-draw", "Quickdraw": "quickdraw", "nothing": "",
	} {
		if got := strings.Join(Printed().Named(typed), " "); got != want {
			t.Errorf("%q is %q, want %q", typed, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	raw, err := os.ReadFile("testdata/own.toml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(raw)
	f.Add([]byte("[[card]]\nid = \"x\"\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if s, err := Read("own.toml", raw); err == nil && s.size() == 0 {
			t.Error("an empty file is read")
		}
	})
}
