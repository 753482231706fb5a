package jagged

import "strings"

// movement returns how far a model may move now (J8.1, J12.5).
func (t *table) movement(x *model) float64 {
	out := x.unit.Move
	for _, e := range t.active(x, "movement") {
		out += float64(e.N)
	}
	return out
}

// mayMove checks that it is the model's turn to move (J5.3, J8.5).
func (m *match) mayMove(x *model) {
	m.inPart(x.seat, "J5.1", "move")
	m.expect(!x.acted, "J5.3", "%s has had its turn to move", x.label)
}

// sprinted checks a Sprint's die (J8.2).
func (m *match) sprinted(f struct {
	Unit string  `json:"unit"`
	Face int     `json:"face"`
	Max  float64 `json:"max"`
}) {
	m.rolled(6, f.Face)
	x := m.model(f.Unit)
	if x == nil {
		return
	}
	m.mayMove(x)
	m.expect(m.engaged(x) < yes, "J8.5", "%s is engaged", x.label)
	limit := m.movement(x) + float64(f.Face)
	m.expect(f.Max == limit, "J8.2", "up to %g\", expected %g\"", f.Max, limit)
	x.acted, x.sprinted = true, true
	m.going = &going{x, limit, "sprint"}
}

// triedToDisengage checks an attempt to leave an engagement (J8.6, J8.7, JQ26).
func (m *match) triedToDisengage(f struct {
	Unit    string  `json:"unit"`
	Face    int     `json:"face"`
	Need    int     `json:"need"`
	Parts   []part  `json:"parts"`
	Success bool    `json:"success"`
	Auto    bool    `json:"auto"`
	Max     float64 `json:"max"`
}) {
	if !f.Auto {
		m.rolled(100, f.Face)
	}
	x := m.model(f.Unit)
	if x == nil {
		return
	}
	m.mayMove(x)
	m.expect(m.engaged(x) > no, "J8.6", "%s is not engaged", x.label)
	x.acted, x.tried = true, true
	success := true
	if f.Auto {
		m.expect(x.unit.Specialist != "" && !x.escaped, "J8.7", "%s cannot Disengage without a roll", x.label)
		x.escaped = true
	} else {
		want := allowed{}
		for _, e := range m.active(x, "threshold") {
			if e.Lasts != "next-attack" {
				want.add(e.From, e.N)
			}
		}
		for _, p := range m.penalties(x.seat, "threshold") {
			if !p.Penalty.Attacks && x.unit.is(p.Penalty.Tag) {
				want.add(p.ID, p.Penalty.N)
			}
		}
		m.aura(x, f.Parts, want)
		need := x.unit.SR + m.sumOf(f.Parts, want, "J8.6")
		m.expect(f.Need == need, "J8.6", "needs %d, expected %d", f.Need, need)
		success = f.Face >= f.Need
	}
	m.expect(f.Success == success, "J8.6", "success %t with %d of %d", f.Success, f.Face, f.Need)
	x.disengaged = f.Success
	if f.Success {
		m.expect(f.Max == m.movement(x), "J8.6", "up to %g\", expected %g\"", f.Max, m.movement(x))
		m.going = &going{x, m.movement(x), "disengage"}
	}
}

// stayed ends a model's turn to move without a step.
func (m *match) stayed(f struct {
	Unit string `json:"unit"`
}) {
	x := m.model(f.Unit)
	if x == nil {
		return
	}
	if m.going == nil || m.going.unit != x {
		m.mayMove(x)
	}
	x.acted, m.going = true, nil
}

// moved checks a move: its way, its length, its end (J8).
func (m *match) moved(f struct {
	Unit   string  `json:"unit"`
	From   point   `json:"from"`
	Way    []point `json:"way"`
	Length float64 `json:"length"`
	By     string  `json:"by"`
	Push   bool    `json:"push"`
}) {
	x := m.model(f.Unit)
	if x == nil || len(f.Way) == 0 {
		return
	}
	limit := 0.0
	switch f.By {
	case "move":
		m.mayMove(x)
		m.expect(m.engaged(x) < yes, "J8.5", "%s is engaged", x.label)
		limit = m.movement(x)
	case "sprint", "disengage":
		if m.going == nil || m.going.unit != x || m.going.by != f.By {
			m.differ("J8.2", "%s has no %s to finish", x.label, f.By)
			break
		}
		limit = m.going.max
	case "future-glimpse":
		m.expect(m.phase == "glimpse", "J14.11", "in the phase %s", m.phase)
		m.expect(m.with(x.seat, "future-glimpse") != nil && x.unit.is("infantry"), "J14.11", "%s has no Future Glimpse", x.label)
		m.use(x.seat, "future-glimpse", "J14.11")
		limit = 2
	default:
		m.differ("J8.1", "moves by %q", f.By)
	}
	if f.Push {
		m.pushes(x)
		limit++
	}
	m.follows(x, f.From, f.Way, f.Length, limit)
	to := f.Way[len(f.Way)-1]
	x.moved = x.moved || to != x.at
	x.at, m.going = to, nil
	if f.By != "future-glimpse" {
		x.acted = true
	}
	if m.conf.WalkIn == "no" {
		m.expect(m.engaged(x) < yes, "JQ25", "%s walks into an engagement", x.label)
	}
	if f.By == "sprint" && strings.HasPrefix(m.order, "sprint") {
		m.expect(m.engaged(x) < yes, "J5.5", "%s sprints into an engagement by itself", x.label)
	}
}

// follows checks a way and its end (J7.2, J7.3, J8.3).
func (m *match) follows(x *model, from point, way []point, length, limit float64) {
	m.expect(dist(from, x.at) == 0, "J8.3", "%s moves from %v and stands at %v", x.label, from, x.at)
	whole := append([]point{x.at}, way...)
	sum := 0.0
	for i := 1; i < len(whole); i++ {
		sum += dist(whole[i-1], whole[i])
		v, why := m.passes(x, whole[i-1], whole[i], nil)
		m.expect(v > no, "J8.3", "%s moves through %s", x.label, why)
	}
	least, most := m.climbing(x, whole)
	slack := Near + 0.001*float64(len(way))
	m.expect(length >= sum+least-slack && length <= sum+most+slack, "J8.3", "a length of %g\", expected %.3f\"", length, sum+least)
	m.expect(max(length, sum+least) <= limit+slack, "J8.1", "%s moves %.3f\" of %g\"", x.label, max(length, sum+least), limit)
	to := way[len(way)-1]
	v, why := m.stands(x, to)
	m.expect(v > no, "J8.3", "%s cannot end at %v: %s", x.label, to, why)
}
