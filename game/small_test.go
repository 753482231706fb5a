package game_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// mostDeclared is the greatest number of methods that an interface may declare itself. A larger interface is composed of small
// ones.
const mostDeclared = 10

// wide returns the interfaces of a source that declare more.
func wide(fset *token.FileSet, f *ast.File) (out []string) {
	ast.Inspect(f, func(n ast.Node) bool {
		t, ok := n.(*ast.InterfaceType)
		if !ok {
			return true
		}
		declared := 0
		for _, m := range t.Methods.List {
			declared += len(m.Names)
		}
		if declared > mostDeclared {
			out = append(out, fmt.Sprintf("%s: an interface of %d methods, at most %d", fset.Position(t.Pos()), declared, mostDeclared))
		}
		return true
	})
	return out
}

// Interfaces are small: nobody who implements or fakes one needs more than its user does.
func TestInterfacesAreSmall(t *testing.T) {
	eachFile(t, "..", func(path, _ string) {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range wide(fset, f) {
			t.Error(w)
		}
	})
	for n, want := range map[int]int{mostDeclared: 0, mostDeclared + 1: 1} {
		fset := token.NewFileSet()
		methods := ""
		for i := range n {
			methods += fmt.Sprintf("M%d()\n", i)
		}
		f, err := parser.ParseFile(fset, "x.go", "package x\ntype x interface {\nfmt.Stringer\n"+methods+"}", parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if got := wide(fset, f); len(got) != want {
			t.Errorf("of %d methods: %v", n, got)
		}
	}
}

// mostMethods is the greatest number of methods that a type may have. A type with more has several tasks, each worth its own
// type.
const mostMethods = 60

// receivers counts a source's methods by the name of their type.
func receivers(f *ast.File) map[string]int {
	out := map[string]int{}
	for _, d := range f.Decls {
		fd, ok := d.(*ast.FuncDecl)
		if !ok || fd.Recv == nil {
			continue
		}
		of := fd.Recv.List[0].Type
		if p, ok := of.(*ast.StarExpr); ok {
			of = p.X
		}
		switch x := of.(type) { // of type parameters
		case *ast.IndexExpr:
			of = x.X
		case *ast.IndexListExpr:
			of = x.X
		}
		if id, ok := of.(*ast.Ident); ok {
			out[id.Name]++
		}
	}
	return out
}

// broad returns the types with too many methods.
func broad(methods map[string]int) (out []string) {
	for name, n := range methods {
		if n > mostMethods {
			out = append(out, fmt.Sprintf("%s has %d methods, at most %d", name, n, mostMethods))
		}
	}
	return out
}

// Types are small: the methods of one type belong together.
func TestTypesAreSmall(t *testing.T) {
	methods := map[string]int{}
	eachFile(t, "..", func(path, folder string) {
		if strings.HasSuffix(path, "_test.go") {
			return
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for name, n := range receivers(f) {
			methods[folder+"."+name] += n
		}
	})
	for _, b := range broad(methods) {
		t.Error(b)
	}
	for n, want := range map[int]int{mostMethods: 0, mostMethods + 1: 1} {
		source := "package x\n"
		for i := range n {
			source += fmt.Sprintf("func (%s) M%d() {}\n", []string{"x", "*x", "x[T]", "*x[T, U]"}[i%4], i)
		}
		f, err := parser.ParseFile(token.NewFileSet(), "x.go", source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if got := broad(receivers(f)); len(got) != want {
			t.Errorf("of %d methods: %v", n, got)
		}
	}
}
