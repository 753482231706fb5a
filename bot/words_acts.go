package bot

import (
	"strings"

	"downsync/bot/deed"
	"downsync/game"
)

// actTexts are the sentences for players' acts in disputes, by game.Refereed's word; %s is who acted. Those for moderators' acts
// are in deed.
var actTexts = map[string]game.Text{
	"dispute":  "%s opened a dispute; the match is stopped until the moderators have decided.",
	"withdraw": "%s withdrew their dispute or appeal.",
	"unheard":  "%s resumed the match, because no moderator heard the dispute or appeal.",
	"appeal":   "%s appeals against a decision; another moderator will look.",
}

// Words says texts in the language of their reader.
type Words interface {
	Text(game.Text) string
	Say(format game.Text, args ...any) string
}

// ActText describes a referee's act in the words for everybody.
func ActText(t Words, f game.Refereed) string {
	if _, ok := actTexts[f.What]; ok {
		return ActBy(t, f.What, t.Say("Side %s", SideName(f.Seat)))
	}
	format, ok := game.Text(""), false
	if d, is := deed.Of(f.What); is {
		format, ok = d.Public, true
	}
	if !ok {
		return ""
	}
	if f.Seat == 0 || !strings.Contains(string(format), "%") {
		return t.Text(format)
	}
	return t.Say(format, SideName(f.Seat))
}

// ActBy describes a player's act in a dispute with the player's name. A log has no names, because a seat may change hands.
func ActBy(t Words, what, who string) string { return t.Say(actTexts[what], who) }

// IsPlayersAct reports whether players do that act in a dispute, and not moderators.
func IsPlayersAct(what string) bool { return actTexts[what] != "" }

// SideName returns a seat's letter: A, B and so on. The labels of its pieces begin with it.
func SideName(s game.Seat) string { return string(rune('A' - 1 + s)) }
