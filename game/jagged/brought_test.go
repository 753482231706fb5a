package jagged

import (
	"slices"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/jagged/cards"
)

// Lists that both sides chose before the battle open as it begins: neither side is asked, and the facts of its beginning do not
// name them (JQ4).
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
		"4 to 8 models":   func(c *Config) { c.Brought[1] = nil },
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

// No Force of the Attacker's 100 BP has a Force Rating over 24, so against the PVs of the book's appendix an attacker fails only on
// a bare 5 or less (JQ21, JS7).
func TestJQ21HighestRating(t *testing.T) {
	highest := 0
	for _, faction := range []string{cards.Humans, cards.Martians} {
		terms := Terms{Attacker: faction}
		var build func(units []cards.Unit, list []Pick)
		build = func(units []cards.Unit, list []Pick) {
			if terms.CheckList(1, list) == nil {
				_, fr := Spent(list)
				highest = max(highest, fr)
			}
			if bp, _ := Spent(list); bp > Budget(1) || len(list) == MaxModels {
				return
			}
			for i, u := range units {
				build(units[i:], append(slices.Clone(list), Pick{Unit: u.ID}))
			}
		}
		build(slices.DeleteFunc(slices.Clone(cards.Units()), func(u cards.Unit) bool {
			return u.Faction != faction || u.Specialist != "" && u.Specialist != specialistOf(1)
		}), nil)
	}
	if highest != 24 {
		t.Errorf("the highest is %d", highest)
	}
}
