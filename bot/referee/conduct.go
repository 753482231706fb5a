package referee

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"downsync/bot"
	"downsync/bot/bound"
	"downsync/bot/deed"
	"downsync/bot/wire"
	"downsync/game"
)

// Conduct on a server: reports, and how matches ended; bans are in ban.go. Small records by server and user.

// mostShown is how many entries /mod list shows of each list.
const mostShown = 10

// report is a user's complaint about another.
type report struct {
	Of     wire.UserID `json:"of"`
	By     wire.UserID `json:"by"`
	At     time.Time   `json:"at"`
	Reason string      `json:"reason"`
}

func conductKey(g wire.GuildID, u wire.UserID) string {
	return "conduct/" + string(g) + "/" + string(u)
}

// reportSort begins the keys of reports.
const reportSort = "report/"

// reportKey sorts the newest first. The interaction distinguishes reports of the same millisecond.
func reportKey(g wire.GuildID, at time.Time, by wire.InteractionID) string {
	return fmt.Sprintf(reportSort+"%s/%020d/%s", g, 1<<62-at.UnixMilli(), by)
}

func reportUser(ctx context.Context, c *bot.Call) wire.Answer {
	of := c.Options.User("user")
	switch {
	case c.Guild == "":
		return c.Answer(wordModGuild)
	case of == c.User:
		return c.Answer("You cannot report yourself.")
	case !deed.GoodReason(c.Options.Text("reason")):
		return c.Answer(wordNeedReason, deed.MaxReason)
	}
	r := report{Of: of, By: c.User, At: c.Clock.Now().UTC(), Reason: c.Options.Text("reason")}
	err := bot.Retry(func() error {
		counted, err := c.Count(ctx, bot.AccountOf(bound.Reports, c.User), string(c.ID))
		if err != nil || bytes.Equal(counted.Was, counted.Value) { // the same command, delivered twice
			return err
		}
		written, err := bot.RecordOf(reportKey(c.Guild, r.At, c.ID), r)
		if err != nil {
			return err
		}
		return c.Records.Put(ctx, counted, written)
	})
	if err != nil {
		return c.Trouble("", err)
	}
	return c.Answer("Reported to this server's moderators; they see it with `/mod list`.")
}

// reports returns a server's newest reports, the newest first.
func reports(ctx context.Context, c *bot.Call, g wire.GuildID) ([]report, error) {
	const most = 500
	return bot.ReadAll[report](ctx, c.App, reportSort+string(g)+"/", most)
}

func listConduct(ctx context.Context, c *bot.Call) wire.Answer {
	if err := requireModerator(ctx, c); err != nil {
		return c.Trouble("", err)
	}
	g := c.Guild
	users, bans, err := bot.ReadKeyed[ban](ctx, c.App, banKey(g, ""), 1000)
	if err != nil {
		return c.Trouble("", err)
	}
	var banned []string
	for n, x := range bans {
		if !lapsed(c, x) {
			by := mention(x.By)
			if bot.IsGone(x.By) {
				by = string(x.By)
			}
			banned = append(banned, c.Say("• <@%s> until %s, by %s: %s", users[n], until(c, x.Until), by, wire.Clip(x.reason(), 100)))
		}
	}
	reports, err := reports(ctx, c, g)
	if err != nil {
		return c.Trouble("", err)
	}
	var reported []string
	for _, r := range reports {
		if r.Of == c.User { // only other moderators learn who reported a moderator
			continue
		}
		reported = append(reported, c.Say("• <t:%d:d> <@%s> by <@%s>: %s", r.At.Unix(), r.Of, r.By, wire.Clip(wire.Plain(r.Reason), 100)))
	}
	played, err := bot.ReadAll[Standing](ctx, c.App, conductKey(g, ""), 1000)
	if err != nil {
		return c.Trouble("", err)
	}
	slices.SortFunc(played, func(x, y Standing) int { return y.faults() - x.faults() })
	var let []string
	for _, s := range played {
		if s.faults() > 0 {
			let = append(let, c.Say("• <@%s>: %d {match|matches}, %d conceded, %d lost on time, %d {missed turn|missed turns}", s.User, s.Played, s.Conceded,
				s.Forfeited, s.Missed))
		}
	}
	var blocks []wire.Block
	for _, part := range []struct {
		format game.Text
		lines  []string
	}{{"**Bans**\n%s", banned}, {"**Reports**, newest first\n%s", reported}, {"**Conceded, forfeited and missed**\n%s", let}} {
		text := strings.Join(part.lines[:min(len(part.lines), mostShown)], "\n")
		blocks = append(blocks, wire.Text(c.Say(part.format, cmp.Or(text, c.Text("none")))))
	}
	return wire.Fresh(blocks...)
}

// Standing counts how a user's matches on a server ended.
type Standing struct {
	User      wire.UserID `json:"user"`
	Played    int         `json:"played"`
	Conceded  int         `json:"conceded,omitempty"`
	Forfeited int         `json:"forfeited,omitempty"` // lost on time
	Missed    int         `json:"missed,omitempty"`    // missed turns
}

// faults ranks users for /mod list; a match lost on time weighs most.
func (s Standing) faults() int { return s.Conceded + 3*s.Forfeited + s.Missed }
