package lobby

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/table"
)

const (
	idBuilt = "built" // built|challenge: plays the force under construction
)

// changeForce answers either side with their side card.
func changeForce(ctx context.Context, c *bot.Call, ch challenge) bot.Answer {
	if ch.side(c.User) < 0 {
		return notTheirs(c, ch)
	}
	return showSide(ctx, c, ch, c.Text(wordDesk), fresh)
}

// Places of an answer: in the place of the message that was pressed, or a message of its own.
const inPlace, fresh = false, true

// showSide answers with the user's side card. On a server nobody brings it up to date once it has arrived, unlike a direct message, so it
// says where the challenge is shown as it stands.
func showSide(ctx context.Context, c *bot.Call, ch challenge, head string, isFresh bool) bot.Answer {
	if c.Guild != "" {
		head += "\n" + c.Text("-# The card in the channel shows how it stands now.")
	} else if !isFresh && c.Private {
		notePressed(ctx, c, ch)
	}
	m := sideCard(ctx, c, ch, c.User, head)
	return bot.Answer{Letter: &m, Fresh: isFresh, Newer: func(ctx context.Context) (bot.Answer, error) {
		now, err := openChallenge(ctx, c, ch.ID)
		a := bot.Answer{}
		switch {
		case errors.Is(err, table.ErrNoRecord):
			a, err = accepted(ctx, c, table.ID(ch.ID), ""), nil
		case err != nil || ch.side(c.User) < 0:
		case now.side(c.User) < 0:
			a = c.Answer("That challenge is no longer open.")
		case now.force(now.side(c.User)) != ch.force(ch.side(c.User)): // they chose another meanwhile
			a = showSide(ctx, c, now, c.Text(wordDesk), inPlace)
		}
		a.Fresh = false
		return a, err
	}}
}

// mostWritten bounds the direct messages about a challenge that are brought up to date when it is over.
const mostWritten = 10

// notePressed notes the direct message that was pressed, a reminder for one, as it becomes a side card.
func notePressed(ctx context.Context, c *bot.Call, ch challenge) {
	w := written{c.User, c.Channel, c.Message}
	if ch.side(c.User) < 0 || slices.Contains(ch.Written, w) {
		return
	}
	_, err := changeChallenge(ctx, c, ch.ID, func(x *challenge) {
		x.Written = append(slices.Clip(x.Written), w)
		x.Written = x.Written[max(0, len(x.Written)-mostWritten):]
	})
	if bot.NotFound(err) != nil {
		c.Log.Warn("direct message not noted", "match", ch.ID, "error", err.Error())
	}
}

// sideCard is the private card of one side of a challenge: the head, the side's force, a menu of other forces, and buttons. A
// user who has not taken the challenge up has no force yet, and is shown the forces that everybody has.
func sideCard(ctx context.Context, c *bot.Call, ch challenge, u bot.UserID, head string) bot.Message {
	side, seat := ch.side(u), ch.seat(u)
	usual := forms(c, ch).Forces(ch.Settings, seat)
	offered := slices.Concat(usual, c.ForcesFor(ctx, c, u, c.Games.GameOf(ch.Game), ch.Settings, seat))
	mine := ch.force(side)
	lines, holder := []string{head}, game.Text("Your force")
	if mine == "" {
		for _, f := range usual {
			lines = append(lines, c.Say("• **%s**: %s", f.Name, f.Units))
		}
	} else {
		holder = "Play another force"
		f := forms(c, ch).ForceNamed(ch.Settings, mine)
		if n := slices.IndexFunc(offered, func(f bot.Force) bool { return isForce(c, ch, seat, f, mine) }); n >= 0 {
			f.Name = bot.Plain(offered[n].Name)
		}
		lines = append(lines, c.Say("**Your force: %s**\n%s", f.Name, f.Units))
		if ch.note != "" && ch.noted == u { // the other side is not told of it
			lines = append(lines, ch.note)
		}
		lines = append(lines, c.Text("-# Nobody else is told. You may change it until the match begins."))
		for _, other := range usual {
			if !isForce(c, ch, seat, other, mine) {
				lines = append(lines, bot.Clip(c.Say("-# • %s: %s", other.Name, other.Units), bot.LongestBeside))
			}
		}
	}
	menu := bot.Select{ID: bot.IDForce + "|" + ch.ID, Placeholder: c.Text(holder)}
	for _, f := range offered[:min(len(offered), bot.MostChoices)] {
		menu.Options = append(menu.Options, bot.Option{Value: f.Value, Label: f.Listed(c.Voice), Note: bot.Clip(cmp.Or(f.About, f.Units), bot.LongestChoice)})
	}
	lines = append(lines, bears(c, ch, seat, "")...)
	blocks := []bot.Block{bot.Text(strings.Join(lines, "\n")), menu}
	if side == 0 {
		if when := asksWhen(c, ch); when != nil { // first, with the words above it
			blocks = slices.Concat([]bot.Block{bot.Text(head)}, when, []bot.Block{bot.Text(strings.Join(lines[1:], "\n")), menu})
		}
	}
	if row := sideButtons(c, ch, side); len(row) > 0 {
		blocks = append(blocks, row)
	}
	return bot.Message{Blocks: blocks}
}

// bears says what a match of a series changes for a seat's force, a line each; see bot.Series.
func bears(c *bot.Call, ch challenge, seat game.Seat, code string) []string {
	f := forms(c, ch)
	if ch.Series == nil || f.Series == nil {
		return nil
	}
	return f.Series.Bears(ch.Settings, seat, code)
}

// sideButtons offer what the side may do besides choosing a force.
func sideButtons(c *bot.Call, ch challenge, side int) bot.Row {
	var row bot.Row
	if ch.Taker != nil && side >= 0 && !ready(c, ch, side, c.Clock.Now()) {
		row = append(row, bot.Button{ID: bot.IDReady + "|" + ch.ID, Label: c.Text("Ready"), Style: bot.Success})
	}
	f := forms(c, ch)
	if f.About.ListHow != "" {
		row = append(row, bot.Button{ID: bot.IDOwnForce + "|" + ch.ID, Label: c.Text("Type my own list")})
	}
	if f.Builder != nil {
		row = append(row, bot.Button{ID: strings.TrimSuffix(bot.IDForces+"||"+ch.Game, "||"), Label: c.Text("Build one")})
	}
	if side == 0 && ch.mayPart() {
		row = append(row, sendAwayButton(c, ch))
	}
	if side == 0 && ch.Taker == nil {
		if ch.Series == nil && c.Games.RivalOf(c.Games.GameOf(ch.Game)) != nil {
			row = append(row, bot.Button{ID: bot.IDTakeRival + "|" + ch.ID, Label: c.Text("Play the bot")})
		}
		row = append(row, bot.Button{ID: bot.IDCancel + "|" + ch.ID, Label: c.Text("Take it back"), Style: bot.Danger})
	}
	return row
}

// force is the side's force, "" for a user who has not taken the challenge up.
func (c challenge) force(side int) string {
	switch {
	case side == 0:
		return c.Force
	case side == 1:
		return c.Taker.Force
	}
	return ""
}

// isForce tells whether an offered force is the one that was chosen.
func isForce(c *bot.Call, ch challenge, seat game.Seat, f bot.Force, chosen string) bool {
	read, _, err := forms(c, ch).ReadForce(ch.Settings, seat, f.Value)
	return err == nil && read == chosen
}

// changeForceTo saves another force for a side of a challenge that is taken up.
func changeForceTo(ctx context.Context, c *bot.Call, ch challenge, force string) bot.Answer {
	next, no, ok := update(ctx, c, ch, func(x *challenge) {
		switch x.side(c.User) {
		case 0:
			x.Force = force
		case 1:
			x.Taker.Force = force
		}
	})
	switch {
	case !ok:
		return no
	case next.side(c.User) < 0: // they backed out a moment ago
		return notTheirs(c, next)
	}
	return showSide(ctx, c, next, c.Text("Your force is changed. Nobody is told."), inPlace)
}

// writeReady sends a user who must still press Ready their side card. The public card has notified them, so this one comes
// without a sound.
func writeReady(ctx context.Context, c *bot.Call, ch challenge, u bot.UserID) {
	side := ch.side(u)
	if side < 0 || ch.Taker == nil {
		return
	}
	channel, id := c.WriteTo(ctx, u, "r", func(c *bot.Call) bot.Message {
		m := sideCard(ctx, c, ch, u, c.Say("lobby.ready-call", bot.Plain(ch.names()[1-side])))
		m.Silent = true
		return m
	})
	if id == "" {
		return
	}
	w, waits := written{u, channel, id}, false
	_, err := changeChallenge(ctx, c, ch.ID, func(x *challenge) {
		if waits = x.side(u) >= 0 && x.Taker != nil && x.Taker.By == ch.Taker.By; waits {
			x.Written = append(x.Written, w)
		}
	})
	switch {
	case bot.NotFound(err) != nil:
		c.Log.Warn("direct message not noted", "match", ch.ID, "error", err.Error())
	case err != nil: // it has begun, for one
		closeWritten(ctx, c, challenge{ID: ch.ID, Written: []written{w}}, "That challenge is no longer open.")
	case !waits:
		closeWritten(ctx, c, challenge{ID: ch.ID, Written: []written{w}}, wordOut)
	}
}

// playBuilt are buttons that play the force under construction in the user's challenges that it fits, below what those change for it.
func playBuilt(ctx context.Context, c *bot.Call, game, code string) (blocks []bot.Block, err error) {
	u := c.User
	cs, err := challenges(ctx, c, func(ch challenge) bool {
		return c.Games.GameOf(ch.Game) == game && (ch.side(u) >= 0 || ch.chooser(u) >= 0 && ch.Taker == nil)
	})
	var row bot.Row
	for _, ch := range cs {
		if lines := bears(c, ch, ch.seat(u), code); len(lines) > 0 && len(blocks) < mostBorne {
			blocks = append(blocks, bot.Text(c.Say("**Against %s**:", bot.Plain(against(c, ch, u)))+"\n"+strings.Join(lines, "\n")))
		}
		if _, _, err := forms(c, ch).ReadForce(ch.Settings, ch.seat(u), code); err != nil || len(row) == bot.MostInRow {
			continue
		}
		row = append(row, bot.Button{ID: idBuilt + "|" + ch.ID, Label: c.Say("Play it: %s", bot.Clip(against(c, ch, u), 40)),
			Style: bot.Success})
	}
	if len(row) > 0 {
		blocks = append(blocks, row)
	}
	return blocks, err
}

// mostBorne is of how many challenges a page of a builder says what they change.
const mostBorne = 3

// against names the other side of a challenge for the user.
func against(c *bot.Call, ch challenge, u bot.UserID) string {
	switch {
	case u != ch.From:
		return ch.FromName
	case ch.Taker != nil:
		return ch.Taker.Name
	case ch.To != "":
		return ch.ToName
	}
	return c.Text("anyone")
}
