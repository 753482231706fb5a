package books

import (
	"strings"
	"testing"

	boards "downsync/game/downsync/maps"
)

// A map can be chosen by its displayed name.
func TestMapMeant(t *testing.T) {
	for _, m := range boards.All() {
		for _, typed := range []string{m.Name, m.Slug, strings.ToUpper(m.Name)} {
			if got := MapMeant(typed); got != m.Slug {
				t.Errorf("%q is %q; expected %q", typed, got, m.Slug)
			}
		}
	}
	for typed, want := range map[string]string{"Random 42": "random:42", "random:42": "random:42", "random": "random", "moon": "moon", "": ""} {
		if got := MapMeant(typed); got != want {
			t.Errorf("%q is %q; expected %q", typed, got, want)
		}
	}
}
