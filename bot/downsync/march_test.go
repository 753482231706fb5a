package downsync

import (
	"fmt"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/downsync/wording"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/table"
)

// The console says what happens to every piece that a press moves, however many there are.
func TestMarchTellsOfEach(t *testing.T) {
	s := newPlayground(t, side(), "designate A1 A2 A3 A4 A5", "done")
	p := s.private()
	l, err := play{wording.Reader{Brush: blank{}}}.Console(p, bot.Page{Ask: p.Asks[0].ID, Order: "everyone towards vip"})
	if err != nil {
		t.Fatal(err)
	}
	words := bottest.Words(l.Message)
	for n := 1; n <= 5; n++ {
		if want := fmt.Sprintf("**A%d**: ", n); !strings.Contains(words, want) {
			t.Errorf("nothing of A%d in\n%s", n, words)
		}
	}
}

// The button that answers every hit says that its chance is for the hit in question.
func TestChanceIsOfThisHit(t *testing.T) {
	n := newNewcomer(t, starters(t), 1)
	seen := 0
	n.seen = func(p table.Private, page bot.Page) {
		if p.Asks[0].Name != "counter" || page.Order != "" {
			return
		}
		l, err := play{n.forms}.Console(p, page)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range bottest.ControlsOf(l.Message).Buttons {
			if strings.HasPrefix(b.Label, "CM for the whole Turn") && strings.Contains(b.Label, "%") {
				if seen++; !strings.Contains(b.Label, "(this hit: ") {
					t.Errorf("%q", b.Label)
				}
			}
		}
	}
	n.play(3000, func(v rules.View) bool { return v.Round > 3 || seen > 0 })
	if seen == 0 {
		t.Error("no hit was asked about")
	}
}

// A roll's line is not cut off before the end of its modifiers.
func TestRollsAreToldWhole(t *testing.T) {
	p := newPlayground(t, side()).private()
	v := wording.Read(wording.Reader{}, p.View, p.Meta)
	v.Phase, v.Active = rules.Activating, 1
	roll := rules.AttackRolled{By: rules.Ref{Label: "A4", N: 3}, Target: rules.Ref{Label: "B2"}, Action: "medium-cannon", Boost: true, Hit: true,
		Roll: rules.Roll{Faces: []int{1, 2, 3, 4}, Kept: []int{3, 4}}, Mods: []rules.Mod{{Why: "TARG", By: 7}, {Why: "short range", By: 1}, {Why: "Finisher", By: 1}}, Against: []rules.Mod{{Why: "Target Lock", By: -2}}, Total: 16, Need: 14}
	got := v.Headlines([]game.Fact{rules.TurnBegan{Turn: 3, Active: 1}, rules.ActivationBegan{Piece: "A4"}, roll})
	if len(got) == 0 || strings.Contains(strings.Join(got, ""), "…") {
		t.Errorf("%q", got)
	}
}
