package lang_test

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	. "downsync/bot/lang"

	"downsync/game"
)

func isLetter(r rune) bool { return unicode.IsLetter(r) }

// sentence matches text for readers: a word with a capital, or two words in a row.
var sentence = regexp.MustCompile(`^[^\pL/]*\p{Lu}\p{Ll}+[^\pL/]*$|\pL{2,}[,;:.]? +\pL{2,}`)

// order is the beginning of an order.
var order = regexp.MustCompile(`^(act|move|deploy|reveal|counter|recover|boost|join|declare|standing|done|stay) [a-z]+( (by|to|at))? ?$`)

// unread lists the calls whose texts are only for the operator, or are not texts.
var unread = []string{"fmt.Errorf", "errors.New", "panic", "bot.FormsFailed", "FormsFailed", "Log.Error", "Log.Warn", "Log.Info", "Log.Debug", "regexp.MustCompile",
	"fmt.Sscanf", "strings.NewReplacer", "silent"}

// operators matches the packages of the bot whose sentences the operator reads, and the languages' own names.
var operators = regexp.MustCompile(`^downsync/bot/(bound|deed|discord|lang)$`)

// loose returns the sentences of a source that are not a game.Text. It skips the values of cases, and choices of commands, which
// are read from the commands.
func loose(info *types.Info, f *ast.File) []ast.Expr {
	var out []ast.Expr
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
			return !slices.Contains(unread, called(n.Fun))
		case *ast.CompositeLit:
			if named, ok := info.TypeOf(n).(*types.Named); ok && slices.Contains([]string{"About", "Choice", "Game"}, named.Obj().Name()) {
				return false
			}
			for _, e := range n.Elts { // keys of tables are not sentences
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					e = kv.Value
				}
				ast.Inspect(e, look)
			}
			return false
		}
		if e, ok := n.(ast.Expr); ok {
			if _, ok := constText(info, e); ok {
				return false
			}
		}
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING && info.Types[l].Value != nil { // a tag has no value
			if s := constant.StringVal(info.Types[l].Value); sentence.MatchString(s) && !order.MatchString(s) {
				out = append(out, l)
			}
		}
		return true
	}
	ast.Inspect(f, look)
	return out
}

// called returns a function's name with its receiver or package: "fmt.Errorf", "Log.Warn".
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

// Every sentence is a game.Text, so that its German is required.
func TestNoLooseSentence(t *testing.T) {
	for _, p := range packagesRead(t) {
		for _, f := range p.Syntax {
			if !strings.HasPrefix(p.PkgPath, "downsync/bot") || operators.MatchString(p.PkgPath) {
				continue
			}
			for _, e := range loose(p.TypesInfo, f) {
				t.Errorf("%s: %s", p.Fset.Position(e.Pos()), p.TypesInfo.Types[e].Value)
			}
		}
	}
}

// inFunctions returns where functions of the bot have texts of that kind. It skips errors, because logs have them in English.
func inFunctions(t *testing.T, kind func(text string) bool) []string {
	t.Helper()
	var out []string
	for _, p := range packagesRead(t) {
		for _, f := range p.Syntax {
			for _, d := range f.Decls {
				fun, ok := d.(*ast.FuncDecl)
				if !ok || !strings.HasPrefix(p.PkgPath, "downsync/bot") {
					continue
				}
				ast.Inspect(fun, func(n ast.Node) bool {
					if call, ok := n.(*ast.CallExpr); ok && strings.HasPrefix(called(call.Fun), "game.") {
						return false
					}
					if e, ok := n.(ast.Expr); ok {
						if text, ok := constText(p.TypesInfo, e); ok && kind(text) {
							out = append(out, p.Fset.Position(e.Pos()).String()+": "+strconv.Quote(text))
						}
					}
					return true
				})
			}
		}
	}
	return out
}

// The fence detects loose sentences.
func TestSentencesAreSeen(t *testing.T) {
	for body, seen := range map[string]bool{
		`_ = "Taken back."`:                                     true,
		`_ = "held after a fault"`:                              true,
		`_ = Text("held after a fault")`:                        false,
		`_ = map[string]Text{"after a fault": "held after it"}`: false,
		`const held = "held after a fault"; say(held)`:          true,
		`say("%s joins from Overwatch")`:                        false,
		`_ = "%d Units"`:                                        false, // one word may be a name
		`_ = "%d more Units"`:                                   true,
		`_ = fmt.Errorf("record %s is damaged", "x")`:           false,
		`switch s { case "act end": }`:                          false,
		`switch s { case "x": _ = "Take it back" }`:             true,
	} {
		if got := len(loose(checked(t, body))) > 0; got != seen {
			t.Errorf("%s: seen %t", body, got)
		}
	}
}

// checked returns a function's body with its types, in a package that has the type of texts.
func checked(t *testing.T, body string) (*types.Info, *ast.File) {
	t.Helper()
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, "x.go", `package text
type Text string
func say(Text) {}
var fmt struct{ Errorf func(string, ...any) error }
func f(s string) {`+body+"\n}", parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	if _, err := new(types.Config).Check("downsync/game/text", set, []*ast.File{f}, info); err != nil {
		t.Fatal(err)
	}
	return info, f
}

// Each format gets as many arguments as it has verbs.
func TestArguments(t *testing.T) {
	n := 0
	for _, p := range packagesRead(t) {
		for _, f := range p.Syntax {
			ast.Inspect(f, func(node ast.Node) bool {
				call, ok := node.(*ast.CallExpr)
				if !ok || call.Ellipsis.IsValid() {
					return true
				}
				sig, ok := p.TypesInfo.TypeOf(call.Fun).(*types.Signature)
				if !ok || !sig.Variadic() || sig.Params().Len() < 2 || !types.IsInterface(sig.Params().At(sig.Params().Len()-1).Type().(*types.Slice).Elem()) {
					return true
				}
				at := sig.Params().Len() - 2
				text, ok := constText(p.TypesInfo, call.Args[at])
				if !ok {
					return true
				}
				n++
				want := verbs(English.Text(game.Text(text)))
				if got := len(call.Args) - at - 1; got != len(want) || want[got] == "" && got > 0 {
					t.Errorf("%s: %d arguments for %s", p.Fset.Position(call.Pos()), got, strconv.Quote(text))
				}
				return true
			})
		}
	}
	if n < 300 {
		t.Errorf("only %d calls seen", n)
	}
}
