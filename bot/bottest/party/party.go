// Package party is a bot with the toy game and people for it, for tests of what two to five players do.
package party

import (
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/plain"
	forms "downsync/bot/toy"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/rival"
	"downsync/game/table"
	"downsync/game/toy"
)

// Party is a room with the toy game, whose least match is of two and whose largest is of five. The server's usual clock gives ten minutes a
// question.
type Party struct {
	*bottest.Room
	T testing.TB
}

// New makes a party, from a set-up that the changes have changed. The mind plays the program's seats; nil: it plays none.
func New(t testing.TB, mind rival.Mind, changes ...func(*bottest.Setup)) *Party {
	t.Helper()
	setup := bottest.Setup{Game: toy.Rules(), Forms: bottest.WithRival{Offered: forms.Forms{}, Mind: mind},
		Timings: map[string]table.Timing{"none": {}, "quick": {Clocks: map[string]time.Duration{"turn": 10 * time.Minute}, Misses: 3}},
		Default: "quick"}
	for _, change := range changes {
		change(&setup)
	}
	return &Party{T: t, Room: bottest.New(t, setup)}
}

// Plain makes a party whose game has plain forms, with the dice of a seed. Nobody has a clock unless the match names one.
func Plain(t testing.TB) *Party {
	t.Helper()
	return PlainAs(t, func(*bottest.Setup) {})
}

// PlainAs makes a party as Plain does, from a set-up that change has changed.
func PlainAs(t testing.TB, change func(*bottest.Setup)) *Party {
	t.Helper()
	setup := bottest.Setup{Game: toy.Rules(), Forms: plain.Forms{},
		Dice: func(table.ID) game.Dice { return gametest.NewDice(1) },
		Timings: map[string]table.Timing{"none": {}, "quick": {Clocks: map[string]time.Duration{"turn": 10 * time.Minute}},
			"slow": {Clocks: map[string]time.Duration{"turn": 48 * time.Hour, "react": 24 * time.Hour}, Misses: 3, Vacation: 7}}, Default: "none"}
	change(&setup)
	return &Party{T: t, Room: bottest.New(t, setup)}
}

// PlainWithRival makes a party as Plain does, in which the mind plays for the program.
func PlainWithRival(t testing.TB, m rival.Mind, change ...func(*bottest.Setup)) *Party {
	t.Helper()
	return PlainAs(t, func(s *bottest.Setup) {
		s.Forms = bottest.WithRival{Offered: plain.Forms{}, Mind: m}
		for _, c := range change {
			c(s)
		}
	})
}

// Opens has ann open a table with options such as "seats:3".
func (p *Party) Opens(options ...string) {
	p.T.Helper()
	p.Slash(Ann, []string{"match", "challenge"}, Options(options...)...)
}

// Options reads options written as name:value.
func Options(typed ...string) (out []bottest.Option) {
	for _, o := range typed {
		name, value, _ := strings.Cut(o, ":")
		out = append(out, bottest.Option{Name: name, Value: value})
	}
	return out
}

// Card is the newest card in the channel.
func (p *Party) Card() bottest.Message {
	p.T.Helper()
	ms := p.Wire.Messages(bottest.General)
	if len(ms) == 0 {
		p.T.Fatal("no card was posted")
	}
	return ms[len(ms)-1]
}

// Clicks presses the control of the message that holds the words, and returns the words of the answer.
func (p *Party) Clicks(u wire.UserID, m bottest.Message, words string, values ...string) string {
	p.T.Helper()
	id, ok := bottest.ControlsOf(m.Message).Find(words)
	if !ok {
		p.T.Fatalf("no %q in:\n%s", words, bottest.Words(m.Message))
	}
	return Text(p.Press(u, m, id, values...))
}

// Text is the words of an answer.
func Text(a wire.Answer) string {
	switch {
	case a.Form != nil:
		return "form " + a.Form.Title
	case a.Letter == nil:
		return ""
	}
	return bottest.Words(*a.Letter)
}

// Written returns the text of the user's direct messages as they are now, the newest last.
func (p *Party) Written(u wire.UserID) string {
	var all []string
	for _, m := range p.Wire.Messages(wire.ChannelID("dm-" + u)) {
		all = append(all, bottest.Words(m.Message))
	}
	return strings.Join(all, "\n\n")
}

// Console is the user's newest direct message.
func (p *Party) Console(u wire.UserID) bottest.Message {
	p.T.Helper()
	ms := p.Wire.Messages(wire.ChannelID("dm-" + u))
	if len(ms) == 0 {
		p.T.Fatalf("%s was written nothing", u)
	}
	return ms[len(ms)-1]
}

// Sits lets the users take seats, one after another, and returns the last one's answer.
func (p *Party) Sits(users ...wire.UserID) (answer string) {
	p.T.Helper()
	for _, u := range users {
		p.Clicks(u, p.Card(), "accept|")
		answer = p.Clicks(u, p.Newest(u), "force|", "red")
	}
	return answer
}

// Table is the only open table.
func (p *Party) Table() bottest.OpenTable {
	p.T.Helper()
	open := bottest.OpenTables(p.T, p.Store)
	if len(open) != 1 {
		p.T.Fatalf("%d tables are open", len(open))
	}
	return open[0]
}

// Match is the only match of ann, after what is due has been done.
func (p *Party) Match() table.Public {
	p.T.Helper()
	p.Settle()
	all, err := p.Hall.MatchesOf(p.T.Context(), Ann)
	if err != nil || len(all) != 1 {
		p.T.Fatalf("matches of ann: %v, %v", all, err)
	}
	m, err := p.Hall.Public(p.T.Context(), all[0].Match)
	if err != nil {
		p.T.Fatal(err)
	}
	return m
}

// Plays brings ann and the others to a match.
func (p *Party) Plays(others []wire.UserID, options ...string) table.Public {
	p.T.Helper()
	p.Opens(append([]string{"seats:" + string(rune('1'+len(others)))}, options...)...)
	p.Sits(others...)
	p.Clicks(Ann, p.Card(), "ready|")
	return p.Match()
}

// Orders gives a user's order.
func (p *Party) Orders(u wire.UserID, line string) string {
	p.T.Helper()
	answer := Text(p.Slash(u, []string{"order"}, bottest.Option{Name: "line", Value: line}))
	p.Settle()
	return answer
}

// Want fails the test unless the text has all the words.
func Want(t testing.TB, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("no %q in:\n%s", w, text)
		}
	}
}
