package match_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/bottest/plain"
	"downsync/bot/wire"
	"downsync/game/table"
	"downsync/game/toy"
)

// countedForms count the computed consoles by user.
type countedForms struct {
	plain.Forms
	mu    *sync.Mutex
	count map[wire.UserID]int
}

func (f countedForms) Game() bot.Game { return plain.GameOf(f) }

func (f countedForms) Console(p table.Private, page bot.Page) (wire.Letter, error) {
	f.mu.Lock()
	f.count[p.User()]++
	f.mu.Unlock()
	return f.Forms.Console(p, page)
}

// After a press, the presser's direct message shows the console of the answer. The host that answered does not compute
// it again for the delivery. Another host computes it again, with the same result.
func TestConsoleIsWorkedOutOnce(t *testing.T) {
	forms := countedForms{mu: &sync.Mutex{}, count: map[wire.UserID]int{}}
	p := &party.Party{T: t, Room: bottest.New(t, bottest.Setup{Game: toy.Rules(), Forms: forms})}
	p.Begin()
	p.Settle()
	for n := range 8 {
		user := ann
		if n%2 == 1 {
			user = ben
		}
		at := p.Console(user)
		clear(forms.count)
		answer := p.Click(user, at, "c|", "2")
		want := 2
		if n < 4 { // hosts take turns: here the host that answered also delivers
			p.Slash(eve, inbox)
			want = 1
		}
		p.Settle()
		if got := forms.count[user]; got != want {
			t.Errorf("press %d: the console was worked out %d times, expected %d", n, got, want)
		}
		sent := p.Console(user)
		if got, want := bottest.Words(sent.Message), bottest.Words(*answer.Letter); got != want {
			t.Errorf("the direct message says\n%s\nand the answer\n%s", got, want)
		}
		if got, want := fmt.Sprint(bottest.ControlsOf(sent.Message)), fmt.Sprint(bottest.ControlsOf(*answer.Letter)); got != want {
			t.Errorf("the direct message has controls\n%s\nand the answer\n%s", got, want)
		}
	}
}

// If an answer has already replaced the console in the presser's direct message, nothing is sent there again. It is
// sent if that is not known, or if another host delivers now or delivered before.
func TestAnswerIsNotSentAgain(t *testing.T) {
	for _, x := range []struct {
		what                    string
		told, answers, delivers int // hosts
		edits                   int
	}{
		{"by the host that answered", 0, 0, 0, 0},
		{"while the answer is on its way", 0, 0, 0, 1},
		{"by another host", 0, 1, 0, 1},
		{"by the host that answered, after another", 1, 0, 0, 1},
	} {
		p := party.Plain(t)
		p.Begin()
		user := ann
		p.Turn(x.told)
		p.Click(user, p.Console(user), "c|", "2")
		p.Turn(x.told)
		p.Settle()
		if strings.Contains(x.what, "on its way") {
			p.Meanwhile = func() {}
		}
		p.Turn(x.answers)
		answer := p.Click(user, p.Console(user), "c|", "2")
		p.Turn(x.delivers)
		before := p.Wire.Count()
		p.Settle()
		edits := 0
		for _, s := range p.Wire.Delivered(user, before) {
			if s.What == "edit" && s.Channel == wire.ChannelID("dm-"+user) {
				edits++
			}
		}
		if edits != x.edits {
			t.Errorf("%s: %d edits of the direct message, expected %d", x.what, edits, x.edits)
		}
		if got, want := bottest.Words(p.Console(user).Message), bottest.Words(*answer.Letter); got != want {
			t.Errorf("%s: the direct message says\n%s\nand the answer\n%s", x.what, got, want)
		}
	}
}

// An answer given while an older edit of the same message is on its way remains in the end, whichever host delivers
// what.
func TestAnswerOutlastsAnOlderEdit(t *testing.T) {
	for answers := range 2 { // the host that answers
		p := party.Plain(t)
		p.Begin()
		p.Settle()
		old := p.Console(ann)
		p.Click(ann, old, "c|", "2")
		p.Click(ben, p.Console(ben), "c|", "2")
		p.Click(ann, old, "c|", "2") // the answer comes too late and shows the next question
		p.Turn(0)
		var answer wire.Answer
		p.Wire.OnTheWay(old.Channel, func() {
			p.Turn(answers)
			answer = p.Click(ann, p.Console(ann), "c|", "3")
		})
		p.Settle()
		if answer.Letter == nil {
			t.Fatal("no edit was sent")
		}
		if got, want := bottest.Words(p.Console(ann).Message), bottest.Words(*answer.Letter); got != want {
			t.Errorf("host %d: the direct message says\n%s\nand the answer\n%s", answers, got, want)
		}
	}
}
