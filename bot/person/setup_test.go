package person_test

import (
	"context"
	"reflect"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/prefs"
	"downsync/bot/wire"
	"downsync/game/table"
)

func record(key, value string) table.Record { return table.Record{Key: key, Value: []byte(value)} }

// Only users who may manage the server can set it up, whoever sees the command.
func TestSetupRights(t *testing.T) {
	p := party.Plain(t)
	p.May[ben], p.May[eve] = wire.ManageServer, wire.Administrator
	p.Says(p.Slash(ann, setup, party.Opt("theme", "light")), "may manage this server")
	p.Says(p.Slash(ben, setup, party.Opt("in", "dm-ben")), "in one of the server's channels")
	p.Says(p.Slash(ben, setup), "**Matches in**: every channel")
	p.Says(p.Slash(eve, setup), "**Matches in**: every channel")
	p.May[ben] = (wire.ManageServer - 1) &^ wire.Administrator
	p.Says(p.Slash(ben, setup), "may manage this server")
	if _, err := p.Store.Get(context.Background(), "guild/guild"); err == nil {
		t.Error("something was kept")
	}
}

func TestSetup(t *testing.T) {
	p := party.Plain(t)
	p.May[ann] = wire.ManageServer
	p.Says(p.Slash(ann, setup, party.Opt("channel", "general"), party.Opt("moderators", "77"), party.Opt("secrecy", "masked"), party.Opt("clock", "quick"),
		party.Opt("language", "de"), party.Opt("theme", "light"), party.Opt("announcements", "news")), "**Matches in**: <#general>")
	p.Shows(ann, "**Moderators**: <@&77>", "**Secrecy allowed**: masked", "Clock: quick")
	want := prefs.Server{Version: 1, Channel: "general", ModRole: "77", Modes: []string{"masked"}, Clock: "quick", Language: "de", Theme: "light", Announce: "news"}
	for _, o := range []bottest.Option{party.Opt("secrecy", "none"), party.Opt("clock", "sundial"), party.Opt("language", "xx"), party.Opt("theme", "pink"), party.Opt("clear", "all")} {
		p.Says(p.Slash(ann, setup, party.Opt("channel", "elsewhere"), o), "not one of the choices of `"+o.Name+"`")
		if got, err := p.Bot.Server(context.Background(), "guild"); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("after a bad %s: %+v, %v", o.Name, got, err)
		}
	}
	if got, err := p.Bot.Server(context.Background(), "other"); err != nil || !reflect.DeepEqual(got, prefs.Server{}) {
		t.Errorf("another server: %+v, %v", got, err)
	}
	for _, what := range []string{"channel", "moderators", "announcements"} {
		p.Slash(ann, setup, party.Opt("clear", what))
	}
	p.Slash(ann, setup, party.Opt("secrecy", "default"), party.Opt("clock", "default"), party.Opt("language", "default"), party.Opt("theme", "default"))
	if _, err := p.Store.Get(context.Background(), "guild/guild"); err == nil {
		t.Error("a record of nothing is kept")
	}
}

// The challenge shows the server's restrictions, and uses the server's settings for everything it leaves open.
func TestChallengeAsSetUp(t *testing.T) {
	p := party.Plain(t)
	p.May[ann] = wire.ManageServer
	p.Slash(ann, setup, party.Opt("channel", "arena"), party.Opt("secrecy", "masked"), party.Opt("clock", "quick"))
	p.Says(p.Slash(ann, party.Challenge), "matches are played in <#arena>")
	p.Says(p.Slash(ann, party.Challenge, party.Opt("in", "arena"), party.Opt("secrecy", "plain")), "may be masked, not plain")
	p.Says(p.Slash(ann, party.Challenge, party.Opt("in", "arena")), "Your challenge is out")
	p.Says(p.Slash(ann, party.Challenge, party.Opt("in", "arena"), party.Opt("clock", "none"), party.Opt("secrecy", "masked")), "Your challenge is out")
	p.Says(p.Slash(ann, party.Challenge, party.Opt("guild", "other")), "Your challenge is out")
	p.Says(p.Slash(ann, []string{"match", "list"}), "quick")
}

// A channel where the bot may not write is refused, with the rights that it lacks there.
func TestSetupOfAChannelWithoutRights(t *testing.T) {
	p := party.Plain(t)
	p.May[ann] = wire.ManageServer
	p.Wire.Forbid("arena", wire.SendMessages|wire.CreatePublicThreads)
	p.Wire.Forbid("news", wire.CreatePublicThreads) // not needed there
	p.Says(p.Slash(ann, setup, party.Opt("channel", "arena"), party.Opt("theme", "light")), "in <#arena> I lack Send Messages, Create Public Threads.")
	p.Says(p.Slash(ann, setup, party.Opt("announcements", "arena")), "in <#arena> I lack Send Messages.")
	if _, err := p.Store.Get(context.Background(), "guild/guild"); err == nil {
		t.Error("something was kept")
	}
	p.Says(p.Slash(ann, setup, party.Opt("announcements", "news")), "<#news>")
	p.Wire.Forbid("arena", 0)
	p.Says(p.Slash(ann, setup, party.Opt("channel", "arena")), "**Matches in**: <#arena>")
	p.Wire.Fail(1, &wire.WireError{Status: 503})
	p.Says(p.Slash(ann, setup, party.Opt("channel", "general")), "could not check whether I may write in <#general>")
}

// panel opens the set-up panel, and returns its message.
func panel(p *party.Party, user wire.UserID) bottest.Message {
	p.Slash(user, setup)
	return p.Newest(user)
}

// Each control of the panel saves its setting at once, says so, and shows it. An empty menu of channels or roles clears the setting.
func TestSetupPanelSavesEachChange(t *testing.T) {
	p := party.Plain(t)
	p.May[ann] = wire.ManageServer
	m := panel(p, ann)
	for _, x := range []struct {
		option, value, says string
		want                prefs.Server
	}{
		{"channel", "arena", "Saved. **Matches in**: <#arena>", prefs.Server{Channel: "arena"}},
		{"moderators", "77", "Saved. **Moderators**: <@&77>", prefs.Server{Channel: "arena", ModRole: "77"}},
		{"announcements", "news", "Saved. **Results announced in**: <#news>", prefs.Server{Channel: "arena", ModRole: "77", Announce: "news"}},
		{"clock", "quick", "Saved. **Clock**, unless the challenge names one: quick", prefs.Server{Channel: "arena", ModRole: "77", Announce: "news", Clock: "quick"}},
		{"channel", "", "Saved. **Matches in**: every channel", prefs.Server{ModRole: "77", Announce: "news", Clock: "quick"}},
		{"moderators", "", "Saved. **Moderators**: nobody", prefs.Server{Announce: "news", Clock: "quick"}},
		{"announcements", "", "Saved. **Results announced in**: nowhere", prefs.Server{Clock: "quick"}},
		{"clock", "default", "Saved. **Clock**, unless the challenge names one: none", prefs.Server{}},
	} {
		values := []string{x.value}
		if x.value == "" {
			values = nil
		}
		p.Says(p.Click(ann, m, "setup|"+x.option, values...), x.says)
		m = p.Newest(ann)
		x.want.Version = 1
		if reflect.DeepEqual(x.want, prefs.Server{Version: 1}) {
			x.want.Version = 0 // a record of nothing is not kept
		}
		if got, err := p.Bot.Server(ctx, "guild"); err != nil || !reflect.DeepEqual(got, x.want) {
			t.Errorf("after %s %q: %+v, %v", x.option, x.value, got, err)
		}
	}
	p.Click(ann, m, "setup|show|more")
	m = p.Newest(ann)
	for option, value := range map[string]string{"secrecy": "masked", "language": "de", "theme": "light"} {
		p.Says(p.Click(ann, m, "setup|"+option, value), "Saved. ")
		m = p.Newest(ann)
	}
	if got, err := p.Bot.Server(ctx, "guild"); err != nil || !reflect.DeepEqual(got, prefs.Server{Version: 1, Modes: []string{"masked"}, Language: "de", Theme: "light"}) {
		t.Errorf("after the second page: %+v, %v", got, err)
	}
	p.Says(p.Click(ann, m, "Back"), "every channel")
}

// A press needs the right to manage the server at the moment of the press.
func TestSetupPanelChecksTheRightAtEachPress(t *testing.T) {
	p := party.Plain(t)
	p.May[ann] = wire.ManageServer
	m := panel(p, ann)
	p.May[ann] = 0
	for _, id := range []string{"setup|channel", "setup|theme", "setup|show|more", "setup|rivals|off", "setup"} {
		p.Says(p.Press(ann, m, id, "light"), "may manage this server")
	}
	if _, err := p.Store.Get(ctx, "guild/guild"); err == nil {
		t.Error("something was kept")
	}
}

// A channel where the bot may not write is not saved. The panel names what the bot lacks, also in a channel that was chosen before.
func TestSetupPanelNamesMissingRights(t *testing.T) {
	p := party.Plain(t)
	p.May[ann] = wire.ManageServer
	p.Wire.Forbid("arena", wire.SendMessages|wire.CreatePublicThreads)
	m := panel(p, ann)
	p.Says(p.Click(ann, m, "setup|channel", "arena"), "in <#arena> I lack Send Messages, Create Public Threads.")
	if _, err := p.Store.Get(ctx, "guild/guild"); err == nil {
		t.Error("the channel was kept")
	}
	p.Click(ann, p.Newest(ann), "setup|channel", "general")
	p.Wire.Forbid("general", wire.AttachFiles)
	p.Says(p.Click(ann, p.Newest(ann), "setup|show"), "In <#general> I lack Attach Files.")
	p.Wire.Forbid("general", wire.ViewChannel)
	p.Click(ann, p.Newest(ann), "setup|show")
	for _, x := range bottest.ControlsOf(p.Newest(ann).Message).Picks {
		if x.Chosen == "general" {
			t.Error("a menu shows a channel that the bot does not see as chosen")
		}
	}
}
