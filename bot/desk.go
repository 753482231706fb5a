package bot

import (
	"context"
	"errors"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/table"
)

// The desk of a challenge: what either side sees of it in private until the match begins. It names their force, which is
// secret, and offers others to choose, to type and to build.

const (
	idChange = "change" // change|challenge: the desk
	idBuilt  = "built"  // built|challenge: plays the force under construction
)

// changeForce shows either side their desk.
func (b *Bot) changeForce(ctx context.Context, i Interaction, c challenge) Answer {
	if c.side(i.User) < 0 {
		return b.say(wordNotForYou)
	}
	desk := b.desk(ctx, c, i.User, b.text(wordDesk))
	return Answer{Letter: &desk, Fresh: true}
}

// desk is the user's desk. The head is what it says first. Who is not in yet has no force, and is told of those that
// everybody has.
func (b *Bot) desk(ctx context.Context, c challenge, u Snowflake, head string) Message {
	side, seat := c.side(u), game.Seat(2)
	if side == 0 {
		seat = 1
	}
	usual := b.Forms.Forces(c.Settings, seat)
	offered := slices.Concat(usual, b.keptFor(ctx, u, c.Settings))
	mine := c.force(side)
	lines, holder := []string{head}, wordForceHolder
	if mine == "" {
		for _, f := range usual {
			lines = append(lines, b.sayf(wordForceLine, f.Name, f.Units))
		}
	} else {
		holder = wordForceOther
		f := b.Forms.Mustered(c.Settings, mine)
		if n := slices.IndexFunc(offered, func(f Force) bool { return b.isForce(c, f, mine) }); n >= 0 {
			f.Name = offered[n].Name
		}
		lines = append(lines, b.sayf(wordYourForce, f.Name, f.Units))
		if c.note != "" {
			lines = append(lines, c.note)
		}
		lines = append(lines, b.text(wordForceYours))
	}
	menu := Select{ID: idForce + "|" + c.ID, Placeholder: b.text(holder)}
	for _, f := range offered[:min(len(offered), mostChoices)] {
		menu.Options = append(menu.Options, Option{Value: f.Value, Label: Clip(f.Name, longestChoice), Note: Clip(or(f.About, f.Units), longestChoice)})
	}
	return Message{Blocks: []Block{Text(strings.Join(lines, "\n")), menu, b.deskButtons(c, side)}}
}

// deskButtons are what else the side may do.
func (b *Bot) deskButtons(c challenge, side int) Row {
	var row Row
	if c.Taker != nil && side >= 0 && !b.ready(c, side, b.Clock.Now()) {
		row = append(row, Button{ID: idReady + "|" + c.ID, Label: b.text(wordReady), Style: Success})
	}
	row = append(row, Button{ID: idOwnForce + "|" + c.ID, Label: b.text(wordOwnForce)}, Button{ID: idForces, Label: b.text(wordBuildOne)})
	if side == 0 && c.Taker == nil {
		row = append(row, Button{ID: idCancel + "|" + c.ID, Label: b.text(wordTakeItBack)})
	}
	return row
}

// force is the side's, "" for who is not in.
func (c challenge) force(side int) string {
	switch {
	case side == 0:
		return c.Force
	case side == 1:
		return c.Taker.Force
	}
	return ""
}

// isForce tells whether an offered force is the one that was kept.
func (b *Bot) isForce(c challenge, f Force, kept string) bool {
	read, _, err := b.Forms.ReadForce(c.Settings, f.Value)
	return err == nil && read == kept
}

// changeForceTo keeps another force for a side that is in already.
func (b *Bot) changeForceTo(ctx context.Context, i Interaction, c challenge, force string) Answer {
	side := c.side(i.User)
	next, err := b.changeChallenge(ctx, c.ID, func(x *challenge) {
		if side == 0 {
			x.Force = force
		} else if x.Taker != nil {
			x.Taker.Force = force
		}
	})
	switch {
	case errors.Is(err, table.ErrNoMatch):
		return b.tooLate(ctx, i, table.ID(c.ID))
	case err != nil:
		return b.trouble(table.ID(c.ID), err)
	}
	next.note = c.note
	desk := b.desk(ctx, next, i.User, b.text(wordForceChanged2))
	return Answer{Letter: &desk}
}

// writeReady writes to whoever has still to press Ready, with their desk. The card has called them, so it comes without a
// sound.
func (b *Bot) writeReady(ctx context.Context, c challenge, u Snowflake) {
	side := c.side(u)
	if side < 0 {
		return
	}
	b.write(ctx, u, "r", func(b *Bot) Message {
		m := b.desk(ctx, c, u, b.sayf(wordReadyCall, Plain(c.names()[1-side])))
		m.Silent = true
		return m
	})
}

// playBuilt are buttons that play the force under construction in the user's challenges that it fits.
func (b *Bot) playBuilt(ctx context.Context, u Snowflake, code string) (Row, error) {
	cs, err := b.challenges(ctx, func(c challenge) bool { return c.side(u) >= 0 || c.chooser(u) >= 0 && c.Taker == nil })
	var row Row
	for _, c := range cs {
		if _, _, err := b.Forms.ReadForce(c.Settings, code); err != nil || len(row) == mostInRow {
			continue
		}
		row = append(row, Button{ID: idBuilt + "|" + c.ID, Label: b.sayf(wordPlayIt, Clip(b.against(c, u), 40)), Style: Success})
	}
	return row, err
}

// against names the other side of a challenge for the user.
func (b *Bot) against(c challenge, u Snowflake) string {
	switch {
	case u != c.From:
		return c.FromName
	case c.Taker != nil:
		return c.Taker.Name
	case c.To != "":
		return c.ToName
	}
	return b.text(wordAnyone)
}
