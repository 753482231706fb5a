package order

import (
	"slices"
	"strings"
)

// Read reads a line as an order of the menu or as the beginning of one. It prefers a whole order to a beginning, and the first
// choice that fits. The error, an *Error, says what was expected if no choice fits.
func (m Menu) Read(line string) (Partial, error) {
	words := strings.Fields(strings.ToLower(line))
	all := m.readings(words, false)
	var best *reader
	for _, r := range all {
		if len(r.rest) == 0 && (best == nil || r.rank() > best.rank()) {
			best = r
		}
	}
	if best == nil {
		return Partial{}, refusal(words, all)
	}
	return best.Partial, nil
}

// ReadWhole is Read for lines that must be whole.
func (m Menu) ReadWhole(line string) (Partial, error) {
	p, err := m.Read(line)
	if err == nil && !p.Whole() {
		words := strings.Fields(strings.ToLower(line))
		err = refusal(words, m.readings(words, false))
	}
	return p, err
}

// readings reads the words along each choice that begins like them; with near it reads along every choice.
func (m Menu) readings(words []string, near bool) []*reader {
	var out []*reader
	for _, c := range m {
		if first, _, _ := strings.Cut(c.Words, " "); near || len(words) == 0 || strings.EqualFold(first, words[0]) {
			r := &reader{Partial: c.blank(), rest: words, words: len(words), near: near}
			r.read()
			out = append(out, r)
		}
	}
	return out
}

// reader reads words along a choice. With near, words may be a slip or two away, and marks may be missing.
type reader struct {
	Partial
	rest  []string
	left  []string // rest before small words were skipped
	words int      // the number of words at the start
	near  bool
	slips int
	// passed is the number of small words that were skipped.
	passed int
	err    error // why a value does not fit
	errAt  int   // the number of words left then
	stuck  bool  // at the words after a mark
}

// read reads as many words as possible.
func (r *reader) read() {
	for _, f := range r.fixed {
		if _, ok := r.word([]string{f}, true); !ok {
			return
		}
		r.begun++
	}
	for len(r.rest) > 0 && r.step() {
	}
	r.left = r.rest
	if r.near && len(r.rest) > 0 {
		r.skip()
	}
}

// step reads the words for one slot.
func (r *reader) step() bool {
	if r.marks(false) || !r.stuck && r.unmarked() {
		return true
	}
	return r.near && (r.marks(true) || r.unsaid())
}

// marks reads a mark with its values. An exact mark may be of any open slot; a near one is tried in the slots' order.
func (r *reader) marks(near bool) bool {
	for i, s := range r.slots {
		if s.Mark == "" || !r.open(i) && !(s.Again && r.more(i)) {
			continue
		}
		before := *r
		if near {
			if _, ok := r.word([]string{s.Mark}, false); !ok {
				continue
			}
		} else if !strings.EqualFold(r.rest[0], s.Mark) {
			continue
		} else {
			r.rest = r.rest[1:]
		}
		if r.after(i) {
			return true
		}
		if r.stuck = !r.near && r.taken[i].there; r.stuck {
			return false
		}
		*r = before
	}
	return false
}

// after reads the values after a mark.
func (r *reader) after(i int) bool {
	s := r.slots[i]
	for j := r.from; j < i; j++ { // slots without a mark come first
		if t := r.slots[j]; t.Mark == "" && len(r.taken[j].values) < t.Min {
			return false
		}
	}
	r.fill(i)
	if s.IsFlag() {
		return true
	}
	n := 0
	for len(r.rest) > 0 && r.more(i) && (n == 0 && !s.Bare || !r.isMark(r.rest[0])) && r.value(i) {
		n++
	}
	return n > 0 || s.Bare || len(r.rest) == 0 && len(r.taken[i].values) == 0
}

func (r *reader) more(i int) bool { return len(r.taken[i].values) < r.slots[i].Max }

func (r *reader) isMark(word string) bool {
	return slices.ContainsFunc(r.slots, func(s Slot) bool { return s.Mark != "" && strings.EqualFold(s.Mark, word) })
}

// unmarked reads one value of the next slot without a mark.
func (r *reader) unmarked() bool {
	for i := r.from; i < len(r.slots); i++ {
		switch {
		case r.slots[i].Mark != "" || !r.more(i):
		case r.value(i):
			return true
		case len(r.taken[i].values) == 0:
			return false
		}
	}
	return false
}

// unsaid reads the values of a slot whose required mark is missing.
func (r *reader) unsaid() bool {
	for i, s := range r.slots {
		if s.Mark == "" || s.Min == 0 || !r.open(i) {
			continue
		}
		before := *r
		r.slips++
		if r.after(i) && len(r.taken[i].values) > 0 {
			return true
		}
		*r = before
	}
	return false
}

// value reads one value of the slot.
func (r *reader) value(i int) bool {
	s := r.slots[i]
	rest, slips, passed := r.rest, r.slips, r.passed
	if r.near {
		r.dash()
	}
	v, n, err := s.read(r.rest)
	typed := r.rest
	if r.near && n < 2 && len(s.Options) > 0 {
		if v, ok := r.word(s.Options, true); ok {
			r.slips += when(r.ranges(i, typed), 1)
			r.fill(i, v)
			return true
		}
	}
	if r.near && err != nil && s.IsFree() {
		before := r.rest
		if r.skip(); len(r.rest) > 0 {
			v, n, err = s.read(append([]string{strings.Trim(r.rest[0], "()")}, r.rest[1:]...))
		}
		if err != nil {
			r.rest = before
		}
	}
	if err != nil {
		if r.errAt != len(r.rest) {
			r.err, r.errAt = err, len(r.rest)
		}
		r.rest, r.slips, r.passed = rest, slips, passed
		return false
	}
	r.rest = r.rest[n:]
	r.slips += when(r.near && r.ranges(i, typed), 1)
	r.fill(i, v)
	return true
}

func when(is bool, n int) int {
	if is {
		return n
	}
	return 0
}

// Takes reports whether the words begin with a value of the slot.
func (s Slot) Takes(words []string) bool {
	if len(words) == 0 || s.IsFlag() {
		return false
	}
	_, _, err := s.read(words)
	return err == nil
}

// read reads one value from the first n of the words.
func (s Slot) read(words []string) (value string, n int, err error) {
	value, n = words[0], 1
	if s.Kind != nil {
		if value, n, err = s.Kind.Read(words); err != nil || len(s.Options) == 0 {
			return value, n, err
		}
	}
	i := slices.IndexFunc(s.Options, func(o string) bool { return strings.EqualFold(o, value) })
	if i < 0 {
		return "", 0, expected("%q: expected %s", words[0], list(s.Options))
	}
	return s.Options[i], n, nil
}
