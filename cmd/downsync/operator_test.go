package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/table"
	"downsync/storage"
)

// keeper is a store with a running match in it.
type keeper struct {
	t    testing.TB
	dir  string
	path string
}

const kept table.ID = "kept-1"

func newKeeper(t testing.TB) *keeper {
	t.Helper()
	return newKeeperAfter(t, 150)
}

// newKeeperAfter makes a keeper whose match has gone on for that many questions, each left to its clock.
func newKeeperAfter(t testing.TB, questions int) *keeper {
	t.Helper()
	dir, err := os.MkdirTemp("", "k") // short: the path of a socket has at most some hundred characters
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	k := &keeper{t: t, dir: dir, path: filepath.Join(dir, "m.db")}
	s := k.open()
	c := rules.Defaults()
	for i, army := range []string{"coalition-starter", "republic-starter"} {
		if c.Forces[i], err = c.ForceOf([]string{army}); err != nil {
			t.Fatal(err)
		}
	}
	c.Salts = [2]string{"one salt", "another salt"}
	hall, ctx := offline(s), t.Context()
	if err := hall.Open(ctx, "open", kept, table.Opening{Game: "downsync", Config: c.Encode(), Users: []table.User{"17", "18"}}); err != nil {
		t.Fatal(err)
	}
	for i := range questions {
		for seat := game.Seat(1); seat <= 2; seat++ {
			p, err := hall.Private(ctx, kept, seat)
			if err != nil {
				t.Fatal(err)
			}
			if p.Asks[0].Standing {
				continue
			}
			if _, err := hall.Lapse(ctx, fmt.Sprint(i), kept, seat, p.Asks[0].ID); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return k
}

func (k *keeper) open() *storage.Store {
	k.t.Helper()
	s, err := storage.Open(k.path, storage.Options{MapSize: 64 << 20})
	if err != nil {
		k.t.Fatal(err)
	}
	return s
}

// do runs a command line and expects its exit status.
func (k *keeper) do(status int, args ...string) (out, errs string) {
	k.t.Helper()
	var o, e bytes.Buffer
	if got := run(k.t.Context(), args, &o, &e); got != status {
		k.t.Fatalf("%v: status %d, want %d\n%s%s", args, got, status, o.String(), e.String())
	}
	return o.String(), e.String()
}

func (k *keeper) file(name string) string { return filepath.Join(k.dir, name) }

// A store goes through backup, restore and compaction unchanged; each refuses an operation that would lose something.
func TestOperatorKeepsStore(t *testing.T) {
	k := newKeeper(t)
	if out, _ := k.do(0, "check", "-store", k.path); !strings.Contains(out, "1 match, ") || !strings.Contains(out, "0 damaged, 0 astray") {
		t.Errorf("check says %s", out)
	}
	k.do(0, "backup", "-store", k.path, k.file("copy.db"))
	if _, errs := k.do(1, "backup", "-store", k.path, k.file("copy.db")); !strings.Contains(errs, "exists") {
		t.Errorf("a backup over another: %s", errs)
	}
	k.do(0, "restore", k.file("copy.db"), k.file("back.db"))
	for _, into := range []string{k.path, k.file("back.db")} {
		if _, errs := k.do(1, "restore", k.file("copy.db"), into); !strings.Contains(errs, "expected an empty place") {
			t.Errorf("a restore over a store: %s", errs)
		}
	}
	before, _ := k.do(0, "export", "-store", k.path, "-referee", string(kept))
	if out, _ := k.do(0, "compact", "-store", k.path); !strings.HasPrefix(out, "0 matches packed; ") {
		t.Errorf("compact says %s", out)
	}
	for _, path := range []string{k.path, k.file("back.db")} {
		if after, _ := k.do(0, "export", "-store", path, "-referee", string(kept)); after != before {
			t.Errorf("%s is another match", path)
		}
		k.do(0, "check", "-store", path)
	}
}

// A finished match is packed, and reads as before.
func TestCompactPacksWhatIsOver(t *testing.T) {
	k := newKeeper(t)
	s := k.open()
	hall := offline(s)
	p, err := hall.Private(t.Context(), kept, 1)
	if err != nil {
		t.Fatal(err)
	}
	concede, err := hall.Parse(t.Context(), kept, "concede")
	if err != nil {
		t.Fatal(err)
	}
	standing := p.Asks[len(p.Asks)-1]
	if _, err := hall.Act(t.Context(), "x", kept, 1, standing.ID, concede); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	before, _ := k.do(0, "export", "-store", k.path, string(kept)) // whole: it is over
	if out, _ := k.do(0, "compact", "-store", k.path); !strings.HasPrefix(out, "1 match packed") {
		t.Errorf("compact says %s", out)
	}
	if after, _ := k.do(0, "export", "-store", k.path, string(kept)); after != before {
		t.Error("packed, it is another match")
	}
	k.do(0, "check", "-store", k.path)
	k.write("over.json", before)
	k.do(0, "import", "-store", k.file("other.db"), k.file("over.json"))
	if out, _ := k.do(0, "compact", "-store", k.file("other.db")); !strings.HasPrefix(out, "1 match packed") {
		t.Errorf("imported, it is not known to be over: %s", out)
	}
}

// While the bot has the store open, a backup is made by asking it, also if the store's path is too long for a socket.
func TestBackupWhileServing(t *testing.T) {
	t.Parallel()
	for name, folder := range map[string]string{"short": "", "long": strings.Repeat("deep", 25)} {
		t.Run(name, func(t *testing.T) { testBackupWhileServing(t, folder) })
	}
}

func testBackupWhileServing(t *testing.T, folder string) {
	k := newKeeper(t)
	if folder != "" {
		to := filepath.Join(k.dir, folder, "m.db")
		if err := errors.Join(os.Mkdir(filepath.Dir(to), 0o700), os.Rename(k.path, to), os.Rename(k.path+".anchor", to+".anchor")); err != nil {
			t.Fatal(err)
		}
		k.path = to
	}
	s := k.open()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- operator{path: k.path, store: s, log: slog.New(slog.DiscardHandler)}.serve(ctx) }()
	for { // until it listens
		if _, err := os.Stat(socketPath(k.path)); err == nil {
			break
		}
		if len(ended) > 0 {
			t.Fatal(<-ended)
		}
	}
	if info, err := os.Stat(socketPath(k.path)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the socket: %v %v", info.Mode(), err)
	}
	k.do(0, "backup", "-store", k.path, k.file("hot.db"))
	if _, errs := k.do(1, "backup", "-store", k.path, k.file("hot.db")); !strings.Contains(errs, "exists") {
		t.Errorf("a hot backup over another: %s", errs)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(socketPath(k.path)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the socket is left: %v", err)
	}
	if _, errs := k.do(1, "backup", "-store", k.path, k.file("more.db")); !strings.Contains(errs, "takes no requests") {
		t.Errorf("a bot that does not listen: %s", errs)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	k.do(0, "check", "-store", k.file("hot.db"))
}

// Damaged and astray records are told apart, and astray is explained.
func TestAstrayIsExplained(t *testing.T) {
	var out strings.Builder
	faults(storage.Report{Matches: 2, Damaged: []storage.Damage{{Match: "m1", Where: "event 3"}}, Astray: []storage.Damage{{Match: "m2", Where: "snapshot"}}}, false, &out)
	want := "match m1: damaged\nmatch m2: astray\n" +
		"astray: the match is whole, but an index, a waiting message or a saved position beside it does not fit; the bot does without it\n" +
		"downsync check -v says where\n"
	if out.String() != want {
		t.Errorf("%s\nwant\n%s", &out, want)
	}
	out.Reset()
	faults(storage.Report{Matches: 1, Damaged: []storage.Damage{{Match: "m1", Where: "event 3"}}}, true, &out)
	if out.String() != "match m1: event 3\n" {
		t.Errorf("%s", &out)
	}
}

// A match is imported by another host whole; the export of a running one holds nothing that its reader may not know.
func TestMatchIsCarried(t *testing.T) {
	t.Parallel()
	k := newKeeper(t)
	whole, _ := k.do(0, "export", "-store", k.path, "-referee", string(kept))
	secret := "one salt" // of both forces' commitments
	if !strings.Contains(whole, secret) {
		t.Fatal("the whole match has no salt")
	}
	for _, seat := range []string{"0", "1", "2"} {
		out, _ := k.do(0, "export", "-store", k.path, "-seat", seat, string(kept))
		if strings.Contains(out, secret) || strings.Contains(out, "carried") {
			t.Errorf("what seat %s is given holds secrets", seat)
		}
		k.write("part.json", out)
		if _, errs := k.do(1, "import", "-store", k.file("other.db"), k.file("part.json")); !strings.Contains(errs, "not a whole match") {
			t.Errorf("a part is taken in: %s", errs)
		}
	}
	k.do(1, "export", "-store", k.path, "-seat", "3", string(kept))
	k.do(1, "export", "-store", k.path, "no-such")
	k.write("match.json", whole)
	k.do(0, "import", "-store", k.file("other.db"), k.file("match.json"))
	if _, errs := k.do(1, "import", "-store", k.file("other.db"), k.file("match.json")); !strings.Contains(errs, "here already") {
		t.Errorf("taken in twice: %s", errs)
	}
	if out, _ := k.do(0, "export", "-store", k.file("other.db"), "-referee", string(kept)); out != whole {
		t.Error("it is another match there")
	}
	k.do(0, "check", "-store", k.file("other.db"))
	for name, bad := range map[string]string{
		"another hash":   strings.Replace(whole, `"hash":"`, `"hash":"00`, 1),
		"another event":  strings.Replace(whole, secret, "two salt", 1),
		"no JSON":        whole[:len(whole)/2],
		"one user fewer": strings.Replace(whole, `["17","18"]`, `["17"]`, 1),
		"no such game":   strings.Replace(whole, `"game":"downsync"`, `"game":"chess"`, 1),
		"a bad id":       strings.Replace(whole, `"id":"kept-1"`, `"id":"a/b"`, 1),
	} {
		k.write("bad.json", bad)
		if bad == whole {
			t.Errorf("%s: not changed", name)
		}
		k.do(1, "import", "-store", k.file("fresh.db"), k.file("bad.json"))
	}
	s, err := storage.Open(k.file("fresh.db"), storage.Options{MapSize: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if ids, err := s.Matches(); err != nil || len(ids) > 0 {
		t.Errorf("a refused import left %v %v", ids, err)
	}
}

func (k *keeper) write(name, text string) {
	k.t.Helper()
	if err := os.WriteFile(k.file(name), []byte(text), 0o600); err != nil {
		k.t.Fatal(err)
	}
}

// An older file in the store's place is noticed, and the remedy is stated.
func TestStoreSetBackIsNoticed(t *testing.T) {
	k := newKeeper(t)
	k.do(0, "backup", "-store", k.path, k.file("monday.db"))
	s := k.open()
	if err := s.Put(t.Context(), table.Record{Key: "k", Value: []byte("v")}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(k.file("monday.db"), k.path); err != nil {
		t.Fatal(err)
	}
	if _, errs := k.do(1, "check", "-store", k.path); !strings.Contains(errs, "set back") || !strings.Contains(errs, "delete that anchor") {
		t.Errorf("it says %s", errs)
	}
	if err := os.Remove(k.path + ".anchor"); err != nil {
		t.Fatal(err)
	}
	k.do(0, "check", "-store", k.path)
}

// Without -v check counts what everybody was told: a secret step changes nothing that it prints. With -v it counts every step.
func TestCheckKeepsSecretSteps(t *testing.T) {
	k := newKeeperAfter(t, 40)
	check := func() (out, all string) {
		out, _ = k.do(0, "check", "-store", k.path)
		all, _ = k.do(0, "check", "-v", "-store", k.path)
		return out, all
	}
	before, allBefore := check()
	s := k.open()
	hall := offline(s)
	p, err := hall.Private(t.Context(), kept, 1)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := hall.Parse(t.Context(), kept, "standing pass turn")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := hall.Act(t.Context(), "secret", kept, 1, p.Asks[len(p.Asks)-1].ID, secret); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	after, allAfter := check()
	if after != before || allAfter == allBefore {
		t.Errorf("before a secret step check says %q, after it %q; with -v %q and %q", before, after, allBefore, allAfter)
	}
	k.do(0, "backup", "-store", k.path, k.file("copy.db"))
	if out, _ := k.do(0, "restore", k.file("copy.db"), k.file("back.db")); out != "1 match, 0 damaged, 0 astray\n" {
		t.Errorf("restore says %s", out)
	}
}

// A snapshot that is whole but differs from the result of the events is found.
func TestCheckFindsAWrongSnapshot(t *testing.T) {
	k := newKeeper(t)
	s := k.open()
	l, err := s.Load(t.Context(), kept)
	if err != nil || l.Snapshot == nil {
		t.Fatalf("no snapshot: %v", err)
	}
	wrong := bytes.Replace(l.Snapshot, []byte(`"Round":`), []byte(`"Round":7`), 1)
	if _, err := s.Commit(t.Context(), table.Commit{Match: kept, Expect: l.Version, Cause: "x", At: time.Now(), State: wrong,
		Events: [][]byte{[]byte(`{"kind":"mark","note":"x"}`)}}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if out, _ := k.do(1, "check", "-v", "-store", k.path); !strings.Contains(out, "its snapshot differs from its replayed events") {
		t.Errorf("check -v says %s", out)
	}
	if out, _ := k.do(1, "check", "-store", k.path); !strings.Contains(out, "match kept-1: damaged\n") || strings.Contains(out, fmt.Sprint(l.Version+1)) {
		t.Errorf("check says %s", out)
	}
}
