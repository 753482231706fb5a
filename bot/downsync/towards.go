package downsync

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"downsync/game/plane"

	rules "downsync/game/downsync"
)

// Places said in words: "towards B4 up to 6", "B4 6", "north 3", "2.5 ne", "vip". They stand for a point, as far as the
// move goes that way.

// fillers are words that change nothing.
var fillers = []string{"towards", "toward", "to", "up", "go", "move", "inch", "inches", "in", "by", "the", "at", "most", "enemy"}

// towards finds the point that the words stand for; ok is false where they are none of those.
func towards(c *layout, m move, typed string) (at plane.Point, ok bool) {
	p, there := c.v.Piece(m.ref.Label)
	from, has := p.Base(m.ref.N)
	if !there || !has || m.deploy {
		return at, false
	}
	if strings.EqualFold(strings.TrimSpace(typed), cover) {
		return c.cover(m, p, from)
	}
	most, goal, found := m.reach(c.v), plane.Point{}, false
	words := strings.FieldsFunc(strings.ToLower(typed), func(r rune) bool { return strings.ContainsRune(" \t\"″,;", r) })
	for _, w := range words {
		if n, err := strconv.ParseFloat(w, 64); err == nil && n > 0 && n < 100 {
			most = min(most, plane.Inch(math.Round(n*1000)))
			continue
		}
		if slices.Contains(fillers, w) {
			continue
		}
		if found {
			return at, false // two goals
		}
		if goal, found = c.goal(p, from.Point, w); !found {
			return at, false
		}
	}
	if !found {
		return at, false
	}
	at, _, ok = furthest(c, m, p, from.Point, goal, most, 250)
	return at, ok
}

// goal is the place that a word names: a piece, a wind, a VIP.
func (c *layout) goal(p rules.Piece, from plane.Point, word string) (plane.Point, bool) {
	for i, name := range compass {
		if word == rules.Winds[i] || word == strings.ToLower(string(name)) || word == strings.ReplaceAll(strings.ToLower(string(name)), "-", "") || word == strings.ToLower(c.v.Text(name)) {
			return outwards(from, i), true
		}
	}
	switch word {
	case rules.GoalThere:
		return beside(c, p, c.v.VIPs[2-p.Seat], from), true
	case rules.GoalHome:
		return beside(c, p, c.v.VIPs[p.Seat-1], from), true
	}
	r, err := rules.ParseRef(strings.ToUpper(word))
	if err != nil {
		return plane.Point{}, false
	}
	q, ok := c.v.Piece(r.Label)
	if !ok || len(q.Bases) == 0 || q.Label == p.Label {
		return plane.Point{}, false
	}
	if b, ok := q.Base(r.N); ok {
		return b.Point, true
	}
	return q.Bases[0].Point, true
}
