package bot

import (
	"slices"
	"strings"
	"unicode"
)

// People paste what the bot showed them: in backticks or quotes, bold, with a label, a full stop, or characters that cannot be seen.

// Typing says which part of an option's text is meant.
type Typing int

const (
	// AsValue: a value, which Pasted reads.
	AsValue Typing = iota
	// AsName: a value, or a name that somebody gave and that may hold any characters. The command gets the text as it was typed, looks for
	// the name, and reads it with Pasted if there is none; suggestions get it as Pasted reads it.
	AsName
	// AsOrder: an order or a ruling, which PastedOrder reads.
	AsOrder
	// AsTyped: free text, which stays as it was typed.
	AsTyped
)

// wrapping are the marks that stand at both ends of a pasted text, or at one end where the other was not copied. Backticks are left out
// anywhere.
const wrapping = " \n\"'“”„‟‘’‚‛‹›«»「」*_~|"

const (
	endOfOrder = ".,;:!…"
	endOfValue = endOfOrder + "?"
)

// Pasted returns a pasted value without what surrounds it: blanks, quotes, marks of bold or italic, punctuation at its end, and one of the
// labels with a colon, which a command may precede. Characters that cannot be seen are left out, and full-width ones become plain. A text
// without any of these stays as it is, and so does one that has nothing else.
func Pasted(text string, labels ...string) string { return pasted(text, endOfValue, labels) }

// PastedOrder is Pasted for an order or a ruling. It keeps a question mark, as a question must not be played.
func PastedOrder(text string, labels ...string) string { return pasted(text, endOfOrder, labels) }

// begun is the reading of a text that is still being typed: its end stays unless a mark or a label was before it.
func begun(text string, read func(string, ...string) string, labels ...string) string {
	visible := strings.TrimLeft(strings.Map(PlainRune, text), " ")
	if value := read(text, labels...); !strings.HasPrefix(visible, value) {
		return value
	}
	return visible
}

func pasted(text, end string, labels []string) string {
	value := strings.Map(PlainRune, text)
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

// labelled reports whether the text is one of the labels, or a command with one of them.
func labelled(text string, labels []string) bool {
	text = strings.Trim(text, wrapping)
	if at := strings.LastIndexByte(text, ' '); at >= 0 && text[0] == '/' {
		text = text[at+1:]
	}
	return slices.ContainsFunc(labels, func(l string) bool { return strings.EqualFold(l, text) })
}

// PlainRune is the plain form of a character in what was pasted, -1 for one that cannot be seen or is a backtick.
func PlainRune(r rune) rune {
	switch {
	case r == '\n', unicode.In(r, unicode.Zl, unicode.Zp):
		return '\n'
	case unicode.IsSpace(r):
		return ' '
	case unicode.In(r, unicode.Cf, unicode.Cc, unicode.Variation_Selector), strings.ContainsRune(blanks, r), r == '`':
		return -1
	case r >= '！' && r <= '～': // full-width
		return r - '！' + '!'
	}
	return r
}

// unpack reads what the user pasted into the options of a command. What is still being typed is in c.Focused.
func (c *Call) unpack(of Command) {
	for _, o := range of.Options {
		text, typing := c.Options[o.Name], o.Typing
		if o.Kind != StringOption || text == "" || typing == AsTyped || typing == AsName && c.Focused != o.Name {
			continue
		}
		read := Pasted
		if typing == AsOrder {
			read = PastedOrder
		}
		if c.Focused == o.Name {
			c.Options[o.Name] = begun(text, read, o.Name, c.OptionName(o.Name))
		} else {
			c.Options[o.Name] = read(text, o.Name, c.OptionName(o.Name))
		}
	}
}
