package syndicate

type ended struct {
	Rank []int
	Why  string
}

// points that win a mission (S11.2).
var toWin = map[string]int{"relay": 4, "uplink": 4, "extract": 3}

// ends checks the end of the match and that the decks are opened. winner is -1 for a draw.
func (m *match) ends(winner int, why, rule string) {
	m.ending = true
	f := take[ended](m, "ended", rule)
	rank := [2]int{1, 1}
	if winner >= 0 {
		rank[1-winner] = 2
	}
	m.expect(len(f.Rank) == 2 && [2]int(f.Rank) == rank, rule, "the ranks are %v, not %v", f.Rank, rank)
	m.expect(f.Why == why, rule, "the match ends for %q, not %q", f.Why, why)
	m.closes()
}

// closes checks what is told after the end: the decks as they were brought.
func (m *match) closes() {
	f := take[struct{ Decks [2]map[string]int }](m, "decks-opened", "S1.7")
	for i, q := range m.conf.Squads {
		for id, n := range q.Deck {
			m.expect(f.Decks[i][id] == n, "S1.7", "side %d opens %d of %s", i+1, f.Decks[i][id], id)
		}
	}
	if m.next() != "" {
		m.lose("S11.1", "nothing more was expected")
	}
	m.unrolled()
	panic(stop{})
}

// endedOtherwise checks an end that is not the rules': conceded, agreed, or by the host. At any other time the next fact is out of place.
func (m *match) endedOtherwise() {
	m.ending = true
	f, _ := peek[ended](m, "ended")
	switch f.Why {
	case "eliminated", "both-eliminated", "mission", "points", "health", "mercenaries", "even":
		m.ending = false
		d := Difference{m.facts[m.at].record, "ended", "S11", "the match ends for " + f.Why + " before its time"}
		m.found = append(m.found, d)
		panic(stop{})
	}
	m.taken()
	m.closes()
}

// operatorFell ends the match by elimination (S11.1, R-V1).
func (m *match) operatorFell() {
	winner, why := -1, "both-eliminated"
	if m.fell[0] != m.fell[1] {
		winner, why = 0, "eliminated"
		if m.fell[0] {
			winner = 1
		}
	}
	m.ends(winner, why, "S11.1")
}

// presence counts the units of a side that are in or beside one of the spaces.
func (b *board) presence(side int, spaces []space) int {
	n := 0
	for _, u := range b.of(side) {
		for _, s := range spaces {
			if distance(u.at, s) <= 1 {
				n++
				break
			}
		}
	}
	return n
}

// relay lists the four middle spaces. terminal lists the space of a side's terminal, in the middle of its third row; of the two middle
// columns it is the left one as seen from that side's edge (S11.2).
func (b *board) relay() []space {
	h := len(b.ground) / 2
	return []space{{h, h}, {h + 1, h}, {h, h + 1}, {h + 1, h + 1}}
}

func (b *board) terminal(side int) []space {
	n := len(b.ground)
	if side == 1 {
		return []space{{n/2 + 1, n - 2}}
	}
	return []space{{n / 2, 3}}
}

// scores checks who scores as the round ends, and whether that wins (S11.2, R-V3, R-V5).
func (m *match) scores() {
	scorer := -1
	if m.conf.Mission != "" && m.round >= m.conf.ScoresFrom {
		scorer = m.scorer()
	}
	if scorer < 0 {
		return
	}
	s := m.sides[scorer]
	s.points++
	f := take[struct {
		Seat    int
		Mission string
		Points  int
	}](m, "scored", "S11.2")
	m.expect(f.Seat == s.seat() && f.Mission == m.conf.Mission && f.Points == s.points, "S11.2", "side %d has %d points in %s, not side %d %d", f.Seat, f.Points, f.Mission, s.seat(), s.points)
	if s.points >= toWin[m.conf.Mission] {
		m.ends(scorer, "mission", "S11.2")
	}
}

// scorer returns the side that scores in this round, or -1.
func (b *board) scorer() int {
	var could [2]bool
	for i := range could {
		switch b.conf.Mission {
		case "relay":
			could[i] = b.presence(i, b.relay()) > 0
		case "uplink":
			own, other := b.presence(i, b.relay()), b.presence(1-i, b.relay())
			could[i] = own > 0 && own >= other
		case "extract":
			at := b.terminal(1 - i)
			could[i] = b.presence(i, at) > b.presence(1-i, at)
		}
	}
	lost, other := b.sides[0].lost, b.sides[1].lost
	switch {
	case could[0] != could[1]:
		if could[0] {
			return 0
		}
		return 1
	case !could[0] || b.conf.Ties == "" || lost == other:
		return -1
	case lost < other:
		return 0
	}
	return 1
}

// endsByRounds checks the end after the last round (S11.3).
func (m *match) endsByRounds() {
	if m.conf.MaxRounds == 0 || m.round < m.conf.MaxRounds {
		return
	}
	a, b := m.leader(0), m.leader(1)
	for _, x := range []struct {
		why  string
		a, b int
	}{
		{"points", m.sides[0].points, m.sides[1].points},
		{"health", a.hp * b.full, b.hp * a.full},
		{"mercenaries", len(m.of(0)), len(m.of(1))},
	} {
		if x.a > x.b {
			m.ends(0, x.why, "S11.3")
		}
		if x.a < x.b {
			m.ends(1, x.why, "S11.3")
		}
	}
	m.ends(-1, "even", "S11.3")
}
