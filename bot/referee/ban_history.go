package referee

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"downsync/bot"
	"downsync/bot/appeal"
	"downsync/bot/bound"
	"downsync/bot/deed"
	"downsync/bot/prefs"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// Every ban on a server, and its end, stays in a record of the user and server. `/match bans` shows them to everybody. There the banned
// user may appeal once against the ban that keeps them out; another moderator decides.

// idBans is bans||page: shows a page of the server's bans. With verbs in the second place it is
//
//	bans|appeal|server.number    the user appeals against their ban
//	bans|withdrawn|server.number the user withdraws that appeal
//	bans|decide                  a moderator chooses an appeal
//	bans|lifted|number.user      a moderator grants it; bans|stays| dismisses it
const idBans = "bans"

// pastBan is a ban or its end.
type pastBan struct {
	N      int         `json:"n"`
	What   string      `json:"what"` // a name in deed
	By     wire.UserID `json:"by"`
	ByName string      `json:"by_name,omitempty"`
	At     time.Time   `json:"at"`
	Until  time.Time   `json:"until,omitzero"` // of a ban; zero: for ever
	Reason string      `json:"reason,omitempty"`
	// Old marks a ban that an older program made: its moderator was not told that everybody would read the reason.
	Old    bool           `json:"old,omitempty"`
	Appeal *appeal.Appeal `json:"appeal,omitempty"`
}

// banHistory holds the bans of a user on a server, the newest last.
type banHistory struct {
	User wire.UserID `json:"user"`
	Name string      `json:"name,omitempty"` // "": not known, or their data was removed
	Acts []pastBan   `json:"acts,omitempty"`
	bot.Skipped
}

// Skip leaves outages out of the time for which appeals have waited.
func (h *banHistory) Skip(o table.Outage) {
	for n := range h.Acts {
		h.Acts[n].Appeal.Skip(o)
	}
}

// Empty reports whether there was never a ban.
func (h banHistory) Empty() bool { return len(h.Acts) == 0 }

// historySort begins the keys of histories of bans. newsSort begins the keys of records that ask for messages about appeals.
const historySort, newsSort = "bans/", "bans.news/"

func historyKey(g wire.GuildID, u wire.UserID) string {
	return historySort + string(g) + "/" + string(u)
}

// newsOf returns the record that asks for the messages about a user's appeal.
func newsOf(g wire.GuildID, u wire.UserID) table.Record {
	return table.Record{Key: newsSort + string(g) + "/" + string(u), Value: []byte(wire.NewID())}
}

// learn adds the ban in force if the history lacks it, because an older program made it.
func (h *banHistory) learn(u wire.UserID, x ban) {
	h.User = u
	if x.By == "" || slices.ContainsFunc(h.Acts, func(a pastBan) bool { return a.What == deed.Ban && a.At.Equal(x.At) }) {
		return
	}
	h.Name = cmp.Or(h.Name, x.Name)
	h.add(pastBan{What: deed.Ban, By: x.By, ByName: x.ByName, At: x.At, Until: x.Until, Reason: x.Reason, Old: true})
}

// add adds an act. Beyond the bound the oldest is forgotten.
func (h *banHistory) add(a pastBan) {
	a.N = 1
	if n := len(h.Acts); n > 0 {
		a.N = h.Acts[n-1].N + 1
	}
	h.Acts = append(h.Acts, a)
	h.Acts = h.Acts[max(0, len(h.Acts)-bound.BanActs.Most):]
}

// inForce returns the ban that keeps the user out, which is always the newest act; nil if there is none.
func (h *banHistory) inForce(c *bot.Call, x ban) *pastBan {
	if len(h.Acts) == 0 || x.By == "" || lapsed(c, x) {
		return nil
	}
	if a := &h.Acts[len(h.Acts)-1]; a.What == deed.Ban && a.At.Equal(x.At) {
		return a
	}
	return nil
}

// readBan reads a user's ban on a server and their history, with guards of both records.
func readBan(ctx context.Context, c *bot.Call, g wire.GuildID, u wire.UserID) (x ban, h banHistory, guards [2]table.Record, err error) {
	if guards[0], err = c.Guard(ctx, banKey(g, u), &x); err != nil {
		return x, h, guards, err
	}
	guards[1], err = c.Guard(ctx, historyKey(g, u), &h)
	h.learn(u, x)
	return x, h, guards, err
}

// saveBan returns the records of the ban and the history. A ban by nobody is none.
func saveBan(x ban, h banHistory, guards [2]table.Record) (out []table.Record, err error) {
	if x.By != "" {
		if guards[0], err = bot.With(guards[0], x); err != nil {
			return nil, err
		}
	}
	guards[1], err = bot.With(guards[1], h)
	return guards[:], err
}

// historiesOn returns the histories of all users on the server.
func historiesOn(ctx context.Context, c *bot.Call) ([]banHistory, error) {
	all, err := bot.ReadAll[banHistory](ctx, c.App, historyKey(c.Guild, ""), mostListed)
	if err != nil {
		return nil, err
	}
	known := map[wire.UserID]int{}
	for n, h := range all {
		known[h.User] = n
	}
	users, bans, err := bot.ReadKeyed[ban](ctx, c.App, banKey(c.Guild, ""), mostListed)
	for n, x := range bans {
		u := wire.UserID(users[n])
		at, ok := known[u]
		if !ok {
			at = len(all)
			all = append(all, banHistory{})
		}
		all[at].learn(u, x)
	}
	return all, err
}

// lines returns the lines about an act in the list of all bans.
func (a pastBan) lines(c *bot.Call, h banHistory) []string {
	d, _ := deed.Of(a.What)
	by := appeal.Who(c, a.By, a.ByName)
	if a.ByName == "" && bot.Reachable(a.By) {
		by = wire.Mention(a.By, "")
	}
	reason := appeal.Shown(a.Reason)
	if a.Old {
		reason = "-"
	}
	said := d.Said(c.Say, wire.Mention(h.User, h.Name), "")
	if a.What == deed.Ban {
		said = c.Say("%s until %s", said, until(c, a.Until))
	}
	return append([]string{c.Say("• <t:%d:d> %s, by %s. Reason: %s", a.At.Unix(), said, by, reason)}, a.Appeal.Lines(c)...)
}

// listBansOf is /match bans: all bans on the server and their ends on pages, the newest first, for everybody. The banned user may
// appeal here, and moderators decide appeals.
func listBansOf(ctx context.Context, c *bot.Call, page string) wire.Answer {
	return listBansFrom(ctx, c, page, 0)
}

// listBansFrom is listBansOf with that part of the appeals to decide.
func listBansFrom(ctx context.Context, c *bot.Call, page string, part int) wire.Answer {
	if c.Guild == "" {
		return c.Answer("`/match bans` is for a server: use it in one of its channels.")
	}
	all, err := historiesOn(ctx, c)
	if err != nil {
		return c.Trouble("", err)
	}
	type item struct {
		act pastBan
		of  banHistory
	}
	var items []item
	for _, h := range all {
		for _, a := range h.Acts {
			items = append(items, item{a, h})
		}
	}
	slices.SortStableFunc(items, func(x, y item) int { return cmp.Or(y.act.At.Compare(x.act.At), y.act.N-x.act.N) })
	var lines []string
	for _, x := range items {
		lines = append(lines, x.act.lines(c, x.of)...)
	}
	a := c.Paged("**Bans on this server and their ends**, newest first\n%s", lines, page, idBans+"||")
	more, err := banControls(ctx, c, all, part)
	if err != nil {
		return c.Trouble("", err)
	}
	a.Letter.Blocks = append(a.Letter.Blocks, more...)
	return a
}

// banControls returns the button with which the user appeals, and the select with which a moderator decides appeals: that part of them.
func banControls(ctx context.Context, c *bot.Call, all []banHistory, part int) (out []wire.Block, err error) {
	if row, err := appealRow(ctx, c, c.Guild); err != nil {
		return nil, err
	} else if row != nil {
		out = append(out, row)
	}
	s, err := c.Server(ctx, c.Guild)
	if err != nil {
		return nil, err
	}
	if !mayDo(c, s, deed.Lifted) {
		return out, nil
	}
	choose := wire.Select{ID: idBans + "|decide", Placeholder: c.Text("Decide an appeal")}
	for _, h := range all {
		x, err := bannedFrom(ctx, c, c.Guild, h.User)
		if err != nil {
			return nil, err
		}
		if x == nil {
			continue
		}
		if a := h.inForce(c, *x); a != nil && a.Appeal.Open() {
			choose.Options = append(choose.Options, wire.Option{Value: string(h.User), Label: wire.Clip(cmp.Or(h.Name, string(h.User)), wire.LongestChoice),
				Note: wire.Clip(a.Appeal.Reason, wire.LongestChoice)})
		}
	}
	if len(choose.Options) > 0 {
		choose.Options = bot.Part(c.Language, choose.Options, part, wire.MostOptions)
		out = append(out, choose)
	}
	return out, nil
}

// mayDo reports whether the user has the right to an act of the table on the server.
func mayDo(c *bot.Call, s prefs.Server, act string) bool {
	d, _ := deed.Of(act)
	_, ok := d.Right.Holds(c.Interaction, s.ModRole)
	return ok
}

// appealRow returns a button with which the user appeals against their ban on the server, or withdraws that appeal; nil if they can do neither.
func appealRow(ctx context.Context, c *bot.Call, g wire.GuildID) (wire.Row, error) {
	x, h, _, err := readBan(ctx, c, g, c.User)
	if err != nil {
		return nil, err
	}
	switch a := h.inForce(c, x); {
	case a == nil:
	case a.Appeal == nil:
		return appealButton(c, g, a.N), nil
	case a.Appeal.Of(string(g), c.User):
		return appeal.Withdrawal(c, withdrawsID(g, strconv.Itoa(a.N))), nil
	}
	return nil, nil
}

func appealButton(c *bot.Call, g wire.GuildID, n int) wire.Row {
	return wire.Row{{ID: fmt.Sprintf("%s|appeal|%s.%d", idBans, g, n), Label: c.Text("Appeal against the ban"), Style: wire.Danger}}
}

func withdrawsID(g wire.GuildID, number string) string {
	return fmt.Sprintf("%s|%s|%s.%s", idBans, deed.Withdrawn, g, number)
}

// bansPress answers a control of idBans.
func bansPress(ctx context.Context, c *bot.Call, verb, rest string) wire.Answer {
	what, which, _ := strings.Cut(rest, ".")
	switch verb {
	case "":
		a := listBansOf(ctx, c, rest)
		a.Fresh = false
		return a
	case "appeal":
		return appealBan(ctx, c, wire.GuildID(what), which)
	case deed.Withdrawn:
		return withdrawAppeal(ctx, c, wire.GuildID(what), which)
	case "decide":
		if part, ok := bot.PartOf(c.Values); ok {
			a := listBansFrom(ctx, c, "", part)
			a.Fresh = false
			return a
		}
		if len(c.Values) == 1 {
			return showAppeal(ctx, c, wire.UserID(c.Values[0]))
		}
	case deed.Lifted, deed.Stays:
		return decideBan(ctx, c, verb, what, wire.UserID(which))
	}
	return c.Answer(bot.OldButton)
}

const wordBanGone game.Text = "That ban has ended, or a newer decision replaced it. `/match bans` shows the current state."

// appealBan opens the user's appeal against their ban, with the reason from a form.
func appealBan(ctx context.Context, c *bot.Call, g wire.GuildID, number string) wire.Answer {
	change := func(do func(*pastBan)) error {
		return changeAppeal(ctx, c, g, number, func(a *pastBan) error {
			if err := appeal.Fits(c, a.Appeal); err != nil {
				return err
			}
			do(a)
			return nil
		})
	}
	if err := change(func(*pastBan) {}); err != nil { // before anything is written
		return c.Trouble("", err)
	}
	reason, err := appeal.Reason(c, fmt.Sprintf("%s|appeal|%s.%s", idBans, g, number), "Appeal against the ban")
	if err != nil {
		return c.Trouble("", err)
	}
	if err := change(func(a *pastBan) { a.Appeal = appeal.New(c, reason) }); err != nil {
		return c.Trouble("", err)
	}
	return wire.Settled(c.Text("referee.ban-appeal"), appeal.Withdrawal(c, withdrawsID(g, number)))
}

// changeAppeal changes the appeal against the user's own ban of that number, and asks for the messages about it. Nothing is saved while there is no
// appeal.
func changeAppeal(ctx context.Context, c *bot.Call, g wire.GuildID, number string, do func(*pastBan) error) error {
	return bot.Retry(func() error {
		x, h, guards, err := readBan(ctx, c, g, c.User)
		if err != nil {
			return err
		}
		a := h.inForce(c, x)
		if a == nil || strconv.Itoa(a.N) != number {
			return c.Refuse(wordBanGone)
		}
		if err := do(a); err != nil || a.Appeal == nil {
			return err
		}
		records, err := saveBan(x, h, guards)
		if err != nil {
			return err
		}
		return c.Records.Put(ctx, append(records, newsOf(g, c.User))...)
	})
}

// withdrawAppeal withdraws the user's appeal against their ban. The ban stays, and cannot be appealed again.
func withdrawAppeal(ctx context.Context, c *bot.Call, g wire.GuildID, number string) wire.Answer {
	if err := changeAppeal(ctx, c, g, number, func(a *pastBan) error { return a.Appeal.Withdraw(c, string(g)) }); err != nil {
		return c.Trouble("", err)
	}
	return wire.Settled(c.Text(appeal.ToldWithdrawn))
}

// showAppeal shows an open appeal to a moderator, with buttons that decide it.
func showAppeal(ctx context.Context, c *bot.Call, u wire.UserID) wire.Answer {
	if err := requireModerator(ctx, c); err != nil {
		return c.Trouble("", err)
	}
	x, h, _, err := readBan(ctx, c, c.Guild, u)
	if err != nil {
		return c.Trouble("", err)
	}
	a := h.inForce(c, x)
	if a == nil {
		return c.Answer(wordBanGone)
	}
	if err := a.Appeal.Bars(c, string(c.Guild), a.By, u); err != nil {
		return c.Trouble("", err)
	}
	whole := []string{strings.Join(a.lines(c, h), "\n"), c.Say("The ban's reason: %s", wire.Plain(cmp.Or(a.Reason, "-"))), c.Say("The appeal: %s", wire.Plain(cmp.Or(a.Appeal.Reason, "-")))}
	which := fmt.Sprintf("|%d.%s", a.N, u)
	return wire.Fresh(wire.Text(strings.Join(whole, "\n")), wire.Row{{ID: idBans + "|" + deed.Lifted + which, Label: c.Text("Lift the ban"), Style: wire.Danger},
		{ID: idBans + "|" + deed.Stays + which, Label: c.Text("Keep the ban")}})
}

// decideBan decides an appeal against a ban: it lifts the ban, or the ban stays.
func decideBan(ctx context.Context, c *bot.Call, what, number string, u wire.UserID) wire.Answer {
	if err := requireModerator(ctx, c); err != nil {
		return c.Trouble("", err)
	}
	decide := func(reason string) error {
		return bot.Retry(func() error {
			x, h, guards, err := readBan(ctx, c, c.Guild, u)
			if err != nil {
				return err
			}
			a := h.inForce(c, x)
			if a == nil || strconv.Itoa(a.N) != number {
				return c.Refuse(wordBanGone)
			}
			if err := a.Appeal.Bars(c, string(c.Guild), a.By, u); err != nil || reason == "" {
				return err
			}
			a.Appeal.Decide(c, what, reason)
			var also []table.Record
			if what == deed.Lifted {
				x = ban{}
				if also, err = c.SeriesBan(ctx, c, u, deed.Lifted, reason); err != nil {
					return err
				}
			}
			records, err := saveBan(x, h, guards)
			if err != nil {
				return err
			}
			return c.Records.Put(ctx, slices.Concat(records, also, []table.Record{newsOf(c.Guild, u)})...)
		})
	}
	if err := decide(""); err != nil { // before the moderator writes a reason
		return c.Trouble("", err)
	}
	title := game.Text("Keep the ban")
	if what == deed.Lifted {
		title = "Lift the ban"
	}
	reason, err := appeal.Reason(c, fmt.Sprintf("%s|%s|%s.%s", idBans, what, number, u), title)
	if err != nil {
		return c.Trouble("", err)
	}
	if err := decide(reason); err != nil {
		return c.Trouble("", err)
	}
	c.SeriesChanged()
	return wire.Settled(c.Text("Decided. The user and the other moderators are told."))
}

// tellAppeals sends the messages about appeals against bans, and returns how many appeals it told of.
func tellAppeals(ctx context.Context, c *bot.Call) (n int, failed error) {
	const most = 50
	rs, err := c.Records.List(ctx, newsSort, "", most)
	if err != nil {
		return 0, err
	}
	for _, r := range rs {
		g, u, _ := strings.Cut(strings.TrimPrefix(r.Key, newsSort), "/")
		err := tellAppeal(ctx, c, wire.GuildID(g), wire.UserID(u))
		if err == nil {
			err = c.Records.Put(ctx, table.Record{Key: r.Key, If: true, Was: r.Value})
		}
		switch {
		case err == nil:
			n++
		case !errors.Is(err, table.ErrChanged): // otherwise there is newer news
			failed = errors.Join(failed, err)
		}
	}
	return n, failed
}

// tellAppeal tells the moderators of a user's appeals what they have not been told, and the user of the decision.
func tellAppeal(ctx context.Context, c *bot.Call, g wire.GuildID, u wire.UserID) error {
	_, h, _, err := readBan(ctx, c, g, u)
	if err != nil {
		return err
	}
	s, err := c.Server(ctx, g)
	if err != nil {
		return err
	}
	for _, a := range h.Acts {
		if a.Appeal == nil || a.Appeal.Told == appeal.ToldDecided || a.Appeal.Open() && a.Appeal.Told == appeal.ToldOpen {
			continue
		}
		subject := appeal.Subject{Guild: g, Role: s.ModRole, Not: []wire.UserID{u}, Author: a.By}
		told := appeal.ToldOpen
		if a.Appeal.Open() {
			err = callAboutBan(ctx, c, subject, h, a)
		} else {
			told = appeal.ToldDecided
			err = tellDecision(ctx, c, subject, h, a)
		}
		if err != nil {
			return err
		}
		if _, err := bot.Change(ctx, c.App, historyKey(g, u), func(h *banHistory) error {
			if n := slices.IndexFunc(h.Acts, func(x pastBan) bool { return x.N == a.N }); n >= 0 && h.Acts[n].Appeal != nil {
				h.Acts[n].Appeal.Told = told
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

// nonceOf names the messages about an act's appeal.
func nonceOf(s appeal.Subject, h banHistory, a pastBan, what string) string {
	return fmt.Sprintf("%s %s %d %s", s.Guild, h.User, a.N, what)
}

// callAboutBan calls the moderators to an open appeal. If it reaches none, it says so to whoever appealed.
func callAboutBan(ctx context.Context, c *bot.Call, s appeal.Subject, h banHistory, a pastBan) error {
	s.ID = nonceOf(s, h, a, appeal.ToldOpen)
	s.Compose = func(c *bot.Call) string {
		return c.Say("referee.ban-appealed", appeal.Where(ctx, c, s.Guild), wire.Mention(h.User, h.Name), wire.Plain(cmp.Or(a.Appeal.Reason, "-")))
	}
	reached, err := appeal.Call(ctx, c, s)
	if err != nil || reached {
		return err
	}
	s.Not, s.ID = nil, s.ID+" unheard"
	s.Compose = func(c *bot.Call) string { return c.Text(appeal.Unheard) }
	_, err = appeal.Write(ctx, c, s, true, []wire.UserID{h.User})
	return err
}

// tellDecision tells the user, with a sound once a day, and the moderators that an appeal is decided. It tells only the moderators that it is withdrawn.
func tellDecision(ctx context.Context, c *bot.Call, s appeal.Subject, h banHistory, a pastBan) error {
	d := a.Appeal.Decision
	public, _ := deed.Of(d.What)
	s.ID = nonceOf(s, h, a, appeal.ToldDecided)
	s.Compose = func(c *bot.Call) string {
		return c.Say("⚖️ Appeal of %s on %s: %s. By %s: %s", wire.Mention(h.User, h.Name), appeal.Where(ctx, c, s.Guild), c.Text(public.Public), wire.Plain(d.Name), wire.Plain(cmp.Or(d.Reason, "-")))
	}
	if a.Appeal.IsWithdrawn() {
		s.Compose = func(c *bot.Call) string {
			return c.Say("⚖️ %s has withdrawn the appeal against a ban on %s.", wire.Mention(h.User, h.Name), appeal.Where(ctx, c, s.Guild))
		}
	}
	s.Not = append(s.Not, d.By)
	if err := appeal.TellModerators(ctx, c, s); err != nil || a.Appeal.IsWithdrawn() {
		return err
	}
	s.Not = nil
	_, err := appeal.Write(ctx, c, s, !c.Rings(ctx, s.ID, bot.AccountOf(bound.BanNotices, h.User)), []wire.UserID{h.User})
	return err
}

// forgetHistory removes the user from the bans and appeals in the histories, and their name and words from their own. The histories stay
// with their servers, as reports about users do.
func forgetHistory(ctx context.Context, c *bot.Call, u wire.UserID) error {
	return bot.EachOf(ctx, c.App, historySort, func(r table.Record, h banHistory) error {
		if !h.names(u) {
			return nil
		}
		g, _, _ := strings.Cut(strings.TrimPrefix(r.Key, historySort), "/")
		_, err := bot.Change(ctx, c.App, r.Key, func(h *banHistory) error {
			if h.User == u {
				h.Name = ""
			}
			for n := range h.Acts {
				a := &h.Acts[n]
				as := wire.UserID(bot.GoneUser + wire.NewID())
				if a.Appeal.Open() { // whoever made the ban must not decide about it
					as = bot.Unnamed(g, u)
				}
				if a.By == u {
					a.By, a.ByName, a.Reason = as, "", ""
				}
				a.Appeal.Forget(g, u, as)
			}
			return nil
		})
		return err
	})
}

// names reports whether the history names the user beyond that it is theirs.
func (h banHistory) names(u wire.UserID) bool {
	return h.User == u || slices.ContainsFunc(h.Acts, func(a pastBan) bool { return a.By == u || a.Appeal.Names(u) })
}

// tellBans adds the bans and their ends that the export's user made, their appeals, and their decisions about appeals.
func tellBans(ctx context.Context, c *bot.Call, e *bot.Export) error {
	err := bot.EachOf(ctx, c.App, historySort, func(_ table.Record, h banHistory) error {
		for _, a := range h.Acts {
			if x := a.Appeal; x != nil && x.By == e.User {
				own := appeal.Appeal{By: x.By, Name: x.Name, At: x.At, Reason: x.Reason}
				if x.IsWithdrawn() {
					own.Decision = x.Decision
				}
				e.Bans = append(e.Bans, own)
			}
			if x := a.Appeal; x != nil && x.Decision != nil && x.Decision.By == e.User && !x.IsWithdrawn() {
				e.Bans = append(e.Bans, x.Decision)
			}
			if a.Appeal = nil; a.By == e.User {
				e.Bans = append(e.Bans, a)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return bot.EachOf(ctx, c.App, banSort, func(r table.Record, x ban) error {
		if x.By != e.User {
			return nil
		}
		var h banHistory
		if err := c.Read(ctx, historySort+strings.TrimPrefix(r.Key, banSort), &h); err != nil {
			return err
		}
		known := len(h.Acts)
		if h.learn("", x); len(h.Acts) > known { // an older program made it
			e.Bans = append(e.Bans, x)
		}
		return nil
	})
}
