package campaign_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/campaigns"
	"downsync/bot/bottest/hosts"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/table"
)

// newMortalWar returns a campaign whose hosts die as the life says, and the time at which each user was last notified
// in the channel.
func newMortalWar(t *testing.T, now **hosts.Life, options ...bottest.Option) (campaigns.Campaign, map[wire.UserID]time.Time) {
	*now = &hosts.Life{}
	called := map[wire.UserID]time.Time{}
	w := campaigns.NewAs(t, func(s *bottest.Setup) {
		s.Store = func(x table.Store) table.Store { return hosts.MortalStore{Store: x, Life: *now} }
		s.Through = func(room *bottest.Room, x wire.Wire) wire.Wire {
			return hosts.MortalWire{Wire: x, Life: *now, Called: called, Clock: func() time.Time { return room.Clock.Now() }}
		}
	}, options...)
	return w, called
}

// A host dies when the second of two players says that they are ready. Either it notes nothing, or the match begins.
// Otherwise the other player, whose own Ready had lapsed, would wait without a notification and lose.
func TestCheatByReadyThatDies(t *testing.T) {
	died := 0
	for n := 1; n <= 6; n++ {
		var now *hosts.Life
		w, called := newMortalWar(t, &now, party.Opt("clock", "quick"))
		w.Joins(ben, "2")
		u, other := w.First(ann, ben)
		id := w.Attacks(u)
		w.Takes(other, id)
		w.Clock.Advance(time.Minute)
		now.Left = n
		w.Press(u, w.Card(), "ready|"+string(id))
		if now.Dead {
			died++
		}
		now = &hosts.Life{}
		w.Restart()
		w.Pass(time.Minute)
		if p, err := w.Hall.Public(ctx, id); err == nil && p.Result == nil {
			continue
		}
		at := w.Clock.Now()
		w.Pass(14*day + time.Hour)
		w.Control(u, "end")
		w.Pass(25 * time.Hour)
		if a := party.Text(w.Control(u, "end")); strings.Contains(a, "so your side wins") && called[other].Before(at) {
			t.Errorf("death %d: %s was not called and loses", n, other)
		}
	}
	if died == 0 {
		t.Error("no host died")
	}
}

// A host dies when the last member of a side leaves. It does not leave the challenge of the finished campaign behind.
func TestCheatByLeavingAsTheHostDies(t *testing.T) {
	over := 0
	for n := 1; n <= 8; n++ {
		var now *hosts.Life
		w, _ := newMortalWar(t, &now, party.Opt("clock", "slow"))
		w.Joins(ben, "2")
		u, other := w.First(ann, ben)
		w.Attacks(u)
		page := "campaign|" + w.CampaignID() + "@guild|"
		now.Left = n
		w.Press(other, w.Card(), page+"left")
		died := now.Dead
		now = &hosts.Life{}
		w.Restart()
		w.Press(eve, w.Card(), page+"map")
		open, err := w.Store.List(ctx, "table/", "", 9)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(w.Stored("campaign/guild/"+w.CampaignID()), `"over"`) {
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

// The card also shows that a given-up campaign is finished, although the host died right after storing that and nobody
// looks at it.
func TestCampaignsEndIsToldAfterADeath(t *testing.T) {
	for n := 1; n <= 6; n++ {
		var now *hosts.Life
		w, _ := newMortalWar(t, &now)
		w.Joins(ben, "2")
		w.Pass(time.Minute) // the card has notified them
		now.Left, now.After = n, true
		w.Control(ben, "ended", "resigned")
		died := now.Dead
		now = &hosts.Life{}
		w.Restart()
		w.Pass(10 * time.Minute)
		if !strings.Contains(w.Stored("campaign/guild/"+w.CampaignID()), `"over"`) {
			continue
		}
		w.CardSays("gave up")
		if n == 1 && !died {
			t.Error("no host died at the end")
		}
	}
}

// mortals are two sides of two players whose hosts die again and again, whatever they press.
type mortals struct {
	campaigns.Campaign
	*rand.Rand
	now    *hosts.Life
	called map[wire.UserID]time.Time
	// knows is when each side last undid its own act, and so knows that it is awaited.
	knows [2]time.Time
	page  string // the campaign's controls
	log   []string
}

var (
	fighters   = []wire.UserID{ann, ben, cal, dan}
	fighterFor = map[wire.UserID]int{ann: 0, cal: 0, ben: 1, dan: 1}
)

func newMortals(t *testing.T, seed uint64) *mortals {
	m := &mortals{Rand: rand.New(rand.NewPCG(seed, 11))}
	m.Campaign, m.called = newMortalWar(t, &m.now, party.Opt("clock", []string{"slow", "quick", "none"}[seed%3]), party.Opt("form", "five"))
	for n, u := range []wire.UserID{ben, cal, dan} {
		m.Joins(u, []string{"2", "1", "2"}[n])
	}
	m.page = "campaign|" + m.CampaignID() + "@guild|"
	return m
}

// stands returns the stored state of the campaign and of its open challenge; open is false if there is none.
func (m *mortals) stands() (s standing, ch openOne, open bool) {
	m.T.Helper()
	if err := json.Unmarshal([]byte(m.Stored(strings.NewReplacer("campaign|", "campaign/guild/", "@guild|", "").Replace(m.page))), &s); err != nil {
		m.T.Fatal(err)
	}
	rs, err := m.Store.List(ctx, "table/", "", 9)
	if err == nil && len(rs) > 0 {
		err = json.Unmarshal(rs[0].Value, &ch)
	}
	if err != nil {
		m.T.Fatal(err)
	}
	if len(rs) > 1 {
		m.T.Errorf("%d challenges are open", len(rs))
	}
	return s, ch, len(rs) > 0
}

// openOne is the stored state of an open challenge.
type openOne struct {
	Until, Since time.Time
	Taker        *struct{ User wire.UserID }
	Ready        [2]time.Time
}

// waits returns since when somebody is awaited in it.
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
func (m *mortals) does(i wire.Interaction) string {
	i.ID, i.At, i.Name, i.Guild, i.Channel = wire.InteractionID(fmt.Sprintf("d%d", len(m.log))), m.Clock.Now(), m.Name(i.User), "guild", bottest.General
	told := ""
	if a := m.Hosts()[m.IntN(2)].Bot.Handle(ctx, i); a.Letter != nil {
		told = bottest.Words(*a.Letter)
	}
	back := strings.Contains(told, "You have left") || i.CustomID == m.page+"back" && !strings.Contains(told, "cannot do that")
	if side, fights := fighterFor[i.User]; fights && back {
		m.knows[side] = m.Clock.Now()
	}
	m.log = append(m.log, fmt.Sprintf("%s %s %s%v %v: %.60q", m.Clock.Now().Format("Jan 02 15:04:05"), i.User, i.CustomID, i.Values, i.Options, told))
	return told
}

func (m *mortals) presses(u wire.UserID, what string, values ...string) string {
	return m.does(wire.Interaction{Kind: wire.Press, User: u, CustomID: m.page + what, Values: values})
}

// acts has one of them do something about the campaign or its next match.
func (m *mortals) acts(next table.ID) {
	u := fighters[m.IntN(len(fighters))]
	press := func(what string, values ...string) {
		m.does(wire.Interaction{Kind: wire.Press, User: u, CustomID: what + "|" + string(next), Values: values})
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
		m.does(wire.Interaction{Kind: wire.Slash, User: u, Command: []string{"order"}, Options: wire.Options{"line": "quit", "match": string(next)}})
	}
	m.Clock.Advance(time.Duration(m.IntN(90)) * time.Second)
}

// lives lets them act for a while, during which the hosts may die, and has others take over. It reports whether any
// died.
func (m *mortals) lives(next table.ID) (died bool) {
	m.T.Helper()
	if m.IntN(2) == 0 {
		m.now.Left, m.now.After = 1+m.IntN(12), m.IntN(2) == 0
	}
	for range 1 + m.IntN(3) {
		m.acts(next)
	}
	for range 3 { // a dead host fails every time
		for _, h := range m.Hosts() {
			_, _ = h.Hall.Timers().Fire(ctx)
			_, _ = h.Outbox.Send(ctx)
			_, _ = h.Bot.Due(ctx)
		}
	}
	died, m.now = m.now.Dead, &hosts.Life{}
	m.Restart()
	m.Pass(2 * time.Minute)
	m.presses(eve, "map")
	m.Settle()
	return died
}

// running returns how many matches are running.
func (m *mortals) running() (n int) {
	m.T.Helper()
	for _, u := range fighters {
		all, err := m.Hall.MatchesOf(ctx, u)
		if err != nil {
			m.T.Fatal(err)
		}
		for _, x := range all {
			if p, err := m.Hall.Public(ctx, x.Match); err != nil || p.Result == nil {
				n++
			}
		}
	}
	return n / 2
}

// claims has both captains wait until they could end the campaign as won, without doing it. It returns how often they
// could.
func (m *mortals) claims() (n int) {
	_, ch, open := m.stands()
	m.Pass(14*day + 2*time.Hour)
	for range 4 {
		for _, u := range []wire.UserID{ann, ben} {
			if !strings.Contains(m.presses(u, "end"), "let it wait, so your side wins") {
				continue
			}
			n++
			late, known := 1-fighterFor[u], false
			for x, at := range m.called {
				known = known || fighterFor[x] == late && m.Clock.Now().Sub(at) >= bot.SeriesAway && !at.Before(ch.waits().Add(-time.Minute))
			}
			if known = known || open && !m.knows[late].Before(ch.waits()) || !open && m.knows[late].After(m.knows[1-late]); !known {
				m.T.Errorf("%s may end it as won, and nobody of side %d was called: %v", u, late, m.called)
			}
		}
		m.Pass(25 * time.Hour)
	}
	for _, u := range []wire.UserID{ann, ben} {
		m.presses(u, "back")
	}
	m.Settle()
	return n
}

// A host may die at any moment of a campaign, again and again. Nobody can end it as won unless a member of the other
// side was notified, and nothing is half done.
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
