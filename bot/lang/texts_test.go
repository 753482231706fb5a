package lang_test

import (
	"downsync/bot/bottest"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"downsync/bot"
	"downsync/bot/downsync"
	"downsync/bot/toy"
	"downsync/game/book"
	"downsync/game/downsync/cards"
	"downsync/game/downsync/maps"
	"downsync/game/downsync/rulebook"
	"downsync/game/gametest"

	rules "downsync/game/downsync"
	toyrules "downsync/game/toy"
)

// texts collects what people read, from the sources: of the rooms that talk and draw the constants and tables of their
// words files, of the rules what their refusals and phrases say, and the texts of cards, maps and options.
type texts struct {
	t     *testing.T
	found map[string]string // the text: where it stands
	said  map[string]bool   // those too that have no words of their own, like "%s: %s"
}

func collected(t *testing.T) texts {
	t.Helper()
	c := texts{t, map[string]string{}, map[string]bool{}}
	talk := []string{"../*.go", "../lobby/*.go", "../match/*.go", "../referee/*.go", "../person/*.go"}
	words, phrases := append(talk, "../discord/*.go", "../menu/*.go"), append(talk, "../../game/*.go", "../../game/order/*.go", "../../game/table/*.go", "../../game/plane/*.go")
	for _, name := range gametest.Folders(t, "../..") {
		words = append(words, "../"+name+"/*.go", "../../render/"+name+"/*.go")
		phrases = append(phrases, "../"+name+"/*.go", "../../game/"+name+"/*.go")
	}
	for _, room := range words {
		c.words(room)
	}
	for _, room := range phrases {
		c.phrases(room)
	}
	for _, m := range maps.All() {
		c.add(m.About, "map "+m.Slug)
	}
	for _, o := range rules.MatchOptions {
		c.add(o.Expected, "option "+o.Name)
	}
	for _, a := range cards.Armies() {
		c.add(a.Name, "army "+a.ID)
		c.add(a.About, "army "+a.ID)
	}
	for _, s := range cards.Signatures {
		c.add(string(s), "signature")
	}
	c.cards()
	for _, e := range append(book.New(book.Source{Rules: toyrules.Numbered}).Entries(), rulebook.Book.Entries()...) {
		c.add(e.Where, "chapter of the rules")
	}
	for _, s := range []string{rules.Small, rules.Standard, rules.Veiled, rules.Open} {
		c.add(s, "setting")
	}
	c.names(commands())
	return c
}

// cards takes the kinds of Units, and what traits and special actions do.
func (c texts) cards() {
	c.t.Helper()
	for _, u := range cards.Printed().All() {
		c.add(u.Type, "card "+u.Slug)
	}
	var kinds map[string][]struct{ Text string }
	if _, err := toml.DecodeFile("../../game/downsync/cards/traits.toml", &kinds); err != nil {
		c.t.Fatal(err)
	}
	for kind, list := range kinds {
		for _, x := range list {
			c.add(x.Text, "trait, "+kind)
		}
	}
}

// commands are all slash commands.
func commands() []bot.Command {
	return bottest.Commands(downsync.Forms{}, toy.Forms{})
}

// names takes the names of commands and options.
func (c texts) names(cs []bot.Command) {
	for _, x := range cs {
		c.add("/"+x.Name, "command")
		for _, o := range x.Options {
			c.add("/"+o.Name, "option of "+x.Name)
			for _, choice := range o.Choices {
				c.add(choice.Name, "choice of "+x.Name)
			}
		}
		c.names(x.Sub)
	}
}

var verb = regexp.MustCompile(`%(?:\[(\d+)\])?[+#0-9.]*([a-zA-Z%])`)

// add takes a text that has words of its own.
func (c texts) add(text, where string) {
	c.said[text] = true
	if regexp.MustCompile(`\pL`).MatchString(verb.ReplaceAllString(text, "")) {
		c.found[text] = where
	}
}

// literal is the text of a literal.
func literal(e ast.Expr) (string, bool) {
	l, ok := e.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", false
	}
	return constant.StringVal(constant.MakeFromLiteral(l.Value, token.STRING, 0)), true
}

// files are the sources that fit, without tests; words tells whether they are words files.
func (c texts) files(pattern string, words bool) (*token.FileSet, []*ast.File) {
	c.t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		c.t.Fatalf("%s: %d files, %v", pattern, len(names), err)
	}
	set := token.NewFileSet()
	var out []*ast.File
	for _, n := range names {
		if strings.HasSuffix(n, "_test.go") || words && !strings.HasPrefix(filepath.Base(n), "words") {
			continue
		}
		f, err := parser.ParseFile(set, n, nil, parser.SkipObjectResolution)
		if err != nil {
			c.t.Fatal(err)
		}
		out = append(out, f)
	}
	return set, out
}

// words takes every constant text of the words files, and every text that is a value in a table.
func (c texts) words(pattern string) {
	c.t.Helper()
	set, files := c.files(pattern, true)
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	conf := types.Config{Importer: importer.Default(), Error: func(error) {}}
	_, _ = conf.Check("words", set, files, info) // what they import is not looked at
	take := func(e ast.Expr) {
		where := set.Position(e.Pos()).String()
		if v := info.Types[e].Value; v != nil && v.Kind() == constant.String {
			c.add(constant.StringVal(v), where)
		} else if s, ok := literal(e); ok { // in a table whose type is not known here
			c.add(s, where)
		}
	}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				for _, v := range n.Values {
					take(v)
				}
			case *ast.CompositeLit:
				for _, e := range n.Elts {
					if kv, ok := e.(*ast.KeyValueExpr); ok {
						e = kv.Value
					}
					take(e)
				}
			}
			return true
		})
	}
}

// said are the functions that make refusals, phrases and lines of the log, and which of their arguments are texts.
var said = map[string][]int{"refuse": {1}, "noOrder": {0}, "expected": {0}, "Example": {0}, "notNow": {1}, "Errorf": {0}, "Phrasef": {0}, "Word": {0},
	"Say": {0}, "Text": {0}, "word": {1, 2}}

// textsOf are the arguments of a call that somebody reads, if it is one of a function that is said.
func textsOf(call *ast.CallExpr) []ast.Expr {
	name := ""
	switch fun := call.Fun.(type) {
	case *ast.Ident:
		name = fun.Name
	case *ast.SelectorExpr:
		if x, ok := fun.X.(*ast.Ident); ok && slices.Contains([]string{"game", "order", "w"}, x.Name) {
			name = fun.Sel.Name
		}
	}
	var out []ast.Expr
	for _, at := range said[name] {
		if at < len(call.Args) {
			out = append(out, call.Args[at])
		}
	}
	return out
}

// ends are how matches end, which have words of their own.
var ends = []string{"vp", "wipe-out", "concession", "rounds", "time", "ruling", "agreement"}

// phrases takes what refusals and phrases say.
func (c texts) phrases(pattern string) {
	c.t.Helper()
	set, files := c.files(pattern, false)
	take := func(e ast.Expr) {
		if s, ok := literal(e); ok {
			c.add(s, set.Position(e.Pos()).String())
		}
	}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				for _, e := range textsOf(n) {
					take(e)
				}
			case *ast.KeyValueExpr:
				key, _ := n.Key.(*ast.Ident)
				text, ok := literal(n.Value)
				if key != nil && (key.Name == "Text" || key.Name == "doing" || key.Name == "Why" && ok && !slices.Contains(ends, text)) {
					take(n.Value)
				}
			}
			return true
		})
	}
}

// verbs are what a format is filled with: the verb of each argument.
func verbs(format string) map[int]string {
	out := map[int]string{}
	next := 1
	for _, m := range verb.FindAllStringSubmatch(format, -1) {
		if m[2] == "%" {
			continue
		}
		n := next
		if m[1] != "" {
			n = int(m[1][0] - '0')
		}
		out[n], next = m[2], n+1
	}
	return out
}
