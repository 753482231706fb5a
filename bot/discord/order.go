package discord

import (
	"sync"

	"downsync/bot/wire"
)

// order numbers the answers to presses as they come from the handlers, and knows the newest one that each message shows. Otherwise an answer that
// Discord took only at the second try would overwrite the answer to a later press. It is safe for concurrent use.
type order struct {
	mu    sync.Mutex
	given uint64
	shown map[wire.MessageID]uint64 // at most remembered
}

// next returns the number of an answer that was just given.
func (o *order) next() uint64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.given++
	return o.given
}

// place notes that the message shows the answer of that number.
func (o *order) place(m wire.MessageID, number uint64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.shown == nil {
		o.shown = map[wire.MessageID]uint64{}
	}
	bounded(o.shown, func(n uint64) bool { return n+remembered/2 < o.given })
	o.shown[m] = max(o.shown[m], number)
}

// last returns the number of the newest answer that the message shows, 0 if that is not known.
func (o *order) last(m wire.MessageID) uint64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.shown[m]
}
