// Package language is a game's language of orders, every verb once: its written form, and the reply that it means. Menus offer
// parts of it, so that menus, completion and Parse agree.
package language

import (
	"errors"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/order"
)

// Verb is one kind of order and the reply that it means. Its choice's words are its name.
type Verb struct {
	order.Choice
	Reply func(order.Partial) game.Reply
}

// With returns a verb with values.
func With(words string, reply func(order.Partial) game.Reply, slots ...order.Slot) Verb {
	return Verb{order.Choice{Words: words, Slots: slots}, reply}
}

// Plain returns a verb without values.
func Plain(words string, r game.Reply) Verb {
	return With(words, func(order.Partial) game.Reply { return r })
}

// Language holds all verbs of a game.
type Language struct {
	verbs  []Verb
	menu   order.Menu
	most   int
	begins game.Text
}

// New makes a language. An order has at most most bytes; begins says with which words one may begin; small holds words of the
// game that players put before a value.
func New(most int, begins game.Text, small []string, verbs ...Verb) *Language {
	l := &Language{verbs, nil, most, begins}
	for i := range verbs {
		verbs[i].Verb, verbs[i].Small = verbs[i].Words, small
		l.menu = append(l.menu, verbs[i].Choice)
	}
	return l
}

// Verb finds a verb by its words. Of several it returns the one that begins with the first of the slots, or else the first. It
// panics if there is none.
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

// Offer returns the order of that verb for a menu, with its first slots filled and only the given slots open.
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

// NoOrder returns the refusal of a line that is no order of the language.
func NoOrder(format game.Text, args ...any) error {
	return &game.Refusal{Code: "no-order", Text: format, Args: args}
}

// Codes holds all codes of a game's refusals, each with its rule; "" if there is no rule.
type Codes map[string]string

// Refuse returns a refusal. A code that is not listed is a mistake of the program, and panics.
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

// Name returns the kind of a word of the game, with an example. It reads any word; menus list the values, and the rules check
// them.
func Name(example order.Example) order.Kind {
	return Word("name", example, "", func(word string) (string, error) { return word, nil })
}

// Word returns the kind of values of one word each. hint follows a value that is asked for, such as an example; "" for none.
// read returns a value as orders write it; its error says what was expected.
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
