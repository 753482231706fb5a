package person

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
)

// /help, and the way from it to a first match: two presses, without knowing any command.

// idHelp is help for the page of the usual game, help with a chosen game for the game's page, and help|what|game for a part of the help.
const idHelp = "help"

// The parts that the buttons of /help show.
const helpRules, helpMatches, helpSettings, helpMore = "rules", "matches", "settings", "more"

func helpCommand(a *bot.App) bot.Command {
	return bot.Command{Name: "help", Description: "How this works", Options: a.Games.GameOption(nil), Light: true, Run: bot.WithGame(nil, help)}
}

// helpPress shows the page of the chosen game, or the part that a button names.
func helpPress(ctx context.Context, c *bot.Call, what, id string) wire.Answer {
	if len(c.Values) > 0 {
		what, id = "", strings.Join(c.Values, "")
	}
	if what == "" && id == "" {
		c.Options = wire.Options{}
		return bot.WithGame(nil, help)(ctx, c)
	}
	switch {
	case !c.Games.Offers(id):
	case what == "":
		a := help(ctx, c, id)
		a.Fresh = false
		return a
	case what == helpMatches:
		return list(ctx, c)
	case what == helpSettings:
		c.Options = wire.Options{}
		return settings(ctx, c)
	case what == helpMore:
		return wire.Fresh(wire.Text(helpParts(c, c.Forms(id))))
	case what == helpRules && hasBook(helpRules)(c.Forms(id)):
		c.Options = wire.Options{"game": id}
		return answerBook(ctx, c, helpRules)
	}
	return c.Answer(bot.OldButton)
}

// wordWhereMatches is for places without a server, where no match against people can begin.
const wordWhereMatches game.Text = "Matches against people begin in a channel of a server that I am on: use `/play` there."

// help says what the game is about, with buttons for everything that a newcomer wants. The commands are behind a
// button.
func help(_ context.Context, c *bot.Call, id string) wire.Answer {
	f := c.Forms(id)
	var blocks []wire.Block
	if len(c.Games) > 1 {
		choose := wire.Select{ID: idHelp, Placeholder: c.Text("Another game")}
		for _, g := range c.Games {
			choose.Options = append(choose.Options, wire.Option{Value: g.ID, Label: g.Name, Chosen: g.ID == id})
		}
		blocks = append(blocks, choose)
	}
	row, lines := wire.Row{}, []string{c.Say("## %s\n%s", f.About.Name, f.About.Goal)}
	if f.Lessons != nil {
		row = append(row, wire.Button{ID: learnID(c, "", id), Label: c.Text("Learn by playing"), Style: wire.Primary})
		lines = append(lines, c.Text("• New here? **Learn by playing** takes a quarter of an hour, in private."))
	}
	challenge := customid.Challenge
	if len(c.Games) > 1 {
		challenge += "|" + id
	}
	if c.Guild != "" {
		row = append(row, wire.Button{ID: challenge, Label: c.Text("Challenge someone"), Style: wire.Success})
	} else {
		lines = append(lines, "• "+c.Text(wordWhereMatches))
	}
	if c.Games.RivalOf(id) != nil {
		row = append(row, rivalButton(id, c.Language))
	}
	if f.Series != nil {
		row = append(row, wire.Button{ID: customid.Campaigns + "|" + id, Label: c.Text("Campaigns")})
	}
	lines = append(lines, c.Text("• In a match you press buttons, in direct messages or under **My view** on its card."))
	look := wire.Row{}
	for _, b := range []struct {
		what  string
		label game.Text
	}{{helpRules, "Rules"}, {helpMatches, "My matches"}, {helpSettings, "Settings"}, {helpMore, "More"}} {
		if b.what != helpRules || hasBook(helpRules)(f) {
			look = append(look, wire.Button{ID: strings.Join([]string{idHelp, b.what, id}, "|"), Label: c.Text(b.label)})
		}
	}
	blocks = append(blocks, wire.Text(strings.Join(lines, "\n")))
	if len(row) > 0 {
		blocks = append(blocks, row)
	}
	return wire.Fresh(append(blocks, look)...)
}

// helpParts lists the game's commands by their purpose.
func helpParts(c *bot.Call, f bot.Forms) string {
	begin := c.Text("`/play` asks somebody, or anyone, for a match.")
	if f.Lessons != nil {
		begin = c.Text("`/learn` teaches it by playing, in a quarter of an hour and in private.") + " " + begin
	}
	if f.Builder != nil {
		begin += " " + c.Text("`/force` builds your own force.")
	}
	if f.Series != nil {
		begin += " " + c.Text("`/campaign start` begins a series of matches between two sides of a server.")
	}
	lines := []string{c.Say("**Begin**: %s", begin), c.Say("person.help-play", f.About.Order)}
	var looks, books []string
	for _, q := range f.Queries() {
		if q.Order == "" {
			looks = append(looks, "look "+q.Name)
		}
	}
	if hasCards(f) {
		books = append(books, cardName)
	}
	if hasBook(helpRules)(f) {
		books = append(books, helpRules)
	}
	if len(looks) > 0 {
		lines = append(lines, c.Say("**Look**, for your eyes only: %s", commandList(c, looks)))
	}
	if len(books) > 0 {
		lines = append(lines, c.Say("**Look up**: %s", commandList(c, books)))
	}
	lines = append(lines, c.Text("person.help-yours"))
	if f.About.Signs != "" {
		lines = append(lines, c.Say("**On the board**: %s", f.About.Signs))
	}
	return strings.Join(lines, "\n")
}

// commandList lists commands, by their paths, in the form in which users type them.
func commandList(c *bot.Call, paths []string) string {
	var names []string
	for _, path := range paths {
		names = append(names, "`"+c.Typed(path)+"`")
	}
	return strings.Join(names, " ")
}

// Books: cards and rules, which anybody may look up anywhere. An answer may contain a select of related entries. /rules is
// a command of its own; /card finds the entries of all other books, whose names were commands before.

// bookCommands returns the commands of the games' books. If several games share one, it has an option for the game.
func bookCommands(a *bot.App) (out []bot.Command) {
	all, _ := bot.Offered(a, bot.Forms.Books, func(b bot.Command) string { return b.Name })
	var cards []bot.Command
	for _, b := range all {
		b.Options = slices.Clone(b.Options)
		for n, o := range b.Options {
			if o.Autocomplete {
				b.Options[n] = o.Suggested(func(ctx context.Context, c *bot.Call) []wire.Choice {
					game, err := c.Chosen(ctx, hasBook(b.Name))
					if err != nil {
						return nil
					}
					return c.Forms(game).Suggest(c.Focused, c.Options)
				})
			}
		}
		b = b.With(a.Games.GameOption(hasBook(b.Name))...)
		b.Run = func(ctx context.Context, c *bot.Call) wire.Answer { return answerBook(ctx, c, b.Name) }
		if b.Name == helpRules {
			out = append(out, b)
		} else {
			cards = append(cards, b)
		}
	}
	if len(cards) > 0 {
		out = append(out, cardCommand(a, cards))
	}
	return out
}

// cardName is the name of /card, and its option for what to look up.
const cardName, cardOption = "card", "name"

// cardCommand returns /card for these books.
func cardCommand(a *bot.App, books []bot.Command) bot.Command {
	card := bot.Command{Name: cardName, Description: "A card of a unit or a thing, or a battlefield, with its picture", Run: lookCard, Options: []bot.CommandOption{
		bot.CommandOption{Name: cardOption, Description: "Its name; default: the battlefields", Kind: wire.StringOption}.Suggested(suggestCards)}}
	for _, b := range books {
		for _, o := range b.Options[1:] {
			if o.Name != "game" && !slices.ContainsFunc(card.Options, func(x bot.CommandOption) bool { return x.Name == o.Name }) {
				card.Options = append(card.Options, o)
			}
		}
		if b.Name != cardName {
			card = card.FormerlyAs(b.Options, b.Run, b.Name)
		}
	}
	return card.With(a.Games.GameOption(hasCards)...)
}

// cardsOf returns the books of a game that /card looks into.
func cardsOf(f bot.Forms) []bot.Command {
	return slices.DeleteFunc(slices.Clone(f.Books()), func(b bot.Command) bool { return b.Name == helpRules || len(b.Options) == 0 })
}

func hasCards(f bot.Forms) bool { return len(cardsOf(f)) > 0 }

// suggestCards suggests the entries of every book of the game that /card means.
func suggestCards(ctx context.Context, c *bot.Call) (out []wire.Choice) {
	game, err := c.Chosen(ctx, hasCards)
	if err != nil {
		return nil
	}
	for _, b := range cardsOf(c.Forms(game)) {
		out = append(out, c.Forms(game).Suggest(b.Options[0].Name, entryIn(c, b))...)
	}
	return out
}

// entryIn returns the options of /card as a book of its own would have them.
func entryIn(c *bot.Call, b bot.Command) wire.Options {
	o := maps.Clone(c.Options)
	name := o[cardOption]
	delete(o, cardOption)
	o[b.Options[0].Name] = name
	return o
}

// lookCard is /card: it looks into the books of the game that the user means, and then, unless they named it, into those
// of the other games.
func lookCard(ctx context.Context, c *bot.Call) wire.Answer {
	first, err := c.Chosen(ctx, hasCards)
	if err != nil {
		return c.Trouble("", err)
	}
	games := []string{first}
	if c.Options.Text("game") == "" && c.Options.Text(cardOption) != "" {
		for _, g := range c.Games.Having(hasCards) {
			if g.ID != first {
				games = append(games, g.ID)
			}
		}
	}
	for n, game := range games {
		m, failed := findCard(c, game)
		if failed == nil {
			return bookAnswer(c, game, m)
		}
		if n == 0 {
			err = failed
		}
	}
	return notInBook(c, first, err)
}

// findCard looks an entry up in a game's books: first in the books that have exactly that name. The error comes from the
// first book.
func findCard(c *bot.Call, game string) (m wire.Message, err error) {
	typed := strings.ToLower(c.Options.Text(cardOption))
	books := cardsOf(c.Forms(game))
	if len(books) == 0 {
		return m, bot.Refuse(c.Answer(bot.OldButton))
	}
	exact := func(b bot.Command) int {
		has := func(x wire.Choice) bool { return strings.ToLower(x.Value) == typed }
		if typed != "" && slices.ContainsFunc(c.Forms(game).Suggest(b.Options[0].Name, entryIn(c, b)), has) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(books, func(x, y bot.Command) int { return exact(x) - exact(y) })
	for _, b := range books {
		if typed == "" && b.Options[0].Required {
			continue
		}
		found, failed := c.Forms(game).LookUp(b.Name, entryIn(c, b))
		if failed == nil {
			return found, nil
		}
		if err == nil {
			err = failed
		}
	}
	return m, err
}

func hasBook(name string) func(bot.Forms) bool {
	return func(f bot.Forms) bool {
		return slices.ContainsFunc(f.Books(), func(b bot.Command) bool { return b.Name == name })
	}
}

// answerBook answers a book's command.
func answerBook(ctx context.Context, c *bot.Call, command string) wire.Answer {
	game, err := c.Chosen(ctx, hasBook(command))
	switch {
	case err != nil:
		return c.Trouble("", err)
	case !hasBook(command)(c.Forms(game)):
		return c.Answer(bot.OldButton)
	}
	m, err := c.Forms(game).LookUp(command, c.Options)
	if err != nil {
		return notInBook(c, game, err)
	}
	return bookAnswer(c, game, m)
}

// bookAnswer answers with what a book of the game says.
func bookAnswer(c *bot.Call, game string, m wire.Message) wire.Answer {
	for i, b := range m.Blocks {
		if s, ok := b.(wire.Select); ok && len(c.Games) > 1 {
			s.ID += "|" + game // its answer is about the same game, whatever its reader plays meanwhile
			m.Blocks[i] = s
		}
	}
	return wire.Answer{Letter: &m, Fresh: true}
}

// notInBook says why a look-up found nothing, and where it would find something.
func notInBook(c *bot.Call, game string, err error) wire.Answer {
	var refused bot.Refused
	if errors.As(err, &refused) {
		return refused.Answer
	}
	a := c.Cannot(err)
	if other := elsewhere(c, game); other != "" {
		a.Letter.Blocks = append(a.Letter.Blocks, wire.Text(other))
	}
	return a
}

// elsewhere names the command for another game's book that has the entry, after a look-up without a result; "" if none
// has it. It looks up names among names, and words among words.
func elsewhere(c *bot.Call, game string) string {
	for _, g := range c.Games {
		for _, b := range c.Forms(g.ID).Books() {
			if len(b.Options) == 0 || !b.Options[0].Required || g.ID == game {
				continue
			}
			what := c.Options[b.Options[0].Name]
			if what == "" {
				continue
			}
			if _, err := c.Forms(g.ID).LookUp(b.Name, wire.Options{b.Options[0].Name: what}); err != nil {
				continue
			}
			name, has := cardName, hasCards
			if b.Name == helpRules {
				name, has = helpRules, hasBook(helpRules)
			}
			line := c.Typed(name) + " " + c.OptionName(b.Options[0].Name) + ":" + wire.Clip(strings.ReplaceAll(what, "`", "'"), 40)
			if len(c.Games.Having(has)) > 1 {
				line += " " + c.OptionName("game") + ":" + g.ID
			}
			return c.Say("%s has it: `%s`.", c.Forms(g.ID).About.Name, line)
		}
	}
	return ""
}

// bookPress answers a choice in a book's answer, in its place or in a new message.
func bookPress(ctx context.Context, c *bot.Call, name, where string) wire.Answer {
	option := entryOption(c, name)
	game, aside := strings.CutPrefix(where, customid.BookIsAside)
	game, entry, of := strings.Cut(strings.TrimPrefix(game, "|"), ":")
	if of && len(c.Values) == 0 { // a button names its entry itself
		c.Values = []string{entry}
	}
	if option == "" || len(c.Values) == 0 {
		return c.Answer(bot.OldButton)
	}
	c.Options = wire.Options{option: strings.Join(c.Values, " "), "game": game}
	a := answerBook(ctx, c, name)
	a.Fresh = aside
	return a
}

// entryOption returns the name of the option by which a book of that name is asked for an entry; "" if no game has it.
func entryOption(c *bot.Call, book string) string {
	for _, g := range c.Games {
		for _, b := range c.Forms(g.ID).Books() {
			if b.Name == book && len(b.Options) > 0 {
				return b.Options[0].Name
			}
		}
	}
	return ""
}

// rivalButton begins a match against the program.
func rivalButton(game string, l lang.Language) wire.Button {
	return wire.Button{ID: customid.Rival + "|" + game, Label: l.Text("Play the bot")}
}
