package bot_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/game/table"
)

// life is that of a host's process. It ends after so many more things that it does to the store or to Discord: before the last of them is
// done, or before the process knows that it was. What is tried later fails.
type life struct {
	left  int // 0: it does not end
	after bool
	dead  bool
}

var errDead = errors.New("the process has ended")

func (l *life) do(what func() error) error {
	if l.dead {
		return errDead
	}
	if l.left > 0 {
		if l.left--; l.left == 0 {
			if l.dead = true; l.after {
				_ = what()
			}
			return errDead
		}
	}
	return what()
}

type mortal struct {
	table.Store
	*life
}

func (m mortal) Commit(ctx context.Context, c table.Commit) (r table.Receipt, err error) {
	err = m.do(func() error { r, err = m.Store.Commit(ctx, c); return err })
	return r, err
}

func (m mortal) Put(ctx context.Context, rs ...table.Record) error {
	return m.do(func() error { return m.Store.Put(ctx, rs...) })
}

func (m mortal) Done(ctx context.Context, d table.Delivery, result []byte, rs ...table.Record) error {
	return m.do(func() error { return m.Store.Done(ctx, d, result, rs...) })
}

func (m mortal) Fail(ctx context.Context, d table.Delivery, at time.Time, result []byte, rs ...table.Record) error {
	return m.do(func() error { return m.Store.Fail(ctx, d, at, result, rs...) })
}

// read is do for what changes nothing, which no process dies of.
func (l *life) read(what func() error) error {
	if l.dead {
		return errDead
	}
	return what()
}

func (m mortal) Get(ctx context.Context, key string) (v []byte, err error) {
	err = m.read(func() error { v, err = m.Store.Get(ctx, key); return err })
	return v, err
}

func (m mortal) List(ctx context.Context, prefix, after string, most int) (rs []table.Record, err error) {
	err = m.read(func() error { rs, err = m.Store.List(ctx, prefix, after, most); return err })
	return rs, err
}

func (m mortal) Load(ctx context.Context, id table.ID) (l table.Loaded, err error) {
	err = m.read(func() error { l, err = m.Store.Load(ctx, id); return err })
	return l, err
}

func (m mortal) Head(ctx context.Context, id table.ID) (h table.Head, err error) {
	err = m.read(func() error { h, err = m.Store.Head(ctx, id); return err })
	return h, err
}

func (m mortal) Events(ctx context.Context, id table.ID, after uint64, most int) (es []table.Event, err error) {
	err = m.read(func() error { es, err = m.Store.Events(ctx, id, after, most); return err })
	return es, err
}

type mortalWire struct {
	bot.Wire
	*life
	called map[bot.UserID]time.Time
	clock  func() time.Time
}

func (m mortalWire) Post(ctx context.Context, channel bot.ChannelID, x bot.Message, nonce string) (id bot.MessageID, err error) {
	err = m.do(func() error {
		if id, err = m.Wire.Post(ctx, channel, x, nonce); err == nil && channel == bottest.General {
			for _, u := range x.Mention {
				m.called[u] = m.clock()
			}
		}
		return err
	})
	return id, err
}

func (m mortalWire) Edit(ctx context.Context, channel bot.ChannelID, id bot.MessageID, x bot.Message) error {
	return m.do(func() error { return m.Wire.Edit(ctx, channel, id, x) })
}

// newMortalWar is a campaign whose hosts die as the life says, and when who was called last in the channel.
func newMortalWar(t *testing.T, now **life, options ...bottest.Option) (war, map[bot.UserID]time.Time) {
	*now = &life{}
	called := map[bot.UserID]time.Time{}
	w := newWarAs(t, func(s *bottest.Setup) {
		s.Store = func(x table.Store) table.Store { return mortal{x, *now} }
		s.Through = func(room *bottest.Room, x bot.Wire) bot.Wire {
			return mortalWire{x, *now, called, func() time.Time { return room.Clock.Now() }}
		}
	}, options...)
	return w, called
}

// A host that dies as the second of two says that they are ready notes nothing, or the match begins. Their Ready alone would have the other,
// whose own ran out, wait without a call and lose.
func TestCheatByReadyThatDies(t *testing.T) {
	died := 0
	for n := 1; n <= 6; n++ {
		var now *life
		w, called := newMortalWar(t, &now, opt("clock", "quick"))
		w.joins(ben, "2")
		u, other := w.first(ann, ben)
		id := w.attacks(u)
		w.takes(other, id)
		w.Clock.Advance(time.Minute)
		now.left = n
		w.Press(u, w.lobby(), "ready|"+string(id))
		if now.dead {
			died++
		}
		now = &life{}
		w.Restart()
		w.Pass(time.Minute)
		if p, err := w.Hall.Public(ctx, id); err == nil && p.Result == nil {
			continue
		}
		at := w.Clock.Now()
		w.Pass(14*day + time.Hour)
		w.control(u, "end")
		w.Pass(25 * time.Hour)
		if a := text(w.control(u, "end")); strings.Contains(a, "so your side wins") && called[other].Before(at) {
			t.Errorf("death %d: %s was not called and loses", n, other)
		}
	}
	if died == 0 {
		t.Error("no host died")
	}
}

// A host that dies as the last of a side leaves has not left the challenge of the campaign behind that is over by that.
func TestCheatByLeavingAsTheHostDies(t *testing.T) {
	over := 0
	for n := 1; n <= 8; n++ {
		var now *life
		w, _ := newMortalWar(t, &now, opt("clock", "slow"))
		w.joins(ben, "2")
		u, other := w.first(ann, ben)
		w.attacks(u)
		page := "campaign|" + w.id() + "@guild|"
		now.left = n
		w.Press(other, w.lobby(), page+"left")
		died := now.dead
		now = &life{}
		w.Restart()
		w.Press(eve, w.lobby(), page+"map")
		open, err := w.Store.List(ctx, "table/", "", 9)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(w.stored("campaign/guild/"+w.id()), `"over"`) {
			continue
		}
		if len(open) > 0 {
			t.Errorf("death %d: the campaign is over and %d challenges are open", n, len(open))
		}
		if died {
			over++
		}
	}
	if over == 0 {
		t.Error("no host died after the end")
	}
}

// A campaign that somebody gave up is over on its card too, although the host died as soon as that was stored and nobody looks at it.
func TestCampaignsEndIsToldAfterADeath(t *testing.T) {
	for n := 1; n <= 6; n++ {
		var now *life
		w, _ := newMortalWar(t, &now)
		w.joins(ben, "2")
		w.Pass(time.Minute) // the card has called
		now.left, now.after = n, true
		w.control(ben, "ended", "resigned")
		died := now.dead
		now = &life{}
		w.Restart()
		w.Pass(10 * time.Minute)
		if !strings.Contains(w.stored("campaign/guild/"+w.id()), `"over"`) {
			continue
		}
		w.saysCard("gave up")
		if n == 1 && !died {
			t.Error("no host died at the end")
		}
	}
}

// mortals are two sides of two whose hosts die again and again, whatever they press.
type mortals struct {
	war
	*rand.Rand
	now    *life
	called map[bot.UserID]time.Time
	// knows is when each side last took back what it had done, by which it knows that it is waited for.
	knows [2]time.Time
	page  string // the campaign's controls
	log   []string
}

var (
	fighters   = []bot.UserID{ann, ben, cal, dan}
	fighterFor = map[bot.UserID]int{ann: 0, cal: 0, ben: 1, dan: 1}
)

func newMortals(t *testing.T, seed uint64) *mortals {
	m := &mortals{Rand: rand.New(rand.NewPCG(seed, 11))}
	m.war, m.called = newMortalWar(t, &m.now, opt("clock", []string{"slow", "quick", "none"}[seed%3]), opt("form", "five"))
	for n, u := range []bot.UserID{ben, cal, dan} {
		m.joins(u, []string{"2", "1", "2"}[n])
	}
	m.page = "campaign|" + m.id() + "@guild|"
	return m
}

// stands is what is stored of the campaign, and of its open challenge; open is false if there is none.
func (m *mortals) stands() (s standing, ch openOne, open bool) {
	m.t.Helper()
	if err := json.Unmarshal([]byte(m.stored(strings.NewReplacer("campaign|", "campaign/guild/", "@guild|", "").Replace(m.page))), &s); err != nil {
		m.t.Fatal(err)
	}
	rs, err := m.Store.List(ctx, "table/", "", 9)
	if err == nil && len(rs) > 0 {
		err = json.Unmarshal(rs[0].Value, &ch)
	}
	if err != nil {
		m.t.Fatal(err)
	}
	if len(rs) > 1 {
		m.t.Errorf("%d challenges are open", len(rs))
	}
	return s, ch, len(rs) > 0
}

// openOne is what is stored of an open challenge.
type openOne struct {
	Until, Since time.Time
	Taker        *struct{ User bot.UserID }
	Ready        [2]time.Time
}

// waits is since when somebody is waited for in it.
func (o openOne) waits() time.Time {
	since := o.Until.Add(-bot.SeriesLife)
	if o.Taker != nil {
		if since = o.Ready[1]; o.Ready[0].After(since) {
			since = o.Ready[0]
		}
	}
	if !o.Since.IsZero() && o.Since.Before(since) {
		since = o.Since
	}
	return since
}

// does has one of the hosts carry something out.
func (m *mortals) does(i bot.Interaction) string {
	i.ID, i.At, i.Name, i.Guild, i.Channel = bot.InteractionID(fmt.Sprintf("d%d", len(m.log))), m.Clock.Now(), m.Name(i.User), "guild", bottest.General
	told := ""
	if a := m.Hosts()[m.IntN(2)].Bot.Handle(ctx, i); a.Letter != nil {
		told = bottest.Words(*a.Letter)
	}
	back := strings.Contains(told, "You are out of it") || i.CustomID == m.page+"back" && !strings.Contains(told, "cannot do that")
	if side, fights := fighterFor[i.User]; fights && back {
		m.knows[side] = m.Clock.Now()
	}
	m.log = append(m.log, fmt.Sprintf("%s %s %s%v %v: %.60q", m.Clock.Now().Format("Jan 02 15:04:05"), i.User, i.CustomID, i.Values, i.Options, told))
	return told
}

func (m *mortals) presses(u bot.UserID, what string, values ...string) string {
	return m.does(bot.Interaction{Kind: bot.Press, User: u, CustomID: m.page + what, Values: values})
}

// acts has one of them do something about the campaign or its next match.
func (m *mortals) acts(next table.ID) {
	u := fighters[m.IntN(len(fighters))]
	press := func(what string, values ...string) {
		m.does(bot.Interaction{Kind: bot.Press, User: u, CustomID: what + "|" + string(next), Values: values})
	}
	switch m.IntN(12) {
	case 0, 1, 2:
		m.presses(u, "attack", fmt.Sprint(1+m.IntN(3)))
	case 3:
		m.presses(u, "back")
	case 4, 5, 6:
		press("force", "blue")
	case 7, 8:
		press("ready")
	case 9:
		press("decline")
	case 10:
		m.presses(u, "map")
	default:
		m.does(bot.Interaction{Kind: bot.Slash, User: u, Command: []string{"order"}, Options: bot.Options{"line": "quit", "match": string(next)}})
	}
	m.Clock.Advance(time.Duration(m.IntN(90)) * time.Second)
}

// lives lets them act for a while, in which the hosts may die, and has others take over. It reports whether they died.
func (m *mortals) lives(next table.ID) (died bool) {
	m.t.Helper()
	if m.IntN(2) == 0 {
		m.now.left, m.now.after = 1+m.IntN(12), m.IntN(2) == 0
	}
	for range 1 + m.IntN(3) {
		m.acts(next)
	}
	for range 3 { // a host that is dead fails in all of it
		for _, h := range m.Hosts() {
			_, _ = h.Hall.Timers().Fire(ctx)
			_, _ = h.Outbox.Send(ctx)
			_, _ = h.Bot.Due(ctx)
		}
	}
	died, m.now = m.now.dead, &life{}
	m.Restart()
	m.Pass(2 * time.Minute)
	m.presses(eve, "map")
	m.Settle()
	return died
}

// running is how many matches run.
func (m *mortals) running() (n int) {
	m.t.Helper()
	for _, u := range fighters {
		all, err := m.Hall.MatchesOf(ctx, u)
		if err != nil {
			m.t.Fatal(err)
		}
		for _, x := range all {
			if p, err := m.Hall.Public(ctx, x.Match); err != nil || p.Result == nil {
				n++
			}
		}
	}
	return n / 2
}

// claims has both captains wait until they may end the campaign as won, which they do not do. It returns how often they might.
func (m *mortals) claims() (n int) {
	_, ch, open := m.stands()
	m.Pass(14*day + 2*time.Hour)
	for range 4 {
		for _, u := range []bot.UserID{ann, ben} {
			if !strings.Contains(m.presses(u, "end"), "let it wait, so your side wins") {
				continue
			}
			n++
			late, known := 1-fighterFor[u], false
			for x, at := range m.called {
				known = known || fighterFor[x] == late && m.Clock.Now().Sub(at) >= bot.SeriesAway && !at.Before(ch.waits().Add(-time.Minute))
			}
			if known = known || open && !m.knows[late].Before(ch.waits()) || !open && m.knows[late].After(m.knows[1-late]); !known {
				m.t.Errorf("%s may end it as won, and nobody of side %d was called: %v", u, late, m.called)
			}
		}
		m.Pass(25 * time.Hour)
	}
	for _, u := range []bot.UserID{ann, ben} {
		m.presses(u, "back")
	}
	m.Settle()
	return n
}

// A host dies at any moment of a campaign, again and again. Nobody may end it as won without that somebody of the other side was called, and
// nothing is half done.
func TestCheatByDyingHosts(t *testing.T) {
	seeds := 12
	if os.Getenv("SOAK") == "1" {
		seeds = 3000
	}
	died, claimed := 0, 0
	for seed := range uint64(seeds) {
		m := newMortals(t, seed)
		for step := range 25 {
			s, _, _ := m.stands()
			if s.Over != nil {
				break
			}
			if m.lives(matchOf(s.Next)) {
				died++
				m.log = append(m.log, "the hosts die")
			}
			s, _, open := m.stands()
			running := m.running()
			if n := running; open || running > 0 {
				if open {
					n++
				}
				if n > 1 || s.Over == nil && s.Next == nil || s.Over != nil && open {
					t.Errorf("open: %t, %d running, next %v, over %v", open, running, s.Next, s.Over)
				}
			} else if s.Over == nil && s.Next != nil {
				t.Errorf("the next match is none: %v", s.Next)
			}
			if s.Over == nil && step%5 == 4 && running == 0 {
				claimed += m.claims()
			}
			if t.Failed() {
				t.Fatalf("seed %d:\n%s\n%s", seed, strings.Join(m.log, "\n"), m.Log)
			}
		}
	}
	t.Logf("they died %d times, and a campaign might be ended as won %d times", died, claimed)
	if died == 0 || claimed == 0 {
		t.Error("something never happened")
	}
}
