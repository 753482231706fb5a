package toy

import (
	"fmt"
	"slices"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/toy"
)

// twinned is the toy as its twins are played.
var twinned = &twins.Game{ID: "toy", Rules: rules.Rules(), Begins: "note ", Wrong: "tune", Rulings: []string{"points 1 5"},
	Trials: map[string][]string{"word": {"bid"}, "ruling": {"points 1 3", "points 2 0"}}}

// even are dice that always fall the same.
type even struct{}

// Roll returns the middle of the faces.
func (even) Roll(_ game.Seat, _, sides int) (int, error) { return (sides + 1) / 2, nil }

func world(colour string, acts ...string) twins.World {
	c := rules.Config{Rounds: 2, Colours: []string{colour, "blue"}}
	return twinned.World(c.Encode(), func() game.Dice { return even{} }, acts...)
}

// tuned is a match up to where ben has tuned as often as he may, and is refused more (T5).
var tuned = []string{"ann> bid 3", "ben> bid 1", "ann> done", "ann> pass", "ben> pass", "ann> leave", "wait 60s", "ann> bid 3", "ben> bid 1",
	"ben> tune", "ben> tune", "ben> tune"}

// pairs are a pair for each thing that ann keeps to herself (T2, T4, T5, T7, T8).
func pairs() []twins.Pair {
	pair := func(kind string, one, other twins.World) twins.Pair {
		return twins.Pair{Kind: kind, World: [2]twins.World{one, other}}
	}
	return []twins.Pair{
		pair("colour", world("red", "ann> bid 3", "ben> bid 2"), world("green", "ann> bid 3", "ben> bid 2")),
		pair("note", world("red", tuned...), world("red", append([]string{"ann> note blue"}, tuned...)...)),
		pair("steps that ask again", world("red", "ann> bid 3", "ben> bid 1", "ann> tune", "wait 50m", "ann> done"),
			world("red", "ann> bid 3", "ben> bid 1", "ann> tune; tune", "ann> tune", "wait 50m", "ann> done")),
		pair("a bid under seal", world("red", "ann> bid 3"), world("red", "ann> bid 1")),
		pair("looking", world("red", "ann> bid 3"), world("red", "ann! show", "ann! complete", "ann! wrong", "ann> bid 3")),
		pair("settings", world("red", "ann> bid 3"), world("red", "ann! settings", "ann> bid 3")),
	}
}

// swept is the pair in which the others try every command there is.
const swept = "colour"

// Two toy matches that differ only in what ann keeps to herself deliver the same to ben and to an onlooker.
func TestTwinWorldsOnTheWire(t *testing.T) {
	for _, pair := range pairs() {
		t.Run(pair.Kind, func(t *testing.T) {
			t.Parallel()
			play := func(w twins.World) map[wire.UserID]string {
				if pair.Kind == swept {
					return twins.Swept(t, w, Forms{})
				}
				return twins.Play(t, w, bottest.Setup{Forms: Forms{}}, twins.Leak{}, nil).Others()
			}
			twins.Alike(t, play(pair.World[0]), play(pair.World[1]))
		})
	}
}

// They do so whatever both have chosen in /settings: a note is tried under every choice, the rest where calls are public.
func TestTwinWorldsUnderEverySetting(t *testing.T) {
	for _, pair := range pairs() {
		settings := []bottest.Option{twins.CalledInThread}
		if pair.Kind == "note" {
			settings = twins.EverySetting(t, Forms{})
		}
		for _, o := range settings {
			under := pair.Under(o)
			t.Run(under.Kind, func(t *testing.T) {
				t.Parallel()
				var seen [2]map[wire.UserID]string
				for i, w := range under.World {
					seen[i] = twins.Play(t, w, bottest.Setup{Forms: Forms{}}, twins.Leak{}, nil).Others()
				}
				twins.Alike(t, seen[0], seen[1])
			})
		}
	}
}

// They are as much alike with the program on either side: in ben's place it is given the same positions, and in ann's the time of its
// answers tells nothing about them, however many it gave in secret.
func TestTwinWorldsAgainstTheBot(t *testing.T) {
	for _, pair := range pairs() {
		for seat, skip := range map[game.Seat][]string{1: {"note", "looking", "settings"}, 2: nil} {
			if !slices.Contains(skip, pair.Kind) { // what no opponent does
				t.Run(fmt.Sprintf("%s, seat %d", pair.Kind, seat), func(t *testing.T) {
					t.Parallel()
					seen := twins.Against(t, pair, seat, bottest.Setup{Forms: Forms{}}, twins.Leak{})
					twins.Alike(t, seen[0], seen[1])
				})
			}
		}
	}
}

// A delay that depends on what the program worked out is found.
func TestPlantedHesitations(t *testing.T) {
	pair := pairs()[2] // in which it answers in secret, once or three times
	for _, leak := range twins.Hesitations() {
		t.Run(leak.Name, func(t *testing.T) {
			if seen := twins.Against(t, pair, 1, bottest.Setup{Forms: Forms{}}, leak); seen[0][twins.Ben] == seen[1][twins.Ben] {
				t.Error("the leak is not noticed")
			}
		})
	}
}

// Planted leaks are found with the toy as well.
func TestPlantedLeaks(t *testing.T) {
	pair := pairs()[1]
	play := func(w twins.World, leak twins.Leak) map[wire.UserID]string {
		return twins.Play(t, w, bottest.Setup{Forms: Forms{}}, leak, nil).Others()
	}
	for _, leak := range twins.Leaks() {
		t.Run(leak.Name, func(t *testing.T) {
			if one, other := play(pair.World[0], leak), play(pair.World[1], leak); one[twins.Ben] == other[twins.Ben] {
				t.Error("the leak is not noticed")
			}
		})
	}
}
