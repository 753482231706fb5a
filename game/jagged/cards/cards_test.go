package cards

import (
	"slices"
	"strings"
	"testing"

	"downsync/game/cardfile"
)

// There are as many of each as rules.md says, and every name in an entry belongs to another entry.
func TestComplete(t *testing.T) {
	if len(Units()) != 17 || len(Weapons()) != 36 || len(Rules()) != 17 || len(Positions()) != 20 || len(Lists()) != 14 {
		t.Errorf("%d units, %d weapons, %d rules, %d Positions, %d lists", len(Units()), len(Weapons()), len(Rules()), len(Positions()), len(Lists()))
	}
	used := map[string]bool{"tactical-escape": true} // of all Specialists
	for _, u := range Units() {
		if m := FindWeapon(u.Melee); m == nil || !m.Melee() {
			t.Errorf("%s: melee %q", u.ID, u.Melee)
		}
		if r := FindWeapon(u.Ranged); u.Ranged != "" && (r == nil || r.Kind != Ranged) {
			t.Errorf("%s: ranged %q", u.ID, u.Ranged)
		}
		for _, g := range u.Grenades {
			if w := FindWeapon(g); w == nil || w.Kind != Thrown || w.Faction != "" && w.Faction != u.Faction {
				t.Errorf("%s: grenade %q", u.ID, g)
			}
		}
		for _, r := range u.Rules {
			if used[r] = true; FindRule(r) == nil {
				t.Errorf("%s: rule %q", u.ID, r)
			}
		}
		if !slices.Contains([]int{32, 40, 60}, u.Base) || (u.Specialist == "") != (u.BP > 0) {
			t.Errorf("%s: base %d, BP %d", u.ID, u.Base, u.BP)
		}
	}
	for _, r := range Rules() {
		if !used[r.ID] {
			t.Errorf("no unit has %s", r.ID)
		}
	}
	for _, w := range Weapons() {
		if w.Profile != "" && FindWeapon(w.Profile) == nil {
			t.Errorf("%s: profile %q", w.ID, w.Profile)
		}
	}
}

// Roads join Positions of one side, fourteen on each map (J16).
func TestRoads(t *testing.T) {
	roads := map[string]int{}
	for _, p := range Positions() {
		for _, r := range p.Roads {
			if o := FindPosition(r); o == nil || o.Faction != p.Faction || o == FindPosition(p.ID) {
				t.Errorf("%s: a road to %q", p.ID, r)
			}
			roads[p.Faction]++
		}
	}
	if roads[Humans] != 14 || roads[Martians] != 14 {
		t.Errorf("roads %v", roads)
	}
}

// An unknown field is an error.
func TestStrict(t *testing.T) {
	for text, want := range map[string]string{"[[unit]]\nid = \"x\"\nsrr = 5": "unit.srr", "[[unit]\n": "units.toml:2"} {
		if err := cardfile.Decode("units.toml", []byte(text), new(set)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
