package jagged

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
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

	"downsync/game"
)

const examples = "testdata/facts.jsonl"

var update = flag.Bool("update", false, "keep an example of each kind of fact that has none")

// stored is a kept example: its kind and the fact as a store holds it. Lines are added, never changed or taken out.
type stored struct {
	Kind string          `json:"k"`
	Data json.RawMessage `json:"d"`
}

func readExamples(t testing.TB) []stored {
	t.Helper()
	raw, err := os.ReadFile(examples)
	if err != nil {
		t.Fatal(err)
	}
	var out []stored
	lines := bufio.NewScanner(bytes.NewReader(raw))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var e stored
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		out = append(out, e)
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
	raw, err := os.ReadFile(examples)
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range slices.Sorted(maps.Keys(facts)) {
		if _, ours := byKind[kind]; ours && !slices.ContainsFunc(have, func(e stored) bool { return e.Kind == kind }) {
			line, err := json.Marshal(stored{kind, facts[kind]})
			if err != nil {
				t.Fatal(err)
			}
			raw = append(append(raw, line...), '\n')
		}
	}
	if err := os.WriteFile(examples, raw, 0o644); err != nil {
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
		if told := r.zero.For(game.Onlooker()); r.told && !reflect.DeepEqual(told, r.zero) {
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
				t.Errorf("%s: %s has no row; add public or secret below it", name, m[1])
			}
		}
	}
	if len(Facts()) < 30 {
		t.Errorf("only %d kinds of facts are told", len(Facts()))
	}
}

// Every kind of fact has a stored example, and every example ever stored decodes and loses nothing.
func TestStoredFacts(t *testing.T) {
	has := map[string]bool{}
	for _, e := range readExamples(t) {
		has[e.Kind] = true
		f, err := decode(e.Kind, e.Data)
		if err != nil || f.Kind() != e.Kind {
			t.Errorf("%s does not decode: %v", e.Kind, err)
			continue
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
			t.Errorf("no stored example of %q: go test ./game/jagged -run RandomGames -update", kind)
		}
	}
	for kind, raw := range map[string]string{"began": `{"conf":{"printed":"1"}}`, "board-set": `{"pieces":[{"class":"lava"}]}`, "no-such-kind": "{}", "moved": "[]"} {
		if _, err := decode(kind, []byte(raw)); err == nil {
			t.Errorf("%s %s decodes", kind, raw)
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

// derived are the fields of the state that a snapshot leaves out, because they follow from the rest.
var derived = map[string]bool{"board.env": true}

// Every field of the state is stored, or known to follow from what is.
func TestSnapshotHoldsTheWholeState(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var walk func(reflect.Type)
	walk = func(x reflect.Type) {
		if seen[x] {
			return
		}
		seen[x] = true
		switch x.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
			walk(x.Elem())
		case reflect.Struct:
			for f := range x.Fields() {
				switch {
				case f.Tag.Get("json") == "-", !f.IsExported() && !f.Anonymous && !derived[x.Name()+"."+f.Name]:
					t.Errorf("%s.%s is not stored", x, f.Name)
				case f.IsExported() || f.Anonymous:
					walk(f.Type)
				}
			}
		}
	}
	walk(reflect.TypeFor[state]())
}

func TestSnapshotOfNonsense(t *testing.T) {
	for _, raw := range []string{"", "[]", `{"Began":true,"Terms":{"pieces":[{"class":"lava"}]}}`, `{"Round":"x"}`} {
		if _, err := loadState([]byte(raw)); err == nil {
			t.Errorf("%q was read as a state", raw)
		}
	}
	if _, err := Rules().Restore([]byte("{}"), nil); err == nil {
		t.Error("an empty snapshot was taken")
	}
}

// Options that make no sense are refused, and nothing panics.
func TestOptions(t *testing.T) {
	good := string(Defaults().Encode())
	for options, says := range map[string]string{
		good: "", `{}`: "attacker", `[]`: "options", `{"speed":1}`: "options",
		strings.Replace(good, `"human-colonies"`, `"cats"`, 1):                                  "expected human-colonies",
		strings.Replace(good, `"pv":50`, `"pv":101`, 1):                                         "expected 0 to 100",
		strings.Replace(good, `"1.07"`, `"1"`, 1):                                               "printed cards",
		strings.Replace(good, `"pv"`, `"board":"moon","pv"`, 1):                                 "expected one of crystal-forest",
		strings.Replace(good, `"pv"`, `"position":"moon","pv"`, 1):                              "no such Position",
		strings.Replace(good, `"pv"`, `"penalties":["moon"],"pv"`, 1):                           "no such Position",
		strings.Replace(good, `"pv"`, `"wounds":"many","pv"`, 1):                                "expected printed or combined",
		strings.Replace(good, `"pv"`, `"pieces":[{"name":"x","class":"lava"}],"pv"`, 1):         "expected light, heavy",
		strings.Replace(good, `"pv"`, `"pieces":[{"name":"x","class":"light"}],"pv"`, 1):        "the board",
		strings.Replace(good, `"pv"`, `"lab":{},"pv"`, 1):                                       "begin 0",
		strings.Replace(good, `"pv"`, `"lab":{"round":1,"initiative":1,"phase":"tea"},"pv"`, 1): "phase",
	} {
		_, err := decodeConfig(game.Config(options))
		if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %q, of %.200s", err, says, options)
		}
	}
	var o Options
	for _, m := range MatchOptions {
		if err := o.Set(m.Name, "nonsense"); err == nil {
			t.Errorf("%s takes nonsense", m.Name)
		}
	}
	if err := o.Set("speed", "on"); err == nil {
		t.Error("an unknown option is set")
	}
}

// FuzzOrder: whatever is typed is an order, or refused with what was expected; an order reads back as it is written.
func FuzzOrder(f *testing.F) {
	played, err := filepath.Glob("script/testdata/*.match")
	if err != nil || len(played) == 0 {
		f.Fatalf("no transcripts: %v", err)
	}
	for _, name := range played {
		raw, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, line := range regexp.MustCompile(`(?m)^[12]> (.*)$`).FindAllSubmatch(raw, -1) {
			f.Add(string(line[1]))
		}
	}
	for _, line := range []string{"list h-a-line", "list combat-engineer/concussion-grenade", "move A1 to 3,3 via 2,2 3,2 push", "shoot A1 B1 stabilize cover with spine-spitter", "deploy 1,1 2,2", "rush A1", "counter none"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		r, err := Parse(line)
		if err != nil {
			var no *game.Refusal
			if !errors.As(err, &no) || no.Code != "no-order" {
				t.Errorf("%q: %v", line, err)
			}
			return
		}
		again, err := Parse(r.Order())
		if err != nil || again.Order() != r.Order() {
			t.Errorf("%q is written as %q, which reads as %v: %v", line, r.Order(), again, err)
		}
	})
}

// FuzzFact: whatever is stored as a fact decodes or is refused, and what is whole is written so that it decodes to the same.
func FuzzFact(f *testing.F) {
	for _, e := range readExamples(f) {
		f.Add(e.Kind, []byte(e.Data))
	}
	f.Fuzz(func(t *testing.T, kind string, raw []byte) {
		fact, err := decode(kind, raw)
		if err != nil {
			return
		}
		once, err := json.Marshal(fact)
		if err != nil {
			t.Fatal(err)
		}
		again, err := decode(kind, once)
		if err != nil {
			return // a part that was left out reads as nothing, and nothing is not written
		}
		if twice, err := json.Marshal(again); err != nil || !bytes.Equal(once, twice) {
			t.Errorf("%s: %s, then %s: %v", kind, once, twice, err)
		}
	})
}

// Refusals name rules that are in the book.
func TestRefusalsNameRules(t *testing.T) {
	raw, err := os.ReadFile("rules.md")
	if err != nil {
		t.Fatal(err)
	}
	for code, rule := range refusals {
		if rule != "" && !strings.Contains(string(raw), "**"+rule+"**") {
			t.Errorf("%s names %s, which is no rule", code, rule)
		}
	}
}
