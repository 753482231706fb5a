package downsync

import (
	"fmt"
	"math"
	"slices"
)

// v42 reports whether the match is of edition 4.2. Each place that asks cites the difference, V1 to V24.
func (m *match) v42() bool { return m.conf.Rules == "4.2" }

// long is the length of the table; it is 48" wide (R3.2, V5).
func (m *match) long() float64 {
	if m.v42() && m.conf.Size == "standard" {
		return 72
	}
	return wide
}

// laid puts the map on the table (V8, D9).
func (m *match) laid() {
	off := (m.long() - wide) / 2
	put := func(s shape) box {
		for i := range s {
			s[i].X += off
		}
		return boxOf(s)
	}
	for i := range m.ground.Areas {
		m.ground.Areas[i].box = put(m.ground.Areas[i].Shape)
	}
	for i := range m.ground.Buildings {
		x := &m.ground.Buildings[i]
		x.box = put(x.Shape)
		if m.v42() {
			const most = 4
			x.Room = min(x.Room, most)
		}
	}
}

// reprinted returns the cards as edition 4.2 prints them (V24).
func (c Cards) reprinted() Cards {
	units := map[string]*card{}
	for slug, u := range c.units {
		units[slug] = u.reprint()
	}
	return Cards{units, c.traits}
}

// reprint returns the card as edition 4.2 prints them (V24).
func (c *card) reprint() *card {
	n := *c
	n.Actions = slices.Clone(c.Actions)
	change := func(id string, do func(a *action)) {
		if a := n.action(id); a != nil {
			a.Traits = slices.Clone(a.Traits)
			do(a)
		}
	}
	switch c.Slug {
	case "guardian-destroyer", "guardian-marksman":
		n.SPD = 5
	case "spider-drone-soldier":
		n.Actions = append(n.Actions, action{ID: "sprint", Cost: "C", Effect: "special"})
	case "seeker-team":
		change("shock-sniper-rifle", func(a *action) { a.Traits = append(a.Traits, trait{ID: "silent"}) })
	case "vector-squad":
		change("at-charges", func(a *action) {
			a.OnlyVS = "vehicle"
			a.Traits = append(a.Traits, trait{ID: "close-combat"})
		})
	}
	return &n
}

// objectiveRadius is the radius of a Control Objective of 70 mm (V22).
const objectiveRadius = 70.0 / 2 / inch

// placeObjectives finds the places of the Control Objectives (V22, D9).
func placeObjectives(m *match) error {
	const step, middle = 0.5, 10.0
	line, quarter := wide/2, m.long()/4
	const apart, fine = 1.0, 0.0005
	free := func(d disc) verdict {
		best := yes
		for _, x := range m.ground.Areas {
			if x.conceals() {
				switch far := x.Shape.from(d.point) - d.r; {
				case far <= apart-fine:
					best = no
				case far <= apart+Near:
					best = min(best, undecided)
				}
			}
		}
		for _, x := range m.ground.Buildings {
			best = min(best, boolean(x.Shape.from(d.point) >= d.r-Near))
		}
		return best
	}
	for beside := 0.0; beside <= 1; beside += step {
		for n := 0.0; n*step <= m.long()/2; n++ {
			for _, to := range []float64{1, -1} { // inwards before outwards
				for _, up := range []float64{1, -1} {
					x := quarter + to*n*step
					if x < objectiveRadius || x > m.long()/2-middle {
						continue
					}
					a := disc{point{x, line + up*beside}, objectiveRadius}
					b := disc{point{m.long() - x, line - up*beside}, objectiveRadius}
					switch min(free(a), free(b)) {
					case yes:
						if beside > 0 {
							return fmt.Errorf("Control Objectives beside the centre line are not checked")
						}
						m.objectives = []disc{b, a} // as facts number them
						return nil
					case undecided:
						return fmt.Errorf("the places of the Control Objectives are too near to terrain")
					}
				}
			}
		}
	}
	return fmt.Errorf("there is no place for the Control Objectives")
}

// holdsGoal returns whether a Unit scores at an objective (V22).
func (m *match) holdsGoal(p *piece, goal disc) (sure, perhaps bool) {
	most := 0.0
	near := math.Inf(1)
	for _, b := range p.bases {
		near = min(near, gap(b.disc, goal))
	}
	if p.infantry() {
		most = float64(p.unit.Bases) / 2
	}
	v := atMost(near, 1)
	if lost := float64(max(1, p.unit.Bases) - len(p.bases)); lost > most {
		v = no
	}
	return v == yes, v != no
}

// goalTally returns who scores and who blocks at an objective, for a side (V22).
func goalTally(m *match, seat int, goal disc) (score, block tally) {
	const blocks = 6
	for _, p := range m.pieces {
		if p.ping() || !p.onTable() {
			continue
		}
		if p.seat == seat {
			sure, perhaps := m.holdsGoal(p, goal)
			score.add(p.label, sure, perhaps)
			continue
		}
		near := no
		for _, b := range p.bases {
			near = max(near, atMost(gap(b.disc, goal), blocks))
		}
		block.add(p.label, near == yes, near != no)
	}
	return score, block
}

// scoreGoals asks for the points of both sides at the end of a Round, from the second on (V22).
func scoreGoals(m *match) {
	if m.round < 2 || len(m.of(1, open)) > 0 || len(m.of(2, open)) > 0 {
		return
	}
	m.scoring = true
	for seat := 1; seat <= 2; seat++ {
		for i, g := range m.objectives {
			score, _ := goalTally(m, seat, g)
			must := no
			if len(score.perhaps) > 0 {
				must = undecided
			}
			if len(score.sure) > 0 {
				must = yes
			}
			m.owe("scored", goalName(seat, i+1), "V22", must)
		}
	}
}

func goalName(seat, goal int) string { return fmt.Sprintf("%s at objective %d", side(seat), goal) }

// recovers checks what a stunned base pays before its activation (V16).
func recovers(m *match, f struct {
	Base string `json:"base"`
	With string `json:"with"`
}) {
	p, b := m.ref(f.Base)
	if b == nil {
		return
	}
	if len(m.act) == 0 || m.now().p != p || !slices.Contains(m.now().limited, b.n) || !m.v42() {
		m.differ("V16", "%s pays for a Stun Token", f.Base)
		return
	}
	a := m.now()
	m.expect(a.last == 0 && !a.watched, "V16", "%s pays after an action", f.Base)
	switch f.With {
	case "ap":
		a.ap = slices.DeleteFunc(a.ap, func(n int) bool { return n == b.n })
	case "cp":
		m.pay(p.seat, 1)
	case "cm":
		m.expect(b.cm > 0, "V16", "%s has no CM Token", f.Base)
		b.cm = max(0, b.cm-1)
	case "hardened":
		m.expect(b.hardened > 0, "V16", "%s has no Emergency Token", f.Base)
		b.hardened = max(0, b.hardened-1)
	default:
		m.differ("V16", "%s pays with %q", f.Base, f.With)
	}
	b.stun = false
	a.limited = slices.DeleteFunc(a.limited, func(n int) bool { return n == b.n })
}

// sprinted checks the bases that Sprint places (V24).
func sprinted(m *match, f struct {
	Unit  string  `json:"unit"`
	Bases []point `json:"bases"`
}) {
	p := m.known(f.Unit)
	if p == nil {
		return
	}
	m.expect(len(m.act) > 0 && m.now().p == p && m.now().doing != nil && m.now().doing.ID == "sprint", "V24", "%s does not sprint", f.Unit)
	if len(f.Bases) != len(p.bases) {
		m.differ("V24", "%d bases of %s are placed", len(f.Bases), f.Unit)
		return
	}
	const far = 6
	for i, b := range p.bases {
		to := disc{f.Bases[i], b.r}
		m.expect(atMost(gap(b.disc, to), far) != no, "V24", "%s is placed %.3f\" away", p.name(b), gap(b.disc, to))
		b.disc = to
	}
	setBy(m, p)
	coherent(m, p)
	for _, b := range p.bases { // V17
		if b.stealth {
			m.oweLoss(p, b, "V17", m.enemyNear(p, b))
		}
	}
}

// setBy checks a Unit whose bases were placed: it is apart from enemy Pings, and enemies near it lose their Stealth (V9, V17).
func setBy(m *match, p *piece) {
	for _, b := range p.bases {
		m.stands(p, b)
	}
	if !m.v42() {
		return
	}
	named := m.named()
	m.each(func(o *piece, x *base) {
		if o.seat == p.seat {
			return
		}
		near := no
		for _, b := range p.bases {
			near = max(near, atMost(gap(b.disc, x.disc), 2))
		}
		if o.ping() {
			m.expect(near != yes || !named, "V9", "%s is placed within 2\" of the Ping %s", p.label, o.label)
		} else if x.stealth && p.infantry() {
			m.oweLoss(o, x, "V17", near)
		}
	})
	if named {
		coherent(m, p)
	}
}
