package bot_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/game"
	"downsync/game/table"
)

// cutting is what happens on another host as one uses the store for the nth time.
type cutting struct {
	left int
	do   func()
}

func (b *cutting) now() {
	if b.left > 0 {
		if b.left--; b.left == 0 {
			b.do()
		}
	}
}

// both does the first deed, and the second at the nth use of the store, at once after the first (0), before it (-1) or alone (-2). reached is
// whether the first came to that use.
func (b *cutting) both(n int, first, second func() string) (said [2]string, reached bool) {
	done := false
	other := func() { done, said[1] = true, second() }
	if n < 0 {
		if other(); n == -1 {
			said[0] = first()
		}
		return said, false
	}
	b.left, b.do = n, other
	said[0] = first()
	if reached = done; !done {
		b.left = 0
		other()
	}
	return said, reached
}

// cutIn is a store through which something comes between.
type cutIn struct {
	table.Store
	*cutting
}

func (c cutIn) Commit(ctx context.Context, x table.Commit) (table.Receipt, error) {
	c.now()
	return c.Store.Commit(ctx, x)
}

func (c cutIn) Put(ctx context.Context, rs ...table.Record) error {
	c.now()
	return c.Store.Put(ctx, rs...)
}

func (c cutIn) Get(ctx context.Context, key string) ([]byte, error) {
	c.now()
	return c.Store.Get(ctx, key)
}

func (c cutIn) List(ctx context.Context, prefix, after string, most int) ([]table.Record, error) {
	c.now()
	return c.Store.List(ctx, prefix, after, most)
}

func (c cutIn) Load(ctx context.Context, id table.ID) (table.Loaded, error) {
	c.now()
	return c.Store.Load(ctx, id)
}

func (c cutIn) Head(ctx context.Context, id table.ID) (table.Head, error) {
	c.now()
	return c.Store.Head(ctx, id)
}

func (c cutIn) Events(ctx context.Context, id table.ID, after uint64, most int) ([]table.Event, error) {
	c.now()
	return c.Store.Events(ctx, id, after, most)
}

// deed is one interaction about a match; ready asks for what it confirms.
type deed struct {
	who   bot.UserID
	verb  string
	more  []bottest.Option
	asked bottest.Message // of a moderator's, whether they are sure
	sure  string
	span  time.Duration // how much time goes by
	host  bottest.Host  // that does then what is due
}

func (d deed) String() string { return fmt.Sprint(d.who, " ", d.verb, " ", d.more) }

func (d *deed) ready(p *party, id table.ID) {
	word, _ := strings.CutPrefix(d.verb, "mod ")
	if word == d.verb {
		return
	}
	p.mod(d.who, id, word, append(d.more, opt("reason", "because"))...)
	d.asked = p.Newest(d.who)
	d.sure, _ = bottest.ControlsOf(d.asked.Message).Find("|go")
}

func (d deed) do(p *party, id table.ID) string {
	if d.verb == "time" {
		p.Clock.Advance(d.span)
		h := d.host
		_, err := h.Hall.Timers().Fire(ctx)
		if err == nil {
			_, err = h.Outbox.Send(ctx)
		}
		if err == nil {
			_, err = h.Bot.Due(ctx)
		}
		if err != nil {
			p.t.Error(err)
		}
		return ""
	}
	if d.asked.ID != "" {
		if d.sure == "" {
			return "nothing to confirm"
		}
		return text(p.Press(d.who, d.asked, d.sure))
	}
	return text(p.Slash(d.who, strings.Fields(d.verb), append(d.more, slashIn(string(id)))...))
}

// anyDeed is one of all that may be done about a match.
func anyDeed(r *rand.Rand) deed {
	pick := func(words ...string) string { return words[r.IntN(len(words))] }
	mod := bot.UserID(pick(string(judge), string(second)))
	player := bot.UserID(pick("ann", "ben", "ben", "cal"))
	side, whom := pick("A", "B"), pick("cal", "eve", "ben", "ann")
	switch n := r.IntN(24); {
	case n < 8:
		return deed{who: player, verb: "order", more: []bottest.Option{opt("line", pick("bid 1", "bid 2", "bid 3", "undo", "claim", "pass", "done", "note red", "quit", "leave", "bid 1; bid 2"))}}
	case n < 12:
		verb := pick("pause", "extend", "withdraw", "resume")
		return deed{who: player, verb: "clock " + verb, more: []bottest.Option{opt("for", "2h"), opt("by", "2h")}}
	case n < 13:
		return deed{who: player, verb: "clock " + pick("vacation", "back"), more: []bottest.Option{opt("days", "2")}}
	case n < 15:
		return deed{who: player, verb: "dispute " + pick("open", "withdraw", "appeal"), more: []bottest.Option{opt("reason", "why"), opt("number", "1")}}
	case n < 18:
		return deed{who: mod, verb: "mod replace", more: []bottest.Option{opt("side", side), opt("user", whom)}}
	case n < 19:
		return deed{who: mod, verb: "mod rewind", more: []bottest.Option{opt("number", pick("1", "2", "3"))}}
	case n < 20:
		return deed{who: mod, verb: "mod " + pick("pause", "resume", "dismiss", "uphold", "note")}
	case n < 21:
		return deed{who: mod, verb: "mod answer", more: []bottest.Option{opt("side", side)}}
	case n < 22:
		return deed{who: mod, verb: "mod extend", more: []bottest.Option{opt("hours", "3")}}
	case n < 23:
		return deed{who: mod, verb: "mod end", more: []bottest.Option{opt("result", pick("a", "b", "draw", "void"))}}
	}
	return deed{who: mod, verb: "mod rule", more: []bottest.Option{opt("ruling", pick("points 1 2", "bid 2"))}}
}

// actAt is when something was done about a match.
var actAt = regexp.MustCompile(`"(at|since)":"[^"]*"`)

// stands is all that hangs on what was done about a match.
func (p *party) stands(id table.ID) string {
	p.t.Helper()
	pub := p.publicOf(id)
	for _, h := range p.Hosts() {
		x, err := h.Hall.Public(ctx, id)
		m, merr := h.Hall.Meta(ctx, id)
		if err != nil || merr != nil || fmt.Sprintf("%+v", x.Meta) != fmt.Sprintf("%+v", m) || len(x.Facts) != len(pub.Facts) {
			p.t.Errorf("a host has the match otherwise: %v, %v; players %v, those stored %v", err, merr, x.Meta.Users, m.Users)
		}
	}
	s := fmt.Sprintf("%+v\n%+v\n%+v\n%v\n%+v\n", pub.Facts, pub.Asked, pub.Clocks, pub.Meta.Users, pub.Result)
	for seat := game.Seat(1); seat <= 2; seat++ {
		v, err := p.Hall.Private(ctx, id, seat)
		if err != nil {
			p.t.Fatal(err)
		}
		s += fmt.Sprintf("%+v\n%t\n", v.Facts, v.CanUndo)
		for _, a := range v.Asks {
			s += fmt.Sprint(a.ID, a.By, a.Left, a.Early, "\n")
		}
	}
	for _, prefix := range []string{"dispute/", "act/", "past/", "ladder/", "conduct/", "user/"} {
		rs, err := p.Store.List(ctx, prefix, "", 999)
		if err != nil {
			p.t.Fatal(err)
		}
		for _, r := range rs {
			s += fmt.Sprintf("%s %s\n", r.Key, actAt.ReplaceAll(r.Value, nil))
		}
	}
	return strings.ReplaceAll(s, string(id), "ID")
}

// compare holds that two deeds come to what one after the other would, wherever the second comes between. The first may come to nothing
// where its answer, so refused says, lets it be tried again. run does both, as both says; what names them.
func compare(t *testing.T, seed int, run func(n int) (stands string, said [2]string, what string, reached bool), refused func(said string) bool) {
	t.Helper()
	after, saidAfter, what, _ := run(0)
	before, saidBefore, _, _ := run(-1)
	alone, _, _, _ := run(-2)
	for n := 1; ; n++ {
		got, said, _, reached := run(n)
		if !reached {
			return
		}
		if t.Failed() {
			t.Fatalf("seed %d, use %d: %s", seed, n, what)
		}
		if got != after && got != before && (got != alone || !refused(said[0])) {
			t.Errorf("seed %d, use %d: %s\nsaid %q\nafter: %q\nbefore: %q\n%s\n\nor\n%s", seed, n, what, said, saidAfter, saidBefore, differ(after, got), differ(before, got))
			return
		}
	}
}

// Two things that are done at once, by different people on different hosts, come to what one after the other would, wherever the one comes
// between what the other's host reads and writes.
func TestCheatByComingBetween(t *testing.T) {
	for _, seed := range soaking(979, 1005, 1081, 1247) { // those have found something
		var cut *cutting
		// run has the first deed done, and the second at the nth use of the store, at once after it (0), before it (-1) or alone (-2).
		run := func(n int) (stands string, said [2]string, what string, reached bool) {
			r := rand.New(rand.NewPCG(uint64(seed), 31))
			cut = &cutting{}
			p := newPartyAs(t, func(s *bottest.Setup) { s.Store = func(x table.Store) table.Store { return cutIn{x, cut} } })
			p.May[owner] = bot.ManageServer
			p.Slash(owner, setup, opt("moderators", string(modRole)))
			for _, u := range []bot.UserID{judge, second} {
				p.Roles[u] = []bot.RoleID{"5", modRole}
			}
			id := p.begin(opt("clock", "slow"))
			for range r.IntN(5) {
				d := anyDeed(r)
				d.ready(p, id)
				d.do(p, id)
				if r.IntN(2) == 0 {
					p.Clock.Advance(time.Duration(r.IntN(1200)) * time.Minute)
				}
				p.Settle()
			}
			a, b := anyDeed(r), anyDeed(r)
			if a.who == b.who {
				b = deed{who: second, verb: "mod replace", more: []bottest.Option{opt("side", "A"), opt("user", "cal")}}
				if a.who == second {
					b.who = judge
				}
			}
			what = fmt.Sprint(a, " / ", b)
			if r.IntN(3) == 0 { // the clock of a question is about to run out
				b = deed{verb: "time", span: time.Duration(1+r.IntN(2)) * time.Millisecond, host: p.Start()}
				if r.IntN(3) == 0 && !strings.HasPrefix(a.verb, "mod") { // a moderator's question waits for an hour
					b.span = 200 * time.Hour
				}
				if asked := p.publicOf(id).Asked; len(asked) > 0 {
					if left := asked[r.IntN(len(asked))].By.Sub(p.Clock.Now()); left > 0 {
						p.Pass(left - time.Millisecond)
					}
				}
				what = fmt.Sprint(a, " / ", b.span)
			}
			a.ready(p, id)
			b.ready(p, id)
			if r.IntN(4) == 0 {
				p.Restart()
			}
			said, reached = cut.both(n, func() string { return a.do(p, id) }, func() string { return b.do(p, id) })
			p.Settle()
			return p.stands(id), said, what, reached
		}
		compare(t, seed, run, func(said string) bool { return strings.HasPrefix(said, "⚠️") })
	}
}

// lobbyDeed is something that is done about an open challenge.
type lobbyDeed struct {
	who    bot.UserID
	press  string // before the challenge's id
	after  string
	values []string
}

func (d lobbyDeed) String() string { return fmt.Sprint(d.who, " ", d.press, d.after, d.values) }

func (d lobbyDeed) do(p *party, id string) string {
	m := bottest.Message{ID: "m1", Channel: bottest.General}
	return text(p.Press(d.who, m, d.press+"|"+id+d.after, d.values...))
}

func anyLobbyDeed(r *rand.Rand) lobbyDeed {
	pick := func(words ...string) string { return words[r.IntN(len(words))] }
	who := bot.UserID(pick("ann", "ann", "ben", "ben", "eve"))
	switch r.IntN(12) {
	case 0:
		return lobbyDeed{who: who, press: "accept"}
	case 1, 2, 3:
		return lobbyDeed{who: who, press: "force", values: []string{pick("red", "blue")}}
	case 4, 5:
		return lobbyDeed{who: who, press: "ready"}
	case 6, 7:
		return lobbyDeed{who: ann, press: "away", after: "|" + pick("ben", "ben", "eve")}
	case 8:
		return lobbyDeed{who: who, press: "decline"}
	case 9:
		return lobbyDeed{who: who, press: "cancel"}
	case 10:
		return lobbyDeed{who: who, press: "rivals", after: "|recruit"}
	}
	return lobbyDeed{who: who, press: "ready"}
}

// lobbyStands is all that hangs on what was done about challenges.
func (p *party) lobbyStands(id string) (s string) {
	p.t.Helper()
	rs, err := p.Store.List(ctx, "table/", "", 99)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, r := range rs {
		var ch map[string]any
		if err := json.Unmarshal(r.Value, &ch); err != nil {
			p.t.Fatal(err)
		}
		for _, gone := range []string{"message", "written", "seed", "callers", "entropy", "rival", "choosing"} {
			delete(ch, gone)
		}
		for _, seat := range ch["seats"].([]any) {
			x := seat.(map[string]any)
			delete(x, "by")
			delete(x, "entropy")
			if delete(x, "recalled"); x["user"] == string(bot.RivalUser) {
				delete(x, "force")
				delete(x, "rival")
			}
		}
		s += fmt.Sprintln(ch)
	}
	for _, u := range []bot.UserID{ann, ben, eve} {
		all, err := p.Bot.LiveMatches(ctx, u)
		if err != nil {
			p.t.Fatal(err)
		}
		for _, x := range all {
			pub := p.publicOf(x.Match)
			s += fmt.Sprint(u, x.Seat, pub.Meta.Users, pub.Meta.Timing, fmt.Sprintf("%+v", pub.View), "\n")
		}
	}
	return strings.ReplaceAll(s, id, "ID")
}

// Two things that are done at once about a challenge come to what one after the other would.
func TestCheatByComingBetweenInTheLobby(t *testing.T) {
	for _, seed := range soaking(1, 2, 3) {
		var cut *cutting
		run := func(n int) (stands string, said [2]string, what string, reached bool) {
			r := rand.New(rand.NewPCG(uint64(seed), 37))
			cut = &cutting{}
			p := newRivals(t, mind{}, func(s *bottest.Setup) { s.Store = func(x table.Store) table.Store { return cutIn{x, cut} } })
			options := []bottest.Option{opt("clock", []string{"none", "quick", "slow"}[r.IntN(3)])}
			if r.IntN(4) == 0 {
				options = append(options, challengeTo(ben))
			}
			p.Slash(ann, challenge, options...)
			id := challengeOf(t, p)
			for range r.IntN(6) {
				anyLobbyDeed(r).do(p, id)
				p.Clock.Advance(time.Duration(r.IntN(700)) * time.Second)
			}
			a, b := anyLobbyDeed(r), anyLobbyDeed(r)
			what = fmt.Sprint(a, " / ", b)
			said, reached = cut.both(n, func() string { return a.do(p, id) }, func() string { return b.do(p, id) })
			return p.lobbyStands(id), said, what, reached
		}
		compare(t, seed, run, func(string) bool { return true })
	}
}
