package main

import (
	"path/filepath"
	"strings"
	"testing"

	"downsync/bot/local"
	"downsync/game/table"
)

// A match carried to another store by export and import keeps its moderators' records: its dispute is open there, and a
// moderator who saw its secrets is given no seat. If a file has no such records, import says so.
func TestActsAreCarried(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	if _, err := s.srv.AddUsers(4); err != nil {
		t.Fatal(err)
	}
	s.srv.User("player3").SetAdmin(true)
	s.srv.User("player4").SetAdmin(true)
	s.challenge("size:small")
	s.await("player3", "the thread", func(v local.View) bool { return thread(v) != "" })
	says := func(got, want string) {
		t.Helper()
		if !strings.Contains(got, want) {
			t.Fatalf("%q is not in %s", want, got)
		}
	}
	answer := func(user, line, want string) {
		t.Helper()
		got, _ := s.say(user, line)
		says(got, want)
	}
	answer("player1", "/dispute open reason:that roll was odd", "The match is stopped")
	says(s.decide("player4", "/mod show view:A reason:to be sure"), "What you asked to see")
	s.stop()

	k := keeper{t: t, dir: t.TempDir(), path: s.conf.Store.Path}
	store := k.open()
	ids, err := store.Matches()
	if err = closeAfter(store, err); err != nil || len(ids) != 1 {
		t.Fatal(ids, err)
	}
	file, _ := k.do(0, "export", "-store", k.path, "-referee", string(ids[0]))
	k.write("match.json", file)
	k.do(0, "verify", k.file("match.json"))
	if out, _ := k.do(0, "import", "-store", k.file("new.db"), k.file("match.json")); strings.Contains(out, "did not come along") {
		t.Errorf("import says %s", out)
	}
	if again, _ := k.do(0, "export", "-store", k.file("new.db"), "-referee", string(ids[0])); again != file {
		t.Error("carried once more it is another file")
	}
	was := carriedOf(t, file)
	k.write("bare.json", refile(t, was, func(c *table.Carried) { c.Beside = nil }))
	if out, _ := k.do(0, "import", "-store", k.file("bare.db"), k.file("bare.json")); !strings.Contains(out, "2 acts of moderators and disputes did not come along") {
		t.Errorf("import of a file without acts says %s", out)
	}
	for what, r := range map[string]table.CarriedRecord{
		"another match's act": {Key: "act/other/0001", Value: `{"n":1}`},
		"an act's number":     {Key: "act/" + string(ids[0]) + "/0009", Value: `{"n":1}`},
		"a setting":           {Key: "server/1", Value: `{}`},
		"no JSON":             {Key: "dispute/" + string(ids[0]), Value: `{`},
	} {
		k.write("bad.json", refile(t, was, func(c *table.Carried) { c.Beside = []table.CarriedRecord{r} }))
		if out, _ := k.do(1, "verify", k.file("bad.json")); !strings.Contains(out, "does not fit: record "+r.Key) {
			t.Errorf("%s: verify says %s", what, out)
		}
		k.do(1, "import", "-store", k.file("bad.db"), k.file("bad.json"))
	}

	s.conf.Store.Path = filepath.Join(k.dir, "new.db")
	s.start()
	answer("player2", "/dispute list", "that roll was odd")
	answer("player3", "/mod replace side:B user:@player4 reason:they left match:"+string(ids[0]), "looked at this match's secrets")
	says(s.decide("player3", "/mod dismiss reason:it was fair match:"+string(ids[0])), "number 3")
}
