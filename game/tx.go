package game

// Tx carries out one step: it rolls, emits facts and folds them at once.
type Tx[S any] struct {
	rules Ruleset[S]
	state S
	dice  Dice
	facts []Fact
	rolls []Rolled
	count []int // dice rolled before, by stream; this transaction's own copy
	bound bool
	err   error
}

// State returns the state with every fact emitted so far.
func (tx *Tx[S]) State() S { return tx.state }

// Emit records a fact and folds it.
func (tx *Tx[S]) Emit(f Fact) {
	if tx.err != nil {
		return
	}
	tx.facts = append(tx.facts, f)
	tx.state = tx.rules.Fold(tx.state, f)
}

// Roll rolls one die of the stream (0: the public one). purpose is a word of the ruleset. A step that rolled cannot be undone.
// When the dice fail, the whole step fails; until it ends, Roll returns 1.
func (tx *Tx[S]) Roll(stream Seat, purpose string, sides int) int {
	tx.bound = true
	if tx.err != nil {
		return 1
	}
	number := tx.count[stream] + 1
	face, err := tx.dice.Roll(stream, number, sides)
	if err != nil {
		tx.err = err
		return 1
	}
	tx.count[stream] = number
	tx.rolls = append(tx.rolls, Rolled{Stream: stream, Number: number, Sides: sides, Face: face, For: purpose})
	return face
}

// Bind marks the step as one that cannot be undone, because it told somebody something new.
func (tx *Tx[S]) Bind() { tx.bound = true }

// Failed reports whether the dice have failed. A loop that rolls must then stop.
func (tx *Tx[S]) Failed() bool { return tx.err != nil }
