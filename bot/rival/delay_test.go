package rival_test

import (
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/mind"
	"downsync/bot/bottest/party"
	"downsync/bot/bottest/plain"
	"downsync/game/rival"
	"downsync/game/table"
)

// The delay before an answer depends on public information and on the opponent's choice of a pace, not on what was
// worked out, nor on either side's secret acts.
func TestWhenTheBotAnswers(t *testing.T) {
	took := func(key, pace string, line mind.Order, between ...string) time.Duration {
		p := party.PlainWithRival(t, choosing(func(rival.Position) (rival.Choice, error) { return chosen(line) }))
		p.Slash(ann, []string{"settings"}, party.Opt("rival", pace))
		p.Slash(ann, party.Challenge, party.ChallengeTo(bottest.Self)) // which is not settled: the question has not come yet
		all, err := p.Hall.MatchesOf(ctx, ann)
		if err != nil || len(all) != 1 {
			t.Fatal(all, err)
		}
		postOf(p, all[0].Match, set("key", key))
		p.Settle()
		p.Play(ann, between...)
		p.Play(ann, "bid 3")
		return untilOver(p, all[0].Match, "bid")
	}
	usual := took("k", "default", "bid 1")
	if usual < 400*time.Millisecond || usual > 900*time.Millisecond {
		t.Errorf("a brisk answer takes %s", usual)
	}
	for name, x := range map[string]time.Duration{"another answer": took("k", "default", "bid 4"), "an illegal one": took("k", "default", "bid 9"),
		"a note of the opponent's": took("k", "default", "bid 1", "note red"), "two": took("k", "default", "bid 1", "note red", "note blue")} {
		if x != usual {
			t.Errorf("%s: it takes %s, not %s", name, x, usual)
		}
	}
	if d := took("k", "calm", "bid 1"); d < 8*time.Second || d > 20*time.Second {
		t.Errorf("a calm answer takes %s", d)
	}
	if took("k2", "default", "bid 1") == usual && took("k3", "default", "bid 1") == usual {
		t.Error("it always takes equally long")
	}
}

// However calm an opponent is chosen to be, it takes no more than a quarter of the time that a question has.
func TestTheBotLeavesTime(t *testing.T) {
	p := party.PlainWithRival(t, mind.Mind{}, func(s *bottest.Setup) {
		s.Default, s.Timings = "short", map[string]table.Timing{"short": {Clocks: map[string]time.Duration{"turn": 16 * time.Second}}}
	})
	p.Slash(ann, []string{"settings"}, party.Opt("rival", "calm"))
	id := p.Against(party.Opt("clock", "short"))
	p.Play(ann, "bid 3")
	if d := untilOver(p, id, "bid"); d < 2*time.Second || d > 4*time.Second+100*time.Millisecond || p.PublicOf(id).Clocks.Stopped() {
		t.Errorf("of 16 s it takes %s", d)
	}
	if line := plain.Words(p.PublicOf(id).Facts); !strings.Contains(line, "bid 2 2 ") {
		t.Errorf("it has not answered: %s", line)
	}
}

// alone begins ann's match against the program, with known delays, and plays it to the bids after which the program alone is asked.
func alone(p *party.Party) table.ID {
	p.T.Helper()
	p.Slash(ann, party.Challenge, party.ChallengeTo(bottest.Self))
	all, err := p.Hall.MatchesOf(ctx, ann)
	if err != nil || len(all) != 1 {
		p.T.Fatal(all, err)
	}
	id := all[0].Match
	postOf(p, id, set("key", "k"))
	p.Settle()
	p.Play(ann, "bid 3")
	untilOver(p, id, "bid")
	p.Play(ann, "done", "claim", "leave")
	untilOver(p, id, "peek")
	return id
}

// Each answer in a row comes sooner than the one before, where nobody else answers between. Under seal somebody does, and no delay shows
// who was first.
func TestTheBotAnswersSoonerInARow(t *testing.T) {
	delay := func(annFirst bool, row int) time.Duration {
		p := party.PlainWithRival(t, mind.Mind{})
		id := alone(p)
		if annFirst {
			p.Play(ann, "bid 3")
			untilOver(p, id, "bid")
		} else {
			p.Pass(time.Second)
			postOf(p, id, set("row", row))
			p.Play(ann, "bid 3")
		}
		due, err := time.Parse(time.RFC3339, postOf(p, id)["due"].(string))
		if err != nil || stageOf(p, id) != "tune" {
			t.Fatalf("in stage %s: %v", stageOf(p, id), err)
		}
		return due.Sub(p.Clock.Now())
	}
	first, second, tenth := delay(false, 0), delay(false, 1), delay(false, 9)
	if second != (first*4/5).Truncate(time.Millisecond) || tenth != 400*time.Millisecond {
		t.Errorf("the first answer takes %s, the second %s, the tenth %s", first, second, tenth)
	}
	if d := delay(true, 0); d != first {
		t.Errorf("the next answer takes %s if the program answered first under seal, and %s if the other did", first, d)
	}
}

// Answers in secret cost the program no time that others see, however long it thinks about each: of several questions that follow from
// such answers it thinks before the answer that others see is due.
func TestSecretAnswersTakeNoTime(t *testing.T) {
	took := func(secret int) time.Duration {
		var p *party.Party
		tuned := 0
		p = party.PlainWithRival(t, choosing(func(at rival.Position) (rival.Choice, error) {
			if at.Ask.Name == "tune" {
				p.Clock.Advance(90 * time.Millisecond)
				if tuned < secret {
					tuned++
					return chosen("tune")
				}
			}
			return chosen(map[string]mind.Order{"bid": "bid 2", "tune": "done", "claim": "pass", "peek": "leave"}[at.Ask.Name])
		}))
		id := alone(p)
		begun := p.Clock.Now()
		p.Play(ann, "bid 3")
		for stageOf(p, id) != "claim" {
			p.Pass(10 * time.Millisecond)
		}
		if tuned != secret {
			t.Fatalf("it tuned %d times, expected %d", tuned, secret)
		}
		return p.Clock.Now().Sub(begun).Round(20 * time.Millisecond)
	}
	none := took(0)
	for secret := 1; secret <= 3; secret++ {
		if d := took(secret); d != none {
			t.Errorf("with %d secret answers it takes %s, without any %s", secret, d, none)
		}
	}
}
