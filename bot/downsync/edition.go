package downsync

import (
	"strings"

	"downsync/game"

	rules "downsync/game/downsync"
)

// Words that edition 4.2 has otherwise: what was Hardened is Emergency (V18), VIPs are Control Objectives (V22).

var emergency = strings.NewReplacer("a hardened", "an emergency", "A hardened", "An emergency", "hardened", "emergency", "Hardened", "Emergency")

// inEdition says the text as the edition's players do. Orders are not to be put through it: theirs are the same in both.
func inEdition(edition, text string) string {
	if edition == rules.Edition42 {
		return emergency.Replace(text)
	}
	return text
}

// mission names what is fought for.
func mission(edition string) string {
	if edition == rules.Edition42 {
		return wordMission42
	}
	return wordMission
}

// goalNames are the VIPs or Control Objectives as the seat calls them, side 1's first.
func goalNames(v reading, seat game.Seat) [2]string {
	out := [2]string{v.Text(wordEnemyVIP), v.Text(wordEnemyVIP)}
	if v.Rules == rules.Edition42 {
		return [2]string{v.Say(wordObjective, 1), v.Say(wordObjective, 2)}
	}
	out[seat-1] = v.Text(wordOwnVIP)
	return out
}
