package referee_test

import (
	"cmp"
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

// A name with marks of direction does not reorder the line behind it, whether on a card, in a list or in a question: what is beside the
// mention has no such mark, and a name in a script that runs from right to left is isolated.
func TestCheatByANameThatReordersALine(t *testing.T) {
	const override, embedding, isolate = "\u202e", "\u202b", "\u2067"
	p := party.PlainAs(t, func(s *bottest.Setup) {
		s.Name = func(u wire.UserID) string {
			odd := map[wire.UserID]string{ann: "ann" + override + "\x07", ben: isolate + "*בן*" + embedding, "eve": override + "@here) <@1>\neve"}
			return cmp.Or(odd[u], "Name of "+string(u))
		}
	})
	p, id := party.CourtOn(p)
	p.Mod(judge, id, "replace", party.Opt("side", "B"), party.Opt("user", "eve"), party.Opt("reason", "away"))
	p.Click(judge, p.Newest(judge), "|go")
	p.Settle()
	p.Play(ben, "quit")
	p.Slash(ann, []string{"match", "challenge"}, party.Opt("opponent", "eve"))
	p.Slash(ben, []string{"report"}, party.Opt("user", "ann"), party.Opt("reason", "slow"))
	p.Slash(judge, []string{"mod", "ban"}, party.Opt("user", "eve"), party.Opt("reason", "rude"))
	p.Click(judge, p.Newest(judge), "ban|go")
	list := party.Text(p.Slash(second, []string{"mod", "list"}))
	party.Want(t, list, "<@ann> (ann) by <@ben> (\u2068\\*בן\\*\u2069): slow", "<@eve> (@\u200bhere) \\<@\u200b1\\> eve)")
	named := 0
	for _, s := range p.Wire.Sent(0) {
		words := bottest.Words(s.Message.Message)
		named += strings.Count(words, "(ann)") + strings.Count(words, "בן") + strings.Count(words, "eve)")
		for _, line := range strings.Split(words, "\n") {
			if strings.ContainsAny(line, "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\x07") || strings.Count(line, "\u2068") != strings.Count(line, "\u2069") {
				t.Errorf("a name reorders %q", line)
			}
		}
	}
	if named < 10 {
		t.Errorf("only %d names were written", named)
	}
}

// A moderator's question names whom it concerns, and what is stored of the act names nobody, so that no name outlives its user's data.
func TestReplacingNamesPeople(t *testing.T) {
	p, id := party.Court(t)
	m := p.Offers(judge, id, "B", eve)
	party.Has(t, m, "<@eve> (Name of eve), do you take the seat of B from <@ben> (Name of ben)?")
	if act := p.Stored("act/" + string(id) + "/0001"); strings.Contains(act, "Name of eve") || strings.Contains(act, "Name of ben") {
		t.Errorf("the record of the offer names them: %s", act)
	}
	p.Click(eve, m, "Take the seat")
	p.Settle()
	party.Want(t, p.Stored("act/"+string(id)+"/0002"), "Name of eve", "Name of ben")
	for _, u := range []wire.UserID{eve, ben} {
		p.Erase(u)
		if act := p.Stored("act/" + string(id) + "/0002"); strings.Contains(act, "Name of "+string(u)) {
			t.Errorf("the record of the act still names %s: %s", u, act)
		}
	}
}
