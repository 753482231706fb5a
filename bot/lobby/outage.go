package lobby

import (
	"time"

	"downsync/bot"
	"downsync/game/table"
)

// life returns how long the table stays open.
func (t *Table) life() time.Duration {
	if t.Series != nil {
		return bot.SeriesLife
	}
	return tableLife
}

// Skip moves the times of the table, so that time in which players could reach no host does not count.
func (t *Table) Skip(o table.Outage) {
	t.Until = o.Skip(t.Until.Add(-t.life())).Add(t.life())
	t.Wait.Skip(o)
	for n := range t.Seats {
		s := &t.Seats[n]
		s.Ready, s.Recalled = o.Skip(s.Ready), o.Skip(s.Recalled)
	}
}

// Skip moves the times of an older challenge in the same way.
func (x *olderChallenge) Skip(o table.Outage) {
	life := tableLife
	if x.Series != nil {
		life = bot.SeriesLife
	}
	x.Until = o.Skip(x.Until.Add(-life)).Add(life)
	for _, at := range []*time.Time{&x.Ready[0], &x.Ready[1], &x.Since, &x.Quiet, &x.Calling, &x.Rung, &x.Called} {
		*at = o.Skip(*at)
	}
}
