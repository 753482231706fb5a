package downsync

import (
	"downsync/game"
	rules "downsync/game/downsync"
)

var (
	whyRevealed = map[string]game.Text{rules.RevealedByScan: " by the scan", rules.RevealedByContact: " at close quarters",
		rules.RevealedByAmbush: " from ambush"}
	whyFound = map[string]game.Text{rules.RevealedByScan: " (scanned)", rules.RevealedByContact: " (a Unit within 2\")"}

	recovered = map[string]game.Text{"": "%s shakes off its stun.", "cp": "%s shakes off its stun for 1 CP.",
		"ap": "%s shakes off its stun with its Action Point.",
		"cm": "%s shakes off its stun with a CM token.", "hardened": "%s shakes off its stun with a hardened token."}

	passingFor = map[string]game.Text{
		"":             "You are asked about reactions again.",
		"turn":         "You pass the reaction window of this Turn.",
		"round":        "You pass all reaction windows of this Round.",
		"until-change": "You pass reaction windows until your Units change.",
	}
)
