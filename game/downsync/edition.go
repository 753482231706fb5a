package downsync

import (
	"slices"

	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// The editions of the rulebook by which a match can be played.
const (
	Edition2023 = "2023-03" // Beta, 7 March 2023
	Edition42   = "4.2"     // Beta 4.2.0, 5 February 2024, as rules.md Part 3 states it
)

// Editions lists them, the default first.
var Editions = []string{Edition2023, Edition42}

// Edition holds the differences between the editions: one switch for each, read where the rule is applied. The zero value is
// the rulebook of March 2023. The numbers are those of the differences V1 to V25 in rules.md. A difference without a switch has
// the same verdicts in both editions, or rules.md says why it is not played. How a match is won belongs to its Mission (V22).
type Edition struct {
	boosting      bool             // V1, V2: Advantage is one extra die at most, never negative
	recovering    bool             // V3, V16: a stunned base pays before its activation; nothing else limits it
	fullForce     bool             // V4: every slot is filled
	table         plane.Point      // V5: of a Standard game
	grass         bool             // V7: High Grass may be on the table
	slowEveryMove bool             // V7: -2" once a move, not once a Turn
	edgeIn        bool             // V7: touching area terrain is being in it
	roomMost      int              // V8: the most bases that a building holds; 0: the map's number
	placing       bool             // V9: nothing is placed within 2" of an enemy Ping, nor a Unit out of coherency
	coherency     plane.Inch       // V10
	stealthUnit   bool             // V11, V24: one Stealth Token for the whole Unit
	pingsApart    bool             // V12: a Ping keeps 2" from enemies, seen or not
	scanBlind     int              // V15: modifier of a scan out of LOS
	placedSeen    bool             // V17: being placed near an enemy takes Stealth off
	reactorsFirst bool             // V19: the Non-Active Player boosts first
	refreshOnce   bool             // V20: only Units not refreshed this Round are refreshed
	watchAlone    bool             // V21: Overwatch in a reaction excludes other actions
	mission       string           // V22: the name of its own mission, which is played by default
	defendWithout bool             // V24: Defend helps Units without a CM stat only
	unloadApart   bool             // V24: a Unit just unloaded keeps 2" from enemy Pings
	cards         *cards.Catalogue // V24
	emergency     bool             // what was Hardened is called Emergency (V18)
}

var editions = map[string]*Edition{
	Edition2023: {
		table: plane.Point{X: TableSize, Y: TableSize}, coherency: coherency, scanBlind: -1, mission: "vip-capture", cards: cards.Printed(),
	},
	Edition42: {
		boosting: true, recovering: true, fullForce: true, table: plane.Point{X: 72 * 1000, Y: TableSize},
		grass: true, slowEveryMove: true, edgeIn: true, roomMost: 4, placing: true, coherency: 6 * 1000, stealthUnit: true,
		pingsApart: true, scanBlind: -2, placedSeen: true, reactorsFirst: true, refreshOnce: true, watchAlone: true,
		mission: "control-objectives", defendWithout: true, unloadApart: true, cards: cards42(),
		emergency: true,
	},
}

// editionOf returns the edition of that name. Matches older than this choice have no name and were begun by the first edition.
func editionOf(name string) *Edition {
	return editions[editionName(name)]
}

// EditionNamed returns the edition of that name; for an unknown name, one without any of the differences.
func EditionNamed(name string) *Edition {
	if e := editionOf(name); e != nil {
		return e
	}
	return &Edition{}
}

// EditionsWith returns the names of the editions for which it holds, in the order of Editions.
func EditionsWith(has func(*Edition) bool) (out []string) {
	for _, name := range Editions {
		if has(editions[name]) {
			out = append(out, name)
		}
	}
	return out
}

// Recovering reports whether a stunned base pays for its Stun Token before its activation (V3, V16).
func (e *Edition) Recovering() bool { return e.recovering }

// Emergency reports whether players read Emergency for Hardened (V18).
func (e *Edition) Emergency() bool { return e.emergency }

// editionName returns the name that everybody is told.
func editionName(name string) string {
	if name == "" {
		return Edition2023
	}
	return name
}

// cards42 returns the printed cards with the changes that V24 states in figures.
func cards42() *cards.Catalogue {
	cat := cards.Printed()
	for _, slug := range []string{"guardian-destroyer", "guardian-marksman"} {
		cat = cat.Changed(slug, func(u *cards.Unit) { u.Spd = 5 })
	}
	cat = cat.Changed("seeker-team", func(u *cards.Unit) {
		weapon(u, "shock-sniper-rifle").Traits = append(weapon(u, "shock-sniper-rifle").Traits, cards.Trait{ID: "silent"})
	})
	cat = cat.Changed("virago", func(u *cards.Unit) {
		i := slices.IndexFunc(u.Traits, func(t cards.Trait) bool { return t.ID == "close-and-personal" })
		weapon(u, "medium-cannon").Traits = append(weapon(u, "medium-cannon").Traits, u.Traits[i])
		u.Traits = slices.Delete(u.Traits, i, i+1)
	})
	cat = cat.Changed("spider-drone-soldier", func(u *cards.Unit) {
		u.Actions = append(u.Actions, cards.Action{ID: "sprint", Name: "Sprint", Cost: "C", Effect: cards.Special})
	})
	return cat.Changed("vector-squad", func(u *cards.Unit) {
		a := weapon(u, "at-charges")
		a.OnlyVs = "vehicle"
		a.Traits = append(a.Traits, cards.Trait{ID: "close-combat"})
	})
}

func weapon(u *cards.Unit, id string) *cards.Action {
	return &u.Actions[slices.IndexFunc(u.Actions, func(a cards.Action) bool { return a.ID == id })]
}
