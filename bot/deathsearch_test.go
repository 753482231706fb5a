package bot_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// soaking are the seeds of a search: some alone, unless it is to take its time.
func soaking(seeds ...int) []int {
	if os.Getenv("SOAK") == "1" {
		for seed := range 3000 {
			seeds = append(seeds, 1000+seed)
		}
	}
	return seeds
}

// steps tells whether that is done in several steps, and pressed again where a host dies in between: who leaves a campaign leaves its challenge
// first, and a removal goes through all that is kept. Time alone goes by otherwise where a card that starts a clock is delivered later.
func (d doing) steps() bool {
	return d.span > 0 || strings.HasSuffix(d.i.CustomID, "|left") || strings.HasPrefix(d.i.CustomID, "privacy|")
}

// rests lets everything come about, also what hosts do only when the leases of one that died end.
func (s *stage) rests() string {
	s.t.Helper()
	s.Settle()
	s.Pass(2 * time.Minute)
	if strings.Contains(s.Log.String(), "panic") {
		s.t.Error(s.Log)
	}
	return s.stands()
}

// A host dies at any moment of anything that somebody does about a campaign, its matches or the moderation of them, and another goes on: it was
// done, or it was not.
func TestCheatByDeathsAnywhere(t *testing.T) {
	died := 0
	for _, seed := range soaking(1021, 1030, 1227) {
		// run has the host of the first die at the nth thing that it writes; 0: never; -1: nobody does the first.
		run := func(n int, after bool) (stands, what string, dead bool) {
			s := newStage(t, uint64(seed))
			a, b := s.prelude()
			for a.steps() {
				a = s.useful()
			}
			what = fmt.Sprint(strings.Join(s.log, "\n"), "\n", a, " / ", b)
			again, apart := s.IntN(2) == 0, s.IntN(2) == 0
			one, other, its := s.Hosts()[0], s.Hosts()[1], s.lives[0]
			its.left, its.after = max(n, 0), after
			if n >= 0 {
				s.do(one, a)
			}
			if its.left, dead = 0, its.dead; again {
				s.Restart()
			} else {
				s.only(other)
			}
			if apart {
				s.Settle()
			}
			s.do(s.Hosts()[0], b)
			return s.rests(), what, dead
		}
		done, what, _ := run(0, false)
		undone, _, _ := run(-1, false)
		for n, dead := 1, true; dead; n++ {
			for _, after := range []bool{false, true} {
				var got string
				if got, _, dead = run(n, after); dead && got != done && got != undone {
					t.Fatalf("seed %d, death %d, after %t: %s\nif done: %s\nif not: %s", seed, n, after, what, differ(done, got), differ(undone, got))
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
	for _, seed := range soaking(1149, 1263, 1271) {
		run := func(n int) (stands string, said [2]string, what string, reached bool) {
			s := newStage(t, uint64(seed))
			a, b := s.prelude()
			a.span, b.span = min(a.span, time.Millisecond), min(b.span, time.Millisecond)
			if s.IntN(3) == 0 {
				s.Restart()
			}
			what = fmt.Sprint(strings.Join(s.log, "\n"), "\n", a, " / ", b)
			one, other := s.Hosts()[0], s.Hosts()[1]
			said, reached = s.cut.both(n, func() string { return s.do(one, a) }, func() string { return s.do(other, b) })
			return s.rests(), said, what, reached
		}
		compare(t, seed, run, func(string) bool { return true })
	}
}
