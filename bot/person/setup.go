package person

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/prefs"
	"downsync/bot/wire"
	"downsync/game"
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

// setup is /setup: it applies the given options, and shows the panel.
func setup(ctx context.Context, c *bot.Call) wire.Answer {
	if err := maySetUp(c); err != nil {
		return c.Trouble("", err)
	}
	known := channelRights{}
	if lacks := known.refused(ctx, c); lacks != "" {
		return c.Answer("%s", lacks)
	}
	s, err := changeSetup(ctx, c)
	if err != nil {
		return c.Trouble("", err)
	}
	return setupPanel{server: s, rights: known}.show(ctx, c)
}

// maySetUp refuses a user who may not set up the server.
func maySetUp(c *bot.Call) error {
	switch {
	case c.Guild == "":
		return c.Refuse("`/setup` is about a server: use it in one of the server's channels.")
	case !c.May(wire.ManageServer):
		return c.Refuse("`/setup` is for those who may manage this server (the permission Manage Server).")
	}
	return nil
}

// changeSetup applies the given options.
func changeSetup(ctx context.Context, c *bot.Call) (prefs.Server, error) {
	var was prefs.Server
	s, err := bot.Change(ctx, c.App, prefs.ServerKey(c.Guild), func(s *prefs.Server) error {
		was = *s
		return readSetup(c, s)
	})
	if err == nil {
		err = c.NoteModerator(ctx, "")
	}
	if err == nil && (s.Language != was.Language || s.Rivals != was.Rivals) {
		redrawInvitation(ctx, c, s)
	}
	return s, err
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

// neededIn lists the options of /setup that name a channel, with the rights that the bot needs there.
var neededIn = []struct {
	option string
	needed []bot.Right
}{{"channel", bot.NeededToPlay}, {"announcements", bot.NeededToPost}}

// channelRights holds what Discord said, during one answer, about what the bot may do in channels.
type channelRights map[wire.ChannelID]channelRight

type channelRight struct {
	may   wire.Permission
	known bool // false: Discord did not say
}

// in returns what the bot may do in a channel. It asks Discord at most once for each.
func (r channelRights) in(ctx context.Context, c *bot.Call, channel wire.ChannelID) channelRight {
	if x, ok := r[channel]; ok {
		return x
	}
	here, err := c.Wire.GuildNow(ctx, c.Guild, "", channel)
	if err != nil {
		c.Log.Warn("channel not checked", "channel", channel, "error", err.Error())
	}
	r[channel] = channelRight{here.May, err == nil}
	return r[channel]
}

// refused says what the bot lacks in a channel that the options choose; "" if it may do there what it must, or if that is unknown.
func (r channelRights) refused(ctx context.Context, c *bot.Call) string {
	for _, x := range neededIn {
		channel := wire.ChannelID(c.Options.Text(x.option))
		if channel == "" {
			continue
		}
		if here := r.in(ctx, c, channel); here.known {
			if lacks := c.Lacking(x.needed, here.may); lacks != "" {
				return c.Say("person.channel-lacks", string(channel), lacks)
			}
		}
	}
	return ""
}

// inChannels warns of what the bot lacks in the server's channels.
func (r channelRights) inChannels(ctx context.Context, c *bot.Call, s prefs.Server) (out []string) {
	for n, channel := range []wire.ChannelID{s.Channel, s.Announce} {
		if channel == "" {
			continue
		}
		here := r.in(ctx, c, channel)
		if !here.known {
			out = append(out, c.Say("⚠️ I could not check whether I may write in <#%s>.", string(channel)))
		} else if lacks := c.Lacking(neededIn[n].needed, here.may); lacks != "" {
			out = append(out, c.Say("⚠️ In <#%s> I lack %s. Give me that in the channel's settings, under Permissions.", string(channel), lacks))
		}
	}
	return out
}

// muteRole warns of a moderators' role whose mention notifies nobody.
func muteRole(ctx context.Context, c *bot.Call, s prefs.Server) string {
	if s.ModRole == "" {
		return ""
	}
	switch here, err := c.Wire.GuildNow(ctx, c.Guild, s.ModRole, ""); {
	case err != nil:
		c.Log.Warn("moderators' role not checked", "error", err.Error())
		return c.Say("⚠️ I could not check whether a mention of <@&%s> notifies anybody.", string(s.ModRole))
	case !here.Pings:
		return c.Say("person.role-mute", string(s.ModRole))
	}
	return ""
}

// The panel: what is set, with a control for each setting. Each press is saved at once, and the panel then shows the result.

// idSetup is setup for a button that opens the panel, setup|option for a select of the option's values, and setup|option|value for a button
// that sets the option.
const idSetup = "setup"

// Parts of the panel's custom ids that are no options.
const (
	setupShows = "show" // setup|show|page
	setupMore  = "more" // the second page
)

// onSecondPage lists the options that the second page of the panel sets.
var onSecondPage = []string{"game", "secrecy", "rivals", "language", "theme"}

// setupPress does what a control of the panel says, and shows the panel in its place.
func setupPress(ctx context.Context, c *bot.Call, option, value string) wire.Answer {
	if err := maySetUp(c); err != nil {
		return c.Trouble("", err)
	}
	panel := setupPanel{rights: channelRights{}, second: option == setupShows && value == setupMore || slices.Contains(onSecondPage, option)}
	switch {
	case option == "" || option == setupShows || option == setupInvite:
		c.Options = wire.Options{}
	case len(c.Values) == 1:
		c.Options = wire.Options{option: c.Values[0]}
	case value != "":
		c.Options = wire.Options{option: value}
	default: // a menu of channels or roles without a choice
		c.Options = wire.Options{"clear": option}
	}
	if panel.refused = panel.rights.refused(ctx, c); panel.refused != "" {
		c.Options = wire.Options{}
	}
	var err error
	if panel.server, err = changeSetup(ctx, c); err != nil {
		return c.Trouble("", err)
	}
	if option == setupInvite {
		if panel.invited, err = invite(ctx, c, panel.server); err != nil {
			return c.Trouble("", err)
		}
	}
	if len(c.Options) > 0 {
		panel.changed = option
	}
	a := panel.show(ctx, c)
	a.Fresh = !c.Private
	return a
}

// setupPanel is the panel at one moment.
type setupPanel struct {
	server  prefs.Server
	rights  channelRights
	second  bool       // the second page
	changed string     // the option that was just set
	refused string     // why the last change was not made
	invited invitation // just posted
}

// show draws the panel.
func (p setupPanel) show(ctx context.Context, c *bot.Call) wire.Answer {
	lines := p.lines(c)
	for _, channel := range []wire.ChannelID{p.server.Channel, p.server.Announce} {
		if channel != "" {
			p.rights.in(ctx, c, channel)
		}
	}
	out := []wire.Block{wire.Text(c.Text("## This server") + "\n" + c.Text("-# Every change is saved at once."))}
	row := wire.Row{{ID: idSetup + "|" + setupShows + "|" + setupMore, Label: c.Text("More settings")}, {ID: idSetup + "|" + setupInvite, Label: c.Text("Post “Play here”")}}
	if p.second {
		row = wire.Row{{ID: idSetup + "|" + setupShows, Label: c.Text("Back")}}
		out = append(out, wire.Text(listed(lines, "channel", "moderators", "announcements", "clock")))
	}
	var rest []string
	for _, x := range p.settings(c) {
		if p.second != slices.Contains(onSecondPage, x.option) {
			rest = append(rest, x.option)
			continue
		}
		switch {
		case x.pick:
			out = append(out, wire.Text(lines[x.option]), wire.Pick{ID: idSetup + "|" + x.option, Placeholder: c.Text(x.label), Roles: x.option == clearRole, Chosen: p.visible(x)})
		case x.toggles:
			row = append(row, x.toggle(c))
		case len(x.values) > 1:
			out = append(out, x.menu(c))
		}
	}
	if !p.second {
		out = append(out, wire.Text(listed(lines, rest...)))
	}
	if news := p.news(ctx, c, lines[p.changed]); len(news) > 0 { // above the last row, which a phone keeps in sight
		out = append(out, wire.Text(strings.Join(news, "\n")))
	}
	return wire.Fresh(append(out, row)...)
}

// news says what the last press changed, and what keeps the set-up from working.
func (p setupPanel) news(ctx context.Context, c *bot.Call, changed string) (out []string) {
	switch {
	case p.refused != "":
		out = append(out, p.refused)
	case !p.invited.Empty():
		out = append(out, c.Say("✅ The message **Play here** is in <#%s>.", string(p.invited.Channel)))
	case changed != "":
		out = append(out, c.Say("✅ Saved. %s", changed))
	}
	out = append(out, p.rights.inChannels(ctx, c, p.server)...)
	if p.second {
		return out
	}
	if mute := muteRole(ctx, c, p.server); mute != "" {
		out = append(out, mute)
	}
	return out
}

// visible returns what a menu of channels or roles shows as chosen: not a channel that is hidden from the bot, or gone.
func (p setupPanel) visible(x serverSetting) string {
	if here := p.rights[wire.ChannelID(x.now)]; here.known && here.may&(wire.ViewChannel|wire.Administrator) == 0 {
		return ""
	}
	return x.now
}

// listed returns the lines of those options.
func listed(lines map[string]string, options ...string) string {
	var out []string
	for _, o := range options {
		if lines[o] != "" {
			out = append(out, "• "+lines[o])
		}
	}
	return strings.Join(out, "\n")
}

// lines returns what is set, in a line for each option.
func (p setupPanel) lines(c *bot.Call) map[string]string {
	s, modes := p.server, p.server.Modes
	if len(modes) == 0 {
		modes = modesOf(c.App)
	}
	out := map[string]string{
		"channel":       c.Say("**Matches in**: %s", mentionOr("<#", string(s.Channel), c.Text("every channel"))),
		"moderators":    c.Say("**Moderators**: %s", mentionOr("<@&", string(s.ModRole), c.Text("nobody"))),
		"announcements": c.Say("**Results announced in**: %s", mentionOr("<#", string(s.Announce), c.Text("nowhere"))),
		"secrecy":       c.Say("**Secrecy allowed**: %s", strings.Join(modes, ", ")),
		"clock":         c.Say("**Clock**, unless the challenge names one: %s", cmp.Or(s.Clock, c.Default)),
		"language":      c.Say("**Language of public messages**: %s", named(c, s.Language, "as on the server")),
		"theme":         c.Say("**Public boards**: %s", named(c, s.Theme, "dark")),
	}
	if c.Games.PlaysItself() {
		out["rivals"] = c.Text("**Matches against me**: allowed")
		if s.Rivals == bot.RivalsOff {
			out["rivals"] = c.Text("**Matches against me**: not here")
		}
	}
	if len(c.Games) > 1 {
		out["game"] = c.Say("**Game**, unless the challenge names one: %s", c.Forms(cmp.Or(s.Game, c.Games[0].ID)).About.Name)
	}
	return out
}

// serverSetting is a setting of a server with its control.
type serverSetting struct {
	option string // of /setup
	label  game.Text
	now    string
	pick   bool // a channel or a role
	values []string
	back   string // the default, in words
	word   func(value string) string
	// toggles is set for a setting that is only on or off.
	toggles bool
}

// settings returns the settings in the order of the panel. A setting without values is not offered.
func (p setupPanel) settings(c *bot.Call) []serverSetting {
	s := p.server
	usual := func(name string) string { return c.Text("default") + " (" + name + ")" }
	plainly := func(v string) string { return v }
	word := func(v string) string { return named(c, v, "default") }
	out := []serverSetting{
		{option: "channel", label: "Only one channel for challenges", now: string(s.Channel), pick: true},
		{option: "moderators", label: "Role of the moderators", now: string(s.ModRole), pick: true},
		{option: "announcements", label: "Channel for results", now: string(s.Announce), pick: true},
		{option: "clock", label: "Clock", now: s.Clock, values: c.ClockNames(), back: usual(c.Default), word: plainly},
	}
	if len(c.Games) > 1 {
		out = append(out, serverSetting{option: "game", label: "Game", now: s.Game, values: c.Games.IDs(), back: usual(c.Games[0].Name),
			word: func(v string) string { return c.Forms(v).About.Name }})
	}
	out = append(out, serverSetting{option: "secrecy", label: "Secrecy", now: strings.Join(s.Modes, ","), values: modesOf(c.App), back: c.Text("all"), word: plainly},
		serverSetting{option: "language", label: "Language", now: s.Language, values: prefs.Languages, back: c.Text("as on the server"), word: word},
		serverSetting{option: "theme", label: "Boards", now: s.Theme, values: prefs.Themes, back: c.Text("default"), word: word})
	if c.Games.PlaysItself() {
		out = append(out, serverSetting{option: "rivals", now: s.Rivals, toggles: true})
	}
	return out
}

// menu returns the select of the setting's values.
func (x serverSetting) menu(c *bot.Call) wire.Select {
	out := wire.Select{ID: idSetup + "|" + x.option, Placeholder: c.Text(x.label)}
	add := func(value, word string) {
		label := wire.Clip(c.Text(x.label)+": "+word, wire.LongestChoice)
		out.Options = append(out.Options, wire.Option{Value: value, Label: label, Chosen: value == cmp.Or(x.now, takeBack)})
	}
	add(takeBack, x.back)
	for _, v := range x.values[:min(len(x.values), wire.MostChoices-1)] {
		add(v, x.word(v))
	}
	return out
}

// toggle returns the button that lets people play against the program, or forbids it.
func (x serverSetting) toggle(c *bot.Call) wire.Button {
	if x.now == "" {
		return wire.Button{ID: idSetup + "|" + x.option + "|" + bot.RivalsOff, Label: c.Text("No matches against me")}
	}
	return wire.Button{ID: idSetup + "|" + x.option + "|" + takeBack, Label: c.Text("Allow matches against me")}
}

// mentionOr shows a channel or role by its id; none if the id is "".
func mentionOr(mark, id, none string) string {
	if id == "" {
		return none
	}
	return mark + id + ">"
}
