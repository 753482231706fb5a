package bot

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// WordNoSpan refuses a length of time that ReadSpan cannot read.
const WordNoSpan game.Text = "⚠️ %q is not a length of time. Write whole minutes, hours or days, like 30m, 2h or 3d."

var spanForm = regexp.MustCompile(`^(\d{1,4})\s*([a-z]+)$`)

// ReadSpan reads a length of time like 30m, 2h or 3 days, in any language.
func ReadSpan(typed string) (time.Duration, bool) {
	m := spanForm.FindStringSubmatch(strings.ToLower(strings.TrimSpace(typed)))
	if m == nil {
		return 0, false
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		return 0, false
	}
	for unit, word := range map[time.Duration]game.Text{time.Minute: "m min minute minutes", time.Hour: "h hour hours",
		24 * time.Hour: "d day days"} {
		for _, l := range lang.All() {
			if slices.Contains(strings.Fields(l.Text(word)), m[2]) {
				return time.Duration(n) * unit, true
			}
		}
	}
	return 0, false
}

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
		d, _ := ReadSpan(s)
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
