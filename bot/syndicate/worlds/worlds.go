// Package worlds holds the twin worlds of Syndicate Protocol: pairs of matches that differ only in ann's secret.
package worlds

import (
	"maps"
	"slices"

	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/game"
	"downsync/game/syndicate"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
)

// Syndicate describes the game for its twins.
var Syndicate = &twins.Game{
	ID: "syndicate", Rules: syndicate.Rules(), Know: true, Begins: "commit ", Wrong: "push to 1,1", Late: "commit dash",
	Measure: []bottest.Option{{Name: "from", Value: "A"}, {Name: "to", Value: "B"}},
	Rulings: []string{"hp A 9", "status A marked on", "place A at 5,5"},
	Trials: map[string][]string{"from": {"A"}, "to": {"B", "B1"}, "name": {"Dash", "Flashbang"}, "word": {"cover", "S6.5"}, "ruling": {"hp B 3"}, "map": {"relay-court"},
		"open": {"razor-starter"}},
}

// dice alternates between high and low faces, so that no roll for Priority ties for ever, except ann's own dice, with which she
// draws cards.
type dice struct{ own int }

// Roll returns the nth face of a stream.
func (d dice) Roll(seat game.Seat, n, sides int) (int, error) {
	switch {
	case seat == 1 && d.own > 0:
		return min(d.own, sides), nil
	case n%2 == 0:
		return sides, nil
	}
	return (sides + 1) / 2, nil
}

func world(c syndicate.Config, own int, acts ...string) twins.World {
	return Syndicate.World(c.Encode(), func() game.Dice { return dice{own} }, acts...)
}

// Lab returns a match in which both plan, each with an Operator and a Mercenary. Change may be nil.
func Lab(change func(*syndicate.Lab)) syndicate.Config {
	c := syndicate.Defaults()
	c.Map = "plain"
	c.Squads[0] = cards.Squad{Operator: "razor", Weapon: "ar-12-vanguard", Armor: "composite-armor-rig", Mercenaries: []string{"brick", "rex"}}
	c.Squads[1] = cards.Squad{Operator: "velocity", Weapon: "blitz-m7", Armor: "light-tactical-vest", Mercenaries: []string{"slip", "trace"}}
	c.Lab = &syndicate.Lab{Round: 1, Priority: 1,
		Units: []syndicate.LabUnit{{Label: "A", At: grid.Space{X: 3, Y: 3}}, {Label: "A1", At: grid.Space{X: 4, Y: 2}}, {Label: "B", At: grid.Space{X: 11, Y: 11}}, {Label: "B1", At: grid.Space{X: 10, Y: 12}}},
		Hands: [2][]string{{"dash", "advance", "grenade", "vault", "combat-rush"}, {"dash", "advance", "slide"}},
		Decks: [2][]string{{"advance", "dash", "dash", "vault"}, {"advance", "dash", "slide"}}}
	if change != nil {
		change(c.Lab)
	}
	return c
}

// duel returns a match in which ben's Operator can hit ann's, who has Hold the Line.
func duel() syndicate.Config {
	c := Lab(func(l *syndicate.Lab) {
		l.Units = []syndicate.LabUnit{{Label: "A", At: grid.Space{X: 5, Y: 5}}, {Label: "B", At: grid.Space{X: 6, Y: 5}}}
	})
	c.Squads[0] = cards.Squad{Operator: "rampart", Weapon: "ironclad-lmg", Armor: "bulwark-exo-shell", Mercenaries: []string{"", ""}}
	c.Squads[1].Weapon, c.Squads[1].Mercenaries = "cyclone-rotary-gun", []string{"", ""}
	return c
}

// whole returns a match that begins with set-up; change may alter what ann brings.
func whole(change func(*syndicate.Config)) syndicate.Config {
	c := syndicate.Defaults()
	c.Squads = [2]cards.Squad{cards.Starters()[1].Squad, cards.Starters()[0].Squad}
	if change != nil {
		change(&c)
	}
	return c
}

// round holds the acts of a round in which both dash nowhere, and in which cards are then drawn.
var round = []string{"ann> commit dash", "ben> commit dash", "ann> stay", "ben> stay", "ann> done", "ben> done"}

// deployed holds the acts of the set-up.
var deployed = []string{"ann> deploy 3,1 2,1 4,1", "ben> deploy 3,12 2,12 4,12"}

// then appends acts to others.
func then(acts []string, more ...string) []string { return append(slices.Clip(acts), more...) }

// Pairs returns all pairs, one for each kind of secret.
func Pairs() []twins.Pair {
	var out []twins.Pair
	pair := func(kind string, one, other twins.World) {
		out = append(out, twins.Pair{Kind: kind, World: [2]twins.World{one, other}})
	}
	hand := func(cards ...string) syndicate.Config {
		return Lab(func(l *syndicate.Lab) { l.Hands[0] = append([]string{"dash"}, cards...) })
	}
	two := then(round, "wait 61s", "ann> commit advance", "ben> commit advance", "ben> stay", "ann> stay")
	pair("hand", world(hand("advance", "vault", "slide"), 0, two...), world(hand("grenade", "combat-rush", "advance"), 0, two...))
	pair("what is left of the deck", world(Lab(nil), 0, round...),
		world(Lab(func(l *syndicate.Lab) { l.Decks[0] = []string{"combat-rush", "frag-cluster", "grenade", "slide"} }), 0, round...))
	pair("draw", world(Lab(nil), 1, two...), world(Lab(nil), 4, two...))
	pair("deck as brought", world(whole(nil), 0, deployed...), world(whole(func(c *syndicate.Config) {
		deck := maps.Clone(c.Squads[0].Deck)
		deck["slide"], deck["vault"], deck["adrenal-surge"], deck["combat-rush"] = deck["slide"]-1, deck["vault"]+1, deck["adrenal-surge"]-1, deck["combat-rush"]+1
		c.Squads[0].Deck = deck
	}), 0, deployed...))
	pair("a commit under seal", world(Lab(nil), 0, "ann> commit dash", "wait 60s"), world(Lab(nil), 0, "ann> commit grenade", "wait 60s"))
	pair("orders under seal", world(Lab(nil), 0, "ann> commit dash", "wait 60s"), world(Lab(nil), 0, "ann> commit dash to 3,4 first 4,3 attack nearest usual", "wait 60s"))
	vain := []string{"ben> commit dash", "ann> stay", "ben> stay", "ann> done", "ben> done"}
	pair("an order in vain", world(Lab(nil), 0, then([]string{"ann> commit dash"}, vain...)...), world(Lab(nil), 0, then([]string{"ann> commit dash attack B1 never"}, vain...)...))
	pair("an order done as nearly as can be", world(Lab(nil), 0, "ann> commit dash to 3,3 first 3,3 proposed", "ben> commit dash", "ben> stay", "ben> done"),
		world(Lab(nil), 0, "ann> commit dash to 3,3 first 4,4 proposed", "ben> commit dash", "ben> stay", "ben> done"))
	pair("that a commit is in", world(Lab(nil), 0, "wait 60s"), world(Lab(nil), 0, "ann> commit dash", "wait 60s"))
	shown := []string{"ben> commit dash", "ann> stay", "ben> stay", "ann> done", "ben> done"}
	late := then(then([]string{"wait 50m", "ann> commit dash"}, shown...), "wait 50m", "ann> commit advance", "ben> commit advance", "ben> stay", "ann> stay")
	early := then(then([]string{"ann> commit dash", "wait 50m"}, shown...), "ann> commit advance", "wait 50m", "ben> commit advance", "ben> stay", "ann> stay")
	pair("when a commit came", world(Lab(nil), 0, late...), world(Lab(nil), 0, early...))
	pair("deployment", world(whole(nil), 0, "ann> deploy 3,1 2,1 4,1"), world(whole(nil), 0, "ann> deploy 9,2 10,2 8,1"))
	mulligan := func(c *syndicate.Config) { c.Mulligan = true }
	pair("mulligan", world(whole(mulligan), 0, then(deployed, "ann> keep")...), world(whole(mulligan), 0, then(deployed, "ann> mulligan")...))
	three := Lab(func(l *syndicate.Lab) {
		l.Units = append(l.Units, syndicate.LabUnit{Label: "A2", At: grid.Space{X: 2, Y: 2}})
	})
	mercs := []string{"ann> commit dash", "ben> commit dash", "ann> stay", "ben> stay"}
	pair("that a Mercenary stays", world(three, 0, then(mercs, "wait 60s")...), world(three, 0, then(mercs, "ann> stay A1", "wait 60s")...))
	pair("which Mercenary stays, and when", world(three, 0, then(mercs, "ann> stay A1", "wait 10m", "ann> stay A2")...), world(three, 0, then(mercs, "wait 10m", "ann> stay A2", "ann> stay A1")...))
	pair("a Mercenary ordered to stay", world(three, 0, mercs...), world(three, 0, then([]string{"ann> commit dash first 4,2"}, mercs[1:]...)...))
	hydra := Lab(nil)
	hydra.Squads[0].Weapon = "hydra-modular-rifle"
	pair("a Hydra's mode", world(hydra, 0, "ann> commit dash mode acc"), world(hydra, 0, "ann> commit dash mode rof"))
	struck := func(answer string, more ...string) twins.World {
		return world(duel(), 0, then([]string{"ann> commit dash", "ben> commit dash", "ann> stay", "ben> stay", "ann> hold", "ben> attack A", "ann> " + answer},
			then(more, "ben> stay", "ann> commit dash", "ben> commit advance", "ben> stay", "ann> stay")...)...)
	}
	pair("an answer given always", struck("reduce"), struck("reduce always"))
	pair("to be asked again", struck("reduce always"), struck("reduce always", "ann> ask"))
	pair("looking", world(Lab(nil), 0, round...), world(Lab(nil), 0, then([]string{"ann! show", "ann! know", "ann! complete", "ann! wrong", "ann! measure"}, round...)...))
	pair("settings", world(Lab(nil), 0, two...), world(Lab(nil), 0, then([]string{"ann! settings"}, two...)...))
	return out
}

// Pair returns the pair of that kind.
func Pair(kind string) twins.Pair { return twins.Of(Pairs(), kind) }

// Apart returns two worlds that others can distinguish: ann's card has been shown.
func Apart() twins.Pair {
	shown := func(card string) twins.World {
		return world(Lab(nil), 0, "ann> commit "+card, "ben> commit dash", "ann> stay")
	}
	return twins.Pair{Kind: "a card that was shown", World: [2]twins.World{shown("dash"), shown("advance")}}
}

// Looking returns a pair in which ann either looks at everything there is, or does not.
func Looking() twins.Pair {
	return twins.Pair{Kind: "looking at everything", World: [2]twins.World{world(Lab(nil), 0, round...), world(Lab(nil), 0, then([]string{"ann! all", round[0], "ann! all"}, round[1:]...)...)}}
}
