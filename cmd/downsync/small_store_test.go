package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"downsync/game"
	"downsync/game/chance"
	rules "downsync/game/downsync"
	"downsync/game/gametest"
	jagrules "downsync/game/jagged"
	"downsync/game/rival"
	synrules "downsync/game/syndicate"
	syncards "downsync/game/syndicate/cards"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/game/toy"
	toyrival "downsync/game/toy/rival"
	"downsync/storage"
	"downsync/storage/postgres"
	"downsync/storage/postgres/pgtest"
)

// playedWhole returns a whole match that the program plays against itself, as a host stores it: a commit for each step, and a mark for each
// card that was shown.
func playedWhole(t testing.TB, ruleset game.Game, mind rival.Mind, conf game.Config, seed uint64) storage.Whole {
	t.Helper()
	recruit := func(p rival.Position, s *chance.Source) (rival.Choice, error) {
		return mind.Choose(p, rival.Level{Strength: rival.Recruit, Style: rival.Careful}, s)
	}
	b, err := gametest.Contest(ruleset, conf, seed, []gametest.Contestant{recruit, recruit}, 6000)
	if err != nil {
		t.Fatal(err)
	}
	w := storage.Whole{}
	add := func(raw []byte, cause string) {
		n := uint64(len(w.Events)) + 1
		w.Events = append(w.Events, table.Event{Seq: n, At: tabletest.Noon.Add(time.Duration(n) * 7 * time.Second), Data: raw})
		w.Causes = append(w.Causes, storage.Cause{Cause: cause, Version: n})
	}
	for n, r := range b.Records {
		raw, err := r.Encode()
		if err != nil {
			t.Fatal(err)
		}
		add(raw, fmt.Sprintf("i:1%017d", n*7919+int(seed)))
		add([]byte(`{"kind":"mark","note":"shown"}`), fmt.Sprintf("s:public:%d", n))
	}
	w.Base = uint64(len(w.Events)) * 3 / 4
	w.State = []byte(`{"Match":` + strings.Repeat("0123456789", 800) + `}`)
	for n, queue := range []string{"public", "seat/1", "seat/2"} {
		w.Queues = append(w.Queues, storage.WholeQueue{Name: queue, Queue: table.Queue{Seq: uint64(len(w.Events)), Due: tabletest.Noon, Prior: fmt.Appendf(nil, `{"id":"1%017d","nonce":"%025d","done":%d}`, n, seed, len(w.Events))}})
	}
	return w
}

// wholeMatches returns a match of each game.
func wholeMatches(t testing.TB) map[string]storage.Whole {
	t.Helper()
	all := map[string]storage.Whole{"toy": playedWhole(t, toy.Rules(), toyrival.New(), toy.Config{}.Encode(), 1)}
	d := rules.Defaults()
	for i, army := range []string{"coalition-starter", "republic-starter"} {
		var err error
		if d.Forces[i], err = d.ForceOf([]string{army}); err != nil {
			t.Fatal(err)
		}
	}
	d.Salts = [2]string{"one salt", "another salt"}
	all["downsync"] = playedWhole(t, games[0].rules, games[0].rival, d.Encode(), 2)
	s := synrules.Defaults()
	s.Squads = [2]syncards.Squad{syncards.Starters()[0].Squad, syncards.Starters()[1].Squad}
	all["syndicate"] = playedWhole(t, games[1].rules, games[1].rival, s.Encode(), 3)
	all["jagged"] = playedWhole(t, games[2].rules, games[2].rival, jagrules.Defaults().Encode(), 4)
	return all
}

// besides returns the records that a finished match leaves beside it, with the sizes that the bot's have.
func besides(id table.ID, ruleset string, n int) (rs []table.Record) {
	users := []string{fmt.Sprintf("1%017d", n%500), fmt.Sprintf("2%017d", n%700)}
	rs = append(rs, table.Record{Key: "match/" + string(id), Value: fmt.Appendf(nil, `{"game":%q,"users":["%s","%s"],"timing":{"clocks":{"turn":86400000000000}},"place":{"guild":"1%017d"},"began":"2026-11-28T00:00:00Z"}`, ruleset, users[0], users[1], n)},
		table.Record{Key: "dice/" + string(id), Value: fmt.Appendf(nil, "%064x", n)}, table.Record{Key: "salts/" + string(id), Value: fmt.Appendf(nil, "%0140x", n)})
	for seat, u := range users {
		rs = append(rs, table.Record{Key: "user/" + u + "/" + string(id), Value: fmt.Appendf(nil, `{"seat":%d,"over":true}`, seat+1)},
			table.Record{Key: fmt.Sprintf("ledger/%s/%d", id, seat+1), Value: []byte(strings.Repeat("l", 1100))})
	}
	return append(rs, table.Record{Key: "thought/" + string(id), Value: []byte(strings.Repeat("t", 580))})
}

// stockpiled lists the games whose matches fill a store, in turn.
var stockpiled = []string{"downsync", "syndicate", "jagged"}

// stockpiledID returns the id of the nth match of a stockpile.
func stockpiledID(n int) table.ID { return table.ID(fmt.Sprintf("%08x", n*2654435761)) }

// stockpile stores finished matches, a few at a time, and packs them. It calls half after half of them.
func stockpile(t *testing.T, s matchStore, all map[string]storage.Whole, matches, step int, half func()) {
	t.Helper()
	clock := tabletest.NewClock()
	clock.Advance(24 * time.Hour)
	hall := table.New(s, clock, table.Options{Games: append(rulesets(games), toy.Rules())})
	packer := &table.Packer{Hall: hall, Store: s, Log: slog.New(slog.DiscardHandler), Rest: -1}
	ctx := context.Background()
	for n := 0; n < matches; n += step {
		for i := n; i < n+step; i++ {
			kind := stockpiled[i%len(stockpiled)]
			w := all[kind]
			w.ID = stockpiledID(i)
			if err := s.PutWhole(ctx, w, besides(w.ID, kind, i)...); err != nil {
				t.Fatal(err)
			}
		}
		if packed, err := packer.Pack(ctx); err != nil || packed != step {
			t.Fatalf("%d packed, %v", packed, err)
		}
		if n < matches/2 && n+step >= matches/2 {
			half()
		}
	}
}

// stockpileIsWhole checks that the first matches of a stockpile load with all their events.
func stockpileIsWhole(t *testing.T, s matchStore, all map[string]storage.Whole) {
	t.Helper()
	for i, kind := range stockpiled {
		l, err := s.Load(t.Context(), stockpiledID(i))
		if err != nil || len(l.Before)+len(l.Events) != len(all[kind].Events) {
			t.Errorf("match %s: %d events, %v", stockpiledID(i), len(l.Before)+len(l.Events), err)
		}
	}
}

// mostBytes is how many bytes a finished match may take, with everything beside it.
const mostBytes = 40e3

// A store of many finished matches stays small while the bot serves, starts at once, and copies are made of it meanwhile. Every match in it
// still replays. The full count has 20,000 matches and prints the figures that docs/performance.md names.
func TestStoreStaysSmall(t *testing.T) {
	matches, step := 100, 4
	if gametest.Soak() {
		matches, step = 20000, 20
	}
	all := wholeMatches(t)
	for _, kind := range append(slices.Clone(stockpiled), "toy") {
		raw := 0
		for _, e := range all[kind].Events {
			raw += len(e.Data)
		}
		b, err := all[kind].Archive()
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d events of %d bytes, an archive of %d", kind, len(all[kind].Events), raw, len(b))
	}
	folder := t.TempDir()
	if disk := os.Getenv("ON_DISK"); disk != "" {
		folder = disk
	}
	path := filepath.Join(folder, "m.db")
	s, err := storage.Open(path, storage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	stockpile(t, s, all, matches, step, func() {})
	ctx := context.Background()
	began := time.Now()
	if err := s.Backup(ctx, path+".copy"); err != nil {
		t.Fatal(err)
	}
	t.Logf("a backup takes %s", time.Since(began).Round(time.Millisecond))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path + ".copy") // the file itself grows by 16 MB at a time
	if err != nil {
		t.Fatal(err)
	}
	began = time.Now()
	worked := gametest.Processor()
	if s, err = storage.Open(path, storage.Options{}); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	took := gametest.Processor() - worked // others may keep the machine busy
	each := info.Size() / int64(matches)
	t.Logf("%d matches: %d MB, %d bytes a match; opened in %s of processor time, %s by the clock; %d MB held", matches, info.Size()/1e6, each, took.Round(time.Millisecond), time.Since(began).Round(time.Millisecond), int(resident())/1e6)
	if each > mostBytes {
		t.Errorf("a finished match takes %d bytes, expected at most %.0f", each, mostBytes)
	}
	if gametest.Soak() && (info.Size() > 800e6 || took > time.Second) {
		t.Error("the goals were missed")
	}
	stockpileIsWhole(t, s, all)
}

// The same in a database. SOAK names how many matches the full count has; with SOAK=1 it has 20,000.
func TestDatabaseStaysSmall(t *testing.T) {
	matches, step := 40, 4
	if n, err := strconv.Atoi(os.Getenv("SOAK")); err == nil {
		if matches, step = n/20*20, 20; n == 1 {
			matches = 20000
		}
	}
	all := wholeMatches(t)
	server := pgtest.New(t)
	began := time.Now()
	open := func() *postgres.Store {
		t.Helper()
		s, err := postgres.Open(t.Context(), server.URL(), postgres.Options{Settled: time.Nanosecond})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := open()
	conn, err := pgx.Connect(t.Context(), server.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	size := func() (n int64) {
		t.Helper()
		err := conn.QueryRow(t.Context(), "SELECT sum(pg_total_relation_size(c.oid))::bigint FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'downsync' AND c.relkind = 'r'").Scan(&n)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	vacuum := func() {
		t.Helper()
		if _, err := conn.Exec(t.Context(), "VACUUM ANALYZE"); err != nil {
			t.Fatal(err)
		}
	}
	var half, atHalf int64
	stockpile(t, s, all, matches, step, func() {
		vacuum()
		half, atHalf = size(), int64(matches/2)
	})
	t.Logf("to store and pack a match took %s", (time.Since(began) / time.Duration(matches)).Round(time.Millisecond/10))
	before := size()
	vacuum()
	after := size()
	t.Logf("%d matches: %d MB, after VACUUM %d MB; of the second half each added %d bytes", matches, before/1e6, after/1e6, (after-half)/atHalf)
	began = time.Now()
	dump, err := server.Dump() // s is open
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("a dump of %d MB takes %s", dump/1e6, time.Since(began).Round(time.Millisecond))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	began = time.Now()
	worked := gametest.Processor()
	s = open()
	defer func() { _ = s.Close() }()
	t.Logf("opened in %s by the clock, %s of processor time; %d MB held", time.Since(began).Round(time.Millisecond), (gametest.Processor() - worked).Round(time.Millisecond), int(resident())/1e6)
	if each := after / int64(matches); each > mostBytes && matches > 100 {
		t.Errorf("a finished match takes %d bytes, expected at most %.0f", each, mostBytes)
	}
	stockpileIsWhole(t, s, all)
}
