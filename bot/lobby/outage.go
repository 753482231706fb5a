package lobby

import (
	"time"

	"downsync/bot"
	"downsync/game/table"
)

// life is how long the challenge waits to be taken up.
func (c *challenge) life() time.Duration {
	if c.Series != nil {
		return bot.SeriesLife
	}
	return challengeLife
}

// Skip moves the times of the challenge: time in which nobody could be reached does not count.
func (c *challenge) Skip(o table.Outage) {
	c.Until = o.Skip(c.Until.Add(-c.life())).Add(c.life())
	for _, at := range []*time.Time{&c.Ready[0], &c.Ready[1], &c.Since, &c.Quiet, &c.Calling, &c.Rung, &c.Called} {
		*at = o.Skip(*at)
	}
}
