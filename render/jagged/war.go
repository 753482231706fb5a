package jagged

import (
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/jagged/campaign"
	"downsync/game/jagged/cards"
	"downsync/render"
)

// War draws a campaign for everybody: both ladders of Positions, from the Gate at the bottom to the headquarters at the top (J16).
func (l Look) War(c campaign.Campaign) (render.Public, error) {
	return render.DrawPublic(game.Onlooker(), l.warGraph(c))
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

func (l Look) warGraph(c campaign.Campaign) render.Graph {
	g := render.Graph{Theme: l.Theme, Patient: l.Patient, Columns: 4}
	for n, faction := range []string{cards.Humans, cards.Martians} {
		g.Heads = append(g.Heads, render.Head{Column: float64(2*n + 1), Text: l.Text(factionNames[faction]), Side: sideOf(faction)})
	}
	places := c.Map()
	tiers := tiersOf(places)
	g.Rows = len(tiers)
	index := map[string]int{}
	for n, p := range places {
		x := render.Node{Row: len(tiers) - 1 - slices.Index(tiers, p.Position.PV), Column: 1, Name: p.Name, Value: l.Text("PV %d", p.PV),
			Side: sideOf(p.Faction), Taken: p.Lost, Open: p.Target, Alert: p.Pending}
		if beside := besides(places, p); len(beside) > 1 {
			x.Column = 0.5 + float64(slices.Index(beside, p.ID))
		}
		if p.Faction == cards.Martians {
			x.Column += 2
		}
		if p.Lost {
			x.Side = 3 - x.Side
			x.Mark = string(l.Text(factionNames[cards.Other(p.Faction)])[0])
		}
		index[p.ID] = n
		g.Nodes = append(g.Nodes, x)
	}
	for n, p := range places {
		for _, to := range p.Roads {
			if m := index[to]; m > n || !slices.Contains(places[m].Roads, p.ID) {
				g.Roads = append(g.Roads, [2]int{n, m})
			}
		}
	}
	g.Keys = l.warKeys(places)
	g.Notes = append(l.victory(c), l.Penalties(c)...)
	return g
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

// besides returns the Positions in the same row: of the same faction and value.
func besides(places []campaign.Place, p campaign.Place) (out []string) {
	for _, o := range places {
		if o.Faction == p.Faction && o.Position.PV == p.Position.PV {
			out = append(out, o.ID)
		}
	}
	return out
}

// warKeys explains the signs on the map.
func (l Look) warKeys(places []campaign.Place) (keys []render.GraphKey) {
	has := func(is func(campaign.Place) bool) bool { return slices.ContainsFunc(places, is) }
	for _, faction := range []string{cards.Humans, cards.Martians} {
		if has(func(p campaign.Place) bool { return p.Lost && p.Faction != faction }) {
			name := l.Text(factionNames[faction])
			keys = append(keys, render.GraphKey{Node: render.Node{Side: sideOf(faction), Taken: true, Mark: name[:1]}, Text: l.Text("taken by the %s", name)})
		}
	}
	for _, p := range places {
		if p.Target {
			keys = append(keys, render.GraphKey{Node: render.Node{Side: sideOf(p.Faction), Open: true}, Text: l.Text("can be attacked now")})
			break
		}
	}
	for _, p := range places {
		if p.Pending {
			keys = append(keys, render.GraphKey{Node: render.Node{Side: 3 - sideOf(p.Faction), Alert: true}, Text: l.Text("its penalty counts in the next battle")})
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
