package referee_test

import (
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// bench is a match with a dispute, and the message from which moderators decide it.
type bench struct {
	*party.Party
	id     table.ID
	notice bottest.Message
}

// disputed plays two events and has ann dispute one of them; "": none.
func disputed(t *testing.T, event string) bench {
	t.Helper()
	p, id := party.Court(t)
	p.Play(ann, "note red", "bid 3")
	p.Play(ben, "bid 1")
	b := bench{Party: p, id: id}
	b.opens(event)
	return b
}

// opens has ann open a dispute.
func (b *bench) opens(event string) {
	b.T.Helper()
	options := []bottest.Option{party.Opt("reason", "that bid was mine"), party.In(string(b.id))}
	if event != "" {
		options = append(options, party.Opt("event", event))
	}
	b.Says(b.Slash(ann, []string{"match", "dispute"}, options...), "The match is stopped")
	b.Settle()
	for _, m := range b.Cards() {
		if strings.Contains(bottest.Words(m.Message), "judge|") {
			b.notice = m
		}
	}
}

// presses has a moderator press a button of the notice and give a reason in its form. It returns the question.
func (b bench) presses(button, reason string) (wire.Answer, bottest.Message) {
	b.T.Helper()
	a := b.Click(judge, b.notice, button)
	if a.Form == nil {
		b.T.Fatalf("%s asks for no reason: %s", button, party.Text(a))
	}
	a = b.Submit(judge, b.notice, a.Form, map[string]string{"reason": reason})
	return a, b.Newest(judge)
}

// does presses a button of an answer to the moderator, and delivers everything.
func (b bench) does(m bottest.Message, button string) wire.Answer {
	b.T.Helper()
	a := b.Click(judge, m, button)
	b.Settle()
	return a
}

func (b bench) facts() []game.Fact {
	b.T.Helper()
	return b.PublicOf(b.id).Facts
}

// A moderator looks into a dispute and decides it from its notice in the thread. Upholding it offers to go back to before the disputed
// event, in one act.
func TestDisputeIsDecidedByButtons(t *testing.T) {
	b := disputed(t, "2")
	b.Says(b.Click(judge, b.notice, "Look"), "all saw bid 1 3")
	b.Says(b.Click(judge, b.notice, "Was it legal?"), "Event 2 was legal")
	for _, button := range []string{"Look", "Was it legal?", "Back to before it", "Uphold", "Dismiss"} {
		b.Says(b.Click(ann, b.notice, button), "moderator")
		b.Says(b.Click(eve, b.notice, button), "moderator")
	}
	a, sure := b.presses("Uphold", "the bid was announced too late")
	b.Says(a, "uphold the dispute or appeal.")
	b.does(sure, "Also go back to before event 2")
	sure = b.Newest(judge)
	if said := bottest.Words(sure.Message); !strings.Contains(said, "and rewind the match to before event 2") || !strings.Contains(said, "become void") {
		t.Errorf("asked: %s", said)
	}
	b.Says(b.does(sure, "Do it"), "Done")
	if _, void := b.facts()[1].(game.Void); !void {
		t.Errorf("the disputed event stands: %v", b.facts())
	}
	if now := b.PublicOf(b.id); now.Clocks.Stopped() || table.Rulings(now.Facts) != 2 {
		t.Errorf("the match waits, or there are %d acts", table.Rulings(now.Facts))
	}
	b.Says(b.Click(judge, b.notice, "Dismiss"), "There is no open dispute")
	old := b.notice
	b.Play(ann, "bid 4")
	b.opens("")
	b.Says(b.Click(judge, old, "Uphold"), "There is no open dispute")
	if said := bottest.Words(b.notice.Message); strings.Contains(said, "Back to before it") {
		t.Errorf("a dispute without an event offers to go back: %s", said)
	}
	b.Says(b.Click(judge, b.notice, "Was it legal?"), "and so was everything before it")
	_, sure = b.presses("Dismiss", "it is in the log")
	b.Says(b.does(sure, "Do it"), "Done")
	if b.PublicOf(b.id).Clocks.Stopped() {
		t.Error("the match still waits")
	}
	b.NoFaults()
}

// Going back by a button leaves the dispute open, until it is decided. Upholding it then needs no event.
func TestRewindLeavesTheDisputeOpen(t *testing.T) {
	b := disputed(t, "1a") // which only ann was told: the dispute names event 1
	b.Says(b.Click(judge, b.notice, "Look"), "all saw began")
	_, sure := b.presses("Back to before it", "again")
	if said := bottest.Words(sure.Message); !strings.Contains(said, "Nothing comes before the beginning of the match") {
		t.Errorf("asked: %s", said)
	}
	b = disputed(t, "2")
	_, sure = b.presses("Back to before it", "again")
	b.Says(b.does(sure, "Do it"), "Done")
	if !b.PublicOf(b.id).Clocks.Stopped() {
		t.Error("the match goes on while the dispute is open")
	}
	a := b.Click(judge, b.notice, "Uphold")
	b.Says(b.Submit(judge, b.notice, a.Form, map[string]string{"reason": strings.Repeat("x", 2000)}), "Give a reason")
	_, sure = b.presses("Uphold", "as I said")
	b.Says(b.does(sure, "Do it"), "Done")
	if b.PublicOf(b.id).Clocks.Stopped() {
		t.Error("the match still waits")
	}
}
