package arcturus

import (
	"downsync/game"
	"downsync/game/arcturus/cards"
)

// Terms holds the public settings of a match.
type Terms struct {
	// Printed is the version of the cards.
	Printed string `json:"printed"`
	Options
}

// Config holds the options of one match, which keeps them for ever.
type Config struct {
	Terms
	// Lab starts from any position, without set-up; for scripts.
	Lab *Lab `json:"lab,omitempty"`
}

// Defaults returns the initial options of a new match.
func Defaults() Config { return Config{Terms: Terms{Printed: cards.Version}} }

// Encode writes the options for game.Game.Start.
func (c Config) Encode() game.Config { return game.ConfigOf(c) }

// decodeConfig reads and checks the options of a match of that many seats.
func decodeConfig(raw game.Config, seats int) (Config, error) {
	c := Config{}
	if err := raw.Read(&c); err != nil {
		return c, err
	}
	if err := c.CheckSettings(); err != nil {
		return c, err
	}
	if err := c.CheckSeats(seats); err != nil {
		return c, err
	}
	if c.Lab != nil {
		return c, c.Lab.check(seats)
	}
	return c, nil
}

// CheckSettings says what is wrong with the terms, if anything.
func (t Terms) CheckSettings() error {
	if t.Printed != cards.Version {
		return game.Errorf("printed cards %q: expected %s", t.Printed, cards.Version)
	}
	return MatchOptions.Check(t.Options)
}

// CheckSeats says whether so many may play under the terms (S1).
func (t Terms) CheckSeats(seats int) error {
	if seats == 2 && !t.TwoPlayers {
		return game.Errorf("two players need the option two_players, which the book leaves open")
	}
	return nil
}
