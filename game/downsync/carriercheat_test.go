package downsync

import (
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
)

// A server's own Carrier may come with a Unit that can be picked as well. What came free is not of the force that was committed to, so
// that nobody freezes a match by revealing such a Carrier.
func TestCheatByACarrierOfWhatCanBePicked(t *testing.T) {
	conf := Defaults()
	u := *editionOf(conf.Rules).cards.Must("widow-scout")
	u.Slug, u.Name, u.Traits = "widow-of-taggers", "Widow of Taggers", slices.Clone(u.Traits)
	u.Traits[0].Unit = "sentinel-tagger"
	conf.Cards, conf.Salts, conf.MaxRounds = append(conf.Cards, &u), [2]string{"salt one", "salt two"}, 6
	conf.Forces = [2][]string{{u.Slug, "sentinel-tagger", "virago"}, {u.Slug, u.Slug, "virago"}}
	free := 0
	st := gametest.Run(t, gametest.Case{Game: Rules(), Seats: 2, Concede: "concede", ConcedeIn: 1000, Games: 2, MaxSteps: 6000, Guess: guessPoint, Every: -1,
		Config: func(uint64) game.Config { return conf.Encode() },
		Check: func(m game.Match) error {
			if _, over := m.Result(); over {
				_, err := CheckRosters(m.Told(game.Onlooker(), 0))
				return err
			}
			free = max(free, len(m.View(game.Onlooker()).(View).Riders))
			return nil
		}})
	if t.Log(st); free == 0 {
		t.Error("no Carrier was revealed")
	}
}
