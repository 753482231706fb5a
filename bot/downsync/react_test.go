package downsync

import (
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/game/table"

	rules "downsync/game/downsync"
)

// The reaction window says who could react and that it binds; whoever could is shown with how near the enemy is; an Ambush,
// which reveals a contact, is confirmed with its Unit's card.
func TestReactingIsSaid(t *testing.T) {
	lab := rules.Lab{Active: 1, Reserve: [2][]string{{"virago"}, {"gsv-phantom"}}, Pieces: []rules.LabPiece{
		{Label: "A1", Unit: "crusader", Bases: []rules.LabBase{at(20, 10)}},
		{Label: "B1", Unit: "samson", Bases: []rules.LabBase{at(20, 24)}}, {Label: "B2", Sig: "medium", Bases: []rules.LabBase{at(30, 24)}},
		{Label: "B3", Unit: "crusader", Bases: []rules.LabBase{at(40, 24)}},
	}}
	s := newPlayground(t, lab, "done")
	f := Forms{brush: blank{}}
	expect := func(order string, wants ...string) table.Private {
		t.Helper()
		p, err := s.hall.Private(t.Context(), "m", 2)
		if err != nil {
			t.Fatal(err)
		}
		l, err := f.Console(p, bot.Page{Ask: p.Asks[0].ID, Order: order})
		if err != nil {
			t.Fatal(err)
		}
		words := bottest.Words(l.Message)
		for _, s := range bottest.ControlsOf(l.Message).Selects {
			for _, o := range s.Options {
				words += "\n" + o.Label + " – " + o.Note
			}
		}
		for _, want := range wants {
			if !strings.Contains(words, want) {
				t.Errorf("%q is missing in:\n%s", want, words)
			}
		}
		return p
	}
	p := expect("", "Could react: **B1 Samson and B3 Crusader**", "In range: B1, B3. Best: B1 2 × ")
	expect("@"+more, "GSV: Phantom, out of B2", "cannot be taken back")
	r, err := s.hall.Parse(t.Context(), "m", "react")
	if err == nil {
		_, err = s.hall.Act(t.Context(), "react", "m", 2, p.Asks[0].ID, r)
	}
	if err != nil {
		t.Fatal(err)
	}
	p = expect("declare", "B1 Samson – nearest enemy A1 at ")
	step := f.Press(p, p.Asks[0].ID, "declare ambush", []string{"gsv-phantom@B2"})
	if step.Draft == "" {
		t.Fatalf("an Ambush is played unasked: %+v", step)
	}
	expect(step.Draft, "**GSV: Phantom**", "Reveal it in Ambush")
}
