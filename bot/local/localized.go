package local

import (
	"maps"
	"slices"
	"strings"
)

// Translations of commands, and Discord's rules for them.

// locales are the locales that Discord supports.
var locales = strings.Fields("id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko")

// inLocales calls check for a text in each of its languages.
func inLocales(f *form, path string, in map[string]string, check func(path, text string)) {
	for _, locale := range slices.Sorted(maps.Keys(in)) {
		if !slices.Contains(locales, locale) {
			f.add(at(path, locale), "BASE_TYPE_CHOICES", "Value must be one of Discord's locales.")
		}
		check(at(path, locale), in[locale])
	}
}

// named checks a name and a description in all their languages. The longest of each counts towards the size.
func named(f *form, path, name, description string, names, descriptions map[string]string, size *int) {
	check := func(path, name string) {
		if !commandName.MatchString(name) || name != strings.ToLower(name) {
			f.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid: 1 to 32 lower case letters, digits, - or _.")
		}
	}
	check(at(path, "name"), name)
	inLocales(f, at(path, "name_localizations"), names, check)
	f.length(at(path, "description"), description, 1, 100)
	inLocales(f, at(path, "description_localizations"), descriptions, func(path, s string) { f.length(path, s, 1, 100) })
	*size += longest(name, names) + longest(description, descriptions)
}

// longest returns the length of the longest translation of a text, in characters.
func longest(text string, in map[string]string) int {
	n := runes(text)
	for _, s := range in {
		n = max(n, runes(s))
	}
	return n
}

// sameName reports whether two things have the same name in some language. Without a translation the registered name
// applies.
func sameName(a, b string, inA, inB map[string]string) bool {
	if a == b {
		return true
	}
	for _, locale := range locales {
		x, inX := inA[locale]
		y, inY := inB[locale]
		if (inX || inY) && either(x, a) == either(y, b) {
			return true
		}
	}
	return false
}

func either(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// usualLocale is the initial language of everybody and of the guild.
const usualLocale = "en-US"

// shownIn returns the command as a client in that language shows it. Untranslated texts stay unchanged.
func (c *Command) shownIn(locale string) *Command {
	out := *c
	if name := c.NameLoc[locale]; name != "" {
		out.Name, out.plain = name, c.Name
	}
	out.Description, out.Options = either(c.DescLoc[locale], c.Description), shownIn(c.Options, locale)
	return &out
}

func shownIn(options []commandOption, locale string) []commandOption {
	out := slices.Clone(options)
	for i := range out {
		o := &out[i]
		if name := o.NameLoc[locale]; name != "" {
			o.Name, o.plain = name, o.Name
		}
		o.Description, o.Options, o.Choices = either(o.DescLoc[locale], o.Description), shownIn(o.Options, locale), slices.Clone(o.Choices)
		for n := range o.Choices {
			o.Choices[n].Name = either(o.Choices[n].NameLoc[locale], o.Choices[n].Name)
		}
	}
	return out
}

// goesBy reports whether a typed word names something, in the client's language or as registered.
func goesBy(word, name, plain string) bool { return word == name || plain != "" && word == plain }

// unlocalized returns the command as Discord lists it without with_localizations.
func (c *Command) unlocalized() *Command {
	out := *c
	out.NameLoc, out.DescLoc, out.Options = nil, nil, unlocalized(c.Options)
	return &out
}

func unlocalized(options []commandOption) []commandOption {
	out := slices.Clone(options)
	for i := range out {
		out[i].NameLoc, out[i].DescLoc, out[i].Options = nil, nil, unlocalized(out[i].Options)
		out[i].Choices = slices.Clone(out[i].Choices)
		for n := range out[i].Choices {
			out[i].Choices[n].NameLoc = nil
		}
	}
	return out
}
