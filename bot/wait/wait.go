// Package wait records whom a table or a campaign waits for: since when, how long each has kept the others waiting in
// total, and whether they were notified.
package wait

import (
	"slices"
	"time"

	"downsync/game/table"
)

// Waiting is the record of a wait. Its places are the seats of a table or the sides of a campaign, counted from 0. The
// zero value waits for nobody.
type Waiting struct {
	// For holds the awaited places.
	For []int `json:"for,omitempty"`
	// Since is when the present wait began; zero if For is empty.
	Since time.Time `json:"since,omitzero"`
	// Used is the total time of earlier waits, by place. It may be shorter than the number of places.
	Used []time.Duration `json:"used,omitempty"`
	// Unnotified is since when the awaited players have not been notified; zero if they were.
	Unnotified time.Time `json:"unnotified,omitzero"`
	// Notifying is when a host began to notify them late; zero if none did.
	Notifying time.Time `json:"notifying,omitzero"`
	// Notified is when they were notified late; zero if they were notified in time, or not yet.
	Notified time.Time `json:"notified,omitzero"`
}

// Waits reports whether the place is awaited.
func (w Waiting) Waits(place int) bool { return slices.Contains(w.For, place) }

// Current returns how long the present wait for the place has lasted.
func (w Waiting) Current(place int, now time.Time) time.Duration {
	if !w.Waits(place) {
		return 0
	}
	return now.Sub(w.Since)
}

// Earlier returns the total time of earlier waits for the place.
func (w Waiting) Earlier(place int) time.Duration {
	if place >= len(w.Used) {
		return 0
	}
	return w.Used[place]
}

// Total returns how long the place has kept the others waiting, including the present wait.
func (w Waiting) Total(place int, now time.Time) time.Duration {
	return w.Earlier(place) + w.Current(place, now)
}

// Start begins a wait for the places, which replaces the present one. The time of the present wait counts for its
// places.
func (w *Waiting) Start(now time.Time, places ...int) {
	for _, place := range w.For {
		w.charge(place, now.Sub(w.Since))
	}
	w.begin(now, places)
}

// StartCharged is Start, but the time of the present wait counts for the given place, whoever it was for.
func (w *Waiting) StartCharged(now time.Time, place int, places ...int) {
	if len(w.For) > 0 {
		w.charge(place, now.Sub(w.Since))
	}
	w.begin(now, places)
}

func (w *Waiting) begin(now time.Time, places []int) {
	w.For, w.Since = slices.Clone(places), now
	if len(places) == 0 {
		w.Since = time.Time{}
	}
}

// Came ends the wait for the place and reports whether the place was awaited. The wait for others goes on.
func (w *Waiting) Came(place int, now time.Time) bool {
	if !w.Waits(place) {
		return false
	}
	w.charge(place, now.Sub(w.Since))
	w.For = slices.DeleteFunc(slices.Clone(w.For), func(p int) bool { return p == place })
	if len(w.For) == 0 {
		w.Since = time.Time{}
	}
	return true
}

func (w *Waiting) charge(place int, d time.Duration) {
	used := make([]time.Duration, max(len(w.Used), place+1))
	copy(used, w.Used)
	used[place] += d
	w.Used = used
}

// Silent notes that the awaited players have not been notified.
func (w *Waiting) Silent(now time.Time) {
	w.Unnotified, w.Notifying, w.Notified = now, time.Time{}, time.Time{}
}

// Heard notes that the awaited players know of the wait.
func (w *Waiting) Heard() {
	w.Unnotified, w.Notifying, w.Notified = time.Time{}, time.Time{}, time.Time{}
}

// Delivered notes that a notification was delivered at now, which the wait owed in its earlier state. It does nothing
// if the wait now owes another one, or none.
func (w *Waiting) Delivered(before Waiting, now time.Time) {
	if before.Unnotified.IsZero() || !w.Unnotified.Equal(before.Unnotified) {
		return
	}
	if w.Heard(); !before.Notifying.IsZero() {
		w.Notified = now
	}
}

// Skip moves the times of the wait by an outage, which does not count.
func (w *Waiting) Skip(o table.Outage) {
	for _, at := range []*time.Time{&w.Since, &w.Unnotified, &w.Notifying, &w.Notified} {
		*at = o.Skip(*at)
	}
}

// Knows reports whether the awaited players were notified, and have had at least that time to come since.
func (w Waiting) Knows(now time.Time, least time.Duration) bool {
	return w.Unnotified.IsZero() && now.Sub(w.Notified) >= least
}
