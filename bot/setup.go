package bot

import (
	"context"
	"slices"
	"strings"
)

// What /setup can take back.
const (
	clearChannel, clearRole, clearAnnounce = "channel", "moderators", "announcements"
)

// setupCommand is /setup, for those who manage a server.
func (b *Bot) setupCommand() Command {
	clocks := []Choice{{wordDefault, takeBack}}
	for _, name := range b.clocks() {
		clocks = append(clocks, Choice{name, name})
	}
	modes := []Choice{{wordAll, takeBack}}
	for _, m := range b.modes() {
		modes = append(modes, Choice{m, m})
	}
	var clear []Choice
	for _, c := range []string{clearChannel, clearRole, clearAnnounce} {
		clear = append(clear, Choice{c, c})
	}
	return Command{Name: "setup", Description: wordSetupAbout, GuildOnly: true, Needs: ManageServer, Options: []CommandOption{
		{Name: "channel", Description: wordSetChannel, Kind: ChannelOption},
		{Name: "moderators", Description: wordSetRole, Kind: RoleOption},
		{Name: "secrecy", Description: wordSetModes, Kind: StringOption, Choices: modes},
		{Name: "clock", Description: wordSetClock, Kind: StringOption, Choices: clocks[:min(len(clocks), mostChoices)]},
		{Name: "language", Description: wordSetLanguage, Kind: StringOption, Choices: chosen(Languages, wordAsServer)},
		{Name: "theme", Description: wordSetTheme, Kind: StringOption, Choices: chosen(Themes, wordDefault)},
		{Name: "announcements", Description: wordSetAnnounce, Kind: ChannelOption},
		{Name: "clear", Description: wordSetClear, Kind: StringOption, Choices: clear},
	}}
}

// modes are the game's modes of secrecy: the choices of its option of that name.
func (b *Bot) modes() []string {
	var out []string
	for _, o := range b.Forms.Options() {
		if o.Name == "secrecy" {
			for _, c := range o.Choices {
				out = append(out, c.Value)
			}
		}
	}
	return out
}

// setup is /setup: it changes what is given, and shows how things stand.
func (b *Bot) setup(ctx context.Context, i Interaction) Answer {
	switch {
	case i.Guild == "":
		return b.say(wordSetupGuild)
	case !i.May(ManageServer):
		return b.say(wordSetupRights)
	}
	s, err := b.Server(ctx, i.Guild)
	if err != nil {
		return b.trouble("", err)
	}
	if no, ok := b.readSetup(&s, i.Options); !ok {
		return no
	}
	if len(i.Options) > 0 {
		s.Version = recordVersion
		if err := b.putRecord(ctx, serverKey(i.Guild), s, s.empty()); err != nil {
			return b.trouble("", err)
		}
	}
	return b.showSetup(s)
}

func (s Server) empty() bool {
	return s.Channel+s.ModRole+s.Announce == "" && s.Clock+s.Language+s.Theme == "" && len(s.Modes) == 0
}

// readSetup changes what the options give. ok is false with the answer to give.
func (b *Bot) readSetup(s *Server, options map[string]string) (no Answer, ok bool) {
	mode := strings.Join(s.Modes, ",")
	for _, x := range []struct {
		option string
		values []string
		to     *string
	}{{"secrecy", b.modes(), &mode}, {"clock", b.clocks(), &s.Clock}, {"language", Languages, &s.Language}, {"theme", Themes, &s.Theme}} {
		if no, ok := b.pick(x.option, options[x.option], x.values, x.to); !ok {
			return no, false
		}
	}
	s.Modes = nil
	if mode != "" {
		s.Modes = strings.Split(mode, ",")
	}
	for option, to := range map[string]*Snowflake{"channel": &s.Channel, "moderators": &s.ModRole, "announcements": &s.Announce} {
		if v := options[option]; v != "" {
			*to = Snowflake(v)
		}
	}
	switch v := options["clear"]; v {
	case "":
	case clearChannel:
		s.Channel = ""
	case clearRole:
		s.ModRole = ""
	case clearAnnounce:
		s.Announce = ""
	default:
		return b.say(wordBadChoice, Clip(Plain(v), 60), b.optionName("clear"), strings.Join([]string{clearChannel, clearRole, clearAnnounce}, ", ")), false
	}
	return Answer{}, true
}

func (b *Bot) showSetup(s Server) Answer {
	return b.say(wordServer, mentionOr("<#", s.Channel, b.text(wordAnyChannel)), mentionOr("<@&", s.ModRole, b.text(wordNobody)),
		strings.Join(s.allowed(b), ", "), or(s.Clock, b.Default), b.named(s.Language, wordAsServer), b.named(s.Theme, wordDark),
		mentionOr("<#", s.Announce, b.text(wordNowhere)))
}

// allowed are the modes of secrecy that may be played on the server.
func (s Server) allowed(b *Bot) []string {
	if len(s.Modes) > 0 {
		return s.Modes
	}
	return b.modes()
}

// mentionOr shows a channel or role by its id, or what stands for none.
func mentionOr(mark string, id Snowflake, none string) string {
	if id == "" {
		return none
	}
	return mark + string(id) + ">"
}

func or(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// permits tells whether the server lets this challenge be made: its channel and its mode of secrecy. What the challenge
// leaves open is filled in with the server's own choice. ok is false with the answer to give.
func (b *Bot) permits(s Server, i Interaction) (no Answer, ok bool) {
	if s.Channel != "" && i.Channel != s.Channel {
		return b.say(wordOtherChannel, s.Channel), false
	}
	if len(s.Modes) == 0 {
		return Answer{}, true
	}
	switch mode := i.Options["secrecy"]; {
	case mode == "":
		i.Options["secrecy"] = s.Modes[0]
	case !slices.Contains(s.Modes, mode):
		return b.say(wordOtherMode, strings.Join(s.Modes, ", "), mode), false
	}
	return Answer{}, true
}
