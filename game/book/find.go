package book

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"downsync/game/spell"
)

// MaxQuery limits the text of a search, in characters; the rest is ignored.
const MaxQuery = 60

// Find returns the entries for a question of a few words, the best first: the one of that number or name, then those that have
// every word in the title, then in the heading or the text. Words that occur nowhere are replaced by the nearest word that
// does; meant is then the question as understood, otherwise "".
func (b *Book) Find(query string) (found []Entry, meant string) {
	if r := []rune(query); len(r) > MaxQuery {
		query = string(r[:MaxQuery])
	}
	query = b.present(query)
	words := split(query)
	for i, w := range words {
		words[i] = strings.Trim(w, ".-")
	}
	words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
	if len(words) == 0 {
		return nil, ""
	}
	if found = b.ranked(query, words); len(found) > 0 {
		return found, ""
	}
	for i, w := range words {
		if b.words[w] {
			continue
		}
		near, _, ok := spell.Near(w, b.known)
		if !ok {
			return nil, ""
		}
		words[i] = near
	}
	meant = strings.Join(words, " ")
	return b.ranked(meant, words), meant
}

// ranked returns the entries that hold all words.
func (b *Book) ranked(query string, words []string) []Entry {
	type hit struct {
		e     Entry
		score int
	}
	var hits []hit
	query = strings.ToLower(strings.TrimSpace(query))
	for i, e := range b.entries {
		if s := b.score(&b.split[i], query, words); s > 0 {
			hits = append(hits, hit{e, s})
		}
	}
	slices.SortStableFunc(hits, func(x, y hit) int { return cmp.Compare(y.score, x.score) })
	var out []Entry
	for _, h := range hits {
		out = append(out, h.e)
	}
	return out
}

// score returns 0 if a word is missing.
func (b *Book) score(e *splitEntry, query string, words []string) int {
	if query == e.name {
		return 1000
	}
	if e.number && strings.HasPrefix(e.name, query) && strings.HasPrefix(e.name[len(query):], ".") {
		return 500 // a chapter by number
	}
	sum := 0
	for _, w := range words {
		switch {
		case b.begins(e.title, w):
			sum += 20
		case b.begins(e.where, w) && len(e.title) == 0:
			sum += 20 // a rule's title is its chapter's title
		case b.begins(e.where, w):
			sum += 5
		case b.begins(e.text, w):
			sum += 3
		default:
			return 0
		}
	}
	return sum
}

// begins reports whether one of the words begins with w, or with the book's word for it.
func (b *Book) begins(words []string, w string) bool {
	printed, known := b.also[w]
	return slices.ContainsFunc(words, func(x string) bool { return strings.HasPrefix(x, w) || known && strings.HasPrefix(x, printed) })
}

func split(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' && r != '-' })
}

// splitEntry is an entry for searches: in lower case, in words. A search looks at every entry, and splitting them took most of
// its time.
type splitEntry struct {
	name               string
	number             bool // the name is its number
	title, where, text []string
}

// collect splits the entries and gathers the words that occur.
func (b *Book) collect() {
	b.words = map[string]bool{}
	for _, e := range b.entries {
		s := splitEntry{strings.ToLower(e.Name()), e.Number != "", split(e.Title), split(e.Where), split(e.Text)}
		b.split = append(b.split, s)
		for _, w := range slices.Concat(split(e.Name()), s.title, s.where, s.text) {
			w = strings.Trim(w, ".-")
			if len(w) > 2 && !b.words[w] {
				b.words[w] = true
				b.known = append(b.known, w)
			}
		}
	}
	slices.Sort(b.known)
}
