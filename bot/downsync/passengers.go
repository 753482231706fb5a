package downsync

import (
	"slices"

	"downsync/bot/downsync/wording"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
)

// Passengers are their owner's secret, so only the owner's console names them: all of them behind a button, and at once
// beside a question that puts the carrier at risk.

func aboard(v wording.Reading, r rules.Rider) string {
	unit := v.Cards().Must(r.Unit)
	if carrier, ok := v.Piece(r.In); ok {
		return v.Say("-# Aboard %[2]s %[3]s: %[1]s", unit.Name, r.In, v.Cards().Must(carrier.Unit).Name)
	}
	return v.Say("-# Riding in a transport that is not revealed: %s", unit.Name)
}

// atStake says who would be lost with a carrier that the answer may cost: one that is hit, or that a reveal makes a target.
func atStake(c *layout, d draft) string {
	v := c.v
	if v.Hit != nil && c.Ask.Name == "counter" && v.Hit.Effect == cards.Kill {
		return passenger(v, v.Hit.Target.Label, "")
	}
	var out []string
	for _, o := range reveals(d) {
		out = append(out, passenger(v, o.Ping, o.As))
		if r, _, ok := v.Aboard(o.Ping, o.As); ok { // each passenger is in only one transport
			i := slices.Index(v.Riders, r)
			v.Riders = slices.Concat(v.Riders[:i], v.Riders[i+1:])
		}
	}
	return wording.Paragraph(out...)
}

// passenger says who is aboard the piece, or would be once it is revealed as that Unit, and what happens to them if it is
// destroyed. It returns "" if nobody is.
func passenger(v wording.Reading, l rules.Label, unit string) string {
	r, within, ok := v.Aboard(l, unit)
	if !ok {
		return ""
	}
	name := v.Cards().Must(r.Unit).Name
	if within > 0 {
		return v.Say("**Aboard %s: %s.** If it is destroyed, they get off within %d\" where there is room, or are lost.", l, name, within)
	}
	return v.Say("**Aboard %s: %s**, lost with it if it is destroyed.", l, name)
}

// withPassenger returns the label, with the passenger if there is one.
func withPassenger(c *layout, l rules.Label) string {
	r, _, ok := c.v.Aboard(l, "")
	if !ok {
		return string(l)
	}
	return c.v.Say("%s with %s aboard", l, c.v.Cards().Must(r.Unit).Name)
}
