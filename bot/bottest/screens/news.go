package screens

import (
	"slices"
	"strings"
	"testing"

	"downsync/bot/wire"
)

// News checks the news above the board of a console. No line is there twice. An outcome that is not there left its place to other
// outcomes, or to the newest line. outcomes holds the lines of losses and points, without counts. It returns how many of them are
// there.
func News(t testing.TB, name string, m wire.Message, outcomes []string) (told int) {
	t.Helper()
	above, _ := aroundBoard(m.Blocks)
	var lines []string
	for line := range strings.SplitSeq(strings.Join(above, "\n"), "\n") {
		if line, isNews := strings.CutPrefix(line, "• "); isNews {
			lines = append(lines, uncounted(line))
		}
	}
	for i, line := range lines {
		if slices.Contains(lines[:i], line) {
			t.Errorf("%s: said twice: %q", name, line)
		}
	}
	for _, outcome := range outcomes {
		if slices.Contains(lines, outcome) {
			told++
			continue
		}
		for _, line := range lines[:max(0, len(lines)-1)] {
			if !slices.Contains(outcomes, line) {
				t.Errorf("%s: %q is told instead of %q", name, line, outcome)
			}
		}
	}
	return told
}

// uncounted returns a line of news without the number of facts that read so.
func uncounted(line string) string {
	if before, n, counted := strings.Cut(line, " ×"); counted && strings.Trim(n, "0123456789") == "" {
		return before
	}
	return line
}
