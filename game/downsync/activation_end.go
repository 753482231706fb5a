package downsync

import "downsync/game"

// Ending the activation with an order for a check or an attack (Q51).

// The values of Act.Then.
const (
	ThenEnd       = "end"
	ThenOverwatch = "overwatch"
)

// endPlanned: the running activation ends automatically once nothing is left of its action; "" takes that back. Nobody is told;
// the facts that follow show it. The enemy may still be choosing countermeasures.
type endPlanned struct {
	Unit Label  `json:"unit"`
	Then string `json:"then,omitempty"`
}

func (endPlanned) Kind() string              { return "end-planned" }
func (endPlanned) For(game.Viewer) game.Fact { return nil }

var _ = secret(func(s *state, f endPlanned) { act(s).Then = f.Then })
