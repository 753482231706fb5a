// Package spell tells how far a word that somebody typed is from one that was expected.
package spell

import "strings"

// longest bounds the words that are compared, in characters; longer ones are cut.
const longest = 64

// Distance is the number of characters to put in, take out, change, or swap with their neighbour that leads from one
// word to the other (Damerau and Levenshtein, each place touched once). Case counts.
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

// Slips is how many mistakes a word of that length may hold and still be meant: none up to 2 characters, 1 up to 5, else 2.
func Slips(word string) int {
	switch n := len([]rune(word)); {
	case n <= 2:
		return 0
	case n <= 5:
		return 1
	}
	return 2
}

// Near is the word of those that was most likely meant, whatever its case; ok is false where none is near enough. Of
// two that are equally near the first is taken.
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
