package match

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/prefs"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// The player who left a seat to the program reads there only what everybody reads: that they have left, and at the end the result.
// When both are sent is public too.

// formerConsole is the last console of such a player.
type formerConsole struct {
	User    wire.UserID    `json:"user,omitempty"`
	Channel wire.ChannelID `json:"channel,omitempty"`
	posted
	Left  bool `json:"left,omitempty"`  // it says that they have left
	Ended bool `json:"ended,omitempty"` // it shows the result
}

// passedOn returns the memory of the queue for the seat's next player. A player who has left the seat to the program may get it back by
// a rewind: they then get a new console, which replaces the message that they have left.
func (at *seatMemory) passedOn(p table.Private) seatMemory {
	next := seatMemory{Seq: at.Seq, User: p.User()}
	switch left := at.Former; {
	case p.User() == table.StandIn(p.Seat):
		next.Former = &formerConsole{User: p.Meta.Users[p.Seat-1]}
		if at.User == next.Former.User {
			next.Former.Channel, next.Former.posted = at.Channel, at.posted
		}
	case left != nil && left.User == p.User():
		next.Channel, next.posted = left.Channel, posted{Try: left.Try + 1, Stale: left.Message}
	}
	return next
}

// tellFormer tells the player who left the seat to the program that they have left, in their last console, and at the end sends them the
// result. That they have left is no news to them: a failure of that is not tried again.
func tellFormer(ctx context.Context, c *bot.Call, id table.ID, seat game.Seat, at *seatMemory) error {
	p, err := c.Hall.Public(ctx, id)
	if err != nil {
		return err
	}
	if at.Former == nil { // they left before the memory had a place for it
		at.Former = &formerConsole{User: p.Meta.Users[seat-1], Left: true}
	}
	left := at.Former
	if !bot.Reachable(left.User) || left.Ended || left.Left && p.Result == nil {
		return nil
	}
	who, err := c.Prefs(ctx, left.User)
	if err != nil {
		return err
	}
	c = c.In(bot.UserVoice(who, who.Discord))
	if p.Result == nil {
		left.Left = true
		if left.Message != "" {
			if err := c.Wire.Edit(ctx, left.Channel, left.Message, hasLeft(c, p, seat)); err != nil {
				c.Log.Info("player not told that they have left", "match", id, "error", err.Error())
			}
		}
		return nil
	}
	if left.Channel == "" {
		left.Channel, err = c.Wire.DM(ctx, left.User)
	}
	if err == nil {
		var m wire.Message
		if m, err = resultOf(ctx, c, p, seat); err != nil {
			return err
		}
		m.Silent = !who.QuietUntil(c.Clock.Now()).IsZero() || who.Calls == prefs.CallsThread
		old := left.Message
		left.Message, err = c.Post(ctx, left.Channel, m, nonceOf(fmt.Sprintf("%s.%d.end.%d", id, seat, left.Try)), false)
		c.Discard(ctx, left.Channel, old, left.Message)
	}
	switch {
	case errors.Is(err, wire.ErrClosedDM):
		err = nil
	case errors.Is(err, wire.ErrGone) || errors.Is(err, wire.ErrDenied):
		left.Channel = "" // the next try opens the direct channel again
	}
	left.Ended = err == nil
	return err
}

// isBack reports whether the player has left the match before, and a rewind took that back.
func isBack(p table.Private) bool {
	return slices.ContainsFunc(p.Facts, func(f game.Fact) bool {
		void, ok := f.(game.Void)
		if !ok {
			return false
		}
		_, left := game.DepartureOf([]game.Fact{void.Fact}, p.Seat)
		return left
	})
}

// departed says why a player who left a seat to the program no longer plays there, by the reason.
var departed = map[string]game.Text{table.WhyTime: "Your time has run out, so you are out of this match; the bot plays on in your place."}

// hasLeft returns the message to a player who left the seat to the program.
func hasLeft(c *bot.Call, p table.Public, seat game.Seat) wire.Message {
	d, _ := game.DepartureOf(p.Facts, seat)
	said, ok := departed[d.Why]
	if !ok {
		said = "You have left this match; the bot plays on in your place."
	}
	return wire.Message{Blocks: []wire.Block{wire.Text(c.Text(said)), wire.Row{customid.ViewButton(p.ID, c.Language)}}}
}

// resultOf returns the end of the match as everybody sees it, for a player who left the seat to the program.
func resultOf(ctx context.Context, c *bot.Call, p table.Public, seat game.Seat) (wire.Message, error) {
	p.Meta = c.Named(ctx, p.Meta)
	board, err := c.Of(p.Meta).Board(p)
	if err != nil {
		return wire.Message{}, bot.FormsFailed("board", err)
	}
	l := wire.Letter{Seat: seat, Message: board.Message}
	l.Mention = nil
	known := onlooker(p, seat)
	known.Facts = p.Facts
	withEnd(c, &l, known)
	l.More = c.Text(bot.WordMore)
	withSeries(ctx, c, &l, known)
	withName(ctx, c, &l, known, false)
	return l.Message, nil
}
