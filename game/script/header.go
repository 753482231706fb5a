package script

import (
	"slices"
	"strconv"
	"strings"

	"downsync/game"
)

// headers are those of every game.
var headers = map[string]func(p *Player, words, written []string) error{
	"game": (*Player).chooseGame, "dice": (*Player).addDice, "match": (*Player).stored,
}

// OneOf reads a header with one word out of a few.
func OneOf(name string, set func(string), allowed ...string) func(words, written []string) error {
	return func(words, _ []string) error {
		if len(words) != 1 || !slices.Contains(allowed, words[0]) {
			return Expected("%s %s: expected %s", name, strings.Join(words, " "), strings.Join(allowed, " or "))
		}
		set(words[0])
		return nil
	}
}

// Rulings reads the version of a game's rulings, from 0 to the newest.
func Rulings(words []string, newest int) (version int, err error) {
	version, err = strconv.Atoi(strings.Join(words, " "))
	if err != nil || version < 0 || version > newest {
		return 0, Expected("rulings %s: expected a version from 0 to %d", strings.Join(words, " "), newest)
	}
	return version, nil
}

// Seat reads a seat that is the first word.
func Seat(words []string) (game.Seat, error) {
	if len(words) < 1 || words[0] != "1" && words[0] != "2" {
		return 0, Expected("expected the player first, 1 or 2")
	}
	return game.Seat(words[0][0] - '0'), nil
}

// chooseGame reads the name of a game. It comes before the game's own headers.
func (p *Player) chooseGame(words, _ []string) error {
	var names []string
	for _, g := range p.games {
		names = append(names, g.Rules.Card().ID)
	}
	name := strings.Join(words, " ")
	i := slices.Index(names, name)
	switch {
	case i < 0:
		return Expected("game %s: expected %s", name, strings.Join(names, " or "))
	case name == p.game.Rules.Card().ID:
		return nil
	case p.read:
		return Expected("game %s: expected before all other headers", name)
	}
	p.play(p.games[i])
	return nil
}

// addDice reads "6 1 4" and "seed 7".
func (p *Player) addDice(words, _ []string) error {
	if len(words) == 2 && words[0] == "seed" {
		n, err := strconv.ParseUint(words[1], 10, 64)
		if err != nil {
			return Expected("dice seed %s: expected a whole number", words[1])
		}
		p.dice.seed(n)
		return nil
	}
	if len(words) == 0 {
		return Expected("dice: expected faces like 6 1 4, or seed N")
	}
	for _, w := range words {
		n, err := strconv.Atoi(w)
		if err != nil || n < 1 || n > p.head.Sides {
			return Expected("dice %s: expected faces from 1 to %d", w, p.head.Sides)
		}
		p.dice.faces = append(p.dice.faces, n)
	}
	return nil
}

// stored reads the options of a match as it was stored.
func (p *Player) stored(_, written []string) error {
	if err := p.head.Stored(game.Config(strings.Join(written, " "))); err != nil {
		return Expected("expected match and its options, as a match is stored: %v", err)
	}
	return nil
}
