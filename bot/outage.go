package bot

import (
	"context"
	"errors"
	"time"

	"downsync/game/table"
)

// Skipped is part of a record with deadlines. Time in which players could reach no host does not count: each read of
// the record moves its times by the outages that they do not leave out yet. All hosts know the same outages and move
// the times alike, whether or not the record is written back.
type Skipped struct {
	// OutagesUntil is the end of the newest outage that the times leave out; zero: they leave out none.
	OutagesUntil time.Time `json:"outages_until,omitzero"`
}

// LeavesOut returns the Skipped part of a record.
func (s *Skipped) LeavesOut() *Skipped { return s }

// timed is a record with a Skipped.
type timed interface {
	LeavesOut() *Skipped
	// Skip moves the record's times by an outage that they do not leave out yet.
	Skip(table.Outage)
}

func (a *App) skipOutages(ctx context.Context, x timed) error {
	outages, _, err := a.Hall.Outages(ctx, x.LeavesOut().OutagesUntil)
	for _, o := range outages {
		x.Skip(o)
		x.LeavesOut().OutagesUntil = o.To
	}
	return err
}

// Ends returns the time at which something ends that begins at from and lasts that long, not counting outages.
func (a *App) Ends(ctx context.Context, from time.Time, lasts time.Duration) (time.Time, error) {
	outages, _, err := a.Hall.Outages(ctx, from)
	end := from.Add(lasts)
	for _, o := range outages {
		if end.After(o.From) {
			end = end.Add(o.Length())
		}
	}
	return end, err
}

// outageShownKey is the key of the record with the end of the newest outage for which the cards of challenges and
// series were updated.
const outageShownKey = "outage-shown"

// showOutage updates the cards of challenges and series with their new times after an outage has ended.
func showOutage(ctx context.Context, c *Call) (int, error) {
	var shown time.Time
	guard, err := c.Guard(ctx, outageShownKey, &shown)
	if err != nil {
		return 0, err
	}
	outages, lasts, err := c.Hall.Outages(ctx, shown)
	if err != nil || lasts || len(outages) == 0 {
		return 0, err
	}
	if err := repost(ctx, c.App); err != nil {
		return 0, err
	}
	if guard, err = With(guard, outages[len(outages)-1].To); err != nil {
		return 0, err
	}
	if err := c.Records.Put(ctx, guard); !errors.Is(err, table.ErrChanged) { // otherwise another host has done it
		return 1, err
	}
	return 0, nil
}
