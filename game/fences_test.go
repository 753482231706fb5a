package game_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A fence keeps an import out of every folder but a few.
var fences = []struct {
	imports string
	only    []string // folders, with what is below them
}{
	{"github.com/bwmarrin/discordgo", []string{"bot/discord"}},
	{"go.etcd.io/bbolt", []string{"storage"}},
	{"github.com/fogleman/gg", []string{"render"}},
	{"downsync/storage", []string{"storage", "cmd", "game/downsync/script"}},
	{"downsync/bot", []string{"bot", "cmd"}},
	{"downsync/render", []string{"render", "bot/downsync", "cmd"}},
	{"downsync/game/table", []string{"game/table", "bot", "cmd", "storage", "game/downsync/script"}},
}

// impure are what the kernel and the rulesets must not import: no clock, no input or output, no chance of their own.
var impure = []string{"time", "os", "net", "net/http", "math/rand", "math/rand/v2", "crypto/rand", "log", "log/slog", "sync", "syscall"}

// pure are the folders that must not, without their tests. Hosting (game/table) may; so may the package of scripts, a
// host itself, and gametest, which is for tests.
var pure = []string{"game", "game/downsync", "game/downsync/plane", "game/downsync/cards"}

func TestFences(t *testing.T) {
	root := ".."
	files := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		files++
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		checkFile(t, path, filepath.ToSlash(filepath.Dir(rel)), strings.HasSuffix(path, "_test.go"))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 100 {
		t.Errorf("only %d files seen", files)
	}
}

func checkFile(t *testing.T, path, folder string, test bool) {
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	if folder == "." {
		t.Errorf("%s: no code lives at the top", path)
	}
	for _, spec := range f.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		if !test && slices.Contains(pure, folder) && slices.Contains(impure, imported) {
			t.Errorf("%s imports %s: the rules read no clock and do no I/O", path, imported)
		}
		for _, fence := range fences {
			if within(imported, fence.imports) && !test && !slices.ContainsFunc(fence.only, func(o string) bool { return within(folder, o) }) {
				t.Errorf("%s imports %s, which only %v may", path, imported, fence.only)
			}
		}
		if test && imported == "github.com/bwmarrin/discordgo" && folder != "bot/discord" {
			t.Errorf("%s imports discordgo: tests drive the wire through bot/discord", path)
		}
	}
}

func within(path, folder string) bool { return path == folder || strings.HasPrefix(path, folder+"/") }
