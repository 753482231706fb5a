package bot_test

import "testing"

// A moderator who answers for a player confirms it for the question that they were shown. Who has come back and answered it is asked the next
// one, which is theirs.
func TestCheatByAnsweringTheNextQuestion(t *testing.T) {
	p, id := court(t)
	p.says(p.mod(judge, id, "answer", opt("side", "A"), opt("reason", "away")), "You are about to")
	sure := p.Newest(judge)
	p.play(ann, "bid 2")
	p.play(ben, "bid 1")
	before := p.stands(id)
	p.says(p.click(judge, sure, "|go"), "meanwhile")
	if p.Settle(); p.stands(id) != before {
		t.Error(differ(before, p.stands(id)))
	}
	p.does(judge, id, "answer", opt("side", "A"))
	if p.stands(id) == before {
		t.Error("a moderator cannot answer the next question")
	}
}

// A ruling is confirmed for the position that the moderator saw. Where a player has moved since it is not carried out, and they are shown
// how the match stands now.
func TestRulingOnThePositionSeen(t *testing.T) {
	p, id := court(t)
	p.says(p.mod(judge, id, "rule", opt("ruling", "points 1 2"), opt("reason", "wrong")), "You are about to")
	sure := p.Newest(judge)
	p.play(ann, "bid 2")
	p.play(ben, "bid 1")
	before := p.stands(id)
	a := p.click(judge, sure, "|go")
	p.says(a, "meanwhile")
	p.says(a, "board of all")
	if p.Settle(); p.stands(id) != before {
		t.Error(differ(before, p.stands(id)))
	}
	p.does(judge, id, "rule", opt("ruling", "points 1 2"))
	if p.stands(id) == before {
		t.Error("a moderator cannot rule on the position that they see")
	}
}
