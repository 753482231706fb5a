package script

import (
	"encoding/json"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"downsync/game"
	"downsync/game/cardfile"
)

// headers holds the headers of every game.
var headers = map[string]func(p *Player, words, written []string) error{
	"game": (*Player).chooseGame, "seats": (*Player).chooseSeats, "dice": (*Player).addDice, "match": (*Player).stored,
	"refusals": (*Player).setRefusals,
}

// Plain returns headers that ignore how a word was written.
func Plain(read map[string]func(words []string) error) map[string]func(words, written []string) error {
	out := map[string]func(words, written []string) error{}
	for name, read := range read {
		out[name] = func(words, _ []string) error { return read(words) }
	}
	return out
}

// OneOf reads a header with one word of a list.
func OneOf(name string, set func(string), allowed ...string) func(words []string) error {
	return func(words []string) error {
		if len(words) != 1 || !slices.Contains(allowed, words[0]) {
			return Expected("%s %s: expected %s", name, strings.Join(words, " "), strings.Join(allowed, " or "))
		}
		set(words[0])
		return nil
	}
}

// Rulings reads the version of a game's rulings, from 0 to the newest.
func Rulings(version *int, newest int) func(words []string) error {
	return func(words []string) error {
		n, err := strconv.Atoi(strings.Join(words, " "))
		if err != nil || n < 0 || n > newest {
			return Expected("rulings %s: expected a version from 0 to %d", strings.Join(words, " "), newest)
		}
		*version = n
		return nil
	}
}

// Option reads an option of the game's by its name; like is an example.
func Option(set func(name, value string) error, like string) func(words []string) error {
	return func(words []string) error {
		if len(words) != 2 {
			return Expected("option %s: expected option NAME VALUE, like %s", strings.Join(words, " "), like)
		}
		if err := set(words[0], words[1]); err != nil {
			return Expected("%v", err)
		}
		return nil
	}
}

// Map reads the name of a battlefield; like is an example.
func Map(name *string, like string) func(words []string) error {
	return func(words []string) error {
		if len(words) != 1 {
			return Expected("expected map NAME, like %s", like)
		}
		*name = words[0]
		return nil
	}
}

// Cards reads the name of a file of cards in the script's folder or below, such as own.toml, and passes its content on.
func Cards(folder fs.FS, read func(name string, raw []byte) error) func(words, written []string) error {
	return func(_, written []string) error {
		if len(written) != 1 {
			return Expected("expected cards FILE, like cards own.toml")
		}
		raw, err := Beside(folder, written[0], cardfile.MaxFile)
		if err == nil {
			err = read(written[0], raw)
		}
		if err != nil {
			return Expected("%v", err)
		}
		return nil
	}
}

// Beside reads a file in the script's folder or below. If it is longer than most, Beside returns one byte more than that.
func Beside(folder fs.FS, name string, most int64) ([]byte, error) {
	f, err := folder.Open(filepath.ToSlash(filepath.Clean(name)))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most+1))
}

// Stored reads the options of a stored match.
func Stored[C any](conf *C) func(game.Config) error {
	return func(raw game.Config) error {
		var kept C // without the headers before it
		err := json.Unmarshal(raw, &kept)
		*conf = kept
		return err
	}
}

// Seat reads the first word as one of that many seats.
func Seat(words []string, seats int) (game.Seat, error) {
	for seat := range seats {
		if len(words) > 0 && words[0] == strconv.Itoa(seat+1) {
			return game.Seat(seat + 1), nil
		}
	}
	return 0, Expected("expected the player first, 1 to %d", seats)
}

// Seat reads the first word as a seat of the match.
func (p *Player) Seat(words []string) (game.Seat, error) { return Seat(words, p.seats) }

// chooseSeats reads the number of players.
func (p *Player) chooseSeats(words, _ []string) error {
	card := p.game.Rules.Card()
	n, err := strconv.Atoi(strings.Join(words, " "))
	if err != nil || n < card.MinSeats || n > card.MaxSeats {
		return Expected("seats %s: expected %d to %d", strings.Join(words, " "), card.MinSeats, card.MaxSeats)
	}
	p.seats, p.read = n, true
	return nil
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

// setRefusals reads whether a refused order stops the script or passes.
func (p *Player) setRefusals(words, _ []string) error {
	return OneOf("refusals", func(w string) { p.quiet = w == "quiet" }, "quiet", "fail")(words)
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

// stored reads the options of a match in their stored form.
func (p *Player) stored(_, written []string) error {
	if err := p.head.Stored(game.Config(strings.Join(written, " "))); err != nil {
		return Expected("expected match and its options, as a match is stored: %v", err)
	}
	return nil
}
