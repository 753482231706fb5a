package lobby_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/table"
)

// olderRecord is a challenge by ann in the format of the programs before there were tables, with further fields.
func olderRecord(until time.Time, further string) string {
	return fmt.Sprintf(`{"id":"older","from":"ann","from_name":"Name of ann","settings":{"rounds":2},"force":"red","seed":"%s","timing":"quick",`+
		`"guild":"guild","channel":"general","message":"m1","until":%q,"language":"en","game":"toy"%s}`, strings.Repeat("ab", 32), until.Format(time.RFC3339), further)
}

func withOlder(t *testing.T, further string) *party.Party {
	t.Helper()
	p := party.New(t, nil)
	if _, err := p.Wire.Post(t.Context(), bottest.General, wire.Message{Blocks: []wire.Block{wire.Text("a challenge"), wire.Row{{ID: "accept|older", Label: "Accept"}, {ID: "ready|older", Label: "Ready"}}}}, "card"); err != nil {
		t.Fatal(err)
	}
	raw := olderRecord(p.Clock.Now().Add(20*time.Hour), further)
	if err := p.Store.Put(t.Context(), table.Record{Key: "challenge/older", Value: []byte(raw)}); err != nil {
		t.Fatal(err)
	}
	return p
}

// A challenge from an older program can be listed, accepted and played, and is stored as a table at its first change.
func TestOlderChallengeGoesOn(t *testing.T) {
	p := withOlder(t, "")
	party.Want(t, party.Text(p.Slash(ben, []string{"match", "list"}, party.Options("which:open")...)), "Name of ann")
	p.Sits(ben)
	if rs, err := p.Store.List(t.Context(), "challenge/", "", 9); err != nil || len(rs) > 0 {
		t.Errorf("the older record stays: %v %v", rs, err)
	}
	if open := p.Table(); open.Host != ann || open.Seats[0].Force != "red" || open.Seats[1].User != ben || !strings.HasPrefix(open.Seed, "abab") {
		t.Errorf("the table is %+v", open)
	}
	party.Want(t, p.Clicks(ann, p.Card(), "ready|"), "The match begins")
	if m := p.Match(); m.ID != "older" {
		t.Errorf("the match is %s", m.ID)
	}
}

// An accepted older challenge still waits for the same side.
func TestOlderChallengeThatIsTakenUp(t *testing.T) {
	p := withOlder(t, fmt.Sprintf(`,"to":"ben","to_name":"Name of ben","taker":{"user":"ben","name":"Name of ben","force":"blue","by":"i0"},"ready":["0001-01-01T00:00:00Z",%q]`,
		party.New(t, nil).Clock.Now().Format(time.RFC3339)))
	party.Want(t, party.Text(p.Press(eve, p.Card(), "ready|older")), "This match is between **Name of ann** and **Name of ben**")
	party.Want(t, party.Text(p.Press(ann, p.Card(), "ready|older")), "The match begins")
	if m := p.Match(); len(m.Meta.Users) != 2 || m.Meta.Users[1] != ben {
		t.Errorf("they sit as %v", m.Meta.Users)
	}
}

// An older challenge whose time runs out is cleared away, and its card says so.
func TestOlderChallengeRunsOut(t *testing.T) {
	p := withOlder(t, "")
	p.Pass(21 * time.Hour)
	party.Want(t, party.Text(p.Press(ben, p.Card(), "accept|older")), "no longer open")
	if rs, err := p.Store.List(t.Context(), "challenge/", "", 9); err != nil || len(rs) > 0 {
		t.Errorf("the record stays: %v %v", rs, err)
	}
	party.Want(t, bottest.Words(p.Card().Message), "Nobody accepted it in time")
}

// An older program whose decision is based on the record it read cannot overwrite the table that the challenge has
// become.
func TestOlderProgramDoesNotWriteOverATable(t *testing.T) {
	p := withOlder(t, "")
	was, err := p.Store.Get(t.Context(), "challenge/older")
	if err != nil {
		t.Fatal(err)
	}
	p.Sits(ben)
	late := table.Record{Key: "challenge/older", If: true, Was: was, Value: []byte(strings.Replace(string(was), "red", "blue", 1))}
	if err := p.Store.Put(t.Context(), late); err == nil {
		t.Error("the older program has written its challenge beside the table")
	}
}
