package campaign

import (
	"encoding/json"
	"time"

	"downsync/bot/wait"
)

// olderAttack is the part of a next match that campaigns of form 1 stored differently: how its challenge waited.
type olderAttack struct {
	Ready time.Time        `json:"ready"` // since when one player waits for the other to be ready
	Late  int              `json:"late"`  // the player who is waited for: 0 the challenger, 1 the taker
	Let   [2]time.Duration `json:"let"`   // how long each had let the other wait before
	Quiet time.Time        `json:"quiet"` // since when the player who is waited for has not been notified
	Rung  time.Time        `json:"rung"`  // when they were notified after all
}

// UnmarshalJSON reads a next match of either form.
func (a *attack) UnmarshalJSON(raw []byte) error {
	type plain attack
	if err := json.Unmarshal(raw, (*plain)(a)); err != nil {
		return err
	}
	var older olderAttack
	if err := json.Unmarshal(raw, &older); err != nil || older == (olderAttack{}) {
		return err
	}
	a.Taken = !older.Ready.IsZero()
	a.Wait = wait.Waiting{Unnotified: older.Quiet, Notified: older.Rung}
	if a.Taken {
		a.Wait.For, a.Wait.Since = []int{older.Late}, older.Ready
	}
	if older.Let != [2]time.Duration{} {
		a.Wait.Used = older.Let[:]
	}
	return nil
}
