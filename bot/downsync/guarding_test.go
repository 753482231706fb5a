package downsync

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/downsync/wording"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/table"
)

// The main button counters the danger that the console warns of, or the warning says why it cannot. The test checks every
// question of matches that follow the main button, and of some that press anything.
func TestWarningAndProposalAgree(t *testing.T) {
	dealt, cannot, reveals := 0, 0, 0
	for seed := range newcomers() {
		n := newNewcomer(t, starters(t), seed+1)
		if seed%2 == 1 {
			n.roams = rand.New(rand.NewPCG(seed, 1))
		}
		n.seen = func(p table.Private, page bot.Page) {
			if page.Order != "" {
				return
			}
			l, err := play{n.forms}.Console(p, page)
			if err != nil {
				t.Fatal(err)
			}
			words := bottest.Words(l.Message)
			if !strings.Contains(words, "guard your VIP:") && !strings.Contains(words, "guards your VIP:") {
				if p.Asks[0].Name == "move" && sendsGuard(l.Message) {
					t.Errorf("a guard is sent, and not said why:\n%s", words)
				}
				return
			}
			v := wording.Read(wording.Reader{}, p.View, p.Meta)
			c := newLayout(p, v, withShortcuts(v, p.Asks[0]))
			switch does := mainOrder(l.Message); {
			case strings.Contains(words, "No Unit of yours gets within"), strings.Contains(words, "No Unit left to act gets within"):
				cannot++
			case strings.Contains(words, "It takes a move and a Move Action of "):
				dealt++
				if _, after, _ := strings.Cut(words, "It takes a move and a Move Action of "); !nearerHome(c, rules.Label(after[:strings.IndexByte(after, ' ')]), does) {
					t.Errorf("%s: %q in\n%s", p.Asks[0].Name, does, words)
				}
			case strings.Contains(words, " can guard it"):
				dealt++
				if guarded := c.after(does); len(guarded.pos.Guards(p.Seat)) <= len(c.pos.Guards(p.Seat)) {
					t.Errorf("%s: %q in\n%s", p.Asks[0].Name, does, words)
				}
			case p.Asks[0].Name != "designate" || strings.Contains(does, "move"):
				t.Errorf("%s: %q in\n%s", p.Asks[0].Name, does, words)
			default: // a reveal or a refresh comes first
				reveals++
			}
		}
		n.play(3000, func(v rules.View) bool { return v.Round > 5 })
	}
	t.Logf("warned %d times with a guard, %d times with nobody who gets there, %d times before reveals", dealt, cannot, reveals)
	if dealt == 0 || cannot == 0 {
		t.Error("the matches try too little")
	}
}

// sendsGuard reports whether the console's main button sends a guard.
func sendsGuard(m wire.Message) bool {
	return slices.ContainsFunc(bottest.ControlsOf(m).Buttons, func(b wire.Button) bool {
		return b.Style == wire.Primary && strings.Contains(b.Label, " guards")
	})
}

// mainOrder returns the orders of the console's main button, "" if there is none.
func mainOrder(m wire.Message) string {
	buttons := bottest.ControlsOf(m).Buttons
	i := slices.IndexFunc(buttons, func(b wire.Button) bool {
		return b.Style == wire.Primary && b.Does.Kind == wire.ControlSubmit
	})
	if i < 0 {
		return ""
	}
	return buttons[i].Does.Draft
}

// after returns the board, as its owner knows it, after the moves of the orders.
func (c *layout) after(orders string) *layout {
	v, acting := c.v, rules.Label("")
	for line := range strings.SplitSeq(orders, "; ") {
		r, err := rules.Parse(line)
		if err != nil {
			return c
		}
		switch r := r.(type) {
		case rules.Activate:
			acting = r.Piece
		case rules.Move:
			v.View = v.Standing(r.What, r.To)
		case rules.ActMove:
			v.View = v.Standing(rules.Ref{Label: acting}, r.To)
		}
	}
	return newLayout(c.p, v, c.Ask)
}

// nearerHome reports whether the orders bring the piece nearer to its own VIP.
func nearerHome(c *layout, l rules.Label, orders string) bool {
	before, _ := c.v.Piece(l)
	after, _ := c.after(orders).v.Piece(l)
	return c.pos.ToVIP(after) < c.pos.ToVIP(before)
}

// warnedSide returns a Taskforce of two, with A1 at that distance from its VIP, and an enemy that can reach it and score.
func warnedSide(far float64) []rules.LabPiece {
	return []rules.LabPiece{lone("A1", "crusader", 36, 12+far), lone("A2", "virago", 10, 40), lone("B1", "crusader", 41, 17)}
}

// The beginning of a Turn also sends a guard to the own VIP, and both the board and the press show it.
func TestGuardIsSentAtOnce(t *testing.T) {
	h := &hand{playground: newPlayground(t, rules.Lab{Active: 1, Pieces: warnedSide(11)})}
	_, m := h.see()
	if words := bottest.Words(m); !strings.Contains(words, "A1 can guard it: a Unit within 4\" of it takes a point away.") {
		t.Errorf("no guard is named:\n%s", words)
	}
	h.press("Activate and move all 2, A1 guards")
	c := h.layout()
	if got := c.pos.Guards(1); !slices.Equal(got, []rules.Label{"A1"}) {
		t.Errorf("guards: %v", got)
	}
}

// A Unit that needs a move and its Move Action to guard is sent on its way. When it is activated it moves on before any shot.
func TestGuardTakesTwoMoves(t *testing.T) {
	h := &hand{playground: newPlayground(t, rules.Lab{Active: 1, Pieces: warnedSide(17)}, "designate A1 A2")}
	_, m := h.see()
	if words := bottest.Words(m); !strings.Contains(words, "It takes a move and a Move Action of A1 to guard it.") {
		t.Errorf("no guard is named:\n%s", words)
	}
	h.press("A1 guards, move the rest there")
	for h.private().Asks[0].Name != "next" {
		h.other()
	}
	h.press("A1: move to guard my VIP")
	if got := h.layout().pos.Guards(1); !slices.Equal(got, []rules.Label{"A1"}) {
		t.Errorf("guards: %v", got)
	}
}

// If no Unit can reach the own VIP, the warning says so. A shot at the enemy there comes before a shot at another.
func TestIntruderIsShotFirst(t *testing.T) {
	s := askedOf(t, "next", lone("A1", "crusader", 30, 26), lone("A2", "virago", 10, 46), lone("B1", "crusader", 36, 14), lone("B2", "virago", 29, 34))
	got, words := primaries(t, s)
	if !strings.Contains(words, "Nobody guards your VIP: B1 stands where it scores. No Unit left to act gets within 4\" of it.") {
		t.Errorf("not said in\n%s", words)
	}
	if len(got) != 1 || !strings.Contains(got[0], "at B1") {
		t.Errorf("%q in\n%s", got, words)
	}
}

// If the Units at the enemy's VIP are too few for a point, a shot at the enemies that block it comes before a shot at
// another.
func TestBlockersAreShotFirst(t *testing.T) {
	s := askedOf(t, "next", lone("A1", "crusader", 12, 38), lone("A2", "virago", 30, 20), lone("B1", "crusader", 12, 42), lone("B2", "crusader", 15, 34), lone("B3", "crusader", 9, 34))
	got, words := primaries(t, s)
	if len(got) != 1 || !strings.Contains(got[0], "at B2") && !strings.Contains(got[0], "at B3") {
		t.Errorf("%q in\n%s", got, words)
	}
}

// If two enemies score, the console asks for one more guard, and no guard leaves while they may score.
func TestGuardsAreCounted(t *testing.T) {
	pieces := []rules.LabPiece{lone("A1", "crusader", 36, 15.5), lone("A2", "crusader", 30, 20), lone("B1", "crusader", 34, 12), lone("B2", "crusader", 38, 12)}
	s := askedOf(t, "move", pieces...)
	got, words := primaries(t, s)
	if !strings.Contains(words, "Too few guard your VIP: the enemy scores there with 2, and you guard it with 1. A2 can guard it") {
		t.Errorf("not said in\n%s", words)
	}
	if len(got) != 1 || got[0] != "A2 guards my VIP, the rest stays" {
		t.Errorf("%q in\n%s", got, words)
	}
	pieces[1] = lone("A2", "crusader", 36, 9)
	s = askedOf(t, "move", pieces...)
	if got := s.layout().pos.Keepers(); len(got) != 2 {
		t.Errorf("of two guards %v stay", got)
	}
}

// The player is asked about a contact that could be revealed to guard the own VIP, however far the enemy is from the contact.
func TestRevealsOfAGuardAreAsked(t *testing.T) {
	contact := rules.LabPiece{Label: "A1", Sig: "medium", Bases: []rules.LabBase{at(20, 12)}}
	for enemy, want := range map[rules.LabBase]string{at(45.9, 20): "Activate all 2", at(45.9, 40): "Activate and move all 2, reveal none"} {
		s := newPlayground(t, rules.Lab{Active: 1, Reserve: [2][]string{{"crusader"}}, Pieces: []rules.LabPiece{contact, {Label: "A2", Sig: "small", Bases: []rules.LabBase{at(16, 4)}},
			{Label: "B1", Unit: "crusader", Bases: []rules.LabBase{enemy}}}})
		if got, words := primaries(t, s); len(got) != 1 || got[0] != want {
			t.Errorf("enemy at %v: %q in\n%s", enemy.At, got, words)
		}
	}
}

// layout lays out the question to seat 1.
func (s *playground) layout() *layout {
	s.t.Helper()
	p := s.private()
	v := wording.Read(wording.Reader{}, p.View, p.Meta)
	a := table.OpenAsk{Ask: game.Ask{Seat: 1}}
	if len(p.Asks) > 0 {
		a = withShortcuts(v, p.Asks[0])
	}
	return newLayout(p, v, a)
}

// In the enemy's Turn a player is told what the enemy scores at its end, and whether that wins the match. A guard takes a
// point away.
func TestConcededPointsAreTold(t *testing.T) {
	const reacts, cannot, wins = "If you pass, the enemy can score 1 VP when this Turn ends", "The enemy can score 1 VP when this Turn ends", ", and win."
	for _, x := range []struct {
		guard float64 // A1's distance from its VIP
		acted bool    // A1 cannot react: a pass is all that it can do, and changes nothing
		vp    int
		want  string
	}{{26, false, 0, reacts + "."}, {26, false, 2, reacts + wins}, {26, true, 0, cannot + "."}, {26, true, 2, cannot + wins}, {8, false, 2, ""}} {
		guard := lone("A1", "crusader", 36, x.guard)
		guard.Activated = x.acted
		s := newPlayground(t, rules.Lab{Active: 2, VP: rules.Both{0, x.vp}, Pieces: []rules.LabPiece{guard, lone("B1", "crusader", 36, 14)}})
		for n := 0; len(s.private().Asks) == 0 || s.private().Asks[0].Name != "react"; n++ {
			if n > 9 {
				t.Fatal("nobody may react")
			}
			s.other()
		}
		if got := s.advised(1, ""); !strings.Contains(got, x.want) || x.want != reacts+wins && x.want != cannot+wins && strings.Contains(got, "win.") || strings.HasPrefix(x.want, cannot) && strings.Contains(got, "pass") {
			t.Errorf("%+v: %q", x, got)
		}
	}
}
