package hosts

import (
	"time"

	"downsync/bot/bottest"
	"downsync/game/table"
)

// ahead is a clock that is ahead of another.
type ahead struct {
	table.Clock
	by time.Duration
}

func (a ahead) Now() time.Time { return a.Clock.Now().Add(a.by) }

// ClocksApart sets the clock of every second host ahead.
func ClocksApart(by time.Duration) func(*bottest.Setup) {
	started := 0
	return func(s *bottest.Setup) {
		s.Clock = func(c table.Clock) table.Clock {
			started++
			return ahead{c, by * time.Duration(started%2)}
		}
	}
}
