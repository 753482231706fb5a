package twins

import (
	"strings"
	"testing"
)

// Ids are numbered in the order in which they appear, over all lines, and nothing else is changed.
func TestNumbered(t *testing.T) {
	seen := map[string]string{}
	for _, c := range [][2]string{
		{`{"ID":"m12","Only":"t3"}`, `{"ID":#1,"Only":#2}`},
		{`["e1","m12","t3"]`, `[#3,#1,#2]`},
		{`"m" "x1" "m1x" "mm1" "m1`, `"m" "x1" "m1x" "mm1" "m1`},
		{`a "" b "m1"e1"`, `a "" b #4e1"`},
		{`"t3`, `"t3`},
		{`"t`, `"t`},
		{`"`, `"`},
		{``, ``},
		{`"\"m12\"""m12"`, `"\"m12\""#1`},
	} {
		var b strings.Builder
		numbered(&b, c[0], seen)
		if got := b.String(); got != c[1] {
			t.Errorf("%s becomes %s, expected %s", c[0], got, c[1])
		}
	}
}
