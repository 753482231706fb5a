package lobby

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

const (
	idBuilt = "built" // built|challenge: plays the force under construction
	idUsual = "usual" // usual|challenge: plays the force that is proposed to the seat

	longestOnPhone = 38 // characters of a button's label that a phone shows whole
)

// changeForce answers a player with their side card.
func changeForce(ctx context.Context, c *bot.Call, t Table) wire.Answer {
	if t.place(c.User) < 0 {
		return notTheirs(c, t)
	}
	return showSide(ctx, c, t, c.Text(wordDesk), fresh)
}

// Where an answer goes: in place of the message with the pressed control, or in a new message.
const inPlace, fresh = false, true

// showSide answers with the user's side card. On a server, unlike in a direct message, nothing updates it later, so it
// says where to see the current state of the challenge.
func showSide(ctx context.Context, c *bot.Call, t Table, head string, isFresh bool) wire.Answer {
	if c.Guild != "" {
		head += "\n" + c.Text("-# The card in the channel shows the current state.")
	} else if !isFresh && c.Private {
		notePressed(ctx, c, t)
	}
	m := sideCard(ctx, c, t, c.User, head)
	return wire.Answer{Letter: &m, Fresh: isFresh, Newer: func(ctx context.Context) (wire.Answer, error) {
		now, err := openTable(ctx, c, t.ID)
		a := wire.Answer{}
		switch {
		case errors.Is(err, table.ErrNoRecord):
			a, err = accepted(ctx, c, table.ID(t.ID), ""), nil
		case err != nil || t.place(c.User) < 0:
		case now.place(c.User) < 0:
			a = c.Answer("That challenge is no longer open.")
		case now.force(now.place(c.User)) != t.force(t.place(c.User)): // they chose another force meanwhile
			a = showSide(ctx, c, now, c.Text(wordDesk), inPlace)
		}
		a.Fresh = false
		return a, err
	}}
}

// notePressed notes the pressed direct message, such as a reminder, because it becomes a side card.
func notePressed(ctx context.Context, c *bot.Call, t Table) {
	w := written{c.User, c.Channel, c.Message}
	if t.place(c.User) < 0 || slices.Contains(t.Written, w) {
		return
	}
	_, err := changeTable(ctx, c, t.ID, func(x *Table) {
		x.Written = append(slices.Clip(x.Written), w)
		x.Written = x.Written[max(0, len(x.Written)-mostWritten):]
	})
	if bot.NotFound(err) != nil {
		c.Log.Warn("direct message not noted", "match", t.ID, "error", err.Error())
	}
}

// sideCard returns one side's private card of a challenge: the head, the side's force, a menu of other forces, and
// buttons. A user who has not accepted the challenge has no force yet and sees the forces that everybody has.
func sideCard(ctx context.Context, c *bot.Call, t Table, u wire.UserID, head string) wire.Message {
	place, seat := t.place(u), t.seat(u)
	usual := forms(c, t).Forces(t.Settings, seat)
	offered := slices.Concat(usual, c.ForcesFor(ctx, c, u, c.Games.GameOf(t.Game), t.Settings, seat))
	mine := t.force(place)
	lines, holder := []string{head}, game.Text("Your force")
	if mine == "" {
		for _, f := range usual {
			lines = append(lines, c.Say("• **%s**: %s", f.Name, f.Units))
		}
	} else {
		holder = "Play another force"
		f := forms(c, t).ForceNamed(t.Settings, mine)
		if n := slices.IndexFunc(offered, func(f bot.Force) bool { return isForce(c, t, seat, f, mine) }); n >= 0 {
			f.Name = wire.Plain(offered[n].Name)
		}
		lines = append(lines, c.Say("**Your force: %s**\n%s", f.Name, f.Units))
		if t.note != "" && t.noted == u { // only for this user
			lines = append(lines, t.note)
		}
		lines = append(lines, c.Text("-# Nobody else is told. You may change it until the match begins."))
		for _, other := range usual {
			if !isForce(c, t, seat, other, mine) {
				lines = append(lines, wire.Clip(c.Say("-# • %s: %s", other.Name, other.Units), bot.LongestBeside))
			}
		}
	}
	menu := wire.Select{ID: customid.Force + "|" + t.ID, Placeholder: c.Text(holder)}
	for _, f := range offered {
		menu.Options = append(menu.Options, wire.Option{Value: f.Value, Label: f.Listed(c.Voice), Note: wire.Clip(cmp.Or(f.About, f.Units), wire.LongestChoice)})
	}
	lines = append(lines, bears(c, t, seat, "")...)
	blocks := []wire.Block{wire.Text(strings.Join(lines, "\n"))}
	if mine == "" {
		label := wire.Clip(c.Say("Play %s", usual[0].Name), longestOnPhone)
		blocks = append(blocks, wire.Row{{ID: idUsual + "|" + t.ID, Label: label, Style: wire.Success}})
	}
	blocks = append(blocks, menu)
	if u == t.Host {
		if when := asksWhen(c, t); when != nil { // first, with its words above it
			blocks = slices.Concat([]wire.Block{wire.Text(head)}, when, []wire.Block{wire.Text(strings.Join(lines[1:], "\n")), menu})
		}
	}
	if u == t.Host && t.several() {
		blocks = append(blocks, hostControls(c, t)...)
	}
	if more := moreChoices(c, t); u == t.Host && len(more.Options) > 0 {
		blocks = append(blocks, more)
	}
	if row := sideButtons(c, t, u); len(row) > 0 {
		blocks = append(blocks, row)
	}
	return wire.Message{Blocks: blocks}
}

// bears says, a line each, what a match of a series changes for a seat's force; see bot.Series.
func bears(c *bot.Call, t Table, seat game.Seat, code string) []string {
	f := forms(c, t)
	if t.Series == nil || f.Series == nil {
		return nil
	}
	return f.Series.Bears(t.Settings, seat, code)
}

// sideButtons returns the buttons for what the user can do besides choosing a force.
func sideButtons(c *bot.Call, t Table, u wire.UserID) wire.Row {
	var row wire.Row
	if place := t.place(u); place >= 0 && (t.full() || t.several()) && !ready(c, t, place, c.Clock.Now()) {
		row = append(row, wire.Button{ID: customid.Ready + "|" + t.ID, Label: c.Text("Ready"), Style: wire.Success})
	}
	f := forms(c, t)
	if f.About.ListHow != "" {
		row = append(row, wire.Button{ID: customid.OwnForce + "|" + t.ID, Label: c.Text("Type my own list")})
	}
	if f.Builder != nil {
		row = append(row, wire.Button{ID: strings.TrimSuffix(customid.Forces+"||"+t.Game, "||"), Label: c.Text("Build one")})
	}
	row = append(row, sendAwayButtons(c, t, u)...)
	if u == t.Host && (!t.full() || t.several()) {
		if !t.full() && t.Series == nil && c.Games.RivalOf(c.Games.GameOf(t.Game)) != nil {
			row = append(row, wire.Button{ID: customid.TakeRival + "|" + t.ID, Label: c.Text("Play the bot")})
		}
		row = append(row, wire.Button{ID: customid.Cancel + "|" + t.ID, Label: c.Text("Take it back"), Style: wire.Danger})
	}
	return row
}

// isForce reports whether an offered force is the chosen one.
func isForce(c *bot.Call, t Table, seat game.Seat, f bot.Force, chosen string) bool {
	read, _, err := forms(c, t).ReadForce(t.Settings, seat, f.Value)
	return err == nil && read == chosen
}

// changeForceTo saves another force for a side of an accepted challenge.
func changeForceTo(ctx context.Context, c *bot.Call, t Table, force string) wire.Answer {
	next, err := update(ctx, c, t, func(x *Table) {
		if n := x.place(c.User); n >= 0 {
			x.setForce(n, force)
		}
	})
	switch {
	case err != nil:
		return c.Trouble(table.ID(t.ID), err)
	case next.place(c.User) < 0: // they withdrew a moment ago
		return notTheirs(c, next)
	}
	return showSide(ctx, c, next, c.Text("Your force is changed. Nobody is told."), inPlace)
}

// writeReady sends their side card to a user who must still press Ready. The public card has notified them, so this
// message makes no sound.
func writeReady(ctx context.Context, c *bot.Call, t Table, u wire.UserID) {
	if t.place(u) < 0 || !t.full() && !t.several() {
		return
	}
	channel, id := c.WriteTo(ctx, u, "r", func(c *bot.Call) wire.Message {
		m := sideCard(ctx, c, t, u, callOf(c, t, u))
		m.Silent = true
		return m
	})
	if id == "" {
		return
	}
	w, waits := written{u, channel, id}, false
	_, err := changeTable(ctx, c, t.ID, func(x *Table) {
		if waits = x.place(u) >= 0 && slices.EqualFunc(x.Seats, t.Seats, samePlayer); waits {
			x.Written = append(x.Written, w)
		}
	})
	switch {
	case bot.NotFound(err) != nil:
		c.Log.Warn("direct message not noted", "match", t.ID, "error", err.Error())
	case err != nil: // for example because the match has begun
		closeWritten(ctx, c, Table{ID: t.ID, Written: []written{w}}, "That challenge is no longer open.")
	case !waits:
		closeWritten(ctx, c, Table{ID: t.ID, Written: []written{w}}, wordOut)
	}
}

// updateHost edits the direct messages with which the host of a table of three or more was called: others have come or left since.
func updateHost(ctx context.Context, c *bot.Call, t Table) {
	if !t.several() {
		return
	}
	for _, w := range t.Written {
		if w.User != t.Host || w.Message == c.Message { // the answer replaces the pressed one
			continue
		}
		v, err := c.UserVoice(ctx, t.Host)
		if err == nil {
			own := c.In(v)
			m := sideCard(ctx, own, t, t.Host, callOf(own, t, t.Host))
			m.Silent = true
			err = c.Wire.Edit(ctx, w.Channel, w.Message, m)
		}
		if err != nil && !errors.Is(err, wire.ErrGone) {
			c.Log.Warn("direct message not updated", "match", t.ID, "error", err.Error())
		}
	}
}

// playBuilt returns buttons that play the force under construction in each of the user's challenges that it fits, below
// the changes that the challenge makes to it.
func playBuilt(ctx context.Context, c *bot.Call, game, code string) (blocks []wire.Block, err error) {
	u := c.User
	cs, err := tables(ctx, c, func(t Table) bool {
		return c.Games.GameOf(t.Game) == game && (t.place(u) >= 0 || t.chooser(u) >= 0 && !t.full())
	})
	var row wire.Row
	for _, t := range cs {
		if lines := bears(c, t, t.seat(u), code); len(lines) > 0 && len(blocks) < mostBorne {
			blocks = append(blocks, wire.Text(c.Say("**Against %s**:", wire.Plain(against(c, t, u)))+"\n"+strings.Join(lines, "\n")))
		}
		if _, _, err := forms(c, t).ReadForce(t.Settings, t.seat(u), code); err != nil || len(row) == wire.MostInRow {
			continue
		}
		row = append(row, wire.Button{ID: idBuilt + "|" + t.ID, Label: c.Say("Play it: %s", wire.Clip(against(c, t, u), 40)),
			Style: wire.Success})
	}
	if len(row) > 0 {
		blocks = append(blocks, row)
	}
	return blocks, err
}

// mostBorne bounds for how many challenges a builder's page describes their changes.
const mostBorne = 3

// against names the other side of a table for the user: its host; for the host, the players who have come or are
// invited.
func against(c *bot.Call, t Table, u wire.UserID) string {
	names := t.names()[1:]
	if !t.full() && len(t.Invited) > 0 {
		for _, g := range t.awaited() {
			names = append(names, g.Name)
		}
	}
	switch {
	case u != t.Host:
		return t.hostName()
	case len(names) > 0:
		return joined(names)
	}
	return c.Text("anyone")
}

// joined joins names with commas.
func joined(names []string) string { return strings.Join(names, ", ") }

// samePlayer reports whether the same person has held a seat since the same press.
func samePlayer(x, y Seat) bool { return x.User == y.User && x.By == y.By }

// callOf returns the line that asks a user who is not ready.
func callOf(c *bot.Call, t Table, u wire.UserID) string {
	switch {
	case t.Of != "" && u != t.Host && t.Seats[t.place(u)].Ready.IsZero():
		return c.Say("🔁 **%s asks you for a rematch** of %s. Press **Ready**, here or on the card in the channel.", wire.Plain(t.hostName()), forms(c, t).About.Name)
	case !t.several():
		return c.Say("lobby.ready-call", wire.Plain(t.names()[1-t.place(u)]))
	case t.full():
		return c.Say("**All seats are taken.** The match begins when all are ready: press **Ready**.")
	}
	if least, _ := c.Games.Seats(c.Games.GameOf(t.Game)); len(t.taken()) < least {
		return c.Say("**Your match cannot start yet.** Seats taken: %d of %d.", len(t.taken()), len(t.Seats))
	}
	return c.Say("**Your match can start.** Seats taken: %d of %d. Start it, or wait for more.", len(t.taken()), len(t.Seats))
}
