package jagged

import (
	"errors"
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/book"
	"downsync/game/facts"
	"downsync/game/gametest"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
)

// lab starts a position on a board.
func lab(t testing.TB, board string, l Lab, opts ...string) game.Match {
	t.Helper()
	c := Defaults()
	c.Board, c.Lab = board, &l
	for i := 0; i < len(opts); i += 2 {
		if err := c.Set(opts[i], opts[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	m, st, err := Rules().Start(2, c.Encode(), gametest.NewDice(1))
	if err != nil {
		t.Fatal(err)
	}
	m.Apply(st)
	return m
}

func at(x, y plane.Inch) plane.Point { return plane.Point{X: x, Y: y} }

// A view's answers are computed by the rules.
func TestViewAnswers(t *testing.T) {
	m := lab(t, "spire-yard", Lab{Round: 2, Phase: Moving, Initiative: 1, Flares: [2]int{3, 2}, Models: []LabModel{
		{Label: "A1", Unit: "colonist-rifleman", At: at(26000, 12000)}, {Label: "A2", Unit: "combat-engineer", At: at(40000, 12000)},
		{Label: "B1", Unit: "rootblade-initiate", At: at(26000, 5000)}, {Label: "B2", Unit: "sand-golem", At: at(26000, 19000)}}})
	for _, who := range []game.Viewer{game.Onlooker(), game.Player(1), game.Player(2)} {
		v := m.View(who).(View)
		if a, err := v.Aim("A1", "B1", "", Aid{}); err != nil || a.Need != 85 || a.Cover != boards.Heavy || v.Pieces[a.Piece-1].Name != "Barricade" || a.Chance() != 16 {
			t.Errorf("%+v, %v", a, err)
		}
		if a, err := v.Aim("A1", "B1", "", Aid{Stabilize: true}); err != nil || a.Need != 75 {
			t.Errorf("%+v, %v", a, err)
		}
		var no *game.Refusal
		if a, err := v.Aim("A1", "B1", "combat-knife", Aid{}); !errors.As(err, &no) || no.Code != "out-of-range" || a.Need != 65 {
			t.Errorf("%+v, %v", a, err)
		}
		if _, err := v.Aim("A1", "A2", "", Aid{}); err == nil {
			t.Error("a friend is attacked")
		}
		if r, err := v.Rush("A1", ""); err != nil || r.Target != "B2" || r.Gap != 5189 || r.Base != 5000 || r.Need != 1 {
			t.Errorf("%+v, %v", r, err)
		}
		if way, n, err := v.Way("A1", at(30000, 12000), nil, plane.In(5)); err != nil || len(way) != 2 || n != 4000 {
			t.Errorf("%v, %v, %v", way, n, err)
		}
		if area := v.Reach("A1", plane.In(5)); len(area) == 0 {
			t.Error("A1 reaches nothing")
		}
		if u, ok := v.Model("B2"); !ok || u.Name != "Sand Golem" || v.Sides.Of(2).Faction != cards.Martians || v.ZoneOf(2).Min.X != 38000 || v.For() != who {
			t.Errorf("%+v", u)
		}
	}
}

// If an order names no way, the model takes the shortest around obstacles, and avoids climbing.
func TestWays(t *testing.T) {
	m := lab(t, "spire-yard", Lab{Round: 2, Phase: Moving, Initiative: 1, Models: []LabModel{
		{Label: "A1", Unit: "colonist-rifleman", At: at(13000, 15500)}, {Label: "A2", Unit: "colonist-rifleman", At: at(11500, 21000)},
		{Label: "B1", Unit: "bloodroot-stalker", At: at(44000, 44000)}}})
	v := m.View(game.Player(1)).(View)
	for _, c := range []struct {
		l        Label
		to       plane.Point
		most     plane.Inch
		code     string
		from, up plane.Inch // bounds of the length
	}{
		{"A1", at(20000, 15500), plane.In(7), "wall", 0, 0},
		{"A1", at(20000, 15500), plane.In(12), "", 9000, 10500},   // around the Reactor block
		{"A2", at(12700, 24000), plane.In(5), "", 3000, 4500},     // around the Container stack
		{"A2", at(11000, 24000), plane.In(6), "", 5000, 5100},     // onto it
		{"A2", at(11000, 24000), plane.In(5), "too-far", 0, 9000}, // 3.04" and 2" up
	} {
		way, n, err := v.Way(c.l, c.to, nil, c.most)
		var no *game.Refusal
		switch {
		case c.code == "" && (err != nil || n < c.from || n > c.up):
			t.Errorf("%s to %s: %v, %s, %v", c.l, c.to, way, n, err)
		case c.code != "" && (!errors.As(err, &no) || no.Code != c.code):
			t.Errorf("%s to %s: %v, expected %s", c.l, c.to, err, c.code)
		}
	}
}

// Every sample list is legal in its role, and each faction has one starter in each role.
func TestJ15_4(t *testing.T) {
	starters := 0
	for _, l := range cards.Lists() {
		terms := Terms{Attacker: l.Faction}
		seat := game.Seat(1)
		if l.Role == cards.Defender {
			terms.Attacker, seat = cards.Other(l.Faction), 2
		}
		if err := terms.CheckList(seat, Picks(&l)); err != nil {
			t.Errorf("%s: %v", l.ID, err)
		}
		if l.Starter {
			starters++
		}
	}
	for id, want := range map[string][2]int{"h-a-line": {80, 20}, "h-a-mech": {100, 20}, "h-a-breach": {80, 17}, "h-d-line": {95, 23}, "h-d-bastion": {105, 23},
		"h-d-armour": {120, 21}, "m-a-hunt": {100, 23}, "m-a-raptor": {80, 19}, "m-a-monsters": {95, 22}, "m-d-grove": {95, 22}, "m-d-seer": {125, 27}, "m-d-swarm": {80, 20}, "h-d-picket": {50, 14}, "m-a-pack": {100, 24}} {
		if bp, fr := Spent(Picks(cards.FindList(id))); bp != want[0] || fr != want[1] {
			t.Errorf("%s: %d BP, FR %d", id, bp, fr)
		}
	}
	if starters != 4 {
		t.Errorf("%d starters", starters)
	}
}

// If time runs out at every question, the defaults of the ruling play a whole legal battle.
func TestJQ58(t *testing.T) {
	want := map[string]string{"list": "list h-a-line", "objective": "objective at 12,32", "steal": "steal no", "reinforce": "done", "move": "done", "shoot": "done", "rush": "done",
		"counter": "counter none", "melee": "strike all", "reroll": "reroll yes", "insight": "insight no", "glimpse": "glimpse none"}
	for name, line := range want {
		if name != "list" && name != "objective" {
			if got := questions[name].fallback(nil, 1).Order(); got != line {
				t.Errorf("%s: %s", name, got)
			}
		}
	}
	for seed := range uint64(9) {
		c := Defaults()
		c.Board = boardSlugs()[seed%3]
		if seed%2 == 1 {
			c.Attacker = cards.Martians
		}
		d := gametest.NewDice(seed)
		m, st, err := Rules().Start(2, c.Encode(), d)
		for steps := 0; err == nil; steps++ {
			m.Apply(st)
			if _, over := m.Result(); over {
				break
			}
			if steps > 200 {
				t.Fatal("no end")
			}
			g := m.Groups()[0]
			a := g.Asks[slices.IndexFunc(g.Asks, func(a game.Ask) bool { return a.Seat == g.Open[0] })]
			if a.Name == "list" && seed == 0 && a.Seat == 1 && a.Default.Order() != want["list"] || a.Name == "objective" && a.Seat == 1 && a.Default.Order() != want["objective"] {
				t.Errorf("%s: %s", a.Name, a.Default.Order())
			}
			if _, err := m.Answer(a.Seat, a.ID, a.Default, gametest.NewDice(1)); err != nil {
				t.Fatalf("%s: %v", a.Default.Order(), err)
			}
			st, err = m.Lapse(a.Seat, a.ID, d)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	// Melee strikes the enemy with the lowest threshold.
	m := lab(t, boards.Open, Lab{Round: 2, Phase: Fighting, Initiative: 1, Models: []LabModel{{Label: "A1", Unit: "heavy-android", At: at(10000, 10000)},
		{Label: "B1", Unit: "bloodroot-stalker", At: at(11500, 10000)}, {Label: "B2", Unit: "sand-golem", At: at(7500, 10000)}}}, "melee", "ask")
	a := m.Groups()[0].Asks[0]
	st, err := m.Lapse(a.Seat, a.ID, gametest.NewDice(1))
	if err != nil {
		t.Fatal(err)
	}
	m.Apply(st)
	for _, f := range m.Told(game.Onlooker(), 0) {
		if f, ok := f.(AttackRolled); ok && f.Aim.By == "A1" && f.Aim.Target != "B2" {
			t.Errorf("A1 strikes %s", f.Aim.Target)
		}
	}
}

// Facts tell every die, in the order rolled.
func TestDiceOf(t *testing.T) {
	var rolled, told []int
	gametest.Run(t, gametest.Case{Game: Rules(), Seats: 2, Games: 6, MaxSteps: 4000, Guess: guess, Every: -1, Concede: "concede", ConcedeIn: 1000, Rare: []string{"draw"}, Config: randomConfig,
		Keep: func(r game.Record) {
			for _, d := range r.Rolls {
				rolled = append(rolled, d.Face)
			}
			for _, s := range r.Facts {
				if f, err := ours.Decode(s.Kind, s.Data); err == nil {
					_, faces := facts.DiceOf(f)
					told = append(told, faces...)
				}
			}
		}})
	if gametest.Text(rolled) != gametest.Text(told) || len(rolled) < 100 {
		t.Errorf("rolled %v\ntold   %v", rolled, told)
	}
}

// An effect on ranged attacks changes only those, and the next one uses it up (J12.5).
func TestRangedEffect(t *testing.T) {
	carbine := cards.FindWeapon("precision-carbine").Success
	m := lab(t, boards.Open, Lab{Round: 2, Phase: Shooting, Initiative: 1, Models: []LabModel{{Label: "A1", Unit: "colonist-rifleman", At: at(10000, 10000)},
		{Label: "B1", Unit: "sand-golem", At: at(20000, 10000)}}, Effects: []EffectGiven{{"A1", effect{Effect: *carbine, From: "precision-carbine", Since: 2, Until: 3}}}})
	v := m.View(game.Player(1)).(View)
	shot, _ := v.Aim("A1", "B1", "ballistic-rifle", Aid{})
	blow, _ := v.Aim("A1", "B1", "combat-knife", Aid{})
	if shot.Need != 50 || blow.Need != 60 {
		t.Errorf("%d to shoot, %d to strike", shot.Need, blow.Need)
	}
	st, err := m.Answer(1, m.Asks(1)[0].ID, Shoot{Unit: "A1", Target: "B1"}, gametest.NewDice(1))
	if err != nil {
		t.Fatal(err)
	}
	m.Apply(st)
	if u, _ := m.View(game.Player(1)).(View).Model("A1"); slices.ContainsFunc(u.Effects, func(e ModelEffect) bool { return e.From == "precision-carbine" }) {
		t.Errorf("the effect is still there: %+v", u.Effects)
	}
}

// The rules and rulings can be looked up by every number.
func TestRulesAreABook(t *testing.T) {
	b := book.New(book.Source{Rules: Numbered})
	if n := len(b.Entries()); n < 160 || b.Numbered("J10.4").Text == "" || b.Numbered("JQ31").Text == "" {
		t.Errorf("%d entries, %+v, %+v", n, b.Numbered("J10.4"), b.Numbered("JQ31"))
	}
}
