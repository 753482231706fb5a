package discord_test

import (
	"fmt"
	"strings"
	"testing"

	"downsync/bot/discord"
	"downsync/bot/local"
	"downsync/bot/wire"
)

// Presses on three messages that another process posted under this bot's token reveal that process. Presses on own messages do not,
// nor on messages that were there before, nor three on the same one.
func TestStrangeMessages(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	other, err := discord.New(discord.Config{Token: r.srv.Token(), Base: r.srv.URL()})
	if err != nil {
		t.Fatal(err)
	}
	post := func(by *discord.Client, nonce string) local.ID {
		t.Helper()
		m := wire.Message{Blocks: []wire.Block{wire.Row{wire.Button{ID: "b", Label: "Press"}}}}
		id, err := by.Post(t.Context(), r.channel("general"), m, nonce)
		if err != nil {
			t.Fatal(err)
		}
		var n local.ID
		if _, err := fmt.Sscan(string(id), &n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	press := func(m local.ID) {
		t.Helper()
		act, err := r.srv.User("player1").Click(m, "b")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := act.Wait(within(t)); err != nil {
			t.Fatal(err)
		}
	}
	old := []local.ID{post(other, "o1"), post(other, "o2"), post(other, "o3")}
	r.run()
	for n := range 3 {
		press(old[n])
		press(post(r.client, fmt.Sprint("n", n)))
	}
	if r.client.Shared() {
		t.Error("own messages and those of an earlier process are taken for another's")
	}
	strange := post(other, "s1")
	for range 3 {
		press(strange)
	}
	press(post(other, "s2"))
	if r.client.Shared() {
		t.Error("two messages are enough")
	}
	press(post(other, "s3"))
	if n := strings.Count(r.log.String(), "another process uses this bot's token"); !r.client.Shared() || n != 1 {
		t.Errorf("three messages of another process: shared %t, told %d times", r.client.Shared(), n)
	}
}

// An answer whose receipt was lost is sent again; Discord's reply that it has one already is no sign of another process.
func TestLostReceipts(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	r.run()
	r.inject(local.Fault{Kind: "lost", Route: "POST /interactions/{interaction_id}/{interaction_token}/callback", Times: 3, Late: true})
	var acts []*local.Act
	for range 3 {
		act, err := r.srv.User("player1").Slash("#general", "/ping")
		if err != nil {
			t.Fatal(err)
		}
		acts = append(acts, act)
	}
	for _, act := range acts {
		if _, err := act.Wait(within(t)); err != nil {
			t.Error(err)
		}
	}
	r.stop()
	if err := <-r.done; err != nil {
		t.Error(err)
	}
	if log := r.log.String(); r.client.Shared() || strings.Contains(log, "another process") || strings.Contains(log, "not delivered") {
		t.Errorf("%s", log)
	}
}
