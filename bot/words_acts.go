package bot

import (
	"strings"

	"downsync/game"
)

// actTexts are the sentences for a referee's acts, by game.Refereed's word; %s is the side concerned.
var actTexts = map[string]game.Text{
	"dispute":   "%s opened a dispute; the match is stopped until the moderators have decided.",
	"withdraw":  "%s withdrew their dispute or appeal.",
	"unheard":   "%s resumed the match, because no moderator heard the dispute or appeal.",
	"appeal":    "%s appeals against a decision; another moderator will look.",
	"look-all":  "A moderator looked at the whole match, including its secrets.",
	"look-seat": "A moderator looked at the view of %s, including its secrets.",
	"evidence":  "A moderator exported the whole match as evidence, including its secrets.",
	"rewind":    "A moderator rewound the match. Dice are not given back.",
	"rule":      "A moderator ruled on the position.",
	"answer":    "A moderator answered %s's open question with its default.",
	"extend":    "A moderator gave every open question more time.",
	"pause":     "A moderator stopped the match.",
	"resume":    "A moderator resumed the match.",
	ActOffer:    "A moderator offers the seat of %s to another player.",
	ActReplace:  "A moderator gave the seat of %s to another player.",
	"end":       "A moderator ended the match.",
	"note":      "A moderator wrote a note into the match's record.",
	"dismiss":   "A moderator dismissed the dispute or appeal.",
	"uphold":    "A moderator upheld the dispute or appeal.",
}

// Words says texts in the language of their reader.
type Words interface {
	Text(game.Text) string
	Say(format game.Text, args ...any) string
}

// ActText describes a referee's act in the words for everybody.
func ActText(t Words, f game.Refereed) string {
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
