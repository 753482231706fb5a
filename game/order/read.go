package order

import (
	"fmt"
	"slices"
	"strings"
)

func (e *Error) Error() string {
	if len(e.Args) == 0 {
		return e.Text
	}
	return fmt.Sprintf(e.Text, e.Args...)
}

// Partial is an order, or the beginning of one, read along a choice.
type Partial struct {
	Choice Choice
	fixed  []string
	slots  []Slot
	begun  int     // how many of the fixed words stand
	taken  []taken // by slot
	last   int     // the slot that was filled last; -1: none
	from   int     // the first slot that may be filled without a mark
}

// taken is what was read for a slot.
type taken struct {
	there  bool // its mark or a value stands
	values []string
}

// Begin is the choice with nothing said but its fixed words.
func (c Choice) Begin() Partial {
	p := c.blank()
	p.begun = len(p.fixed)
	if c.Loose > 0 {
		p.fill(0, p.slots[0].Options...)
	}
	return p
}

func (c Choice) blank() Partial {
	p := Partial{Choice: c, last: -1}
	p.fixed, p.slots = c.form()
	p.taken = make([]taken, len(p.slots))
	return p
}

// Chosen tells whether all fixed words stand.
func (p Partial) Chosen() bool {
	return p.fixed != nil && p.begun == len(p.fixed) && (p.Choice.Loose == 0 || p.taken[0].there)
}

// Whole tells whether nothing is missing.
func (p Partial) Whole() bool {
	for i, s := range p.slots {
		if len(p.taken[i].values) < s.Min || p.waits(i) {
			return false
		}
	}
	return p.Chosen()
}

// waits tells whether a mark stands whose values are missing.
func (p Partial) waits(i int) bool {
	s, t := p.slots[i], p.taken[i]
	return t.there && len(t.values) == 0 && !s.IsFlag() && !s.Bare
}

// Marked tells whether the order ends in a mark whose values are missing.
func (p Partial) Marked() bool { return p.last >= 0 && p.waits(p.last) }

// Given is what stands in the slots, in their order.
func (p Partial) Given() []Given {
	var out []Given
	for i, t := range p.taken {
		if (t.there || len(t.values) > 0) && !p.loose(i) {
			out = append(out, Given{p.slots[i], t.values})
		}
	}
	return out
}

// Open are the slots of which nothing stands yet but perhaps the mark, in their order: those after the last that was filled,
// and those that are missing.
func (p Partial) Open() []Slot {
	var out []Slot
	for i, s := range p.slots {
		if !p.loose(i) && (p.ahead(i) || p.waits(i)) {
			out = append(out, s)
		}
	}
	return out
}

func (p Partial) loose(i int) bool { return i == 0 && p.Choice.Loose > 0 }

// open tells whether nothing stands for the slot, and something still may.
func (p Partial) open(i int) bool {
	return !p.taken[i].there && (p.slots[i].Mark != "" || i >= p.from)
}

// ahead tells whether the slot is open, and its turn comes or it is missing.
func (p Partial) ahead(i int) bool { return p.open(i) && (i > p.last || p.slots[i].Min > 0) }

// Verb is the name of the order.
func (p Partial) Verb() string { return p.Choice.Verb }

// Values are what the order says for the slot of that name, in its fixed words or after them.
func (p Partial) Values(name string) []string {
	if i := p.index(name); i >= 0 {
		return p.taken[i].values
	}
	for _, g := range p.Choice.Given {
		if g.Slot.Name == name {
			return g.Values
		}
	}
	return nil
}

func (p Partial) index(name string) int {
	return slices.IndexFunc(p.slots, func(s Slot) bool { return s.Name == name })
}

// With is the order with these values in the slot of that name, which the choice has, in place of what it said there.
func (p Partial) With(name string, values ...string) Partial {
	i := p.index(name)
	p.taken = slices.Clone(p.taken)
	p.taken[i] = taken{}
	p.fill(i, values...)
	return p
}

// Until is the order without what it says for the slot of that name and those after it.
func (p Partial) Until(name string) Partial {
	i := p.index(name)
	if i < 0 {
		return p
	}
	p.taken = append(slices.Clone(p.taken[:i]), make([]taken, len(p.taken)-i)...)
	p.last, p.from = i-1, min(p.from, i)
	return p
}

// Value is the first of the Values, or "".
func (p Partial) Value(name string) string {
	if v := p.Values(name); len(v) > 0 {
		return v[0]
	}
	return ""
}

// Has tells whether the order fills the slot of that name or says its mark.
func (p Partial) Has(name string) bool {
	return slices.ContainsFunc(p.Given(), func(g Given) bool { return g.Slot.Name == name })
}

// String writes the order as far as it goes.
func (p Partial) String() string {
	words := slices.Clone(p.fixed[:p.begun])
	for i, t := range p.taken {
		s := p.slots[i]
		if t.there && s.Mark != "" {
			words = append(words, s.Mark)
		}
		for n, v := range t.values {
			if n > 0 && s.Again {
				words = append(words, s.Mark)
			}
			words = append(words, v)
		}
	}
	return strings.Join(words, " ")
}

// fill adds values to the slot.
func (p *Partial) fill(i int, values ...string) {
	p.taken = slices.Clone(p.taken)
	t := &p.taken[i]
	t.there, t.values = true, append(slices.Clip(t.values), values...)
	p.last, p.from = i, max(p.from, i)
}

// Read reads a line as an order of the menu or as the beginning of one: a whole one before one that only begins, else the
// first choice that fits. The error, an *Error, says what was expected where no choice goes on.
func (m Menu) Read(line string) (Partial, error) {
	all := m.readings(strings.Fields(strings.ToLower(line)), false)
	var best *reader
	for _, r := range all {
		if len(r.rest) == 0 && (best == nil || r.rank() > best.rank()) {
			best = r
		}
	}
	if best == nil {
		return Partial{}, refusal(all)
	}
	return best.Partial, nil
}

// ReadWhole is Read for lines that must be whole.
func (m Menu) ReadWhole(line string) (Partial, error) {
	p, err := m.Read(line)
	if err == nil && !p.Whole() {
		err = refusal(m.readings(strings.Fields(strings.ToLower(line)), false))
	}
	return p, err
}

// readings reads the words along each choice.
func (m Menu) readings(words []string, near bool) []*reader {
	out := make([]*reader, len(m))
	for i, c := range m {
		out[i] = &reader{Partial: c.blank(), rest: words, words: len(words), near: near}
		out[i].read()
	}
	return out
}

// rank is higher the more of the choice stands.
func (p Partial) rank() int {
	switch {
	case p.Whole():
		return 2
	case p.Chosen():
		return 1
	}
	return 0
}

// reader reads words along a choice. With near, words may be a slip or two away, and marks may be missing.
type reader struct {
	Partial
	rest  []string
	words int // how many words there were
	near  bool
	slips int
	err   error // why a value does not fit
	errAt int   // how many words were left then
	stuck bool  // at what stands after a mark
}

// read goes as far as it can.
func (r *reader) read() {
	for _, f := range r.fixed {
		if _, ok := r.word([]string{f}, true); !ok {
			return
		}
		r.begun++
	}
	for len(r.rest) > 0 && r.step() {
	}
	if r.near && len(r.rest) > 0 {
		r.skip()
	}
}

// step reads what stands for one slot.
func (r *reader) step() bool {
	if r.marks(false) || !r.stuck && r.unmarked() {
		return true
	}
	return r.near && (r.marks(true) || r.unsaid())
}

// marks reads a mark with its values. An exact one may be of any slot that is open; one that is only near is tried in the
// slots' order.
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
	for j := r.from; j < i; j++ { // what has no mark comes first
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

// unmarked reads one value of the slot without a mark whose turn it is.
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

// unsaid reads the values of a slot whose mark is missing though it has to stand.
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
	v, n, err := s.read(r.rest)
	if r.near && n < 2 && len(s.Options) > 0 {
		if v, ok := r.word(s.Options, true); ok {
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
		return false
	}
	r.rest = r.rest[n:]
	r.fill(i, v)
	return true
}

// Takes tells whether the words begin with a value of the slot.
func (s Slot) Takes(words []string) bool {
	if len(words) == 0 || s.IsFlag() {
		return false
	}
	_, _, err := s.read(words)
	return err == nil
}

// read takes one value from the first n of the words.
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

// mostListed is how many words a refusal lists.
const mostListed = 12

func list(words []string) string {
	if len(words) > mostListed {
		words = append(slices.Clone(words[:mostListed]), "…")
	}
	return strings.Join(words, ", ")
}

// refusal says what was expected where the readings that came furthest stopped.
func refusal(all []*reader) error {
	least := -1
	var words []string
	var form, reason error
	rest := []string(nil)
	for _, r := range all {
		if least >= 0 && len(r.rest) > least {
			continue
		}
		if len(r.rest) < least || least < 0 {
			least, rest, words, form, reason = len(r.rest), r.rest, nil, nil, nil
		}
		w, kind := named(r.next())
		if len(rest) == 0 {
			w, kind = named(r.missing())
		}
		words = append(words, w...)
		if form == nil && kind != "" {
			form = expected("here the order should go on with %s", kind)
		}
		if reason == nil && r.errAt == least {
			reason = r.err
		}
	}
	slices.Sort(words)
	words = slices.Compact(words)
	switch {
	case len(rest) > 0 && len(rest) == all[0].words:
		return expected("%q is no order", rest[0])
	case len(rest) > 0 && reason != nil:
		if e, ok := reason.(*Error); ok {
			return e
		}
		return expected("%s", reason)
	case len(rest) > 0 && len(words) == 0:
		return expected("%q is too much here", rest[0])
	case len(rest) > 0:
		return expected("%q: expected %s", rest[0], list(words))
	case form != nil:
		return form
	case len(words) == 1:
		return expected("here the order should go on with %q", words[0])
	}
	return expected("here the order should go on with %s", list(words))
}

// missing are the words of which one has to come next.
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

// named are the words that are listed, and an example of the first that is not.
func named(next []Word) (words []string, form Example) {
	for _, n := range next {
		if n.Kind == nil {
			words = append(words, n.Text)
		} else if form == "" {
			form = n.Kind.Example()
		}
	}
	return words, form
}
