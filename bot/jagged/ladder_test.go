package jagged

import (
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/lang"
	small "downsync/bot/toy"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/jagged"
	"downsync/game/toy"
)

// The ladder belongs to the game. It shows how often each faction has won in each role, for all players and for one, in each
// language.
func TestLadder(t *testing.T) {
	for _, l := range lang.All() {
		t.Run(l.String(), func(t *testing.T) {
			t.Parallel()
			s := arenaAmong(t, l, nil, []bottest.Offer{{Game: toy.Rules(), Forms: small.Forms{}}}, opt("game", "jagged"))
			ladder := func(game string, options ...bottest.Option) string {
				return bottest.Said(s.Slash(eve, []string{"ladder"}, append(options, opt("game", game))...))
			}
			concedes := func(user wire.UserID) {
				s.Play(s.reached(1, rules.Moving), nil)
				s.Concede(user)
			}
			has := func(said, words string) {
				t.Helper()
				if !strings.Contains(said, words) {
					t.Errorf("the ladder says %q, expected %q in it", said, words)
				}
			}
			concedes(ben)
			won := func(attacker, defender, of int) string {
				share := func(faction game.Text, percent int) string {
					return s.Say("%s %d %% of %d", s.Text(faction), percent, of)
				}
				return s.Say("-# Won by faction: %s", share("Human Attacker", attacker)+", "+share("Martian Defender", defender))
			}
			has(ladder("jagged"), won(100, 0, 1))
			s.challenge(opt("game", "jagged"))
			concedes(ann)
			has(ladder("jagged"), won(50, 50, 2))
			has(ladder("jagged", opt("user", "ben")), s.Say("• with %s: %s", s.Text("Martian Defender"), bot.Tally{Won: 1, Lost: 1}.In(s)))
			if said := ladder("toy"); strings.Contains(said, "<@ann>") {
				t.Errorf("the ladder of another game says %q", said)
			}
		})
	}
}
