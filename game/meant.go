package game

import (
	"regexp"
	"slices"
	"strings"

	"downsync/game/spell"
)

// Meant is the order of the menus that a line most likely means: case, spaces and hyphens do not count, and words may be a
// slip or two away, begun only, or small words too many or too few. Slips is how far the line was from it; 0: it says the
// same. ok is false where nothing is near. It tells only what the menus hold.
func Meant(menus []Menu, line string) (order string, slips int, ok bool) {
	tokens := tokensOf(line)
	best := maxSlips + 1
	for _, m := range menus {
		for _, c := range m {
			if r, fits := c.meant(tokens); fits && r.slips < best {
				best, order, ok = r.slips, strings.Join(r.words, " "), true
			}
		}
	}
	return order, best, ok
}

// Follow is the start of an order of the menus that the line begins with, as far as it can be followed with the tolerance
// of Meant: "" where not even its first word can. Next tells what may come after it.
func Follow(menus []Menu, line string) string {
	tokens := tokensOf(line)
	begun, most, fewest := "", 0, 0
	for _, m := range menus {
		for _, c := range m {
			r, _ := c.meant(tokens)
			if n := len(tokens) - len(r.rest); n > most || n == most && n > 0 && r.slips < fewest {
				begun, most, fewest = strings.Join(r.words, " "), n, r.slips
			}
		}
	}
	return begun
}

const (
	maxSlips  = 4
	maxTokens = 60
)

var (
	pointGap = regexp.MustCompile(`(\d)\s*[,;]\s*(\d|\.\d)`)
	// Two numbers that stand alone are a point without its comma.
	loosePoint = regexp.MustCompile(`(^|\s)(\d+(?:\.\d+)?)\s+(\d+(?:\.\d+)?)(\s|$)`)
	labelGap   = regexp.MustCompile(`\b([a-z])\s+(\d+(?:\.\d+)?)\b`)
	isPoint    = regexp.MustCompile(`^\(?(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)\)?$`)
)

// tokensOf splits a line as it was typed into words in small letters.
func tokensOf(line string) []string {
	line = strings.NewReplacer("“", "", "”", "", `"`, "", "`", "", "!", "").Replace(strings.ToLower(line))
	line = pointGap.ReplaceAllString(line, "$1,$2")
	line = labelGap.ReplaceAllString(line, "$1$2")
	line = loosePoint.ReplaceAllString(line, "$1$2,$3$4")
	words := strings.Fields(line)
	for i, w := range words {
		words[i] = strings.TrimRight(w, ".,;:?")
	}
	words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
	return words[:min(len(words), maxTokens)]
}

// small are words that may be too many.
var small = []string{"a", "the", "my", "to", "at", "on", "with", "from", "and", "please", "unit", "ping", "contact", "base", "inches"}

// reading is how far a line was read along a choice.
type reading struct {
	rest  []string
	words []string
	slips int
}

// meant reads the line along the choice.
func (c Choice) meant(tokens []string) (reading, bool) {
	r := reading{rest: tokens}
	for _, f := range strings.Fields(c.Words) {
		if !r.take([]string{f}, true) {
			return r, false
		}
	}
	for _, s := range c.Slots {
		if !r.slot(s) {
			return r, false
		}
	}
	r.skip()
	return r, len(r.rest) == 0 && r.slips <= maxSlips
}

// skip passes over small words.
func (r *reading) skip() {
	for len(r.rest) > 0 && slices.Contains(small, r.rest[0]) {
		r.rest = r.rest[1:]
	}
}

// take reads one of the words, which may have been typed as several with spaces for its hyphens. With over it passes over
// small words first.
func (r *reading) take(words []string, over bool) bool {
	if over && len(r.rest) > 0 && !slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(w, r.rest[0]) }) {
		r.skip()
	}
	best, bestWord, bestN := maxSlips+1, "", 0
	for n := 1; n <= min(4, len(r.rest)); n++ {
		typed := bare(strings.Join(r.rest[:n], ""))
		for _, w := range words {
			if d, ok := distance(typed, bare(w)); ok && (d < best || d == best && n > bestN) {
				best, bestWord, bestN = d, w, n
			}
		}
	}
	if bestN == 0 {
		return false
	}
	r.words, r.rest, r.slips = append(r.words, bestWord), r.rest[bestN:], r.slips+best
	return true
}

func bare(w string) string { return strings.ToLower(strings.ReplaceAll(w, "-", "")) }

// distance is how far a word is from what was expected; ok is false where it is too far. A word that was begun with three
// letters or more is one slip away.
func distance(typed, word string) (int, bool) {
	d := spell.Distance(typed, word)
	if d <= spell.Slips(word) {
		return d, true
	}
	return 1, len(typed) >= 3 && strings.HasPrefix(word, typed)
}

// slot reads a slot's values, its mark included if it has one; a mark may be missing.
func (r *reading) slot(s Slot) bool {
	before := *r
	if s.Mark != "" && !r.take([]string{s.Mark}, false) {
		if s.IsFlag() || s.Min == 0 {
			*r = before
			return true
		}
		r.words, r.slips = append(slices.Clone(r.words), s.Mark), r.slips+1
	}
	if s.IsFlag() {
		return true
	}
	n := 0
	for n < s.Max && r.value(s) {
		n++
	}
	if n < s.Min || n == 0 {
		*r = before
		return s.Min == 0
	}
	return true
}

// value reads one value of the slot.
func (r *reading) value(s Slot) bool {
	if s.Free == "" {
		return r.take(s.Options, true)
	}
	if len(r.rest) == 0 || s.Free != "point" {
		return false
	}
	m := isPoint.FindStringSubmatch(r.rest[0])
	if m == nil {
		return false
	}
	r.words, r.rest = append(r.words, m[1]+","+m[2]), r.rest[1:]
	return true
}
