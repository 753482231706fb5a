package wire

import (
	"crypto/rand"
	"crypto/sha256"
)

// Cause names the decision that an interaction asks for, so that a repeated interaction decides once.
func (i Interaction) Cause() string { return "i:" + string(i.ID) }

// NewID returns a random id of 8 letters and digits, without those that look alike.
func NewID() string {
	var raw [8]byte
	_, _ = rand.Read(raw[:]) // documented never to fail
	return idOf(raw)
}

// NewID returns an id of that form for something that the interaction makes; purpose names it. Another host that
// receives the same interaction makes the same id, so a repeat finds its first run.
func (i Interaction) NewID(purpose string) string {
	if i.ID == "" { // not from a user
		return NewID()
	}
	return idFor(purpose + " " + string(i.ID))
}

// NewIDOfCard is NewID for something that a private card makes once, however often its buttons are pressed.
func (i Interaction) NewIDOfCard(purpose string) string {
	if !i.Private || i.Message == "" {
		return i.NewID(purpose)
	}
	return idFor(purpose + " of " + string(i.User) + " by " + string(i.Message))
}

func idFor(purpose string) string {
	sum := sha256.Sum256([]byte(purpose))
	return idOf([8]byte(sum[:8]))
}

func idOf(raw [8]byte) string {
	const alphabet = "abcdefghjkmnpqrstuvwxyz23456789a" // 32 of them, so that each byte picks evenly
	for i := range raw {
		raw[i] = alphabet[raw[i]%32]
	}
	return string(raw[:])
}
