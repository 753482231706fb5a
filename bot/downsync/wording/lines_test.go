package wording

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"downsync/bot/bottest"
	"downsync/bot/lang"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/game/downsync/rulebook"
	"downsync/game/plane"
)

// english matches words that no German sentence contains.
var english = regexp.MustCompile(`(?i)\b(the|your|you|of|and|with|contact|unit|until|its|choose|what|which)\b`)

// The words of each fact.
func TestLines(t *testing.T) {
	a2, b3 := rules.Ref{Label: "A2"}, rules.Ref{Label: "B3", N: 2}
	roll := rules.Roll{Faces: []int{2, 6, 5}, Kept: []int{6, 5}, Advantage: 1, Sum: 11}
	mods := []rules.Mod{{Why: "TARG", By: 2, Rule: "R21.4"}, {Why: "long range", By: -1, Rule: "R21.5"}}
	for _, c := range []struct {
		fact game.Fact
		want string
	}{
		{rules.Began{Size: "small", Secrecy: "veiled"}, "A small game of VIP Capture, veiled."},
		{rules.Began{Size: "small", Secrecy: "veiled", Options: []string{"max_rounds 2", "mixed_factions on"}}, "A small game of VIP Capture, veiled, 2 Rounds (factions may mix)."},
		{rules.StartRolled{Dice: [2][2]int{{1, 2}, {3, 4}}}, "Starting roll: A 🎲 1+2 = **3**, B 🎲 3+4 = **7**."},
		{rules.StartRolled{Dice: [2][2]int{{1, 2}, {2, 1}}}, "Starting roll: A 🎲 1+2 = **3**, B 🎲 2+1 = **3**. A tie: both roll again."},
		{rules.FirstChosen{By: 1, First: 2}, "A chooses: B deploys first and has the first Turn."},
		{rules.DeploymentDone{Seat: 2, Pings: [3]int{2, 3, 1}}, "B has deployed: 6 contacts (2 small, 3 medium and 1 large)."},
		{rules.RoundBegan{Round: 2}, "**Round 2** begins; Command Points are refilled."},
		{rules.TurnBegan{Turn: 5, Active: 1}, "**Turn 5** is A's."},
		{rules.Designated{Pieces: []rules.Label{"A1", "A2"}}, "Taskforce: A1, A2."},
		{rules.Revealed{Piece: "A1", Unit: "virago", Why: rules.RevealedByChoice}, "A1 is revealed: **Virago**."},
		{rules.Revealed{Piece: "A1", Unit: "virago", Why: rules.RevealedByScan}, "A1 is revealed by the scan: **Virago**."},
		{rules.ContactFound{Pings: []rules.Label{"B1"}, Why: rules.RevealedByContact}, "B1: a contact is being identified (a Unit within 2\")."},
		{rules.Refreshed{Unit: "A1"}, ""},
		{rules.Refreshed{Unit: "A1", Unstunned: []int{1, 2}, Paid: []string{"defense-aura"}}, "A1 pays 2 CP and is rid of stun and pays 1 CP for its Defense Aura."},
		{rules.Moved{Base: a2, Path: []plane.Point{{}, {X: 12500, Y: 30000}}}, "A2 moves to E6."},
		{rules.Moved{Base: b3, Path: []plane.Point{{}, {X: 1000, Y: 0}}, Action: true}, "B3.2 uses a Move Action to C1."},
		{rules.MoveTaken{Unit: "A2"}, "A2 takes its move back."},
		{rules.MoveDone{Piece: "A2"}, ""},
		{rules.WindowClosed{}, "The reaction window closes without a reaction."},
		{rules.EngagementBegan{}, "**A Reaction Engagement begins.**"},
		{rules.Joined{}, ""},
		{rules.Joined{Units: []rules.Label{"A4"}}, "Joining from Overwatch: A4."},
		{rules.Declared{Units: []rules.Label{"B1"}}, "B1 reacts."},
		{rules.Declared{Units: []rules.Label{"B1", "B2"}, CP: 1}, "B1, B2 react, for 1 CP."},
		{rules.Boosted{Seat: 1}, ""},
		{rules.Boosted{Seat: 2, Units: []rules.Label{"B1"}}, "B boosts B1."},
		{rules.PriorityRolled{Unit: "A2", Roll: rules.Roll{Faces: []int{3, 5}, Kept: []int{5}, Sum: 5}, Mods: []rules.Mod{{Why: "Sentry", By: 1}}, Die: 6},
			"Priority of A2: 🎲 ~~3~~ 5 +1 Sentry → **6**."},
		{rules.Held{Unit: "A2", Die: 4}, "A2 holds: 4."},
		{rules.ScanRolled{By: a2, Target: rules.Ref{Label: "B1"}, Roll: roll, Mods: []rules.Mod{{Why: "SCAN", By: 3, Rule: "R20.4"}}, Total: 14, Need: 14, Hit: true, Boost: true},
			"A2 scans B1, boosted for 1 CP: 🎲 ~~2~~ 6 5 +3 SCAN = 14 against 14: **found**."},
		{rules.AttackRolled{By: a2, Action: "medium-cannon", Target: b3, Roll: rules.Roll{Faces: []int{1, 2}, Kept: []int{1, 2}, Sum: 3}, Mods: mods, Total: 4, Need: 9,
			Against: []rules.Mod{{Why: "Tagged", By: -2}}}, "A2 fires at B3.2, Medium Cannon: 🎲 1 2 +2 TARG -1 long range = 4 against 9 (DEF -2 Tagged): **miss**."},
		{rules.Dropped{Unit: "A2"}, "A2 gives up the rest of its action."},
		{rules.CounterPaid{Seat: 1}, "A spends 1 CP."},
		{rules.CounterChecked{Target: a2, Token: "hardened", Stopped: true}, "(only you see this) The hardened countermeasure of A2 works."},
		{rules.CounterChecked{Target: a2, Token: "cm", From: "A4", Need: 3, Roll: &rules.Roll{Faces: []int{2}, Kept: []int{2}}},
			"(only you see this) A CM token of A4 for A2: 🎲 2, needs 3: fails."},
		{rules.Stopped{Target: a2}, "A2: the effect is **stopped**."},
		{rules.Stunned{Target: a2}, "A2 is **stunned**."},
		{rules.NoEffect{Target: a2}, "A2 is stunned already: nothing happens."},
		{rules.Destroyed{Target: a2, Gone: true}, "A2 is **destroyed**."},
		{rules.Destroyed{Target: b3, Gone: true}, "B3.2 is **destroyed**, the last of its Unit."},
		{rules.Marked{Target: a2, As: "tagged"}, "A2: DEF lowered by 2 for this Turn."},
		{rules.StealthGained{Unit: "A2"}, "A2 goes dark."},
		{rules.StealthLost{Base: b3}, "B3.2 loses its Stealth."},
		{rules.OverwatchTaken{Unit: "A2"}, "A2 is on **Overwatch**."},
		{rules.Planned{Ping: "A2", As: "virago"}, "(only you see this) You plan A2 to be the Virago."},
		{rules.Planned{Ping: "A2"}, "(only you see this) Your plan for A2 is off."},
		{rules.ActivationEnded{Piece: "A2", Quiet: true}, "A2 ends its activation."},
		{rules.ActivationEnded{Piece: "A2"}, ""},
		{rules.EngagementEnded{}, "The Reaction Engagement is over."},
		{rules.Scored{Seat: 1, Scorers: []rules.Label{"A1"}, Blockers: []rules.Label{"B2"}, VP: 1}, "Within 1\" of the enemy VIP: A1, blocked by B2. **1 VP** for A."},
		{rules.Ended{Rank: []int{2, 1}, Why: "wipe-out"}, "**B wins by wiping the enemy out.**"},
		{rules.Ended{Rank: []int{1, 1}, Why: "rounds"}, "**A draw.**"},
		{game.TookBack{Seat: 1}, "A step was taken back."},
		{rules.PhaseBegan{Phase: rules.Moving}, ""},
	} {
		if got := TellerOf(Reading{}).Line(c.fact); got != c.want {
			t.Errorf("%s: %q\nexpected %q", c.fact.Kind(), got, c.want)
		}
		german := TellerOf(Reading{Voice: Voice{Language: lang.Of("de")}}).Line(c.fact)
		if w := english.FindString(german); w != "" || (german == "") != (c.want == "") || german != "" && german == c.want && c.fact.Kind() != "designated" { // a Taskforce has the same name in German
			t.Errorf("%s in German: %q, %s", c.fact.Kind(), german, w)
		}
	}
}

// If a card has too much to tell, the newest lines stay.
func TestNewest(t *testing.T) {
	var many []game.Fact
	for range 500 {
		many = append(many, rules.Held{Unit: "A1", Die: 3})
	}
	if got := TellerOf(Reading{}).Tell(many, 1); len([]rune(got)) > MaxTold || !strings.Contains(got, "earlier lines are in `/match log`") {
		t.Errorf("%d characters", len([]rune(got)))
	}
}

func TestUnitList(t *testing.T) {
	if got := UnitList(cards.Printed(), []string{"virago", "widow-scout", "virago"}); got != "2 Virago, Widow Scout" {
		t.Errorf("%q", got)
	}
}

// Each target of several attacks is named once.
func TestTargetsAreCounted(t *testing.T) {
	a, b := rules.Ref{Label: "A5"}, rules.Ref{Label: "A8", N: 2}
	if got := times([]rules.Ref{a, b, a, a}); got != "A5 ×3, A8.2" {
		t.Error(got)
	}
}

// A line too long for a console keeps the result of its roll.
func TestClippedLines(t *testing.T) {
	for line, ends := range map[string]string{
		"A2 fires at B3, Medium Cannon: 🎲 1 2 +2 TARG = 4 against 9 (DEF +1 Adaptive Camo): **miss**.": "… **miss**.",
		"A long line about nothing in particular, that goes on for quite a while.":                     "…",
		"A2 is **stunned**.": "A2 is **stunned**.",
		"All: B1 **Harbinger**, B2 **Crusader**, B3 **Crusader**, B4 **Courier**.": "B2 **Crusader**, B3…",
		"All: B1 **Harbinger**, B2 **Crusader**, **Widow Scout**, B4 **Courier**.": "B2 **Crusader**…",
	} {
		if got := clipped(line, 45); !strings.HasSuffix(got, ends) || utf8.RuneCountInString(got) > 45 || !strings.HasPrefix(got, "A") {
			t.Errorf("%q: %q, expected %q at its end", line, got, ends)
		}
	}
}

// A seat's own dice have numbers of their own.
func TestOwnDice(t *testing.T) {
	counter := func(label rules.Label, face int) game.Fact {
		return rules.CounterChecked{Target: rules.Ref{Label: label}, Token: "cm", Roll: &rules.Roll{Faces: []int{face}, Kept: []int{face}}}
	}
	facts := []game.Fact{counter("A1", 2), rules.StartRolled{Dice: [2][2]int{{3, 4}, {1, 2}}}, counter("B1", 3), counter("A1", 4)}
	w := Teller{}
	for n, want := range []string{"Dice 1 to 1 of A's own: 2.", "Dice 1 to 4 of the public ones: 3 4 1 2.", "Dice 1 to 1 of B's own: 3.", "Dice 2 to 2 of A's own: 4."} {
		if got := w.Page().Dice(facts, n+1, " "); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
}

// Every fact that a reader can be told has its row, and follows from rules that can be looked up.
func TestEveryFactHasWords(t *testing.T) {
	facts := append(rules.Facts(), game.Refereed{}, rules.Moved{Action: true}, rules.Scored{Goal: 1}, rules.CounterChecked{Roll: &rules.Roll{}})
	for why := range endCited {
		facts = append(facts, rules.Ended{Why: why})
	}
	bottest.FactRows(t, factRows, Teller{}, facts, func(number string) bool { return rulebook.Book.Numbered(number).Text != "" })
	lawless := []game.Fact{game.Refereed{}, rules.StandingOrdered{}, rules.Ended{}} // a notice, a convenience, and an end of no kind
	for _, f := range facts {
		if len(factRows.Cites(Teller{}, f)) == 0 && !slices.ContainsFunc(lawless, func(x game.Fact) bool { return reflect.DeepEqual(x, f) }) {
			t.Errorf("%#v follows from no rule", f)
		}
	}
}
