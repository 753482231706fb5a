package jagged

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
)

// newest is the version of the rulings that this package knows.
const newest = 2

// began takes the options of the battle.
func began(m *match, raw json.RawMessage) error {
	var f struct {
		Conf config `json:"conf"`
	}
	if err := json.Unmarshal(raw, &f); err != nil {
		return err
	}
	if f.Conf.Lab != nil {
		return errors.New("labs are not checked")
	}
	if f.Conf.Rulings != newest {
		return fmt.Errorf("rulings %d are not checked", f.Conf.Rulings)
	}
	for _, id := range f.Conf.Penalties {
		if m.cards.positions[id] == nil {
			return fmt.Errorf("the Position %q is unknown", id)
		}
	}
	m.conf = f.Conf
	factions := []string{"human-colonies", "martian-order"}
	m.expect(slices.Contains(factions, f.Conf.Attacker), "J1.1", "the Attacker's faction is %q", f.Conf.Attacker)
	if f.Conf.Attacker != factions[0] {
		slices.Reverse(factions)
	}
	m.sides[1], m.sides[2] = side{faction: factions[0], flares: 3}, side{faction: factions[1], flares: 2} // J3.1
	return nil
}

// boardSet checks the choice of the board (J4.2) and its pieces (J1.2, J7.1).
func (m *match) boardSet(f struct {
	Board  string  `json:"board"`
	Pieces []piece `json:"pieces"`
	Face   int     `json:"face"`
	By     int     `json:"by"`
}) {
	m.pieces = f.Pieces
	if f.Face > 0 {
		m.rolled(len(m.cards.boards), f.Face)
	}
	takers := [3]bool{}
	for seat := 1; seat <= 2; seat++ {
		takers[seat] = len(m.penalties(seat, "chooses-layout")) > 0
	}
	switch {
	case f.By > 0:
		m.expect(takers[f.By], "J15.3", "side %d chooses the board without a Position", f.By)
	case f.Face == 0:
		m.expect(m.conf.Board == f.Board, "J4.2", "the board is %s, agreed was %q", f.Board, m.conf.Board)
	}
	m.expect(len(f.Pieces) >= 6 && len(f.Pieces) <= 10, "J1.2", "%d pieces", len(f.Pieces))
	for _, p := range f.Pieces {
		m.expect(slices.Contains([]string{"light", "heavy", "obscuring", "impassable"}, p.Class), "J7.1", "%s is %s", p.Name, p.Class)
		m.expect(p.Climb <= 3, "J7.1", "%s is %g high", p.Name, p.Climb)
	}
	if b := m.cards.boards[f.Board]; b != nil {
		same := func(a, b piece) bool {
			return a.Name == b.Name && a.Class == b.Class && a.Climb == b.Climb && slices.Equal(a.Shape, b.Shape)
		}
		m.expect(slices.EqualFunc(f.Pieces, b.pieces(), same), "J4.2", "the pieces differ from the file of %s", f.Board)
	}
}

// zone returns the length of the edge of a Deployment Zone (J4.3, JQ6).
func (t *table) zone() float64 {
	if t.conf.Zones == "deep" || t.conf.Zones == "" && t.conf.Position != "" {
		return 16
	}
	return 10
}

// fromZone returns the distance of a point from the side's Zone, below 0 inside.
func (t *table) fromZone(seat int, p point) float64 {
	if seat == 2 {
		p = point{tableEdge - p.X, tableEdge - p.Y}
	}
	x, y := p.X-t.zone(), p.Y-t.zone()
	if x > 0 && y > 0 {
		return math.Hypot(x, y)
	}
	return max(x, y)
}

// inZone reports whether the base is wholly inside the side's Zone (J4.3). The table's edges are checked by stands.
func (t *table) inZone(seat int, d disc) verdict { return atMost(d.r, -t.fromZone(seat, d.point)) }

// listed checks a Force (J3).
func (m *match) listed(f struct {
	Seat int `json:"seat"`
	List []struct {
		Unit    string `json:"unit"`
		Grenade string `json:"grenade"`
	} `json:"list"`
	Kept int `json:"kept"`
	FR   int `json:"fr"`
}) {
	s := &m.sides[f.Seat]
	m.expect(s.listed == nil, "J3.7", "side %d has its list", f.Seat)
	cost, fr, specialists := 0, 0, 0
	for _, p := range f.List {
		u := m.cards.units[p.Unit]
		if u == nil {
			m.differ("J15.1", "no unit is called %q", p.Unit)
			continue
		}
		m.expect(u.Faction == s.faction, "J3.3", "%s is not of %s", u.ID, s.faction)
		if u.Specialist != "" {
			specialists++
			m.expect(u.Specialist == []string{"", "warp", "shock"}[f.Seat], "J3.1", "side %d has a %s Specialist", f.Seat, u.Specialist)
		}
		if u.Limit > 0 {
			n := 0
			for _, o := range f.List {
				if o.Unit == u.ID {
					n++
				}
			}
			m.expect(n <= u.Limit, "J3.3", "%s %d times", u.ID, n)
		}
		m.expect(slices.Contains(u.Grenades, p.Grenade) || len(u.Grenades) == 0 && p.Grenade == "", "J3.5", "%s with %q", u.ID, p.Grenade)
		cost, fr = cost+u.BP, fr+u.FR
		s.listed, s.grenades = append(s.listed, u), append(s.grenades, p.Grenade)
	}
	budget := []int{0, 100, 125}[f.Seat]
	m.expect(specialists == 1, "J3.1", "%d Specialists", specialists)
	m.expect(len(f.List) >= 4 && len(f.List) <= 8, "J3.3", "%d models", len(f.List))
	m.expect(cost <= budget, "J3.1", "%d BP of %d", cost, budget)
	m.expect(f.Kept == budget-cost, "J3.4", "kept %d BP, expected %d", f.Kept, budget-cost)
	m.expect(f.FR == fr, "J3.6", "FR %d, expected %d", f.FR, fr)
	s.kept, s.fr = budget-cost, fr
}

// objectivePlaced checks where an Objective lies, and who places it (J4.4, JQ7).
func (m *match) objectivePlaced(f struct {
	Seat int   `json:"seat"`
	At   point `json:"at"`
}) {
	n := len(m.objectives)
	o := objective{at: f.At}
	m.expect(n < 3 && f.Seat == n, "J4.4", "side %d places Objective %d", f.Seat, n+1)
	if n == 0 {
		m.expect(f.At == point{24, 24}, "J4.4", "the first Objective is at %v", f.At)
	} else {
		r := o.disc().r
		for seat := 1; seat <= 2; seat++ {
			m.expect(atMost(10, m.fromZone(seat, f.At)-r) > no, "J4.4", "%v is too near to the Zone of side %d", f.At, seat)
		}
		for _, other := range m.objectives {
			m.expect(atMost(8, dist(other.at, f.At)) > no, "JQ7", "%v is too near to the Objective at %v", f.At, other.at)
		}
		edge := min(f.At.X, f.At.Y, tableEdge-f.At.X, tableEdge-f.At.Y)
		m.expect(atMost(1, edge-r) > no, "JQ7", "%v is too near to the edge", f.At)
		for _, p := range m.pieces {
			if p.barred() || p.Climb > 0 {
				m.expect(atMost(r, p.Shape.from(f.At)) > no, "JQ7", "the Objective at %v touches %s", f.At, p.Name)
			}
		}
	}
	m.objectives = append(m.objectives, o)
}

// deployed checks where a Force begins (J4.3).
func (m *match) deployed(f struct {
	Seat int     `json:"seat"`
	At   []point `json:"at"`
}) {
	s := &m.sides[f.Seat]
	m.expect(len(m.objectives) == 3, "J4.1", "%d Objectives lie", len(m.objectives))
	m.expect(!s.deployed, "J4.1", "side %d stands already", f.Seat)
	if m.conf.Deploy == "defender-first" {
		m.expect(f.Seat == 2 || m.sides[2].deployed, "JQ5", "the Attacker deploys first")
	}
	s.deployed = true
	m.expect(len(f.At) == len(s.listed), "J4.3", "%d places for %d models", len(f.At), len(s.listed))
	for i, at := range f.At[:min(len(f.At), len(s.listed))] {
		x := m.join(f.Seat, s.listed[i], at, s.grenades[i])
		m.expect(m.inZone(f.Seat, x.disc()) > no, "J4.3", "%s is not wholly in its Zone", x.label)
		v, why := m.stands(x, at)
		m.expect(v > no, "J4.3", "%s cannot stand at %v: %s", x.label, at, why)
	}
}

// inserted checks the Insertion (J4.5, J2.6).
func (m *match) inserted(f struct {
	Face    int  `json:"face"`
	FR      int  `json:"fr"`
	PV      int  `json:"pv"`
	Success bool `json:"success"`
}) {
	m.rolled(100, f.Face)
	pv := m.conf.PV
	if p := m.cards.positions[m.conf.Position]; p != nil {
		if pv = p.PV; m.conf.PVs == "tiers" { // JQ52
			pv = p.Tier
		}
	}
	m.expect(m.sides[1].deployed && m.sides[2].deployed, "J4.1", "before both have deployed")
	m.expect(f.PV == pv, "J4.5", "PV %d, expected %d", f.PV, pv)
	m.expect(f.FR == m.sides[1].fr, "J4.5", "FR %d, expected %d", f.FR, m.sides[1].fr)
	success := f.Face > 5 && (f.Face == 100 || f.Face+m.sides[1].fr >= pv)
	m.expect(f.Success == success, "J4.5", "success %t, expected %t", f.Success, success)
	if !success {
		m.sides[1].flares--
	}
}

// stole checks the Steal (J4.6).
func (m *match) stole(f struct {
	Face    int  `json:"face"`
	Success bool `json:"success"`
}) {
	m.rolled(100, f.Face)
	m.expect(m.phase == "steal", "J4.6", "in the phase %s", m.phase)
	m.pay(2, "J4.6")
	m.expect(f.Success == (f.Face >= 70), "J4.6", "success %t with %d", f.Success, f.Face)
	m.stolen = f.Face >= 70
}
