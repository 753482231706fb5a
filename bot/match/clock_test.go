package match_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/campaigns"
	"downsync/bot/bottest/mind"
	"downsync/bot/bottest/party"
	"downsync/bot/match"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// One player proposes a pause and the other agrees, on a button that works for that proposal alone. Everybody sees it.
func TestPauseByAgreement(t *testing.T) {
	p := party.Plain(t)
	id := p.Begin(party.Opt("clock", "slow"))
	p.Says(p.Slash(ann, party.ClockCommand("pause"), party.Opt("for", "3 moons")), "not a length of time")
	p.Says(p.Slash(ann, party.ClockCommand("pause"), party.Opt("for", "20d")), "A pause lasts")
	p.Says(p.Slash(ann, party.ClockCommand("pause"), party.Opt("for", "2d")), "Proposed.")
	p.Settle()
	cards := p.Cards()
	if got := bottest.Words(cards[len(cards)-1].Message); !strings.Contains(got, "Name of ann proposes: pause for 2 days") {
		t.Errorf("the card says\n%s", got)
	}
	offered := p.Console(ben)
	p.Says(p.Slash(ben, party.ClockCommand("withdraw")), "You have no proposal about the clocks")
	p.Says(p.Slash(ann, party.ClockCommand("withdraw")), "withdrawn")
	p.Says(p.Slash(ann, party.ClockCommand("withdraw")), "You have no proposal about the clocks")
	p.Settle()
	p.Says(p.Click(ben, offered, "agree|"), "no longer open")
	p.Slash(ann, party.ClockCommand("pause"), party.Opt("for", "2d"))
	p.Settle()
	p.Says(p.Click(ben, p.Console(ben), "Agree: pause for 2 days"), "Agreed.")
	p.Settle()
	p.Click(ben, p.Console(ben), "bid", "2")
	p.Says(p.Slash(ben, []string{"order"}, party.Opt("line", "bid 2")), "The match is paused")
	p.Says(p.Slash(eve, party.ClockCommand("pause"), party.Opt("for", "2d"), party.Opt("match", string(id))), "not in this match")
	p.Slash(ben, party.ClockCommand("resume"))
	p.Settle()
	p.Says(p.Click(ann, p.Console(ann), "Agree: go on now"), "Agreed.")
	p.Settle()
	p.Says(p.Click(ben, p.Console(ben), "bid", "2"), "asked")
}

// A wish that needs the other player's consent reaches them by a message that notifies, once: for a proposal about the
// clocks and for the next one, but not for a withdrawn one. It is also in their inbox.
func TestProposalsNotify(t *testing.T) {
	p := party.Plain(t)
	p.Begin(party.Opt("clock", "slow"))
	p.Settle()
	posts := func() (n int) {
		for _, s := range p.Wire.Delivered(ben, 0) {
			if s.What == "post" && s.Channel == "dm-"+wire.ChannelID(ben) {
				n++
			}
		}
		return n
	}
	before := posts()
	for _, x := range []struct {
		do   func()
		more int
	}{
		{func() { p.Slash(ann, party.ClockCommand("pause"), party.Opt("for", "2d")) }, 1},
		{func() { p.Click(ben, p.Console(ben), "bid", "2") }, 0},
		{func() { p.Slash(ann, party.ClockCommand("withdraw")) }, 0},
		{func() { p.Pass(time.Minute); p.Slash(ann, party.ClockCommand("extend"), party.Opt("by", "6h")) }, 1},
	} {
		x.do()
		p.Settle()
		if now := posts(); now != before+x.more {
			t.Errorf("%d new messages to the other, expected %d", now-before, x.more)
		}
		before = posts()
	}
	p.Says(p.Slash(ben, []string{"inbox"}), "Do you agree to this: 6 hours more for every open question")
	p.Says(p.Slash(ben, []string{"inbox"}), "against Name of ann")
}

// The rule for missed turns agrees with their number, for one and for several.
func TestMissRuleCounts(t *testing.T) {
	for misses, says := range map[int]string{1: "1 more loses the match", 2: "2 more lose the match"} {
		p := party.PlainAs(t, func(s *bottest.Setup) {
			s.Timings["slow"] = table.Timing{Clocks: map[string]time.Duration{"turn": 48 * time.Hour}, Misses: misses}
		})
		p.Begin(party.Opt("clock", "slow"))
		p.Says(p.Slash(ann, party.ClockCommand("show")), says)
	}
}

func TestClockShow(t *testing.T) {
	p := party.Plain(t)
	p.Begin(party.Opt("clock", "slow"), party.Opt("turn_time", "5d"), party.Opt("reaction_time", "12h"))
	p.Says(p.Slash(ann, party.ClockCommand("show")), "For each question: 5 days. For a reaction window: 12 hours.")
	p.Says(p.Slash(ann, party.ClockCommand("show")), "3 more lose the match")
	p.Slash(ben, party.ClockCommand("extend"), party.Opt("by", "6h"))
	p.Says(p.Slash(ann, party.ClockCommand("show")), "6 hours more for every open question")
	p.Says(p.Click(ann, p.Newest(ann), "agree|"), "Agreed.")
}

// In a match without time limits a waiting player is told what to do against an opponent who does not go on, and it
// works: the moderator whom they call has the opponent's question answered, or calls off the match. A campaign with a
// stalled match says so too.
func TestNoTimeLimits(t *testing.T) {
	const way = "`/match dispute` calls a moderator, who can answer for them, end the match or call it off"
	p, id := party.Court(t)
	in := party.In(string(id))
	asks := func(u wire.UserID, told bool) {
		t.Helper()
		if got := party.Text(p.Slash(u, []string{"match", "show"}, in)); strings.Contains(got, way) != told {
			t.Errorf("told %s: %t, expected %t, in:\n%s", u, !told, told, got)
		}
	}
	p.Play(ben, "bid 2")
	asks(ben, true)
	asks(ann, false) // ann has a question
	p.Slash(ann, party.ClockCommand("show"), in)
	party.Has(t, p.Newest(ann), "No time limits.", way)
	p.Says(p.Slash(ben, []string{"dispute", "open"}, party.Opt("reason", "silence"), in), "The match is stopped")
	p.Moderates(judge, id, "dismiss")
	p.Moderates(judge, id, "answer", party.Opt("side", "A"))
	if now := p.PublicOf(id); len(now.Facts) < 4 || now.Clocks.Held != "" {
		t.Errorf("it stands at %v", now.Facts)
	}
	p.Moderates(judge, id, "end", party.Opt("result", "void"))
	if r := p.PublicOf(id).Result; r == nil || !bot.CalledOff(r.Why) {
		t.Errorf("called off: %v", r)
	}
	asks(ben, false)

	limited := party.Plain(t)
	limited.Begin(party.Opt("clock", "slow"))
	limited.Play(ben, "bid 2")
	if got := party.Text(limited.Slash(ben, []string{"match", "show"})); strings.Contains(got, way) {
		t.Errorf("with limits: %s", got)
	}
	program := party.PlainWithRival(t, mind.Mind{})
	program.Slash(ann, party.Challenge, party.ChallengeTo(bottest.Self))
	program.Settle()
	if got := party.Text(program.Slash(ann, party.ClockCommand("show"))); !strings.Contains(got, "No time limits.") || strings.Contains(got, way) {
		t.Errorf("against the program: %s", got)
	}
	for clock, told := range map[string]bool{"none": true, "slow": false} {
		w := campaigns.NewTeams(t, party.Opt("clock", clock))
		u, other := w.First(ann, ben)
		w.Fights(u, other)
		if got := bottest.Words(w.CampaignCard().Message); strings.Contains(got, "call a moderator with `/match dispute`") != told {
			t.Errorf("%s: a campaign says %s", clock, got)
		}
	}
}

// A late answer is refused with the reason, on a button and typed, whether or not the timer has noticed.
func TestLateOnTheWire(t *testing.T) {
	for _, fired := range []bool{false, true} {
		p := party.Plain(t)
		p.Begin(party.Opt("clock", "slow"))
		p.Play(ann, "bid 2")
		p.Play(ben, "bid 2")
		button := p.Console(ann)
		p.Clock.Advance(30 * 24 * time.Hour)
		if fired {
			p.Settle()
		}
		p.Says(p.Click(ann, button, "tune"), "Your time for that had run out, and “done")
	}
	p := party.Plain(t)
	p.Begin(party.Opt("clock", "slow"))
	p.Clock.Advance(30 * 24 * time.Hour)
	p.Says(p.Slash(ann, []string{"order"}, party.Opt("line", "bid 2")), "Your time for that had run out")
}

// A challenge's own times are near those of its clock.
func TestOwnTimes(t *testing.T) {
	for _, c := range []struct {
		options []bottest.Option
		says    string
	}{
		{[]bottest.Option{party.Opt("turn_time", "5m")}, "the chosen one has none"},
		{[]bottest.Option{party.Opt("clock", "slow"), party.Opt("turn_time", "soon")}, "not a length of time"},
		{[]bottest.Option{party.Opt("clock", "slow"), party.Opt("turn_time", "21d")}, "288 minutes to 20 days"},
		{[]bottest.Option{party.Opt("clock", "slow"), party.Opt("turn_time", "4h")}, "288 minutes to 20 days"},
		{[]bottest.Option{party.Opt("clock", "slow"), party.Opt("reaction_time", "11d")}, "`reaction_time` is 144 minutes to 10 days"},
		{[]bottest.Option{party.Opt("clock", "slow"), party.Opt("turn_time", "20d"), party.Opt("reaction_time", "10d")}, "Your challenge is out"},
	} {
		p := party.Plain(t)
		p.Says(p.Slash(ann, party.Challenge, c.options...), c.says)
	}
}

// A vacation is for all matches; each says whether it allows one.
func TestVacationInAll(t *testing.T) {
	p := party.Plain(t)
	p.Says(p.Slash(ann, party.ClockCommand("vacation"), party.Opt("days", "3")), "in no match")
	p.Begin(party.Opt("clock", "slow"))
	p.Begin(party.Opt("clock", "quick"))
	p.Says(p.Slash(ann, party.ClockCommand("vacation"), party.Opt("days", "9")), "7 days of vacation left")
	a := party.Text(p.Slash(ann, party.ClockCommand("vacation"), party.Opt("days", "3")))
	if strings.Count(a, "you are on vacation") != 1 || strings.Count(a, "no vacations") != 1 {
		t.Errorf("answered %q", a)
	}
	p.Settle()
	found := false
	for _, th := range p.Wire.Threads() {
		for _, m := range p.Wire.Messages(th) {
			found = found || strings.Contains(bottest.Words(m.Message), "Name of ann is on vacation")
		}
	}
	if !found {
		t.Error("the match's card does not say so")
	}
	if a := party.Text(p.Slash(ann, party.ClockCommand("back"))); strings.Count(a, "you are back") != 1 {
		t.Errorf("answered %q", a)
	}
}

// A vacation is for all matches, even if there are more than one answer lists.
func TestVacationInMany(t *testing.T) {
	p := party.Plain(t)
	for range wire.MostListed + 2 {
		p.Begin(party.Opt("clock", "slow"))
	}
	p.Says(p.Slash(ann, party.ClockCommand("vacation"), party.Opt("days", "3")), "… and 2 more")
	all, err := p.Hall.MatchesOf(ctx, ann)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range all {
		if pub, err := p.Hall.Public(ctx, m.Match); err != nil || len(pub.Clocks.Away) != 1 {
			t.Errorf("match %s: away %v (%v)", m.Match, pub.Clocks.Away, err)
		}
	}
}

// Lengths of time are read in the form in which they are suggested.
func TestSpans(t *testing.T) {
	p := party.Plain(t)
	for name, command := range map[string][]string{"for": party.ClockCommand("pause"), "by": party.ClockCommand("extend"), "turn_time": party.Challenge, "reaction_time": party.Challenge} {
		if got := p.Complete(ann, command, party.Opt(name, "")); len(got) < 5 {
			t.Errorf("%s: %v", name, got)
		}
	}
	p.Begin(party.Opt("clock", "slow"))
	for _, c := range p.Complete(ann, party.ClockCommand("pause"), party.Opt("for", "")) {
		p.Says(p.Slash(ann, party.ClockCommand("pause"), party.Opt("for", c.Value)), "Proposed.")
		p.Clock.Advance(table.ProposalsWithin)
		if d, err := time.ParseDuration(strings.Replace(c.Value, "d", "h", 1)); err != nil || d <= 0 {
			t.Errorf("%q", c.Value)
		}
	}
}

// The lines about clocks add little to the fullest message.
func TestClockLinesFit(t *testing.T) {
	p := party.Plain(t)
	p.Begin(party.Opt("clock", "slow"))
	for _, u := range []wire.UserID{ann, ben} {
		p.Slash(u, party.ClockCommand("extend"), party.Opt("by", map[wire.UserID]string{ann: "1d", ben: "2d"}[u]))
		p.Slash(u, party.ClockCommand("vacation"), party.Opt("days", "1"))
	}
	p.Settle()
	ms, err := p.Hall.MatchesOf(context.Background(), "ann")
	if err != nil {
		t.Fatal(err)
	}
	priv, err := p.Hall.Private(context.Background(), ms[0].Match, 1)
	if err != nil {
		t.Fatal(err)
	}
	if got := len([]rune(clockLines(p, priv))); got < 150 || got > 380 {
		t.Errorf("%d characters", got)
	}
}

// clockLines returns a console's text about the clocks.
func clockLines(p *party.Party, m table.Private) string {
	var place bot.Place
	if err := json.Unmarshal(m.Meta.Place, &place); err != nil {
		p.T.Fatal(err)
	}
	return match.ClockLines(&bot.Call{App: p.Bot}, m.Clocks, place.Names, m.Meta.Timing.Misses, m.Out, m.Seat)
}

// A player who would lose the match with the next missed turn is warned.
func TestLastMiss(t *testing.T) {
	p := party.Plain(t)
	p.Begin(party.Opt("clock", "slow"))
	ms, err := p.Hall.MatchesOf(t.Context(), "ann")
	if err != nil {
		t.Fatal(err)
	}
	priv, err := p.Hall.Private(t.Context(), ms[0].Match, 1)
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]string{1: "You have missed 1 of your turns (the first is excused). With 3 more you lose", 2: "With 2 more you lose", 3: "with one more you lose the match"} {
		priv.Clocks.Missed = map[game.Seat]int{1: n}
		if got := clockLines(p, priv); !strings.Contains(got, want) {
			t.Errorf("%d missed: %q", n, got)
		}
		priv.Clocks.Missed = map[game.Seat]int{2: n}
		if got := clockLines(p, priv); !strings.Contains(got, fmt.Sprintf("Name of ben has missed %d of their turns", n)) || !strings.Contains(got, "more the match is lost") {
			t.Errorf("ben has missed %d: %q", n, got)
		}
	}
}
