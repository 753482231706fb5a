package bot_test

import (
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	down "downsync/bot/downsync"
	jag "downsync/bot/jagged"
	syn "downsync/bot/syndicate"
	"downsync/bot/wire"
	"downsync/game/downsync"
	"downsync/game/jagged"
	"downsync/game/syndicate"
)

// ofThree returns a room in which the bot offers three games with books.
func ofThree(t *testing.T) *party.Party {
	t.Helper()
	return &party.Party{T: t, Room: bottest.New(t, bottest.Setup{Game: downsync.Rules(), Forms: down.Forms{},
		More: []bottest.Offer{{Game: syndicate.Rules(), Forms: syn.Forms{}}, {Game: jagged.Rules(), Forms: jag.Forms{}}}})}
}

// saidOf returns the words of an answer without the random names of its files, and without what it says of an old name.
func saidOf(a wire.Answer) string {
	var out []string
	for line := range strings.Lines(party.Text(a)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasSuffix(line, ".png") && !strings.Contains(line, "is now") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

// /card finds what /unit, /card and /map found, under the names that they suggested, and says the same.
func TestCardFindsEveryBook(t *testing.T) {
	p := ofThree(t)
	for _, of := range []struct{ game, command, option string }{
		{"downsync", "unit", "name"}, {"downsync", "map", "map"}, {"syndicate", "card", "name"}, {"syndicate", "map", "map"}, {"jagged", "unit", "name"}, {"jagged", "map", "map"},
	} {
		in := party.Opt("game", of.game)
		names := []string{}
		for _, x := range p.Complete(eve, []string{of.command}, in, party.Opt(of.option, "")) {
			if x.Value != "random" && len(names) < 3 {
				names = append(names, x.Value)
			}
		}
		if len(names) == 0 {
			t.Errorf("/%s suggests nothing in %s", of.command, of.game)
		}
		for _, name := range names {
			was := saidOf(p.Slash(eve, []string{of.command}, in, party.Opt(of.option, name)))
			if got := saidOf(p.Slash(eve, []string{"card"}, in, party.Opt("name", name))); got != was {
				t.Errorf("%s: /card name:%s says\n%s\n/%s said\n%s", of.game, name, got, of.command, was)
			}
		}
	}
	was := saidOf(p.Slash(eve, []string{"map"}, party.Opt("game", "downsync")))
	if got := saidOf(p.Slash(eve, []string{"card"}, party.Opt("game", "downsync"))); got != was {
		t.Errorf("without a name /card says\n%s\n/map said\n%s", got, was)
	}
}

// /card looks into the other games' books too, unless the user names the game; then it says where the entry is.
func TestCardOfAnotherGame(t *testing.T) {
	p := ofThree(t)
	dash := party.Opt("name", "Dash")
	want := saidOf(p.Slash(eve, []string{"card"}, dash, party.Opt("game", "syndicate")))
	if got := saidOf(p.Slash(eve, []string{"card"}, dash)); got != want {
		t.Errorf("without a game it says\n%s\nexpected\n%s", got, want)
	}
	p.Says(p.Slash(eve, []string{"card"}, dash, party.Opt("game", "downsync")), "Syndicate Protocol: 2095 has it: `/card name:Dash game:syndicate`.")
	p.Says(p.Slash(eve, []string{"card"}, party.Opt("name", "nothing of that name")), "⚠️")
}
