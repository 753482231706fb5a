package jagged

import (
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/gametest"
	rules "downsync/game/jagged"
	"downsync/game/jagged/advice"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
	"downsync/game/table"
)

// missesOf returns attacks of the other side that miss, each with another roll.
func missesOf(n int) (out []game.Fact) {
	for i := range n {
		out = append(out, rules.AttackResolved{By: "B1", Target: "A1", Weapon: "ballistic-rifle", Face: 20 + i, Need: 60, Outcome: rules.Miss})
	}
	return out
}

// A loss is above the board of a console although later lines would hide it; a loss of an earlier Round is not.
func TestLossesStayInTheNews(t *testing.T) {
	d := deskAt(t, rules.Rushing, rules.Options{}, rules.LabModel{Label: "A1", Unit: "colonist-rifleman", At: at(6, 6)},
		rules.LabModel{Label: "B1", Unit: "rootblade-initiate", At: at(12, 6)})
	v := sketched.reads(d.View(game.Player(1)), table.Meta{})
	death := rules.AttackResolved{By: "A1", Target: "B2", Weapon: "ballistic-rifle", Face: 90, Need: 60, Outcome: rules.Hit, Destroyed: true}
	misses := missesOf(6)
	for _, x := range []struct {
		facts []game.Fact
		shown int // how often the loss is above the board
	}{
		{append([]game.Fact{rules.RoundBegan{Round: 2}, death}, misses...), 1},
		{append([]game.Fact{death, rules.RoundBegan{Round: 2}}, misses...), 0},
		{[]game.Fact{misses[0], death}, 1},
	} {
		above, _ := v.Teller().Folded(v.news(x.facts), recentLines, maxNews)
		if strings.Count(above, "B2 is destroyed") != x.shown {
			t.Errorf("%q", above)
		}
	}
}

// The number that an attack needed is shown with Seer's Insight, which made it harder than listed.
func TestInsightIsNamedInTheRoll(t *testing.T) {
	d := deskAt(t, rules.Rushing, rules.Options{}, rules.LabModel{Label: "A1", Unit: "colonist-rifleman", At: at(6, 6)},
		rules.LabModel{Label: "B1", Unit: "rootblade-initiate", At: at(12, 6)})
	v := sketched.reads(d.View(game.Player(1)), table.Meta{})
	miss := rules.AttackResolved{By: "A1", Target: "B1", Weapon: "ballistic-rifle", Face: 70, Need: 75, Outcome: rules.Miss}
	rolled := rules.AttackRolled{Aim: rules.Aim{By: "A1", Target: "B1", Weapon: "ballistic-rifle", Need: 65}, Face: 70}
	for _, facts := range [][]game.Fact{{rolled, rules.InsightUsed{Seat: 2, Need: 75}, miss}, {rules.InsightUsed{Seat: 2, Need: 75}, miss}} {
		if got := strings.Join(v.Teller().Told(facts), "\n"); !strings.Contains(got, "70, needing 75 (Seer's Insight +10): a miss") {
			t.Errorf("%q", got)
		}
	}
	if got := strings.Join(v.Teller().Told([]game.Fact{rules.InsightUsed{Seat: 2, Need: 75}, miss, rolled, miss}), "\n"); strings.Count(got, "(Seer") != 1 {
		t.Errorf("the next attack: %q", got)
	}
}

// The note of a place shows the distance of the nearest enemy once the model is there, even of an enemy that cannot shoot.
func TestPlacesSayTheDistanceFromThere(t *testing.T) {
	d := deskAt(t, rules.Moving, rules.Options{}, rules.LabModel{Label: "A1", Unit: "colonist-rifleman", At: at(18, 6)},
		rules.LabModel{Label: "B1", Unit: "sand-golem", At: at(6, 6)}, rules.LabModel{Label: "B2", Unit: "tree-warden", At: at(30, 6)})
	v := sketched.reads(d.View(game.Player(1)), table.Meta{})
	to := at(16, 6)
	a, _ := v.Model("A1")
	b, _ := v.Model("B1")
	want := rounded(plane.Gap(plane.Disc{At: to, R: a.Radius}, plane.Disc{At: *b.At, R: b.Radius})).String()
	if got := v.where("A1", to); !strings.HasPrefix(got, "then "+want+"\" from B1") {
		t.Errorf("%q, expected %s", got, want)
	}
}

// A Rush at an enemy that is near enough but without a straight way is not called out of reach.
func TestRushWithoutAWay(t *testing.T) {
	d := deskAt(t, rules.Rushing, rules.Options{}, rules.LabModel{Label: "A1", Unit: "colonist-rifleman", At: at(6, 6)},
		rules.LabModel{Label: "B1", Unit: "rootblade-initiate", At: at(12, 6)})
	v := sketched.reads(d.View(game.Player(1)), table.Meta{})
	near, far := rules.RushAim{Gap: 1200, Base: 5000, Need: 7}, rules.RushAim{Gap: 20000, Base: 5000, Need: 7}
	if v.die(near) != "no straight way there" || v.die(far) != "out of reach" {
		t.Errorf("%q, %q", v.die(near), v.die(far))
	}
}

// A button that shows more before anything is played ends in "…"; one that plays at once does not. A Rush from the list is shown
// first, like shots and strikes.
func TestButtonsTellWhatTheyDo(t *testing.T) {
	models := []rules.LabModel{{Label: "A1", Unit: "colonist-rifleman", At: at(6, 6)}, {Label: "A2", Unit: "colonist-rifleman", At: at(6, 9)},
		{Label: "B1", Unit: "rootblade-initiate", At: at(12, 6)}}
	for _, phase := range []rules.Phase{rules.Moving, rules.Shooting, rules.Rushing} {
		d := deskAt(t, phase, rules.Options{}, models...)
		_, c := d.console(1, "")
		for _, b := range c.Buttons {
			if leads := b.Does.Kind == wire.ControlDraft && b.Does.Draft != ""; leads != strings.HasSuffix(b.Label, " …") && b.Does.Ask != "" {
				t.Errorf("%s: %q leads on %t", phase, b.Label, leads)
			}
		}
	}
	d := deskAt(t, rules.Rushing, rules.Options{}, models...)
	step := d.picked(1, "", "Rush one by one", "rush A1 B1")
	if step.Order != "" {
		t.Fatalf("%+v is played at once", step)
	}
	words, c := d.console(1, step.Draft)
	green := 0
	for _, b := range c.Buttons {
		if b.Style == wire.Success {
			green++
			if b.Does.Draft != "rush A1 B1" {
				t.Errorf("green is %+v", b)
			}
		}
	}
	if green != 1 || !strings.Contains(words, "**A1 Colonist Rifleman** at **B1 Rootblade Initiate**") {
		t.Errorf("%d green in:\n%s", green, words)
	}
}

// A player who ends a Sprint without a better place to go gets a green button to stay.
func TestAGreenButtonToStay(t *testing.T) {
	d := deskAt(t, rules.Moving, rules.Options{}, rules.LabModel{Label: "A1", Unit: "colonist-rifleman", At: at(24, 24)},
		rules.LabModel{Label: "B1", Unit: "tree-warden", At: at(45, 45)})
	// Before the Sprint, for a single model: no green button moves the only model off its Objective.
	if _, c := d.console(1, d.picked(1, "", "One by one", "move A1").Draft); slices.ContainsFunc(c.Buttons, func(b wire.Button) bool { return b.Style == wire.Success }) {
		t.Errorf("a green button moves it: %+v", c.Buttons)
	}
	d.plays(1, "sprint A1")
	if d.ask(1).Name != "go" {
		t.Fatalf("asked %s", d.ask(1).Name)
	}
	if b := d.green(1); b.Does.Draft != "stay" {
		t.Errorf("green is %q", b.Does.Draft)
	}
}

// The edge of a page has the colour of the seat's faction on boards, whichever seat that is.
func TestPagesHaveTheFactionsColour(t *testing.T) {
	accents := map[string]int{}
	for _, attacker := range factions {
		c := rules.Defaults()
		c.Attacker = attacker
		models := []rules.LabModel{{Label: "A1", Unit: "colonist-rifleman", At: at(10, 10)}, {Label: "B1", Unit: "rootblade-initiate", At: at(40, 40)}}
		if attacker == cards.Martians {
			models[0].Unit, models[1].Unit = models[1].Unit, models[0].Unit
		}
		d := deskOf(t, sketched, c, rules.Lab{Round: 2, Phase: rules.Moving, Models: models})
		for seat := game.Seat(1); seat <= 2; seat++ {
			l, err := play{sketched}.Console(table.Private{Seat: seat, View: d.View(game.Player(seat))}, bot.Page{})
			if err != nil {
				t.Fatal(err)
			}
			faction, accent := c.Faction(seat), l.Message.Blocks[0].(wire.Box).Accent
			if was, seen := accents[faction]; seen && was != accent {
				t.Errorf("%s has the colours %x and %x", faction, was, accent)
			}
			accents[faction] = accent
		}
	}
	if accents[cards.Humans] == accents[cards.Martians] {
		t.Error("both factions have one colour")
	}
}

// The result of the reader's own attack is among the lines, in order, although many later ones would hide it.
func TestOwnResultsStayInTheNews(t *testing.T) {
	d := deskAt(t, rules.Fighting, rules.Options{}, rules.LabModel{Label: "A1", Unit: "colonist-rifleman", At: at(6, 6)},
		rules.LabModel{Label: "B1", Unit: "rootblade-initiate", At: at(7.5, 6)})
	v := sketched.reads(d.View(game.Player(1)), table.Meta{})
	own := rules.AttackResolved{By: "A1", Target: "B1", Weapon: "ballistic-rifle", Face: 33, Need: 60, Outcome: rules.Miss}
	facts := append([]game.Fact{rules.RoundBegan{Round: 2}, own}, missesOf(6)...)
	above, below := v.Teller().Folded(v.news(facts), recentLines, maxNews)
	if !strings.Contains(strings.Split(above, "\n")[0], ": 33, needing 60") || !strings.Contains(below, "3 more lines are in `/match log`") {
		t.Errorf("%q, then %q", above, below)
	}
}

// A flank is left or right of the Zone as on the picture, for both sides.
func TestFlanksAreAsThePictureShowsThem(t *testing.T) {
	for seat := game.Seat(1); seat <= 2; seat++ {
		if left, right := advice.Flank(seat, 0), advice.Flank(seat, 1); left.X >= right.X {
			t.Errorf("%d: left is %s, right %s", seat, left, right)
		}
	}
}

// Several Rushes ordered by one press each keep their stated chance, whatever the ones before roll; the others are asked again.
func TestRushesTogetherKeepTheirChance(t *testing.T) {
	d := deskAt(t, rules.Rushing, rules.Options{}, rules.LabModel{Label: "A1", Unit: "colonist-rifleman", At: at(8, 6)},
		rules.LabModel{Label: "A2", Unit: "colonist-rifleman", At: at(6, 6)}, rules.LabModel{Label: "B1", Unit: "rootblade-initiate", At: at(12, 6)})
	words, _ := d.console(1, "")
	if b := d.green(1); strings.Contains(b.Does.Draft, "A2") || strings.Contains(b.Does.Draft, "done") || !strings.Contains(words, "Asked again after that") {
		t.Errorf("green is %q: %q in:\n%s", b.Label, b.Does.Draft, words)
	}
}

// In the last Round a shot that does harm only by a Critical Success is proposed, because it costs nothing then. Before, it is not.
func TestFreeShotsOfTheLastRound(t *testing.T) {
	c := rules.Defaults()
	c.Wounds = "" // as printed
	for _, round := range []int{4, 5} {
		d := deskOf(t, sketched, c, rules.Lab{Round: round, Phase: rules.Shooting, Models: []rules.LabModel{
			{Label: "A1", Unit: "colonist-rifleman", At: at(6, 6)}, {Label: "B1", Unit: "tree-warden", At: at(16, 6)}}})
		if b := d.green(1); strings.HasPrefix(b.Label, "No more") != (round < rules.Rounds) {
			t.Errorf("Round %d: green is %q", round, b.Label)
		}
	}
}

// The Steal is worth nothing that can be measured: the green button, which is the first, keeps the Flare.
func TestStealIsNoAdvice(t *testing.T) {
	c := rules.Defaults()
	for i, role := range roles {
		c.Brought[i] = rules.Picks(cards.Starter(c.Faction(game.Seat(i+1)), role))
	}
	d := onSpireYard(t, sketched, c)
	for range 4 { // Objectives and deployment
		seat := game.Seat(1)
		if len(d.Asks(1)) < 2 && d.Asks(2)[0].Name != "draw" {
			seat = 2
		}
		a := d.ask(seat)
		if a.Name == "steal" {
			break
		}
		st, err := d.Answer(seat, a.ID, a.Default, gametest.NewDice(1))
		if err != nil {
			t.Fatal(err)
		}
		d.Apply(st)
	}
	_, shown := d.console(2, "")
	if first := shown.Buttons[0]; first.Does.Draft != "steal no" || first.Style != wire.Success {
		t.Errorf("the first button plays %q in style %v", first.Does.Draft, first.Style)
	}
}
