package syndicate

import (
	"downsync/game"
	"downsync/game/facts"
)

// Each fact's type is declared in the file of its chapter. Below the type are its kind, its For, and its row of the table: public,
// secret or twin, as game/facts explains.

// factKinds holds every kind of fact ever written.
var factKinds = facts.New[state]("syndicate")

func public[F game.Fact](change func(*state, F)) facts.Row[state] {
	return facts.Public(factKinds, change)
}
func secret[F game.Fact](change func(*state, F)) facts.Row[state] {
	return facts.Secret(factKinds, change)
}
func twin[F game.Fact]() facts.Row[state] { return facts.Twin[F](factKinds) }

// Facts lists every fact that a viewer can be told, as its zero value, in the order of their kinds.
func Facts() []game.Fact { return factKinds.Told() }

// continues refuses a match with versions or a battlefield that this program does not have.
func continues(f game.Fact) error {
	s, ok := f.(began)
	if !ok {
		return nil
	}
	err := s.Conf.checkVersions()
	if err == nil {
		_, err = newEnv(s.Conf.Terms, s.sides())
	}
	return err
}

// went records the point that the match has reached. Nobody is told: whatever others may know of it shows in what is asked and what
// happens.
type went struct{ cursor }

func (went) Kind() string              { return "went" }
func (went) For(game.Viewer) game.Fact { return nil }

var _ = secret(func(s *state, f went) { s.cursor = f.cursor })

// turn moves the cursor.
func turn(t tx, change func(*cursor)) {
	c := t.State().cursor
	change(&c)
	t.Emit(went{c})
}
