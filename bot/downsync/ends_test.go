package downsync

import (
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/downsync/wording"
	"downsync/bot/downsync/worlds"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/table"
)

// inActivation returns a match in which a Unit of A's is in its activation on open ground, far from all others.
func inActivation(t *testing.T, lab rules.Lab) *hand {
	t.Helper()
	h := &hand{playground: newPlayground(t, lab, "designate A1", "done")}
	for h.private().Asks[0].Name != "act" {
		if h.private().Asks[0].Name == "next" {
			h.order("activate A1")
			continue
		}
		h.other()
	}
	return h
}

// alone returns a position with that Unit and that passenger, and with enemies far away.
func alone(unit, aboard string, bases ...rules.LabBase) rules.Lab {
	return rules.Lab{Active: 1, Reserve: [2][]string{nil, {"virago"}}, Pieces: []rules.LabPiece{{Label: "A1", Unit: unit, Bases: bases, Aboard: aboard},
		{Label: "A2", Unit: "crusader", Bases: []rules.LabBase{at(40, 3)}}, {Label: "B1", Sig: "medium", Bases: []rules.LabBase{at(4, 46)}}}}
}

// played returns the orders of the first button whose label begins with the given words.
func played(t *testing.T, m wire.Message, label string) string {
	t.Helper()
	all := bottest.ControlsOf(m).Buttons
	i := slices.IndexFunc(all, func(b wire.Button) bool { return strings.HasPrefix(b.Label, label) })
	if i < 0 {
		t.Fatalf("no button %q in:\n%s", label, bottest.Words(m))
	}
	return all[i].Does.Draft
}

// An act that leaves nothing to do also ends the activation: the move of a squad's last base, and Overwatch beside an action
// that costs CP. If something remains that costs no Action Point, both buttons are offered.
func TestWhatEndsGoesInOnePress(t *testing.T) {
	squad := inActivation(t, alone("vector-squad", "", at(20, 10), at(22, 10), at(20, 12)))
	for _, x := range []struct{ draft, want string }{
		{"act move by A1.1 to 20,9", "act move by A1.1 to 20,9"},
		{"act move by A1.2 to 22,9", "act move by A1.2 to 22,9"},
		{"act move by A1.3 to 20,11", "act move by A1.3 to 20,11; end"},
	} {
		got := played(t, squad.console(x.draft), "Move there")
		if got != x.want {
			t.Errorf("%s is played as %s", x.draft, got)
		}
		squad.order(x.draft)
	}
	phantom := inActivation(t, alone("gsv-phantom", "", at(20, 10)))
	m := phantom.console("act move to 20,14")
	if a, b := played(t, m, "Move there"), played(t, m, "Move there, then end activation"); a != "act move to 20,14" || b != a+"; end" {
		t.Errorf("%q and %q", a, b)
	}
	if got := played(t, phantom.console(""), "Take Overwatch"); got != "act overwatch; end" {
		t.Errorf("Overwatch is played as %s", got)
	}
}

// Giving up the rest of an action is offered beside the end only if something else could be done afterwards.
func TestNothingToGiveUpFor(t *testing.T) {
	for unit, offered := range map[string]bool{"crusader": false, "widow-scout": true} {
		lab := alone(unit, "", at(20, 10))
		lab.Pieces = append(lab.Pieces, rules.LabPiece{Label: "B2", Unit: "guardian-destroyer", Bases: []rules.LabBase{at(20, 18)}}, rules.LabPiece{Label: "B4", Unit: "guardian-destroyer", Bases: []rules.LabBase{at(16, 18)}}, rules.LabPiece{Label: "B3", Sig: "large", Bases: []rules.LabBase{at(24, 18)}})
		h := inActivation(t, lab)
		h.order(map[string]string{"crusader": "act medium-cannon B2", "widow-scout": "act scan B3"}[unit])
		for h.private().Asks[0].Name != "act" || h.private().Asks[0].Standing {
			h.other()
		}
		if v := h.private().View.(rules.View); v.Acting == nil || v.Acting.Left == 0 {
			t.Fatalf("%s has nothing left: %+v", unit, v.Acting)
		}
		if _, ok := bottest.ControlsOf(h.console("")).Find("Give up the rest"); ok != offered {
			t.Errorf("%s: offered %t", unit, ok)
		}
	}
}

// The ways to end a transport's activation do not depend on its passenger. If an empty transport ended by itself, that would
// reveal it.
func TestTransportsEndAlike(t *testing.T) {
	var seen []string
	for _, aboard := range []string{"", "vector-squad"} {
		lab := alone("courier", aboard, at(20, 10))
		lab.Pieces = append(lab.Pieces, rules.LabPiece{Label: "B2", Unit: "virago", Bases: []rules.LabBase{at(20, 18)}})
		h := inActivation(t, lab)
		m := h.console("act move to 20,13")
		seen = append(seen, played(t, m, "Move there")+" or "+played(t, m, "Move there, then end activation")+" or "+played(t, h.console(""), "Take Overwatch"))
	}
	if seen[0] != seen[1] || !strings.HasPrefix(seen[0], "act move to 20,13 or ") {
		t.Errorf("with nobody aboard %q, with somebody %q", seen[0], seen[1])
	}
}

// The comparison of twin worlds notices an end that is left out for an empty transport.
func TestPlantedEnd(t *testing.T) {
	goesOn, ends := worlds.Transport("vector-squad", "wait 10s", "ann> end"), worlds.Transport("", "ann> end", "wait 10s")
	i := slices.IndexFunc(ends.Acts, func(a twins.Act) bool { return strings.HasPrefix(a.Order, "act move") })
	if i < 0 {
		t.Fatalf("no move in %v", ends.Acts)
	}
	ends.Acts[i].Order += "; end"
	ends.Acts = slices.Delete(ends.Acts, i+1, i+2)
	forms := Forms{brush: sketch{}}
	if one, other := playTwin(t, goesOn, forms, twins.Leak{}), playTwin(t, ends, forms, twins.Leak{}); one[ben] == other[ben] {
		t.Error("the leak is not noticed")
	}
}

// A button says what an action costs in addition to an Action Point. A move says what it costs a stunned Unit.
func TestCostsAreSaid(t *testing.T) {
	scout := bottest.Words(inActivation(t, alone("widow-scout", "", at(20, 10))).console(""))
	lab := alone("gsv-phantom", "", at(20, 10))
	lab.Pieces = append(lab.Pieces, rules.LabPiece{Label: "B2", Unit: "virago", Bases: []rules.LabBase{at(20, 30)}})
	for words, want := range map[string]string{scout: "Deploy Drones (1 CP)", bottest.Words(inActivation(t, lab).console("")): "Target Lock (1 CP)"} {
		if !strings.Contains(words, want) {
			t.Errorf("no %q in:\n%s", want, words)
		}
	}
	stunned := side()
	stunned.Pieces[2].Bases[0].Stun = true
	h := &hand{playground: newPlayground(t, stunned, "designate A1 A3", "done", "done")}
	for _, draft := range []string{"", "move A3 to 20,14"} {
		if words := bottest.Words(h.console(draft)); !strings.Contains(words, "Stunned: A3. The move takes the place of an action") {
			t.Errorf("%q: nothing is said of the stun in:\n%s", draft, words)
		}
	}
	if words := bottest.Words(h.console("move A1 to 8,12")); strings.Contains(words, "Stunned") {
		t.Errorf("of somebody else it is said:\n%s", words)
	}
}

// The countermeasures against a hit are told on one line, with the success of each token and the effect of the hit.
func TestTokensAreToldWithTheHit(t *testing.T) {
	h := newPlayground(t, side())
	v := wording.Read(wording.Reader{}, h.private().View, h.private().Meta)
	b1, other := rules.Ref{Label: "A3"}, rules.Ref{Label: "A4", N: 1}
	check := func(at rules.Ref, face int, works bool) rules.CounterChecked {
		return rules.CounterChecked{Target: at, Token: "cm", Roll: &rules.Roll{Faces: []int{face}, Kept: []int{face}}, Need: 3, Stopped: works}
	}
	hit := rules.AttackRolled{By: rules.Ref{Label: "B2"}, Target: b1, Action: "medium-cannon", Hit: true}
	for _, x := range []struct {
		facts []game.Fact
		want  string
	}{
		{[]game.Fact{hit, check(b1, 2, false), check(b1, 1, false), rules.Destroyed{Target: b1}}, "Tokens of A3: CM 🎲 2 (needs 3) fails, CM 🎲 1 (needs 3) fails. A3 is **destroyed**."},
		{[]game.Fact{hit, check(b1, 2, false), rules.CounterChecked{Target: b1, Token: "hardened", Stopped: true}, rules.Stopped{Target: b1}}, "Tokens of A3: CM 🎲 2 (needs 3) fails, hardened CM works. A3: the effect is **stopped**."},
		{[]game.Fact{hit, rules.Destroyed{Target: b1}}, "• A3 is **destroyed**."},
		{[]game.Fact{hit, check(b1, 2, false)}, "(only you see this) A CM token for A3"},
		{[]game.Fact{check(other, 2, false), rules.Destroyed{Target: b1}}, "• A3 is **destroyed**."},
	} {
		if lines := strings.Join(v.Headlines(x.facts), "\n"); !strings.Contains(lines, x.want) {
			t.Errorf("expected %q in:\n%s", x.want, lines)
		}
	}
}

// The only guard of the own VIP stays when a whole side moves, and the console says so. A hint for the designation names the
// main button.
func TestGuardStays(t *testing.T) {
	lab := side()
	lab.Pieces[4].Bases[0] = at(36, 14) // beside A's VIP at 36,12
	lab.Pieces[6].Bases[0] = at(36, 26) // an enemy that may come there
	s := newPlayground(t, lab)
	p := s.private()
	l, err := play{wording.Reader{Brush: blank{}}}.Console(p, bot.Page{})
	if err != nil {
		t.Fatal(err)
	}
	if vip := p.View.(rules.View).VIPs[0]; vip.String() != "36,12" {
		t.Fatalf("the VIP stands at %s", vip)
	}
	main := mainButton(l.Message.Blocks[0].(wire.Box).Blocks)
	step, why := adviser{wording.Reader{Brush: blank{}}}.Proposed(p, p.Asks[0].ID)
	if main == "" || !strings.Contains(step, "**"+main+"**") || why == "" {
		t.Errorf("the console's button is %q, the hint %q, %q", main, step, why)
	}
	s.order("designate A1 A2 A3 A4 A5")
	s.order("done")
	p = s.private()
	if step, _ := (adviser{wording.Reader{Brush: blank{}}}).Proposed(p, p.Asks[0].ID); step != "" {
		t.Errorf("advice on moves: %q", step)
	}
	words := bottest.Words(s.console(""))
	if !strings.Contains(words, "A5 stays and guards your VIP.") {
		t.Errorf("the guard is not named in:\n%s", words)
	}
	if does := played(t, s.console(""), "Move 4 there, the rest stays"); strings.Contains(does, "A5") {
		t.Errorf("the guard is sent: %s", does)
	}
}

// If several Units may react, each has a button. A single one needs no further question: one press says both that the seat
// reacts and with which Unit.
func TestEachReactorHasAButton(t *testing.T) {
	lab := rules.Lab{Active: 2, Pieces: []rules.LabPiece{{Label: "A1", Unit: "crusader", Bases: []rules.LabBase{at(4, 4)}},
		{Label: "A2", Unit: "crusader", Bases: []rules.LabBase{at(26, 4)}}, {Label: "B1", Unit: "samson", Bases: []rules.LabBase{at(20, 46)}}}}
	for n, want := range map[int][]string{1: {"React with A1, no boost", "React with A1, then ask for boosts"}, 2: {"React with A1, no boost", "React with A2, no boost"}} {
		l := lab
		l.Pieces = slices.Concat(lab.Pieces[:n], lab.Pieces[2:])
		h := &hand{playground: newPlayground(t, l)}
		for h.private().Asks[0].Name != "react" {
			h.other()
		}
		_, m := h.see()
		for _, label := range want {
			if _, ok := bottest.ControlsOf(m).Find(label); !ok {
				t.Errorf("of %d: no %q in:\n%s", n, label, bottest.Words(m))
			}
		}
		if _, ok := bottest.ControlsOf(m).Find("React…"); ok {
			t.Error("it is asked twice")
		}
	}
}

// With no CP left only a reaction without a boost is offered, because nothing else could be chosen.
func TestNoBoostWithoutCP(t *testing.T) {
	v := wording.Read(wording.Reader{}, newPlayground(t, side()).private().View, table.Meta{})
	v.CP = rules.Both{1, 1}
	v.Taskforce = []rules.Label{"A3"}
	c := newLayout(table.Private{}, v, table.OpenAsk{Ask: game.Ask{Name: "react", Seat: 2}})
	if !c.pos.MayBoost(1) || c.pos.MayBoost(2) {
		t.Errorf("with 1 CP and one for nothing: %t of one, %t of two", c.pos.MayBoost(1), c.pos.MayBoost(2))
	}
}
