package person

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/prefs"
	"downsync/bot/wire"
)

// The values of the option "clear" of /setup.
const (
	clearChannel, clearRole, clearAnnounce = "channel", "moderators", "announcements"
)

// setupCommand is /setup, for users who manage a server.
func setupCommand(a *bot.App) bot.Command {
	clocks := append([]wire.Choice{{Name: "default", Value: takeBack}}, wire.ChoicesOf(a.ClockNames()...)...)
	modes := append([]wire.Choice{{Name: "all", Value: takeBack}}, wire.ChoicesOf(modesOf(a)...)...)
	return bot.Command{Name: "setup", Description: "This server's settings, for those who manage it", GuildOnly: true,
		Needs: wire.ManageServer, Light: true, Run: setup, Options: append([]bot.CommandOption{
			{Name: "channel", Description: "The only channel for challenges; each match gets a thread there",
				Kind: wire.ChannelOption},
			{Name: "moderators", Description: "Who may judge disputes; players of a match never judge it", Kind: wire.RoleOption},
			{Name: "secrecy", Description: "Which modes of secrecy may be played here", Kind: wire.StringOption, Choices: modes},
			{Name: "clock", Description: "The default clock of challenges", Kind: wire.StringOption,
				Choices: clocks[:min(len(clocks), wire.MostChoices)]},
			{Name: "language", Description: "The language of public messages here", Kind: wire.StringOption,
				Choices: chosen(prefs.Languages, "as on the server")},
			{Name: "theme", Description: "How public boards look here", Kind: wire.StringOption, Choices: chosen(prefs.Themes, "default")},
			{Name: "announcements", Description: "Where I announce the results of matches", Kind: wire.ChannelOption},
			{Name: "clear", Description: "Reset a choice to its default", Kind: wire.StringOption,
				Choices: wire.ChoicesOf(clearChannel, clearRole, clearAnnounce)},
		}, slices.Concat(usualGame(a), rivalsOption(a))...)}
}

// rivalsOption lets a server forbid the program as an opponent.
func rivalsOption(a *bot.App) []bot.CommandOption {
	if !a.Games.PlaysItself() {
		return nil
	}
	return []bot.CommandOption{{Name: "rivals", Description: "Whether people may play against me here", Kind: wire.StringOption,
		Choices: []wire.Choice{{Name: "on", Value: takeBack}, {Name: "off", Value: bot.RivalsOff}}}}
}

// usualGame returns the option for the usual game on a server.
func usualGame(a *bot.App) []bot.CommandOption {
	options := a.Games.GameOption(nil)
	for i := range options {
		options[i].Description = "The game that is usual here"
		options[i].Choices = append([]wire.Choice{{Name: "default", Value: takeBack}}, options[i].Choices...)
	}
	return options
}

// modesOf returns the modes of secrecy of all games.
func modesOf(a *bot.App) []string {
	modes, _ := bot.Offered(a, bot.Forms.Modes, func(m string) string { return m })
	return modes
}

// setup is /setup: it applies the given options, and shows the whole set-up.
func setup(ctx context.Context, c *bot.Call) wire.Answer {
	switch {
	case c.Guild == "":
		return c.Answer("`/setup` is about a server: use it in one of the server's channels.")
	case !c.May(wire.ManageServer):
		return c.Answer("`/setup` is for those who may manage this server (the permission Manage Server).")
	}
	unchecked, refused := refusedChannel(ctx, c)
	if refused != "" {
		return c.Answer("%s", refused)
	}
	s, err := bot.Change(ctx, c.App, prefs.ServerKey(c.Guild), func(s *prefs.Server) error { return readSetup(c, s) })
	if err != nil {
		return c.Trouble("", err)
	}
	if err := c.NoteModerator(ctx, ""); err != nil {
		return c.Trouble("", err)
	}
	a := showSetup(c, s)
	for _, channel := range unchecked {
		a.Letter.Blocks = append(a.Letter.Blocks, wire.Text(c.Say("⚠️ I could not check whether I may write in <#%s>.", string(channel))))
	}
	if s.ModRole != "" {
		switch here, err := c.Wire.GuildNow(ctx, c.Guild, s.ModRole, ""); {
		case err != nil:
			c.Log.Warn("moderators' role not checked", "error", err.Error())
			a.Letter.Blocks = append(a.Letter.Blocks, wire.Text(c.Say("⚠️ I could not check whether a mention of <@&%s> notifies anybody.", string(s.ModRole))))
		case !here.Pings:
			a.Letter.Blocks = append(a.Letter.Blocks, wire.Text(c.Say("person.role-mute", string(s.ModRole))))
		}
	}
	return a
}

// refusedChannel says what the bot lacks in a chosen channel; "" if it may do there what it must. unchecked are the channels where that could
// not be found out.
func refusedChannel(ctx context.Context, c *bot.Call) (unchecked []wire.ChannelID, refused string) {
	for _, x := range []struct {
		option string
		needed []bot.Right
	}{{"channel", bot.NeededToPlay}, {"announcements", bot.NeededToPost}} {
		channel := wire.ChannelID(c.Options.Text(x.option))
		if channel == "" {
			continue
		}
		here, err := c.Wire.GuildNow(ctx, c.Guild, "", channel)
		if err != nil {
			c.Log.Warn("channel not checked", "channel", channel, "error", err.Error())
			unchecked = append(unchecked, channel)
			continue
		}
		if lacks := c.Lacking(x.needed, here.May); lacks != "" {
			return nil, c.Say("person.channel-lacks", string(channel), lacks)
		}
	}
	return unchecked, ""
}

// readSetup applies the given options.
func readSetup(c *bot.Call, s *prefs.Server) error {
	mode := strings.Join(s.Modes, ",")
	for _, x := range []struct {
		option string
		values []string
		to     *string
	}{{"secrecy", modesOf(c.App), &mode}, {"clock", c.ClockNames(), &s.Clock}, {"language", prefs.Languages, &s.Language},
		{"theme", prefs.Themes, &s.Theme}, {"game", c.Games.IDs(), &s.Game}, {"rivals", []string{bot.RivalsOff}, &s.Rivals}} {
		if err := pick(c, x.option, x.values, x.to); err != nil {
			return err
		}
	}
	s.Modes = nil
	if mode != "" {
		s.Modes = strings.Split(mode, ",")
	}
	s.Channel = cmp.Or(wire.ChannelID(c.Options.Text("channel")), s.Channel)
	s.ModRole = cmp.Or(wire.RoleID(c.Options.Text("moderators")), s.ModRole)
	s.Announce = cmp.Or(wire.ChannelID(c.Options.Text("announcements")), s.Announce)
	switch v := c.Options.Text("clear"); v {
	case "":
	case clearChannel:
		s.Channel = ""
	case clearRole:
		s.ModRole = ""
	case clearAnnounce:
		s.Announce = ""
	default:
		return c.Refuse(bot.WordBadChoice, wire.Clip(wire.Plain(v), 60), c.OptionName("clear"),
			strings.Join([]string{clearChannel, clearRole, clearAnnounce}, ", "))
	}
	return nil
}

func showSetup(c *bot.Call, s prefs.Server) wire.Answer {
	modes := s.Modes
	if len(modes) == 0 {
		modes = modesOf(c.App)
	}
	a := c.Answer("person.server", mentionOr("<#", string(s.Channel), c.Text("every channel")), mentionOr("<@&", string(s.ModRole), c.Text("nobody")),
		strings.Join(modes, ", "), cmp.Or(s.Clock, c.Default), named(c, s.Language, "as on the server"), named(c, s.Theme, "dark"),
		mentionOr("<#", string(s.Announce), c.Text("nowhere")))
	if s.Rivals == bot.RivalsOff {
		a.Letter.Blocks = append(a.Letter.Blocks, wire.Text(c.Text("• I do not play here myself.")))
	}
	if len(c.Games) > 1 {
		a.Letter.Blocks = append(a.Letter.Blocks,
			wire.Text(c.Say("• Game, unless the challenge names one: %s", c.Forms(cmp.Or(s.Game, c.Games[0].ID)).About.Name)))
	}
	return a
}

// mentionOr shows a channel or role by its id; none if the id is "".
func mentionOr(mark, id, none string) string {
	if id == "" {
		return none
	}
	return mark + id + ">"
}
