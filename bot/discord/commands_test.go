package discord_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/discord"
	forms "downsync/bot/downsync"
	"downsync/bot/lang"
	"downsync/bot/local"
	"downsync/bot/toy"
	"downsync/bot/wire"
	"downsync/game"
)

// real returns the bot's own commands, of several games.
func real() []bot.Command {
	return bottest.Commands(forms.Forms{}, toy.Forms{})
}

// Discord accepts the bot's commands in every language. They are written once, whatever the order in which Discord
// returns them.
func TestCommandsFit(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	ctx := context.Background()
	if err := r.client.Hello(ctx); err != nil {
		t.Fatal(err)
	}
	if err := r.client.Register(ctx, real()); err != nil {
		t.Fatal(err)
	}
	if err := r.srv.Inject(local.Fault{Kind: "rest", Route: "PUT /applications/{application_id}/commands", Status: 500, Times: -1}); err != nil {
		t.Fatal(err)
	}
	again := real()
	slices.Reverse(again)
	if err := r.client.Register(ctx, again); err != nil {
		t.Errorf("written again: %v", err)
	}
	again[0].Description += "!"
	if err := r.client.Register(ctx, again); err == nil {
		t.Error("a change is not written")
	}
}

// Values one beyond a limit are refused, so that the test above can fail.
func TestCommandsBeyond(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	ctx := context.Background()
	if err := r.client.Hello(ctx); err != nil {
		t.Fatal(err)
	}
	subs := func(n int) bot.Command {
		c := bot.Command{Name: "many", Description: "Many"}
		for i := range n {
			c.Sub = append(c.Sub, bot.Command{Name: fmt.Sprintf("sub%d", i), Description: "One of them"})
		}
		return c
	}
	option := bot.CommandOption{Name: "size", Description: "How large", Kind: wire.StringOption}
	with := func(change func(*bot.CommandOption)) bot.Command {
		o := option
		change(&o)
		return bot.Command{Name: "one", Description: "One", Options: []bot.CommandOption{o}}
	}
	choices := func(n int) (out []wire.Choice) {
		for i := range n {
			out = append(out, wire.Choice{Name: fmt.Sprint(i), Value: fmt.Sprint(i)})
		}
		return out
	}
	for name, c := range map[string]struct {
		ok, beyond bot.Command
	}{
		"subcommands": {subs(25), subs(26)},
		"choices":     {with(func(o *bot.CommandOption) { o.Choices = choices(25) }), with(func(o *bot.CommandOption) { o.Choices = choices(26) })},
		"description": {with(func(o *bot.CommandOption) { o.Description = game.Text(strings.Repeat("é", 100)) }), with(func(o *bot.CommandOption) { o.Description = game.Text(strings.Repeat("é", 101)) })},
		"name":        {with(func(o *bot.CommandOption) { o.Name = strings.Repeat("a", 32) }), with(func(o *bot.CommandOption) { o.Name = strings.Repeat("a", 33) })},
	} {
		if err := r.client.Register(ctx, []bot.Command{c.ok}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := r.client.Register(ctx, []bot.Command{c.beyond}); err == nil {
			t.Errorf("%s: one beyond the limit is taken", name)
		}
	}
}

// Commands have room to grow: no command is near Discord's limits in any language.
func TestCommandsHaveRoom(t *testing.T) {
	for _, c := range real() {
		if n := len(c.Sub); n > 22 {
			t.Errorf("/%s has %d subcommands of 25", c.Name, n)
		}
		for _, l := range lang.All() {
			if n := length(c, l); n > 7200 {
				t.Errorf("/%s has %d characters of 8,000 in %s", c.Name, n, l)
			}
		}
	}
	if n := len(real()); n > 90 {
		t.Errorf("%d commands of 100", n)
	}
}

// length returns the number of characters that Discord counts of a command in one language.
func length(c bot.Command, l lang.Language) int {
	runes := func(s string) int { return len([]rune(l.Text(game.Text(s)))) }
	n := runes(c.Name) + runes(string(c.Description))
	for _, o := range c.Options {
		n += runes(o.Name) + runes(string(o.Description))
		for _, x := range o.Choices {
			n += runes(x.Name) + len(x.Value)
		}
	}
	for _, s := range c.Sub {
		n += length(s, l)
	}
	return n
}

// A test server in the configuration, then none, then one again: each command is in the list once, and works in direct messages
// if it is global.
func TestCommandsStandOnce(t *testing.T) {
	r := newRig(t, nil)
	ctx := context.Background()
	guild := wire.GuildID(r.srv.GuildID().String())
	u := r.srv.User("player1")
	for _, scope := range []wire.GuildID{guild, "", guild} {
		c, err := discord.New(discord.Config{Token: r.srv.Token(), Base: r.srv.URL(), Guild: scope})
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(c.Hello(ctx), c.Register(ctx, commands), c.Tidy(ctx)); err != nil {
			t.Fatal(err)
		}
		if list, err := u.Autocomplete(ctx, "#general", "/ping"); err != nil || len(list) != 1 {
			t.Errorf("on a server, guild %q: %+v, %v", scope, list, err)
		}
		want := 1
		if scope != "" {
			want = 0
		}
		if list, err := u.Autocomplete(ctx, "dm", "/ping"); err != nil || len(list) != want {
			t.Errorf("in direct messages, guild %q: %+v, %v", scope, list, err)
		}
	}
}

// The error on a server that the bot is not on says so.
func TestWrongGuild(t *testing.T) {
	for name, kick := range map[string]bool{"another id": false, "not invited": true} {
		r := newRig(t, nil)
		guild := wire.GuildID("1234567890123456789")
		if kick {
			guild = wire.GuildID(r.srv.GuildID().String())
			r.inject(local.Fault{Kind: "kick"})
		}
		c, err := discord.New(discord.Config{Token: r.srv.Token(), Base: r.srv.URL(), Guild: guild})
		if err != nil {
			t.Fatal(err)
		}
		ctx := context.Background()
		if err := c.Hello(ctx); err != nil {
			t.Fatal(err)
		}
		if err := c.Register(ctx, commands); err == nil || !strings.Contains(err.Error(), "not on server "+string(guild)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The commands are for servers, and those that need no server also for direct messages and for users who install the bot.
func TestContextsOfCommands(t *testing.T) {
	r := newRig(t, nil)
	ctx := context.Background()
	server := bot.Command{Name: "setup", Description: "Sets up", GuildOnly: true}
	if err := errors.Join(r.client.Hello(ctx), r.client.Register(ctx, append([]bot.Command{server}, commands...))); err != nil {
		t.Fatal(err)
	}
	u := r.srv.User("player1")
	for text, want := range map[string]int{"/ping": 1, "/setup": 0} {
		if list, err := u.Autocomplete(ctx, "dm", text); err != nil || len(list) != want {
			t.Errorf("%s in direct messages: %+v, %v", text, list, err)
		}
	}
	installs := r.srv.Commands()
	for _, c := range installs {
		installs, contexts := []int{0, 1}, []int{0, 1, 2}
		if c.Name == "setup" {
			installs, contexts = []int{0}, []int{0}
		}
		if !slices.Equal(c.Integrations, installs) || !slices.Equal(c.Contexts, contexts) {
			t.Errorf("/%s is installed for %v and used in %v", c.Name, c.Integrations, c.Contexts)
		}
	}
	if len(installs) != 2 {
		t.Errorf("%d commands", len(installs))
	}
}
