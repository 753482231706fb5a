package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Headline is a line of a console's news.
type Headline struct {
	Line string
	Rank int // those with the lowest come first if there is no room for all
	At   int // its place in the order of play
	more int // how many other facts read the same
}

// String returns the line, with the number of facts that read so if there are several.
func (h Headline) String() string {
	if h.more == 0 {
		return h.Line
	}
	return fmt.Sprintf("%s ×%d", h.Line, h.more+1)
}

// Headlines holds a console's news in the order of play.
type Headlines []Headline

// With adds a headline. One that reads the same as an older one replaces it and counts it, which leaves room for other news. An older
// one of another rank is not counted, because it tells of an earlier act.
func (all Headlines) With(next Headline) Headlines {
	if i := slices.IndexFunc(all, func(h Headline) bool { return h.Line == next.Line }); i >= 0 {
		if all[i].Rank == next.Rank {
			next.more = all[i].more + 1
		}
		all = slices.Delete(all, i, i+1)
	}
	return append(all, next)
}

// First returns at most that many of the headlines with that many characters, at least one, in the order of play. Those of the lowest
// rank come first, and of one rank the newest.
func (all Headlines) First(most, characters int) Headlines {
	byRank := slices.Clone(all)
	slices.Reverse(byRank)
	slices.SortStableFunc(byRank, func(a, b Headline) int { return cmp.Compare(a.Rank, b.Rank) })
	n := 0
	for ; n < min(most, len(byRank)); n++ {
		if characters -= utf8.RuneCountInString(byRank[n].String()) + 1; characters < -1 && n > 0 {
			break
		}
	}
	return byRank[:n].InOrder()
}

// InOrder sorts the headlines into the order of play and returns them.
func (all Headlines) InOrder() Headlines {
	slices.SortStableFunc(all, func(a, b Headline) int { return cmp.Compare(a.At, b.At) })
	return all
}

// Lines returns the words of the headlines.
func (all Headlines) Lines() []string { return Each(all, Headline.String) }

// facts counts the facts that the headlines tell.
func (all Headlines) facts() (n int) {
	for _, h := range all {
		n += h.more + 1
	}
	return n
}

// mostAbove is the greatest length of the news above the board of a console, in characters: a phone shows them with the board and
// the main button.
const mostAbove = 240

// Folded divides the news of a console: the newest line and the most important others go above the board, the others for which there
// is room to the end of the page, which says how many others there are and where.
func (t Teller) Folded(all Headlines, most, characters int) (above, below string) {
	if len(all) == 0 {
		return "", ""
	}
	all = slices.Clone(all)
	all[len(all)-1].Rank = min(0, slices.MinFunc(all, func(a, b Headline) int { return cmp.Compare(a.Rank, b.Rank) }).Rank) - 1
	shown := all.First(most, characters)
	first := shown.First(most, mostAbove)
	rest := slices.DeleteFunc(slices.Clone(shown), func(h Headline) bool { return slices.Contains(first, h) })
	var lines []string
	switch {
	case len(rest) == 0:
	case rest[len(rest)-1].At < first[0].At:
		lines = append([]string{t.Lang.Text("-# Before that:")}, rest.Lines()...)
	default:
		lines = append([]string{t.Lang.Text("-# Also:")}, rest.Lines()...)
	}
	if n := all.facts() - shown.facts(); n > 0 {
		lines = append(lines, t.Lang.Say("-# %d more {line is|lines are} in `/match log`.", n))
	}
	return strings.Join(first.Lines(), "\n"), strings.Join(lines, "\n")
}
