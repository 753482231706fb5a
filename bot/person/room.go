package person

import (
	"slices"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/wire"
)

// New makes the room for one user's things: help, settings, forces, lessons, standings, privacy, lists and the inbox.
func New(a *bot.App) bot.Room {
	a.Hooks.List, a.Hooks.Inbox, a.Hooks.ListMatches = list, inbox, listMatches
	a.Hooks.ForceMeant, a.Hooks.ForcesFor, a.Hooks.ForceDraft = forceMeant, forcesFor, forceDraft
	a.Hooks.Lesson = lessonOf
	commands := []bot.Command{
		{Name: "match", Sub: []bot.Command{{Name: "list", Description: "Your matches and the open challenges, or those of this server",
			Light: true, Run: listCmd, Options: []bot.CommandOption{
				{Name: "which", Description: "mine: my matches and challenges; server: what is played here; open: challenges I can accept",
					Kind: wire.StringOption, Choices: []wire.Choice{
						{Name: "mine", Value: listMine}, {Name: "server", Value: listServer},
						{Name: "open challenges", Value: listOpen}}}}}}},
		helpCommand(a),
		{Name: "inbox", Description: "Every question that waits for you, in all your matches, the most urgent first", Run: inboxCmd},
		settingsCommand(a),
		setupCommand(a),
		ladderCommand(a),
		privacyCommand(),
	}
	return bot.Room{
		Commands: slices.Concat(commands, forceCommand(a), learnCommand(a), bookCommands(a)),
		Presses: map[string]bot.Pressed{
			idGo:            goPress,
			idTurn:          turnPress,
			idHelp:          helpPress,
			idPrivacy:       privacyPress,
			idSettings:      settingsPress,
			idSetup:         setupPress,
			customid.Learn:  learnPress,
			customid.Forces: forcesPress,
			customid.Build:  buildPress,
			customid.Book:   bookPress,
		},
		Ended:   ended,
		Arrived: arrived,
		Reposts: repostInvitations,
		Jobs:    []bot.Job{{Name: "greetings", Due: greet}},
		Keeps:   bot.Keeper{Tell: tell, Forget: forget},
	}
}
