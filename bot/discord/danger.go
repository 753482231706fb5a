package discord

import (
	"downsync/bot/wire"
)

// A message may change while a finger is coming down. A button that ends, deletes or takes back something, or begins something beyond the
// match, would then be pressed by somebody who aimed at another. So none is ever sent: a room's button of the style Danger becomes a select below
// everything else in its box, with the button's label as its only option. A touch that was meant for something else opens a list and does nothing; the
// list is elsewhere on the screen, and only a second touch there does what the label says. This holds wherever the main button is in any
// state of the message, and however a phone wraps its rows.

// dangerous is the value of the one option of such a select. A press of it comes back without values.
const dangerous = "·press"

// Guarded returns the blocks as they are sent: with each dangerous button as a select behind all others of its box.
func Guarded(bs []wire.Block) []wire.Block {
	var out, below []wire.Block
	for _, b := range bs {
		switch x := b.(type) {
		case wire.Box:
			x.Blocks = Guarded(x.Blocks)
			b = x
		case wire.Row:
			row := wire.Row{}
			for _, k := range x {
				if k.Style == wire.Danger && !k.Disabled {
					below = append(below, wire.Select{ID: k.ID, Placeholder: k.Label + " …", Options: []wire.Option{{Value: dangerous, Label: k.Label}}})
				} else {
					row = append(row, k)
				}
			}
			if b = row; len(row) == 0 && len(x) > 0 {
				continue
			}
		}
		out = append(out, b)
	}
	return append(out, below...)
}

// chosen returns the values of a press, none for one of a dangerous button.
func chosen(values []string) []string {
	if len(values) == 1 && values[0] == dangerous {
		return nil
	}
	return values
}
