package gametest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"downsync/game"
)

// Clause is a clause of a printed card or table.
type Clause struct {
	Name string
	// Without changes the rules to those without the clause, until restore is called.
	Without func() (restore func())
	// In reports whether a match with these options may have it.
	In func(game.Config) bool
}

// EveryClause plays recorded matches again without each clause. A clause made a difference if such a match then goes another way: a
// record is refused, or causes other facts. match returns the records of the nth match. silent lists the clauses that make none in any
// match, with the reason. In ordinary runs the few matches need only show that share of the clauses.
func EveryClause(t *testing.T, g game.Game, clauses []Clause, silent map[string]string, matches int, share float64, match func(n int) []game.Record) {
	t.Helper()
	left := slices.Clone(clauses)
	for n := 0; n < matches && len(left) > len(silent); n++ {
		records := match(n)
		if at, why := Diverges(g, records); why != "" {
			t.Fatalf("match %d: with the same rules, record %d: %s", n, at, why)
		}
		left = slices.DeleteFunc(left, func(c Clause) bool {
			if !c.In(records[0].Conf) {
				return false
			}
			defer c.Without()()
			_, why := Diverges(g, records)
			return why != ""
		})
	}
	names := map[string]bool{}
	for _, c := range clauses {
		names[c.Name] = true
	}
	for name := range silent {
		if !names[name] {
			t.Errorf("there is no clause %q", name)
		} else if !slices.ContainsFunc(left, func(c Clause) bool { return c.Name == name }) {
			t.Errorf("%s made a difference, and is listed as making none", name)
		}
	}
	missing := 0
	for _, c := range left {
		if silent[c.Name] != "" {
			continue
		}
		if missing++; Soak() {
			t.Errorf("%s made no difference in %d matches", c.Name, matches)
		}
	}
	t.Logf("%d of %d clauses made a difference in at most %d matches; %d are listed", len(clauses)-len(left), len(clauses), matches, len(silent))
	if found := len(clauses) - len(silent) - missing; float64(found) < share*float64(len(clauses)-len(silent)) {
		t.Errorf("only %d of %d clauses made a difference in %d matches", found, len(clauses)-len(silent), matches)
	}
}

// Diverges plays the records of a match again, with their dice. It returns the number of the first one that is refused or causes other
// facts, and how it differs; "" if none does.
func Diverges(g game.Game, records []game.Record) (at int, why string) {
	defer func() {
		if r := recover(); r != nil { // the rules rely on what is missing
			why = fmt.Sprint(r)
		}
	}()
	var m game.Match
	for i, rec := range records {
		at = i
		var st game.Step
		var err error
		if dice := (&replayed{rec.Rolls}); rec.Start() {
			m, st, err = g.Start(rec.Seats, rec.Conf, dice)
		} else {
			st, err = m.Redo(rec, dice)
		}
		if err != nil {
			return i, err.Error()
		}
		_, raw, err := Stored(st.Record)
		if err != nil {
			return i, err.Error()
		}
		again, err := game.DecodeRecord(raw)
		if err != nil {
			return i, err.Error()
		}
		if a, b := factsText(rec), factsText(again); !bytes.Equal(a, b) {
			return i, fmt.Sprintf("%s\nand before\n%s", b, a)
		}
		m.Apply(st)
	}
	return 0, ""
}

// factsText returns the facts of a record as they are stored.
func factsText(r game.Record) []byte {
	raw, err := json.Marshal(r.Facts)
	if err != nil {
		panic(err)
	}
	return raw
}
