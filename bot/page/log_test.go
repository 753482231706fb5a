package page

import "testing"

// If there is too much to tell, the newest lines stay and the others are counted.
func TestNewest(t *testing.T) {
	lines := []string{"one", "two", "three"}
	for _, c := range []struct {
		n, characters int
		want          string
	}{
		{9, 900, "one\ntwo\nthree"},
		{2, 900, "-# … and earlier lines: 1\ntwo\nthree"},
		{9, 52, "-# … and earlier lines: 1\ntwo\nthree"},
		{9, 10, "-# … and earlier lines: 3"},
	} {
		if got := (Teller{}).Newest(lines, c.n, c.characters); got != c.want {
			t.Errorf("%d lines in %d characters: %q, expected %q", c.n, c.characters, got, c.want)
		}
	}
}
