package downsync

import (
	"slices"
	"strings"
	"testing"

	"downsync/bot/downsync/wording"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/plane"
)

// A side's reveals are told on one line, and its Move Actions on another.
func TestJointLines(t *testing.T) {
	p := newPlayground(t, side()).private()
	v := wording.Read(wording.Reader{}, p.View, p.Meta)
	by := rules.RevealedByChoice
	told := []game.Fact{rules.TurnBegan{Turn: 2, Active: 2}, rules.Revealed{Piece: "B1", Unit: "virago", Why: by},
		rules.Revealed{Piece: "B2", Unit: "samson", Why: by}, rules.Revealed{Piece: "B3", Unit: "courier", Why: by}}
	if got := v.Headlines(told); len(got) == 0 || got[len(got)-1] != "• Revealed: B1 **Virago**, B2 **Samson**, B3 **Courier**." {
		t.Errorf("three reveals are told as %q", got)
	}
	if got := v.Headlines(told[:2]); len(got) == 0 || !strings.Contains(got[len(got)-1], "B1 is revealed: ") {
		t.Errorf("a single reveal is told as %q", got)
	}
	told = []game.Fact{rules.TurnBegan{Turn: 2, Active: 2}, acted("B1"), acted("B3")}
	if got := v.Headlines(told); len(got) == 0 || got[len(got)-1] != "• B1, B3 use their Move Actions." {
		t.Errorf("two Move Actions are told as %q", got)
	}
	if got := v.Headlines(told[:2]); len(got) == 0 || !strings.Contains(got[len(got)-1], "B1 uses a Move Action to ") {
		t.Errorf("a single one is told as %q", got)
	}
}

// The next console puts the losses of the enemy's Turn before everything that happened later.
func TestHeadlines(t *testing.T) {
	p := newPlayground(t, side()).private()
	v := wording.Read(wording.Reader{}, p.View, p.Meta)
	told := []game.Fact{rules.TurnBegan{Turn: 2, Active: 2}, rules.Designated{Pieces: []rules.Label{"B1"}},
		rules.Destroyed{Target: rules.Ref{Label: "A3"}}, rules.Scored{Seat: 2, Scorers: []rules.Label{"B1"}, VP: 1},
		rules.Moved{Base: rules.Ref{Label: "B1"}, Path: []plane.Point{{X: plane.In(10), Y: plane.In(10)}, {X: plane.In(10), Y: plane.In(12)}}},
		rules.RoundBegan{Round: 2}, rules.TurnBegan{Turn: 3, Active: 1}}
	got := v.Headlines(told)
	if len(got) != 2 || !strings.Contains(got[0], "A3") || !strings.Contains(got[1], "VP") {
		t.Errorf("after the enemy's Turn: %q", got)
	}
	v.Phase, v.Active = rules.Moving, 1
	told = append(told, rules.Designated{Pieces: []rules.Label{"A1"}}) // it happens without a question, so this is the first console of the Turn
	if got := v.Headlines(told); len(got) != 2 || !strings.Contains(got[0], "A3") || !strings.Contains(got[1], "B1. **1 VP** for B") {
		t.Errorf("as the own Turn begins: %q", got)
	}
	lost := slices.Concat(told[:2], []game.Fact{rules.Destroyed{Target: rules.Ref{Label: "A4"}}, rules.Destroyed{Target: rules.Ref{Label: "A5"}}}, told[2:])
	if got := v.Headlines(lost); len(got) != 2 || !strings.Contains(got[1], "B1. **1 VP** for B") {
		t.Errorf("beside more losses than there are lines: %q", got)
	}
	told = append(told, movedOn("A1", 8, false))
	if got := v.Headlines(told); len(got) == 0 || !strings.Contains(got[len(got)-1], "A1 moves") {
		t.Errorf("in the own Turn: %q", got)
	}
}

// After the end no question needs the room: the lists of the opened forces are told in full.
func TestOpenedForcesAreToldInFull(t *testing.T) {
	p := newPlayground(t, side()).private()
	v := wording.Read(wording.Reader{}, p.View, p.Meta)
	force := []string{"harbinger", "vector-squad", "courier", "crusader", "crusader", "widow-scout", "gsv-aurora", "sentinel-hunter", "virago", "samson"}
	told := []game.Fact{rules.TurnBegan{Turn: 2, Active: 2}, rules.RostersOpened{Forces: [2][]string{force, force}}}
	all := wording.UnitList(v.Cards(), force)
	if got := strings.Join(v.Headlines(told), "\n"); strings.Contains(got, "A "+all+"; B "+all) {
		t.Fatalf("a console with a question tells %q", got)
	}
	v.Result = &game.Result{Rank: []int{1, 2}, Why: "concession"}
	if got := strings.Join(v.Headlines(told), "\n"); !strings.Contains(got, "A "+all+"; B "+all+".") {
		t.Errorf("the last console tells %q", got)
	}
}

// A Unit that was lost in a fight without a question comes first on the next console, until one of its side acts.
func TestLossesInAFightLead(t *testing.T) {
	p := newPlayground(t, side()).private()
	v := wording.Read(wording.Reader{}, p.View, p.Meta)
	v.Phase, v.Active, v.Engagement = rules.Activating, 2, &rules.Engagement{}
	shot := func(by, at rules.Label, face int) rules.AttackRolled {
		return rules.AttackRolled{By: rules.Ref{Label: by}, Target: rules.Ref{Label: at}, Action: "medium-cannon", Roll: rules.Roll{Faces: []int{1, face}, Kept: []int{1, face}}}
	}
	told := []game.Fact{rules.TurnBegan{Turn: 2, Active: 2}, rules.Designated{Pieces: []rules.Label{"B1"}}, rules.Destroyed{Target: rules.Ref{Label: "A3"}},
		shot("B1", "A4", 1), shot("B1", "A4", 2), shot("B1", "A4", 3)}
	if got := v.Headlines(told); len(got) != wording.NewsLines || !strings.Contains(got[0], "A3 is **destroyed**") {
		t.Errorf("lost unasked: %q", got)
	}
	if got := v.Headlines(append(told, rules.ActivationBegan{Piece: "A4"}, shot("A4", "B1", 1), shot("A4", "B1", 2))); strings.Contains(strings.Join(got, ""), "A3") {
		t.Errorf("after a shot of its side: %q", got)
	}
}

// The leading lines are in the order of play: a loss after the shot that caused it, and moves before their results. A new
// Unit that goes dark is named.
func TestHeadlinesInTheOrderOfPlay(t *testing.T) {
	p := newPlayground(t, side()).private()
	v := wording.Read(wording.Reader{}, p.View, p.Meta)
	v.Phase, v.Active, v.Engagement = rules.Activating, 2, &rules.Engagement{}
	mine, theirs := rules.Ref{Label: "A3"}, rules.Ref{Label: "B2"}
	shot := rules.AttackRolled{By: theirs, Target: mine, Action: "medium-cannon", Hit: true, Roll: rules.Roll{Faces: []int{1, 1}, Kept: []int{1, 1}}}
	told := []game.Fact{rules.TurnBegan{Turn: 2, Active: 2}, rules.Designated{Pieces: []rules.Label{"B1"}}, shot, rules.Destroyed{Target: mine}}
	if got := v.Headlines(told); len(got) != 2 || !strings.Contains(got[0], "fires") || !strings.Contains(got[1], "destroyed") {
		t.Errorf("a loss: %q", got)
	}
	v.Phase, v.Engagement = rules.Moving, nil
	told = []game.Fact{rules.TurnBegan{Turn: 2, Active: 2}, movedOn("B1", 10, false), movedOn("B2", 14, false), rules.StealthGained{Unit: "A3", Bases: []int{1}}}
	unit, _ := v.Piece("A3")
	if got := v.Headlines(told); len(got) != 2 || !strings.Contains(got[0], "B1, B2 move") || !strings.Contains(got[1], v.Cards().Must(unit.Unit).Name) {
		t.Errorf("moves: %q", got)
	}
}

// A side's moves are told on one line, which also names the slowed pieces.
func TestMovesOnOneLine(t *testing.T) {
	p := newPlayground(t, side()).private()
	v := wording.Read(wording.Reader{}, p.View, p.Meta)
	v.Phase, v.Active = rules.Reacting, 2
	told := []game.Fact{rules.TurnBegan{Turn: 2, Active: 2}, rules.Designated{Pieces: []rules.Label{"B1", "B2"}}, movedOn("B1", 10, false), movedOn("B2", 14, true)}
	if got := v.Headlines(told); !slices.Contains(got, "• B1, B2 move; terrain slows B2.") || len(got) > wording.NewsLines {
		t.Errorf("%q", got)
	}
}

// In the two lines of a phone, shots with their results come before what their Units do next.
func TestShotsAreHeadlines(t *testing.T) {
	p := newPlayground(t, side()).private()
	v := wording.Read(wording.Reader{}, p.View, p.Meta)
	v.Phase, v.Active = rules.Activating, 1
	by, target := rules.Ref{Label: "A1"}, rules.Ref{Label: "B1"}
	shot := []game.Fact{rules.TurnBegan{Turn: 3, Active: 1}, rules.Designated{Pieces: []rules.Label{"A1"}}, movedOn("A1", 8, false), movedOn("A2", 10, false),
		rules.ActivationBegan{Piece: "A1"}, rules.AttackRolled{By: by, Target: target, Hit: true}}
	for name, x := range map[string]struct {
		after []game.Fact
		want  string
	}{
		"a kill, then an activation's rest": {[]game.Fact{rules.Destroyed{Target: target}, rules.Dropped{Unit: "A1"}, rules.ActivationEnded{Piece: "A1"}}, "destroyed"},
		"stopped, then Overwatch":           {[]game.Fact{rules.Stopped{Target: target}, rules.OverwatchTaken{Unit: "A1"}, rules.ActivationEnded{Piece: "A1"}}, "stopped"},
	} {
		told := slices.Concat(shot, x.after)
		if got := v.Headlines(told); len(got) != 2 || !strings.Contains(got[0], "A1 fires at B1") || !strings.Contains(got[1], x.want) {
			t.Errorf("%s: %q", name, got)
		}
		v := v
		v.Active, v.Phase = 2, rules.Designating
		if got := strings.Join(v.Headlines(append(told, rules.TurnBegan{Turn: 4, Active: 2})), "\n"); !strings.Contains(got, "A1 fires at B1") || !strings.Contains(got, x.want) {
			t.Errorf("%s, as the enemy's Turn begins: %q", name, got)
		}
	}
	later := slices.Concat(shot, []game.Fact{rules.ActivationBegan{Piece: "A2"}, rules.ScanRolled{By: rules.Ref{Label: "A2"}, Target: rules.Ref{Label: "B2"}}})
	if got := v.Headlines(later); !strings.Contains(strings.Join(got, "\n"), "A2 scans B2") {
		t.Errorf("after the next press: %q", got)
	}
}

// acted returns a Move Action.
func acted(l rules.Label) rules.Moved {
	f := movedOn(l, 8, false)
	f.Action = true
	return f
}

func movedOn(l rules.Label, x int, slowed bool) rules.Moved {
	return rules.Moved{Base: rules.Ref{Label: l}, Path: []plane.Point{{X: plane.In(x), Y: plane.In(10)}, {X: plane.In(x), Y: plane.In(12)}}, Slowed: slowed}
}
