package syndicate_test

import (
	"math"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
	"downsync/render"
	draw "downsync/render/syndicate"
)

func at(x, y int) grid.Space { return grid.Space{X: x, Y: y} }

// skirmish returns a match with A at 3,3, A1 at 4,3, B at 9,9 and B1 at 8,9.
func skirmish(t *testing.T) rules.View {
	t.Helper()
	return view(skirmishing(t, cards.Starters()[3].Squad.Armor), game.Onlooker())
}

// skirmishing returns that match with an armor for B.
func skirmishing(t *testing.T, armor string) game.Match {
	t.Helper()
	c := rules.Defaults()
	c.Map, c.Mission = "plain", rules.Relay
	c.Squads = [2]cards.Squad{cards.Starters()[1].Squad, cards.Starters()[3].Squad}
	c.Squads[1].Armor = armor
	c.Lab = &rules.Lab{Round: 2, Priority: 1, Hands: [2][]string{{"dash"}, {"dash"}}, Units: []rules.LabUnit{
		{Label: "A", At: at(3, 3)}, {Label: "A1", At: at(4, 3)}, {Label: "B", At: at(9, 9)}, {Label: "B1", At: at(8, 9)}}}
	m, st, err := rules.Rules().Start(2, c.Encode(), gametest.NewDice(1))
	if err != nil {
		t.Fatal(err)
	}
	m.Apply(st)
	return m
}

// A card in a hand shows how far it goes with heavy armor.
func TestCardsCountAsTheyDoNow(t *testing.T) {
	for armor, figure := range map[string]string{"light-tactical-vest": "3 straight", "bulwark-exo-shell": "1 straight"} {
		s := draw.Look{}.Scene(view(skirmishing(t, armor), game.Player(2)), nil, draw.News{})
		if len(s.Cards) != 1 || s.Cards[0].Figure != figure {
			t.Errorf("in %s Dash is shown as %+v", armor, s.Cards)
		}
	}
}

// happened returns two rounds: in the first A1 moves; in the second, the current one, A moves there and back, B hits A, A misses B,
// B2 is eliminated and A scores.
func happened() []game.Fact {
	return []game.Fact{rules.Deployed{Seat: 2, At: [3]grid.Space{at(9, 9), at(8, 9), at(7, 9)}},
		rules.Committed{Cards: [2]string{"dash", "dash"}}, rules.Moved{Unit: "A1", From: at(4, 5), Way: []grid.Space{at(4, 4), at(4, 3)}},
		rules.Committed{Cards: [2]string{"advance", "dash"}}, rules.Moved{Unit: "A", From: at(3, 2), Way: []grid.Space{at(2, 3)}}, game.TookBack{Seat: 1, Public: true},
		rules.Moved{Unit: "A", From: at(3, 2), Way: []grid.Space{at(3, 3)}}, rules.Moved{Unit: "B2", From: at(7, 9), Way: []grid.Space{at(6, 8)}},
		rules.AttackResolved{By: "B", Target: "A", Blow: rules.Blow{Hits: 1}, Damage: 2}, rules.AttackResolved{By: "A", Target: "B"},
		rules.AttackResolved{By: "A1", Target: "B2", Blow: rules.Blow{Hits: 2}, Damage: 9}, rules.Eliminated{Unit: "B2"}, rules.Scored{Seat: 1, Mission: rules.Relay, Points: 1}}
}

// A board shows the events since both cards of the round were shown: ways, shots with their outcome, wrecks and points. It shows
// nothing of a step that was taken back. While both sides plan it shows the round before.
func TestNews(t *testing.T) {
	v := skirmish(t)
	s := (draw.Look{}).Scene(v, nil, draw.Tell(happened()))
	if len(s.Trails) != 2 || len(s.Shots) != 3 || len(s.Wrecks) != 1 || len(s.Flashes) != 1 {
		t.Fatalf("%d trails, %d shots, %d wrecks, %d flashes:\n%s", len(s.Trails), len(s.Shots), len(s.Wrecks), len(s.Flashes), s)
	}
	if a := s.Trails[0]; a.Side != 1 || a.X[0] != 2.5 || a.Y[0] != 1.5 || a.X[1] != 2.5 || a.Y[1] != 2.5 {
		t.Errorf("A's way is %+v", a)
	}
	if hit, miss := s.Shots[0], s.Shots[1]; !hit.Hit || hit.Note != "HIT −2" || !near(hit.X0, 8.5) || !near(hit.X1, 2.5) || miss.Hit || miss.Note != "MISS" {
		t.Errorf("B's shot is %+v, A's %+v", hit, miss)
	}
	if w := s.Wrecks[0]; w.Label != "B2" || w.X != 5.5 || w.Y != 7.5 || s.Shots[2].X1 != 5.5 || w.Portrait == nil {
		t.Errorf("the wreck is %+v, the shot at it %+v", w, s.Shots[2])
	}
	if _, err := render.Draw(s); err != nil {
		t.Error(err)
	}
	if before := (draw.Look{}).Scene(v, nil, draw.Tell(happened()[:3])); len(before.Trails) != 1 || before.Trails[0].Y[2] != 2.5 {
		t.Errorf("while both plan the board shows %+v", before.Trails)
	}
	if staged := (draw.Look{}).Scene(v, &draw.Staged{From: at(3, 3), To: at(3, 4)}, draw.Tell(happened())); len(staged.Trails)+len(staged.Shots) != 0 {
		t.Error("a board with a way that is thought about shows what happened")
	}
}

// near reports whether a shot ends at a unit; a returned shot may end beside its middle.
func near(got, want float64) bool { return math.Abs(got-want) < 0.2 }

// However much happened, a board shows only the newest events, and stays small.
func TestNewsAreBounded(t *testing.T) {
	told := []game.Fact{rules.Committed{}}
	for range 40 {
		told = append(told, rules.AttackResolved{By: "A", Target: "B"}, rules.Moved{Unit: "A", From: at(3, 2), Way: []grid.Space{at(3, 3)}}, rules.Moved{Unit: "A", From: at(3, 3), Way: []grid.Space{at(3, 2)}})
	}
	told = append(told, rules.Moved{Unit: "A", From: at(3, 2), Way: []grid.Space{at(3, 3)}})
	s := (draw.Look{}).Scene(skirmish(t), nil, draw.Tell(told))
	png, err := render.Draw(s)
	if err != nil || len(png) > 200<<10 || len(s.Trails) != 12 || len(s.Shots) != 8 {
		t.Errorf("%d bytes, %d trails, %d shots, %v", len(png), len(s.Trails), len(s.Shots), err)
	}
}

// Facts that an onlooker is not told are left out of the news.
func TestNewsAreKnown(t *testing.T) {
	s := (draw.Look{}).Scene(skirmish(t), nil, draw.Tell([]game.Fact{rules.Committed{}, kept{rules.Moved{Unit: "A", From: at(3, 2), Way: []grid.Space{at(3, 3)}}}}))
	if len(s.Trails) > 0 || strings.Contains(s.String(), "trail") {
		t.Errorf("the board shows %+v", s.Trails)
	}
}

// kept is a fact that only its seat is told.
type kept struct{ rules.Moved }

func (f kept) For(v game.Viewer) game.Fact {
	if v.Sees(1) {
		return f.Moved
	}
	return nil
}
