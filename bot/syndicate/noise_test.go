package syndicate

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/syndicate/worlds"
	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/order"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/cards"
)

// randomWorld returns a match between two starters, with other options and weapons for each seed.
func randomWorld(seed uint64) twins.World {
	d := gametest.NewDice(seed * 104729)
	c, all := rules.Defaults(), cards.Starters()
	c.Squads = [2]cards.Squad{all[d.N(len(all))].Squad, all[d.N(len(all))].Squad}
	c.Mission = []string{"", rules.Relay, rules.Extract, rules.Uplink}[d.N(4)]
	c.Mulligan, c.Lasting = d.N(2) == 0, d.N(2) == 0
	c.Secrecy = []string{rules.Veiled, rules.Open}[d.N(2)]
	for i := range c.Squads {
		c.Squads[i].Weapon = cards.Printed().Weapons[d.N(len(cards.Printed().Weapons))].ID
	}
	return worlds.Syndicate.World(c.Encode(), func() game.Dice { return lots{seed + 1, seed + 1} })
}

func guessSpace(d *gametest.Dice, _ game.View, _ game.Ask, _ string, _ order.Slot) string {
	return fmt.Sprintf("%d,%d", 1+d.N(12), 1+d.N(12))
}

// randomOrder returns random orders of a menu.
func randomOrder(seed uint64) func(game.View, game.Ask) string {
	d := gametest.NewDice(seed)
	return func(v game.View, a game.Ask) string { return gametest.Line(d, v, a, guessSpace) }
}

// A player's private acts reveal nothing to the others: looking things up, beginning orders, typing nonsense, letting a Mercenary
// stay and taking that back.
func TestCheatByNoticingWhatIsBegun(t *testing.T) {
	stays := func(a game.Ask) (out []string) {
		for _, c := range a.Menu {
			if a.Name == "mercs" && strings.HasPrefix(c.Words, "stay A") {
				out = append(out, c.Words)
			}
		}
		if len(out) < 2 { // the last unit to stay ends the movement
			return nil
		}
		return out
	}
	var takenBack atomic.Int64
	play := func(t *testing.T, seed uint64) {
		acts, idle := twins.Noise{World: randomWorld(seed), Setup: bottest.Setup{Forms: sketched}, Order: randomOrder(seed), Idle: stays, Seed: seed, Steps: 40}.Alike(t)
		if t.Logf("%d private acts, %d taken back", acts, idle); acts == 0 {
			t.Error("nothing was done")
		}
		takenBack.Add(int64(idle))
	}
	most := twins.Seeds(1, 200)
	t.Run("worlds", func(t *testing.T) {
		for seed := range most {
			t.Run(fmt.Sprint(seed), func(t *testing.T) {
				t.Parallel()
				play(t, seed)
			})
		}
	})
	for seed := most; takenBack.Load() == 0 && seed < most+20; seed++ { // in few worlds may a Mercenary stay
		play(t, seed)
	}
	if takenBack.Load() == 0 {
		t.Error("nothing was taken back")
	}
}

// Every seat that is asked something has a console, whatever it begins there.
func TestCheatByLeavingNoConsole(t *testing.T) {
	for seed := range twins.Seeds(1, 100) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			t.Log(twins.Consoles{World: randomWorld(seed), Forms: sketched, Order: randomOrder(seed), Seed: seed, Steps: 25, Depth: 2}.Draw(t), "consoles")
		})
	}
}
