package downsync

import (
	"slices"
	"strings"
	"unicode/utf8"

	"downsync/bot"
	"downsync/game"
	"downsync/game/plane"
	"downsync/game/terrain"

	rules "downsync/game/downsync"
)

// What a Unit does most often takes one press: its best shots, with all their attacks, or Overwatch. The press stands for the orders
// that a player would give one after another.

// mostVolleys bounds the buttons for shots.
const mostVolleys = 4

// volley is what a button fires: the shots of one piece, one for each of its bases.
type volley struct {
	piece rules.Label
	shots []rules.Shot
	harm  float64
}

// volleyOf is what the shots of one piece come to; ok is false if there are none.
func volleyOf(l rules.Label, shots []rules.Shot) (x volley, ok bool) {
	x = volley{piece: l, shots: shots}
	for _, s := range shots {
		x.harm += s.Harm
	}
	return x, len(shots) > 0
}

// orders are what the volley is played as; begin comes first, such as the activation.
func (x volley) orders(begin ...string) string {
	return strings.Join(append(begin, slices.Concat(each(x.shots, rules.Shot.Orders)...)...), "; ")
}

// closed is the volley, with the end of the activation after it where nothing else is left to shoot at. The menu is that of the running
// activation, nil for a piece that is activated first.
func (x volley) closed(c *layout, menu game.Menu) volley {
	x.shots = c.v.Closed(x.shots, menu)
	return x
}

// label names the volley on a button, with the chance of one roll, and how the activation ends after it. who puts the piece before it.
// What does not fit leaves out what the same button without the end says.
func (x volley) label(c *layout, who bool) string {
	s := x.shots[0]
	times, what := "", s.Action.Name
	if s.Times > 1 && s.At == nil {
		times = c.v.Say("%d × ", s.Times)
	}
	head := ""
	if who {
		head = string(x.piece) + " "
	}
	chance, at := percent(c.v.Language, s.Odds), strings.Join(each(withNew(nil, s.Targets...), rules.Ref.String), ", ")
	if n := len(withNew(nil, s.Targets...)); n > 1 && utf8.RuneCountInString(at) > longest/2 {
		at = c.v.Say("%d {target|targets}", n)
	}
	if more := len(x.shots) - 1; more > 0 {
		at = c.v.Say("%s and %d more", s.Targets[0], more)
	}
	full := c.v.Say("%s at %s: %s", head+times+what, at, chance)
	switch then := x.after(c); {
	case then == "":
		return c.fitting(full, c.v.Say("%s at %s: %s", head+what, at, chance))
	case utf8.RuneCountInString(full+then) <= longest:
		return full + then
	default:
		short := c.v.Say("%s fires at %s: %s", x.piece, at, chance)
		if x.then() == rules.ThenOverwatch {
			return short + then
		}
		return c.fitting(short+then, short+c.v.Text(", then end"))
	}
}

// then is how the activation ends after the volley, "" if it goes on.
func (x volley) then() string { return x.shots[len(x.shots)-1].Then }

// after says how the activation ends after the volley.
func (x volley) after(c *layout) string {
	switch x.then() {
	case "":
		return ""
	case rules.ThenOverwatch:
		return c.v.Text(", then Overwatch")
	}
	return c.v.Text(", then end activation")
}

// best returns the volleys of the pieces, the most harmful first: of each piece its best. What is fired at the enemies that matter most
// comes before that.
func best(c *layout, pieces []rules.Label) []volley {
	first := defence{c}.weighty()
	var out []volley
	for _, l := range pieces {
		if x, ok := volleyOf(l, rules.Volley(fired(c.v.Shots(l, nil), first))); ok {
			out = append(out, x)
		}
	}
	sortBy(out, func(x volley) float64 { return -x.harm })
	return append(those(out, func(x volley) bool { return x.aims(first) }), those(out, func(x volley) bool { return !x.aims(first) })...)
}

// urgent tells which of the shots are aimed at an enemy that matters most, and harm at least half as much as the most harmful of that base.
func urgent(shots []rules.Shot, first []rules.Label) func(rules.Shot) bool {
	most := map[rules.Ref]float64{}
	for _, s := range shots {
		most[s.By] = max(most[s.By], s.Harm)
	}
	return func(s rules.Shot) bool { return hits(s, first) && 2*s.Harm >= most[s.By] }
}

// fired are the shots of which each base fires one: the urgent ones, of a base that has none all.
func fired(shots []rules.Shot, first []rules.Label) []rules.Shot {
	is := urgent(shots, first)
	return those(shots, func(s rules.Shot) bool {
		return is(s) || !slices.ContainsFunc(shots, func(x rules.Shot) bool { return x.By == s.By && is(x) })
	})
}

// hits reports whether the shot is aimed at one of the enemies.
func hits(s rules.Shot, at []rules.Label) bool {
	return slices.ContainsFunc(s.Targets, func(r rules.Ref) bool { return slices.Contains(at, r.Label) })
}

// aims reports whether the volley has a shot at one of the enemies.
func (x volley) aims(at []rules.Label) bool {
	return slices.ContainsFunc(x.shots, func(s rules.Shot) bool { return hits(s, at) })
}

// volleys are the buttons' shots of the running activation: all bases at once, where there are several, then single shots by
// harm, the urgent ones first.
func volleys(c *layout) []volley {
	if c.running != nil {
		return c.running
	}
	shots, first := c.v.Shots(c.v.Acting.Label, c.Ask.Menu), defence{c}.weighty()
	out := []volley{}
	if all, ok := volleyOf(c.v.Acting.Label, rules.Volley(fired(shots, first))); ok && len(all.shots) > 1 {
		out = append(out, all)
	}
	is := urgent(shots, first)
	shots = append(those(shots, is), those(shots, func(s rules.Shot) bool { return !is(s) })...)
	for _, s := range shots {
		x, _ := volleyOf(c.v.Acting.Label, []rules.Shot{s})
		out = append(out, x)
	}
	c.running = out
	return out
}

// fire adds a button for each volley, of which the first is in that style. That ends the activation where nothing else is left to
// shoot at, and stands beside the same without the end.
func fire(c *layout, all []volley, style bot.Style, who bool, begin func(rules.Label) []string, acts game.Menu) {
	if len(all) > 0 && !c.guided {
		if x := all[0].closed(c, acts); x.then() != "" {
			c.Play(x.orders(begin(x.piece)...), x.label(c, who), style)
			style = bot.Secondary
		}
	}
	for _, x := range all[:min(mostVolleys, len(all))] {
		c.Play(x.orders(begin(x.piece)...), x.label(c, who), style)
		style = bot.Secondary
	}
}

// activated begins the piece's activation.
func activated(l rules.Label) []string { return []string{rules.Activate{Piece: l}.Order()} }

// activating offers the shots of whoever may be activated, else Overwatch for all of them, else the end. It gives what is left for
// lists.
func activating(c *layout) {
	pieces := activatable(c.Ask.Menu)
	units := those(pieces, func(l rules.Label) bool { p, _ := c.v.Piece(l); return !p.IsPing() })
	shots, style := best(c, units), bot.Primary
	_, guarding := defence{c}.returning(units)
	if (len(shots) > 0 || guarding) && (scorers{c}).toScoreNow(units) || (defence{c}).toGuardNow(units) {
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
		if i := slices.IndexFunc(all, func(l rules.Label) bool { return !c.v.CanWatch(l) || len(best(c, []rules.Label{l})) > 0 }); i >= 0 {
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
	on := scorers{c}.goers(units)
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
		goes := labelsOf(on)
		stay := those(units, func(l rules.Label) bool { return !slices.Contains(goes, l) })
		label := c.fitting(c.v.Say("%s: move on", list(goes)), c.v.Say("Move on with %d", len(goes)))
		if len(stay) > 0 {
			label = c.fitting(c.v.Say("%s: move on, %s: Overwatch", list(goes), list(stay)), c.fitting(
				c.v.Say("%s: move on, the rest: Overwatch", list(goes)), c.v.Say("Move on with %d, Overwatch for %d", len(goes), len(stay))))
		}
		orders := each(units, func(l rules.Label) string { // in their order, as those of an engagement act
			if i := slices.Index(goes, l); i >= 0 {
				return on[i].goesOn()
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

// goesOn are the orders of an activation that is a Move Action.
func (s step) goesOn() string { return strings.Join(goesOn(s), "; ") }

// mostWait is how far an enemy may come into the reach of a Unit on Overwatch.
const mostWait = 8 * 1000

// goers are the Move Actions of the Units, of one base each, that score by it, or whose Overwatch no enemy would come near.
func (sc scorers) goers(units []rules.Label) []step {
	if sc.c.guided {
		return nil
	}
	var out []step
	guards := defence{sc.c}.keepers()
	was := sc.c.v
	defer func() { sc.c.v = was }()
	for _, l := range units {
		p, b, ok := sc.c.v.base(rules.Ref{Label: l})
		if !ok || p.IsPing() || len(p.Bases) != 1 || slices.Contains(guards, l) {
			continue
		}
		if s, ok := sc.scoring(l); ok {
			out = append(out, s)
			sc.c.v.View = sc.c.v.Standing(s.ref, s.to)
			continue
		}
		here := scoreGap(sc.c.v, p.Seat, plane.Disc{At: b.Point, R: b.R})
		m := move{ref: rules.Ref{Label: l}, last: true}
		at, _, ok := furthest(sc.c, m, p, b.Point, headings(sc.c, p, b.Point)[0].goal(b.Point), sc.c.v.Spd(p), 500)
		if here <= rules.ScoreRange || !ok || plane.Dist(b.Point, at) < leastFar {
			continue
		}
		_, gap, far, near := nearestTo(sc.c, rules.Ref{Label: l})
		waits := near && (far == 0 || gap <= plane.In(far)+mostWait)
		there := scoreGap(sc.c.v, p.Seat, plane.Disc{At: at, R: b.R})
		if there > rules.ScoreRange && (waits || there >= here) {
			continue
		}
		out = append(out, step{ref: m.ref, to: at})
		sc.c.v.View = sc.c.v.Standing(m.ref, at)
	}
	return out
}

// movesOn is the Move Action that the acting piece would best make, where it has nothing to shoot at.
func (sc scorers) movesOn() []step {
	able := sc.c.Ask.Name == "act" && sc.c.v.Acting != nil && slices.ContainsFunc(sc.c.Ask.Menu, func(ch game.Choice) bool { return ch.Verb == "act move" })
	if !able || len(volleys(sc.c)) > 0 {
		return nil
	}
	return sc.goers([]rules.Label{sc.c.v.Acting.Label})
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

// activatable are the pieces that the menu lets activate.
func activatable(m game.Menu) []rules.Label {
	var out []rules.Label
	for _, ch := range m {
		if ch.Verb == "activate" || ch.Verb == rules.Onward {
			out = append(out, rules.Label(subject(ch)))
		}
	}
	return out
}

// Revealing: several contacts at once, from one list.

// reveals reads the contacts that a draft reveals, with what they become.
func reveals(d draft) []rules.Reveal {
	if d.Verb() == "reveal" && d.Value("unit") != "" {
		return []rules.Reveal{{Ping: rules.LabelIn(d.Partial, "ping"), As: d.Value("unit"), At: terrain.PointsIn(d.Partial, "at")}}
	}
	var out []rules.Reveal
	for _, pair := range d.Values("reveals") {
		unit, ping, _ := strings.Cut(pair, "@")
		out = append(out, rules.Reveal{Ping: rules.Label(ping), As: unit})
	}
	return out
}

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

// othersHidden tells whether a contact of the Taskforce could still be revealed after these, so that it would be asked about.
func othersHidden(c *layout, all []rules.Reveal) bool {
	if c.Ask.Name != "reveal" {
		return false
	}
	left := slices.Clone(c.v.Reserve)
	for _, r := range all {
		if i := slices.Index(left, r.As); i >= 0 {
			left = slices.Delete(left, i, i+1)
		}
	}
	return slices.ContainsFunc(c.Ask.Menu, func(ch game.Choice) bool {
		p, ok := c.v.Piece(rules.Label(ch.Value("ping")))
		return ch.Verb == "reveal" && ok && !slices.ContainsFunc(all, func(r rules.Reveal) bool { return r.Ping == p.Label }) &&
			slices.ContainsFunc(left, func(slug string) bool { return c.v.Cards().Must(slug).Signature == p.Sig })
	})
}
