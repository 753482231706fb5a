package spell

import (
	"strings"
	"testing"
)

func TestDistance(t *testing.T) {
	for _, x := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"move", "move", 0}, {"move", "Move", 1}, {"mvoe", "move", 1}, {"moev", "move", 1},
		{"designat", "designate", 1}, {"desginaet", "designate", 2}, {"ca", "abc", 3}, {"Geschütz", "Geschutz", 1},
	} {
		if got := Distance(x.a, x.b); got != x.want || Distance(x.b, x.a) != got {
			t.Errorf("%q to %q is %d, and back %d, not %d", x.a, x.b, got, Distance(x.b, x.a), x.want)
		}
	}
	if d := Distance(strings.Repeat("a", 10_000), "b"); d != longest {
		t.Errorf("an endless word is %d away", d)
	}
}

func TestNear(t *testing.T) {
	words := []string{"move", "mount", "activate", "A1", "A11"}
	for typed, want := range map[string]string{"MOVE": "move", "mvoe": "move", "moutn": "mount", "actvate": "activate", "a1": "A1", "A2": "", "zzzz": "", "": ""} {
		got, _, ok := Near(typed, words)
		if got != want || ok != (want != "") {
			t.Errorf("%q: %q, %t, not %q", typed, got, ok, want)
		}
	}
}
