package jagged

import (
	"slices"
	"strings"
	"testing"

	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/jagged"
)

// Shooting with all models takes targets that can be hurt, even if others are easier; an attack that cannot hurt is never the green
// button while another can (JQ60).
func TestShotsThatHarmAreProposed(t *testing.T) {
	d := deskAt(t, rules.Shooting, rules.Options{}, rules.LabModel{Label: "A1", Unit: "colonist-rifleman", At: at(6, 6)},
		rules.LabModel{Label: "A2", Unit: "colonist-rifleman", At: at(6, 9)}, rules.LabModel{Label: "B1", Unit: "tree-warden", At: at(16, 6)},
		rules.LabModel{Label: "B2", Unit: "rootblade-initiate", At: at(20, 9)})
	words, c := d.console(1, "")
	if strings.Contains(words, "→ B1 Warden: ") || strings.Contains(words, "is below W") {
		t.Errorf("the Warden is shot at:\n%s", words)
	}
	if b := d.green(1); b.Label != "Shoot with all: 2" {
		t.Errorf("green is %q", b.Label)
	}
	i := slices.IndexFunc(c.Selects, func(s wire.Select) bool { return strings.HasPrefix(s.Placeholder, "Shoot one by one") })
	if !strings.Contains(c.Selects[i].Options[0].Label, "→ B2") || !strings.Contains(c.Selects[i].Options[3].Label, "→ B1") {
		t.Errorf("the list begins with %+v", c.Selects[i].Options)
	}
	d.plays(1, d.green(1).Does.Draft)
	if m, _ := d.view().Model("A2"); !slices.Contains(m.Done, "shot") {
		t.Errorf("A2 has done %v", m.Done)
	}
}

// The bot proposes no Rush and no Counter-Charge at an enemy that the strike cannot hurt, nor a Rush off an Objective that nobody
// else holds; the card says so.
func TestRushesThatHarmAreProposed(t *testing.T) {
	warden := rules.LabModel{Label: "B1", Unit: "tree-warden", At: at(28, 24)}
	d := deskAt(t, rules.Rushing, rules.Options{}, rules.LabModel{Label: "A1", Unit: "colonist-rifleman", At: at(22, 20)}, warden)
	if words, _ := d.console(1, ""); d.green(1).Label != "No Rush" || !strings.Contains(words, "DAM 1 is below W 3") {
		t.Errorf("green is %q in:\n%s", d.green(1).Label, words)
	}
	soft := rules.LabModel{Label: "B1", Unit: "rootblade-initiate", At: at(28, 24)}
	d = deskAt(t, rules.Rushing, rules.Options{}, rules.LabModel{Label: "A1", Unit: "colonist-rifleman", At: at(24, 24)}, soft)
	if d.green(1).Label != "No Rush" {
		t.Errorf("off the Objective: %q", d.green(1).Label)
	}
	d = deskAt(t, rules.Rushing, rules.Options{}, rules.LabModel{Label: "A1", Unit: "colonist-rifleman", At: at(22, 20)}, soft)
	if !strings.HasPrefix(d.green(1).Label, "Rush A1 → B1") {
		t.Errorf("at one that can be hurt: %q", d.green(1).Label)
	}
}

// A Counter-Charge shows the effect of its strike, and is green only if that can hurt.
func TestCounterChargeSaysWhatItHarms(t *testing.T) {
	for unit, harms := range map[string]bool{"heavy-android": false, "colonist-rifleman": true} {
		d := deskAt(t, rules.Rushing, rules.Options{}, rules.LabModel{Label: "A1", Unit: unit, At: at(6, 6)},
			rules.LabModel{Label: "B1", Unit: "martian-shock-specialist", At: at(11, 9)}, rules.LabModel{Label: "B2", Unit: "rootblade-initiate", At: at(10.5, 6)})
		d.plays(1, "rush A1 B2")
		if d.ask(2).Name != "counter" {
			t.Fatalf("%s: asked %s", unit, d.ask(2).Name)
		}
		words, _ := d.console(2, "")
		c, _ := d.View(game.Player(2)).(rules.View).Counter()
		t.Log(unit, c.Need, d.green(2).Label)
		if strings.HasPrefix(d.green(2).Label, "Counter-Charge") != harms || strings.Contains(words, "is below W") == harms {
			t.Errorf("%s: green is %q in:\n%s", unit, d.green(2).Label, words)
		}
	}
}
