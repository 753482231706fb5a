package bot_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	small "downsync/bot/toy"
	"downsync/game"
	"downsync/game/table"
	"downsync/game/toy"
)

// stage is a server with a campaign of two against two, moderators and matches, on two hosts each of which may die on its own.
type stage struct {
	*party
	*rand.Rand
	lives []*life // of the hosts, as they were started
	cut   *cutting
	page  string // the campaign's controls
	acts  int
	log   []string
}

// overseen is what a host does to the store and to Discord: it may die in it, and another host may come between.
type overseen struct {
	mortal
	*cutting
}

func (x overseen) Get(ctx context.Context, key string) ([]byte, error) {
	x.now()
	if x.dead {
		return nil, errDead
	}
	return x.Store.Get(ctx, key)
}

func (x overseen) List(ctx context.Context, prefix, after string, most int) ([]table.Record, error) {
	x.now()
	if x.dead {
		return nil, errDead
	}
	return x.Store.List(ctx, prefix, after, most)
}

func (x overseen) Load(ctx context.Context, id table.ID) (table.Loaded, error) {
	x.now()
	if x.dead {
		return table.Loaded{}, errDead
	}
	return x.Store.Load(ctx, id)
}

func (x overseen) Head(ctx context.Context, id table.ID) (table.Head, error) {
	x.now()
	if x.dead {
		return table.Head{}, errDead
	}
	return x.Store.Head(ctx, id)
}

func (x overseen) Events(ctx context.Context, id table.ID, after uint64, most int) ([]table.Event, error) {
	x.now()
	if x.dead {
		return nil, errDead
	}
	return x.Store.Events(ctx, id, after, most)
}

func (x overseen) Commit(ctx context.Context, c table.Commit) (table.Receipt, error) {
	x.now()
	return x.mortal.Commit(ctx, c)
}

func (x overseen) Put(ctx context.Context, rs ...table.Record) error {
	x.now()
	return x.mortal.Put(ctx, rs...)
}

func (m mortalWire) Delete(ctx context.Context, channel bot.ChannelID, id bot.MessageID) error {
	return m.do(func() error { return m.Wire.Delete(ctx, channel, id) })
}

func (m mortalWire) Thread(ctx context.Context, channel bot.ChannelID, message bot.MessageID, name string) (id bot.ChannelID, err error) {
	err = m.do(func() error { id, err = m.Wire.Thread(ctx, channel, message, name); return err })
	return id, err
}

func newStage(t *testing.T, seed uint64) *stage {
	s := &stage{Rand: rand.New(rand.NewPCG(seed, 41)), cut: &cutting{}}
	var now *life
	s.party = newPartyAs(t, func(x *bottest.Setup) {
		x.Forms = bottest.WithRival{Offered: small.Forms{}, Mind: mind{}}
		x.Store = func(y table.Store) table.Store {
			now = &life{}
			s.lives = append(s.lives, now)
			return overseen{mortal{y, now}, s.cut}
		}
		x.Through = func(room *bottest.Room, y bot.Wire) bot.Wire {
			return mortalWire{y, now, map[bot.UserID]time.Time{}, func() time.Time { return room.Clock.Now() }}
		}
	})
	s.May[owner] = bot.ManageServer
	s.Slash(owner, setup, opt("moderators", string(modRole)))
	for _, u := range []bot.UserID{judge, second} {
		s.Roles[u] = []bot.RoleID{"5", modRole}
	}
	clock := []string{"none", "slow", "quick"}[s.IntN(3)]
	options := []bottest.Option{opt("name", "The cup"), opt("side", "1"), opt("clock", clock), opt("form", []string{"five", "three"}[s.IntN(2)])}
	s.Slash(ann, []string{"campaign", "start"}, options...)
	s.Settle()
	for n, u := range []bot.UserID{ben, cal, dan} {
		s.Slash(u, []string{"campaign", "join"}, opt("side", []string{"2", "1", "2"}[n]))
	}
	s.Settle()
	s.page = "campaign|" + war{s.party}.id() + "@guild|"
	if s.IntN(2) == 0 {
		s.begin(opt("clock", []string{"none", "slow", "quick"}[s.IntN(3)]))
	}
	return s
}

// does has a host carry out an interaction with that number.
func (s *stage) does(h bottest.Host, n int, i bot.Interaction) bot.Answer {
	i.ID, i.At, i.Name, i.Self = bot.InteractionID(fmt.Sprintf("x%d", n)), s.Clock.Now(), s.Name(i.User), bottest.Self
	i.Guild, i.Channel, i.GuildLocale, i.Locale = "guild", bottest.General, "en-US", "en-US"
	i.Permissions, i.Roles = s.May[i.User], s.Roles[i.User]
	i.Names, i.Bots, i.Members = map[bot.UserID]string{}, map[bot.UserID]bool{bottest.Self: true}, map[bot.UserID]bool{}
	if i.Kind == 0 {
		i.Kind = bot.Press
	}
	if i.Message == "" {
		i.Message = "m1"
	}
	for _, u := range append(slices.Clone(everybody), judge, second, bottest.Self) {
		i.Names[u], i.Members[u] = s.Name(u), true
	}
	a := h.Bot.Handle(ctx, i)
	if a.Placed != nil {
		a.Placed(true)
	}
	return a
}

// due has a host do what is due.
func (s *stage) due(h bottest.Host) {
	for range 3 {
		_, _ = h.Hall.Fire(ctx)
		_, _ = h.Outbox.Send(ctx)
		_, _ = h.Bot.Due(ctx)
	}
}

var everybody = []bot.UserID{ann, ben, cal, dan, eve}

// doing is what somebody does, in their own order; span alone is time that goes by.
type doing struct {
	n    int
	i    bot.Interaction
	span time.Duration
	all  bool // whoever does it has been asked whether they are sure
}

func (d doing) String() string {
	if d.i.User == "" {
		return "time " + d.span.String()
	}
	return fmt.Sprint(d.i.User, " ", d.i.CustomID, d.i.Values, d.i.Command, d.i.Options)
}

// do carries it out on a host.
func (s *stage) do(h bottest.Host, d doing) string {
	if d.i.User == "" {
		s.Clock.Advance(d.span)
		s.due(h)
		return ""
	}
	return text(s.does(h, d.n, d.i))
}

// ids are the ids of records that begin so.
func (s *stage) ids(prefix string) (out []string) {
	rs, err := s.Store.List(ctx, prefix, "", 999)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, r := range rs {
		out = append(out, strings.TrimPrefix(r.Key, prefix))
	}
	return out
}

func (s *stage) pick(words ...string) string { return words[s.IntN(len(words))] }

func (s *stage) one(words []string) string {
	if len(words) == 0 {
		return "none"
	}
	return s.pick(words...)
}

// running are the matches that are not over, else all.
func (s *stage) running() []string {
	var live, all []string
	for _, id := range s.ids("match/") {
		p, err := s.Hall.Public(ctx, table.ID(id))
		if err != nil {
			s.t.Fatal(err)
		}
		if all = append(all, id); p.Result == nil {
			live = append(live, id)
		}
	}
	if len(live) > 0 && s.IntN(4) > 0 {
		return live
	}
	return all
}

func (s *stage) press(u bot.UserID, custom string, values ...string) doing {
	s.acts++
	return doing{n: s.acts, i: bot.Interaction{Kind: bot.Press, User: u, CustomID: custom, Values: values}}
}

func (s *stage) slash(u bot.UserID, command string, o bot.Options) doing {
	s.acts++
	return doing{n: s.acts, i: bot.Interaction{Kind: bot.Slash, User: u, Command: strings.Fields(command), Options: o}}
}

// sure asks for something that is to be confirmed, and returns the confirmation.
func (s *stage) sure(d doing, find string) doing {
	a := s.does(s.Hosts()[0], d.n, d.i)
	if a.Letter == nil {
		return d
	}
	id, ok := bottest.ControlsOf(*a.Letter).Find(find)
	if !ok {
		return d
	}
	return s.press(d.i.User, id)
}

// useful is what brings the campaign or a match on.
func (s *stage) useful() doing {
	var w struct {
		keptCampaign
		Teams [2]struct {
			Members []struct{ User bot.UserID }
		}
		Next *struct {
			Match table.ID `json:"match"`
		}
		Over any
	}
	for _, id := range s.ids("campaign/guild/") {
		if err := json.Unmarshal([]byte(s.stored("campaign/guild/"+id)), &w); err != nil {
			s.t.Fatal(err)
		}
	}
	member := func(side int) bot.UserID {
		all := w.Teams[side].Members
		if len(all) == 0 {
			return eve
		}
		if s.IntN(3) > 0 {
			return all[0].User
		}
		return all[s.IntN(len(all))].User
	}
	state, err := w.Log.State(toy.Cup{})
	if err != nil {
		s.t.Fatal(err)
	}
	side, _ := state.Turn()
	inMatch := func(id table.ID) doing {
		meta, err := s.Hall.Meta(ctx, id)
		if err != nil {
			s.t.Fatal(err)
		}
		n := s.IntN(2)
		for range 2 {
			v, err := s.Hall.Private(ctx, id, game.Seat(n+1))
			if err != nil {
				s.t.Fatal(err)
			}
			for _, a := range v.Asks {
				if line := map[string]string{"bid": "bid " + s.pick("1", "2", "3"), "tune": "done", "claim": "claim", "peek": "leave"}[a.Name]; line != "" && !a.Standing {
					return s.slash(meta.Users[n], "order", bot.Options{"line": line, "match": string(id)})
				}
			}
			n = 1 - n
		}
		return s.slash(meta.Users[n], "order", bot.Options{"line": "quit", "match": string(id)})
	}
	if w.Over == nil && s.IntN(4) > 0 {
		if w.Next == nil {
			return s.press(member(side), s.page+"attack", s.pick("1", "2", "3"))
		}
		if open := s.stored("challenge/" + string(w.Next.Match)); open != "" {
			if !strings.Contains(open, `"taker"`) {
				return s.press(member(1-side), "force|"+string(w.Next.Match), "blue")
			}
			return s.press(member(s.IntN(2)), "ready|"+string(w.Next.Match))
		}
		if s.stored("match/"+string(w.Next.Match)) != "" {
			return inMatch(w.Next.Match)
		}
	}
	if all := s.running(); len(all) > 0 {
		return inMatch(table.ID(s.one(all)))
	}
	return s.anything()
}

// any is something that may be done.
func (s *stage) any() doing {
	if s.IntN(2) == 0 {
		return s.useful()
	}
	return s.anything()
}

// anything is one of all that may be done.
func (s *stage) anything() doing {
	u := bot.UserID(s.pick("ann", "ben", "cal", "dan"))
	if s.IntN(12) == 0 {
		u = eve
	}
	whom := bot.UserID(s.pick("ann", "ben", "cal", "dan", "eve"))
	mod := bot.UserID(s.pick(string(judge), string(second)))
	match := s.one(s.running())
	open := s.one(s.ids("challenge/"))
	switch n := s.IntN(64); {
	case n < 8:
		return s.press(u, s.page+"attack", s.pick("1", "2", "3"))
	case n < 10:
		return s.press(u, s.page+"back")
	case n < 11:
		return s.press(u, s.page+"left")
	case n < 13:
		return s.press(u, s.page+"join."+s.pick("1", "2"))
	case n < 15:
		return s.press(u, s.page+s.pick("out", "captain", "named"), string(whom))
	case n < 18:
		return s.press(u, s.page+"ended."+s.pick("idle", "idle", "idle", "resigned"))
	case n < 19:
		return s.press(u, s.page+s.pick("map", "end"))
	case n < 26:
		return s.press(u, "force|"+open, s.pick("red", "blue"))
	case n < 31:
		return s.press(u, "ready|"+open)
	case n < 32:
		return s.press(u, s.pick("decline|", "cancel|", "accept|", "rivals|")+open)
	case n < 34:
		return s.press(u, "rematch|"+match)
	case n < 35:
		o := bot.Options{"clock": s.pick("none", "slow", "quick")}
		if whom != u {
			o["opponent"] = string(whom)
		}
		return s.slash(u, "match challenge", o)
	case n < 44:
		return s.slash(u, "order", bot.Options{"match": match, "line": s.pick("bid 1", "bid 2", "bid 3", "bid 2", "bid 3", "undo", "claim", "pass", "done", "quit", "leave", "draw", "leave")})
	case n < 46:
		return s.slash(u, "clock "+s.pick("pause", "extend", "withdraw", "resume", "vacation", "back"), bot.Options{"match": match, "for": "2h", "by": "2h", "days": "2"})
	case n < 48:
		return s.slash(u, "dispute "+s.pick("open", "withdraw", "appeal"), bot.Options{"match": match, "reason": "why", "number": "1"})
	case n < 55:
		verb := s.pick("replace", "rewind", "pause", "resume", "dismiss", "uphold", "answer", "end", "end", "rewind", "extend")
		o := bot.Options{"match": match, "reason": "because", "side": s.pick("A", "B"), "user": string(whom), "number": s.pick("1", "2", "3"), "result": s.pick("a", "b", "draw", "void"), "hours": "3"}
		return s.sure(s.slash(mod, "mod "+verb, o), "|go")
	case n < 57:
		return s.sure(s.slash(mod, "mod "+s.pick("ban", "ban", "unban"), bot.Options{"user": string(whom), "reason": "rude"}), "|go")
	case n < 58 && s.IntN(3) == 0:
		return s.sure(s.slash(u, "privacy delete", nil), "privacy|")
	}
	spans := []time.Duration{time.Minute, 10 * time.Minute, time.Hour, 9 * time.Hour, 25 * time.Hour, 49 * time.Hour, 73 * time.Hour, 15 * day}
	return doing{span: spans[s.IntN(len(spans))]}
}

var (
	messageIDs = regexp.MustCompile(`"message":"",|"message":"m[0-9]+",|"[me][0-9]+"|\b(m|e|t)[0-9]+\b`)
	calls      = regexp.MustCompile(`,"(quiet|calling|rung|called|freed_at|freed)":"[^"]*"|,"(shown|deaf|stage)":[0-9]+|,"(written|callers)":\[[^]]*\]`)
	// moment is the millisecond by which the clock goes on between two things that are done at once.
	moment     = regexp.MustCompile(`\.001(Z)|,"used":1000000\b|001(000000)\b`)
	randomText = regexp.MustCompile(`[A-Z2-7]{26}|"(seed|entropy)":"[^"]*"|gone\.[A-Z0-9a-z.]+|"(hash|key|style)":"[^"]*"`)
)

// stands is all that is stored.
func (s *stage) stands() string {
	s.t.Helper()
	s.does(s.Hosts()[0], 9999, bot.Interaction{User: eve, CustomID: s.page + "map"}) // which settles what a host left behind
	var b strings.Builder
	all, err := s.Store.List(ctx, "", "", 9999)
	if err != nil {
		s.t.Fatal(err)
	}
	var lines []string
	for _, r := range all {
		sort, _, _ := strings.Cut(r.Key, "/")
		if slices.Contains([]string{"page", "ledger", "room", "thread", "card", "filming", "film", "salts", "called", "direct", "past", "prefs", "remind", "rival", "thought", "confirm", "campaign.news", "campaign.mine"}, sort) {
			continue
		}
		var ends struct{ Until time.Time }
		if sort == "challenge" && json.Unmarshal(r.Value, &ends) == nil && ends.Until.Before(s.Clock.Now()) {
			continue // whoever lists them clears it away
		}
		r.Value = moment.ReplaceAll(r.Value, []byte("$1"))
		v := messageIDs.ReplaceAllString(r.Key+" "+string(r.Value), "M")
		v = calls.ReplaceAllString(v, "")
		lines = append(lines, randomText.ReplaceAllString(v, "R"))
	}
	slices.Sort(lines)
	fmt.Fprintln(&b, strings.Join(lines, "\n"))
	for _, id := range s.ids("match/") {
		for n, h := range s.Hosts() {
			pub, err := h.Hall.Public(ctx, table.ID(id))
			if err != nil {
				s.t.Error(err)
				continue
			}
			x := fmt.Sprintf("%s %+v\n%+v\n%+v\n%v\n%+v\n", id, pub.Facts, pub.Asked, pub.Clocks, pub.Meta.Users, pub.Result)
			for seat := game.Seat(1); seat <= 2; seat++ {
				v, err := h.Hall.Private(ctx, table.ID(id), seat)
				if err != nil {
					s.t.Fatal(err)
				}
				x += fmt.Sprintf("%+v\n%t\n", v.Facts, v.CanUndo)
				for _, a := range v.Asks {
					x += fmt.Sprint(a.ID, a.By, a.Left, a.Early, "\n")
				}
			}
			x = randomText.ReplaceAllString(x, "R")
			if n == 0 {
				b.WriteString(x)
			} else if !strings.HasSuffix(b.String(), x) {
				s.t.Errorf("the hosts have %s otherwise: %s", id, x)
			}
		}
	}
	return b.String()
}

// only has one host left in the room.
func (s *stage) only(h bottest.Host) {
	for n := range s.Hosts() {
		s.Hosts()[n] = h
	}
}

// prelude does some things, and picks two more.
func (s *stage) prelude() (a, b doing) {
	for range 3 + s.IntN(14) {
		d := s.any()
		said := s.do(s.Hosts()[s.IntN(2)], d)
		s.log = append(s.log, fmt.Sprintf("%s: %.70q", d, said))
		s.Settle()
		if s.IntN(3) == 0 {
			s.Clock.Advance(time.Duration(s.IntN(90)) * time.Second)
		}
	}
	if s.IntN(4) == 0 { // somebody may win by time, or is about to
		s.Pass(15 * day)
		for _, u := range everybody {
			s.acts++
			s.does(s.Hosts()[0], s.acts, bot.Interaction{User: u, CustomID: s.page + "end"})
		}
		s.Settle()
		s.Pass(time.Duration(23+s.IntN(3)) * time.Hour)
		if s.IntN(2) == 0 {
			s.acts++
			s.does(s.Hosts()[0], s.acts, bot.Interaction{User: eve, CustomID: s.page + "map"})
			s.Settle()
		}
		claim := s.press(bot.UserID(s.pick("ann", "ben")), s.page+"ended.idle")
		if a, b = claim, s.useful(); s.IntN(2) == 0 {
			a, b = b, a
		}
		return a, b
	}
	a = s.any()
	for a.i.User == bot.UserID("") && s.IntN(2) == 0 {
		a = s.any()
	}
	for b = s.any(); a.span > 0 && b.span > 0; {
		b = s.any()
	}
	if s.IntN(4) == 0 && a.span == 0 {
		b = a // they try again
		s.acts++
		b.n = s.acts
	}
	return a, b
}

func searchSeeds(quick []int) (seeds []int) {
	if os.Getenv("SOAK") != "1" {
		return quick
	}
	from, n := 1000, 3000
	if x, err := strconv.Atoi(os.Getenv("FROM")); err == nil {
		from = x
	}
	if x, err := strconv.Atoi(os.Getenv("COUNT")); err == nil {
		n = x
	}
	for i := range n {
		seeds = append(seeds, from+i)
	}
	return seeds
}

// A host dies at any moment of anything that anybody does, and the other goes on: it was done, or it was not.
func TestCheatByDeathsAnywhere(t *testing.T) {
	died, runs := 0, 0
	for _, seed := range searchSeeds([]int{1, 2, 3}) {
		// run has the host of the first die at the nth thing that it writes; 0: never; -1: nobody does the first.
		run := func(n int, after bool) (stands, what string, dead bool) {
			runs++
			s := newStage(t, uint64(seed))
			a, b := s.prelude()
			again, apart := s.IntN(2) == 0, s.IntN(2) == 0
			what = fmt.Sprint(strings.Join(s.log, "\n"), "\n", a, " / ", b)
			one, other := s.Hosts()[0], s.Hosts()[1]
			l := s.lives[len(s.lives)-2]
			if n > 0 {
				l.left, l.after = n, after
			}
			if n >= 0 {
				s.do(one, a)
			}
			if dead = l.dead; again {
				s.Restart()
			} else {
				s.only(other)
			}
			l.left = 0
			if n < 0 {
				s.Clock.Advance(a.span)
			}
			if apart {
				s.Settle()
			}
			if strings.HasPrefix(a.i.CustomID, "privacy|") {
				b = s.sure(s.slash(a.i.User, "privacy delete", nil), "privacy|")
			}
			s.do(s.Hosts()[0], b)
			s.Settle()
			s.Clock.Advance(2 * time.Minute) // as the leases of a dead host end
			s.Settle()
			if x := s.Log.String(); strings.Contains(x, "panic") {
				t.Error(x)
			}
			return s.stands(), what, dead
		}
		done, what, _ := run(0, false)
		undone, _, _ := run(-1, false)
		for n := 1; ; n++ {
			dead := false
			for _, after := range []bool{false, true} {
				var got string
				if got, _, dead = run(n, after); !dead {
					break
				}
				died++
				if got != done && got != undone {
					t.Errorf("seed %d, death %d, after %t: %s\nif done: %s\nif not: %s", seed, n, after, what, differ(done, got), differ(undone, got))
					dead = false
					break
				}
			}
			if !dead {
				break
			}
		}
	}
	t.Logf("%d deaths in %d runs", died, runs)
}

// Two things that are done at once about a campaign, its matches or the moderation of them come to what one after the other would.
func TestCheatByComingBetweenInACampaign(t *testing.T) {
	runs := 0
	for _, seed := range searchSeeds([]int{1, 2, 3}) {
		run := func(n int) (stands string, said [2]string, what string, reached bool) {
			runs++
			s := newStage(t, uint64(seed))
			a, b := s.prelude()
			if a.span > 0 {
				a.span = time.Millisecond
			}
			if b.span > 0 {
				b.span = time.Millisecond
			}
			if s.IntN(3) == 0 {
				s.Restart()
			}
			what = fmt.Sprint(strings.Join(s.log, "\n"), "\n", a, " / ", b)
			one, other := s.Hosts()[0], s.Hosts()[1]
			said, reached = s.cut.both(n, func() string { return s.do(one, a) }, func() string { return s.do(other, b) })
			s.Settle()
			s.Clock.Advance(2 * time.Minute)
			s.Settle()
			if x := s.Log.String(); strings.Contains(x, "panic") {
				t.Error(x)
			}
			return s.stands(), said, what, reached
		}
		after, saidAfter, what, _ := run(0)
		before, saidBefore, _, _ := run(-1)
		alone, _, _, _ := run(-2)
		for n := 1; ; n++ {
			got, said, _, reached := run(n)
			if !reached {
				break
			}
			if got != after && got != before && got != alone {
				t.Errorf("seed %d, use %d: %s\nsaid %.300q\nafter: %.300q\nbefore: %.300q\nAFTER %s\nBEFORE %s\nALONE %s", seed, n, what, said, saidAfter, saidBefore, differ(after, got), differ(before, got), differ(alone, got))
				break
			}
			if got == alone && got != after && got != before && !strings.HasPrefix(said[0], "⚠️") && os.Getenv("ON") != "" {
				t.Logf("ALONE seed %d, use %d: %s / said %.200q", seed, n, what[strings.LastIndex(what, "\n"):], said[0])
			}
		}
	}
	t.Log(runs, "runs")
}
