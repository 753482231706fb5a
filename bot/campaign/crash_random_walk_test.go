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

// takesSteps reports whether a deed takes several steps and is pressed again if a host dies in between: leaving a
// campaign leaves its challenge first, and a removal of data visits everything stored. Only the passing of time is
// different, if a card that starts a clock is delivered later.
func takesSteps(d stage.Doing) bool {
	return d.Span > 0 || strings.HasSuffix(d.I.CustomID, "|left") || strings.HasPrefix(d.I.CustomID, "privacy|")
}

// rests lets everything finish, including the work that hosts do only when the leases of a dead host end.
func rests(s *stage.Stage) string {
	s.T.Helper()
	s.Settle()
	s.Pass(2 * time.Minute)
	if strings.Contains(s.Log.String(), "panic") {
		s.T.Error(s.Log)
	}
	return s.State()
}

// A host dies at any moment of any deed about a campaign, its matches or their moderation, and another host takes over:
// the deed was either done or not done.
func TestCheatByDeathsAnywhere(t *testing.T) {
	died := 0
	for _, seed := range hosts.Seeds(1021, 1030, 1227) {
		// run has the first user's host die at its nth write; 0: never; -1: nobody does the first deed.
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

// Two simultaneous deeds about a campaign, its matches or their moderation have the same outcome as one after the
// other.
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
