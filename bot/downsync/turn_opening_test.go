package downsync

import (
	"strings"
	"testing"

	"downsync/bot/bottest"
	rules "downsync/game/downsync"
	"downsync/game/plane"
)

// twoContacts returns a match with a side of two contacts, and an enemy that many inches in front of them.
func twoContacts(t *testing.T, inches float64) *hand {
	t.Helper()
	return &hand{playground: newPlayground(t, rules.Lab{Active: 1, Reserve: [2][]string{{"virago", "crusader"}, {"virago"}}, Pieces: []rules.LabPiece{
		{Label: "A1", Sig: "medium", Bases: []rules.LabBase{at(20, 4)}}, {Label: "A2", Sig: "medium", Bases: []rules.LabBase{at(26, 4)}},
		{Label: "B1", Unit: "samson", Bases: []rules.LabBase{at(20, 4+inches)}}}})}
}

// Far from the enemy a Turn begins with one press: it chooses the Taskforce, reveals nothing, and makes the move that the
// board shows.
func TestTurnBeginsInOnePress(t *testing.T) {
	h := twoContacts(t, 40)
	_, m := h.see()
	if words := bottest.Words(m); !strings.Contains(words, "Proposed: **Towards the enemy VIP**") {
		t.Errorf("the move is not said:\n%s", words)
	}
	h.press("Activate and move all 2, reveal none")
	v := h.private().View.(rules.View)
	if p, _ := v.Piece("A1"); v.Phase != rules.Reacting || p.Bases[0].Point == (plane.Point{X: 20000, Y: 4000}) {
		t.Errorf("%s, A1 at %v", v.Phase, p.Bases)
	}
	h = twoContacts(t, 40)
	h.order("designate A1 A2")
	h.press("Reveal none and move them there")
	if v := h.private().View.(rules.View); v.Phase != rules.Reacting {
		t.Errorf("after the question of reveals: %s", v.Phase)
	}
}

// A proposal for the only piece that may move does not name it again, because the question does. A proposal for several says
// what they do.
func TestProposalOfTheOnlyMover(t *testing.T) {
	for designated, want := range map[string]string{"designate A1": "Proposed: as the board shows.", "designate A1 A2": "Proposed: **Towards the enemy VIP**, as the board shows."} {
		h := twoContacts(t, 40)
		h.order(designated)
		if h.private().Asks[0].Name == "reveal" {
			h.order("done")
		}
		_, m := h.see()
		if words := bottest.Words(m); h.private().Asks[0].Name != "move" || !strings.Contains(words, want) {
			t.Errorf("%s, then %s: no %q in\n%s", designated, h.private().Asks[0].Name, want, words)
		}
	}
}

// Near the enemy the player is asked what to reveal. The proposal follows the plans, and otherwise makes the fastest Unit of
// the contact that scores first.
func TestRevealsAreProposed(t *testing.T) {
	for plan, want := range map[string]string{"": "A1 as Crusader, A2 as Virago", "plan A1 virago": "A1 as Virago, A2 as Crusader"} {
		h := twoContacts(t, 18)
		if plan != "" {
			r, err := h.hall.Parse(t.Context(), "m", plan)
			if err == nil {
				_, err = h.hall.Act(t.Context(), "plan", "m", 1, "", r)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		h.press("Activate all 2")
		_, m := h.see()
		if words := bottest.Words(m); !strings.Contains(words, "Proposed: **"+want+"**") {
			t.Errorf("%q: no %q in\n%s", plan, want, words)
		}
		h.press("Reveal A1, A2 as proposed")
		if v := h.private().View.(rules.View); v.Phase != rules.Moving || len(v.Reserve) > 0 {
			t.Errorf("%q: %s, in Reserve %v", plan, v.Phase, v.Reserve)
		}
	}
}

// The player is asked about a Unit whose stun could be removed for a CP before it moves.
func TestNoMovePastARefresh(t *testing.T) {
	h := &hand{playground: newPlayground(t, rules.Lab{Active: 1, Pieces: []rules.LabPiece{
		{Label: "A1", Unit: "virago", Bases: []rules.LabBase{{At: at(20, 4).At, Stun: true}}}, {Label: "A2", Unit: "virago", Bases: []rules.LabBase{at(26, 4)}},
		{Label: "B1", Unit: "samson", Bases: []rules.LabBase{at(20, 44)}}, {Label: "B2", Unit: "samson", Bases: []rules.LabBase{at(30, 44)}}}})}
	_, m := h.see()
	if words := bottest.Words(m); strings.Contains(words, "and move") {
		t.Errorf("the refresh is passed over:\n%s", words)
	}
	h.press("Activate all 2")
	if ask := h.private().Asks[0].Name; ask != "refresh" {
		t.Errorf("asked %s", ask)
	}
}
