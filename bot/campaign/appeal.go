package campaign

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"downsync/bot"
	"downsync/bot/appeal"
	"downsync/bot/bound"
	"downsync/bot/deed"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// Members of a campaign may appeal once against an act of a moderator in it, as the table of acts says. The campaign goes on meanwhile.
// Another moderator decides; if the appeal is granted, the act is undone unless something else has changed it since. As with any act, no side wins by that.

// showActs lists all acts of moderators that the campaign keeps, on pages, the newest first. Those who may appeal against one, and
// moderators who may decide an appeal, can do so there. what is the page.
func showActs(_ context.Context, c *bot.Call, w campaign, _ phase, what string) wire.Answer {
	return w.actsFrom(c, what, 0)
}

// actsFrom shows a page of the acts, with that part of the selects.
func (w campaign) actsFrom(c *bot.Call, what string, part int) wire.Answer {
	w.number()
	var lines []string
	against := wire.Select{ID: w.control("appeal", ""), Placeholder: c.Text("Appeal against an act")}
	decide := wire.Select{ID: w.control("judge", ""), Placeholder: c.Text("Decide an appeal")}
	withdraw := wire.Select{ID: w.control(deed.Withdrawn, ""), Placeholder: c.Text("Withdraw your appeal")}
	for _, r := range slices.Backward(w.Rulings) {
		lines = append(lines, c.Say("`%d` <t:%d:d> %s, as a moderator: %s. Reason: %s", r.N, r.At.Unix(), wire.Plain(r.Name), r.said(c, w), appeal.Shown(r.Reason)))
		lines = append(lines, r.Appeal.Lines(c)...)
		option := wire.Option{Value: strconv.Itoa(r.N), Label: wire.Clip(fmt.Sprintf("%d · %s", r.N, cmp.Or(r.OfName, w.Name)), wire.LongestChoice),
			Note: wire.Clip(r.Reason, wire.LongestChoice)}
		if w.mayAppeal(r, c.User) && r.Appeal == nil {
			against.Options = append(against.Options, option)
		}
		if (oversight{w}).judges(c) && r.Appeal.Open() {
			decide.Options = append(decide.Options, option)
		}
		if r.Appeal.Of(w.ID, c.User) {
			withdraw.Options = append(withdraw.Options, option)
		}
	}
	m := c.Paged("**Acts of moderators in this campaign**, newest first\n%s", lines, what, w.control("acts", "")+".").Letter
	for _, s := range []wire.Select{against, decide, withdraw} {
		if len(s.Options) > 0 {
			s.Options = bot.Part(c.Language, s.Options, part, wire.MostOptions)
			m.Blocks = append(m.Blocks, s)
		}
	}
	m.Blocks = append(m.Blocks, wire.Row{{ID: w.control("map", ""), Label: c.Text("Map")}})
	return wire.Answer{Letter: m}
}

// mayAppeal reports whether the user may appeal against the act, if nobody has.
func (w campaign) mayAppeal(r ruling, u wire.UserID) bool {
	d, _ := deed.Of(r.What)
	if w.Over != nil && !w.endedBy(r) {
		return false
	}
	switch d.Appeal {
	case deed.Member:
		return r.Of == u
	case deed.Side:
		return r.Of == u || w.side(u) == r.Side
	case deed.Sides:
		return w.side(u) >= 0
	}
	return false
}

// endedBy reports whether the campaign ended by the act. Older programs did not note by which.
func (w campaign) endedBy(r ruling) bool {
	return w.Over.byModerator() && (w.Over.Act == r.N || w.Over.Act == 0 && r.What == deed.Ended)
}

// act returns the act with that number, nil if it is not kept.
func (w *campaign) act(number string) *ruling {
	w.number()
	n := slices.IndexFunc(w.Rulings, func(r ruling) bool { return strconv.Itoa(r.N) == number })
	if n < 0 {
		return nil
	}
	return &w.Rulings[n]
}

const wordActGone game.Text = "That act cannot be appealed by you, or I no longer keep it. `/campaign acts` shows them."

// appealAct opens the user's appeal against the act of that number. The reason comes from a form.
func appealAct(ctx context.Context, c *bot.Call, w campaign, p phase, what string) wire.Answer {
	if part, ok := bot.PartOf([]string{what}); ok {
		return w.actsFrom(c, "", part)
	}
	open := func(w *campaign) (*ruling, error) {
		r := w.act(what)
		if r == nil || !w.mayAppeal(*r, c.User) {
			return nil, c.Refuse(wordActGone)
		}
		return r, appeal.Fits(c, r.Appeal)
	}
	if _, err := open(&w); err != nil {
		return c.Trouble("", err)
	}
	reason, err := appeal.Reason(c, w.control("appeal", what), "Appeal against an act")
	if err != nil {
		return c.Trouble("", err)
	}
	a, done := alter(ctx, c, w, p, c.Text("Your appeal is open: another moderator will decide it. The campaign goes on meanwhile."), func(w *campaign) ([]table.Record, error) {
		r, err := open(w)
		if err != nil {
			return nil, err
		}
		r.Appeal = appeal.New(c, reason) // the card is edited, and notifies nobody
		return nil, nil
	})
	if done {
		a.Letter.Blocks = append(a.Letter.Blocks, appeal.Withdrawal(c, w.control(deed.Withdrawn, what)))
	}
	return a
}

// withdrawAppeal withdraws the user's appeal against the act of that number. The act stands, and cannot be appealed again.
func withdrawAppeal(ctx context.Context, c *bot.Call, w campaign, p phase, what string) wire.Answer {
	if part, ok := bot.PartOf([]string{what}); ok {
		return w.actsFrom(c, "", part)
	}
	a, _ := alter(ctx, c, w, p, c.Text(appeal.ToldWithdrawn), func(w *campaign) ([]table.Record, error) {
		r := w.act(what)
		if r == nil {
			return nil, c.Refuse(wordActGone)
		}
		return nil, r.Appeal.Withdraw(c, w.ID) // the card is edited, and notifies nobody
	})
	return a
}

// mayDecide returns the act of that number if the user may decide about its appeal.
func (w *campaign) mayDecide(c *bot.Call, number string) (*ruling, error) {
	r := w.act(number)
	switch {
	case !oversight{*w}.judges(c):
		return nil, c.Refuse("Only members with the permission Manage Server who never had a side in the campaign decide this.")
	case r == nil:
		return nil, c.Refuse(wordActGone)
	}
	return r, r.Appeal.Bars(c, w.ID, r.By, r.Of)
}

// judgeAct shows the appeal against the act of that number to a moderator, with buttons that decide it.
func judgeAct(_ context.Context, c *bot.Call, w campaign, _ phase, what string) wire.Answer {
	if part, ok := bot.PartOf([]string{what}); ok {
		return w.actsFrom(c, "", part)
	}
	r, err := w.mayDecide(c, what)
	if err != nil {
		return c.Trouble("", err)
	}
	text := c.Say("`%d` <t:%d:d> %s, as a moderator: %s. Reason: %s", r.N, r.At.Unix(), wire.Plain(r.Name), r.said(c, w), wire.Plain(cmp.Or(r.Reason, "-"))) + "\n" +
		c.Say("The appeal: %s", wire.Plain(cmp.Or(r.Appeal.Reason, "-")))
	return wire.Fresh(wire.Text(text), wire.Row{{ID: w.control(deed.Undone, what), Label: c.Text("Undo the act"), Style: wire.Danger},
		{ID: w.control(deed.Confirms, what), Label: c.Text("Let it stand")}})
}

// decideAs returns the verb that decides an appeal.
func decideAs(decision string, title game.Text) verb {
	return func(ctx context.Context, c *bot.Call, w campaign, p phase, what string) wire.Answer {
		if _, err := w.mayDecide(c, what); err != nil {
			return c.Trouble("", err)
		}
		reason, err := appeal.Reason(c, w.control(decision, what), title)
		if err != nil {
			return c.Trouble("", err)
		}
		told := c.Text("Decided. The members and the other moderators are told.")
		if decision == deed.Undone {
			told = c.Text("campaign.undone")
		}
		a, _ := alter(ctx, c, w, p, told, func(w *campaign) ([]table.Record, error) {
			r, err := w.mayDecide(c, what)
			if err != nil {
				return nil, err
			}
			r.Appeal.Decide(c, decision, reason)
			w.Stage++
			also, err := c.CountAll(ctx, string(c.ID), cardAccounts(c)...)
			if err != nil || decision != deed.Undone {
				return also, err
			}
			if err := w.undo(ctx, c, *r); err != nil {
				return nil, err
			}
			for _, t := range w.Teams {
				for _, m := range t.Members {
					if w.Over == nil && m.User != c.User {
						also = append(also, mineRecord(*w, m.User))
					}
				}
			}
			return also, nil
		})
		return a
	}
}

// lead returns how the side is led.
func (t team) lead() lead { return lead{t.captain(), t.Before, t.Took} }

// undo takes back what the act did, unless something has changed it since.
func (w *campaign) undo(ctx context.Context, c *bot.Call, r ruling) error {
	now := c.Clock.Now()
	switch r.What {
	case deed.Named:
		if t := &w.Teams[r.Side]; t.Named == r.Of {
			t.Named = ""
		}
	case deed.Captain:
		if t := &w.Teams[r.Side]; t.captain() == r.Of {
			t.restore(r.Was)
		}
	case deed.Out:
		return w.takeBackIn(ctx, c, r, now)
	case deed.Ended:
		return w.reopen(ctx, c, r, now)
	}
	return nil
}

// restore returns the side's lead to whoever had it before an act, if they are still on the side. They decide about it as they did
// then: somebody whom a moderator had named before decides as little as before.
func (t *team) restore(was *lead) {
	if was == nil {
		return
	}
	n := t.has(was.Captain)
	if n < 0 {
		return
	}
	m := t.Members[n]
	t.Members = slices.Insert(slices.Delete(t.Members, n, n+1), 0, m)
	if t.Before, t.Took = was.Before, was.Took; t.Before != "" && t.has(t.Before) < 0 {
		t.Before, t.Took = "", time.Time{}
	}
}

// takeBackIn lets a member who was taken out join their side again. If the campaign ended by that, it goes on.
func (w *campaign) takeBackIn(ctx context.Context, c *bot.Call, r ruling, now time.Time) error {
	if w.side(r.Of) >= 0 || !bot.Reachable(r.Of) || w.full(r.Side) || w.Over != nil && !w.endedBy(r) {
		return nil
	}
	was := w.Over
	w.Over = nil
	stage := w.Stage
	w.join(r.Side, member{User: r.Of, Name: r.OfName}, now)
	w.Stage = stage // there is one new card
	w.Former = slices.DeleteFunc(w.Former, func(u wire.UserID) bool { return u == r.Of })
	if r.Was != nil && r.Was.Captain == r.Of {
		w.Teams[r.Side].restore(r.Was)
	}
	if was == nil {
		return nil
	}
	return w.goesOn(ctx, c, was, now)
}

// reopen lets a campaign go on that the act ended. A side then chooses the next match: a match that was played meanwhile does not count.
func (w *campaign) reopen(ctx context.Context, c *bot.Call, r ruling, now time.Time) error {
	if !w.endedBy(r) {
		return nil
	}
	was := w.Over
	w.Over = nil
	return w.goesOn(ctx, c, was, now)
}

// goesOn completes the reopening of a campaign that had ended so. It stays finished if a side has nobody left, and the server must have
// room for it.
func (w *campaign) goesOn(ctx context.Context, c *bot.Call, was *ending, now time.Time) error {
	if !w.begun() {
		w.Over = was
		return nil
	}
	all, err := onServer(ctx, c, w.Guild)
	if err != nil {
		return err
	}
	live := 0
	led := map[wire.UserID]int{}
	for _, x := range all {
		if x.Over == nil && x.ID != w.ID {
			live++
			led[x.Teams[0].captain()]++
			led[x.Teams[1].captain()]++
		}
	}
	w.Since = now
	return cmp.Or(c.Fits(bound.Campaigns, live), c.Fits(bound.LedCampaigns, led[w.Teams[0].captain()]), c.Fits(bound.LedCampaigns, led[w.Teams[1].captain()]))
}

// tellAppeals tells the moderators of appeals in the campaign what they have not been told, and whoever appealed of the decision. The
// card tells everybody else.
func tellAppeals(ctx context.Context, c *bot.Call, w campaign) error {
	for _, r := range w.Rulings {
		if r.Appeal == nil || r.Appeal.Told == appeal.ToldDecided || r.Appeal.Open() && r.Appeal.Told == appeal.ToldOpen {
			continue
		}
		told := appeal.ToldOpen
		if !r.Appeal.Open() {
			told = appeal.ToldDecided
		}
		if err := tellAppeal(ctx, c, w, r); err != nil {
			return err
		}
		if _, err := change(ctx, c, w.Guild, w.ID, func(w *campaign) error {
			if x := w.act(strconv.Itoa(r.N)); x != nil && x.Appeal != nil {
				x.Appeal.Told = told
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

func tellAppeal(ctx context.Context, c *bot.Call, w campaign, r ruling) error {
	s := appeal.Subject{Guild: w.Guild, ID: fmt.Sprintf("%s %d", w.ID, r.N), Author: r.By}
	for _, t := range w.Teams { // who is on a side decides nothing, and reads the card
		for _, m := range t.Members {
			s.Not = append(s.Not, m.User)
		}
	}
	s.Not = append(s.Not, r.Of)
	x, name := r.Appeal, wire.Plain(w.Name)
	if x.Open() {
		s.Compose = func(c *bot.Call) string {
			return c.Say("campaign.appealed", name, appeal.Where(ctx, c, w.Guild), r.said(c, w), appeal.Who(c, x.By, x.Name), wire.Plain(cmp.Or(x.Reason, "-")))
		}
		reached, err := appeal.Call(ctx, c, s)
		if err != nil || reached {
			return err
		}
		s.Compose = func(c *bot.Call) string { return c.Text(appeal.Unheard) }
		s.Not, s.ID = nil, s.ID+" unheard"
		_, err = appeal.Write(ctx, c, s, true, []wire.UserID{x.By})
		return err
	}
	d, _ := deed.Of(x.Decision.What)
	s.ID += " decided"
	s.Compose = func(c *bot.Call) string {
		return c.Say("⚖️ Appeal in **%s** on %s. The act: %s. The decision: %s. By %s: %s", name, appeal.Where(ctx, c, w.Guild), r.said(c, w), c.Text(d.Public), appeal.Who(c, x.Decision.By, x.Decision.Name), wire.Plain(cmp.Or(x.Decision.Reason, "-")))
	}
	if x.IsWithdrawn() {
		s.Compose = func(c *bot.Call) string {
			return c.Say("⚖️ In **%s** on %s, %s has withdrawn the appeal. The act: %s.", name, appeal.Where(ctx, c, w.Guild), appeal.Who(c, x.By, x.Name), r.said(c, w))
		}
	}
	s.Not = append(s.Not, x.Decision.By, x.By)
	if err := appeal.TellModerators(ctx, c, s); err != nil || x.IsWithdrawn() {
		return err
	}
	s.Not = nil
	_, err := appeal.Write(ctx, c, s, !c.Rings(ctx, s.ID, bot.AccountOf(bound.ActNotices, x.By)), []wire.UserID{x.By})
	return err
}
