package bot_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What is for one seat's eyes and what everybody may see are of different types all the way from the hall to the wire.
// These are they.
var (
	private = []string{"downsync/bot.Letter", "downsync/render.Private", "downsync/game/table.Private", "downsync/game/table.Opened"}
	public  = []string{"downsync/bot.Notice", "downsync/render.Public", "downsync/game/table.Public", "downsync/game/table.Frame"}
)

// checker type-checks the module's packages from their source. Others are left empty, and what they make unknown is not
// looked at.
type checker struct {
	fset *token.FileSet
	info *types.Info
	pkgs map[string]*types.Package
	asts map[string][]*ast.File
}

func newChecker() *checker {
	return &checker{fset: token.NewFileSet(), pkgs: map[string]*types.Package{}, asts: map[string][]*ast.File{},
		info: &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}}
}

// Import is types.Importer.
func (c *checker) Import(name string) (*types.Package, error) {
	if p, ok := c.pkgs[name]; ok {
		return p, nil
	}
	folder, ours := strings.CutPrefix(name, "downsync/")
	if !ours {
		p := types.NewPackage(name, path.Base(name))
		p.MarkComplete()
		c.pkgs[name] = p
		return p, nil
	}
	files, err := filepath.Glob(filepath.Join("..", filepath.FromSlash(folder), "*.go"))
	if err != nil {
		return nil, err
	}
	return c.check(name, slices.DeleteFunc(files, func(f string) bool { return strings.HasSuffix(f, "_test.go") }), nil)
}

// check type-checks a package of files, or of one source text.
func (c *checker) check(name string, files []string, src any) (*types.Package, error) {
	for _, f := range files {
		parsed, err := parser.ParseFile(c.fset, f, src, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		c.asts[name] = append(c.asts[name], parsed)
	}
	conf := types.Config{Importer: c, Error: func(error) {}}
	p, err := conf.Check(name, c.fset, c.asts[name], c.info)
	if p == nil {
		return nil, err
	}
	c.pkgs[name] = p
	return p, nil
}

// holds finds the first of the named types in t: itself, or what it points to, lists or gives.
func holds(t types.Type, names []string) string {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if t.Obj().Pkg() != nil && slices.Contains(names, t.Obj().Pkg().Path()+"."+t.Obj().Name()) {
			return t.Obj().Pkg().Path() + "." + t.Obj().Name()
		}
		if s, ok := t.Underlying().(*types.Struct); ok && s.NumFields() > 0 && s.Field(0).Embedded() {
			return holds(s.Field(0).Type(), names)
		}
	case *types.Pointer:
		return holds(t.Elem(), names)
	case *types.Slice:
		return holds(t.Elem(), names)
	case *types.Map:
		return holds(t.Elem(), names)
	case *types.Chan:
		return holds(t.Elem(), names)
	case *types.Tuple:
		for v := range t.Variables() {
			if s := holds(v.Type(), names); s != "" {
				return s
			}
		}
	}
	return ""
}

// breaches are the places of the package where something private is made public: a function that takes the one and
// gives the other, a value of a public type with something private in it, a private one given as public.
func (c *checker) breaches(name string) []string {
	var out []string
	found := func(n ast.Node, format string, args ...any) {
		out = append(out, c.fset.Position(n.Pos()).String()+": "+fmt.Sprintf(format, args...))
	}
	for _, f := range c.asts[name] {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if fn, ok := c.info.Defs[n.Name].(*types.Func); ok {
					c.signature(n, fn.Signature(), found)
				}
			case *ast.FuncLit:
				if s, ok := c.info.TypeOf(n).(*types.Signature); ok {
					c.signature(n, s, found)
				}
			case *ast.CompositeLit:
				if to := holds(c.info.TypeOf(n), public); to != "" {
					if from := c.inside(n); from != "" {
						found(n, "a %s made of a %s", to, from)
					}
				}
			case *ast.CallExpr:
				tv := c.info.Types[n.Fun]
				if to := holds(tv.Type, public); tv.IsType() && to != "" {
					if from := c.inside(n); from != "" {
						found(n, "a %s made of a %s", to, from)
					}
				}
			case *ast.AssignStmt:
				for i, left := range n.Lhs {
					if at, ok := left.(*ast.SelectorExpr); ok && len(n.Lhs) == len(n.Rhs) && holds(c.info.TypeOf(at.X), public) != "" {
						if from := c.inside(n.Rhs[i]); from != "" {
							found(n, "a %s put into a %s", from, holds(c.info.TypeOf(at.X), public))
						}
					}
				}
			}
			return true
		})
	}
	return out
}

func (c *checker) signature(n ast.Node, s *types.Signature, found func(ast.Node, string, ...any)) {
	from := holds(s.Params(), private)
	if r := s.Recv(); r != nil && from == "" {
		from = holds(r.Type(), private)
	}
	if to := holds(s.Results(), public); from != "" && to != "" {
		found(n, "a function takes a %s and gives a %s", from, to)
	}
}

// inside finds something private in the expression.
func (c *checker) inside(n ast.Node) string {
	from := ""
	ast.Inspect(n, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok && from == "" {
			if t := c.info.TypeOf(e); t != nil {
				from = holds(t, private)
			}
		}
		return from == ""
	})
	return from
}

// talking are the packages that talk and draw: every folder of bot, render and cmd but those of tests.
func talking(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, pattern := range []string{".", "*", "../render", "../render/*", "../cmd/*"} {
		folders, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range folders {
			sources, err := filepath.Glob(filepath.Join(f, "*.go"))
			if err != nil {
				t.Fatal(err)
			}
			if name := path.Join("downsync/bot", filepath.ToSlash(f)); len(sources) > 0 && name != "downsync/bot/bottest" {
				out = append(out, name)
			}
		}
	}
	if len(out) < 12 {
		t.Fatalf("only %v talk", out)
	}
	return out
}

// Private pictures and texts cannot be announced: their types are no others, nothing turns one into the other, and what
// announces takes public ones alone.
func TestPrivateIsNeverPublic(t *testing.T) {
	c := newChecker()
	for _, name := range talking(t) {
		if _, err := c.Import(name); err != nil {
			t.Fatal(err)
		}
		for _, b := range c.breaches(name) {
			t.Error(b)
		}
	}
	named := func(full string) types.Type {
		at := strings.LastIndexByte(full, '.')
		o := c.pkgs[full[:at]].Scope().Lookup(full[at+1:])
		if o == nil {
			t.Fatalf("there is no %s", full)
		}
		return o.Type()
	}
	for _, from := range private {
		for _, to := range public {
			if types.ConvertibleTo(named(from), named(to)) || types.AssignableTo(named(from), named(to)) {
				t.Errorf("a %s can be made a %s", from, to)
			}
		}
	}
	for name, takes := range map[string]string{"sendNotice": "downsync/bot.Notice", "sendConsole": "downsync/bot.Letter"} {
		o := c.pkgs["downsync/bot/match"].Scope().Lookup(name)
		if o == nil {
			t.Fatalf("there is no %s", name)
		}
		text := types.ObjectString(o, nil)
		if !strings.Contains(text, " "+takes+",") || strings.Contains(text, "downsync/bot.Message") {
			t.Errorf("%s does not take a %s alone: %s", name, takes, text)
		}
	}
}

// The test would notice: each of these is a breach.
func TestPrivateIsNeverPublicNotices(t *testing.T) {
	for _, body := range []string{
		"func f(l bot.Letter) bot.Notice { return bot.Notice{} }",
		"func f(p *table.Private) (bot.Notice, error) { return bot.Notice{}, nil }",
		"func f(p render.Private) { _ = render.Public{PNG: p.PNG} }",
		"func f(l bot.Letter) { _ = bot.Notice{Message: l.Message} }",
		"func f(l bot.Letter, n *bot.Notice) { n.Message = l.Message }",
		"func f(l bot.Letter, n bot.Notice) { n.Blocks = append(n.Blocks, l.Blocks...) }",
		"type kept struct{ bot.Letter }\nfunc (k kept) f() bot.Notice { return bot.Notice{} }",
		"var f = func(o table.Opened) []bot.Notice { return nil }",
	} {
		c := newChecker()
		src := "package leaky\nimport (\n\"downsync/bot\"\n\"downsync/game/table\"\n\"downsync/render\"\n)\nvar _ = []any{bot.Letter{}, table.Private{}, render.Private{}}\n" + body
		if _, err := c.check("leaky", []string{"leaky.go"}, src); err != nil {
			t.Fatal(err)
		}
		if c.breaches("leaky") == nil {
			t.Errorf("nothing was found in\n%s", body)
		}
	}
}
