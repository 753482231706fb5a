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

// One seat's private data and public data have different types all the way from the hall to the wire. These are the
// types.
var (
	private = []string{"downsync/bot/wire.Letter", "downsync/render.Private", "downsync/game/table.Private", "downsync/game/table.Opened"}
	public  = []string{"downsync/bot/wire.Notice", "downsync/render.Public", "downsync/game/table.Public", "downsync/game/table.Frame"}
)

// checker type-checks the module's packages from their source. It leaves other packages empty, and ignores whatever is
// unknown because of that.
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

// Import implements types.Importer.
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

// check type-checks a package from files, or from one source text.
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

// holds returns the first of the named types inside t: t itself, or a type that t points to, lists or returns.
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

// breaches returns the places of a package that make something private public: a function that takes a private value
// and returns a public one, a public type with a private value inside, a private value passed as public.
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

// inside returns a private type in the expression.
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

// talking returns the packages that talk and draw: each folder of bot, render and cmd except those for tests.
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

// Private pictures and texts cannot be announced. Their types are distinct, no function converts one into the other,
// and announcing takes only public ones.
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
	for name, takes := range map[string]string{"sendNotice": "downsync/bot/wire.Notice", "sendConsole": "downsync/bot/wire.Letter"} {
		o := c.pkgs["downsync/bot/match"].Scope().Lookup(name)
		if o == nil {
			t.Fatalf("there is no %s", name)
		}
		text := types.ObjectString(o, nil)
		if !strings.Contains(text, " "+takes+",") || strings.Contains(text, "downsync/bot/wire.Message") {
			t.Errorf("%s does not take a %s alone: %s", name, takes, text)
		}
	}
}

// The test notices breaches: each of these is one.
func TestPrivateIsNeverPublicNotices(t *testing.T) {
	for _, body := range []string{
		"func f(l wire.Letter) wire.Notice { return wire.Notice{} }",
		"func f(p *table.Private) (wire.Notice, error) { return wire.Notice{}, nil }",
		"func f(p render.Private) { _ = render.Public{PNG: p.PNG} }",
		"func f(l wire.Letter) { _ = wire.Notice{Message: l.Message} }",
		"func f(l wire.Letter, n *wire.Notice) { n.Message = l.Message }",
		"func f(l wire.Letter, n wire.Notice) { n.Blocks = append(n.Blocks, l.Blocks...) }",
		"type kept struct{ wire.Letter }\nfunc (k kept) f() wire.Notice { return wire.Notice{} }",
		"var f = func(o table.Opened) []wire.Notice { return nil }",
	} {
		c := newChecker()
		src := "package leaky\nimport (\n\"downsync/bot/wire\"\n\"downsync/game/table\"\n\"downsync/render\"\n)\nvar _ = []any{wire.Letter{}, table.Private{}, render.Private{}}\n" + body
		if _, err := c.check("leaky", []string{"leaky.go"}, src); err != nil {
			t.Fatal(err)
		}
		if c.breaches("leaky") == nil {
			t.Errorf("nothing was found in\n%s", body)
		}
	}
}
