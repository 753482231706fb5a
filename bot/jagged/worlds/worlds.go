// Package worlds holds the twin worlds of Jagged Shards: pairs of battles that differ only in ann's secret.
package worlds

import (
	"slices"

	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/game"
	"downsync/game/jagged"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
)

// Jagged describes the game for its twins.
var Jagged = &twins.Game{
	ID: "jagged", Rules: jagged.Rules(), Begins: "deploy ", Wrong: "move A1 to 1,1", Late: "list h-a-line",
	Measure: []bottest.Option{{Name: "from", Value: "A1"}, {Name: "to", Value: "B1"}},
	Rulings: []string{"vp 1 2", "flares 2 1", "owner 1 2"},
	Trials: map[string][]string{"from": {"A1"}, "to": {"B1", "12,12"}, "piece": {"A1", "B2"}, "name": {"Sand Golem", "Ballistic Rifle"}, "word": {"cover", "J7.5"}, "ruling": {"vp 2 3"},
		"map": {"spire-yard"}, "open": {"h-a-line"}},
}

// dice alternates between high and low faces.
type dice struct{}

// Roll returns the nth face of a stream.
func (dice) Roll(_ game.Seat, n, sides int) (int, error) {
	if n%2 == 0 {
		return sides, nil
	}
	return (sides + 1) / 2, nil
}

func world(c jagged.Config, acts ...string) twins.World {
	return Jagged.World(c.Encode(), func() game.Dice { return dice{} }, acts...)
}

// Unlisted returns a battle whose lists are chosen in it, under seal.
func Unlisted() jagged.Config {
	c := jagged.Defaults()
	c.Board = "spire-yard"
	return c
}

// Listed returns a battle whose lists were chosen before it.
func Listed() jagged.Config {
	c := Unlisted()
	c.Brought = [2][]jagged.Pick{jagged.Picks(cards.FindList("h-a-breach")), jagged.Picks(cards.FindList("m-d-grove"))}
	return c
}

// Counter returns a battle in which A1 is about to rush, and B's Specialist is near enough to answer.
func Counter() jagged.Config {
	c := Unlisted()
	c.Board = "open"
	c.Lab = &jagged.Lab{Round: 1, Phase: jagged.Rushing, Initiative: 1, Flares: [2]int{3, 2}, Models: []jagged.LabModel{
		{Label: "A1", Unit: "colonist-rifleman", At: plane.Point{X: 20000, Y: 20000}}, {Label: "A2", Unit: "combat-engineer", At: plane.Point{X: 5000, Y: 5000}},
		{Label: "B1", Unit: "martian-shock-specialist", At: plane.Point{X: 28000, Y: 26000}}, {Label: "B2", Unit: "rootblade-initiate", At: plane.Point{X: 24000, Y: 22000}}}}
	return c
}

// These are acts that place Objectives, and that deploy.
var (
	marked = []string{"ann> objective at 12,32", "ben> objective at 36,16"}

	ann, front = "ann> deploy 6,6 5,2 8,2 2,5", "ann> deploy 9,9 7,9 9,7 4,9"
	ben        = "ben> deploy 46,46 43,43 40,46 46,40 40,40"
)

// then appends acts to others.
func then(acts []string, more ...string) []string { return append(slices.Clip(acts), more...) }

// Pairs returns all pairs, one for each kind of secret.
func Pairs() []twins.Pair {
	var out []twins.Pair
	pair := func(kind string, one, other twins.World) {
		out = append(out, twins.Pair{Kind: kind, World: [2]twins.World{one, other}})
	}
	pair("a list under seal", world(Unlisted(), "ann> list h-a-line", "wait 60s"), world(Unlisted(), "ann> list h-a-breach", "wait 60s"))
	pair("how many models a list has", world(Unlisted(), "ann> list h-a-line", "wait 60s"),
		world(Unlisted(), "ann> list combat-engineer colonist-rifleman/concussion-grenade colonist-rifleman colonist-rifleman", "wait 60s"))
	pair("that a list is in", world(Unlisted(), "wait 60s"), world(Unlisted(), "ann> list h-a-line", "wait 60s"))
	shown := []string{"ben> list m-d-grove", "ann> objective at 12,32"}
	pair("when a list came", world(Unlisted(), then([]string{"wait 50m", "ann> list h-a-line"}, shown...)...),
		world(Unlisted(), then([]string{"ann> list h-a-line", "wait 50m"}, shown...)...))
	pair("a deployment under seal", world(Listed(), then(marked, ann, "wait 60s")...), world(Listed(), then(marked, front, "wait 60s")...))
	pair("that a deployment is in", world(Listed(), then(marked, "wait 60s")...), world(Listed(), then(marked, ann, "wait 60s")...))
	lists, breach := []string{"ben> list m-d-grove"}, "ann> list h-a-breach"
	late := then(then(then([]string{"wait 50m", breach}, lists...), marked...), "wait 50m", ann, ben, "ben> steal no", "ann> move A1 to 9,9")
	early := then(then(then([]string{breach, "wait 50m"}, lists...), marked...), ann, "wait 50m", ben, "ben> steal no", "ann> move A1 to 9,9")
	pair("when a list and a deployment came", world(Unlisted(), late...), world(Unlisted(), early...))
	pair("looking", world(Listed(), then(marked, ann)...), world(Listed(), then(marked, "ann! show", "ann! complete", "ann! wrong", "ann! measure", ann)...))
	pair("settings", world(Listed(), then(marked, ann, ben)...), world(Listed(), then(marked, "ann! settings", ann, ben)...))
	return out
}

// Last returns a battle in which ann's list comes after ben's, so that it opens both.
func Last(list string) twins.World {
	return world(Unlisted(), "ben> list m-d-grove", list)
}

// Pair returns the pair of that kind.
func Pair(kind string) twins.Pair { return twins.Of(Pairs(), kind) }

// Apart returns two worlds that others can distinguish: both deployments have been shown.
func Apart() twins.Pair {
	return twins.Pair{Kind: "a deployment that was shown", World: [2]twins.World{world(Listed(), then(marked, ann, ben)...), world(Listed(), then(marked, front, ben)...)}}
}

// Looking returns a pair in which ann either looks at everything there is, or does not.
func Looking() twins.Pair {
	return twins.Pair{Kind: "looking at everything", World: [2]twins.World{world(Listed(), then(marked, ann)...), world(Listed(), then(marked, "ann! all", ann, "ann! all")...)}}
}
