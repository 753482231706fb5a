package plane

import "testing"

// A typed name of a square means its middle. A name that looks like a piece is not a square.
func TestSquaresAreRead(t *testing.T) {
	for typed, want := range map[string]string{"C1": "3,3", "c5": "3,27", "F7": "21,39", "12.5,30": "12.5,30"} {
		if at, err := ParsePoint(typed); err != nil || at.String() != want {
			t.Errorf("%s is read as %s: %v", typed, at, err)
		}
	}
	for _, bad := range []string{"A1", "b2", "C0", "C", "C12", "[1", "ü1", "", "cc"} {
		if at, err := ParsePoint(bad); err == nil {
			t.Errorf("%q is read as %s", bad, at)
		}
	}
}
