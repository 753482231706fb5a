// Package scripttest tests a game with scripts: transcripts of whole matches, and a rulebook with a short script for each rule.
// It compares the numbers of the rules with the tests that name them.
package scripttest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"downsync/game/script"
)

// viewersOf returns the viewers of a script's match, in the order of the columns of its transcript. A column is named after the first
// character.
func viewersOf(p *script.Player) []string {
	var out []string
	for seat := range p.Seats() {
		out = append(out, strconv.Itoa(seat+1))
	}
	return append(out, "onlooker", "referee")
}

// NewPlayer begins a script of the game whose files are in the test's folder.
func NewPlayer(g script.Game, out *bytes.Buffer) *script.Player {
	return script.NewPlayer(context.Background(), []script.Game{g}, os.DirFS("."), out)
}

// Transcripts plays each testdata/*.match. Every expectation in it must hold, and its transcript must equal the stored one:
// what the program prints, and under each order the facts it caused, with a column for everybody who was told: 1, 2,
// o(nlooker), r(eferee). update writes the transcripts again. least is the least number of scripts.
func Transcripts(t *testing.T, g script.Game, least int, update bool) {
	files, err := filepath.Glob("testdata/*.match")
	if err != nil || len(files) < least {
		t.Fatalf("%d scripts, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".match"), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var errs bytes.Buffer
			if got := script.Run(context.Background(), []script.Game{g}, file, bytes.NewReader(src), new(bytes.Buffer), &errs); got != script.Played {
				t.Fatalf("status %d: %s", got, errs.String())
			}
			got := transcript(t, g, string(src))
			golden := strings.TrimSuffix(file, ".match") + ".golden"
			if update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if d := difference(string(want), got); d != "" {
				t.Errorf("%s (-update writes it anew)\n%s", golden, d)
			}
		})
	}
}

// transcript plays a script and records what each viewer is told.
func transcript(t *testing.T, g script.Game, src string) string {
	t.Helper()
	var out bytes.Buffer
	p := NewPlayer(g, &out)
	heard := map[string]int{}
	for line := range strings.Lines(src) {
		if err := p.Line(line); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if p.Begun() {
			out.WriteString(hearing(t, p, heard))
		}
	}
	return out.String()
}

// hearing writes the facts that viewers were told since last time, in that order.
func hearing(t *testing.T, p *script.Player, heard map[string]int) string {
	t.Helper()
	viewers := viewersOf(p)
	lists := make([][]string, len(viewers))
	for i, v := range viewers {
		_, facts, err := p.View(v)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range facts[heard[v]:] {
			raw, err := json.Marshal(f)
			if err != nil {
				t.Fatal(err)
			}
			lists[i] = append(lists[i], f.Kind()+" "+string(raw))
		}
		heard[v] = len(facts)
	}
	return merged(viewers, lists)
}

// merged joins the viewers' lists into one, each line with the columns of those who have it next.
func merged(viewers []string, lists [][]string) string {
	var b strings.Builder
	for {
		i := slices.IndexFunc(lists, func(l []string) bool { return len(l) > 0 && !later(lists, l[0]) })
		if i < 0 {
			i = slices.IndexFunc(lists, func(l []string) bool { return len(l) > 0 })
		}
		if i < 0 {
			return b.String()
		}
		line, columns := lists[i][0], ""
		for j := range lists {
			if len(lists[j]) > 0 && lists[j][0] == line {
				columns, lists[j] = columns+viewers[j][:1], lists[j][1:]
			} else {
				columns += "."
			}
		}
		fmt.Fprintf(&b, "    %s  %s\n", columns, line)
	}
}

// later reports whether somebody is told something else before that line.
func later(lists [][]string, line string) bool {
	return slices.ContainsFunc(lists, func(l []string) bool { return len(l) > 0 && l[0] != line && slices.Contains(l, line) })
}

// difference returns the first line in which two texts differ, with its number.
func difference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(w), len(g)) {
		switch {
		case i >= len(w):
			return fmt.Sprintf("line %d is too much: %s", i+1, g[i])
		case i >= len(g):
			return fmt.Sprintf("line %d is missing: %s", i+1, w[i])
		case w[i] != g[i]:
			return fmt.Sprintf("line %d\nwant %s\ngot  %s", i+1, w[i], g[i])
		}
	}
	return ""
}

// Test is one script of a rulebook.
type Test struct{ Name, Text string }

// Rulebook reads testdata/rulebook: a file for each chapter of the rules. A test is a script whose expectations must hold,
// under a heading that begins with the numbers of its rules:
//
//	== R21.5, Q3 over 16" the roll has -1
func Rulebook(t *testing.T) []Test {
	t.Helper()
	files, err := filepath.Glob("testdata/rulebook/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no rulebook: %v", err)
	}
	var out []Test
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		parts := strings.Split("\n"+string(raw), "\n== ")
		if strings.TrimSpace(parts[0]) != "" {
			t.Errorf("%s: text before the first heading", file)
		}
		for _, part := range parts[1:] {
			name, text, _ := strings.Cut(part, "\n")
			out = append(out, Test{name, text})
		}
	}
	return out
}

// Play plays a script that expects something. Every refusal in it must be expected, so that no expectation holds because an
// earlier order had no effect.
func Play(t *testing.T, g script.Game, text string) {
	t.Helper()
	if !strings.Contains(text, "expect") {
		t.Error("nothing is expected")
	}
	var out bytes.Buffer
	p := NewPlayer(g, &out)
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if err := p.Line(line); err != nil {
			t.Fatalf("%s: %v\n%s", line, err, out.String())
		}
	}
	if err := p.End(); err != nil {
		t.Fatal(err)
	}
}

// Numbers describes the numbers of a game's rules.
type Numbers struct {
	Ruled *regexp.Regexp // a number in the rules, where it is defined; its first group is the number
	Cited *regexp.Regexp // a number in a heading
	Least int            // their least number
	// Tested returns the rule number of a Go test's name, "" for none: TestR2_3 is for R2.3.
	Tested func(name string) string
}

var goTest = regexp.MustCompile(`func Test(\w+)\(`)

// EveryRule reports the rules without any test: neither a script in the rulebook whose heading begins with their number, nor a
// test in the folders that is named after it.
func EveryRule(t *testing.T, rules string, n Numbers, folders ...string) {
	t.Helper()
	has := map[string]bool{}
	for _, r := range Rulebook(t) {
		for w := range strings.FieldsSeq(strings.ReplaceAll(r.Name, ",", " ")) {
			if n.Cited.FindString(w) != w {
				break
			}
			has[w] = true
		}
	}
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range goTest.FindAllStringSubmatch(string(src), -1) {
				has[n.Tested(m[1])] = true
			}
		}
	}
	raw, err := os.ReadFile(rules)
	if err != nil {
		t.Fatal(err)
	}
	var missing []string
	seen := n.Ruled.FindAllStringSubmatch(string(raw), -1)
	for _, m := range seen {
		if !has[m[1]] {
			missing = append(missing, m[1])
		}
	}
	if len(seen) < n.Least {
		t.Errorf("%s has %d numbers, expected %d", rules, len(seen), n.Least)
	}
	if len(missing) > 0 {
		t.Errorf("%d without a test: %s", len(missing), strings.Join(missing, " "))
	}
}
