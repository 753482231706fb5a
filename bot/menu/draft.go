// Package menu turns the menus of questions into a console's controls, for every game: a choice with something to pick becomes a
// select, a whole order a button. A game implements Game to name things and to show a draft before it is played.
package menu

import (
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/order"
)

// Draft is the beginning of an answer: a partial order of the menu, and how its player looks for the rest. Controls hold it as
// text.
type Draft struct {
	order.Partial
	// Mark is a word of the game that is not part of the order, such as the square of its map that is being viewed. It is written
	// last, after an @.
	Mark string
}

// Begin returns the draft with the choice and nothing more.
func Begin(c order.Choice) Draft { return Draft{Partial: c.Begin()} }

// Read reads text written by Draft.String; "" is the empty draft. ok is false if the menu does not contain it.
func Read(m game.Menu, text string) (d Draft, ok bool) {
	words := strings.Fields(text)
	if n := len(words); n > 0 && strings.HasPrefix(words[n-1], "@") {
		d.Mark, words = words[n-1][1:], words[:n-1]
	}
	if len(words) == 0 {
		return d, true
	}
	p, err := m.Read(strings.Join(words, " "))
	d.Partial = p
	return d, err == nil && p.Chosen()
}

// Unmarked returns the text of a draft without its mark.
func Unmarked(text string) string {
	if i := strings.LastIndexByte(" "+text, '@'); i >= 0 && (" " + text)[i-1:i] == " " {
		text = text[:max(0, i-2)]
	}
	return text
}

// String writes the draft in the form that controls hold.
func (d Draft) String() string {
	if d.Mark == "" {
		return d.Partial.String()
	}
	return strings.TrimSpace(d.Partial.String() + " @" + d.Mark)
}

// None reports whether no choice has been made yet.
func (d Draft) None() bool { return !d.Chosen() }

// With returns the draft with these values in the slot of that name, and without its mark.
func (d Draft) With(slot string, values ...string) Draft {
	return Draft{Partial: d.Partial.With(slot, values...)}
}

// Without returns the draft without the values in the slot of that name, and without its mark.
func (d Draft) Without(slot string) Draft { return Draft{Partial: d.Partial.Without(slot)} }

// Looking returns the draft with that mark.
func (d Draft) Looking(mark string) Draft {
	d.Mark = mark
	return d
}

// Unplaced returns the draft without its free values and everything after them, and without its mark.
func (d Draft) Unplaced() Draft {
	for _, g := range d.Given() {
		if g.Slot.IsFree() {
			return Draft{Partial: d.Until(g.Slot.Name)}
		}
	}
	return Draft{Partial: d.Partial}
}

// Placed reports whether a free value is given, such as a point.
func (d Draft) Placed() bool {
	return slices.ContainsFunc(d.Given(), func(g order.Given) bool { return g.Slot.IsFree() && len(g.Values) > 0 })
}

// Flags returns the optional bare words still open.
func (d Draft) Flags() []order.Slot {
	return slices.DeleteFunc(d.Open(), func(s order.Slot) bool { return !s.IsFlag() })
}

// Choices returns the slots that may now be filled by a choice: optional ones, up to the first required one.
func (d Draft) Choices() []order.Slot {
	var out []order.Slot
	for _, s := range d.Open() {
		if s.Min > 0 || len(s.Options) > 0 {
			out = append(out, s)
		}
		if s.Min > 0 {
			break
		}
	}
	return out
}

// Picks reports whether the choice has more to choose than flags.
func Picks(c order.Choice) bool { return len(Begin(c).Choices()) > 0 }

// Opening returns the beginning of an order of the menu that distinguishes the choice from every other.
func Opening(m game.Menu, c order.Choice) string {
	same := 0
	for _, x := range m {
		if x.Words == c.Words {
			same++
		}
	}
	if same > 1 && len(c.Slots) > 0 && c.Slots[0].Min > 0 && c.Slots[0].Mark != "" {
		return c.Words + " " + c.Slots[0].Mark
	}
	return c.Words
}
