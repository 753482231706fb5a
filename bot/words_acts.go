package bot

import (
	"strings"

	"downsync/bot/lang"
	"downsync/game"
)

// actTexts are the sentences for a referee's acts, by game.Refereed's word; %s is the side concerned.
var actTexts = map[string]game.Text{
	"dispute":   "%s opened a dispute; the match is stopped until the moderators have decided.",
	"withdraw":  "%s took their dispute or appeal back.",
	"unheard":   "%s lets the match go on, as no moderator heard the dispute or appeal.",
	"appeal":    "%s appeals against a decision; another moderator will look.",
	"look-all":  "A moderator looked at all of the match, secrets too.",
	"look-seat": "A moderator looked at what %s sees, secrets too.",
	"evidence":  "A moderator took the whole match as evidence, secrets too.",
	"rewind":    "A moderator rewound the match. Dice are not given back.",
	"rule":      "A moderator ruled on the position.",
	"answer":    "A moderator let %s's open question be answered by its default.",
	"extend":    "A moderator gave every open question more time.",
	"pause":     "A moderator stopped the match.",
	"resume":    "A moderator let the match go on.",
	ActOffer:    "A moderator offers the seat of %s to another player.",
	ActReplace:  "A moderator put another player into the seat of %s.",
	"end":       "A moderator ended the match.",
	"note":      "A moderator wrote a note into the match's record.",
	"dismiss":   "A moderator decided that the dispute or appeal was not right.",
	"uphold":    "A moderator decided that the dispute or appeal was right.",
}

// ActText describes a referee's act in the words for everybody.
func ActText(t lang.Language, f game.Refereed) string {
	format, ok := actTexts[f.What]
	if !ok {
		return ""
	}
	if f.Seat == 0 || !strings.Contains(string(format), "%") {
		return t.Text(format)
	}
	return t.Say(format, SideName(f.Seat))
}

// SideName returns a seat's letter: A, B and so on. The labels of its pieces begin with it.
func SideName(s game.Seat) string { return string(rune('A' - 1 + s)) }
