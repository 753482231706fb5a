package lobby

import (
	"context"
	"slices"

	"downsync/bot"
)

// Whoever takes up a challenge to anyone keeps the others out of it, whether they come to the match or not. So its challenger may send
// them away, and they may back out themselves. In a series the sides wait for each other by rules of their own, see bot.Series.

// mostAway bounds how many users a challenge remembers that were sent away, the newest last.
const mostAway = 100

// mayPart tells whether the challenger may send away who has taken the challenge up.
func (c challenge) mayPart() bool {
	return c.Taker != nil && c.To == "" && c.Series == nil && c.Rival == nil
}

func (c challenge) sentAway(u bot.UserID) bool { return slices.Contains(c.Away, u) }

// sendAwayButton names whom it sends away, so that an old one sends nobody else.
func sendAwayButton(c *bot.Call, ch challenge) bot.Button {
	return bot.Button{ID: bot.IDSendAway + "|" + ch.ID + "|" + string(ch.Taker.User), Label: c.Say("Send away: %s", bot.Clip(ch.Taker.Name, 40)), Style: bot.Danger}
}

// sendAway opens a challenge to others again: it takes out the user who took it up, who cannot do so a second time.
func sendAway(ctx context.Context, c *bot.Call, id, user string) bot.Answer {
	ch, no, ok := opened(ctx, c, id)
	switch {
	case !ok:
		return no
	case c.User != ch.From:
		return notTheirs(c, ch)
	}
	var was challenge
	out := bot.UserID(user)
	next, no, ok := update(ctx, c, ch, func(x *challenge) {
		if was = *x; !x.mayPart() || x.Taker.User != out {
			return
		}
		x.reopen()
		x.Away = append(slices.DeleteFunc(slices.Clone(x.Away), func(u bot.UserID) bool { return u == out }), out)
		x.Away = x.Away[max(0, len(x.Away)-mostAway):]
	})
	switch {
	case !ok:
		return no
	case !was.mayPart() || was.Taker.User != out:
		return showSide(ctx, c, next, c.Text("They are not in it any more. This is how it stands:"), inPlace)
	}
	closeWritten(ctx, c, was, wordOut)
	redraw(ctx, c, next)
	c.WriteTo(ctx, out, "o", func(c *bot.Call) bot.Message {
		return bot.Message{Silent: true, Blocks: []bot.Block{bot.Text(c.Say(wordAway, bot.Plain(ch.FromName)))}}
	})
	return showSide(ctx, c, next, c.Say("**%s** is out of it and cannot take it up again. The challenge is open to everybody else.", bot.Plain(was.Taker.Name)), inPlace)
}
