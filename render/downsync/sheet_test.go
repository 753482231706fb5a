package downsync_test

import (
	"strings"
	"testing"
	"unicode"

	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/render"
	draw "downsync/render/downsync"
	"downsync/render/rendertest"
)

func TestSheets(t *testing.T) {
	shot := rules.AttackRolled{By: rules.Ref{Label: "A3"}, Action: "medium-cannon", Target: rules.Ref{Label: "B6"}, Effect: cards.Kill,
		Roll: rules.Roll{Faces: []int{2, 6, 6}, Kept: []int{6, 6}, Advantage: 1, Sum: 12},
		Mods: []rules.Mod{{Why: "TARG", By: 5}, {Why: "long range", By: -1}}, Total: 16, Need: 13, Hit: true, Against: []rules.Mod{{Why: "Tagged", By: -2}}}
	rolls := []game.Fact{rules.StartRolled{Dice: [2][2]int{{3, 4}, {6, 1}}}, rules.TurnBegan{}, shot,
		rules.ScanRolled{By: rules.Ref{Label: "B2"}, Target: rules.Ref{Label: "A1"}, Roll: rules.Roll{Faces: []int{1, 2}, Kept: []int{1, 2}, Sum: 3}, Total: 3, Need: 9},
		rules.PriorityRolled{Unit: "B6", Roll: rules.Roll{Faces: []int{4}, Kept: []int{4}, Sum: 4}, Die: 4},
		rules.CounterChecked{Target: rules.Ref{Label: "A3"}, Token: "cm", Roll: &rules.Roll{Faces: []int{5}, Kept: []int{5}, Sum: 5}, Need: 4, Stopped: true}}
	dice, ok := draw.Look{}.Dice(rolls, 9)
	if !ok || len(dice.Lines) != 6 {
		t.Fatalf("%d lines of rolls", len(dice.Lines))
	}
	if newest, _ := (draw.Look{}).Dice(rolls, 2); len(newest.Lines) != 2 || newest.Lines[1].Cells[0].Text != "A3" {
		t.Errorf("the newest two are\n%s", newest)
	}
	if _, ok := (draw.Look{}).Dice([]game.Fact{rules.TurnBegan{}}, 9); ok {
		t.Error("the beginning of a turn has dice")
	}
	own, open := crowded(game.Player(1)), public()
	own.Reserve, own.Lost = []string{"gsv-aurora", "sentinel-hunter"}, []rules.Lost{{Seat: 2, Label: "B7", Unit: "harbinger"}}
	end := own
	end.Result = &game.Result{Rank: []int{1, 2}, Why: "vp"}
	final, err := draw.Look{}.Final(end)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (draw.Look{}).Final(own); err == nil {
		t.Error("a last sheet of a match that is still on")
	}
	for name, s := range map[string]render.Sheet{"dice": dice, "battle": draw.Look{}.OrderOfBattle(own), "battle-public": draw.Look{}.OrderOfBattle(open), "final": final,
		"card": draw.Look{}.Card(cardOf(t, "guardian-destroyer")), "card-infantry": draw.Look{}.Card(cardOf(t, "vector-squad"))} {
		golden(t, name+".sheet", s.String())
		png, err := render.DrawSheet(s)
		if err != nil || len(png) > 200<<10 {
			t.Errorf("%s: %d bytes, %v", name, len(png), err)
		}
		rendertest.Keep(t, "sheet-"+name, png)
	}
	if s := (draw.Look{}).OrderOfBattle(open).String(); strings.Contains(s, "Widow") || strings.Contains(s, "Reserve") {
		t.Errorf("the public sheet holds secrets:\n%s", s)
	}
}

// Every word on a picture of rolls is translated, besides the names of pieces.
func TestRollsAreTranslated(t *testing.T) {
	roll := rules.Roll{Faces: []int{2, 6}, Kept: []int{2, 6}, Sum: 8}
	var mods []rules.Mod
	for _, why := range []game.Text{"TARG", "SCAN", "short range", "long range", "concealed", "out of sight", "Defense Aura", "Tagged"} {
		mods = append(mods, rules.Mod{Why: why, By: 1})
	}
	a, b := rules.Ref{Label: "A3"}, rules.Ref{Label: "B6"}
	rolls := []game.Fact{rules.StartRolled{Dice: [2][2]int{{3, 4}, {6, 1}}}, rules.AttackRolled{By: a, Target: b, Roll: roll, Mods: mods, Against: mods, Hit: true},
		rules.AttackRolled{By: a, Target: b, Roll: roll}, rules.ScanRolled{By: a, Target: b, Roll: roll, Mods: mods, Against: mods, Hit: true}, rules.ScanRolled{By: a, Target: b, Roll: roll},
		rules.PriorityRolled{Unit: "A3", Roll: roll, Mods: mods}, rules.CounterChecked{Target: a, Roll: &roll, Mods: mods, Stopped: true}, rules.CounterChecked{Target: a, Roll: &roll}}
	foreign := draw.Look{Reader: render.NewReader("", func(format game.Text, args ...any) string { return "«" + format.Format(args...) + "»" }, false)}
	dice, _ := foreign.Dice(rolls, 20)
	words := 0
	for _, line := range dice.Lines {
		for _, c := range line.Cells {
			for _, said := range []string{c.Text, c.Badge} {
				if !strings.ContainsFunc(said, unicode.IsLetter) || said == "A" || said == "B" || said == "A3" || said == "B6" {
					continue
				}
				words++
				if !strings.HasPrefix(said, "«") || strings.HasPrefix(said, "«(DEF") && !strings.HasSuffix(said, "»)»") {
					t.Errorf("%q is not translated", said)
				}
			}
		}
	}
	if words < 40 {
		t.Errorf("only %d words", words)
	}
}

func cardOf(t *testing.T, slug string) *cards.Unit {
	t.Helper()
	u, ok := rules.View{}.Cards().Find(slug)
	if !ok {
		t.Fatalf("no card %s", slug)
	}
	return u
}

// Every card has a picture of bounded size.
func TestEveryCard(t *testing.T) {
	for _, u := range (rules.View{}).Cards().All() {
		png, err := render.DrawSheet(draw.Look{}.Card(u))
		if err != nil || len(png) > 200<<10 {
			t.Errorf("%s: %d bytes, %v", u.Slug, len(png), err)
		}
		rendertest.Keep(t, "card-"+u.Slug, png)
	}
}

func TestSheetWalls(t *testing.T) {
	if _, err := (draw.Look{}).PrivateSheet(crowded(game.Onlooker())); err == nil {
		t.Error("an onlooker's view was drawn as a private sheet")
	}
	if p, err := (draw.Look{}).PrivateSheet(crowded(game.Player(2))); err != nil || p.Seat != 2 {
		t.Errorf("a sheet of seat %d: %v", p.Seat, err)
	}
}
