package game

import (
	"encoding/json"
	"errors"
	"fmt"
)

// ErrNewer says that a newer program wrote a match. This one leaves it as it is.
var ErrNewer = errors.New("written by a newer version of this program: update it")

// known returns ErrNewer if the match began under rulings that the ruleset does not have yet.
func (c Card) known(start Record) error {
	var conf struct {
		Rulings int `json:"rulings"`
	}
	if json.Unmarshal(start.Conf, &conf) == nil && conf.Rulings > c.Rulings {
		return fmt.Errorf("%w: it has rulings %d of %s, this program has 0 to %d", ErrNewer, conf.Rulings, c.ID, c.Rulings)
	}
	return nil
}
