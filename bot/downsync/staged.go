package downsync

import (
	"cmp"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/plane"
	"downsync/game/terrain"

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// move is a draft that moves, places or deploys bases of one piece.
type move struct {
	ref    rules.Ref
	deploy bool
	sprint bool // its bases are placed, all at once
	last   bool // the Unit's bases must be together after it
	to     plane.Point
	via    []plane.Point
	has    bool          // to is set
	all    []rules.Ref   // the bases that move together; none: only ref
	spots  []plane.Point // where a sprint puts them
}

// readMove reads such a draft, whole or begun. The menu tells which bases have yet to move.
func readMove(v reading, menu game.Menu, d draft) (move, bool) {
	m, ok := moved(v, menu, d)
	if at := terrain.PointsIn(d.Partial, m.slot()); ok && len(at) > 0 {
		m.to, m.has = at[0], true
		if m.sprint {
			m.spots = at
		}
	}
	m.via = terrain.PointsIn(d.Partial, "via")
	return m, ok
}

// moved returns what the draft moves, without the places.
func moved(v reading, menu game.Menu, d draft) (m move, ok bool) {
	switch d.Verb() {
	case "move":
		m.ref = rules.RefIn(d.Partial, "base")
		m.last = len(rules.MovableBases(menu, m.ref.Label)) == 1
		return m, true
	case "deploy":
		m.ref, m.deploy = rules.Ref{Label: rules.LabelIn(d.Partial, "ping")}, true
		return m, m.ref.Label != ""
	case rules.Onward, rules.Farther:
		m.ref.Label = rules.LabelIn(d.Partial, "piece")
		return m, true
	case rules.Together:
		return moveOf(menu, rules.LabelIn(d.Partial, "piece")), true
	}
	if v.Acting == nil {
		return m, false
	}
	m.ref = rules.Ref{Label: v.Acting.Label}
	switch {
	case d.Verb() == "act move":
		m.last = true
		if d.Value("by") != "" {
			m.ref = rules.RefIn(d.Partial, "by")
		}
		return m, true
	case d.Value("use") == "sprint":
		m.sprint = true
		p, _ := v.Piece(m.ref.Label)
		m.all = each(p.Bases, func(b rules.Base) rules.Ref { return rules.Ref{Label: p.Label, N: b.N} })
		return m, len(m.all) > 0
	}
	return m, false
}

// slot names the slot of the destination.
func (m move) slot() string {
	if m.deploy || m.sprint {
		return "at"
	}
	return "to"
}

// reach returns how far the middle of the base may go.
func (m move) reach(v reading) plane.Inch {
	p, _ := v.Piece(m.ref.Label)
	if m.sprint { // from edge to edge
		return v.Spd(p) + 2*v.Radius(p)
	}
	return v.Spd(p)
}

// try returns what the move would leave of its allowance, or why it is not possible, as far as its owner can know.
func (m move) try(v reading, to plane.Point) (left plane.Inch, err error) {
	switch {
	case m.deploy:
		return 0, v.Try().Deploy(m.ref.Label, to)
	case m.sprint:
		return 0, v.Try().Sprint(m.ref.Label, m.places(v, to))
	case len(m.all) > 0:
		left, err = m.tryTogether(v, to)
	default:
		if left, err = v.Try().Move(m.ref, to, m.via); err == nil && m.last {
			err = v.Try().Together(m.ref, to)
		}
	}
	return left - left%10, err // nobody cares for thousandths
}

func (m move) possible(v reading, to plane.Point) bool {
	_, err := m.try(v, to)
	return err == nil
}

// places returns where the bases end if the first one ends there.
func (m move) places(v reading, to plane.Point) []plane.Point {
	return each(m.steps(v, to), func(s step) plane.Point { return s.to })
}

// values writes the place as the draft holds it: for a sprint each base's.
func (m move) values(v reading, to plane.Point) []string {
	if !m.sprint {
		return []string{to.String()}
	}
	return each(m.places(v, to), plane.Point.String)
}

func (m move) value(v reading, to plane.Point) string { return strings.Join(m.values(v, to), " ") }

// with puts the place into the draft.
func (m move) with(v reading, d draft, to plane.Point) draft {
	return d.With(m.slot(), m.values(v, to)...)
}

// stagedSteps returns the moves of single bases that a draft stands for, in order.
func stagedSteps(c *layout, d draft) []step {
	if d.None() {
		return c.going
	}
	if m, ok := readMarch(d); ok {
		return c.steps(m)
	}
	if m, ok := readMove(c.v, c.Ask.Menu, d); ok && m.has && !m.deploy {
		return m.steps(c.v, m.to)
	}
	return nil
}

// staged returns what to draw of the draft, nil for nothing.
func staged(c *layout, d draft) *draw.Staged {
	v, all := c.v, stagedSteps(c, d)
	if len(all) == 0 {
		return cmp.Or(stagedDeployed(c, d), stagedAround(v, d))
	}
	out := &draw.Staged{Base: all[0].ref}
	for _, s := range all {
		_, b, ok := v.base(s.ref)
		if !ok {
			return nil
		}
		way := draw.Way{Path: append(append([]plane.Point{b.Point}, s.via...), s.to), R: b.R}
		if d.Value("use") != "sprint" { // which is no way
			if round, left := v.Try().Way(s.ref, s.to, s.via); round != nil {
				way.Path, way.Left = round, left-left%10
			}
		}
		out.Ways = append(out.Ways, way)
		v.View = v.Standing(s.ref, s.to)
	}
	return out
}

// stagedDeployed draws where contacts would be deployed: the draft's, else all those of the main button; nil: none.
func stagedDeployed(c *layout, d draft) *draw.Staged {
	var all []rules.Deploy
	if m, ok := readMove(c.v, c.Ask.Menu, d); ok && m.has && m.deploy {
		all = []rules.Deploy{{Ping: m.ref.Label, At: m.to}}
	} else if d.None() {
		all = c.fronts
	}
	if len(all) == 0 {
		return nil
	}
	return &draw.Staged{Base: rules.Ref{Label: all[0].Ping}, Ways: each(all, func(o rules.Deploy) draw.Way {
		p, _ := c.v.Piece(o.Ping)
		return draw.Way{Path: []plane.Point{o.At}, R: c.v.Radius(p)}
	})}
}

type trialed struct {
	text string
	ok   bool
}

// trial says what the staged move leads to, or why it is not possible; ok is false then. It is worked out once.
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
	if !found || !m.has {
		return "", true
	}
	left, err := m.try(v, m.to)
	switch {
	case err != nil:
		return "⚠️ " + bot.Refused(v.Language, err), false
	case m.deploy:
		return v.Say("In square %s, at %s.", squareOf(m.to), m.to), true
	}
	p, b, _ := v.base(m.ref)
	text = routes{c}.outcome(m, m.to, left)
	if seen := exposure(c, p, b, m.to); seen != "" { // takes long to compute, so other places do without
		text += " · " + seen
	}
	if why := (routes{c}).barred(m, b.Point, left); why != "" {
		text += " · " + why
	}
	if found := m.finds(v); len(found) > 0 {
		text += "\n" + v.Say("🔍 It ends within 2\" of %s, which the enemy must then reveal.", list(found))
	}
	return text, true
}

// barred says why the move goes no farther the same way, though it could by its length; "" if it goes as far as it can, or is no
// straight one.
func (rt routes) barred(m move, from plane.Point, left plane.Inch) string {
	const farther = 500
	far := plane.Dist(from, m.to)
	if left < farther || far == 0 || len(m.via) > 0 || m.sprint || m.deploy {
		return ""
	}
	next := plane.Point{X: m.to.X + (m.to.X-from.X)*farther/far, Y: m.to.Y + (m.to.Y-from.Y)*farther/far}
	_, err := m.try(rt.c.v, next)
	if err == nil {
		return ""
	}
	return rt.c.v.Say("no farther: %s", strings.TrimSuffix(bot.Refused(rt.c.v.Language, err), "."))
}

// finds returns the enemy Pings that the staged move would reveal (R16.2), as far as its owner can know.
func (m move) finds(v reading) []rules.Label {
	var out []rules.Label
	if !m.sprint { // which is no move
		for _, s := range m.steps(v, m.to) {
			out = withNew(out, v.Finds(s.ref, s.to)...)
		}
	}
	return out
}

// typedPoints reads points as people type them: "12.5, 30", "(12.5; 30)", "F7". The second value is the way there.
func typedPoints(values []string) string {
	to := strings.Join(pairs(values[0]), " ")
	if len(values) > 1 && strings.TrimSpace(values[1]) != "" {
		to += " via " + strings.Join(pairs(values[1]), " ")
	}
	return to
}

// pairs joins the numbers of a text two by two, as points are written. Squares stand by themselves.
func pairs(text string) []string {
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,;()\t\"", r) })
	var out []string
	for len(words) > 0 {
		n := 2
		if _, ok := plane.ParseSquare(words[0]); ok {
			n = 1
		}
		if n > len(words) {
			return strings.Fields(text)
		}
		out, words = append(out, strings.Join(words[:n], ",")), words[n:]
	}
	return out
}

// Infantry comes onto the table around its contact: left to itself as near as there is room, or to one side of it.

// revealing is a draft like "reveal A3 as vector-squad at 3,4 5,6 7,8".
type revealing struct {
	ping rules.Piece
	unit string
	at   []plane.Point
}

// readReveal reads such a draft of an infantry Unit, with or without places.
func readReveal(v reading, d draft) (r revealing, ok bool) {
	p, there := v.Piece(rules.LabelIn(d.Partial, "ping"))
	u, known := v.Cards().Find(d.Value("unit"))
	if d.Verb() != "reveal" || !there || !known || !u.Infantry() || !p.IsPing() || len(p.Bases) == 0 {
		return r, false
	}
	return revealing{ping: p, unit: u.Slug, at: terrain.PointsIn(d.Partial, "at")}, true
}

// around offers on which side of its contact an infantry Unit stands.
func around(c *layout, d draft) {
	r, ok := readReveal(c.v, d)
	if !ok {
		return
	}
	var sides options
	from := r.ping.Bases[0].Point
	for _, h := range headings(c, r.ping, from) {
		if c.beyond(h) {
			continue
		}
		if at, ok := c.v.Try().Around(r.ping.Label, r.unit, h.goal(from)); ok {
			value := "at " + strings.Join(each(at, plane.Point.String), " ")
			sides.add(bot.Option{Value: value, Label: h.name, Chosen: slices.Equal(at, r.at)})
		}
	}
	c.Select(d.Unplaced(), c.v.Text("To which side of the contact?"), sides, 1, 1)
}

// stagedAround draws the places of a reveal; nil if the draft has none.
func stagedAround(v reading, d draft) *draw.Staged {
	r, ok := readReveal(v, d)
	if !ok || len(r.at) == 0 {
		return nil
	}
	from := r.ping.Bases[0].Point
	return &draw.Staged{Base: rules.Ref{Label: r.ping.Label},
		Ways: each(r.at, func(at plane.Point) draw.Way { return draw.Way{Path: []plane.Point{from, at}} })}
}
