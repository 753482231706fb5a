package downsync

import (
	"slices"

	"downsync/bot"
	"downsync/game/plane"

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// Infantry comes onto the table around its contact: left to itself as near as there is room, or to one side of it.

// revealing is a draft like "reveal A3 as vector-squad at 3,4 5,6 7,8".
type revealing struct {
	ping rules.Piece
	unit string
	at   []plane.Point
}

// readReveal reads such a draft of an infantry Unit, with places or without.
func readReveal(v reading, d draft) (r revealing, ok bool) {
	p, there := v.Piece(rules.LabelIn(d.Partial, "ping"))
	u, known := v.Cards().Find(d.Value("unit"))
	if d.Verb() != "reveal" || !there || !known || !u.Infantry() || !p.IsPing() || len(p.Bases) == 0 {
		return r, false
	}
	return revealing{ping: p, unit: u.Slug, at: rules.PointsIn(d.Partial, "at")}, true
}

// around offers to which side of its contact an infantry Unit stands.
func around(c *layout, d draft) {
	r, ok := readReveal(c.v, d)
	if !ok {
		return
	}
	var options []bot.Option
	from := r.ping.Bases[0].Point
	for _, h := range headings(c, r.ping, from) {
		at, ok := c.v.Around(r.ping.Label, r.unit, h.goal(from))
		if !ok {
			continue
		}
		value := "at"
		for _, pt := range at {
			value += " " + pt.String()
		}
		if len(options) < most && !slices.ContainsFunc(options, func(o bot.Option) bool { return o.Value == value }) {
			options = append(options, bot.Option{Value: value, Label: bot.Clip(h.name, maxOption), Chosen: slices.Equal(at, r.at)})
		}
	}
	c.Select(d.Unplaced(), c.v.Text("To which side of the contact?"), options, 1, 1)
}

// stagedAround are the places of a reveal, to be drawn; nil if the draft has none.
func stagedAround(v reading, d draft) *draw.Staged {
	r, ok := readReveal(v, d)
	if !ok || len(r.at) == 0 {
		return nil
	}
	out := &draw.Staged{Base: rules.Ref{Label: r.ping.Label}}
	for _, pt := range r.at {
		out.Ways = append(out.Ways, draw.Way{Path: []plane.Point{r.ping.Bases[0].Point, pt}})
	}
	return out
}
