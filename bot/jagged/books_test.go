package jagged

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/discord"
	"downsync/bot/lang"
	"downsync/bot/wire"
	rules "downsync/game/jagged"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
)

// figured lists effects with a figure, plainEffects those without.
var figured, plainEffects = []string{cards.MoreDamage, cards.SetDamage, cards.Threshold, cards.Evade, cards.Movement},
	[]string{cards.IgnoreW, cards.IgnoreCover, cards.IgnoreEvade, cards.NoShoot, cards.NoMelee, cards.NoAttack}

// otherWords holds other values for words of cards that have one of a few values; nil for words that readers never see.
var otherWords = map[string][]string{
	"Unit.ID": nil, "Weapon.ID": nil, "Rule.ID": nil, "Position.ID": nil,
	"Unit.Faction": {cards.Humans, cards.Martians}, "Weapon.Faction": {cards.Humans, cards.Martians}, "Position.Faction": {cards.Humans, cards.Martians},
	"Unit.Specialist": {"warp", "shock"}, "Unit.Ranged": {"ballistic-rifle", "crystal-lance"}, "Unit.Melee": {"combat-knife", "toolblade"},
	"Unit.Grenades": {"fragmentation-grenade", "spore-pods"}, "Unit.Rules": {"mechanical", "spore-shroud"},
	"Weapon.Kind": {cards.Ranged, cards.Thrown, cards.AtHands}, "Weapon.Profile": {"shard-bow"},
	"Effect.Who": {"self", "target"}, "Effect.Attack": {""}, "Effect.Lasts": {cards.NextRound, cards.EndOfRound, cards.NextAttack},
	"Rule.Once": {"round", "battle"}, "Position.Roads": {"human-capital-command-spire", "human-outer-gate"},
	"Penalty.Is": nil, "Penalty.Tag": nil, "Penalty.Attack": nil, // their text contains these; TestPenalties
}

// hidden lists figures that are in the text of a card.
var hidden = []string{"Penalty.N", "Penalty.First", "Penalty.Attacks"}

// Any change of a card shows in its answer, in each language (J15): every number and every word of the catalogue appears.
func TestCardsSayEverything(t *testing.T) {
	for _, l := range lang.All() {
		w := Forms{Voice: bot.Voice{Language: l}}
		changes := 0
		for i := range cards.Units() {
			changes += sayEverything(t, cards.Units()[i], library{w}.unitText)
		}
		for i := range cards.Weapons() {
			changes += sayEverything(t, cards.Weapons()[i], library{w}.weaponText)
		}
		for i := range cards.Rules() {
			changes += sayEverything(t, cards.Rules()[i], library{w}.ruleText)
		}
		for i := range cards.Positions() {
			changes += sayEverything(t, cards.Positions()[i], library{w}.positionText)
		}
		if changes < 900 {
			t.Errorf("only %d changes were tried", changes)
		}
	}
}

func sayEverything[T any](t *testing.T, card T, text func(*T) string) (changes int) {
	t.Helper()
	plain := text(&card)
	if strings.Contains(plain, "%!") || utf8.RuneCountInString(plain) > maxBook {
		t.Errorf("%d characters: %s", utf8.RuneCountInString(plain), plain)
	}
	for n := 0; ; n++ {
		other := reflect.New(reflect.TypeFor[T]())
		raw, err := json.Marshal(card)
		if err == nil {
			err = json.Unmarshal(raw, other.Interface())
		}
		if err != nil {
			t.Fatal(err)
		}
		var leaves []leaf
		leavesOf(other.Elem(), "", &leaves)
		if n == len(leaves) {
			return changes
		}
		for _, change := range leaves[n].changes(t) {
			was := reflect.ValueOf(leaves[n].v.Interface())
			want := change(leaves[n].v)
			changes++
			if got := text(other.Interface().(*T)); got == plain || !strings.Contains(got, want) || strings.Contains(got, "%!") {
				t.Errorf("%s changed: nothing says %q in\n%s", leaves[n].name, want, got)
			}
			leaves[n].v.Set(was)
		}
	}
}

// leaf is a figure or a word of a card.
type leaf struct {
	name string
	v    reflect.Value
}

// leavesOf collects the figures and words of a card.
func leavesOf(v reflect.Value, name string, out *[]leaf) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			leavesOf(v.Field(i), v.Type().Name()+"."+v.Type().Field(i).Name, out)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			leavesOf(v.Elem(), name, out)
		}
	case reflect.Slice:
		for i := range v.Len() {
			leavesOf(v.Index(i), name, out)
		}
	default:
		if !v.IsZero() {
			*out = append(*out, leaf{name: name, v: v})
		}
	}
}

// changes returns the changes to try; each returns the text that the answer must then contain.
func (l leaf) changes(t *testing.T) (out []func(reflect.Value) string) {
	t.Helper()
	others, few := otherWords[l.name]
	if l.name == "Effect.Is" {
		if others, few = plainEffects, true; slices.Contains(figured, l.v.String()) {
			others = figured
		}
	}
	switch {
	case slices.Contains(hidden, l.name):
	case l.v.Kind() == reflect.Int:
		out = append(out, func(v reflect.Value) string { v.SetInt(97); return "97" })
	case l.v.Kind() == reflect.Bool:
		out = append(out, func(v reflect.Value) string { v.SetBool(false); return "" })
	case l.v.Kind() == reflect.String && !few:
		out = append(out, func(v reflect.Value) string { v.SetString("Zyx"); return "Zyx" })
	case l.v.Kind() == reflect.String:
		for _, o := range others {
			if o != l.v.String() {
				out = append(out, func(v reflect.Value) string { v.SetString(o); return "" })
			}
		}
	default:
		t.Fatalf("%s is a %s", l.name, l.v.Kind())
	}
	return out
}

// The text of a Position describes its whole penalty (J16.5).
func TestPenalties(t *testing.T) {
	tags := map[string]string{cards.Heavy: "Heavy", cards.Beast: "Beast", cards.Infantry: "Infantry", cards.Melee: "Melee"}
	for i := range cards.Positions() {
		p := &cards.Positions()[i]
		var want []string
		if n := max(p.Penalty.N, -p.Penalty.N); n > 1 {
			want = append(want, fmt.Sprint(n))
		}
		if p.Penalty.First {
			want = append(want, "Round 1")
		}
		if p.Penalty.Tag != "" {
			want = append(want, tags[p.Penalty.Tag])
		}
		if p.Penalty.Attack != "" {
			want = append(want, "Ranged")
		}
		for _, s := range want {
			if !strings.Contains(p.Text, s) || s == "" {
				t.Errorf("%s does not say %q: %s", p.ID, s, p.Text)
			}
		}
	}
}

// Everything with a name can be looked up by it, in any case, by id and by suggestion, and its answer can be sent and is legible on
// a phone. A unit's answer includes its weapons and special rules.
func TestLookUnit(t *testing.T) {
	for _, l := range lang.All() {
		w := Forms{Voice: bot.Voice{Language: l}}
		for _, e := range (library{w}).entries() {
			for _, name := range []string{e.id, strings.ToUpper(e.name), strings.ReplaceAll(e.name, "-", " ")} {
				m, err := library{w}.LookUp("unit", map[string]string{"name": name})
				if err == nil {
					err = discord.Check(m)
				}
				if s := bottest.Words(m); err != nil || !strings.Contains(s, "**"+e.name+"**") {
					t.Errorf("%s: %v\n%s", name, err, s)
				}
			}
			if got := (library{w}).suggestBook("name", e.name); len(got) == 0 || !slices.ContainsFunc(got, func(c wire.Choice) bool { return c.Value == e.id }) {
				t.Errorf("%s is not suggested: %v", e.name, got)
			}
		}
		for i := range cards.Units() {
			u := &cards.Units()[i]
			text := library{w}.unitText(u)
			for _, x := range weaponsOf(u) {
				if !strings.Contains(text, w.weaponLines(x)) {
					t.Errorf("%s: no %s", u.ID, x.ID)
				}
			}
			for _, r := range rulesOf(u) {
				if !strings.Contains(text, library{w}.ruleLine(r)) {
					t.Errorf("%s: no %s", u.ID, r.ID)
				}
			}
			if lines := strings.Count(text, "\n") + 1; lines > 24 {
				t.Errorf("%s has %d lines", u.ID, lines)
			}
		}
	}
	for name, want := range map[string]string{"raptr": "", "dino": "", "dino-raptar": "Did you mean Dino-Raptor?", "specialist": "several things", "": "expected a name like Colonist Rifleman",
		strings.Repeat("x", 5000): "expected a name"} {
		_, err := library{Forms{}}.LookUp("unit", map[string]string{"name": name})
		if want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%.20q: %v", name, err)
		}
	}
}

// Every number of the rules can be looked up; it is first answered with a sentence, and word for word after More (J1 to J16, JQ1 to
// JQ59).
func TestLookRules(t *testing.T) {
	numbers := regexp.MustCompile(`(?m)^- \*\*(J(?:Q\d+|\d+\.\d+))\*\*`).FindAllStringSubmatch(rules.Numbered, -1)
	if len(numbers) < 140 {
		t.Fatalf("only %d numbers", len(numbers))
	}
	notes := regexp.MustCompile(`[[(]§|\(ours|\*\*|\(J`)
	for _, n := range numbers {
		e := numberedRules.Numbered(n[1])
		short := Forms{}.inShort(e)
		if e.Text == "" || utf8.RuneCountInString(short) > 400 || notes.MatchString(short) || !strings.ContainsAny(short[max(0, len(short)-1):], ".?!") {
			t.Errorf("%s in short: %q", n[1], short)
		}
		for _, l := range lang.All() {
			w := Forms{Voice: bot.Voice{Language: l}}
			for query, want := range map[string]string{strings.ToLower(n[1]): short, "=" + n[1]: e.Text} {
				m, err := library{w}.LookUp("rules", map[string]string{"word": query})
				if err == nil {
					err = discord.Check(m)
				}
				if s := bottest.Words(m); err != nil || !strings.Contains(s, want) || !strings.Contains(s, "**"+n[1]+"**") || utf8.RuneCountInString(s) > wire.LongestText {
					t.Errorf("%s: %v\n%s", query, err, s)
				}
			}
		}
	}
	for _, r := range cards.Rules() {
		if found, _ := numberedRules.Find(r.Name); len(found) == 0 || found[0].Name() != r.Name {
			t.Errorf("%s is not found by its name", r.Name)
		}
	}
	for word, printed := range alsoCalled {
		if found, meant := numberedRules.Find(word); len(found) == 0 || meant != "" {
			t.Errorf("%s, printed %s: %d entries, understood as %q", word, printed, len(found), meant)
		}
	}
	for _, query := range []string{" ", "qqqqwwww", strings.Repeat("x", 5000), "3|"} {
		if m, err := (library{Forms{}}).LookUp("rules", map[string]string{"word": query}); err == nil {
			t.Errorf("%.20q: %s", query, bottest.Words(m))
		}
	}
	if m, err := (library{Forms{}}).LookUp("rules", map[string]string{"word": "disengagge"}); err != nil || !strings.Contains(bottest.Words(m), "Nothing is about disengagge; this is about **disengage**") {
		t.Errorf("a slip: %v\n%s", err, bottest.Words(m))
	}
	m, err := library{Forms{}}.LookUp("rules", map[string]string{"word": "1|cover"})
	if s := bottest.Words(m); err != nil || !strings.Contains(s, "**J7.6**") || strings.Contains(s, "**J7.1**") {
		t.Errorf("the second page: %v\n%s", err, s)
	}
	if got := (library{Forms{}}).suggestBook("word", "disengage"); len(got) < 3 || !strings.HasPrefix(got[0].Name, got[0].Value) {
		t.Errorf("suggested: %v", got)
	}
}

// Every board has its picture, every Position its text; a name of two shows both; an unknown name is refused.
func TestLookMap(t *testing.T) {
	for _, l := range lang.All() {
		w := Forms{Voice: bot.Voice{Language: l}}
		look := func(name string) wire.Message {
			t.Helper()
			m, err := library{w}.LookUp("map", map[string]string{"map": name})
			if err == nil {
				err = discord.Check(m)
			}
			if err != nil {
				t.Errorf("%q: %v", name, err)
			}
			return m
		}
		for _, e := range (library{w}).places() {
			if s := bottest.Words(look(e.id)); !strings.Contains(s, e.name) {
				t.Errorf("%s: %s", e.id, s)
			}
		}
		for _, f := range []string{cards.Humans, cards.Martians} {
			s := bottest.Words(look(f))
			for i := range cards.Positions() {
				if p := &cards.Positions()[i]; p.Faction == f && !strings.Contains(s, "**"+p.Name+"** · "+library{w}.worth(p)) {
					t.Errorf("%s: no %s", f, p.ID)
				}
			}
		}
	}
	for _, name := range []string{"", boards.Open, "spire yard", "random:7", "random"} {
		if m, err := (library{Forms{}}).LookUp("map", map[string]string{"map": name}); err != nil || len(m.Files) != 1 || len(m.Files[0].Data) == 0 {
			t.Errorf("%q has no picture: %v", name, err)
		}
	}
	if m, err := (library{Forms{}}).LookUp("map", map[string]string{"map": "outer gate"}); err != nil || strings.Count(bottest.Words(m), "**Outer Gate**") != 2 {
		t.Errorf("%v: %s", err, bottest.Words(m))
	}
	for _, name := range []string{"atlantis", "random:", "random:x", strings.Repeat("x", 999)} {
		if _, err := (library{Forms{}}).LookUp("map", map[string]string{"map": name}); err == nil {
			t.Errorf("%.20q is shown", name)
		}
	}
}

// A reader who asks for the rules without a word picks a chapter, in their language, and each chapter has rules.
func TestChapters(t *testing.T) {
	for _, l := range lang.All() {
		w := Forms{Voice: bot.Voice{Language: l}}
		m, err := library{w}.LookUp(bookRules, nil)
		if err != nil {
			t.Fatal(err)
		}
		of := bottest.ControlsOf(m).Selects[0].Options
		if len(of) != len(chapters)+1 {
			t.Errorf("%d chapters: %v", len(of), of)
		}
		words, err := library{w}.LookUp(bookRules, map[string]string{"word": of[0].Value})
		for _, short := range []string{"SR", "EV", "W", "DAM", "M", "BP", "FR", "PV", "VP", "Flare"} {
			if err != nil || !strings.Contains(bottest.Words(words), "**"+short+"**") {
				t.Errorf("%s: %q is not explained: %v", l, short, err)
			}
		}
		for _, o := range of[1:] {
			if l != lang.English && o.Label == o.Value {
				t.Errorf("%s is not translated", o.Value)
			}
			if m, err := (library{w}).LookUp(bookRules, map[string]string{"word": o.Value}); err != nil || !strings.Contains(bottest.Words(m), "J") {
				t.Errorf("%s: %v", o.Value, err)
			}
		}
	}
}

// Every unit's card comes with its portrait, described by the card's text; a weapon's has no picture.
func TestUnitsArePortrayed(t *testing.T) {
	for _, u := range cards.Units() {
		m, err := library{Forms{}}.LookUp("unit", map[string]string{"name": u.ID})
		if err != nil || len(m.Files) != 1 || len(m.Files[0].Data) == 0 {
			t.Errorf("%s: %d pictures, %v", u.Name, len(m.Files), err)
		}
	}
	if m, err := (library{Forms{}}).LookUp("unit", map[string]string{"name": cards.Weapons()[0].ID}); err != nil || len(m.Files) != 0 {
		t.Errorf("a weapon: %d pictures, %v", len(m.Files), err)
	}
}
