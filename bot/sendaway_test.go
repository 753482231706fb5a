package bot_test

import (
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
)

// Whoever takes an open challenge up and does not come keeps nobody out: its challenger sends them away at a press, from any message about
// it, and others may take it up. Who was sent away cannot, by no button that they still have.
func TestSendAway(t *testing.T) {
	for _, from := range []string{"the direct message", "my force", "after Ready", "a list"} {
		t.Run(from, func(t *testing.T) {
			p := takenUp(t)
			p.click(ben, p.lobby(), "change|")
			old := p.Newest(ben) // ben's side, with a menu of forces and Ready
			if strings.Contains(bottest.Words(old.Message), "Send away") {
				t.Error("who took it up may send somebody away")
			}
			m := p.dms(ann)[0]
			var sent bot.Answer
			switch from {
			case "my force":
				p.click(ann, p.lobby(), "change|")
				m = p.Newest(ann)
			case "after Ready":
				p.Clock.Advance(11 * time.Minute) // ben's has lapsed
				p.click(ann, p.lobby(), "ready|")
				m = p.Newest(ann)
			case "a list":
				p.Slash(ann, []string{"match", "list"})
				sent = p.Press(ann, p.Newest(ann), "go", "away|"+challengeOf(t, p)+"|ben")
			}
			if from != "a list" {
				sent = p.click(ann, m, "Send away: Name of ben")
			}
			p.says(sent, "**Name of ben** is out of it")
			has(t, p.lobby(), "challenges **anyone**", "Accept")
			dms := p.dms(ben)
			if len(dms) == 0 || !strings.Contains(bottest.Words(dms[len(dms)-1].Message), "opened this challenge to others again") {
				t.Errorf("ben is not told: %v", dms)
			}

			const no = "you cannot take it up any more"
			p.says(p.click(ben, p.lobby(), "accept|"), no)
			p.says(p.click(ben, old, "force|", "blue"), no)
			p.says(p.Press(ben, old, "own|"+challengeOf(t, p)), no)
			p.says(p.Press(ben, p.lobby(), "ready|"+challengeOf(t, p)), no)
			p.says(p.Slash(ben, []string{"match", "accept"}), "No challenge is open")
			p.says(p.Slash(ben, []string{"match", "accept"}, opt("challenge", challengeOf(t, p))), no)

			p.click(eve, p.lobby(), "accept|")
			p.says(p.click(eve, p.Newest(eve), "force|", "red"), "presses **Ready** too")
			p.says(p.Press(ann, m, "away|"+challengeOf(t, p)+"|ben"), "They are not in it any more") // sends nobody else away
			p.says(p.Press(ben, p.lobby(), "away|"+challengeOf(t, p)+"|eve"), no)
			p.says(p.Press("stranger", p.lobby(), "away|"+challengeOf(t, p)+"|eve"), "for somebody else")
			p.says(p.click(ann, p.lobby(), "ready|"), "The match begins")
			p.says(p.Press(ann, m, "away|"+string(p.matchOf(ann))+"|eve"), "console of seat 1") // too late
		})
	}
}

// challengeOf is the id of the only open challenge.
func challengeOf(t *testing.T, p *party) string {
	t.Helper()
	rs, err := p.Store.List(t.Context(), "table/", "", 9)
	if err != nil || len(rs) != 1 {
		t.Fatalf("challenges %v, %v", rs, err)
	}
	return strings.TrimPrefix(rs[0].Key, "table/")
}

// A challenge to one player is theirs, and so is a rematch: they decline it or it is called off.
func TestSendAwayOnlyFromOpenChallenges(t *testing.T) {
	p := takenUp(t, challengeTo(ben))
	p.click(ann, p.lobby(), "change|")
	if got := bottest.Words(p.Newest(ann).Message); strings.Contains(got, "Send away") {
		t.Errorf("offered: %s", got)
	}
	p.says(p.Press(ann, p.lobby(), "away|"+challengeOf(t, p)+"|ben"), "They are not in it any more")
	p.says(p.click(ann, p.lobby(), "ready|"), "The match begins")
}

// Who was sent away is named in their export alone, and goes with their data; they are then as new to it.
func TestSentAwayPrivacy(t *testing.T) {
	p := takenUp(t)
	p.click(ann, p.dms(ann)[0], "Send away")
	for user, told := range map[bot.UserID]bool{ann: false, ben: true} {
		p.Slash(user, privacy("export"))
		if raw := string(p.Newest(user).Files[0].Data); strings.Contains(raw, `"banned"`) != told {
			t.Errorf("%s is told, expected %t:\n%s", user, told, raw)
		}
	}
	p.Slash(ben, privacy("delete"))
	p.click(ben, p.Newest(ben), "privacy|")
	if rs, _ := p.Store.List(t.Context(), "table/", "", 9); len(rs) != 1 || strings.Contains(string(rs[0].Value), "ben") {
		t.Errorf("left: %v", rs)
	}
}
