// Package order is the grammar of orders. A Menu says which orders are possible; Menu.Read is the one reader of lines. Rulesets
// parse with it. Completion and the tolerance for slips follow it. Consoles continue orders that it has begun to read.
//
//	move A2 to 12,30 via 10,28
//	^^^^^^^ ^^ ^^^^^ ^^^ ^^^^^
//	Words   |  value |   value
//	        Mark     Mark
//
// A line begins with the fixed words of a choice. The values of its slots follow: those without a mark in their order, those
// with a mark anywhere after the values without a mark that come before them in the choice. Case does not matter.
package order

import (
	"encoding/json"
	"slices"
	"strings"

	"downsync/game/text"
)

// Menu lists choices; an order follows one of them.
type Menu []Choice

// Choice is an order's fixed beginning and its variable rest.
type Choice struct {
	Words string `json:"words"` // "designate", "act medium-cannon", "done"
	Slots []Slot `json:"slots,omitempty"`
	// Verb is the order's name in its language, "act" in "act mg by A3.2", and Given holds what the Words say for its slots.
	Verb  string  `json:"-"`
	Given []Given `json:"-"`
	// Loose is the number of the last Words that may also appear among the marked slots: 2 in "act mg by A3.2", a mark and its
	// value.
	Loose int `json:"-"`
	// Small holds words of the game that people add and that mean nothing: "unit" in "move unit A2".
	Small []string `json:"-"`
}

// Slot is one variable part of an order: an optional mark, then Min to Max values.
type Slot struct {
	Name string // the meaning of the value: "pieces", "target", "to"
	Mark string // the word before the values: "at", "as", "via"; "" for none
	// Options holds the values to pick from; none: Kind describes the values.
	Options []string
	// Kind reads the values; nil: each is a word of the Options. Without Options and Kind the slot is a flag: its Mark is all.
	Kind     Kind
	Min, Max int
	// Bare: the mark may be written without values.
	Bare bool
	// Again: the mark may be repeated before further values, and is written before each.
	Again bool
}

// Kind is a form of values, like points. Kinds are compared, so they hold no functions. A kind whose values are not listed also
// has a method Hint, see Word.Hint.
type Kind interface {
	// Name returns the form in one word: "point".
	Name() string
	Example() Example
	// Read reads a value from the first n of the words, which are in small letters and at least one, and returns it as orders
	// write it. The error says what was expected.
	Read(words []string) (value string, n int, err error)
}

// Given holds what an order says for one slot.
type Given struct {
	Slot   Slot
	Values []string
}

// Flag is an optional bare word.
func Flag(word string) Slot { return Slot{Name: word, Mark: word, Max: 1} }

// IsFlag reports whether the slot is an optional bare word.
func (s Slot) IsFlag() bool { return len(s.Options) == 0 && s.Kind == nil }

// IsFree reports whether the values are of a Kind and not listed.
func (s Slot) IsFree() bool { return len(s.Options) == 0 && s.Kind != nil }

// MarshalJSON returns the slot as transcripts show it: "free" is the Kind of values that are not listed.
func (s Slot) MarshalJSON() ([]byte, error) {
	free := ""
	if s.IsFree() {
		free = s.Kind.Name()
	}
	return json.Marshal(struct {
		Name    string   `json:"name"`
		Mark    string   `json:"mark,omitempty"`
		Options []string `json:"options,omitempty"`
		Free    string   `json:"free,omitempty"`
		Min     int      `json:"min"`
		Max     int      `json:"max"`
	}{s.Name, s.Mark, s.Options, free, s.Min, s.Max})
}

// Of returns the slot with values to pick from.
func (s Slot) Of(options ...string) Slot {
	s.Options = options
	return s
}

// Times returns the slot with other limits.
func (s Slot) Times(least, most int) Slot {
	s.Min, s.Max = least, most
	return s
}

// Offer returns the choice with the values of its first slots filled in as fixed words, and only the given slots. Its words are
// its verb.
func (c Choice) Offer(given []string, slots ...Slot) Choice {
	c.Verb, c.Given = c.Words, nil
	for i, v := range given {
		c = c.with(c.Slots[i], v)
	}
	c.Slots = slots
	return c
}

// Also returns the choice with another mark and its value, which may also be written among the slots.
func (c Choice) Also(s Slot, value string) Choice {
	c = c.with(s, value)
	c.Loose = 2
	return c
}

func (c Choice) with(s Slot, value string) Choice {
	c.Given = append(slices.Clip(c.Given), Given{s, []string{value}})
	if s.Mark != "" {
		c.Words += " " + s.Mark
	}
	c.Words += " " + value
	return c
}

// Value returns what the words say for the slot of that name, or "".
func (c Choice) Value(slot string) string {
	for _, g := range c.Given {
		if g.Slot.Name == slot {
			return g.Values[0]
		}
	}
	return ""
}

// Options returns the options of the open slot of that name, nil if the choice has none.
func (c Choice) Options(slot string) []string {
	for _, s := range c.Slots {
		if s.Name == slot {
			return s.Options
		}
	}
	return nil
}

// form returns the choice in the form in which it is read: fixed words, then all slots. The loose words are a slot with one
// option.
func (c Choice) form() (fixed []string, slots []Slot) {
	fixed = strings.Fields(c.Words)
	if c.Loose == 0 {
		return fixed, c.Slots
	}
	n := len(fixed) - c.Loose
	loose := Slot{Mark: fixed[n], Options: fixed[n+1:], Min: 1, Max: 1}
	return fixed[:n], append([]Slot{loose}, c.Slots...)
}

// Example is an example of a value, in English, that continues "expected …": "a point like 12.5,30". Hosts may translate it.
type Example string

// Said returns the English text.
func (e Example) Said() (format text.Text, args []any) { return text.Text(e), nil }
