package bot

import (
	"slices"
	"strconv"
	"strings"

	"downsync/bot/customid"
	"downsync/bot/lang"
	"downsync/bot/wire"
)

// A select has a limited number of options. A longer list is shown in parts: the last options of a part lead to the next one and back to
// the first. Choosing one of these changes nothing; the same message then shows that part.

// partValue begins the value of an option that leads to a part; the number of the part follows, from 0.
const partValue = "@part."

// PartValue returns the value of an option that leads to that part.
func PartValue(n int) string { return partValue + strconv.Itoa(n) }

// PartOf returns the number of the part that the chosen values lead to; ok is false if they are a choice.
func PartOf(values []string) (n int, ok bool) {
	if len(values) != 1 || !strings.HasPrefix(values[0], partValue) {
		return 0, false
	}
	n, err := strconv.Atoi(values[0][len(partValue):])
	return n, err == nil && n >= 0
}

// Part returns one part of a list that has more options than most, otherwise the list. An absent part is the first.
func Part(l lang.Language, options []wire.Option, n, most int) []wire.Option {
	if len(options) <= most {
		return options
	}
	length := partLength(most)
	if n < 0 || n > (len(options)-1)/length { // the list has changed since
		n = 0
	}
	end := min((n+1)*length, len(options))
	shown := slices.Clone(options[n*length : end])
	if left := len(options) - end; left > 0 {
		shown = append(shown, wire.Option{Value: PartValue(n + 1), Label: l.Say("More: %d further", left)})
	}
	if n > 0 {
		shown = append(shown, wire.Option{Value: PartValue(0), Label: l.Text("Back to the first ones")})
	}
	return shown
}

// partLength returns how many options of the list a part has: the options that lead to other parts need room.
func partLength(most int) int { return most - 2 }

// PartAfter is Part for a list whose select may just have been used: it shows the part that the values lead to, otherwise the one with the
// chosen value, otherwise the one with the option that is marked as chosen.
func PartAfter(l lang.Language, options []wire.Option, values []string, most int) []wire.Option {
	n, asked := PartOf(values)
	if !asked {
		at := slices.IndexFunc(options, func(o wire.Option) bool { return slices.Contains(values, o.Value) })
		if at < 0 {
			at = max(0, slices.IndexFunc(options, func(o wire.Option) bool { return o.Chosen }))
		}
		n = at / partLength(most)
	}
	return Part(l, options, n, most)
}

// Select returns the builder's select of that part with the options for which one select has room, and none if there are no options. A page of
// the builder has no room for a list as several selects.
func (b Built) Select(l lang.Language, part, placeholder string, options []wire.Option) []wire.Block {
	if len(options) == 0 {
		return nil
	}
	var values []string
	if b.Part == part {
		values = b.Values
	}
	return []wire.Block{wire.Select{ID: customid.BuildControl(part), Placeholder: placeholder, Options: PartAfter(l, options, values, wire.MostChoices)}}
}
