package syndicate

import (
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/lang"
	"downsync/game"
	"downsync/game/order"
	rules "downsync/game/syndicate"
	"downsync/game/table"
)

// A status, an ability or a trait is explained when it is first met, and not again.
func TestTermsAreExplainedOnce(t *testing.T) {
	t.Parallel()
	s := sit(t, lab(nil, rules.LabUnit{Label: "A", At: spot(5, 5)}, rules.LabUnit{Label: "B", At: spot(6, 5)}))
	p, _ := s.asked()
	given := rules.StatusGiven{Unit: "A", Status: "disoriented", From: "shield-bash"}
	first := append([]game.Fact{rules.RoundBegan{Round: 1}}, p.Facts...)
	for _, l := range lang.All() {
		w := sketched
		w.Language = l
		means := "**Disoriented**: " + w.means("disoriented")
		for _, x := range []struct {
			told []game.Fact
			want bool
		}{{append(first, given), true}, {first, false}} {
			p.Facts = x.told
			c, err := play{w}.Console(p, bot.Page{})
			if err != nil {
				t.Fatal(err)
			}
			if said := bottest.Words(c.Message); strings.Contains(said, means) != x.want {
				t.Errorf("%s: explained is not %t:\n%s", l, x.want, said)
			}
		}
		v := w.reads(p.View, p.Meta)
		v.Round = 9
		if said := v.explained([]game.Fact{given, rules.RoundBegan{Round: 8}, given, rules.StatusGiven{Unit: "A", Status: "hidden", From: "stealth-weave"}}); strings.Contains(said, "Disoriented") || !strings.Contains(said, "**Stealth Weave**: ") {
			t.Errorf("%s: %q", l, said)
		}
	}
}

// If nobody can score, the terms do not mention points.
func TestTermsCountPointsThatThereAre(t *testing.T) {
	t.Parallel()
	for _, l := range lang.All() {
		for mission, points := range map[string]bool{rules.Elimination: false, rules.Uplink: true, rules.Relay: true} {
			c := rules.DefaultsFor(mission)
			w := lobby{Forms{Voice: bot.Voice{Language: l}}}
			settings, err := w.Settings(map[string]string{"options": "mission=" + mission})
			if err != nil {
				t.Fatal(err)
			}
			said := w.Terms(settings)
			with := w.Say("• **At most** %d {round|rounds}; then points, HP and Mercenaries count.", c.MaxRounds)
			without := w.Say("• **At most** %d {round|rounds}; then HP and Mercenaries count.", c.MaxRounds)
			if strings.Contains(said, with) != points || strings.Contains(said, without) == points {
				t.Errorf("%s, %s:\n%s", l, mission, said)
			}
		}
	}
}

// The hint of a question concerns what it asks: there are no spaces to choose if a card is used on a unit.
func TestHintsFitTheirQuestion(t *testing.T) {
	t.Parallel()
	slot := func(name string) table.OpenAsk {
		return table.OpenAsk{Ask: game.Ask{Name: "use", Menu: []order.Choice{{Verb: "use", Slots: []order.Slot{{Name: name}}}}}}
	}
	if hinting(slot("at")) != questions.Named("use").Hint || hinting(slot("on")) != "" || hinting(table.OpenAsk{Ask: game.Ask{Name: "plan"}}) != questions.Named("plan").Hint {
		t.Errorf("hinted %q for a space, %q for a unit", hinting(slot("at")), hinting(slot("on")))
	}
}
