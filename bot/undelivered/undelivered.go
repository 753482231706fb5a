// Package undelivered holds notes about messages that were not delivered, which their users read in private. They are records, because
// a failed delivery and a later answer share nothing else.
package undelivered

import (
	"errors"
	"strconv"
	"strings"

	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// The notes.
const (
	closed   = "closed"    // the user's direct messages
	barred   = "barred"    // everybody's direct messages
	unshared = "unshared"  // the user's direct messages, until the bot and the user are on a server together
	denied   = "denied"    // the match's card
	timedOut = "timed-out" // the match's card
	gone     = "gone"      // the match's card
	locked   = "locked"    // the match's thread
)

var words = map[string]game.Text{closed: "bot.dm-closed", barred: "bot.dm-barred", unshared: "bot.dm-unshared", denied: "bot.card-denied", timedOut: "bot.card-timed-out",
	gone: "bot.card-gone", locked: "bot.card-locked"}

// DMKey returns the key of the note about a user's direct messages.
func DMKey(u wire.UserID) string { return "dm/" + string(u) }

// CardKey returns the key of the note about a match's public card.
func CardKey(match table.ID) string { return "card/" + string(match) }

// Fault returns the note for an error that stopped a match's card; "" if a later try may succeed.
func Fault(err error) string {
	switch {
	case errors.Is(err, wire.ErrLocked):
		return locked
	case errors.Is(err, wire.ErrTimedOut):
		return timedOut
	case errors.Is(err, wire.ErrDenied):
		return denied
	case errors.Is(err, wire.ErrGone):
		return gone
	}
	return ""
}

// Lacking returns the note of an error that stopped a match's card with the rights that the bot lacks in its channel. Only a refusal for want
// of rights has them.
func Lacking(note string, rights wire.Permission) string {
	if note != denied || rights == 0 {
		return note
	}
	return note + lacking + strconv.FormatUint(uint64(rights), 10)
}

// lacking stands between a note and the rights that the bot lacks.
const lacking = " lacks "

// Read returns the sentence for a note, and the rights that it names; the sentence for these takes their names.
func Read(note string) (game.Text, wire.Permission) {
	if kind, bits, ok := strings.Cut(note, lacking); ok && kind == denied {
		if rights, err := strconv.ParseUint(bits, 10, 64); err == nil {
			return "bot.card-lacks", wire.Permission(rights)
		}
		note = kind
	}
	return words[note], 0
}

// Direct returns the note for an error that stopped a direct message; "" if it was not refused for good.
func Direct(err error) string {
	switch {
	case errors.Is(err, wire.ErrBarred):
		return barred
	case errors.Is(err, wire.ErrUnshared):
		return unshared
	case errors.Is(err, wire.ErrClosedDM):
		return closed
	}
	return ""
}

// IsDenied reports whether a note says that the bot lacks rights in the channel of a match's card.
func IsDenied(note string) bool { return note == denied }
