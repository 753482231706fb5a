package downsync

import (
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	rules "downsync/game/downsync"
)

// hostile is what somebody may call themselves or type: it would call people, link, format, and end our line.
const hostile = "@everyone <@1> <@&2> <#3> </x:4> <t:5> [l](http://e.x) https://e.x **b** __u__ ~~s~~ ||p|| `c`\n# h\n> q"

// acting are the parts of it that Discord would act on.
var acting = []string{"@everyone", "<@1>", "<@&2>", "<#3>", "</x:4>", "<t:5>", "](http", "https://e.x", "**b**", "__u__", "~~s~~", "||p||", "`c`", "\n# h", "\n> q"}

// What people type or call themselves calls nobody, links nowhere and formats nothing, wherever it is shown, and nobody is notified
// but who plays.
func TestInjection(t *testing.T) {
	s := &sitting{t: t, Room: bottest.New(t, bottest.Setup{Game: rules.Rules(), Forms: Forms{brush: blank{}}, Dice: seededDice(1),
		Timings: live, Default: "live", Name: func(u bot.UserID) string { return hostile + string(u) }})}
	s.May[eve] = ^bot.Permission(0) // who runs the server may type more
	s.seat()
	m, err := s.Hall.MatchesOf(t.Context(), "ann")
	if err != nil || len(m) != 1 {
		t.Fatalf("%d matches: %v", len(m), err)
	}
	for _, user := range []bot.UserID{ann, ben, eve} {
		for _, c := range s.Bot.Commands {
			for _, sub := range append([]bot.Command{c}, c.Sub...) {
				if len(c.Sub) > 0 && sub.Name == c.Name {
					continue
				}
				path := []string{c.Name}
				if len(c.Sub) > 0 {
					path = append(path, sub.Name)
				}
				for _, match := range []string{string(m[0].Match), hostile} {
					var options []bottest.Option
					for _, o := range sub.Options {
						if o.Name == "opponent" {
							continue
						}
						value := hostile
						if o.Kind == bot.UserOption {
							value = string(ben) // Discord sends an id, and the wire takes nothing else
						}
						options = append(options, bottest.Option{Name: o.Name, Value: value})
					}
					a := s.Slash(user, path, append(options, bottest.Option{Name: "match", Value: match})...)
					s.fillIn(user, a)
				}
			}
		}
	}
	s.Settle()
	s.Slash(ann, []string{"match", "list"})
	sent := 0
	for _, user := range []bot.UserID{ann, ben, eve} {
		for _, d := range s.Wire.Delivered(user, 0) {
			for _, who := range d.Mention {
				if who != ann && who != ben {
					t.Errorf("%s is notified", who)
				}
			}
			for _, text := range texts(d.Blocks) {
				sent++
				for _, part := range acting {
					if strings.Contains(strings.ReplaceAll(text, `\`+part[:1], ""), part) {
						t.Errorf("%s %s: %q acts in %q", d.What, d.Channel, part, text)
						break
					}
				}
			}
		}
	}
	if sent < 100 {
		t.Errorf("only %d texts were looked at", sent)
	}
}

// fillIn sends the form that the answer is, or that its buttons open, full of hostile text.
func (s *sitting) fillIn(user bot.UserID, a bot.Answer) {
	s.t.Helper()
	send := func(m bottest.Message, f *bot.Form) {
		fields := map[string]string{}
		for _, x := range f.Fields {
			fields[x.ID] = hostile
		}
		s.Submit(user, m, f, fields)
	}
	if a.Form != nil {
		send(bottest.Message{Channel: bottest.General}, a.Form)
		return
	}
	m := s.Newest(user)
	for _, k := range bottest.ControlsOf(m.Message).Buttons {
		if k.Disabled {
			continue
		}
		if opened := s.Press(user, m, k.ID); opened.Form != nil {
			send(m, opened.Form)
		}
	}
}

// texts are a message's blocks that Discord reads as markdown.
func texts(blocks []bot.Block) []string {
	var out []string
	for _, b := range blocks {
		switch b := b.(type) {
		case bot.Text:
			out = append(out, string(b))
		case bot.Box:
			out = append(out, texts(b.Blocks)...)
		}
	}
	return out
}
