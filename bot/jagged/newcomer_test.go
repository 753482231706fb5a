package jagged

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/gametest"
	rules "downsync/game/jagged"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
	"downsync/game/table"
)

// desk is a battle that begins in the middle, with the console of the seat that is asked.
type desk struct {
	t     *testing.T
	forms Forms
	game.Match
}

// deskAt begins a battle on Spire Yard with those models.
func deskAt(t *testing.T, phase rules.Phase, options rules.Options, models ...rules.LabModel) *desk {
	t.Helper()
	c := rules.Defaults()
	c.Options = options
	return deskOf(t, sketched, c, rules.Lab{Round: 2, Phase: phase, Models: models})
}

// deskOf begins a battle on Spire Yard from that position.
func deskOf(t *testing.T, forms Forms, c rules.Config, lab rules.Lab) *desk {
	t.Helper()
	lab.Initiative, lab.Flares, lab.Kept = 1, [2]int{2, 2}, [2]int{60, 60}
	lab.Objectives = []rules.LabMarker{{At: at(24, 24)}, {At: at(12, 32)}, {At: at(36, 16)}}
	c.Lab = &lab
	return onSpireYard(t, forms, c)
}

// onSpireYard begins a battle on Spire Yard.
func onSpireYard(t *testing.T, forms Forms, c rules.Config) *desk {
	t.Helper()
	c.Board = "spire-yard"
	m, st, err := rules.Rules().Start(2, c.Encode(), gametest.NewDice(1))
	if err != nil {
		t.Fatal(err)
	}
	m.Apply(st)
	return &desk{t, forms, m}
}

func at(x, y float64) plane.Point {
	return plane.Point{X: plane.Inch(x * 1000), Y: plane.Inch(y * 1000)}
}

// ask returns the seat's question.
func (d *desk) ask(seat game.Seat) game.Ask {
	d.t.Helper()
	for _, a := range d.Asks(seat) {
		if !a.Standing {
			return a
		}
	}
	d.t.Fatalf("%d is asked nothing", seat)
	return game.Ask{}
}

// console returns the seat's console for the draft.
func (d *desk) console(seat game.Seat, draft string) (words string, c bottest.Controls) {
	d.t.Helper()
	p := table.Private{Seat: seat, View: d.View(game.Player(seat))}
	for _, a := range d.Asks(seat) {
		p.Asks = append(p.Asks, table.OpenAsk{Ask: a})
	}
	l, err := play{d.forms}.Console(p, bot.Page{Ask: d.ask(seat).ID, Order: draft})
	if err != nil {
		d.t.Fatal(err)
	}
	return bottest.Words(l.Message), bottest.ControlsOf(l.Message)
}

// green returns the green button.
func (d *desk) green(seat game.Seat) wire.Button {
	d.t.Helper()
	words, c := d.console(seat, "")
	i := slices.IndexFunc(c.Buttons, func(b wire.Button) bool { return b.Style == wire.Success })
	if i < 0 {
		d.t.Fatalf("nothing is green in:\n%s", words)
	}
	return c.Buttons[i]
}

// plays gives orders, with semicolons between them.
func (d *desk) plays(seat game.Seat, orders string) {
	d.t.Helper()
	for line := range strings.SplitSeq(orders, "; ") {
		r, err := rules.Parse(line)
		if err != nil {
			d.t.Fatal(err)
		}
		st, err := d.Answer(seat, d.ask(seat).ID, r, gametest.NewDice(3))
		if err != nil {
			d.t.Fatalf("%s: %v", line, err)
		}
		d.Apply(st)
	}
}

func (d *desk) view() rules.View { return d.View(game.Onlooker()).(rules.View) }

// "To the Objectives" leads to those that no model of the own side holds: a model that holds one stays, the others share the rest.
// The button for all plays what the board shows.
func TestToTheObjectivesThatNeedIt(t *testing.T) {
	d := deskAt(t, rules.Moving, rules.Options{}, rules.LabModel{Label: "A1", Unit: "colonist-rifleman", At: at(24, 24)},
		rules.LabModel{Label: "A2", Unit: "colonist-rifleman", At: at(22, 26)}, rules.LabModel{Label: "A3", Unit: "colonist-rifleman", At: at(25, 22)},
		rules.LabModel{Label: "B1", Unit: "rootblade-initiate", At: at(44, 44)})
	_, c := d.console(1, "@advance")
	i := slices.IndexFunc(c.Buttons, func(b wire.Button) bool { return b.Style == wire.Success })
	d.plays(1, strings.TrimSuffix(c.Buttons[i].Does.Draft, "; done"))
	v := d.view()
	for l, o := range map[rules.Label]int{"A1": 0, "A2": 1, "A3": 2} {
		m, _ := v.Model(l)
		was := map[rules.Label]plane.Point{"A1": at(24, 24), "A2": at(22, 26), "A3": at(25, 22)}[l]
		if now, before := plane.Dist(*m.At, v.Objectives[o].At), plane.Dist(was, v.Objectives[o].At); now > before || now == before && l != "A1" {
			t.Errorf("%s went to %s, no nearer to Objective %d", l, m.At, o+1)
		}
	}
}

// One press makes all models sprint to the Objectives that need them, without questions in between.
func TestSprintAll(t *testing.T) {
	d := deskAt(t, rules.Moving, rules.Options{}, rules.LabModel{Label: "A1", Unit: "colonist-rifleman", At: at(3, 3)},
		rules.LabModel{Label: "A2", Unit: "colonist-rifleman", At: at(5, 3)}, rules.LabModel{Label: "B1", Unit: "rootblade-initiate", At: at(44, 44)})
	_, c := d.console(1, "@advance")
	i := slices.IndexFunc(c.Buttons, func(b wire.Button) bool { return strings.HasPrefix(b.Label, "Sprint all") })
	if i < 0 {
		t.Fatalf("no button in %+v", c.Buttons)
	}
	for line := range strings.SplitSeq(c.Buttons[i].Does.Draft, "; ") {
		if strings.HasPrefix(line, "sprint") && !strings.HasSuffix(line, " stay") {
			t.Errorf("%q may ask where the model goes", line)
		}
	}
	d.plays(1, c.Buttons[i].Does.Draft)
	v := d.view()
	for _, l := range []rules.Label{"A1", "A2"} {
		if m, _ := v.Model(l); !slices.Contains(m.Done, "sprinted") || plane.Dist(*m.At, at(3, 3)) < plane.In(5) {
			t.Errorf("%s: %v at %s", l, m.Done, m.At)
		}
	}
	if v.Going != nil || len(v.Left) != 1 || v.Left[0] != 2 {
		t.Errorf("it goes on with %+v, %v", v.Going, v.Left)
	}
}

// A Rush shows on its button the value of its strike, and names the enemy that may counter-charge.
func TestRushSaysItsStrike(t *testing.T) {
	d := deskAt(t, rules.Rushing, rules.Options{}, rules.LabModel{Label: "A1", Unit: "colonist-rifleman", At: at(6, 6)},
		rules.LabModel{Label: "B1", Unit: "martian-shock-specialist", At: at(11, 6)}, rules.LabModel{Label: "B2", Unit: "tree-warden", At: at(40, 6)})
	words, _ := d.console(1, "")
	if label := d.green(1).Label; !strings.Contains(label, "A1 → B1 · 100 % · strike 3") {
		t.Errorf("the green button is %q", label)
	}
	for _, want := range []string{"DAM 1 against W 1: 0.3", "⚠️ B1 Specialist may counter-charge"} {
		if !strings.Contains(words, want) {
			t.Errorf("no %q in:\n%s", want, words)
		}
	}
	d = deskAt(t, rules.Rushing, rules.Options{}, rules.LabModel{Label: "A1", Unit: "colonist-rifleman", At: at(6, 6)},
		rules.LabModel{Label: "B2", Unit: "tree-warden", At: at(11, 6)})
	if words, _ := d.console(1, ""); !strings.Contains(words, "DAM 1 is below W 3") || strings.Contains(words, "may counter-charge") {
		t.Errorf("at a monster:\n%s", words)
	}
	d = deskAt(t, rules.Rushing, rules.Options{}, rules.LabModel{Label: "A1", Unit: "colonist-rifleman", At: at(6, 6)},
		rules.LabModel{Label: "A2", Unit: "combat-engineer", At: at(10, 9)}, rules.LabModel{Label: "B1", Unit: "bloodroot-stalker", At: at(11, 6)})
	if words, _ := d.console(1, ""); !strings.Contains(words, "A1 Rifleman → B1 Stalker · 100 % · strike 41 %") {
		t.Errorf("the Engineer, who is near where the bases touch, does not help:\n%s", words)
	}
}

// If one Rush is proposed and others after it, the button names the one that it plays.
func TestRushNamesWhoRushes(t *testing.T) {
	d := deskAt(t, rules.Rushing, rules.Options{}, rules.LabModel{Label: "A1", Unit: "colonist-rifleman", At: at(6, 6)},
		rules.LabModel{Label: "A2", Unit: "colonist-rifleman", At: at(4, 6)}, rules.LabModel{Label: "B1", Unit: "bloodroot-stalker", At: at(9, 6)})
	words, _ := d.console(1, "")
	if !strings.Contains(words, "Asked again after that, as the others may be in the way: A2.") {
		t.Fatalf("A2 is not in the way:\n%s", words)
	}
	if b := d.green(1); !strings.HasPrefix(b.Label, "Rush A1 → B1") || !strings.HasPrefix(b.Does.Draft, "rush A1") {
		t.Errorf("the button %q plays %q", b.Label, b.Does.Draft)
	}
}

// A side whose Rushes can reach nobody is not asked for a Rush after the green button of Shooting; otherwise it is asked.
func TestNoRushThatCannotArrive(t *testing.T) {
	for x, asked := range map[float64]bool{24: false, 16: true} { // a rifle reaches 24"
		d := deskAt(t, rules.Shooting, rules.Options{}, rules.LabModel{Label: "A1", Unit: "colonist-rifleman", At: at(6, 6)},
			rules.LabModel{Label: "A2", Unit: "colonist-rifleman", At: at(6, 9)}, rules.LabModel{Label: "B1", Unit: "tree-warden", At: at(x, 6)})
		d.plays(1, d.green(1).Does.Draft)
		for d.view().Phase == rules.Shooting {
			d.plays(2, "done")
		}
		if v := d.view(); (v.Phase == rules.Rushing && v.Left[0] == 1) != asked {
			t.Errorf("at %g: %s of %v, asked expected %t", x, v.Phase, v.Left, asked)
		}
	}
}

// In the last Round the pages mention what will be useless afterwards: Flares if one helps an attack, and BP.
func TestWhatIsLeftInTheLastRound(t *testing.T) {
	says := func(round, flares int, phase rules.Phase, own, words string) bool {
		t.Helper()
		c := rules.Defaults()
		c.Board = "spire-yard"
		c.Lab = &rules.Lab{Round: round, Phase: phase, Initiative: 1, Flares: [2]int{flares, 2}, Kept: [2]int{60, 60}, Models: []rules.LabModel{
			{Label: "A1", Unit: own, At: at(6, 6)}, {Label: "A2", Unit: "colonist-rifleman", At: at(6, 9)}, {Label: "B1", Unit: "sand-golem", At: at(16, 6)}},
			Objectives: []rules.LabMarker{{At: at(24, 24)}, {At: at(12, 32)}, {At: at(36, 16)}}}
		m, st, err := rules.Rules().Start(2, c.Encode(), gametest.NewDice(1))
		if err != nil {
			t.Fatal(err)
		}
		m.Apply(st)
		said, _ := (&desk{t, sketched, m}).console(1, "")
		return strings.Contains(said, words)
	}
	const flares, points = "The last Round, 1 Flare left", "BP that are kept now are of no use"
	if !says(5, 1, rules.Shooting, "combat-engineer", flares) || says(4, 1, rules.Shooting, "combat-engineer", "The last Round") ||
		says(5, 0, rules.Shooting, "combat-engineer", "The last Round") || says(5, 1, rules.Shooting, "colonist-rifleman", "The last Round") {
		t.Error("Flares are told where they are of use on, or not where they are not")
	}
	if !says(5, 1, rules.Reinforce, "combat-engineer", points) || says(4, 1, rules.Reinforce, "combat-engineer", points) {
		t.Error("BP are told where they are of use on, or not where they are not")
	}
}

// A Rush part in which nobody can be reached still shows what a Rush would do; green is to skip it.
func TestShortRushIsExplained(t *testing.T) {
	for x, short := range map[float64]bool{40: true, 12: false} {
		d := deskAt(t, rules.Rushing, rules.Options{}, rules.LabModel{Label: "A1", Unit: "colonist-rifleman", At: at(6, 6)}, rules.LabModel{Label: "B1", Unit: "rootblade-initiate", At: at(x, 6)})
		words, _ := d.console(1, "")
		if said := strings.Contains(words, "No Rush can reach an enemy from here."); said != short || (d.green(1).Label == "No Rush") != short {
			t.Errorf("at %g: green is %q in:\n%s", x, d.green(1).Label, words)
		}
	}
}

// An affordable Reinforcement is proposed on the green button, at a legal place: the dearest one that leaves an equal share for the
// next.
func TestReinforcementIsProposed(t *testing.T) {
	d := deskAt(t, rules.Reinforce, rules.Options{}, rules.LabModel{Label: "A1", Unit: "combat-engineer", At: at(4, 4)},
		rules.LabModel{Label: "B1", Unit: "rootblade-initiate", At: at(44, 44)})
	for _, want := range []string{"Bring Heavy Android: 25 BP", "Bring Walker Turret: 35 BP"} { // of 60 BP for two, of 35 for one
		b := d.green(1)
		if b.Label != want {
			t.Errorf("proposed is %s, expected %s", b.Label, want)
		}
		if d.plays(1, b.Does.Draft); len(d.view().Models) == 2 {
			t.Fatal("nobody came")
		}
	}
}

// If lists are chosen in the battle, one press brings the starter.
func TestStarterIsOnePress(t *testing.T) {
	c := rules.Defaults()
	d := onSpireYard(t, sketched, c)
	starter := cards.Starter(c.Faction(1), cards.Attacker)
	if b := d.green(1); b.Label != "Bring the list "+starter.Name || b.Does.Draft != "list "+starter.ID {
		t.Errorf("green is %q: %q", b.Label, b.Does.Draft)
	}
}

// Tactical Insight shows the chance that the second roll takes the Initiative; if that is more than even it is green.
func TestInsightSaysItsChance(t *testing.T) {
	greens := 0
	for seed := range uint64(40) {
		c := rules.Defaults()
		c.Board = "spire-yard"
		c.Lab = &rules.Lab{Round: 2, Phase: rules.Commanding, Initiative: 1, Models: []rules.LabModel{{Label: "A1", Unit: "command-officer", At: at(4, 4)}, {Label: "B1", Unit: "rootblade-initiate", At: at(44, 44)}}}
		m, st, err := rules.Rules().Start(2, c.Encode(), gametest.NewDice(seed))
		if err != nil {
			t.Fatal(err)
		}
		m.Apply(st)
		d := &desk{t, sketched, m}
		var rolled rules.InitiativeTaken
		for _, f := range m.Told(game.Onlooker(), 0) {
			if f, ok := f.(rules.InitiativeTaken); ok {
				rolled = f
			}
		}
		if rolled.Seat == 1 {
			continue
		}
		chance := 100 - rolled.Totals[1] // the higher total has it; B wins ties, as the Defender
		words, controls := d.console(1, "insight yes")
		i := slices.IndexFunc(controls.Buttons, func(b wire.Button) bool { return b.Label == fmt.Sprintf("Roll again · %d %%", chance) })
		if i < 0 || (controls.Buttons[i].Style == wire.Success) != (chance >= 50) {
			t.Fatalf("after %v expected %d %% in\n%s", rolled.Totals, chance, words)
		}
		if chance >= 50 {
			greens++
		}
	}
	if greens == 0 {
		t.Error("it was never likely")
	}
}

// If there are more attacks than a select holds, they are offered one attacker after another; none is missing.
func TestManyAttacks(t *testing.T) {
	var models []rules.LabModel
	for n := range 8 {
		models = append(models, rules.LabModel{Label: rules.Label(fmt.Sprintf("A%d", n+1)), Unit: "colonist-rifleman", At: at(4, 2+2.4*float64(n))},
			rules.LabModel{Label: rules.Label(fmt.Sprintf("B%d", n+1)), Unit: "rootblade-initiate", At: at(12, 2+2.4*float64(n))})
	}
	d := deskAt(t, rules.Shooting, rules.Options{}, models...)
	words, c := d.console(1, "")
	if strings.Contains(words, "/order") || len(c.Selects) != 1 || len(c.Selects[0].Options) != 8 {
		t.Errorf("%d selects, the first with %d options:\n%s", len(c.Selects), len(c.Selects[0].Options), words)
	}
	want := 0
	for _, k := range d.ask(1).Menu {
		if k.Verb == "shoot" && k.Value("unit") == "A3" {
			want = len(k.Options("target"))
		}
	}
	p := table.Private{Seat: 1, View: d.View(game.Player(1))}
	for _, a := range d.Asks(1) {
		p.Asks = append(p.Asks, table.OpenAsk{Ask: a})
	}
	step := play{sketched}.Press(p, d.ask(1).ID, "", []string{"@A3"})
	if _, c = d.console(1, step.Draft); len(c.Selects) != 2 || len(c.Selects[1].Options) < want || want < 5 {
		t.Errorf("%+v: %d selects, of A3 %d targets expected", step, len(c.Selects), want)
	}
}

// Every penalty of the catalogue is described in the challenge and to the sides that choose their lists: to its loser as a loss, to
// the other side as a gain where it gains. A roll that it changes names it.
func TestPenaltiesAreTold(t *testing.T) {
	w := Forms{Voice: bot.Voice{Language: lang.English}}
	for _, p := range cards.Positions() {
		if p.HQ {
			continue
		}
		c := rules.Defaults()
		c.Attacker, c.Position, c.Penalties = cards.Other(p.Faction), p.ID, []string{p.ID}
		raw, err := json.Marshal(c.Terms)
		if err != nil {
			t.Fatal(err)
		}
		for seat := game.Seat(1); seat <= 2; seat++ {
			said := strings.Join(war{w}.Bears(raw, seat, ""), "\n")
			lost := c.Faction(seat) == p.Faction
			if strings.Contains(said, p.Name+" lost: "+p.Text) != lost || strings.Contains(said, p.Name+" taken: "+p.Text) != (!lost && p.Penalty.Taker) {
				t.Errorf("%s, seat %d: %q", p.ID, seat, said)
			}
		}
		if told := (lobby{w}).Terms(raw); !strings.Contains(told, p.Text) {
			t.Errorf("%s: the challenge says %s", p.ID, told)
		}
		if p.Penalty.Is == cards.HigherThreshold {
			v := reading{rules.View{}, w, w.look("")}
			if sum := v.sum(rules.Aim{SR: 60, Parts: []rules.Part{{From: p.ID, N: p.Penalty.N}}, Need: 60 + p.Penalty.N}); !strings.Contains(sum, p.Name) {
				t.Errorf("%s: the roll says %s", p.ID, sum)
			}
		}
	}
}

// Victory Points are mentioned only if they decide. A destroyed Reinforcement keeps its name, and /measure marks rounded figures.
func TestWhatIsTold(t *testing.T) {
	for victory, told := range map[string]bool{"": false, "vp": true} {
		d := deskAt(t, rules.Moving, rules.Options{Victory: victory}, rules.LabModel{Label: "A1", Unit: "colonist-rifleman", At: at(6, 6)},
			rules.LabModel{Label: "B1", Unit: "rootblade-initiate", At: at(44, 44)})
		v := reading{d.view(), Forms{Voice: bot.Voice{Language: lang.English}}, Forms{}.look("")}
		words, _ := d.console(1, "")
		scored := factRows.Line(v, rules.Scored{Owners: []game.Seat{1, 2, 0}, Contested: make([]bool, 3), VP: [2]int{1, 1}})
		if alt := v.draw.Alt(v.battle()); strings.Contains(words, "VP") != told || strings.Contains(scored, "VP") != told || strings.Contains(alt, "VP") != told {
			t.Errorf("victory %q: %s\n%s\n%s", victory, scored, alt, words)
		}
		measured, _, err := v.measured("measure", map[string]string{"from": "A1", "to": "B1"})
		if err != nil || !strings.Contains(measured, "rounded to the tenth") {
			t.Errorf("%v: %s", err, measured)
		}
	}
	d := deskAt(t, rules.Reinforce, rules.Options{}, rules.LabModel{Label: "A1", Unit: "combat-engineer", At: at(6, 6)},
		rules.LabModel{Label: "B1", Unit: "rootblade-initiate", At: at(44, 44)})
	d.plays(1, "reinforce colonist-rifleman at 2,2")
	v := d.view()
	v.Sides[0].List = []rules.Pick{{Unit: "combat-engineer"}}
	v.Models = nil
	if got := (reading{v, Forms{Voice: bot.Voice{Language: lang.English}}, Forms{}.look("")}).name("A2"); got != "A2 Colonist Rifleman" {
		t.Errorf("it is called %q", got)
	}
}
