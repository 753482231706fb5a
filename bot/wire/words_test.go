package wire

import "testing"

// A shortened text ends neither within brackets nor after the number of something that is cut off.
func TestClipEndsAtSomethingWhole(t *testing.T) {
	for _, x := range []struct {
		text string
		most int
		want string
	}{
		{"A6.1 scannt B4: 🎲 1 4 +2 SCAN = 7 gegen 10 (DEF -2 Target-Lock)", 52, "A6.1 scannt B4: 🎲 1 4 +2 SCAN = 7 gegen 10…"},
		{"A6.1 scannt B4: 🎲 1 4 +2 SCAN = 7 gegen 10 (DEF -2 Target-Lock)", 47, "A6.1 scannt B4: 🎲 1 4 +2 SCAN = 7 gegen 10…"},
		{"Harbinger, Vector Squad, Courier, 2 Crusader", 38, "Harbinger, Vector Squad, Courier…"},
		{"Harbinger (large), Vector Squad, Courier", 36, "Harbinger (large), Vector Squad…"},
		{"All (of the many things that are said of it here)", 30, "All (of the many things that…"}, // too much would be lost
	} {
		if got := Clip(x.text, x.most); got != x.want {
			t.Errorf("%q in %d: %q, expected %q", x.text, x.most, got, x.want)
		}
	}
}
