package jagged

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/gametest"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
)

// An imagined battle looks like the real one to its viewer and can be played on, at any moment of battles of all kinds. The twins
// prove that it depends on nothing that the viewer does not know.
func TestImagine(t *testing.T) { gametest.TestImagines(t, secrets(), 8, randomConfig) }

// The twins find any part of the truth that enters an imagined battle, even sealed answers, which no state has.
func TestImaginedLeaks(t *testing.T) {
	under := func(part func(r game.Reply) string) func(*world, *state, *state) {
		return func(w *world, _, s *state) {
			if last := w.Records[len(w.Records)-1]; last.Sealed() {
				if r, err := Parse(last.Order); err == nil {
					for _, x := range []byte(part(r)) {
						s.Sides[0].Last = 31*s.Sides[0].Last + int(x) // no view shows this
					}
				}
			}
		}
	}
	for what, leak := range map[string]struct {
		kind string
		peek func(w *world, truth, s *state)
	}{
		"a list": {"list", under(func(r game.Reply) string { o, _ := r.(Bring); return fmt.Sprint(o) })},
		"how many models a list has": {"list", under(func(r game.Reply) string {
			o, brings := r.(Bring)
			if !brings {
				return ""
			}
			return fmt.Sprint(len(listOf(o)))
		})},
		"a deployment":                          {"deploy", under(func(r game.Reply) string { o, _ := r.(Deploy); return fmt.Sprint(o.At) })},
		"that further attacks go by themselves": {"the rest", func(_ *world, truth, s *state) { s.All = truth.All }},
	} {
		var worlds []*world
		c := secrets()
		c.Dreaming, c.Rules = true, gametest.Peeking[*state]{Ruleset: ours, Peek: func(truth, s *state) {
			if i := slices.IndexFunc(worlds, func(w *world) bool { return w.Truth() == truth }); i >= 0 {
				leak.peek(worlds[i], truth, s)
			}
		}}
		watch := func(w *world) {
			if len(w.Records) == 0 { // another battle begins
				worlds = nil
			}
			worlds = append(worlds, w)
		}
		if err := twinsOf(c, &gametest.Tally{Varied: map[string]int{}}, 40, leak.kind, watch); !errors.As(err, new(gametest.Leaked)) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// A seat that has ordered all attacks knows this in an imagined battle, and the targets too. For others both are drawn at random,
// the same whatever was ordered, so that no advice reveals it.
func TestCheatByImaginingTheRest(t *testing.T) {
	said := [][2]bool{{false, false}, {true, false}, {true, true}}
	drawn := map[[2]bool]int{}
	for n := range uint64(40) {
		var seen [2]bool
		for i, x := range said {
			s := &state{}
			s.cursor = cursor{Phase: Shooting, Left: []game.Seat{1, 2}, Attack: &attack{}, All: x[0], Best: x[1]}
			c, d := chance.Source(n), chance.Source(n)
			if own := ours.Imagine(s, game.Player(1), nil, &c); own.All != x[0] || own.Best != x[1] {
				t.Error("the attacker does not know it")
			}
			other := ours.Imagine(s, game.Player(2), nil, &d)
			if is := [2]bool{other.All, other.Best}; i > 0 && is != seen {
				t.Errorf("%d: %v is imagined where %v was said, and %v where %v was", n, is, x, seen, said[i-1])
			} else {
				seen = is
			}
		}
		drawn[seen]++
	}
	for _, x := range said {
		if drawn[x] < 5 {
			t.Errorf("drawn %v", drawn)
		}
	}
}

// LookingTwins plays battles with twins in which each viewer also computes what look says of a match. It returns how many
// comparisons were made.
func LookingTwins(games int, look func(m game.Match, v game.Viewer, seed uint64) string) (compared int, err error) {
	n, c := &gametest.Tally{Varied: map[string]int{}}, secrets()
	c.Look = func(w *world, v game.Viewer, seed uint64) []gametest.Glimpse {
		return []gametest.Glimpse{{What: "what is looked at", Is: look(w, v, seed)}}
	}
	err = twinsOf(c, n, games, "", nil)
	return n.Compared, err
}

// The average damage of an attack accounts for the weapon, its criticals and the target's Wound Threshold.
func TestWounds(t *testing.T) {
	for _, c := range []struct {
		by, target, weapon string
		want               float64
	}{
		{"colonist-rifleman", "rootblade-initiate", "ballistic-rifle", 0.36}, // 65 and more
		{"colonist-rifleman", "sand-golem", "ballistic-rifle", 0.05},         // a Critical Success ignores W 3
		{"bloodroot-stalker", "heavy-android", "spine-spitter", 0},           // DAM 1 against W 2
		{"colonist-rifleman", "sand-golem", "concussion-grenade", 0},         // DAM 0
		{"crystal-sniper", "heavy-android", "crystal-lance", 0.36},           // DAM 2
		{"support-mech", "sand-golem", "auto-cannon", 0},                     // DAM 2 against W 3
		{"dino-raptor", "colonist-rifleman", "rending-talons", 0.46},         // in melee
		{"rootblade-initiate", "heavy-android", "rootblade", 0.05},           // DAM 1, or 2
		{"colonist-rifleman", "bloodroot-stalker", "no-such-weapon", 0},
	} {
		by := LabModel{Label: "A1", Unit: c.by, At: at(20000, 20000)}
		if c.weapon == "concussion-grenade" {
			by.Grenade = c.weapon
		}
		conf := Defaults()
		conf.Wounds = "" // as printed
		conf.Attacker, conf.Board = cards.FindUnit(c.by).Faction, boards.Open
		conf.Lab = &Lab{Round: 2, Phase: Moving, Initiative: 1, Models: []LabModel{by, {Label: "B1", Unit: c.target, At: at(20000, 23000)}}}
		m, st, err := Rules().Start(2, conf.Encode(), gametest.NewDice(1))
		if err != nil {
			t.Fatal(err)
		}
		m.Apply(st)
		if got := m.View(game.Onlooker()).(View).Wounds("A1", "B1", c.weapon, Aid{}); math.Abs(got-c.want) > 0.001 {
			t.Errorf("%s at %s: %.2f, expected %.2f", c.by, c.target, got, c.want)
		}
	}
}
