package downsync

import (
	"strings"

	"downsync/game"
	rules "downsync/game/downsync"
)

// Words that edition 4.2 has otherwise: what was Hardened is Emergency (V18), VIPs are Control Objectives (V22).

var emergency = strings.NewReplacer("a hardened", "an emergency", "A hardened", "An emergency", "hardened", "emergency", "Hardened",
	"Emergency")

// inEdition says the text as the edition's players do. Orders are not to be put through it: theirs are the same in both.
func inEdition(edition, text string) string {
	if edition == rules.Edition42 {
		return emergency.Replace(text)
	}
	return text
}

// mission names what is fought for.
func mission(edition string) game.Text {
	if edition == rules.Edition42 {
		return "Control Objectives"
	}
	return "VIP Capture"
}
