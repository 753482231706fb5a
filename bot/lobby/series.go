package lobby

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"downsync/bot"
	"downsync/game/table"
)

// The matches of a series begin as challenges, which only the other side of the series takes up.

// seriesChallenge makes and posts one.
func seriesChallenge(ctx context.Context, c *bot.Call, x bot.SeriesChallenge) bot.Answer {
	f := c.Forms(x.Game)
	if no, ok := c.AdmitTo(ctx, c, c.Guild, x.ID, c.User); !ok { // another of the side called may accept, if that user may not play
		return no
	}
	if c.User != bot.RivalUser {
		if no, ok := hasRoom(ctx, c); !ok {
			return no
		}
	}
	force, note, err := f.ReadForce(x.Settings, 1, f.Forces(x.Settings, 1)[0].Value)
	if err != nil {
		return c.Trouble("", bot.FormsFailed("force", err))
	}
	ch := challenge{ID: string(x.Match), Game: c.Games.Recorded(x.Game), From: c.User, FromName: c.Name, To: x.To, ToName: x.ToName, Settings: x.Settings,
		Force: force, note: note, noted: c.User, Seed: table.NewSeed().Hex(), Timing: x.Clock, Pace: x.Pace, Turn: x.Turn, React: x.React, Guild: c.Guild,
		Language: x.Voice.Language.String(), Theme: x.Voice.Theme, Channel: x.Channel, Until: c.Clock.Now().Add(bot.SeriesLife), Series: &x.SeriesMatch,
		Headline: headed(x.Headline)}
	if x.Rival != nil {
		if err := accepts(c, &ch, *x.Rival); err != nil {
			return c.Trouble(x.Match, err)
		}
	}
	return post(ctx, c, ch, x.Also...)
}

// stays tells whether a challenge whose card could not be posted stands all the same. One of a series does where the bot may not write: the
// other side could else take that right whenever this side chooses, and win by the time. Whoever is to accept it is called later; see callQuiet.
func stays(c *bot.Call, ch challenge, err error) bool {
	if ch.Series == nil || bot.CardFault(err) == "" {
		return false
	}
	c.Log.Warn("challenge not posted", "match", ch.ID, "error", err.Error())
	return true
}

func headed(line string) string { return line + "\n" }

// retitle puts another headline above an open challenge.
func retitle(ctx context.Context, c *bot.Call, id table.ID, headline string) error {
	ch, err := changeChallenge(ctx, c, string(id), func(x *challenge) { x.Headline = headed(headline) })
	if err == nil {
		redraw(ctx, c, ch)
	}
	return bot.NotFound(err)
}

// address asks another user to take up an open challenge. They are called by the card of its series.
func address(ctx context.Context, c *bot.Call, id table.ID, user bot.UserID, name string) error {
	ch, err := changeChallenge(ctx, c, string(id), func(x *challenge) {
		if x.Taker == nil {
			x.To, x.ToName = user, name
		}
	})
	if err == nil {
		redraw(ctx, c, ch)
	}
	return bot.NotFound(err)
}

// openInSeries tells whether the user may take up the challenge for their side of its series.
func openInSeries(ctx context.Context, c *bot.Call, ch challenge) bool {
	if ch.Series == nil || ch.Taker != nil {
		return false
	}
	ok, err := c.SeriesTaker(ctx, c, ch.Guild, ch.Series.ID, c.User)
	if err != nil {
		c.Log.Warn("series not read", "match", ch.ID, "error", err.Error())
	}
	return ok && err == nil
}

// put writes records of a challenge.
func put(ctx context.Context, c *bot.Call, ch challenge, rs ...table.Record) error {
	defer changed(c, ch)
	return c.Records.Put(ctx, rs...)
}

// changed has the card of the challenge's series drawn anew, if it is of one.
func changed(c *bot.Call, ch challenge) {
	if ch.Series != nil {
		c.SeriesChanged()
	}
}

// stands tells how a challenge stands.
func stands(ctx context.Context, c *bot.Call, id table.ID) (o bot.OpenChallenge, err error) {
	ch, err := openChallenge(ctx, c, string(id))
	o.Guard = ch.kept
	o.Guard.Value = o.Guard.Was
	o.Open, o.To, o.Players[0], o.Let, o.Quiet, o.Rung = err == nil, ch.To, ch.From, ch.Let, ch.Quiet, ch.Rung
	if o.Taken = o.Open && ch.Taker != nil; o.Taken {
		o.Players[1] = ch.Taker.User
		o.Ready, o.Late = ch.waits()
		for side, u := range ch.users() {
			if !ready(c, ch, side, c.Clock.Now()) {
				o.Absent = append(o.Absent, u)
			}
		}
	}
	return o, bot.NotFound(err)
}

// callTime is how long a host has to deliver a late call, before another may make it.
const callTime = time.Minute

// callQuiet calls whoever is waited for in a challenge and was not called for it, so that nobody loses a series by what they were not told
// of. Where they cannot be called, or the host dies before it has noted that they were, it is tried again when somebody looks.
func callQuiet(ctx context.Context, c *bot.Call, id table.ID) error {
	now, own := c.Clock.Now(), false
	ch, err := changeChallenge(ctx, c, string(id), func(x *challenge) { // so that another host does not call them as well
		if own = !x.Quiet.IsZero() && now.Sub(x.Calling) >= callTime; own {
			x.Calling = now
		}
	})
	if err != nil || !own {
		return bot.NotFound(err)
	}
	if ch.Taker != nil {
		_, late := ch.waits()
		err = callReady(ctx, c, ch, ch.users()[late])
	} else {
		err = postAgain(ctx, c, ch)
	}
	if err != nil {
		_, err = changeChallenge(ctx, c, ch.ID, func(x *challenge) {
			if x.Calling.Equal(now) {
				x.Calling = time.Time{}
			}
		})
	}
	return bot.NotFound(err)
}

// silent notes that somebody is waited for from now on whose call has not been delivered yet; only in a series does anything hang on that.
func (c *challenge) silent(now time.Time) {
	if c.heard(); c.Series != nil {
		c.Quiet = now
	}
}

// heard notes that whoever is waited for knows of it.
func (c *challenge) heard() { c.Quiet, c.Calling, c.Rung = time.Time{}, time.Time{}, time.Time{} }

// delivered notes that the call was delivered which the challenge, as it was read then, still owed. It is noted only now: a host that dies
// in between leaves the call to whoever looks next.
func (c *challenge) delivered(was challenge, now time.Time) {
	same := (c.Taker == nil) == (was.Taker == nil) && (c.Taker == nil || c.Taker.By == was.Taker.By)
	if !same || was.Quiet.IsZero() || !c.Quiet.Equal(was.Quiet) { // it owes another, or none
		return
	}
	if c.heard(); !was.Calling.IsZero() {
		c.Rung = now
	}
}

// nonce is that of the card that calls somebody. A late call has the same on all hosts, so that one that is made again is not seen twice.
func (c challenge) nonce(usual string) string {
	if c.Calling.IsZero() {
		return usual
	}
	return fmt.Sprintf("q%s.%d", c.ID, c.Quiet.Unix())
}

// postAgain posts the card of an open challenge, which calls whom it is for, and closes the card before it.
func postAgain(ctx context.Context, c *bot.Call, ch challenge) error {
	card, err := lobbyCard(c, ch)
	if err != nil {
		return err
	}
	message, err := postCard(ctx, c, ch, card, ch.nonce(bot.NewID()))
	old, now := ch, challenge{}
	if err == nil {
		ch.Message = message
		now, err = changeChallenge(ctx, c, ch.ID, func(x *challenge) {
			old.Message, x.Message = x.Message, message
			x.delivered(ch, c.Clock.Now())
		})
	}
	if err != nil {
		c.Log.Warn("challenge not posted again", "match", ch.ID, "error", err.Error())
		if errors.Is(err, table.ErrNoRecord) {
			closeGone(ctx, c, ch)
		}
		return err
	}
	closeLobby(ctx, c, old, "~~Challenge of %s.~~ See the newer card.")
	if now.shown() != ch.shown() {
		redraw(ctx, c, now)
	}
	return nil
}

// dropChallenge takes a challenge back, if it is open.
func dropChallenge(ctx context.Context, c *bot.Call, id table.ID) error {
	ch, err := openChallenge(ctx, c, string(id))
	if errors.Is(err, table.ErrNoRecord) {
		return nil
	}
	if err == nil {
		var gone bool
		if gone, err = drop(ctx, c, ch); err == nil && !gone {
			end(ctx, c, ch, "~~Challenge of %s.~~ Taken back.")
		}
	}
	return err
}

// leaveChallenge takes the user out of an open challenge.
func leaveChallenge(ctx context.Context, c *bot.Call, id table.ID, u bot.UserID) error {
	ch, err := openChallenge(ctx, c, string(id))
	switch {
	case err != nil:
	case ch.side(u) == 0:
		return dropChallenge(ctx, c, id)
	case ch.side(u) == 1:
		err = giveBack(ctx, c, ch.ID, u)
	case ch.chooser(u) >= 0:
		ch, err = changeChallenge(ctx, c, ch.ID, func(x *challenge) {
			x.Choosing = slices.DeleteFunc(x.Choosing, func(t taker) bool { return t.User == u })
		})
		if err == nil {
			redraw(ctx, c, ch)
		}
	}
	if errors.Is(err, table.ErrNoRecord) {
		return nil
	}
	return err
}
