package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"downsync/game/table"
)

// Conduct on a server: reports, and how matches ended; bans are in ban.go. Small records by server and user.

const (
	mostReports = 3  // a day
	mostShown   = 10 // entries of each list
)

// report is one user's complaint about another.
type report struct {
	Of     Snowflake `json:"of"`
	By     Snowflake `json:"by"`
	At     time.Time `json:"at"`
	Reason string    `json:"reason"`
}

func conductKey(g, u Snowflake) string { return "conduct/" + string(g) + "/" + string(u) }

// reportKey sorts the newest first.
func reportKey(g Snowflake, at time.Time, by Snowflake) string {
	return fmt.Sprintf("report/%s/%020d/%s", g, 1<<62-at.UnixMilli(), by)
}

// report is /report.
func (b *Bot) report(ctx context.Context, i Interaction) Answer {
	of := Snowflake(i.Options["user"])
	switch {
	case i.Guild == "":
		return b.say(wordModGuild)
	case of == i.User:
		return b.say(wordReportSelf)
	case !goodReason(i.Options["reason"]):
		return b.say(wordNeedReason, maxReason)
	}
	now := b.Clock.Now().UTC()
	all, err := b.reports(ctx, i.Guild)
	if err != nil {
		return b.trouble("", err)
	}
	today := 0
	for _, r := range all {
		if r.By == i.User && now.Sub(r.At) < 24*time.Hour {
			today++
		}
	}
	if today >= mostReports {
		return b.say(wordReportMost, mostReports)
	}
	r := report{Of: of, By: i.User, At: now, Reason: strings.TrimSpace(i.Options["reason"])}
	if err := b.putRecord(ctx, reportKey(i.Guild, now, i.ID), r, false); err != nil {
		return b.trouble("", err)
	}
	return b.say(wordReported)
}

// reports are the newest of a server, the newest first.
func (b *Bot) reports(ctx context.Context, g Snowflake) ([]report, error) {
	const most = 500
	return readAll[report](ctx, b, "report/"+string(g)+"/", most)
}

// readAll reads records of one sort, at most so many, in the order of their keys.
func readAll[T any](ctx context.Context, b *Bot, prefix string, most int) ([]T, error) {
	_, all, err := readKeyed[T](ctx, b, prefix, most)
	return all, err
}

// readKeyed reads them with what follows the prefix in the key of each.
func readKeyed[T any](ctx context.Context, b *Bot, prefix string, most int) (keys []string, all []T, err error) {
	rs, err := b.Records.List(ctx, prefix, "", most)
	if err != nil {
		return nil, nil, err
	}
	for _, r := range rs {
		var v T
		if err := json.Unmarshal(r.Value, &v); err != nil {
			return nil, nil, fmt.Errorf("record %s: %w", r.Key, err)
		}
		keys, all = append(keys, strings.TrimPrefix(r.Key, prefix)), append(all, v)
	}
	return keys, all, nil
}

// listConduct is /mod list.
func (b *Bot) listConduct(ctx context.Context, g Snowflake) Answer {
	users, bans, err := readKeyed[ban](ctx, b, banKey(g, ""), 1000)
	if err != nil {
		return b.trouble("", err)
	}
	var banned []string
	for n, x := range bans {
		if !b.lapsed(x) {
			banned = append(banned, b.sayf(wordListBan, users[n], b.until(x.Until), x.By, Clip(Plain(x.Reason), 100)))
		}
	}
	reports, err := b.reports(ctx, g)
	if err != nil {
		return b.trouble("", err)
	}
	var reported []string
	for _, r := range reports {
		reported = append(reported, b.sayf(wordListReport, r.At.Unix(), r.Of, r.By, Clip(Plain(r.Reason), 100)))
	}
	played, err := readAll[Standing](ctx, b, conductKey(g, ""), 1000)
	if err != nil {
		return b.trouble("", err)
	}
	slices.SortFunc(played, func(x, y Standing) int { return y.letGo() - x.letGo() })
	var let []string
	for _, s := range played {
		if s.letGo() > 0 {
			let = append(let, b.sayf(wordListPlayer, s.User, s.Played, s.Conceded, s.Forfeited, s.Missed))
		}
	}
	var blocks []Block
	for _, part := range []struct {
		format string
		lines  []string
	}{{wordListBans, banned}, {wordListReports, reported}, {wordListConduct, let}} {
		text := strings.Join(part.lines[:min(len(part.lines), mostShown)], "\n")
		blocks = append(blocks, Text(b.sayf(part.format, or(text, b.text(wordListNothing)))))
	}
	return Answer{Letter: &Message{Blocks: blocks}, Fresh: true}
}

// notePlayed is what is kept of a user's conduct when a match of theirs has ended.
func (b *Bot) notePlayed(ctx context.Context, g Snowflake, u Snowflake, change func(*Standing)) (table.Record, error) {
	s := Standing{User: u}
	if err := b.record(ctx, conductKey(g, u), &s); err != nil {
		return table.Record{}, err
	}
	change(&s)
	raw, err := json.Marshal(s)
	return table.Record{Key: conductKey(g, u), Value: raw}, err
}

// Standing is how a user's matches on a server ended.
type Standing struct {
	User      Snowflake `json:"user"`
	Played    int       `json:"played"`
	Conceded  int       `json:"conceded,omitempty"`
	Forfeited int       `json:"forfeited,omitempty"` // lost by time
	Missed    int       `json:"missed,omitempty"`    // turns let lapse
}

// letGo weighs what a moderator looks for.
func (s Standing) letGo() int { return s.Conceded + 3*s.Forfeited + s.Missed }
