package page

import (
	"downsync/bot/customid"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/book"
)

// Chapters returns the page of a rulebook for readers without a search word: a list of the chapters that contain those entries.
func Chapters(t lang.Language, b *book.Book, command string, entries ...string) wire.Message {
	s := wire.Select{ID: customid.BookControl(command), Placeholder: t.Text("A chapter")}
	for _, number := range entries {
		where := b.Numbered(number).Where
		s.Options = append(s.Options, wire.Option{Value: where, Label: wire.Clip(t.Text(game.Text(where)), wire.LongestChoice)})
	}
	return wire.Message{Blocks: []wire.Block{wire.Text(t.Text("### Rules: what about?") + "\n" + t.Text("Pick a chapter. `/rules` finds any word.")), s}}
}

// InEnglish tells readers of other languages that rules are quoted in English; "" in English.
func InEnglish(l lang.Language) string {
	if l == lang.English {
		return ""
	}
	return l.Text("-# The text of the rules is in English.")
}
