package main

import (
	"slices"

	"downsync/bot"
	forms "downsync/bot/downsync"
	synforms "downsync/bot/syndicate"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	downsyncrival "downsync/game/downsync/rival"
	downsyncscript "downsync/game/downsync/script"
	"downsync/game/rival"
	"downsync/game/script"
	synrules "downsync/game/syndicate"
	syndicatescript "downsync/game/syndicate/script"
)

// entry is a game that the program knows.
type entry struct {
	rules game.Game
	// script reads and writes its matches as text. A script that names no game is of the first.
	script script.Game
	// offered is the game as the bot offers it. Some have cards of the operator's own.
	offered func(own []*cards.Unit) bot.Game
	// rival plays it against people; nil: nobody does.
	rival rival.Mind
}

// games are all of them, in the order in which they are offered.
var games = []entry{
	{rules.Rules(), downsyncscript.Game, func(own []*cards.Unit) bot.Game { return forms.Forms{Own: own}.Game() }, downsyncrival.New()},
	{synrules.Rules(), syndicatescript.Game, func([]*cards.Unit) bot.Game { return synforms.Forms{}.Game() }, nil},
}

// gameOf finds the game of a record's Card.
func gameOf(id string) (entry, bool) {
	i := slices.IndexFunc(games, func(g entry) bool { return g.rules.Card().ID == id })
	if i < 0 {
		return entry{}, false
	}
	return games[i], true
}

func rulesets() []game.Game {
	var out []game.Game
	for _, g := range games {
		out = append(out, g.rules)
	}
	return out
}

func scripts() []script.Game {
	var out []script.Game
	for _, g := range games {
		out = append(out, g.script)
	}
	return out
}

func offered(own []*cards.Unit) []bot.Game {
	var out []bot.Game
	for _, g := range games {
		o := g.offered(own)
		o.Rival = g.rival
		out = append(out, o)
	}
	return out
}
