package cards

import (
	"hash/fnv"
	"slices"
	"strings"
	"testing"
)

// There are as many of each as the rules say (N1.4, N4.2, N4.3, N4.6, S9), and every name in an entry belongs to another entry.
func TestN1_4_EverythingIsThere(t *testing.T) {
	zones := map[string]int{}
	for _, x := range Territories() {
		zones[x.Zone]++
		if FindZone(x.Zone) == nil || (x.Special == Mining) != (x.Ore > 0) || (x.Special == Research || x.Special == Military) != (x.Boxes > 0) {
			t.Errorf("%+v", x)
		}
	}
	if zones[Exo] != 6 || zones[Middle] != 9 || zones[Inner] != 3 {
		t.Errorf("territories by zone: %v", zones)
	}
	if len(OperationDeck()) != 74 || len(SovereignDeck()) != 17 || len(Techs()) != 12 || len(Mats()) != 10 || len(Routes()) != 2 || len(Awards()) != 7 {
		t.Errorf("%d Operation cards, %d Sovereign cards, %d techs, %d mats, %d routes, %d awards", len(OperationDeck()), len(SovereignDeck()), len(Techs()), len(Mats()), len(Routes()), len(Awards()))
	}
	tiers, tiles := map[int]int{}, map[string]int{}
	for _, x := range Techs() {
		tiers[x.Tier]++
	}
	for _, x := range Tiles() {
		tiles[x.Zone] += x.Copies
	}
	if tiers[1] != 5 || tiers[2] != 4 || tiers[3] != 3 || tiles[Exo] < 6 || tiles[Middle] < 9 || tiles[Inner] < 3 {
		t.Errorf("techs by tier %v, tiles by zone %v", tiers, tiles)
	}
	for _, b := range Beams() {
		if from := FindTerritory(b.From); from == nil || from.Special != Military || FindTerritory(b.To) == nil {
			t.Errorf("%+v", b)
		}
	}
	for _, r := range Routes() {
		for _, id := range r.Bases {
			if FindTerritory(id) == nil {
				t.Errorf("%s: %s", r.ID, id)
			}
		}
	}
}

// Each card has what its type needs, and operations that the rules know.
func TestOperations(t *testing.T) {
	for _, o := range Operations() {
		switch o.Type {
		case Mission:
			if FindTerritory(o.Territory) == nil || o.Win.Own < 1 || o.Win.Other > 6 || o.Round < 1 || o.Hands < 1 || o.Reward.Sum() == 0 {
				t.Errorf("%+v", o)
			}
		case Robbery:
			if FindZone(o.Zone) == nil || o.Face < 1 || o.Dice.Fortified < 1 || o.Round < 1 {
				t.Errorf("%+v", o)
			}
		case Sleeper:
			known := []string{Roll, Reroll, Share, AsFortified, Fewer, Surcharge, Take, Immune, AlertShift}
			if !slices.Contains([]string{OnMission, OnAssault, OnBase, OnSovereign, OnCollection}, o.Window) || !slices.Contains([]string{"before", Success}, o.Moment) || !slices.Contains(known, o.Effect.Op) {
				t.Errorf("%+v", o)
			}
		default:
			t.Errorf("%+v", o)
		}
	}
	for _, c := range Sovereigns() {
		for _, b := range c.Bands {
			if !slices.Contains([]string{Crackdown, Tax, Lose, Collection, Alert, LastRound}, b.Op) {
				t.Errorf("%s: %+v", c.ID, b)
			}
		}
		if len(c.Bands) != 3 || len(c.Relief) != 3 {
			t.Errorf("%+v", c)
		}
	}
	lasting := []string{Cost, Collection, Roll, Reroll, Boxes, MoreDice, Sell, Reward, QuietAssault, Base, BaseVP}
	for _, x := range Techs() {
		if !slices.Contains(lasting, x.Effect.Op) {
			t.Errorf("%+v", x)
		}
	}
	for _, x := range Mats() {
		if !slices.Contains(lasting, x.Effect.Op) {
			t.Errorf("%+v", x)
		}
	}
}

func TestAmounts(t *testing.T) {
	a := Amount{5, 3, 4}
	if !a.Covers(Amount{5, 3, 4}) || a.Covers(Amount{6, 0, 0}) || a.Minus(Amount{1, 2, 2}) != (Amount{4, 1, 2}) || a.Share(1, 2) != (Amount{2, 1, 2}) {
		t.Error("amounts are wrong")
	}
	if got := (Amount{1, 2, 2}).Less(Amount{1, 1, 1}, 0); got != (Amount{0, 1, 1}) {
		t.Errorf("extra hands for less: %v", got)
	}
	if got := (Amount{Influence: 3}).Less(Amount{Influence: 7}, 1); got != (Amount{Influence: 1}) {
		t.Errorf("a pardon for less: %v", got)
	}
}

// A match keeps the version of the cards that it began with, so other cards need another version.
func TestVersionFitsTheCards(t *testing.T) {
	const version, want = "0.2", uint64(0x32582b9769e54aea)
	h := fnv.New64a()
	names, err := files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range names {
		raw, err := files.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(raw)) { // words may change
			if !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "text =") && !strings.HasPrefix(line, "name =") && !strings.HasPrefix(line, "bounds =") && !strings.HasPrefix(line, "when =") {
				h.Write([]byte(line))
			}
		}
	}
	if Version != version || h.Sum64() != want {
		t.Errorf("version %s, sum %#x: a change of the cards needs another Version, and matches of the old one their cards", Version, h.Sum64())
	}
}
