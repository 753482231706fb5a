package bot_test

import (
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/table"
)

func orderOf(user wire.UserID, id wire.InteractionID, line string) wire.Interaction {
	return wire.Interaction{ID: id, Kind: wire.Slash, User: user, Guild: "guild", Channel: bottest.General, Command: []string{"order"},
		Options: map[string]string{"line": line}}
}

// The host crashes between the commit and its reply. Discord delivers the interaction again; the decision takes effect
// once, and gets its answer.
func TestCrashBeforeReply(t *testing.T) {
	p := party.Plain(t)
	m := p.Begin()
	p.Play(ann, "bid 2")
	p.Play(ben, "bid 3")
	i := orderOf(ann, "again", "tune")
	p.Bot.Handle(t.Context(), i) // its answer is lost with the host
	before, err := p.Store.Load(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	p.Restart()
	if got := party.Text(p.Repeat(i)); !strings.Contains(got, "tuned 1") {
		t.Errorf("answered %s", got)
	}
	after, err := p.Store.Load(t.Context(), m)
	if err != nil || after.Version != before.Version {
		t.Errorf("the match went from version %d to %d: %v", before.Version, after.Version, err)
	}
}

// The host crashes between its reply and the outbox. The next host delivers what is still owed, once.
func TestCrashBeforeOutbox(t *testing.T) {
	p := party.Plain(t)
	p.Begin()
	for n, user := range []wire.UserID{ann, ben} {
		p.Repeat(orderOf(user, wire.InteractionID("bid-"+string(user)), []string{"bid 2", "bid 3"}[n]))
	}
	for range 2 {
		p.Restart()
		p.Settle()
	}
	if n := len(p.Cards()); n != 1 {
		t.Errorf("%d cards", n)
	}
	party.Has(t, p.Cards()[0], "bid 2 3", "asked 1 tune")
	for _, user := range []wire.UserID{ann, ben} {
		if n := len(p.Wire.Messages(wire.ChannelID("dm-" + user))); n > 2 {
			t.Errorf("%s has %d consoles", user, n)
		}
	}
	party.Has(t, p.Console(ann), "asked tune.1")
}

// A message is updated after its post unless this is certainly the first try of its delivery.
func TestFirstTry(t *testing.T) {
	p := party.Plain(t)
	now := p.Clock.Now()
	for name, c := range map[string]struct {
		d     table.Delivery
		first bool
	}{
		"the first try":                     {table.Delivery{Seq: 4, Due: now}, true},
		"a failed try before":               {table.Delivery{Seq: 4, Due: now, Tries: 1}, false},
		"a lease of another host that died": {table.Delivery{Seq: 4, Due: now, Unsettled: true}, false},
		"due before the host began":         {table.Delivery{Seq: 4, Due: now.Add(-time.Second)}, false},
		"a delivery before that is unnoted": {table.Delivery{Seq: 5, Due: now}, false},
	} {
		if got := p.Bot.FirstTry(c.d, 3); got != c.first {
			t.Errorf("%s: %t", name, got)
		}
	}
}
