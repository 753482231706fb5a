package referee_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
)

// pagesOf returns the texts of all pages that a button leads to, beginning with the texts of the answer.
func pagesOf(p *party.Party, user wire.UserID, a wire.Answer, turn string) (all string) {
	for range 50 {
		text := party.Text(a)
		all += text + "\n"
		if n := utf8.RuneCountInString(text); n > wire.LongestText {
			p.T.Errorf("a page has %d characters", n)
		}
		if _, more := bottest.ControlsOf(p.Newest(user).Message).Find(turn); !more {
			return all
		}
		a = p.Click(user, p.Newest(user), turn)
	}
	p.T.Error("the pages have no end")
	return all
}

// Reports by many accounts hide no other report, and no ban is out of sight: a moderator can read all of them.
func TestCheatByReportingUntilNobodyReads(t *testing.T) {
	p, _ := party.Court(t)
	p.Says(p.Slash(ben, []string{"report"}, party.Opt("user", "ann"), party.Opt("reason", "the true one")), "Reported")
	p.Clock.Advance(time.Second)
	for n := range 36 {
		p.Says(p.Slash(wire.UserID(fmt.Sprint("u", n/3)), []string{"report"}, party.Opt("user", "ben"), party.Opt("reason", fmt.Sprint("noise ", n, "."))), "Reported")
	}
	for n := range 14 {
		p.Slash(judge, []string{"mod", "ban"}, party.Opt("user", fmt.Sprint("v", n)), party.Opt("reason", fmt.Sprint("ban ", n, ".")))
		p.Says(p.Click(judge, p.Newest(judge), "ban|go"), "is banned")
	}
	all := ""
	for _, whole := range []string{"All reports", "All bans"} {
		p.Slash(second, []string{"mod", "list"})
		all += pagesOf(p, second, p.Click(second, p.Newest(second), whole), "Next page")
	}
	party.Want(t, all, "the true one")
	for n := range 36 {
		party.Want(t, all, fmt.Sprint("noise ", n, "."))
	}
	for n := range 14 {
		party.Want(t, all, fmt.Sprint("ban ", n, "."))
	}
}

// Lists of moderators name people beside their mentions: the mention of somebody who has left the server is a number.
func TestModeratorsListsNamePeople(t *testing.T) {
	p, _ := party.Court(t)
	p.Play(ben, "quit")
	p.Settle()
	p.Slash(ben, []string{"report"}, party.Opt("user", "ann"), party.Opt("reason", "slow"))
	p.Slash(judge, []string{"mod", "ban"}, party.Opt("user", "eve"), party.Opt("reason", "rude"))
	p.Click(judge, p.Newest(judge), "ban|go")
	party.Want(t, party.Text(p.Slash(second, []string{"mod", "list"})), "<@eve> (Name of eve)", "<@ann> (Name of ann)", "<@ben> (Name of ben)")
	for _, u := range []wire.UserID{"eve", ann, ben, judge} { // their names go with their data
		p.Erase(u)
	}
	if all := party.Text(p.Slash(second, []string{"mod", "list"})); strings.Contains(all, "Name of") {
		t.Errorf("still named: %s", all)
	}
}

// All acts of a match can be read, with their numbers, by which they are appealed.
func TestCheatByHidingADecisionBehindNotes(t *testing.T) {
	p, id := party.Court(t)
	p.Moderates(judge, id, "pause")
	for n := range 20 {
		p.Mod(judge, id, "note", party.Opt("reason", fmt.Sprint("note ", n, ". ", strings.Repeat("_x", 140))))
		p.Says(p.Click(judge, p.Newest(judge), "|go"), "Done")
	}
	all := pagesOf(p, ben, p.Slash(ben, []string{"dispute", "list"}, party.In(string(id))), "Previous page")
	party.Want(t, all, "`1` ", "stopped the match")
	for n := range 20 {
		party.Want(t, all, fmt.Sprint("note ", n, "."))
	}
}
