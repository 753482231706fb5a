package undelivered

import (
	"errors"
	"fmt"
	"testing"

	"downsync/bot/wire"
)

// An error that stops a match's card for good leaves a note with a sentence. One that may pass by itself leaves none.
func TestFault(t *testing.T) {
	for err, note := range map[error]string{wire.ErrLocked: locked, wire.ErrDenied: denied, fmt.Errorf("card: %w", wire.ErrGone): gone, errors.New("a dead host"): "", nil: ""} {
		if got := Fault(err); got != note || (Word(got) == "") != (note == "") {
			t.Errorf("%v leaves %q, which says %q; expected %q", err, got, Word(got), note)
		}
	}
	if Word(Closed) == "" || Word("") != "" {
		t.Errorf("closed direct messages say %q, no note says %q", Word(Closed), Word(""))
	}
}
