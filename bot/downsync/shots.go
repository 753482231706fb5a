package downsync

import (
	"slices"
	"strings"
	"unicode/utf8"

	"downsync/bot"
	"downsync/game"
	"downsync/game/downsync/advice"

	rules "downsync/game/downsync"
)

// What a Unit does most often takes one press: its best shots, with all their attacks, or Overwatch. The press stands for the orders
// that a player would give one after another.

// mostVolleys bounds the buttons for shots.
const mostVolleys = 4

// volleyLabel names the volley on a button, with the chance of one roll, and how the activation ends after it. who puts the piece before it.
// What does not fit leaves out what the same button without the end says.
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
	chance, at := percent(c.v.Language, s.Odds), strings.Join(each(withNew(nil, s.Targets...), rules.Ref.String), ", ")
	if n := len(withNew(nil, s.Targets...)); n > 1 && utf8.RuneCountInString(at) > longest/2 {
		at = c.v.Say("%d {target|targets}", n)
	}
	if more := len(x.Shots) - 1; more > 0 {
		at = c.v.Say("%s and %d more", s.Targets[0], more)
	}
	full := c.v.Say("%s at %s: %s", head+times+what, at, chance)
	switch then := volleyEnd(c, x); {
	case then == "":
		return c.fitting(full, c.v.Say("%s at %s: %s", head+what, at, chance))
	case utf8.RuneCountInString(full+then) <= longest:
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

// fire adds a button for each volley, of which the first is in that style. That ends the activation where nothing else is left to
// shoot at, and stands beside the same without the end.
func fire(c *layout, all []advice.Volley, style bot.Style, who bool, begin func(rules.Label) []string, acts game.Menu) {
	if len(all) > 0 && !c.guided {
		if x := all[0].Closed(c.v.View, acts); x.Then() != "" {
			c.Play(x.Orders(begin(x.Piece)...), volleyLabel(c, x, who), style)
			style = bot.Secondary
		}
	}
	for _, x := range all[:min(mostVolleys, len(all))] {
		c.Play(x.Orders(begin(x.Piece)...), volleyLabel(c, x, who), style)
		style = bot.Secondary
	}
}

// activated begins the piece's activation.
func activated(l rules.Label) []string { return []string{rules.Activate{Piece: l}.Order()} }

// activating offers the shots of whoever may be activated, else Overwatch for all of them, else the end. It gives what is left for
// lists.
func activating(c *layout) {
	pieces := c.pos.Activatable()
	units := those(pieces, func(l rules.Label) bool { p, _ := c.v.Piece(l); return !p.IsPing() })
	shots, style := c.pos.Best(units), bot.Primary
	_, guarding := c.pos.Returning(units)
	if (len(shots) > 0 || guarding) && toScoreNow(c, units) || toGuardNow(c, units) {
		style = bot.Secondary
	}
	fire(c, shots, style, true, activated, nil)
	watch := those(units, c.v.CanWatch)
	switch {
	case len(shots) > 0 || len(units) == 0:
	case c.Ask.Name == "next" && len(watch) == len(units):
		c.rest(units, len(units) == len(pieces), style) // else contacts come after them
	case c.Ask.Name == "priority":
		all := c.v.BeforeEnemy(c.Ask.Seat) // as far as they have nothing to shoot at
		if i := slices.IndexFunc(all, func(l rules.Label) bool { return !c.v.CanWatch(l) || len(c.pos.Best([]rules.Label{l})) > 0 }); i >= 0 {
			all = all[:i]
		}
		if len(all) > 1 {
			c.rest(all, false, style)
			return
		}
		for _, l := range watch {
			c.rest([]rules.Label{l}, false, style)
			style = bot.Secondary
		}
	}
}

// rest offers what Units without a target do: those that get on with it move on, the others take Overwatch; or all take Overwatch; or
// nobody does anything. then tells that the Turn ends with it. The first of the buttons is in that style, and the board shows what it does
// where it is the main one.
func (c *layout) rest(units []rules.Label, then bool, style bot.Style) {
	on := c.pos.MovingOn(units)
	ending := c.v.when(then, ", then end the Turn")
	if style == bot.Primary {
		c.going = append(c.going, on...)
	}
	play := func(one, many game.Text, orders string) {
		said := []string{c.v.Say(one, list(units))}
		if len(units) > 1 {
			said = append(said, c.v.Say(many, len(units)))
		}
		label := said[len(said)-1] + c.v.when(then, ", then end")
		for _, s := range slices.Backward(said) {
			label = c.fitting(s+ending, label)
		}
		c.Play(orders, label, style)
		style = bot.Secondary
	}
	if len(on) > 0 {
		goes := advice.Labels(on)
		stay := those(units, func(l rules.Label) bool { return !slices.Contains(goes, l) })
		label := c.fitting(c.v.Say("%s: move on", list(goes)), c.v.Say("Move on with %d", len(goes)))
		if len(stay) > 0 {
			label = c.fitting(c.v.Say("%s: move on, %s: Overwatch", list(goes), list(stay)), c.fitting(
				c.v.Say("%s: move on, the rest: Overwatch", list(goes)), c.v.Say("Move on with %d, Overwatch for %d", len(goes), len(stay))))
		}
		orders := each(units, func(l rules.Label) string { // in their order, as those of an engagement act
			if i := slices.Index(goes, l); i >= 0 {
				return strings.Join(on[i].Activation(), "; ")
			}
			return eachEnds([]rules.Label{l}, rules.ActOverwatch{}.Order())
		})
		c.Play(strings.Join(orders, "; "), label, style)
		style = bot.Secondary
	}
	// Both are played alike, so that what everybody is told of them has the same steps.
	c.watches, c.bluffs = true, c.v.Secrecy != rules.Open
	play("Overwatch for %s", "Overwatch: all %d", eachEnds(units, rules.ActOverwatch{}.Order()))
	switch {
	case c.v.Secrecy != rules.Open:
		play("Bluff Overwatch for %s", "Bluff Overwatch: all %d", eachEnds(units))
	case c.Ask.Name != "next": // there the end of the Turn is the same
		play("Nothing for %s", "Nothing: all %d", eachEnds(units))
	}
}

// fitting is the label, or the shorter one if it does not fit on a button.
func (c *layout) fitting(label, shorter string) string {
	if utf8.RuneCountInString(label) > longest {
		return shorter
	}
	return label
}

// eachEnds activates the pieces one after another, for those orders and no more.
func eachEnds(all []rules.Label, orders ...string) string {
	return strings.Join(slices.Concat(each(all, func(l rules.Label) []string {
		return slices.Concat(activated(l), orders, []string{rules.End{}.Order()})
	})...), "; ")
}

// Revealing: several contacts at once, from one list.

// clash says which contact is to become two Units, or of which Unit the Reserve has not so many; "" if neither.
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
