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

func (m mortal) Done(ctx context.Context, d table.Delivery, result []byte) error {
	return m.do(func() error { return m.Store.Done(ctx, d, result) })
}

func (m mortal) Fail(ctx context.Context, d table.Delivery, at time.Time, result []byte) error {
	return m.do(func() error { return m.Store.Fail(ctx, d, at, result) })
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
		open, err := w.Store.List(ctx, "challenge/", "", 9)
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

// A host dies at any moment of a campaign, again and again. Nobody may end it as won without that somebody of the other side was called, and
// nothing is half done.
func TestCheatByDyingHosts(t *testing.T) {
	rounds := 20
	if os.Getenv("SOAK") == "1" {
		rounds = 3000
	}
	stats := map[string]int{}
	for round := range uint64(rounds) {
		r := rand.New(rand.NewPCG(round, 11))
		var now *life
		w, called := newMortalWar(t, &now, opt("clock", []string{"slow", "quick", "none"}[round%3]), opt("form", "five"))
		for n, u := range []bot.UserID{ben, cal, dan} {
			w.joins(u, []string{"2", "1", "2"}[n])
		}
		side := map[bot.UserID]int{ann: 0, cal: 0, ben: 1, dan: 1}
		var knew [2]time.Time // when a side last did what it knows itself to be waited for by
		var log []string
		read := func() (s standing) {
			raw, err := w.Store.Get(ctx, "campaign/guild/"+w.id())
			if err == nil {
				err = json.Unmarshal(raw, &s)
			}
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		users := []bot.UserID{ann, ben, cal, dan}
		act := func(i bot.Interaction) string {
			i.ID, i.At, i.Name, i.Guild, i.Channel = bot.InteractionID(fmt.Sprintf("d%d", len(log))), w.Clock.Now(), "Name of "+string(i.User), "guild", bottest.General
			a := w.Hosts()[r.IntN(2)].Bot.Handle(ctx, i)
			if a.Letter != nil {
				return bottest.Words(*a.Letter)
			}
			return ""
		}
		settle := func() {
			for range 3 {
				for _, h := range w.Hosts() {
					_, _ = h.Hall.Fire(ctx)
					_, _ = h.Outbox.Send(ctx)
					_, _ = h.Bot.Due(ctx)
				}
			}
		}
		id := w.id()
		for step := range 25 {
			s := read()
			if s.Over != nil {
				break
			}
			next := "none"
			if s.Next != nil {
				next = string(s.Next.Match)
			}
			if r.IntN(2) == 0 {
				now.left, now.after = 1+r.IntN(12), r.IntN(2) == 0
			}
			for range 1 + r.IntN(3) {
				u := users[r.IntN(4)]
				i := bot.Interaction{Kind: bot.Press, User: u}
				verb := func(what string, values ...string) { i.CustomID, i.Values = "campaign|"+id+"@guild|"+what, values }
				switch r.IntN(12) {
				case 0, 1, 2:
					verb("attack", fmt.Sprint(1+r.IntN(3)))
				case 3:
					verb("back")
				case 4, 5, 6:
					i.CustomID, i.Values = "force|"+next, []string{"blue"}
				case 7, 8:
					i.CustomID = "ready|" + next
				case 9:
					i.CustomID = "decline|" + next
				case 10:
					verb("map")
				default:
					i.Kind, i.Command, i.Options = bot.Slash, []string{"order"}, bot.Options{"line": "quit", "match": next}
				}
				told := act(i)
				if strings.Contains(told, "You are out of it") || strings.HasSuffix(i.CustomID, "back") && !strings.Contains(told, "cannot do that") {
					knew[side[u]] = w.Clock.Now()
				}
				log = append(log, fmt.Sprintf("%s %s %s%v %v: %.60q", w.Clock.Now().Format("Jan 02 15:04:05"), u, i.CustomID, i.Values, i.Options, told))
				w.Clock.Advance(time.Duration(r.IntN(90)) * time.Second)
			}
			settle()
			if now.dead {
				stats["died"]++
				log = append(log, "-- it dies")
			}
			now = &life{}
			w.Restart()
			w.Clock.Advance(2 * time.Minute)
			w.Settle()
			act(bot.Interaction{Kind: bot.Press, User: eve, CustomID: "campaign|" + id + "@guild|map"})
			w.Settle()
			// What is there belongs together.
			s = read()
			open, err := w.Store.List(ctx, "challenge/", "", 99)
			if err != nil {
				t.Fatal(err)
			}
			running := 0
			for _, u := range users {
				ms, err := w.Hall.MatchesOf(ctx, u)
				if err != nil {
					t.Fatal(err)
				}
				for _, m := range ms {
					if p, err := w.Hall.Public(ctx, m.Match); err != nil || p.Result == nil {
						running++
					}
				}
			}
			running /= 2
			if n := len(open) + running; s.Over == nil && (n > 1 || (n == 1) != (s.Next != nil)) || s.Over != nil && n > 0 {
				t.Errorf("%d open, %d running, next %v, over %v", len(open), running, s.Next, s.Over)
			}
			if s.Over == nil && step%5 == 4 && running == 0 { // how would it end?
				since := time.Time{}
				if len(open) > 0 {
					var x struct {
						Until, Since time.Time
						Taker        *struct{ User bot.UserID }
						Ready        [2]time.Time
					}
					if err := json.Unmarshal(open[0].Value, &x); err != nil {
						t.Fatal(err)
					}
					switch since = x.Until.Add(-bot.SeriesLife); {
					case x.Taker != nil && x.Ready[0].After(x.Ready[1]):
						since = x.Ready[0]
					case x.Taker != nil:
						since = x.Ready[1]
					}
					if !x.Since.IsZero() && x.Since.Before(since) {
						since = x.Since
					}
				}
				w.Pass(14*day + 2*time.Hour)
				for n := range 4 {
					for _, u := range []bot.UserID{ann, ben} {
						told := act(bot.Interaction{Kind: bot.Press, User: u, CustomID: "campaign|" + id + "@guild|end"})
						if !strings.Contains(told, "let it wait, so your side wins") {
							continue
						}
						stats["claims"]++
						late := 1 - side[u]
						ok := false
						for x, at := range called {
							ok = ok || side[x] == late && w.Clock.Now().Sub(at) >= 24*time.Hour && !at.Before(since.Add(-time.Minute))
						}
						if !ok && (len(open) > 0 && knew[late].Before(since) || len(open) == 0 && !knew[late].After(knew[1-late])) {
							t.Errorf("%s may claim it after %d tries, and side %d was never called: %v, knew %v, since %v", u, n, late, called, knew, since)
						}
					}
					w.Pass(25 * time.Hour)
				}
				if stats["trial"]++; s.Next != nil {
					stats["trial of a challenge"]++
				}
				for _, u := range []bot.UserID{ann, ben} { // everything anew
					if told := act(bot.Interaction{Kind: bot.Press, User: u, CustomID: "campaign|" + id + "@guild|back"}); !strings.Contains(told, "cannot do that") {
						knew[side[u]] = w.Clock.Now()
						log = append(log, "-- taken back by "+string(u))
					}
				}
				w.Settle()
			}
			if t.Failed() {
				t.Fatalf("round %d:\n%s\n%s", round, strings.Join(log, "\n"), w.Log)
			}
		}
	}
	t.Log(stats)
}
