package downsync

import "slices"

// vip returns the place of a side's VIP (Q11).
func vip(seat int) point {
	if seat == 1 {
		return point{36, 12}
	}
	return point{12, 36}
}

// near counts how many of a Unit's bases are within so much of the VIP: surely, and perhaps.
func (m *match) near(p *piece, at point, reach float64) (sure, perhaps int) {
	r := m.conf.VIPBase / 2 / inch
	for _, b := range p.bases {
		switch atMost(gap(b.disc, disc{at, r}), reach) {
		case yes:
			sure++
			perhaps++
		case undecided:
			perhaps++
		}
	}
	return sure, perhaps
}

// tally holds Units that count at a VIP: surely, and perhaps.
type tally struct{ sure, perhaps []string }

// scorers returns the Active Player's Units that score, and the enemy Units that block (R25.4, R25.5, Q88 to Q90).
func (m *match) scorers() (score, block tally) {
	const scores, blocks = 1, 4
	at := vip(3 - m.active)
	for _, p := range m.pieces {
		if p.ping() || !p.onTable() {
			continue
		}
		if p.seat == m.active {
			sure, perhaps := m.near(p, at, scores)
			score.add(p.label, 2*sure > len(p.bases), 2*perhaps > len(p.bases))
		} else {
			sure, perhaps := m.near(p, at, blocks)
			block.add(p.label, sure > 0, perhaps > 0)
		}
	}
	return score, block
}

func (t *tally) add(label string, sure, perhaps bool) {
	if sure {
		t.sure = append(t.sure, label)
	}
	if perhaps {
		t.perhaps = append(t.perhaps, label)
	}
}

// fits reports whether the Units named are all those that surely count, and none that surely do not.
func (t tally) fits(named []string) bool {
	for _, l := range t.sure {
		if !slices.Contains(named, l) {
			return false
		}
	}
	for _, l := range named {
		if !slices.Contains(t.perhaps, l) {
			return false
		}
	}
	return true
}

// score asks for the points of the Active Player at the end of the Turn.
func (m *match) score() {
	m.scoring = true
	score, _ := m.scorers()
	must := no
	if len(score.sure) > 0 {
		must = yes
	}
	m.owe("scored", side(m.active), "R25.4", must)
}

func scored(m *match, f struct {
	Seat     int      `json:"seat"`
	Scorers  []string `json:"scorers"`
	Blockers []string `json:"blockers"`
	VP       int      `json:"vp"`
	Goal     int      `json:"goal"`
}) {
	m.expect(m.scoring, "Q88", "points outside the end of a Turn")
	var score, block tally
	if m.v42() {
		m.expect(m.fulfil("scored", goalName(f.Seat, f.Goal)), "V22", "side %d scores at objective %d", f.Seat, f.Goal)
		if f.Goal >= 1 && f.Goal <= len(m.objectives) {
			score, block = goalTally(m, f.Seat, m.objectives[f.Goal-1])
		}
	} else {
		m.scoring = false
		m.fulfil("scored", side(f.Seat))
		m.active = 3 - m.active // the Turn that has ended
		m.expect(f.Seat == m.active, "Q88", "side %d scores", f.Seat)
		score, block = m.scorers()
		m.active = 3 - m.active
	}
	m.expect(score.fits(f.Scorers), "R25.4", "%v score, expected %v", f.Scorers, score.sure)
	m.expect(block.fits(f.Blockers), "R25.4", "%v block, expected %v", f.Blockers, block.sure)
	vp := max(0, len(f.Scorers)-len(f.Blockers)) // Q89
	m.expect(f.VP == vp, "Q89", "%d VP, expected %d", f.VP, vp)
	m.vp[f.Seat-1] += vp
	if m.vp[f.Seat-1] >= 3 { // Q92
		m.ending = append(m.ending, "vp")
	}
}

// ends checks the end of the match and its reason (R25.6, Q19, Q91, Q92).
func ends(m *match, f struct {
	Rank []int  `json:"rank"`
	Why  string `json:"why"`
}) {
	m.over = true
	for _, why := range m.ending {
		m.expect(f.Why == why, "R25.6", "the match ends by %s, expected %s", f.Why, why)
	}
	won := func(a, b int) []int { // the ranks by what each side has
		switch {
		case a > b:
			return []int{1, 2}
		case b > a:
			return []int{2, 1}
		}
		return []int{1, 1}
	}
	want := f.Rank
	switch f.Why {
	case "vp":
		m.expect(max(m.vp[0], m.vp[1]) >= 3, "R25.6", "nobody has 3 VP")
		want = won(m.vp[0], m.vp[1])
	case "wipe-out":
		a, b := len(m.of(1, (*piece).onTable)), len(m.of(2, (*piece).onTable))
		m.expect(a == 0 || b == 0, "Q91", "both sides have pieces")
		want = won(min(1, a), min(1, b))
	case "rounds":
		m.expect(m.conf.MaxRounds > 0 && m.round == m.conf.MaxRounds, "Q19", "Round %d of %d", m.round, m.conf.MaxRounds)
		m.expect(len(m.of(1, open)) == 0 && len(m.of(2, open)) == 0, "R6.2", "the Round has not ended")
		want = won(m.vp[0], m.vp[1])
	case "agreement":
		want = []int{1, 1}
	}
	m.expect(slices.Equal(f.Rank, want), "Q92", "the ranks are %v, expected %v", f.Rank, want)
}
