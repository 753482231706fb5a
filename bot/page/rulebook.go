package page

import (
	"downsync/bot"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/book"
)

// Rulebook implements bot.Library for a game whose numbered rules are all that can be looked up.
type Rulebook struct {
	bot.Voice
	Book         *book.Book
	Word, Number string    // examples of a query: "bid", "T4"
	Hint         game.Text // the description of the option: "Words like bid, or a number like T4"
}

// Books returns the command that finds rules.
func (r Rulebook) Books() []bot.Command {
	return []bot.Command{{Name: "rules", Description: "Find rules by words or by number", Options: []bot.CommandOption{
		{Name: "word", Description: r.Hint, Kind: wire.StringOption, Required: true, Autocomplete: true}}}}
}

// LookUp shows the rules about the words.
func (r Rulebook) LookUp(_ string, options map[string]string) (wire.Message, error) {
	q := SearchIn(r.Book, r.Language, options["word"], len(r.Book.Entries()))
	if len(q.Found) == 0 {
		return wire.Message{}, q.Nothing(r.Word, r.Number)
	}
	lines := q.Head
	for _, e := range q.Found {
		lines = append(lines, r.Rule(e.Number))
	}
	lines = append(lines, InEnglish(r.Language))
	return wire.Message{Blocks: []wire.Block{wire.Text(wire.Clip(Paragraph(lines...), wire.LongestText))}}, nil
}

// Rule returns the text of the rule with that number.
func (r Rulebook) Rule(number string) string {
	e := r.Book.Numbered(number)
	return "**" + e.Number + "** · " + r.Text(game.Text(e.Where)) + "\n" + e.Text
}

// Suggest completes the query.
func (r Rulebook) Suggest(typed string) []wire.Choice {
	s := Suggest(typed)
	for _, e := range r.Book.Entries() {
		s.Add(e.Number, e.Number+": "+Unbold(e.Text))
	}
	return s.Choices()
}
