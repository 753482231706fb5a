// Package pasted reads what people paste of what the bot showed them: in backticks or quotes, in bold, with a label, a full stop or
// invisible characters.
package pasted

import (
	"slices"
	"strings"

	"downsync/bot/wire"
)

// Typing says how to read an option's text.
type Typing int

const (
	// AsValue: a value. Value reads it.
	AsValue Typing = iota
	// AsName: a value, or a name that somebody gave, which may contain any characters. The command gets the text as
	// typed and looks for the name; if there is none, it reads the text with Value. Suggestions get what Value
	// returns.
	AsName
	// AsOrder: an order or a ruling. Order reads it.
	AsOrder
	// AsTyped: free text, unchanged.
	AsTyped
)

// wrapping lists the marks that surround a pasted text, or begin or end it if only one end was copied. Backticks are
// dropped everywhere.
const wrapping = " \n\"'“”„‟‘’‚‛‹›«»「」*_~|"

const (
	endOfOrder = ".,;:!…"
	endOfValue = endOfOrder + "?"
)

// Value returns a pasted value without its surroundings: blanks, quotes, marks of bold or italic, punctuation at its
// end, and one of the labels with its colon, perhaps after a command. It drops invisible characters and makes
// full-width ones plain. It returns a text without any of these unchanged, and also one that consists of nothing else.
func Value(text string, labels ...string) string { return pasted(text, endOfValue, labels) }

// Order is Value for an order or a ruling. It keeps a question mark, because a question must not be played.
func Order(text string, labels ...string) string { return pasted(text, endOfOrder, labels) }

// Begun reads, with one of the functions above, a text that is still being typed. It keeps the end unless a mark or a label comes before the text.
func Begun(text string, read func(string, ...string) string, labels ...string) string {
	visible := strings.TrimLeft(strings.Map(wire.PlainRune, text), " ")
	if value := read(text, labels...); !strings.HasPrefix(visible, value) {
		return value
	}
	return visible
}

func pasted(text, end string, labels []string) string {
	value := strings.Map(wire.PlainRune, text)
	for before := ""; value != before; {
		before = value
		value = strings.TrimRight(strings.Trim(value, wrapping), wrapping+end)
		if label, rest, ok := strings.Cut(value, ":"); ok && labelled(label, labels) {
			value = rest
		}
	}
	if strings.Trim(value, wrapping+endOfValue) == "" {
		return text
	}
	return value
}

// labelled reports whether the text is one of the labels, perhaps after a command.
func labelled(text string, labels []string) bool {
	text = strings.Trim(text, wrapping)
	if at := strings.LastIndexByte(text, ' '); at >= 0 && text[0] == '/' {
		text = text[at+1:]
	}
	return slices.ContainsFunc(labels, func(l string) bool { return strings.EqualFold(l, text) })
}
