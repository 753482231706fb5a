package game

import (
	"fmt"
	"strconv"
)

// Number is the number of an event in a viewer's log. Everybody counts the events that all were told. What a viewer was told
// alone has the number of the last of these events, with a letter: 12, 12a, 12b, 13. So a number that two people name means the same
// event, and no number shows how much others were told alone.
type Number struct {
	Event int // of the last event that all were told, from 1; 0 before the first
	Alone int // what the viewer was told alone since then, from 1; 0: the event itself
}

const letters = 26

// String writes the number as people do: "12", "12a", "12z", "12aa".
func (n Number) String() string {
	s := ""
	for k := n.Alone; k > 0; k = (k - 1) / letters {
		s = string(rune('a'+(k-1)%letters)) + s
	}
	return strconv.Itoa(n.Event) + s
}

// Less reports whether the event comes before another one in the same log.
func (n Number) Less(x Number) bool {
	return n.Event < x.Event || n.Event == x.Event && n.Alone < x.Alone
}

// longestNumber is the greatest length of a written Number that is read.
const longestNumber = 12

// ParseNumber reads a number as String writes it; capital letters count as small ones.
func ParseNumber(s string) (n Number, err error) {
	bad := fmt.Errorf("%q is not an event's number: expected one such as 12 or 12a", s)
	digits := 0
	for digits < len(s) && '0' <= s[digits] && s[digits] <= '9' {
		digits++
	}
	if digits == 0 || len(s) > longestNumber {
		return n, bad
	}
	if n.Event, err = strconv.Atoi(s[:digits]); err != nil {
		return Number{}, bad
	}
	for _, c := range s[digits:] {
		switch {
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		case c < 'a' || c > 'z':
			return Number{}, bad
		}
		if n.Alone = n.Alone*letters + int(c-'a') + 1; n.Alone > 1<<20 {
			return Number{}, bad
		}
	}
	if n == (Number{}) {
		return n, bad
	}
	return n, nil
}

// next returns the number of a fact that a viewer is told after the one with that number. open reports whether everybody is told it,
// public how many facts everybody was told by then, with this one.
func (n Number) next(open bool, public int) Number {
	switch {
	case open:
		return Number{Event: public}
	case n.Event == public:
		return Number{Event: public, Alone: n.Alone + 1}
	}
	return Number{Event: public, Alone: 1}
}

// numbered holds the numbers of what a viewer was told in the first entries of a match.
type numbered struct {
	all             []Number
	entries, public int // read so far
}

func (m *match[S]) Numbers(v Viewer) []Number {
	unpack(m)
	if m.numbers == nil {
		m.numbers = make([]numbered, len(m.told))
	}
	i := reader(m, v)
	v, at := viewer(m, i), &m.numbers[i]
	for ; at.entries < len(m.entries); at.entries++ {
		for _, f := range m.entries[at.entries].facts {
			open := f.For(Onlooker()) != nil
			if open {
				at.public++
			}
			if f.For(v) != nil {
				var last Number
				if n := len(at.all); n > 0 {
					last = at.all[n-1]
				}
				at.all = append(at.all, last.next(open, at.public))
			}
		}
	}
	n := len(at.all)
	return at.all[:n:n]
}

// PublicNumbers returns the numbers of that many facts that everybody was told.
func PublicNumbers(n int) []Number {
	out := make([]Number, n)
	for i := range out {
		out[i].Event = i + 1
	}
	return out
}
