package lobby_test

import (
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
)

// A user who accepts an open challenge and does not come cannot block it: its challenger removes them with one press,
// from any message about it, and others may accept. The removed user cannot accept again, with any button that they
// still have.
func TestSendAway(t *testing.T) {
	for _, from := range []string{"the direct message", "my force", "after Ready", "a list"} {
		t.Run(from, func(t *testing.T) {
			p := takenUp(t)
			p.Click(ben, p.Card(), "change|")
			old := p.Newest(ben) // ben's side card, with a menu of forces and Ready
			if strings.Contains(bottest.Words(old.Message), "Send away") {
				t.Error("who took it up may send somebody away")
			}
			m := p.Direct(ann)[0]
			var sent wire.Answer
			switch from {
			case "my force":
				p.Click(ann, p.Card(), "change|")
				m = p.Newest(ann)
			case "after Ready":
				p.Clock.Advance(11 * time.Minute) // ben's Ready has lapsed
				p.Click(ann, p.Card(), "ready|")
				m = p.Newest(ann)
			case "a list":
				p.Slash(ann, []string{"match", "list"})
				sent = p.Press(ann, p.Newest(ann), "go", "away|"+p.Table().ID+"|ben")
			}
			if from != "a list" {
				sent = p.Click(ann, m, "Send away: Name of ben")
			}
			p.Says(sent, "**Name of ben** has been sent away")
			party.Has(t, p.Card(), "challenges **anyone**", "Accept")
			dms := p.Direct(ben)
			if len(dms) == 0 || !strings.Contains(bottest.Words(dms[len(dms)-1].Message), "opened this challenge to others again") {
				t.Errorf("ben is not told: %v", dms)
			}

			const no = "you can no longer accept it"
			p.Says(p.Click(ben, p.Card(), "accept|"), no)
			p.Says(p.Click(ben, old, "force|", "blue"), no)
			p.Says(p.Press(ben, old, "own|"+p.Table().ID), no)
			p.Says(p.Press(ben, p.Card(), "ready|"+p.Table().ID), no)
			p.Says(p.Slash(ben, []string{"match", "accept"}), "No challenge is open")
			p.Says(p.Slash(ben, []string{"match", "accept"}, party.Opt("challenge", p.Table().ID)), no)

			p.Click(eve, p.Card(), "accept|")
			p.Says(p.Click(eve, p.Newest(eve), "force|", "red"), "presses **Ready** too")
			p.Says(p.Press(ann, m, "away|"+p.Table().ID+"|ben"), "They have already left") // removes nobody else
			p.Says(p.Press(ben, p.Card(), "away|"+p.Table().ID+"|eve"), no)
			p.Says(p.Press("stranger", p.Card(), "away|"+p.Table().ID+"|eve"), "This match is between")
			p.Says(p.Click(ann, p.Card(), "ready|"), "The match begins")
			p.Says(p.Press(ann, m, "away|"+string(p.MatchOf(ann))+"|eve"), "console of seat 1") // too late
		})
	}
}

// A challenge to one player is reserved for them, and so is a rematch: it ends when they decline or it is withdrawn.
func TestSendAwayOnlyFromOpenChallenges(t *testing.T) {
	p := takenUp(t, party.ChallengeTo(ben))
	p.Click(ann, p.Card(), "change|")
	if got := bottest.Words(p.Newest(ann).Message); strings.Contains(got, "Send away") {
		t.Errorf("offered: %s", got)
	}
	p.Says(p.Press(ann, p.Card(), "away|"+p.Table().ID+"|ben"), "They have already left")
	p.Says(p.Click(ann, p.Card(), "ready|"), "The match begins")
}

// A removed user is named in their own export alone, and deleting their data deletes that; the challenge then treats
// them as new.
func TestSentAwayPrivacy(t *testing.T) {
	p := takenUp(t)
	p.Click(ann, p.Direct(ann)[0], "Send away")
	for user, told := range map[wire.UserID]bool{ann: false, ben: true} {
		p.Slash(user, party.PrivacyCommand("export"))
		if raw := string(p.Newest(user).Files[0].Data); strings.Contains(raw, `"banned"`) != told {
			t.Errorf("%s is told, expected %t:\n%s", user, told, raw)
		}
	}
	p.Slash(ben, party.PrivacyCommand("delete"))
	p.Click(ben, p.Newest(ben), "privacy|")
	if rs, _ := p.Store.List(t.Context(), "table/", "", 9); len(rs) != 1 || strings.Contains(string(rs[0].Value), "ben") {
		t.Errorf("left: %v", rs)
	}
}
