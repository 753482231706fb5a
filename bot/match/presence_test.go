package match_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/customid"
	"downsync/bot/keys"
	"downsync/bot/lang"
	"downsync/bot/prefs"
	"downsync/bot/wire"
	"downsync/game/table"
)

// countLoud counts the user's messages with a sound, from index after on: direct messages, and messages that mention
// them.
func countLoud(p *party.Party, u wire.UserID, after int) (n int) {
	for _, s := range p.Wire.Delivered(u, after) {
		if s.What == "post" && !s.Silent && s.Only == u {
			n++
		}
	}
	return n
}

// A player who has pressed something in the match within the last minute gets an edit, or a message without a sound:
// whatever they pressed, whichever host answered, and after a restart. A player who was away longer is notified once of
// their question. The other player's presses change nothing.
func TestNobodyPresentIsCalled(t *testing.T) {
	for name, x := range map[string]struct {
		press func(p *party.Party)
		away  time.Duration
		loud  int
	}{
		"an order in words":    {func(p *party.Party) { p.Slash(ann, []string{"order"}, party.Opt("line", "note red")) }, 0, 0},
		"a press there":        {func(p *party.Party) { p.Click(ann, p.Console(ann), "draft note") }, 0, 0},
		"a look":               {func(p *party.Party) { p.Slash(ann, []string{"match", "show"}) }, 0, 0},
		"a look at the log":    {func(p *party.Party) { p.Slash(ann, []string{"match", "log"}) }, 0, 0},
		"a word that is typed": {func(p *party.Party) { p.Complete(ann, []string{"order"}, party.Opt("line", "b")) }, 0, 0},
		"a restart":            {func(p *party.Party) { p.Slash(ann, []string{"match", "show"}); p.Restart() }, 0, 0},
		"almost a minute":      {func(p *party.Party) { p.Slash(ann, []string{"match", "show"}) }, time.Minute - time.Second, 0},
		"a minute":             {func(p *party.Party) { p.Slash(ann, []string{"match", "show"}) }, time.Minute, 1},
		"nothing":              {func(p *party.Party) {}, 0, 1},
		"the other's press":    {func(p *party.Party) { p.Slash(ben, []string{"match", "show"}) }, 0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			p := party.Plain(t)
			p.Begin(party.Opt("clock", "slow"))
			p.Play(ann, "bid 2")
			p.Settle()
			p.Pass(2 * time.Minute)
			x.press(p)
			before := p.Wire.Count()
			p.Pass(x.away)
			p.Play(ben, "bid 3") // ann is then asked whether she tunes
			p.Settle()
			if n := countLoud(p, ann, before); n != x.loud {
				t.Errorf("%d messages with a sound, expected %d", n, x.loud)
			}
			if said := p.Written(ann); !strings.Contains(said, "**what to tune**") {
				t.Errorf("the question is not there:\n%s", said)
			}
			p.Pass(9 * time.Minute)
			if n := countLoud(p, ann, before); n != x.loud {
				t.Errorf("%d messages with a sound within ten minutes, expected %d", n, x.loud)
			}
			p.Pass(2 * time.Minute) // nobody is present any longer
			if n := countLoud(p, ann, before); n != 1 {
				t.Errorf("%d messages with a sound for one question", n)
			}
			p.Pass(30 * time.Minute)
			if n := countLoud(p, ann, before); n != 1 {
				t.Errorf("%d messages with a sound for one question in all", n)
			}
		})
	}
}

// committed is a store that notes the keys of the records that are written with a match's commits.
type committed struct {
	table.Store
	keys *[]string
}

func (s committed) Commit(ctx context.Context, c table.Commit) (table.Receipt, error) {
	for _, r := range c.Records {
		*s.keys = append(*s.keys, r.Key)
	}
	return s.Store.Commit(ctx, c)
}

// The press that gives an order is stored with the order itself, because another host may deliver the consequences
// before the answer is out.
func TestPresenceIsCommittedWithTheOrder(t *testing.T) {
	var written []string
	p := party.PlainAs(t, func(s *bottest.Setup) {
		s.Store = func(s table.Store) table.Store { return committed{s, &written} }
	})
	id := p.Begin(party.Opt("clock", "slow"))
	written = nil
	p.Play(ann, "bid 2")
	if want := keys.Presence(id, 1); !slices.Contains(written, want) {
		t.Errorf("the commit wrote %q, not %s", written, want)
	}
}

// A player who keeps pressing without answering is not notified of the question until they stop, and not at all once
// they have answered.
func TestThinkingIsNotDisturbed(t *testing.T) {
	p := party.Plain(t)
	p.Begin(party.Opt("clock", "slow"))
	p.Play(ann, "bid 2")
	p.Play(ben, "bid 3")
	p.Settle()
	before := p.Wire.Count()
	for range 6 {
		p.Pass(9 * time.Minute)
		p.Slash(ann, []string{"match", "show"})
	}
	if n := countLoud(p, ann, before); n != 0 {
		t.Errorf("%d messages with a sound to one who looks every nine minutes", n)
	}
	p.Play(ann, "done")
	p.Settle()
	p.Pass(9 * time.Minute)
	p.Pass(2 * time.Minute)
	if n := countLoud(p, ann, before); n > 1 {
		t.Errorf("%d messages with a sound", n)
	}
}

// Every message that notifies begins with the question.
func TestFirstWordsAreTheQuestion(t *testing.T) {
	p := party.Plain(t)
	p.May[judge] = wire.ManageServer
	first := func(u wire.UserID, after int, want string) {
		t.Helper()
		for _, s := range p.Wire.Delivered(u, after) {
			if s.What != "post" || s.Silent || s.Only != u && len(s.Mention) == 0 {
				continue
			}
			said := strings.TrimLeft(strings.NewReplacer("**", "", "-# ", "", "• ", "", "⚔️ ", "", "🤝 ", "", "⚖️ ", "").Replace(bottest.Words(s.Message.Message)), "\n")
			if !strings.HasPrefix(said, want) {
				t.Errorf("to %s: %q comes first, expected %q", u, said[:min(len(said), 80)], want)
			}
			return
		}
		t.Errorf("nothing notifies %s that begins with %q", u, want)
	}
	n := p.Wire.Count()
	p.Slash(ann, party.Challenge, party.ChallengeTo(ben), party.Opt("clock", "slow"))
	first(ben, n, "Name of ann challenges <@ben> (Name of ben) to Toy.")
	card := p.Card()
	n = p.Wire.Count()
	p.Click(ben, card, "accept|")
	p.Click(ben, p.Newest(ben), "force|", "blue")
	first(ann, n, "Name of ann against Name of ben, ready?")
	n = p.Wire.Count()
	p.Pass(2 * time.Minute)
	p.Click(ann, p.Card(), "ready|")
	p.Settle()
	first(ben, n, "what to bid Against Name of ann")
	n = p.Wire.Count()
	p.Slash(ann, party.ClockCommand("pause"), party.Opt("for", "2d"))
	p.Settle()
	first(ben, n, "Name of ann proposes: pause for 2 days. Do you agree?")
	p.Slash(ann, party.ClockCommand("withdraw"))
	n = p.Wire.Count()
	p.Pass(37 * time.Hour)
	first(ben, n, "what to bid 1 · against Name of ann")
	n = p.Wire.Count()
	p.Slash(ann, []string{"dispute", "open"}, party.Opt("reason", "a slip"))
	p.Settle()
	first(ben, n, "Name of ann opened a dispute")
}

// The end of a match comes once, with a sound to a player who is away, and without one to a player who has just pressed
// something. Its first words say how the match ended. It does not matter how it ended, or whether a try of the delivery
// failed.
func TestTheEndCallsWhoIsAway(t *testing.T) {
	for name, end := range map[string]func(p *party.Party){
		"a concession": func(p *party.Party) { p.Play(ben, "quit") },
		"a draw":       func(p *party.Party) { p.Play(ann, "draw"); p.Settle(); p.Pass(2 * time.Minute); p.Play(ben, "draw") },
		"a lost host":  func(p *party.Party) { p.Play(ben, "quit"); p.Restart() },
	} {
		t.Run(name, func(t *testing.T) {
			p := party.Plain(t)
			p.Begin(party.Opt("clock", "slow"))
			p.Pass(2 * time.Minute)
			before := p.Wire.Count()
			end(p)
			p.Settle()
			p.Pass(time.Hour)
			ends := func(u wire.UserID) (n int) {
				for _, s := range p.Wire.Delivered(u, before) {
					if s.What == "post" && !s.Silent && s.Only == u && strings.HasPrefix(bottest.Words(s.Message.Message), "-# **ranks ") {
						n++
					}
				}
				return n
			}
			if n := ends(ann); n != 1 {
				t.Errorf("%d messages with a sound tell one who is away of the end", n)
			}
			if n := ends(ben); n != 0 {
				t.Errorf("%d messages with a sound tell one who has just pressed of the end", n)
			}
		})
	}
}

// Another player's proposal comes without a sound to a player who has just pressed something, and notifies them once
// they have pressed nothing for ten minutes. A withdrawn proposal does not notify them.
func TestAProposalCallsAfterAll(t *testing.T) {
	for name, x := range map[string]struct {
		propose, then func(p *party.Party)
		want          int
	}{
		"a pause":   {func(p *party.Party) { p.Slash(ann, party.ClockCommand("pause"), party.Opt("for", "2d")) }, func(*party.Party) {}, 1},
		"a draw":    {func(p *party.Party) { p.Play(ann, "draw") }, func(*party.Party) {}, 1},
		"withdrawn": {func(p *party.Party) { p.Slash(ann, party.ClockCommand("pause"), party.Opt("for", "2d")) }, func(p *party.Party) { p.Slash(ann, party.ClockCommand("withdraw")) }, 0},
	} {
		t.Run(name, func(t *testing.T) {
			p := party.Plain(t)
			p.Begin(party.Opt("clock", "slow"))
			p.Play(ben, "bid 3") // ben owes nothing now
			p.Settle()
			before := p.Wire.Count()
			x.propose(p)
			p.Settle()
			if n := countLoud(p, ben, before); n != 0 {
				t.Errorf("%d messages with a sound to one who is there", n)
			}
			p.Pass(2 * time.Minute)
			x.then(p)
			p.Settle()
			p.Restart()
			p.Pass(9 * time.Minute)
			p.Pass(time.Hour)
			if n := countLoud(p, ben, before); n != x.want {
				t.Errorf("%d messages with a sound in the end, expected %d", n, x.want)
			}
		})
	}
}

// called returns the messages in the match's thread that mention the user, from index after on.
func called(p *party.Party, u wire.UserID, after int) (said []string) {
	for _, m := range p.Cards()[after:] {
		if slices.Contains(m.Mention, u) && !m.Silent {
			said = append(said, bottest.Words(m.Message))
		}
	}
	return said
}

// Players who have chosen the thread are notified there of wishes that need their consent and of the end of the match,
// as others are by direct message: once, whatever they press meanwhile, and even if a try of the delivery failed. The
// first words say what is wanted, or how the match ended. Nobody is notified of their own proposals.
func TestTheThreadCallsAsDirectMessagesDo(t *testing.T) {
	pause := func(p *party.Party) { p.Slash(ann, party.ClockCommand("pause"), party.Opt("for", "2d")) }
	for name, x := range map[string]struct {
		do    func(p *party.Party)
		first []string
	}{
		"a pause":   {pause, []string{"🤝 **Name of ann proposes: pause for 2 days.** Do you agree? <@ben>"}},
		"a draw":    {func(p *party.Party) { p.Play(ann, "draw") }, []string{"🤝 **Name of ann offers a draw.** Do you accept it? <@ben>"}},
		"withdrawn": {func(p *party.Party) { pause(p); p.Slash(ann, party.ClockCommand("withdraw")) }, nil},
		"proposed again": {func(p *party.Party) {
			pause(p)
			p.Settle()
			p.Slash(ann, party.ClockCommand("withdraw"))
			p.Settle()
			p.Pass(time.Minute)
			pause(p)
		}, []string{"🤝 **Name of ann proposes", "🤝 **Name of ann proposes"}},
		"two things":            {func(p *party.Party) { pause(p); p.Settle(); p.Play(ann, "draw") }, []string{"🤝 **Name of ann proposes", "🤝 **Name of ann offers a draw"}},
		"their own proposal":    {func(p *party.Party) { p.Slash(ben, party.ClockCommand("pause"), party.Opt("for", "2d")) }, nil},
		"the end":               {func(p *party.Party) { p.Play(ann, "quit") }, []string{"**ranks [2 1], quit.** <@ben>, **My view** shows the end."}},
		"an end of their own":   {func(p *party.Party) { p.Play(ben, "quit") }, []string{"**ranks [1 2], quit.** <@ben>, **My view** shows the end."}},
		"the end, another host": {func(p *party.Party) { p.Play(ann, "quit"); p.Restart() }, []string{"**ranks [2 1], quit.** <@ben>"}},
		"the end, refused once": {func(p *party.Party) {
			p.Wire.Fail(1, &wire.WireError{Status: 503, RetryAfter: time.Second})
			p.Play(ann, "quit")
		}, []string{"**ranks [2 1], quit.** <@ben>"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := party.Plain(t)
			p.Slash(ben, settings, party.Opt("calls", prefs.CallsThread))
			p.Begin(party.Opt("clock", "slow"))
			p.Play(ben, "bid 3") // ben owes nothing now
			p.Settle()
			after, direct := len(p.Cards()), p.Wire.Count()
			x.do(p)
			p.Settle()
			p.Slash(ben, []string{"match", "show"})
			p.Restart()
			p.Pass(time.Hour)
			got := called(p, ben, after)
			if len(got) != len(x.first) {
				t.Fatalf("called by %q, expected %d calls", got, len(x.first))
			}
			for n, want := range x.first {
				if !strings.HasPrefix(got[n], want) {
					t.Errorf("called by %q, expected it to begin %q", got[n], want)
				}
			}
			if got := called(p, ann, after); len(got) != 0 {
				t.Errorf("ann, who is written to, is called by %q", got)
			}
			if n := countLoud(p, ben, direct); n != 0 {
				t.Errorf("%d direct messages with a sound besides", n)
			}
		})
	}
}

// If another question follows the console's question while the player is away, it notifies them too, once. A player who
// has pressed something within the last minute is notified only once they have pressed nothing for ten minutes.
func TestAQuestionThatFollowsCalls(t *testing.T) {
	for name, x := range map[string]struct {
		press       func(p *party.Party)
		away        time.Duration
		atOnce, all int
	}{
		"nothing":           {func(*party.Party) {}, time.Minute, 1, 1},
		"a minute":          {func(p *party.Party) { p.Slash(ann, []string{"match", "show"}) }, time.Minute, 1, 1},
		"almost a minute":   {func(p *party.Party) { p.Slash(ann, []string{"match", "show"}) }, time.Minute - time.Second, 0, 1},
		"their own answer":  {func(p *party.Party) { p.Play(ann, "bid 2") }, time.Second, 0, 1},
		"a restart":         {func(p *party.Party) { p.Restart() }, time.Minute, 1, 1},
		"the other's press": {func(p *party.Party) { p.Slash(ben, []string{"match", "show"}) }, time.Second, 1, 1},
	} {
		t.Run(name, func(t *testing.T) {
			p := party.Plain(t)
			p.Begin(party.Opt("clock", "slow"))
			p.Play(ben, "bid 3")
			p.Settle()
			p.Pass(48*time.Hour - x.away) // ann's bid then lapses, and she is asked whether she tunes
			before := p.Wire.Count()
			x.press(p)
			p.Pass(x.away)
			p.Settle()
			if said := p.Written(ann); !strings.Contains(said, "**what to tune**") {
				t.Fatalf("the question is not there:\n%s", said)
			}
			if n := countLoud(p, ann, before); n != x.atOnce {
				t.Errorf("%d messages with a sound at once, expected %d", n, x.atOnce)
			}
			p.Pass(9 * time.Minute)
			p.Restart()
			p.Pass(2 * time.Minute)
			if n := countLoud(p, ann, before); n != x.all {
				t.Errorf("%d messages with a sound after ten minutes, expected %d", n, x.all)
			}
			p.Pass(12 * time.Hour)
			if n := countLoud(p, ann, before); n != x.all {
				t.Errorf("%d messages with a sound in all, expected %d", n, x.all)
			}
		})
	}
}

// A question came without a sound, and its player was to be notified later. Once the next question has notified them,
// that notification is dropped.
func TestTheNextQuestionCallsInstead(t *testing.T) {
	p := party.Plain(t)
	p.May[judge] = wire.ManageServer
	id := p.Begin(party.Opt("clock", "slow")) // begun by a press of ann's
	p.Play(ben, "bid 3")
	p.Settle()
	p.Pass(5 * time.Minute)
	before := p.Wire.Count()
	p.Moderates(judge, id, "answer", party.Opt("side", "A"))
	if n := countLoud(p, ann, before); n == 0 || !strings.Contains(p.Written(ann), "**what to tune**") {
		t.Fatalf("%d messages with a sound:\n%s", n, p.Written(ann))
	}
	before = p.Wire.Count()
	p.Pass(time.Hour)
	if n := countLoud(p, ann, before); n != 0 {
		t.Errorf("called %d times more", n)
	}
}

// The first console of a match notifies the player who has not begun it. If it has no question, its first words say
// that the match is on, and against whom. A later console without a question makes no sound.
func TestTheFirstConsoleSaysThatTheMatchIsOn(t *testing.T) {
	p := party.Plain(t)
	p.Slash(ann, party.Challenge, party.ChallengeTo(ben), party.Opt("clock", "slow"))
	p.Click(ben, p.Card(), "accept|")
	p.Click(ben, p.Newest(ben), "force|", "blue")
	before := p.Wire.Count()
	p.Click(ann, p.Card(), "ready|")
	p.Slash(ben, []string{"order"}, party.Opt("line", "bid 2"))
	p.Clock.Advance(2 * time.Minute)
	p.Settle() // both are away, and ben has answered his question
	heads := func() (heads []string) {
		for _, s := range p.Wire.Delivered(ben, before) {
			if s.What == "post" && s.Only == ben && !s.Silent {
				heads = append(heads, bottest.Words(s.Message.Message))
			}
		}
		return heads
	}
	if got := heads(); len(got) != 1 || !strings.HasPrefix(got[0], "-# **Your match is on.** Against Name of ann · <#") {
		t.Fatalf("ben is called by %q", got)
	}
	p.Slash(ben, []string{"order"}, party.Opt("line", "note red"))
	p.Settle()
	if got := bottest.Words(p.Console(ben).Message); !strings.HasPrefix(got, "-# Against Name of ann") {
		t.Errorf("a later console begins with the news of the first:\n%s", got)
	}
	p.Pass(2 * time.Minute)
	p.Wire.Delete(t.Context(), p.Console(ben).Channel, p.Console(ben).ID)
	p.Slash(ann, party.ClockCommand("vacation"), party.Opt("days", "2")) // every console says so
	p.Settle()
	if got := heads(); len(got) != 1 {
		t.Errorf("a console that takes the place of a lost one calls by %q", got[1:])
	}
	if got := bottest.Words(p.Console(ben).Message); !strings.HasPrefix(got, "-# Against Name of ann") || !strings.Contains(got, "on vacation") {
		t.Errorf("in the place of the lost console stands\n%s", got)
	}
}

// No control on a finished match's last messages reaches beyond the match with one touch.
func TestARematchTakesTwoTouches(t *testing.T) {
	if b := customid.RematchButton("m", lang.English); b.Style != wire.Danger {
		t.Errorf("a rematch has the style %d", b.Style)
	}
	p := party.Plain(t)
	p.Begin(party.Opt("clock", "slow"))
	p.Play(ben, "quit")
	p.Settle()
	for _, u := range []wire.UserID{ann, ben} {
		found := false
		for _, b := range bottest.ControlsOf(p.Console(u).Message).Buttons {
			if strings.HasPrefix(b.ID, customid.Rematch+"|") {
				if found = true; b.Style != wire.Danger {
					t.Errorf("%s challenges somebody with one touch", u)
				}
			}
		}
		if !found {
			t.Errorf("%s is offered no rematch", u)
		}
	}
}

// A player who took a seat, or pressed Ready, within a minute before the match begins gets its first messages without a
// sound: they are looking at it.
func TestWhoHasJustAcceptedIsPresent(t *testing.T) {
	for _, c := range []struct {
		away time.Duration
		loud int
	}{{0, 0}, {time.Minute - time.Second, 0}, {time.Minute, 1}} {
		p := party.Plain(t)
		p.Slash(ann, party.Challenge, party.ChallengeTo(ben), party.Opt("clock", "slow"))
		p.Click(ben, p.Card(), "accept|")
		p.Click(ben, p.Newest(ben), "force|", "blue")
		p.Settle()
		p.Pass(c.away)
		before := p.Wire.Count()
		p.Click(ann, p.Card(), "ready|")
		p.Settle()
		if n := countLoud(p, ben, before); n != c.loud {
			t.Errorf("%v after accepting: %d messages with a sound, expected %d", c.away, n, c.loud)
		}
		if n := countLoud(p, ann, before); n != 0 {
			t.Errorf("%d messages with a sound for whoever began the match", n)
		}
		if p.Console(ben).Channel == "" {
			t.Error("ben has no console")
		}
	}
}
