package lobby

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"downsync/bot"
	"downsync/bot/bound"
	"downsync/bot/customid"
	"downsync/bot/wire"
	"downsync/game/table"
)

// A user who takes an open seat blocks it for others, whether or not they come to the match. So the host may remove
// them, and they may leave. In a series the sides wait for each other under other rules, see bot.Series.

// maySendAway reports whether the host may remove the player of a place.
func (t Table) maySendAway(place int) bool {
	switch {
	case place == 0 || t.Series != nil || t.Seats[place].User == "":
		return false
	case t.several():
		return true
	}
	return len(t.Invited) == 0 && len(t.programs()) == 0
}

// sendAwayButtons returns the host's buttons to remove players. Each names its player, so that an old button removes
// nobody else.
func sendAwayButtons(c *bot.Call, t Table, u wire.UserID) (row wire.Row) {
	for place, s := range t.Seats {
		if u == t.Host && t.maySendAway(place) {
			row = append(row, wire.Button{ID: customid.SendAway + "|" + t.ID + "|" + string(s.User), Label: c.Say("Send away: %s", wire.Clip(s.Name, 40)), Style: wire.Danger})
		}
	}
	return row
}

// sendAway removes a user who took a seat, and stops them from taking one again.
func sendAway(ctx context.Context, c *bot.Call, id, user string) wire.Answer {
	t, err := opened(ctx, c, id)
	switch {
	case err != nil:
		return c.Trouble(table.ID(id), err)
	case c.User != t.Host:
		return notTheirs(c, t)
	}
	var was Table
	var out Seat
	next, err := update(ctx, c, t, func(x *Table) {
		was, out = *x, Seat{}
		for n, s := range x.Seats {
			if s.User == wire.UserID(user) && x.maySendAway(n) {
				out = s
				x.stand(n)
			}
		}
		if out.User != "" && out.Rival == nil {
			x.ban(out.User)
		}
	})
	switch {
	case err != nil:
		return c.Trouble(table.ID(id), err)
	case out.User == "":
		return showSide(ctx, c, next, c.Text("They have already left. This is the current state:"), inPlace)
	}
	redraw(ctx, c, next)
	if out.Rival != nil {
		return showSide(ctx, c, next, c.Say("**%s** has left its seat.", wire.Plain(out.Name)), inPlace)
	}
	closeWritten(ctx, c, was.left(out.User), wordOut)
	c.WriteTo(ctx, out.User, "o", func(c *bot.Call) wire.Message {
		return wire.Message{Silent: true, Blocks: []wire.Block{wire.Text(c.Say(wordAway, wire.Plain(t.hostName())))}}
	})
	return showSide(ctx, c, next, c.Say("**%s** has been sent away and cannot accept again. The challenge is open to everybody else.", wire.Plain(out.Name)), inPlace)
}

// The kinds of a host's controls.
const (
	idStart  = "start"  // start|table: begins with the players who are ready
	idInvite = "invite" // invite|table: invites the chosen user
	idAnyone = "anyone" // anyone|table: lets anyone take a seat
)

// hostControls returns the host's further controls at a table of several: start the match, invite somebody, open it to
// anyone.
func hostControls(c *bot.Call, t Table) (blocks []wire.Block) {
	least, _ := c.Games.Seats(c.Games.GameOf(t.Game))
	there := len(t.taken()) - len(unready(c, t, 0, c.Clock.Now()))
	var row wire.Row
	if there >= least && (!t.full() || there < len(t.taken())) {
		row = append(row, wire.Button{ID: idStart + "|" + t.ID + "|" + strconv.Itoa(there), Label: c.Say("Start with %d {player|players}", there), Style: wire.Primary})
	}
	if len(t.Invited) > 0 && !t.full() {
		row = append(row, wire.Button{ID: idAnyone + "|" + t.ID, Label: c.Text("Open to anyone")})
		blocks = append(blocks, wire.People{ID: idInvite + "|" + t.ID, Placeholder: c.Text("Invite somebody")})
	}
	if len(row) > 0 {
		blocks = append(blocks, row)
	}
	return blocks
}

// invite lets the host of a table of several invite one more user. A new card notifies that user.
func invite(ctx context.Context, c *bot.Call, id, _ string) wire.Answer {
	t, err := hostedTable(ctx, c, id)
	if err != nil {
		return c.Trouble(table.ID(id), err)
	}
	if len(c.Values) != 1 {
		return c.Answer(bot.OldButton)
	}
	u := wire.UserID(c.Values[0])
	switch {
	case c.Bots[u] || u == c.Self:
		return c.Answer("Bots do not play. Invite a person, or let the bot take a seat.")
	case t.place(u) >= 0 || t.invites(u):
		return showSide(ctx, c, t, c.Text("They are invited already."), inPlace)
	}
	if err := c.Admit(ctx, c, t.Guild, c.User, u); err != nil {
		return c.Trouble(table.ID(id), err)
	}
	var wrong error
	next, err := update(ctx, c, t, func(x *Table) {
		switch wrong = nil; {
		case x.invites(u):
		case len(x.Invited) == 0: // the press is on an old message
			wrong = c.Refuse("The table is open to anyone now; nobody needs an invitation.")
		default:
			wrong = c.Fits(bound.Invitations, len(x.Invited))
		}
		if wrong != nil {
			return
		}
		if x.unban(u); !x.invites(u) {
			x.Invited = append(slices.Clip(x.Invited), Guest{User: u, Name: c.Names[u]})
		}
	})
	if err = cmp.Or(err, wrong); err != nil {
		return c.Trouble(table.ID(id), err)
	}
	call := []wire.UserID{u}
	if !mayCall(ctx, c, next, u) {
		call = nil
	}
	if err := postAgain(ctx, c, next, call); err != nil {
		return c.Trouble(table.ID(id), err)
	}
	return showSide(ctx, c, next, c.Text("They are invited."), inPlace)
}

// openToAnyone lets the host of a table of several open it to anyone.
func openToAnyone(ctx context.Context, c *bot.Call, id, _ string) wire.Answer {
	t, err := hostedTable(ctx, c, id)
	if err != nil {
		return c.Trouble(table.ID(id), err)
	}
	next, err := update(ctx, c, t, func(x *Table) { x.Invited = nil })
	if err != nil {
		return c.Trouble(table.ID(id), err)
	}
	redraw(ctx, c, next)
	return showSide(ctx, c, next, c.Text("Anyone who sees the card may take a seat now."), inPlace)
}

// hostedTable reads a table of several for its host, and refuses anybody else.
func hostedTable(ctx context.Context, c *bot.Call, id string) (Table, error) {
	t, err := opened(ctx, c, id)
	if err == nil && (c.User != t.Host || !t.several()) {
		err = bot.Refuse(notTheirs(c, t))
	}
	return t, err
}
