package downsync

import (
	"regexp"
	"strings"

	"downsync/game"
	"downsync/game/table"
)

// Typed works out places that are said in words ("move A2 towards B4 up to 6") and Units that move together ("together A3
// to 12,10"), from what the seat knows.
func (f Forms) Typed(p table.Private, line string) string {
	v := f.reads(p.View, p.Meta)
	for _, a := range p.Asks {
		a = withTogether(v, a)
		if order, ok := worded(p, v, a, line); ok {
			return order
		}
	}
	return line
}

var mover = regexp.MustCompile(`(?i)^\s*(move|together|act\s+move)\s+(?:by\s+)?([a-z]\d+(?:\.\d+)?)\s+(.+)$`)

// worded reads such a line in answer to that question.
func worded(p table.Private, v reading, a table.OpenAsk, line string) (string, bool) {
	m := mover.FindStringSubmatch(line)
	if m == nil {
		return "", false
	}
	verb := strings.Join(strings.Fields(strings.ToLower(m[1])), " ")
	begun := verb + " " + strings.ToUpper(m[2])
	if verb == "act move" {
		begun = "act move by " + strings.ToUpper(m[2])
	}
	draft, slips, ok := game.Meant([]game.Menu{a.Menu}, begun+" to 1,1")
	if !ok || slips > 0 {
		return "", false
	}
	draft = cutPoint(draft)
	how := strings.TrimSpace(m[3])
	if words := strings.Fields(how); len(words) > 0 && strings.EqualFold(words[0], "to") {
		how = strings.Join(words[1:], " ")
	}
	values := understood(p, v, a, draft, []string{how})
	if values[0] == how && verb != together {
		return "", false // a point, or what is no place at all: the rules read it
	}
	full := extend(a.Menu, draft, values)
	if at, ok := read(a.Menu, full); !ok || !at.Whole() {
		return "", false
	}
	return orders(v, a.Menu, full), true
}
