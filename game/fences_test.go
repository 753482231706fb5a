package game_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"downsync/game/gametest"
)

// A fence keeps an import out of all folders except a few.
type fence struct {
	imports string
	only    []string // folders, including those below them
	tests   bool     // applies to tests too
}

var fences = []fence{
	{"github.com/bwmarrin/discordgo", []string{"bot/discord"}, true},
	{"go.etcd.io/bbolt", []string{"storage"}, false},
	{"github.com/jackc/pgx", []string{"storage/postgres"}, false},
	{"github.com/fogleman/gg", []string{"render/canvas"}, false},
	{"downsync/render/canvas", []string{"render"}, false},
	{"downsync/render/label", []string{"render"}, false},
	{"downsync/render/lru", []string{"render"}, false},
	{"downsync/render/queue", []string{"render"}, false},
	{"downsync/render/reel", []string{"render"}, false},
	{"downsync/storage", []string{"storage", "cmd", "game/script", "bot/bottest"}, false},
	{"downsync/bot", []string{"bot", "cmd"}, false},
	{"downsync/bot/lobby", []string{"bot/lobby", "bot/bottest", "cmd"}, false}, // rooms meet in hooks
	{"downsync/bot/match", []string{"bot/match", "bot/bottest", "cmd"}, false},
	{"downsync/bot/referee", []string{"bot/referee", "bot/bottest", "cmd"}, false},
	{"downsync/bot/person", []string{"bot/person", "bot/bottest", "cmd"}, false},
	{"downsync/bot/rival", []string{"bot/rival", "bot/bottest", "cmd"}, false},
	{"downsync/bot/campaign", []string{"bot/campaign", "bot/bottest", "cmd"}, false},
	{"downsync/game/table", []string{"game/table", "bot", "cmd", "storage", "game/script"}, false},
	{"github.com/santhosh-tekuri/jsonschema", nil, false},
	// Only tests import packages made for tests.
	{"downsync/game/gametest", []string{"bot/bottest"}, false},
	{"downsync/game/facts/factstest", nil, false},
	{"downsync/game/script/scripttest", nil, false},
	{"downsync/game/table/tabletest", []string{"bot/bottest"}, false},
	{"downsync/render/rendertest", nil, false},
	{"downsync/storage/storetest", nil, false},
	{"downsync/storage/postgres/pgtest", nil, false},
}

// withGames adds the fences around the games' folders. Only the program's list of games, which is in cmd, and test support
// import them from outside.
func withGames(games []string) []fence {
	out := slices.Clone(fences)
	draws, support := []string{"render", "cmd", "bot/page"}, []string{"bot/bottest"}
	for _, g := range games {
		game, talk, draw := "game/"+g, "bot/"+g, "render/"+g
		draws, support = append(draws, talk), append(support, talk+"/worlds")
		out = append(out, fence{"downsync/" + talk + "/worlds", nil, false}) // its twins, for tests
		for imports, only := range map[string][]string{game: {game, talk, draw}, talk: {talk}, draw: {draw, talk}} {
			out = append(out, fence{"downsync/" + imports, append(only, "cmd", "bot/bottest"), false})
		}
	}
	return append(out, fence{"downsync/render", draws, false}, fence{"downsync/bot/bottest", support, false})
}

// impure lists what the kernel and the rulesets must not import, with everything below it: clocks, input and output,
// randomness, concurrency.
var impure = []string{"time", "os", "net", "io/ioutil", "math/rand", "crypto/rand", "log", "sync", "syscall", "context"}

// hosts lists the folders in game that may import these: the hosting of matches, scripts, and packages for tests.
var hosts = []string{"game/table", "game/script", "game/gametest", "game/facts/factstest"}

// minds lists the packages of this project that a rival, and the advice for it and the consoles, may import besides their own
// game. They know only what a seat is told, and cannot reach a match, a store or a person.
var minds = []string{"game", "game/rival", "game/chance", "game/text", "game/order", "game/plane"}

// strays reports whether a rival or the advice in that folder has a forbidden import.
func strays(folder, imported string) bool {
	home, mine := strings.CutSuffix(folder, "/rival")
	if !mine {
		home, mine = strings.CutSuffix(folder, "/advice")
	}
	if !mine || home == "game" || !within(home, "game") || !within(imported, "downsync") {
		return false
	}
	imported = strings.TrimPrefix(imported, "downsync/")
	return !within(imported, home) && !slices.Contains(minds, imported)
}

// apart lists folders that import nothing of this project but themselves, tests included, so that others can use them.
var apart = []string{"bot/local", "render/label", "render/lru"}

// breaches returns the imports that the folder must not have.
func breaches(fences []fence, folder string, test bool, imports []string) []string {
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
		if !test && strays(folder, imported) {
			out = append(out, fmt.Sprintf("imports %s: a rival and advice may import their game and %v", imported, minds))
		}
		if !test && within(folder, "check") && within(imported, "downsync") {
			out = append(out, fmt.Sprintf("imports %s: what checks the rules shares no code with them", imported))
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
	files, fences := 0, withGames(gametest.Folders(t, ".."))
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
		for _, breach := range breaches(fences, folder, strings.HasSuffix(path, "_test.go"), imports) {
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
		{"check/downsync", false, true, "downsync/game/plane"},
		{"check/downsync", true, false, "downsync/game/plane"},
		{"storage/memory", false, false, "go.etcd.io/bbolt/errors"},
		{"game/table", false, true, "go.etcd.io/bbolt"},
		{"render/canvas", false, false, "github.com/fogleman/gg"},
		{"render", false, true, "github.com/fogleman/gg"},
		{"bot/toy", false, true, "downsync/render/canvas"},
		{"bot/downsync", false, true, "github.com/fogleman/gg"},
		{"bot", false, true, "downsync/storage"},
		{"bot", true, false, "downsync/storage/memory"},
		{"render", false, true, "downsync/storage/memory"},
		{"render", false, true, "downsync/game/table"},
		{"render", false, true, "downsync/game/downsync/cards"},
		{"game/downsync", false, true, "downsync/game/table"},
		{"cmd/downsync", false, false, "downsync/storage"},
		{"cmd/downsync", false, true, "downsync/bot/bottest"},
		{"bot/downsync", false, true, "downsync/game/toy"},
		{"bot/toy", false, false, "downsync/game/toy"},
		{"bot/toy", false, true, "downsync/bot/downsync"},
		{"bot/match", false, true, "downsync/bot/toy"},
		{"bot/lobby", false, true, "downsync/bot/rival"},
		{"bot/rival", false, true, "downsync/bot/match"},
		{"bot/toy", false, true, "downsync/render/downsync"},
		{"bot/menu", false, true, "downsync/render"},
		{"render", false, true, "downsync/render/toy"},
		{"render/label", false, true, "downsync/render"},
		{"bot/toy", false, true, "downsync/render/label"},
		{"render/toy", false, false, "downsync/render/reel"},
		{"game/toy", false, true, "downsync/game/downsync/cards"},
		{"game/book", false, true, "downsync/game/downsync"},
		{"bot", true, false, "downsync/bot/bottest"},
		{"bot/downsync/worlds", false, false, "downsync/bot/bottest/twins"},
		{"bot/downsync", false, true, "downsync/bot/downsync/worlds"},
		{"game", false, true, "time"},
		{"game", true, false, "time"},
		{"game/downsync/maps", false, true, "math/rand/v2"},
		{"game/downsync/cards", false, true, "log/slog"},
		{"game/script", false, false, "time"},
		{"game/downsync/script", false, true, "time"},
		{"game/table", false, false, "sync"},
		{"game", false, false, "slices"},
		{"game/downsync/rival", false, false, "downsync/game/downsync/cards"},
		{"game/downsync/rival", false, false, "downsync/game/rival"},
		{"game/downsync/rival", false, true, "downsync/game/table"},
		{"game/downsync/rival", false, true, "downsync/game/script"},
		{"game/downsync/advice", false, false, "downsync/game/downsync/cards"},
		{"game/downsync/advice", false, false, "downsync/game/plane"},
		{"game/downsync/advice", false, true, "downsync/game/table"},
		{"game/syndicate/advice", false, false, "downsync/game/syndicate/grid"},
		{"game/syndicate/advice", false, true, "downsync/bot/page"},
		{"game/downsync/advice", false, true, "downsync/game/script"},
		{"game/downsync/advice", false, true, "downsync/bot/menu"},
		{"game/toy/rival", false, true, "downsync/bot"},
		{"game/toy/rival", false, true, "downsync/storage/memory"},
		{"game/toy/rival", false, true, "math/rand/v2"},
		{".", false, true, "fmt"},
	} {
		if got := breaches(withGames(gametest.Folders(t, "..")), c.folder, c.test, []string{c.what}); (len(got) > 0) != c.breaks {
			t.Errorf("%s (test: %t) importing %s: %v", c.folder, c.test, c.what, got)
		}
	}
}

// No code outside the rules can name their state: no exported function or type takes, returns or contains it.
func TestStateHasNoName(t *testing.T) {
	secret, rulesets := []string{"state", "tx"}, gametest.Folders(t, "..")
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

// ids returns the games' names as Go writes them, such as "toy".
func ids(games []string) (out []string) {
	for _, g := range games {
		out = append(out, strconv.Quote(g))
	}
	return out
}

// branches returns the places of a source that branch on one of the ids of games: comparisons, cases and keys.
func branches(fset *token.FileSet, f *ast.File, ids []string) (out []string) {
	found := func(es ...ast.Expr) {
		for _, e := range es {
			if l, ok := e.(*ast.BasicLit); ok && slices.Contains(ids, l.Value) {
				out = append(out, fset.Position(l.Pos()).String()+": "+l.Value)
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			found(n.X, n.Y)
		case *ast.CaseClause:
			found(n.List...)
		case *ast.IndexExpr:
			found(n.Index)
		case *ast.KeyValueExpr:
			found(n.Key)
		case *ast.CallExpr:
			if s, ok := n.Fun.(*ast.SelectorExpr); ok && s.Sel.Name != "Errorf" {
				found(n.Args...)
			}
		}
		return true
	})
	return out
}

// No code branches on the game, except in the games' own folders.
func TestNoBranchOnAGame(t *testing.T) {
	games := gametest.Folders(t, "..")
	eachFile(t, "..", func(path, folder string) {
		own := slices.ContainsFunc(games, func(g string) bool {
			return within(folder, "game/"+g) || within(folder, "bot/"+g) || within(folder, "render/"+g)
		})
		if own || strings.HasSuffix(path, "_test.go") {
			return
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range branches(fset, f, ids(games)) {
			t.Error(b)
		}
	})
	for body, want := range map[string]int{`_ = g == "toy"`: 1, `switch g { case "downsync": }`: 1, `_ = m["toy"]`: 1, `strings.HasPrefix(g, "toy")`: 1, `_ = "toy"`: 0, `_ = g == "t"`: 0} {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "x.go", "package x\nfunc f() {\n"+body+"\n}", parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if got := branches(fset, f, ids(games)); len(got) != want {
			t.Errorf("%s: found %v", body, got)
		}
	}
}

// Only its own folders, its translations, and the files that offer it to contributors and tests mention a game that is not
// offered. No other source line and no configuration does.
func TestNobodyKnowsAGameNotOffered(t *testing.T) {
	list, err := os.ReadFile("../cmd/downsync/games.go")
	if err != nil {
		t.Fatal(err)
	}
	contributors := []string{"cmd/downsync/toy.go"}
	tests := []string{"bot/bottest/party", "bot/bottest/plain", "bot/bottest/mind", "bot/bottest/campaigns", "bot/bottest/stage"}
	hidden := 0
	for _, g := range gametest.Folders(t, "..") {
		if strings.Contains(string(list), strconv.Quote("downsync/game/"+g)) {
			continue
		}
		hidden++
		name := regexp.MustCompile(`(?i)\b` + g + `\b`)
		err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
			rel, _ := filepath.Rel("..", path)
			folder := filepath.ToSlash(filepath.Dir(rel))
			knows := strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, ".toml")
			if err != nil || d.IsDir() || !knows || within(folder, "game/"+g) || within(folder, "bot/"+g) || within(folder, "render/"+g) || d.Name() == g+".toml" || slices.Contains(contributors, filepath.ToSlash(rel)) || slices.Contains(tests, folder) {
				return err
			}
			raw, err := os.ReadFile(path)
			if at := name.FindIndex(raw); at != nil {
				t.Errorf("%s knows %s: …%s…", rel, g, raw[max(0, at[0]-30):at[1]])
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if hidden == 0 {
		t.Error("every game is offered: nothing was looked for")
	}
}
