package downsync

import (
	"os"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
)

// unswept are the commands that others are not made to try in twin worlds: /order is tried elsewhere, conceding opens all, and
// a challenge is another match.
var unswept = []string{"order", "match concede", "match challenge"}

// trials are values to try for options that have no choices, by name. An option that must be given needs some.
var trials = map[string][]string{
	"number": {"1", "9", "9999"}, "step": {"1", "9999"}, "page": {"1"}, "from": {"A1"}, "to": {"B1", "20,14"}, "standing": {"20,14"},
	"piece": {"A1", "B1", "A2", "virago"}, "name": {"Virago"}, "word": {"reaction"}, "for": {"1h"}, "by": {"1h"}, "days": {"2"},
	"ruling": {"remove A1", "token A1 cm 1", "token A1 overwatch off", "place A2 at 5,5", "points 1 cp 0"}, "side": {"A", "B"}, "hours": {"1"},
	"user": {string(eve)}, "reason": {"a reason"}, "result": {"draw"}, "view": {"public", "A"}, "event": {"1"}, "opponent": {string(ann)}, "open": {"coalition-starter"}, "code": {"nothing"},
}

// sweep tries every command that the bot has, with every choice, and what the answers offer to press that acts on no match.
// A command that comes anew is tried without anybody thinking of it. Only, if given, names the commands.
func (s *sitting) sweep(user bot.UserID, only ...string) {
	s.t.Helper()
	for _, c := range s.Bot.Commands {
		if len(only) > 0 && !slices.Contains(only, c.Name) {
			continue
		}
		if len(c.Sub) == 0 {
			s.try(user, []string{c.Name}, c.Options)
		}
		for _, sub := range c.Sub {
			s.try(user, []string{c.Name, sub.Name}, sub.Options)
		}
	}
}

// try tries one command: with what must be given, then with each other option on top.
func (s *sitting) try(user bot.UserID, command []string, options []bot.CommandOption) {
	s.t.Helper()
	if slices.Contains(unswept, strings.Join(command, " ")) {
		return
	}
	base := []bottest.Option{}
	more := map[string][]string{}
	for _, o := range options {
		values := trials[o.Name]
		for _, c := range o.Choices {
			values = append(values, c.Value)
		}
		switch {
		case o.Name == "match":
			base = append(base, bottest.Option{Name: "match", Value: "twin"})
		case o.Required && len(values) == 0:
			s.t.Fatalf("/%s: add values for the option %q to trials", strings.Join(command, " "), o.Name)
		case o.Required:
			base = append(base, bottest.Option{Name: o.Name, Value: values[0]})
		}
		if o.Autocomplete {
			s.Complete(user, command, append(slices.Clone(base), bottest.Option{Name: o.Name, Value: ""})...)
		}
		more[o.Name] = values
	}
	s.trial(user, command, base)
	for _, o := range options {
		for _, v := range more[o.Name] {
			given := slices.DeleteFunc(slices.Clone(base), func(x bottest.Option) bool { return x.Name == o.Name })
			s.trial(user, command, append(given, bottest.Option{Name: o.Name, Value: v}))
		}
	}
}

// trial gives a command and presses what its answer has that shows more.
func (s *sitting) trial(user bot.UserID, command []string, options []bottest.Option) {
	s.t.Helper()
	s.Slash(user, command, options...)
	m := s.Newest(user)
	for _, b := range bottest.ControlsOf(m.Message).Buttons {
		kind, _, _ := strings.Cut(b.ID, "|")
		if !b.Disabled && slices.Contains([]string{"log", bot.ControlOpen, bot.ControlDraft}, kind) {
			s.Press(user, m, b.ID)
		}
	}
}

// sweptOrdinarily are the pairs that are swept in an ordinary run; with SOAK=1 all are.
var sweptOrdinarily = []string{"reserve", "tokens", "overwatch", "riders"}

// Whatever anybody can ask of the bot is answered alike in twin worlds.
func TestTwinWorldsSwept(t *testing.T) {
	for _, pair := range twins.Pairs() {
		if os.Getenv("SOAK") == "" && !slices.Contains(sweptOrdinarily, pair.Kind) {
			continue
		}
		t.Run(pair.Kind, func(t *testing.T) {
			t.Parallel()
			forms := Forms{brush: sketch{}}
			one, other := sweptTwin(t, pair.World[0], forms), sweptTwin(t, pair.World[1], forms)
			for _, user := range []bot.UserID{ben, eve, judge} {
				if one[user] != other[user] {
					t.Errorf("%s can tell the worlds apart:\n%s", user, twins.Difference(one[user], other[user]))
				}
			}
		})
	}
}

// judge moderates the server.
const judge = bot.UserID("judge")

// sweptTwin plays a world, and has the two others try everything.
func sweptTwin(t *testing.T, w twins.World, forms bottest.Offered) map[bot.UserID]string {
	t.Helper()
	s := seatTwin(t, w, forms, twins.Leak{})
	s.May[judge] = bot.ManageServer // who tries everything that a moderator may do, and confirms nothing
	s.sweep(ben)
	s.sweep(eve)
	s.sweep(judge, "mod", "dispute")
	s.Settle()
	tried := masked(s.Wire.Delivered(judge, 0))
	s.moderate()
	out := s.others()
	out[judge] = tried
	return out
}

// moderate has a moderator do things that are told to everybody; whoever may not know does not learn more by it in one world than in
// the other. An answer by default is left out: it is the seat's own, as when its time has run out.
func (s *sitting) moderate() {
	s.t.Helper()
	const moderator = bot.UserID("chair")
	s.May[moderator] = bot.ManageServer
	for _, c := range []struct{ verb, name, value string }{{"note", "", ""}, {"rule", "ruling", "points 1 cp 1"}, {"rule", "ruling", "token A1 cm 0"},
		{"rule", "ruling", "token A1 stun on"}, {"rule", "ruling", "place A1 at 24,24"}, {"extend", "hours", "2"}, {"pause", "", ""}, {"show", "view", "A"},
		{"resume", "", ""}, {"rewind", "number", "6"}, {"rewind", "number", "2"}} {
		options := []bottest.Option{{Name: "match", Value: "twin"}, {Name: "reason", Value: "because"}}
		if c.name != "" {
			options = append(options, bottest.Option{Name: c.name, Value: c.value})
		}
		s.Slash(moderator, []string{"mod", c.verb}, options...)
		asked := s.Newest(moderator)
		if id, ok := bottest.ControlsOf(asked.Message).Find("|go"); ok {
			s.Press(moderator, asked, id)
		}
		s.Settle()
	}
}
