package main

import (
	"regexp"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	forms "downsync/bot/downsync"
	"downsync/bot/lang"
	"downsync/bot/toy"
	"downsync/game"
)

var commandName = regexp.MustCompile(`^[-_'\p{Ll}\p{N}]{1,32}$`)

// Discord takes all commands or none: names and descriptions keep its limits in every language.
func TestCommandsFitInEveryLanguage(t *testing.T) {
	cs := append(bottest.Commands(forms.Forms{}), bottest.Commands(forms.Forms{}, toy.Forms{})...)
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
