package campaign

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"downsync/bot"
	"downsync/bot/appeal"
	"downsync/bot/bound"
	"downsync/bot/deed"
	"downsync/bot/wire"
	"downsync/game/table"
)

// Moderators decide about a campaign from outside its sides. Each of their acts has a reason, which the public card shows with
// their name. None makes a side win: if a moderator removes the last member of a side, the campaign ends without a winner, and a
// captain who leads because of a moderator does not decide about the side for a while.

// oversight determines who decides about a campaign from outside its sides, and who never may because they were on one.
type oversight struct{ w campaign }

// judges reports whether the user decides about the campaign as a manager of the server: nobody who is or was on a side does.
func (o oversight) judges(c *bot.Call) bool {
	_, manages := deed.Managers.Holds(c.Interaction, "")
	return manages && !o.was(c.User)
}

// was reports whether the user is or was on a side.
func (o oversight) was(u wire.UserID) bool {
	return o.w.side(u) >= 0 || slices.ContainsFunc(o.w.Former, func(x wire.UserID) bool { return bot.IsUser(x, o.w.ID, u) })
}

// ruling is an act of a moderator about the campaign.
type ruling struct {
	N      int         `json:"n,omitempty"` // 0: by an older program; numbered returns it with one
	What   string      `json:"what"`        // a name in deed
	By     wire.UserID `json:"by"`
	Name   string      `json:"name"`
	At     time.Time   `json:"at"`
	Reason string      `json:"reason,omitempty"`
	// Of is the user concerned, with their name and side; "": no particular user.
	Of     wire.UserID `json:"of,omitempty"`
	OfName string      `json:"of_name,omitempty"`
	Side   int         `json:"side"`
	// Was is how the side was led before the act; nil: an older program did it, or it changed nothing of this.
	Was    *lead          `json:"was,omitempty"`
	Appeal *appeal.Appeal `json:"appeal,omitempty"`
}

// lead is how a side is led: its captain, and see team.
type lead struct {
	Captain wire.UserID `json:"captain"`
	Before  wire.UserID `json:"before,omitempty"`
	Took    time.Time   `json:"took,omitzero"`
}

// shownRulings is how many acts of moderators a campaign's card shows; its list shows all that are kept.
const shownRulings = 3

// reason returns the reason of a moderator who acts on the campaign from outside its sides. Without one it asks for it in a form,
// which then does the same; the error contains the form. Other users are not asked.
func (o oversight) reason(ctx context.Context, c *bot.Call, verb, what string) (reason string, err error) {
	if o.w.side(c.User) >= 0 || !o.judges(c) {
		return "", nil
	}
	reason = strings.TrimSpace(c.Fields["reason"])
	switch {
	case deed.GoodReason(reason):
		if !c.Rings(ctx, string(c.ID), cardAccounts(c)...) {
			return "", c.Refuse("⚠️ There have been too many new cards within an hour. Please try again later.")
		}
		return reason, nil
	case c.Kind == wire.Submit:
		return "", c.Refuse("⚠️ Give a reason, of at most %d characters.", deed.MaxReason)
	}
	return "", bot.Refuse(wire.Answer{Form: &wire.Form{ID: o.w.control(verb, what), Title: c.Text("You decide as a moderator"), Fields: []wire.Field{{ID: "reason",
		Label: c.Text("Why? The card shows it with your name"), Min: 1, Max: deed.MaxReason, Required: true}}}})
}

// rule records an act of the user as a moderator. A new card tells of it.
func (w *campaign) rule(c *bot.Call, r ruling) {
	w.number()
	r.N, r.By, r.Name, r.At = 1, c.User, c.Name, c.Clock.Now()
	if n := len(w.Rulings); n > 0 {
		r.N = w.Rulings[n-1].N + 1
	}
	if w.Over.byModerator() { // this act did it
		w.Over.Act = r.N
	}
	w.Rulings = append(w.Rulings, r)
	for n := 0; n < len(w.Rulings) && len(w.Rulings) > bound.CampaignActs.Most; {
		if w.Rulings[n].Appeal.Open() {
			n++
			continue
		}
		w.Rulings = slices.Delete(w.Rulings, n, n+1)
	}
	w.Stage++
}

// number gives numbers to the acts that an older program recorded.
func (w *campaign) number() {
	last := 0
	for n := range w.Rulings {
		if w.Rulings[n].N == 0 {
			w.Rulings[n].N = last + 1
		}
		last = w.Rulings[n].N
	}
}

// ruledBan returns the records of a ban, or of the end of one, for the campaigns that the user plays in.
func ruledBan(ctx context.Context, c *bot.Call, u wire.UserID, verb, reason string) (out []table.Record, err error) {
	all, err := onServer(ctx, c, c.Guild)
	if err != nil {
		return nil, err
	}
	for _, w := range all {
		r, err := c.Guard(ctx, key(w.Guild, w.ID), &w)
		if err != nil {
			return nil, err
		}
		side := w.side(u)
		if w.Over != nil || side < 0 || (oversight{w}).was(c.User) {
			continue
		}
		tells, err := c.Take(ctx, string(c.ID), bot.AccountOf(bound.BanNotices, "campaign", w.ID, string(u)))
		if err != nil {
			return nil, err
		}
		stage := w.Stage
		if w.rule(c, ruling{What: verb, Of: u, OfName: w.Teams[side].Members[w.Teams[side].has(u)].Name, Side: side, Reason: reason}); !tells { // the card is edited
			w.Stage = stage
		}
		if r, err = bot.With(r, w); err != nil {
			return nil, err
		}
		out = append(out, r, bot.SeriesNews(w.Guild, w.ID))
	}
	return out, nil
}

// remove takes the user out of their side for a moderator. Nobody wins by it: if the user was the last of the side, the campaign
// ends; if the user decided about the side, nobody does for a while.
func (w *campaign) remove(u wire.UserID, now time.Time) {
	side, begun := w.side(u), w.begun()
	t := &w.Teams[side]
	decided := u == t.captain() || t.commands(u, now)
	w.leave(u, now)
	switch {
	case w.Over != nil && begun:
		w.Over.Side, w.Over.Why = nobody, "moderator"
	case decided:
		t.Before, t.Took = "", now
	}
}

// said returns the act in words.
func (r ruling) said(c *bot.Call, w campaign) string {
	d, _ := deed.Of(r.What)
	if r.Of == "" {
		return d.Said(c.Say, "", "")
	}
	of := wire.Mention(r.Of, r.OfName)
	if !bot.Reachable(r.Of) {
		of = appeal.Who(c, r.Of, r.OfName)
	}
	return d.Said(c.Say, of, w.forms(c).Series.Sides()[r.Side])
}

// changed returns when the act or its appeal changed last.
func (r ruling) changed() time.Time {
	switch {
	case r.Appeal == nil:
		return r.At
	case r.Appeal.Open():
		return r.Appeal.At
	}
	return r.Appeal.Decision.At
}

// ruled returns lines about the acts of moderators in which something happened last.
func (w campaign) ruled(c *bot.Call) (lines []string) {
	latest := slices.Clone(w.Rulings)
	slices.SortStableFunc(latest, func(x, y ruling) int { return x.changed().Compare(y.changed()) })
	for _, r := range latest[max(0, len(latest)-shownRulings):] {
		lines = append(lines, c.Say("⚖️ <t:%d:d> %s, as a moderator: %s. Reason: %s", r.At.Unix(), wire.Plain(r.Name), r.said(c, w), wire.Plain(cmp.Or(r.Reason, "-"))))
		if news := r.Appeal.Lines(c); len(news) > 0 { // the decision, or the open appeal
			lines = append(lines, news[len(news)-1])
		}
	}
	return lines
}

// unruled removes a user whose data is removed from the acts of moderators.
func (w *campaign) unruled(u wire.UserID) {
	as := wire.UserID(bot.GoneUser + wire.NewID())
	if w.appealed() { // whoever did the act must not decide about it
		as = bot.Unnamed(w.ID, u)
	}
	for n := range w.Rulings {
		r := &w.Rulings[n]
		if r.By == u {
			r.By, r.Name, r.Reason = as, string(as), ""
		}
		if r.Of == u {
			r.Of, r.OfName = as, string(as)
		}
		if r.Was != nil && (r.Was.Captain == u || r.Was.Before == u) {
			r.Was = nil
		}
		r.Appeal.Forget(w.ID, u, as)
	}
}

// names reports whether the act contains the user's id.
func (r ruling) names(u wire.UserID) bool {
	return r.By == u || r.Of == u || r.Was != nil && (r.Was.Captain == u || r.Was.Before == u) || r.Appeal.Names(u)
}
