package referee

import (
	"context"
	"errors"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/deed"
	"downsync/bot/wire"
	"downsync/game/table"
)

// Report, in the context menu of a message, opens a form: on a message of the user's running match for a dispute, as /match dispute, and on
// a person's message for a report about that person, as /match report.

// idReport is report|user|user|name and report|match|match for the forms.
const idReport = "report"

const reportOfUser, reportOfMatch = "user", "match"

// reportMessage answers Report.
func reportMessage(ctx context.Context, c *bot.Call) wire.Answer {
	of := c.Target.User
	switch {
	case c.Guild == "":
		return c.Answer(wordModGuild)
	case of == c.User:
		return c.Answer("You cannot report yourself.")
	case of == c.Self:
		return disputeForm(ctx, c)
	case of == "" || c.Bots[of]:
		return c.Answer("Only people can be reported.")
	}
	name := wire.Clip(strings.ReplaceAll(c.Names[of], "|", " "), longestReported)
	return wire.Answer{Form: &wire.Form{ID: strings.Join([]string{idReport, reportOfUser, string(of), name}, "|"), Title: wire.Clip(c.Say("Report %s", wire.Clean(name)), longestTitle),
		Fields: []wire.Field{reasonField(c)}}}
}

// Bounds, in characters, of a name in a custom id, and of a form's title.
const longestReported, longestTitle = 32, 45

// reasonField asks for the reason of a report or a dispute.
func reasonField(c *bot.Call) wire.Field {
	return wire.Field{ID: "reason", Label: c.Text("What is wrong?"), Min: 1, Max: deed.MaxReason, Required: true}
}

// disputeForm opens the form for a dispute about the match of the message. Who has no part in the match learns nothing about it.
func disputeForm(ctx context.Context, c *bot.Call) wire.Answer {
	id, err := c.TargetMatch(ctx)
	if err != nil {
		return c.Trouble("", err)
	}
	if id == "" {
		return c.Answer("That message is mine, and about no match.")
	}
	p, err := c.Hall.Public(ctx, id)
	switch {
	case errors.Is(err, table.ErrNoMatch):
		return c.Answer("That message is mine, and about no match.")
	case err != nil:
		return c.Trouble(id, err)
	case !slices.Contains(p.Meta.Users, c.User):
		return c.Answer(wordNotTheirMatch)
	case p.Result != nil:
		return c.Answer(wordNothingToStop)
	}
	return wire.Answer{Form: &wire.Form{ID: strings.Join([]string{idReport, reportOfMatch, string(id)}, "|"), Title: wire.Clip(c.Text("Stop the match and ask the moderators"), longestTitle),
		Fields: []wire.Field{reasonField(c), {ID: "event", Label: c.Text("Number of the event in your log, if any"), Max: longestEvent}}}}
}

// longestEvent bounds the typed number of an event, in characters.
const longestEvent = 6

// reportForm makes the report or the dispute of a form.
func reportForm(ctx context.Context, c *bot.Call, what, which string) wire.Answer {
	if c.Kind != wire.Submit {
		return c.Answer(bot.OldButton)
	}
	c.Options = wire.Options{"reason": strings.TrimSpace(c.Fields["reason"])}
	switch what {
	case reportOfUser:
		user, name, _ := strings.Cut(which, "|")
		c.Options["user"], c.Names[wire.UserID(user)] = user, wire.Clean(name)
		return reportUser(ctx, c)
	case reportOfMatch:
		c.Options["event"] = strings.TrimSpace(c.Fields["event"])
		return disputeIn(ctx, c, table.ID(which))
	}
	return c.Answer(bot.OldButton)
}

// disputeIn opens a dispute, as /match dispute.
func disputeIn(ctx context.Context, c *bot.Call, id table.ID) wire.Answer {
	rv, a, err := acting(ctx, c, id, playerOpens)
	if err != nil {
		return c.Trouble(id, err)
	}
	return openDispute(ctx, c, rv, a)
}
