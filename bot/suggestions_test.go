package bot_test

import (
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	down "downsync/bot/downsync"
	"downsync/bot/jagged"
	"downsync/bot/syndicate"
	"downsync/bot/wire"
	"downsync/game/downsync"
	rules "downsync/game/jagged"
	agents "downsync/game/syndicate"
)

// Whatever option suggests something, it suggests only what fits the typed text.
func TestSuggestionsFitWhatIsTyped(t *testing.T) {
	p := &party.Party{T: t, Room: bottest.New(t, bottest.Setup{Game: downsync.Rules(), Forms: down.Forms{}, More: []bottest.Offer{
		{Game: agents.Rules(), Forms: syndicate.Forms{}}, {Game: rules.Rules(), Forms: jagged.Forms{}}}})}
	tried, some := 0, 0
	var each func(path []string, cs []bot.Command)
	each = func(path []string, cs []bot.Command) {
		for _, c := range cs {
			path := append(path[:len(path):len(path)], c.Name)
			each(path, c.Sub)
			for _, o := range c.Options {
				if o.Suggest == nil {
					continue
				}
				for _, g := range p.Bot.Games {
					tried++
					with := func(typed string) []bottest.Option {
						return []bottest.Option{party.Opt("game", g.ID), party.Opt(o.Name, typed)}
					}
					if len(p.Complete(ann, path, with("")...)) > 0 {
						some++
					}
					if got := p.Complete(ann, path, with("zzqqxx")...); len(got) > 0 {
						t.Errorf("/%s %s of %s suggests %q for nonsense", strings.Join(path, " "), o.Name, g.ID, got)
					}
				}
			}
		}
	}
	each(nil, p.Bot.Commands)
	if tried < 50 || some < 20 {
		t.Errorf("%d options tried, %d suggest something", tried, some)
	}
}

// A choice fits if each typed word is in its name, in any order, or begins its value.
func TestFitting(t *testing.T) {
	all := []wire.Choice{{Name: "Ann v Ben: your move", Value: "m17"}, {Name: "Ben v Eve: over", Value: "m18"}}
	for typed, want := range map[string]string{"": "m17 m18", "BEN": "m17 m18", "move ann": "m17", "eve move": "", "m18": "m18", "18": "", " eve ": "m18"} {
		var got []string
		for _, c := range bot.Fitting(all, typed) {
			got = append(got, c.Value)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q fits %q, want %q", typed, got, want)
		}
	}
}
