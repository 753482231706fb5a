package game_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A fence keeps an import out of all folders but a few.
type fence struct {
	imports string
	only    []string // folders, including those below them
	tests   bool     // applies to tests too
}

var fences = []fence{
	{"github.com/bwmarrin/discordgo", []string{"bot/discord"}, true},
	{"go.etcd.io/bbolt", []string{"storage"}, false},
	{"github.com/fogleman/gg", []string{"render"}, false},
	{"downsync/storage", []string{"storage", "cmd", "game/script", "bot/bottest"}, false},
	{"downsync/bot", []string{"bot", "cmd"}, false},
	{"downsync/render", []string{"render", "bot/downsync", "bot/toy", "cmd"}, false},
	{"downsync/game/table", []string{"game/table", "bot", "cmd", "storage", "game/script"}, false},
	{"downsync/game/downsync", []string{"game/downsync", "bot/downsync", "bot/bottest", "render/downsync", "cmd"}, false},
	{"github.com/santhosh-tekuri/jsonschema", nil, false},
	{"downsync/game/toy", []string{"bot/toy", "render/toy"}, false},
	// What is made for tests is imported by tests alone.
	{"downsync/bot/bottest", nil, false},
	{"downsync/game/gametest", nil, false},
	{"downsync/game/table/tabletest", []string{"bot/bottest"}, false},
	{"downsync/storage/storetest", nil, false},
}

// impure lists what the kernel and the rulesets must not import, with everything below it: clocks, input and output,
// randomness, concurrency.
var impure = []string{"time", "os", "net", "io/ioutil", "math/rand", "crypto/rand", "log", "sync", "syscall", "context"}

// hosts are the folders in game that may all the same: the hosting of matches, scripts, and what is for tests.
var hosts = []string{"game/table", "game/script", "game/gametest"}

// rulesets are the folders in game that hold a game's rules.
var rulesets = []string{"downsync", "toy"}

// apart lists folders that import nothing of this project but themselves, tests included, so that others can use them.
var apart = []string{"bot/local"}

// breaches returns the imports that the folder must not have.
func breaches(folder string, test bool, imports []string) []string {
	var out []string
	in := func(folders []string) bool {
		return slices.ContainsFunc(folders, func(f string) bool { return within(folder, f) })
	}
	if folder == "." {
		out = append(out, "no code lives at the top")
	}
	for _, imported := range imports {
		if !test && within(folder, "game") && !in(hosts) && slices.ContainsFunc(impure, func(i string) bool { return within(imported, i) }) {
			out = append(out, fmt.Sprintf("imports %s: the rules read no clock and do no I/O", imported))
		}
		for _, a := range apart {
			if within(folder, a) && within(imported, "downsync") && !within(imported, "downsync/"+a) {
				out = append(out, fmt.Sprintf("imports %s: it imports nothing of this project", imported))
			}
		}
		for _, f := range fences {
			if within(imported, f.imports) && (!test || f.tests) && !in(f.only) {
				out = append(out, fmt.Sprintf("imports %s, which only %v may", imported, f.only))
			}
		}
	}
	return out
}

func within(path, folder string) bool { return path == folder || strings.HasPrefix(path, folder+"/") }

func TestFences(t *testing.T) {
	files := 0
	eachFile(t, "..", func(path, folder string) {
		files++
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		var imports []string
		for _, spec := range f.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			imports = append(imports, imported)
		}
		for _, breach := range breaches(folder, strings.HasSuffix(path, "_test.go"), imports) {
			t.Errorf("%s %s", path, breach)
		}
	})
	if files < 100 {
		t.Errorf("only %d files seen", files)
	}
}

// eachFile walks the Go files below root. folder is relative to root.
func eachFile(t *testing.T, root string, do func(path, folder string)) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		rel, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		do(path, filepath.ToSlash(rel))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Fences must catch a forbidden import, or nobody would notice that they do nothing.
func TestFencesHold(t *testing.T) {
	for _, c := range []struct {
		folder string
		test   bool
		breaks bool
		what   string
	}{
		{"bot/discord", false, false, "github.com/bwmarrin/discordgo"},
		{"bot", false, true, "github.com/bwmarrin/discordgo"},
		{"bot/local", true, true, "github.com/bwmarrin/discordgo"},
		{"bot/local", true, true, "downsync/bot/lang"},
		{"bot/local", true, false, "downsync/bot/local"},
		{"storage/memory", false, false, "go.etcd.io/bbolt/errors"},
		{"game/table", false, true, "go.etcd.io/bbolt"},
		{"render/downsync", false, false, "github.com/fogleman/gg"},
		{"bot/downsync", false, true, "github.com/fogleman/gg"},
		{"bot", false, true, "downsync/storage"},
		{"bot", true, false, "downsync/storage/memory"},
		{"render", false, true, "downsync/storage/memory"},
		{"render", false, true, "downsync/game/table"},
		{"render", false, true, "downsync/game/downsync/cards"},
		{"game/downsync", false, true, "downsync/game/table"},
		{"cmd/downsync", false, false, "downsync/storage"},
		{"cmd/downsync", false, true, "downsync/bot/bottest"},
		{"cmd/downsync", false, true, "downsync/game/toy"},
		{"bot", true, false, "downsync/bot/bottest"},
		{"game", false, true, "time"},
		{"game", true, false, "time"},
		{"game/downsync/maps", false, true, "math/rand/v2"},
		{"game/downsync/cards", false, true, "log/slog"},
		{"game/script", false, false, "time"},
		{"game/downsync/script", false, true, "time"},
		{"game/table", false, false, "sync"},
		{"game", false, false, "slices"},
		{".", false, true, "fmt"},
	} {
		if got := breaches(c.folder, c.test, []string{c.what}); (len(got) > 0) != c.breaks {
			t.Errorf("%s (test: %t) importing %s: %v", c.folder, c.test, c.what, got)
		}
	}
}

// No code outside the rules can name their state: no exported function or type takes, returns or contains it.
func TestStateHasNoName(t *testing.T) {
	secret := []string{"state", "tx"}
	seen := map[string]bool{}
	eachFile(t, ".", func(path, folder string) {
		if !slices.Contains(rulesets, folder) || strings.HasSuffix(path, "_test.go") {
			return
		}
		seen[folder] = true
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		names := func(n ast.Node) {
			ast.Inspect(n, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && slices.Contains(secret, id.Name) {
					t.Errorf("%s: something exported speaks of %s", fset.Position(id.Pos()), id.Name)
				}
				return true
			})
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Name.IsExported() && (d.Recv == nil || exportedReceiver(d)) {
					names(d.Type)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if ts, ok := spec.(*ast.TypeSpec); ok && ts.Name.IsExported() {
						names(ts.Type)
					}
				}
			}
		}
	})
	if len(seen) != len(rulesets) {
		t.Errorf("only %v were seen", seen)
	}
}

func exportedReceiver(d *ast.FuncDecl) bool {
	exported := false
	ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			exported = exported || id.IsExported()
		}
		return true
	})
	return exported
}
