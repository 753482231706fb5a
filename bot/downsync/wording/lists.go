package wording

import (
	"slices"
	"strings"

	"downsync/bot/menu"
	"downsync/bot/wire"
)

// Helpers for selecting, sorting and joining.

// Those returns the elements for which ok returns true.
func Those[T any](all []T, ok func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(all), func(x T) bool { return !ok(x) })
}

// WithNew appends the elements that are missing.
func WithNew[T comparable](all []T, more ...T) []T {
	for _, x := range more {
		if !slices.Contains(all, x) {
			all = append(all, x)
		}
	}
	return all
}

// Paragraph joins the lines that are not empty.
func Paragraph(lines ...string) string {
	return strings.Join(Those(lines, func(s string) bool { return s != "" }), "\n")
}

// Options collects the options of a select.
type Options []wire.Option

// Add adds an option with its texts clipped. It does nothing if the value is already there. A list may be longer than a select: menu.Layout shows
// it in parts.
func (o *Options) Add(x wire.Option) {
	if !slices.ContainsFunc(*o, func(y wire.Option) bool { return y.Value == x.Value }) {
		x.Label, x.Note = wire.Clip(x.Label, menu.LongestOption), wire.Clip(x.Note, menu.LongestOption)
		*o = append(*o, x)
	}
}

// PlainName returns the name in small letters, without the spaces and marks that people leave out.
func PlainName(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" :-_,.'", r) {
			return -1
		}
		return r
	}, strings.ToLower(s))
}
