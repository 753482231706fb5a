package screens

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A browser that is ended by a signal is started again; any other result is final, even an error.
func TestBrowsersThatDie(t *testing.T) {
	for script, want := range map[string]struct {
		out   string
		runs  int
		fails bool
	}{
		`[ "$(wc -l < runs)" = 3 ] || kill -SEGV $$; echo page`: {"page\n", 3, false},
		`kill -SEGV $$`:     {"", 3, true},
		`echo page; exit 1`: {"page\n", 1, true},
		`echo page`:         {"page\n", 1, false},
	} {
		runs := filepath.Join(t.TempDir(), "runs")
		script := "echo >> runs; " + script
		out, err := run(t, "sh", "-c", strings.ReplaceAll(script, "runs", runs))
		all, read := os.ReadFile(runs)
		if string(out) != want.out || len(all) != want.runs || (err != nil) != want.fails || read != nil {
			t.Errorf("%s: %q after %d runs: %v, %v", script, out, len(all), err, read)
		}
	}
}
