package undelivered

import (
	"errors"
	"fmt"
	"testing"

	"downsync/bot/wire"
	"downsync/game"
)

// An error that stops a match's card for good leaves a note with a sentence. One that may pass by itself leaves none.
func TestFault(t *testing.T) {
	for err, note := range map[error]string{wire.ErrLocked: locked, wire.ErrDenied: denied, fmt.Errorf("%w: %w", wire.ErrTimedOut, wire.ErrDenied): timedOut, fmt.Errorf("card: %w", wire.ErrGone): gone, errors.New("a dead host"): "", nil: ""} {
		if got := Fault(err); got != note || (word(got) == "") != (note == "") {
			t.Errorf("%v leaves %q, which says %q; expected %q", err, got, word(got), note)
		}
	}
	quarantined := fmt.Errorf("%w: %w", wire.ErrBarred, wire.ErrClosedDM)
	for err, note := range map[error]string{wire.ErrClosedDM: closed, quarantined: barred, fmt.Errorf("%w: %w", wire.ErrUnshared, wire.ErrClosedDM): unshared, errors.New("a dead host"): "", nil: ""} {
		if got := Direct(err); got != note || (word(got) == "") != (note == "") {
			t.Errorf("%v leaves %q, which says %q; expected %q", err, got, word(got), note)
		}
	}
}

func word(note string) game.Text {
	w, _ := Read(note)
	return w
}

// A note keeps the rights that the bot lacks. A note without them, as older programs wrote it, has a sentence too.
func TestLackingRights(t *testing.T) {
	lacks := wire.SendMessages | wire.AttachFiles
	if text, rights := Read(Lacking(denied, lacks)); text != "bot.card-lacks" || rights != lacks {
		t.Errorf("%q, %b", text, rights)
	}
	for _, note := range []string{Lacking(denied, 0), denied + lacking + "x", denied} {
		if text, rights := Read(note); text != "bot.card-denied" || rights != 0 {
			t.Errorf("%q is read as %q, %b", note, text, rights)
		}
	}
	if note := Lacking(gone, lacks); note != gone {
		t.Errorf("a deleted card: %q", note)
	}
}
