package lang_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"downsync/game/gametest"
)

// sentence is what somebody reads: a word with a capital, or two words beside each other.
var sentence = regexp.MustCompile(`^[^\pL/]*\p{Lu}\p{Ll}+[^\pL/]*$|\pL{2,}[,;:.]? +\pL{2,}`)

// order is the beginning of an order.
var order = regexp.MustCompile(`^(act|move|deploy|reveal|counter|recover|boost|join|declare|standing|done|stay) [a-z]+( (by|to|at))? ?$`)

// unread are the calls whose texts are for the operator alone, or are no texts.
var unread = []string{"fmt.Errorf", "errors.New", "panic", "formsFailed", "Log.Error", "Log.Warn", "Log.Info", "Log.Debug", "regexp.MustCompile",
	"fmt.Sscanf", "strings.NewReplacer", "silent"}

// loose are the sentences of a source for which no German is looked for: those outside the words files that no function which
// says them takes. What a case compares with is none.
func loose(set *token.FileSet, f *ast.File) []string {
	var out []string
	var look func(n ast.Node) bool
	look = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.CaseClause:
			for _, s := range n.Body {
				ast.Inspect(s, look)
			}
			return false
		case *ast.CallExpr:
			texts := textsOf(n)
			for _, e := range append(n.Args, n.Fun) {
				if _, ok := literal(e); !slices.Contains(unread, called(n.Fun)) && !(ok && slices.Contains(texts, e)) {
					ast.Inspect(e, look)
				}
			}
			return false
		case *ast.BasicLit:
			if s, ok := literal(n); ok && sentence.MatchString(s) && !order.MatchString(s) {
				out = append(out, set.Position(n.Pos()).String()+": "+n.Value)
			}
		}
		return true
	}
	ast.Inspect(f, look)
	return out
}

// called is a function's name with what it is called on: "fmt.Errorf", "Log.Warn".
func called(fun ast.Expr) string {
	switch fun := fun.(type) {
	case *ast.IndexExpr:
		return called(fun.X)
	case *ast.Ident:
		return fun.Name
	case *ast.SelectorExpr:
		switch x := fun.X.(type) {
		case *ast.Ident:
			return x.Name + "." + fun.Sel.Name
		case *ast.SelectorExpr:
			return x.Sel.Name + "." + fun.Sel.Name
		}
	}
	return ""
}

// Every sentence stands where its German is looked for: in a words file, or where it is said.
func TestNoSentenceInline(t *testing.T) {
	patterns := []string{"../*.go"}
	for _, game := range gametest.Folders(t, "../..") {
		patterns = append(patterns, "../"+game+"/*.go")
	}
	for _, pattern := range patterns {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) < 3 {
			t.Fatalf("%s: %d files, %v", pattern, len(names), err)
		}
		for _, name := range names {
			if base := filepath.Base(name); strings.HasPrefix(base, "words") || strings.HasSuffix(base, "_test.go") {
				continue
			}
			set := token.NewFileSet()
			f, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range loose(set, f) {
				t.Error(s)
			}
		}
	}
}

// The fence would notice.
func TestSentencesAreSeen(t *testing.T) {
	for body, seen := range map[string]bool{
		`_ = "Taken back."`:                           true,
		`_ = "held after a fault"`:                    true,
		`w.Say("held after a fault")`:                 false,
		`w.Say(x, "held after a fault")`:              true,
		`f("%s joins from Overwatch")`:                true,
		`_ = fmt.Sprintf("%d Units", 2)`:              false, // one word may be a name
		`_ = fmt.Sprintf("%d more Units", 2)`:         true,
		`_ = fmt.Errorf("record %s is damaged", "x")`: false,
		`b.Log.Warn("not written at all")`:            false,
		`switch s { case "act end": }`:                false,
		`switch s { case "x": _ = "Take it back" }`:   true,
	} {
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, "x.go", "package x\nfunc f() {\n"+body+"\n}", parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if got := loose(set, f) != nil; got != seen {
			t.Errorf("%s: seen %t", body, got)
		}
	}
}
