package bot_test

import (
	"regexp"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/game/table"
	"downsync/game/toy"
)

// The seed's commitment stands on the challenge before anybody accepts; both players' words go in; the seed shows when the match
// is over, not before, and everything fits.
func TestDiceAreSealedAndOpened(t *testing.T) {
	p := &party{t: t, Room: bottest.New(t, bottest.Setup{Game: toy.Rules(), Forms: toyForms{}})}
	p.Slash(ann, challenge, opt("luck", "my lucky words"), challengeTo(ben))
	hash := regexp.MustCompile("[0-9a-f]{64}")
	card := p.lobby()
	sealed := hash.FindString(bottest.Words(card.Message))
	if sealed == "" {
		t.Fatalf("no commitment on %s", bottest.Words(card.Message))
	}
	has(t, card, "The dice are sealed as `"+sealed[:12]+"…`")
	p.says(p.click(eve, card, "Fair dice"), "SHA-256 of their seed:\n`"+sealed+"`")
	p.Slash(ben, []string{"match", "accept"}, opt("luck", "seven"))
	p.click(ben, p.Newest(ben), "force|", "blue")
	p.Settle()
	id := opt("match", string(p.matchOf(ben)))
	a := p.Slash(eve, []string{"match", "verify"}, id)
	for _, want := range []string{"So far everything fits", sealed, "for side A, the SHA-256 of its words: `" + table.Entropy("my lucky words"), "for side B, the SHA-256 of its words: `" + table.Entropy("seven")} {
		p.says(a, want)
	}
	on := bottest.Words(p.lobby().Message)
	if !strings.Contains(on, sealed) || strings.Contains(text(a), "seed of the dice") {
		t.Errorf("under way it says %s and %s", on, text(a))
	}
	p.play(ann, "quit")
	a = p.Slash(eve, []string{"match", "verify"}, id)
	p.says(a, "Everything fits")
	all := hash.FindAllString(text(a), -1)
	seed, err := table.ParseSeed(all[len(all)-1])
	if err != nil || seed.Commitment() != sealed {
		t.Errorf("opened is %s, %v", all, err)
	}
	cards := p.cards()
	last := cards[len(cards)-1]
	has(t, last, "Dice and forces are unsealed")
	for _, want := range []string{sealed, seed.Hex(), "Everything fits"} {
		p.says(p.click(eve, last, "Fair dice"), want)
	}
	if strings.Contains(bottest.Words(last.Message), seed.Hex()) {
		t.Errorf("the last card spells the seed out: %s", bottest.Words(last.Message))
	}
	for _, who := range []string{p.Log.String(), on} {
		if strings.Contains(who, seed.Hex()) {
			t.Errorf("the seed shows in %s", who)
		}
	}
	p.says(p.Slash(ann, challenge, opt("luck", strings.Repeat("x", 101))), "at most 100")
}

// matchOf is the user's match.
func (p *party) matchOf(user bot.UserID) table.ID {
	p.t.Helper()
	ms, err := p.Hall.MatchesOf(p.t.Context(), user)
	if err != nil || len(ms) != 1 {
		p.t.Fatalf("%s is in %v: %v", user, ms, err)
	}
	return ms[0].Match
}
