package lobby_test

import (
	"testing"

	"downsync/bot/bottest/mind"
	"downsync/bot/bottest/party"
)

// The program is challenged by the words for it, not only by its own user.
func TestTheProgramByItsName(t *testing.T) {
	for _, word := range []string{"bot", "@bot", "Program", "@Programm"} {
		p := party.New(t, mind.Mind{})
		p.Says(p.Slash(ann, party.Challenge, party.Opt("opponent", word)), "The match begins.")
	}
}
