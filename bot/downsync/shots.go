package downsync

import (
	"slices"
	"strings"
	"unicode/utf8"

	"downsync/bot/downsync/wording"
	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/advice"
)

// A Unit's most frequent actions take one press: its best shots, with all their attacks, or Overwatch. The press plays the
// orders that a player would give one after another.

// mostVolleys is the largest number of buttons for shots.
const mostVolleys = 4

// volleyLabel names the volley on a button, with the chance of one roll and the end of the activation. who puts the piece
// first. A label that is too long leaves out the details that the button for the same volley without the end names.
func volleyLabel(c *layout, x advice.Volley, who bool) string {
	s := x.Shots[0]
	times, what := "", s.Action.Name
	if s.Times > 1 && s.At == nil {
		times = c.v.Say("%d × ", s.Times)
	}
	head := ""
	if who {
		head = string(x.Piece) + " "
	}
	chance, at := wording.Percent(c.v.Language, s.Odds), strings.Join(page.Each(wording.WithNew(nil, s.Targets...), rules.Ref.String), ", ")
	if n := len(wording.WithNew(nil, s.Targets...)); n > 1 && utf8.RuneCountInString(at) > menu.LongestButton/2 {
		at = c.v.Say("%d {target|targets}", n)
	}
	if more := len(x.Shots) - 1; more > 0 {
		at = c.v.Say("%s and %d more", s.Targets[0], more)
	}
	full := c.v.Say("%s at %s: %s", head+times+what, at, chance)
	switch then := volleyEnd(c, x); {
	case then == "":
		return c.fitting(full, c.v.Say("%s at %s: %s", head+what, at, chance))
	case utf8.RuneCountInString(full+then) <= menu.LongestButton:
		return full + then
	default:
		short := c.v.Say("%s fires at %s: %s", x.Piece, at, chance)
		if x.Then() == rules.ThenOverwatch {
			return short + then
		}
		return c.fitting(short+then, short+c.v.Text(", then end"))
	}
}

// volleyEnd says how the activation ends after the volley.
func volleyEnd(c *layout, x advice.Volley) string {
	switch x.Then() {
	case "":
		return ""
	case rules.ThenOverwatch:
		return c.v.Text(", then Overwatch")
	}
	return c.v.Text(", then end activation")
}

// fire adds a button for each volley. The first button has the given style. If no other target is left after the first
// volley, that button ends the activation too, and the same volley without the end follows it.
func fire(c *layout, all []advice.Volley, style wire.Style, who bool, begin func(rules.Label) []string, acts game.Menu) {
	if len(all) > 0 && !c.guided {
		if x := all[0].Closed(c.v.View, acts); x.Then() != "" {
			c.Play(x.Orders(begin(x.Piece)...), volleyLabel(c, x, who), style)
			style = wire.Secondary
		}
	}
	for _, x := range all[:min(mostVolleys, len(all))] {
		c.Play(x.Orders(begin(x.Piece)...), volleyLabel(c, x, who), style)
		style = wire.Secondary
	}
}

// activated returns the order that begins the piece's activation.
func activated(l rules.Label) []string { return []string{rules.Activate{Piece: l}.Order()} }

// activating offers the shots of the Units that may be activated. Without a shot it offers what the Units can do without a
// target. Moves to score or to guard the own VIP come first.
func activating(c *layout) {
	pieces := c.pos.Activatable()
	units := wording.Those(pieces, func(l rules.Label) bool { p, _ := c.v.Piece(l); return !p.IsPing() })
	shots, style := c.pos.Best(units), wire.Primary
	_, guarding := c.pos.Returning(units)
	if (len(shots) > 0 || guarding) && toScoreNow(c, units) || toGuardNow(c, units) {
		style = wire.Secondary
	}
	fire(c, shots, style, true, activated, nil)
	watch := wording.Those(units, c.v.CanWatch)
	switch {
	case len(shots) > 0 || len(units) == 0:
	case c.Ask.Name == "next" && len(watch) == len(units):
		c.rest(units, len(units) == len(pieces), style) // otherwise contacts still act after them
	case c.Ask.Name == "priority":
		all := c.v.BeforeEnemy(c.Ask.Seat) // up to the first Unit that has something to shoot at
		if i := slices.IndexFunc(all, func(l rules.Label) bool { return !c.v.CanWatch(l) || len(c.pos.Best([]rules.Label{l})) > 0 }); i >= 0 {
			all = all[:i]
		}
		if len(all) > 1 {
			c.rest(all, false, style)
			return
		}
		for _, l := range watch {
			c.rest([]rules.Label{l}, false, style)
			style = wire.Secondary
		}
	}
}

// rest offers what Units without a target can do: some move on while the others take Overwatch, or all take Overwatch, or all
// do nothing. then reports whether the Turn ends after that. The first button has the given style. If it is the main button,
// the board shows what it does.
func (c *layout) rest(units []rules.Label, then bool, style wire.Style) {
	on := c.pos.MovingOn(units)
	ending := c.v.When(then, ", then end the Turn")
	if style == wire.Primary {
		c.going = append(c.going, on...)
	}
	play := func(one, many game.Text, orders string) {
		said := []string{c.v.Say(one, wording.List(units))}
		if len(units) > 1 {
			said = append(said, c.v.Say(many, len(units)))
		}
		label := said[len(said)-1] + c.v.When(then, ", then end")
		for _, s := range slices.Backward(said) {
			label = c.fitting(s+ending, label)
		}
		c.Play(orders, label, style)
		style = wire.Secondary
	}
	if len(on) > 0 {
		goes := advice.Labels(on)
		stay := wording.Those(units, func(l rules.Label) bool { return !slices.Contains(goes, l) })
		label := c.fitting(c.v.Say("%s: move on", wording.List(goes)), c.v.Say("Move on with %d", len(goes)))
		if len(stay) > 0 {
			label = c.fitting(c.v.Say("%s: move on, %s: Overwatch", wording.List(goes), wording.List(stay)), c.fitting(
				c.v.Say("%s: move on, the rest: Overwatch", wording.List(goes)), c.v.Say("Move on with %d, Overwatch for %d", len(goes), len(stay))))
		}
		orders := page.Each(units, func(l rules.Label) string { // in the order of the Units, which is the order in which an engagement activates them
			if i := slices.Index(goes, l); i >= 0 {
				return strings.Join(on[i].Activation(), "; ")
			}
			return eachEnds([]rules.Label{l}, rules.ActOverwatch{}.Order())
		})
		c.Play(strings.Join(orders, "; "), label, style)
		style = wire.Secondary
	}
	// Both are played alike, so that what everybody is told of them has the same steps.
	c.watches, c.bluffs = true, c.v.Secrecy != rules.Open
	play("Overwatch for %s", "Overwatch: all %d", eachEnds(units, rules.ActOverwatch{}.Order()))
	switch {
	case c.v.Secrecy != rules.Open:
		play("Bluff Overwatch for %s", "Bluff Overwatch: all %d", eachEnds(units))
	case c.Ask.Name != "next": // in that question ending the Turn does the same
		play("Nothing for %s", "Nothing: all %d", eachEnds(units))
	}
}

// fitting returns the label, or the shorter one if the label does not fit on a button.
func (c *layout) fitting(label, shorter string) string {
	if utf8.RuneCountInString(label) > menu.LongestButton {
		return shorter
	}
	return label
}

// eachEnds returns the orders that activate the pieces one after another, each for the given orders only.
func eachEnds(all []rules.Label, orders ...string) string {
	return strings.Join(slices.Concat(page.Each(all, func(l rules.Label) []string {
		return slices.Concat(activated(l), orders, []string{rules.End{}.Order()})
	})...), "; ")
}

// Revealing several contacts at once, from one list.

// clash names a contact that is to become two Units, or a Unit that the Reserve does not have often enough. It returns "" if
// there is no such conflict.
func clash(c *layout, all []rules.Reveal) string {
	left := slices.Clone(c.v.Reserve)
	for i, r := range all {
		if slices.ContainsFunc(all[:i], func(x rules.Reveal) bool { return x.Ping == r.Ping }) {
			return c.v.Say("%s can become one Unit only. Choose again.", r.Ping)
		}
		at := slices.Index(left, r.As)
		if at < 0 {
			return c.v.Say("Your Reserve does not have that many of %s. Choose again.", value(c, r.As))
		}
		left = slices.Delete(left, at, at+1)
	}
	return ""
}
