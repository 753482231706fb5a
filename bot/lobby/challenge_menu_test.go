package lobby_test

import (
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	down "downsync/bot/downsync"
	small "downsync/bot/toy"
	"downsync/game/downsync"
	"downsync/game/toy"
)

// Challenge, in somebody's context menu, challenges them: at once if there is one game, otherwise to the game that is chosen.
func TestChallengeOfAUser(t *testing.T) {
	p := party.Plain(t)
	p.Says(p.OnUser(ann, "Challenge", ben), "Your challenge is out")
	party.Has(t, p.Card(), p.Name(ben))
	p.Says(p.OnUser(ann, "Challenge", ann), "cannot challenge yourself")
	p.Says(p.OnUser(ann, "Challenge", "bot"), "Bots do not play")

	p = &party.Party{T: t, Room: bottest.New(t, bottest.Setup{Game: downsync.Rules(), Forms: down.Forms{}, More: []bottest.Offer{{Game: toy.Rules(), Forms: small.Forms{}}}})}
	p.Says(p.OnUser(ann, "Challenge", ben), "To which game")
	asked := p.Newest(ann)
	asked.Channel = bottest.General // where Discord shows it
	p.Says(p.Click(ann, asked, "whom|toy"), "Your challenge is out")
	party.Has(t, p.Card(), p.Name(ben), "Toy")
	p.Says(p.Press(ann, bottest.Message{Channel: bottest.General}, "whom|toy|"+string(ben)+"|Somebody"), "older message") // made up
}
