package lang_test

import (
	"go/ast"
	"go/constant"
	"go/types"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/BurntSushi/toml"
	"golang.org/x/tools/go/packages"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/downsync"
	"downsync/bot/jagged"
	"downsync/bot/syndicate"
	"downsync/bot/toy"
	"downsync/game/book"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/game/downsync/maps"
	"downsync/game/downsync/rulebook"
	jagrules "downsync/game/jagged"
	"downsync/game/jagged/boards"
	jagcards "downsync/game/jagged/cards"
	synrules "downsync/game/syndicate"
	syncards "downsync/game/syndicate/cards"
	toyrules "downsync/game/toy"
)

// sources loads the packages with texts for readers, with their types, without tests and packages used only by tests.
var sources = sync.OnceValues(func() ([]*packages.Package, error) {
	const mode = packages.NeedName | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports
	all, err := packages.Load(&packages.Config{Mode: mode, Dir: "../.."}, "./game/...", "./bot/...", "./render/...")
	var out []*packages.Package
	for _, p := range all {
		if !onlyTests.MatchString(p.PkgPath) {
			out = append(out, p)
		}
	}
	return out, err
})

var onlyTests = regexp.MustCompile(`/(\w*test|local|worlds)(/|$)`)

// texts collects everything that people read: every constant of type game.Text, and the texts of cards, maps and options.
type texts struct {
	t     *testing.T
	found map[string]string // the text: its place
	said  map[string]bool   // also texts without words of their own, like "%s: %s"
}

func collected(t *testing.T) texts {
	t.Helper()
	c := texts{t, map[string]string{}, map[string]bool{}}
	eachText(t, func(p *packages.Package, e ast.Expr, text string) { c.add(text, p.Fset.Position(e.Pos()).String()) })
	for _, m := range maps.All() {
		c.add(string(m.About), "map "+m.Slug)
	}
	for _, b := range boards.All() {
		c.add(string(b.About), "board "+b.Slug)
		for _, p := range b.Pieces {
			c.add(string(p.Name), "board "+b.Slug)
		}
	}
	for _, o := range rules.MatchOptions {
		c.add(string(o.Expected), "option "+o.Name)
	}
	for _, a := range cards.Armies() {
		c.add(a.Name, "army "+a.ID)
		c.add(a.About, "army "+a.ID)
	}
	for _, s := range cards.Signatures {
		c.add(string(s), "signature")
	}
	c.cards()
	for _, o := range synrules.MatchOptions {
		c.add(string(o.Expected), "option "+o.Name)
	}
	for _, s := range syncards.Starters() {
		c.add(s.About, "starter "+s.ID)
	}
	for _, x := range syncards.Printed().Cards {
		c.add(x.Text, "card "+x.ID)
	}
	for _, m := range syncards.Meanings() {
		c.add(m.Text, "meaning "+m.ID)
	}
	for _, l := range jagcards.Lists() {
		c.add(l.About, "list "+l.ID)
	}
	for _, r := range jagcards.Rules() {
		c.add(r.Text, "special rule "+r.ID)
	}
	for _, p := range jagcards.Positions() {
		c.add(p.Text, "Position "+p.ID)
	}
	for _, b := range []*book.Book{book.New(book.Source{Rules: toyrules.Numbered}), book.New(book.Source{Rules: synrules.Numbered}),
		book.New(book.Source{Rules: jagrules.Numbered}), rulebook.Book} {
		for _, e := range b.Entries() {
			c.add(e.Where, "chapter of the rules")
		}
	}
	for _, s := range []string{rules.Small, rules.Standard, rules.Veiled, rules.Open, "mixed"} {
		c.add(s, "setting")
	}
	c.names(commands())
	c.names(bottest.Commands(downsync.Forms{})) // no command has the choices shared by several games
	c.names(bottest.Commands(syndicate.Forms{}))
	c.names(bottest.Commands(jagged.Forms{}))
	return c
}

// packagesRead returns the sources and fails if any has errors.
func packagesRead(t *testing.T) []*packages.Package {
	t.Helper()
	all, err := sources()
	if err != nil || len(all) < 10 {
		t.Fatalf("%d packages, %v", len(all), err)
	}
	for _, p := range all {
		for _, e := range p.Errors {
			t.Fatal(e)
		}
	}
	return all
}

// eachText calls do with every constant of type game.Text; for a concatenation, with the whole.
func eachText(t *testing.T, do func(p *packages.Package, e ast.Expr, text string)) {
	t.Helper()
	for _, p := range packagesRead(t) {
		for _, f := range p.Syntax {
			ast.Inspect(f, func(n ast.Node) bool {
				e, ok := n.(ast.Expr)
				if !ok {
					return true
				}
				text, ok := constText(p.TypesInfo, e)
				if ok {
					do(p, e, text)
				}
				return !ok
			})
		}
	}
}

// constText returns the value of a constant expression whose type is game.Text.
func constText(info *types.Info, e ast.Expr) (string, bool) {
	v := info.Types[e]
	if v.Value == nil || !isText(v.Type) {
		return "", false
	}
	return constant.StringVal(v.Value), true
}

func isText(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return false
	}
	name := named.Obj().Pkg().Path() + "." + named.Obj().Name()
	return name == "downsync/game/text.Text" || name == "downsync/game/order.Example"
}

// cards adds the kinds of Units, and the texts of traits and special actions.
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

// commands returns all slash commands.
func commands() []bot.Command {
	return bottest.Commands(downsync.Forms{}, syndicate.Forms{}, jagged.Forms{}, toy.Forms{})
}

// names adds the names of commands and options.
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

// add adds a text that has words of its own.
func (c texts) add(text, where string) {
	c.said[text] = true
	if strings.IndexFunc(verb.ReplaceAllString(text, ""), isLetter) >= 0 {
		c.found[text] = where
	}
}

var verb = regexp.MustCompile(`%(?:\[(\d+)\])?[-+#0-9.]*([a-zA-Z%])`)

// verbs returns the verb of each argument of a format.
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
