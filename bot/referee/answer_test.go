package referee_test

import (
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
)

// A moderator who answers for a player confirms that for the question they were shown. If the player has come back and
// answered it, the confirmation does not answer the next question, which is the player's.
func TestCheatByAnsweringTheNextQuestion(t *testing.T) {
	p, id := party.Court(t)
	p.Says(p.Mod(judge, id, "answer", party.Opt("side", "A"), party.Opt("reason", "away")), "You are about to")
	sure := p.Newest(judge)
	p.Play(ann, "bid 2")
	p.Play(ben, "bid 1")
	before := p.StateOf(id)
	p.Says(p.Click(judge, sure, "|go"), "Something else has happened")
	if p.Settle(); p.StateOf(id) != before {
		t.Error(bottest.FirstDifference(before, p.StateOf(id)))
	}
	p.Moderates(judge, id, "answer", party.Opt("side", "A"))
	if p.StateOf(id) == before {
		t.Error("a moderator cannot answer the next question")
	}
}

// A ruling is confirmed for the position that the moderator saw. If a player has moved since, it is not carried out,
// and the moderator is shown the current state of the match.
func TestRulingOnThePositionSeen(t *testing.T) {
	p, id := party.Court(t)
	p.Says(p.Mod(judge, id, "rule", party.Opt("ruling", "points 1 2"), party.Opt("reason", "wrong")), "You are about to")
	sure := p.Newest(judge)
	p.Play(ann, "bid 2")
	p.Play(ben, "bid 1")
	before := p.StateOf(id)
	a := p.Click(judge, sure, "|go")
	p.Says(a, "Something else has happened")
	p.Says(a, "board of all")
	if p.Settle(); p.StateOf(id) != before {
		t.Error(bottest.FirstDifference(before, p.StateOf(id)))
	}
	p.Moderates(judge, id, "rule", party.Opt("ruling", "points 1 2"))
	if p.StateOf(id) == before {
		t.Error("a moderator cannot rule on the position that they see")
	}
}
