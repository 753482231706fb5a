package downsync

import (
	"slices"

	"downsync/game/downsync/cards"
	"downsync/game/downsync/plane"
)

// Editions of the rulebook that a match can be played by.
const (
	Edition2023 = "2023-03" // Beta, 7 March 2023
	Edition42   = "4.2"     // Beta 4.2.0, 5 February 2024, as rules.md Part 3 states it
)

// Editions lists them, the default first.
var Editions = []string{Edition2023, Edition42}

// edition is what differs between the editions: one switch a difference, read where the rule lives. The zero value is
// the rulebook of March 2023. Numbers are those of rules.md, Part 3; what is not here is the same in both, or stands in
// the list of rulings (D9) with the reason why it is not played.
type edition struct {
	boosting       bool // 1, 2: Advantage is one extra die at most, never negative
	recovering     bool // 3, 16: a stunned base pays before its activation; nothing else limits it
	fullForce      bool // 4: every slot is filled
	table          plane.Point
	slowEveryMove  bool // 7: -2" once a move, not once a Turn
	edgeIn         bool // 7: touching area terrain is being in it
	roomMost       int  // 8: the most bases that a building holds; 0: as the map says
	offPings       bool // 9: nothing is placed within 2" of an enemy Ping
	coherency      plane.Inch
	stealthUnit    bool // 11, 24: one Stealth Token for the whole Unit
	pingsApart     bool // 12: a Ping keeps 2" from enemies, seen or not
	scanBlind      int  // 15: modifier of a scan out of LOS
	placedSeen     bool // 17: being placed near an enemy takes Stealth off
	emergency      bool // 18: Hardened is called Emergency
	reactorsFirst  bool // 19: the Non-Active Player boosts first
	refreshOnce    bool // 20: only Units not refreshed this Round are refreshed
	watchAlone     bool // 21: Overwatch in a reaction excludes other actions
	objectives     bool // 22: Control Objectives in place of VIPs
	zoneDepth      plane.Inch
	blockRange     plane.Inch
	defendWithout  bool // 24: Defend helps Units without a CM stat only
	camoWhenHelped bool // 24: Adaptive Camo where concealment counts; the same verdicts as Q82
	cards          *cards.Catalogue
}

var editions = map[string]*edition{
	Edition2023: {
		table: plane.Point{X: TableSize, Y: TableSize}, coherency: coherency, scanBlind: -1,
		zoneDepth: ZoneDepth, blockRange: blockRange, cards: cards.Printed(),
	},
	Edition42: {
		boosting: true, recovering: true, fullForce: true, table: plane.Point{X: 72 * 1000, Y: TableSize},
		slowEveryMove: true, edgeIn: true, roomMost: 4, offPings: true, coherency: 6 * 1000, stealthUnit: true, pingsApart: true,
		scanBlind: -2, placedSeen: true, emergency: true, reactorsFirst: true, refreshOnce: true, watchAlone: true,
		objectives: true, zoneDepth: 8 * 1000, blockRange: 6 * 1000, defendWithout: true, camoWhenHelped: true, cards: cards42(),
	},
}

// editionOf is the edition of that name; matches older than the choice have none and were begun by the first.
func editionOf(name string) *edition {
	return editions[editionName(name)]
}

// editionName is the name that everybody is told.
func editionName(name string) string {
	if name == "" {
		return Edition2023
	}
	return name
}

// cards42 are the printed cards with what Part 3 item 24 states in figures.
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
	return cat.Changed("vector-squad", func(u *cards.Unit) {
		a := weapon(u, "at-charges")
		a.OnlyVs = "vehicle"
		a.Traits = append(a.Traits, cards.Trait{ID: "close-combat"})
	})
}

func weapon(u *cards.Unit, id string) *cards.Action {
	return &u.Actions[slices.IndexFunc(u.Actions, func(a cards.Action) bool { return a.ID == id })]
}
