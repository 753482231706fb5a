package downsync

import (
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/menu"
	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/order"
	"downsync/game/plane"
	"downsync/game/table"

	rules "downsync/game/downsync"
)

// sures say what hurts in a misclick, for the second question.
var sures = map[string]game.Text{
	"next done":        "Still to act: **%s**. If you end the Turn now, that is lost for this Round.",
	"move done":        "Nothing of the Taskforce has moved. After this it no longer can in this phase.",
	"act end":          "It could still use **%s**. After this it has finished.",
	"standing draw":    "If the other side offers one too, the match ends there.",
	"standing concede": "The match is lost then. This cannot be taken back.",
}

// A draft is an answer begun. It stands in the controls of a console, which the bot keeps, so that buttons outlive restarts.
type draft = menu.Draft

// Marks of drafts besides the squares of the grid: nudges are of a quarter inch; it is asked what cannot be done, and why; or for all
// that a phone has no room for.
const fine, why, more = "fine", "why", "more"

// square returns the square of the grid that the draft looks into, or "".
func square(d draft) string {
	if d.Mark == fine || d.Mark == why || d.Mark == more {
		return ""
	}
	return d.Mark
}

// withShortcuts adds choices that stand for several orders.
func withShortcuts(v reading, a table.OpenAsk) table.OpenAsk {
	a.Menu = v.WithShortcuts(a.Name, a.Menu)
	return a
}

// subject returns the piece that the choice is about.
func subject(c order.Choice) string {
	if len(c.Given) == 0 {
		return ""
	}
	return c.Given[0].Values[0]
}

// Press goes on with a draft after a choice in a select or a typed field; without values it asks for a point.
func (f Forms) Press(p table.Private, ask, text string, values []string) bot.Step {
	i := slices.IndexFunc(p.Asks, func(a table.OpenAsk) bool { return a.ID == ask })
	if i < 0 {
		return bot.Step{}
	}
	v := reads(f, p.View, p.Meta)
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
	case next.Verb() == rules.Several && len(all) == 1: // which may say where its bases stand
		step.Draft = all[0].Order()
	}
	return step
}

// filledIn fills in a destination for a move just begun: the way of the last move, or towards where the side scores.
func filledIn(c *layout, d draft) draft {
	m, ok := readMove(c.v, c.Ask.Menu, d)
	piece, b, there := c.v.base(m.ref)
	if !ok || !there || m.has || m.deploy {
		return d
	}
	for _, h := range []heading{usual(c, piece, b.Point), headings(c, piece, b.Point)[0]} {
		if at, _, ok := furthest(c, m, piece, b.Point, h.goal(b.Point), m.reach(c.v), 500); ok && plane.Dist(b.Point, at) >= leastFar {
			return m.with(c.v, d, at)
		}
	}
	return d
}

// understood writes the values as orders do: places in words become points, and points get a comma.
func understood(c *layout, d draft, values []string) []string {
	d = d.Unplaced()
	if next := d.Choices(); strings.HasPrefix(values[0], "@") || len(next) == 0 || !next[0].IsFree() {
		return values
	}
	if place, ok := place(c, d, values[0]); ok {
		values = append([]string{place}, values[1:]...)
	}
	return []string{typedPoints(values)}
}

// place works out the point that the words stand for. ok is false if they are a point already, or no place.
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
	return m.value(c.v, at), ok
}

// Staged tells whether the order is shown before it is played: moves, boosts, reveals, ambushes and whatever Sure asks about.
func (c *layout) Staged(d draft) bool {
	return d.Placed() || len(d.Flags()) > 0 || d.Verb() == rules.Everyone || d.Verb() == rules.Several || d.Verb() == "reveal" || d.Has("ambush") || c.Sure(d.Choice) != ""
}

// Sure asks again before a choice that hurts in a misclick: conceding, a draw, or giving up what could still act or move.
func (c *layout) Sure(ch order.Choice) string {
	switch key := c.Ask.Name + " " + ch.Words; key {
	case "standing concede", "standing draw":
		return c.v.Text(sures[key])
	case "next done":
		if idle := idle(c); len(idle) > 0 {
			return c.v.Say(sures[key], and(c.v.Language, idle))
		}
	case "act end":
		if left := attacks(c); len(left) > 0 {
			return c.v.Say(sures[key], and(c.v.Language, left))
		}
	case "move done":
		stay := len(those(c.Ask.Menu, func(ch order.Choice) bool { return ch.Verb == "move" }))
		for _, l := range c.v.Taskforce {
			p, _ := c.v.Piece(l)
			stay -= len(p.Bases)
		}
		return c.v.when(stay == 0, sures[key])
	}
	return ""
}

// idle lists the Units that could still act. A contact could only go a little further.
func idle(c *layout) []string {
	var out []string
	for _, ch := range c.Ask.Menu {
		if p, ok := c.v.Piece(rules.Label(subject(ch))); ok && ch.Verb == "activate" && !p.IsPing() {
			out = append(out, name(c.v, rules.Ref{Label: p.Label}))
		}
	}
	return out
}

// attacks lists the checks and attacks that have targets.
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
		out = withNew(out, actionName(c.v.Cards(), ch.Value("use")))
	}
	return out
}

// Typed works out places said in words ("move A2 towards B4 up to 6") and joint moves ("together A3 to 12,10").
func (f Forms) Typed(p table.Private, line string) string {
	v := reads(f, p.View, p.Meta)
	for _, a := range p.Asks {
		if orders, ok := worded(newLayout(p, v, withShortcuts(v, a)), line); ok {
			return orders
		}
	}
	return line
}

// worded reads a line that begins a move and says in words where to.
func worded(c *layout, line string) (string, bool) {
	d, how := begunWith(c, strings.Fields(line))
	if m, ok := readMove(c.v, c.Ask.Menu, d); !ok || m.deploy || m.sprint || how == "" {
		return "", false
	}
	if _, ok := place(c, d, how); !ok && d.Verb() != rules.Together {
		return "", false // a point, or what is no place at all: the rules read it
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

// openers labels the select of what to begin with, by question.
var openers = map[string]game.Text{"reveal": "Reveal which contact, as what?", "identify": "Choose the contact and its Unit"}

// layout lays out the controls for one question, with Downsync's words and additions.
type layout struct {
	menu.Layout
	p table.Private
	v reading
	// guided: a lesson leads through the controls, an order at a time.
	guided bool
	plain  bool // without advice
	// What takes long to work out is worked out once: the proposal, and the shots of the running activation.
	proposed *proposed
	running  []volley
	marched  map[march][]step
	// news is what happened, newest what is shown of it at once; more is what the question has no room for.
	news, newest []string
	more         string
}

// proposed is a move to propose, and how it is called.
type proposed struct {
	draft
	label string
}

func newLayout(p table.Private, v reading, a table.OpenAsk) *layout {
	c := &layout{p: p, v: v}
	c.Layout = menu.Layout{Game: c, Ask: a, Lang: v.Language}
	return c
}

// controls returns the controls for the draft as it stands.
func controls(c *layout, d draft) []bot.Block {
	if d.None() {
		start(c)
	} else {
		carryOn(c, d)
	}
	return c.End()
}

// start offers every way to answer: the main button first, one select for what needs a choice, buttons for the rest.
func start(c *layout) {
	if c.Ask.Name == "refresh" {
		refreshes(c)
		return
	}
	if !c.guided {
		foremost(c)
	}
	if c.Ask.Name == "deploy" {
		formation(c)
	}
	rest := those(c.Ask.Menu, func(ch order.Choice) bool { return !listed(c, ch) && (c.guided || c.Ask.Name != "react") })
	for i := range rest { // it has a button of its own
		rest[i].Slots = those(rest[i].Slots, func(s game.Slot) bool { return s.Name != "all" })
	}
	c.Plain(rest)
	if i := slices.IndexFunc(c.Ask.Menu, func(ch order.Choice) bool { return ch.Verb == rules.Several }); i >= 0 && !c.guided && len(c.Ask.Menu[i].Slots[0].Options) <= most {
		c.List(menu.Begin(c.Ask.Menu[i]), c.Ask.Menu[i].Slots[0])
	} else if only, ok := c.Lone(c.Ask.Menu); ok {
		c.Fill(menu.Begin(only))
	} else {
		c.Select(draft{}, c.v.Text(openers[c.Ask.Name]), openings(c, c.Ask.Menu), 1, 1)
		everyone(c, draft{}, word(isOnward(c.Ask.Menu), "Or send all contacts on…", "Or send all that have not moved…"))
	}
}

// listed reports whether the choice stands in a list, though there is nothing more to choose for it: one press would rarely be meant.
// What is the only choice is a button.
func listed(c *layout, ch order.Choice) bool {
	return !c.guided && len(c.Ask.Menu) > 1 && ch.Verb == "activate" && !menu.Picks(ch)
}

// openings lists the choices with something to pick.
func openings(c *layout, m game.Menu) []bot.Option {
	m = those(m, func(ch order.Choice) bool {
		return ch.Verb != rules.Everyone && (ch.Verb != rules.Several || !c.guided)
	})
	if i := slices.IndexFunc(m, func(ch order.Choice) bool { return ch.Verb == rules.Several }); i >= 0 {
		if len(m[i].Slots[0].Options) <= most {
			return nil
		}
		m = slices.Delete(m, i, i+1)
	}
	if out := pairsOf(c, m); len(out) > 0 && len(out) <= most {
		return out
	}
	out := c.Openings(m)
	for _, ch := range m {
		if listed(c, ch) {
			out = append(out, bot.Option{Value: ch.Words, Label: bot.Clip(c.label(ch), maxOption)})
		}
	}
	return out
}

// pairsOf lists each contact with each Unit that it could be, so that one choice says both.
func pairsOf(c *layout, m game.Menu) []bot.Option {
	var out []bot.Option
	for _, ch := range those(m, func(ch order.Choice) bool { return ch.Verb == "reveal" }) {
		for _, unit := range ch.Slots[0].Options {
			d := menu.Begin(ch).With("unit", unit)
			out = append(out, bot.Option{Value: d.String(), Label: bot.Clip(c.v.Say("%s as %s", subject(ch), value(c, unit)), maxOption),
				Note: bot.Clip(valueNote(c, d, unit), maxOption)})
		}
	}
	return out
}

// Apart: what stands for several orders is offered in selects of its own.
func (c *layout) Apart(ch order.Choice) bool {
	return ch.Verb == rules.Everyone || ch.Verb == rules.Onward || ch.Verb == rules.Several
}

// Style: one step forward is the primary button, giving something up is plain.
func (c *layout) Style(ch order.Choice) bot.Style {
	switch ch.Verb {
	case "done", "end":
		if onlyEnd(c, ch) {
			return bot.Primary
		}
		return bot.Secondary
	case "pass", "drop", "hold", "stay", "concede":
		return bot.Secondary
	case "counter": // the main button is all the tokens
		if offers(c.Ask.Menu, rules.Counter{Token: "cm", All: true}.Order()) {
			return bot.Secondary
		}
	}
	return bot.Primary
}

// onlyEnd reports whether the choice, which ends something, is what is left to do.
func onlyEnd(c *layout, ch order.Choice) bool {
	switch c.Ask.Name {
	case "move":
		_, label := proposal(c)
		return label == "" && subject(ch) == ""
	case "next":
		_, label := proposal(c)
		return len(idle(c)) == 0 && label == ""
	case "deploy":
		return !slices.ContainsFunc(c.v.Pieces, func(p rules.Piece) bool { return p.Seat == c.Ask.Seat && len(p.Bases) == 0 })
	case "act":
		return len(volleys(c)) == 0 && !slices.ContainsFunc(c.Ask.Menu, func(x order.Choice) bool {
			return x.Verb == "act overwatch" || x.Verb == "act move" && actor(c.v).Unit == ""
		})
	}
	return c.Ask.Name == "join" || c.Ask.Name == "refresh"
}

// carryOn offers what may come next: to play a whole draft, then what may still be changed.
func carryOn(c *layout, d draft) {
	switch {
	case d.Verb() == rules.Everyone:
		marching(c, d)
		return
	case len(d.Choices()) > 0:
		c.Fill(d)
		return
	case square(d) != "":
		c.points(d.Unplaced().Looking(d.Mark))
		return
	}
	clashes := clash(c, reveals(d)) != ""
	if _, ok := trial(c, d); ok && !clashes {
		c.Stage(d)
		if all := orders(c, d); len(all) > len(reveals(d)) && len(reveals(d)) > 0 {
			c.Play(strings.Join(all[:len(all)-1], "; "), c.v.Text("Only these now, then ask me again"), bot.Secondary)
		}
	}
	switch {
	case clashes && d.Verb() == rules.Several:
		c.List(menu.Begin(d.Choice), d.Choice.Slots[0])
	case d.Verb() == "reveal":
		around(c, d)
	case d.Placed():
		change(c, d)
		c.Type(d.Looking(""), c.v.Text("Type a point"))
	}
}

// Played is what a draft is played as, and the button that does it.
func (c *layout) Played(d draft) (string, string) {
	all := orders(c, d)
	label := c.v.Text(confirm(d))
	if hidden := reveals(d); len(all) > len(hidden) && len(hidden) > 0 {
		label = c.v.Say("%s, and no more", label)
	}
	if !menu.Picks(d.Choice) {
		label = c.label(d.Choice)
	}
	if n := len(all) - 1; n > 0 && all[n] == (rules.End{}).Order() {
		label = c.v.Text(word(d.Verb() == "act overwatch", "Take Overwatch, then end", "Move there, then end"))
	}
	boost := slices.ContainsFunc(d.Given(), func(g order.Given) bool { return g.Slot.IsFlag() })
	label += c.v.when(boost, ", boosted (1 CP)")
	if chance, _ := chance(c, d, boost); chance != "" {
		label = c.v.Say("%s: %s", label, chance)
	}
	return strings.Join(all, "; "), label
}

// Offer offers places, ways to share attacks out, what leaves no choice, and contacts to deploy, each in its own way.
func (c *layout) Offer(d draft, s order.Slot) bool {
	if s.IsFree() {
		c.points(d)
		return true
	}
	if a, ok := c.aiming(d); ok && s.Name == "targets" {
		shares(c, a, d, s.Max)
		return true
	}
	switch {
	case forced(c, s):
		noChoice(c, d, s)
	case d.Verb() == "deploy":
		c.List(d, s.Of(inOrder(c, s.Options)...))
	default:
		return false
	}
	return true
}

// The refresh of the Taskforce: which Units a Command Point frees from stun, or gives an aura. It leaves out the others.

func refreshAsk(v reading, a table.OpenAsk) string {
	c := newLayout(table.Private{}, v, table.OpenAsk{})
	stunned := those(a.Menu, func(ch game.Choice) bool { return has(ch, "unstun") })
	if len(stunned) == 0 {
		return v.Text(asks["refresh"])
	}
	return v.Say("Stunned: **%s**. A stunned Unit may either move or take one action. Free it for 1 CP each?",
		and(v.Language, each(stunned, func(ch game.Choice) string { return pieceName(c, subject(ch)) })))
}

func has(c game.Choice, slot string) bool {
	return slices.ContainsFunc(c.Slots, func(s game.Slot) bool { return s.Name == slot })
}

// refreshes offers a button for each Unit with one thing to pay for, and a select for the others.
func refreshes(c *layout) {
	var others game.Menu
	for _, ch := range c.Ask.Menu {
		if len(ch.Slots) == 1 && has(ch, "unstun") && len(ch.Slots[0].Options) == 1 {
			c.Play(menu.Begin(ch).With("unstun", ch.Slots[0].Options...).String(), c.v.Say("Free %s (1 CP)", pieceName(c, subject(ch))), bot.Primary)
		} else {
			others = append(others, ch)
		}
	}
	if only, ok := c.Lone(others); ok && c.Buttons == 0 {
		c.Fill(menu.Begin(only))
	} else {
		c.Select(draft{}, "", openings(c, others), 1, 1)
	}
	c.Play("done", c.label(rules.Offer("done", nil)), bot.Secondary)
}

// options collects the options of a select.
type options []bot.Option

// add adds an option with its texts clipped, unless its value is there or the select is full.
func (o *options) add(x bot.Option) {
	if len(*o) < most && !slices.ContainsFunc(*o, func(y bot.Option) bool { return y.Value == x.Value }) {
		x.Label, x.Note = bot.Clip(x.Label, maxOption), bot.Clip(x.Note, maxOption)
		*o = append(*o, x)
	}
}
