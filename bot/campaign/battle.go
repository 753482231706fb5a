package campaign

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"time"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game/series"
	"downsync/game/table"
)

// waitsFor returns the side that must act, nobody while a match runs or people are missing.
func (w campaign) waitsFor(c *bot.Call, p phase) int {
	s, err := w.state(c)
	if err != nil {
		return nobody
	}
	side, _ := s.Turn()
	switch p {
	case accepting:
		return 1 - side
	case choosing:
		return side
	case meeting:
		if place, ok := w.Next.meets(); ok {
			return (side + place) % 2
		}
	}
	return nobody
}

// turnOf returns the side that must choose the next match or accept it, judging by its record alone; nobody in other phases.
func (w campaign) turnOf(c *bot.Call) int {
	_, meets := w.Next.meets()
	switch {
	case w.Over != nil || !w.begun() || meets:
		return nobody
	case w.Next != nil:
		return w.waitsFor(c, accepting)
	}
	return w.waitsFor(c, choosing)
}

// delay measures how long a campaign has waited for the side that must act.
type delay struct{ w campaign }

// rung reports whether the campaign's card has notified the player who must act, and has since left them the time to come. But a
// player who leaves so that another is notified cannot put the end off for longer than mostRung.
func (d delay) rung(now time.Time) bool {
	return d.w.called() && (now.Sub(d.w.Rung) >= awayTime || now.Sub(d.w.Since) >= mostRung)
}

// idle reports whether the side that must act has let the other wait too long.
func (d delay) idle(p phase, now time.Time) bool {
	if (p == meeting || p == accepting) && !d.w.Next.Wait.Knows(now, awayTime) {
		return false
	}
	switch p {
	case meeting:
		place, ok := d.w.Next.meets()
		return ok && d.w.Next.Wait.Total(place, now) >= idleTime && d.w.Next.away(place, now) >= awayTime
	case accepting: // without the time for which its challenger kept a taker waiting who then backed out
		return d.rung(now) && now.Sub(d.w.Since)-d.w.Next.Wait.Earlier(0) >= idleTime
	}
	return d.rung(now) && now.Sub(d.w.Since) >= idleTime
}

// attackWith makes the choice the next match, which the user plays. Without a choice it asks for one.
func attackWith(ctx context.Context, c *bot.Call, w campaign, p phase, what string) wire.Answer {
	f := w.forms(c).Series
	s, err := w.state(c)
	if err != nil {
		return c.Trouble("", err)
	}
	side, choices := s.Turn()
	switch {
	case w.side(c.User) < 0:
		return cannot(c, w.noSide())
	case p != choosing || w.side(c.User) != side || !w.mayAct(side, c.User, c.Clock.Now()):
		return c.Answer("⚠️ You cannot do that now. %s", w.next(ctx, c, p))
	}
	for _, x := range choices {
		if strings.EqualFold(f.Choice(s, x), what) { // by its displayed name
			what = x
		}
	}
	if !slices.Contains(choices, what) {
		text := f.Asks()
		if what != "" {
			text = c.Say("⚠️ %q cannot be chosen now; choose one of these.", wire.Plain(wire.Clip(what, 40))) + "\n" + text
		}
		pick := wire.Select{ID: w.control("attack", ""), Placeholder: wire.Clip(f.Asks(), wire.LongestChoice)}
		for _, x := range choices {
			pick.Options = append(pick.Options, wire.Option{Value: x, Label: wire.Clip(f.Choice(s, x), wire.LongestChoice)})
		}
		return wire.Fresh(wire.Text(text+"\n"+c.Text("-# The player who chooses also plays the match.")), pick)
	}
	return begins(ctx, c, w, s, what)
}

// begins makes the user's choice the next match.
func begins(ctx context.Context, c *bot.Call, w campaign, s series.State, what string) wire.Answer {
	side, _ := s.Turn()
	settings, err := w.forms(c).Series.Settings(s, what)
	if err != nil {
		return c.Trouble("", bot.FormsFailed("settings", err))
	}
	match := table.ID(c.NewID("challenge"))
	other := w.Teams[1-side].called()
	voice := bot.Voice{Language: lang.Of(w.Language), Theme: w.Theme}
	for {
		var now, after campaign
		read, err := c.Guard(ctx, key(w.Guild, w.ID), &now)
		if err != nil {
			return c.Trouble("", err)
		}
		if now.Stage != w.Stage || now.Next != nil || !now.mayAct(side, c.User, c.Clock.Now()) { // somebody else was faster
			return on(ctx, c, w.ID, "map", "")
		}
		now.Version = form2
		now.Next, now.Since = &attack{Choice: what, Match: match, By: c.User, Used: c.Clock.Now().Sub(now.Since)}, c.Clock.Now()
		if c.User == bot.RivalUser {
			now.Tried = now.Since
		}
		r, err := bot.With(read, now)
		if err != nil {
			return c.Trouble("", err)
		}
		answer := c.SeriesChallenge(ctx, c, bot.SeriesChallenge{
			SeriesMatch: bot.SeriesMatch{ID: w.ID, N: len(w.Matches) + 1, Choice: what, Side: side},
			Match:       match, Terms: bot.Terms{Game: c.Games.GameOf(w.Game), Settings: settings, Clock: w.Clock}, To: other.User, ToName: other.Name,
			Channel: w.Channel, Voice: voice, Headline: w.headline(c.In(voice), what), Rival: w.seat(side),
			Also: []table.Record{r, bot.SeriesNews(w.Guild, w.ID)}})
		// Redrawing the card meanwhile changes the record too, and is no reason to refuse.
		is, err := c.Guard(ctx, key(w.Guild, w.ID), &after)
		if err != nil || after.Next != nil || after.Empty() || bytes.Equal(is.Was, read.Was) {
			return answer
		}
	}
}

// headline returns the headline of the challenge of the campaign's next match.
func (w campaign) headline(public *bot.Call, choice string) string {
	return "**" + wire.Plain(w.Name) + "** · " + w.subject(public, choice)
}

// seat returns how the program plays in a match in which that side has the first seat, nil if it has neither side.
func (w campaign) seat(first int) *bot.RivalSeat {
	own := w.side(bot.RivalUser)
	if w.Plays == nil || own < 0 {
		return nil
	}
	seat := *w.Plays
	if seat.Seat = 2; own == first {
		seat.Seat = 1
	}
	return &seat
}

// programs reports whether the program must choose the next match. If its last choice led to nothing, it waits before it chooses
// again.
func (w campaign) programs(c *bot.Call, p phase) bool {
	const again = 10 * time.Minute
	own := w.side(bot.RivalUser)
	return p == choosing && own >= 0 && w.waitsFor(c, p) == own && !c.Clock.Now().Before(w.Tried.Add(again))
}

// act makes the program choose the next match: the last of the possible choices.
func act(ctx context.Context, c *bot.Call, w campaign) error {
	s, err := w.state(c)
	if err != nil {
		return err
	}
	_, choices := s.Turn()
	own := *c
	own.User, own.Guild, own.Channel = bot.RivalUser, w.Guild, w.Channel
	begins(ctx, &own, w, s, choices[len(choices)-1])
	return nil
}

// mayTakeBack reports whether the user may take back the open challenge of their side. Its challenger may, and so may the user who
// decides for the side. Other leaders may only once the challenger is away: otherwise an infiltrator could take back every
// challenge until the side has lost.
func (w campaign) mayTakeBack(side int, u wire.UserID, now time.Time) bool {
	return w.Next.By == u || w.Teams[side].commands(u, now) || w.mayFree(side, 0, u, now)
}

// mayFree reports whether the user may free their side of its absent player, the challenger (0) or the taker (1). The captain may,
// and so may members who have been on the side for at least the time of one turn: otherwise somebody might join to hold the place
// until the side has lost.
func (w campaign) mayFree(side, player int, u wire.UserID, now time.Time) bool {
	n := w.Teams[side].has(u)
	return w.Next.away(player, now) >= awayTime && (n == 0 || n > 0 && !now.Before(w.Teams[side].Members[n].Joined.Add(turnTime)))
}

// takeBack takes the open challenge back, or, for the other side, the acceptance of a player who does not play.
func takeBack(ctx context.Context, c *bot.Call, w campaign, p phase, _ string) wire.Answer {
	side, first, now := w.side(c.User), w.waitsFor(c, choosing), c.Clock.Now()
	frees := func(u wire.UserID) error {
		_, err := change(ctx, c, w.Guild, w.ID, func(x *campaign) error {
			if t := &x.Teams[side]; t.has(u) >= 0 {
				t.Freed, t.Since = u, now
			}
			return nil
		})
		return err
	}
	var err error
	switch {
	case side < 0 || p != accepting && p != meeting:
		return c.Answer("⚠️ You cannot do that now. %s", w.next(ctx, c, p))
	case side == first && w.mayTakeBack(side, c.User, now):
		if w.Next.away(0, now) >= awayTime && w.Next.By != c.User {
			err = frees(w.Next.By)
		}
		if err == nil {
			err = c.DropChallenge(ctx, c, w.Next.Match)
		}
	case side != first && p == meeting && w.mayFree(side, 1, c.User, now):
		for _, u := range w.absent { // at most one of each side
			if w.side(u) != side {
				continue
			}
			if u != c.User {
				err = frees(u)
			}
			if err == nil {
				err = c.LeaveChallenge(ctx, c, w.Next.Match, u)
			}
		}
	default:
		return c.Answer("⚠️ You cannot do that now. %s", w.next(ctx, c, p))
	}
	if err != nil {
		return c.Trouble(w.Next.Match, err)
	}
	return on(ctx, c, w.ID, "map", "")
}

// taker reports whether the user may take up the challenge of the campaign's next match.
func taker(ctx context.Context, c *bot.Call, g wire.GuildID, id string, u wire.UserID) (bool, error) {
	var w campaign
	if err := c.Read(ctx, key(g, id), &w); err != nil || w.Empty() || w.Next == nil || w.Over != nil {
		return false, err
	}
	side := w.waitsFor(c, accepting)
	return side >= 0 && w.mayAct(side, u, c.Clock.Now()), nil
}

// address directs the open challenge to the player who is now called, if it asks somebody else: that user may have left since, or
// the captain may have appointed another.
func (w *campaign) address(ctx context.Context, c *bot.Call, asked wire.UserID) error {
	side := w.waitsFor(c, accepting)
	if side == nobody {
		return nil
	}
	if m := w.Teams[side].called(); m.User != "" && m.User != asked {
		return c.AddressChallenge(ctx, c, w.Next.Match, m.User, m.Name)
	}
	return nil
}

// strangers returns the players of the next match who are not, or no longer, on their sides; "" is nobody.
func (w campaign) strangers(c *bot.Call, players []wire.UserID) (out []wire.UserID) {
	first := w.waitsFor(c, choosing)
	for n, u := range players {
		if u != "" && first != nobody && w.Teams[(first+n)%2].has(u) < 0 {
			out = append(out, u)
		}
	}
	return out
}

// plays reports whether the users are on their sides as they begin the campaign's next match.
func plays(ctx context.Context, c *bot.Call, g wire.GuildID, id string, users []wire.UserID) (guard table.Record, ok bool, err error) {
	var w campaign
	guard, err = c.Guard(ctx, key(g, id), &w)
	guard.Value = guard.Was
	return guard, err == nil && !w.Empty() && w.Over == nil && len(w.strangers(c, users)) == 0, err
}

// isMember reports whether the user is on that side of the campaign.
func isMember(ctx context.Context, c *bot.Call, g wire.GuildID, id string, side int, u wire.UserID) (guard table.Record, ok bool, err error) {
	var w campaign
	guard, err = c.Guard(ctx, key(g, id), &w)
	guard.Value = guard.Was
	return guard, err == nil && w.Teams[side].has(u) >= 0, err
}

// sided reports whether the user is or was on a side of the campaign.
func sided(ctx context.Context, c *bot.Call, g wire.GuildID, id string, u wire.UserID) (bool, error) {
	var w campaign
	err := c.Read(ctx, key(g, id), &w)
	return oversight{w}.was(u), err
}

func title(ctx context.Context, c *bot.Call, p bot.Place) string {
	var w campaign
	if err := c.Read(ctx, key(p.Guild, p.Series.ID), &w); err != nil {
		c.Log.Warn("campaign not read", "campaign", p.Series.ID, "error", err.Error())
	}
	return w.Name
}

// told describes what a counted match changed, and what comes next, with a button to the campaign's page.
func told(ctx context.Context, c *bot.Call, p bot.Place, id table.ID) (line string, page wire.Button, ok bool) {
	w, phase, err := settled(ctx, c, p.Guild, p.Series.ID)
	n := slices.Index(w.Matches, id)
	if err != nil || n < 0 {
		return "", page, false
	}
	story := w.forms(c).Series.Story(w.Log)
	if n >= len(story) {
		return "", page, false
	}
	line = "⚔️ **" + wire.Plain(w.Name) + "**: " + story[n] + "."
	if n == len(story)-1 {
		line += " " + w.next(ctx, c, phase)
	}
	return line, wire.Button{ID: w.control("map", ""), Label: c.Text("Map of the campaign"), Style: wire.Success}, true
}

// waiting returns the campaigns that wait for the user: on the server of the call, or, in direct messages, on all servers.
func waiting(ctx context.Context, c *bot.Call, u wire.UserID) (out []bot.Item, err error) {
	all, err := mine(ctx, c, u)
	if err != nil {
		return nil, err
	}
	for _, w := range all {
		if w.Over != nil || w.side(u) < 0 {
			continue
		}
		if c.Guild != "" { // older campaigns need this
			if err := noteMine(ctx, c, w); err != nil {
				return nil, err
			}
		}
		c := at(c, w.Guild)
		w, p, err := look(ctx, c, w.Guild, w.ID)
		if err != nil {
			return nil, err
		}
		if side := w.waitsFor(c, p); p == choosing && side == w.side(u) && w.mayAct(side, u, c.Clock.Now()) {
			out = append(out, bot.Item{Line: c.Say("• ⚔️ **%s**: %s", wire.Plain(w.Name), w.next(ctx, c, p)),
				Press: wire.Button{ID: w.control("attack", ""), Label: wire.Clip(w.forms(c).Series.Asks(), 80), Style: wire.Primary}})
		}
	}
	return out, nil
}
