package game

import (
	"strings"
	"testing"
)

// A number reads back as it is written, and numbers in a log are in order.
func TestNumbers(t *testing.T) {
	var last Number
	for event := range 40 {
		for alone := range 800 {
			n := Number{event, alone}
			if n == (Number{}) {
				continue
			}
			if got, err := ParseNumber(n.String()); err != nil || got != n {
				t.Fatalf("%+v is written %s and read %+v: %v", n, n, got, err)
			}
			if got, err := ParseNumber(strings.ToUpper(n.String())); err != nil || got != n {
				t.Fatalf("%s in capital letters is read %+v: %v", n, got, err)
			}
			if !last.Less(n) || n.Less(last) {
				t.Fatalf("%s does not follow %s", n, last)
			}
			last = n
		}
	}
	for n, want := range map[Number]string{{12, 0}: "12", {12, 1}: "12a", {12, 26}: "12z", {12, 27}: "12aa", {0, 2}: "0b", {3, 702}: "3zz", {3, 703}: "3aaa"} {
		if n.String() != want {
			t.Errorf("%+v is written %s, not %s", n, n, want)
		}
	}
}

// Anything else than a number is refused.
func TestNumbersRefuse(t *testing.T) {
	for _, s := range []string{"", "a", "0", "-1", "12 a", "12ä", "a12", "12.5", "12a3", "1234567890123", "99999999999999999999", "1zzzzzzzzzz", "+5"} {
		if n, err := ParseNumber(s); err == nil {
			t.Errorf("%q is read as %s", s, n)
		}
	}
}
