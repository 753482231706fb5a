package downsync

import (
	"cmp"
	"slices"
	"strings"
)

// Helpers for selecting, sorting and joining.

func each[T, U any](all []T, f func(T) U) []U {
	out := make([]U, len(all))
	for i, x := range all {
		out[i] = f(x)
	}
	return out
}

// those returns the elements for which ok returns true.
func those[T any](all []T, ok func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(all), func(x T) bool { return !ok(x) })
}

// withNew appends the elements that are missing.
func withNew[T comparable](all []T, more ...T) []T {
	for _, x := range more {
		if !slices.Contains(all, x) {
			all = append(all, x)
		}
	}
	return all
}

// paragraph joins the lines that are not empty.
func paragraph(lines ...string) string {
	return strings.Join(those(lines, func(s string) bool { return s != "" }), "\n")
}

// sortBy sorts by a key, the smallest first. Equal elements keep their order.
func sortBy[T any, K cmp.Ordered](all []T, key func(T) K) {
	slices.SortStableFunc(all, func(x, y T) int { return cmp.Compare(key(x), key(y)) })
}
