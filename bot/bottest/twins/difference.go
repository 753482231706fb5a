package twins

import (
	"fmt"
	"strings"
)

// Difference shows where two lists of deliveries differ, one item a line; "" if they are equal.
func Difference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] == y[i] {
			continue
		}
		at := 0
		for at < min(len(x[i]), len(y[i])) && x[i][at] == y[i][at] {
			at++
		}
		from := max(0, at-200)
		return fmt.Sprintf("item %d of %d and %d:\n…%s\n…%s", i+1, len(x), len(y), x[i][from:min(len(x[i]), at+200)], y[i][from:min(len(y[i]), at+200)])
	}
	if len(x) != len(y) {
		return fmt.Sprintf("%d items and %d", len(x), len(y))
	}
	return ""
}
