package jagged

import (
	"slices"
	"strings"
)

// next lists the phases that may follow a phase (J4.1, J5.1). A Round begins in "command".
var next = map[string][]string{
	"":           {"board", "lists"},
	"board":      {"lists"},
	"lists":      {"objectives"},
	"objectives": {"deploy"},
	"deploy":     {"steal", "glimpse"},
	"steal":      {"glimpse"},
	"command":    {"reinforce", "move"},
	"reinforce":  {"move"},
	"move":       {"shoot"},
	"shoot":      {"rush"},
	"rush":       {"melee"},
}

// went follows the battle from phase to phase and from part to part (J5.1, J5.2, J11.3).
func (m *match) went(f struct {
	Phase  string
	Left   []int
	Charge *struct{ By, Target string }
	Best   bool
}) {
	if f.Phase != m.phase {
		m.goesTo(f.Phase, f.Left)
	} else if len(f.Left) != len(m.left) {
		m.expect(len(m.left) > 0 && slices.Equal(f.Left, m.left[1:]), "J5.2", "parts of %v are left, before %v", f.Left, m.left)
		if len(m.left) > 0 {
			m.partEnds(m.left[0])
		}
	} else {
		m.expect(slices.Equal(f.Left, m.left), "J5.2", "parts of %v are left, expected %v", f.Left, m.left)
	}
	m.phase, m.left, m.best = f.Phase, f.Left, f.Best
	switch {
	case f.Charge != nil:
		m.expect(m.charge != nil && m.charge.by.label == f.Charge.By, "J10.7", "%s has not rushed successfully", f.Charge.By)
		if m.charge != nil {
			m.charge.asked = true
		}
	case m.charge != nil && !m.charge.asked:
		m.unanswered()
	}
}

func (m *match) goesTo(phase string, left []int) {
	m.expect(len(m.left) == 0, "J5.1", "%s follows while parts of %v are left", phase, m.left)
	m.expect(slices.Contains(next[m.phase], phase) || phase == "over" || phase == "command", "J5.1", "%s follows %s", phase, m.phase)
	first := []int{m.initiative, 3 - m.initiative}
	var want []int
	switch phase {
	case "objectives":
		want = []int{1, 2}
	case "reinforce":
		want = first
		m.expect(m.round > 1, "J6.1", "Reinforcements in Round %d", m.round)
	case "move":
		want = first
		m.expect(m.round == 1 || m.phase == "reinforce", "J6.1", "no Reinforcements in Round %d", m.round)
	case "shoot", "rush":
		want = first
	case "melee":
		want = append([]int{1, 2}, first...) // J11.3, JQ33
	default:
		return
	}
	m.expect(slices.Equal(left, want), "J5.2", "the parts of %s are %v, expected %v", phase, left, want)
}

// endsPart reports whether a side's own word leaves out the rest of its part. Time that runs out does so too.
func endsPart(order string) bool {
	word, _, _ := strings.Cut(order, " ")
	return order == "" || slices.Contains([]string{"done", "hold", "skip"}, word) && order != "hold on"
}

// partEnds checks that a part which its side did not end leaves nobody who could act (J5.5, JQ27).
func (m *match) partEnds(seat int) {
	if m.ender.phase == m.phase && (m.ender.seat == seat || m.ender.seat == 0) && m.phase != "melee" {
		m.ender = ender{}
		return
	}
	if m.phase == "melee" && m.ender == (ender{seat, "melee"}) && m.order == "done" {
		m.ender = ender{}
		return
	}
	s := &m.sides[seat]
	if m.phase == "reinforce" && !s.noCalls {
		m.expect(!m.couldCall(seat), "J5.5", "side %d could call a Reinforcement", seat)
	}
	for _, x := range m.of(seat) {
		switch m.phase {
		case "move":
			m.expect(x.acted, "J5.5", "%s has not moved", x.label)
		case "shoot":
			could := m.hasTarget
			if s.best || m.best {
				could = m.couldHarm
			}
			m.expect(could(x) < yes, "J5.5", "%s could shoot", x.label)
		case "rush":
			m.expect(s.held || s.farRushes || m.hasWay(x) < yes, "J5.5", "%s could rush", x.label)
		case "melee":
			m.expect(m.strikes(x) < yes, "JQ27", "%s could strike", x.label)
		}
	}
}

// roundBegan begins a Round (J5.1, J6.1).
func (m *match) roundBegan(f struct {
	Round int `json:"round"`
}) {
	m.expect(f.Round == m.round+1 && f.Round <= lastRound, "J5.1", "Round %d follows %d", f.Round, m.round)
	if m.round == 0 {
		m.expect(m.phase == "glimpse", "J4.1", "Round 1 begins after %s", m.phase)
	} else {
		m.expect(m.counted, "J13.1", "Round %d is not scored", m.round)
		winner, why := m.result()
		m.expect(winner == 0, "J13.5", "side %d had won by %q", winner, why)
	}
	m.round, m.counted, m.phase, m.left = f.Round, false, "command", nil
	for _, x := range m.models {
		x.acts, x.sum = acts{}, 0
		x.effects = slices.DeleteFunc(x.effects, func(e effect) bool { return e.Until < m.round }) // J12.5
	}
	for seat := 1; seat <= 2; seat++ {
		s := &m.sides[seat]
		s.pushed, s.held, s.said = false, false, nil
		for _, p := range m.penalties(seat, "flares-each-round") {
			m.flares = append(m.flares, p.ID)
		}
	}
}

// flareGained checks a Flare of the Forge-Core Reactor (J6.1, J6.5).
func (m *match) flareGained(f struct {
	Seat int    `json:"seat"`
	From string `json:"from"`
}) {
	i := slices.Index(m.flares, f.From)
	p := m.cards.positions[f.From]
	if i < 0 || !slices.Contains(m.penalties(f.Seat, "flares-each-round"), p) {
		m.differ("J6.5", "side %d has no Flare of %s", f.Seat, f.From)
		return
	}
	m.flares = slices.Delete(m.flares, i, i+1)
	m.sides[f.Seat].flares += p.Penalty.N
}

// initiativeTaken checks who has the Initiative (J4.6, J6.2, J14.5).
func (m *match) initiativeTaken(f struct {
	Seat   int    `json:"seat"`
	Faces  [2]int `json:"faces"`
	Totals [2]int `json:"totals"`
	Tied   bool   `json:"tied"`
	Again  int    `json:"again"`
}) {
	m.expect(m.phase == "command", "J6.1", "in the phase %s", m.phase)
	seat := 1
	switch {
	case m.round == 1:
		if m.stolen {
			seat = 2
		}
		m.expect(f.Again == 0 && f.Faces == [2]int{}, "J6.1", "rolls in Round 1")
	case f.Again > 0:
		m.rolled(100, f.Faces[f.Again-1])
		other := 3 - f.Again
		m.expect(f.Faces[other-1] == m.faces[other], "J14.5", "the other face was %d", m.faces[other])
		m.expect(m.initiative == other, "JQ37", "side %d has the Initiative", f.Again)
		m.expect(m.with(f.Again, "tactical-insight") != nil, "J14.5", "no model of side %d has Tactical Insight", f.Again)
		m.use(f.Again, "tactical-insight", "J14.5")
	default:
		m.rolled(100, f.Faces[0])
		m.rolled(100, f.Faces[1])
	}
	if m.round > 1 {
		m.faces = [3]int{0, f.Faces[0], f.Faces[1]}
		var totals [2]int
		for i := range totals {
			totals[i] = f.Faces[i]
			for _, p := range m.penalties(i+1, "initiative") {
				totals[i] += p.Penalty.N
			}
		}
		m.expect(f.Totals == totals, "J6.2", "totals %v, expected %v", f.Totals, totals)
		m.expect(f.Tied == (totals[0] == totals[1]), "J6.2", "tied %t", f.Tied)
		seat = m.ahead(totals)
	}
	m.expect(f.Seat == seat, "J6.2", "side %d has the Initiative, expected %d", f.Seat, seat)
	m.initiative = f.Seat
}

// ahead returns who wins the Initiative with these totals (J6.2).
func (t *table) ahead(totals [2]int) int {
	loses := func(seat int) bool { return len(t.penalties(seat, "loses-initiative-ties")) > 0 }
	switch {
	case totals[0] != totals[1]:
		return 1 + slices.Index(totals[:], max(totals[0], totals[1]))
	case loses(1) != loses(2):
		if loses(1) {
			return 2
		}
		return 1
	case t.sides[1].fr < t.sides[2].fr:
		return 1
	}
	return 2
}

// reinforced checks a Reinforcement (J6.3, J6.4).
func (m *match) reinforced(f struct {
	Model string `json:"model"`
	Unit  string `json:"unit"`
	At    point  `json:"at"`
	BP    int    `json:"bp"`
}) {
	seat := 1 + strings.Index("AB", f.Model[:1])
	u, s := m.cards.units[f.Unit], &m.sides[seat]
	if u == nil {
		m.differ("J15.1", "no unit is called %q", f.Unit)
		return
	}
	m.inPart(seat, "J6.1", "reinforce")
	m.pay(seat, "J6.3")
	m.expect(f.BP == u.BP && s.kept >= u.BP, "J6.3", "%d BP of %d, expected %d", f.BP, s.kept, u.BP)
	rule, why := m.mayCome(seat, u)
	m.expect(rule == "", rule, "%s cannot come: %s", u.ID, why)
	s.kept -= u.BP
	s.came++
	grenade := ""
	if len(u.Grenades) > 0 {
		grenade = u.Grenades[0] // JQ59
	}
	x := m.join(seat, u, f.At, grenade)
	m.expect(x.label == f.Model, "J6.3", "%s, expected %s", f.Model, x.label)
	m.expect(m.inZone(seat, x.disc()) > no, "J6.3", "%s is not wholly in its Zone", x.label)
	v, why := m.stands(x, f.At)
	m.expect(v > no, "J6.3", "%s cannot stand at %v: %s", x.label, f.At, why)
	for _, e := range m.of(3 - seat) {
		m.expect(atMost(gap(x.disc(), e.disc()), 1) < yes, "J6.3", "%s is within 1\" of %s", x.label, e.label)
	}
}

// mayCome returns the rule against another Reinforcement of that unit, or "", and what it says. Flares, BP and the place are
// others' matter.
func (t *table) mayCome(seat int, u *unit) (rule, why string) {
	s := &t.sides[seat]
	slots := 2
	for _, p := range t.penalties(seat, "reinforcement-slots") {
		slots += p.Penalty.N
	}
	same := 0
	for _, x := range t.of(seat) {
		if x.unit == u {
			same++
		}
	}
	switch {
	case s.came >= slots:
		return "J6.4", "no more may come"
	case len(t.of(seat)) >= 8:
		return "J6.4", "8 models are on the table"
	case u.Limit > 0 && same >= u.Limit:
		return "J6.4", "its Model Limit"
	case u.Specialist != "" || u.Faction != s.faction:
		return "J6.4", "a Specialist, or of the other faction"
	case len(t.penalties(seat, "no-returning-models")) > 0 && slices.Contains(s.lost, u.ID):
		return "JQ50", "one was destroyed"
	}
	return "", ""
}

// couldCall reports whether the side could call a Reinforcement to some place on a grid (J5.5).
func (t *table) couldCall(seat int) bool {
	s := &t.sides[seat]
	for _, u := range t.cards.units {
		if rule, _ := t.mayCome(seat, u); rule != "" || s.flares < 1 || u.BP > s.kept {
			continue
		}
		const step = 0.5
		for x := step; x < tableEdge; x += step {
			for y := step; y < tableEdge; y += step {
				new := &model{seat: seat, unit: u, at: point{x, y}}
				if t.inZone(seat, new.disc()) < yes {
					continue
				}
				free, _ := t.stands(new, new.at)
				for _, e := range t.of(3 - seat) {
					free = min(free, atMost(gap(new.disc(), e.disc()), 1).not())
				}
				if free == yes {
					return true
				}
			}
		}
	}
	return false
}

// held checks the word of a side that makes no Rush this Round (J5.5, J5.6).
func (m *match) held(f struct {
	Seat int `json:"seat"`
}) {
	m.inPart(f.Seat, "J5.5", "move", "shoot")
	m.sides[f.Seat].held = true
	if m.order == "hold on" {
		m.says(f.Seat, "hold on")
	}
}

// questionSkipped checks a word about questions (J5.6).
func (m *match) questionSkipped(f struct {
	Seat int    `json:"seat"`
	What string `json:"what"`
	Off  bool   `json:"off"`
}) {
	s := &m.sides[f.Seat]
	word := "skip " + f.What
	if f.Off {
		word = "ask " + f.What
	}
	m.says(f.Seat, word)
	switch f.What {
	case "reinforcements":
		s.noCalls = !f.Off
	case "far-rushes":
		s.farRushes = !f.Off
	case "targets":
		s.best = !f.Off
	}
}

// says notes a word that may be said once a Round (J5.6).
func (m *match) says(seat int, word string) {
	s := &m.sides[seat]
	m.expect(!slices.Contains(s.said, word), "J5.6", "side %d says %q again", seat, word)
	s.said = append(s.said, word)
}
