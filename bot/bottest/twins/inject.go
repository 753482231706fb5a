package twins

import (
	"fmt"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/wire"
)

// Injected makes a player, an onlooker and a moderator with hostile names give every command with hostile words in each option, one
// at a time, and in each form. Wherever the words appear they mention nobody, link nowhere and format nothing.
func Injected(t testing.TB, w World, forms bottest.Offered) {
	t.Helper()
	s := Play(t, w, bottest.Setup{Forms: forms, Name: func(u wire.UserID) string { return string(u) + bottest.Markup }}, Leak{}, nil)
	s.May[judge] = wire.ManageServer
	for _, user := range []wire.UserID{Ann, Eve, judge} {
		for _, c := range s.Bot.Commands {
			if len(c.Sub) == 0 {
				s.inject(user, []string{c.Name}, c.Options)
			}
			for _, sub := range c.Sub {
				s.inject(user, []string{c.Name, sub.Name}, sub.Options)
			}
		}
	}
}

func (s *Table) inject(user wire.UserID, command []string, options []bot.CommandOption) {
	s.t.Helper()
	base, _ := s.options(command, options)
	for _, o := range options {
		if o.Kind != wire.StringOption && o.Kind != wire.IntOption {
			continue
		}
		for _, word := range []string{bottest.Markup, "x " + bottest.Markup, "\xff\xfe" + bottest.Markup} {
			sent := s.Wire.Count()
			a := s.Slash(user, command, with(base, o.Name, word)...)
			s.Settle()
			s.FillIn(user, a)
			s.Settle()
			if o.Autocomplete {
				s.Complete(user, command, with(base, o.Name, word)...)
			}
			s.harmless(fmt.Sprintf("/%s %s:%.9q", strings.Join(command, " "), o.Name, word), sent)
		}
	}
}

// harmless fails the test if any message sent since then has such an effect.
func (s *Table) harmless(what string, since int) {
	s.t.Helper()
	for _, d := range s.Wire.Sent(since) {
		for _, text := range bottest.Marked(d.Blocks) {
			if part := bottest.Acts(text); part != "" {
				s.t.Errorf("%s: %q acts in %.700q", what, part, text)
				return
			}
		}
	}
}
