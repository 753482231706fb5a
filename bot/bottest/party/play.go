package party

import (
	"context"
	"strings"

	"downsync/bot/bottest"
	"downsync/bot/wire"
	"downsync/game/table"
)

// ClockCommand is a subcommand of /clock.
func ClockCommand(sub string) []string { return []string{"clock", sub} }

// MatchOf is the user's match.
func (p *Party) MatchOf(user wire.UserID) table.ID {
	p.T.Helper()
	ms, err := p.Hall.MatchesOf(p.T.Context(), user)
	if err != nil || len(ms) != 1 {
		p.T.Fatalf("%s is in %v: %v", user, ms, err)
	}
	return ms[0].Match
}

// PlaysToTheEnd brings a match to its end, in a few steps.
func (p *Party) PlaysToTheEnd() (id table.ID, in bottest.Option) {
	p.T.Helper()
	id = p.Begin()
	in = Opt("in", string(p.Wire.Threads()[len(p.Wire.Threads())-1]))
	p.Play(Ann, "note red", "bid 2")
	p.Play(Ben, "bid 3", "quit")
	return id, in
}

// Round plays the first round of a toy match of two, after which it counts.
func (p *Party) Round() {
	p.T.Helper()
	p.Play(Ann, "bid 3")
	p.Play(Ben, "bid 2")
	p.Play(Ann, "done")
	p.Play(Ann, "claim")
	p.Play(Ann, "leave")
}

// In returns the option that names a command's match.
func In(match string) bottest.Option { return Opt("match", match) }

// PrivacyCommand is a subcommand of /privacy.
func PrivacyCommand(sub string) []string { return []string{"privacy", sub} }

// Against begins a match of ann against the program.
func (p *Party) Against(options ...bottest.Option) table.ID {
	p.T.Helper()
	a := p.Slash(Ann, Challenge, append(options, ChallengeTo(bottest.Self))...)
	p.Says(a, "The match begins.")
	p.Settle()
	all, err := p.Hall.MatchesOf(context.Background(), Ann)
	if err != nil || len(all) == 0 {
		p.T.Fatalf("ann is in %v, %v", all, err)
	}
	for _, s := range all {
		if !s.Over {
			return s.Match
		}
	}
	return all[0].Match
}

// PublicOf is the match as everybody sees it.
func (p *Party) PublicOf(id table.ID) table.Public {
	p.T.Helper()
	all, err := p.Hall.Public(context.Background(), id)
	if err != nil {
		p.T.Fatal(err)
	}
	return all
}

// NoFaults fails if something went wrong.
func (p *Party) NoFaults() {
	p.T.Helper()
	for line := range strings.Lines(p.Log.String()) {
		if strings.Contains(line, "level=ERROR") || strings.Contains(line, "level=WARN") {
			p.T.Error(line)
		}
	}
}

// Opt is a command's option.
func Opt(name, value string) bottest.Option { return bottest.Option{Name: name, Value: value} }

// ChallengeTo is a challenge's option that names the opponent.
func ChallengeTo(user wire.UserID) bottest.Option { return Opt("opponent", string(user)) }

// Challenge is the old name of /play, which takes every choice as an option.
var Challenge = []string{"match", "challenge"}

// Begin brings a match of ann against ben to its first question.
func (p *Party) Begin(options ...bottest.Option) table.ID {
	p.T.Helper()
	p.Slash(Ann, Challenge, append(options, ChallengeTo(Ben))...)
	card := p.Card()
	p.Click(Ben, card, "accept|")
	p.Click(Ben, p.Newest(Ben), "force|", "blue")
	if id, ok := bottest.ControlsOf(p.Card().Message).Find("ready|"); ok {
		p.Press(Ann, p.Card(), id)
	}
	p.Settle()
	_, id, _ := strings.Cut(bottest.ControlsOf(card.Message).Buttons[0].ID, "|")
	return table.ID(id)
}

// Play gives orders, one after another, settling after each.
func (p *Party) Play(user wire.UserID, lines ...string) {
	p.T.Helper()
	for _, line := range lines {
		if a := p.Slash(user, []string{"order"}, Opt("line", line)); !strings.Contains(Text(a), "✔️") {
			p.T.Fatalf("%s ordered %q: %s", user, line, Text(a))
		}
		p.Settle()
	}
}
