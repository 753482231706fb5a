package jagged

import (
	"fmt"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/jagged/worlds"
	"downsync/game"
	"downsync/game/chance"
	"downsync/game/gametest"
	rules "downsync/game/jagged"
	"downsync/game/jagged/cards"
	"downsync/game/order"
)

// lots is dice that follow from a number.
type lots uint64

func (d lots) Roll(seat game.Seat, n, sides int) (int, error) {
	x := chance.Source(uint64(d)*7919 + uint64(seat)*104729 + uint64(n)*31)
	x.Next()
	return 1 + int(x.Next()%uint64(sides)), nil
}

// randomWorld returns a battle with other options for each seed, with lists chosen before it or in it.
func randomWorld(seed uint64) twins.World {
	d := gametest.NewDice(seed * 104729)
	c := worlds.Listed()
	if d.N(2) == 0 {
		c = rules.Defaults()
	}
	if d.N(2) == 0 {
		c.Zones = "deep"
	}
	return worlds.Jagged.World(c.Encode(), func() game.Dice { return lots(seed + 1) })
}

// guessPlace returns models of a list, and places near models on the board or in the own zone.
func guessPlace(d *gametest.Dice, v game.View, a game.Ask, _ string, s order.Slot) string {
	w := v.(rules.View)
	if s.Name == "models" {
		return cards.Units()[d.N(len(cards.Units()))].ID
	}
	if len(w.Models) > 0 {
		if m := w.Models[d.N(len(w.Models))]; m.At != nil {
			return fmt.Sprintf("%d,%d", int(m.At.X)/1000+d.N(9)-4, int(m.At.Y)/1000+d.N(9)-4)
		}
	}
	z := w.ZoneOf(a.Seat)
	return fmt.Sprintf("%d,%d", int(z.Min.X)/1000+d.N(1+int(z.Max.X-z.Min.X)/1000), int(z.Min.Y)/1000+d.N(1+int(z.Max.Y-z.Min.Y)/1000))
}

// randomOrder returns random orders of a menu.
func randomOrder(seed uint64) func(game.View, game.Ask) string {
	d := gametest.NewDice(seed)
	return func(v game.View, a game.Ask) string { return gametest.Line(d, v, a, guessPlace) }
}

// A player's private acts reveal nothing to the others: looking things up, beginning orders, typing nonsense.
func TestCheatByNoticingWhatIsBegun(t *testing.T) {
	for seed := uint64(6); seed < 6+twins.Seeds(1, 200); seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			acts, _ := twins.Noise{World: randomWorld(seed), Setup: bottest.Setup{Forms: sketched}, Order: randomOrder(seed), Seed: seed, Steps: 20}.Alike(t)
			if t.Log(acts, "private acts"); acts == 0 {
				t.Error("nothing was done")
			}
		})
	}
}

// Every seat that is asked something has a console, whatever it begins there.
func TestCheatByLeavingNoConsole(t *testing.T) {
	for seed := range twins.Seeds(1, 100) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			t.Log(twins.Consoles{World: randomWorld(seed), Forms: sketched, Order: randomOrder(seed), Seed: seed, Steps: 20, Depth: 1}.Draw(t), "consoles")
		})
	}
}
