package syndicate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/wire"
	"downsync/game/cardfile"
	"downsync/game/syndicate/cards"
)

// manyOwn returns the program with as many own entries as a file may have, all of one kind.
func manyOwn(t *testing.T, kind string) Forms {
	t.Helper()
	fields := map[string]string{
		"operator":  "color = \"verge\"\nacc = 3\ndod = 2\nhp = 10\nld = 2\nability = \"" + cards.Printed().Operators[0].Ability + "\"",
		"mercenary": "color = \"verge\"\nrole = \"runner\"\nacc = 3\ndod = 3\narm = 0\nhp = 9\nweapon = \"Light SMG\"\ndice = 2\nrange = 4\nability = \"" + cards.Printed().Mercenaries[0].Ability + "\"",
		"card":      "color = \"universal\"\ntype = \"maneuver\"\ntext = \"Be Focused.\"\ndo = [{ op = \"status\", status = \"focused\", who = \"self\" }]",
	}
	var file strings.Builder
	for i := range cardfile.MaxOwn {
		fmt.Fprintf(&file, "[[%s]]\nid = \"own-%d\"\nname = \"Own %d\"\n%s\n", kind, i, i, fields[kind])
	}
	set, err := cards.Read("own.toml", []byte(file.String()))
	if err != nil {
		t.Fatal(err)
	}
	cat, err := cards.Printed().With(set)
	if err != nil {
		t.Fatal(err)
	}
	return Forms{Own: cat}
}

// offered returns what a select of the builder offers in all its parts. Each page can be sent.
func offered(t *testing.T, w Forms, code, part string) (out []string) {
	t.Helper()
	pressed := bot.Built{}
	for {
		blocks, err := builder{w}.BuilderPage(code, pressed)
		if err != nil || !fitsBeside(blocks) {
			t.Fatalf("after %v: %v", pressed, err)
		}
		at := -1
		for _, b := range blocks {
			if s, ok := b.(wire.Select); ok && s.ID == customid.BuildControl(part) {
				for _, o := range s.Options {
					if n, leads := bot.PartOf([]string{o.Value}); !leads {
						out = append(out, o.Value)
					} else if n > 0 {
						at = n
					}
				}
			}
		}
		if at < 0 {
			return out
		}
		pressed = bot.Built{Part: part, Values: []string{bot.PartValue(at)}}
	}
}

// Whatever kind a server has as many own entries of as it may, the builder offers each of them, on pages that can be sent.
func TestEveryOwnCardIsReached(t *testing.T) {
	for kind, part := range map[string]string{"operator": buildOperator, "mercenary": buildFirst, "card": buildCards} {
		w := manyOwn(t, kind)
		s := cards.Starters()[0].Squad
		for _, x := range cards.Starters() {
			if o, _ := cards.Printed().Operator(x.Operator); o.Color == "verge" {
				s = x.Squad
			}
		}
		code := w.squads().encode(s)
		got := offered(t, w, code, part)
		if kind == "card" {
			var of []string
			for _, page := range got {
				if page == "squad" {
					continue
				}
				blocks, err := builder{w}.BuilderPage(code, bot.Built{Part: buildCards, Values: []string{page}})
				if err != nil || !fitsBeside(blocks) {
					t.Fatal(page, err)
				}
				for _, b := range blocks {
					if row, ok := b.(wire.Row); ok {
						of = append(of, strings.TrimPrefix(row[0].ID, customid.BuildButton(buildLess, "")))
					}
				}
			}
			got = of
		}
		for i := range cardfile.MaxOwn {
			if !slices.Contains(got, fmt.Sprintf("own-%d", i)) {
				t.Errorf("%s: own-%d is not offered; %d are", kind, i, len(got))
			}
		}
		again := slices.Sorted(slices.Values(got))
		if len(slices.Compact(slices.Clone(again))) != len(again) {
			t.Errorf("%s: something is offered twice", kind)
		}
	}
}

// A squad's two Mercenaries may be far apart in a long list: choosing one keeps the other.
func TestBothMercenariesAreKept(t *testing.T) {
	w := manyOwn(t, "mercenary")
	code, err := builder{w}.ChangeForce(builder{w}.NewForce(), buildOperator, []string{operatorOf(t, "verge")})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ part, id string }{{buildFirst, "own-199"}, {buildSecond, "own-3"}, {buildFirst, "own-120"}, {buildSecond, "own-0"}} {
		was := mustSquadOf(t, w, code).Mercenaries
		if code, err = (builder{w}).ChangeForce(code, x.part, []string{x.id}); err != nil {
			t.Fatal(err)
		}
		stays := was[1-slices.Index(mercenaryParts[:], x.part)]
		if now := mustSquadOf(t, w, code).Mercenaries; len(now) != 2 || !slices.Contains(now, x.id) || !slices.Contains(now, stays) {
			t.Errorf("of %v, after %s %s: %v", was, x.part, x.id, now)
		}
		again, err := builder{w}.ChangeForce(code, x.part, []string{mustSquadOf(t, w, code).Mercenaries[1-slices.Index(mercenaryParts[:], x.part)]})
		if err != nil || again != code {
			t.Errorf("the same Mercenary twice makes %s of %s, %v", again, code, err)
		}
	}
	blocks, err := builder{w}.BuilderPage(code, bot.Built{})
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	for _, b := range blocks {
		if s, ok := b.(wire.Select); ok && (s.ID == customid.BuildControl(buildFirst) || s.ID == customid.BuildControl(buildSecond)) {
			for _, o := range s.Options {
				if o.Chosen {
					shown++
				}
			}
		}
	}
	if shown != 2 {
		t.Errorf("%d of the two chosen are shown", shown)
	}
}

func mustSquadOf(t *testing.T, w Forms, code string) cards.Squad {
	t.Helper()
	s, err := w.squads().decode(code)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func operatorOf(t *testing.T, color string) string {
	t.Helper()
	for _, o := range cards.Printed().Operators {
		if o.Color == color {
			return o.ID
		}
	}
	t.Fatal(color)
	return ""
}

// A word that many names contain leads to each of them.
func TestEveryNameIsReached(t *testing.T) {
	w := manyOwn(t, "card")
	seen := map[string]bool{}
	for typed := "own"; typed != ""; {
		m, err := library{w}.lookCard(typed)
		if err != nil {
			t.Fatal(err)
		}
		typed = ""
		if n := len(m.Blocks[1].(wire.Select).Options); n > wire.MostOptions {
			t.Fatalf("a select of %d", n)
		}
		for _, o := range m.Blocks[1].(wire.Select).Options {
			if strings.Contains(o.Value, "|") {
				typed = o.Value
			}
			seen[o.Value] = true
		}
	}
	for i := range cardfile.MaxOwn {
		if !seen[fmt.Sprintf("own-%d", i)] {
			t.Errorf("own-%d is not offered", i)
		}
	}
}

// A word that many rules contain leads to each of them.
func TestEveryRuleIsReached(t *testing.T) {
	found, _ := numbered.Find("the")
	seen := map[string]bool{}
	for typed, pages := "the", 0; typed != "" && pages < 100; pages++ {
		m, err := library{Forms{}}.lookRules(typed)
		if err != nil {
			t.Fatal(err)
		}
		typed = ""
		for _, e := range found {
			if strings.Contains(string(m.Blocks[0].(wire.Text)), "**"+e.Number+"**") {
				seen[e.Number] = true
			}
		}
		for _, b := range m.Blocks[1:] {
			for _, o := range b.(wire.Select).Options {
				if seen[o.Value] = true; strings.HasSuffix(o.Value, "|the") {
					typed = o.Value
				}
			}
		}
	}
	for _, e := range found {
		if !seen[e.Number] {
			t.Errorf("of %d rules, %s is not offered", len(found), e.Number)
		}
	}
}
