package person_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/mind"
	"downsync/bot/bottest/party"
	"downsync/bot/bottest/plain"
	"downsync/bot/discord"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game/toy"
)

// posted has ann post the message Play here from the panel, and returns those in the channel.
func posted(p *party.Party, channel wire.ChannelID) (out []bottest.Message) {
	p.T.Helper()
	p.May[ann] = wire.ManageServer
	m := panel(p, ann)
	m.Channel = "general" // where Discord shows it
	p.Says(p.Press(ann, m, "setup|invite"), "is in <#"+string(channel)+">")
	return inviting(p, channel)
}

// inviting returns the messages Play here in a channel.
func inviting(p *party.Party, channel wire.ChannelID) (out []bottest.Message) {
	for _, m := range p.Wire.Messages(channel) {
		if _, ok := bottest.ControlsOf(m.Message).Find("anybody|"); ok {
			out = append(out, m)
		}
	}
	return out
}

// The message Play here is silent, stands once on a server, and its buttons work for everybody half a year and a restart later.
func TestPlayHere(t *testing.T) {
	p := party.Plain(t)
	if n := len(posted(p, "general")); n != 1 {
		t.Fatalf("%d messages", n)
	}
	m := posted(p, "general")
	if len(m) != 1 || !m[0].Silent {
		t.Fatalf("%d messages after posting again, silent: %v", len(m), m[0].Silent)
	}
	p.Slash(ann, setup, party.Opt("channel", "arena"))
	if n, old := len(posted(p, "arena")), len(inviting(p, "general")); n != 1 || old != 0 {
		t.Fatalf("%d messages in the new channel, %d in the old one", n, old)
	}
	p.Pass(180 * 24 * time.Hour)
	p.Restart()
	here := inviting(p, "arena")[0]
	p.Says(p.Click(ben, here, "challenge|"), "Whom")
	p.Says(p.Click(ben, here, "anybody|"), "Your challenge is out")
	p.May[ann] = 0
	p.Says(p.Press(ann, here, "setup|invite"), "may manage this server")
}

// The message follows the set-up: without matches against the program it has no button for one, and it is in the language of the server.
func TestPlayHereFollowsTheSetup(t *testing.T) {
	h := party.PlainWithRival(t, mind.Mind{})
	h.May[ann] = wire.ManageServer
	for _, l := range lang.All() {
		h.Slash(ann, setup, party.Opt("language", l.String()), party.Opt("rivals", "default"))
		m := posted(h, "general")[0]
		if err := discord.Check(m.Message); err != nil {
			t.Errorf("%s: %v", l, err)
		}
		party.Has(t, m, l.Text("Play here"), l.Text("Open to all"))
		for _, id := range []string{"learn", "rival|toy", "challenge|toy", "anybody|toy"} {
			if _, ok := bottest.ControlsOf(m.Message).Find(id); !ok {
				t.Errorf("%s: no button %s", l, id)
			}
		}
	}
	h.Slash(ann, setup, party.Opt("language", "en"), party.Opt("rivals", "off"))
	m := inviting(h, "general")[0]
	party.Has(t, m, "Open to all")
	if _, ok := bottest.ControlsOf(m.Message).Find("rival|"); ok {
		t.Error("it offers a match against the program, which the server does not allow")
	}
}

// Another application posts the message again, because it cannot edit it.
func TestPlayHereOfAnotherApplication(t *testing.T) {
	p := party.Plain(t)
	p.Locales = map[wire.UserID]string{"": "de"}
	first := posted(p, "general")[0]
	become := func(app string) {
		t.Helper()
		if err := p.Bot.Become(ctx, app, func(context.Context) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	become("1")
	p.Wire.Fail(1, wire.ErrUneditable)
	become("2")
	if ms := inviting(p, "general"); len(ms) != 1 || ms[0].ID == first.ID {
		t.Errorf("%d messages", len(ms))
	} else {
		party.Has(t, ms[0], "Offen für alle")
	}
	p.Wire.Remove(string(inviting(p, "general")[0].ID)) // a moderator deletes it
	become("3")
	if n := len(inviting(p, "general")); n != 0 {
		t.Errorf("%d messages after a moderator deleted it", n)
	}
}

// renamed is a game under another id.
type renamed struct {
	bottest.Offered
	id string
}

func (r renamed) Game() bot.Game {
	g := r.Offered.Game()
	g.ID, g.Name, g.First = r.id, r.id, false
	return g
}

// manyGames returns that many games: toy1, toy2 and so on.
func manyGames(n int) (out []bottest.Offer) {
	for i := range n {
		out = append(out, bottest.Offer{Game: toy.Rules(), Forms: renamed{plain.Forms{}, fmt.Sprint("toy", i+1)}})
	}
	return out
}

// With more games than have a row, a menu leads to the others.
func TestPlayHereWithManyGames(t *testing.T) {
	for n := 1; n <= 12; n++ {
		p := party.PlainAs(t, func(s *bottest.Setup) { s.More = manyGames(n - 1) })
		m := posted(p, "general")[0]
		rows := 0
		for _, b := range bottest.ControlsOf(m.Message).Buttons {
			if b.Label == "Open to all" {
				rows++
			}
		}
		want := n
		if n > 6 {
			want = 5
		}
		if rows != want {
			t.Errorf("%d games: %d rows", n, rows)
		}
		if n > 6 {
			p.Says(p.Click(ben, m, "help", fmt.Sprint("toy", n-1)), "##")
		}
	}
}
