package option

import (
	"fmt"
	"testing"
)

// Names and values are read with any of the usual marks between them; a name without a value is odd.
func TestPairs(t *testing.T) {
	for typed, want := range map[string]string{
		"": "[] ", "zones=deep": "[[zones deep]] ", "PV=60, zones deep;wounds = combined": "[[pv 60] [zones deep] [wounds combined]] ",
		"zones=": "[] zones", "pv=60 zones": "[[pv 60]] zones",
	} {
		pairs, odd := Pairs(typed)
		if got := fmt.Sprint(pairs) + " " + odd; got != want {
			t.Errorf("%q: %s, expected %s", typed, got, want)
		}
	}
}
