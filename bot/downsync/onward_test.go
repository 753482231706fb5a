package downsync

import (
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/downsync/wording"
	rules "downsync/game/downsync"
	"downsync/game/plane"
)

// onwards returns a match that has reached its activations: two contacts that have moved, a Unit with a target, and an enemy.
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

// A contact moves on in two taps, including the end of its activation. All contacts together also need two.
func TestContactsGoOn(t *testing.T) {
	h := onwards(t)
	h.within(2, "a contact's second move", func() { h.pick("Move A1 (medium contact) once more"); h.press("Move there, then end activation") })
	h.stands("A1", "8.608,13.953")
	if p, _ := h.private().View.(rules.View).Piece("A1"); !p.Activated {
		t.Error("A1 has not finished")
	}
	h = onwards(t)
	h.within(2, "all contacts' second move", func() { h.pick("All: North"); h.press("Move all 2 there, end activations") })
	h.stands("A2", "14,14")
	if m := h.private().Asks[0].Menu; len(m) != 2 {
		t.Errorf("left to do: %v", m)
	}
}

// A Unit's Move Action takes two taps, including its activation and the end of it. A Unit that is activated first has the
// same move.
func TestUnitsGoOn(t *testing.T) {
	h := onwards(t)
	h.within(2, "a Unit's Move Action", func() { h.pick("Move A3 Crusader with its action"); h.press("Move there, then end activation") })
	p, _ := h.private().View.(rules.View).Piece("A3")
	if !p.Activated || p.Bases[0].Y == 10000 {
		t.Errorf("A3 stands at %v", p.Bases)
	}
	h = onwards(t)
	h.within(2, "a Move Action to another place", func() { h.pick("Move A3 Crusader with its action"); h.press("To G2, towards my VIP, then end") })
	if p, _ := h.private().View.(rules.View).Piece("A3"); !p.Activated {
		t.Error("A3 has not finished")
	}
	h = onwards(t)
	h.pick("Activate A3")
	h.pick("Move")
	h.press("Move there")
}

// If only contacts are left and one of them has no way, the press that moves the others ends the Turn.
func TestContactsWithoutAWayEndToo(t *testing.T) {
	h := &hand{playground: newPlayground(t, rules.Lab{Active: 1, Reserve: [2][]string{{"virago", "virago"}, {"virago"}}, Pieces: []rules.LabPiece{
		{Label: "A1", Sig: "medium", Bases: []rules.LabBase{at(8, 10)}}, {Label: "A2", Sig: "medium", Bases: []rules.LabBase{at(14, 46.6)}},
		{Label: "B1", Unit: "samson", Bases: []rules.LabBase{at(20, 22)}}}}, "designate A1 A2", "done", "done")}
	h.other()
	h.pick("All: North")
	h.press("Move 1 there, then end the Turn")
	if v := h.private().View.(rules.View); v.Active != 2 {
		t.Errorf("the Turn goes on: %s, asked %v", v.Phase, h.private().Asks[0].Name)
	}
}

// A Unit that spends its last action on a move or Overwatch ends its activation with the same press. A Unit with something
// left does not.
func TestThenEnd(t *testing.T) {
	h := onwards(t)
	h.pick("Activate A3")
	_, m := h.see()
	if words := bottest.Words(m); !strings.Contains(words, "Take Overwatch, then end activation") {
		t.Errorf("no end with Overwatch:\n%s", words)
	}
	h.press("Take Overwatch, then end activation")
	if p, _ := h.private().View.(rules.View).Piece("A3"); !p.Activated {
		t.Error("A3 has not finished")
	}
}

// The buttons of an attack show its chances, with a boost and without.
func TestChancesOnButtons(t *testing.T) {
	h := onwards(t)
	h.pick("Activate A3")
	p, m := h.see()
	for _, s := range bottest.ControlsOf(m).Selects {
		for _, o := range s.Options {
			if strings.HasPrefix(o.Value, "act ") && !strings.HasPrefix(o.Value, "act move") {
				step := play{wording.Reader{Brush: blank{}}}.Press(p, s.Does.Ask, s.Does.Draft, []string{o.Value})
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

// nearVIP returns a match that has reached its activations: one Unit scores by a Move Action, and a contact may come near
// another.
func nearVIP(t *testing.T) *hand {
	t.Helper()
	vip := rules.VIPs[1]
	lab := rules.Lab{Active: 1, Reserve: [2][]string{{}, {"virago"}}, Pieces: []rules.LabPiece{
		{Label: "A1", Unit: "crusader", Bases: []rules.LabBase{{At: plane.Point{X: vip.X, Y: vip.Y - 7000}}}}, {Label: "A2", Unit: "crusader", Bases: []rules.LabBase{at(8, 20)}},
		{Label: "B1", Sig: "medium", Bases: []rules.LabBase{at(8, 38)}}}}
	h := &hand{playground: newPlayground(t, lab, "designate A1 A2", "done")}
	h.other()
	return h
}

// A Unit that would score by its Move Action has it as its main button, and the board shows where it ends. A Unit whose
// Overwatch an enemy may come near keeps watch.
func TestMovesOnToScore(t *testing.T) {
	h := nearVIP(t)
	p := h.private()
	r := wording.Read(wording.Reader{}, p.View, p.Meta)
	c := newLayout(p, r, withShortcuts(r, p.Asks[0]))
	controls(c, draft{})
	shown := stagedSteps(c.ahead())
	h.press("A1: move on, A2: Overwatch")
	v := h.private().View.(rules.View)
	a1, _ := v.Piece("A1")
	a2, _ := v.Piece("A2")
	if v.VP.Of(1) != 1 || a2.Overwatch == nil || !*a2.Overwatch {
		t.Errorf("VP %v, A1 at %v, A2 %+v", v.VP, a1.Bases, a2)
	}
	if len(shown) != 1 || shown[0].Ref.Label != "A1" || shown[0].To != a1.Bases[0].Point {
		t.Errorf("the board shows %+v, A1 at %v", shown, a1.Bases)
	}
}

// The Unit may do the same after it is activated by itself.
func TestMovesOnInItsActivation(t *testing.T) {
	h := nearVIP(t)
	h.pick("Activate A1")
	h.press("Move on, then end activation")
	if p, _ := h.private().View.(rules.View).Piece("A1"); !p.Activated {
		t.Error("A1 has not finished")
	}
}
