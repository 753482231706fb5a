package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/table"
)

// over ends the kept match.
func (k *keeper) over() {
	k.t.Helper()
	s := k.open()
	hall := offline(s)
	p, err := hall.Private(k.t.Context(), kept, 1)
	if err != nil {
		k.t.Fatal(err)
	}
	concede, err := hall.Parse(k.t.Context(), kept, "concede")
	if err != nil {
		k.t.Fatal(err)
	}
	if _, err := hall.Act(k.t.Context(), "x", kept, 1, p.Asks[len(p.Asks)-1].ID, concede); err != nil {
		k.t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		k.t.Fatal(err)
	}
}

// A match is verified from its file alone: a running one from the operator's export, and a finished one from anybody's. Changes
// in the file are named. import refuses what verify refuses, in the same words.
func TestVerifyFile(t *testing.T) {
	k := newKeeper(t)
	under, _ := k.do(0, "export", "-store", k.path, "-referee", string(kept))
	k.over()
	over, _ := k.do(0, "export", "-store", k.path, string(kept))
	was, end := carriedOf(t, under), carriedOf(t, over)
	for what, c := range map[string]struct {
		text   string
		status int
		says   string
	}{
		"under way":         {under, 0, "everything fits"},
		"over":              {over, 0, "forces  2, each the one committed to"},
		"the dice":          {over, 0, "; compare it with the challenge's card"},
		"another user":      {strings.Replace(over, `"17"`, `"19"`, 1), 1, "does not fit its digest"},
		"another time":      {strings.Replace(over, `"at":"20`, `"at":"21`, 1), 1, "event 1: it does not fit its hash"},
		"cut":               {over[:len(over)/2], 1, "not an exported match"},
		"a space":           {strings.Replace(over, `"form":`, `"form": `, 1), 1, "not written as export writes it"},
		"another die":       {forge(t, end, `"d":6,"f":`, `"d":6,"f":1`), 1, "event 1: "},
		"another force":     {forge(t, end, `"forces":[["`, `"forces":[["virago","`), 1, "event "},
		"another winner":    {forge(t, end, `"rank":[2,1]`, `"rank":[1,2]`), 1, `is not what the rules make of "concede"`},
		"users swapped":     {refile(t, end, func(c *table.Carried) { c.Meta.Users[0], c.Meta.Users[1] = "18", "17" }), 1, "seat 1: 18 is not who the events commit to"},
		"what a seat sees":  {`{"ID":"kept-1"}`, 1, "not a whole match"},
		"another game":      {refile(t, end, func(c *table.Carried) { c.Meta.Game = "toy" }), 1, `a match of "toy"`},
		"a seed made up":    {refile(t, was, func(c *table.Carried) { c.Seed = strings.Repeat("0", 64) }), 1, "not the one committed to"},
		"no seed under way": {refile(t, was, func(c *table.Carried) { c.Seed = "" }), 1, "the seed of the dice is missing"},
	} {
		k.write("match.json", c.text)
		if out, _ := k.do(c.status, "verify", k.file("match.json")); !strings.Contains(out, c.says) {
			t.Errorf("%s: says %q, not %q", what, out, c.says)
		}
		if c.status == 0 {
			continue
		}
		if _, errs := k.do(1, "import", "-store", k.file("none.db"), k.file("match.json")); !strings.Contains(errs, c.says) {
			t.Errorf("%s: import says %q, not %q", what, errs, c.says)
		}
	}
	if _, err := os.Stat(k.file("none.db")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a refused import left a store: %v", err)
	}
	k.do(2, "verify")
	k.do(1, "verify", k.file("nothing"))

	// A seal is compared with the match's, whole or as the card spells it out.
	rec, err := game.DecodeRecord([]byte(end.Events[0].Data))
	if err != nil {
		t.Fatal(err)
	}
	k.write("match.json", over)
	for seal, status := range map[string]int{rec.Dice.Commitment: 0, rec.Dice.Commitment[:12]: 0, rec.Dice.Commitment[:12] + "…": 0,
		rec.Dice.Commitment[:11]: 2, rec.Dice.Commitment[1:]: 1, rec.Dice.Commitment + "0": 1} {
		if out, _ := k.do(status, "verify", "-seal", seal, k.file("match.json")); status == 1 && !strings.Contains(out, "the card's seal is") {
			t.Errorf("-seal %s: %s", seal, out)
		}
	}
}

// Evidence of a running match has no seed. Its dice are accepted as recorded, and everything else is checked; it cannot go on
// elsewhere.
func TestEvidenceWithoutASeed(t *testing.T) {
	k := newKeeper(t)
	under, _ := k.do(0, "export", "-store", k.path, "-referee", string(kept))
	was := carriedOf(t, under)
	was.Seed = ""
	evidence := func(match string) string {
		k.write("evidence.json", `{"form":"`+table.EvidenceForm+`","match":`+match+`}`)
		return k.file("evidence.json")
	}
	whole := evidence(refile(t, was, func(*table.Carried) {}))
	if out, _ := k.do(0, "verify", whole); !strings.Contains(out, "everything fits but the dice, which cannot be checked") {
		t.Errorf("verify says %s", out)
	}
	k.do(0, "script", whole)
	if _, errs := k.do(1, "import", "-store", k.file("none.db"), whole); !strings.Contains(errs, "import what `downsync export -referee` writes") || strings.Contains(errs, "frozen") {
		t.Errorf("import says %s", errs)
	}
	if _, err := os.Stat(k.file("none.db")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("import made a store for nothing: %v", err)
	}
	for what, instead := range map[string]string{"a face that no die has": `"d":6,"f":1`, "a die of other sides": `"d":8,"f":`} {
		if out, _ := k.do(1, "verify", evidence(forge(t, was, `"d":6,"f":`, instead))); !strings.Contains(out, "event 1: ") {
			t.Errorf("%s: verify says %s", what, out)
		}
	}
}

// verify and import say who played, and whether the chain says so.
func TestWhoPlayedIsSaid(t *testing.T) {
	k := newKeeperAfter(t, 20)
	k.over()
	over, _ := k.do(0, "export", "-store", k.path, string(kept))
	s := k.open()
	if _, err := offline(s).RemoveUser(t.Context(), "gone", kept, 2, "gone.x", nil); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	removed, _ := k.do(0, "export", "-store", k.path, string(kept))
	if strings.Contains(removed, `"18"`) {
		t.Error("the user who was removed is named")
	}
	for what, c := range map[string]struct{ text, says string }{
		"both": {over, "  players seat 1: user 17, the one committed to\n          seat 2: user 18, the one committed to\n"},
		"one":  {removed, "  players seat 1: user 17, the one committed to\n          seat 2: a player whose name was removed\n"},
		"an old record": {refile(t, carriedOf(t, over), func(c *table.Carried) {
			rec, err := game.DecodeRecord([]byte(c.Events[0].Data))
			if err != nil {
				t.Fatal(err)
			}
			rec.Players, c.Salts = nil, nil
			raw, err := rec.Encode()
			if err != nil {
				t.Fatal(err)
			}
			c.Events[0].Data = string(raw)
		}), "  players seat 1: user 17\n          seat 2: user 18\n          who played is not part of this record's chain\n"},
	} {
		k.write("match.json", c.text)
		store := k.file(strings.ReplaceAll(what, " ", "-") + ".db")
		for _, args := range [][]string{{"verify"}, {"import", "-store", store}} {
			if out, _ := k.do(0, append(args, k.file("match.json"))...); !strings.HasSuffix(out, c.says) {
				t.Errorf("%s: %s says %q", what, args[0], out)
			}
		}
		if again, _ := k.do(0, "export", "-store", store, string(kept)); again != c.text {
			t.Errorf("%s: it is exported otherwise where it was taken in", what)
		}
	}
}

// carriedOf decodes an exported match.
func carriedOf(t testing.TB, text string) (c table.Carried) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		t.Fatal(err)
	}
	return c
}

// rechained writes an exported match with other events, and all their hashes.
func rechained(t testing.TB, c table.Carried, events []table.Event) []byte {
	t.Helper()
	c, err := table.Carry(c, events)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := c.Write()
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// refile changes the content of the file and computes its hashes again, as a cheat would.
func refile(t *testing.T, c table.Carried, change func(*table.Carried)) string {
	t.Helper()
	c.Meta.Users, c.Salts, c.Events = slices.Clone(c.Meta.Users), slices.Clone(c.Salts), slices.Clone(c.Events)
	change(&c)
	var events []table.Event
	for i, e := range c.Events {
		events = append(events, table.Event{Seq: uint64(i) + 1, At: e.At, Data: []byte(e.Data)})
	}
	return string(rechained(t, c, events))
}

// forge changes the first event that holds the text, and all hashes.
func forge(t *testing.T, file table.Carried, old, instead string) string {
	t.Helper()
	return refile(t, file, func(c *table.Carried) {
		for i, e := range c.Events {
			if at := strings.Index(e.Data, old); at >= 0 {
				c.Events[i].Data = e.Data[:at] + instead + e.Data[at+len(old):]
				return
			}
		}
		t.Fatalf("no event holds %s", old)
	})
}

// An exported match, rewinds and rulings included, plays again as a script with the same result, and so does one in a file of
// evidence.
func TestExportedMatchIsAScript(t *testing.T) {
	t.Parallel()
	k := newKeeper(t)
	s := k.open()
	hall, ctx := offline(s), t.Context()
	public, err := hall.Public(ctx, kept)
	if err != nil {
		t.Fatal(err)
	}
	for n, r := range []table.Ruling{{What: "rule", Order: "points 2 vp 1"}, {What: "rule", Order: "points 1 cp 2"}, {What: "rewind", Before: len(public.Facts) - 2},
		{What: "end", End: &game.Result{Rank: []int{2, 1}, Why: "ruling"}}} {
		r.Expect = n
		if _, err := hall.Referee(ctx, "a:"+r.What+r.Order, kept, r); err != nil {
			t.Fatalf("%+v: %v", r, err)
		}
	}
	opened, err := hall.Opened(ctx, kept)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	match, _ := k.do(0, "export", "-store", k.path, string(kept))
	for name, text := range map[string]string{"match.json": match, "evidence.json": `{"form":"` + table.EvidenceForm + `","match":` + match + `}`} {
		if err := os.WriteFile(k.file(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		k.do(0, "verify", k.file(name))
		played, _ := k.do(0, "script", k.file(name))
		if strings.Contains(played, `"ok":false`) {
			t.Errorf("%s: an order is refused: %s", name, played)
		}
		written, _ := k.do(0, "script", "-text", k.file(name))
		if err := os.WriteFile(k.file("text.match"), []byte(written+"see referee\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		seen, _ := k.do(0, "script", k.file("text.match"))
		lines := strings.Split(strings.TrimSpace(seen), "\n")
		want, err := json.Marshal(opened.View)
		if err != nil {
			t.Fatal(err)
		}
		if last := lines[len(lines)-1]; last != string(want) {
			t.Errorf("%s comes to\n%s\nand was\n%s", name, last, want)
		}
	}
}
