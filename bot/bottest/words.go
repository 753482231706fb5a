package bottest

import (
	"bufio"
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/bot/page"
	"downsync/game"
)

// Worded checks that every fact of a game that anybody can be told has words in every language, except the silent ones. stored is
// the file with an example of each kind, beside the game.
func Worded(t *testing.T, told []game.Fact, stored string, silent []string, line func(lang.Language, game.Fact) string) {
	t.Helper()
	kinds := map[string]game.Fact{}
	for _, f := range told {
		kinds[f.Kind()] = f
	}
	file, err := os.Open(stored)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	seen := map[string]bool{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var x struct {
			K string
			D json.RawMessage
		}
		if err := json.Unmarshal(lines.Bytes(), &x); err != nil {
			t.Fatal(err)
		}
		zero, ok := kinds[x.K]
		if !ok {
			continue // a secret that nobody is told of, or whose twin is told instead
		}
		f := reflect.New(reflect.TypeOf(zero))
		if err := json.Unmarshal(x.D, f.Interface()); err != nil {
			t.Fatal(err)
		}
		seen[x.K] = true
		for _, l := range lang.All() {
			if said := line(l, f.Elem().Interface().(game.Fact)); (said == "") != slices.Contains(silent, x.K) {
				t.Errorf("%s, %s: %q", l, x.K, said)
			}
		}
	}
	for kind := range kinds {
		if !seen[kind] && !strings.HasSuffix(kind, "-told") { // what is told of a secret is not stored
			t.Errorf("no example of %s", kind)
		}
	}
}

// FactRows checks that every fact that anybody can be told has its row, and that the rules that it cites are in the book.
func FactRows[W bot.Words](t *testing.T, rows page.Facts[W], w W, told []game.Fact, inBook func(number string) bool) {
	t.Helper()
	for _, f := range told {
		if _, ok := rows[f.Kind()]; !ok {
			t.Errorf("facts of kind %s have no row", f.Kind())
		}
		for _, number := range rows.Cites(w, f) {
			if !inBook(number) {
				t.Errorf("facts of kind %s cite %s, which is no rule", f.Kind(), number)
			}
		}
	}
}

// SaidInWords checks that each value of a match's option, or 3 if it takes a number, has words if it is not the default, because
// public cards show the settings of a match. set returns the choices other than defaults. A mission has a name of its own.
func SaidInWords(t *testing.T, values []string, set func(value string) ([]string, error), words map[string]game.Text) {
	t.Helper()
	if len(values) == 0 {
		values = []string{"3"}
	}
	for _, value := range values {
		unusual, err := set(value)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range unusual {
			if said := page.Chosen(lang.English, []string{x}, words); len(said) != 1 && !strings.HasPrefix(x, "mission ") {
				t.Errorf("%q is said as %q", x, said)
			}
		}
	}
}
