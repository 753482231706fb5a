package downsync

import (
	_ "embed"
	"strings"
	"testing"
)

//go:embed testdata/orders.tsv
var orders string

// Stored matches hold orders as text. Every line that was once an order goes on to be that order: orders.tsv has lines, typed in
// all sorts of ways, and what they are written as.
func TestOldOrders(t *testing.T) {
	n := 0
	for line := range strings.Lines(orders) {
		typed, want, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok {
			t.Fatalf("%q: expected a line and an order with a tab between them", line)
		}
		n++
		if r, err := Parse(typed); err != nil {
			t.Errorf("%q: %v", typed, err)
		} else if r.Order() != want {
			t.Errorf("%q is read as %q, expected %q", typed, r.Order(), want)
		}
	}
	if n < 2500 {
		t.Errorf("%d lines", n)
	}
}
