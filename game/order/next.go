package order

import (
	"slices"
	"strings"
)

// Word is a word that may come next. If values are not listed, Kind is their kind and Text is its name in angle brackets:
// "<point>".
type Word struct {
	Text string
	Kind Kind
}

// Hint returns the continuation of the word with an example of a value, ", like 12.5,30", or "" if the word is listed.
func (w Word) Hint() Example {
	if k, ok := w.Kind.(interface{ Hint() Example }); ok {
		return k.Hint()
	}
	return ""
}

// Next lists the words that may come next in an order begun as text, in the order of the menus and without doubles. If text
// ends in a space, these follow the last word; otherwise they complete it.
func Next(menus []Menu, text string) []Word {
	words := strings.Fields(strings.ToLower(text))
	part := ""
	if len(words) > 0 && !strings.HasSuffix(text, " ") {
		part = words[len(words)-1]
		words = words[:len(words)-1]
	}
	var out []Word
	for _, m := range menus {
		for _, r := range m.readings(words, false) {
			if len(r.rest) > 0 {
				continue
			}
			for _, w := range r.next() {
				if (w.Kind != nil || strings.HasPrefix(strings.ToLower(w.Text), part)) && !slices.Contains(out, w) {
					out = append(out, w)
				}
			}
		}
	}
	return out
}

// next lists the words that may follow.
func (p Partial) next() []Word {
	if p.begun < len(p.fixed) {
		return []Word{{Text: p.fixed[p.begun]}}
	}
	var out []Word
	if p.last >= 0 && !p.slots[p.last].IsFlag() {
		s, n := p.slots[p.last], len(p.taken[p.last].values)
		if n < s.Max {
			out = s.values(p.taken[p.last].values)
		}
		if n < s.Min || p.waits(p.last) {
			return out
		}
	}
	blocked := false // leaving out an optional value without a mark leaves out those after it
	for i, s := range p.slots {
		switch {
		case !p.ahead(i):
		case s.Mark != "":
			out = append(out, Word{Text: s.Mark})
			if s.Min > 0 {
				return out
			}
		case !blocked:
			out = append(out, s.values(nil)...)
			if blocked = true; s.Min > 0 {
				return out
			}
		}
	}
	return out
}

// values returns the possible values of the slot after the used ones.
func (s Slot) values(used []string) []Word {
	if len(s.Options) == 0 {
		return []Word{{"<" + s.Kind.Name() + ">", s.Kind}}
	}
	var out []Word
	for _, o := range s.Options {
		if !slices.Contains(used, o) {
			out = append(out, Word{Text: o})
		}
	}
	return out
}
