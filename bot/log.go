package bot

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"downsync/game"
	"downsync/game/table"
)

// The log of a match: what its reader was told, numbered in the reader's own count, so that a number tells nobody of what they
// were not told. Players see it as they saw the match, everybody else as everybody.

const (
	idLog = "log" // log|match|page.button

	logLines = 15   // a page
	logLine  = 220  // characters of a line
	logText  = 3200 // characters of a page
)

// logCmd is /match log.
func (b *Bot) logCmd(ctx context.Context, i Interaction, id table.ID) Answer {
	page := 0
	if typed := i.Options["page"]; typed != "" {
		var err error
		if page, err = strconv.Atoi(typed); err != nil || page < 1 {
			return b.say(wordBadPage, Clip(Plain(typed), 20))
		}
	}
	return b.logPage(ctx, i, id, page)
}

// told reads what the user was told of the match, and who they are there.
func (b *Bot) told(ctx context.Context, i Interaction, id table.ID) (seat game.Seat, lines []string, err error) {
	seat, err = b.Hall.SeatOf(ctx, id, table.User(i.User))
	if errors.Is(err, table.ErrNoSeat) {
		p, err := b.Hall.Public(ctx, id)
		if err != nil {
			return 0, nil, err
		}
		return 0, b.Forms.Log(p.View, p.Meta, p.Facts), nil
	}
	if err != nil {
		return 0, nil, err
	}
	p, err := b.Hall.Private(ctx, id, seat)
	if err != nil {
		return seat, nil, err
	}
	return seat, b.Forms.Log(p.View, p.Meta, p.Facts), nil
}

// logPage shows a page of the log; 0 is the last. Pages hold events with words; the others keep their numbers.
func (b *Bot) logPage(ctx context.Context, i Interaction, id table.ID, page int) Answer {
	_, lines, err := b.told(ctx, i, id)
	if err != nil {
		return b.trouble(id, err)
	}
	pages := paged(lines)
	if page == 0 || page > len(pages) {
		page = len(pages)
	}
	if page == 0 {
		return b.say(wordLogEmpty)
	}
	m := Message{Blocks: []Block{Text(b.sayf(wordLogHead, page, len(pages))), Text(pages[page-1])}}
	var row Row
	for n, to := range []struct {
		label string
		page  int
	}{{wordLogFirst, 1}, {wordLogBack, page - 1}, {wordLogOn, page + 1}, {wordLogLast, len(pages)}} {
		row = append(row, Button{ID: fmt.Sprintf("%s|%s|%d.%d", idLog, id, to.page, n), Label: b.text(to.label),
			Disabled: to.page < 1 || to.page > len(pages) || to.page == page})
	}
	if len(pages) > 1 {
		m.Blocks = append(m.Blocks, row)
	}
	return Answer{Letter: &m, Fresh: i.Kind == Slash}
}

// turnLog answers a button of the log.
func (b *Bot) turnLog(ctx context.Context, i Interaction, id table.ID, which string) Answer {
	page, button := 0, 0
	if _, err := fmt.Sscanf(which, "%d.%d", &page, &button); err != nil || page < 1 {
		return b.say(wordOldButton)
	}
	return b.logPage(ctx, i, id, page)
}

// paged are the log's pages, each so many lines and characters at most.
func paged(lines []string) []string {
	var pages []string
	var page []string
	size := 0
	for n, line := range lines {
		if line == "" {
			continue
		}
		line = fmt.Sprintf("`%d` %s", n+1, Clip(line, logLine))
		if len(page) == logLines || size+len([]rune(line)) > logText {
			pages, page, size = append(pages, strings.Join(page, "\n")), nil, 0
		}
		page = append(page, line)
		size += len([]rune(line)) + 1
	}
	if len(page) > 0 {
		pages = append(pages, strings.Join(page, "\n"))
	}
	return pages
}

// eventCmd is /match event: the ruling card of an event of the log.
func (b *Bot) eventCmd(ctx context.Context, i Interaction, id table.ID) Answer {
	n, err := strconv.Atoi(i.Options["number"])
	if err != nil {
		n = 0
	}
	seat, err := b.Hall.SeatOf(ctx, id, table.User(i.User))
	var m Message
	switch {
	case errors.Is(err, table.ErrNoSeat):
		m, err = b.publicRuling(ctx, id, n)
	case err == nil:
		m, err = b.privateRuling(ctx, i, id, seat, n)
	}
	var none *table.NoMoment
	switch {
	case errors.As(err, &none):
		return b.say(wordNoEvent, none.Events)
	case err != nil:
		return b.trouble(id, err)
	}
	return Answer{Letter: &m, Fresh: true}
}

func (b *Bot) publicRuling(ctx context.Context, id table.ID, n int) (Message, error) {
	p, when, err := b.Hall.PublicAt(ctx, id, table.AtEvent(n))
	if err != nil {
		return Message{}, err
	}
	var before table.Public
	if when.First > 1 {
		if before, _, err = b.Hall.PublicAt(ctx, id, table.AtEvent(when.First-1)); err != nil {
			return Message{}, err
		}
	}
	card, err := b.Forms.Ruling(before, p, n)
	if err != nil {
		return Message{}, formsFailed("ruling", err)
	}
	return b.dated(card.Message, when), nil
}

func (b *Bot) privateRuling(ctx context.Context, i Interaction, id table.ID, seat game.Seat, n int) (Message, error) {
	p, when, card, err := b.ownRuling(ctx, id, seat, n)
	if err != nil {
		return Message{}, err
	}
	if err := misdirected(card, p, i.User); err != nil {
		return Message{}, err
	}
	return b.dated(card.Message, when), nil
}

// ownRuling is the card of an event in the seat's own count.
func (b *Bot) ownRuling(ctx context.Context, id table.ID, seat game.Seat, n int) (p table.Private, when table.Moment, l Letter, err error) {
	if p, when, err = b.Hall.PrivateAt(ctx, id, seat, table.AtEvent(n)); err != nil {
		return p, when, l, err
	}
	var before table.Private
	if when.First > 1 {
		if before, _, err = b.Hall.PrivateAt(ctx, id, seat, table.AtEvent(when.First-1)); err != nil {
			return p, when, l, err
		}
	}
	if l, err = b.Forms.RulingOwn(before, p, n); err != nil {
		err = formsFailed("ruling", err)
	}
	return p, when, l, err
}

// dated adds when it happened.
func (b *Bot) dated(m Message, when table.Moment) Message {
	m.Mention = nil
	m.Blocks = append(m.Blocks, Text(b.sayf(wordEventAt, when.At.Unix())))
	return m
}
