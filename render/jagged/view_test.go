package jagged_test

import (
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
	"downsync/render"
	draw "downsync/render/jagged"
	"downsync/render/rendertest"

	rules "downsync/game/jagged"
)

// position returns a battle that begins in the middle, on Spire Yard.
func position(t testing.TB, phase rules.Phase) game.Match {
	t.Helper()
	c := rules.Defaults()
	c.Board = "spire-yard"
	c.Lab = &rules.Lab{Round: 2, Phase: phase, Initiative: 1, Flares: [2]int{3, 1}, VP: [2]int{1, 0},
		Objectives: []rules.LabMarker{{At: at(24, 24), Owner: 1}, {At: at(12, 32)}, {At: at(36, 16), Owner: 2}},
		Models: []rules.LabModel{{Label: "A1", Unit: "colonist-rifleman", At: at(26, 12)}, {Label: "A2", Unit: "support-mech", At: at(20, 20), Wounds: 2},
			{Label: "B1", Unit: "rootblade-initiate", At: at(26, 5)}, {Label: "B2", Unit: "sand-golem", At: at(22.6, 20)}}}
	m, st, err := rules.Rules().Start(2, c.Encode(), gametest.NewDice(1))
	if err != nil {
		t.Fatal(err)
	}
	m.Apply(st)
	return m
}

// answer gives an order for the seat whose part it is.
func answer(t testing.TB, m game.Match, seat game.Seat, line string) {
	t.Helper()
	r, no := rules.Parse(line)
	if no != nil {
		t.Fatal(no)
	}
	st, err := m.Answer(seat, m.Asks(seat)[0].ID, r, gametest.NewDice(2))
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	m.Apply(st)
}

func viewOf(m game.Match, v game.Viewer) rules.View { return m.View(v).(rules.View) }

// A view becomes a picture: places, Wounds, states, Objectives, whose part it is, and an attack with its verdict.
func TestViews(t *testing.T) {
	m := position(t, rules.Shooting)
	l := draw.Look{Names: [2]string{"Alex", "Robin"}}
	v := viewOf(m, game.Player(1))
	a, err := v.Aim("A1", "B1", "", rules.Aid{})
	if err != nil {
		t.Fatal(err)
	}
	b := l.Battle(v)
	golden(t, "view.scene", l.Scene(b, &draw.Staged{Chosen: "A1", Aims: []draw.Aim{draw.AimOf(a, true)}}, draw.News{}).String())
	golden(t, "view.txt", l.Alt(b)+"\n")
	p, err := l.Private(b, &draw.Staged{Chosen: "A1", Aims: []draw.Aim{draw.AimOf(a, true)}}, draw.NewsOf(game.Player(1), nil))
	if err != nil {
		t.Fatal(err)
	}
	rendertest.Keep(t, "view", p.PNG)
	answer(t, m, 1, "shoot A1 B1")
	after := l.Battle(viewOf(m, game.Onlooker()))
	if i := 0; len(after.Models) > i && !after.Models[i].Acted {
		t.Errorf("A1 has shot: %+v", after.Models[i])
	}
	if _, err := l.Public(after, draw.News{}); err != nil {
		t.Error(err)
	}
}

// A view can be drawn while it is still empty, and while Forces are chosen and placed, without sealed answers.
func TestViewsOfSetUp(t *testing.T) {
	l := draw.Look{}
	if s := l.Scene(l.Battle(rules.View{Viewer: game.Onlooker()}), nil, draw.News{}); len(s.Discs) != 0 || s.Title != "SET-UP" {
		t.Errorf("of nothing: %s", s)
	}
	c := rules.Defaults()
	m, st, err := rules.Rules().Start(2, c.Encode(), gametest.NewDice(1))
	seen := map[rules.Phase]bool{}
	for d := gametest.NewDice(4); err == nil; {
		m.Apply(st)
		v := viewOf(m, game.Onlooker())
		if _, over := m.Result(); over {
			if b := l.Battle(v); b.Over == "" || strings.Contains(b.Over, "%") {
				t.Errorf("over: %q", b.Over)
			}
			break
		}
		if !seen[v.Phase] {
			seen[v.Phase] = true
			b := l.Battle(v)
			s := l.Scene(b, nil, draw.News{})
			if s.Status == "" || v.Round == 0 && len(s.Discs) != 0 && v.Phase == rules.Deploying {
				t.Errorf("%s: status %q, %d models", v.Phase, s.Status, len(s.Discs))
			}
			if _, err := render.Draw(s); err != nil {
				t.Errorf("%s: %v", v.Phase, err)
			}
			if v.Phase == rules.Deploying {
				placed := l.Scene(b, &draw.Staged{Places: map[string]plane.Point{"A1": at(5, 5)}}, draw.News{})
				if len(placed.Discs) != 1 || len(placed.Zones) != 2 {
					t.Errorf("staged: %s", placed)
				}
			}
		}
		seat := m.Groups()[0].Open[0]
		st, err = m.Lapse(seat, m.Asks(seat)[0].ID, d)
	}
	for _, p := range []rules.Phase{rules.Listing, rules.Placing, rules.Deploying, rules.Moving} {
		if !seen[p] {
			t.Errorf("%s was not seen", p)
		}
	}
}

// Every unit has a silhouette. A unit on a large base does not have a person's.
func TestEveryUnitHasASilhouette(t *testing.T) {
	for _, u := range cards.Units() {
		m := rules.Model{Unit: u.ID, Name: u.Name, Label: "A1", Seat: 1}
		b := (draw.Look{}).Battle(rules.View{Models: []rules.Model{m}})
		k := b.Models[0].Kind
		person := k == draw.Infantry || k == draw.Commander || k == draw.Specialist
		if draw.Silhouettes[k] == nil || person != (u.Base == 32) {
			t.Errorf("%s on %d mm is drawn as %s", u.ID, u.Base, k)
		}
	}
}

// told returns facts of two Rounds. In the current part, A1 shoots and misses, and destroys B1; in the one before, A1 moves.
func told() []game.Fact {
	return []game.Fact{
		rules.Listed{Seat: 1, List: []rules.Pick{{Unit: "colonist-rifleman"}, {Unit: "support-mech"}}}, rules.Listed{Seat: 2, List: []rules.Pick{{Unit: "rootblade-initiate"}}},
		rules.Deployed{Seat: 1, At: []plane.Point{at(5, 5), at(8, 8)}}, rules.Deployed{Seat: 2, At: []plane.Point{at(40, 40)}},
		rules.Moved{Unit: "B1", From: at(40, 40), Way: []plane.Point{at(36, 36)}}, rules.Rushed{Unit: "B1", Target: "A1", From: at(36, 36), To: at(20, 20), Success: true},
		rules.AttackResolved{By: "B1", Target: "A1", Weapon: "rootblade", Face: 30, Need: 60, Outcome: rules.Miss},
		rules.Scored{Owners: []game.Seat{1, 0, 2}, Contested: []bool{false, false, true}},
		rules.Moved{Unit: "A1", From: at(5, 5), Way: []plane.Point{at(6, 8), at(9, 9)}},
		rules.AttackResolved{By: "A1", Target: "B1", Weapon: "ballistic-rifle", Face: 12, Need: 65, Outcome: rules.Miss},
		rules.AttackResolved{By: "A2", Target: "B1", Weapon: "auto-cannon", Face: 97, Need: 65, Outcome: rules.CriticalHit, Wound: true, Destroyed: true},
	}
}

// A board shows the events of the current part and of the one before it, from the places of models at the time.
func TestNews(t *testing.T) {
	n := draw.NewsOf(game.Onlooker(), told())
	if len(n.Trails) != 1 || n.Trails[0].Path[2] != at(9, 9) || n.Trails[0].R != plane.Radius(32) || len(n.Scored) != 0 {
		t.Errorf("trails %+v, scored %v", n.Trails, n.Scored)
	}
	if len(n.Attacks) != 2 || n.Attacks[0].From.At != at(9, 9) || n.Attacks[0].To.At != at(20, 20) || n.Attacks[0].Hit || !n.Attacks[1].Critical || n.Attacks[1].Face != 97 {
		t.Errorf("attacks %+v", n.Attacks)
	}
	if len(n.Wrecks) != 1 || n.Wrecks[0].Label != "B1" || n.Wrecks[0].Base.At != at(20, 20) || n.Wrecks[0].Unit == "" {
		t.Errorf("wrecks %+v", n.Wrecks)
	}
	if s := draw.NewsOf(game.Onlooker(), told()[:8]); len(s.Scored) != 1 || s.Scored[0] != 0 || len(s.Attacks) != 1 || s.Attacks[0].Hit {
		t.Errorf("after the score: %+v", s)
	}
	if s := draw.NewsOf(game.Onlooker(), told()[:6]); len(s.Trails) != 2 || s.Trails[1].Path[0] != at(36, 36) {
		t.Errorf("after the Rush: %+v", s)
	}
	many := told()
	for i := range 60 {
		many = append(many, rules.Moved{Unit: "A2", From: at(8, 8), Way: []plane.Point{at(float64(i%30)+3, 9)}})
	}
	if s := draw.NewsOf(game.Onlooker(), many); len(s.Trails) != 12 || s.Trails[11].Path[1] != at(32, 9) {
		t.Errorf("%d trails, the last %+v", len(s.Trails), s.Trails[11])
	}
	if _, err := (draw.Look{}).Public(draw.Battle{Viewer: game.Onlooker(), Board: board(t, boards.Open)}, draw.NewsOf(game.Player(1), nil)); err == nil {
		t.Error("a seat's news were drawn for everybody")
	}
	if _, err := (draw.Look{}).Private(draw.Battle{Viewer: game.Player(2)}, nil, draw.NewsOf(game.Player(1), nil)); err == nil {
		t.Error("another seat's news were drawn")
	}
}

// A battle without a result is not a draw.
func TestNoResult(t *testing.T) {
	for why, want := range map[string]string{"void": "no result", "idle": "no result", "agreement": "a draw"} {
		v := rules.View{Result: &game.Result{Rank: []int{1, 1}, Why: why}}
		if got := (draw.Look{}).Alt((draw.Look{}).Battle(v)); !strings.Contains(got, want) {
			t.Errorf("%s: %s", why, got)
		}
	}
}
