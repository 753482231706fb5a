package downsync

import (
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/table"
)

// The refresh of the Taskforce: whom a Command Point frees from stun, or gives an aura. Who has no such choice is refreshed with
// the rest and is not spoken of.

// refreshAsk names the stunned.
func refreshAsk(v reading, a table.OpenAsk) string {
	c := &desk{v: v}
	var stunned []string
	for _, ch := range a.Menu {
		if _, ok := slot(ch, "unstun"); ok {
			stunned = append(stunned, c.pieceName(strings.Fields(ch.Words)[1]))
		}
	}
	if len(stunned) == 0 {
		return v.Text(asks["refresh"])
	}
	return v.Say(wordStunned, v.and(stunned))
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
func (c *desk) refreshes() {
	var others game.Menu
	for _, ch := range c.ask.Menu {
		if s, stun := slot(ch, "unstun"); stun && len(ch.Slots) == 1 && len(s.Options) == 1 {
			c.play(ch.Words+" "+s.Mark+" "+s.Options[0], c.v.Say(wordFree, c.pieceName(strings.Fields(ch.Words)[1])), bot.Primary)
		} else {
			others = append(others, ch)
		}
	}
	if only, ok := lone(others); ok && c.buttons == 0 {
		c.fill(only.Begin(), only.Words, "")
	} else {
		c.selection("", wordWhatDo, c.openingsOf(others), 1, 1)
	}
	c.play("done", c.label("done"), bot.Secondary)
}
