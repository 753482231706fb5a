package campaign

import (
	"time"

	"downsync/game/table"
)

// Skip moves the times since when somebody waits: time in which nobody could be reached does not count.
func (w *campaign) Skip(o table.Outage) {
	times := []*time.Time{&w.Since, &w.Rung}
	if w.Next != nil {
		w.Next.Wait.Skip(o)
	}
	for side := range w.Teams {
		t := &w.Teams[side]
		times = append(times, &t.Took, &t.Since)
		for n := range t.Members {
			times = append(times, &t.Members[n].Joined)
		}
	}
	for n := range w.Rulings {
		w.Rulings[n].Appeal.Skip(o)
	}
	for _, at := range times {
		*at = o.Skip(*at)
	}
}
