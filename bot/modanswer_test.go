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
