package twins

import (
	"fmt"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
)

// hostile is what somebody may call themselves or type: it would call people, link, format, end our line, and turn it round.
const hostile = "@everyone <@1> <@&2> <#3> </x:4> <t:5> [l](http://e.x) https://e.x **b** __u__ ~~s~~ ||p|| `c`\n# h\n> q \u202e"

// acting are the parts of it that Discord would act on.
var acting = []string{"@everyone", "<@1>", "<@&2>", "<#3>", "</x:4>", "<t:5>", "](http", "https://e.x", "**b**", "__u__", "~~s~~", "||p||", "`c`", "\n# h", "\n> q", "\u202e"}

// Injected has a player, an onlooker and a moderator, whose names are hostile, give every command with hostile words in each option by itself
// and in each form. Wherever that is shown it calls nobody, links nowhere and formats nothing.
func Injected(t testing.TB, w World, forms bottest.Offered) {
	t.Helper()
	s := Play(t, w, bottest.Setup{Forms: forms, Name: func(u bot.UserID) string { return string(u) + hostile }}, Leak{}, nil)
	s.May[judge] = bot.ManageServer
	for _, user := range []bot.UserID{Ann, Eve, judge} {
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

func (s *Table) inject(user bot.UserID, command []string, options []bot.CommandOption) {
	s.t.Helper()
	base, _ := s.options(command, options)
	for _, o := range options {
		if o.Kind != bot.StringOption && o.Kind != bot.IntOption {
			continue
		}
		for _, word := range []string{hostile, "x " + hostile, "\xff\xfe" + hostile} {
			sent := s.Wire.Count()
			a := s.Slash(user, command, with(base, o.Name, word)...)
			s.Settle()
			s.fill(user, a)
			if o.Autocomplete {
				s.Complete(user, command, with(base, o.Name, word)...)
			}
			s.harmless(fmt.Sprintf("/%s %s:%.9q", strings.Join(command, " "), o.Name, word), sent)
		}
	}
}

// fill sends the form that the answer is, or those that its buttons open, full of hostile words.
func (s *Table) fill(user bot.UserID, a bot.Answer) {
	s.t.Helper()
	send := func(m bottest.Message, f *bot.Form) {
		fields := map[string]string{}
		for _, x := range f.Fields {
			fields[x.ID] = hostile
		}
		s.Submit(user, m, f, fields)
	}
	if a.Form != nil {
		send(s.Newest(user), a.Form)
		return
	}
	m := s.Newest(user)
	for _, k := range bottest.ControlsOf(m.Message).Buttons {
		if !k.Disabled {
			if opened := s.Press(user, m, k.ID); opened.Form != nil {
				send(m, opened.Form)
			}
		}
	}
	s.Settle()
}

// harmless fails the test if something that was sent since acts.
func (s *Table) harmless(what string, since int) {
	s.t.Helper()
	for _, d := range s.Wire.Sent(since) {
		for _, text := range marked(d.Blocks) {
			for _, part := range acting {
				if strings.Contains(strings.ReplaceAll(text, `\`+part[:1], ""), part) {
					s.t.Errorf("%s: %q acts in %.700q", what, part, text)
					return
				}
			}
		}
	}
}

// marked are the texts of blocks that Discord reads as markdown.
func marked(blocks []bot.Block) (out []string) {
	for _, b := range blocks {
		switch b := b.(type) {
		case bot.Text:
			out = append(out, string(b))
		case bot.Box:
			out = append(out, marked(b.Blocks)...)
		}
	}
	return out
}
