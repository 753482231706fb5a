package gametest

import (
	"fmt"
	"strings"
	"testing"

	"downsync/game"
)

// Unoffered plays the games, and at each step makes both seats try invented orders, whatever they are asked. It fails if an
// order is accepted that the question's menu does not read: a menu offers everything that the rules allow. plain returns an
// accepted order without words that the menu may leave out because they change nothing, "" for one that does no more than the
// menu's. Unoffered returns how many were tried and accepted.
func Unoffered(t testing.TB, c Case, made func(d *Dice, v game.View) string, plain func(line string) string) (tried, taken int) {
	t.Helper()
	d := NewDice(uint64(c.Games))
	c.Check = func(m game.Match) error {
		for seat := game.Seat(1); int(seat) <= c.Seats; seat++ {
			v := m.View(game.Player(seat))
			for _, a := range m.Asks(seat) {
				line := made(d, v)
				r, err := c.Game.Parse(line)
				if err != nil {
					continue
				}
				tried++
				if _, err := m.Answer(seat, a.ID, r, d); err != nil {
					continue
				}
				taken++
				line = strings.ToLower(r.Order())
				if _, err := a.Menu.ReadWhole(line); err == nil {
					continue
				}
				line = plain(line)
				if _, err := a.Menu.ReadWhole(line); line != "" && err != nil {
					return fmt.Errorf("seat %d is asked %s, and %q is taken, which its menu does not read: %w", seat, a.Name, line, err)
				}
			}
		}
		return nil
	}
	Run(t, c)
	return tried, taken
}
