package script

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"downsync/game/script"
)

var update = flag.Bool("update", false, "write the transcripts anew")

// viewers are the columns of a transcript.
var viewers = []struct{ name, column string }{{"1", "1"}, {"2", "2"}, {"onlooker", "o"}, {"referee", "r"}}

// Each testdata/*.match is played, every expectation in it holds, and its transcript is as kept: what the program
// prints, and under each order the facts it caused, with a column for everybody who was told: 1, 2, o(nlooker),
// r(eferee).
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.match")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d scripts, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".match"), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var errs bytes.Buffer
			if got := script.Run(context.Background(), []script.Game{Game}, file, bytes.NewReader(src), new(bytes.Buffer), &errs); got != script.Played {
				t.Fatalf("status %d: %s", got, errs.String())
			}
			got := transcript(t, string(src))
			golden := strings.TrimSuffix(file, ".match") + ".golden"
			if *update {
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

// transcript plays a script and writes down who is told what.
func transcript(t *testing.T, src string) string {
	t.Helper()
	var out bytes.Buffer
	p := newPlayer(&out)
	heard := make([]int, len(viewers))
	for line := range strings.Lines(src + "\n") { // the empty line at the end ends the last order
		if p.Refused() != nil && !strings.HasPrefix(line, "expect error ") {
			t.Fatalf("an order was refused, and nothing says so: %v", p.Refused())
		}
		if err := p.Line(line); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if p.Begun() {
			out.WriteString(hearing(t, p, heard))
		}
	}
	return out.String()
}

// hearing writes the facts that viewers were told since last time, in the order they were told.
func hearing(t *testing.T, p *script.Player, heard []int) string {
	t.Helper()
	lists := make([][]string, len(viewers))
	for i, v := range viewers {
		_, facts, err := p.View(v.name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range facts[heard[i]:] {
			raw, err := json.Marshal(f)
			if err != nil {
				t.Fatal(err)
			}
			lists[i] = append(lists[i], f.Kind()+" "+string(raw))
		}
		heard[i] = len(facts)
	}
	return merged(lists)
}

// merged puts the viewers' lists into one, each line with the columns of those who have it next.
func merged(lists [][]string) string {
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
				columns, lists[j] = columns+viewers[j].column, lists[j][1:]
			} else {
				columns += "."
			}
		}
		fmt.Fprintf(&b, "    %s  %s\n", columns, line)
	}
}

// later tells whether somebody is told something else before that line.
func later(lists [][]string, line string) bool {
	return slices.ContainsFunc(lists, func(l []string) bool { return len(l) > 0 && l[0] != line && slices.Contains(l, line) })
}

// difference is the first line in which two texts differ, with its number.
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
