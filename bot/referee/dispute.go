package referee

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"downsync/bot"
	"downsync/bot/bound"
	"downsync/bot/deed"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// Disputes: a player stops the match and asks the moderators, or asks another moderator about a decision. A match has
// at most one open at a time.

const wordDisputeIsOpen game.Text = "A dispute or appeal is open in this match already; the moderators will decide."

const (
	wordNotTheirMatch game.Text = "You do not play in this match; only its players can open disputes and appeals."
	wordNothingToStop game.Text = "The match is over: there is nothing to stop. Use `/match report`, or appeal against a decision."
)

// disputeWaits is how long a dispute or appeal waits for a moderator's next act. After it the other player may end
// it. Otherwise, if no moderator decides, or the only one plays in the match, the loser could stop it for ever.
const disputeWaits = 7 * 24 * time.Hour

// The reasons for holding a match, other than by a moderator.
const heldByDispute, heldByAppeal = "dispute", "appeal"

// actUnheard means that a player ends the other's dispute or appeal, which no moderator has heard.
const actUnheard = "unheard"

// The acts of players in a dispute, by what they do.
const playerOpens, playerWithdraws, playerAppeals = "open", "withdraw", "appeal"

// disputeCommands returns what players do about a match that needs a moderator, as subcommands of /match.
func disputeCommands() []bot.Command {
	verb := func(name string, about game.Text, what string, do func(context.Context, *bot.Call, review, act) wire.Answer, options ...bot.CommandOption) bot.Command {
		c := bot.Command{Name: name, Description: about, Options: append(options, bot.MatchOption()), Run: func(ctx context.Context, c *bot.Call) wire.Answer {
			return c.WithMatch(ctx, func(id table.ID) wire.Answer {
				rv, a, err := acting(ctx, c, id, what)
				if err != nil {
					return c.Trouble(id, err)
				}
				return do(ctx, c, rv, a)
			})
		}}
		return c.Formerly("dispute", what)
	}
	rulings := bot.Command{Name: "rulings", Description: "Moderators' acts in this match: what, by whom and why",
		Options: []bot.CommandOption{bot.MatchOption()},
		Run: func(ctx context.Context, c *bot.Call) wire.Answer {
			return c.WithMatch(ctx, func(id table.ID) wire.Answer { return listActs(ctx, c, id, bot.LastPage) })
		}}
	return []bot.Command{
		verb("dispute", "Stop the match and ask the moderators", playerOpens, openDispute, reasonOption(),
			bot.CommandOption{Name: bot.EventOption, Description: "The disputed event, by its number in your log, such as 12 or 12a",
				Kind: wire.StringOption}),
		verb("withdraw", "Withdraw your dispute; the match goes on", playerWithdraws, withdraw),
		verb("appeal", "Ask another moderator about a decision, once", playerAppeals, appealAct,
			bot.CommandOption{Name: "number", Description: "The number of the decision, from /match rulings", Kind: wire.IntOption,
				Required: true}, reasonOption()),
		rulings.Formerly("dispute", "list"),
		{Name: "bans", Description: "Bans on this server: who, by whom, why; appeal against yours, decide appeals",
			Run: func(ctx context.Context, c *bot.Call) wire.Answer { return listBansOf(ctx, c, "0") }},
	}
}

// acting reads the match of a player who acts in a dispute, and the act.
func acting(ctx context.Context, c *bot.Call, id table.ID, what string) (rv review, a act, err error) {
	former := false
	_, err = c.SeatIn(ctx, id)
	if err == nil {
		rv, err = readReview(ctx, c, id)
	}
	seat := game.Seat(slices.Index(rv.Meta.Users, c.User) + 1) // also of one who left it to the program
	if err == nil && seat == 0 && (what == playerAppeals || what == playerWithdraws) {
		rv, seat, err = formerSeat(ctx, c, id)
		former = true
	}
	switch {
	case err != nil:
		return rv, a, err
	case seat == 0:
		return rv, a, c.Refuse(wordNotTheirMatch)
	case rv.place.Direct:
		return rv, a, c.Refuse("Only you play this match, on no server: no moderator is in charge of it.")
	case what != playerWithdraws && !deed.GoodReason(c.Options.Text("reason")):
		return rv, a, c.Refuse(wordNeedReason, deed.MaxReason)
	}
	return rv, act{N: rv.acts + 1, What: what, Seat: seat, By: c.User, Name: c.Name, At: c.Clock.Now().UTC(),
		Reason: c.Options.Text("reason"), Player: true, Former: former}, nil
}

// formerSeat reads a match and the user's seat in it before a moderator gave it to another player; 0 if there is none.
// A former player may appeal the act that took their seat, and withdraw that appeal.
func formerSeat(ctx context.Context, c *bot.Call, id table.ID) (rv review, seat game.Seat, err error) {
	var was past
	if err := c.Read(ctx, pastKey(id, c.User), &was); err != nil || was.Seat == 0 {
		return rv, 0, err
	}
	rv, err = readReview(ctx, c, id)
	return rv, was.Seat, err
}

// openDispute stops the match and notifies the moderators.
func openDispute(ctx context.Context, c *bot.Call, rv review, a act) wire.Answer {
	switch {
	case rv.Result != nil:
		return c.Answer(wordNothingToStop)
	case rv.dispute.Open:
		return c.Answer(wordDisputeIsOpen)
	}
	if err := c.Fits(bound.MatchDisputes, rv.dispute.Opened[c.User]); err != nil {
		return c.Trouble(rv.ID, err)
	}
	a.What = "dispute"
	told := ""
	if typed := c.Options.Text(bot.EventOption); typed != "" {
		known, err := eventsOf(ctx, c, rv)
		if err != nil {
			return c.Trouble(rv.ID, err)
		}
		n, err := game.ParseNumber(typed)
		if err != nil || !slices.Contains(known, n) {
			return c.Answer(bot.WordNoEvent, len(rv.Facts))
		}
		a.Event = n.Event // its letter would show that the seat alone was told something
		told = eventTold(c, rv, n)
	}
	often, err := c.Count(ctx, bot.AccountOf(bound.Disputes, c.User), string(c.ID))
	if err != nil {
		return c.Trouble(rv.ID, err)
	}
	if err := addRole(ctx, c, rv, &a); err != nil {
		return c.Trouble(rv.ID, err)
	}
	if rv.dispute.Opened == nil {
		rv.dispute.Opened = map[wire.UserID]int{}
	}
	rv.dispute.Opened[c.User]++
	rv.dispute.Open, rv.dispute.By, rv.dispute.Act = true, c.User, a.N
	r := table.Ruling{Records: []table.Record{often}}
	if rv.Clocks.Held == "" {
		r.Hold = heldByDispute
	}
	return doAct(ctx, c, rv, a, r, "referee.dispute-opened", told)
}

// eventsOf returns the numbers in the disputant's own log. A player who left the seat to the program was told since then what everybody was.
func eventsOf(ctx context.Context, c *bot.Call, rv review) ([]game.Number, error) {
	public := game.PublicNumbers(len(rv.Facts))
	p, ok, err := c.Own(ctx, rv.ID)
	if err != nil || ok {
		return p.Numbers, err
	}
	p, news, left, err := c.AsLeft(ctx, rv.ID)
	if err != nil || !left {
		return public, err
	}
	return slices.Concat(p.Numbers, public[min(news, len(public)):]), nil
}

// eventTold tells the disputant which event a dispute about what only they were told names; "" if everybody was told it.
func eventTold(c *bot.Call, rv review, n game.Number) string {
	switch {
	case n.Alone == 0:
		return ""
	case n.Event == 0:
		return c.Say("Nobody else was told of your event %s or of anything before it, so the dispute names no event.", n)
	}
	line := cmp.Or(c.Of(rv.Meta).Plainly(rv.View, rv.Meta, rv.Facts)[n.Event-1], "-")
	return c.Say("Only you know your event %s. The dispute names event %d, the last before it that all know: %s", n, n.Event, line)
}

// addRole adds the moderators' role to the act, for the notice in the thread.
func addRole(ctx context.Context, c *bot.Call, rv review, a *act) error {
	s, err := c.Server(ctx, rv.place.Guild)
	a.Role = s.ModRole
	return err
}

// withdraw withdraws a dispute or appeal. The player who did not open it may end it once no moderator has done anything
// for disputeWaits.
func withdraw(ctx context.Context, c *bot.Call, rv review, a act) wire.Answer {
	if !rv.dispute.Open {
		return c.Answer(wordNoDispute)
	}
	if rv.dispute.By != c.User && !slices.Contains(rv.Meta.Users, c.User) {
		return c.Answer("Only the player who opened the dispute can withdraw it.")
	}
	if rv.dispute.By != c.User {
		var last act
		if err := c.Read(ctx, actKey(rv.ID, rv.acts), &last); err != nil {
			return c.Trouble(rv.ID, err)
		}
		free, err := c.Ends(ctx, last.At, disputeWaits)
		if err != nil {
			return c.Trouble(rv.ID, err)
		}
		switch {
		case rv.Result != nil: // an appeal stops nothing then
			return c.Answer("Only the player who opened the dispute can withdraw it.")
		case c.Clock.Now().Before(free):
			return c.Answer("referee.dispute-others", free.Unix())
		}
		a.What = actUnheard
	}
	rv.dispute.close()
	if held := rv.Clocks.Held; held != "" && held != heldByDispute && held != heldByAppeal {
		return doAct(ctx, c, rv, a, table.Ruling{}, "Withdrawn. A moderator has stopped the match, so it still waits.")
	}
	return doAct(ctx, c, rv, a, table.Ruling{Release: true}, "Withdrawn; the match goes on.")
}

// appealAct asks another moderator about a decision, once.
func appealAct(ctx context.Context, c *bot.Call, rv review, a act) wire.Answer {
	n, _ := c.Options.Int("number", math.MinInt, math.MaxInt) // 0 is no decision
	var about act
	if err := c.Read(ctx, actKey(rv.ID, n), &about); err != nil {
		return c.Trouble(rv.ID, err)
	}
	_, appealed := rv.dispute.Appealed[strconv.Itoa(n)]
	switch {
	case about.N == 0 || about.Player:
		return c.Answer("⚠️ Number %d is not a moderator's decision that you can appeal. `/match rulings` shows them.", n)
	case !about.appealable():
		return c.Answer("Number %d changed nothing, so it cannot be appealed. `/match report` reaches the moderators.", n)
	case about.Left != c.User && !slices.Contains(rv.Meta.Users, c.User):
		return c.Answer("referee.appeal-left")
	case about.Final:
		return c.Answer("That decision ended an appeal and is final.")
	case appealed && rv.dispute.Open && rv.dispute.About == n:
		return c.Answer("That decision is under appeal already: another moderator will decide.")
	case appealed:
		return c.Answer("That decision was appealed before, and the outcome of that appeal is final.")
	case rv.dispute.Open:
		return c.Answer(wordDisputeIsOpen)
	}
	if err := addRole(ctx, c, rv, &a); err != nil {
		return c.Trouble(rv.ID, err)
	}
	if rv.dispute.Appealed == nil {
		rv.dispute.Appealed = map[string]struct{}{}
	}
	rv.dispute.Appealed[strconv.Itoa(n)] = struct{}{}
	rv.dispute.Open, rv.dispute.By, rv.dispute.Against, rv.dispute.Since = true, c.User, about.By, a.At
	rv.dispute.About, rv.dispute.Act = n, a.N
	r := table.Ruling{}
	if rv.Result == nil && rv.Clocks.Held == "" {
		r.Hold = heldByAppeal
	}
	if rv.Result != nil {
		return doAct(ctx, c, rv, a, r, "referee.appeal-over")
	}
	return doAct(ctx, c, rv, a, r, "Your appeal is open: another moderator will decide it. The match waits.")
}

// doAct carries out a player's act. It answers with done, and with more lines below.
func doAct(ctx context.Context, c *bot.Call, rv review, a act, r table.Ruling, done game.Text, more ...string) wire.Answer {
	r.What, r.Seat, r.Expect = a.What, a.Seat, rv.acts
	if err := file(&r, rv, a); err != nil {
		return c.Trouble(rv.ID, err)
	}
	_, err := c.Hall.Referee(ctx, c.Cause(), rv.ID, r)
	var refused *game.Refusal
	switch {
	case errors.As(err, &refused) && refused.Code == "another":
		return c.Answer("referee.mod-another")
	case err != nil:
		return cannot(c, rv.ID, err)
	}
	return c.Answer("%s", strings.TrimSpace(strings.Join(append([]string{c.Text(done)}, more...), "\n")))
}

// idActs is acts|match|page: shows a page of the acts in a match.
const idActs = "acts"

// listActs is /match rulings: the acts in the match on pages, the newest last. It shows the last page first. It is public.
func listActs(ctx context.Context, c *bot.Call, id table.ID, page string) wire.Answer {
	if _, err := c.Hall.Meta(ctx, id); err != nil {
		return c.Trouble(id, err)
	}
	var d dispute
	if err := c.Read(ctx, disputeKey(id), &d); err != nil {
		return c.Trouble(id, err)
	}
	all, err := actsOf(ctx, c, id)
	if err != nil {
		return c.Trouble(id, err)
	}
	var lines []string
	for _, a := range all {
		line := c.Say("`%d` <t:%d:f> %s By %s: %s", a.N, a.At.Unix(), a.said(c),
			wire.Plain(a.Name), wire.Clip(wire.Plain(cmp.Or(a.Reason, "-")), 150))
		if a.Event > 0 {
			line += c.Say(" (event %d)", a.Event)
		}
		if _, ok := d.Appealed[strconv.Itoa(a.N)]; ok {
			line += c.Text(" (appealed)")
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return c.Answer("No moderator has done anything in this match.")
	}
	return c.Paged("%s", lines, page, idActs+"|"+string(id)+"|")
}

// actsPress shows another page of the acts in a match.
func actsPress(ctx context.Context, c *bot.Call, match, page string) wire.Answer {
	a := listActs(ctx, c, table.ID(match), page)
	a.Fresh = false
	return a
}

// actsOf returns all acts in the match, oldest first.
func actsOf(ctx context.Context, c *bot.Call, id table.ID) ([]act, error) {
	const most = 10_000
	return bot.ReadAll[act](ctx, c.App, actSort+string(id)+"/", most)
}

// eachAct calls do with each act of the match and a guard: its record, whose write fails unless the act is as it was
// read.
func eachAct(ctx context.Context, c *bot.Call, id table.ID, do func(table.Record, act) error) error {
	return bot.EachOf(ctx, c.App, actSort+string(id)+"/", func(r table.Record, a act) error {
		return do(table.Record{Key: r.Key, If: true, Was: r.Value}, a)
	})
}
