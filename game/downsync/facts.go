package downsync

import (
	"downsync/game"
	"downsync/game/facts"
)

// Each fact's type is in the file of its chapter; facts with secrets are unexported and are in secret_facts.go. Below each type are
// its kind, For, and its row in the table: public, secret or twin, as downsync/game/facts explains.

// factKinds holds every kind of fact ever written.
var factKinds = facts.New[state]("downsync")

func public[F game.Fact](change func(*state, F)) facts.Row[state] {
	return facts.Public(factKinds, change)
}
func secret[F game.Fact](change func(*state, F)) facts.Row[state] {
	return facts.Secret(factKinds, change)
}
func twin[F game.Fact]() facts.Row[state] { return facts.Twin[F](factKinds) }

// Facts returns every fact that a viewer can be told, as its zero value, in the order of their kinds.
func Facts() []game.Fact { return factKinds.Told() }

// continues refuses a match with versions that this program does not have.
func continues(f game.Fact) error {
	if s, ok := f.(setUp); ok {
		return s.Conf.CheckVersions()
	}
	return nil
}
