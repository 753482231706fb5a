package match

import (
	"context"
	"downsync/bot"
	"downsync/game/table"
	"errors"
	"strings"
)

// shownEntries is how many lines of a ledger one answer holds.
const shownEntries = 40

// ledgerCmd is /match ledger: the user's own.
func ledgerCmd(ctx context.Context, c *bot.Call, id table.ID) bot.Answer {
	seat, err := c.Hall.SeatOf(ctx, id, table.User(c.User))
	switch {
	case errors.Is(err, table.ErrNoSeat):
		return c.Answer(wordNoLedger)
	case err != nil:
		return c.Trouble(id, err)
	}
	entries, err := c.Ledger(ctx, id, seat)
	if err != nil {
		return c.Trouble(id, err)
	}
	lines := []string{c.Text(wordLedger)}
	from := 1
	for n, e := range entries {
		if n >= len(entries)-shownEntries {
			lines = append(lines, c.Say(wordLedgerLine, from, e.News, c.Text(e.Route), e.At.Unix()))
		}
		from = e.News + 1
	}
	return c.Answer("%s", strings.Join(lines, "\n"))
}
