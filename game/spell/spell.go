// Package spell measures the distance between a typed word and an expected one.
package spell

import "strings"

// longest is the greatest number of characters compared; longer words are cut.
const longest = 64

// Distance returns the least number of insertions, deletions, substitutions and swaps of neighbouring characters that
// turn a into b (optimal string alignment). Case matters. Only the first 64 characters of each word count.
func Distance(a, b string) int {
	x, y := clip(a), clip(b)
	rows := make([][]int, len(x)+1)
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			change := 1
			if x[i-1] == y[j-1] {
				change = 0
			}
			d := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+change)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(x)][len(y)]
}

func clip(s string) []rune {
	r := []rune(s)
	return r[:min(len(r), longest)]
}

// Slips returns how many mistakes a word of that length may contain: none up to 2 characters, 1 up to 5, 2 beyond.
func Slips(word string) int {
	switch n := len([]rune(word)); {
	case n <= 2:
		return 0
	case n <= 5:
		return 1
	}
	return 2
}

// Near returns the nearest of words to typed, ignoring case, and its distance. Of equally near words the first wins. ok
// is false if none is near enough (see Slips).
func Near(typed string, words []string) (word string, slips int, ok bool) {
	typed = strings.ToLower(typed)
	best := Slips(typed) + 1
	for _, w := range words {
		if d := Distance(typed, strings.ToLower(w)); d < best {
			best, word, ok = d, w, true
		}
	}
	return word, best, ok
}
