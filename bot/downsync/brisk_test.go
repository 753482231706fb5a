package downsync

import (
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/downsync/worlds"
	"downsync/bot/wire"
	"downsync/game/table"
)

// answeredAfter plays on two hosts until ann has a window, in a match over days, that for one minute may close on the finer
// grid. Ann passes after the given time. It returns what the others were delivered until the coarse grid has closed every
// window. Ann's last public act was four minutes before the window opened, which is at a moment of the finer grid.
func answeredAfter(t *testing.T, answered time.Duration, closes time.Duration) map[wire.UserID]string {
	t.Helper()
	w := worlds.Faced()[2].World[0]
	w.Clock = table.Timing{Clocks: map[string]time.Duration{"turn": 48 * time.Hour, "react": 24 * time.Hour}, Tick: 15 * time.Minute,
		MinWindow: time.Minute, Brisk: table.Brisk{Within: 5 * time.Minute, Tick: 15 * time.Second, MinWindow: 5 * time.Second}}
	s := twins.Open(t, w, bottest.Setup{Forms: Forms{brush: sketch{}}}, nil)
	for _, a := range []string{"ben> designate B1", "ben> done", "ann> pass", "wait 16m", "ben> done",
		"ann> designate A1", "ann> done", "ben> pass", "wait 30s", "ann> done", "wait 4m", "ben> done", "ben> done"} {
		s.Do(twins.Read(a))
	}
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

// Before and after the moment at which the finer grid ends, the others learn only between which two public moments ann
// answered.
func TestTwinsAtTheEndOfTheFinerGrid(t *testing.T) {
	const quarter = 9*time.Minute + 30*time.Second // to the next moment of the coarse grid
	var last map[wire.UserID]string
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
