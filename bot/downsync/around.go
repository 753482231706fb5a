package downsync

import (
	"slices"
	"strings"

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
func readReveal(v reading, draft string) (r revealing, ok bool) {
	words := strings.Fields(draft)
	if len(words) < 4 || words[0] != "reveal" || words[2] != "as" {
		return r, false
	}
	p, there := v.Piece(rules.Label(words[1]))
	u, known := v.Cards().Find(words[3])
	if !there || !known || !u.Infantry() || !p.IsPing() || len(p.Bases) == 0 {
		return r, false
	}
	r = revealing{ping: p, unit: u.Slug}
	for _, w := range words[4:] {
		if pt, err := plane.ParsePoint(w); err == nil {
			r.at = append(r.at, pt)
		}
	}
	return r, true
}

// around offers to which side of its contact an infantry Unit stands.
func (c *desk) around(draft string) {
	r, ok := readReveal(c.v, draft)
	if !ok {
		return
	}
	var options []bot.Option
	from := r.ping.Bases[0].Point
	for _, h := range c.headings(r.ping, from) {
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
	c.selection(cutPoint(draft), wordAround, options, 1, 1)
}

// stagedAround are the places of a reveal, to be drawn; nil if the draft has none.
func stagedAround(v reading, draft string) *draw.Staged {
	r, ok := readReveal(v, draft)
	if !ok || len(r.at) == 0 {
		return nil
	}
	out := &draw.Staged{Base: rules.Ref{Label: r.ping.Label}}
	for _, pt := range r.at {
		out.Ways = append(out.Ways, draw.Way{Path: []plane.Point{r.ping.Bases[0].Point, pt}})
	}
	return out
}
