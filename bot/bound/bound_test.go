package bound

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// docs/operators.md lists every bound as the table has it.
func TestOperatorsAreTold(t *testing.T) {
	raw, err := os.ReadFile("../../docs/operators.md")
	if err != nil {
		t.Fatal(err)
	}
	if table := strings.Join(Doc(), "\n") + "\n"; !strings.Contains(string(raw), "\n"+table) {
		t.Errorf("docs/operators.md lacks this table:\n%s", table)
	}
	example, err := os.ReadFile("../../config.example.toml")
	if err != nil {
		t.Fatal(err)
	}
	for name, most := range Defaults() {
		if line := fmt.Sprintf("\n%s = %d\n", name, most); !strings.Contains(string(example), line) {
			t.Errorf("config.example.toml lacks %q", line)
		}
	}
}

// Each bound is complete, and either refuses or says what happens instead. Its refusal is found nowhere else: whatever refuses must
// go through the bound.
func TestBoundsAreWhole(t *testing.T) {
	names := map[string]bool{}
	for _, b := range All() {
		if b.Name == "" || names[b.Name] || b.What == "" || b.Per == "" || b.Most < 1 {
			t.Errorf("incomplete, or twice: %+v", b)
		}
		names[b.Name] = true
		if (b.Told == "") != (b.Instead != "") {
			t.Errorf("%s: refuses with %q, or instead %q", b.Name, b.Told, b.Instead)
		}
		if got, ok := Named(b.Name); !ok || got.What != b.What {
			t.Errorf("%s is not found", b.Name)
		}
		plain := b.Told != "" && strings.Contains(string(b.Told), " ") // and not the key of a longer text
		if plain && b.Per != Process && (!strings.Contains(string(b.Told), "%d") || strings.Contains(string(b.Told), "<t:%d") != (b.Span > 0)) {
			t.Errorf("%s: the refusal does not say how many, or until when: %s", b.Name, b.Told)
		}
	}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || slices.Contains([]string{"bound", "discord", "local"}, filepath.Base(filepath.Dir(path))) {
			return err
		}
		raw, err := os.ReadFile(path)
		for n, line := range strings.Split(string(raw), "\n") {
			if code, _, _ := strings.Cut(line, "//"); strings.Contains(code, "the maximum") || strings.Contains(code, "which is the most") {
				t.Errorf("%s:%d refuses outside the table: %s", path, n+1, line)
			}
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// An operator sets the numbers of some bounds, and no others.
func TestSettings(t *testing.T) {
	s := Settings{"program": 7}
	if s.Most(Program) != 7 || s.Most(ServerProgram) != ServerProgram.Most || s.Check() != nil || Defaults().Check() != nil {
		t.Errorf("%v: %d, %v", s, s.Most(Program), s.Check())
	}
	for _, bad := range []Settings{{"program": 0}, {"disputes": 3}, {"no such": 1}} {
		if err := bad.Check(); err == nil {
			t.Errorf("%v is accepted", bad)
		}
	}
	if (Settings{"disputes": 9}).Most(Disputes) != Disputes.Most {
		t.Error("a bound is set that nobody may set")
	}
	if spanned(36*time.Hour) != "36 hours" || spanned(day) != "1 day" {
		t.Error(spanned(36*time.Hour), spanned(day))
	}
}
