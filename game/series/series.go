// Package series holds what every series of matches shares: a campaign, a cup, a best of three. It knows no game, reads no
// clock and does no I/O.
//
// A series is its beginning and the matches that were played out in it, in order; everything else follows from these. Between
// two matches one side chooses what the next one is about. That side has the first seat in it, the other side the second. A
// match that was called off does not count.
package series

import (
	"encoding/json"
	"fmt"

	"downsync/game"
)

// Version is the form of a Log. A Log of a later form is refused.
const Version = 1

// Most is the greatest number of matches in a series. If nobody has won by then, it ends without a winner.
const Most = 200

// Log is a series in its stored form.
type Log struct {
	Version int             `json:"v"`
	Setup   json.RawMessage `json:"setup"` // as Rules.Start made it
	Played  []Played        `json:"played,omitempty"`
}

// Played is a match of a series that was played out.
type Played struct {
	Choice string      `json:"choice"` // the subject of the match
	Result game.Result `json:"result"` // by seat
}

// Rules defines one game's series, between two sides, 0 and 1.
type Rules interface {
	// Start begins a series of that form, one of those that the game names; "" is the usual one. Further choices of the game follow it,
	// each as name=value after a space. roll returns a face from 1 to sides. The error says what was expected.
	Start(form string, roll func(sides int) int) (setup json.RawMessage, err error)
	// After returns the series after those matches. The error says which of them could not be played.
	After(setup json.RawMessage, played []Played) (State, error)
}

// State is a series between two matches. Its values do not change.
type State interface {
	// Turn returns the side that chooses, and its choices. There are none when the series has ended.
	Turn() (side int, choices []string)
	// Winner returns the side that has won; over is false while the series goes on.
	Winner() (side int, over bool)
}

// Begin begins a series.
func Begin(r Rules, form string, roll func(sides int) int) (Log, error) {
	setup, err := r.Start(form, roll)
	return Log{Version: Version, Setup: setup}, err
}

// State returns the current state of the series.
func (l Log) State(r Rules) (State, error) {
	if l.Version != Version {
		return nil, fmt.Errorf("a series of form %d: expected %d", l.Version, Version)
	}
	return r.After(l.Setup, l.Played)
}

// With returns the series with another match. The error says why the match cannot be played now.
func (l Log) With(r Rules, p Played) (Log, error) {
	l.Played = append(l.Played[:len(l.Played):len(l.Played)], p)
	_, err := l.State(r)
	return l, err
}
