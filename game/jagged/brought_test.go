package jagged

import (
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/jagged/cards"
)

// Lists that both chose before the battle open as it begins: neither is asked, and what began it does not name them (JQ4).
func TestListsChosenBefore(t *testing.T) {
	c := Defaults()
	c.Brought = [2][]Pick{Picks(cards.FindList("h-a-mech")), Picks(cards.FindList("m-d-seer"))}
	for _, board := range []string{"", "spire-yard"} {
		c.Board = board
		m, st, err := Rules().Start(2, c.Encode(), gametest.NewDice(1))
		if err != nil {
			t.Fatal(err)
		}
		m.Apply(st)
		v := m.View(game.Onlooker()).(View)
		if v.Phase != Placing || v.Sides[0].Kept != 0 || v.Sides[1].FR == 0 || len(v.Models) != 12 {
			t.Errorf("%q: %s, %+v, %d models", board, v.Phase, v.Sides, len(v.Models))
		}
	}
	for want, change := range map[string]func(*Config){
		"1 to 8 models":   func(c *Config) { c.Brought[1] = nil },
		"other faction":   func(c *Config) { c.Brought[0] = c.Brought[1] },
		"after the board": func(c *Config) { c.Board, c.Penalties = "", []string{"human-data-archive"} },
	} {
		c := c
		change(&c)
		if _, _, err := Rules().Start(2, c.Encode(), gametest.NewDice(1)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("expected %q: %v", want, err)
		}
	}
}
