package gametest

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"golang.org/x/tools/go/packages"
)

// listed is a line of a package's comment that names a file.
var listed = regexp.MustCompile(`(?m)^\t(\w+\.go) `)

// Upward returns the references of a package's files to others that its doc.go lists below them, as "a.go to b.go", each once and sorted.
// The list must have every file but tests. all counts the references between files in either direction.
func Upward(t *testing.T, folder string) (up []string, all int) {
	t.Helper()
	loaded, err := packages.Load(&packages.Config{Dir: folder, Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports | packages.NeedExportFile}, ".")
	if err != nil || len(loaded) != 1 || len(loaded[0].Errors) > 0 {
		t.Fatalf("%s: %v, %v", folder, err, loaded)
	}
	p, place := loaded[0], map[string]int{}
	fileOf := func(n ast.Node) string { return filepath.Base(p.Fset.Position(n.Pos()).Filename) }
	for _, f := range p.Syntax {
		if fileOf(f) != "doc.go" {
			continue
		}
		for _, x := range listed.FindAllStringSubmatch(f.Doc.Text(), -1) {
			place[x[1]] = len(place)
		}
	}
	arrows := map[[2]string]bool{}
	for _, f := range p.Syntax {
		from := fileOf(f)
		if _, ok := place[from]; !ok && from != "doc.go" {
			t.Errorf("%s: doc.go does not list %s", folder, from)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			if o := p.TypesInfo.Uses[id]; o != nil && o.Pkg() == p.Types && declared(o, p.Types) {
				if to := filepath.Base(p.Fset.Position(o.Pos()).Filename); to != from {
					arrows[[2]string{from, to}] = true
				}
			}
			return true
		})
	}
	for a := range arrows {
		if place[a[0]] < place[a[1]] {
			up = append(up, fmt.Sprintf("%s to %s", a[0], a[1]))
		}
	}
	if len(place) != len(p.Syntax)-1 {
		t.Errorf("%s: doc.go lists %d files, there are %d besides it", folder, len(place), len(p.Syntax)-1)
	}
	slices.SortFunc(up, func(a, b string) int { return cmp.Compare(a, b) })
	return up, len(arrows)
}

// declared reports whether the object is declared in the package: a function, a type, a variable, a method or a field.
func declared(o types.Object, p *types.Package) bool {
	if o.Parent() == p.Scope() {
		return true
	}
	switch o := o.(type) {
	case *types.Func:
		return o.Signature().Recv() != nil
	case *types.Var:
		return o.IsField()
	}
	return false
}
