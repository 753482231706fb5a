// Package factstest checks a game's facts against the examples in its testdata/facts.jsonl: facts once stored must remain
// readable.
package factstest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/facts"
)

const file = "testdata/facts.jsonl"

var update = flag.Bool("update", false, "keep an example of each kind of fact that has none")

// Example is a kept example: its kind and the fact as a store holds it. Lines are added, never changed or removed.
type Example struct {
	Kind string          `json:"k"`
	Data json.RawMessage `json:"d"`
}

// Examples returns the kept examples.
func Examples(t testing.TB) []Example {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []Example
	lines := bufio.NewScanner(bytes.NewReader(raw))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var e Example
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

// Keep logs the kinds that were not stored when a game was played at random, and with -update adds an example of each kind that
// has none.
func Keep[S any](t *testing.T, table *facts.Table[S], played map[string]json.RawMessage) {
	t.Helper()
	has := kinds(Examples(t))
	var add bytes.Buffer
	for _, r := range table.Rows() {
		kind := r.Zero.Kind()
		data, ok := played[kind]
		if !ok && r.Stored {
			t.Logf("no %q", kind)
		}
		if !ok || has[kind] || !*update {
			continue
		}
		line, err := json.Marshal(Example{kind, data})
		if err != nil {
			t.Fatal(err)
		}
		add.Write(append(line, '\n'))
	}
	if add.Len() == 0 {
		return
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
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

func kinds(of []Example) map[string]bool {
	out := map[string]bool{}
	for _, e := range of {
		out[e.Kind] = true
	}
	return out
}

// Rows checks that every type of the package that is a fact has its row, that exactly those that a viewer may be told are
// exported, and that everybody is told a public fact unchanged. At least that many kinds are told.
func Rows[S any](t *testing.T, table *facts.Table[S], least int) {
	t.Helper()
	rows := map[string]bool{}
	for _, r := range table.Rows() {
		name := reflect.TypeOf(r.Zero).Name()
		rows[name] = true
		if exported := token.IsExported(name); exported != r.Told {
			t.Errorf("%s: exported %t, and a viewer may be told it: %t", name, exported, r.Told)
		}
		if told := r.Zero.For(game.Onlooker()); r.Told && r.Stored && !reflect.DeepEqual(told, r.Zero) {
			t.Errorf("%s is entered as public, and an onlooker is told %v", name, told)
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
	if n := len(table.Told()); n < least {
		t.Errorf("only %d kinds of facts are told", n)
	}
}

// Decoder reads a fact as it is stored.
type Decoder func(kind string, raw []byte) (game.Fact, error)

// Stored checks that every kind of fact has a stored example, that every example ever stored decodes and loses nothing, and
// that the nonsense, by kind, is refused.
func Stored[S any](t *testing.T, table *facts.Table[S], decode Decoder, nonsense map[string]string) {
	t.Helper()
	examples := Examples(t)
	for _, e := range examples {
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
	has := kinds(examples)
	for _, r := range table.Rows() {
		if r.Stored && !has[r.Zero.Kind()] {
			t.Errorf("no stored example of %q: go test -run RandomGames -update", r.Zero.Kind())
		}
	}
	for kind, raw := range nonsense {
		if _, err := decode(kind, []byte(raw)); err == nil {
			t.Errorf("%s %s decodes", kind, raw)
		}
	}
	if _, err := decode("no-such-kind", []byte("{}")); err == nil {
		t.Error("an unknown kind decodes")
	}
}

// missing names a stored part that today's type does not keep. Parts that a later type adds do not matter.
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

// Secrets checks that a fact that is not public is told to players and onlookers as another type, or not at all: its own type
// is for the truth. untold lists the kinds that are told to nobody; every other secret is told to somebody in one of its examples,
// and every twin is told in place of a secret. A twin that is stored nowhere is told by its own For to everybody or to nobody.
func Secrets[S any](t *testing.T, table *facts.Table[S], decode Decoder, untold ...string) {
	t.Helper()
	viewers := []game.Viewer{game.Onlooker(), game.Player(1), game.Player(2)}
	told, hidden := map[reflect.Type]bool{}, map[string]bool{}
	for _, e := range Examples(t) {
		f, err := decode(e.Kind, e.Data)
		if err != nil {
			t.Fatal(err)
		}
		kind := reflect.TypeOf(f)
		if token.IsExported(kind.Name()) {
			continue
		}
		if _, known := hidden[e.Kind]; !known {
			hidden[e.Kind] = true
		}
		for _, v := range viewers {
			switch x := f.For(v); {
			case x == nil:
			case reflect.TypeOf(x) == kind:
				t.Errorf("%s: %s is told the fact itself", e.Kind, v)
			default:
				told[reflect.TypeOf(x)], hidden[e.Kind] = true, false
			}
		}
	}
	for kind, unheard := range hidden {
		if listed := slices.Contains(untold, kind); unheard != listed {
			t.Errorf("%s: told to nobody: %t; listed as that: %t", kind, unheard, listed)
		}
	}
	for _, r := range table.Rows() {
		if !r.Told || r.Stored {
			continue
		}
		if !told[reflect.TypeOf(r.Zero)] {
			t.Errorf("no example of a secret tells anybody %s", r.Zero.Kind())
		}
		for _, v := range viewers {
			if (r.Zero.For(v) == nil) != (r.Zero.For(viewers[0]) == nil) {
				t.Errorf("%s: its own For tells only some", r.Zero.Kind())
			}
		}
	}
}

// Snapshot checks that every field of the state S is stored, and that none is a map: rules that range over a map would have
// different results each time. exempt lists fields that are derived from stored ones, and maps in which the rules only look
// things up ("state.env").
func Snapshot[S any](t *testing.T, exempt ...string) {
	t.Helper()
	left := map[string]bool{}
	for _, name := range exempt {
		left[name] = true
	}
	seen := map[reflect.Type]bool{}
	var walk func(reflect.Type)
	walk = func(x reflect.Type) {
		if seen[x] {
			return
		}
		seen[x] = true
		switch x.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array:
			walk(x.Elem())
		case reflect.Map:
			t.Errorf("the state holds a %s: it has no order", x)
		case reflect.Struct:
			for f := range x.Fields() {
				name := x.Name() + "." + f.Name
				switch {
				case left[name]:
					delete(left, name)
				case f.Tag.Get("json") == "-", !f.IsExported() && !f.Anonymous:
					t.Errorf("%s.%s is not stored", x, f.Name)
				case f.IsExported() || f.Anonymous:
					walk(f.Type)
				}
			}
		}
	}
	walk(reflect.TypeFor[S]())
	for name := range left {
		t.Errorf("there is no field %s", name)
	}
}

// Fuzz checks that anything stored as a fact decodes or is refused, and that a complete fact is written so that it decodes to
// the same.
func Fuzz(f *testing.F, decode Decoder) {
	for _, e := range Examples(f) {
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

// FuzzOrders checks that any typed line is an order, or refused with what was expected, and that an order reads back as it is
// written. It begins with the orders of the transcripts, and the given ones.
func FuzzOrders(f *testing.F, parse func(string) (game.Reply, error), orders ...string) {
	played, err := filepath.Glob("script/testdata/*.match")
	if err != nil || len(played) == 0 {
		f.Fatalf("no transcripts: %v", err)
	}
	order := regexp.MustCompile(`(?m)^[12]> (.*)$`)
	for _, name := range played {
		raw, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, line := range order.FindAllSubmatch(raw, -1) {
			f.Add(string(line[1]))
		}
	}
	for _, line := range orders {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		r, err := parse(line)
		if err != nil {
			var no *game.Refusal
			if !errors.As(err, &no) || no.Code != "no-order" {
				t.Errorf("%q: %v", line, err)
			}
			return
		}
		again, err := parse(r.Order())
		if err != nil || again.Order() != r.Order() {
			t.Errorf("%q is written as %q, which reads as %v: %v", line, r.Order(), again, err)
		}
	})
}

// Refusals checks that each refusal names a rule of the book, rules.md, or none.
func Refusals(t *testing.T, refusals map[string]string) {
	t.Helper()
	book, err := os.ReadFile("rules.md")
	if err != nil {
		t.Fatal(err)
	}
	for code, rule := range refusals {
		if rule != "" && !regexp.MustCompile(`\*\*`+regexp.QuoteMeta(rule)+`(\*\*| )`).Match(book) {
			t.Errorf("%s names %s, which is no rule", code, rule)
		}
	}
}
