package downsync

import (
	"slices"
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/downsync/plane"
	"downsync/game/table"

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// A draft is an order begun, as text; the menus' grammar says what may come next. All that a console needs to know
// stands in its controls' ids, so that buttons outlive restarts.

// parsed is a draft read along a choice.
type parsed struct {
	choice game.Choice
	slots  []game.Slot // still open, the next one first
	point  bool        // the order ends in a point: it is staged, not played at once
}

// read finds the choice that the draft follows.
func read(menu game.Menu, draft string) (parsed, bool) {
	words := strings.Fields(draft)
	for _, c := range menu {
		fixed := strings.Fields(c.Words)
		if len(words) < len(fixed) || !slices.Equal(words[:len(fixed)], fixed) {
			continue
		}
		if p, ok := readSlots(c, words[len(fixed):]); ok {
			return p, true
		}
	}
	return parsed{}, false
}

// readSlots takes the words slot by slot.
func readSlots(c game.Choice, words []string) (parsed, bool) {
	p := parsed{choice: c, slots: c.Slots}
	for len(words) > 0 {
		if len(p.slots) == 0 {
			return p, false
		}
		s := p.slots[0]
		n := taken(s, words)
		if n < 0 {
			if s.Min > 0 {
				return p, false
			}
			p.slots = p.slots[1:]
			continue
		}
		words = words[n:]
		p.point = p.point || s.Free == "point"
		p.slots = p.slots[1:]
	}
	return p, true
}

// taken counts the words that the slot takes, its mark included; -1 if it is not there.
func taken(s game.Slot, words []string) int {
	n := 0
	if s.Mark != "" {
		if words[0] != s.Mark {
			return -1
		}
		n++
	}
	if s.IsFlag() {
		return n
	}
	for got := 0; n < len(words) && got < s.Max; got++ {
		if s.Free == "" && !slices.Contains(s.Options, words[n]) || s.Free == "point" && !strings.Contains(words[n], ",") {
			break
		}
		n++
	}
	if n == 0 {
		return -1
	}
	return n
}

// fits tells whether the draft belongs to what is asked now.
func fits(p table.Private, draft string) bool {
	a, ok := mainAsk(p)
	if !ok {
		return false
	}
	_, ok = read(a.Menu, draft)
	return ok
}

// whole tells whether nothing that must come is missing.
func (p parsed) whole() bool {
	return !slices.ContainsFunc(p.slots, func(s game.Slot) bool { return s.Min > 0 })
}

// flags are the optional bare words still open.
func (p parsed) flags() []string {
	var out []string
	for _, s := range p.slots {
		if s.IsFlag() {
			out = append(out, s.Mark)
		}
	}
	return out
}

// next is the slot to be filled by a choice now; ok is false when only flags and points that the engine can fill are
// left.
func (p parsed) next() (game.Slot, bool) {
	for _, s := range p.slots {
		if s.Min > 0 || len(s.Options) > 0 {
			return s, true
		}
	}
	return game.Slot{}, false
}

// Press goes on with a draft after a choice in a select, a button or a typed field.
func (Forms) Press(p table.Private, ask, draft string, values []string) bot.Step {
	i := slices.IndexFunc(p.Asks, func(a table.OpenAsk) bool { return a.ID == ask })
	if i < 0 {
		return bot.Step{}
	}
	menu := p.Asks[i].Menu
	if len(values) == 0 {
		return bot.Step{Form: pointForm(p, ask, draft)}
	}
	draft = extend(menu, draft, values)
	at, ok := read(menu, draft)
	if !ok {
		return bot.Step{Order: draft} // typed freely: the rules will say what is wrong with it
	}
	if _, more := at.next(); more || at.point || len(at.flags()) > 0 {
		return bot.Step{Draft: draft}
	}
	return bot.Step{Order: draft}
}

// extend adds the values with the mark of the slot that they fill. A point replaces the one that a staged order has.
func extend(menu game.Menu, draft string, values []string) string {
	text := strings.TrimSpace(strings.Join(values, " "))
	if draft == "" {
		if i := slices.IndexFunc(menu, func(c game.Choice) bool { return c.Words == values[0] }); i >= 0 {
			return text
		}
		if c, ok := loneChoice(menu); ok {
			draft = c.Words
		}
	}
	at, ok := read(menu, draft)
	if !ok {
		return strings.TrimSpace(draft + " " + text)
	}
	if at.point {
		words := strings.Fields(draft)
		return strings.Join(words[:len(words)-1], " ") + " " + text
	}
	if s, more := at.next(); more && s.Mark != "" {
		text = s.Mark + " " + text
	}
	return draft + " " + text
}

// loneChoice is the only choice of the menu that has something to pick; it needs no step of its own.
func loneChoice(menu game.Menu) (game.Choice, bool) {
	var found []game.Choice
	for _, c := range menu {
		if picks(c) {
			found = append(found, c)
		}
	}
	if len(found) != 1 {
		return game.Choice{}, false
	}
	return found[0], true
}

// picks tells whether the choice has more than flags to choose.
func picks(c game.Choice) bool {
	return slices.ContainsFunc(c.Slots, func(s game.Slot) bool { return !s.IsFlag() && (s.Min > 0 || len(s.Options) > 0) })
}

// move is a staged order that moves or deploys a base.
type move struct {
	ref    rules.Ref
	deploy bool
	to     plane.Point
	via    []plane.Point
	has    bool // to is set
}

// readMove understands "move A2 to 12,30", "act move to 12,30 by A3.1" and "deploy A1 at 3,4", whole or begun.
func readMove(v rules.View, draft string) (move, bool) {
	words := strings.Fields(draft)
	var m move
	switch {
	case len(words) > 1 && (words[0] == "move" || words[0] == "deploy"):
		r, err := rules.ParseRef(words[1])
		if err != nil {
			return m, false
		}
		m.ref, m.deploy = r, words[0] == "deploy"
	case len(words) > 1 && words[0] == "act" && words[1] == "move" && v.Acting != nil:
		m.ref = rules.Ref{Label: v.Acting.Label}
		if i := slices.Index(words, "by"); i > 0 && i+1 < len(words) {
			if r, err := rules.ParseRef(words[i+1]); err == nil {
				m.ref = r
			}
		}
	default:
		return m, false
	}
	for i, w := range words {
		pt, err := plane.ParsePoint(w)
		switch {
		case err != nil:
		case words[i-1] == "to" || words[i-1] == "at":
			m.to, m.has = pt, true
		default:
			m.via = append(m.via, pt)
		}
	}
	return m, true
}

// staged is the staged move to be drawn, if the draft is one.
func staged(v rules.View, draft string) *draw.Staged {
	m, ok := readMove(v, draft)
	if !ok || !m.has || m.deploy {
		return nil
	}
	p, ok := v.Piece(m.ref.Label)
	if !ok {
		return nil
	}
	b, ok := p.Base(m.ref.N)
	if !ok {
		return nil
	}
	path := append(append([]plane.Point{b.Point}, m.via...), m.to)
	left, err := v.TryMove(m.ref, m.to, m.via)
	if err != nil {
		left = 0
	}
	return &draw.Staged{Base: m.ref, Path: path, Left: left}
}

// trial says what the staged move would leave, or why it is not possible, as far as its owner can know.
func trial(v rules.View, draft string) string {
	m, ok := readMove(v, draft)
	if !ok || !m.has {
		return ""
	}
	if m.deploy {
		if err := v.TryDeploy(m.ref.Label, m.to); err != nil {
			return "⚠️ " + refusal(err)
		}
		return ""
	}
	left, err := v.TryMove(m.ref, m.to, m.via)
	if err != nil {
		return "⚠️ " + refusal(err)
	}
	return "leaves " + left.String() + "\" of its move"
}
