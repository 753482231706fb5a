package gametest

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

var hasRules = regexp.MustCompile(`(?m)^func Rules\(\)`)

// Folders returns the names of the games' folders: those below root/game whose package has a function Rules.
func Folders(t testing.TB, root string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "game", "*", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if hasRules.Match(src) {
			out = append(out, filepath.Base(filepath.Dir(file)))
		}
	}
	if len(out) < 2 {
		t.Fatalf("only %v are folders of games", out)
	}
	return out
}
