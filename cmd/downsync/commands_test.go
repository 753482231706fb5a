package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	forms "downsync/bot/downsync"
	jagforms "downsync/bot/jagged"
	"downsync/bot/lang"
	synforms "downsync/bot/syndicate"
	"downsync/bot/toy"
	"downsync/bot/wire"
	"downsync/game"
)

var commandName = regexp.MustCompile(`^[-_'\p{Ll}\p{N}]{1,32}$`)

// Discord accepts all commands or none: names and descriptions keep its limits in every language.
func TestCommandsFitInEveryLanguage(t *testing.T) {
	cs := slices.Concat(bottest.Commands(forms.Forms{}), bottest.Commands(synforms.Forms{}), bottest.Commands(jagforms.Forms{}),
		bottest.Commands(forms.Forms{}, toy.Forms{}))
	for _, lang := range lang.All() {
		named := func(name string, about game.Text) {
			if s := strings.TrimPrefix(lang.Text(game.Text("/"+name)), "/"); !commandName.MatchString(s) {
				t.Errorf("%s: the name %q", lang.Name(), s)
			}
			if n := len([]rune(lang.Text(about))); n < 1 || n > 100 {
				t.Errorf("%s: a description of %d characters: %q", lang.Name(), n, lang.Text(about))
			}
		}
		var walk func([]bot.Command)
		walk = func(cs []bot.Command) {
			for _, c := range cs {
				named(c.Name, c.Description)
				for i, o := range c.Options {
					named(o.Name, o.Description)
					if i > 0 && o.Required && !c.Options[i-1].Required {
						t.Errorf("/%s: %s must be given and comes after what need not be", c.Name, o.Name)
					}
					for _, x := range o.Choices {
						if n := len([]rune(lang.Text(game.Text(x.Name)))); n < 1 || n > 100 {
							t.Errorf("%s: a choice of %d characters: %q", lang.Name(), n, lang.Text(game.Text(x.Name)))
						}
					}
				}
				walk(c.Sub)
			}
		}
		walk(cs)
	}
}

// A phone shows few commands and few options at once: there are at most 16 commands besides old names, and a challenge asks for
// three things.
func TestFewCommands(t *testing.T) {
	all := bottest.Commands(forms.Forms{}, synforms.Forms{}, jagforms.Forms{})
	var names []string
	for _, c := range bot.WithoutOld(all) {
		names = append(names, c.Name)
	}
	if len(names) > bot.MostCommands {
		t.Errorf("%d commands, at most %d: %q", len(names), bot.MostCommands, names)
	}
	var options []string
	for _, o := range bot.WithoutOld(all)[slices.Index(names, "play")].Options {
		options = append(options, o.Name)
	}
	if want := []string{"opponent", "game", "pace"}; !slices.Equal(options, want) {
		t.Errorf("/play asks for %q, expected %q", options, want)
	}
}

// Discord suggests the options of a challenge in their order, and a phone shows few at once: the most used options come first,
// and every option states its default.
func TestChallengeOptionsInOrder(t *testing.T) {
	match := func(c bot.Command) bool { return c.Name == "match" }
	made := func(c bot.Command) bool { return c.Name == "challenge" }
	play := func(c bot.Command) bool { return c.Name == "play" }
	all := bottest.Commands(forms.Forms{}, synforms.Forms{}, jagforms.Forms{})
	sub := all[slices.IndexFunc(all, match)].Sub
	options := sub[slices.IndexFunc(sub, made)].Options
	for _, o := range slices.Concat(options, all[slices.IndexFunc(all, play)].Options) {
		if s := string(o.Description); !strings.Contains(s, "left out: ") && !strings.Contains(s, "default: ") && !strings.Contains(s, "if you leave it out") {
			t.Errorf("%s does not say what is so without it: %s", o.Name, s)
		}
	}
	var names []string
	for _, o := range options {
		names = append(names, o.Name)
	}
	want := []string{"opponent", "game", "size", "clock", "rival", "force", "map", "faction", "secrecy", "rules", "max_rounds", "options",
		"style", "hints", "pace", "turn_time", "reaction_time", "luck"}
	if !slices.Equal(names, want) {
		t.Errorf("the options are %v, expected %v", names, want)
	}
}

// The commands of the context menus fit Discord's limits in every language, and differ from each other.
func TestMenusFitInEveryLanguage(t *testing.T) {
	count := map[wire.Kind]int{}
	for _, l := range lang.All() {
		seen := map[string]bool{}
		for _, m := range bottest.Menus() {
			name := l.Text(m.Name)
			if n := len([]rune(name)); n < 1 || n > 32 || strings.TrimSpace(name) != name {
				t.Errorf("%s: the name %q", l.Name(), name)
			}
			if seen[name] {
				t.Errorf("%s: two commands are called %q", l.Name(), name)
			}
			seen[name] = true
			count[m.On]++
		}
	}
	for kind, n := range count {
		if n /= len(lang.All()); n > bot.MostMenus {
			t.Errorf("%d commands in the menu %d, at most %d", n, kind, bot.MostMenus)
		}
	}
	if len(count) != 2 {
		t.Errorf("commands in %d menus", len(count))
	}
}
