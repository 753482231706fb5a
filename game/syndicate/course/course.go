// Package course is the lesson that teaches Syndicate Protocol.
package course

import (
	"downsync/game"
	"downsync/game/lesson"
	"downsync/game/syndicate"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
)

// Lesson ends with a victory for the learner, in the second round.
var Lesson = lesson.Lesson{Game: syndicate.Rules(), Config: position().Encode(), Faces: faces, Steps: steps, Opponent: opponent}

var steps = []lesson.Step{
	{ID: "welcome", Example: lesson.Next},
	{ID: "units", Example: lesson.Next},
	{ID: "plan", Example: "commit dash"},
	{ID: "move", Example: "move to 6,6", Fits: lesson.Takes(syndicate.Parse, nears)},
	{ID: "mercs", Example: "move A1 to 5,5", Fits: lesson.Takes(syndicate.Parse, helps)},
	{ID: "attack", Example: "attack B"},
	{ID: "brick", Example: "attack by A1 B", Fits: lesson.Takes(syndicate.Parse, assists)},
	{ID: "tactic", Example: "commit grenade"},
	{ID: "use", Example: "use at 8,8"},
	{ID: "again", Example: "move A1 to 7,7", Fits: lesson.Takes(syndicate.Parse, helps)},
	{ID: "finish", Example: "attack B"},
}

// faces holds the dice of A's attack, B's, A1's, and in the second round of B's and A's. No deck has more than one card, so no die
// is needed for draws.
var faces = []int{6, 6, 1, 5, 2, 6, 1, 6, 2, 2, 1, 6, 3, 6, 6, 5}

// position puts both Operators three moves apart.
func position() syndicate.Config {
	c := syndicate.Defaults()
	c.Map, c.Options = "plain", syndicate.Options{MaxRounds: 20}
	g := grid.Plain(grid.SmallEdge)
	for _, at := range []grid.Space{{X: 6, Y: 6}, {X: 5, Y: 8}, {X: 8, Y: 5}, {X: 9, Y: 9}, {X: 3, Y: 10}, {X: 10, Y: 3}} {
		g = g.With(at, grid.Light)
	}
	for _, at := range []grid.Space{{X: 4, Y: 7}, {X: 9, Y: 6}} {
		g = g.With(at, grid.Heavy)
	}
	c.Ground = g.Rows()
	c.Squads[0] = cards.Squad{Operator: "razor", Weapon: "ar-12-vanguard", Armor: "composite-armor-rig", Mercenaries: []string{"brick", "rex"}}
	c.Squads[1] = cards.Squad{Operator: "velocity", Weapon: "blitz-m7", Armor: "light-tactical-vest", Mercenaries: []string{"slip", "trace"}}
	c.Lab = &syndicate.Lab{Round: 1, Priority: 1,
		Units: []syndicate.LabUnit{{Label: "A", At: grid.Space{X: 4, Y: 4}}, {Label: "A1", At: grid.Space{X: 4, Y: 3}},
			{Label: "B", At: grid.Space{X: 8, Y: 8}, HP: 4}, {Label: "B1", At: grid.Space{X: 9, Y: 8}}},
		Hands: [2][]string{{"dash", "grenade", "adrenal-surge", "advance"}, {"advance", "dash"}}, Decks: [2][]string{{"vault"}, {"slide"}}}
	return c
}

// nears accepts a move of the Operator to where its rifle reaches.
func nears(move syndicate.Move, v syndicate.View) bool {
	b, there := v.Unit("B")
	return there && move.Unit == "" && grid.Distance(move.To, b.At) <= 3
}

// helps accepts any move of the Mercenary.
func helps(move syndicate.Move, _ syndicate.View) bool {
	return move.Unit == "A1"
}

// assists accepts the Mercenary's attack at the enemy Operator, in any spelling.
func assists(o syndicate.Attack, _ syndicate.View) bool {
	return o == syndicate.Attack{Target: "B", By: "A1"}
}

// opponent stays where it is and shoots.
func opponent(_ game.View, a game.Ask) string {
	switch a.Name {
	case "plan":
		return "commit " + a.Menu[0].Slots[0].Options[0]
	case "attack":
		for _, c := range a.Menu {
			if c.Verb == "attack" && c.Value("by") == "" {
				return "attack A"
			}
		}
		return "hold"
	}
	return a.Default.Order()
}
