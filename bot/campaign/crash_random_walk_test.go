package campaign_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/hosts"
	"downsync/bot/bottest/stage"
)

// takesSteps tells whether that is done in several steps, and pressed again where a host dies in between: who leaves a campaign leaves its challenge
// first, and a removal goes through all that is kept. Time alone goes by otherwise where a card that starts a clock is delivered later.
func takesSteps(d stage.Doing) bool {
	return d.Span > 0 || strings.HasSuffix(d.I.CustomID, "|left") || strings.HasPrefix(d.I.CustomID, "privacy|")
}

// rests lets everything come about, also what hosts do only when the leases of one that died end.
func rests(s *stage.Stage) string {
	s.T.Helper()
	s.Settle()
	s.Pass(2 * time.Minute)
	if strings.Contains(s.Log.String(), "panic") {
		s.T.Error(s.Log)
	}
	return s.State()
}

// A host dies at any moment of anything that somebody does about a campaign, its matches or the moderation of them, and another goes on: it was
// done, or it was not.
func TestCheatByDeathsAnywhere(t *testing.T) {
	died := 0
	for _, seed := range hosts.Seeds(1021, 1030, 1227) {
		// run has the host of the first die at the nth thing that it writes; 0: never; -1: nobody does the first.
		run := func(n int, after bool) (stands, what string, dead bool) {
			s := stage.New(t, uint64(seed))
			a, b := s.Prelude()
			for takesSteps(a) {
				a = s.Useful()
			}
			what = fmt.Sprint(strings.Join(s.Story, "\n"), "\n", a, " / ", b)
			again, apart := s.IntN(2) == 0, s.IntN(2) == 0
			one, other, its := s.Hosts()[0], s.Hosts()[1], s.Lives[0]
			its.Left, its.After = max(n, 0), after
			if n >= 0 {
				s.Do(one, a)
			}
			if its.Left, dead = 0, its.Dead; again {
				s.Restart()
			} else {
				s.Only(other)
			}
			if apart {
				s.Settle()
			}
			s.Do(s.Hosts()[0], b)
			return rests(s), what, dead
		}
		done, what, _ := run(0, false)
		undone, _, _ := run(-1, false)
		for n, dead := 1, true; dead; n++ {
			for _, after := range []bool{false, true} {
				var got string
				if got, _, dead = run(n, after); dead && got != done && got != undone {
					t.Fatalf("seed %d, death %d, after %t: %s\nif done: %s\nif not: %s", seed, n, after, what, bottest.FirstDifference(done, got), bottest.FirstDifference(undone, got))
				}
				if dead {
					died++
				}
			}
		}
	}
	if t.Logf("they died %d times", died); died == 0 {
		t.Error("no host died")
	}
}

// Two things that are done at once about a campaign, its matches or the moderation of them come to what one after the other would.
func TestCheatByComingBetweenInACampaign(t *testing.T) {
	for _, seed := range hosts.Seeds(1149, 1263, 1271) {
		run := func(n int) (stands string, said [2]string, what string, reached bool) {
			s := stage.New(t, uint64(seed))
			a, b := s.Prelude()
			a.Span, b.Span = min(a.Span, time.Millisecond), min(b.Span, time.Millisecond)
			if s.IntN(3) == 0 {
				s.Restart()
			}
			what = fmt.Sprint(strings.Join(s.Story, "\n"), "\n", a, " / ", b)
			one, other := s.Hosts()[0], s.Hosts()[1]
			said, reached = s.Cut.Both(n, func() string { return s.Do(one, a) }, func() string { return s.Do(other, b) })
			return rests(s), said, what, reached
		}
		hosts.Compare(t, seed, run, func(string) bool { return true })
	}
}
