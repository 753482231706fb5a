package advice

import (
	"cmp"
	"slices"
)

// those returns the items for which ok holds.
func those[T any](all []T, ok func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(all), func(x T) bool { return !ok(x) })
}

// sortBy sorts by a key, the least first.
func sortBy[T any, K cmp.Ordered](all []T, key func(T) K) {
	slices.SortStableFunc(all, func(x, y T) int { return cmp.Compare(key(x), key(y)) })
}
