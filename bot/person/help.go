package person

import (
	"context"
	"strings"

	"downsync/bot"
)

// /help, and the way from it to a first match: two presses, with no command to know.

// idHelp is help|game: the page of another game.
const idHelp = "help"

// helpCommand is /help.
func helpCommand(a *bot.App) bot.Command {
	return bot.Command{Name: "help", Description: wordHelpCommand, Options: a.GameOption(), Light: true, Run: func(ctx context.Context, c *bot.Call) bot.Answer {
		game, no, ok := c.Chosen(ctx)
		if !ok {
			return no
		}
		return help(c, game)
	}}
}

// helpPress shows the page of the game that was chosen.
func helpPress(_ context.Context, c *bot.Call, _, _ string) bot.Answer {
	if game := strings.Join(c.Values, ""); c.Offers(game) {
		a := help(c, game)
		a.Fresh = false
		return a
	}
	return c.Answer(wordOldButton)
}

// help is what the game is about, then the commands by what they are for.
func help(c *bot.Call, game string) bot.Answer {
	f := c.Forms(game)
	var blocks []bot.Block
	if len(c.Games) > 1 {
		choose := bot.Select{ID: idHelp, Placeholder: c.Text(wordHelpGame)}
		for _, g := range c.Games[:min(len(c.Games), bot.MostChoices)] {
			choose.Options = append(choose.Options, bot.Option{Value: g.ID, Label: g.Name, Chosen: g.ID == game})
		}
		blocks = append(blocks, choose)
	}
	var row bot.Row
	if f.Lessons != nil {
		row = append(row, bot.Button{ID: learnID(c, "", game), Label: c.Text(wordHelpLearn), Style: bot.Primary})
	}
	challenge := bot.IDChallenge
	if len(c.Games) > 1 {
		challenge += "|" + game
	}
	row = append(row, bot.Button{ID: challenge, Label: c.Text(wordHelpChallenge), Style: bot.Success})
	return bot.Fresh(append(blocks, bot.Text(c.Say(wordHelp, f.About.Name, f.About.Goal)), row, bot.Text(helpParts(c, f)))...)
}

// helpParts names the commands by what they are for: those that the game has.
func helpParts(c *bot.Call, f bot.Forms) string {
	begin := c.Text(wordHelpAsk)
	if f.Lessons != nil {
		begin = c.Text(wordHelpLesson) + " " + begin
	}
	if f.Builder != nil {
		begin += " " + c.Text(wordHelpForces)
	}
	lines := []string{c.Say(wordHelpBegin, begin), c.Say(wordHelpPlay, f.About.Order)}
	if look := queriesOf(f); len(look) > 0 {
		lines = append(lines, c.Say(wordHelpLook, commandList(c, look)))
	}
	if books := booksOf(f); len(books) > 0 {
		lines = append(lines, c.Say(wordHelpBooks, commandList(c, books)))
	}
	return strings.Join(append(lines, c.Text(wordHelpYours)), "\n")
}

func queriesOf(f bot.Forms) []bot.Command {
	if f.Inspector == nil {
		return nil
	}
	return f.Queries()
}

// commandList names commands as they are typed.
func commandList(c *bot.Call, cs []bot.Command) string {
	var names []string
	for _, command := range cs {
		names = append(names, "`/"+c.OptionName(command.Name)+"`")
	}
	return strings.Join(names, " ")
}
