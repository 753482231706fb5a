package arcturus

import (
	"downsync/game"
	"downsync/game/facts"
)

// Each fact's type is declared in the file of its chapter. Below the type are its kind, its For, and its row of the table: public,
// secret or twin, as game/facts explains.

// factKinds holds every kind of fact ever written.
var factKinds = facts.New[state]("arcturus")

func public[F game.Fact](change func(*state, F)) facts.Row[state] {
	return facts.Public(factKinds, change)
}

func secret[F game.Fact](change func(*state, F)) facts.Row[state] {
	return facts.Secret(factKinds, change)
}

func twin[F game.Fact]() facts.Row[state] { return facts.Twin[F](factKinds) }

// Facts lists every fact that a viewer can be told, as its zero value, in the order of their kinds.
func Facts() []game.Fact { return factKinds.Told() }

// continues refuses a match with cards that this program does not have.
func continues(f game.Fact) error {
	if began, ok := f.(Began); ok {
		return began.Terms.CheckSettings()
	}
	return nil
}
