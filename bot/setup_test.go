package bot_test

import (
	"context"
	"reflect"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/game/table"
)

var setup = []string{"setup"}

func record(key, value string) table.Record { return table.Record{Key: key, Value: []byte(value)} }

// Only those who may manage the server set it up, whoever sees the command.
func TestSetupRights(t *testing.T) {
	p := newParty(t)
	p.May[ben], p.May[eve] = bot.ManageServer, bot.Administrator
	p.says(p.Slash(ann, setup, opt("theme", "light")), "may manage this server")
	p.says(p.Slash(ben, setup, opt("in", "dm-ben")), "in one of the server's channels")
	p.says(p.Slash(ben, setup), "Matches in: every channel")
	p.says(p.Slash(eve, setup), "Matches in: every channel")
	p.May[ben] = (bot.ManageServer - 1) &^ bot.Administrator
	p.says(p.Slash(ben, setup), "may manage this server")
	if _, err := p.Store.Get(context.Background(), "guild/guild"); err == nil {
		t.Error("something was kept")
	}
}

func TestSetup(t *testing.T) {
	p := newParty(t)
	p.May[ann] = bot.ManageServer
	p.says(p.Slash(ann, setup, opt("channel", "general"), opt("moderators", "77"), opt("secrecy", "masked"), opt("clock", "quick"),
		opt("language", "de"), opt("theme", "light"), opt("announcements", "news")), "Matches in: <#general>\n• Moderators: <@&77>\n• Secrecy allowed: masked")
	want := bot.Server{Version: 1, Channel: "general", ModRole: "77", Modes: []string{"masked"}, Clock: "quick", Language: "de", Theme: "light", Announce: "news"}
	for _, o := range []bottest.Option{opt("secrecy", "none"), opt("clock", "sundial"), opt("language", "xx"), opt("theme", "pink"), opt("clear", "all")} {
		p.says(p.Slash(ann, setup, opt("channel", "elsewhere"), o), "none of the choices of `"+o.Name+"`")
		if got, err := p.Bot.Server(context.Background(), "guild"); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("after a bad %s: %+v, %v", o.Name, got, err)
		}
	}
	if got, err := p.Bot.Server(context.Background(), "other"); err != nil || !reflect.DeepEqual(got, bot.Server{}) {
		t.Errorf("another server: %+v, %v", got, err)
	}
	for _, what := range []string{"channel", "moderators", "announcements"} {
		p.Slash(ann, setup, opt("clear", what))
	}
	p.Slash(ann, setup, opt("secrecy", "default"), opt("clock", "default"), opt("language", "default"), opt("theme", "default"))
	if _, err := p.Store.Get(context.Background(), "guild/guild"); err == nil {
		t.Error("a record of nothing is kept")
	}
}

// What a server allows is said at the challenge; what the challenge leaves open is as on the server.
func TestChallengeAsSetUp(t *testing.T) {
	p := newParty(t)
	p.May[ann] = bot.ManageServer
	p.Slash(ann, setup, opt("channel", "arena"), opt("secrecy", "masked"), opt("clock", "quick"))
	p.says(p.Slash(ann, challenge), "matches are played in <#arena>")
	p.says(p.Slash(ann, challenge, opt("in", "arena"), opt("secrecy", "plain")), "may be masked, not plain")
	p.says(p.Slash(ann, challenge, opt("in", "arena")), "Your challenge is out")
	p.says(p.Slash(ann, challenge, opt("in", "arena"), opt("clock", "none"), opt("secrecy", "masked")), "Your challenge is out")
	p.says(p.Slash(ann, challenge, opt("guild", "other")), "Your challenge is out")
	p.says(p.Slash(ann, []string{"match", "list"}), "quick")
}
