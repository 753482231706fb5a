package downsync

import (
	"downsync/bot/downsync/wording"
	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game/plane"
	"downsync/game/table"
)

// Presses returns the controls to press for the order. For a place it names the nearest place that the console offers.
func (f play) Presses(p table.Private, ask, order string) (steps []string, all bool) {
	v := wording.Read(f.Reader, p.View, p.Meta)
	a, _ := page.Ask(p, ask)
	a = withShortcuts(v, a)
	laid := func(d draft) (*menu.Layout, []wire.Block) {
		c := newLayout(p, v, a)
		return &c.Layout, controls(c, d)
	}
	steps, all = menu.Way(order, laid)
	d, ok := menu.Read(a.Menu, order)
	m, moves := readMove(v, a.Menu, d)
	if all || !ok || !moves || !m.Has {
		return steps, all
	}
	begun := d.Unplaced()
	steps, _ = menu.Way(begun.String(), laid)
	l, controls := laid(begun)
	s, o, found := nearestOf(controls, m.To)
	if !found {
		return append(steps, typing(l, controls), v.Say("Write `%s`.", wording.TenthsAt(m.To))), true
	}
	steps = append(steps, l.ChooseUnder(controls, s, o.Label))
	staged, _ := menu.Read(a.Menu, newLayout(p, v, a).Extend(begun, []string{o.Value}))
	if _, controls = laid(staged); mainButton(controls) != "" {
		steps = append(steps, v.Say("Press **%s**.", mainButton(controls)))
	}
	return steps, true
}

// typing tells the player to press the button that opens the form for a point.
func typing(l *menu.Layout, controls []wire.Block) string {
	for _, b := range controls {
		row, _ := b.(wire.Row)
		for _, k := range row {
			if k.Does.Kind == wire.ControlType {
				return l.PressButton(controls, k)
			}
		}
	}
	return l.Lang.Say("Press **%s**.", l.Lang.Text("Type a point"))
}

// adviser implements bot.Advisor: it proposes what most players would press.
type adviser struct{ wording.Reader }

// Proposed returns the main button of the designation, so that a hint and the console say the same.
func (f adviser) Proposed(p table.Private, ask string) (step, why string) {
	v := wording.Read(f.Reader, p.View, p.Meta)
	a, _ := page.Ask(p, ask)
	if a.Name != "designate" {
		return "", ""
	}
	c := newLayout(p, v, withShortcuts(v, a))
	label := mainButton(controls(c, draft{}))
	if label == "" {
		return "", ""
	}
	return v.Say("Press **%s**.", label), wording.Paragraph(c.onset(), v.Text("Together they are answered by one reaction, and the Round takes fewer Turns."))
}

// nearestOf returns the option whose place is nearest to the point, and its select. ok is false if none is near.
func nearestOf(controls []wire.Block, to plane.Point) (in wire.Select, best wire.Option, ok bool) {
	const near = 1500 // thousandths of an inch
	least := plane.Inch(near + 1)
	for _, b := range controls {
		s, _ := b.(wire.Select)
		for _, o := range s.Options {
			at, err := plane.ParsePoint(o.Value)
			if err != nil {
				continue
			}
			if far := plane.Dist(at, to); far < least {
				in, best, least, ok = s, o, far, true
			}
		}
	}
	return in, best, ok
}

// mainButton returns the label of the first button that submits orders.
func mainButton(controls []wire.Block) string {
	for _, b := range controls {
		row, _ := b.(wire.Row)
		for _, x := range row {
			if x.Does.Kind == wire.ControlSubmit && !x.Disabled {
				return x.Label
			}
		}
	}
	return ""
}
