package bottest

import (
	"fmt"
	"strings"
)

// FirstDifference is the first line in which two texts differ, with what is before it.
func FirstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for n := range min(len(x), len(y)) {
		if x[n] != y[n] {
			return fmt.Sprintf("%s\n- %s\n+ %s", strings.Join(x[max(0, n-6):n], "\n"), x[n], y[n])
		}
	}
	return fmt.Sprintf("%d lines and %d", len(x), len(y))
}
