package downsync

import (
	"downsync/game"
	"downsync/game/facts"
)

// The type of a fact stands in the file of its chapter; those with secrets are unexported and stand in secret.go. Below each type stand
// its kind, For, and its row of the table: public, secret or twin, as downsync/game/facts says.

// factKinds holds every kind of fact ever written.
var factKinds = facts.New[state]("downsync")

func public[F game.Fact](change func(*state, F)) facts.Row[state] {
	return facts.Public(factKinds, change)
}
func secret[F game.Fact](change func(*state, F)) facts.Row[state] {
	return facts.Secret(factKinds, change)
}
func twin[F game.Fact]() facts.Row[state] { return facts.Twin[F](factKinds) }

// Facts lists every fact that a viewer can be told, as its zero value, in the order of their kinds.
func Facts() []game.Fact { return factKinds.Told() }

func decode(kind string, raw []byte) (game.Fact, error) {
	f, err := factKinds.Decode(kind, raw)
	if s, ok := f.(setUp); ok && err == nil {
		err = s.Conf.CheckVersions() // a match is played on with what it began with, or not at all
	}
	return f, err
}
