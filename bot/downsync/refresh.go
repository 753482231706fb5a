package downsync

import (
	"downsync/bot/downsync/wording"
	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/table"
)

// The refresh of the Taskforce: the Units that a Command Point frees from stun, or gives an aura. The other Units are left
// out.

func refreshAsk(v wording.Reading, a table.OpenAsk) string {
	c := newLayout(table.Private{}, v, table.OpenAsk{})
	stunned := wording.Those(a.Menu, func(ch game.Choice) bool { return has(ch, "unstun") })
	if len(stunned) == 0 {
		return v.Text(questions.Named("refresh").You)
	}
	return v.Say("Free stunned Units for 1 CP each? **%s** may either move or take one action.",
		wording.And(v.Language, page.Each(stunned, func(ch game.Choice) string { return pieceName(c, subject(ch)) })))
}

// refreshes offers a button for each Unit that can only be freed from stun, and a select for the others.
func refreshes(c *layout) {
	var others game.Menu
	for _, ch := range c.Ask.Menu {
		if len(ch.Slots) == 1 && has(ch, "unstun") && len(ch.Slots[0].Options) == 1 {
			c.Play(menu.Begin(ch).With("unstun", ch.Slots[0].Options...).String(), c.v.Say("Free %s (1 CP)", pieceName(c, subject(ch))), wire.Primary)
		} else {
			others = append(others, ch)
		}
	}
	if only, ok := c.Lone(others); ok && c.Buttons == 0 {
		for _, s := range only.Slots { // to refresh it without paying is the same as to end
			c.List(menu.Begin(only), s)
		}
	} else {
		c.Select(draft{}, "", openings(c, others), 1, 1)
	}
	c.Play("done", c.label(rules.Offer("done", nil)), wire.Secondary)
}
