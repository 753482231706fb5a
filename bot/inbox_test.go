package bot_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
)

// What waits is listed with the most urgent first, also in direct messages; a button opens its console.
func TestInbox(t *testing.T) {
	p := party.Plain(t)
	p.Says(p.Slash(ann, inbox), "Nothing.")
	none := p.Begin(party.Opt("clock", "none"))
	slow := p.Begin(party.Opt("clock", "slow"))
	quick := p.Begin(party.Opt("clock", "quick"))
	p.Says(p.Slash(ann, inbox, party.Opt("in", "dm-ann")), "• **what to bid** 1 · against Name of ben. Until <t:")
	m := p.Newest(ann)
	var ids []string
	for _, x := range bottest.ControlsOf(m.Message).Buttons {
		ids = append(ids, strings.TrimPrefix(x.ID, "view|"))
	}
	if want := []string{string(quick), string(slow), string(none)}; !slices.Equal(ids, want) {
		t.Errorf("in the order %v, expected %v", ids, want)
	}
	p.Says(p.Click(ann, m, "2 · "), "console of seat 1")
	p.Slash(ann, []string{"order"}, party.Opt("line", "bid 2"), party.Opt("match", string(slow)))
	p.Settle()
	if got := party.Text(p.Slash(ann, inbox)); strings.Count(got, "against") != 2 {
		t.Errorf("after an answer:\n%s", got)
	}
	// A challenge that waits for its answer is in it too.
	p.Slash(eve, party.Challenge, party.ChallengeTo(ann))
	p.Says(p.Slash(ann, inbox), "Accept: Name of eve")
	p.Says(p.Click(ann, p.Newest(ann), "accept|"), "Choose your force")
}

// Beneath what waits stand, without hurry, the lesson, and apart one's own challenges, with a way to each; a reminder leaves them out.
func TestInboxLeisure(t *testing.T) {
	p := party.Plain(t)
	p.Slash(ann, []string{"learn"})
	lesson := p.Newest(ann)
	p.Says(p.Slash(ann, inbox), "Nothing.") // it is not begun before something is played
	p.Click(ann, lesson, "bid 1")
	p.Slash(ann, party.Challenge, party.ChallengeTo(ben))
	p.Begin(party.Opt("clock", "slow"))
	got := party.Text(p.Slash(ann, inbox))
	question, open, learn := strings.Index(got, "** 1 · against"), strings.Index(got, "Name of ann to Name of ben"), strings.Index(got, "step 2 of 3")
	apart := strings.Index(got, "**Your challenges that wait for others**")
	if question < 0 || learn < question || apart < learn || open < apart {
		t.Errorf("the inbox says\n%s", got)
	}
	m := p.Newest(ann)
	p.Says(p.Click(ann, m, "My force: against Name of ben"), "**Your force: the red**")
	p.Says(p.Click(ann, m, "Go on with the lesson"), "bid, the 2. time")
	p.Pass(37 * time.Hour)
	if got := bottest.Words(p.Console(ann).Message); !strings.Contains(got, "Your time is running") || strings.Contains(got, "esson") {
		t.Errorf("the reminder says\n%s", got)
	}
}

// An inbox shows at most ten, and says how many more there are.
func TestInboxFull(t *testing.T) {
	p := party.Plain(t)
	for range 13 {
		p.Begin()
	}
	got := party.Text(p.Slash(ann, inbox))
	if strings.Count(got, "against") != 10 || !strings.Contains(got, "… and 3 more") {
		t.Errorf("shown:\n%s", got)
	}
}

// One reminder for each question, when a quarter of the time is left; none if it is answered before.
func TestReminder(t *testing.T) {
	p := party.Plain(t)
	for range 2 {
		id := p.Begin(party.Opt("clock", "slow"))
		p.Slash(ben, []string{"order"}, party.Opt("line", "bid 2"), party.Opt("match", string(id)))
		p.Settle()
	}
	asked := len(p.Direct(ann))
	p.Pass(10 * time.Minute) // she was present as it was asked, and is called now
	before := len(p.Direct(ann))
	if said := bottest.Words(p.Console(ann).Message); before != asked+1 || strings.Count(said, "against") != 2 || strings.Contains(said, "Your time is running") {
		t.Fatalf("%d calls for two questions of one time:\n%s", before-asked, said)
	}
	p.Pass(36*time.Hour - 11*time.Minute)
	if n := len(p.Direct(ann)); n != before {
		t.Fatalf("reminded too early: %d messages", n-before)
	}
	p.Pass(time.Minute)
	p.Restart()
	p.Pass(time.Second)
	ms := p.Direct(ann)
	if len(ms) != before+1 {
		t.Fatalf("%d reminders of two questions of one time, expected one for both", len(ms)-before)
	}
	if got := bottest.Words(ms[len(ms)-1].Message); strings.Count(got, "against") != 2 || !strings.Contains(got, "Your time is running") {
		t.Errorf("it says\n%s", got)
	}
	if n := len(p.Direct(ben)); n > 2 {
		t.Errorf("ben, who has answered, was sent %d messages", n)
	}
	p.Pass(11 * time.Hour)
	if n := len(p.Direct(ann)); n != before+1 {
		t.Errorf("reminded %d times", n-before)
	}
}

// A secret step asks the same question again: the reminder of it comes all the same, in direct messages and in the thread, also
// where it is due before the step is delivered.
func TestReminderAfterASecretStep(t *testing.T) {
	for _, calls := range []string{"dm", bot.CallsThread} {
		for _, late := range []bool{false, true} {
			p := party.Plain(t)
			if calls == bot.CallsThread {
				p.Slash(ann, settings, party.Opt("calls", calls))
			}
			p.Begin(party.Opt("clock", "slow"))
			p.Play(ann, "bid 2")
			p.Play(ben, "bid 3")
			p.Settle()
			said := func() (n int) {
				for _, m := range append(p.Direct(ann), p.Cards()...) {
					if words := bottest.Words(m.Message); strings.Contains(words, "Your time is running") || slices.Contains(m.Mention, ann) {
						n++
					}
				}
				return n
			}
			before := said()
			if !late {
				p.Play(ann, "tune")
				p.Settle()
				p.Pass(37 * time.Hour)
			} else {
				p.Clock.Advance(36*time.Hour + time.Minute)
				p.Play(ann, "tune")
				if _, err := p.Bot.Due(t.Context()); err != nil {
					t.Fatal(err)
				}
				p.Settle()
			}
			if n := said() - before; n != 1 {
				t.Errorf("%s, late %t: reminded %d times, expected once", calls, late, n)
			}
		}
	}
}

// A reminder that Discord will never take is given up, so that it holds up no other; one that it could not take now comes later.
func TestReminderRefused(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{&bot.WireError{Status: 400, Code: 50033}, 0},
		{&bot.WireError{Status: 503, RetryAfter: time.Second}, 1},
	} {
		p := party.Plain(t)
		id := p.Begin(party.Opt("clock", "slow"))
		p.Slash(ben, []string{"order"}, party.Opt("line", "bid 2"), party.Opt("match", string(id)))
		p.Settle()
		before := len(p.Direct(ann))
		p.Wire.Fail(1, c.err)
		p.Clock.Advance(36 * time.Hour)
		if _, err := p.Bot.Due(t.Context()); (err == nil) != (c.want == 0) {
			t.Errorf("after %v: %v", c.err, err)
		}
		p.Settle()
		if n := len(p.Direct(ann)) - before; n != c.want {
			t.Errorf("after %v: %d reminders, expected %d", c.err, n, c.want)
		}
	}
}

// In quiet hours messages come without a sound, and the reminder when the hours are over.
func TestQuietHours(t *testing.T) {
	p := party.Plain(t) // it is 12:00
	p.Slash(ann, settings, party.Opt("quiet", "11:00-20:00"))
	p.Begin(party.Opt("clock", "slow"))
	ms := p.Direct(ann)
	if len(ms) != 2 || !ms[0].Silent || !ms[1].Silent { // that the match is to begin, and the console
		t.Fatalf("in quiet hours: %+v", ms)
	}
	if ms := p.Direct(ben); len(ms) != 1 || ms[0].Silent {
		t.Fatalf("to ben: %+v", ms)
	}
	p.Pass(7*time.Hour + 59*time.Minute)
	if n := len(p.Direct(ann)); n != 2 {
		t.Fatalf("%d messages in quiet hours", n)
	}
	p.Pass(time.Minute)
	if n := len(p.Direct(ann)); n != 3 {
		t.Errorf("%d messages after quiet hours", n)
	}
	// Hours chosen since put a reminder off.
	p.Slash(ben, settings, party.Opt("quiet", "00:00-01:00"))
	p.Pass(28 * time.Hour) // to 00:00 of the day after the next, when ben's is due
	if n := len(p.Direct(ben)); n != 1 {
		t.Errorf("ben was sent %d messages", n)
	}
	p.Pass(time.Hour)
	if n := len(p.Direct(ben)); n != 2 {
		t.Errorf("after an hour more ben was sent %d messages", n)
	}
}

// Who has chosen so is called in the thread, once for each question, and reminded there only where that does not tell who has
// answered under seal.
func TestCalledInThread(t *testing.T) {
	p := party.Plain(t)
	p.Says(p.Slash(ann, settings, party.Opt("calls", "thread")), "in the match's thread")
	p.Begin(party.Opt("clock", "slow"))
	calls := func() (out []bottest.Message) {
		for _, m := range p.Cards() {
			if len(m.Mention) > 0 {
				out = append(out, m)
			}
		}
		return out
	}
	p.Play(ben, "bid 2")
	p.Settle()
	if got := calls(); len(got) != 1 || !slices.Equal(got[0].Mention, []bot.UserID{ann}) {
		t.Fatalf("called %+v", got)
	}
	p.Pass(37 * time.Hour)
	if n := len(calls()); n != 1 {
		t.Errorf("a sealed answer that is missing shows: called %d times", n)
	}
	p.Slash(ann, []string{"order"}, party.Opt("line", "bid 3"))
	p.Settle() // ann, or ben, is asked to tune
	p.Pass(37 * time.Hour)
	for _, m := range calls() {
		if slices.Contains(m.Mention, ben) {
			t.Error("ben, who is written to, is called")
		}
	}
	if n := len(calls()); n != 3 {
		t.Errorf("called %d times, expected one call and one reminder more", n)
	}
}

// Whether somebody takes direct messages shows to nobody else: neither in the thread nor by being called there.
func TestClosedDMShowsToNobody(t *testing.T) {
	var seen [2]string
	for n, closed := range []bool{false, true} {
		p := party.Plain(t)
		p.Wire.CloseDM(ann, closed)
		p.Begin(party.Opt("clock", "slow"))
		p.Play(ben, "bid 2")
		p.Pass(40 * time.Hour)
		p.Play(ann, "bid 3")
		p.Pass(40 * time.Hour)
		for _, m := range p.Cards() {
			seen[n] += bottest.Words(m.Message) + fmt.Sprint(m.Mention, m.Edits) + "\n"
		}
	}
	if !strings.Contains(seen[0], "card of round") {
		t.Fatalf("no card: %s", seen[0])
	}
	for n := range seen {
		seen[n] = hexes.ReplaceAllString(seen[n], "~")
	}
	if seen[0] != seen[1] {
		t.Errorf("with open direct messages the thread holds\n%s\nand with closed ones\n%s", seen[0], seen[1])
	}
}

// hexes are ids and hashes, which are random.
var hexes = regexp.MustCompile(`[0-9a-f]{32,}|view\|[a-z0-9]{8}`)

// A result is told where the server wants it, once.
func TestAnnouncement(t *testing.T) {
	p := party.Plain(t)
	p.May[ann] = bot.ManageServer
	p.Slash(ann, setup, party.Opt("announcements", "news"))
	p.Begin()
	p.Play(ben, "quit")
	p.Restart()
	p.Settle()
	ms := p.Wire.Messages("news")
	if len(ms) != 1 || !strings.Contains(bottest.Words(ms[0].Message), "ranks [1 2], quit. a plain game") {
		t.Errorf("told %+v", ms)
	}
	p.Slash(ann, setup, party.Opt("clear", "announcements"))
	p.Begin()
	p.Play(ben, "quit")
	p.Settle()
	if n := len(p.Wire.Messages("news")); n != 1 {
		t.Errorf("%d messages", n)
	}
}
