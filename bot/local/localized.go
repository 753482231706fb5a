package local

import (
	"maps"
	"slices"
	"strings"
)

// Words of commands in other languages, and what Discord asks of them.

// locales are those that Discord knows.
var locales = strings.Fields("id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko")

// inLocales judges a text in every language it has.
func inLocales(f *form, path string, in map[string]string, judge func(path, text string)) {
	for _, locale := range slices.Sorted(maps.Keys(in)) {
		if !slices.Contains(locales, locale) {
			f.add(at(path, locale), "BASE_TYPE_CHOICES", "Value must be one of Discord's locales.")
		}
		judge(at(path, locale), in[locale])
	}
}

// named judges a name and a description in all their languages. Of each the longest counts towards the size.
func named(f *form, path, name, description string, names, descriptions map[string]string, size *int) {
	judge := func(path, name string) {
		if !commandName.MatchString(name) || name != strings.ToLower(name) {
			f.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid: 1 to 32 lower case letters, digits, - or _.")
		}
	}
	judge(at(path, "name"), name)
	inLocales(f, at(path, "name_localizations"), names, judge)
	f.length(at(path, "description"), description, 1, 100)
	inLocales(f, at(path, "description_localizations"), descriptions, func(path, s string) { f.length(path, s, 1, 100) })
	*size += longest(name, names) + longest(description, descriptions)
}

// longest is the length of the longest of a text's languages, in characters.
func longest(text string, in map[string]string) int {
	n := runes(text)
	for _, s := range in {
		n = max(n, runes(s))
	}
	return n
}

// sameName tells whether two things have the same name in some language; what has none in a language has its own there.
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

// usualLocale is everybody's language to begin with, and the server's.
const usualLocale = "en-US"

// shownIn is the command as a client in that language shows it. What has no words in it stays as it is.
func (c *Command) shownIn(locale string) *Command {
	out := *c
	if name := c.NameLoc[locale]; name != "" {
		out.Name, out.plain = name, c.Name
	}
	out.Description, out.Options = either(c.DescLoc[locale], c.Description), shownIn(c.Options, locale)
	return &out
}

func shownIn(options []CommandOption, locale string) []CommandOption {
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

// goesBy tells whether a typed word is the name of something, in the client's language or as it was registered.
func goesBy(word, name, plain string) bool { return word == name || plain != "" && word == plain }

// unlocalized is the command as Discord lists it unless it is asked for all languages.
func (c *Command) unlocalized() *Command {
	out := *c
	out.NameLoc, out.DescLoc, out.Options = nil, nil, unlocalized(c.Options)
	return &out
}

func unlocalized(options []CommandOption) []CommandOption {
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
