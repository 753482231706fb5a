package order

import (
	"slices"
	"strings"
)

// Partial is an order, or the beginning of one, read along a choice.
type Partial struct {
	Choice Choice
	fixed  []string
	slots  []Slot
	begun  int     // the number of fixed words read
	taken  []taken // by slot
	last   int     // the slot that was filled last; -1: none
	from   int     // the first slot that may be filled without a mark
}

// taken holds what was read for a slot.
type taken struct {
	there  bool // its mark or a value was read
	values []string
}

// Begin returns the choice with only its fixed words said.
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

// Chosen reports whether all fixed words have been read.
func (p Partial) Chosen() bool {
	return p.fixed != nil && p.begun == len(p.fixed) && (p.Choice.Loose == 0 || p.taken[0].there)
}

// Whole reports whether nothing is missing.
func (p Partial) Whole() bool {
	for i, s := range p.slots {
		if len(p.taken[i].values) < s.Min || p.waits(i) {
			return false
		}
	}
	return p.Chosen()
}

// waits reports whether the slot's mark was read but its values are missing.
func (p Partial) waits(i int) bool {
	s, t := p.slots[i], p.taken[i]
	return t.there && len(t.values) == 0 && !s.IsFlag() && !s.Bare
}

// Marked reports whether the order ends in a mark whose values are missing.
func (p Partial) Marked() bool { return p.last >= 0 && p.waits(p.last) }

// Given returns what the order says for its slots, in their order.
func (p Partial) Given() []Given {
	var out []Given
	for i, t := range p.taken {
		if (t.there || len(t.values) > 0) && !p.loose(i) {
			out = append(out, Given{p.slots[i], t.values})
		}
	}
	return out
}

// Open returns the slots without values, in their order: those after the last slot that was filled, and those that are missing.
// Their marks may have been read.
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

// open reports whether nothing was read for the slot, and something still may be.
func (p Partial) open(i int) bool {
	return !p.taken[i].there && (p.slots[i].Mark != "" || i >= p.from)
}

// ahead reports whether the slot is open, and comes after the last filled slot or must be filled.
func (p Partial) ahead(i int) bool { return p.open(i) && (i > p.last || p.slots[i].Min > 0) }

// Verb returns the name of the order.
func (p Partial) Verb() string { return p.Choice.Verb }

// Values returns what the order says for the slot of that name, in its fixed words or after them.
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

// With returns the order with these values in the slot of that name, which the choice has, in place of the previous ones.
func (p Partial) With(name string, values ...string) Partial {
	i := p.index(name)
	p.taken = slices.Clone(p.taken)
	p.taken[i] = taken{}
	p.fill(i, values...)
	return p
}

// Without returns the order without its values for the slot of that name.
func (p Partial) Without(name string) Partial {
	i := p.index(name)
	if i < 0 {
		return p
	}
	p.taken = slices.Clone(p.taken)
	p.taken[i], p.last = taken{}, -1
	for i, t := range p.taken {
		if t.there {
			p.last = i
		}
	}
	return p
}

// Until returns the order without its values for the slot of that name and those after it.
func (p Partial) Until(name string) Partial {
	i := p.index(name)
	if i < 0 {
		return p
	}
	p.taken = append(slices.Clone(p.taken[:i]), make([]taken, len(p.taken)-i)...)
	p.last, p.from = i-1, min(p.from, i)
	return p
}

// Value returns the first of the Values, or "".
func (p Partial) Value(name string) string {
	if v := p.Values(name); len(v) > 0 {
		return v[0]
	}
	return ""
}

// Has reports whether the order fills the slot of that name or has its mark.
func (p Partial) Has(name string) bool {
	return slices.ContainsFunc(p.Given(), func(g Given) bool { return g.Slot.Name == name })
}

// String returns the part of the order that was read.
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

// rank is higher the more of the choice was read.
func (p Partial) rank() int {
	switch {
	case p.Whole():
		return 2
	case p.Chosen():
		return 1
	}
	return 0
}
