package syndicate

import (
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/lang"
	"downsync/bot/syndicate/worlds"
	"downsync/game"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/grid"
	"downsync/game/table"
)

// silent lists the facts whose examples have no words, because other texts say the same.
var silent = []string{"ended", "reloaded"}

// Every fact that anybody can be told has words in every language, or a reason to have none, and follows from an existing rule.
func TestEveryFactHasWords(t *testing.T) {
	v := view(t)
	bottest.Worded(t, rules.Facts(), "../../game/syndicate/testdata/facts.jsonl", silent, func(l lang.Language, f game.Fact) string {
		return factRows.Line(reading{v, Forms{Voice: bot.Voice{Language: l}}, Forms{}.look("")}, f)
	})
	bottest.FactRows(t, factRows, reading{View: v}, rules.Facts(), func(number string) bool { return numbered.Numbered(number).Number != "" })
}

// view returns a view of a match in its first round.
func view(t *testing.T) rules.View {
	t.Helper()
	w := worlds.Pair("hand").World[0]
	m, st, err := rules.Rules().Start(2, w.Config, w.Dice())
	if err != nil {
		t.Fatal(err)
	}
	m.Apply(st)
	return m.View(game.Player(1)).(rules.View)
}

// A card without effect is reported as such, once something else has followed it.
func TestBarrenCards(t *testing.T) {
	v := reading{view(t), Forms{Voice: bot.Voice{Language: lang.English}}, Forms{}.look("")}
	played := func(seat game.Seat) game.Fact { return rules.CardPlayed{Seat: seat, Card: "ghoststep-palm"} }
	facts := []game.Fact{played(1), played(2), rules.Moved{Unit: "B", From: spot(5, 5), Way: []grid.Space{spot(6, 5)}, By: "ghoststep-palm"}, played(1), rules.HeldFire{Unit: "A", Why: "no-target"}, played(2)}
	said := v.Forms.history().Plainly(v.View, table.Meta{}, facts)
	for i, barren := range map[int]bool{0: true, 1: false, 3: true, 5: false} {
		if strings.HasSuffix(said[i], "**, which has no effect.") != barren {
			t.Errorf("event %d is told as %q", i+1, said[i])
		}
	}
}

// Very long words, up to Discord's limit, are answered like any others.
func TestOverlongWords(t *testing.T) {
	t.Parallel()
	twins.Overlong(t, worlds.Pair("hand").World[0], sketched)
}

// The rule cited for a card belongs to the part of the round in which it resolves.
func TestCardsCiteTheirPart(t *testing.T) {
	t.Parallel()
	s := sit(t, lab(nil, rules.LabUnit{Label: "A", At: spot(5, 5)}, rules.LabUnit{Label: "B", At: spot(8, 5)}))
	p, _ := s.asked()
	v := (Forms{}).reads(p.View, p.Meta)
	for card, rule := range map[string]string{"dash": "S4.4", "ghostline-dash": "S4.4", "grenade": "S4.5", "shield-bash": "S4.5", "quick-draw": "S4.5"} {
		played := rules.CardPlayed{Seat: 1, Card: card}
		for _, f := range []game.Fact{played, barren{played}} {
			if got := factRows.Cites(v, f); !slices.Equal(got, []string{rule}) {
				t.Errorf("%s is cited with %v, expected %s", card, got, rule)
			}
		}
	}
}

// An event belongs to the round in which it happened, whatever else its press produced.
func TestEventsAreOfTheirRound(t *testing.T) {
	t.Parallel()
	s := sit(t, lab(nil, rules.LabUnit{Label: "A", At: spot(5, 5)}, rules.LabUnit{Label: "B", At: spot(8, 5)}))
	p, _ := s.asked()
	v := (Forms{}).reads(p.View, p.Meta)
	facts := []game.Fact{rules.Deployed{Seat: 1}, rules.RoundBegan{Round: 1}, rules.CardPlayed{Seat: 1, Card: "dash"}, rules.RoundBegan{Round: 2}}
	for n, round := range []int{0, 1, 1, 2} {
		if said := v.Ruling(facts, n+1, game.Number{Event: n + 1}); !strings.Contains(said, v.Say("**Event %d**, %s", n+1, v.round(round))) {
			t.Errorf("event %d is not of round %d:\n%s", n+1, round, said)
		}
	}
}

// The German words for the enemies that can shoot at a space fit one unit and several.
func TestThreatsFitAnyNumberInGerman(t *testing.T) {
	t.Parallel()
	for _, who := range []string{"A", "A, A2"} {
		if said := lang.Of("de").Say("%s can shoot here", who); strings.Contains(said, "kann") || !strings.HasSuffix(said, who) {
			t.Errorf("it is said %q", said)
		}
	}
}

// Hostile words have no effect wherever they are shown.
func TestHostileWords(t *testing.T) {
	t.Parallel()
	twins.Injected(t, worlds.Pair("hand").World[0], sketched)
}

// No number of the book reads like the label of a piece.
func TestNumbersAreNoPieces(t *testing.T) {
	for _, e := range numbered.Entries() {
		if len(e.Number) > 1 && strings.Contains("AB", e.Number[:1]) && e.Number[1] >= '0' && e.Number[1] <= '9' {
			t.Errorf("%s reads like a piece", e.Number)
		}
	}
}
