package discord_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"downsync/bot/discord"
	"downsync/bot/local"
	"downsync/bot/wire"
)

// The client and the local Discord compute separately who sees a channel, and agree: with any overwrites for everyone, a role and a
// member, for the owner, administrators, and those who have left; in channels and in threads. The client asks once a minute, and says
// "no" when it cannot tell.
func TestSees(t *testing.T) {
	t.Parallel()
	srv, err := local.New(local.Config{Users: 4, Channels: []string{"general", "closed"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := srv.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = srv.Close() }()
	now := time.Unix(1_900_000_000, 0)
	c, err := discord.New(discord.Config{Token: srv.Token(), Base: srv.URL(), Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	view := srv.User("player1").View()
	guild, closed := wire.GuildID(view.Guild.ID.String()), wire.ChannelID(view.Channel("closed").ID.String())
	message, err := c.Post(ctx, closed, wire.Message{Blocks: []wire.Block{wire.Text("a match")}}, "n")
	if err != nil {
		t.Fatal(err)
	}
	thread, err := c.Thread(ctx, closed, message, "the match")
	if err != nil {
		t.Fatal(err)
	}
	srv.User("player2").SetModerator(true)
	srv.User("player3").SetAdmin(true)
	srv.User("player4").SetOwner()
	sees := func(user string, channel wire.ChannelID) bool {
		t.Helper()
		roles := []wire.RoleID{"7"} // one that the server has no more
		for _, id := range srv.User(user).Roles() {
			roles = append(roles, wire.RoleID(id.String()))
		}
		ok, err := c.Sees(ctx, guild, wire.UserID(srv.User(user).ID().String()), roles, channel)
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	rng, seen := rand.New(rand.NewPCG(1, 2)), map[string]int{}
	for range 40 {
		for _, whom := range []string{"@everyone", "@Moderator", "player1", "player2", "player3"} {
			bits := [][2]local.Permission{{0, 0}, {local.ViewChannel, 0}, {0, local.ViewChannel}, {local.SendMessages, local.ViewChannel}}[rng.IntN(4)]
			if err := srv.SetOverwrite("closed", whom, bits[0], bits[1]); err != nil {
				t.Fatal(err)
			}
		}
		now = now.Add(time.Minute)
		for _, u := range []string{"player1", "player2", "player3", "player4"} {
			want := srv.User(u).View().Channel("closed") != nil
			if got := sees(u, closed); got != want {
				t.Fatalf("%s sees the channel: %v, and at Discord %v", u, got, want)
			}
			if got := sees(u, thread); got != want {
				t.Fatalf("%s sees the thread: %v, and at Discord %v", u, got, want)
			}
			seen[fmt.Sprint(u, want)]++
		}
	}
	if len(seen) != 6 { // the administrator and the owner always
		t.Errorf("the cases: %v", seen)
	}
	if err := srv.SetOverwrite("closed", "player1", local.ViewChannel, 0); err != nil {
		t.Fatal(err)
	}
	now = now.Add(time.Minute)
	before := srv.Requests("GET /guilds/{guild_id}/channels")
	if !sees("player1", closed) || sees("player1", "123456789012345678") || !sees("player1", thread) {
		t.Error("an open channel, one that there is not, a thread")
	}
	if n := srv.Requests("GET /guilds/{guild_id}/channels") - before; n != 1 {
		t.Errorf("%d requests within a minute", n)
	}
	if err := srv.Inject(local.Fault{Kind: "kick"}); err != nil {
		t.Fatal(err)
	}
	now = now.Add(time.Minute)
	if ok, err := c.Sees(ctx, "123456789012345678", "1", nil, closed); ok || err == nil {
		t.Errorf("a server that the bot is not on: %v, %v", ok, err)
	}
}
