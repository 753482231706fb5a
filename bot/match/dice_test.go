package match_test

import (
	"regexp"
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/bottest/plain"
	"downsync/game/table"
	"downsync/game/toy"
)

// The seed's commitment is on the challenge before anybody accepts. Both players' words are mixed in. The seed is shown
// after the match, not before, and everything fits.
func TestDiceAreSealedAndOpened(t *testing.T) {
	p := &party.Party{T: t, Room: bottest.New(t, bottest.Setup{Game: toy.Rules(), Forms: plain.Forms{}})}
	p.Slash(ann, party.Challenge, party.Opt("luck", "my lucky words"), party.ChallengeTo(ben))
	hash := regexp.MustCompile("[0-9a-f]{64}")
	card := p.Card()
	sealed := hash.FindString(bottest.Words(card.Message))
	if sealed == "" {
		t.Fatalf("no commitment on %s", bottest.Words(card.Message))
	}
	party.Has(t, card, "The dice are sealed as `"+sealed[:12]+"…`")
	p.Says(p.Click(eve, card, "Fair dice"), "SHA-256 of their seed:\n`"+sealed+"`")
	p.Slash(ben, []string{"match", "accept"}, party.Opt("luck", "seven"))
	p.Click(ben, p.Newest(ben), "force|", "blue")
	p.Settle()
	id := party.Opt("match", string(p.MatchOf(ben)))
	a := p.Slash(eve, []string{"match", "verify"}, id)
	for _, want := range []string{"So far everything fits", sealed, "for side A, the SHA-256 of its words: `" + table.Entropy("my lucky words"), "for side B, the SHA-256 of its words: `" + table.Entropy("seven")} {
		p.Says(a, want)
	}
	on := bottest.Words(p.Card().Message)
	if !strings.Contains(on, sealed) || strings.Contains(party.Text(a), "seed of the dice") {
		t.Errorf("under way it says %s and %s", on, party.Text(a))
	}
	p.Play(ann, "quit")
	a = p.Slash(eve, []string{"match", "verify"}, id)
	p.Says(a, "Everything fits")
	all := hash.FindAllString(party.Text(a), -1)
	seed, err := table.ParseSeed(all[len(all)-1])
	if err != nil || seed.Commitment() != sealed {
		t.Errorf("opened is %s, %v", all, err)
	}
	cards := p.Cards()
	last := cards[len(cards)-1]
	party.Has(t, last, "Dice and forces are unsealed")
	for _, want := range []string{sealed, seed.Hex(), "Everything fits"} {
		p.Says(p.Click(eve, last, "Fair dice"), want)
	}
	if strings.Contains(bottest.Words(last.Message), seed.Hex()) {
		t.Errorf("the last card spells the seed out: %s", bottest.Words(last.Message))
	}
	for _, who := range []string{p.Log.String(), on} {
		if strings.Contains(who, seed.Hex()) {
			t.Errorf("the seed shows in %s", who)
		}
	}
	p.Says(p.Slash(ann, party.Challenge, party.Opt("luck", strings.Repeat("x", 101))), "at most 100")
}
