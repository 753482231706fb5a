package inspect

import (
	"bytes"
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/discord"
	"downsync/bot/downsync/wording"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/game/table"
	draw "downsync/render/downsync"
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
			n, err := History{wording.Reader{}}.Ruling(table.Public{View: before}, table.Public{View: after, Facts: shot}, 2)
			if err != nil {
				t.Fatal(err)
			}
			text, m = bottest.Words(n.Message), sent{len(n.Message.Files), discord.Check(n.Message)}
			plain, err := draw.Look{}.Measured(before, nil)
			if err != nil || bytes.Equal(n.Message.Files[0].Data, plain.PNG) {
				t.Errorf("everybody's board of the shot has no line of sight, %v", err)
			}
		} else {
			l, err := History{wording.Reader{}}.RulingOwn(table.Private{Seat: 1, View: before}, table.Private{Seat: 1, View: after, Facts: shot, Numbers: game.PublicNumbers(len(shot))}, 2)
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
	if n, err := (History{wording.Reader{}}).Ruling(table.Public{}, table.Public{View: small(game.Onlooker()), Facts: shot}, 1); err != nil || !strings.Contains(bottest.Words(n.Message), "Dice 1 to 4") {
		t.Errorf("the first: %v %s", err, bottest.Words(n.Message))
	}
}

type sent struct {
	pictures int
	refused  error
}
