package bot_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
)

// Whatever a user presses, sends or types, be it old, foreign or made up, they get an answer with words. The room fails
// on a missing answer, and on one that Discord would refuse.
func TestNothingSilent(t *testing.T) {
	p := party.Plain(t)
	live := string(p.Begin(party.Opt("clock", "slow")))
	over := string(p.Begin())
	p.Slash(ben, []string{"order"}, party.Opt("line", "quit"), party.Opt("match", over))
	p.Slash(eve, party.Challenge)
	p.Settle()
	kinds := []string{"view", "accept", "decline", "force", "own", "ready", "change", "rematch", "forces", "build", "book", "x", "agree", "privacy",
		"s", "d", "c", "t", "o", "u", "log", "film", "reel", "mod", "", "|", "no-such-thing"}
	args := []string{"", live, over, "zzzzzzzz", "0", "-1", "pause", "none|0", "1.1", "99.99", strings.Repeat("x", 40), "ä|ö|ü"}
	r := rand.New(rand.NewPCG(7, 7))
	private := p.Console(ann)
	public := p.Cards()[0]
	for n := range 1500 {
		id := kinds[n%len(kinds)]
		for range r.IntN(4) {
			id += "|" + args[r.IntN(len(args))]
		}
		user := []wire.UserID{ann, ben, eve}[r.IntN(3)]
		m := []bottest.Message{private, public}[r.IntN(2)]
		var a wire.Answer
		switch r.IntN(3) {
		case 0:
			a = p.Press(user, m, wire.Clip(id, 100))
		case 1:
			a = p.Press(user, m, wire.Clip(id, 100), args[r.IntN(len(args))])
		default:
			a = p.Submit(user, m, &wire.Form{ID: wire.Clip(id, 100)}, map[string]string{"force": "green", "1": args[r.IntN(len(args))]})
		}
		if a.Form == nil && (a.Letter == nil || strings.TrimSpace(bottest.Words(*a.Letter)) == "") {
			t.Fatalf("%q pressed by %s is answered with nothing", id, user)
		}
	}
}

// Every command answers every user everywhere, with options or without.
func TestEveryCommandAnswers(t *testing.T) {
	p := party.Plain(t)
	id := p.Begin(party.Opt("clock", "slow"))
	for _, in := range []string{"general", "dm-ann"} {
		for _, c := range p.Bot.Commands {
			for _, s := range append(c.Sub, bot.Command{Name: ""}) {
				if len(c.Sub) > 0 == (s.Name == "") {
					continue
				}
				command := strings.Fields(c.Name + " " + s.Name)
				for _, o := range [][]bottest.Option{nil, {party.Opt("match", string(id))}, {party.Opt("match", "none-such")}, odd(c, s)} {
					a := p.Slash(ann, command, append(o, party.Opt("in", in))...)
					if a.Letter == nil && a.Form == nil {
						t.Errorf("/%s %v in %s is answered with nothing", strings.Join(command, " "), o, in)
					}
				}
			}
		}
	}
	if strings.Contains(p.Log.String(), "panic") {
		t.Error(p.Log.String())
	}
}

// odd gives every option an unexpected value.
func odd(c, s bot.Command) (out []bottest.Option) {
	for _, o := range append(c.Options, s.Options...) {
		if o.Name != "match" {
			out = append(out, party.Opt(o.Name, fmt.Sprintf("99999 %s ||| `*_~", strings.Repeat("ä", 60))))
		}
	}
	return out
}
