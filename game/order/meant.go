package order

import (
	"regexp"
	"slices"
	"strings"

	"downsync/game/spell"
)

// Meant returns the order of the menus that a line most likely means. Case, spaces and hyphens do not count; words may be a
// slip or two away, or shortened; small words may be added or missing. Of two orders that are equally near, it returns the one that leaves out fewer of the typed
// small words: "hold on!" is not "hold". slips is the distance of the line from the order; 0
// means that they say the same. Words that may change what is named count as slips: "A1 to A3" may be a range, and "A1 0" the
// name A10. ok is false if nothing is near. Meant reveals only what the menus hold. A line that ends in a question mark asks,
// so it never says the same as an order.
func Meant(menus []Menu, line string) (order string, slips int, ok bool) {
	for _, m := range menus {
		if p, err := m.Read(line); err == nil && p.Whole() {
			return p.String(), 0, true
		}
	}
	best, fewest := maxSlips+1, 0
	nearest(menus, line, func(r *reader) {
		if len(r.rest) == 0 && r.Whole() && (r.slips < best || r.slips == best && r.passed < fewest) {
			best, fewest, order, ok = r.slips, r.passed, r.String(), true
		}
	})
	if strings.ContainsAny(line, "?？؟") { // a question is never played
		best = max(best, 1)
	}
	return order, best, ok
}

// Follow returns the longest start of an order of the menus with which the line begins, with the tolerance of Meant: "" if not
// even its first word fits. Next returns what may come after it.
func Follow(menus []Menu, line string) string {
	begun, most, fewest := "", 0, 0
	nearest(menus, line, func(r *reader) {
		if n := r.words - len(r.rest); n > most || n == most && n > 0 && r.slips < fewest {
			begun, most, fewest = r.marked(), n, r.slips
		}
	})
	return begun
}

// marked returns the part that was read, with the next mark if only the value after it could not be read.
func (r *reader) marked() string {
	begun := r.String()
	if r.Chosen() && len(r.left) > 0 {
		for i, s := range r.slots {
			if s.Mark != "" && !s.IsFlag() && r.open(i) && strings.EqualFold(s.Mark, r.left[0]) {
				return begun + " " + s.Mark
			}
		}
	}
	return begun
}

// nearest reads the line along every choice, with tolerance.
func nearest(menus []Menu, line string, see func(*reader)) {
	tokens := tokensOf(line)
	for _, m := range menus {
		for _, r := range m.readings(tokens, true) {
			see(r)
		}
	}
}

const (
	maxSlips  = 4
	maxTokens = 60
)

var (
	pointGap = regexp.MustCompile(`(\d)\s*[,;]\s*(\d|\.\d)`)
	// Two numbers on their own are a point without its comma.
	loosePoint = regexp.MustCompile(`(^|\s)(\d+(?:\.\d+)?)\s+(\d+(?:\.\d+)?)(\s|$)`)
	labelGap   = regexp.MustCompile(`\b([a-z])\s+(\d+(?:\.\d+)?)\b`)
	// A hyphen between two names may mean all names between them.
	nameRange = regexp.MustCompile(`(\d)\s*-+\s*([a-z]\d)`)
)

// tokensOf splits a typed line into words in small letters; it returns none if there are too many.
func tokensOf(line string) []string {
	line = strings.NewReplacer("“", " ", "”", " ", `"`, " ", "`", " ", "!", " ", "–", "-", "—", "-").Replace(strings.ToLower(line))
	line = pointGap.ReplaceAllString(line, "$1,$2")
	line = labelGap.ReplaceAllString(line, "$1$2")
	line = nameRange.ReplaceAllString(line, "$1 - $2")
	line = loosePoint.ReplaceAllString(line, "$1$2,$3$4")
	words := strings.Fields(line)
	for i, w := range words {
		words[i] = strings.TrimRight(w, ".,;:?")
	}
	words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
	if len(words) > maxTokens {
		return nil // a part of it would say something else
	}
	return words
}

// small holds words that may be added in every game.
var small = []string{"a", "the", "my", "to", "at", "on", "with", "from", "and", "please"}

// skip passes over small words.
func (r *reader) skip() {
	for len(r.rest) > 0 && (slices.Contains(small, r.rest[0]) || slices.Contains(r.Choice.Small, r.rest[0])) {
		r.rest = r.rest[1:]
		r.passed++
	}
}

// dash passes over a hyphen before another name. That is a slip: it may be a range, whether or not one slot takes both names.
func (r *reader) dash() {
	if len(r.rest) > 1 && r.rest[0] == "-" {
		r.rest, r.slips = r.rest[1:], r.slips+1
	}
}

// word reads one of the words. With near it may have been typed as several, with spaces for its hyphens; with over small words
// before it are passed over.
func (r *reader) word(words []string, over bool) (string, bool) {
	if len(r.rest) == 0 {
		return "", false
	}
	exact := slices.IndexFunc(words, func(w string) bool { return strings.EqualFold(w, r.rest[0]) })
	switch {
	case !r.near && exact < 0:
		return "", false
	case !r.near:
		r.rest = r.rest[1:]
		return words[exact], true
	case over && exact < 0:
		r.skip()
	}
	best, bestWord, bestN := maxSlips+1, "", 0
	for n := 1; n <= min(4, len(r.rest)) && r.rest[n-1] != "-"; n++ {
		typed := bare(strings.Join(r.rest[:n], ""))
		for _, w := range words {
			d, ok := distance(typed, bare(w))
			if d == 0 && joinsFigures(r.rest[:n], w) {
				d = 1
			}
			if ok && (d < best || d == best && n > bestN) {
				best, bestWord, bestN = d, w, n
			}
		}
	}
	if bestN == 0 {
		return "", false
	}
	r.rest, r.slips = r.rest[bestN:], r.slips+best
	return bestWord, true
}

// figureGap matches a gap between two figures, which makes them two numbers.
var figureGap = regexp.MustCompile(`\d\.?[- ]+\.?\d`)

// joinsFigures reports whether the words are the name only if figures with a gap between them are one number, as in "A1 0" for
// A10.
func joinsFigures(words []string, name string) bool {
	typed := strings.Join(words, " ")
	return figureGap.MatchString(typed) && !strings.EqualFold(typed, name) && !figureGap.MatchString(name)
}

// ranging holds words between two values that may mean all values between them.
var ranging = []string{"to", "from", "at", "on"}

// ranges reports whether such a word was passed over on the way to one more value of the slot.
func (r *reader) ranges(i int, before []string) bool {
	passed := before[:len(before)-len(r.rest)]
	return len(r.taken[i].values) > 0 && slices.ContainsFunc(passed, func(w string) bool { return slices.Contains(ranging, w) })
}

func bare(w string) string { return strings.ToLower(strings.ReplaceAll(w, "-", "")) }

// distance returns the distance of a word from the expected one; ok is false if it is too far. A word shortened to three
// letters or more is one slip away.
func distance(typed, word string) (int, bool) {
	d := spell.Distance(typed, word)
	if d <= spell.Slips(word) {
		return d, true
	}
	return 1, len(typed) >= 3 && strings.HasPrefix(word, typed)
}
