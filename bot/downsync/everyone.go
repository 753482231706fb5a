package downsync

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/plane"

	rules "downsync/game/downsync"
)

// All that has not moved may be sent the same way at once: a draft "everyone towards B4 upto 3" stands for a move of each
// base, as far as it goes, the foremost first, so that none stands in another's way.

const (
	everyone = "everyone"
	// mostFar bounds the choice of how far they go at most, in inches.
	mostFar = 12
	// leastFar is what is worth a move.
	leastFar = 500
)

// unmoved are the pieces that the menu lets move, in its order.
func unmoved(menu game.Menu) []rules.Label {
	var out []rules.Label
	for _, c := range menu {
		if r, ok := movedBy(c); ok && !slices.Contains(out, r.Label) {
			out = append(out, r.Label)
		}
	}
	return out
}

// everyoneChoice is the choice of where all that has not moved goes; ok is false where that is at most one piece.
func everyoneChoice(v reading, menu game.Menu) (game.Choice, bool) {
	all := unmoved(menu)
	if len(all) < 2 {
		return game.Choice{}, false
	}
	c := desk{v: v}
	goals := game.Slot{Name: "goal", Mark: "towards", Min: 1, Max: 1}
	first, _ := v.Piece(all[0])
	for _, h := range c.headings(first, plane.Point{}) {
		goals.Options = append(goals.Options, h.word)
	}
	far := game.Slot{Name: "far", Mark: "upto", Max: 1}
	for n := range mostFar {
		far.Options = append(far.Options, strconv.Itoa(n+1))
	}
	return game.Choice{Words: everyone, Slots: []game.Slot{goals, far}}, true
}

// march is a draft that sends everyone.
type march struct {
	goal string
	upto plane.Inch
}

// readMarch reads "everyone towards B4 upto 3"; ok is false while it does not say where to.
func readMarch(draft string) (m march, ok bool) {
	words := strings.Fields(draft)
	if len(words) < 3 || words[0] != everyone {
		return m, false
	}
	m = march{goal: words[2], upto: mostFar * 1000}
	if len(words) == 5 {
		n, err := strconv.Atoi(words[4])
		if err != nil {
			return m, false
		}
		m.upto = plane.Inch(n) * 1000
	}
	return m, true
}

// steps are the moves of single bases that it stands for, each tried with those before it in their new places. A piece that
// finds no way stays, as do those for whom there is no room within bot.MostOrders.
func (m march) steps(v reading, menu game.Menu) []step {
	var out []step
	for _, l := range m.order(v, menu) {
		c := desk{v: v}
		p, _ := v.Piece(l)
		one := moveOf(menu, l)
		b, ok := p.Base(one.ref.N)
		if !ok {
			continue
		}
		goal, ok := c.goal(p, b.Point, strings.ToLower(m.goal))
		if !ok {
			continue
		}
		if one.to, _, ok = c.furthest(one, p, b.Point, goal, min(m.upto, v.Spd(p)), 500); !ok || plane.Dist(b.Point, one.to) < leastFar {
			continue
		}
		parts, each := one.steps(v, one.to), 1
		if isOnward(menu) {
			each = 3 // orders
		}
		if (len(out)+len(parts))*each > bot.MostOrders {
			break
		}
		for _, s := range parts {
			v.View = v.Standing(s.ref, s.to)
		}
		out = append(out, parts...)
	}
	return out
}

// order are the pieces, the nearest to the goal first.
func (m march) order(v reading, menu game.Menu) []rules.Label {
	c := desk{v: v}
	far := func(l rules.Label) plane.Inch {
		p, _ := v.Piece(l)
		b, _ := p.Base(0)
		goal, _ := c.goal(p, plane.Point{}, strings.ToLower(m.goal)) // a wind is the same goal for all
		return plane.Dist(b.Point, goal)
	}
	out := unmoved(menu)
	slices.SortStableFunc(out, func(x, y rules.Label) int { return cmp.Compare(far(x), far(y)) })
	return out
}

// moveOf is the move of that piece, of all its bases that have not moved.
func moveOf(menu game.Menu, l rules.Label) move {
	all := unmovedBases(menu, l)
	m := move{ref: all[0], last: true}
	if len(all) > 1 {
		m.all = all
	}
	return m
}

// allHolder is what stands on the select of where everyone goes: of contacts that go on, or so.
func (c *desk) allHolder(holder string) string {
	if isOnward(c.ask.Menu) {
		return wordOnwardAll
	}
	return holder
}

// everyone offers where all go.
func (c *desk) everyone(draft, placeholder string) {
	all := unmoved(c.ask.Menu)
	if len(all) < 2 {
		return
	}
	p, _ := c.v.Piece(all[0])
	b, _ := p.Base(0)
	var options []bot.Option
	now, _ := readMarch(draft)
	for _, h := range c.headings(p, b.Point) {
		options = append(options, bot.Option{Value: h.word, Label: bot.Clip(c.v.Say(wordAllOfThem, h.name), maxOption), Chosen: h.word == now.goal})
	}
	c.selection(everyone, placeholder, options, 1, 1)
}

// marching offers to play what everyone's draft stands for, and to change it.
func (c *desk) marching(draft string) {
	m, ok := readMarch(draft)
	if !ok {
		return
	}
	all := m.steps(c.v, c.ask.Menu)
	if len(all) > 0 {
		on := isOnward(c.ask.Menu)
		c.play(ordered(all, on), c.v.Say(word(on, wordMoveAllEnd, wordMoveAll), len(labelsOf(all))), bot.Success)
	}
	c.everyone(draft, wordElseAll)
	var far []bot.Option
	fastest := plane.Inch(0)
	for _, l := range unmoved(c.ask.Menu) {
		p, _ := c.v.Piece(l)
		fastest = max(fastest, c.v.Spd(p))
	}
	for n := 1; n <= min(mostFar, int(fastest/1000)); n++ {
		far = append(far, bot.Option{Value: strconv.Itoa(n), Label: c.v.Say(wordAtMostFar, n), Chosen: plane.Inch(n)*1000 == m.upto})
	}
	c.selection(everyone+" towards "+m.goal, wordHowFarAll, far, 1, 1)
}

// labelsOf are the pieces of the steps.
func labelsOf(all []step) []rules.Label {
	var out []rules.Label
	for _, s := range all {
		if !slices.Contains(out, s.ref.Label) {
			out = append(out, s.ref.Label)
		}
	}
	return out
}

// marchText says what becomes of each piece.
func marchText(v reading, menu game.Menu, draft string) string {
	m, ok := readMarch(draft)
	if !ok {
		return ""
	}
	all := m.steps(v, menu)
	moving := labelsOf(all)
	var lines []string
	var stay []rules.Label
	for _, l := range unmoved(menu) {
		if !slices.Contains(moving, l) {
			stay = append(stay, l)
		}
	}
	c := &desk{v: v}
	for _, l := range moving {
		i := slices.IndexFunc(all, func(s step) bool { return s.ref.Label == l })
		_, left := v.Way(all[i].ref, all[i].to, nil)
		lines = append(lines, "• "+v.Say(wordEachGoes, c.pieceName(string(l)), c.outcome(move{ref: all[i].ref}, all[i].to, left-left%10)))
		for _, s := range all {
			if s.ref.Label == l {
				v.View = v.Standing(s.ref, s.to)
			}
		}
		c.v = v
	}
	if len(stay) > 0 {
		lines = append(lines, "• "+v.Say(wordTheyStay, list(stay)))
	}
	return strings.Join(lines, "\n")
}
