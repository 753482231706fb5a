package jagged

import (
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
)

// Each penalty that depends on a tag affects the units with that tag, and no others, in every part of the game that it concerns.
func TestJQ46(t *testing.T) {
	bites := map[string][]string{
		"human-supply-depot":                 {"colonist-rifleman", "combat-engineer", "heavy-android", "support-mech", "assault-exo-suit", "command-officer", "walker-turret", "human-shock-specialist"},
		"martian-supply-distribution-hub":    {"rootblade-initiate", "bloodroot-stalker", "crystal-sniper", "elder-seer-commander", "martian-warp-specialist", "martian-shock-specialist"},
		"human-defense-armorium":             {"heavy-android", "support-mech", "assault-exo-suit", "walker-turret"},
		"martian-hydroponic-reclamation-bay": {"dino-raptor", "tree-warden"},
		"martian-arms-manufacturer":          {"bloodroot-stalker", "crystal-sniper", "martian-warp-specialist", "rootblade-initiate", "martian-shock-specialist"},
		"martian-bloodroot-hatchery":         {"rootblade-initiate", "dino-raptor", "tree-warden", "elder-seer-commander", "sand-golem", "martian-shock-specialist"},
	}
	for position, want := range bites {
		lost := cards.FindPosition(position)
		var bitten []string
		for _, u := range cards.Units() {
			if u.Faction == lost.Faction && fares(t, u) != fares(t, u, position) {
				bitten = append(bitten, u.ID)
			}
		}
		slices.Sort(bitten)
		slices.Sort(want)
		if lost == nil || !slices.Equal(bitten, want) {
			t.Errorf("%s bites %v, expected %v", position, bitten, want)
		}
	}
}

// faring holds the figures of a model that penalties may change.
type faring struct {
	w, strike, shot, throw int
	rushes                 bool
}

// fares returns the figures of a unit in Round 1 with those Positions lost, 6" from an enemy.
func fares(t *testing.T, u cards.Unit, lost ...string) (f faring) {
	t.Helper()
	c := Defaults()
	c.Attacker, c.Board, c.Penalties = u.Faction, boards.Open, lost
	enemy := "colonist-rifleman"
	if u.Faction == cards.Humans {
		enemy = "rootblade-initiate"
	}
	c.Lab = &Lab{Round: 1, Phase: Rushing, Initiative: 1, Models: []LabModel{{Label: "A1", Unit: u.ID, At: at(10000, 10000)}, {Label: "B1", Unit: enemy, At: at(18000, 10000)}}}
	m, st, err := Rules().Start(2, c.Encode(), gametest.NewDice(1))
	if err != nil {
		t.Fatal(u.ID, err)
	}
	m.Apply(st)
	v := m.View(game.Player(1)).(View)
	a1, _ := v.Model("A1")
	need := func(weapon string) int {
		if weapon == "" {
			return 0
		}
		a, _ := v.Aim("A1", "B1", weapon, Aid{}) // the distance does not matter
		return a.Need
	}
	f = faring{w: a1.W, strike: need(u.Melee), shot: need(u.Ranged), throw: need(a1.Grenade)}
	_, err = v.Rush("A1", "B1")
	f.rushes = err == nil
	return f
}

// If the default place of an Objective is taken, a time-out puts it at the nearest legal one.
func TestJQ7(t *testing.T) {
	c := Defaults()
	c.Board = boards.Open
	m, st, err := Rules().Start(2, c.Encode(), gametest.NewDice(1))
	play := func(seat game.Seat, r game.Reply) {
		t.Helper()
		if err == nil {
			m.Apply(st)
			a := m.Asks(seat)[0]
			if st, err = m.Answer(seat, a.ID, r, gametest.NewDice(1)); err != nil {
				t.Fatal(err)
			}
		}
	}
	play(1, Bring{Sample: "h-a-line"})
	play(2, Bring{Sample: "m-d-swarm"})
	usual := boards.Objectives[2]
	play(1, Mark{At: usual})
	m.Apply(st)
	i := slices.IndexFunc(m.Asks(2), func(a game.Ask) bool { return a.Name == "objective" })
	got := m.Asks(2)[i].Default.(Mark).At
	if far := plane.Dist(got, usual); far < plane.In(8) || far > plane.In(8)+500 {
		t.Errorf("it would lie at %s, %s\" from its usual place", got, far)
	}
	if _, err := m.Answer(2, m.Asks(2)[i].ID, Mark{At: got}, gametest.NewDice(1)); err != nil {
		t.Error(err)
	}
}
