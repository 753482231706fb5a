package downsync

import (
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/discord"
	"downsync/bot/wire"
	rules "downsync/game/downsync"
)

// Typed text and names of people notify nobody, link nowhere and format nothing, wherever they are shown. Only the players
// are notified.
func TestInjection(t *testing.T) {
	s := &sitting{t: t, Room: bottest.New(t, bottest.Setup{Game: rules.Rules(), Forms: Forms{brush: blank{}}, Dice: seededDice(1),
		Timings: live, Default: "live", Name: func(u wire.UserID) string { return bottest.Markup + string(u) }})}
	s.May[eve] = ^wire.Permission(0) // a user who runs the server may use more commands
	s.seat()
	m, err := s.Hall.MatchesOf(t.Context(), "ann")
	if err != nil || len(m) != 1 {
		t.Fatalf("%d matches: %v", len(m), err)
	}
	s.Nameless = map[wire.UserID]bool{ann: true, ben: true, eve: true} // one of the commands deletes what is kept about them
	for _, user := range []wire.UserID{ann, ben, eve} {
		for _, c := range s.Bot.Commands {
			for _, sub := range append([]bot.Command{c}, c.Sub...) {
				if len(c.Sub) > 0 && sub.Name == c.Name {
					continue
				}
				path := []string{c.Name}
				if len(c.Sub) > 0 {
					path = append(path, sub.Name)
				}
				for _, match := range []string{string(m[0].Match), bottest.Markup} {
					var options []bottest.Option
					for _, o := range sub.Options {
						if o.Name == "opponent" {
							continue
						}
						value := bottest.Markup
						if o.Kind == wire.UserOption {
							value = string(ben) // Discord sends an id, and the wire accepts nothing else
						}
						options = append(options, bottest.Option{Name: o.Name, Value: value})
					}
					a := s.Slash(user, path, append(options, bottest.Option{Name: "match", Value: match})...)
					s.FillIn(user, a)
				}
			}
		}
	}
	s.Settle()
	s.Slash(ann, []string{"match", "list"})
	sent := 0
	for _, user := range []wire.UserID{ann, ben, eve} {
		for _, d := range s.Wire.Delivered(user, 0) {
			for _, who := range d.Mention {
				if who != ann && who != ben {
					t.Errorf("%s is notified", who)
				}
			}
			for _, text := range bottest.Marked(d.Blocks) {
				sent++
				if part := bottest.Acts(text); part != "" {
					t.Errorf("%s %s: %q acts in %q", d.What, d.Channel, part, text)
				}
			}
		}
	}
	if sent < 100 {
		t.Errorf("only %d texts were looked at", sent)
	}
}

// A word of thousands of characters, in every place that asks for a word, gets an ordinary answer that Discord accepts.
func TestLongWords(t *testing.T) {
	s := newRoom(t, 1, nil, "")
	s.May[eve] = ^wire.Permission(0)
	s.seat()
	for _, word := range []string{strings.Repeat("9", 4000), strings.Repeat("1,", 2000), strings.Repeat("W", 4000), "A" + strings.Repeat("1", 3999)} {
		for _, user := range []wire.UserID{ann, eve} {
			for _, c := range s.Bot.Commands {
				for _, sub := range append([]bot.Command{c}, c.Sub...) {
					path := []string{c.Name}
					if sub.Name != c.Name {
						path = append(path, sub.Name)
					}
					for _, o := range sub.Options {
						if o.Kind != wire.StringOption || len(c.Sub) > 0 && sub.Name == c.Name {
							continue
						}
						options := []bottest.Option{{Name: o.Name, Value: word}}
						for _, p := range sub.Options {
							if p.Required && p.Name != o.Name {
								options = append(options, bottest.Option{Name: p.Name, Value: map[bool]string{true: string(ben), false: "A1"}[p.Kind == wire.UserOption]})
							}
						}
						a := s.Slash(user, path, options...)
						if a.Letter == nil {
							continue
						}
						if err := discord.Check(*a.Letter); err != nil || strings.Contains(bottest.Words(*a.Letter), "operator") {
							t.Errorf("/%s %s with %d characters: %v %s", strings.Join(path, " "), o.Name, len(word), err, wire.Clip(bottest.Words(*a.Letter), 300))
						}
					}
				}
			}
		}
	}
}
