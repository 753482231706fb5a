package match_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/prefs"
	"downsync/bot/wire"
)

// Each question has one reminder when a quarter of the time is left; none if it is answered before.
func TestReminder(t *testing.T) {
	p := party.Plain(t)
	for range 2 {
		id := p.Begin(party.Opt("clock", "slow"))
		p.Slash(ben, []string{"order"}, party.Opt("line", "bid 2"), party.Opt("match", string(id)))
		p.Settle()
	}
	asked := len(p.Direct(ann))
	p.Pass(10 * time.Minute) // she was present when it was asked, and is notified now
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

// A secret step asks the same question again. Its reminder still comes, in direct messages and in the thread, even if
// it is due before the step is delivered.
func TestReminderAfterASecretStep(t *testing.T) {
	for _, calls := range []string{"dm", prefs.CallsThread} {
		for _, late := range []bool{false, true} {
			p := party.Plain(t)
			if calls == prefs.CallsThread {
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

// A reminder that Discord will never accept is dropped, so that it blocks no other. A reminder that fails only now
// comes later.
func TestReminderRefused(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{&wire.WireError{Status: 400, Code: 50033}, 0},
		{&wire.WireError{Status: 503, RetryAfter: time.Second}, 1},
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

// In quiet hours messages make no sound, and the reminder comes when the hours end.
func TestQuietHours(t *testing.T) {
	p := party.Plain(t) // it is 12:00
	p.Slash(ann, settings, party.Opt("quiet", "11:00-20:00"))
	p.Slash(ben, party.Challenge, party.ChallengeTo(ann), party.Opt("clock", "slow"))
	p.Click(ann, p.Card(), "accept|")
	p.Click(ann, p.Newest(ann), "force|", "blue")
	p.Pass(time.Minute) // ann is no longer present
	p.Click(ben, p.Card(), "ready|")
	p.Settle()
	ms := p.Direct(ann)
	if len(ms) != 1 || !ms[0].Silent {
		t.Fatalf("in quiet hours: %+v", ms)
	}
	p.Pass(7*time.Hour + 58*time.Minute)
	if n := len(p.Direct(ann)); n != 1 {
		t.Fatalf("%d messages in quiet hours", n)
	}
	p.Pass(time.Minute)
	if n := len(p.Direct(ann)); n != 2 {
		t.Errorf("%d messages after quiet hours", n)
	}
	// Quiet hours chosen later postpone a reminder.
	p.Slash(ben, settings, party.Opt("quiet", "00:00-01:00"))
	before := len(p.Direct(ben))
	p.Pass(28*time.Hour + time.Minute) // to 00:01 of the day after the next, when ben's reminder is due
	if n := len(p.Direct(ben)) - before; n != 0 {
		t.Errorf("ben was sent %d messages", n)
	}
	p.Pass(time.Hour)
	if n := len(p.Direct(ben)) - before; n != 1 {
		t.Errorf("after an hour more ben was sent %d messages", n)
	}
}
