package referee

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"downsync/bot"
	"downsync/bot/bound"
	"downsync/bot/deed"
	"downsync/bot/wire"
	"downsync/game"
)

// Conduct on a server: reports, and how matches ended; bans are in ban.go. Small records by server and user.

const (
	// mostShown is how many entries /mod list shows of each list at first.
	mostShown = 10
	// mostListed is more entries than a list of a server has: a user reports at most three times a day.
	mostListed = 10_000
)

// report is a user's complaint about another.
type report struct {
	Of     wire.UserID `json:"of"`
	By     wire.UserID `json:"by"`
	At     time.Time   `json:"at"`
	Reason string      `json:"reason"`
	// OfName and ByName are their names; "" in records of older programs, and once the data of the user was removed.
	OfName string `json:"of_name,omitempty"`
	ByName string `json:"by_name,omitempty"`
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
	r := report{Of: of, By: c.User, At: c.Clock.Now().UTC(), Reason: c.Options.Text("reason"), OfName: c.Names[of], ByName: c.Name}
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

// The lists of /mod list, by their names in custom ids.
const listBans, listReports, listFaults = "bans", "reports", "faults"

// idConduct is conduct|list|page: shows a page of one of the lists of /mod list.
const idConduct = "conduct"

// conductList is one of the lists of /mod list.
type conductList struct {
	name   string
	format game.Text // with its lines
	whole  game.Text // labels the button that shows all of it
	lines  func(context.Context, *bot.Call) ([]string, error)
}

var conductLists = []conductList{
	{listBans, "**Bans**\n%s", "All bans", banLines},
	{listReports, "**Reports**, newest first\n%s", "All reports", reportLines},
	{listFaults, "**Conceded, forfeited and missed**\n%s", "All who conceded, forfeited or missed", faultLines},
}

// listConduct is /mod list: the first lines of each list, with buttons that show the rest.
func listConduct(ctx context.Context, c *bot.Call) wire.Answer {
	if err := requireModerator(ctx, c); err != nil {
		return c.Trouble("", err)
	}
	var blocks []wire.Block
	var whole wire.Row
	for _, x := range conductLists {
		lines, err := x.lines(ctx, c)
		if err != nil {
			return c.Trouble("", err)
		}
		shown := fitting(lines, mostShown, wire.LongestText/len(conductLists)-longestHead)
		if shown < len(lines) {
			whole = append(whole, wire.Button{ID: idConduct + "|" + x.name + "|0", Label: c.Text(x.whole)})
		}
		blocks = append(blocks, wire.Text(c.Say(x.format, cmp.Or(strings.Join(lines[:shown], "\n"), c.Text("none")))))
	}
	whole = append(whole, wire.Button{ID: idBans + "||0", Label: c.Text("Earlier bans and appeals")})
	return wire.Fresh(append(blocks, whole)...)
}

// conductPress shows a page of one of the lists.
func conductPress(ctx context.Context, c *bot.Call, name, page string) wire.Answer {
	if err := requireModerator(ctx, c); err != nil {
		return c.Trouble("", err)
	}
	n := slices.IndexFunc(conductLists, func(x conductList) bool { return x.name == name })
	if n < 0 {
		return c.Answer(bot.OldButton)
	}
	lines, err := conductLists[n].lines(ctx, c)
	if err != nil {
		return c.Trouble("", err)
	}
	a := c.Paged(conductLists[n].format, lines, page, idConduct+"|"+name+"|")
	a.Fresh = false
	return a
}

// longestHead is more characters than the head of a list has.
const longestHead = 100

// fitting returns how many of the lines fit into that many lines and characters.
func fitting(lines []string, most, characters int) int {
	for n, line := range lines[:min(len(lines), most)] {
		if characters -= utf8.RuneCountInString(line) + 1; characters < 0 {
			return n
		}
	}
	return min(len(lines), most)
}

// banLines returns a line for each ban on the server.
func banLines(ctx context.Context, c *bot.Call) (lines []string, err error) {
	users, bans, err := bot.ReadKeyed[ban](ctx, c.App, banKey(c.Guild, ""), mostListed)
	for n, x := range bans {
		if !lapsed(c, x) {
			by := wire.Mention(x.By, x.ByName)
			if bot.IsGone(x.By) {
				by = string(x.By)
			}
			lines = append(lines, c.Say("• %s until %s, by %s: %s", wire.Mention(wire.UserID(users[n]), x.Name), until(c, x.Until), by, wire.Clip(x.reason(), 100)))
		}
	}
	return lines, err
}

// reportLines returns a line for each report on the server, the newest first.
func reportLines(ctx context.Context, c *bot.Call) (lines []string, err error) {
	all, err := bot.ReadAll[report](ctx, c.App, reportSort+string(c.Guild)+"/", mostListed)
	for _, r := range all {
		if r.Of == c.User { // only other moderators learn who reported a moderator
			continue
		}
		lines = append(lines, c.Say("• <t:%d:d> %s by %s: %s", r.At.Unix(), wire.Mention(r.Of, r.OfName), wire.Mention(r.By, r.ByName), wire.Clip(wire.Plain(r.Reason), 100)))
	}
	return lines, err
}

// faultLines returns a line for each user on the server who let matches lapse, the worst first.
func faultLines(ctx context.Context, c *bot.Call) (lines []string, err error) {
	played, err := bot.ReadAll[Standing](ctx, c.App, conductKey(c.Guild, ""), mostListed)
	slices.SortStableFunc(played, func(x, y Standing) int { return y.faults() - x.faults() })
	for _, s := range played {
		if s.faults() > 0 {
			lines = append(lines, c.Say("• %s: %d {match|matches}, %d conceded, %d lost on time, %d {missed turn|missed turns}", wire.Mention(s.User, s.Name), s.Played, s.Conceded,
				s.Forfeited, s.Missed))
		}
	}
	return lines, err
}

// Standing counts how a user's matches on a server ended.
type Standing struct {
	User      wire.UserID `json:"user"`
	Name      string      `json:"name,omitempty"` // in their latest match here; "": not known
	Played    int         `json:"played"`
	Conceded  int         `json:"conceded,omitempty"`
	Forfeited int         `json:"forfeited,omitempty"` // lost on time
	Missed    int         `json:"missed,omitempty"`    // missed turns
}

// faults ranks users for /mod list; a match lost on time weighs most.
func (s Standing) faults() int { return s.Conceded + 3*s.Forfeited + s.Missed }
