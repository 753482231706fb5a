package lobby

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/pasted"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// New makes the room of challenges, from the first command to the match and to the rematch.
func New(a *bot.App) bot.Room {
	a.Hooks.Challenges, a.Hooks.PlayBuilt = listed, playBuilt
	a.Hooks.SeriesChallenge, a.Hooks.ChallengeOpen, a.Hooks.DropChallenge = seriesChallenge, stateOf, dropChallenge
	a.Hooks.LeaveChallenge, a.Hooks.AddressChallenge, a.Hooks.RetitleChallenge, a.Hooks.CallQuiet = leaveChallenge, address, retitle, callQuiet
	room := bot.Room{
		Commands: []bot.Command{playCommand(a), {Name: "match", Sub: []bot.Command{
			answerCommand("accept", "Accept a challenge", customid.Accept, luckOption()),
			answerCommand("decline", "Decline a challenge", customid.Decline),
			answerCommand("cancel", "Withdraw your challenge", customid.Cancel),
		}}},
		Menus: []bot.Menu{{Name: "Challenge", On: wire.OnUser, GuildOnly: true, Run: challengeThem}},
		Presses: map[string]bot.Pressed{
			customid.Challenge: askWhom,
			idWhom:             challengeWhom,
			customid.Anybody:   challengeAnybody,
			customid.Rematch:   rematch,
			customid.Rival:     playRival,
			customid.TakeRival: takeRival,
			customid.SendAway:  sendAway,
			idWhen:             chooseWhen,
			idMore:             askTerm,
			idTerm:             setTerm,
			idTypeTerm:         typeTerm,
			idSide:             backToSide,
			idInvite:           invite,
			idAnyone:           openToAnyone,
			idStart:            start,
		},
		Keeps:   bot.Keeper{Tell: tell, Forget: forget},
		Reposts: repost,
	}
	for _, kind := range []string{customid.Accept, customid.Decline, customid.Cancel, customid.Force, customid.OwnForce, customid.Ready, customid.Change, customid.Words, idBuilt, idUsual} {
		room.Presses[kind] = func(ctx context.Context, c *bot.Call, id, _ string) wire.Answer { return press(ctx, c, kind, id) }
	}
	return room
}

// playCommand is /play. It asks for what every challenge needs; the side card offers everything else, see moreChoices.
// Its old name takes all choices as options.
func playCommand(a *bot.App) bot.Command {
	options := slices.Concat([]bot.CommandOption{{Name: "opponent", Description: "Whom you challenge; default: anyone", Kind: wire.UserOption}},
		a.Games.GameOption(nil), []bot.CommandOption{
			{Name: "pace", Description: "Now, or over days; default: this server's clock, and I ask you", Kind: wire.StringOption,
				Choices: []wire.Choice{{Name: "now: minutes for a question", Value: paceNow}, {Name: "over days: days for a question", Value: paceDays}}}})
	return bot.Command{Name: "play", Description: "Challenge somebody, or anyone, to a match", Options: options, Run: play}.
		FormerlyAs(allOptions(a), challengeCmd, "match", "challenge")
}

// usual lists the most common choices of a challenge in the order in which Discord suggests them; a phone shows only a
// few at once. The others follow in the order in which they were added.
var usual = []string{"opponent", "game", "size", "clock", "rival", "force", "map", "faction", "secrecy"}

// allOptions returns every choice of a challenge to any game, the most common ones first.
func allOptions(a *bot.App) []bot.CommandOption {
	options := slices.Concat(a.Games.GameOption(nil), seatOptions(a),
		[]bot.CommandOption{{Name: "opponent", Description: "Whom you challenge; default: anyone", Kind: wire.UserOption}},
		clockOptions(a)[:1], gameOptions(a), rivalOptions(a), clockOptions(a)[1:], []bot.CommandOption{luckOption()})
	slices.SortStableFunc(options, func(x, y bot.CommandOption) int { return cmp.Compare(rank(x.Name), rank(y.Name)) })
	return options
}

// clockOptions returns the choices about clocks, the clock itself first.
func clockOptions(a *bot.App) []bot.CommandOption {
	spans := func(_ context.Context, c *bot.Call) []wire.Choice { return c.SuggestSpans() }
	return []bot.CommandOption{
		{Name: "clock", Description: "How long each player may think; default: this server's", Kind: wire.StringOption,
			Choices: wire.ChoicesOf(a.ClockNames()...)},
		{Name: "pace", Description: "strict: reaction windows last a fixed time; default: natural, they close with the answer",
			Kind: wire.StringOption, Choices: wire.ChoicesOf(bot.PaceNatural, bot.PaceStrict)},
		bot.CommandOption{Name: "turn_time", Description: "Time for a question, such as 5m or 3d; default: the clock's",
			Kind: wire.StringOption}.Suggested(spans),
		bot.CommandOption{Name: "reaction_time", Description: "Time for a reaction window, such as 2m or 1d; default: the clock's",
			Kind: wire.StringOption}.Suggested(spans),
	}
}

// seatOptions returns the options for tables of more than two; none if no game has more.
func seatOptions(a *bot.App) []bot.CommandOption {
	if a.Games.MostSeats() == 2 {
		return nil
	}
	return []bot.CommandOption{
		{Name: "seats", Description: "How many play, you included; default: the fewest that the game allows", Kind: wire.IntOption},
		{Name: "invite", Description: "Further people whom you invite, as mentions; default: anyone", Kind: wire.StringOption}}
}

// rank returns an option's place among the usual ones; all others come after them.
func rank(option string) int {
	if i := slices.Index(usual, option); i >= 0 {
		return i
	}
	return len(usual)
}

// gameOptions returns the games' own options. If several games have an option, the chosen game completes it, because
// fixed choices cannot depend on another option.
func gameOptions(a *bot.App) []bot.CommandOption {
	all, by := bot.Offered(a, bot.Forms.Options, optionName)
	for i, o := range all {
		if len(by[o.Name]) > 1 {
			o.Choices = nil
		}
		if o.Name == "force" {
			o.Typing = pasted.AsName
		}
		if o.Autocomplete || len(by[o.Name]) > 1 {
			o = o.Suggested(suggestOption)
		}
		all[i] = o
	}
	return all
}

// suggestOption completes a game's option, given the other options.
func suggestOption(ctx context.Context, c *bot.Call) []wire.Choice {
	chosen, err := c.Chosen(ctx, nil)
	if err != nil {
		return nil
	}
	f := c.Forms(chosen)
	i := slices.IndexFunc(f.Options(), func(o bot.CommandOption) bool { return o.Name == c.Focused })
	switch {
	case i < 0:
		return nil
	case len(f.Options()[i].Choices) > 0:
		choices := slices.Clone(f.Options()[i].Choices)
		for n := range choices {
			choices[n].Name = c.Text(game.Text(choices[n].Name))
		}
		return bot.Fitting(choices, c.Options[c.Focused])
	case c.Focused == "force":
		return suggestForces(ctx, c, chosen)
	}
	return f.Suggest(c.Focused, c.Options)
}

// answerCommand returns /match accept, decline or cancel.
func answerCommand(name string, about game.Text, kind string, more ...bot.CommandOption) bot.Command {
	which := bot.CommandOption{Name: "challenge", Description: "Which challenge; not needed if there is only one",
		Kind: wire.StringOption}.Listed(suggestChallenges)
	return bot.Command{Name: name, Description: about, Light: true, Options: append([]bot.CommandOption{which}, more...),
		Run: func(ctx context.Context, c *bot.Call) wire.Answer { return answerChallenge(ctx, c, kind) }}
}

// tell adds the challenges that concern the user, without other users' private data.
func tell(ctx context.Context, c *bot.Call, e *bot.Export) error {
	u := e.User
	cs, err := tables(ctx, c, func(t Table) bool { return t.place(u) >= 0 || t.invites(u) || t.chooser(u) >= 0 || t.isBanned(u) })
	for _, t := range cs {
		t.Seed = ""
		for n, s := range t.Seats {
			switch {
			case s.User == u:
			case s.User == t.Host: // the user's opponent, as the card says
				t.Seats[n] = Seat{User: s.User, Name: s.Name}
			default:
				t.Seats[n] = Seat{}
			}
		}
		t.Invited = slices.DeleteFunc(t.Invited, func(x Guest) bool { return x.User != u && u != t.Host })
		t.Choosing = slices.DeleteFunc(t.Choosing, func(x Seat) bool { return x.User != u })
		t.Callers = slices.DeleteFunc(t.Callers, func(x caller) bool { return x.User != u })
		t.Banned = slices.DeleteFunc(t.Banned, func(x wire.UserID) bool { return x != u })
		t.Written = slices.DeleteFunc(t.Written, func(x written) bool { return x.User != u }) // other users' messages would reveal whether their direct messages are closed
		e.Challenges = append(e.Challenges, t)
	}
	return err
}

// forget deletes the user's challenges, and the challenges to them alone. A challenge to anyone for which they were
// choosing a force, or which they had once accepted, stays open without them, and recognises them if the host sent them
// away or was notified for them. A challenge to their side of a series stays open too: that side keeps the other waiting.
func forget(ctx context.Context, c *bot.Call, u wire.UserID) error {
	cs, err := tables(ctx, c, func(t Table) bool {
		return t.place(u) >= 0 || t.invites(u) || t.chooser(u) >= 0 || t.callerOf(u) >= 0 || t.isBanned(u)
	})
	for _, t := range cs {
		err = errors.Join(err, leave(ctx, c, u, t))
	}
	return errors.Join(err, c.Delete(ctx, newestKey(u)))
}

func leave(ctx context.Context, c *bot.Call, u wire.UserID, t Table) error {
	onlyGuest := len(t.Invited) == 1 && t.invites(u) // without this guest the table would be open to anyone
	if t.Host != u && (t.Series != nil || t.several() && !onlyGuest || t.place(u) < 0 && !t.invites(u)) {
		if err := leaveChallenge(ctx, c, table.ID(t.ID), u); err != nil {
			return err
		}
		next, err := changeTable(ctx, c, t.ID, func(x *Table) {
			x.stopChoosing(u)
			x.unname(u)
			x.Invited = slices.DeleteFunc(x.Invited, func(x Guest) bool { return x.User == u })
		})
		if err == nil {
			redraw(ctx, c, next)
		}
		return bot.NotFound(err)
	}
	gone, err := drop(ctx, c, t)
	if err == nil && !gone {
		end(ctx, c, t, "Withdrawn.")
	}
	return err
}
