package downsync

import (
	"strings"
	"testing"

	"downsync/bot/bottest"

	rules "downsync/game/downsync"
)

// onwards is a match that has come to its activations: two contacts that have moved, a Unit with a target, and an enemy.
func onwards(t *testing.T) *hand {
	t.Helper()
	lab := rules.Lab{Active: 1, Reserve: [2][]string{{"virago", "virago"}, {"virago"}}, Pieces: []rules.LabPiece{
		{Label: "A1", Sig: "medium", Bases: []rules.LabBase{at(8, 10)}}, {Label: "A2", Sig: "medium", Bases: []rules.LabBase{at(14, 10)}},
		{Label: "A3", Unit: "crusader", Bases: []rules.LabBase{at(20, 10)}}, {Label: "B1", Unit: "samson", Bases: []rules.LabBase{at(20, 22)}},
	}}
	h := &hand{playground: newPlayground(t, lab, "designate A1 A2 A3", "done", "done")}
	h.other()
	if ask := h.private().Asks[0].Name; ask != "next" {
		t.Fatalf("asked %s", ask)
	}
	return h
}

// A contact goes on in two taps, its end among them, and all of them in two.
func TestContactsGoOn(t *testing.T) {
	h := onwards(t)
	h.within(2, "a contact's second move", func() { h.pick("Move A1 (medium contact) once more"); h.press("Move there, then end") })
	h.stands("A1", "8.608,13.953")
	if p, _ := h.private().View.(rules.View).Piece("A1"); !p.Activated {
		t.Error("A1 has not finished")
	}
	h = onwards(t)
	h.within(2, "all contacts' second move", func() { h.pick("All: North"); h.press("Move all 2 there, then end") })
	h.stands("A2", "14,14")
	if m := h.private().Asks[0].Menu; len(m) != 2 {
		t.Errorf("left to do: %v", m)
	}
}

// Who spends the last that it has in a move or with Overwatch ends with the same press; whoever may go on does not.
func TestThenEnd(t *testing.T) {
	h := onwards(t)
	h.pick("Activate A3")
	_, m := h.see()
	if words := bottest.Words(m); !strings.Contains(words, "Take Overwatch, then end") {
		t.Errorf("no end with Overwatch:\n%s", words)
	}
	h.press("Take Overwatch, then end")
	if p, _ := h.private().View.(rules.View).Piece("A3"); !p.Activated {
		t.Error("A3 has not finished")
	}
}

// An attack's buttons tell its chances, boosted and not.
func TestChancesOnButtons(t *testing.T) {
	h := onwards(t)
	h.pick("Activate A3")
	p, m := h.see()
	for _, s := range bottest.ControlsOf(m).Selects {
		for _, o := range s.Options {
			if strings.HasPrefix(o.Value, "act ") && !strings.HasPrefix(o.Value, "act move") {
				step := (Forms{brush: blank{}}).Press(p, s.Does.Ask, s.Does.Draft, []string{o.Value})
				h.at.Ask, h.at.Order = s.Does.Ask, step.Draft
			}
		}
	}
	h.pick("B1 ")
	_, m = h.see()
	words := bottest.Words(m)
	if !strings.Contains(words, "Attack: ") || !strings.Contains(words, "boosted (1 CP): ") || !strings.Contains(words, "%") {
		t.Errorf("no chances on the buttons:\n%s", words)
	}
}
