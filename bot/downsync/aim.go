package downsync

import (
	"strings"

	"downsync/bot"
	"downsync/game/plane"

	rules "downsync/game/downsync"
)

// Aiming a Clustered attack: a point is picked by what it reaches, then how the attacks are shared out.

// aiming is what a draft like "act heavy-artillery at 20,22" or "act forward-observe A6 heavy-artillery" aims.
type aiming struct {
	by     rules.Ref // who fires
	action string
	eye    rules.Ref // through whom it is seen; zero: itself
	at     *plane.Point
}

// aiming reads the draft; ok is false where it aims nothing.
func (c *desk) aiming(draft string) (aiming, bool) {
	words := strings.Fields(draft)
	if len(words) < 2 || words[0] != "act" || c.v.Acting == nil {
		return aiming{}, false
	}
	me := rules.Ref{Label: c.v.Acting.Label, N: c.v.Acting.By}
	a := aiming{by: me, action: words[1]}
	rest := words[2:]
	if len(rest) > 1 && rest[0] == "by" {
		if r, err := rules.ParseRef(rest[1]); err == nil {
			a.by, me = r, r
		}
		rest = rest[2:]
	}
	if a.action == "forward-observe" {
		if len(rest) < 2 {
			return aiming{}, false
		}
		r, err := rules.ParseRef(rest[0])
		if err != nil {
			return aiming{}, false
		}
		a.by, a.action, a.eye = r, rest[1], me
	}
	for i := range rest {
		if rest[i] == "at" && i+1 < len(rest) {
			if pt, err := plane.ParsePoint(rest[i+1]); err == nil {
				a.at = &pt
			}
		}
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

// aims offer the points worth aiming at.
func (c *desk) aims(a aiming, draft string) {
	var options []bot.Option
	for _, aim := range c.v.Aims(a.by, a.action, a.eye) {
		options = append(options, bot.Option{Value: aim.At.String(), Label: bot.Clip(c.v.Say(wordReaches, c.refs(aim.Targets)), maxOption), Note: aim.At.String()})
	}
	c.selection(draft, wordAimAt, options, 1, 1)
	c.button(bot.ControlType, draft, c.v.Text(wordType), bot.Secondary)
}

func (c *desk) refs(rs []rules.Ref) string {
	var out []string
	for _, r := range rs {
		out = append(out, name(c.v, r))
	}
	return strings.Join(out, ", ")
}

// shares offer ways to share the attacks out over what the point reaches: all on one, one each, in turn on all.
func (c *desk) shares(a aiming, draft string, rof int) {
	if a.at == nil {
		return
	}
	targets := c.v.AimTargets(a.by, a.action, a.eye, *a.at)
	var options []bot.Option
	add := func(label string, rs []rules.Ref) {
		var words []string
		for _, r := range rs {
			words = append(words, r.String())
		}
		options = append(options, bot.Option{Value: strings.Join(words, " "), Label: bot.Clip(label, maxOption)})
	}
	if len(targets) > 1 {
		all := make([]rules.Ref, rof)
		for i := range all {
			all[i] = targets[i%len(targets)]
		}
		add(c.v.Say(wordInTurn, rof, c.refs(targets[:min(rof, len(targets))])), all)
	}
	for _, r := range targets {
		all := make([]rules.Ref, rof)
		for i := range all {
			all[i] = r
		}
		add(c.v.Say(wordAllOn, rof, name(c.v, r)), all)
	}
	c.selection(draft, wordShare, options, 1, 1)
}
