package jagged

import (
	"slices"
	"testing"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/game"
	"downsync/game/gametest"
	rules "downsync/game/jagged"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	"downsync/game/table"
)

// In whole battles no console says the same line of news twice above its board. A loss or points of this Round are left out only for
// others. SOAK=1 plays many.
func TestNewsTellEachOutcome(t *testing.T) {
	g := newGallery(t)
	g.Outcomes = func(l lang.Language, p table.Private) (out []string) {
		v := Forms{Voice: bot.Voice{Language: l}}.reads(p.View, p.Meta)
		round := slices.IndexFunc(p.Facts, func(f game.Fact) bool { r, is := f.(rules.RoundBegan); return is && r.Round == v.Round })
		for _, f := range p.Facts[max(0, round, len(p.Facts)-recentFacts):] {
			a, attacked := f.(rules.AttackResolved)
			s, scored := f.(rules.Scored)
			if round >= 0 && (attacked && a.Destroyed || scored && s.VP != [2]int{}) {
				out = append(out, v.Teller().Plainly([]game.Fact{f})...)
			}
		}
		return out
	}
	lists := [][2]string{{"h-a-line", "m-d-seer"}, {"m-a-hunt", "h-d-bastion"}, {"h-a-mech", "m-d-swarm"}, {"m-a-monsters", "h-d-line"}}
	battles := 3
	if gametest.Soak() {
		battles = 20
	}
	for seed := range battles {
		c, of := rules.Defaults(), lists[seed%len(lists)]
		c.Attacker, c.Board = cards.FindList(of[0]).Faction, boards.All()[seed%3].Slug
		c.Zones, c.Melee = "deep", "ask"
		c.Brought = [2][]rules.Pick{rules.Picks(cards.FindList(of[0])), rules.Picks(cards.FindList(of[1]))}
		g.play(uint64(seed), c)
	}
	if g.Told < 50 {
		t.Errorf("consoles told only of %d losses and points", g.Told)
	}
}
