package syndicate

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/order"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/advice"
	"downsync/game/syndicate/grid"
)

// terrains names the terrain of a space, except open ground.
var terrains = map[grid.Terrain]game.Text{grid.Light: "light cover", grid.Heavy: "heavy cover", grid.Hazard: "a hazard: 1 damage", grid.Raised: "raised ground"}

// placing lists the slots of a deployment, in order.
var placing = [...]string{"operator", "first", "second"}

// controls returns the controls for the draft. A choice is staged; a green button commits it.
func (c *panel) controls(d menu.Draft) []wire.Block {
	if c.Ask.Standing {
		return c.Controls(d)
	}
	switch c.Ask.Name {
	case "plan":
		c.plan(d)
	case "deploy":
		c.deploy(d)
	case "move", "surge", "relay", "press":
		c.moves(d, c.Ask.Menu)
	case "mercs":
		c.mercs(d)
	case "attack":
		c.attacks(d)
	case "use":
		c.uses(d)
	case "reduce":
		c.reduces(d)
	case "jam":
		c.jams(d)
	case "push":
		for _, o := range c.options(menu.Draft{}, "to") {
			at, _ := grid.Parse(o) // from the menu
			order := menu.Begin(c.Ask.Menu[0]).With("to", o).Partial.String()
			c.Play(order, strings.Join(append([]string{o}, c.v.parts(at)...), " · "), c.style(d, order, wire.Primary))
		}
	default:
		return c.Controls(d)
	}
	return c.End(d)
}

// named returns the id of a card, "" for none.
func named(id string) string {
	if id == "none" {
		return ""
	}
	return id
}

// deploy offers whole formations, and each unit separately.
func (c *panel) deploy(d menu.Draft) {
	v, k := c.v, c.Ask.Menu[0]
	begin := menu.Begin(k)
	if d.Value(placing[2]) != "" {
		c.Play(d.Partial.String(), v.Text("Deploy so"), wire.Success)
		c.Flush()
	}
	if whole, ok := c.formed(2); ok && d.None() && !c.taught {
		c.Play(whole.Partial.String(), v.Text("Deploy in the middle, as shown"), wire.Success)
	}
	for _, f := range []struct {
		said game.Text
		at   int
	}{{"Left", 1}, {"Middle", 2}, {"Right", 3}} {
		if whole, ok := c.formed(f.at); ok {
			c.GoOn(whole, v.Text(f.said), wire.Primary, false)
		}
	}
	c.Flush()
	if d.Value(placing[2]) == "" {
		for i, slot := range placing {
			if d.Value(slot) == "" {
				c.byRow(d, begin, slot, v.Say("%s by itself", v.name(c.own(i))))
				break
			}
		}
	}
}

// formed returns the draft of a formation around a quarter of the battlefield's width.
func (c *panel) formed(quarter int) (menu.Draft, bool) {
	at, ok := rules.Formation(grid.All(c.options(menu.Draft{}, placing[0])), c.v.Terrain().Edge(), c.Ask.Seat, quarter)
	begin := menu.Begin(c.Ask.Menu[0])
	return begin.With(placing[0], at[0].String()).With(placing[1], at[1].String()).With(placing[2], at[2].String()), ok
}

// byRow offers the spaces of a slot in selects of at most 25: a single select for few spaces, otherwise one for each row. If there are too many rows,
// a single select shows the spaces in parts.
func (c *panel) byRow(d, begin menu.Draft, slot, placeholder string) {
	if d.None() {
		d = begin
	}
	taken := page.Each(placing[:], d.Value)
	all := slices.DeleteFunc(slices.Clone(c.options(menu.Draft{Partial: begin.Partial}, slot)), func(o string) bool { return slices.Contains(taken, o) })
	list := func(words []string, placeholder string) {
		c.Select(d, placeholder, page.Each(words, func(o string) wire.Option {
			return wire.Option{Value: o, Label: o, Note: wire.Clip(c.note(d, slot, o), maxOption)}
		}), 1, 1)
	}
	if len(all) <= menu.MostOptions {
		list(all, placeholder)
		return
	}
	rows := map[int][]string{}
	for _, o := range all {
		at, _ := grid.Parse(o) // from the menu
		rows[at.Y] = append(rows[at.Y], o)
	}
	if len(rows) > mostRows { // in parts
		list(all, placeholder)
		return
	}
	for y := 1; y <= grid.MaxEdge; y++ {
		if len(rows[y]) > 0 {
			list(rows[y], placeholder+" · "+c.v.Say("row %d", y))
		}
	}
}

// mostRows is how many selects of rows have room on a console.
const mostRows = 9

// note describes what matters about a space for the slot.
func (c *panel) note(d menu.Draft, slot, word string) string {
	at, err := grid.Parse(word)
	if err != nil {
		return ""
	}
	v := c.v
	if slot == "at" {
		return cmp.Or(v.around(at), v.Text("nobody there or beside it"))
	}
	parts := v.parts(at)
	l := c.mover(d)
	if c.Ask.Name == "plan" {
		l = early{c}.sent(slot)
	}
	if u, ok := v.Unit(l); ok && u.At != at && v.Round > 0 && v.Planted(l) {
		parts = append(parts, v.Text("no attack after moving"))
	}
	if who := v.exposed(l, at); who != "" {
		parts = append(parts, v.Say("%s can shoot here", who))
	}
	if near, n := advice.Nearest(v.View, c.Ask.Seat, at); near != "" && v.Round > 0 {
		parts = append(parts, v.Say("%d from %s", n, v.name(near)))
	}
	return strings.Join(parts, ", ")
}

// parts describes a space, and whether it counts for the mission.
func (v reading) parts(at grid.Space) (parts []string) {
	if t, ok := terrains[v.Terrain().At(at)]; ok {
		parts = append(parts, v.Text(t))
	}
	if v.Counts(at) {
		parts = append(parts, v.Text(missionSpaces[v.Mission]))
	}
	return parts
}

// missionSpaces names the spaces that count for a mission.
var missionSpaces = map[string]game.Text{rules.Relay: "Relay", rules.Uplink: "Relay", rules.Extract: "Terminal"}

// exposed returns the labels of the enemies that could attack the unit in a space from their present places.
func (v reading) exposed(l rules.Label, at grid.Space) string {
	if l == "" || v.Round == 0 {
		return ""
	}
	moved := v.Moved(l, at)
	var who []string
	for _, u := range v.Units {
		if _, err := moved.Aim(u.Label, l, false); u.Seat != l.Seat() && err == nil {
			who = append(who, string(u.Label))
		}
	}
	return strings.Join(who, ", ")
}

// moves offers destinations for a unit: the places worth a button, which the board shows by their letters, all spaces below, and to
// stay.
func (c *panel) moves(d menu.Draft, m order.Menu) {
	v := c.v
	if d.Value("to") != "" {
		c.Play(d.Partial.String(), v.Say("Move to %s", d.Value("to")), wire.Success)
	}
	i := slices.IndexFunc(m, func(k order.Choice) bool { return k.Verb == "move" })
	if i < 0 {
		c.stay(d, m)
		return
	}
	begin := menu.Begin(m[i])
	for i, p := range c.places(begin) {
		label, next, style := c.lettered(i)+v.Text(purposes[p.For])+" · "+p.At.String(), begin.With("to", p.At.String()), wire.Primary
		if p.For == advice.Best && d.Value("to") == "" { // otherwise the choice is the main button
			style = wire.Success
		}
		if c.taught {
			c.GoOn(next, label, wire.Primary, false)
		} else {
			c.Play(next.Partial.String(), label, style)
		}
	}
	c.stay(d, m)
	c.byRow(begin, begin, "to", v.Say("%s to …", v.name(c.mover(begin))))
}

// letters are the letters of proposed places on the board. A and B are the sides.
const letters = "PQRSTUVW"

// lettered returns the prefix of a proposed place on its button.
func (c *panel) lettered(i int) string {
	if c.taught || i >= len(letters) {
		return ""
	}
	return letters[i:i+1] + " · "
}

// places returns the best space for a draft of a move, unless it is better to stay, and the space for each purpose, without
// duplicates.
func (c *panel) places(d menu.Draft) (out []advice.Place) {
	all, l, p := grid.All(c.options(d, "to")), c.mover(d), c.position()
	if u, ok := c.v.Unit(l); ok && len(all) > 0 {
		if best := p.Ranked(l, append(slices.Clone(all), u.At), p.Taste)[0]; best != u.At {
			out = append(out, advice.Place{For: advice.Best, At: best})
		}
	}
	for _, x := range advice.Places(c.v.View, l, all) {
		if !slices.ContainsFunc(out, func(o advice.Place) bool { return o.At == x.At }) {
			out = append(out, x)
		}
	}
	return out
}

// stay adds the choices that have nothing to pick, and the choice to give the same answer from now on.
func (c *panel) stay(d menu.Draft, m order.Menu) {
	lone := len(slices.DeleteFunc(slices.Clone(m), func(k order.Choice) bool { return !holdsOne(k) })) == 1
	for _, k := range m {
		if lone && holdsOne(k) { // to hold all fire does the same
			continue
		}
		if !menu.Picks(k) {
			c.Play(k.Words, c.Game.Label(k, true), c.style(d, k.Words, wire.Secondary))
			if c.always(k) {
				c.PlayStanding(k.Words+" always", c.v.Say("%s, always", c.Game.Label(k, true)))
			}
		}
	}
	c.Flush()
}

// holdsOne reports whether the choice holds the fire of one unit.
func holdsOne(k order.Choice) bool { return strings.HasPrefix(k.Words, "hold ") }

// always reports whether the answer may hold for the rest of the match.
func (c *panel) always(k order.Choice) bool {
	return slices.ContainsFunc(menu.Begin(k).Flags(), func(s order.Slot) bool { return s.Name == "always" })
}

// purposes names what a player may want from a move.
var purposes = map[advice.Purpose]game.Text{advice.Best: "Proposed", advice.AtOperator: "Toward the enemy Operator", advice.AtNearest: "Toward the nearest",
	advice.IntoCover: "Into cover", advice.Away: "Away"}

// mercs offers moves of both Mercenaries at once, of one alone, and to end the movement.
func (c *panel) mercs(d menu.Draft) {
	v := c.v
	if !d.None() && d.Verb() == "move" {
		c.moves(d, order.Menu{d.Choice})
		return
	}
	if orders := c.advisedMercs(); len(orders) > 0 && !c.taught {
		c.Play(strings.Join(orders, "; "), v.Text("Move as proposed"), wire.Success)
	}
	both := map[advice.Purpose][]string{}
	var offered []advice.Purpose
	var taken []grid.Space
	for _, k := range c.Ask.Menu {
		if k.Verb != "move" {
			continue
		}
		begin := menu.Begin(k)
		free := slices.DeleteFunc(grid.All(c.options(begin, "to")), func(at grid.Space) bool { return slices.Contains(taken, at) })
		for _, p := range advice.Places(v.View, rules.Label(fixed(begin)), free) {
			if both[p.For] == nil {
				offered = append(offered, p.For)
			}
			both[p.For] = append(both[p.For], begin.With("to", p.At.String()).Partial.String())
			taken = append(taken, p.At)
		}
	}
	for _, why := range offered {
		c.Play(strings.Join(both[why], "; "), v.Text(purposes[why]), wire.Primary)
	}
	for _, k := range c.Ask.Menu {
		if k.Verb == "move" {
			c.GoOn(menu.Begin(k), v.Say("Move %s", v.name(rules.Label(fixed(menu.Begin(k))))), wire.Secondary, false)
		}
	}
	c.Play("done", v.Text("They stay"), wire.Secondary)
}

// advisedMercs returns the best orders for the Mercenaries that may move.
func (c *panel) advisedMercs() (orders []string) {
	for i, to := range sentTo(c.position().Mercs()) {
		l := c.own(i)
		switch {
		case !to.On():
		case c.v.stands(l, to):
			orders = append(orders, rules.Stay{Unit: l}.Order())
		default:
			orders = append(orders, rules.Move{Unit: l, To: to}.Order())
		}
	}
	return orders
}

// choices provides the game's words for the choices of its menus.
type choices struct{ c *panel }

// labels names the choices with nothing to pick, by their verb.
var labels = map[string]game.Text{"stay": "Stay", "done": "They stay", "hold": "Do not attack", "keep": "Keep", "mulligan": "Draw a new hand", "reduce": "Hold the Line: −1",
	"gel": "Ballistic Gel: no damage", "take": "Take it", "concede": "Concede", "jam": "Roll a die again", "push": "Push", "use": "Use", "move": "Move",
	"attack": "Attack", "commit": "Commit", "deploy": "Deploy", "lose": "Lose", "next": "Next", "ask": "Ask me everything again"}

func (w choices) Label(k order.Choice, _ bool) string {
	words := strings.Fields(k.Words)
	if words[0] == "draw" {
		return w.c.v.Text(w.c.v.early(w.c.Ask.Seat).Draw())
	}
	said := w.c.v.Text(labels[words[0]])
	if words[0] == "hold" && len(words) > 1 {
		return w.c.v.Say("%s holds fire", w.c.v.name(rules.Label(words[1])))
	}
	if len(words) > 1 {
		said += " " + w.c.v.name(rules.Label(words[1]))
	}
	return said
}

// Value returns a value of a slot in words: a die with its face, a space with the unit in it.
func (w choices) Value(d menu.Draft, s order.Slot, value string) (label, note string) {
	v := w.c.v
	switch s.Name {
	case "die":
		n, err := strconv.Atoi(value)
		if face := v.face(n); err == nil && face > 0 {
			return v.Say("Die %d: it shows %d", n, face), ""
		}
		return v.Say("Die %s", value), ""
	case "to", "at":
		return value, w.c.note(d, s.Name, value)
	case "status":
		return v.called(value), w.c.v.means(value)
	}
	return v.name(rules.Label(value)), ""
}

// Sure asks for confirmation before a match or a hand is given up.
func (w choices) Sure(k order.Choice) string {
	switch k.Verb {
	case "concede":
		return w.c.v.Text("**Concede?** The match ends, and you have lost.")
	case "draw":
		return w.c.v.early(w.c.Ask.Seat).Sure()
	case "mulligan":
		return w.c.v.Text("**Draw a new hand?** All five cards go back.")
	}
	return ""
}

func (w choices) Staged(d menu.Draft) bool {
	switch d.Verb() {
	case "commit", "deploy", "move", "attack", "use", "lose":
		return true
	}
	return w.Sure(d.Choice) != ""
}

func (choices) Style(k order.Choice) wire.Style {
	switch k.Verb {
	case "stay", "done", "hold", "keep", "take":
		return wire.Secondary
	}
	return wire.Primary
}

// mulligans has its own layout: a hand is kept or changed by a button.
type mulligans struct{ menu.Plain }

func (mulligans) Apart(k order.Choice) bool { return k.Verb == "mulligan" }
