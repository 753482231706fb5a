package downsync

import (
	"cmp"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/downsync/advice"
	"downsync/game/plane"
	"downsync/game/terrain"

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// readMove reads such a draft, whole or begun. The menu tells which bases have yet to move.
func readMove(v reading, menu game.Menu, d draft) (advice.Move, bool) {
	m, ok := moved(v, menu, d)
	if at := terrain.PointsIn(d.Partial, placeSlot(m)); ok && len(at) > 0 {
		m.To, m.Has = at[0], true
		if m.Sprint {
			m.Spots = at
		}
	}
	m.Via = terrain.PointsIn(d.Partial, "via")
	return m, ok
}

// moved returns what the draft moves, without the places.
func moved(v reading, menu game.Menu, d draft) (m advice.Move, ok bool) {
	switch d.Verb() {
	case "move":
		m.Ref = rules.RefIn(d.Partial, "base")
		m.Last = len(rules.MovableBases(menu, m.Ref.Label)) == 1
		return m, true
	case "deploy":
		m.Ref, m.Deploy = rules.Ref{Label: rules.LabelIn(d.Partial, "ping")}, true
		return m, m.Ref.Label != ""
	case rules.Onward, rules.Farther:
		m.Ref.Label = rules.LabelIn(d.Partial, "piece")
		return m, true
	case rules.Together:
		return advice.MoveOf(menu, rules.LabelIn(d.Partial, "piece")), true
	}
	if v.Acting == nil {
		return m, false
	}
	m.Ref = rules.Ref{Label: v.Acting.Label}
	switch {
	case d.Verb() == "act move":
		m.Last = true
		if d.Value("by") != "" {
			m.Ref = rules.RefIn(d.Partial, "by")
		}
		return m, true
	case d.Value("use") == "sprint":
		m.Sprint = true
		p, _ := v.Piece(m.Ref.Label)
		m.All = each(p.Bases, func(b rules.Base) rules.Ref { return rules.Ref{Label: p.Label, N: b.N} })
		return m, len(m.All) > 0
	}
	return m, false
}

// slot names the slot of the destination.
func placeSlot(m advice.Move) string {
	if m.Deploy || m.Sprint {
		return "at"
	}
	return "to"
}

// values writes the place as the draft holds it: for a sprint each base's.
func placeValues(m advice.Move, v reading, to plane.Point) []string {
	if !m.Sprint {
		return []string{to.String()}
	}
	return each(m.Places(v.View, to), plane.Point.String)
}

func placeWords(m advice.Move, v reading, to plane.Point) string {
	return strings.Join(placeValues(m, v, to), " ")
}

// with puts the place into the draft.
func placed(m advice.Move, v reading, d draft, to plane.Point) draft {
	return d.With(placeSlot(m), placeValues(m, v, to)...)
}

// stagedSteps returns the moves of single bases that a draft stands for, in order.
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
	for _, s := range all {
		_, b, ok := v.Base(s.Ref)
		if !ok {
			return nil
		}
		way := draw.Way{Path: append(append([]plane.Point{b.Point}, s.Via...), s.To), R: b.R}
		if d.Value("use") != "sprint" { // which is no way
			if round, left := v.Try().Way(s.Ref, s.To, s.Via); round != nil {
				way.Path, way.Left = round, left-left%10
			}
		}
		out.Ways = append(out.Ways, way)
		v.View = v.Standing(s.Ref, s.To)
	}
	return out
}

// stagedDeployed draws where contacts would be deployed: the draft's, else all those of the main button; nil: none.
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
	if !found || !m.Has {
		return "", true
	}
	left, err := m.Try(v.View, m.To)
	switch {
	case err != nil:
		return "⚠️ " + bot.Refused(v.Language, err), false
	case m.Deploy:
		return v.Say("In square %s, at %s.", squareOf(m.To), m.To), true
	}
	p, b, _ := v.Base(m.Ref)
	text = moveOutcome(c, m, m.To, left)
	if seen := exposure(c, p, b, m.To); seen != "" { // takes long to compute, so other places do without
		text += " · " + seen
	}
	if why := m.Barred(v.View, b.Point, left); why != nil {
		text += " · " + v.Say("no farther: %s", strings.TrimSuffix(bot.Refused(v.Language, why), "."))
	}
	if found := m.Finds(v.View); len(found) > 0 {
		text += "\n" + v.Say("🔍 It ends within 2\" of %s, which the enemy must then reveal.", list(found))
	}
	return text, true
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
	for _, h := range c.pos.Headings(r.ping, from) {
		if c.beyond(h) {
			continue
		}
		if at, ok := c.v.Try().Around(r.ping.Label, r.unit, h.Goal(from)); ok {
			value := "at " + strings.Join(each(at, plane.Point.String), " ")
			sides.add(bot.Option{Value: value, Label: c.headingName(h.Word, r.ping.Seat), Chosen: slices.Equal(at, r.at)})
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
