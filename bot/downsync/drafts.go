package downsync

import (
	"slices"
	"strconv"
	"strings"

	"downsync/bot/downsync/wording"
	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/advice"
	"downsync/game/order"
	"downsync/game/plane"
	"downsync/game/table"
	"downsync/game/terrain"
)

// Drafts, which are answers begun: what they move, reveal and choose.

// A draft is an answer begun. The bot stores it in the controls of a console, so that buttons survive restarts.
type draft = menu.Draft

// Marks of drafts besides the squares of the grid. fine: nudges are a quarter of an inch. why: the player asked what is
// impossible, and why. more: the player asked for everything that a phone has no room for.
const fine, why, more = "fine", "why", "more"

// square returns the square of the grid whose points the draft shows, or "".
func square(d draft) string {
	if d.Mark == fine || d.Mark == why || d.Mark == more {
		return ""
	}
	return d.Mark
}

// subject returns the piece that the choice names first, or "".
func subject(c order.Choice) string {
	if len(c.Given) == 0 {
		return ""
	}
	return c.Given[0].Values[0]
}

// withShortcuts adds the choices that give several orders each.
func withShortcuts(v wording.Reading, a table.OpenAsk) table.OpenAsk {
	a.Menu = v.WithShortcuts(a.Name, a.Menu)
	return a
}

func has(c game.Choice, slot string) bool {
	return slices.ContainsFunc(c.Slots, func(s game.Slot) bool { return s.Name == slot })
}

// offers reports whether an order of the menu may begin with these words.
func offers(m game.Menu, words string) bool {
	_, err := m.Read(words)
	return err == nil
}

// readMove reads the draft of a move, whole or begun. ok is false for any other draft. It takes from the menu which bases can
// still move.
func readMove(v wording.Reading, menu game.Menu, d draft) (advice.Move, bool) {
	m, ok := moved(v, menu, d)
	if at := terrain.PointsIn(d.Partial, placeSlot(m)); ok && len(at) > 0 {
		m.To, m.Has = at[0], true
		if m.Sprint {
			m.Spots = at
		}
	}
	m.Via = terrain.PointsIn(d.Partial, "via")
	return m, ok
}

// moved returns what the draft moves, without the places.
func moved(v wording.Reading, menu game.Menu, d draft) (m advice.Move, ok bool) {
	switch d.Verb() {
	case "move":
		m.Ref = rules.RefIn(d.Partial, "base")
		m.Last = len(rules.MovableBases(menu, m.Ref.Label)) == 1
		return m, true
	case "deploy":
		m.Ref, m.Deploy = rules.Ref{Label: rules.LabelIn(d.Partial, "ping")}, true
		return m, m.Ref.Label != ""
	case rules.Onward, rules.Farther:
		m.Ref.Label = rules.LabelIn(d.Partial, "piece")
		return m, true
	case rules.Together:
		return advice.MoveOf(menu, rules.LabelIn(d.Partial, "piece")), true
	}
	if v.Acting == nil {
		return m, false
	}
	m.Ref = rules.Ref{Label: v.Acting.Label}
	switch {
	case d.Verb() == "act move":
		m.Last = true
		if d.Value("by") != "" {
			m.Ref = rules.RefIn(d.Partial, "by")
		}
		return m, true
	case d.Value("use") == "sprint":
		m.Sprint = true
		p, _ := v.Piece(m.Ref.Label)
		m.All = page.Each(p.Bases, func(b rules.Base) rules.Ref { return rules.Ref{Label: p.Label, N: b.N} })
		return m, len(m.All) > 0
	}
	return m, false
}

// placeSlot returns the name of the destination's slot.
func placeSlot(m advice.Move) string {
	if m.Deploy || m.Sprint {
		return "at"
	}
	return "to"
}

// placeValues returns the place as the draft writes it. For a sprint these are the places of all bases.
func placeValues(m advice.Move, v wording.Reading, to plane.Point) []string {
	if !m.Sprint {
		return []string{to.String()}
	}
	return page.Each(m.Places(v.View, to), plane.Point.String)
}

func placeWords(m advice.Move, v wording.Reading, to plane.Point) string {
	return strings.Join(placeValues(m, v, to), " ")
}

// placed returns the draft with the place as its destination.
func placed(m advice.Move, v wording.Reading, d draft, to plane.Point) draft {
	return d.With(placeSlot(m), placeValues(m, v, to)...)
}

// typedPoints reads points as people type them: "12.5, 30", "(12.5; 30)", "F7". The second value is the way to the first.
func typedPoints(values []string) string {
	to := strings.Join(pairs(values[0]), " ")
	if len(values) > 1 && strings.TrimSpace(values[1]) != "" {
		to += " via " + strings.Join(pairs(values[1]), " ")
	}
	return to
}

// pairs joins the numbers of a text in twos, as points are written. A square is a point by itself.
func pairs(text string) []string {
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,;()\t\"", r) })
	var out []string
	for len(words) > 0 {
		n := 2
		if _, ok := plane.ParseSquare(words[0]); ok {
			n = 1
		}
		if n > len(words) {
			return strings.Fields(text)
		}
		out, words = append(out, strings.Join(words[:n], ",")), words[n:]
	}
	return out
}

// readMarch reads "everyone towards B4 upto 3". ok is false while the goal is missing.
func readMarch(d draft) (m advice.March, ok bool) {
	m = advice.March{Goal: d.Value("goal"), Upto: rules.MostFar * 1000}
	if n, err := strconv.Atoi(d.Value("far")); err == nil {
		m.Upto = plane.Inch(n) * 1000
	}
	return m, d.Verb() == rules.Everyone && m.Goal != ""
}

// reveals returns the contacts that a draft reveals, with the Units that they become.
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

// counterTurn is the order that answers every hit of the Turn. It is offered regardless of the tokens left (D16).
var counterTurn = rules.Counter{Token: "cm", Turn: true}.Order()

// counterAll spends the base's own CM tokens on this hit, one by one until one works.
var counterAll = rules.Counter{Token: "cm", All: true}.Order()

// defenceless reports whether the question is about a hit for which no token is left.
func defenceless(a table.OpenAsk) bool { return a.Name == "counter" && len(a.Menu) == 2 }

// forced reports whether the slot leaves no choice. Targets, and Units with an optional reveal, are picked even if there is
// only one.
func forced(c *layout, s game.Slot) bool {
	return s.Min > 0 && s.Min == len(s.Options) && s.Name != "target" && (s.Name != "unit" || c.Ask.Name == "identify")
}
