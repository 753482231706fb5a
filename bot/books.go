package bot

import (
	"context"
	"slices"
	"strings"
)

// Books: cards and rules, which anybody may look up anywhere. An answer may hold a select of what else there is.

const idBook = "book" // book|command, with the value chosen

// BookControl is the custom id of a select in a book's answer: what is chosen is looked up in the command's first option.
func BookControl(command string) string { return idBook + "|" + command }

// BookAside is the same for a select beside other things: what it leads to is an answer of its own.
func BookAside(command string) string { return BookControl(command) + "|" + bookAside }

const bookAside = "aside"

// book finds the game's book of that command.
func (b *Bot) book(command string) (Command, bool) {
	books := b.Forms.Books()
	i := slices.IndexFunc(books, func(c Command) bool { return c.Name == command })
	if i < 0 {
		return Command{}, false
	}
	return books[i], true
}

// look answers a book's command.
func (b *Bot) look(_ context.Context, command string, options map[string]string) Answer {
	m, err := b.Forms.Look(command, options)
	if err != nil {
		return b.cannot(err)
	}
	return Answer{Letter: &m, Fresh: true}
}

// turnPage answers a choice in a book's answer, in its place or aside.
func (b *Bot) turnPage(ctx context.Context, i Interaction, command, where string) Answer {
	c, ok := b.book(command)
	if !ok || len(i.Values) == 0 || len(c.Options) == 0 {
		return b.say(wordOldButton)
	}
	a := b.look(ctx, command, map[string]string{c.Options[0].Name: strings.Join(i.Values, " ")})
	a.Fresh = where == bookAside
	return a
}
