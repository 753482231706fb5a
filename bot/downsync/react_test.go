package downsync

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/downsync/wording"
	"downsync/bot/wire"
	rules "downsync/game/downsync"
	"downsync/game/downsync/maps"
	"downsync/game/table"
)

// The reaction window says that a reaction is binding and which Units could react, each with the distance of the enemy. An
// Ambush, which reveals a contact, is confirmed with its Unit's card.
func TestReactingIsSaid(t *testing.T) {
	lab := rules.Lab{Active: 1, Reserve: [2][]string{{"virago"}, {"gsv-phantom"}}, Pieces: []rules.LabPiece{
		{Label: "A1", Unit: "crusader", Bases: []rules.LabBase{at(20, 10)}},
		{Label: "B1", Unit: "samson", Bases: []rules.LabBase{at(20, 24)}}, {Label: "B2", Sig: "medium", Bases: []rules.LabBase{at(30, 24)}},
		{Label: "B3", Unit: "crusader", Bases: []rules.LabBase{at(40, 24)}},
	}}
	s := newPlayground(t, lab, "done")
	f := wording.Reader{Brush: blank{}}
	expect := func(order string, wants ...string) table.Private {
		t.Helper()
		p, err := s.hall.Private(t.Context(), "m", 2)
		if err != nil {
			t.Fatal(err)
		}
		l, err := play{f}.Console(p, bot.Page{Ask: p.Asks[0].ID, Order: order})
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
	step := play{f}.Press(p, p.Asks[0].ID, "declare ambush", []string{"gsv-phantom@B2"})
	if step.Draft == "" {
		t.Fatalf("an Ambush is played unasked: %+v", step)
	}
	expect(step.Draft, "**GSV: Phantom**", "Reveal it in Ambush")
}

// A player has a console however many Units could react, in an open match and in a veiled one. Without it every reaction
// would be late.
func TestCheatByLeavingNoConsole(t *testing.T) {
	lab := rules.Lab{Active: 2, Pieces: []rules.LabPiece{{Label: "B1", Unit: "samson", Bases: []rules.LabBase{at(20, 40)}}}}
	for n := range 6 {
		for _, secrecy := range []string{rules.Veiled, rules.Open} {
			c := rules.Defaults()
			c.Lab, c.Map, c.Secrecy = &lab, maps.Plain, secrecy
			h := &hand{playground: newPlaygroundOf(t, c)}
			for h.private().Asks[0].Name != "react" {
				h.other()
			}
			_, m := h.see()
			one := slices.ContainsFunc(bottest.ControlsOf(m).Buttons, func(b wire.Button) bool {
				return b.Does.Draft == map[string]string{rules.Veiled: "react with A1 unboosted", rules.Open: "react with A1"}[secrecy]
			})
			if one != (n > 0 && n <= mostReactors) {
				t.Errorf("%s, %d Units: %s", secrecy, n, bottest.Words(m))
			}
		}
		lab.Pieces = append(lab.Pieces, rules.LabPiece{Label: rules.Label(fmt.Sprintf("A%d", n+1)), Unit: "crusader", Bases: []rules.LabBase{at(float64(10+6*n), 4)}})
	}
}

// One press says that the seat reacts, with which Unit, and without a boost. After that only the other side is asked about
// boosts. Other Units are chosen from a list.
func TestReactInOnePress(t *testing.T) {
	lab := rules.Lab{Active: 2, Pieces: []rules.LabPiece{{Label: "A1", Unit: "crusader", Bases: []rules.LabBase{at(20, 10)}},
		{Label: "A2", Unit: "crusader", Bases: []rules.LabBase{at(26, 10)}}, {Label: "B1", Unit: "samson", Bases: []rules.LabBase{at(20, 24)}}}}
	for with, choose := range map[string]func(*hand){
		"A1": func(*hand) {}, "A1, A2": func(h *hand) { h.pick("A1 Crusader", "A2 Crusader") },
	} {
		h := &hand{playground: newPlayground(t, lab)}
		for h.private().Asks[0].Name != "react" {
			h.other()
		}
		choose(h)
		h.press("React with " + with + ", no boost")
		if _, err := h.hall.Timers().Fire(t.Context()); err != nil {
			t.Fatal(err)
		}
		p, err := h.hall.Private(t.Context(), "m", 2)
		if err != nil {
			t.Fatal(err)
		}
		if e := p.View.(rules.View).Engagement; e == nil || len(e.Participants) != 1+len(strings.Split(with, ", ")) || p.Asks[0].Name != "boost" {
			t.Errorf("with %s: %+v, B is asked %s", with, e, p.Asks[0].Name)
		}
		if h.private().Asks[0].Name != "standing" {
			t.Errorf("with %s: A is asked %s", with, h.private().Asks[0].Name)
		}
	}
}

// The main button against a hit spends tokens on that hit only, and shows the chance that they stop it. It spends all the CM
// tokens if there are several, otherwise the last one, otherwise the hardened one.
func TestMainCountermeasure(t *testing.T) {
	two := 2
	lab := rules.Lab{Active: 1, Pieces: []rules.LabPiece{{Label: "A1", Unit: "crusader", Bases: []rules.LabBase{at(20, 10)}},
		{Label: "A2", Unit: "crusader", Bases: []rules.LabBase{at(26, 10)}}, {Label: "B1", Unit: "samson", Bases: []rules.LabBase{{At: at(20, 18).At, CM: &two}}}}}
	seen := map[string]bool{}
	for seed := uint64(1); seed < 10; seed++ {
		c := rules.Defaults()
		c.Lab = &lab
		n := newNewcomer(t, c, seed)
		n.play(60, func(v rules.View) bool { return v.Turn > 1 })
		for _, s := range n.presses {
			if _, button, ok := strings.Cut(s, "counter: Turn 1, B presses "); ok {
				seen[strings.Trim(button, `"`)] = true
			}
		}
	}
	for _, want := range []string{"Use CM until one works: 89%", "Use one CM: 67%", "Use the hardened CM: 100%"} {
		if !seen[want] {
			t.Errorf("%q is not pressed, but %v", want, seen)
		}
	}
	for s := range seen {
		if strings.Contains(s, "every hit") {
			t.Errorf("%q is the main button", s)
		}
	}
}

// A boost of priority is explained where it is offered, in the window and in its own question, until the side has decided
// about one.
func TestBoostIsExplainedAtFirst(t *testing.T) {
	const boost = "**Boost**: for 1 CP one die more for who acts first; the best counts."
	lab := rules.Lab{Active: 2, Pieces: []rules.LabPiece{lone("A1", "crusader", 20, 10), lone("A2", "crusader", 26, 10), lone("B1", "samson", 20, 24),
		lone("B2", "samson", 30, 24)}}
	h := &hand{playground: newPlayground(t, lab)}
	for _, kind := range []string{"react", "boost"} {
		for h.private().Asks[0].Name != kind {
			h.other()
		}
		if got := h.advised(1, ""); !strings.HasSuffix(got, boost) {
			t.Errorf("%s: %q", kind, got)
		}
		if kind == "react" {
			h.press("React with A1, then ask for boosts")
		}
	}
	h.order("boost A1")
	for h.n = 0; h.private().Asks[0].Name != "react"; {
		if h.private().Asks[0].Standing {
			h.other()
			continue
		}
		p := h.private()
		if _, err := h.hall.Lapse(t.Context(), "lapse "+p.Asks[0].ID, "m", 1, p.Asks[0].ID); err != nil {
			t.Fatal(err)
		}
	}
	if got := h.advised(1, ""); strings.Contains(got, "**Boost**") {
		t.Errorf("once it was chosen: %q", got)
	}
	lab.CP = &rules.Both{0, 3}
	h = &hand{playground: newPlayground(t, lab)}
	for h.private().Asks[0].Name != "react" {
		h.other()
	}
	if got := h.advised(1, ""); strings.Contains(got, "**Boost**") {
		t.Errorf("without a CP: %q", got)
	}
}

// A Hardened CM is explained beside the button that uses it, until the side has used one. Edition 4.2 has another name for
// it.
func TestHardenedIsExplainedAtFirst(t *testing.T) {
	none := 0
	lab := rules.Lab{Active: 1, Pieces: []rules.LabPiece{lone("A1", "crusader", 20, 10), lone("A2", "crusader", 26, 10),
		{Label: "B1", Unit: "samson", Bases: []rules.LabBase{{At: at(20, 18).At, CM: &none}}}, {Label: "B2", Unit: "samson", Bases: []rules.LabBase{{At: at(26, 18).At, CM: &none}}}}}
	met := map[string]int{}
	for edition, want := range map[string]string{
		rules.Edition2023: "**Hardened CM**: it stops the hit without a die, but unlike CM tokens it never comes back.",
		rules.Edition42:   "**Emergency CM**: it stops the hit without a die, but unlike CM tokens it never comes back.",
	} {
		for seed := uint64(1); seed < 6; seed++ {
			c := rules.Defaults()
			c.Lab, c.Rules = &lab, edition
			n, used := newNewcomer(t, c, seed), false
			n.seen = func(p table.Private, page bot.Page) {
				if p.Asks[0].Name != "counter" || p.Seat != 2 || page.Order != "" {
					return
				}
				l, err := play{wording.Reader{Brush: blank{}}}.Console(p, page)
				if err != nil {
					t.Fatal(err)
				}
				offered := offers(p.Asks[0].Menu, "counter hardened")
				if got := strings.Contains(bottest.Words(l.Message), want); got != (offered && !used) {
					t.Errorf("edition %s, offered %t, used %t: it is explained: %t", edition, offered, used, got)
				}
				met[edition+strings.Repeat(" again", len(wording.Those([]bool{offered && used}, func(b bool) bool { return b })))]++
				used = used || offered && mainOrder(l.Message) == "counter hardened"
			}
			n.play(60, func(v rules.View) bool { return v.Turn > 1 })
		}
	}
	t.Log(met)
	for _, kind := range []string{rules.Edition2023, rules.Edition2023 + " again", rules.Edition42} {
		if met[kind] == 0 {
			t.Errorf("no hit of the kind %q", kind)
		}
	}
}
