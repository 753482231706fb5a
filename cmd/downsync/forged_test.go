package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/game"
	"downsync/game/script"
	"downsync/game/table"
	"downsync/storage/memory"
)

// forger changes the events of a match like somebody who computes all hashes again.
type forger struct {
	*rand.Rand
	events []map[string]any // as JSON
	words  []string         // strings that stand somewhere in the events
}

// newForger decodes the events of an exported match.
func newForger(seed uint64, c table.Carried) *forger {
	f := &forger{Rand: rand.New(rand.NewPCG(seed, 1))}
	var words func(v any)
	words = func(v any) {
		switch v := v.(type) {
		case string:
			f.words = append(f.words, v)
		case []any:
			for _, x := range v {
				words(x)
			}
		case map[string]any:
			for _, k := range slices.Sorted(maps.Keys(v)) {
				words(v[k])
			}
		}
	}
	for _, e := range c.Events {
		var v map[string]any
		d := json.NewDecoder(strings.NewReader(e.Data))
		d.UseNumber()
		if err := d.Decode(&v); err != nil {
			panic(err)
		}
		words(v)
		f.events = append(f.events, v)
	}
	return f
}

// crafted lists records that no host writes.
var crafted = []string{
	`{"kind":"undo","back":-1}`, `{"kind":"undo","back":99999,"seat":1}`, `{"kind":"undo","seat":2,"back":1}`, `{"kind":"undo","back":2,"bound":true}`,
	`{"kind":"step","seat":9,"ask":"standing.0","order":"concede"}`, `{"kind":"step","seat":-1}`, `{"kind":"sealed","seat":1,"order":"?"}`, `{"kind":"closed","group":"x"}`,
	`{"kind":"end"}`, `{"kind":"end","facts":[{"k":"ended","d":null}]}`, `{"kind":"start"}`, `{"kind":"start","seats":1000000000}`, `{"kind":"ruling","order":"points 1 vp 99"}`,
	`{"kind":"mark","note":"part 1"}`, `{"kind":"mark","note":"extend 99h"}`, `{"kind":"mark","note":"away 9 9"}`, `{"kind":"mark"}`, `{}`, `{"kind":"x","facts":[{"k":"refereed","d":{"n":1}}]}`,
	`{"kind":"step","seat":1,"rolls":[{"s":7,"n":1}]}`, `{"kind":"step","seat":1,"rolls":[{"s":1,"n":-5,"d":6,"f":99}]}`,
}

// forge changes one thing, and says what.
func (f *forger) forge() string {
	at := f.IntN(len(f.events))
	switch f.IntN(8) {
	case 0:
		f.events = slices.Delete(f.events, at, at+1)
		return fmt.Sprintf("without event %d", at+1)
	case 1:
		f.events = slices.Insert(f.events, at, f.events[f.IntN(len(f.events))])
		return fmt.Sprintf("an event again at %d", at+1)
	case 2:
		f.events = f.events[:at+1]
		return fmt.Sprintf("cut after event %d", at+1)
	case 3:
		var v map[string]any
		line := crafted[f.IntN(len(crafted))]
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			panic(err)
		}
		f.events = slices.Insert(f.events, at+1, v)
		return fmt.Sprintf("%s after event %d", line, at+1)
	case 4: // the facts of another event
		other := f.events[f.IntN(len(f.events))]
		f.events[at] = maps.Clone(f.events[at])
		f.events[at]["facts"] = other["facts"]
		return fmt.Sprintf("other facts in event %d", at+1)
	}
	v, what := f.bend(f.events[at])
	f.events[at], _ = v.(map[string]any)
	return fmt.Sprintf("event %d%s", at+1, what)
}

// bend returns a copy of v with one value in it changed, and says where.
func (f *forger) bend(v any) (any, string) {
	switch v := v.(type) {
	case map[string]any:
		if keys := slices.Sorted(maps.Keys(v)); len(keys) > 0 {
			k := keys[f.IntN(len(keys))]
			out := maps.Clone(v)
			if f.IntN(6) == 0 {
				delete(out, k)
				return out, "." + k + " gone"
			}
			x, what := f.bend(v[k])
			out[k] = x
			return out, "." + k + what
		}
	case []any:
		if len(v) > 0 && f.IntN(5) > 0 {
			n := f.IntN(len(v))
			out := slices.Clone(v)
			x, what := f.bend(v[n])
			out[n] = x
			return out, fmt.Sprintf("[%d]%s", n, what)
		}
		if len(v) > 0 && f.IntN(2) == 0 {
			return v[:len(v)-1], " shorter"
		}
		return append(slices.Clone(v), v...), " twice"
	}
	choices := []any{nil, true, -1, 0, 1, 2, 3, 17, 1 << 40, "", "?", []any{}, map[string]any{}, f.words[f.IntN(len(f.words))], f.words[f.IntN(len(f.words))]}
	x := choices[f.IntN(len(choices))]
	return x, fmt.Sprintf(": %v for %v", x, v)
}

// plain leaves out the seed of the match's dice, as in matches from before the bot kept seeds. Its steps are only replayed.
func (f *forger) plain() {
	for i, e := range f.events {
		e = maps.Clone(e)
		for _, k := range []string{"dice", "rolls", "seed", "players"} {
			delete(e, k)
		}
		f.events[i] = e
	}
}

// file writes the forged match, with its hashes.
func (f *forger) file(t testing.TB, c table.Carried) []byte {
	t.Helper()
	var events []table.Event
	for i, v := range f.events {
		raw, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if rec, err := game.DecodeRecord(raw); err == nil { // in the order of fields of a host
			if raw, err = rec.Encode(); err != nil {
				t.Fatal(err)
			}
		}
		events = append(events, table.Event{Seq: uint64(i) + 1, At: c.Events[min(i, len(c.Events)-1)].At, Data: raw})
	}
	return rechained(t, c, events)
}

// commandsOn runs each command that reads an exported match on the file, and also on one of evidence if that is set. It returns
// the exit status by command. No command may panic, or refuse without a word.
func (k *keeper) commandsOn(what string, raw []byte, evidence bool) map[string]int {
	k.t.Helper()
	k.write("forged.json", string(raw))
	files := []string{"forged.json", "evidence.json"}
	if !evidence {
		files = files[:1]
	}
	k.write("evidence.json", `{"form":"`+table.EvidenceForm+`","match":`+string(raw)+`}`)
	out := map[string]int{}
	for _, file := range files {
		for _, args := range [][]string{{"verify"}, {"script"}, {"script", "-text"}, {"import", "-store", k.file("new.db")}} {
			func() {
				defer func() {
					if p := recover(); p != nil {
						k.t.Errorf("%s: %v of %s panics: %v", what, args, file, p)
					}
				}()
				name := args[0] + " " + file
				var says, errs bytes.Buffer
				status := run(k.t.Context(), append(args, k.file(file)), &says, &errs)
				if status != 0 && says.Len()+errs.Len() == 0 {
					k.t.Errorf("%s: %s refuses without a word", what, name)
				}
				out[name] = max(out[name], status)
			}()
			for _, name := range []string{"new.db", "new.db.anchor"} {
				if err := os.RemoveAll(k.file(name)); err != nil {
					k.t.Fatal(err)
				}
			}
		}
	}
	return out
}

// A forged match, with all its hashes computed again, is refused by each command that reads it, or by none.
func TestForgedMatches(t *testing.T) {
	t.Parallel()
	k, c := forgeable(t)
	count, matches := 60, []table.Carried{c}
	if os.Getenv("SOAK") == "1" {
		count = 3000
		dir, kept := unpackKept(t, oldKept)
		for _, m := range kept.Matches {
			if m.Over {
				raw, err := os.ReadFile(filepath.Join(dir, "export-"+m.ID+".json"))
				if err != nil {
					t.Fatal(err)
				}
				matches = append(matches, carriedOf(t, string(raw)))
			}
		}
	}
	for n := range count {
		c := matches[n%len(matches)]
		f := newForger(uint64(n), c)
		what := f.forge()
		if n%2 == 1 {
			f.plain()
			what += ", plain"
		}
		statuses := k.commandsOn(what, f.file(t, c), n%5 == 0)
		want := statuses["verify forged.json"]
		for name, status := range statuses {
			if status != want && n%2 == 0 {
				t.Errorf("%s: %s ends with status %d, verify with %d", what, name, status, want)
			}
		}
	}
}

// Other content of a file, beside the events, is refused by each command, or by none. If all accept it, it is stored, and the
// store is sound and exports the same file.
func TestForgedFiles(t *testing.T) {
	t.Parallel()
	k, c := forgeable(t)
	dated := func(year int) func(*table.Carried) {
		return func(c *table.Carried) {
			for i := range c.Events {
				c.Events[i].At = time.Date(year, 1, 1, 0, 0, i, 0, time.UTC)
			}
		}
	}
	for what, change := range map[string]func(*table.Carried){
		"as it was":    func(*table.Carried) {},
		"year 1":       dated(1),
		"year 1960":    dated(1960),
		"year 2261":    dated(2261),
		"year 9999":    dated(9999),
		"microseconds": func(c *table.Carried) { c.Events[0].At = c.Events[0].At.Add(-time.Microsecond) },
		"a long place": func(c *table.Carried) { c.Meta.Place = []byte(`"` + strings.Repeat("x", 100<<10) + `"`) },
		"an odd place": func(c *table.Carried) { c.Meta.Place = []byte(`7`) },
		"odd clocks": func(c *table.Carried) {
			c.Meta.Timing = table.Timing{Tick: -1, MinWindow: -1 << 62, Strict: 1 << 62, Misses: -1, Vacation: 1 << 40}
		},
		"odd limits": func(c *table.Carried) {
			c.Meta.Timing.Clocks = map[string]time.Duration{"turn": -1, "react": 1<<63 - 1, "": 1}
		},
		"begun in year 0":  func(c *table.Carried) { c.Meta.Began = time.Time{} },
		"a user twice":     func(c *table.Carried) { c.Meta.Users[0] = c.Meta.Users[1] },
		"a long user":      func(c *table.Carried) { c.Meta.Users[0] = table.User(strings.Repeat("1", 300)) },
		"no user":          func(c *table.Carried) { c.Meta.Users[0] = "" },
		"users in no seat": func(c *table.Carried) { c.Meta.Users = append(c.Meta.Users, "3") },
		"a seed too many":  func(c *table.Carried) { c.Seed = "?" },
		"salts too many":   func(c *table.Carried) { c.Salts = append(c.Salts, "") },
		"a long salt":      func(c *table.Carried) { c.Salts[0] = strings.Repeat("0", 100<<10) },
		"no events":        func(c *table.Carried) { c.Events = nil },
		"another id":       func(c *table.Carried) { c.ID = "kept-2" },
		"a bad id":         func(c *table.Carried) { c.ID = "../x" },
	} {
		raw := []byte(refile(t, c, change))
		statuses := k.commandsOn(what, raw, false)
		want := statuses["verify forged.json"]
		for name, status := range statuses {
			if status != want {
				t.Errorf("%s: %s ends with status %d, verify with %d", what, name, status, want)
			}
		}
		if accepted := slices.Contains([]string{"as it was", "year 1", "year 1960", "year 2261", "year 9999", "an odd place", "begun in year 0"}, what); accepted != (want == 0) {
			t.Errorf("%s: verify ends with status %d", what, want)
		}
		if want != 0 {
			continue
		}
		store := k.file(strings.ReplaceAll(what, " ", "-") + ".db")
		k.do(0, "import", "-store", store, k.file("forged.json"))
		k.do(0, "check", "-store", store)
		if out, _ := k.do(0, "export", "-store", store, string(c.ID)); out != string(raw) {
			t.Errorf("%s: it is exported otherwise where it was taken in", what)
		}
	}
}

// A file that a script names is read only up to the greatest length of a map or cards.
func TestLongFileBesideAScript(t *testing.T) {
	k := &keeper{t: t, dir: t.TempDir()}
	k.write("long.toml", "")
	if err := os.Truncate(k.file("long.toml"), 1<<30); err != nil { // without taking any space
		t.Fatal(err)
	}
	for _, header := range []string{"map file", "cards"} {
		k.write("long.match", header+" long.toml\n")
		if _, errs := k.do(2, "script", k.file("long.match")); !strings.Contains(errs, "262145 bytes") {
			t.Errorf("%s: %s", header, errs)
		}
	}
}

// forgeable returns a short finished match.
func forgeable(t testing.TB) (*keeper, table.Carried) {
	k := newKeeperAfter(t, 40)
	k.over()
	over, _ := k.do(0, "export", "-store", k.path, string(kept))
	return k, carriedOf(t, over)
}

// FuzzForged: whatever an event says, with all hashes computed again, the match is read or refused with the place, and written
// as a script that plays or is refused.
func FuzzForged(f *testing.F) {
	_, c := forgeable(f)
	hall := offline(memory.New())
	var events [2][]table.Event // as they were, and without what the dice are drawn from
	for i := range events {
		g := newForger(0, c)
		if i == 1 {
			g.plain()
		}
		var err error
		if _, events[i], err = table.ReadCarried(g.file(f, c)); err != nil {
			f.Fatal(err)
		}
	}
	for at := 0; at < len(events[0]); at += 3 {
		g := newForger(uint64(at), c)
		v, _ := g.bend(g.events[at])
		raw, err := json.Marshal(v)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(uint16(at), raw, at%2 == 0, at%3 == 0)
	}
	for i, line := range crafted {
		f.Add(uint16(i), []byte(line), true, i%2 == 0)
	}
	f.Fuzz(func(t *testing.T, at uint16, data []byte, more, plain bool) {
		bent := slices.Clone(events[0])
		if plain {
			bent = slices.Clone(events[1])
		}
		n := int(at) % len(bent)
		forged := table.Event{At: bent[n].At, Data: data}
		if more {
			bent = slices.Insert(bent, n, forged)
		} else {
			bent[n] = forged
		}
		for i := range bent {
			bent[i].Seq = uint64(i) + 1
		}
		c, err := table.Carry(c, bent)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := c.Write()
		if err != nil {
			t.Fatal(err)
		}
		m, err := readMatch(raw)
		if err != nil && !errors.As(err, new(*table.Inconsistency)) {
			t.Errorf("refused without a place: %v", err)
		}
		if err == nil {
			if _, err := hall.Arriving(m.Carried, m.events); err != nil {
				t.Errorf("verified, and then not taken in: %v", err)
			}
		}
		text, err := script.Write(scripts(), bent)
		if err != nil {
			return
		}
		var errs bytes.Buffer
		if status := script.Run(t.Context(), scripts(), "f", strings.NewReader(text), io.Discard, &errs); (status == script.Played) != (errs.Len() == 0) {
			t.Errorf("status %d: %s", status, errs.String())
		}
	})
}
