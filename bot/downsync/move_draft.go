package downsync

import (
	"cmp"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/downsync/wording"
	"downsync/bot/page"
	"downsync/bot/wire"
	rules "downsync/game/downsync"
	"downsync/game/downsync/advice"
	"downsync/game/plane"
	"downsync/game/terrain"
	draw "downsync/render/downsync"
)

// stagedSteps returns the moves of single bases that a draft means, in order. Without a draft it returns the main button's
// moves.
func stagedSteps(c *layout, d draft) []advice.Step {
	if d.None() {
		return c.going
	}
	if m, ok := readMarch(d); ok {
		return c.pos.March(m)
	}
	if m, ok := readMove(c.v, c.Ask.Menu, d); ok && m.Has && !m.Deploy {
		return m.Steps(c.v.View, m.To)
	}
	return nil
}

// staged returns what to draw of the draft, nil for nothing.
func staged(c *layout, d draft) *draw.Staged {
	v, all := c.v, stagedSteps(c, d)
	if len(all) == 0 {
		return cmp.Or(stagedDeployed(c, d), stagedAround(v, d))
	}
	out := &draw.Staged{Base: all[0].Ref}
	if r, ok := mover(all); ok && d.Value("use") != "sprint" {
		out.Reach, _ = v.Reach(r) // none if the move is refused
	}
	var moved []rules.Ref
	for _, s := range all {
		_, b, ok := v.Base(s.Ref)
		if !ok {
			return nil
		}
		way := draw.Way{Path: append(append([]plane.Point{b.Point}, s.Via...), s.To), R: b.R}
		if d.Value("use") != "sprint" { // a sprint places bases and has no way
			if round, left := v.Try().Way(s.Ref, s.To, s.Via); round != nil {
				way.Path, way.Left = round, left-left%10
			}
		}
		out.Ways = append(out.Ways, way)
		v.View = v.Standing(s.Ref, s.To)
		moved = append(moved, s.Ref)
	}
	out.Watchers = v.Watchers(moved)
	return out
}

// mover returns the base whose place decides where the steps end: the first base of their piece. ok is false if they move several
// pieces.
func mover(all []advice.Step) (r rules.Ref, ok bool) {
	r = all[0].Ref
	for _, s := range all {
		if s.Ref.Label != r.Label {
			return r, false
		}
		r.N = min(r.N, s.Ref.N)
	}
	return r, true
}

// stagedDeployed draws the places of contacts to deploy: the draft's, otherwise the main button's; nil if there are none.
func stagedDeployed(c *layout, d draft) *draw.Staged {
	var all []rules.Deploy
	if m, ok := readMove(c.v, c.Ask.Menu, d); ok && m.Has && m.Deploy {
		all = []rules.Deploy{{Ping: m.Ref.Label, At: m.To}}
	} else if d.None() {
		all = c.fronts
	}
	if len(all) == 0 {
		return nil
	}
	return &draw.Staged{Base: rules.Ref{Label: all[0].Ping}, Ways: page.Each(all, func(o rules.Deploy) draw.Way {
		p, _ := c.v.Piece(o.Ping)
		return draw.Way{Path: []plane.Point{o.At}, R: c.v.Radius(p)}
	})}
}

type trialed struct {
	text string
	ok   bool
}

// trial says what the staged move leads to. If the move is impossible, it says why, and ok is false. The result is computed
// once.
func trial(c *layout, d draft) (text string, ok bool) {
	key := d.Partial.String()
	known, done := c.trials[key]
	if !done {
		known.text, known.ok = tryOut(c, d)
		if c.trials == nil {
			c.trials = map[string]trialed{}
		}
		c.trials[key] = known
	}
	return known.text, known.ok
}

func tryOut(c *layout, d draft) (text string, ok bool) {
	v := c.v
	m, found := readMove(v, c.Ask.Menu, d)
	if !found || !m.Has {
		return "", true
	}
	left, err := m.Try(v.View, m.To)
	switch {
	case err != nil:
		return "⚠️ " + bot.RefusalText(v.Language, err), false
	case m.Deploy:
		return v.Say("In square %s, at %s.", wording.SquareOf(m.To), m.To), true
	}
	p, b, _ := v.Base(m.Ref)
	text = moveOutcome(c, m, m.To, left)
	if seen := exposure(c, p, b, m.To); seen != "" { // slow to compute, so lists of places leave it out
		text += " · " + seen
	}
	if why := m.Barred(v.View, b.Point, left); why != nil {
		text += " · " + v.Say("no farther: %s", strings.TrimSuffix(bot.RefusalText(v.Language, why), "."))
	}
	if found := m.Finds(v.View); len(found) > 0 {
		text += "\n" + v.Say("🔍 It ends within 2\" of %s, which the enemy must then reveal.", wording.List(found))
	}
	return text, true
}

// An infantry Unit appears around its contact: by default as near as there is room, or on a chosen side of it.

// revealing is a draft like "reveal A3 as vector-squad at 3,4 5,6 7,8".
type revealing struct {
	ping rules.Piece
	unit string
	at   []plane.Point
}

// readReveal reads the draft that reveals an infantry Unit, with or without places. ok is false for any other draft.
func readReveal(v wording.Reading, d draft) (r revealing, ok bool) {
	p, there := v.Piece(rules.LabelIn(d.Partial, "ping"))
	u, known := v.Cards().Find(d.Value("unit"))
	if d.Verb() != "reveal" || !there || !known || !u.Infantry() || !p.IsPing() || len(p.Bases) == 0 {
		return r, false
	}
	return revealing{ping: p, unit: u.Slug, at: terrain.PointsIn(d.Partial, "at")}, true
}

// around offers the sides of its contact on which an infantry Unit can stand.
func around(c *layout, d draft) {
	r, ok := readReveal(c.v, d)
	if !ok {
		return
	}
	var sides wording.Options
	from := r.ping.Bases[0].Point
	for _, h := range c.pos.Headings(r.ping, from) {
		if c.beyond(h) {
			continue
		}
		if at, ok := c.v.Try().Around(r.ping.Label, r.unit, h.Goal(from)); ok {
			value := "at " + strings.Join(page.Each(at, plane.Point.String), " ")
			sides.Add(wire.Option{Value: value, Label: c.headingName(h.Word, r.ping.Seat), Chosen: slices.Equal(at, r.at)})
		}
	}
	c.Select(d.Unplaced(), c.v.Text("To which side of the contact?"), sides, 1, 1)
}

// stagedAround draws the places of a reveal, nil if the draft has none.
func stagedAround(v wording.Reading, d draft) *draw.Staged {
	r, ok := readReveal(v, d)
	if !ok || len(r.at) == 0 {
		return nil
	}
	from := r.ping.Bases[0].Point
	return &draw.Staged{Base: rules.Ref{Label: r.ping.Label},
		Ways: page.Each(r.at, func(at plane.Point) draw.Way { return draw.Way{Path: []plane.Point{from, at}} })}
}
