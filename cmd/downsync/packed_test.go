package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/cryptotest"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/lang"
	toyforms "downsync/bot/toy"
	"downsync/bot/wire"
	"downsync/game/gametest"
	"downsync/game/table"
	"downsync/game/toy"
	toyrival "downsync/game/toy/rival"
	"downsync/storage"
	"downsync/storage/postgres"
	"downsync/storage/postgres/pgtest"
)

// packedStore packs each match after every commit to it, so that every call finds the match packed.
type packedStore struct {
	matchStore
	t     testing.TB
	packs *int
}

func (s packedStore) Commit(ctx context.Context, c table.Commit) (table.Receipt, error) {
	r, err := s.matchStore.Commit(ctx, c)
	if err == nil {
		*s.packs++
		if err := s.Pack(ctx, c.Match); err != nil {
			s.t.Error(err)
		}
	}
	return r, err
}

// packingAll packs all matches of a store again and again, beside everything else, until stop is called.
func packingAll(t testing.TB, s matchStore, packs *int) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for ctx.Err() == nil {
			ids, err := s.Matches()
			for _, id := range ids {
				switch packed := s.Pack(context.Background(), id); {
				case packed == nil:
					*packs++
				case !errors.Is(packed, table.ErrConflict):
					err = errors.Join(err, packed)
				}
			}
			if err != nil {
				t.Error(err)
				return
			}
		}
	}()
	return func() { cancel(); <-ended }
}

// lived holds everything that was sent in a life of a match, and everything that is stored after it.
type lived struct {
	sent    []byte
	matches []storage.Whole
	records []table.Record
}

// packedLife plays a match over that store to its end, and does everything with it that a finished match allows. Between two deeds both
// hosts forget what they hold in memory. With the same seed it does the same. It fails if a deed is not answered with its words.
func packedLife(t *testing.T, e entry, s matchStore, through table.Store) (out lived) {
	const seed = 5
	cryptotest.SetGlobalRandom(t, seed)
	d := bottest.NewDuel(t, lang.English, bottest.Setup{Game: e.rules, Forms: asOffered{e}, Store: func(table.Store) table.Store { return through }})
	const judge, second, owner, role = wire.UserID("judge"), wire.UserID("second"), wire.UserID("owner"), wire.RoleID("77")
	d.May[owner] = wire.ManageServer
	d.Roles[judge], d.Roles[second] = []wire.RoleID{role}, []wire.RoleID{role}
	opt := func(name, value string) bottest.Option { return bottest.Option{Name: name, Value: value} }
	why := opt("reason", "for a good reason")
	d.Slash(owner, []string{"setup"}, opt("moderators", string(role)))
	called(d)
	lot := rand.New(rand.NewPCG(seed, 7))
	var consoles []bottest.Message
	play := func(presses int) {
		t.Helper()
		for range presses {
			asked := d.Public().Asked
			if len(asked) == 0 {
				return
			}
			user := []wire.UserID{bottest.Ann, bottest.Ben}[asked[lot.IntN(len(asked))].Seat-1]
			if m, ok := d.Wire.Console(user); ok {
				consoles = append(consoles, m)
			}
			d.PressOn(user)
		}
	}
	play(16)
	said := func(what, got, want string) {
		t.Helper()
		if !strings.Contains(got, want) {
			t.Errorf("%s: expected %q in %q", what, want, got)
		}
		d.Settle()
		d.Restart()
	}
	in := func(user wire.UserID, want, command string, options ...bottest.Option) {
		t.Helper()
		said(command, bottest.Said(d.In(user, command, options...)), want)
	}
	moderates := func(user wire.UserID, want, command string, options ...bottest.Option) {
		t.Helper()
		d.In(user, command, append(options, why)...)
		said(command, bottest.Said(d.Click(user, d.Newest(user), "|go")), want)
	}
	looks := func(users ...wire.UserID) {
		for _, u := range users {
			for _, command := range []string{"match show", "match log", "match ledger", "match verify"} {
				in(u, "", command)
			}
			in(u, "", "match log", opt("page", "1"), opt("rules", "true"))
			in(u, "", "match event", opt("event", "4"))
			in(u, "", "match replay")
			in(u, "", "match replay", opt("step", "5"))
			in(u, "", "match replay", opt("view", "sheet"))
			d.Pass(time.Minute) // films are drawn beside the answers
			said("list", bottest.Said(d.Slash(u, []string{"match", "list"})), "")
			said("privacy show", bottest.Said(d.Slash(u, []string{"privacy", "show"})), "")
			said("privacy export", bottest.Said(d.Slash(u, []string{"privacy", "export"})), ".json")
		}
	}
	presses := func() {
		for n, m := range consoles {
			c := bottest.ControlsOf(m.Message)
			for i, b := range c.Buttons {
				if (n+i)%5 == 0 && !b.Disabled {
					d.Press([]wire.UserID{bottest.Ann, bottest.Ben}[n%2], m, b.ID)
				}
			}
			for _, x := range c.Selects[:min(1, len(c.Selects))] {
				d.Press([]wire.UserID{bottest.Ann, bottest.Ben}[n%2], m, x.ID, x.Options[0].Value)
			}
			d.Settle()
		}
		d.Restart()
	}
	looks(bottest.Ann)
	in(bottest.Ann, "The match is stopped", "dispute open", opt("event", "3"), why)
	moderates(judge, "What you asked to see", "mod show", opt("view", "all"))
	in(judge, "was legal", "mod legal", opt("event", "4"))
	moderates(judge, ".json", "mod evidence")
	moderates(judge, "Done", "mod rewind", opt("event", "6"))
	moderates(judge, "Done", "mod dismiss")
	play(4)
	d.Concede(bottest.Ben)
	d.Pass(time.Hour)
	d.Restart()
	if !d.Over() {
		t.Fatal("the match goes on")
	}
	presses()
	looks(bottest.Ann, bottest.Ben, bottest.Eve)
	in(bottest.Ann, "The match is over", "dispute open", why)
	moderates(judge, "What you asked to see", "mod show", opt("view", "A"))
	in(judge, "was legal", "mod legal", opt("event", "4"))
	moderates(judge, ".json", "mod evidence")
	in(bottest.Ann, "dismissed the dispute", "dispute list")
	in(bottest.Ann, "Your appeal is open", "dispute appeal", opt("number", "5"), why)
	in(judge, "another moderator must decide", "mod uphold", why)
	in(second, "The match is over", "mod rewind", opt("event", "6"), why)
	moderates(second, "Done", "mod uphold")
	presses()
	looks(bottest.Ben, judge)
	d.In(bottest.Ben, "match show")
	said("rematch", bottest.Said(d.Click(bottest.Ben, d.Newest(bottest.Ben), "Rematch")), "rematch")
	d.Slash(bottest.Ann, []string{"privacy", "delete"})
	said("delete", bottest.Said(d.Click(bottest.Ann, d.Newest(bottest.Ann), "privacy|")), "anonymous name")
	looks(bottest.Ann, bottest.Ben)
	d.Slash(bottest.Ben, []string{"privacy", "delete"})
	said("delete", bottest.Said(d.Click(bottest.Ben, d.Newest(bottest.Ben), "privacy|")), "anonymous name")
	looks(bottest.Ben)
	for line := range strings.Lines(d.Log.String()) {
		if strings.Contains(line, "level=ERROR") {
			t.Error(line)
		}
	}
	out.sent = bottest.Transcript(t, d.Wire.Sent(0))
	ids, err := s.Matches()
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		w, err := s.Whole(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		out.matches = append(out.matches, w)
	}
	if out.records, err = s.List(t.Context(), "", "", 1e5); err != nil {
		t.Fatal(err)
	}
	return out
}

// differs names the parts of a stored match that differ.
func differs(was, is storage.Whole) (out []string) {
	a, b := reflect.ValueOf(was), reflect.ValueOf(is)
	for i := range a.NumField() {
		if x, y := a.Field(i).Interface(), b.Field(i).Interface(); !reflect.DeepEqual(x, y) {
			out = append(out, fmt.Sprintf("%s was %.2000v and is %.2000v", a.Type().Field(i).Name, x, y))
		}
	}
	return out
}

// newStores opens new stores of both kinds, by name.
var newStores = map[string]func(*testing.T) (matchStore, error){
	"file": func(t *testing.T) (matchStore, error) {
		return storage.Open(filepath.Join(t.TempDir(), "m.db"), storage.Options{})
	},
	"database": func(t *testing.T) (matchStore, error) {
		return postgres.Open(t.Context(), pgtest.URL(t), postgres.Options{Settled: time.Nanosecond})
	},
}

// liveOn lives a match on a new store, packed in that way.
func liveOn(t *testing.T, e entry, open func(*testing.T) (matchStore, error), way string) lived {
	t.Helper()
	s, err := open(t)
	if err != nil {
		t.Fatal(err)
	}
	packs, stop := 0, func() {}
	through := table.Store(s)
	switch way {
	case "packed":
		through = packedStore{s, t, &packs}
	case "while it is packed":
		stop = packingAll(t, s, &packs)
	}
	out := packedLife(t, e, s, through)
	if stop(); (packs > 20) != (way != "unpacked") {
		t.Errorf("%s: packed %d times", way, packs)
	}
	if r, err := s.Check(t.Context()); err != nil || !r.Sound() {
		t.Errorf("%s: %+v %v", way, r, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	return out
}

// A packed match answers everything as it does unpacked: looks, old consoles, exports, films, disputes, appeals, rewinds, rematches and
// removals of users. A match that is packed all the time meanwhile does the same. Both stores keep the same of it, packed or not. The
// full count has all games; ordinarily it is the toy.
func TestPackedMatchAnswersAsUnpacked(t *testing.T) {
	all := []entry{{rules: toy.Rules(), offered: func(ownCards) bot.Game { return toyforms.Forms{}.Game() }, rival: toyrival.New()}}
	if gametest.Soak() {
		all = append(all, games...)
	}
	for _, e := range all {
		for name, open := range newStores {
			t.Run(e.rules.Card().ID+"/"+name, func(t *testing.T) {
				was := liveOn(t, e, open, "unpacked")
				for _, way := range []string{"packed", "while it is packed"} {
					is := liveOn(t, e, open, way)
					if line, old, now := bottest.Difference(was.sent, is.sent); line > 0 {
						t.Errorf("%s, line %d was:\n%s\nand is:\n%s", way, line, old, now)
					}
					if len(is.matches) != len(was.matches) {
						t.Fatalf("%s: %d matches are stored, expected %d", way, len(is.matches), len(was.matches))
					}
					for i, w := range was.matches {
						if !reflect.DeepEqual(w, is.matches[i]) {
							t.Errorf("%s: match %s is stored otherwise: %s", way, w.ID, differs(w, is.matches[i]))
						}
					}
					if !reflect.DeepEqual(was.records, is.records) {
						t.Errorf("%s: the records are stored otherwise", way)
					}
				}
			})
		}
	}
}
