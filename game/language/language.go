// Package language is a game's language of orders, every verb once: what is written, and the reply that it is. Menus offer parts of it, so
// that menus, completion and Parse agree.
package language

import (
	"errors"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/order"
)

// Verb is one kind of order and the reply that it is. Its choice's words are its name.
type Verb struct {
	order.Choice
	Reply func(order.Partial) game.Reply
}

// With is a verb with values.
func With(words string, reply func(order.Partial) game.Reply, slots ...order.Slot) Verb {
	return Verb{order.Choice{Words: words, Slots: slots}, reply}
}

// Plain is a verb without values.
func Plain(words string, r game.Reply) Verb {
	return With(words, func(order.Partial) game.Reply { return r })
}

// Language is all verbs of a game.
type Language struct {
	verbs  []Verb
	menu   order.Menu
	most   int
	begins game.Text
}

// New makes a language. An order has at most most bytes; begins says with which words one may begin; small are words of the game that
// players put before a value.
func New(most int, begins game.Text, small []string, verbs ...Verb) *Language {
	l := &Language{verbs, nil, most, begins}
	for i := range verbs {
		verbs[i].Verb, verbs[i].Small = verbs[i].Words, small
		l.menu = append(l.menu, verbs[i].Choice)
	}
	return l
}

// Verb finds a verb by its words. Of several it is the one that begins with the first of the slots, else the first. One that does not exist
// panics.
func (l *Language) Verb(words string, slots ...order.Slot) Verb {
	named := func(v Verb) bool { return v.Words == words }
	i := slices.IndexFunc(l.verbs, func(v Verb) bool {
		return named(v) && len(slots) > 0 && len(v.Slots) > 0 && v.Slots[0].Name == slots[0].Name
	})
	if i < 0 {
		i = slices.IndexFunc(l.verbs, named)
	}
	return l.verbs[i]
}

// Offer is the order of that verb for a menu, with its first slots given and open in those slots alone.
func (l *Language) Offer(words string, given []string, slots ...order.Slot) order.Choice {
	return l.Verb(words, slots...).Offer(given, slots...)
}

// Read reads an order, or the beginning of one.
func (l *Language) Read(line string) (order.Partial, error) { return l.menu.Read(line) }

// Parse reads one order; case does not matter. The error is a *game.Refusal with code "no-order" that says what was expected.
func (l *Language) Parse(line string) (game.Reply, error) {
	if len(line) > l.most {
		return nil, NoOrder("an order has at most %d characters", l.most)
	}
	if strings.TrimSpace(line) == "" {
		return nil, NoOrder(l.begins)
	}
	p, err := l.menu.ReadWhole(line)
	if e := (*order.Error)(nil); errors.As(err, &e) {
		return nil, NoOrder(e.Text, e.Args...)
	}
	return l.Verb(p.Choice.Words, p.Choice.Slots...).Reply(p), nil
}

// NoOrder is the refusal of what is no order of the language.
func NoOrder(format game.Text, args ...any) error {
	return &game.Refusal{Code: "no-order", Text: format, Args: args}
}

// Codes are all codes that a game's rules refuse with, each with the rule that says so; "" where none does.
type Codes map[string]string

// Refuse says no. A code that is not listed is a mistake of the program, and panics.
func (c Codes) Refuse(code string, format game.Text, args ...any) error {
	rule, ok := c[code]
	if !ok {
		panic("a refusal without a table entry: " + code)
	}
	return &game.Refusal{Code: code, Rule: rule, Text: format, Args: args}
}

// NotNow refuses an order that answers another question.
func (c Codes) NotNow(r game.Reply, expected game.Text) error {
	return c.Refuse("not-now", "%q is not asked now; expected %s", r.Order(), game.Word(expected))
}

// Name is the kind of a word of the game, told by an example. Any word is read; menus list the values, and the rules know them.
func Name(example order.Example) order.Kind {
	return Word("name", example, "", func(word string) (string, error) { return word, nil })
}

// Word is the kind of values of one word each. hint is what stands behind a value that is asked for, like an example; "" for none. read
// writes a value as orders do; its error says what was expected.
func Word(name string, example, hint order.Example, read func(word string) (string, error)) order.Kind {
	return &word{name, example, hint, read}
}

type word struct {
	name          string
	example, hint order.Example
	read          func(string) (string, error)
}

func (w *word) Name() string           { return w.name }
func (w *word) Example() order.Example { return w.example }
func (w *word) Hint() order.Example    { return w.hint }
func (w *word) Read(words []string) (string, int, error) {
	value, err := w.read(words[0])
	return value, 1, err
}
