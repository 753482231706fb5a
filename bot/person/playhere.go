package person

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/lang"
	"downsync/bot/prefs"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// The message that invites to play: a row of buttons for each game, for everybody in a channel. Its custom ids name games only, so they
// work as long as the bot offers these. A server has one such message; /setup posts it, and posts it again in place of the last.

// invitation records where a server's message is.
type invitation struct {
	Version int            `json:"v"`
	Channel wire.ChannelID `json:"channel"`
	Message wire.MessageID `json:"message"`
	// Language is the code of its language. Without a choice in /setup it follows the server's language in Discord.
	Language string `json:"language"`
}

// Form returns the version of the record, see bot.RecordVersion.
func (i *invitation) Form() *int { return &i.Version }

// Empty reports whether the server has none.
func (i invitation) Empty() bool { return i.Message == "" }

const invitations = "guild.play/" // guild.play/server

// mostInvited is how many games have a row of their own: Discord allows a message 40 components. With more, a menu leads to the help of all.
const mostInvited = 6

// setupInvite is the part of the panel's custom ids that posts the message.
const setupInvite = "invite"

const wordPlayHere game.Text = "Play here"

// invite posts the message in the channel for matches, or where the user acts if there is none, and deletes the last one.
func invite(ctx context.Context, c *bot.Call, s prefs.Server) (now invitation, err error) {
	channel := cmp.Or(s.Channel, c.Channel)
	id, err := c.Wire.Post(ctx, channel, invitationIn(c.In(bot.ServerVoice(s, c.Interaction)), s), "play"+c.NewID("invitation"))
	switch {
	case errors.Is(err, wire.ErrDenied) || errors.Is(err, wire.ErrGone):
		return now, c.Refuse("⚠️ I may not post in <#%s>.", string(channel))
	case err != nil:
		return now, err
	}
	now = invitation{Channel: channel, Message: id, Language: bot.ServerVoice(s, c.Interaction).Language.String()}
	return now, noteInvitation(ctx, c, c.Guild, now)
}

// noteInvitation records a server's new message and deletes the one before.
func noteInvitation(ctx context.Context, c *bot.Call, g wire.GuildID, now invitation) error {
	var last invitation
	_, err := bot.Change(ctx, c.App, invitations+string(g), func(x *invitation) error {
		last = *x
		x.Channel, x.Message, x.Language = now.Channel, now.Message, now.Language
		return nil
	})
	if err != nil || last.Empty() || last.Message == now.Message {
		return err
	}
	if err := c.Wire.Delete(ctx, last.Channel, last.Message); err != nil && !errors.Is(err, wire.ErrGone) {
		c.Log.Warn("earlier message not deleted", "channel", last.Channel, "error", err.Error()) // its buttons do the same
	}
	return nil
}

// redrawInvitation updates a server's message after a change of its set-up.
func redrawInvitation(ctx context.Context, c *bot.Call, s prefs.Server) {
	var at invitation
	err := c.Read(ctx, invitations+string(c.Guild), &at)
	if err == nil && !at.Empty() {
		voice := bot.ServerVoice(s, c.Interaction)
		if err = c.Wire.Edit(ctx, at.Channel, at.Message, invitationIn(c.In(voice), s)); err == nil {
			at.Language = voice.Language.String()
			err = noteInvitation(ctx, c, c.Guild, at)
		}
	}
	if err != nil {
		c.Log.Warn("message of a server not updated", "server", c.Guild, "error", err.Error())
	}
}

// repostInvitations updates the messages of all servers, and posts those again that cannot be edited. One that somebody has deleted stays so.
func repostInvitations(ctx context.Context, c *bot.Call) error {
	return c.Each(ctx, invitations, func(r table.Record) error {
		var at invitation
		guild := wire.GuildID(strings.TrimPrefix(r.Key, invitations))
		if err := c.Decode(ctx, r, &at); err != nil {
			return err
		}
		s, err := c.Server(ctx, guild)
		if err != nil {
			return err
		}
		m := invitationIn(c.In(bot.Voice{Language: lang.Of(at.Language), Theme: s.Theme}), s)
		err = c.Wire.Edit(ctx, at.Channel, at.Message, m)
		switch {
		case errors.Is(err, wire.ErrGone):
			return c.Delete(ctx, r.Key)
		case !errors.Is(err, wire.ErrUneditable):
			return nil // after a failure, the buttons work anyway
		}
		id, err := c.Wire.Post(ctx, at.Channel, m, "play"+wire.NewID())
		if err != nil {
			c.Log.Warn("message of a server not posted again", "server", guild, "error", err.Error())
			return nil
		}
		return noteInvitation(ctx, c, guild, invitation{Channel: at.Channel, Message: id, Language: at.Language})
	})
}

// invitationIn returns the message in a server's language.
func invitationIn(c *bot.Call, s prefs.Server) wire.Message {
	blocks := []wire.Block{wire.Text("## " + c.Text(wordPlayHere) + "\n" + c.Text("person.invitation"))}
	games := c.Games
	if len(games) > mostInvited {
		games = games[:mostInvited-1]
	}
	for _, g := range games {
		about := c.Forms(g.ID).About
		goal, _, _ := strings.Cut(about.Goal, ". ")
		blocks = append(blocks, wire.Text("### "+about.Name+"\n"+strings.TrimSuffix(goal, ".")+"."), invitationRow(c, s, g.ID))
	}
	if len(games) < len(c.Games) {
		more := wire.Select{ID: idHelp, Placeholder: c.Text("Another game")}
		for _, g := range c.Games[len(games):min(len(c.Games), wire.MostChoices)] {
			more.Options = append(more.Options, wire.Option{Value: g.ID, Label: c.Forms(g.ID).About.Name})
		}
		blocks = append(blocks, more)
	}
	return wire.Message{Silent: true, Blocks: []wire.Block{wire.Box{Accent: greetingAccent, Blocks: blocks}}}
}

// invitationRow returns a game's buttons.
func invitationRow(c *bot.Call, s prefs.Server, game string) (row wire.Row) {
	if c.Forms(game).Lessons != nil {
		row = append(row, wire.Button{ID: learnID(c, "", game), Label: c.Text("Learn"), Style: wire.Primary})
	}
	if c.Games.RivalOf(game) != nil && s.Rivals != bot.RivalsOff {
		row = append(row, rivalButton(game, c.Language))
	}
	return append(row, wire.Button{ID: customid.Challenge + "|" + game, Label: c.Text("Challenge")},
		wire.Button{ID: customid.Anybody + "|" + game, Label: c.Text("Open to all")})
}
