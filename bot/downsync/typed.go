package downsync

import (
	"strings"

	"downsync/bot/menu"
	"downsync/game/table"

	rules "downsync/game/downsync"
)

// Typed works out places that are said in words ("move A2 towards B4 up to 6") and Units that move together ("together A3
// to 12,10"), from what the seat knows.
func (f Forms) Typed(p table.Private, line string) string {
	v := reads(f, p.View, p.Meta)
	for _, a := range p.Asks {
		if orders, ok := worded(newLayout(p, v, withShortcuts(v, a)), line); ok {
			return orders
		}
	}
	return line
}

// worded reads such a line in answer to that question: the beginning of a move, and in words where to.
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

// begunWith is the longest beginning of the words that chooses where to go but does not say it, and what follows.
func begunWith(c *layout, words []string) (draft, string) {
	for n := len(words); n > 0; n-- {
		d, ok := menu.Read(c.Ask.Menu, strings.Join(words[:n], " "))
		if ok && !d.Placed() && !d.None() {
			return d, strings.Join(words[n:], " ")
		}
	}
	return draft{}, ""
}
