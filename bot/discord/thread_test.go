package discord_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/bot/local"
	"downsync/bot/wire"
)

// A thread's members, locks and messages, and who a server's role reaches, over the local Discord.
func TestThreadsAndRoles(t *testing.T) {
	r := newRig(t, nil)
	r.run()
	ctx := context.Background()
	general := r.channel("general")
	card := wire.Message{Blocks: []wire.Block{wire.Text("a card"), wire.Row{{ID: "s|m|1|1.1", Label: "Go"}}}}
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
		if err := r.client.AddMember(ctx, thread, wire.UserID(two.ID().String())); err != nil || !two.View().Channel(string(thread)).Joined {
			t.Fatalf("not a member: %v", err)
		}
	}
	for _, it := range two.Delivered() {
		if strings.Contains(string(it.Data), `"ping":true`) {
			t.Errorf("they are notified: %s", it.Data)
		}
	}
	if err := r.client.AddMember(ctx, thread, "5"); !wire.Final(err) {
		t.Errorf("of nobody: %v", err)
	}

	posted, err := r.client.Post(ctx, thread, card, "again")
	if err != nil {
		t.Fatal(err)
	}
	all, err := r.client.Latest(ctx, thread)
	if i := slices.IndexFunc(all, func(p wire.Posted) bool { return p.ID == posted }); err != nil || i < 0 || !slices.Equal(all[i].Controls, []string{"s|m|1|1.1"}) {
		t.Errorf("found %+v, %v", all, err)
	}

	r.inject(local.Fault{Kind: "lock", Channel: string(thread)})
	if err := r.client.Edit(ctx, thread, posted, card); !errors.Is(err, wire.ErrLocked) {
		t.Errorf("in a locked thread: %v", err)
	}
	r.inject(local.Fault{Kind: "unlock", Channel: string(thread)})
	r.until("the unlocked thread", func() error { return r.client.Edit(ctx, thread, posted, card) })

	guild := wire.GuildID(r.srv.GuildID().String())
	role := wire.RoleID(r.srv.ModeratorID().String())
	for _, mentionable := range []bool{false, true} {
		r.srv.SetMentionable(mentionable)
		g, err := r.client.GuildNow(ctx, guild, role, "")
		if err != nil || g.Pings != mentionable || g.Owner == "" || g.Name == "" {
			t.Errorf("mentionable %t: %+v, %v", mentionable, g, err)
		}
	}
	for _, role := range []wire.RoleID{"5", ""} {
		if g, err := r.client.GuildNow(ctx, guild, role, ""); err != nil || g.Pings || g.Name == "" {
			t.Errorf("the role %q: %+v, %v", role, g, err)
		}
	}
	if bad := r.srv.Violations(); len(bad) > 0 {
		t.Errorf("Discord would have refused: %+v", bad)
	}
}

// The list of moderators reflects the present: the role, the permission and the server itself may be lost, and a user may no longer
// exist.
func TestModerators(t *testing.T) {
	r := newRig(t, nil)
	r.run()
	guild, role := wire.GuildID(r.srv.GuildID().String()), wire.RoleID(r.srv.ModeratorID().String())
	one, two := r.srv.User("player1"), r.srv.User("player2")
	is := func(what string, role wire.RoleID, want ...*local.User) {
		t.Helper()
		var ids []wire.UserID
		for _, u := range want {
			ids = append(ids, wire.UserID(u.ID().String()))
		}
		all := []wire.UserID{wire.UserID(one.ID().String()), wire.UserID(two.ID().String()), "5"}
		got, err := r.client.Moderators(context.Background(), guild, role, all)
		if err != nil || !slices.Equal(got, ids) {
			t.Errorf("%s: %v, %v, expected %v", what, got, err, ids)
		}
	}
	for _, u := range []*local.User{one, two} {
		u.SetAdmin(false)
		u.SetModerator(false)
	}
	is("nobody", role)
	one.SetModerator(true)
	is("the role", role, one)
	is("no role is set", "")
	two.SetAdmin(true)
	is("an administrator too", role, one, two)
	one.SetModerator(false)
	is("the role is taken", role, two)
	known := func(u *local.User, want wire.Member, gone bool) {
		t.Helper()
		got, err := r.client.Member(context.Background(), guild, wire.UserID(u.ID().String()))
		if got != want || errors.Is(err, wire.ErrGone) != gone || err != nil && !gone {
			t.Errorf("%+v, %v, expected %+v", got, err, want)
		}
	}
	known(two, wire.Member{Name: "Player Two"}, false)
	two.SetAway(true)
	known(two, wire.Member{}, true)
	is("they have left", role)
	one.SetOwner()
	is("the owner", "", one)
	if _, err := r.client.Moderators(context.Background(), "5", role, []wire.UserID{"5"}); !wire.Final(err) {
		t.Errorf("of a server that is not there: %v", err)
	}
	if bad := r.srv.Violations(); len(bad) > 0 {
		t.Errorf("Discord would have refused: %+v", bad)
	}
}

// The overwrites of a channel decide at once what the bot may do there. Of a channel that it does not see it says just that. Announcement
// channels are offered, and matches are played in them.
func TestRightsInAChannel(t *testing.T) {
	r := newRig(t, nil)
	r.run()
	ctx := context.Background()
	guild, general := wire.GuildID(r.srv.User("player1").View().Guild.ID.String()), r.channel("general")
	lacks := func() string {
		t.Helper()
		g, err := r.client.GuildNow(ctx, guild, "", general)
		if err != nil {
			t.Fatal(err)
		}
		return bot.Voice{Language: lang.English}.Lacking(bot.NeededToPlay, g.May)
	}
	if got := lacks(); got != "" {
		t.Errorf("lacks %s", got)
	}
	r.inject(local.Fault{Kind: "deny", Channel: "general", Permissions: []string{"SEND_MESSAGES", "CREATE_PUBLIC_THREADS"}})
	if got := lacks(); got != "Send Messages, Create Public Threads" {
		t.Errorf("lacks %s", got)
	}
	r.inject(local.Fault{Kind: "allow", Channel: "general", Permissions: []string{"SEND_MESSAGES", "CREATE_PUBLIC_THREADS"}})
	r.inject(local.Fault{Kind: "deny", Channel: "general", Permissions: []string{"VIEW_CHANNEL"}})
	if got := lacks(); got != "View Channels" {
		t.Errorf("lacks %s", got)
	}
	r.inject(local.Fault{Kind: "allow", Channel: "general", Permissions: []string{"VIEW_CHANNEL"}})
	if got := lacks(); got != "" {
		t.Errorf("afterwards lacks %s", got)
	}
	r.inject(local.Fault{Kind: "announcement", Channel: "general"})
	if err := r.client.Register(ctx, []bot.Command{{Name: "ping", Description: "Answers", Options: []bot.CommandOption{{Name: "where", Description: "Where", Kind: wire.ChannelOption}}}}); err != nil {
		t.Fatal(err)
	}
	act, err := r.srv.User("player1").Slash("matches", "/ping where:#general")
	if err == nil {
		_, err = act.Wait(within(t))
	}
	if err != nil {
		t.Errorf("not offered: %v", err)
	}
	id, err := r.client.Post(ctx, general, hello, "n1")
	if err != nil {
		t.Fatal(err)
	}
	thread, err := r.client.Thread(ctx, general, id, "a match")
	if err == nil {
		_, err = r.client.Post(ctx, thread, hello, "n2")
	}
	if err != nil {
		t.Errorf("a thread there: %v", err)
	}
	r.inject(local.Fault{Kind: "deny", Channel: "general", Permissions: []string{"EMBED_LINKS", "SEND_MESSAGES"}})
	if in, err := r.client.GuildNow(ctx, guild, "", thread); err != nil || !in.Thread || (bot.Voice{Language: lang.English}).Lacking(bot.NeededIn(in.Thread), in.May) != "Embed Links" {
		t.Errorf("in the thread: %+v, %v", in, err)
	}
	if in, err := r.client.GuildNow(ctx, guild, "", general); err != nil || in.Thread {
		t.Errorf("in the channel: %+v, %v", in, err)
	}
}
