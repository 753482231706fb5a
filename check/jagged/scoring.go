package jagged

import "slices"

// scored checks the control of Objectives and what they score (J13.2, J13.3, J13.4).
func (m *match) scored(f struct {
	Owners    []int  `json:"owners"`
	Contested []bool `json:"contested"`
	VP        [2]int `json:"vp"`
}) {
	m.expect(m.phase == "melee" && len(m.left) == 0, "J13.1", "in the phase %s with parts of %v left", m.phase, m.left)
	m.expect(!m.counted, "J13.1", "Round %d has been scored", m.round)
	m.counted = true
	if len(f.Owners) != len(m.objectives) || len(f.Contested) != len(m.objectives) {
		m.differ("J13.2", "%d owners of %d Objectives", len(f.Owners), len(m.objectives))
		return
	}
	var vp [2]int
	for i := range m.objectives {
		o := &m.objectives[i]
		var at [3]verdict
		for _, x := range m.models {
			at[x.seat] = max(at[x.seat], atMost(gap(x.disc(), o.disc()), 1))
		}
		contested := min(at[1], at[2])
		m.expect(contested.agrees(f.Contested[i]), "J13.3", "Objective %d contested %t", i+1, f.Contested[i])
		owners := []int{}
		for seat := 1; seat <= 2; seat++ {
			if min(at[seat], at[3-seat].not()) > no {
				owners = append(owners, seat)
			}
		}
		if max(min(at[1], at[2].not()), min(at[2], at[1].not())) < yes {
			owners = append(owners, o.owner)
		}
		m.expect(slices.Contains(owners, f.Owners[i]), "J13.2", "Objective %d is side %d's, expected %v", i+1, f.Owners[i], owners)
		o.owner, o.contested = f.Owners[i], f.Contested[i]
		if o.owner > 0 && !o.contested {
			vp[o.owner-1]++
		}
	}
	m.expect(f.VP == vp, "J13.4", "%v VP, expected %v", f.VP, vp)
	for i, n := range vp {
		m.sides[i+1].vp += n
	}
}

// ended checks the end, its reason and the ranks (J13.5, J13.6, J13.7).
func (m *match) ended(f struct {
	Rank []int  `json:"rank"`
	Why  string `json:"why"`
}) {
	m.over = true
	switch f.Why {
	case "concession":
		m.expect(m.order == "concede" && slices.Equal(f.Rank, ranks(3-m.seat)), "J13.6", "ranks %v by %q of side %d", f.Rank, m.order, m.seat)
		return
	case "agreement":
		return
	}
	m.expect(m.counted, "J13.1", "Round %d is not scored", m.round)
	winner, why := m.result()
	m.expect(f.Why == why, "J13.6", "by %q, expected %q", f.Why, why)
	if winner > 0 {
		m.expect(slices.Equal(f.Rank, ranks(winner)), "J13.6", "ranks %v, expected %v", f.Rank, ranks(winner))
	}
}

// ranks returns the ranks of both sides, by seat.
func ranks(winner int) []int { return []int{winner, 3 - winner} }

// result returns who has won after scoring, and why; 0 if nobody has.
func (t *table) result() (winner int, why string) {
	here := [3]int{0, len(t.of(1)), len(t.of(2))}
	none := here[1] == 0 && here[2] == 0
	for seat := 1; seat <= 2; seat++ {
		if here[seat] == 0 && !none {
			return 3 - seat, "wipe-out"
		}
	}
	if t.round < lastRound && !none {
		return 0, ""
	}
	var owned, wounds [3]int
	for _, o := range t.objectives {
		if !o.contested { // JQ19
			owned[o.owner]++
		}
	}
	for _, x := range t.models {
		wounds[x.seat] += x.wounds
	}
	vp := [3]int{0, t.sides[1].vp, t.sides[2].vp}
	destroyed := [3]int{0, t.sides[2].lostFR, t.sides[1].lostFR}
	type score struct {
		of  [3]int
		why string
	}
	scores := []score{{owned, "objectives"}, {here, "models"}, {wounds, "wounds"}, {destroyed, "fr"}}
	if t.conf.Victory == "vp" {
		scores = slices.Insert(scores, 0, score{vp, "vp"})
	}
	for _, s := range scores {
		if s.of[1] != s.of[2] {
			if s.of[1] > s.of[2] {
				return 1, s.why
			}
			return 2, s.why
		}
	}
	return 2, "defender"
}
