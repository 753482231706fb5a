package lobby_test

import (
	"fmt"
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/bound"
)

// A host does not get around the number of invitations by opening the table to anyone and inviting on from an old message.
func TestCheatByInvitingFromAnOldMessage(t *testing.T) {
	p := party.New(t, nil, func(s *bottest.Setup) { s.Limits = bound.Lifted() })
	p.Opens("seats:5", "opponent:ben")
	old := p.Newest(ann)
	invite := party.ControlOf(t, old, "invite|")
	for n := range bound.Invitations.Most - 1 {
		party.Want(t, party.Text(p.Press(ann, old, invite, fmt.Sprint("u", n))), "They are invited")
	}
	party.Want(t, party.Text(p.Press(ann, old, invite, "more")), "at most 20 invitations")
	p.Press(ann, old, strings.Replace(invite, "invite|", "anyone|", 1))
	invited := 0
	for n := range 10 {
		if strings.Contains(party.Text(p.Press(ann, old, invite, fmt.Sprint("v", n))), "They are invited") {
			invited++
		}
	}
	if invited > 0 {
		t.Errorf("%d more people are invited to a table that is open to anyone, which it is no longer", invited)
	}
}
