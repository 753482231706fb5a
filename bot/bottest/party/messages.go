package party

import (
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/wire"
)

// ControlOf is the custom id of the control of the message that holds the words.
func ControlOf(t testing.TB, m bottest.Message, words string) string {
	t.Helper()
	id, ok := bottest.ControlsOf(m.Message).Find(words)
	if !ok {
		t.Fatalf("no %q in:\n%s", words, bottest.Words(m.Message))
	}
	return id
}

// Has fails unless the message holds all the words.
func Has(t *testing.T, m bottest.Message, words ...string) {
	t.Helper()
	for _, w := range words {
		if got := bottest.Words(m.Message); !strings.Contains(got, w) {
			t.Errorf("expected %q in:\n%s", w, got)
		}
	}
}

// Form answers the form that a press on the newest message's button opens.
func (p *Party) Form(user wire.UserID, words, value string) {
	p.T.Helper()
	m := p.Newest(user)
	a := p.Click(user, m, words)
	if a.Form == nil {
		p.T.Fatalf("%s opens no form", words)
	}
	p.Submit(user, m, a.Form, map[string]string{a.Form.Fields[0].ID: value})
}

// Shows fails unless the user's newest private message holds all the words.
func (p *Party) Shows(user wire.UserID, words ...string) {
	p.T.Helper()
	s := bottest.Words(p.Newest(user).Message)
	for _, w := range words {
		if !strings.Contains(s, w) {
			p.T.Errorf("%q is missing in:\n%s", w, s)
		}
	}
}

// Direct are the messages in the user's direct channel.
func (p *Party) Direct(u wire.UserID) []bottest.Message {
	return p.Wire.Messages(wire.ChannelID("dm-" + u))
}

// Everything is all that the user was sent, as words.
func (p *Party) Everything(user wire.UserID) string {
	var b strings.Builder
	for _, s := range p.Wire.Delivered(user, 0) {
		b.WriteString(bottest.Words(s.Message.Message) + "\n")
	}
	return b.String()
}

// Says fails unless the answer holds the words.
func (p *Party) Says(a wire.Answer, words string) {
	p.T.Helper()
	if !strings.Contains(Text(a), words) {
		p.T.Errorf("answered %q; expected %q in it", Text(a), words)
	}
}

// Click presses the control of the message that holds the words.
func (p *Party) Click(user wire.UserID, m bottest.Message, words string, values ...string) wire.Answer {
	p.T.Helper()
	id, ok := bottest.ControlsOf(m.Message).Find(words)
	if !ok {
		p.T.Fatalf("no %q in:\n%s", words, bottest.Words(m.Message))
	}
	return p.Press(user, m, id, values...)
}

// Cards are the messages in the match's thread.
func (p *Party) Cards() []bottest.Message {
	p.T.Helper()
	ts := p.Wire.Threads()
	if len(ts) == 0 {
		p.T.Fatal("no thread")
	}
	return p.Wire.Messages(ts[len(ts)-1])
}
