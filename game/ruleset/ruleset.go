// Package ruleset holds what the rulesets of several games for two seats begin with: how their state is read, written and changed,
// how a question is asked and answered, and what a seat may do at any time. A ruleset embeds a Shell and adds its rules.
package ruleset

import (
	"encoding/json"
	"fmt"

	"downsync/game"
	"downsync/game/ending"
	"downsync/game/facts"
)

// State is the truth of a match. S is its type, so that *S is a State.
type State[S any] interface {
	*S
	// Copy returns a copy that a fact may write to.
	Copy() *S
	// Derive computes what a snapshot does not store. The error says why the snapshot is of no use.
	Derive() error
	// Ended returns the result, nil while the match runs.
	Ended() *game.Result
}

// Shell is the part of a game.Ruleset that is the same in each game.
type Shell[S any, P State[S]] struct {
	ID, Version string // as in game.Card; the version is the format of a match's record
	Rulings     int    // the newest version of the rulings
	Orders      func(line string) (game.Reply, error)
	Facts       *facts.Table[S]
	// Continues refuses a stored fact with which this program cannot continue a match: one keeps the versions that it began with.
	Continues func(game.Fact) error
	Finish    func(*game.Tx[P], ending.Ended)
}

// Card describes a game for two.
func (r Shell[S, P]) Card() game.Card {
	return game.Card{ID: r.ID, Version: r.Version, MinSeats: 2, MaxSeats: 2, Rulings: r.Rulings}
}

// Parse reads an order.
func (r Shell[S, P]) Parse(line string) (game.Reply, error) { return r.Orders(line) }

// End ends the match by the host's decision.
func (r Shell[S, P]) End(t *game.Tx[P], d game.Result) {
	r.Finish(t, ending.Ended{Rank: d.Rank, Why: d.Why})
}

// Decode reads a stored fact.
func (r Shell[S, P]) Decode(kind string, raw []byte) (game.Fact, error) {
	f, err := r.Facts.Decode(kind, raw)
	if err == nil {
		err = r.Continues(f)
	}
	return f, err
}

// Fold returns the state after a fact. State changes nowhere else, and a state never changes once folded.
func (r Shell[S, P]) Fold(s P, f game.Fact) P {
	n := new(S)
	if s != nil {
		n = s.Copy()
	}
	r.Facts.Apply(n, f)
	return n
}

// Result returns the outcome of an ended match.
func (Shell[S, P]) Result(s P) (game.Result, bool) {
	if s == nil || s.Ended() == nil {
		return game.Result{}, false
	}
	return *s.Ended(), true
}

// Save writes a snapshot.
func (Shell[S, P]) Save(s P) ([]byte, error) { return json.Marshal(s) }

// Load reads a snapshot.
func (Shell[S, P]) Load(raw []byte) (P, error) {
	s := P(new(S))
	err := json.Unmarshal(raw, s)
	if err == nil {
		err = s.Derive()
	}
	if err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	return s, nil
}

// Standing returns the asks of what each of two seats may do at any time.
func Standing(menu func(game.Seat) game.Menu) (asks []game.Ask) {
	for _, seat := range []game.Seat{1, 2} {
		asks = append(asks, game.Ask{Name: "standing", Seat: seat, Standing: true, Quiet: true, Offer: func() game.Menu { return menu(seat) }})
	}
	return asks
}
