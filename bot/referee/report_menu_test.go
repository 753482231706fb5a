package referee_test

import (
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
)

// fill sends the form that an answer opens.
func fill(p *party.Party, user wire.UserID, a wire.Answer, fields map[string]string) wire.Answer {
	p.T.Helper()
	if a.Form == nil {
		p.T.Fatalf("no form: %s", party.Text(a))
	}
	return p.Submit(user, bottest.Message{Channel: bottest.General}, a.Form, fields)
}

// Report on a person's message reports that person to the moderators, as /match report.
func TestReportOfAMessage(t *testing.T) {
	p := party.Plain(t)
	said := bottest.Message{Channel: bottest.General, ID: "said"}
	p.May[judge] = wire.ManageServer
	p.Says(fill(p, ann, p.OnMessage(ann, "Report", said, ben), map[string]string{"reason": "insults"}), "Reported to this server's moderators")
	p.Says(p.Slash(judge, []string{"mod", "list"}), p.Name(ben))
	p.Shows(judge, "insults")
	p.Says(p.OnMessage(ann, "Report", said, ann), "cannot report yourself")
	p.Says(p.OnMessage(ann, "Report", said, "robot"), "Only people")
	p.Says(fill(p, ann, p.OnMessage(ann, "Report", said, ben), map[string]string{"reason": "   "}), "reason")
	p.Says(p.Press(ann, said, "report|user|"+string(ben)+"|x"), "older message")
}

// Report on a message of a match opens a dispute in it, as /match dispute, for its players. Nobody else learns anything.
func TestReportOfAMatch(t *testing.T) {
	p := party.Plain(t)
	id := p.Begin()
	card := p.Cards()[0]
	a := p.OnMessage(eve, "Report", card, "")
	p.Says(a, "You do not play in this match")
	if a.Form != nil || strings.Contains(party.Text(a), p.Name(ann)) {
		t.Errorf("somebody without a part gets %+v", a)
	}
	a = p.OnMessage(ann, "Report", card, "")
	if a.Form == nil {
		t.Fatal(party.Text(a))
	}
	forged := *a.Form
	p.Says(p.Submit(eve, bottest.Message{Channel: bottest.General}, &forged, map[string]string{"reason": "mine"}), "You do not play in this match")
	p.Says(fill(p, ann, a, map[string]string{"reason": "that was wrong", "event": "99999"}), "event")
	fill(p, ann, a, map[string]string{"reason": "that was wrong", "event": ""})
	if s := p.Stored("dispute/" + string(id)); !strings.Contains(s, `"open":true,"by":"ann"`) {
		t.Errorf("no dispute: %s", s)
	}
	p.Says(p.OnMessage(ann, "Report", bottest.Message{Channel: bottest.General, ID: "m?"}, ""), "about no match")
}
