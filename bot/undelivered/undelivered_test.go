package undelivered

import (
	"errors"
	"fmt"
	"testing"

	"downsync/bot/wire"
)

// An error that stops a match's card for good leaves a note with a sentence. One that may pass by itself leaves none.
func TestFault(t *testing.T) {
	for err, note := range map[error]string{wire.ErrLocked: locked, wire.ErrDenied: denied, fmt.Errorf("%w: %w", wire.ErrTimedOut, wire.ErrDenied): timedOut, fmt.Errorf("card: %w", wire.ErrGone): gone, errors.New("a dead host"): "", nil: ""} {
		if got := Fault(err); got != note || (Word(got) == "") != (note == "") {
			t.Errorf("%v leaves %q, which says %q; expected %q", err, got, Word(got), note)
		}
	}
	quarantined := fmt.Errorf("%w: %w", wire.ErrBarred, wire.ErrClosedDM)
	for err, note := range map[error]string{wire.ErrClosedDM: closed, quarantined: barred, fmt.Errorf("%w: %w", wire.ErrUnshared, wire.ErrClosedDM): unshared, errors.New("a dead host"): "", nil: ""} {
		if got := Direct(err); got != note || (Word(got) == "") != (note == "") {
			t.Errorf("%v leaves %q, which says %q; expected %q", err, got, Word(got), note)
		}
	}
}
