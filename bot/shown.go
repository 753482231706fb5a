package bot

import (
	"errors"
	"slices"
	"sync"

	"downsync/game"
	"downsync/game/table"
)

// shown keeps the consoles that seats were answered with last, for the direct messages that show the same right after. It is never
// needed: whatever is not there is worked out again.
type shown struct {
	mu   sync.Mutex
	last map[seatOf]*console
}

// mostShown bounds the consoles kept: only those are whose direct messages are on their way.
const mostShown = 32

type seatOf struct {
	match table.ID
	seat  game.Seat
}

// console is being worked out until done is closed.
type console struct {
	of     string
	done   chan struct{}
	letter Letter
	err    error
}

// Answering works out the console of an answer, before its controls are bound. of is all that it depends on.
func (a *App) Answering(p table.Private, of string, work func() (Letter, error)) (Letter, error) {
	k := &console{of: of, done: make(chan struct{}), err: errors.New("not worked out")}
	a.shown.mu.Lock()
	if a.shown.last == nil || len(a.shown.last) >= mostShown {
		a.shown.last = map[seatOf]*console{}
	}
	a.shown.last[seatOf{p.ID, p.Seat}] = k
	a.shown.mu.Unlock()
	defer close(k.done)
	k.letter, k.err = work()
	k.letter.Blocks = slices.Clip(k.letter.Blocks) // what either message adds is its own
	return k.letter, k.err
}

// Delivering returns the console for a direct message: the one that the seat is being answered with, if it is the same, or else a
// new one.
func (a *App) Delivering(p table.Private, of string, work func() (Letter, error)) (Letter, error) {
	at := seatOf{p.ID, p.Seat}
	a.shown.mu.Lock()
	k := a.shown.last[at]
	delete(a.shown.last, at)
	a.shown.mu.Unlock()
	if k != nil && k.of == of {
		if <-k.done; k.err == nil {
			return k.letter, nil
		}
	}
	return work()
}
