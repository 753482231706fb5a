package wire

import (
	"strconv"
	"strings"
)

// Options holds the values that a user gave to a command, by option name.
type Options map[string]string

// Text returns an option's text without surrounding blanks, "" if it was left out.
func (o Options) Text(name string) string { return strings.TrimSpace(o[name]) }

// User returns the user that an option names, "" if it was left out.
func (o Options) User(name string) UserID { return UserID(o[name]) }

// Int returns an option's number if it is from least to most. For anything else, or for a missing option, it returns 0
// and false.
func (o Options) Int(name string, least, most int) (n int, ok bool) {
	if n, err := strconv.Atoi(o.Text(name)); err == nil && n >= least && n <= most {
		return n, true
	}
	return 0, false
}

// ChoicesOf makes a choice of each value, with the value as its name.
func ChoicesOf(values ...string) []Choice {
	var out []Choice
	for _, v := range values {
		out = append(out, Choice{v, v})
	}
	return out
}

// OptionKind is a slash option's type.
type OptionKind int

// Kinds of slash options.
const (
	StringOption OptionKind = iota + 1
	IntOption
	UserOption
	BoolOption
	ChannelOption // a text or announcement channel of the server
	RoleOption
)
