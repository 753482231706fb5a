package person

import (
	"context"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
)

// /help, and the way from it to a first match: two presses, without knowing any command.

// idHelp is help|game for the page of another game, and help|what|game for a part of the help.
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

// wordWhereMatches is for direct messages, where no match can begin.
const wordWhereMatches game.Text = "person.where-matches"

// help says what the game is about, with buttons for everything that a newcomer wants. The commands are behind a
// button.
func help(_ context.Context, c *bot.Call, id string) wire.Answer {
	f := c.Forms(id)
	var blocks []wire.Block
	if len(c.Games) > 1 {
		choose := wire.Select{ID: idHelp, Placeholder: c.Text("Another game")}
		for _, g := range c.Games[:min(len(c.Games), wire.MostOptions)] {
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
		if c.Games.RivalOf(id) != nil {
			row = append(row, rivalButton(id, c.Language))
		}
	} else {
		lines = append(lines, "• "+c.Text(wordWhereMatches))
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
	if look := f.Queries(); len(look) > 0 {
		lines = append(lines, c.Say("**Look**, for your eyes only: %s", commandList(c, look)))
	}
	if books := f.Books(); len(books) > 0 {
		lines = append(lines, c.Say("**Look up**: %s", commandList(c, books)))
	}
	lines = append(lines, c.Text("person.help-yours"))
	if f.About.Signs != "" {
		lines = append(lines, c.Say("**On the board**: %s", f.About.Signs))
	}
	return strings.Join(lines, "\n")
}

// commandList lists commands in the form in which users type them.
func commandList(c *bot.Call, cs []bot.Command) string {
	var names []string
	for _, command := range cs {
		names = append(names, "`/"+c.OptionName(command.Name)+"`")
	}
	return strings.Join(names, " ")
}

// Books: cards and rules, which anybody may look up anywhere. An answer may contain a select of related entries.

// bookCommands returns the commands of the games' books. If several games share one, it has an option for the game.
func bookCommands(a *bot.App) []bot.Command {
	all, _ := bot.Offered(a, bot.Forms.Books, func(b bot.Command) string { return b.Name })
	for i, b := range all {
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
		all[i] = b
	}
	return all
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
		a := c.Cannot(err)
		if other := elsewhere(c, game); other != "" {
			a.Letter.Blocks = append(a.Letter.Blocks, wire.Text(other))
		}
		return a
	}
	for i, b := range m.Blocks {
		if s, ok := b.(wire.Select); ok && len(c.Games) > 1 {
			s.ID += "|" + game // its answer is about the same game, whatever its reader plays meanwhile
			m.Blocks[i] = s
		}
	}
	return wire.Answer{Letter: &m, Fresh: true}
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
			line := "/" + c.OptionName(b.Name) + " " + c.OptionName(b.Options[0].Name) + ":" + wire.Clip(strings.ReplaceAll(what, "`", "'"), 40)
			if len(c.Games.Having(hasBook(b.Name))) > 1 {
				line += " " + c.OptionName("game") + ":" + g.ID
			}
			return c.Say("%s has it: `%s`.", c.Forms(g.ID).About.Name, line)
		}
	}
	return ""
}

// bookPress answers a choice in a book's answer, in its place or in a new message.
func bookPress(ctx context.Context, c *bot.Call, name, where string) wire.Answer {
	i := slices.IndexFunc(c.Commands, func(x bot.Command) bool { return x.Name == name && len(x.Options) > 0 })
	game, aside := strings.CutPrefix(where, customid.BookIsAside)
	game, entry, of := strings.Cut(strings.TrimPrefix(game, "|"), ":")
	if of && len(c.Values) == 0 { // a button names its entry itself
		c.Values = []string{entry}
	}
	if i < 0 || len(c.Values) == 0 {
		return c.Answer(bot.OldButton)
	}
	c.Options = wire.Options{c.Commands[i].Options[0].Name: strings.Join(c.Values, " "), "game": game}
	a := answerBook(ctx, c, name)
	a.Fresh = aside
	return a
}

// rivalButton begins a match against the program.
func rivalButton(game string, l lang.Language) wire.Button {
	return wire.Button{ID: customid.Rival + "|" + game, Label: l.Text("Play the bot")}
}
