package plane

import (
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// drawn is a case of the file of drawings that may lie beside the repository.
type drawn struct {
	ID       string
	Forest   [][2]float64
	Building [][2]float64
	Units    map[string]struct {
		Center [2]float64
		MM     int `json:"base_mm"`
	}
	Expect map[string]bool
}

func thousandths(v [2]float64) Point {
	return Point{Inch(math.Round(v[0] * 1000)), Inch(math.Round(v[1] * 1000))}
}

func outlineOf(corners [][2]float64) Polygon {
	var s Polygon
	for _, c := range corners {
		s = append(s, thousandths(c))
	}
	if len(s) > 1 && s[0] == s[len(s)-1] {
		s = s[:len(s)-1]
	}
	return s
}

// Every case of the file holds. Without the file there is nothing to check; TestDrawnSight and TestDrawnConcealment
// keep its facts.
func TestGeometryCases(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "downsync", "geometry-cases.json"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Log("geometry-cases.json is not beside the repository; its facts are kept in other tests")
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []drawn }
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) == 0 {
		t.Fatal("the file has no cases")
	}
	for _, c := range file.Cases {
		var buildings []Building
		if s := outlineOf(c.Building); len(s) > 0 {
			buildings = append(buildings, Building{s, In(2), 4})
		}
		g := ground(t, []Area{{Forest, outlineOf(c.Forest)}}, buildings...)
		unit := func(name string) Body {
			u, ok := c.Units[name]
			if !ok {
				t.Fatalf("%s has no unit %q", c.ID, name)
			}
			return Body{Disc: Disc{thousandths(u.Center), Radius(u.MM)}}
		}
		for text, want := range c.Expect {
			var got bool
			if a, b, ok := strings.Cut(text, " sees "); ok {
				got = g.Sees(unit(a), unit(b))
			} else if b, a, ok := strings.Cut(text, " concealed from "); ok {
				got = g.Concealed(unit(a), unit(b))
			} else {
				t.Fatalf("%s: %q is neither sight nor concealment", c.ID, text)
			}
			if got != want {
				t.Errorf("%s: %s is %v", c.ID, text, got)
			}
		}
	}
}
