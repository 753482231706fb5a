package wire

import "downsync/game"

// Notice is a message that everybody may see. It has another type than Letter, so that neither can be sent in place of
// the other.
type Notice struct{ Message }

// Letter is a private message for one seat.
type Letter struct {
	Seat game.Seat
	Message
}
