package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/book"
)

// Search is a query of a book: words or a number; or, from a select of an earlier answer, a further page, "2|cover", or the text of
// an entry, "=Q65".
type Search struct {
	Exact book.Entry   // the entry whose text is asked for; nameless if none is
	Found []book.Entry // the entries that match the words, from the page on, the best first
	Asked string       // the words, and About as they were understood
	About string
	Page  int
	Head  []string // the lines above the entries found
}

// wordForWord begins a query for the whole text of one entry.
const wordForWord = "="

// SearchIn looks up what was typed or chosen in a book. A page has that many entries; there is always a first page.
func SearchIn(b *book.Book, l lang.Language, query string, size int) (s Search) {
	if name, ok := strings.CutPrefix(query, wordForWord); ok {
		if i := slices.IndexFunc(b.Entries(), func(e book.Entry) bool { return e.Name() == name }); i >= 0 {
			s.Exact = b.Entries()[i]
			return s
		}
	}
	if n, rest, ok := strings.Cut(query, "|"); ok {
		if _, err := fmt.Sscan(n, &s.Page); err != nil || s.Page < 0 {
			s.Page = 0
		}
		query = rest
	}
	s.Asked = wire.Clip(strings.Join(strings.Fields(query), " "), book.MaxQuery)
	found, meant := b.Find(s.Asked)
	if s.Page*size >= len(found) {
		s.Page = 0
	}
	s.Found, s.About = found[s.Page*size:], cmp.Or(meant, s.Asked)
	s.Head = []string{l.Say("### Rules about %s", wire.Plain(s.About))}
	if meant != "" {
		s.Head = append(s.Head, l.Say("-# Nothing is about %s; this is about **%s**.", wire.Plain(s.Asked), wire.Plain(meant)))
	}
	return s
}

// Whole returns a select's option that asks for the text of an entry.
func (Search) Whole(l lang.Language, e book.Entry) wire.Option {
	return wire.Option{Value: wordForWord + e.Name(), Label: l.Say("More: %s word for word", e.Name())}
}

// Next returns the option that asks for the next page; left is the number of entries from there on.
func (s Search) Next(l lang.Language, left int) wire.Option {
	return wire.Option{Value: wire.Clip(fmt.Sprintf("%d|%s", s.Page+1, s.About), wire.LongestChoice), Label: l.Say("Further entries: %d", left)}
}

// Nothing returns the error of a query that finds nothing. word and number are examples of queries.
func (s Search) Nothing(word, number string) error {
	return game.Errorf("nothing in the rules is about %q: expected a word like %s, or a number like %s", s.Asked, word, number)
}
