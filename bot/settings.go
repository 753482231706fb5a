package bot

import (
	"context"
	"slices"
	"strings"

	"downsync/bot/lang"
)

// Values of options: takeBack stands for no choice.
const (
	takeBack = "default"
	quietOff = "off"
)

// choiceWords are the names of languages and themes.
var choiceWords = map[string]string{lang.English.String(): wordEnglish, lang.German.String(): wordGerman, ThemeDark: wordDark, ThemeLight: wordLight, ThemeSafe: wordSafe, CallsThread: wordCallsThread}

// chosen makes choices of values, with one that takes the choice back.
func chosen(values []string, back string) []Choice {
	out := []Choice{{back, takeBack}}
	for _, v := range values {
		out = append(out, Choice{choiceWords[v], v})
	}
	return out
}

// settingsCommand is /settings.
func settingsCommand() Command {
	return Command{Name: "settings", Description: wordSettingsAbout, Options: []CommandOption{
		{Name: "language", Description: wordLanguageFor, Kind: StringOption, Choices: chosen(Languages, wordAsDiscord)},
		{Name: "theme", Description: wordThemeFor, Kind: StringOption, Choices: chosen(Themes, wordAsServer)},
		{Name: "zone", Description: wordZoneFor, Kind: StringOption, Autocomplete: true},
		{Name: "quiet", Description: wordQuietFor, Kind: StringOption, Autocomplete: true},
		{Name: "calls", Description: wordCallsFor, Kind: StringOption, Choices: chosen([]string{CallsThread}, wordCallsDM)},
	}}
}

// settings is /settings: it changes what is given, and shows how things stand.
func (b *Bot) settings(ctx context.Context, i Interaction) Answer {
	no, ok := Answer{}, false
	p, err := b.changePrefs(ctx, i.User, func(p *Prefs) { no, ok = b.readSettings(p, i.Options) })
	switch {
	case err != nil:
		return b.trouble("", err)
	case !ok:
		return no
	}
	return b.in(p.voice(i.Locale)).showSettings(p)
}

// readSettings changes what the options give. ok is false with the answer to give: nothing is changed then.
func (b *Bot) readSettings(p *Prefs, options map[string]string) (no Answer, ok bool) {
	was := *p
	defer func() {
		if !ok {
			*p = was
		}
	}()
	for name, to := range map[string]*string{"language": &p.Language, "theme": &p.Theme, "calls": &p.Calls} {
		values := map[string][]string{"language": Languages, "theme": Themes, "calls": {CallsThread}}[name]
		if no, ok := b.pick(name, options[name], values, to); !ok {
			return no, false
		}
	}
	switch zone := strings.TrimSpace(options["zone"]); {
	case zone == takeBack:
		p.Zone = ""
	case zone != "":
		l, err := readZone(zone)
		if err != nil {
			return b.say(wordBadZone, Clip(Plain(zone), 60)), false
		}
		p.Zone = l.String()
	}
	switch quiet := strings.TrimSpace(options["quiet"]); {
	case quiet == takeBack || quiet == quietOff:
		p.Quiet = Quiet{}
	case quiet != "":
		hours, ok := readQuiet(quiet)
		if !ok {
			return b.say(wordBadQuiet, Clip(Plain(quiet), 60)), false
		}
		p.Quiet = hours
	}
	return Answer{}, true
}

// pick takes over a choice that was made: one of the values, or the one that takes it back.
func (b *Bot) pick(option, value string, values []string, to *string) (no Answer, ok bool) {
	switch {
	case value == "":
	case value == takeBack:
		*to = ""
	case !slices.Contains(values, value):
		return b.say(wordBadChoice, Clip(Plain(value), 60), b.optionName(option), strings.Join(append([]string{takeBack}, values...), ", ")), false
	default:
		*to = value
	}
	return Answer{}, true
}

func (b *Bot) showSettings(p Prefs) Answer {
	quiet := b.text(wordOff)
	if p.Quiet.From != p.Quiet.To {
		quiet = b.sayf(wordQuietNow, p.Quiet)
	}
	return b.say(wordSettings, b.named(p.Language, wordAsDiscord), b.named(p.Theme, wordAsServer), b.zoneNow(p.Location().String()), quiet, b.named(p.Calls, wordCallsDM))
}

// named is the name of a language, a theme or a place to be called, or what stands for none.
func (b *Bot) named(value, none string) string {
	if value == "" {
		return b.text(none)
	}
	return b.text(choiceWords[value])
}

// zoneNow is a zone with what its clocks show.
func (b *Bot) zoneNow(zone string) string {
	l, err := readZone(zone)
	if err != nil {
		return zone
	}
	return b.sayf(wordZoneNow, strings.ReplaceAll(l.String(), "_", " "), b.Clock.Now().In(l).Format("15:04"))
}

// suggestSettings completes the zone and the quiet hours.
func (b *Bot) suggestSettings(i Interaction) []Choice {
	out := []Choice{}
	typed := plainZone(i.Options[i.Focused])
	if i.Focused == "quiet" {
		for _, v := range []string{"22:00-07:00", "23:00-08:00", "00:00-08:00", "21:00-09:00", quietOff} {
			if strings.HasPrefix(v, strings.TrimSpace(i.Options["quiet"])) {
				out = append(out, Choice{v, v})
			}
		}
		return out
	}
	for _, zone := range zones {
		if label := b.zoneNow(zone); strings.Contains(plainZone(label), typed) && len(out) < mostChoices {
			out = append(out, Choice{label, zone})
		}
	}
	if zone := strings.TrimSpace(i.Options["zone"]); len(out) == 0 && zone != "" {
		if _, err := readZone(zone); err == nil {
			out = append(out, Choice{Clip(b.zoneNow(zone), longestChoice), zone})
		}
	}
	return out
}

// plainZone is a zone's name without what people leave out.
func plainZone(s string) string {
	return strings.NewReplacer("_", " ", "/", " ").Replace(strings.ToLower(strings.TrimSpace(s)))
}
