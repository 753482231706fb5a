package bot

import (
	"context"
	"strings"
)

// /help, and the way from it to a first match: two presses, with no command to know.

const (
	idChallenge = "challenge" // asks whom to challenge
	idWhom      = "whom"      // challenges who was chosen
	idAnybody   = "anybody"   // challenges anyone
)

// help is /help: what the game is about, then the commands by what they are for.
func (b *Bot) help() Answer {
	about := b.Forms.About()
	return Answer{Fresh: true, Letter: &Message{Blocks: []Block{Text(b.sayf(wordHelp, about.Name, about.Goal)),
		Row{{ID: idLearn, Label: b.text(wordHelpLearn), Style: Primary}, {ID: idChallenge, Label: b.text(wordHelpChallenge), Style: Success}},
		Text(b.sayf(wordHelpParts, about.Order, b.commandList(b.Forms.Queries()), b.commandList(b.Forms.Books())))}}}
}

// commandList names commands as they are typed.
func (b *Bot) commandList(cs []Command) string {
	var names []string
	for _, c := range cs {
		names = append(names, "`/"+b.optionName(c.Name)+"`")
	}
	return strings.Join(names, " ")
}

// challengePress makes a challenge by buttons, with everything as is usual on the server.
func (b *Bot) challengePress(ctx context.Context, i Interaction, kind string) Answer {
	i.Options = map[string]string{}
	switch {
	case i.Guild == "":
		return b.say(wordGuildOnly)
	case kind == idChallenge:
		return Answer{Fresh: true, Letter: &Message{Blocks: []Block{Text(b.text(wordWhom)), People{ID: idWhom, Placeholder: b.text(wordWhomHolder)},
			Row{{ID: idAnybody, Label: b.text(wordAnybody)}}}}}
	case kind == idWhom && len(i.Values) == 1:
		i.Options["opponent"] = i.Values[0]
	case kind == idWhom:
		return b.say(wordOldButton)
	}
	return b.challengeCmd(ctx, i)
}
