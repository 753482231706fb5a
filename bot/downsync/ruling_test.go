package downsync

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/discord"
	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/downsync/rulebook"
	"downsync/game/table"

	rules "downsync/game/downsync"
)

// shot is a fight that everybody was told about.
var shot = []game.Fact{
	rules.StartRolled{Dice: [2][2]int{{3, 4}, {1, 2}}},
	rules.AttackRolled{By: rules.Ref{Label: "A2"}, Action: "medium-cannon", Target: rules.Ref{Label: "B2"}, Effect: cards.Kill, Hit: true, Need: 12, Total: 13,
		Roll: rules.Roll{Faces: []int{6, 1, 5}, Kept: []int{6, 5}, Sum: 11, Advantage: 1},
		Mods: []rules.Mod{{Why: "TARG", By: 3, Rule: "R21.4"}, {Why: "concealed", By: -1, Rule: "R21.5"}}, Against: []rules.Mod{{Why: "Tagged", By: -2}}},
	rules.Destroyed{Target: rules.Ref{Label: "B2"}, Gone: true},
}

// A ruling card has the dice with their numbers, each modifier with its source, distance and sight on the board before the
// shot, the rules in words, and a picture for its reader only.
func TestRulingCard(t *testing.T) {
	gone := func(v rules.View) rules.View {
		v.Pieces = v.Pieces[:3]
		return v
	}
	for _, who := range []game.Viewer{game.Onlooker(), game.Player(1)} {
		before, after := small(who), gone(small(who))
		text, m := "", sent{}
		if who.Seat() == 0 {
			n, err := history{Forms{}}.Ruling(table.Public{View: before}, table.Public{View: after, Facts: shot}, 2)
			if err != nil {
				t.Fatal(err)
			}
			text, m = bottest.Words(n.Message), sent{len(n.Message.Files), discord.Check(n.Message)}
		} else {
			l, err := history{Forms{}}.RulingOwn(table.Private{Seat: 1, View: before}, table.Private{Seat: 1, View: after, Facts: shot}, 2)
			if err != nil || l.Seat != 1 {
				t.Fatalf("seat %d, %v", l.Seat, err)
			}
			text, m = bottest.Words(l.Message), sent{len(l.Message.Files), discord.Check(l.Message)}
		}
		for _, want := range []string{"**Event 2**, Round 1, Turn 2", "A2 fires at B2", "Dice 5 to 7 of the public ones: 6 1 5", "• +3 TARG on the roll (R21.4)",
			"• -1 concealed on the roll (R21.5)", "• -2 Tagged on the number to reach (on a card)", "**11.2\"", "line of sight", "**R21.4** (Attacks) Attack roll = 2d6", "**R21.5**"} {
			if !strings.Contains(strings.ToLower(text), strings.ToLower(want)) {
				t.Errorf("%s: no %q in %s", who, want, text)
			}
		}
		if m.pictures != 1 || m.refused != nil {
			t.Errorf("%s: %+v: %s", who, m, text)
		}
	}
	if n, err := (history{Forms{}}).Ruling(table.Public{}, table.Public{View: small(game.Onlooker()), Facts: shot}, 1); err != nil || !strings.Contains(bottest.Words(n.Message), "Dice 1 to 4") {
		t.Errorf("the first: %v %s", err, bottest.Words(n.Message))
	}
}

type sent struct {
	pictures int
	refused  error
}

// A seat's own dice have numbers of their own.
func TestOwnDice(t *testing.T) {
	counter := func(label rules.Label, face int) game.Fact {
		return rules.CounterChecked{Target: rules.Ref{Label: label}, Token: "cm", Roll: &rules.Roll{Faces: []int{face}, Kept: []int{face}}}
	}
	facts := []game.Fact{counter("A1", 2), shot[0], counter("B1", 3), counter("A1", 4)}
	w := teller{}
	for n, want := range []string{"Dice 1 to 1 of A's own: 2.", "Dice 1 to 4 of the public ones: 3 4 1 2.", "Dice 1 to 1 of B's own: 3.", "Dice 2 to 2 of A's own: 4."} {
		if got := w.page().Dice(facts, n+1, " "); got != want {
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
	bottest.FactRows(t, factRows, teller{}, facts, func(number string) bool { return rulebook.Book.Numbered(number).Text != "" })
	lawless := []game.Fact{game.Refereed{}, rules.StandingOrdered{}, rules.Ended{}} // a notice, a convenience, and an end of no kind
	for _, f := range facts {
		if len(factRows.Cites(teller{}, f)) == 0 && !slices.ContainsFunc(lawless, func(x game.Fact) bool { return reflect.DeepEqual(x, f) }) {
			t.Errorf("%#v follows from no rule", f)
		}
	}
}
