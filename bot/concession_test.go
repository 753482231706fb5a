package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	down "downsync/bot/downsync"
	shards "downsync/bot/jagged"
	"downsync/bot/lang"
	protocol "downsync/bot/syndicate"
	"downsync/game"
	"downsync/game/downsync"
	"downsync/game/jagged"
	"downsync/game/syndicate"
	"downsync/game/table"
)

// A player who concedes in the set-up of a match, or lets its time run out there, has seen the other's force, so the match counts. A
// rematch says that the forces are known. This holds for each game, with hidden forces and with open ones.
func TestConcedingInTheSetUpCounts(t *testing.T) {
	for name, x := range map[string]struct {
		rules game.Game
		forms bottest.Offered
	}{"downsync": {downsync.Rules(), down.Forms{}}, "syndicate": {syndicate.Rules(), protocol.Forms{}}, "jagged": {jagged.Rules(), shards.Forms{}}} {
		for _, how := range []string{"concedes", "misses turns", "concedes in the open"} {
			if how == "misses turns" && name != "downsync" { // the defaults lead these out of their set-up
				continue
			}
			t.Run(name+" "+how, func(t *testing.T) {
				h := &house{Language: lang.English, Party: &party.Party{T: t, Room: bottest.New(t, bottest.Setup{Game: x.rules, Forms: x.forms,
					Timings: map[string]table.Timing{"quick": {Clocks: map[string]time.Duration{"turn": 10 * time.Minute, "react": 3 * time.Minute}, Misses: 1}}, Default: "quick"})}}
				var options []bottest.Option
				if how == "concedes in the open" && name != "jagged" { // its lists are told in every match
					options = append(options, party.Opt("secrecy", "open"))
				}
				h.Slash(ann, party.Challenge, append(options, party.ChallengeTo(ben))...)
				id := h.accept()
				if how == "misses turns" {
					for range 5 {
						h.Pass(11 * time.Minute)
					}
				} else {
					h.Slash(ann, []string{"match", "concede"}, party.In(string(id)))
					h.Click(ann, h.Newest(ann), "x|")
					h.Settle()
				}
				p := h.PublicOf(id)
				if p.Result == nil || (&bot.Call{App: h.Bot}).Forms(p.Meta.Game).Turn(p) > 0 {
					t.Fatalf("it did not end in its set-up: %+v", p.Result)
				}
				rated := 0
				all, err := h.Store.List(t.Context(), "rating", "", 99)
				if err != nil {
					t.Fatal(err)
				}
				for _, r := range all {
					if strings.Contains(string(r.Value), `"lost":1`) || strings.Contains(string(r.Value), `"won":1`) {
						rated++
					}
				}
				if rated != 2 {
					t.Errorf("%d ratings changed: %v", rated, fmt.Sprint(all))
				}
				if name == "downsync" && how == "concedes in the open" {
					return // it has no rematch before its forces are on the table
				}
				const known = "Everybody knows the forces of the last match"
				h.Says(h.Press(ben, h.Card(), "rematch|"+string(id)), known)
				party.Has(t, h.Card(), known)
			})
		}
	}
}
