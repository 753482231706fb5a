package campaign

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"downsync/bot"
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
	What   string      `json:"what"` // a name in deed
	By     wire.UserID `json:"by"`
	Name   string      `json:"name"`
	At     time.Time   `json:"at"`
	Reason string      `json:"reason,omitempty"`
	// Of is the user concerned, with their name and side; "": no particular user.
	Of     wire.UserID `json:"of,omitempty"`
	OfName string      `json:"of_name,omitempty"`
	Side   int         `json:"side"`
}

// mostRulings is how many rulings a campaign keeps, shownRulings how many its card shows.
const mostRulings, shownRulings = 20, 3

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
	r.By, r.Name, r.At = c.User, c.Name, c.Clock.Now()
	w.Rulings = append(w.Rulings, r)
	w.Rulings = w.Rulings[max(0, len(w.Rulings)-mostRulings):]
	w.Stage++
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

// ruled returns lines about the latest acts of moderators.
func (w campaign) ruled(c *bot.Call) (lines []string) {
	for _, r := range w.Rulings[max(0, len(w.Rulings)-shownRulings):] {
		d, _ := deed.Of(r.What)
		said := c.Text(d.Public)
		if strings.Contains(string(d.Public), "%s") {
			of := wire.Mention(r.Of, r.OfName)
			if !bot.Reachable(r.Of) {
				of = wire.Plain(r.OfName)
			}
			said = c.Say(d.Public, of, w.forms(c).Series.Sides()[r.Side])
		}
		lines = append(lines, c.Say("⚖️ <t:%d:d> %s, as a moderator: %s. Reason: %s", r.At.Unix(), wire.Plain(r.Name), said, wire.Plain(cmp.Or(r.Reason, "-"))))
	}
	return lines
}

// unruled removes a user whose data is removed from the acts of moderators.
func (w *campaign) unruled(u wire.UserID) {
	as := wire.UserID(bot.GoneUser + wire.NewID())
	for n := range w.Rulings {
		r := &w.Rulings[n]
		if r.By == u {
			r.By, r.Name, r.Reason = as, string(as), ""
		}
		if r.Of == u {
			r.Of, r.OfName = as, string(as)
		}
	}
}
