package campaign

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"time"

	"downsync/bot"
	"downsync/bot/deed"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/series"
	"downsync/game/table"
)

// alter changes a campaign, redraws its card, and shows the requested page, or the refusal of do. The records that do returns are
// written with the campaign. done reports whether it was changed: do may have been called without effect, because others changed it
// meanwhile.
func alter(ctx context.Context, c *bot.Call, w campaign, p phase, told string, do func(*campaign) ([]table.Record, error)) (a wire.Answer, done bool) {
	next, err := changeWith(ctx, c, w.Guild, w.ID, func(x *campaign) ([]table.Record, error) {
		also, err := do(x)
		if x.side(c.User) >= 0 {
			also = append(also, mineRecord(*x, c.User))
		}
		return append(also, bot.SeriesNews(w.Guild, w.ID)), err
	})
	if err != nil {
		return cannot(c, err), false
	}
	c.SeriesChanged()
	if next.side(c.User) >= 0 && next.Over == nil {
		return sidePage(c, next, p, told), true
	}
	return wire.Settled(told, wire.Row{{ID: w.control("map", ""), Label: c.Text("Map")}}), true
}

// refuse returns an error that answers the user.
func refuse(format game.Text, args ...any) error {
	return &game.Refusal{Code: "campaign", Text: format, Args: args}
}

var (
	errOver    = refuse("That campaign is over. `/campaign start` begins another.")
	errCaptain = refuse("Only the captain of your side does that. `/campaign map` shows who that is.")
	errMember  = refuse("Choose somebody of your own side. `/campaign map` shows who that is.")
	errNoSide  = refuse("You are on neither side of that campaign. `/campaign join` joins one.")
)

// noSide returns the refusal of an act that only members of a side may do.
func (w campaign) noSide() error {
	if w.full(0) && w.full(1) {
		return refuse("You are on neither side of that campaign, and both are full.")
	}
	return errNoSide
}

// joinSide lets the user join a side. Without one it offers the sides with room.
func joinSide(ctx context.Context, c *bot.Call, w campaign, p phase, what string) wire.Answer {
	s := w.forms(c).Series
	if w.side(c.User) >= 0 {
		return sidePage(c, w, p, c.Say("You play for **%s** already.", s.Sides()[w.side(c.User)]))
	}
	if w.Over != nil {
		return cannot(c, errOver)
	}
	if err := c.Admit(ctx, c, w.Guild, c.User); err != nil {
		return c.Trouble("", err)
	}
	side, err := readSide(c, s, what)
	if err != nil {
		return c.Trouble("", err)
	}
	if side < 0 {
		row := joinRow(c, w)
		if len(row) == 0 {
			return cannot(c, errFull(w))
		}
		return wire.Fresh(wire.Text(c.Say("**%s**: which side do you join?", wire.Plain(w.Name))), row)
	}
	a, _ := alter(ctx, c, w, p, c.Say("You play for **%s** now.", s.Sides()[side]), func(w *campaign) (cards []table.Record, err error) {
		switch {
		case w.Over != nil:
			return nil, errOver
		case w.side(c.User) >= 0:
			return nil, nil
		case len(w.Teams[side].Members) == 0 && w.Rival != "" && w.Rival != c.User:
			return nil, refuse("The lead of that side is kept for another player.")
		case w.full(side):
			return nil, errFull(*w)
		}
		before := w.begun()
		w.join(side, member{User: c.User, Name: c.Name}, c.Clock.Now())
		if before { // whoever joins and leaves again and again has a new card posted each time
			return c.CountAll(ctx, string(c.ID), cardAccounts(c)...)
		}
		if w.begun() { // the dice are rolled now, so that nobody starts again until they like them
			w.Log, err = series.Begin(s.Rules(), w.form(), toss(c))
		}
		return nil, err
	})
	return a
}

func errFull(w campaign) error {
	return refuse("That side is full: it has room for %d.", w.Size)
}

// full reports whether nobody may join a side: it has no room, or the program plays it alone.
func (w campaign) full(side int) bool {
	return len(w.Teams[side].Members) >= w.Size || w.Teams[side].has(bot.RivalUser) >= 0
}

// joinRow returns buttons to join the sides that have room.
func joinRow(c *bot.Call, w campaign) (row wire.Row) {
	for n, name := range w.forms(c).Series.Sides() {
		if w.Over == nil && !w.full(n) {
			style := wire.Secondary
			if !w.begun() && len(w.Teams[n].Members) == 0 { // the campaign waits for this side
				style = wire.Success
			}
			row = append(row, wire.Button{ID: w.control("join", sideValues[n]), Label: c.Say("Join: %s", name), Style: style})
		}
	}
	return row
}

// control returns the custom id of a verb about the campaign. It names the server, so that it does the same in direct messages.
func (w campaign) control(name, what string) string {
	return strings.TrimSuffix(id+"|"+w.ID+"@"+string(w.Guild)+"|"+name+"."+what, ".")
}

func appoint(ctx context.Context, c *bot.Call) wire.Answer {
	name, who := c.Options.Text("as"), c.Options.Text("member")
	switch {
	case who == "":
		name = "side"
	case name == "":
		name = "named"
	case verbs[name] == nil || !slices.Contains([]string{"named", "captain", "out"}, name):
		return c.Answer(bot.OldButton)
	}
	return choose(ctx, c, name, who)
}

// showSide shows the user's side: its people, and what its captain may do.
func showSide(_ context.Context, c *bot.Call, w campaign, p phase, _ string) wire.Answer {
	if w.side(c.User) < 0 {
		return cannot(c, w.noSide())
	}
	return sidePage(c, w, p, "")
}

func sidePage(c *bot.Call, w campaign, p phase, told string) wire.Answer {
	side := w.side(c.User)
	t := w.Teams[side]
	lines := []string{}
	if told != "" {
		lines = append(lines, told)
	}
	lines = append(lines, c.Say("**%s**: your side is **%s**.", wire.Plain(w.Name), w.forms(c).Series.Sides()[side]))
	for _, m := range t.Members {
		line := "• " + wire.Plain(m.Name)
		if m.User == t.captain() {
			line += c.Text(", captain")
		}
		if m.User == t.called().User {
			line += c.Text(", plays the next match")
		}
		lines = append(lines, line)
	}
	lines = append(lines, c.Text("-# The member who has waited longest plays the next match, unless the captain appoints somebody."))
	blocks := []wire.Block{wire.Text(strings.Join(lines, "\n"))}
	if w.leads(c, p, side) && len(t.Members) > 1 && w.Over == nil {
		pick := func(verb string, label game.Text, leave wire.UserID) {
			s := wire.Select{ID: w.control(verb, ""), Placeholder: c.Text(label)}
			for _, m := range t.Members {
				if m.User != leave {
					s.Options = append(s.Options, wire.Option{Value: string(m.User), Label: wire.Clip(m.Name, wire.LongestChoice)})
				}
			}
			blocks = append(blocks, s)
		}
		pick("named", "Who plays the next match?", "")
		pick("captain", "Who leads your side?", t.captain())
		if t.commands(c.User, c.Clock.Now()) {
			pick("out", "Who no longer plays for your side?", c.User)
		}
	}
	row := wire.Row{{ID: w.control("map", ""), Label: c.Text("Map")}}
	if w.Over == nil {
		row = append(row, wire.Button{ID: w.control("leave", ""), Label: c.Text("Leave the campaign"), Style: wire.Danger})
		if _, _, ok := (oversight{w}).mayEnd(c, p); ok {
			row = append(row, wire.Button{ID: w.control("end", ""), Label: c.Text("End the campaign"), Style: wire.Danger})
		}
	}
	return wire.Answer{Letter: &wire.Message{Blocks: append(blocks, row)}}
}

// leads reports whether the user leads the side: its captain, a user who judges the campaign, and, once the side has let the other
// wait, everybody who was on it all that time.
func (w campaign) leads(c *bot.Call, p phase, side int) bool {
	return w.Teams[side].captain() == c.User || w.Teams[side].commands(c.User, c.Clock.Now()) || oversight{w}.judges(c) || p != meeting && w.waitsFor(c, p) == side && delay{w}.waited(side, c.User, c.Clock.Now())
}

// commands reports whether the user decides about the whole side, as its captain does. A captain whom somebody else appointed,
// because the captain let the other side wait or because a moderator decided so, leads its matches but does not decide about it for
// a while. The previous captain does, or nobody if a moderator removed them: somebody might have joined to lose the campaign.
func (t team) commands(u wire.UserID, now time.Time) bool {
	if now.Before(t.Took.Add(idleTime)) && (t.Before == "" || t.has(t.Before) >= 0) {
		return u == t.Before
	}
	return u == t.captain()
}

// led changes the side of one of its members for a user who leads it; if whole, for a user who decides about all of it. verb names
// the act: a moderator is asked for a reason, and the act is recorded for the card.
func led(ctx context.Context, c *bot.Call, w campaign, p phase, verb, who string, whole bool, told string, do func(w *campaign, t *team, n int)) (a wire.Answer, done bool) {
	reason, err := oversight{w}.reason(ctx, c, verb, who)
	if err != nil {
		return c.Trouble("", err), false
	}
	return alter(ctx, c, w, p, told, func(w *campaign) ([]table.Record, error) {
		own, side := w.side(c.User), w.side(wire.UserID(who))
		switch {
		case w.Over != nil:
			return nil, errOver
		case own < 0 && !oversight{*w}.judges(c):
			return nil, w.noSide()
		case side < 0 || side != own && own >= 0:
			return nil, errMember
		case !w.leads(c, p, side), whole && !oversight{*w}.judges(c) && !w.Teams[side].commands(c.User, c.Clock.Now()):
			return nil, errCaptain
		}
		t := &w.Teams[side]
		name, was := t.Members[t.has(wire.UserID(who))].Name, t.lead()
		do(w, t, t.has(wire.UserID(who)))
		if own < 0 {
			w.rule(c, ruling{What: verb, Of: wire.UserID(who), OfName: name, Side: side, Reason: reason, Was: &was})
		}
		return nil, nil
	})
}

// name returns the name of a member of the campaign.
func (w campaign) name(u wire.UserID) string {
	for _, t := range w.Teams {
		if n := t.has(u); n >= 0 {
			return wire.Plain(t.Members[n].Name)
		}
	}
	return "?"
}

func nameNext(ctx context.Context, c *bot.Call, w campaign, p phase, who string) wire.Answer {
	a, _ := led(ctx, c, w, p, deed.Named, who, false, c.Say("%s plays the next match of your side.", w.name(wire.UserID(who))), func(_ *campaign, t *team, n int) {
		t.Named = t.Members[n].User
	})
	return a
}

func nameCaptain(ctx context.Context, c *bot.Call, w campaign, p phase, who string) wire.Answer {
	a, _ := led(ctx, c, w, p, deed.Captain, who, false, c.Say("%s leads your side now.", w.name(wire.UserID(who))), func(w *campaign, t *team, n int) {
		now := c.Clock.Now()
		m := t.Members[n]
		switch {
		case t.commands(c.User, now):
			t.Before, t.Took = "", time.Time{}
		case n > 0 && t.commands(t.captain(), now):
			t.Before, t.Took = t.captain(), now
		}
		t.Members = slices.Insert(slices.Delete(t.Members, n, n+1), 0, m)
	})
	return a
}

func takeOut(ctx context.Context, c *bot.Call, w campaign, p phase, who string) wire.Answer {
	if wire.UserID(who) == c.User {
		return askLeave(ctx, c, w, p, "")
	}
	var was *attack
	var next campaign
	a, done := led(ctx, c, w, p, deed.Out, who, true, c.Say("%s no longer plays for your side.", w.name(wire.UserID(who))), func(w *campaign, t *team, n int) {
		was = w.Next
		if w.side(c.User) < 0 {
			w.remove(t.Members[n].User, c.Clock.Now())
		} else {
			w.leave(t.Members[n].User, c.Clock.Now())
		}
		next = *w
	})
	if !done {
		return a
	}
	if err := withdraw(ctx, c, next, was); err != nil {
		return c.Trouble(was.Match, err)
	}
	if w.Next != nil { // the next match is no longer theirs
		if err := c.LeaveChallenge(ctx, c, w.Next.Match, wire.UserID(who)); err != nil {
			return c.Trouble(w.Next.Match, err)
		}
	}
	return a
}

func askLeave(_ context.Context, c *bot.Call, w campaign, _ phase, _ string) wire.Answer {
	side := w.side(c.User)
	switch {
	case w.Over != nil:
		return cannot(c, errOver)
	case side < 0:
		return cannot(c, w.noSide())
	}
	text := c.Say("Leave **%s**? A match that you are playing goes on and counts.", wire.Plain(w.Name))
	if len(w.Teams[side].Members) == 1 && w.begun() {
		text = c.Say("Leave **%s**? Your side has nobody else, so the other side wins.", wire.Plain(w.Name))
	}
	return wire.Fresh(wire.Text(text), wire.Row{{ID: w.control("left", ""), Label: c.Text("Leave the campaign"), Style: wire.Danger}, {ID: w.control("map", ""), Label: c.Text("Map")}})
}

// leave takes the user out. Their challenge is withdrawn if its match has not begun; a challenge that they have accepted waits for
// others of the side.
func leave(ctx context.Context, c *bot.Call, w campaign, _ phase, _ string) wire.Answer {
	if w.side(c.User) < 0 {
		return cannot(c, w.noSide())
	}
	if err := quit(ctx, c, w, c.User); err != nil {
		return cannot(c, err)
	}
	return wire.Settled(c.Say("You have left **%s**.", wire.Plain(w.Name)))
}

// quit takes a user out of a campaign.
func quit(ctx context.Context, c *bot.Call, w campaign, u wire.UserID) error {
	if w.Next != nil {
		if err := c.LeaveChallenge(ctx, c, w.Next.Match, u); err != nil {
			return err
		}
	}
	var was *attack
	next, err := changeWith(ctx, c, w.Guild, w.ID, func(w *campaign) ([]table.Record, error) {
		if was = w.Next; w.Rival == u {
			w.Rival, w.RivalName = "", ""
		}
		waits := w.turnOf(c)
		called := waits != nobody && w.Teams[waits].called().User == u
		if w.leave(u, c.Clock.Now()); called && w.Over == nil {
			w.Stage++ // so that the next player of their side is notified
		}
		return []table.Record{bot.SeriesNews(w.Guild, w.ID)}, nil
	})
	if err == nil {
		err = withdraw(ctx, c, next, was)
	}
	if err != nil {
		return err
	}
	return news(ctx, c, w)
}

// withdraw takes back the challenge that was open when a campaign ended: nobody may accept it any more.
func withdraw(ctx context.Context, c *bot.Call, w campaign, was *attack) error {
	if w.Over == nil || was == nil {
		return nil
	}
	return c.DropChallenge(ctx, c, was.Match)
}

// mayEnd returns the result if the user ends the campaign: the winner and the reason. ok is false if they may not.
func (o oversight) mayEnd(c *bot.Call, p phase) (side int, why string, ok bool) {
	own := o.w.side(c.User)
	captain := own >= 0 && o.w.Teams[own].captain() == c.User
	commands := own >= 0 && o.w.Teams[own].commands(c.User, c.Clock.Now())
	waits := o.w.waitsFor(c, p)
	switch {
	case captain && !o.w.begun():
		return nobody, "off", true
	case (captain || commands) && waits == 1-own && delay{o.w}.idle(p, c.Clock.Now()):
		return own, "idle", true
	case commands:
		return 1 - own, "resigned", true
	case o.judges(c):
		return nobody, "moderator", true
	}
	return nobody, "", false
}

// endsBy is mayEnd after checking that the card still exists which notified the side that lets the other wait: otherwise a
// moderator on the other side could delete it at once, and win unseen. Nobody wins by waiting for a side that moderators keep from
// its matches.
func endsBy(ctx context.Context, c *bot.Call, w *campaign, p *phase) (side int, why string, ok bool, err error) {
	if side, why, ok = (oversight{*w}).mayEnd(c, *p); w.Over != nil || why != "idle" {
		return side, why, ok, nil
	}
	if err = draw(ctx, c, *w, *p); err == nil {
		*w, *p, err = look(ctx, c, w.Guild, w.ID)
	}
	if side, why, ok = (oversight{*w}).mayEnd(c, *p); err != nil || why != "idle" {
		return side, why, ok, err
	}
	barred, err := w.barred(ctx, c, 1-side)
	if barred {
		side, why = nobody, "barred"
	}
	return side, why, ok, err
}

// barred reports whether bans keep all members of the side from its matches.
func (w campaign) barred(ctx context.Context, c *bot.Call, side int) (bool, error) {
	for _, m := range w.Teams[side].Members {
		if barred, err := c.Barred(ctx, c, w.Guild, w.ID, m.User); err != nil || !barred {
			return false, err
		}
	}
	return true, nil
}

func askEnd(ctx context.Context, c *bot.Call, w campaign, p phase, _ string) wire.Answer {
	if w.Over != nil {
		return cannot(c, errOver)
	}
	_, why, ok, err := endsBy(ctx, c, &w, &p)
	if err != nil {
		return cannot(c, err)
	}
	if !ok {
		return c.Answer("campaign.not-end")
	}
	text := map[string]game.Text{"off": "End **%s** before it has begun?", "idle": "End **%s**? The other side has let it wait, so your side wins.",
		"barred":    "End **%s**? A moderator keeps the other side from its matches, so nobody wins.",
		"resigned":  "Give **%s** up? The other side wins.",
		"moderator": "campaign.end-moderator"}[why]
	return wire.Fresh(wire.Text(c.Say(text, wire.Plain(w.Name))), wire.Row{{ID: w.control("ended", why), Label: c.Text("End it"), Style: wire.Danger}, {ID: w.control("map", ""), Label: c.Text("Map")}})
}

// stillIdle reports whether the campaign is in the same state as when the side that must act had let it wait too long: the other
// may come at that very moment. The guard is written with the end, which therefore fails if they accept the challenge, or say that
// they are ready, meanwhile.
func (w campaign) stillIdle(ctx context.Context, c *bot.Call, now *campaign) (guard []table.Record, err error) {
	same := now.Since.Equal(w.Since) && (now.Next == nil) == (w.Next == nil)
	if same && w.Next != nil {
		o, err := c.ChallengeOpen(ctx, c, w.Next.Match)
		if err != nil {
			return nil, err
		}
		same, guard = now.Next.Match == w.Next.Match && o.Open && bytes.Equal(o.Guard.Was, w.challenge.Was), []table.Record{o.Guard}
	}
	if !same {
		return nil, refuse("The other side has just joined. `/campaign map` shows the current state.")
	}
	return guard, nil
}

// endNow ends a campaign as its confirmation question said. A match in progress continues, but does not count in the campaign.
func endNow(ctx context.Context, c *bot.Call, w campaign, p phase, what string) wire.Answer {
	side, why, ok, err := endsBy(ctx, c, &w, &p)
	if err != nil {
		return cannot(c, err)
	}
	if w.Over == nil && (!ok || why != what) {
		return askEnd(ctx, c, w, p, "")
	}
	reason := ""
	if why == "moderator" && w.Over == nil {
		if reason, err = (oversight{w}).reason(ctx, c, deed.Ended, what); err != nil {
			return c.Trouble("", err)
		}
	}
	var was *attack
	var next campaign
	a, done := alter(ctx, c, w, p, c.Say("**%s** is over.", wire.Plain(w.Name)), func(x *campaign) (also []table.Record, err error) {
		own := x.side(c.User)
		switch {
		case x.Over != nil:
			err = errOver
		case why == "idle", why == "barred":
			also, err = w.stillIdle(ctx, c, x)
		case why == "resigned" && (own != 1-side || !x.Teams[own].commands(c.User, c.Clock.Now())): // they no longer lead it
			err = errCaptain
		case why == "moderator" && !oversight{*x}.judges(c): // they have joined a side
			err = errCaptain
		}
		if err != nil {
			return nil, err
		}
		was = x.Next
		x.end(side, why, c.Clock.Now())
		if why == "moderator" {
			x.rule(c, ruling{What: deed.Ended, Side: nobody, Reason: reason})
		}
		next = *x
		return also, nil
	})
	if !done {
		return a
	}
	if err := withdraw(ctx, c, next, was); err != nil {
		return c.Trouble(was.Match, err)
	}
	return a
}
