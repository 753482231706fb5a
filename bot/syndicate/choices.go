package syndicate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"downsync/bot"
	"downsync/bot/menu"
	"downsync/game"
	"downsync/game/order"
	"downsync/game/syndicate/grid"

	rules "downsync/game/syndicate"
)

// terrains are what a space is of, besides open ground.
var terrains = map[grid.Terrain]game.Text{grid.Light: "light cover", grid.Heavy: "heavy cover", grid.Hazard: "a hazard: 1 damage"}

// placing are the slots of a deployment, in their order.
var placing = [...]string{"operator", "first", "second"}

// controls are the controls where the draft has come to. What is chosen is staged; a green button commits.
func (c *panel) controls(d menu.Draft) []bot.Block {
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
	case "push":
		for _, o := range c.options(menu.Draft{}, "to") {
			c.Play(menu.Begin(c.Ask.Menu[0]).With("to", o).Partial.String(), o, bot.Primary)
		}
	default:
		return c.Controls(d)
	}
	return c.End()
}

// named is the id of a card, "" for none.
func named(id string) string {
	if id == "none" {
		return ""
	}
	return id
}

// deploy offers whole formations, and each unit by itself.
func (c *panel) deploy(d menu.Draft) {
	v, k := c.v, c.Ask.Menu[0]
	begin := menu.Begin(k)
	if d.Value(placing[2]) != "" {
		c.Play(d.Partial.String(), v.Text("Deploy so"), bot.Success)
		c.Flush()
	}
	free := spaces(c.options(menu.Draft{}, placing[0]))
	for _, f := range []struct {
		said game.Text
		at   int // of the middle, in quarters of the edge
	}{{"Left", 1}, {"Middle", 2}, {"Right", 3}} {
		if at, ok := formation(v.Terrain(), free, c.Ask.Seat, f.at); ok {
			c.GoOn(begin.With(placing[0], at[0].String()).With(placing[1], at[1].String()).With(placing[2], at[2].String()), v.Text(f.said), bot.Primary, false)
		}
	}
	c.Flush()
	if d.Value(placing[2]) == "" {
		for i, slot := range placing {
			if d.Value(slot) == "" {
				c.byRow(d, begin, slot, v.Say("%s by itself", v.name(rules.Label(letter(c.Ask.Seat)+[...]string{"", "1", "2"}[i]))))
				break
			}
		}
	}
}

// formation is an Operator in the back row with its Mercenaries before it, around a quarter of the battlefield's width.
func formation(g *grid.Ground, free []grid.Space, seat game.Seat, quarter int) (out [3]grid.Space, ok bool) {
	edge := g.Edge()
	x, back, front := max(2, edge*quarter/4), 1, 2
	if seat == 2 {
		back, front = edge, edge-1
	}
	left := slices.Clone(free)
	for i, want := range []grid.Space{{X: x, Y: back}, {X: x - 1, Y: front}, {X: x + 1, Y: front}} {
		if len(left) == 0 {
			return out, false
		}
		out[i] = slices.MinFunc(left, func(a, b grid.Space) int { return grid.Distance(a, want) - grid.Distance(b, want) })
		left = slices.DeleteFunc(left, func(at grid.Space) bool { return at == out[i] })
	}
	return out, true
}

// byRow offers spaces of a slot in selects of at most 25: of few spaces one, else one a row.
func (c *panel) byRow(d, begin menu.Draft, slot, placeholder string) {
	if d.None() {
		d = begin
	}
	var taken []string
	for _, s := range placing {
		taken = append(taken, d.Value(s))
	}
	all := slices.DeleteFunc(slices.Clone(c.options(menu.Draft{Partial: begin.Partial}, slot)), func(o string) bool { return slices.Contains(taken, o) })
	list := func(words []string, placeholder string) {
		c.Select(d, placeholder, each(words, func(o string) bot.Option {
			return bot.Option{Value: o, Label: o, Note: bot.Clip(c.note(d, slot, o), maxOption)}
		}), 1, 1)
	}
	if len(all) <= menu.MostOptions {
		list(all, placeholder)
		return
	}
	rows := map[int][]string{}
	for _, o := range all {
		at, _ := grid.Parse(o) // the menu's own
		rows[at.Y] = append(rows[at.Y], o)
	}
	used := 0
	for y := 1; y <= grid.MaxEdge; y++ {
		if len(rows[y]) > 0 && used < mostRows {
			used++
			list(rows[y], placeholder+" · "+c.v.Say("row %d", y))
		}
	}
}

// mostRows is how many selects of rows a console has room for.
const mostRows = 9

// note says what matters about a space for the slot.
func (c *panel) note(d menu.Draft, slot, word string) string {
	at, err := grid.Parse(word)
	if err != nil {
		return ""
	}
	v := c.v
	if slot == "at" {
		return plain(v.hit(word))
	}
	var parts []string
	if t, ok := terrains[v.Terrain().At(at)]; ok {
		parts = append(parts, v.Text(t))
	}
	if near, n := v.nearest(c.Ask.Seat, at); near != "" && v.Round > 0 {
		parts = append(parts, v.Say("%d from %s", n, v.name(near)))
	}
	return strings.Join(parts, ", ")
}

// plain is a text without bold type.
func plain(s string) string { return strings.ReplaceAll(s, "**", "") }

// moves offers where a unit can go: proposals as buttons, all spaces below, and to stay.
func (c *panel) moves(d menu.Draft, m order.Menu) {
	v := c.v
	if d.Value("to") != "" {
		c.Play(d.Partial.String(), v.Say("Move to %s", d.Value("to")), bot.Success)
	}
	i := slices.IndexFunc(m, func(k order.Choice) bool { return k.Verb == "move" })
	if i < 0 {
		c.stay(m)
		return
	}
	begin := menu.Begin(m[i])
	unit := c.mover(begin)
	all := spaces(c.options(begin, "to"))
	seen := []string{d.Value("to")}
	for _, p := range v.proposals(unit, all) {
		if at := p.at.String(); !slices.Contains(seen, at) {
			seen = append(seen, at)
			c.GoOn(begin.With("to", at), v.Text(p.said)+" · "+at, bot.Primary, false)
		}
	}
	c.stay(m)
	c.byRow(begin, begin, "to", v.Say("%s to …", v.name(unit)))
}

// stay adds the choices that have nothing to pick.
func (c *panel) stay(m order.Menu) {
	for _, k := range m {
		if !menu.Picks(k) {
			c.Play(k.Words, c.Game.Label(k, true), bot.Secondary)
		}
	}
	c.Flush()
}

// proposal is a space worth a button.
type proposal struct {
	said game.Text
	at   grid.Space
}

// proposals are the space nearest to an enemy, the best cover, and the space farthest from all enemies.
func (v reading) proposals(l rules.Label, all []grid.Space) (out []proposal) {
	if len(all) == 0 {
		return nil
	}
	far := func(at grid.Space) int { _, d := v.nearest(l.Seat(), at); return d }
	cover := func(at grid.Space) int {
		return map[grid.Terrain]int{grid.Light: 1, grid.Heavy: 2, grid.Hazard: -9}[v.Terrain().At(at)]
	}
	best := func(worth func(grid.Space) int) grid.Space {
		return slices.MaxFunc(all, func(a, b grid.Space) int { return worth(a) - worth(b) })
	}
	enemy := rules.Label(letter(3 - l.Seat()))
	if u, ok := v.Unit(enemy); ok {
		out = append(out, proposal{"Toward the enemy Operator", best(func(at grid.Space) int { return 4*-grid.Distance(at, u.At) + cover(at) })})
	}
	out = append(out, proposal{"Toward the nearest", best(func(at grid.Space) int { return 4*-far(at) + cover(at) })})
	if at := best(func(at grid.Space) int { return 100*cover(at) - far(at) }); cover(at) > 0 {
		out = append(out, proposal{"Into cover", at})
	}
	return append(out, proposal{"Away", best(func(at grid.Space) int { return 4*far(at) + cover(at) })})
}

// mercs offers moves of both Mercenaries at once, of one by itself, and to be done.
func (c *panel) mercs(d menu.Draft) {
	v := c.v
	if !d.None() && d.Verb() == "move" {
		c.moves(d, order.Menu{d.Choice})
		return
	}
	both := map[game.Text][]string{}
	var said []game.Text
	for _, k := range c.Ask.Menu {
		if k.Verb != "move" {
			continue
		}
		begin := menu.Begin(k)
		taken := map[string]bool{}
		for _, list := range both {
			for _, o := range list {
				taken[o[strings.LastIndexByte(o, ' ')+1:]] = true
			}
		}
		free := slices.DeleteFunc(spaces(c.options(begin, "to")), func(at grid.Space) bool { return taken[at.String()] })
		for _, p := range v.proposals(rules.Label(fixed(begin)), free) {
			if both[p.said] == nil {
				said = append(said, p.said)
			}
			both[p.said] = append(both[p.said], begin.With("to", p.at.String()).Partial.String())
		}
	}
	for _, s := range said {
		c.Play(strings.Join(both[s], "; "), v.Text(s), bot.Primary)
	}
	for _, k := range c.Ask.Menu {
		if k.Verb == "move" {
			c.GoOn(menu.Begin(k), v.Say("Move %s", v.name(rules.Label(fixed(menu.Begin(k))))), bot.Secondary, false)
		}
	}
	c.Play("done", v.Text("They stay"), bot.Secondary)
}

// attacks offers the targets with their chances, and to hold.
func (c *panel) attacks(d menu.Draft) {
	v := c.v
	if d.Verb() == "attack" && d.Value("target") != "" {
		c.Play(d.Partial.String(), v.Say("Attack %s", v.name(rules.Label(d.Value("target")))), bot.Success)
		for _, f := range d.Flags() {
			c.Play(d.With(f.Name).Partial.String(), v.Say("With %s", v.called("predictive-mark")), bot.Success)
		}
	}
	for _, k := range c.Ask.Menu {
		by, targets := c.shooter(k)
		for _, t := range targets {
			next := menu.Begin(k).With("target", string(t))
			a, err := v.Aim(by, t, false)
			if err != nil || next.Partial.String() == d.Partial.String() {
				continue
			}
			label := fmt.Sprintf("%s · %d+ × %d · %d%%", v.name(t), a.Need, a.Rolls, a.Chance())
			if !by.Operator() {
				label = fmt.Sprintf("%s → %s · %d%%", by, v.name(t), a.Chance())
			}
			c.GoOn(next, label, bot.Primary, false)
		}
	}
	c.stay(c.Ask.Menu)
}

// uses offers what a card or a weapon is used on.
func (c *panel) uses(d menu.Draft) {
	v, k := c.v, c.Ask.Menu[0]
	begin := menu.Begin(k)
	if !d.None() && d.Whole() {
		c.Play(d.Partial.String(), v.Say("Use it: %s", v.chosen(d)), bot.Success)
		c.Flush()
	}
	switch {
	case k.Verb == "lose":
		for _, o := range c.options(begin, "status") {
			c.GoOn(begin.With("status", o), v.called(o), bot.Primary, d.Value("status") == o)
		}
	case len(c.options(begin, "on")) > 0:
		for _, o := range c.options(begin, "on") {
			c.GoOn(begin.With("on", o), v.name(rules.Label(o)), bot.Primary, d.Value("on") == o)
		}
	default:
		for _, at := range v.fullest(c.Ask.Seat, spaces(c.options(begin, "at"))) {
			c.GoOn(begin.With("at", at.String()), at.String(), bot.Primary, d.Value("at") == at.String())
		}
		c.Flush()
		c.byRow(begin, begin, "at", v.Text("A space"))
	}
}

// chosen words what a draft of using a card names.
func (v reading) chosen(d menu.Draft) string {
	switch {
	case d.Value("on") != "":
		return v.name(rules.Label(d.Value("on")))
	case d.Value("status") != "":
		return v.called(d.Value("status"))
	}
	return d.Value("at")
}

// fullest are the spaces with most enemies and fewest friends around, at most three of them.
func (v reading) fullest(seat game.Seat, all []grid.Space) []grid.Space {
	worth := func(at grid.Space) int {
		n := 0
		for _, u := range v.Units {
			if u.At.On() && grid.Distance(u.At, at) <= 1 {
				if u.Seat == seat {
					n -= 3
				} else {
					n += 2
				}
				if u.At == at && u.Seat != seat {
					n++
				}
			}
		}
		return n
	}
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b grid.Space) int { return worth(b) - worth(a) })
	return all[:min(3, len(all))]
}

// choices are the game's words for the choices of its menus.
type choices struct{ c *panel }

// labels are the choices with nothing to pick, by their verb.
var labels = map[string]game.Text{"stay": "Stay", "done": "They stay", "hold": "Do not attack", "keep": "Keep", "mulligan": "Draw a new hand", "reduce": "Hold the Line: −1",
	"gel": "Ballistic Gel: no damage", "take": "Take it", "draw": "Offer a draw", "concede": "Concede", "jam": "Roll a die again", "push": "Push", "use": "Use", "move": "Move",
	"attack": "Attack", "commit": "Commit", "deploy": "Deploy", "lose": "Lose", "next": "Next"}

func (w choices) Label(k order.Choice, _ bool) string {
	words := strings.Fields(k.Words)
	said := w.c.v.Text(labels[words[0]])
	if len(words) > 1 {
		said += " " + w.c.v.name(rules.Label(words[1]))
	}
	return said
}

func (choices) Note(order.Choice) string { return "" }

// Value is a value of a slot: a die with its face, a space with what stands there.
func (w choices) Value(d menu.Draft, s order.Slot, value string) (label, note string) {
	v := w.c.v
	switch s.Name {
	case "die":
		n, err := strconv.Atoi(value)
		if a := v.Attack; err == nil && a != nil && n >= 1 && n <= len(a.Faces) {
			return v.Say("Die %d: it shows %d", n, a.Faces[n-1]), ""
		}
		return v.Say("Die %s", value), ""
	case "to", "at":
		return value, w.c.note(d, s.Name, value)
	case "status":
		return v.called(value), w.c.v.means(value)
	}
	return v.name(rules.Label(value)), ""
}

func (w choices) Placeholder(d menu.Draft, _ order.Slot) string { return w.Label(d.Choice, false) }

// Sure asks before a match or a hand is given up.
func (w choices) Sure(k order.Choice) string {
	switch k.Verb {
	case "concede":
		return w.c.v.Text("**Concede?** The match ends, and you have lost.")
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

func (choices) Style(k order.Choice) bot.Style {
	switch k.Verb {
	case "stay", "done", "hold", "keep", "take":
		return bot.Secondary
	}
	return bot.Primary
}

func (w choices) Played(d menu.Draft) (orders, label string) {
	return d.Partial.String(), w.Label(d.Choice, true)
}

func (choices) Apart(k order.Choice) bool { return k.Verb == "mulligan" }

func (choices) Offer(menu.Draft, order.Slot) bool { return false }
