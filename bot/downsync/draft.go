package downsync

import (
	"slices"
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/order"
	"downsync/game/plane"
	"downsync/game/table"

	rules "downsync/game/downsync"
)

// A draft is an order begun, as text; the menus' grammar says what may come next. All that a console needs to know
// stands in its controls, which the bot keeps, so that buttons outlive restarts.

// read finds the choice that the draft follows, of which all fixed words stand.
func read(menu game.Menu, draft string) (order.Partial, bool) {
	at, err := menu.Read(draft)
	return at, err == nil && at.Chosen()
}

// hasPoint tells whether a point is given: the order is staged, not played at once.
func hasPoint(at order.Partial) bool {
	return slices.ContainsFunc(at.Given(), func(g order.Given) bool { return g.Slot.IsFree() && len(g.Values) > 0 })
}

// flags are the optional bare words still open.
func flags(at order.Partial) []string {
	var out []string
	for _, s := range at.Open() {
		if s.IsFlag() {
			out = append(out, s.Mark)
		}
	}
	return out
}

// open are the slots that may be filled by a choice now: optional ones, up to the first that must be.
func open(at order.Partial) []game.Slot {
	var out []game.Slot
	for _, s := range at.Open() {
		if s.Min > 0 || len(s.Options) > 0 {
			out = append(out, s)
		}
		if s.Min > 0 {
			break
		}
	}
	return out
}

// picks tells whether the choice has more than flags to choose.
func picks(c game.Choice) bool { return len(open(c.Begin())) > 0 }

// lone is the only choice of the menu that has something to pick; it needs no step of its own.
func lone(menu game.Menu) (game.Choice, bool) {
	var found []game.Choice
	for _, c := range menu {
		if picks(c) && c.Words != everyone && !strings.HasPrefix(c.Words, onward+" ") {
			found = append(found, c)
		}
	}
	if len(found) != 1 {
		return game.Choice{}, false
	}
	return found[0], true
}

// opening is the draft that begins with the choice, different from every other choice's.
func opening(menu game.Menu, c game.Choice) string {
	same := 0
	for _, x := range menu {
		if x.Words == c.Words {
			same++
		}
	}
	if same > 1 && len(c.Slots) > 0 && c.Slots[0].Min > 0 && c.Slots[0].Mark != "" {
		return c.Words + " " + c.Slots[0].Mark
	}
	return c.Words
}

// Press goes on with a draft after a choice in a select or a typed field; without values it asks for a point.
func (f Forms) Press(p table.Private, ask, draft string, values []string) bot.Step {
	i := slices.IndexFunc(p.Asks, func(a table.OpenAsk) bool { return a.ID == ask })
	if i < 0 {
		return bot.Step{}
	}
	v := f.reads(p.View, p.Meta)
	a := withTogether(v, p.Asks[i])
	if len(values) == 0 {
		return bot.Step{Form: pointForm(v, a, draft)}
	}
	values = understood(p, v, a, draft, values)
	begun := draft
	draft = extend(a.Menu, draft, values)
	if begun == "" {
		draft = proposed(p, v, a, draft)
	}
	rest, square := cutSquare(draft)
	at, ok := read(a.Menu, rest)
	switch {
	case !ok && square == "": // typed freely: the rules will say what is wrong with it
		return bot.Step{Order: draft}
	case square != "", len(open(at)) > 0, isStaged(v, a, at):
		return bot.Step{Draft: draft}
	}
	return bot.Step{Order: draft}
}

// proposed is the draft of a move that was only begun with a first proposal of where to: the way of the last move, or towards
// where the side scores.
func proposed(p table.Private, v reading, a table.OpenAsk, draft string) string {
	m, ok := readMove(v, a.Menu, draft)
	piece, _ := v.Piece(m.ref.Label)
	b, there := piece.Base(m.ref.N)
	if !ok || !there || m.has || m.deploy {
		return draft
	}
	c := &desk{p: p, v: v, ask: a}
	for _, h := range []heading{c.usual(piece, b.Point), c.headings(piece, b.Point)[0]} {
		if at, _, ok := c.furthest(m, piece, b.Point, h.goal(b.Point), m.reach(v), 500); ok && plane.Dist(b.Point, at) >= leastFar {
			return extend(a.Menu, draft, []string{m.value(v, at)})
		}
	}
	return draft
}

// understood are the values with a place that was said in words as a point.
func understood(p table.Private, v reading, a table.OpenAsk, draft string, values []string) []string {
	m, ok := readMove(v, a.Menu, cutPoint(draft))
	if !ok || isSquare(values[0]) {
		return values
	}
	if ps := pairs(values[0]); len(ps) == 1 {
		if _, err := plane.ParsePoint(ps[0]); err == nil {
			return values
		}
	}
	c := &desk{p: p, v: v, ask: a}
	if at, ok := c.towards(m, values[0]); ok {
		return append([]string{m.value(v, at)}, values[1:]...)
	}
	return values
}

// isStaged tells whether the order is shown before it is played: what ends in a point, what may be boosted, a reveal or an Ambush,
// and what hurts in a misclick.
func isStaged(v reading, a table.OpenAsk, at order.Partial) bool {
	words := at.Choice.Words
	return hasPoint(at) || words == everyone || len(flags(at)) > 0 || strings.HasPrefix(words, "reveal ") || at.Has("ambush") || sure(v, a, words) != ""
}

// extend adds the values to the draft, with the mark of the slot that they fill. A point takes the place of the one
// that a staged order has.
func extend(menu game.Menu, draft string, values []string) string {
	draft, _ = cutSquare(draft)
	text := strings.TrimSpace(strings.Join(values, " "))
	if draft == "" {
		if slices.ContainsFunc(menu, func(c game.Choice) bool { return opening(menu, c) == text }) {
			return text
		}
		if c, ok := lone(menu); ok {
			draft = opening(menu, c)
		}
	}
	if isSquare(values[0]) {
		return cutPoint(draft) + " " + values[0]
	}
	at, ok := read(menu, draft)
	if ok && hasPoint(at) && len(open(at)) == 0 {
		draft = cutPoint(draft)
		at, ok = read(menu, draft)
	}
	if !ok {
		return strings.TrimSpace(draft + " " + text)
	}
	for _, s := range open(at) {
		if s.IsFree() {
			text = typedPoints(values)
		} else if !s.Takes(strings.Fields(values[0])) {
			continue
		}
		if s.Mark != "" && !at.Marked() {
			text = s.Mark + " " + text
		}
		break
	}
	return draft + " " + text
}

// sure is the question behind a choice that hurts in a misclick, "" for others: giving the match up, ending the Turn
// with Units that could act, a Unit with targets, or a Move phase in which nothing moved.
func sure(v reading, a table.OpenAsk, words string) string {
	switch key := a.Name + " " + words; key {
	case "standing concede", "standing draw":
		return v.Text(sures[key])
	case "next done":
		if idle := idle(v, a.Menu); len(idle) > 0 {
			return v.Say(sures[key], v.and(idle))
		}
	case "act end":
		if left := attacks(v, a.Menu); len(left) > 0 {
			return v.Say(sures[key], v.and(left))
		}
	case "move done":
		if movable(a.Menu) == bases(v) {
			return v.Text(sures[key])
		}
	}
	return ""
}

// idle are the Units that the menu lets activate: they could still act. A contact could only go a little further.
func idle(v reading, menu game.Menu) []string {
	var out []string
	for _, c := range menu {
		what, ok := strings.CutPrefix(c.Words, "activate ")
		r, err := rules.ParseRef(what)
		if !ok || err != nil {
			continue
		}
		if p, ok := v.Piece(r.Label); ok && !p.IsPing() {
			out = append(out, name(v, r))
		}
	}
	return out
}

// movable counts the bases that the menu lets move, bases those of the Taskforce.
func movable(menu game.Menu) int {
	n := 0
	for _, c := range menu {
		if strings.HasPrefix(c.Words, "move ") {
			n++
		}
	}
	return n
}

func bases(v reading) int {
	n := 0
	for _, l := range v.Taskforce {
		p, _ := v.Piece(l)
		n += len(p.Bases)
	}
	return n
}

// attacks are the checks and attacks for which the menu has targets, by name.
func attacks(v reading, menu game.Menu) []string {
	var out []string
	for _, c := range menu {
		words := strings.Fields(c.Words)
		if len(words) < 2 || !slices.ContainsFunc(c.Slots, func(s game.Slot) bool { return s.Name == "target" }) {
			continue
		}
		if n := actionName(v.Cards(), words[1]); !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}
