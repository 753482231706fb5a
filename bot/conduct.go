package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"downsync/game/table"
)

// Conduct on a server: bans, reports, and how matches ended. Small records by server and user.

const (
	mostReports = 3  // a day
	mostShown   = 10 // entries of each list
	mostBanDays = 365
)

// ban keeps a user from matches on a server.
type ban struct {
	By     Snowflake `json:"by"`
	Reason string    `json:"reason"`
	At     time.Time `json:"at"`
	Until  time.Time `json:"until,omitzero"` // zero: for good
}

// report is one user's complaint about another.
type report struct {
	Of     Snowflake `json:"of"`
	By     Snowflake `json:"by"`
	At     time.Time `json:"at"`
	Reason string    `json:"reason"`
}

func banKey(g, u Snowflake) string     { return "ban/" + string(g) + "/" + string(u) }
func conductKey(g, u Snowflake) string { return "conduct/" + string(g) + "/" + string(u) }

// reportKey sorts the newest first.
func reportKey(g Snowflake, at time.Time, by Snowflake) string {
	return fmt.Sprintf("report/%s/%020d/%s", g, 1<<62-at.UnixMilli(), by)
}

// bannedFrom is the user's ban from matches on the server, nil if there is none or it is over.
func (b *Bot) bannedFrom(ctx context.Context, g, u Snowflake) (*ban, error) {
	var x ban
	if err := b.record(ctx, banKey(g, u), &x); err != nil || x.By == "" || b.lapsed(x) {
		return nil, err
	}
	return &x, nil
}

// lapsed tells whether the ban's time is over.
func (b *Bot) lapsed(x ban) bool { return !x.Until.IsZero() && !b.Clock.Now().Before(x.Until) }

// mayPlay tells whether the server lets the users play. ok is false with the answer to give; the first of them asks.
func (b *Bot) mayPlay(ctx context.Context, g Snowflake, users ...Snowflake) (no Answer, ok bool) {
	for n, u := range users {
		if u == "" {
			continue
		}
		x, err := b.bannedFrom(ctx, g, u)
		switch {
		case err != nil:
			return b.trouble("", err), false
		case x != nil && n == 0:
			return b.say(wordBanned, b.until(x.Until), Plain(x.Reason)), false
		case x != nil:
			return b.say(wordBannedOther), false
		}
	}
	return Answer{}, true
}

func (b *Bot) until(t time.Time) string {
	if t.IsZero() {
		return b.text(wordForGood)
	}
	return fmt.Sprintf("<t:%d:f>", t.Unix())
}

// conduct is /mod ban, unban and list.
func (b *Bot) conduct(ctx context.Context, i Interaction, verb string) Answer {
	if no, ok := b.moderates(ctx, i); !ok {
		return no
	}
	if verb == "list" {
		return b.listConduct(ctx, i.Guild)
	}
	user, reason := Snowflake(i.Options["user"]), strings.TrimSpace(i.Options["reason"])
	days := 0
	if typed := i.Options["days"]; typed != "" {
		var err error
		if days, err = strconv.Atoi(typed); err != nil || days < 1 || days > mostBanDays {
			return b.say(wordBadDays)
		}
	}
	switch {
	case !goodReason(reason):
		return b.say(wordNeedReason, maxReason)
	case verb == "unban":
		return b.unban(ctx, i.Guild, user, reason)
	case user == i.User:
		return b.say(wordBanSelf)
	}
	x := ban{By: i.User, Reason: reason, At: b.Clock.Now().UTC()}
	if days > 0 {
		x.Until = x.At.AddDate(0, 0, days)
	}
	if err := b.putRecord(ctx, banKey(i.Guild, user), x, false); err != nil {
		return b.trouble("", err)
	}
	b.tellUser(ctx, user, wordBanNotice, x.Until, reason)
	return b.say(wordBanDone, user, b.until(x.Until))
}

func (b *Bot) unban(ctx context.Context, g, user Snowflake, reason string) Answer {
	x, err := b.bannedFrom(ctx, g, user)
	switch {
	case err != nil:
		return b.trouble("", err)
	case x == nil:
		return b.say(wordNotBanned, user)
	}
	if err := b.putRecord(ctx, banKey(g, user), nil, true); err != nil {
		return b.trouble("", err)
	}
	b.tellUser(ctx, user, wordUnbanNotice, time.Time{}, reason)
	return b.say(wordUnbanDone, user)
}

// tellUser writes to a user about a ban. It stands in what they are answered as well, so a failure is only worth a line in
// the log.
func (b *Bot) tellUser(ctx context.Context, user Snowflake, format string, until time.Time, reason string) {
	v, err := b.userVoice(ctx, user)
	if err == nil {
		b = b.in(v)
		args := []any{b.until(until), Plain(reason)}
		if format == wordUnbanNotice {
			args = args[1:]
		}
		var channel Snowflake
		if channel, err = b.Wire.DM(ctx, user); err == nil {
			_, err = b.Wire.Post(ctx, channel, Message{Blocks: []Block{Text(b.sayf(format, args...))}}, "b"+newID())
		}
	}
	if err != nil && !errors.Is(err, ErrClosedDM) {
		b.Log.Warn("ban not told", "error", err.Error())
	}
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
