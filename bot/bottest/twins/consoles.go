package twins

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// Consoles is a match of random orders in which both players press and choose everything on their consoles that does not yet give
// an order. A console that cannot be drawn, or that Discord refuses, would leave its player to the clock. They also send values
// that were never offered there, which may have no effect but must not fail.
type Consoles struct {
	World World
	Forms bottest.Offered
	Order func(game.View, game.Ask) string // returns a random order of the menu
	Seed  uint64
	Steps int
	Depth int // how many presses deep an order is begun

	table *Table
	forms bot.Forms
	lot   *rand.Rand
	drawn int
	seen  []string // values of all selects so far
}

// Draw plays the match, and returns the number of consoles drawn.
func (c Consoles) Draw(t *testing.T) (drawn int) {
	t.Helper()
	c.World.Acts = nil
	c.table = Open(t, c.World, bottest.Setup{Forms: c.Forms}, nil)
	c.forms = c.Forms.Game().In(bot.Voice{})
	c.lot = rand.New(rand.NewPCG(c.Seed, 5))
	for range c.Steps {
		for seat := game.Seat(1); seat <= 2; seat++ {
			if err := c.look(c.table.private(seat), bot.Page{}, c.Depth); err != nil {
				t.Fatalf("seat %d: %v", seat, err)
			}
		}
		if c.table.private(1).Result != nil {
			break
		}
		if !c.order() {
			c.table.Pass(time.Minute)
		}
		c.table.Settle()
	}
	return c.drawn
}

// order makes a player answer at random; it returns false if nobody is asked anything.
func (c *Consoles) order() bool {
	for _, x := range c.lot.Perm(2) {
		p := c.table.private(game.Seat(x + 1))
		for range 20 {
			if len(p.Asks) == 0 || p.Asks[0].Standing {
				break
			}
			if c.table.accepts([]wire.UserID{Ann, Ben}[x], c.Order(p.View, p.Asks[0].Ask)) {
				return true
			}
		}
	}
	return false
}

// look draws a console, and from there about half of the consoles that its controls lead to.
func (c *Consoles) look(p table.Private, at bot.Page, depth int) (err error) {
	defer func() {
		if what := recover(); what != nil {
			err = fmt.Errorf("%+v: panic: %v", at, what)
		}
	}()
	l, err := c.forms.Console(p, at)
	if err != nil {
		return fmt.Errorf("%+v: %w", at, err)
	}
	c.drawn++
	controls := bottest.ControlsOf(l.Message)
	if err := bottest.Sendable(l.Message); err != nil {
		return fmt.Errorf("%+v: %w", at, err)
	}
	for _, b := range controls.Buttons {
		if depth > 0 && c.lot.IntN(2) == 0 {
			err = errors.Join(err, c.press(p, b.Does, nil, depth), c.forge(p, b.Does))
		}
	}
	for _, s := range controls.Selects {
		if depth == 0 {
			break
		}
		var values []string
		for _, i := range c.lot.Perm(len(s.Options))[:max(1, s.Min)] {
			values = append(values, s.Options[i].Value)
		}
		err = errors.Join(err, c.press(p, s.Does, values, depth), c.forge(p, s.Does))
		for _, o := range s.Options {
			c.seen = append(c.seen[max(0, len(c.seen)-200):], o.Value)
		}
	}
	return err
}

// forge sends values that the control does not offer, as many as it allows, and follows the result.
func (c *Consoles) forge(p table.Private, does wire.Control) (err error) {
	if does.Kind != wire.ControlChoose && does.Kind != wire.ControlType {
		return nil
	}
	var values []string
	for range c.lot.IntN(4) {
		value := []string{"", "-1", "A9", "99999999999999999999", "x; concede", "5,5", "@", " ", "none", "every\x00thing"}[c.lot.IntN(10)]
		if len(c.seen) > 0 && c.lot.IntN(2) == 0 {
			value = c.seen[c.lot.IntN(len(c.seen))]
		}
		values = append(values, value)
	}
	defer func() {
		if what := recover(); what != nil {
			err = fmt.Errorf("%+v with %q: panic: %v", does, values, what)
		}
	}()
	step := c.forms.Press(p, does.Ask, does.Draft, values)
	if step.Order == "" && step.Form == nil {
		_, err = c.forms.Console(p, bot.Page{Ask: does.Ask, Order: step.Draft})
	}
	return err
}

// press continues a partial order. The result must be an order.
func (c *Consoles) press(p table.Private, does wire.Control, values []string, depth int) error {
	step := bot.Step{Draft: does.Draft}
	switch does.Kind {
	case wire.ControlDraft, wire.ControlOpen:
	case wire.ControlChoose, wire.ControlType:
		if step = c.forms.Press(p, does.Ask, does.Draft, values); step.Form != nil {
			for range step.Form.Fields {
				values = append(values, []string{"5,5", "no such thing", ""}[c.lot.IntN(3)])
			}
			step = c.forms.Press(p, does.Ask, does.Draft, values)
		}
	default:
		return nil
	}
	if step.Order == "" {
		return c.look(p, bot.Page{Ask: does.Ask, Order: step.Draft}, depth-1)
	}
	for line := range strings.SplitSeq(step.Order, ";") {
		if _, err := c.World.Rules.Parse(strings.TrimSpace(line)); err != nil && does.Kind == wire.ControlChoose {
			return fmt.Errorf("%+v with %q: %w", does, values, err)
		}
	}
	return nil
}
