package referee

import (
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
	"downsync/game/table"
)

// Bans: a moderator bans a user from matches on a server. The bot first shows the ban's user, duration and effect, and
// carries it out once the moderator confirms it. It checks the moderator's rights again then.

const (
	idBan = "ban" // ban|go|tag or ban|no

	mostBanDays = 365

	verbBan, verbUnban = deed.Ban, deed.Unban
)

// ban stops a user from playing matches on a server.
type ban struct {
	By     wire.UserID `json:"by"`
	Reason string      `json:"reason"`
	At     time.Time   `json:"at"`
	Until  time.Time   `json:"until,omitzero"` // zero: for ever
	// Name and ByName are the names of the user and of the moderator; "" in records of older programs, and once the data of
	// the user was removed.
	Name   string `json:"name,omitempty"`
	ByName string `json:"by_name,omitempty"`
}

// pendingBan is a ban, or the end of one, that a moderator was asked to confirm.
type pendingBan struct {
	Verb   string      `json:"verb"` // ban or unban
	User   wire.UserID `json:"user"`
	Days   int         `json:"days,omitempty"` // 0: for ever
	Reason string      `json:"reason"`
	Told   bool        `json:"told,omitempty"` // the user will be told
}

// banSort begins the keys of bans.
const banSort = "ban/"

func banKey(g wire.GuildID, u wire.UserID) string { return banSort + string(g) + "/" + string(u) }

func pendingBanKey(g wire.GuildID, by wire.UserID) string {
	return pendingSort + string(g) + "/" + string(by)
}

// bannedFrom returns the user's ban from matches on the server, nil if there is none or it has lapsed.
func bannedFrom(ctx context.Context, c *bot.Call, g wire.GuildID, u wire.UserID) (*ban, error) {
	var x ban
	if err := c.Read(ctx, banKey(g, u), &x); err != nil || x.By == "" || lapsed(c, x) {
		return nil, err
	}
	return &x, nil
}

// lapsed reports whether the ban has ended.
func lapsed(c *bot.Call, x ban) bool { return !x.Until.IsZero() && !c.Clock.Now().Before(x.Until) }

// reason returns the reason as people read it; "-" if the data of its author was removed.
func (x ban) reason() string { return wire.Plain(cmp.Or(x.Reason, "-")) }

// admit refuses users whom the server does not let play. The first of them makes the request.
func admit(ctx context.Context, c *bot.Call, g wire.GuildID, users ...wire.UserID) error {
	return admitTo(ctx, c, g, "", users...)
}

// bannedFor returns the user's ban from the matches of a series or, if series is "", from all others; nil if there is
// none. It ignores bans by anyone who has or had a side in the series, because a moderator could otherwise win it by
// banning the other side. It also ignores bans by anyone whose data was removed since, because nobody can tell any more
// whether they had a side.
func bannedFor(ctx context.Context, c *bot.Call, g wire.GuildID, series string, u wire.UserID) (*ban, error) {
	x, err := bannedFrom(ctx, c, g, u)
	if err != nil || x == nil || series == "" {
		return x, err
	}
	if bot.IsGone(x.By) {
		return nil, nil
	}
	if sided, err := c.SeriesSide(ctx, c, g, series, x.By); err != nil || sided {
		return nil, err
	}
	return x, nil
}

// barred reports whether a ban bars the user from the matches of a series.
func barred(ctx context.Context, c *bot.Call, g wire.GuildID, series string, u wire.UserID) (bool, error) {
	x, err := bannedFor(ctx, c, g, series, u)
	return x != nil, err
}

// admitTo is admit for the matches of a series.
func admitTo(ctx context.Context, c *bot.Call, g wire.GuildID, series string, users ...wire.UserID) error {
	for n, u := range users {
		if u == "" {
			continue
		}
		x, err := bannedFor(ctx, c, g, series, u)
		switch {
		case err != nil:
			return err
		case x != nil && n == 0:
			a := c.Answer("A moderator of this server has banned you from matches here until %s: %s", until(c, x.Until), x.reason())
			if u == c.User {
				row, err := appealRow(ctx, c, g)
				if err != nil {
					return err
				}
				if row != nil {
					a.Letter.Blocks = append(a.Letter.Blocks, row)
				}
			}
			return bot.Refuse(a)
		case x != nil:
			return c.Refuse("A moderator of this server has banned that player from matches here.")
		}
	}
	return nil
}

func until(c *bot.Call, t time.Time) string {
	if t.IsZero() {
		return c.Text("further notice")
	}
	return fmt.Sprintf("<t:%d:f>", t.Unix())
}

// userVerb is /mod ban or unban.
func userVerb(ctx context.Context, c *bot.Call, verb string) wire.Answer {
	if err := requireModerator(ctx, c); err != nil {
		return c.Trouble("", err)
	}
	days, ok := c.Options.Int("days", 1, mostBanDays)
	x := pendingBan{Verb: verb, User: c.Options.User("user"), Days: days, Reason: c.Options.Text("reason")}
	switch {
	case c.Options.Text("days") != "" && !ok:
		return c.Answer("⚠️ Expected a number of days from 1 to 365.")
	case !deed.GoodReason(x.Reason):
		return c.Answer(wordNeedReason, deed.MaxReason)
	case verb == verbBan && x.User == c.User:
		return c.Answer("You cannot ban yourself.")
	case verb == verbUnban && x.User == c.User:
		return c.Answer("You cannot end your own ban: another moderator must.")
	}
	var err error
	if x.Told, err = concerns(ctx, c, x.User); err != nil {
		return c.Trouble("", err)
	}
	return askBan(ctx, c, x)
}

// underAppeal refuses a ban in place of one under appeal: whoever made that could keep the appeal from being decided.
func underAppeal(ctx context.Context, c *bot.Call, x pendingBan) error {
	old, h, _, err := readBan(ctx, c, c.Guild, x.User)
	if a := h.inForce(c, old); err == nil && x.Verb == verbBan && a != nil && a.Appeal.Open() {
		return c.Refuse("An appeal against their ban is open: decide it first, with `/match bans`.")
	}
	return err
}

// concerns reports whether a ban concerns the user: they are on the server, or have played there. The bot writes to
// nobody else, because otherwise any server's moderator could make it write to anybody.
func concerns(ctx context.Context, c *bot.Call, u wire.UserID) (bool, error) {
	if c.Members[u] {
		return true, nil
	}
	var played Standing
	if err := c.Read(ctx, conductKey(c.Guild, u), &played); err != nil || played.Played > 0 {
		return played.Played > 0, err
	}
	n, err := playsOn(ctx, c, c.Guild, u)
	return n > 0, err
}

// askBan shows what a ban, or its end, will do.
func askBan(ctx context.Context, c *bot.Call, x pendingBan) wire.Answer {
	old, err := bannedFrom(ctx, c, c.Guild, x.User)
	if err != nil {
		return c.Trouble("", err)
	}
	if err := underAppeal(ctx, c, x); err != nil {
		return c.Trouble("", err)
	}
	who := c.Mention(x.User)
	var lines []string
	switch {
	case x.Verb == verbUnban && old == nil:
		return c.Answer("%s is not banned on this server.", who)
	case x.Verb == verbUnban:
		lines = append(lines, c.Say("referee.unban-sure", who, until(c, old.Until), wire.Clip(old.reason(), 100)))
	default:
		n, err := playsOn(ctx, c, c.Guild, x.User)
		if err != nil {
			return c.Trouble("", err)
		}
		lines = append(lines, c.Say("referee.ban-sure", who, until(c, banEnd(c, x)), n))
		if old != nil {
			lines = append(lines, c.Say("• They are already banned, until %s; this replaces that ban.", until(c, old.Until)))
		}
	}
	told := game.Text("• They are told by direct message, with your reason.")
	if !x.Told {
		told = "• I will not write to them: they are not on this server and have played no match here."
	}
	lines = append(lines, c.Text(told), c.Say("Reason: %s", wire.Plain(x.Reason)))
	if err := c.Write(ctx, pendingBanKey(c.Guild, c.User), waitingBan{x, askedNow(c), c.Names[x.User]}); err != nil {
		return c.Trouble("", err)
	}
	return askConfirm(c, strings.Join(lines, "\n"), idBan, x)
}

// banEnd returns when a ban that begins now ends; zero: never.
func banEnd(c *bot.Call, x pendingBan) time.Time {
	if x.Days == 0 {
		return time.Time{}
	}
	return c.Clock.Now().UTC().AddDate(0, 0, x.Days)
}

// playsOn counts the user's running matches on the server.
func playsOn(ctx context.Context, c *bot.Call, g wire.GuildID, u wire.UserID) (n int, err error) {
	live, err := c.LiveMatches(ctx, u)
	if err != nil {
		return 0, err
	}
	for _, s := range live[:min(len(live), bot.MostLooked)] {
		meta, err := c.Hall.Meta(ctx, s.Match)
		if err != nil { // the match is held after a fault, and cannot go on
			continue
		}
		if place, err := bot.PlaceOf(meta); err == nil && place.Guild == g {
			n++
		}
	}
	return n, nil
}

// banPress carries out the confirmed ban, or drops it.
func banPress(ctx context.Context, c *bot.Call, choice, tag string) wire.Answer {
	if err := requireModerator(ctx, c); err != nil {
		return c.Trouble("", err)
	}
	var x waitingBan
	var next ban
	gone, number, decides := false, 0, false
	err := bot.Retry(func() error {
		x = waitingBan{}
		pending, err := c.Guard(ctx, pendingBanKey(c.Guild, c.User), &x)
		if gone = x.Verb != verbBan && x.Verb != verbUnban || x.stale(c) || !confirms(tag, x.pendingBan); gone || err != nil {
			return err
		}
		if choice != "go" {
			return c.Records.Put(ctx, pending)
		}
		if err := underAppeal(ctx, c, x.pendingBan); err != nil {
			return err
		}
		next = ban{By: c.User, Reason: x.Reason, At: c.Clock.Now().UTC(), Until: banEnd(c, x.pendingBan), Name: x.Name, ByName: c.Name}
		old, h, guards, err := readBan(ctx, c, c.Guild, x.User)
		if err != nil {
			return err
		}
		done := pastBan{What: x.Verb, By: next.By, ByName: next.ByName, At: next.At, Reason: next.Reason}
		kept := next
		decides = false
		if x.Verb == verbUnban {
			kept = ban{}
			if a := h.inForce(c, old); a != nil && a.Appeal.Open() {
				a.Appeal.Decide(c, deed.Lifted, x.Reason)
				decides = true
			}
		} else {
			done.Until = next.Until
		}
		h.Name = cmp.Or(x.Name, h.Name)
		h.add(done)
		number = h.Acts[len(h.Acts)-1].N
		rs, err := saveBan(kept, h, guards)
		if err != nil {
			return err
		}
		told, err := c.SeriesBan(ctx, c, x.User, x.Verb, x.Reason)
		if err != nil {
			return err
		}
		if decides {
			rs = append(rs, newsOf(c.Guild, x.User))
		}
		return c.Records.Put(ctx, slices.Concat(told, rs, []table.Record{pending})...)
	})
	switch {
	case err != nil:
		return c.Trouble("", err)
	case gone: // pressed twice, or the question has been replaced meanwhile
		return wire.Settled(c.Text(wordModGone))
	case choice != "go":
		return wire.Settled(c.Text("Nothing was changed."))
	}
	c.SeriesChanged()
	who := wire.Mention(x.User, x.Name)
	if x.Verb == verbUnban && decides { // the message about the appeal tells them
		return wire.Settled(c.Say("%s may play on this server again.", who))
	}
	if x.Verb == verbUnban {
		x.tell(ctx, c, func(c *bot.Call) string {
			return c.Say("⚖️ You may play on that server again: %s", wire.Plain(x.Reason))
		}, 0)
		return wire.Settled(c.Say("%s may play on this server again.", who))
	}
	x.tell(ctx, c, func(c *bot.Call) string {
		return c.Say("⚖️ A moderator of a server has banned you from new matches there until %s: %s", until(c, next.Until), wire.Plain(x.Reason))
	}, number)
	if !x.Told {
		return wire.Settled(c.Say("%s is banned from matches on this server until %s.", who, until(c, next.Until)))
	}
	return wire.Settled(c.Say("%s is banned from matches on this server until %s, and has been told.", who, until(c, next.Until)))
}

// tell writes to the user, if it concerns them. Other answers tell them the same, so a failure is only logged.
// Somebody who is banned and unbanned again and again hears it once a day. With the message about the ban of that number they can appeal.
func (x pendingBan) tell(ctx context.Context, c *bot.Call, text func(*bot.Call) string, number int) {
	if !x.Told {
		return
	}
	silent, g := !c.Rings(ctx, string(c.ID), bot.AccountOf(bound.BanNotices, x.User)), c.Guild
	c.WriteTo(ctx, x.User, "b", func(c *bot.Call) wire.Message {
		m := wire.Message{Silent: silent, Blocks: []wire.Block{wire.Text(text(c))}}
		if number > 0 {
			m.Blocks = append(m.Blocks, appealButton(c, g, number))
		}
		return m
	})
}
