package downsync

import (
	"slices"
	"strings"

	"downsync/bot"
	"downsync/game/plane"

	rules "downsync/game/downsync"
)

// Aiming a Clustered attack: a point is picked by what it reaches, then how the attacks are shared out.

// aiming is what a draft of an attack or of Forward Observe aims.
type aiming struct {
	by     rules.Ref // who fires
	action string
	eye    rules.Ref // through whom it is seen; zero: itself
	at     *plane.Point
}

// aiming reads the draft. ok is false if it aims nothing.
func (c *layout) aiming(d draft) (aiming, bool) {
	if d.Verb() != "act" || c.v.Acting == nil {
		return aiming{}, false
	}
	a := aiming{by: rules.Ref{Label: c.v.Acting.Label, N: c.v.Acting.By}, action: d.Value("use")}
	if d.Value("by") != "" {
		a.by = rules.RefIn(d.Partial, "by")
	}
	if a.action == "forward-observe" {
		if d.Value("action") == "" {
			return aiming{}, false
		}
		a.by, a.action, a.eye = rules.RefIn(d.Partial, "unit"), d.Value("action"), a.by
	}
	if at := rules.PointsIn(d.Partial, "at"); len(at) > 0 {
		a.at = &at[0]
	}
	p, ok := c.v.Piece(a.by.Label)
	if !ok || p.IsPing() {
		return aiming{}, false
	}
	action, ok := c.v.Cards().Must(p.Unit).Action(a.action)
	if !ok {
		return aiming{}, false
	}
	_, clustered := action.Trait("clustered")
	return a, clustered
}

// aims offers the points worth aiming at.
func aims(c *layout, a aiming, d draft) {
	var aims options
	for _, aim := range c.v.Aims(a.by, a.action, a.eye) {
		aims.add(bot.Option{Value: aim.At.String(), Label: c.v.Say("Reaches %s", refs(c, aim.Targets)), Note: aim.At.String()})
	}
	c.Select(d, c.v.Text("Aim at"), aims, 1, 1)
	c.Type(d, c.v.Text("Type a point"))
}

func refs(c *layout, rs []rules.Ref) string {
	return strings.Join(each(rs, func(r rules.Ref) string { return name(c.v, r) }), ", ")
}

// shares offers ways to share the attacks out over what the point reaches: all on one target, or in turn on all.
func shares(c *layout, a aiming, d draft, rof int) {
	if a.at == nil {
		return
	}
	targets := c.v.AimTargets(a.by, a.action, a.eye, *a.at)
	var ways options
	add := func(label string, rs ...rules.Ref) { // over and over, until all attacks are shared out
		words := each(slices.Repeat(rs, rof)[:rof], rules.Ref.String)
		ways.add(bot.Option{Value: strings.Join(words, " "), Label: label})
	}
	if len(targets) > 1 {
		add(c.v.Say("%d {attack|attacks} in turn on %s", rof, refs(c, targets[:min(rof, len(targets))])), targets...)
	}
	for _, r := range targets {
		add(c.v.Say("All %d on %s", rof, name(c.v, r)), r)
	}
	c.Select(d, c.v.Text("Share out the attacks"), ways, 1, 1)
}
