package jagged

import (
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/jagged"
	"downsync/game/table"
)

// A side that says so in its Movement is not asked for Reinforcements, nor for a Rush that cannot arrive, and can take that back.
// The console offers it, and the log mentions both.
func TestQuestionsAreSkipped(t *testing.T) {
	d := deskAt(t, rules.Moving, rules.Options{}, rules.LabModel{Label: "A1", Unit: "colonist-rifleman", At: at(6, 6)}, rules.LabModel{Label: "B1", Unit: "rootblade-initiate", At: at(44, 44)})
	offered := func(want ...string) {
		t.Helper()
		_, c := d.console(1, "")
		var got []string
		for _, s := range c.Selects {
			for _, o := range s.Options {
				if v := o.Value; strings.HasPrefix(v, "skip ") || strings.HasPrefix(v, "ask ") {
					got = append(got, v)
				}
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("offered %q, expected %q", got, want)
		}
	}
	offered("skip reinforcements", "skip far-rushes", "skip targets")
	for _, line := range []string{"skip reinforcements", "skip far-rushes", "skip targets"} {
		d.plays(1, line)
	}
	offered("ask reinforcements", "ask far-rushes", "ask targets")
	d.plays(1, "done")
	d.plays(2, "done")
	if v := d.view(); v.Round != 3 { // no model sees an enemy in the other corner
		t.Errorf("%s of Round %d", v.Phase, v.Round)
	}
	for d.view().Phase == rules.Reinforce {
		if d.view().Left[0] == 1 {
			t.Fatal("asked for Reinforcements")
		}
		d.plays(2, "done")
	}
	for d.view().Left[0] != 1 {
		d.plays(2, "done")
	}
	d.plays(1, "ask reinforcements")
	d.plays(1, "ask targets")
	offered("skip reinforcements", "ask far-rushes", "skip targets")
	v := d.view()
	log := strings.Join(sketched.history().Log(v, table.Meta{}, d.Told(game.Onlooker(), 0)), "\n")
	for _, want := range []string{"A wants no Reinforcements for now and is not asked.", "A is asked for a Rush only where one can arrive.", "A is asked about Reinforcements again.",
		"A lets its models choose their best targets.", "A says again who shoots at whom."} {
		if !strings.Contains(log, want) {
			t.Errorf("the log does not say %q:\n%s", want, log)
		}
	}
}

// Questions that can be skipped have a button for that: Reinforcements always, a Rush if none can arrive.
func TestSkipButtons(t *testing.T) {
	for _, c := range []struct {
		phase rules.Phase
		x     float64
		want  string
	}{{rules.Reinforce, 44, "skip reinforcements"}, {rules.Rushing, 30, "skip far-rushes"}, {rules.Rushing, 12, ""}} {
		d := deskAt(t, c.phase, rules.Options{}, rules.LabModel{Label: "A1", Unit: "colonist-rifleman", At: at(6, 6)}, rules.LabModel{Label: "B1", Unit: "rootblade-initiate", At: at(c.x, 6)})
		_, controls := d.console(1, "")
		got := ""
		for _, b := range controls.Buttons {
			if strings.HasPrefix(b.Does.Draft, "skip ") {
				got = b.Does.Draft
				if b.Style != wire.Secondary {
					t.Errorf("%s is no quiet button", b.Label)
				}
			}
		}
		if got != c.want {
			t.Errorf("%s at %g: %q, expected %q", c.phase, c.x, got, c.want)
		}
		for _, l := range lang.All() { // a phone shows each button whole
			d.forms = Forms{Voice: bot.Voice{Language: l}, brush: sketched.brush}
			_, controls := d.console(1, "")
			for _, b := range controls.Buttons {
				if n := len([]rune(b.Label)); n > 30 && strings.HasSuffix(b.Label, "…") && !strings.HasSuffix(b.Label, " …") {
					t.Errorf("%s: %q is cut off", l, b.Label)
				}
			}
		}
		if got != "" {
			if d.plays(1, got); d.view().Phase == c.phase && d.view().Left[0] == 1 {
				t.Errorf("%s: still asked", c.phase)
			}
		}
	}
}
