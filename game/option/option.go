// Package option lists the choices that a game leaves to its players, by name: as headers of scripts and challenges write them,
// and as matches store them. O is the game's type of them; its zero value may differ from the usual one.
package option

import (
	"slices"
	"strconv"
	"strings"

	"downsync/game"
)

// Option is one of the options, with its name.
type Option[O any] struct {
	Name     string
	Expected game.Text // the values, in words
	Ruling   string    // the ruling with the choice
	Values   []string  // its possible values, in the order of its words; nil for a number
	set      func(*O, string) bool
	get      func(*O) string
}

// List holds a game's options in the order of their rulings.
type List[O any] []Option[O]

// Switch returns an option that is on or off.
func Switch[O any](name, ruling string, field func(*O) *bool) Option[O] {
	return flip(name, ruling, "on", field)
}

// Off returns a Switch whose field is set if the option is off.
func Off[O any](name, ruling string, field func(*O) *bool) Option[O] {
	return flip(name, ruling, "off", field)
}

func flip[O any](name, ruling, set string, field func(*O) *bool) Option[O] {
	other := map[string]string{"on": "off", "off": "on"}[set]
	return Words(name, "on or off", ruling, []string{set, other}, func(o *O, v string) { *field(o) = v == set }, func(o *O) string {
		if *field(o) {
			return set
		}
		return other
	})
}

// Number returns an option from 0 to most.
func Number[O any](name string, expected game.Text, ruling string, most int, field func(*O) *int) Option[O] {
	return Option[O]{name, expected, ruling, nil, func(o *O, v string) bool {
		n, err := strconv.Atoi(v)
		*field(o) = n
		return err == nil && n >= 0 && n <= most
	}, func(o *O) string { return strconv.Itoa(*field(o)) }}
}

// Words returns an option with one of a few words.
func Words[O any](name string, expected game.Text, ruling string, words []string, set func(*O, string), get func(*O) string) Option[O] {
	return Option[O]{name, expected, ruling, words, func(o *O, v string) bool {
		set(o, v)
		return slices.Contains(words, v)
	}, get}
}

// Set sets an option by name. The error lists the options, or the values; then nothing is changed.
func (l List[O]) Set(o *O, name, value string) error {
	i := slices.IndexFunc(l, func(m Option[O]) bool { return m.Name == name })
	if i < 0 {
		var all []string
		for _, m := range l {
			all = append(all, m.Name)
		}
		return game.Errorf("option %q: expected one of %s", name, strings.Join(all, ", "))
	}
	n := *o
	if !l[i].set(&n, value) {
		return game.Errorf("%s %s: expected %s", name, value, game.Word(l[i].Expected))
	}
	*o = n
	return nil
}

// Changed lists the options that differ from the usual ones, each as "max_rounds 6".
func (l List[O]) Changed(o, usual O) []string {
	var out []string
	for _, m := range l {
		if v := m.get(&o); v != m.get(&usual) {
			out = append(out, m.Name+" "+v)
		}
	}
	return out
}

// Check says which option is out of its range.
func (l List[O]) Check(o O) error {
	var n O
	for _, m := range l {
		if err := l.Set(&n, m.Name, m.get(&o)); err != nil {
			return err
		}
	}
	return nil
}

// Pairs reads names with their values, as a player types them: "pv=60, zones deep". odd is a last word without a value, "" if
// there is none.
func Pairs(typed string) (pairs [][2]string, odd string) {
	words := strings.Fields(strings.NewReplacer("=", " ", ",", " ", ";", " ").Replace(strings.ToLower(typed)))
	for ; len(words) > 1; words = words[2:] {
		pairs = append(pairs, [2]string{words[0], words[1]})
	}
	return pairs, strings.Join(words, "")
}
