package bot

import (
	"strings"
	"time"

	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game/table"
)

// Span writes a length of time in its largest whole unit.
func (v Voice) Span(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d <= 0:
		return v.Text("no limit")
	case d%day == 0:
		return v.Say("%d {day|days}", int(d/day))
	case d%time.Hour == 0:
		return v.Say("%d {hour|hours}", int(d/time.Hour))
	case d%time.Minute == 0:
		return v.Say("%d {minute|minutes}", int(d/time.Minute))
	}
	return v.Say("%d {second|seconds}", int(d/time.Second))
}

// SuggestSpans completes a length of time.
func (c *Call) SuggestSpans() []wire.Choice {
	spans := []string{"15m", "30m", "1h", "3h", "12h", "1d", "2d", "3d", "5d", "7d", "14d"}
	if c.Focused == "by" {
		spans = []string{"5m", "15m", "1h", "6h", "12h", "1d", "2d", "3d", "7d"}
	}
	out := []wire.Choice{}
	for _, s := range spans {
		d, _ := lang.ReadSpan(s)
		if label := c.Span(d); strings.HasPrefix(s, strings.TrimSpace(c.Options[c.Focused])) || strings.HasPrefix(label, c.Options[c.Focused]) {
			out = append(out, wire.Choice{Name: label, Value: s})
		}
	}
	return out
}

// Proposal describes a proposal about the clocks.
func (v Voice) Proposal(o table.Offer) string {
	switch o.What {
	case table.ProposePause:
		return v.Say("pause for %s", v.Span(o.For))
	case table.ProposeExtend:
		return v.Say("%s more for every open question", v.Span(o.For))
	}
	return v.Text("go on now")
}
