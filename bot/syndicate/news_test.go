package syndicate

import (
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/game"
	"downsync/game/gametest"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
	"downsync/game/table"
)

// In whole matches no console says the same line of news twice above its board. An elimination or points of the round that it tells of
// are left out only for others. SOAK=1 plays many.
func TestNewsTellEachOutcome(t *testing.T) {
	g := newGallery(t)
	g.Outcomes = func(l lang.Language, p table.Private) (out []string) {
		v := Forms{Voice: bot.Voice{Language: l}}.reads(p.View, p.Meta)
		shown, round := p.Facts[max(0, len(p.Facts)-recentFacts):], v.Round
		if len(p.Asks) > 0 && p.Asks[0].Name == "plan" && round > 1 {
			shown, round = p.Facts, round-1 // it tells of the whole round before
		}
		from := slices.IndexFunc(shown, func(f game.Fact) bool { return began(f) == round })
		for _, f := range shown[max(0, from):] {
			switch f.(type) {
			case rules.Eliminated, rules.Scored:
				if line := v.line(f); line != "" {
					out = append(out, line)
				}
			}
		}
		return out
	}
	matches := 3
	if gametest.Soak() {
		matches = 30
	}
	for seed := range matches {
		c := rules.Defaults()
		for i := range c.Squads {
			c.Squads[i] = cards.Starters()[(seed+i)%5].Squad
		}
		g.play(uint64(seed), c)
	}
	if g.Told < 100 {
		t.Errorf("consoles told only of %d eliminations and points", g.Told)
	}
}

// An elimination stays above the board of a console although many later lines would hide it, also among the results of the round; lines
// that read the same are one.
func TestEliminationsStayInTheNews(t *testing.T) {
	s := sit(t, lab(nil, rules.LabUnit{Label: "A", At: spot(5, 5)}, rules.LabUnit{Label: "B", At: spot(6, 5)}))
	p := s.seat(1)
	v := Forms{}.reads(p.View, p.Meta)
	v.Round = 2
	facts := []game.Fact{rules.RoundBegan{Round: 1}, rules.Eliminated{Unit: "B1"}}
	for i := range 30 {
		facts = append(facts, rules.Moved{Unit: "A", From: spot(1, 5), Way: []grid.Space{spot(1+i%8, 6)}, By: "shield-bash"})
	}
	p.Facts = append(facts, rules.RoundBegan{Round: 2})
	for ask, told := range map[string][]game.Fact{"plan": p.Facts, "move": facts} {
		news, most := v.news(p, ask, told, false)
		above, _ := v.Teller().Folded(news, most, maxNews)
		if !strings.Contains(above, "B1") || !strings.Contains(above, " ×") {
			t.Errorf("%s: %q", ask, above)
		}
	}
}
