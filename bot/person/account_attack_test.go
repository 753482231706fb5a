package person_test

import (
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/table"
)

// Attacks with a second account, or by removing one's data.

// A second account concedes again and again, and has its data removed in between so that it is always rated as a
// newcomer. The first account wins no more than three such matches a day.
func TestCheatBySecondAccount(t *testing.T) {
	p, _ := party.Court(t)
	for n := range 5 {
		if n > 0 {
			p.Begin()
		}
		p.Round()
		p.Play(ben, "quit")
		if n%2 == 1 {
			p.Erase(ben)
		}
	}
	p.Says(p.Slash(eve, ladder), "<@ann>")
	p.Says(p.Slash(eve, ladder, party.Opt("user", "ann")), "3 wins")
	if s := p.Stored("rating/guild/ann"); strings.Contains(s, "ben") {
		t.Errorf("ann's record names ben: %s", s)
	}
	p.Pass(25 * time.Hour)
	p.Begin()
	p.Round()
	p.Play(ben, "quit")
	p.Says(p.Slash(eve, ladder, party.Opt("user", "ann")), "4 wins")
}

// A user whose data is removed while they are losing a match has lost it, and it counts for the opponent, even if the
// match is paused.
func TestCheatByRemoval(t *testing.T) {
	dispute := func(by wire.UserID) func(*party.Party, string) {
		return func(p *party.Party, id string) {
			p.Says(p.Slash(by, []string{"dispute", "open"}, party.In(id), party.Opt("reason", "wait")), "stopped")
		}
	}
	order := func(line string) func(*party.Party, string) {
		return func(p *party.Party, id string) {
			p.Slash(ben, []string{"order"}, party.Opt("line", line), party.In(id))
		}
	}
	for name, before := range map[string]func(p *party.Party, id string){
		"on": func(*party.Party, string) {}, "disputed": dispute(ben), "disputed by ann": dispute(ann), "a draw offered": order("draw"), "answered under seal": order("bid 2"),
		"on vacation": func(p *party.Party, _ string) {
			p.Says(p.Slash(ben, party.ClockCommand("vacation"), party.Opt("days", "3")), "you are on vacation")
		},
		"paused": func(p *party.Party, id string) {
			p.Slash(ben, party.ClockCommand("pause"), party.Opt("for", "2d"), party.In(id))
			p.Slash(ann, party.ClockCommand("pause"), party.Opt("for", "2d"), party.In(id))
		},
		"stopped": func(p *party.Party, id string) { p.Moderates(owner, table.ID(id), "pause") },
	} {
		t.Run(name, func(t *testing.T) {
			p := party.Plain(t)
			p.May[owner] = wire.ManageServer
			id := p.Begin(party.Opt("clock", "slow"))
			p.Round()
			before(p, string(id))
			p.Erase(ben)
			p.Says(p.Slash(eve, ladder, party.Opt("user", "ann")), "1 win")
		})
	}
}
