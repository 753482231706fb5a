package jagged

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/jagged"
	"downsync/game/jagged/advice"
	"downsync/game/jagged/cards"
)

// The green button of a question plays what advice rates best, as the rival of the careful style does and as a hint says.
func TestGreenIsAdvised(t *testing.T) {
	for _, d := range []*desk{
		deskAt(t, rules.Rushing, rules.Options{}, rules.LabModel{Label: "A1", Unit: "colonist-rifleman", At: at(20, 20)}, rules.LabModel{Label: "B1", Unit: "rootblade-initiate", At: at(20, 25)}),
		deskAt(t, rules.Rushing, rules.Options{}, rules.LabModel{Label: "A1", Unit: "colonist-rifleman", At: at(20, 20)}, rules.LabModel{Label: "B1", Unit: "tree-warden", At: at(20, 25)}),
		deskAt(t, rules.Reinforce, rules.Options{}, rules.LabModel{Label: "A1", Unit: "combat-engineer", At: at(4, 4)}, rules.LabModel{Label: "B1", Unit: "rootblade-initiate", At: at(44, 44)}),
		onSpireYard(t, sketched, rules.Defaults()).brought(),
	} {
		a := d.ask(1)
		p := advice.Read(d.View(game.Player(1)).(rules.View), a, advice.Usual)
		want, ok := p.Best()
		if got := d.green(1).Does.Draft; !ok || got != want.Order() {
			t.Errorf("%s: green plays %q, advised is %q", a.Name, got, want.Order())
		}
	}
}

// brought answers the choice of lists for both sides.
func (d *desk) brought() *desk {
	for _, seat := range []game.Seat{1, 2} {
		d.plays(seat, d.green(seat).Does.Draft)
	}
	return d
}

// Without a purpose the Movement part proposes what advice finds for each model, and all of it is one legal press. Another press
// asks for a purpose.
func TestMovesAsProposed(t *testing.T) {
	d := deskAt(t, rules.Moving, rules.Options{}, rules.LabModel{Label: "A1", Unit: "colonist-rifleman", At: at(24, 20)},
		rules.LabModel{Label: "A2", Unit: "colonist-rifleman", At: at(8, 28)}, rules.LabModel{Label: "A3", Unit: "colonist-rifleman", At: at(3, 3)},
		rules.LabModel{Label: "B1", Unit: "rootblade-initiate", At: at(44, 44)})
	steps := advice.Read(d.View(game.Player(1)).(rules.View), d.ask(1), advice.Usual).Part()
	if len(steps) != 3 {
		t.Fatalf("%d models have a step", len(steps))
	}
	_, c := d.console(1, "")
	if got := marksOf(c); !slices.Equal(got, []string{"@advance", "@enemy"}) {
		t.Errorf("out of the enemy's sight there are buttons for %v", got)
	}
	if straight := advice.Planned(d.view(), advice.Advance, []rules.Label{"A1", "A2", "A3"}); slices.EqualFunc(straight, steps, func(a, b advice.Step) bool { return a.Order() == b.Order() }) {
		t.Fatal("the proposed moves are the straight ones here, so nothing is shown")
	}
	order := d.green(1).Does.Draft
	for _, s := range steps {
		if !strings.Contains(order+"; ", s.Order()+"; ") {
			t.Errorf("green plays %q, without %q", order, s.Order())
		}
	}
	d.plays(1, order)
	for _, s := range steps {
		if m, _ := d.view().Model(s.Unit); len(m.Done) == 0 {
			t.Errorf("%s has not moved, though %s is proposed", s.Unit, s.Order())
		}
	}
}

// The Movement part offers the purposes for which a model has somewhere to go. If nobody has, its main button is the one that ends the part.
func TestPurposesLeadSomewhere(t *testing.T) {
	seen := deskAt(t, rules.Moving, rules.Options{}, rules.LabModel{Label: "A1", Unit: "colonist-rifleman", At: at(18, 20)},
		rules.LabModel{Label: "B1", Unit: "rootblade-initiate", At: at(4, 16)})
	_, c := seen.console(1, "")
	if got := marksOf(c); !slices.Equal(got, []string{"@advance", "@enemy", "@cover", "@away"}) {
		t.Errorf("in sight of the enemy there are buttons for %v", got)
	}
	models := []rules.LabModel{{Label: "A1", Unit: "colonist-rifleman", At: at(24, 24)}}
	for i := range 8 { // a ring without a gap
		a := float64(i) * math.Pi / 4
		models = append(models, rules.LabModel{Label: rules.Label(fmt.Sprintf("B%d", i+1)), Unit: "rootblade-initiate", At: at(24+2.3*math.Cos(a), 24+2.3*math.Sin(a))})
	}
	held := deskAt(t, rules.Moving, rules.Options{}, models...)
	for _, mark := range []string{"", "@advance", "@enemy"} {
		_, c = held.console(1, mark)
		if got := marksOf(c); len(got) > 0 {
			t.Errorf("nobody can move, but there are buttons for %v", got)
		}
		if main := wire.Fold([]wire.Block{wire.Row(c.Buttons)}).Row; len(main) == 0 || main[0].Does.Draft != "done" {
			t.Errorf("nobody can move, and the main button is %+v", main)
		}
	}
}

// marksOf returns the marks of the purposes that a console offers.
func marksOf(c bottest.Controls) (out []string) {
	for _, b := range c.Buttons {
		if strings.HasPrefix(b.Does.Draft, "@") {
			out = append(out, b.Does.Draft)
		}
	}
	return out
}

// Warp Pulse and Coordinated Push are not among the proposed moves, but the answer that is best may be one of them: a hint names it.
func TestBestMayUseARule(t *testing.T) {
	for want, models := range map[string][]rules.LabModel{
		"pulse B1": {{Label: "A1", Unit: "martian-warp-specialist", At: at(24, 24)}, {Label: "B1", Unit: "colonist-rifleman", At: at(24, 29)}},
		"push":     {{Label: "A1", Unit: "command-officer", At: at(22.8, 24.8)}, {Label: "A2", Unit: "colonist-rifleman", At: at(18.3, 27.8)}, {Label: "B1", Unit: "rootblade-initiate", At: at(44, 44)}},
	} {
		c := rules.Defaults()
		if want != "push" {
			c.Attacker = cards.Martians
		}
		d := deskOf(t, sketched, c, rules.Lab{Round: 2, Phase: rules.Moving, Models: models})
		best, _ := advice.Read(d.View(game.Player(1)).(rules.View), d.ask(1), advice.Usual).Best()
		if got := best.Order(); !strings.HasSuffix(got, want) {
			t.Errorf("%q is best, expected %q", got, want)
		}
		for _, s := range advice.Read(d.View(game.Player(1)).(rules.View), d.ask(1), advice.Usual).Part() {
			if strings.HasSuffix(s.Order(), want) {
				t.Errorf("%q is proposed", s.Order())
			}
		}
	}
}

// A lasting effect that Psionic Stabilize may end has its button, and a side that has Flares to spare is told to end it.
func TestLastingEffectsHaveAButton(t *testing.T) {
	c := rules.Defaults()
	c.Attacker = cards.Martians
	lab := rules.Lab{Round: 5, Phase: rules.Moving, Models: []rules.LabModel{{Label: "A1", Unit: "martian-warp-specialist", At: at(4, 4)},
		{Label: "A2", Unit: "bloodroot-stalker", At: at(24, 24)}, {Label: "B1", Unit: "colonist-rifleman", At: at(24, 40)}}}
	effects := `[{"unit":"A2","effect":{"is":"evade","n":-10,"lasts":"next-round","from":"concussion-grenade","since":5,"until":5}}]`
	if err := json.Unmarshal([]byte(effects), &lab.Effects); err != nil {
		t.Fatal(err)
	}
	d := deskOf(t, sketched, c, lab)
	const order = "stabilize A2 evade"
	_, shown := d.console(1, "")
	if !slices.ContainsFunc(shown.Buttons, func(b wire.Button) bool { return b.Does.Draft == order }) {
		t.Error("the effect has no button")
	}
	if best, _ := advice.Read(d.View(game.Player(1)).(rules.View), d.ask(1), advice.Usual).Best(); best.Order() != order {
		t.Errorf("%q is best", best.Order())
	}
	d.plays(1, order)
	if m, _ := d.view().Model("A2"); m.Evade != 10 || d.view().Sides.Of(1).Flares != 1 {
		t.Errorf("%d Evade, %d Flares", m.Evade, d.view().Sides.Of(1).Flares)
	}
}
