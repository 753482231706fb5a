package referee

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"downsync/bot"
	"downsync/bot/appeal"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// The notice of a dispute or appeal has the buttons by which a moderator looks into it and decides it. What changes the match asks for a
// reason in a form and then for a confirmation, as the command does.

// idJudge is judge|match|verb.act, with the number of the act that opened the dispute or appeal.
const idJudge = "judge"

const (
	verbShow, verbLegal, verbRewind = "show", "legal", "rewind"
	verbUphold, verbDismiss         = "uphold", "dismiss"
)

// judgeButtons returns the buttons of the notice of a dispute or appeal.
func judgeButtons(c *bot.Call, id table.ID, a act) (row wire.Row) {
	for _, b := range []struct {
		verb  string
		label game.Text
		style wire.Style
		event bool // it needs a named event
	}{
		{verbShow, "Look", wire.Secondary, false}, {verbLegal, "Was it legal?", wire.Secondary, false}, {verbRewind, "Back to before it", wire.Secondary, true},
		{verbUphold, "Uphold", wire.Success, false}, {verbDismiss, "Dismiss", wire.Secondary, false},
	} {
		if !b.event || a.Event > 0 {
			row = append(row, wire.Button{ID: fmt.Sprintf("%s|%s|%s.%d", idJudge, id, b.verb, a.N), Label: c.Text(b.label), Style: b.style})
		}
	}
	return row
}

// judgePress answers a press of one of these buttons, and the form with the reason. Rights are checked each time.
func judgePress(ctx context.Context, c *bot.Call, match, what string) wire.Answer {
	id := table.ID(match)
	verb, number, _ := strings.Cut(what, ".")
	n, err := strconv.Atoi(number)
	v, known := verbNamed(c, verb)
	if err != nil || !known || !slices.Contains([]string{verbShow, verbLegal, verbRewind, verbUphold, verbDismiss}, verb) {
		return c.Answer(bot.OldButton)
	}
	rv, err := moderatorReview(ctx, c, id)
	if err != nil {
		return c.Trouble(id, err)
	}
	var a act
	if err := c.Read(ctx, actKey(id, n), &a); err != nil {
		return c.Trouble(id, err)
	}
	event := a.Event
	if event == 0 { // the dispute names none, so it is about everything until now
		event = len(rv.Facts)
	}
	c.Options = wire.Options{bot.EventOption: strconv.Itoa(event)}
	switch {
	case verb == verbShow && a.Event > 0:
		m, err := c.PublicRuling(ctx, id, a.Event)
		if err != nil {
			return c.Trouble(id, err)
		}
		return wire.Answer{Letter: &m, Fresh: true}
	case verb == verbShow:
		return c.Onlook(ctx, id)
	case verb == verbLegal:
		return legal(ctx, c, rv)
	case !rv.dispute.Open || rv.dispute.Act > 0 && rv.dispute.Act != n:
		return c.Answer(wordNoDispute)
	case rv.bars(c):
		return c.Answer(wordModAppealed)
	}
	reason, err := appeal.Reason(c, c.CustomID, "You decide as a moderator")
	if err != nil {
		return c.Trouble(id, err)
	}
	if verb != verbRewind {
		delete(c.Options, bot.EventOption)
	}
	c.Options["reason"] = reason
	return askSure(ctx, c, rv, v)
}
