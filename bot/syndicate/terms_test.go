package syndicate

import (
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/lang"
	"downsync/game"

	rules "downsync/game/syndicate"
)

// A status, an ability or a trait is explained where it is first met, not again.
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
		if said := (telling{v}).explained([]game.Fact{given, rules.RoundBegan{Round: 8}, given, rules.StatusGiven{Unit: "A", Status: "hidden", From: "stealth-weave"}}); strings.Contains(said, "Disoriented") || !strings.Contains(said, "**Stealth Weave**: ") {
			t.Errorf("%s: %q", l, said)
		}
	}
}
