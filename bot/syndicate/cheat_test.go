package syndicate

import (
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/syndicate/worlds"
)

// What somebody with the code in hand may try in order to learn what ann holds, has sealed or has ordered ahead, or to act in her
// place. Everything is tried in two worlds that differ in her secret, and must come out alike in both.

var twin = bottest.Option{Name: "match", Value: "twin"}

// cheats has ben and eve try something while ann's part is done.
func cheats(t *testing.T, try func(s *twins.Table, user bot.UserID)) {
	twins.Cheated(t, sketched, try, worlds.Pair("orders under seal"), worlds.Pair("hand"))
}

// Controls of ann's are pressed by others, with values that nobody offered, and sent back as forms.
func TestCheatWithForeignControls(t *testing.T) {
	cheats(t, func(s *twins.Table, user bot.UserID) {
		card := s.Wire.Messages(s.Wire.Threads()[0])[0]
		for _, does := range []string{bot.ControlSubmit, bot.ControlDraft, bot.ControlChoose, bot.ControlType, bot.ControlOpen, bot.ControlUndo} {
			for _, control := range []string{"1.1", "2.3", "9.1", "0.0", "-1.1"} {
				if user == twins.Ben && control[0] <= '2' && control[0] != '0' {
					continue // which are his own pages
				}
				id := does + "|twin|1|" + control
				s.Press(user, card, id)
				s.Press(user, card, id, "dash", "grenade")
				s.Submit(user, card, &bot.Form{ID: id}, map[string]string{"1": "dash to 3,4"})
			}
		}
	})
}

// Ben orders what is not his: ann's cards, units and spaces, a step back of her commit, and what he would have to know to be refused.
func TestCheatByProbing(t *testing.T) {
	cheats(t, func(s *twins.Table, user bot.UserID) {
		for _, line := range []string{"commit grenade", "commit combat-rush", "commit vault", "commit dash first 4,3", "commit dash on A2", "commit dash attack B1", "commit dash mode acc",
			"commit dash to 3,3", "commit dash at 30,4", "undo", "push to 3,4", "attack A1", "keep", "mulligan", "deploy 3,1 2,1 4,1"} {
			s.Complete(user, []string{"order"}, twin, bottest.Option{Name: "line", Value: line})
			s.Slash(user, []string{"order"}, twin, bottest.Option{Name: "line", Value: line})
			s.Settle()
		}
		for _, command := range [][]string{{"match", "show"}, {"match", "log"}, {"match", "ledger"}, {"match", "verify"}, {"privacy", "export"}, {"clock", "show"}} {
			s.Slash(user, command, twin)
		}
	})
}

// A moderator who has not looked is told the same of rulings, rewinds and answers that they try, whatever the secret.
func TestCheatByTryingRulings(t *testing.T) {
	for _, pair := range worlds.Pairs() {
		t.Run(pair.Kind, func(t *testing.T) {
			t.Parallel()
			twins.JudgedAlike(t, pair, bottest.Setup{Forms: sketched}, "hp A 1", "hp A 0", "hp A1 2", "hp B 3", "place A at 5,5", "place A1 at 3,3", "place A2 at 9,9", "place B1 at 3,1", "status A marked on", "status A1 exposed on", "status A jammed on", "status A flash on", "points 1 2", "points 2 9", "commit dash", "")
		})
	}
}

// Whatever the others and the moderators do next, ann's secret is kept.
func TestCheatByWhatComesNext(t *testing.T) {
	twins.Attacked(t, worlds.Pairs(), bottest.Setup{Forms: Forms{}})
}
