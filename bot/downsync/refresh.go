package downsync

import (
	"downsync/bot"
	"downsync/bot/menu"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/table"
)

// The refresh of the Taskforce: whom a Command Point frees from stun, or gives an aura. Who has no such choice is refreshed with
// the rest and is not spoken of.

// refreshAsk names the stunned.
func refreshAsk(v reading, a table.OpenAsk) string {
	c := newLayout(table.Private{}, v, table.OpenAsk{})
	var stunned []string
	for _, ch := range a.Menu {
		if _, ok := slot(ch, "unstun"); ok {
			stunned = append(stunned, pieceName(c, subject(ch)))
		}
	}
	if len(stunned) == 0 {
		return v.Text(asks["refresh"])
	}
	return v.Say("Stunned: **%s**. A stunned Unit may either move or take one action. Free it for 1 CP each?", v.and(stunned))
}

// slot is the choice's slot of that name.
func slot(c game.Choice, name string) (game.Slot, bool) {
	for _, s := range c.Slots {
		if s.Name == name {
			return s, true
		}
	}
	return game.Slot{}, false
}

// refreshes offers a button for each Unit that has but one thing to pay for, and a select for the others.
func refreshes(c *layout) {
	var others game.Menu
	for _, ch := range c.Ask.Menu {
		if s, stun := slot(ch, "unstun"); stun && len(ch.Slots) == 1 && len(s.Options) == 1 {
			c.Play(menu.Begin(ch).With(s.Name, s.Options...).String(), c.v.Say("Free %s (1 CP)", pieceName(c, subject(ch))), bot.Primary)
		} else {
			others = append(others, ch)
		}
	}
	if only, ok := c.Lone(others); ok && c.Buttons == 0 {
		c.Fill(menu.Begin(only))
	} else {
		c.Select(draft{}, "", openings(c, others), 1, 1)
	}
	c.Play("done", c.label(rules.Offer("done", nil)), bot.Secondary)
}
