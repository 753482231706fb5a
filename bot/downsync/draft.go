package downsync

import (
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/downsync/wording"
	"downsync/bot/menu"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/game/order"
	"downsync/game/plane"
	"downsync/game/table"
)

// sures are the second questions before a choice that a misclick would make costly. Each says what would be lost.
var sures = map[string]game.Text{
	"next done":        "Still to act: **%s**. If you end the Turn now, that is lost for this Round.",
	"move done":        "Nothing of the Taskforce has moved. After this it no longer can in this phase.",
	"act end":          "It could still use **%s**. After this it has finished.",
	"standing draw":    "If the other side offers one too, the match ends there.",
	"standing concede": "The match is lost then. This cannot be taken back.",
}

// Press continues a draft after a choice in a select or a typed field. Without values it returns the form for a point.
func (f play) Press(p table.Private, ask, text string, values []string) bot.Step {
	i := slices.IndexFunc(p.Asks, func(a table.OpenAsk) bool { return a.ID == ask })
	if i < 0 {
		return bot.Step{}
	}
	v := wording.Read(f.Reader, p.View, p.Meta)
	a := withShortcuts(v, p.Asks[i])
	c := newLayout(p, v, a)
	d, ok := menu.Read(a.Menu, text)
	switch {
	case len(values) == 0:
		return bot.Step{Form: pointForm(c, d)}
	case !ok:
		return bot.Step{Order: strings.Join(append([]string{text}, values...), " ")}
	}
	step := c.Press(d, understood(c, d, values))
	next, ok := menu.Read(a.Menu, step.Draft)
	switch all := reveals(next); {
	case !ok || step.Draft == "":
	case text == "":
		step.Draft = filledIn(c, next).String()
	case next.Verb() == rules.Several && len(all) == 1: // a single reveal may also place the Unit's bases
		step.Draft = all[0].Order()
	}
	return step
}

// filledIn adds a destination to a move just begun: on from the last move, or towards the place where the side scores.
func filledIn(c *layout, d draft) draft {
	if m, ok := readMove(c.v, c.Ask.Menu, d); ok {
		if at, ok := c.pos.Destination(m); ok {
			return placed(m, c.v, d, at)
		}
	}
	return d
}

// understood rewrites the values as orders write them: places in words become points, and points get a comma.
func understood(c *layout, d draft, values []string) []string {
	if len(d.Choices()) == 0 { // the player chooses another place
		d = d.Unplaced()
	}
	if next := d.Choices(); strings.HasPrefix(values[0], "@") || len(next) == 0 || !next[0].IsFree() {
		return values
	}
	if place, ok := place(c, d, values[0]); ok {
		values = append([]string{place}, values[1:]...)
	}
	return []string{typedPoints(values)}
}

// place computes the point that the words describe. ok is false if the words are already a point, or no place.
func place(c *layout, d draft, words string) (place string, ok bool) {
	m, ok := readMove(c.v, c.Ask.Menu, d)
	if !ok {
		return "", false
	}
	if ps := pairs(words); len(ps) == 1 {
		if _, err := plane.ParsePoint(ps[0]); err == nil {
			return "", false
		}
	}
	at, ok := towards(c, m, words)
	return placeWords(m, c.v, at), ok
}

// Staged reports whether the order is shown before it is played: moves, boosts, reveals, ambushes and every order that Sure
// asks about.
func (c *layout) Staged(d draft) bool {
	return d.Placed() || len(d.Flags()) > 0 || d.Verb() == rules.Everyone || d.Verb() == rules.Several || d.Verb() == "reveal" || d.Has("ambush") || c.Sure(d.Choice) != ""
}

// Sure returns the second question before a choice that a misclick would make costly: conceding, a draw, or giving up actions
// or moves that are still possible. It returns "" for any other choice.
func (c *layout) Sure(ch order.Choice) string {
	switch key := c.Ask.Name + " " + ch.Words; key {
	case "standing concede", "standing draw":
		return c.v.Text(sures[key])
	case "next done":
		if idle := idle(c); len(idle) > 0 {
			return c.v.Say(sures[key], wording.And(c.v.Language, idle))
		}
	case "act end":
		if left := attacks(c); len(left) > 0 {
			return c.v.Say(sures[key], wording.And(c.v.Language, left))
		}
	case "move done":
		return c.v.When(c.nobodyMoved(), sures[key])
	}
	return ""
}

// nobodyMoved reports whether every base of the Taskforce can still move in the Move phase.
func (c *layout) nobodyMoved() bool {
	stay := len(wording.Those(c.Ask.Menu, func(ch order.Choice) bool { return ch.Verb == "move" }))
	for _, l := range c.v.Taskforce {
		p, _ := c.v.Piece(l)
		stay -= len(p.Bases)
	}
	return stay == 0
}

// idle lists the Units that can still act. It leaves out contacts, which could only move a little farther.
func idle(c *layout) []string {
	var out []string
	for _, ch := range c.Ask.Menu {
		if p, ok := c.v.Piece(rules.Label(subject(ch))); ok && ch.Verb == "activate" && !p.IsPing() {
			out = append(out, wording.Name(c.v, rules.Ref{Label: p.Label}))
		}
	}
	return out
}

// attacks lists the scans and attacks that have targets.
func attacks(c *layout) []string {
	var out []string
	u, _ := c.v.Cards().Find(actor(c.v).Unit)
	for _, ch := range c.Ask.Menu {
		if ch.Verb != "act" || !has(ch, "target") {
			continue
		}
		if u != nil {
			if a, ok := u.Action(ch.Value("use")); ok && a.Effect == cards.Special {
				continue
			}
		}
		out = wording.WithNew(out, wording.ActionName(c.v.Cards(), ch.Value("use")))
	}
	return out
}

// shorthand implements bot.Shorthand: it reads what players type in short form.
type shorthand struct{ wording.Reader }

// Typed expands places in words ("move A2 towards B4 up to 6") and joint moves ("together A3 to 12,10") into exact orders. It
// returns any other line unchanged.
func (f shorthand) Typed(p table.Private, line string) string {
	v := wording.Read(f.Reader, p.View, p.Meta)
	for _, a := range p.Asks {
		if orders, ok := worded(newLayout(p, v, withShortcuts(v, a)), line); ok {
			return orders
		}
	}
	return line
}

// worded reads a line that begins a move and describes its destination in words.
func worded(c *layout, line string) (string, bool) {
	d, how := begunWith(c, strings.Fields(line))
	if m, ok := readMove(c.v, c.Ask.Menu, d); !ok || m.Deploy || m.Sprint || how == "" {
		return "", false
	}
	if _, ok := place(c, d, how); !ok && d.Verb() != rules.Together {
		return "", false // it is a point, or no place at all: the rules read it
	}
	if d, ok := menu.Read(c.Ask.Menu, c.Extend(d, understood(c, d, []string{how}))); ok && d.Whole() {
		return strings.Join(orders(c, d), "; "), true
	}
	return "", false
}

// begunWith splits the words into the longest beginning of a move without its destination, and the rest.
func begunWith(c *layout, words []string) (draft, string) {
	for n := len(words); n > 0; n-- {
		d, ok := menu.Read(c.Ask.Menu, strings.Join(words[:n], " "))
		if ok && !d.Placed() && !d.None() {
			return d, strings.Join(words[n:], " ")
		}
	}
	return draft{}, ""
}
