package person

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/bot/prefs"
	"downsync/bot/wire"
	"downsync/game"
)

// Values of options: takeBack returns to the default.
const (
	takeBack = "default"
	quietOff = "off"
)

// idSettings is settings|option|value for a button that sets the option, and settings|option for a select of its
// values.
const idSettings = "settings"

// choiceWords names the choices other than languages.
var choiceWords = map[string]game.Text{prefs.ThemeDark: "dark",
	prefs.ThemeLight: "light", prefs.ThemeSafe: "for colour-blind readers", prefs.CallsThread: "in the match's thread", prefs.AdviceOff: "no advice", bot.RivalCalm: "calm"}

// chosen makes choices from values, with one more that returns to the default.
func chosen(values []string, back game.Text) []wire.Choice {
	out := []wire.Choice{{Name: string(back), Value: takeBack}}
	for _, v := range values {
		word, _ := wordOf(v)
		out = append(out, wire.Choice{Name: string(word), Value: v})
	}
	return out
}

// wordOf returns the name of a choice. ok is false if it has none.
func wordOf(value string) (word game.Text, ok bool) {
	if l := lang.Of(value); l.String() == value {
		return game.Text(l.Name()), true
	}
	word, ok = choiceWords[value]
	return word, ok
}

func settingsCommand(a *bot.App) bot.Command {
	completed := func(name string, about game.Text) bot.CommandOption {
		return bot.CommandOption{Name: name, Description: about, Kind: wire.StringOption}.Suggested(func(_ context.Context, c *bot.Call) []wire.Choice { return suggestSettings(c) })
	}
	options := []bot.CommandOption{
		{Name: "language", Description: "The language I write to you in", Kind: wire.StringOption,
			Choices: chosen(prefs.Languages, "as in your Discord")},
		{Name: "theme", Description: "How your boards look", Kind: wire.StringOption, Choices: chosen(prefs.Themes, "as on the server")},
		completed("zone", "Where you are; pick the one that shows your clock"),
		completed("quiet", "Hours without notifications, such as 22:00-07:00; off: none"),
		{Name: "calls", Description: "Where I notify you of questions; in the thread everybody sees it",
			Kind: wire.StringOption, Choices: chosen([]string{prefs.CallsThread}, "in direct messages")},
		{Name: "advice", Description: "Advice under a question, from what you know: who is in range, what leaves cover",
			Kind: wire.StringOption, Choices: chosen([]string{prefs.AdviceOff}, "a line")},
	}
	if a.Games.PlaysItself() {
		options = append(options, bot.CommandOption{Name: "rival", Description: "How long I take to answer when you play against me",
			Kind: wire.StringOption, Choices: chosen([]string{bot.RivalCalm}, "brisk")})
	}
	return bot.Command{Name: "settings", Description: "Your settings: language, look of the boards, time zone, quiet hours",
		Light: true, Run: settings, Options: options}
}

// settings is /settings: it applies the given options, and shows all settings.
func settings(ctx context.Context, c *bot.Call) wire.Answer {
	var was prefs.User
	var refused error
	p, err := c.ChangePrefs(ctx, c.User, func(p *prefs.User) {
		was = *p
		refused = readSettings(c, p)
	})
	if err == nil {
		err = refused
	}
	if err != nil {
		return c.Trouble("", err)
	}
	if p.Language != was.Language || p.Theme != was.Theme || p.Advice != was.Advice {
		if err := redraw(ctx, c); err != nil {
			return c.Trouble("", err)
		}
	}
	return showSettings(c.In(bot.UserVoice(p, c.Locale)), p)
}

// settingsPress does what a control of the settings says, and shows them in its place.
func settingsPress(ctx context.Context, c *bot.Call, option, value string) wire.Answer {
	if len(c.Values) > 0 {
		value = c.Values[0]
	}
	c.Options = wire.Options{option: value}
	if from, ok := strings.CutPrefix(value, furtherZones); ok {
		c.Options = wire.Options{furtherZones: from}
	}
	a := settings(ctx, c)
	a.Fresh = false
	return a
}

// redraw sends the user's open consoles again, because they look different now.
func redraw(ctx context.Context, c *bot.Call) error {
	matches, err := c.Hall.MatchesOf(ctx, c.User)
	for _, m := range matches {
		if err == nil && !m.Over {
			err = c.Hall.Refresh(ctx, c.Cause(), m.Match, m.Seat)
		}
	}
	return err
}

// readSettings applies the given options, or nothing if it refuses one.
func readSettings(c *bot.Call, p *prefs.User) (err error) {
	was := *p
	defer func() {
		if err != nil {
			*p = was
		}
	}()
	for name, to := range map[string]*string{"language": &p.Language, "theme": &p.Theme, "calls": &p.Calls, "advice": &p.Advice, "rival": &p.Rival} {
		values := map[string][]string{"language": prefs.Languages, "theme": prefs.Themes, "calls": {prefs.CallsThread}, "advice": {prefs.AdviceOff}, "rival": {bot.RivalCalm}}[name]
		if err := pick(c, name, values, to); err != nil {
			return err
		}
	}
	switch zone := c.Options.Text("zone"); {
	case zone == takeBack:
		p.Zone = ""
	case zone != "":
		l, err := prefs.ReadZone(zone)
		if err != nil {
			return c.Refuse("person.bad-zone", wire.Clip(wire.Plain(zone), 60))
		}
		p.Zone = l.String()
	}
	switch quiet := c.Options.Text("quiet"); {
	case quiet == takeBack || quiet == quietOff:
		p.Quiet = prefs.Quiet{}
	case quiet != "":
		hours, ok := readQuiet(quiet)
		if !ok {
			return c.Refuse("⚠️ I cannot read %q as quiet hours. Write their start and end, like 22:00-07:00, or off.",
				wire.Clip(wire.Plain(quiet), 60))
		}
		p.Quiet = hours
	}
	return nil
}

// pick applies a choice: one of the values, or the return to the default.
func pick(c *bot.Call, option string, values []string, to *string) error {
	switch value := c.Options.Text(option); {
	case value == "":
	case value == takeBack:
		*to = ""
	case !slices.Contains(values, value):
		return c.Refuse(bot.WordBadChoice, wire.Clip(wire.Plain(value), 60), c.OptionName(option),
			strings.Join(append([]string{takeBack}, values...), ", "))
	default:
		*to = value
	}
	return nil
}

func showSettings(c *bot.Call, p prefs.User) wire.Answer {
	quiet := c.Text("off")
	switch {
	case p.Quiet.From == p.Quiet.To:
	case p.Calls == prefs.CallsThread:
		quiet = c.Say("%s in your time zone, for direct messages only", p.Quiet)
	default:
		quiet = c.Say("%s in your time zone", p.Quiet)
	}
	text := c.Say("person.settings", named(c, p.Language, "as in your Discord"), named(c, p.Theme, "as on the server"),
		zoneNow(c, p.Location().String()), quiet, named(c, p.Calls, "in direct messages"), named(c, p.Advice, "a line"))
	if c.Games.PlaysItself() {
		text += "\n" + c.Say("• My answers when you play against me: %s", named(c, p.Rival, "brisk"))
	}
	if discord := lang.Of(c.Locale); discord != c.Language { // the texts name the commands differently from the user's Discord
		text += "\n" + c.Say("-# Your Discord names the commands in %s, my texts in %s. `/settings` is `/%s` there.",
			discord.Name(), c.Language.Name(), bot.Voice{Language: discord}.OptionName("settings"))
	}
	return wire.Fresh(append([]wire.Block{wire.Text(text)}, settingsControls(c, p)...)...)
}

// settingsControls returns a control for each setting: a select for many values, otherwise a button that toggles it.
func settingsControls(c *bot.Call, p prefs.User) []wire.Block {
	choose := func(option string, label game.Text, now string, back game.Text, values []string) wire.Select {
		s := wire.Select{ID: idSettings + "|" + option, Placeholder: c.Text(label),
			Options: []wire.Option{{Value: takeBack, Label: c.Text(label) + ": " + c.Text(back), Chosen: now == ""}}}
		for _, v := range values {
			name := v
			if word, ok := wordOf(v); ok {
				name = c.Text(word)
			}
			s.Options = append(s.Options, wire.Option{Value: v, Label: c.Text(label) + ": " + name, Chosen: v == now})
		}
		return s
	}
	quiet := ""
	if p.Quiet != (prefs.Quiet{}) {
		quiet = p.Quiet.String()
	}
	turn := func(option, now, other string, on, off game.Text) wire.Button {
		b := wire.Button{ID: idSettings + "|" + option + "|" + other, Label: c.Text(on)}
		if now != "" {
			b.ID, b.Label = idSettings+"|"+option+"|"+takeBack, c.Text(off)
		}
		return b
	}
	row := wire.Row{turn("calls", p.Calls, prefs.CallsThread, "Notify me in the thread", "Notify me by direct message"),
		turn("advice", p.Advice, prefs.AdviceOff, "No advice", "Give advice")}
	if c.Games.PlaysItself() {
		row = append(row, turn("rival", p.Rival, bot.RivalCalm, "Play slower", "Play faster"))
	}
	hours := quietHours
	if quiet != "" && !slices.Contains(hours, quiet) {
		hours = append([]string{quiet}, hours...)
	}
	return []wire.Block{choose("language", "Language", p.Language, "as in your Discord", prefs.Languages),
		choose("theme", "Boards", p.Theme, "as on the server", prefs.Themes), chooseZone(c, p),
		choose("quiet", "Quiet hours", quiet, "off", hours), row}
}

// furtherZones begins the value of a select's option for zones further east. The number of the first zone follows.
const furtherZones = "zones "

// chooseZone returns a select of time zones: a third of the world, and an option for the next third.
func chooseZone(c *bot.Call, p prefs.User) wire.Select {
	const page = wire.MostChoices - 1
	at := slices.Index(prefs.Zones, p.Zone)
	from := max(0, at) / page * page
	if p.Zone == "" {
		from = page // the middle of the world
	}
	if typed, err := strconv.Atoi(c.Options.Text(furtherZones)); err == nil && typed >= 0 && typed < len(prefs.Zones) {
		from = typed
	}
	s := wire.Select{ID: idSettings + "|zone", Placeholder: c.Text("Time zone: what does your clock show?")}
	for _, z := range prefs.Zones[from:min(from+page, len(prefs.Zones))] {
		s.Options = append(s.Options, wire.Option{Value: z, Label: wire.Clip(zoneNow(c, z), wire.LongestChoice), Chosen: z == p.Zone})
	}
	next := from + page
	if next >= len(prefs.Zones) {
		next = 0
	}
	s.Options = append(s.Options, wire.Option{Value: furtherZones + strconv.Itoa(next), Label: c.Text("Other time zones")})
	return s
}

// named returns the name of a language, a theme or a place for notifications; none if the value is "".
func named(c *bot.Call, value string, none game.Text) string {
	if value == "" {
		return c.Text(none)
	}
	word, _ := wordOf(value)
	return c.Text(word)
}

// zoneNow returns a zone with its current time.
func zoneNow(c *bot.Call, zone string) string {
	l, err := prefs.ReadZone(zone)
	if err != nil {
		return zone
	}
	return c.Say("%s, now %s", strings.ReplaceAll(l.String(), "_", " "), c.Clock.Now().In(l).Format("15:04"))
}

// quietHours lists the most common ones.
var quietHours = []string{"22:00-07:00", "23:00-08:00", "00:00-08:00", "21:00-09:00"}

// suggestSettings completes the zone and the quiet hours.
func suggestSettings(c *bot.Call) []wire.Choice {
	out := []wire.Choice{}
	typed := plainZone(c.Options[c.Focused])
	if c.Focused == "quiet" {
		for _, v := range append(slices.Clone(quietHours), quietOff) {
			out = append(out, wire.Choice{Name: v, Value: v})
		}
		return bot.Fitting(out, c.Options.Text("quiet"))
	}
	for _, zone := range prefs.Zones {
		if label := zoneNow(c, zone); strings.Contains(plainZone(label), typed) && len(out) < wire.MostChoices {
			out = append(out, wire.Choice{Name: label, Value: zone})
		}
	}
	if zone := c.Options.Text("zone"); len(out) == 0 && zone != "" {
		if _, err := prefs.ReadZone(zone); err == nil {
			out = append(out, wire.Choice{Name: wire.Clip(zoneNow(c, zone), wire.LongestChoice), Value: zone})
		}
	}
	return out
}

// plainZone returns a zone's name without the characters that people leave out.
func plainZone(s string) string {
	return strings.NewReplacer("_", " ", "/", " ").Replace(strings.ToLower(strings.TrimSpace(s)))
}

// readQuiet reads hours like "22:00-07:30" or "22-7".
func readQuiet(typed string) (prefs.Quiet, bool) {
	from, to, ok := strings.Cut(strings.ReplaceAll(typed, " ", ""), "-")
	if !ok {
		return prefs.Quiet{}, false
	}
	a, okA := readMinute(from)
	b, okB := readMinute(to)
	return prefs.Quiet{From: a, To: b}, okA && okB && a != b
}

// readMinute reads a time of day such as "7", "07:30" or "24:00" (midnight), in minutes.
func readMinute(typed string) (int, bool) {
	for _, form := range []string{"15:04", "15"} {
		if t, err := time.Parse(form, typed); err == nil {
			return t.Hour()*60 + t.Minute(), true
		}
	}
	return 0, typed == "24:00" || typed == "24"
}
