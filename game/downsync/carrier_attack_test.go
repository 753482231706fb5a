package downsync

import (
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/gametest"
	"downsync/game/plane"
)

// A server's own Carrier may come with a Unit that can also be picked. The Unit that came free does not count as part of the
// committed force, so that nobody can freeze a match by revealing such a Carrier.
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

// A server's own Carrier may also be the transport of a squad. Both passengers are lost with it. The force still agrees with
// its commitment, so that nobody can freeze a match by losing such a Carrier.
func TestCheatByACarrierThatIsATransport(t *testing.T) {
	conf := Defaults()
	cat := editionOf(conf.Rules).cards
	carrier, squad := *cat.Must("widow-scout"), *cat.Must("virago")
	carrier.Slug, carrier.Name, carrier.Traits = "hauler", "Hauler", slices.Clone(carrier.Traits)
	carrier.Traits[0].Unit = "sentinel-tagger"
	squad.Slug, squad.Name, squad.Traits = "hauled", "Hauled", append(slices.Clone(squad.Traits), cards.Trait{ID: "mechanized", Unit: carrier.Slug})
	conf.Cards, conf.Salts = append(conf.Cards, &carrier, &squad), [2]string{"salt one", "salt two"}
	conf.Forces = [2][]string{{carrier.Slug, "virago", squad.Slug}, {"virago"}}
	if err := conf.Check(); err != nil {
		t.Fatal(err)
	}
	s := &state{env: newEnv(conf), Conf: conf}
	s.Reserve[0] = []string{carrier.Slug, squad.Slug, "virago"}
	for _, p := range pings(s.env.cards, 1, conf.Forces[0]) {
		s.Pieces = append(s.Pieces, &p)
	}
	mount(s, mounted{Mounted: Mounted{Seat: 1, Unit: squad.Slug, In: carrier.Slug}})
	s.Reserve[0] = []string{"virago"}
	s.Pieces[0].become(&carrier, []plane.Point{{X: plane.In(10), Y: plane.In(10)}})
	board(s, s.Pieces[0].Label, &carrier)
	destroy(s, Destroyed{Target: Ref{Label: s.Pieces[0].Label}})
	if len(s.Riders) > 0 || len(s.Lost) != 3 {
		t.Errorf("aboard are %v, lost %v", s.Riders, s.Lost)
	}
	checkRoster(s, 1)
}
