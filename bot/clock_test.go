package bot_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/match"
	"downsync/game"
	"downsync/game/table"
)

func clockCmd(sub string) []string { return []string{"clock", sub} }

// A pause is proposed by one and agreed to by the other, on a button that is good for that proposal alone; everybody
// sees it.
func TestPauseByAgreement(t *testing.T) {
	p := newParty(t)
	id := p.begin(opt("clock", "slow"))
	p.says(p.Slash(ann, clockCmd("pause"), opt("for", "3 moons")), "no length of time")
	p.says(p.Slash(ann, clockCmd("pause"), opt("for", "20d")), "A pause lasts")
	p.says(p.Slash(ann, clockCmd("pause"), opt("for", "2d")), "Proposed.")
	p.Settle()
	cards := p.cards()
	if got := bottest.Words(cards[len(cards)-1].Message); !strings.Contains(got, "Name of ann proposes: pause for 2 days") {
		t.Errorf("the card says\n%s", got)
	}
	offered := p.console(ben)
	p.says(p.Slash(ben, clockCmd("withdraw")), "You have no proposal about the clocks")
	p.says(p.Slash(ann, clockCmd("withdraw")), "taken back")
	p.says(p.Slash(ann, clockCmd("withdraw")), "You have no proposal about the clocks")
	p.Settle()
	p.says(p.click(ben, offered, "agree|"), "no longer open")
	p.Slash(ann, clockCmd("pause"), opt("for", "2d"))
	p.Settle()
	p.says(p.click(ben, p.console(ben), "Agree: pause for 2 days"), "Agreed.")
	p.Settle()
	p.click(ben, p.console(ben), "bid", "2")
	p.says(p.Slash(ben, []string{"order"}, opt("line", "bid 2")), "The match is paused")
	p.says(p.Slash(eve, clockCmd("pause"), opt("for", "2d"), opt("match", string(id))), "not in this match")
	p.Slash(ben, clockCmd("resume"))
	p.Settle()
	p.says(p.click(ann, p.console(ann), "Agree: go on now"), "Agreed.")
	p.Settle()
	p.says(p.click(ben, p.console(ben), "bid", "2"), "asked")
}

// What takes the other's consent reaches them by a message that notifies, once: a proposal about the clocks, and the next one, but not
// one that is taken back. It stands in their inbox too.
func TestProposalsNotify(t *testing.T) {
	p := newParty(t)
	p.begin(opt("clock", "slow"))
	p.Settle()
	posts := func() (n int) {
		for _, s := range p.Wire.Delivered(ben, 0) {
			if s.What == "post" && s.Channel == "dm-"+bot.ChannelID(ben) {
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
		{func() { p.Slash(ann, clockCmd("pause"), opt("for", "2d")) }, 1},
		{func() { p.click(ben, p.console(ben), "bid", "2") }, 0},
		{func() { p.Slash(ann, clockCmd("withdraw")) }, 0},
		{func() { p.Pass(time.Minute); p.Slash(ann, clockCmd("extend"), opt("by", "6h")) }, 1},
	} {
		x.do()
		p.Settle()
		if now := posts(); now != before+x.more {
			t.Errorf("%d new messages to the other, expected %d", now-before, x.more)
		}
		before = posts()
	}
	p.says(p.Slash(ben, []string{"inbox"}), "Do you agree to this: 6 hours more for every open question")
	p.says(p.Slash(ben, []string{"inbox"}), "against Name of ann")
}

func TestClockShow(t *testing.T) {
	p := newParty(t)
	p.begin(opt("clock", "slow"), opt("turn_time", "5d"), opt("reaction_time", "12h"))
	p.says(p.Slash(ann, clockCmd("show")), "For each question: 5 days. For a reaction window: 12 hours.")
	p.says(p.Slash(ann, clockCmd("show")), "3 more lose the match")
	p.Slash(ben, clockCmd("extend"), opt("by", "6h"))
	p.says(p.Slash(ann, clockCmd("show")), "6 hours more for every open question")
	p.says(p.click(ann, p.Newest(ann), "agree|"), "Agreed.")
}

// In a match without time limits whoever waits is told what to do against an opponent who does not go on, and it works: the moderator
// called has their question answered, or calls the match off. A campaign whose match stands still says it too.
func TestNoTimeLimits(t *testing.T) {
	const way = "`/dispute open` calls a moderator, who can answer for them, end the match or call it off"
	p, id := court(t)
	in := slashIn(string(id))
	asks := func(u bot.UserID, told bool) {
		t.Helper()
		if got := text(p.Slash(u, []string{"match", "show"}, in)); strings.Contains(got, way) != told {
			t.Errorf("told %s: %t, expected %t, in:\n%s", u, !told, told, got)
		}
	}
	p.play(ben, "bid 2")
	asks(ben, true)
	asks(ann, false) // who is asked
	p.Slash(ann, clockCmd("show"), in)
	has(t, p.Newest(ann), "No time limits.", way)
	p.says(p.Slash(ben, []string{"dispute", "open"}, opt("reason", "silence"), in), "The match is stopped")
	p.does(judge, id, "dismiss")
	p.does(judge, id, "answer", opt("side", "A"))
	if now := p.publicOf(id); len(now.Facts) < 4 || now.Clocks.Held != "" {
		t.Errorf("it stands at %v", now.Facts)
	}
	p.does(judge, id, "end", opt("result", "void"))
	if r := p.publicOf(id).Result; r == nil || !bot.CalledOff(r.Why) {
		t.Errorf("called off: %v", r)
	}
	asks(ben, false)

	limited := newParty(t)
	limited.begin(opt("clock", "slow"))
	limited.play(ben, "bid 2")
	if got := text(limited.Slash(ben, []string{"match", "show"})); strings.Contains(got, way) {
		t.Errorf("with limits: %s", got)
	}
	program := newRivals(t, mind{})
	program.Slash(ann, challenge, challengeTo(bottest.Self))
	program.Settle()
	if got := text(program.Slash(ann, clockCmd("show"))); !strings.Contains(got, "No time limits.") || strings.Contains(got, way) {
		t.Errorf("against the program: %s", got)
	}
	for clock, told := range map[string]bool{"none": true, "slow": false} {
		w := newTeams(t, opt("clock", clock))
		u, other := w.first(ann, ben)
		w.fights(u, other)
		if got := bottest.Words(w.card().Message); strings.Contains(got, "call a moderator with `/dispute open`") != told {
			t.Errorf("%s: a campaign says %s", clock, got)
		}
	}
}

// A late answer is refused with what happened, on a button and typed, whether the timer has noticed or not.
func TestLateOnTheWire(t *testing.T) {
	for _, fired := range []bool{false, true} {
		p := newParty(t)
		p.begin(opt("clock", "slow"))
		p.play(ann, "bid 2")
		p.play(ben, "bid 2")
		button := p.console(ann)
		p.Clock.Advance(30 * 24 * time.Hour)
		if fired {
			p.Settle()
		}
		p.says(p.click(ann, button, "tune"), "Your time for that had run out, and “done")
	}
	p := newParty(t)
	p.begin(opt("clock", "slow"))
	p.Clock.Advance(30 * 24 * time.Hour)
	p.says(p.Slash(ann, []string{"order"}, opt("line", "bid 2")), "Your time for that had run out")
}

// A challenge's own times are near those of its clock.
func TestOwnTimes(t *testing.T) {
	for _, c := range []struct {
		options []bottest.Option
		says    string
	}{
		{[]bottest.Option{opt("turn_time", "5m")}, "the chosen one has none"},
		{[]bottest.Option{opt("clock", "slow"), opt("turn_time", "soon")}, "no length of time"},
		{[]bottest.Option{opt("clock", "slow"), opt("turn_time", "21d")}, "288 minutes to 20 days"},
		{[]bottest.Option{opt("clock", "slow"), opt("turn_time", "4h")}, "288 minutes to 20 days"},
		{[]bottest.Option{opt("clock", "slow"), opt("reaction_time", "11d")}, "`reaction_time` is 144 minutes to 10 days"},
		{[]bottest.Option{opt("clock", "slow"), opt("turn_time", "20d"), opt("reaction_time", "10d")}, "Your challenge is out"},
	} {
		p := newParty(t)
		p.says(p.Slash(ann, challenge, c.options...), c.says)
	}
}

// A vacation is for all matches; each says whether it allows it.
func TestVacationInAll(t *testing.T) {
	p := newParty(t)
	p.says(p.Slash(ann, clockCmd("vacation"), opt("days", "3")), "in no match")
	p.begin(opt("clock", "slow"))
	p.begin(opt("clock", "quick"))
	p.says(p.Slash(ann, clockCmd("vacation"), opt("days", "9")), "7 days of vacation left")
	a := text(p.Slash(ann, clockCmd("vacation"), opt("days", "3")))
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
	if a := text(p.Slash(ann, clockCmd("back"))); strings.Count(a, "you are back") != 1 {
		t.Errorf("answered %q", a)
	}
}

// A vacation is for all matches, also for more than one answer lists.
func TestVacationInMany(t *testing.T) {
	p := newParty(t)
	for range bot.MostListed + 2 {
		p.begin(opt("clock", "slow"))
	}
	p.says(p.Slash(ann, clockCmd("vacation"), opt("days", "3")), "… and 2 more")
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

// Lengths of time are read as they are suggested.
func TestSpans(t *testing.T) {
	p := newParty(t)
	for name, command := range map[string][]string{"for": clockCmd("pause"), "by": clockCmd("extend"), "turn_time": challenge, "reaction_time": challenge} {
		if got := p.Complete(ann, command, opt(name, "")); len(got) < 5 {
			t.Errorf("%s: %v", name, got)
		}
	}
	p.begin(opt("clock", "slow"))
	for _, c := range p.Complete(ann, clockCmd("pause"), opt("for", "")) {
		p.says(p.Slash(ann, clockCmd("pause"), opt("for", c.Value)), "Proposed.")
		p.Clock.Advance(table.ProposalsWithin)
		if d, err := time.ParseDuration(strings.Replace(c.Value, "d", "h", 1)); err != nil || d <= 0 {
			t.Errorf("%q", c.Value)
		}
	}
}

// What is decided about clocks adds little to the fullest message.
func TestClockLinesFit(t *testing.T) {
	p := newParty(t)
	p.begin(opt("clock", "slow"))
	for _, u := range []bot.UserID{ann, ben} {
		p.Slash(u, clockCmd("extend"), opt("by", map[bot.UserID]string{ann: "1d", ben: "2d"}[u]))
		p.Slash(u, clockCmd("vacation"), opt("days", "1"))
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

// clockLines is what a console says of the clocks.
func clockLines(p *party, m table.Private) string {
	var place bot.Place
	if err := json.Unmarshal(m.Meta.Place, &place); err != nil {
		p.t.Fatal(err)
	}
	return match.ClockLines(&bot.Call{App: p.Bot}, m.Clocks, place.Names, m.Meta.Timing.Misses, m.Seat)
}

// Who would lose the match with the next missed turn is told so.
func TestLastMiss(t *testing.T) {
	p := newParty(t)
	p.begin(opt("clock", "slow"))
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
