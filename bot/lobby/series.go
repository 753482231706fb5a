package lobby

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"downsync/bot"
	"downsync/bot/undelivered"
	"downsync/bot/wire"
	"downsync/game/table"
)

// The matches of a series begin as challenges that only the other side of the series can accept.

// seriesChallenge makes and posts a challenge for a series' match.
func seriesChallenge(ctx context.Context, c *bot.Call, x bot.SeriesChallenge) wire.Answer {
	f := c.Forms(x.Game)
	if err := c.AdmitTo(ctx, c, c.Guild, x.ID, c.User); err != nil { // if that user may not play, another on the challenged side may accept
		return c.Trouble(x.Match, err)
	}
	if c.User != bot.RivalUser {
		if err := hasRoom(ctx, c); err != nil {
			return c.Trouble(x.Match, err)
		}
	}
	force, note, err := f.ReadForce(x.Settings, 1, f.Forces(x.Settings, 1)[0].Value)
	if err != nil {
		return c.Trouble("", bot.FormsFailed("force", err))
	}
	now := c.Clock.Now()
	t := Table{ID: string(x.Match), Host: c.User, Seats: []Seat{{User: c.User, Name: c.Name, Force: force}, {}}, Invited: []Guest{{User: x.To, Name: x.ToName}},
		Game: c.Games.Recorded(x.Game), Settings: x.Settings, Clock: x.Clock, Pace: x.Pace, Turn: x.Turn, React: x.React, Seed: table.NewSeed().Hex(),
		Guild: c.Guild, Channel: x.Channel, Language: x.Voice.Language.String(), Theme: x.Voice.Theme, Headline: headed(x.Headline),
		Until: now.Add(bot.SeriesLife), Series: &x.SeriesMatch, note: note, noted: c.User}
	t.Wait.Start(now, 1)
	if x.Rival != nil {
		if err := accepts(c, &t, *x.Rival); err != nil {
			return c.Trouble(x.Match, err)
		}
		if t.full() { // the program is ready
			t.Wait.Start(now)
		}
	}
	return post(ctx, c, t, x.Also...)
}

// stays reports whether a table stays open although its card could not be posted. A table of a series does if the bot
// may not post there: otherwise the other side could remove that permission whenever this side moves, and win on time.
// The user who is to accept is notified later; see callQuiet.
func stays(c *bot.Call, t Table, err error) bool {
	if t.Series == nil || undelivered.Fault(err) == "" {
		return false
	}
	c.Log.Warn("challenge not posted", "match", t.ID, "error", err.Error())
	return true
}

func headed(line string) string { return line + "\n" }

// retitle changes the headline of an open challenge.
func retitle(ctx context.Context, c *bot.Call, id table.ID, headline string) error {
	t, err := changeTable(ctx, c, string(id), func(x *Table) { x.Headline = headed(headline) })
	if err == nil {
		redraw(ctx, c, t)
	}
	return bot.NotFound(err)
}

// address asks another user to accept an open challenge. The series' card notifies them.
func address(ctx context.Context, c *bot.Call, id table.ID, user wire.UserID, name string) error {
	t, err := changeTable(ctx, c, string(id), func(x *Table) {
		if !x.full() {
			x.Invited = []Guest{{User: user, Name: name}}
		}
	})
	if err == nil {
		redraw(ctx, c, t)
	}
	return bot.NotFound(err)
}

// openInSeries reports whether the user may accept the challenge for their side of its series.
func openInSeries(ctx context.Context, c *bot.Call, t Table) bool {
	if t.Series == nil || t.full() {
		return false
	}
	ok, err := c.SeriesTaker(ctx, c, t.Guild, t.Series.ID, c.User)
	if err != nil {
		c.Log.Warn("series not read", "match", t.ID, "error", err.Error())
	}
	return ok && err == nil
}

// stateOf returns the state of a series' table.
func stateOf(ctx context.Context, c *bot.Call, id table.ID) (o bot.OpenChallenge, err error) {
	t, err := openTable(ctx, c, string(id))
	if err != nil {
		return o, bot.NotFound(err)
	}
	o = bot.OpenChallenge{Open: true, Taken: t.full(), Wait: t.Wait, Guard: t.kept}
	o.Guard.Value = o.Guard.Was
	if len(t.Invited) > 0 {
		o.To = t.Invited[0].User
	}
	for _, s := range t.Seats {
		o.Players = append(o.Players, s.User)
	}
	if o.Taken {
		o.Absent = t.usersOf(unready(c, t, -1, c.Clock.Now()))
	}
	return o, nil
}

// callTime is how long a host has to deliver a late notification before another host may send it.
const callTime = time.Minute

// callQuiet notifies the users whom a table waits for without having notified them, so that nobody loses a series
// without being told. If it fails, or the host dies before noting its success, the next host that looks tries again.
func callQuiet(ctx context.Context, c *bot.Call, id table.ID) error {
	now, own := c.Clock.Now(), false
	t, err := changeTable(ctx, c, string(id), func(x *Table) { // so that another host does not notify them as well
		if own = !x.Wait.Unnotified.IsZero() && now.Sub(x.Wait.Notifying) >= callTime; own {
			x.Wait.Notifying = now
		}
	})
	if err != nil || !own {
		return bot.NotFound(err)
	}
	if t.full() {
		err = callReady(ctx, c, t, t.usersOf(t.Wait.For))
	} else {
		err = postAgain(ctx, c, t, invitedUsers(t))
	}
	if err != nil {
		_, err = changeTable(ctx, c, t.ID, func(x *Table) {
			if x.Wait.Notifying.Equal(now) {
				x.Wait.Notifying = time.Time{}
			}
		})
	}
	return bot.NotFound(err)
}

// invitedUsers returns the guests who have no seat yet.
func invitedUsers(t Table) (us []wire.UserID) {
	for _, g := range t.awaited() {
		us = append(us, g.User)
	}
	return us
}

// silent notes that from now on the table waits for somebody whose notification is not delivered yet. Only a series
// depends on that.
func (t *Table) silent(now time.Time) {
	if t.Series == nil {
		t.Wait.Heard()
	} else {
		t.Wait.Silent(now)
	}
}

// delivered notes the delivery of the notification that the table, as it was read, still owed. It is noted only
// afterwards: if a host dies in between, the next host sends it again.
func (t *Table) delivered(was Table, now time.Time) {
	if slices.EqualFunc(t.Seats, was.Seats, samePlayer) { // otherwise it owes another notification
		t.Wait.Delivered(was.Wait, now)
	}
}

// nonce returns the nonce of the card that notifies somebody. A late notification has the same nonce on all hosts, so
// that a repeat is not seen twice.
func (t Table) nonce(usual string) string {
	if t.Wait.Notifying.IsZero() {
		return usual
	}
	return fmt.Sprintf("q%s.%d", t.ID, t.Wait.Unnotified.Unix())
}

// postAgain posts the card of an open table, which notifies the users in call, and closes the earlier card.
// If there were too many new cards, it updates the earlier card instead, which notifies nobody.
func postAgain(ctx context.Context, c *bot.Call, t Table, call []wire.UserID) error {
	if !mayPost(ctx, c, t) {
		redraw(ctx, c, t)
		return nil
	}
	card, err := lobbyCard(c, t)
	if err != nil {
		return err
	}
	card.Mention = call
	message, err := postCard(ctx, c, t, card, t.nonce(wire.NewID()))
	old, now := t, Table{}
	if err == nil {
		t.Message = message
		now, err = changeTable(ctx, c, t.ID, func(x *Table) {
			old.Message, x.Message = x.Message, message
			x.delivered(t, c.Clock.Now())
		})
	}
	if err != nil {
		c.Log.Warn("challenge not posted again", "match", t.ID, "error", err.Error())
		if errors.Is(err, table.ErrNoRecord) {
			closeGone(ctx, c, t)
		}
		return err
	}
	closeLobby(ctx, c, old, "See the newer card.")
	if now.shown() != t.shown() {
		redraw(ctx, c, now)
	}
	return nil
}

// dropChallenge withdraws a challenge if it is open.
func dropChallenge(ctx context.Context, c *bot.Call, id table.ID) error {
	t, err := openTable(ctx, c, string(id))
	if errors.Is(err, table.ErrNoRecord) {
		return nil
	}
	if err == nil {
		var gone bool
		if gone, err = drop(ctx, c, t); err == nil && !gone {
			end(ctx, c, t, "Withdrawn.")
		}
	}
	return err
}

// leaveChallenge takes the user out of an open challenge.
func leaveChallenge(ctx context.Context, c *bot.Call, id table.ID, u wire.UserID) error {
	t, err := openTable(ctx, c, string(id))
	switch {
	case err != nil:
	case u == t.Host:
		return dropChallenge(ctx, c, id)
	case t.place(u) > 0:
		err = giveBack(ctx, c, t.ID, u)
	case t.chooser(u) >= 0:
		t, err = changeTable(ctx, c, t.ID, func(x *Table) { x.stopChoosing(u) })
		if err == nil {
			redraw(ctx, c, t)
		}
	}
	if errors.Is(err, table.ErrNoRecord) {
		return nil
	}
	return err
}
