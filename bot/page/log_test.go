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
		{2, 900, "-# 1 earlier line is in `/match log`.\ntwo\nthree"},
		{9, 72, "-# 1 earlier line is in `/match log`.\ntwo\nthree"},
		{9, 10, "-# 3 earlier lines are in `/match log`."},
	} {
		if got := (Teller{}).Newest(lines, c.n, c.characters); got != c.want {
			t.Errorf("%d lines in %d characters: %q, expected %q", c.n, c.characters, got, c.want)
		}
	}
}
