package lang_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	. "downsync/bot/lang"

	"downsync/game"
)

// abbreviations holds the abbreviations of the three rulebooks: the author's words for each, under which a reader finds it in the
// book, and the German words where the glossary has them.
var abbreviations = map[string][]string{
	// Downsync
	"AP":   {"Action Point", "Aktionspunkt"},
	"CP":   {"Command Point", "Kommandopunkt"},
	"VP":   {"Victory Point", "Siegpunkt"},
	"CM":   {"Countermeasure", "Gegenmaßnahme"},
	"LOS":  {"Line of Sight", "Line Of Sight", "Sichtlinie"},
	"ROF":  {"Rate of Fire", "Rate Of Fire", "Feuerrate"},
	"SIG":  {"Signature", "Signatur"},
	"SPD":  {"Speed", "Geschwindigkeit"},
	"TARG": {"Targeting"},
	"DEF":  {"Defense"},
	"RE":   {"Reaction Engagement", "Reaktionsgefecht"},
	// Syndicate Protocol: 2095
	"ACC": {"Accuracy", "Genauigkeit"},
	"ARM": {"Armor", "Rüstung"},
	"DOD": {"Dodge", "Ausweichen"},
	"HP":  {"Health", "Gesundheit"},
	"LD":  {"Load", "Last"},
	// Jagged Shards
	"BP":  {"Buy Points"},
	"DAM": {"Damage"},
	"EV":  {"Evade"},
	"FR":  {"Force Rating"},
	"PV":  {"Position Value"},
	"SR":  {"Success Rate Threshold"},
	"W":   {"Wound Threshold"},
	"M":   {"Movement"},
}

// otherwise lists passages that look as if they spelled an abbreviation out, with what they really are.
var otherwise = map[string]string{
	"Target Lock (CP)":   "an action and what it costs",
	"Double Cannon (AP)": "an action and what it costs",
	"Karte (SPD)":        "where the figure stands",
}

var (
	// boldFirst is "**SR** Success Rate" or "**SR** (Success Rate)".
	boldFirst = regexp.MustCompile(`\*\*([A-Z]+)\*\*:? \(?(\p{Lu}\p{L}+(?: \p{L}+)*)`)
	// inBrackets is "Success Rate (SR)".
	inBrackets = regexp.MustCompile(`(\p{Lu}\p{L}+(?: (?:of )?\p{Lu}\p{L}+)*) \(([A-Z]+)\)`)
	// bracketsAfter is "SR (Success Rate)".
	bracketsAfter = regexp.MustCompile(`\b([A-Z]+) \((\p{Lu}\p{Ll}+(?: \p{L}+)*)\)`)
	// explained is "SR is a model's Success Rate".
	explained = regexp.MustCompile(`\b([A-Z]+) (?:is|are|means|=|ist|sind|heißt) (?:\p{Ll}[\p{L}']* ){0,3}(\p{Lu}\p{L}+(?: (?:of )?\p{Lu}\p{L}+)+)`)
)

// misspelt returns the passages of the text that spell an abbreviation out in other words than the author's.
func misspelt(text string) (out []string) {
	wrong := func(passage, short, long string, is func(string, string) bool) {
		terms, known := abbreviations[short]
		if known && otherwise[passage] == "" && !slices.ContainsFunc(terms, func(term string) bool { return is(strings.ToLower(long), strings.ToLower(term)) }) {
			out = append(out, passage+": "+short+" is "+terms[0])
		}
	}
	for _, m := range boldFirst.FindAllStringSubmatch(text, -1) {
		wrong(m[0], m[1], m[2], strings.HasPrefix)
	}
	for _, m := range bracketsAfter.FindAllStringSubmatch(text, -1) {
		wrong(m[0], m[1], m[2], strings.HasPrefix)
	}
	for _, m := range inBrackets.FindAllStringSubmatch(text, -1) {
		wrong(m[0], m[2], m[1], func(long, term string) bool { return strings.Contains(long, term) })
	}
	for _, m := range explained.FindAllStringSubmatch(text, -1) {
		wrong(m[0], m[1], m[2], strings.HasPrefix)
	}
	return out
}

// An abbreviation is spelled out as its author does, in every text in any language, in the rules and in the documents.
func TestAbbreviations(t *testing.T) {
	texts, stands := map[string]string{}, map[string]bool{}
	for text, where := range collected(t).found {
		texts[English.Text(game.Text(text))] = where
	}
	for _, l := range All()[1:] {
		for file, of := range Files(l) {
			for _, said := range of {
				texts[said] = l.String() + "/" + file
			}
		}
	}
	for _, pattern := range []string{"../../*.md", "../../docs/*.md", "../../game/*/rules.md"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v, %v", pattern, files, err)
		}
		for _, file := range files {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(raw)) {
				texts[line] = file
			}
		}
	}
	for _, text := range slices.Sorted(maps.Keys(texts)) {
		for _, m := range misspelt(text) {
			t.Errorf("%s: %s, in %s", texts[text], m, strconv.Quote(text))
		}
		for passage := range otherwise {
			stands[passage] = stands[passage] || strings.Contains(text, passage)
		}
	}
	for passage := range otherwise {
		if !stands[passage] {
			t.Errorf("no text says %q any more", passage)
		}
	}
}

// The test detects the faults that it is made for.
func TestAbbreviationsFinds(t *testing.T) {
	for text, finds := range map[string]int{
		"**SR** Skill Rating: what a model must reach": 1, "SR is a model's Skill Rating": 1, "**SR** (Skill Rating): was": 1, "the Skill Rating (SR)": 1,
		"SR (Speed of Reaction) counts": 1, "**DAM** Range of a weapon": 1, "**DAM** (Reichweite): der Waffe": 1,
		"**SR** Success Rate Threshold: what": 0, "**SR** 60, +10 for Cover": 0, "the Success Rate Threshold (SR)": 0, "**DAM** der Waffe": 0,
		"Kommandopunkte (CP)": 0, "Five Command Points are left": 0,
	} {
		if got := misspelt(text); len(got) != finds {
			t.Errorf("%q: %q", text, got)
		}
	}
}
