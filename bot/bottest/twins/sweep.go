package twins

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/customid"
	"downsync/bot/wire"
)

// unswept lists the commands that others do not try in twin worlds: /order is tried elsewhere, conceding opens everything, and a
// challenge is another match.
var unswept = []string{"order", "match concede", "match challenge", "play"}

// trials holds values to try for options that every game has and that have no choices, by name. A required option needs some.
var trials = map[string][]string{
	"number": {"1", "9999"}, "step": {"1", "9999"}, "page": {"1"}, "for": {"1h"}, "by": {"1h"}, "days": {"2"}, "side": {"A", "B"},
	"hours": {"1"}, "user": {string(Eve)}, "reason": {"a reason"}, "result": {"draw"}, "view": {"public", "A"}, "event": {"1", "9", "9a", "9999"},
	"opponent": {string(Ann)}, "code": {"nothing"}, "zone": {"Europe/Berlin"}, "quiet": {"22:00-07:00", "00:00-23:59"}, "line": {"done"},
}

// sweep tries every command of the bot, with every choice, and presses those controls in the answers that act on no match. New
// commands are included automatically. swept reports whether to try the command at a path; nil: all.
func (s *Table) sweep(user wire.UserID, swept func(path string) bool) {
	s.t.Helper()
	try := func(options []bot.CommandOption, path ...string) {
		if swept == nil || swept(strings.Join(path, " ")) {
			s.try(user, path, options)
		}
	}
	for _, c := range s.Bot.Commands {
		if len(c.Sub) == 0 {
			try(c.Options, c.Name)
		}
		for _, sub := range c.Sub {
			try(sub.Options, c.Name, sub.Name)
		}
	}
	s.menus(user)
}

// menus tries every command of a message's context menu on each public message, and on the user's own.
func (s *Table) menus(user wire.UserID) {
	s.t.Helper()
	var all []bottest.Message
	for _, channel := range append(s.Wire.Threads(), bottest.General, wire.ChannelID("dm-"+user)) {
		all = append(all, s.Wire.Messages(channel)...)
	}
	for _, menu := range s.Bot.Menus {
		for _, m := range all {
			if menu.On == wire.OnMessage {
				s.OnMessage(user, string(menu.Name), m, "")
			}
		}
	}
}

// beginsWith reports whether a path is one of those, or below it.
func beginsWith(paths ...string) func(path string) bool {
	return func(path string) bool {
		return slices.ContainsFunc(paths, func(p string) bool { return strings.HasPrefix(path+" ", p+" ") })
	}
}

// try tries one command: with its required options, then with each other option in addition.
func (s *Table) try(user wire.UserID, command []string, options []bot.CommandOption) {
	s.t.Helper()
	if slices.Contains(unswept, strings.Join(command, " ")) {
		return
	}
	base, more := s.options(command, options)
	for _, o := range options {
		if o.Autocomplete {
			s.Complete(user, command, with(base, o.Name, "")...)
		}
	}
	s.trial(user, command, base)
	for _, o := range options {
		for _, v := range more[o.Name] {
			s.trial(user, command, with(base, o.Name, v))
		}
	}
}

// told lists the commands that inform others, or that change what their user is told afterwards, by the beginnings of their paths.
var told = []string{"clock", "dispute", "mod", "setup", "campaign", "settings", "report", "match dispute", "match withdraw", "match appeal", "match report"}

// lookAround tries every command that informs a player without informing anybody else, and their console's controls for looking.
func (s *Table) lookAround(user wire.UserID) {
	s.t.Helper()
	s.sweep(user, func(path string) bool { return !beginsWith(told...)(path) })
	m, ok := s.Wire.Console(user)
	if !ok {
		s.t.Fatalf("%s has no console", user)
	}
	s.Press(user, m, customid.Hint+"|twin")
	for _, b := range bottest.ControlsOf(m.Message).Buttons {
		if kind, _, _ := strings.Cut(b.ID, "|"); !b.Disabled && (kind == wire.ControlOpen || kind == wire.ControlDraft) {
			s.Press(user, m, b.ID)
		}
	}
}

// options returns the required options of a command, and values for each of its options.
func (s *Table) options(command []string, options []bot.CommandOption) (base []bottest.Option, more map[string][]string) {
	s.t.Helper()
	more = map[string][]string{}
	for _, o := range options {
		values := slices.Concat(trials[o.Name], s.world.Trials[o.Name])
		for _, c := range o.Choices {
			values = append(values, c.Value)
		}
		switch {
		case o.Name == "match":
			base = append(base, bottest.Option{Name: "match", Value: "twin"})
		case o.Required && len(values) == 0:
			s.t.Fatalf("/%s: add values for the option %q to the trials of twins", strings.Join(command, " "), o.Name)
		case o.Required:
			base = append(base, bottest.Option{Name: o.Name, Value: values[0]})
		}
		more[o.Name] = values
	}
	return base, more
}

// with returns the options with the given one last.
func with(base []bottest.Option, name, value string) []bottest.Option {
	given := slices.DeleteFunc(slices.Clone(base), func(x bottest.Option) bool { return x.Name == name })
	return append(given, bottest.Option{Name: name, Value: value})
}

// trial gives a command and presses the controls in its answer that show more.
func (s *Table) trial(user wire.UserID, command []string, options []bottest.Option) {
	s.t.Helper()
	s.Slash(user, command, options...)
	m := s.Newest(user)
	for _, b := range bottest.ControlsOf(m.Message).Buttons {
		kind, _, _ := strings.Cut(b.ID, "|")
		if !b.Disabled && slices.Contains([]string{"log", wire.ControlOpen, wire.ControlDraft}, kind) {
			s.Press(user, m, b.ID)
		}
	}
}

// judge moderates the server.
const judge = wire.UserID("judge")

// Swept plays a world and makes everybody except ann try everything.
func Swept(t testing.TB, w World, forms bottest.Offered) map[wire.UserID]string {
	t.Helper()
	s := Play(t, w, bottest.Setup{Forms: forms}, Leak{}, nil)
	s.May[judge] = wire.ManageServer // tries everything that a moderator may do, and confirms nothing
	s.sweep(Ben, nil)
	s.sweep(Eve, nil)
	s.sweep(judge, beginsWith("mod", "dispute"))
	s.Settle()
	tried := s.delivered(judge)
	s.moderate()
	out := s.Others()
	out[judge] = tried
	return out
}

// moderate makes a moderator do things that everybody is told of; users who may not know the secret learn the same in both worlds.
// An answer by default is left out, because only the seat would know it, as when its time has run out.
func (s *Table) moderate() {
	s.t.Helper()
	s.May[chair] = wire.ManageServer
	type act struct{ verb, name, value string }
	acts := []act{{verb: "note"}}
	for _, ruling := range s.world.Rulings {
		acts = append(acts, act{"rule", "ruling", ruling})
	}
	for _, c := range append(acts, act{"extend", "hours", "2"}, act{verb: "pause"}, act{"show", "view", "A"}, act{verb: "resume"},
		act{"rewind", "event", "6"}, act{"rewind", "event", "2"}) {
		options := []bottest.Option{{Name: "match", Value: "twin"}, {Name: "reason", Value: "because"}}
		if c.name != "" {
			options = append(options, bottest.Option{Name: c.name, Value: c.value})
		}
		s.Slash(chair, []string{"mod", c.verb}, options...)
		asked := s.Newest(chair)
		if id, ok := bottest.ControlsOf(asked.Message).Find("|go"); ok {
			s.Press(chair, asked, id)
		}
		s.Settle()
	}
}

// Overlong makes a player, an onlooker and a moderator give every command with very long words, up to Discord's limit, in each
// option. The answer must be an ordinary one that Discord accepts, which the room checks.
func Overlong(t testing.TB, w World, forms bottest.Offered) {
	t.Helper()
	s := Play(t, w, bottest.Setup{Forms: forms}, Leak{}, nil)
	s.May[judge] = wire.ManageServer
	const read, text, most = 1000, 4000, 6000 // characters that the bot reads, that a message may have, that Discord accepts
	words := []string{strings.Repeat("9", read), strings.Repeat("9", read/2) + "," + strings.Repeat("9", read/2-1), "A1" + strings.Repeat("x", read-2),
		strings.Repeat("*_`<@1> ", read/8), strings.Repeat("9", text), strings.Repeat("x", most)}
	for _, user := range []wire.UserID{Ann, Eve, judge} {
		for _, c := range s.Bot.Commands {
			if len(c.Sub) == 0 {
				s.overlong(user, []string{c.Name}, c.Options, words)
			}
			for _, sub := range c.Sub {
				s.overlong(user, []string{c.Name, sub.Name}, sub.Options, words)
			}
		}
	}
}

func (s *Table) overlong(user wire.UserID, command []string, options []bot.CommandOption, words []string) {
	s.t.Helper()
	base, _ := s.options(command, options)
	for _, o := range options {
		if o.Kind != wire.StringOption && o.Kind != wire.IntOption {
			continue
		}
		for _, word := range words {
			given := with(base, o.Name, word)
			logged := s.Log.Len()
			a := s.Slash(user, command, given...)
			if o.Autocomplete {
				s.Complete(user, command, given...)
			}
			if text := s.Log.String()[logged:]; strings.Contains(text, "level=ERROR") {
				s.t.Errorf("/%s %s with %.20s…: %.300s", strings.Join(command, " "), o.Name, word, text)
			}
			if a.Form != nil {
				fields := map[string]string{}
				for _, f := range a.Form.Fields {
					fields[f.ID] = words[0]
				}
				s.Submit(user, s.Newest(user), a.Form, fields)
			}
		}
	}
}

// tags matches the parts of ids that distinguish pending rulings.
var tags = regexp.MustCompile(`[0-9a-f]{12}`)

// JudgedAlike fails the test if a moderator who has not looked is told different things about these rulings in the two worlds.
func JudgedAlike(t *testing.T, pair Pair, setup bottest.Setup, rulings ...string) {
	t.Helper()
	var told [2]string
	for n, w := range pair.World {
		told[n] = Play(t, w, setup, Leak{}, nil).Judged(rulings...)
	}
	if told[0] != told[1] {
		t.Error("told", Difference(told[0], told[1]))
	}
}

// Judged returns what a moderator who has not looked is told on trying these rulings, rewinds, answers and looks without confirming
// any. This must not replace a look, which everybody is told of.
func (s *Table) Judged(rulings ...string) (told string) {
	s.t.Helper()
	s.May[chair] = wire.ManageServer
	try := func(verb, option, value string) {
		a := s.Slash(chair, []string{"mod", verb}, bottest.Option{Name: option, Value: value}, bottest.Option{Name: "match", Value: "twin"}, bottest.Option{Name: "reason", Value: "because"})
		told += fmt.Sprintln(verb, value, bottest.Words(*a.Letter))
	}
	for _, line := range rulings {
		try("rule", "ruling", line)
	}
	p, err := s.Hall.Public(s.t.Context(), "twin")
	if err != nil {
		s.t.Fatal(err)
	}
	for n := range p.Facts {
		try("rewind", "event", fmt.Sprint(n+1))
	}
	for _, side := range []string{"A", "B"} {
		try("answer", "side", side)
		try("show", "view", side)
	}
	try("evidence", "view", "")
	try("legal", "event", fmt.Sprint(len(p.Facts)))
	return tags.ReplaceAllString(told, "tag")
}
