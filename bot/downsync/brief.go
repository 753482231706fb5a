package downsync

import (
	"strings"

	"downsync/bot"
	"downsync/game/table"
)

// Matches in a line: for lists of what waits, and of results.

// Question is what is asked, in a few words.
func (f Forms) Question(_ table.Private, a table.OpenAsk) string {
	return f.lang.Text(asks[a.Name])
}

// Outcome is how a match that is over ended, in one line.
func (f Forms) Outcome(p table.Public) string {
	place, err := bot.PlaceOf(p.Meta)
	if err != nil || p.Result == nil {
		return ""
	}
	return strings.TrimSuffix(bot.Clip(outcome(f.lang, *p.Result, place.Names), maxOption), ".")
}
