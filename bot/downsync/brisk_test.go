package downsync

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/downsync/worlds"
	"downsync/game/table"
)

// briskWindow plays on two hosts until ann has a window of a match over days that may close on the finer grid for a minute. Her last public
// act was four minutes before the window opened, which is at a moment of the finer grid.
func briskWindow(t *testing.T, locales map[bot.UserID]string) *twins.Table {
	t.Helper()
	w := worlds.Faced()[2].World[0]
	w.Clock = table.Timing{Clocks: map[string]time.Duration{"turn": 48 * time.Hour, "react": 24 * time.Hour}, Tick: 15 * time.Minute,
		MinWindow: time.Minute, Brisk: table.Brisk{Within: 5 * time.Minute, Tick: 15 * time.Second, MinWindow: 5 * time.Second}}
	s := twins.Open(t, w, bottest.Setup{Forms: Forms{brush: sketch{}}}, locales)
	for _, a := range []string{"ben> designate B1", "ben> done", "ann> pass", "wait 16m", "ben> done",
		"ann> designate A1", "ann> done", "ben> pass", "wait 30s", "ann> done", "wait 4m", "ben> done", "ben> done"} {
		s.Do(twins.Read(a))
	}
	return s
}

// answeredAfter has ann pass so long after briskWindow, and returns what the others were delivered until the coarse grid has closed every
// window.
func answeredAfter(t *testing.T, answered time.Duration, closes time.Duration) map[bot.UserID]string {
	t.Helper()
	s := briskWindow(t, nil)
	opened, end := s.Clock.Now(), s.Clock.Now().Add(11*time.Minute)
	until := func(at time.Time) {
		for now := s.Clock.Now(); now.Before(at); now = s.Clock.Now() {
			next := now.Truncate(15 * time.Second).Add(15 * time.Second)
			if next.After(at) {
				next = at
			}
			s.Pass(next.Sub(now))
		}
	}
	until(opened.Add(answered))
	s.Do(twins.Read("ann> pass"))
	p, err := s.Hall.Private(t.Context(), "twin", 1)
	if err != nil || !p.Closes.Equal(opened.Add(closes)) {
		t.Errorf("answered after %s: the window closes at %s, %v; expected %s", answered, p.Closes, err, opened.Add(closes))
	}
	until(end)
	s.Do(twins.Read("ben! show"), twins.Read("eve! show"))
	return s.Others()
}

// On both sides of the moment at which the finer grid ends, the others learn only between which two public moments ann answered.
func TestTwinsAtTheEndOfTheFinerGrid(t *testing.T) {
	const quarter = 9*time.Minute + 30*time.Second // to the next moment of the coarse grid
	var last map[bot.UserID]string
	for _, x := range []struct{ one, other, closes time.Duration }{
		{time.Second, 14 * time.Second, 15 * time.Second},
		{46 * time.Second, 60*time.Second - time.Millisecond, time.Minute},
		{60*time.Second + time.Millisecond, 8 * time.Minute, quarter},
	} {
		one, other := answeredAfter(t, x.one, x.closes), answeredAfter(t, x.other, x.closes)
		twins.Alike(t, one, other)
		if last != nil && (last["ben"] == one["ben"] || last["eve"] == one["eve"]) {
			t.Errorf("a window that closes after %s looks like one that closes before", x.closes)
		}
		last = one
	}
}

// While a window may close on the finer grid, the public card and the console of the player who waits name the moments of both grids. When the
// finer grid ends they are edited once, and name the coarse moments alone.
func TestCardsNameTheGridThatIsLeft(t *testing.T) {
	s := briskWindow(t, map[bot.UserID]string{"ben": "de"})
	opened := s.Clock.Now()
	stamp := func(d time.Duration) string { return fmt.Sprintf("<t:%d:T>", opened.Add(d).Unix()) }
	first, last, coarse := stamp(15*time.Second), stamp(time.Minute), stamp(9*time.Minute+30*time.Second)
	card := func() bottest.Message {
		all := s.Wire.Messages(s.Wire.Threads()[0])
		return all[len(all)-1]
	}
	console := func() bottest.Message {
		m, _ := s.Wire.Console("ben")
		return m
	}
	names := func(when string, named, gone []string) {
		t.Helper()
		for who, m := range map[string]bottest.Message{"the card": card(), "ben's console": console()} {
			for n, x := range slices.Concat(named, gone) {
				if strings.Contains(bottest.Words(m.Message), x) != (n < len(named)) {
					t.Errorf("%s, %s names %s or not: %s", when, who, x, bottest.Words(m.Message))
				}
			}
		}
	}
	names("at first", []string{first, last}, []string{coarse})
	was := [2]int{card().Edits, console().Edits}
	s.Pass(time.Minute - time.Millisecond)
	names("before the end", []string{first, last}, []string{coarse})
	s.Restart()
	s.Pass(time.Millisecond)
	names("after the end", []string{coarse}, []string{first, last})
	s.Pass(5 * time.Minute)
	if got := [2]int{card().Edits, console().Edits}; got != [2]int{was[0] + 1, was[1] + 1} {
		t.Errorf("the card and the console were edited %v times, expected once each", [2]int{got[0] - was[0], got[1] - was[1]})
	}
}
