package discord

import (
	"fmt"
	"strconv"
	"strings"

	"downsync/bot/wire"
)

// A message may change while a finger is coming down. A button that ends, deletes or takes back something, or begins something beyond the
// match, would then be pressed by somebody who aimed at another. So none is ever sent: a room's button of the style Danger becomes a select below
// everything else in its box, with the button's label as its only option. A touch that was meant for something else opens a list and does nothing; the
// list is elsewhere on the screen, and only a second touch there does what the label says. This holds wherever the main button is in any
// state of the message, and however a phone wraps its rows.

// dangerous is the value of the one option of such a select. A press of it comes back without values.
const dangerous = "·press"

// Guarded returns the blocks as they are sent: with each dangerous button as a select behind all others of its box, and a select with more
// options than Discord allows as several.
func Guarded(bs []wire.Block) []wire.Block {
	var out, below []wire.Block
	for _, b := range bs {
		switch x := b.(type) {
		case wire.Box:
			x.Blocks = Guarded(x.Blocks)
			b = x
		case wire.Select:
			if len(x.Options) > maxOptions && x.Max <= 1 {
				out = append(out, parts(x)...)
				continue
			}
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

// Sent returns the blocks of a message as they are sent.
func Sent(m wire.Message) []wire.Block { return Guarded(m.Folded()) }

// pressed returns the custom id and the values of a press as the rooms know them, whatever was made of their controls.
func pressed(id string, values []string) (string, []string) {
	id, values = wire.Unfolded(id, values)
	return whole(id), chosen(values)
}

// partMark stands between a select's custom id and the number of the part that it was sent as.
const partMark = "·part"

// parts returns the selects that a long one is sent as. The placeholder of each says which options it has.
func parts(s wire.Select) (out []wire.Block) {
	for n := 0; n*maxOptions < len(s.Options); n++ {
		part, to := s, min((n+1)*maxOptions, len(s.Options))
		part.Options = s.Options[n*maxOptions : to]
		if n > 0 {
			part.ID += partMark + strconv.Itoa(n+1)
		}
		which := fmt.Sprintf(" (%d–%d)", n*maxOptions+1, to)
		part.Placeholder = wire.Clip(s.Placeholder, maxHolder-len(which)) + which
		out = append(out, part)
	}
	return out
}

// whole returns the custom id of the select that was sent in parts.
func whole(id string) string {
	id, _, _ = strings.Cut(id, partMark)
	return id
}

// chosen returns the values of a press, none for one of a dangerous button.
func chosen(values []string) []string {
	if len(values) == 1 && values[0] == dangerous {
		return nil
	}
	return values
}
