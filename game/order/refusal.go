package order

import (
	"slices"
	"strings"

	"downsync/game/text"
)

// Error says what was expected in a line. Hosts may translate its text, which is a format if there are Args.
type Error struct {
	Text text.Text
	Args []any
}

func expected(format text.Text, args ...any) *Error { return &Error{format, args} }

// Said returns the English format and its arguments.
func (e *Error) Said() (format text.Text, args []any) { return e.Text, e.Args }

func (e *Error) Error() string { return e.Text.Format(e.Args...) }

// mostListed is the greatest number of words that a refusal lists.
const mostListed = 12

func list(words []string) string {
	if len(words) > mostListed {
		words = append(slices.Clone(words[:mostListed]), "…")
	}
	return strings.Join(words, ", ")
}

// refusal says what was expected where the longest readings stopped.
func refusal(words []string, all []*reader) error {
	if len(all) == 0 {
		return expected("%q is no order", strings.Join(words[:min(1, len(words))], ""))
	}
	rest := slices.MinFunc(all, func(x, y *reader) int { return len(x.rest) - len(y.rest) }).rest
	var next []Word
	for _, r := range all {
		switch {
		case len(r.rest) > len(rest):
		case len(rest) == 0:
			next = append(next, r.missing()...)
		case r.errAt != len(rest):
			next = append(next, r.next()...)
		default:
			return said(r.err)
		}
	}
	listed, example := named(next)
	switch {
	case len(rest) > 0 && len(listed) == 0:
		return expected("%q is too much here", rest[0])
	case len(rest) > 0:
		return expected("%q: expected %s", rest[0], list(listed))
	case example != "":
		return expected("here the order should go on with %s", example)
	case len(listed) == 1:
		return expected("here the order should go on with %q", listed[0])
	}
	return expected("here the order should go on with %s", list(listed))
}

// said returns the error of a Kind as an Error.
func said(err error) error {
	if e, ok := err.(*Error); ok {
		return e
	}
	return expected("%s", err)
}

// missing returns the words from which the next one must come.
func (p Partial) missing() []Word {
	for i, s := range p.slots {
		switch {
		case p.begun < len(p.fixed):
			return p.next()
		case p.waits(i):
			return s.values(nil)
		case len(p.taken[i].values) >= s.Min:
		case s.Mark != "" && !p.taken[i].there:
			return []Word{{Text: s.Mark}}
		default:
			return s.values(p.taken[i].values)
		}
	}
	return p.next()
}

// named returns the listed words, and an example of the first value that is not listed.
func named(next []Word) (listed []string, example Example) {
	for _, n := range next {
		switch {
		case n.Kind == nil && !slices.Contains(listed, n.Text):
			listed = append(listed, n.Text)
		case n.Kind != nil && example == "":
			example = n.Kind.Example()
		}
	}
	return listed, example
}
