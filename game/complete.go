package game

import (
	"slices"
	"strings"
)

// Next lists the words that may come next in an order begun as text, by the menus' grammar, in menu order and
// without doubles. When text ends in a space the next word is meant, else the last one is completed (ignoring
// case). A free value is given as its form in angle brackets ("<point>"). It tells only what the menus hold.
func Next(menus []Menu, text string) []string {
	words := strings.Fields(strings.ToLower(text))
	part := ""
	if len(words) > 0 && !strings.HasSuffix(text, " ") {
		part = words[len(words)-1]
		words = words[:len(words)-1]
	}
	var out []string
	for _, m := range menus {
		for _, c := range m {
			for _, w := range c.next(words) {
				if (part == "" || strings.HasPrefix(strings.ToLower(w), part) || strings.HasPrefix(w, "<")) && !slices.Contains(out, w) {
					out = append(out, w)
				}
			}
		}
	}
	return out
}

// next lists the words that may follow the given ones in this choice.
func (c Choice) next(words []string) []string {
	fixed := strings.Fields(c.Words)
	for i, f := range fixed {
		if i == len(words) {
			return []string{f}
		}
		if !strings.EqualFold(f, words[i]) {
			return nil
		}
	}
	return nextInSlots(c.Slots, words[len(fixed):])
}

func nextInSlots(slots []Slot, words []string) []string {
	if len(slots) == 0 {
		return nil
	}
	s, rest := slots[0], slots[1:]
	if s.Mark != "" {
		if len(words) == 0 {
			out := []string{s.Mark}
			if s.Min == 0 {
				out = append(out, nextInSlots(rest, nil)...)
			}
			return out
		}
		if !strings.EqualFold(words[0], s.Mark) {
			if s.Min > 0 {
				return nil
			}
			return nextInSlots(rest, words)
		}
		words = words[1:]
		if s.IsFlag() {
			return nextInSlots(rest, words)
		}
	}
	n := 0
	for n < s.Max && n < len(words) && s.takes(words[n]) {
		n++
	}
	if n < len(words) {
		if n < s.Min {
			return nil
		}
		return nextInSlots(rest, words[n:])
	}
	var out []string
	if n < s.Max {
		out = s.values(words)
	}
	if n >= s.Min {
		out = append(out, nextInSlots(rest, nil)...)
	}
	return out
}

func (s Slot) takes(w string) bool {
	if s.Free != "" {
		return w != "" && (w[0] >= '0' && w[0] <= '9')
	}
	return slices.ContainsFunc(s.Options, func(o string) bool { return strings.EqualFold(o, w) })
}

// values are the slot's options not yet used.
func (s Slot) values(used []string) []string {
	if s.Free != "" {
		return []string{"<" + s.Free + ">"}
	}
	var out []string
	for _, o := range s.Options {
		if !slices.ContainsFunc(used, func(u string) bool { return strings.EqualFold(u, o) }) {
			out = append(out, o)
		}
	}
	return out
}
