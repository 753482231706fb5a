package book

import (
	"slices"
	"strings"
	"testing"

	"downsync/game/toy"
)

const rules = `# Part 1. Rules

## S1 Moving

- **S1.2** A unit moves
  up to its speed. [§1]
- **R-P4** A choice that was made stands.

**Q65 Who holds ties.** The attacker does.

| Rule | Token | Colour |
|---|---|---|
| **R27.4** | Overwatch | blue |

# Part 4. Notes

- **S9.9** Not for players.
`

var small = New(Source{Rules: rules, Skip: []string{"Part 4."}, More: []Entry{{Title: "Clustered", Where: "a trait", Text: "Hits all."}},
	Also: map[string]string{"zug": "move"}, Plain: func(s string) string { return strings.TrimSuffix(s, " [§1]") }})

// Numbers of every form are read, with the continuation on the next line; parts that are not for players are left out.
func TestNew(t *testing.T) {
	want := []Entry{
		{Number: "S1.2", Where: "Moving", Text: "A unit moves up to its speed."},
		{Number: "R-P4", Where: "Moving", Text: "A choice that was made stands."},
		{Number: "Q65", Title: "Who holds ties", Where: "Moving", Text: "The attacker does."},
		{Number: "R27.4", Title: "Overwatch", Where: "Moving", Text: "Colour: blue."},
		{Title: "Clustered", Where: "a trait", Text: "Hits all."},
	}
	if got := small.Entries(); !slices.Equal(got, want) {
		t.Errorf("read\n%+v\nwant\n%+v", got, want)
	}
	if small.Numbered("Q65") != want[2] || small.Numbered("Q6") != (Entry{}) {
		t.Error("an entry is not found by its number, or one is by another")
	}
}

func TestFind(t *testing.T) {
	for _, x := range []struct{ query, first, meant string }{
		{"r-p4", "R-P4", ""}, {"S1", "S1.2", ""}, {"zug", "S1.2", ""}, {"clustered", "Clustered", ""}, {"overwtach", "R27.4", "overwatch"}, {"players", "", ""},
	} {
		found, meant := small.Find(x.query)
		first := ""
		if len(found) > 0 {
			first = found[0].Name()
		}
		if first != x.first || meant != x.meant {
			t.Errorf("%q finds %q, understood as %q", x.query, first, meant)
		}
	}
}

// Every rule of another game is read too.
func TestToy(t *testing.T) {
	if n, want := len(New(Source{Rules: toy.Numbered}).Entries()), strings.Count(toy.Numbered, "- **T"); n != want {
		t.Errorf("%d entries, want %d", n, want)
	}
}
