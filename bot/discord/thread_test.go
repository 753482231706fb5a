package discord_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/local"
)

// A thread's members, locks and messages, and who a server's role reaches, over the local Discord.
func TestThreadsAndRoles(t *testing.T) {
	r := newRig(t, nil)
	r.run()
	ctx := context.Background()
	general := r.channel("general")
	card := bot.Message{Blocks: []bot.Block{bot.Text("a card"), bot.Row{{ID: "s|m|1|1.1", Label: "Go"}}}}
	message, err := r.client.Post(ctx, general, card, "card")
	if err != nil {
		t.Fatal(err)
	}
	thread, err := r.client.Thread(ctx, general, message, "match")
	if err != nil {
		t.Fatal(err)
	}
	two := r.srv.User("player2")
	for range 2 {
		if err := r.client.AddMember(ctx, thread, bot.UserID(two.ID().String())); err != nil || !two.View().Channel(string(thread)).Joined {
			t.Fatalf("not a member: %v", err)
		}
	}
	for _, it := range two.Delivered() {
		if strings.Contains(string(it.Data), `"ping":true`) {
			t.Errorf("they are notified: %s", it.Data)
		}
	}
	if err := r.client.AddMember(ctx, thread, "5"); !bot.Final(err) {
		t.Errorf("of nobody: %v", err)
	}

	posted, err := r.client.Post(ctx, thread, card, "again")
	if err != nil {
		t.Fatal(err)
	}
	all, err := r.client.Latest(ctx, thread)
	if i := slices.IndexFunc(all, func(p bot.Posted) bool { return p.ID == posted }); err != nil || i < 0 || !slices.Equal(all[i].Controls, []string{"s|m|1|1.1"}) {
		t.Errorf("found %+v, %v", all, err)
	}

	r.inject(local.Fault{Kind: "lock", Channel: string(thread)})
	if err := r.client.Edit(ctx, thread, posted, card); !errors.Is(err, bot.ErrLocked) {
		t.Errorf("in a locked thread: %v", err)
	}
	r.inject(local.Fault{Kind: "unlock", Channel: string(thread)})
	r.until("the unlocked thread", func() error { return r.client.Edit(ctx, thread, posted, card) })

	guild := bot.GuildID(r.srv.GuildID().String())
	role := bot.RoleID(r.srv.ModeratorID().String())
	for _, mentionable := range []bool{false, true} {
		r.srv.SetMentionable(mentionable)
		pings, owner, err := r.client.Reach(ctx, guild, role)
		if err != nil || pings != mentionable || owner == "" {
			t.Errorf("mentionable %t: pings %t, owner %q, %v", mentionable, pings, owner, err)
		}
	}
	if pings, _, err := r.client.Reach(ctx, guild, "5"); err != nil || pings {
		t.Errorf("a role that is not there: %t, %v", pings, err)
	}
	if bad := r.srv.Violations(); len(bad) > 0 {
		t.Errorf("Discord would have refused: %+v", bad)
	}
}
