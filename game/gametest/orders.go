package gametest

import (
	"fmt"
	"strings"

	"downsync/game"
	"downsync/game/order"
)

// orders holds a menu, its completion, the tolerance for slips and the ruleset's Parse to one another. The line was made from
// the menu of the ask, and accepted as r.
func (p *play) orders(a game.Ask, line string, r game.Reply) error {
	read, err := a.Menu.ReadWhole(line)
	if err != nil {
		return fmt.Errorf("its menu does not read %q: %w", line, err)
	}
	if again, err := a.Menu.ReadWhole(r.Order()); err != nil || again.String() != read.String() {
		return fmt.Errorf("%q is %q, which its menu reads as %q: %v", line, r.Order(), again, err)
	}
	if same, err := p.Game.Parse(read.String()); err != nil || same.Order() != r.Order() {
		return fmt.Errorf("%q is written as %q, which is another order: %v", line, read, err)
	}
	if meant, slips, ok := order.Meant([]order.Menu{a.Menu}, line); !ok || slips != 0 || meant != read.String() {
		return fmt.Errorf("%q is read as %q, but meant as %q by %d slips", line, read, meant, slips)
	}
	return p.typed(a, line)
}

// typed: every accepted order can be typed word by word along the suggestions, and whatever is suggested begins an order.
func (p *play) typed(a game.Ask, line string) error {
	words := strings.Fields(line)
	for i, w := range words {
		begun := strings.Join(words[:i], " ")
		if i > 0 {
			begun += " "
		}
		found := false
		for _, s := range order.Next([]order.Menu{a.Menu}, begun) {
			found = found || s.Text == w || s.Kind != nil
			if s.Kind != nil {
				continue // the value that stands in the line is read with it
			}
			if _, err := a.Menu.Read(begun + s.Text); err != nil {
				return fmt.Errorf("%q is suggested after %q and not read there: %w", s.Text, begun, err)
			}
		}
		if !found {
			return fmt.Errorf("%q is not suggested after %q", w, begun)
		}
	}
	return nil
}
