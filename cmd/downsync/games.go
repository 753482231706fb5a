package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"downsync/bot"
	forms "downsync/bot/downsync"
	jagforms "downsync/bot/jagged"
	synforms "downsync/bot/syndicate"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	downsyncrival "downsync/game/downsync/rival"
	downsyncscript "downsync/game/downsync/script"
	jagrules "downsync/game/jagged"
	jaggedrival "downsync/game/jagged/rival"
	jaggedscript "downsync/game/jagged/script"
	"downsync/game/rival"
	"downsync/game/script"
	synrules "downsync/game/syndicate"
	syncards "downsync/game/syndicate/cards"
	syndicaterival "downsync/game/syndicate/rival"
	syndicatescript "downsync/game/syndicate/script"
)

// entry is a game that the program knows.
type entry struct {
	rules game.Game
	// script reads and writes its matches as text. A script that names no game is of the first game.
	script script.Game
	// offered is the game as the bot offers it.
	offered func(ownCards) bot.Game
	// rival plays it against people; nil: no program does.
	rival rival.Mind
}

// games lists all of them, in the order in which they are offered.
var games = []entry{
	{rules.Rules(), downsyncscript.Game, func(own ownCards) bot.Game { return forms.Forms{Own: own.downsync}.Game() }, downsyncrival.New()},
	{synrules.Rules(), syndicatescript.Game, func(own ownCards) bot.Game { return synforms.Forms{Own: own.syndicate}.Game() }, syndicaterival.New()},
	{jagrules.Rules(), jaggedscript.Game, func(ownCards) bot.Game { return jagforms.Forms{}.Game() }, jaggedrival.New()},
}

// ownCards holds the operator's own cards, for each game that may have some.
type ownCards struct {
	downsync  []*cards.Unit
	syndicate *syncards.Catalogue // with the printed ones; nil: none
}

// ownCards reads the files of the operator's own cards. A relative path starts at the folder of the configuration.
func (c config) ownCards() (own ownCards, err error) {
	if raw, path, err := c.beside("cards.file", c.Cards.File); err != nil {
		return own, err
	} else if raw != nil {
		if own.downsync, err = cards.Read(path, raw); err != nil {
			return own, err
		}
	}
	raw, path, err := c.beside("syndicate.cards", c.Syndicate.Cards)
	if err != nil || raw == nil {
		return own, err
	}
	set, err := syncards.Read(path, raw)
	if err != nil {
		return own, err
	}
	own.syndicate, err = syncards.Printed().With(set)
	return own, err
}

// beside reads a file, named by the key, beside the configuration; nil if the key is empty.
func (c config) beside(key, name string) (raw []byte, path string, err error) {
	if name == "" {
		return nil, "", nil
	}
	if path = name; !filepath.IsAbs(path) {
		path = filepath.Join(c.folder, path)
	}
	if raw, err = os.ReadFile(path); err != nil {
		return nil, path, fmt.Errorf("%s: %w", key, err)
	}
	return raw, path, nil
}

// gameOf finds the game of a record's Card.
func gameOf(id string) (entry, bool) {
	i := slices.IndexFunc(games, func(g entry) bool { return g.rules.Card().ID == id })
	if i < 0 {
		return entry{}, false
	}
	return games[i], true
}

// entries returns the games that the program offers with this configuration.
func (c config) entries() []entry {
	if c.contributor {
		return append(slices.Clone(games), contributorsGame())
	}
	return games
}

func rulesets(of []entry) []game.Game {
	var out []game.Game
	for _, g := range of {
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

func offered(of []entry, own ownCards) []bot.Game {
	var out []bot.Game
	for _, g := range of {
		o := g.offered(own)
		o.Rival = g.rival
		out = append(out, o)
	}
	return out
}
