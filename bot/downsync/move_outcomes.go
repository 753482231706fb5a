package downsync

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"downsync/bot/downsync/wording"
	"downsync/bot/menu"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/advice"
	"downsync/game/plane"
)

// The goals of a move: the mission's goals, cover, the enemy's pieces, the compass.

// Places may be given in words: "towards B4 up to 6", "B4 6", "north 3", "2.5 ne", "vip". The words mean the farthest point
// that the move can reach in that direction.

// fillers are words without a meaning of their own.
var fillers = []string{"towards", "toward", "to", "up", "go", "move", "inch", "inches", "in", "by", "the", "at", "most", "enemy"}

// towards returns the point that the words describe. ok is false if they describe none.
func towards(c *layout, m advice.Move, typed string) (at plane.Point, ok bool) {
	p, from, there := c.v.Base(m.Ref)
	if !there || m.Deploy {
		return at, false
	}
	if strings.EqualFold(strings.TrimSpace(typed), advice.Cover) {
		at, _, ok = c.pos.Cover(m, p, from)
		return at, ok
	}
	most, goal, found := m.Reach(c.v.View), plane.Point{}, false
	for w := range strings.FieldsFuncSeq(strings.ToLower(typed), func(r rune) bool { return strings.ContainsRune(" \t\"″,;", r) }) {
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
		if goal, found = c.pos.Goal(p, from.Point, windMeant(c.v, w)); !found {
			return at, false
		}
	}
	if !found {
		return at, false
	}
	at, _, ok = c.pos.Furthest(m, p, from.Point, goal, most, 250)
	return at, ok
}

// windMeant returns the letters of a direction written out in English or the reader's language. It returns any other word
// unchanged.
func windMeant(v wording.Reading, word string) string {
	for i, name := range compass {
		english := strings.ToLower(string(name))
		if slices.Contains([]string{english, strings.ReplaceAll(english, "-", ""), strings.ToLower(v.Text(name))}, word) {
			return rules.Winds[i]
		}
	}
	return word
}

// headingName returns a heading's word as a player of the seat reads it: "Towards B4 Virago".
func (c *layout) headingName(word string, seat game.Seat) string {
	if word == advice.Cover {
		return c.v.Text("To the best cover in reach")
	}
	if g, ok := c.v.GoalNamed(seat, word); ok {
		return wording.TowardsGoal(c.v, g, seat)
	}
	if i := slices.Index(rules.Winds, word); i >= 0 {
		return c.v.Text(compass[i])
	}
	return c.v.Say("Towards %s", pieceName(c, word))
}

// The outcome of a move in a few words: how far it goes, what it comes near, and who sees its end.

// moveOutcome describes the outcome of a move that ends at the point.
func moveOutcome(c *layout, m advice.Move, at plane.Point, left plane.Inch) string {
	if _, _, ok := c.v.Base(m.Ref); !ok {
		return ""
	}
	return moveLeads(c, m, at, left, toScore(c, m, at))
}

// moveInShort is moveOutcome without the nearest enemy and the distance left.
func moveInShort(c *layout, m advice.Move, at plane.Point) string {
	_, b, _ := c.v.Base(m.Ref)
	parts := []string{c.v.Say("%s\" far", wording.Tenths(plane.Dist(b.Point, at))), toScore(c, m, at)}
	m.To = at
	if found := m.Finds(c.v.View); len(found) > 0 {
		parts = append(parts, c.v.Say("finds %s", wording.List(found)))
	}
	return strings.Join(parts, " · ")
}

// moveLeads is moveOutcome with the given words instead of the distance to where the side scores.
func moveLeads(c *layout, m advice.Move, at plane.Point, left plane.Inch, to string) string {
	p, b, _ := c.v.Base(m.Ref)
	parts := []string{c.v.Say("%s\" far", wording.Tenths(plane.Dist(b.Point, at)))}
	if left > 0 {
		parts[0] = c.v.Say("%s\" far, %s\" left", wording.Tenths(plane.Dist(b.Point, at)), left)
	}
	parts = append(parts, to)
	m.To = at
	if found := m.Finds(c.v.View); len(found) > 0 {
		parts = append(parts, c.v.Say("finds %s", wording.List(found)))
	} else if foes := c.pos.Foes(p.Seat, at); len(foes) > 0 && c.sees(foes[0].Label) {
		if gap := plane.Gap(plane.Disc{At: at, R: b.R}, foes[0].Bases[0].Disc()); gap <= advice.NearEnough {
			parts = append(parts, c.v.Say("%s %s\" away", foes[0].Label, wording.Tenths(gap)))
		}
	}
	return strings.Join(parts, " · ")
}

// toScore says how far the point is from where the side scores (R25.4). If the move reaches that place, toScore says what the
// Unit would score there with all others unmoved.
func toScore(c *layout, m advice.Move, at plane.Point) string {
	p, b, _ := c.v.Base(m.Ref)
	v, gap := c.v, c.pos.ScoreGap(p.Seat, plane.Disc{At: at, R: b.R})
	if p.IsPing() {
		if gap > v.Mission().ScoreRange {
			return v.Say("%s\" to where Units score", wording.Tenths(gap))
		}
		return v.Text("where only Units score")
	}
	for _, s := range m.Steps(v.View, at) {
		v.View = v.Standing(s.Ref, s.To)
	}
	if far, ok := v.ToScore(p.Label); !ok {
		return v.Text("scores nothing: too few of its bases are left")
	} else if gap > v.Mission().ScoreRange && far > v.Mission().ScoreRange {
		return v.Say("%s\" to where it scores", wording.Tenths(far))
	}
	f, ok := v.Scoring(p.Label)
	switch {
	case !ok:
		return v.Text("where it scores with more of its bases")
	case len(f.Blockers) > 0:
		return v.Say("would score %d VP: %s within %s\" of it", f.VP, wording.List(f.Blockers), v.Mission().BlockRange)
	case f.VP == 0:
		return v.Text("would score nothing in this Round")
	}
	return v.Say("would score %d VP", f.VP)
}

// exposure says which enemies would see the base at the point. It considers only terrain.
func exposure(c *layout, p rules.Piece, b rules.Base, at plane.Point) string {
	open, seen := c.pos.Watchers(p, b, at, menu.MostOptions)
	switch {
	case len(c.pos.Foes(p.Seat, at)) == 0:
		return ""
	case seen == 0:
		return c.v.Text("out of the enemy's sight")
	case len(open) == 0:
		return c.v.Text("concealed from all that see it")
	case len(open) > mostSeen:
		return c.v.Say("%d {enemy sees|enemies see} it in the open", len(open))
	}
	return c.v.Say("in the open to %s", wording.List(open))
}
