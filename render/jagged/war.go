package jagged

import (
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/jagged/campaign"
	"downsync/game/jagged/cards"
	"downsync/render"
)

// War draws a campaign for everybody: the planet with the Positions of both sides, from a headquarters at either pole to the Gates,
// which face each other at its equator (J16).
func (l Look) War(c campaign.Campaign) (render.Public, error) {
	return render.DrawPublic(game.Onlooker(), l.Planet(c))
}

// sideOf returns the side whose colour and shape a faction has.
func sideOf(faction string) render.Side {
	if faction == cards.Humans {
		return 1
	}
	return 2
}

// factionNames holds the names of the factions.
var factionNames = map[string]game.Text{cards.Humans: "Human Colonies", cards.Martians: "Martian Order"}

// poles lists the factions from the north.
var poles = [2]string{cards.Martians, cards.Humans}

// Planet lays out the planet of a campaign. Its neighbours are the Positions that roads connect, and both Gates.
func (l Look) Planet(c campaign.Campaign) render.Planet {
	p := render.Planet{Theme: l.Theme, Patient: l.Patient}
	places := c.Map()
	for n, faction := range poles {
		p.Poles[n] = render.Pole{Text: l.Text(factionNames[faction]), Side: sideOf(faction)}
		tiers := tiersOf(places)
		if n == 0 { // the Gate, which has the least value, is nearest the equator
			slices.Reverse(tiers)
		}
		for _, value := range tiers {
			var belt []render.Region
			for _, at := range places {
				if at.Faction == faction && at.Position.PV == value {
					belt = append(belt, l.region(at))
				}
			}
			p.Belts = append(p.Belts, belt)
		}
	}
	p.Keys = l.warKeys(places)
	p.Notes = append(l.victory(c), l.Penalties(c)...)
	return p
}

// region returns a Position as a region of the planet.
func (l Look) region(p campaign.Place) render.Region {
	r := render.Region{Name: p.Name, Value: l.Text("PV %d", p.PV), Side: sideOf(p.Faction), Taken: p.Lost, Open: p.Target, Alert: p.Pending}
	if p.Lost {
		r.Side = 3 - r.Side
		r.Mark = string(l.Text(factionNames[cards.Other(p.Faction)])[0])
	}
	return r
}

// tiersOf returns the printed values of Positions, the least first.
func tiersOf(places []campaign.Place) (out []int) {
	for _, p := range places {
		if !slices.Contains(out, p.Position.PV) {
			out = append(out, p.Position.PV)
		}
	}
	slices.Sort(out)
	return out
}

// warKeys explains the signs on the map.
func (l Look) warKeys(places []campaign.Place) (keys []render.PlanetKey) {
	keys = append(keys, render.PlanetKey{Front: true, Text: l.Text("the front")})
	has := func(is func(campaign.Place) bool) bool { return slices.ContainsFunc(places, is) }
	for _, faction := range []string{cards.Humans, cards.Martians} {
		if has(func(p campaign.Place) bool { return p.Lost && p.Faction != faction }) {
			name := l.Text(factionNames[faction])
			keys = append(keys, render.PlanetKey{Region: render.Region{Side: sideOf(faction), Taken: true, Mark: name[:1]}, Text: l.Text("taken by the %s", name)})
		}
	}
	for _, p := range places {
		if p.Target {
			keys = append(keys, render.PlanetKey{Region: render.Region{Side: sideOf(p.Faction), Open: true}, Text: l.Text("can be attacked now")})
			break
		}
	}
	for _, p := range places {
		if p.Pending {
			keys = append(keys, render.PlanetKey{Region: render.Region{Side: 3 - sideOf(p.Faction), Alert: true}, Text: l.Text("its penalty counts in the next battle")})
		}
	}
	return keys
}

// victory names the winner, on the map of a finished campaign.
func (l Look) victory(c campaign.Campaign) []string {
	winner, over := c.Winner()
	if !over {
		return nil
	}
	return []string{l.Text("%s has won: it took the %s, the enemy's headquarters.", l.Text(factionNames[winner]), c.TakenHQ().Name)}
}

// Penalties returns the penalties of the next battle in words, a line each.
func (l Look) Penalties(c campaign.Campaign) (out []string) {
	for _, id := range c.Penalties() {
		p := cards.FindPosition(id)
		out = append(out, l.Text("%s: %s", l.Text(factionNames[p.Faction]), l.Lost(p)))
	}
	return out
}

// Lost describes the effect of a lost Position.
func (l Look) Lost(p *cards.Position) string {
	return l.Text("%s lost: %s", p.Name, l.Text(game.Text(p.Text)))
}

// WarAlt describes the map for people who cannot see it.
func (l Look) WarAlt(c campaign.Campaign) string {
	list := func(faction string, is func(campaign.Place) bool) string {
		var names []string
		for _, p := range c.Map() {
			if p.Faction == faction && is(p) {
				names = append(names, p.Name)
			}
		}
		if len(names) == 0 {
			return l.Text("none")
		}
		return strings.Join(names, ", ")
	}
	var parts []string
	for _, faction := range []string{cards.Humans, cards.Martians} {
		parts = append(parts, l.Text("Positions of the %s. Held: %s. Lost: %s. Open to attack: %s.", l.Text(factionNames[faction]),
			list(faction, func(p campaign.Place) bool { return !p.Lost }), list(faction, func(p campaign.Place) bool { return p.Lost }),
			list(faction, func(p campaign.Place) bool { return p.Target })))
	}
	return strings.Join(slices.Concat(parts, l.victory(c), l.Penalties(c)), " ")
}
