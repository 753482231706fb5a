package bot

import (
	"context"
	"errors"
	"time"

	"downsync/game/table"
)

// Skipped is part of a record with times by which people must act. Time in which players could reach no host does not count: whenever the
// record is read, its times are moved by the outages that it does not leave out yet. All hosts know the same outages and move the times alike,
// whether or not the record is written again.
type Skipped struct {
	// OutagesUntil is the end of the newest outage that the times leave out; zero: they leave out none.
	OutagesUntil time.Time `json:"outages_until,omitzero"`
}

// LeavesOut is the record of the outages that the times leave out.
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

// Ends returns when something ends that lasts for so long from then on, without outages.
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

// outageShownKey is the record of the end of the newest outage after which the cards of challenges and series were brought up to date.
const outageShownKey = "outage-shown"

// showOutage has the cards of challenges and series show their new times after an outage, once it has ended.
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
	if err := c.Records.Put(ctx, guard); !errors.Is(err, table.ErrChanged) { // otherwise another host has done the same
		return 1, err
	}
	return 0, nil
}
