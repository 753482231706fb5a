package downsync

import (
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/downsync/wording"
	"downsync/bot/menu"
	"downsync/bot/wire"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/game/table"
)

// hand presses what the console shows, as a player does, and counts the taps.
type hand struct {
	*playground
	at   bot.Page
	taps int
}

func (h *hand) see() (table.Private, wire.Message) {
	h.t.Helper()
	p := h.private()
	l, err := play{wording.Reader{Brush: blank{}}}.Console(p, h.at)
	if err == nil {
		err = bottest.Sendable(l.Message)
	}
	if err != nil {
		h.t.Fatal(err)
	}
	return p, l.Message
}

// press presses the button whose label begins with the given words.
func (h *hand) press(label string) {
	h.t.Helper()
	_, m := h.see()
	for _, b := range bottest.ControlsOf(m).Buttons {
		if strings.HasPrefix(b.Label, label) && !b.Disabled {
			h.taps++
			h.do(b.Does)
			return
		}
	}
	h.t.Fatalf("no button %q in:\n%s", label, bottest.Words(m))
}

// pick chooses, in any select, the options whose labels begin with the given words. Opening a select and each choice are one
// tap each. Choosing a single option also closes the select, as on a phone, so that closing is no extra tap.
func (h *hand) pick(labels ...string) {
	h.t.Helper()
	p, m := h.see()
	for _, s := range bottest.ControlsOf(m).Selects {
		var values []string
		for _, label := range labels {
			for _, o := range s.Options {
				if strings.HasPrefix(o.Label, label) && len(values) < len(labels) {
					values = append(values, o.Value)
					break
				}
			}
		}
		if len(values) < len(labels) {
			continue
		}
		h.taps++
		step := play{wording.Reader{Brush: blank{}}}.Press(p, s.Does.Ask, s.Does.Draft, values)
		h.do(wire.Control{Kind: map[bool]string{true: wire.ControlSubmit, false: wire.ControlDraft}[step.Order != ""], Ask: s.Does.Ask, Draft: step.Order + step.Draft})
		return
	}
	h.t.Fatalf("nowhere to pick %q in:\n%s", labels, bottest.Words(m))
}

func (h *hand) do(c wire.Control) {
	h.t.Helper()
	h.at = bot.Page{Ask: c.Ask, Order: c.Draft}
	if c.Kind == wire.ControlSubmit {
		h.at = bot.Page{}
		for line := range strings.SplitSeq(c.Draft, ";") {
			h.order(line)
		}
	}
}

// within fails the test if do takes more than that many taps.
func (h *hand) within(most int, what string, do func()) {
	h.t.Helper()
	before := h.taps
	do()
	if got := h.taps - before; got > most {
		h.t.Errorf("%s takes %d taps, %d at most", what, got, most)
	}
}

// stands fails the test unless the piece's first base is at that point.
func (h *hand) stands(l rules.Label, at string) {
	h.t.Helper()
	p, _ := h.private().View.(rules.View).Piece(l)
	if got := p.Bases[0].Point.String(); got != at {
		h.t.Errorf("%s stands at %s, expected %s", l, got, at)
	}
}

// side returns a position with a side of five, one of them a squad, on open ground.
func side() rules.Lab {
	lab := rules.Lab{Active: 1, Reserve: [2][]string{{"virago", "virago"}, {"virago"}}}
	lab.Pieces = []rules.LabPiece{
		{Label: "A1", Sig: "medium", Bases: []rules.LabBase{at(8, 10)}}, {Label: "A2", Sig: "medium", Bases: []rules.LabBase{at(14, 10)}},
		{Label: "A3", Unit: "crusader", Bases: []rules.LabBase{at(20, 10)}}, {Label: "A4", Unit: "vector-squad", Bases: []rules.LabBase{at(26, 10), at(28, 10), at(26, 12)}},
		{Label: "A5", Unit: "harbinger", Bases: []rules.LabBase{at(34, 10)}},
		{Label: "B1", Sig: "medium", Bases: []rules.LabBase{at(24, 40)}}, {Label: "B2", Unit: "virago", Bases: []rules.LabBase{at(20, 26)}},
	}
	return lab
}

// The most frequent acts take at most three taps: a move of full length, a move towards something, a shorter one, a whole
// side's, an attack. If there are few pieces, each has a button for the proposed move. A staged move has buttons for other
// places.
func TestThreeTaps(t *testing.T) {
	h := &hand{playground: newPlayground(t, side(), "designate A1 A2 A3 A4 A5", "done")}
	h.within(2, "a move the usual way", func() { h.pick("Move A1"); h.press("Move there") })
	h.stands("A1", "8.608,13.953")
	h.within(1, "a move as the board proposes it", func() { h.press("Move A5 there") })
	h.stands("A5", "29.479,15.343")
	h.within(2, "a move to another place", func() { h.pick("Move A2"); h.press("Move to E3, towards B2") })
	h.stands("A2", "15.404,13.745")
	h = &hand{playground: newPlayground(t, side(), "designate A1 A2 A3 A4 A5", "done")}
	h.pick("Move A1")
	h.press("Move there")
	h.within(3, "a move towards something", func() { h.pick("Move A2"); h.pick("North-west"); h.press("Move there") })
	h.within(3, "a shorter move, the way of the last", func() { h.pick("Move A3"); h.pick("3\""); h.press("Move there") })
	h.stands("A3", "17.879,12.121")
	h.within(3, "a squad's move", func() { h.pick("Move all of A4"); h.pick("North"); h.press("Move there") })
	h.within(2, "the last one's move, which ends the moves", func() { h.pick("North"); h.press("Move there") })
	if p := h.private(); len(p.Asks) > 0 && p.Asks[0].Name == "move" {
		t.Fatal("not all have moved")
	}
}

// A whole side moves in two taps, each piece to its full length. A shorter distance takes one tap more.
func TestEveryoneMoves(t *testing.T) {
	h := &hand{playground: newPlayground(t, side(), "designate A1 A2 A3 A4 A5", "done")}
	h.within(3, "a side's move", func() { h.pick("All: North"); h.pick("At most 4"); h.press("Move all 5") })
	for l, at := range map[rules.Label]string{"A1": "8,14", "A3": "20,14", "A4": "26,14", "A5": "34,14"} {
		h.stands(l, at)
	}
	h = &hand{playground: newPlayground(t, side(), "designate A1 A2 A3 A4 A5", "done")}
	h.pick("All: Towards the enemy VIP")
	h.press("Details")
	_, m := h.see()
	words := bottest.Words(m)
	for _, want := range []string{"Where do they all go?", "**A1**: 4\" far", "**A4**: "} {
		if !strings.Contains(words, want) {
			t.Errorf("%q is missing in:\n%s", want, words)
		}
	}
	h.press("Move all 5")
	if p := h.private(); !p.Asks[0].Standing {
		t.Errorf("still to move: %v", p.Asks[0].Menu)
	}
}

// If no piece has a way in a direction, the console says so and offers to leave all in place.
func TestNobodyFindsRoom(t *testing.T) {
	lab := rules.Lab{Active: 1, Reserve: [2][]string{{"virago"}}, Pieces: []rules.LabPiece{
		{Label: "A1", Unit: "crusader", Bases: []rules.LabBase{at(10, 46.4)}}, {Label: "A2", Unit: "crusader", Bases: []rules.LabBase{at(14, 46.4)}},
		{Label: "B1", Unit: "virago", Bases: []rules.LabBase{at(40, 2)}},
	}}
	h := &hand{playground: newPlayground(t, lab, "designate A1 A2")}
	h.pick("All: North")
	_, m := h.see()
	if words := bottest.Words(m); !strings.Contains(words, "No way for: A1, A2") {
		t.Errorf("somebody finds a way:\n%s", words)
	}
	h.press("Nobody moves")
	h.stands("A1", "10,46.4")
	h.stands("A2", "14,46.4")
	if p := h.private(); slices.ContainsFunc(p.Asks, func(a table.OpenAsk) bool { return a.Name == "move" && !a.Standing }) {
		t.Errorf("still to move: %v", p.Asks[0].Menu)
	}
}

// When all pieces move, none blocks another. A piece without a way stays.
func TestEveryoneFindsRoom(t *testing.T) {
	lab := rules.Lab{Active: 1, Reserve: [2][]string{{"virago"}}, Pieces: []rules.LabPiece{
		{Label: "A1", Unit: "crusader", Bases: []rules.LabBase{at(10, 10)}}, {Label: "A2", Unit: "crusader", Bases: []rules.LabBase{at(10, 6)}},
		{Label: "A3", Unit: "crusader", Bases: []rules.LabBase{at(10, 46.4)}}, {Label: "B1", Unit: "virago", Bases: []rules.LabBase{at(40, 2)}},
	}}
	h := &hand{playground: newPlayground(t, lab, "designate A1 A2 A3")}
	h.pick("All: North")
	_, m := h.see()
	if words := bottest.Words(m); !strings.Contains(words, "No way for: A3") {
		t.Errorf("A3 finds a way:\n%s", words)
	}
	if _, ok := bottest.ControlsOf(m).Find("Move 2 there, then ask about 1 more"); !ok {
		t.Errorf("no button moves the two and says what follows:\n%s", bottest.Words(m))
	}
	h.press("Move 2 there, the rest stays")
	h.stands("A1", "10,17")
	h.stands("A2", "10,13")
}

// The picture shows the way of every base that moves, around obstacles.
func TestEveryWayIsDrawn(t *testing.T) {
	s := newPlayground(t, side(), "designate A1 A2 A3 A4 A5", "done")
	p := s.private()
	v := wording.Reading{View: p.View.(rules.View)}
	c := newLayout(p, v, withShortcuts(v, p.Asks[0]))
	for draft, want := range map[string]int{"move A3 to 20,17": 1, "together A4 to 26,14": 3, "everyone towards n": 7, "everyone towards": 0, "move A3": 0} {
		d, _ := menu.Read(c.Ask.Menu, draft)
		if got := staged(c, d); want == 0 && got != nil || want > 0 && (got == nil || len(got.Ways) != want) {
			t.Errorf("%q is drawn as %+v, expected %d ways", draft, got, want)
		}
	}
}

// Nobody is asked if nothing can be chosen: the enemy has nothing left to activate, so all remaining pieces of the side act.
func TestNoChoice(t *testing.T) {
	lab := side()
	for i := range lab.Pieces {
		lab.Pieces[i].Activated = lab.Pieces[i].Label[0] == 'B'
	}
	p := newPlayground(t, lab).private()
	if got := len(p.View.(rules.View).Taskforce); got != 5 || p.Asks[0].Name != "reveal" {
		t.Errorf("a Taskforce of %d, asked for %q", got, p.Asks[0].Name)
	}
}

// With one tap more, infantry comes onto the table on a chosen side of its contact, and the picture shows where.
func TestRevealAround(t *testing.T) {
	lab := side()
	lab.Reserve[0] = []string{"vector-squad", "virago"}
	lab.Pieces[0].Sig = "small"
	for _, sig := range []string{"small", "medium", "large"} { // whatever its size
		lab.Pieces[0].Sig = cards.Signature(sig)
		h := &hand{playground: newPlayground(t, lab, "designate A1")}
		p, _ := h.see()
		if len(p.Asks[0].Menu) < 2 || !slices.Contains(p.Asks[0].Menu[0].Slots[0].Options, "vector-squad") {
			continue
		}
		h.within(4, "a squad to the north of its contact", func() { h.pick("A1 as Vector Squad"); h.pick("North"); h.press("Reveal it") })
		a1, _ := h.private().View.(rules.View).Piece("A1")
		if len(a1.Bases) != 3 || a1.Bases[0].Y < 12000 {
			t.Errorf("it stands at %v", a1.Bases)
		}
		return
	}
	t.Error("no squad was revealed")
}
