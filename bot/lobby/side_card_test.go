package lobby_test

import (
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/bottest/plain"
	"downsync/bot/wire"
	"downsync/game/table"
	"downsync/game/toy"
)

// Each side is told their force in private as soon as they have one, and may change it until both are ready. The card
// says that an acceptance waits for a force, and never which force.
func TestDesk(t *testing.T) {
	p := party.Plain(t)
	p.Says(p.Slash(ann, party.Challenge, party.ChallengeTo(ben), party.Opt("clock", "quick")), "**Your force: the red**\nred cards")
	p.Says(p.Click(ann, p.Newest(ann), "force|", "blue"), "**Your force: the blue**")
	card := p.Card()
	if got := bottest.Words(card.Message); strings.Contains(got, "choosing") || strings.Contains(got, "blue") {
		t.Errorf("before anybody accepts the card says %s", got)
	}
	p.Says(p.Click(ben, card, "accept|"), "• **the blue**: blue cards")
	party.Has(t, p.Card(), "⏳ **Name of ben** is choosing a force.")
	edits := p.Card().Edits
	p.Click(ben, card, "accept|")
	if n := p.Card().Edits; n != edits {
		t.Errorf("accepting twice draws the card %d times more", n-edits)
	}
	p.Says(p.Click(ben, p.Newest(ben), "force|", "red"), "**Your force: the red**")
	written := p.Console(ann) // a direct message with everything needed
	party.Has(t, written, "**Name of ben** is ready to play you", "**Your force: the blue**")
	p.Says(p.Click(ann, written, "force|", "red"), "**Your force: the red**")
	if got := bottest.Words(p.Card().Message); strings.Contains(got, "the red") || strings.Contains(got, "the blue") {
		t.Errorf("the card says %s", got)
	}
	p.Says(p.Click(ann, p.Console(ann), "ready|"), "Your board comes in a separate message")
	p.Settle()
	party.Has(t, p.Console(ann), "console of seat 1")
	p.Says(p.Click(ben, p.Newest(ben), "force|", "blue"), "console of seat 2") // too late: the message is now the board
}

// A challenge is withdrawn from the private answer to it.
func TestTakeItBack(t *testing.T) {
	p := party.Plain(t)
	p.Slash(ann, party.Challenge)
	p.Says(p.Click(ann, p.Newest(ann), "Take it back"), "Withdrawn.")
	party.Has(t, p.Card(), "Withdrawn.")
	p.Says(p.Slash(ben, []string{"match", "accept"}), "No challenge is open")
}

// A user without direct messages is still notified on the card, and nothing fails.
func TestDeskWithClosedDMs(t *testing.T) {
	p := party.Plain(t)
	p.Wire.CloseDM(ann, true)
	p.Says(p.Slash(ann, party.Challenge, party.ChallengeTo(ben), party.Opt("clock", "quick")), "I notify you here")
	p.Click(ben, p.Card(), "accept|")
	p.Says(p.Click(ben, p.Newest(ben), "force|", "red"), "You are in")
	if m := p.Card().Mention; len(m) != 1 || m[0] != ann {
		t.Errorf("the card calls %v", m)
	}
	if strings.Contains(p.Log.String(), "level=WARN") {
		t.Error(p.Log)
	}
	p.Says(p.Click(ann, p.Card(), "change|"), "**Your force: the red**")
	p.Says(p.Click(ann, p.Card(), "ready|"), "The match begins")
}

// A force that was just built is played with one press, by the challenger and by the user who is choosing.
func TestBuiltIsPlayed(t *testing.T) {
	p := &party.Party{T: t, Room: bottest.New(t, bottest.Setup{Game: toy.Rules(), Forms: plain.Forms{}, Default: "quick",
		Timings: map[string]table.Timing{"quick": {Clocks: map[string]time.Duration{"turn": 10 * time.Minute}}}})}
	p.Slash(ann, party.Challenge, party.ChallengeTo(ben))
	p.Slash(ben, []string{"match", "accept"}, party.Opt("luck", "seven"))
	for user, other := range map[wire.UserID]string{ann: "ben", ben: "ann"} {
		p.Says(p.Click(user, p.Newest(user), "Build one"), "Your forces")
		p.Click(user, p.Newest(user), "forces|new")
		if got := bottest.Words(p.Newest(user).Message); strings.Contains(got, "Play it") {
			t.Errorf("an empty force can be played: %s", got)
		}
		p.Click(user, p.Newest(user), "build|colour", "blue")
		p.Says(p.Click(user, p.Newest(user), "Play it: Name of "+other), "**Your force: the blue**")
	}
	p.Slash(eve, []string{"force"}, party.Opt("code", "T-blue"))
	if got := bottest.Words(p.Newest(eve).Message); strings.Contains(got, "Play it") {
		t.Errorf("it is offered for somebody else's challenge: %s", got)
	}
	p.Click(ann, p.Card(), "ready|")
	p.Settle()
	p.Says(p.Slash(ann, []string{"match", "verify"}), table.Entropy("seven")) // the words that ben gave when accepting
}

// A player who accepts a challenge is in with one more press: the first button plays the force that is proposed to their seat. Once they have a force
// the button is gone.
func TestProposedForceIsOnePress(t *testing.T) {
	p := party.Plain(t)
	p.Slash(ann, party.Challenge, party.Opt("opponent", string(ben)))
	p.Says(p.Click(ben, p.Card(), "accept|"), "Choose your force")
	card := p.Newest(ben)
	all := bottest.ControlsOf(card.Message)
	proposed, ok := all.Find("usual|")
	if !ok || all.Buttons[0].Style != wire.Success || all.Buttons[0].ID != proposed {
		t.Fatalf("the first button proposes no force:\n%s", bottest.Words(card.Message))
	}
	p.Says(p.Click(ben, card, "usual|"), "The match begins")
	if again, ok := bottest.ControlsOf(p.Newest(ben).Message).Find("usual|"); ok {
		t.Errorf("it is proposed again: %s", again)
	}
	p.Press(eve, card, proposed) // who is not invited
	if s := bottest.Words(p.Card().Message); strings.Contains(s, "Name of eve") {
		t.Errorf("eve is in: %s", s)
	}
}

// Only the newest users who are choosing are remembered, up to a limit, and none twice.
func TestManyChoose(t *testing.T) {
	p := party.Plain(t)
	p.Slash(ann, party.Challenge)
	for _, user := range []wire.UserID{"u1", "u2", "u3", "u4", "u5", "u6", "u2", "u6"} {
		p.Says(p.Click(user, p.Card(), "accept|"), "Choose your force")
	}
	got := bottest.Words(p.Card().Message)
	if strings.Contains(got, "u1") || strings.Count(got, "Name of u") != 5 {
		t.Errorf("the card says %s", got)
	}
	party.Has(t, p.Card(), "**Name of u6** are choosing a force.")
	p.Says(p.Click("u1", p.Newest("u1"), "force|", "red"), "The match begins")
}
