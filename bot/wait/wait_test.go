package wait

import (
	"encoding/json"
	"slices"
	"testing"
	"time"
)

var start = time.Date(2150, 1, 1, 0, 0, 0, 0, time.UTC)

func at(minutes int) time.Time { return start.Add(time.Duration(minutes) * time.Minute) }

// The time of each wait counts for its places, however often they come and are awaited again.
func TestWaitsAddUp(t *testing.T) {
	var w Waiting
	w.Start(at(0), 1, 2)
	if !w.Came(1, at(10)) || w.Came(1, at(11)) || w.Came(0, at(11)) {
		t.Fatal("place 1 comes once, and place 0 was not waited for")
	}
	w.Start(at(30), 1)
	if got := w.Total(2, at(99)); got != 30*time.Minute {
		t.Errorf("place 2 counts %s", got)
	}
	if got, now := w.Total(1, at(35)), w.Current(1, at(35)); got != 15*time.Minute || now != 5*time.Minute {
		t.Errorf("place 1 counts %s, now %s", got, now)
	}
	if w.Came(1, at(40)); len(w.For) > 0 || !w.Since.IsZero() || w.Earlier(1) != 20*time.Minute || w.Earlier(7) != 0 {
		t.Errorf("after everybody came: %+v", w)
	}
}

// A wait can be charged to a place that was not awaited.
func TestWaitIsCharged(t *testing.T) {
	var w Waiting
	w.StartCharged(at(0), 1, 0) // nothing was awaited before
	w.StartCharged(at(5), 1, 1)
	if w.Earlier(0) != 0 || w.Earlier(1) != 5*time.Minute || !slices.Equal(w.For, []int{1}) {
		t.Errorf("%+v", w)
	}
}

// A delivered notification settles the wait that it was made for, and no later one.
func TestNotices(t *testing.T) {
	var w Waiting
	w.Start(at(0), 0)
	w.Silent(at(0))
	early := w
	if w.Knows(at(99), time.Hour) {
		t.Error("it was never notified")
	}
	w.Silent(at(5))
	if w.Delivered(early, at(6)); w.Unnotified.IsZero() {
		t.Error("a notice of an earlier wait settles a later one")
	}
	w.Notifying = at(7)
	if w.Delivered(w, at(8)); w.Knows(at(67), time.Hour) || !w.Knows(at(68), time.Hour) {
		t.Errorf("an hour after the late notice at 8: %+v", w)
	}
	if w.Heard(); !w.Knows(at(8), time.Hour) {
		t.Error("one that was notified in time knows at once")
	}
}

// A copy of a wait does not change with it, and a wait for nobody is stored as nothing.
func TestWaitIsAValue(t *testing.T) {
	var w Waiting
	w.Start(at(0), 0, 1)
	kept := w
	w.Came(0, at(1))
	w.Start(at(2), 0)
	w.Came(0, at(3))
	if !slices.Equal(kept.For, []int{0, 1}) || kept.Earlier(0) != 0 {
		t.Errorf("the copy became %+v", kept)
	}
	if raw, err := json.Marshal(Waiting{}); err != nil || string(raw) != "{}" {
		t.Errorf("%s, %v", raw, err)
	}
}
