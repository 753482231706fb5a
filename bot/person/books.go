package person

import (
	"context"
	"slices"
	"strings"

	"downsync/bot"
)

// Books: cards and rules, which anybody may look up anywhere. An answer may hold a select of what else there is.

// bookCommands are the games' books. One that several games have asks which.
func bookCommands(a *bot.App) []bot.Command {
	all, by := bot.Offered(a, booksOf, func(b bot.Command) string { return b.Name })
	for i, b := range all {
		b.Options = slices.Clone(b.Options)
		for n, o := range b.Options {
			if o.Autocomplete {
				b.Options[n] = o.Suggested(func(ctx context.Context, c *bot.Call) []bot.Choice {
					f, _, _, ok := bookGame(ctx, c, b.Name)
					if !ok {
						return nil
					}
					return f.Suggest(c.Focused, c.Options)
				})
			}
		}
		if len(by[b.Name]) > 1 {
			b = b.With(a.GameOption()...)
		}
		b.Run = func(ctx context.Context, c *bot.Call) bot.Answer { return look(ctx, c, b.Name) }
		all[i] = b
	}
	return all
}

// booksOf are a game's books, none if it has none.
func booksOf(f bot.Forms) []bot.Command {
	if f.Library == nil {
		return nil
	}
	return f.Books()
}

// bookGame are the forms of the game whose book is meant: the chosen one's if it has it, else the first's that does.
func bookGame(ctx context.Context, c *bot.Call, command string) (f bot.Forms, game string, no bot.Answer, ok bool) {
	game, no, ok = c.Chosen(ctx)
	if !ok {
		return f, game, no, false
	}
	for _, g := range append([]bot.Game{{ID: game}}, c.Games...) {
		f := c.Forms(g.ID)
		if slices.ContainsFunc(booksOf(f), func(b bot.Command) bool { return b.Name == command }) {
			return f, g.ID, no, true
		}
	}
	return f, game, c.Answer(wordOldButton), false
}

// look answers a book's command.
func look(ctx context.Context, c *bot.Call, command string) bot.Answer {
	f, game, no, ok := bookGame(ctx, c, command)
	if !ok {
		return no
	}
	m, err := f.Look(command, c.Options)
	if err != nil {
		return c.Cannot(err)
	}
	for i, b := range m.Blocks {
		if s, ok := b.(bot.Select); ok && len(c.Games) > 1 {
			s.ID += "|" + game // its answer is of the same game, whatever its reader plays meanwhile
			m.Blocks[i] = s
		}
	}
	return bot.Answer{Letter: &m, Fresh: true}
}

// bookPress answers a choice in a book's answer, in its place or aside.
func bookPress(ctx context.Context, c *bot.Call, name, where string) bot.Answer {
	i := slices.IndexFunc(c.Commands, func(x bot.Command) bool { return x.Name == name && len(x.Options) > 0 })
	if i < 0 || len(c.Values) == 0 {
		return c.Answer(wordOldButton)
	}
	game, aside := strings.CutPrefix(where, bot.BookIsAside)
	game = strings.TrimPrefix(game, "|")
	c.Options = bot.Options{c.Commands[i].Options[0].Name: strings.Join(c.Values, " "), "game": game}
	a := look(ctx, c, name)
	a.Fresh = aside
	return a
}
