package match

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

const (
	idLog   = "log" // log|match|page.button
	logText = 3200  // characters on a page
	// citedMark ends the id of a button whose log names the rules.
	citedMark = ".r"
)

func logCmd(ctx context.Context, c *bot.Call, id table.ID) wire.Answer {
	page, ok := c.Options.Int("page", 1, math.MaxInt)
	if typed := c.Options.Text("page"); typed != "" && !ok {
		return c.Answer("⚠️ %q is not a page: expected a number from 1.", wire.Clip(wire.Plain(typed), 20))
	}
	return logPage(ctx, c, id, page, c.Options.Text("rules") == "true")
}

// entry is an event of a log: its number and its words; "": it is not listed.
type entry struct {
	number game.Number
	words  string
}

// told describes what the user was told of the match. cited adds the numbers of the rules. A user who left the match to the program was told
// since then what everybody was.
func told(ctx context.Context, c *bot.Call, id table.ID, cited bool) ([]entry, error) {
	p, ok, err := c.Own(ctx, id)
	if err != nil {
		return nil, err
	}
	if !ok {
		all, err := c.Hall.Public(ctx, id)
		if err != nil {
			return nil, err
		}
		entries := logged(c.Of(all.Meta), all.View, all.Meta, all.Facts, game.PublicNumbers(len(all.Facts)), cited)
		p, news, left, err := c.AsLeft(ctx, id)
		if err != nil || !left {
			return entries, err
		}
		return append(logged(c.Of(p.Meta), p.View, p.Meta, p.Facts, p.Numbers, cited), entries[min(news, len(entries)):]...), nil
	}
	return logged(c.Of(p.Meta), p.View, p.Meta, p.Facts, p.Numbers, cited), nil
}

func logged(f bot.Forms, v game.View, m table.Meta, facts []game.Fact, numbers []game.Number, cited bool) (out []entry) {
	lines := f.Plainly
	if cited {
		lines = f.Log
	}
	for i, words := range lines(v, m, facts) {
		out = append(out, entry{numbers[i], words})
	}
	return out
}

// logPage shows a page of the log; 0 is the last. Pages list only events with words, but all events count in the
// numbering.
func logPage(ctx context.Context, c *bot.Call, id table.ID, page int, cited bool) wire.Answer {
	entries, err := told(ctx, c, id, cited)
	if err != nil {
		return c.Trouble(id, err)
	}
	pages := paged(entries)
	if page == 0 || page > len(pages) {
		page = len(pages)
	}
	if page == 0 {
		return c.Answer("Nothing has happened yet.")
	}
	head := c.Say("**Log**, page %d of %d. `/match event` explains an event.", page, len(pages))
	if slices.ContainsFunc(entries, func(e entry) bool { return e.number.Alone > 0 && e.words != "" }) {
		head += "\n" + c.Text("-# Numbers with a letter are of events that only you were told.")
	}
	m := wire.Message{Blocks: []wire.Block{wire.Text(head), wire.Text(pages[page-1])}}
	var row wire.Row
	for n, to := range []struct {
		label game.Text
		page  int
	}{{"First", 1}, {"Back", page - 1}, {"On", page + 1}, {"Last", len(pages)}} {
		row = append(row, wire.Button{ID: fmt.Sprintf("%s|%s|%d.%d%s", idLog, id, to.page, n, map[bool]string{true: citedMark}[cited]), Label: c.Text(to.label),
			Disabled: to.page < 1 || to.page > len(pages) || to.page == page})
	}
	if len(pages) > 1 {
		m.Blocks = append(m.Blocks, row)
	}
	return wire.Answer{Letter: &m, Fresh: c.Kind == wire.Slash}
}

func turnLog(ctx context.Context, c *bot.Call, id, which string) wire.Answer {
	page, button := 0, 0
	if _, err := fmt.Sscanf(which, "%d.%d", &page, &button); err != nil || page < 1 {
		return c.Answer(bot.OldButton)
	}
	return logPage(ctx, c, table.ID(id), page, strings.HasSuffix(which, citedMark))
}

// paged splits the log into pages with limits on lines and characters. The last page is full, because a log opens on
// it; the first page holds the rest.
func paged(entries []entry) []string {
	var pages, page []string
	size := 0
	for _, e := range slices.Backward(entries) {
		if e.words == "" {
			continue
		}
		line := fmt.Sprintf("`%s` %s", e.number, wire.Clip(e.words, wire.LogLine))
		if len(page) == wire.LogLines || size+len([]rune(line)) > logText {
			slices.Reverse(page)
			pages, page, size = append(pages, strings.Join(page, "\n")), nil, 0
		}
		page = append(page, line)
		size += len([]rune(line)) + 1
	}
	if len(page) > 0 {
		slices.Reverse(page)
		pages = append(pages, strings.Join(page, "\n"))
	}
	slices.Reverse(pages)
	return pages
}

// eventCmd is /match event: the ruling card of an event of the log.
func eventCmd(ctx context.Context, c *bot.Call, id table.ID) wire.Answer {
	n, bad := game.ParseNumber(c.Options.Text(bot.EventOption))
	seat, err := c.SeatIn(ctx, id)
	var m wire.Message
	switch {
	case err != nil:
	case bad != nil:
		p, err := c.Hall.Public(ctx, id)
		if err != nil {
			return c.Trouble(id, err)
		}
		return c.Answer(bot.WordNoEvent, len(p.Facts))
	case seat == 0:
		m, err = unseatedRuling(ctx, c, id, n)
	default:
		m, err = privateRuling(ctx, c, id, seat, n)
	}
	var none *table.NoPoint
	switch {
	case errors.As(err, &none):
		return c.Answer(bot.WordNoEvent, none.Events)
	case err != nil:
		return c.Trouble(id, err)
	}
	return wire.Answer{Letter: &m, Fresh: true}
}

// unseatedRuling returns the card of an event in the log of a user without a seat.
func unseatedRuling(ctx context.Context, c *bot.Call, id table.ID, n game.Number) (wire.Message, error) {
	p, _, left, err := c.AsLeft(ctx, id)
	switch {
	case err != nil:
		return wire.Message{}, err
	case left && slices.Contains(p.Numbers, n):
		return privateRuling(ctx, c, id, p.Seat, n)
	case n.Alone > 0:
		all, err := c.Hall.Public(ctx, id)
		if err != nil {
			return wire.Message{}, err
		}
		return wire.Message{}, &table.NoPoint{Events: len(all.Facts)}
	}
	return c.PublicRuling(ctx, id, n.Event)
}

func privateRuling(ctx context.Context, c *bot.Call, id table.ID, seat game.Seat, n game.Number) (wire.Message, error) {
	p, when, card, err := c.OwnRuling(ctx, id, seat, n)
	if err != nil {
		return wire.Message{}, err
	}
	if err := misdirected(card, p, c.User); err != nil {
		return wire.Message{}, err
	}
	return c.Dated(card.Message, when), nil
}

// shownEntries is how many lines of a ledger fit into one answer.
const shownEntries = 40

// ledgerCmd is /match ledger: the user's own ledger.
func ledgerCmd(ctx context.Context, c *bot.Call, id table.ID) wire.Answer {
	p, ok, err := c.Own(ctx, id)
	if err == nil && !ok {
		p, _, ok, err = c.AsLeft(ctx, id)
	}
	switch {
	case err != nil:
		return c.Trouble(id, err)
	case !ok:
		return c.Answer("You do not play in that match; only its players can see their ledgers.")
	}
	entries, err := c.OwnLedger(ctx, p)
	if err != nil {
		return c.Trouble(id, err)
	}
	lines := []string{c.Text("Which news of this match reached you, how and when:")}
	if left := len(entries) - shownEntries; left > 0 {
		lines = append(lines, c.Say("-# %d earlier {entry|entries} left out: `/privacy export` holds them all.", left))
	}
	from := 1
	for n, e := range entries {
		switch {
		case n < len(entries)-shownEntries:
		case from == e.News:
			lines = append(lines, c.Say("• news %d: %s, <t:%d:f>", e.News, c.Text(e.Route), e.At.Unix()))
		default:
			lines = append(lines, c.Say("• news %d to %d: %s, <t:%d:f>", from, e.News, c.Text(e.Route), e.At.Unix()))
		}
		from = e.News + 1
	}
	return c.Answer("%s", strings.Join(lines, "\n"))
}
