package downsync

import (
	"fmt"
	"strings"
	"testing"

	"downsync/game/cardfile"
	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// R25.3, Q11: the VIPs are 12" from both edges at the lower right corner, as each side sees it.
func TestVIPs(t *testing.T) {
	if want := [2]plane.Point{{X: 36000, Y: 12000}, {X: 12000, Y: 36000}}; VIPs != want {
		t.Errorf("the VIPs stand at %v; expected %v", VIPs, want)
	}
}

// Cards in a match's options, as in a file from a stranger, get the same checks as those in a server's file: none asks for more
// dice or bases than a card may have.
func TestCardsOfStrangers(t *testing.T) {
	good := func() *cards.Unit {
		scan := 6
		return &cards.Unit{Slug: "technical", Name: "Technical", Faction: "militia", Signature: cards.Small, Spd: 8, Scan: &scan, Targ: 5, Def: 14,
			Actions: []cards.Action{{ID: "gun", Name: "Gun", Cost: "A", Effect: cards.Kill, Range: 12, ROF: 2}}}
	}
	many := make([]*cards.Unit, cardfile.MaxOwn+1)
	for i := range many {
		many[i] = good()
		many[i].Slug = fmt.Sprintf("technical-%d", i)
	}
	bent := func(bend func(*cards.Unit)) []*cards.Unit {
		u := good()
		bend(u)
		return []*cards.Unit{u}
	}
	for says, own := range map[string][]*cards.Unit{
		"":                       {good()},
		"Unit 2 of 2 is missing": {good(), nil},
		"another Unit has it":    {good(), good()},
		"rof = 1000000000":       bent(func(u *cards.Unit) { u.Actions[0].ROF = 1_000_000_000 }),
		"infantry_bases = 1000":  bent(func(u *cards.Unit) { u.InfantryBases = 1000 }),
		"spd = -1":               bent(func(u *cards.Unit) { u.Spd = -1 }),
		"name: expected 1 to 40": bent(func(u *cards.Unit) { u.Name = strings.Repeat("x", 5000) }),
		"201 Units":              many,
	} {
		c := Defaults()
		c.Forces, c.Cards = [2][]string{{"virago"}, {"samson"}}, own
		_, err := decodeConfig(c.Encode())
		if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%v; expected %q", err, says)
		}
	}
}
