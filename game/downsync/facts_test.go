package downsync

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"downsync/game"
)

const examples = "testdata/facts.jsonl"

var update = flag.Bool("update", false, "keep an example of each kind of fact that has none")

// stored is a kept example: its kind and the fact as a store holds it. Lines are added, never changed or taken out.
type stored struct {
	Kind string          `json:"k"`
	Data json.RawMessage `json:"d"`
}

func readExamples(t *testing.T) []stored {
	t.Helper()
	f, err := os.Open(examples)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []stored
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var e stored
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		out = append(out, e)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// keepExamples adds what random play stored of kinds that have no example yet.
func keepExamples(t *testing.T, facts map[string]json.RawMessage) {
	t.Helper()
	if !*update {
		return
	}
	have := readExamples(t)
	var add bytes.Buffer
	for _, kind := range slices.Sorted(maps.Keys(facts)) {
		if byKind[kind].decode != nil && !slices.ContainsFunc(have, func(e stored) bool { return e.Kind == kind }) {
			raw, err := json.Marshal(stored{kind, facts[kind]})
			if err != nil {
				t.Fatal(err)
			}
			add.Write(append(raw, '\n'))
		}
	}
	f, err := os.OpenFile(examples, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(add.Bytes()); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// Every type that is a fact has its row, and whom its row calls it public for is told it as it is.
func TestEveryFactHasItsRow(t *testing.T) {
	rows := map[string]bool{}
	for kind, r := range byKind {
		name := reflect.TypeOf(r.zero).Name()
		rows[name] = true
		if exported := token.IsExported(name); exported != r.told {
			t.Errorf("%s (%q): exported %t, and a viewer may be told it: %t", name, kind, exported, r.told)
		}
		if told := r.zero.For(game.Onlooker()); r.told && r.decode != nil && !reflect.DeepEqual(told, r.zero) {
			t.Errorf("%s (%q) is entered as public, and an onlooker is told %v", name, kind, told)
		}
	}
	sources, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	method := regexp.MustCompile(`(?m)^func \((?:\w+ )?(\w+)\) Kind\(\) string`)
	for _, name := range sources {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range method.FindAllStringSubmatch(string(raw), -1) {
			if !strings.HasSuffix(name, "_test.go") && !rows[m[1]] {
				t.Errorf("%s: %s has no row; add public, secret or twin below it", name, m[1])
			}
		}
	}
}

// Every kind of fact has a stored example, and every example ever stored decodes, loses nothing and folds.
func TestStoredFacts(t *testing.T) {
	has := map[string]bool{}
	for _, e := range readExamples(t) {
		has[e.Kind] = true
		f, err := decode(e.Kind, e.Data)
		if err != nil {
			t.Errorf("%s does not decode: %v", e.Kind, err)
			continue
		}
		if f.Kind() != e.Kind {
			t.Errorf("%s decodes as %s", e.Kind, f.Kind())
		}
		again, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		var was, is any
		if json.Unmarshal(e.Data, &was) != nil || json.Unmarshal(again, &is) != nil {
			t.Fatalf("%s is no JSON", e.Kind)
		}
		if lost := missing(was, is); lost != "" {
			t.Errorf("%s loses %s:\n%s\n%s", e.Kind, lost, e.Data, again)
		}
	}
	for kind, r := range byKind {
		if r.decode != nil && !has[kind] {
			t.Errorf("no stored example of %q: go test ./game/downsync -run RandomGames -update", kind)
		}
	}
	if _, err := decode("set-up", []byte(`{"conf":{"printed":"B9"}}`)); err == nil {
		t.Error("a match with other cards is played on")
	}
	if _, err := decode("no-such-kind", []byte("{}")); err == nil {
		t.Error("an unknown kind decodes")
	}
}

// A secret fact is told to players and onlookers as another type, or not at all: its own type is the truth's.
func TestSecretFactsAreNotToldThemselves(t *testing.T) {
	for _, e := range readExamples(t) {
		f, err := decode(e.Kind, e.Data)
		if err != nil {
			t.Fatal(err)
		}
		kind := reflect.TypeOf(f)
		if first, _ := utf8.DecodeRuneInString(kind.Name()); !unicode.IsLower(first) {
			continue
		}
		for _, v := range []game.Viewer{game.Onlooker(), game.Player(1), game.Player(2)} {
			if told := f.For(v); told != nil && reflect.TypeOf(told) == kind {
				t.Errorf("%s: %s is told the fact itself", e.Kind, v)
			}
		}
	}
}

// missing names what was stored and is not kept by the type of today. What a later type adds does not matter.
func missing(was, is any) string {
	w, ok := was.(map[string]any)
	if !ok {
		if !reflect.DeepEqual(was, is) {
			return "a value"
		}
		return ""
	}
	n, _ := is.(map[string]any)
	for k, v := range w {
		if _, ok := n[k]; !ok {
			return k
		}
		if lost := missing(v, n[k]); lost != "" {
			return k + "." + lost
		}
	}
	return ""
}
