package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"downsync/game/table"
)

// Bans: a moderator keeps a user from matches on a server. What is about to be done is shown first, to whom, how long and with
// what effect, and done when it is confirmed; rights are judged anew then.

const (
	idBan = "ban" // ban|go or no

	mostBanDays = 365
)

// ban keeps a user from matches on a server.
type ban struct {
	By     Snowflake `json:"by"`
	Reason string    `json:"reason"`
	At     time.Time `json:"at"`
	Until  time.Time `json:"until,omitzero"` // zero: for good
}

// banning is what a moderator has been asked to confirm.
type banning struct {
	Verb   string    `json:"verb"` // ban or unban
	User   Snowflake `json:"user"`
	Days   int       `json:"days,omitempty"` // 0: for good
	Reason string    `json:"reason"`
}

func banKey(g, u Snowflake) string { return "ban/" + string(g) + "/" + string(u) }

func banningKey(g, by Snowflake) string { return "confirm/" + string(g) + "/" + string(by) }

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
	x := banning{Verb: verb, User: Snowflake(i.Options["user"]), Reason: strings.TrimSpace(i.Options["reason"])}
	if typed := i.Options["days"]; typed != "" {
		var err error
		if x.Days, err = strconv.Atoi(typed); err != nil || x.Days < 1 || x.Days > mostBanDays {
			return b.say(wordBadDays)
		}
	}
	switch {
	case !goodReason(x.Reason):
		return b.say(wordNeedReason, maxReason)
	case verb == "ban" && x.User == i.User:
		return b.say(wordBanSelf)
	}
	return b.askBan(ctx, i, x)
}

// askBan shows what a ban, or its end, is about to do.
func (b *Bot) askBan(ctx context.Context, i Interaction, x banning) Answer {
	old, err := b.bannedFrom(ctx, i.Guild, x.User)
	if err != nil {
		return b.trouble("", err)
	}
	name := Plain(or(i.Names[x.User], string(x.User)))
	var lines []string
	switch {
	case x.Verb == "unban" && old == nil:
		return b.say(wordNotBanned, x.User)
	case x.Verb == "unban":
		lines = append(lines, b.sayf(wordUnbanSure, x.User, name, b.until(old.Until), Clip(Plain(old.Reason), 100)))
	default:
		n, err := b.playsOn(ctx, i.Guild, x.User)
		if err != nil {
			return b.trouble("", err)
		}
		lines = append(lines, b.sayf(wordBanSure, x.User, name, b.until(b.banEnd(x)), n))
		if old != nil {
			lines = append(lines, b.sayf(wordBanAgain, b.until(old.Until)))
		}
	}
	lines = append(lines, b.sayf(wordBanReason, Plain(x.Reason)))
	if err := b.putRecord(ctx, banningKey(i.Guild, i.User), x, false); err != nil {
		return b.trouble("", err)
	}
	return Answer{Fresh: true, Letter: &Message{Blocks: []Block{Text(strings.Join(lines, "\n")), Row{
		{ID: idBan + "|go", Label: b.text(wordModConfirm), Style: Danger}, {ID: idBan + "|no", Label: b.text(wordModCancel)}}}}}
}

// banEnd is when a ban that begins now ends; zero: never.
func (b *Bot) banEnd(x banning) time.Time {
	if x.Days == 0 {
		return time.Time{}
	}
	return b.Clock.Now().UTC().AddDate(0, 0, x.Days)
}

// playsOn counts the user's matches that run on the server.
func (b *Bot) playsOn(ctx context.Context, g, u Snowflake) (n int, err error) {
	live, err := b.liveMatches(ctx, u)
	if err != nil {
		return 0, err
	}
	for _, s := range live[:min(len(live), mostLooked)] {
		meta, err := b.Hall.Meta(ctx, s.Match)
		var place Place
		if err == nil {
			err = json.Unmarshal(meta.Place, &place)
		}
		if err == nil && place.Guild == g { // one that cannot be read is held, and goes nowhere
			n++
		}
	}
	return n, nil
}

// banPress does what was confirmed, or leaves it.
func (b *Bot) banPress(ctx context.Context, i Interaction, choice string) Answer {
	if no, ok := b.moderates(ctx, i); !ok {
		return no
	}
	var x banning
	if err := b.record(ctx, banningKey(i.Guild, i.User), &x); err != nil {
		return b.trouble("", err)
	}
	if x.Verb == "" {
		return b.settled(b.text(wordModGone))
	}
	done := table.Record{Key: banningKey(i.Guild, i.User)}
	if choice != "go" {
		if err := b.Records.Put(ctx, done); err != nil {
			return b.trouble("", err)
		}
		return b.settled(b.text(wordModLeft))
	}
	at := table.Record{Key: banKey(i.Guild, x.User)} // without a value it goes
	kept := ban{By: i.User, Reason: x.Reason, At: b.Clock.Now().UTC(), Until: b.banEnd(x)}
	if x.Verb == "ban" {
		raw, err := json.Marshal(kept)
		if err != nil {
			return b.trouble("", err)
		}
		at.Value = raw
	}
	if err := b.Records.Put(ctx, at, done); err != nil {
		return b.trouble("", err)
	}
	if x.Verb == "unban" {
		b.tellUser(ctx, x.User, func(b *Bot) string { return b.sayf(wordUnbanNotice, Plain(x.Reason)) })
		return b.settled(b.sayf(wordUnbanDone, x.User))
	}
	b.tellUser(ctx, x.User, func(b *Bot) string { return b.sayf(wordBanNotice, b.until(kept.Until), Plain(x.Reason)) })
	return b.settled(b.sayf(wordBanDone, x.User, b.until(kept.Until)))
}

// tellUser writes to a user about a ban. It stands in what they are answered as well.
func (b *Bot) tellUser(ctx context.Context, user Snowflake, text func(*Bot) string) {
	b.write(ctx, user, "b", func(b *Bot) Message { return Message{Blocks: []Block{Text(text(b))}} })
}
