package gametest

import (
	"fmt"
	"hash/fnv"
	"regexp"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/order"
)

// orders compares a menu, its completion, the tolerance for slips and the ruleset's Parse. The line was made from the menu of
// the ask, and accepted as r.
func (p *play) orders(a game.Ask, line string, r game.Reply) error {
	read, err := a.Menu.ReadWhole(line)
	if err != nil {
		return fmt.Errorf("its menu does not read %q: %w", line, err)
	}
	if again, err := a.Menu.ReadWhole(r.Order()); err != nil || again.String() != read.String() {
		return fmt.Errorf("%q is %q, which its menu reads as %q: %v", line, r.Order(), again, err)
	}
	if same, err := p.Game.Parse(read.String()); err != nil || same.Order() != r.Order() {
		return fmt.Errorf("%q is written as %q, which is another order: %v", line, read, err)
	}
	if meant, slips, ok := order.Meant([]order.Menu{a.Menu}, line); !ok || slips != 0 || meant != read.String() {
		return fmt.Errorf("%q is read as %q, but meant as %q by %d slips", line, read, meant, slips)
	}
	if err := edited(a, line); err != nil {
		return err
	}
	if err := p.slipped(a, line); err != nil {
		return err
	}
	return p.typed(a, line)
}

// figures matches the numbers of an order; rangeOf matches what may mean all pieces between two of one side.
var (
	figures = regexp.MustCompile(`\d+(\.\d+)?`)
	rangeOf = regexp.MustCompile(`(^| )(?:a\d+ (?:to|from|-|from the) a|b\d+ (?:to|from|-|from the) b)\d+( |$)`)
)

// diceOf returns separate dice for each line, so that tests with it change nothing about the game.
func diceOf(line string) *Dice {
	h := fnv.New64a()
	h.Write([]byte(line))
	return NewDice(h.Sum64())
}

// edited types the order with random changes: an order played without asking back must name exactly the typed figures, and must
// not guess at a range.
func edited(a game.Ask, line string) error {
	d := diceOf(line)
	for range 3 {
		words := strings.Fields(strings.ToLower(line))
		at := d.N(len(words) + 1)
		typed := ""
		switch d.N(4) {
		case 0:
			word := []string{"to", "from", "-", "the", "from the"}[d.N(5)]
			typed = strings.Join(slices.Insert(words, at, word), " ")
		case 1: // two words become one, or a word two
			typed = strings.Join(words, " ")
			cut := d.N(len(typed) + 1)
			typed = strings.TrimSpace(typed[:cut]) + []string{" ", "-", "`", ""}[d.N(4)] + strings.TrimSpace(typed[cut:])
		case 2:
			typed = strings.Join(slices.Insert(words, at, strings.Repeat("the ", 60)), " ")
		default:
			typed = strings.Join(words[:at], " ") + " " + fmt.Sprint(d.N(10)) + " " + strings.Join(words[at:], " ")
		}
		meant, slips, ok := order.Meant([]order.Menu{a.Menu}, typed)
		if !ok || slips > 0 {
			continue
		}
		is, said := figures.FindAllString(meant, -1), figures.FindAllString(typed, -1)
		slices.Sort(is)
		slices.Sort(said)
		if !slices.Equal(is, said) || rangeOf.MatchString(strings.Join(strings.Fields(typed), " ")) {
			return fmt.Errorf("%q is played as %q without asking back", typed, meant)
		}
	}
	return nil
}

// slipped types the order with single slips: one character left out, put in or replaced, or two that change places. What would be played
// without asking back says what was typed.
func (p *play) slipped(a game.Ask, line string) error {
	for _, typed := range p.slips(line) {
		meant, slips, ok := order.Meant([]order.Menu{a.Menu}, typed)
		if !ok || slips > 0 {
			continue
		}
		if !says(a, typed, meant) {
			return fmt.Errorf("%q is played as %q without asking back", typed, meant)
		}
		if read, err := a.Menu.ReadWhole(unquoted.Replace(typed)); err == nil && read.String() != meant {
			return fmt.Errorf("%q is played as %q without asking back; it says %q", typed, meant, read)
		}
	}
	return nil
}

// slips are lines that are one slip away from the order: two at random, and with SOAK=1 all of them for the first order of each form.
func (p *play) slips(line string) []string {
	const keys = "abcdefghijklmnopqrstuvwxyz0123456789 -.,;/'\""
	text := strings.ToLower(line)
	var all []string
	for i := range len(text) + 1 {
		for _, key := range keys {
			all = append(all, text[:i]+string(key)+text[i:])
			if i < len(text) {
				all = append(all, text[:i]+string(key)+text[i+1:])
			}
		}
		if i < len(text) {
			all = append(all, text[:i]+text[i+1:])
		}
		if i+1 < len(text) {
			all = append(all, text[:i]+text[i+1:i+2]+text[i:i+1]+text[i+2:])
		}
	}
	if form := figures.ReplaceAllString(text, "0"); Soak() && !p.stats.forms[form] {
		p.stats.forms[form] = true
		return all
	}
	d := diceOf("slip " + line)
	return []string{all[d.N(len(all))], all[d.N(len(all))]}
}

// unquoted makes blanks of punctuation that no order has.
var unquoted = strings.NewReplacer(`"`, " ", "'", " ", ";", " ")

// says reports whether a typed line says what a written order does: its very letters and numbers, in their order. Only this may differ,
// as it changes nothing that is named:
//
//   - case, quotation marks, and the punctuation and blanks around a word;
//   - hyphens and blanks within a word, but none within a number;
//   - zeros before a number and after its decimals;
//   - small words: articles, fillers, and words of the game like "unit" may be missing or too many.
func says(a game.Ask, typed, written string) bool {
	const gap = `[-\s"'().,;:!?]*`
	small := slices.Clone(smallWords)
	for _, c := range a.Menu {
		small = append(small, c.Small...)
	}
	extra := gap + `(?:\b(?:` + strings.Join(small, "|") + `)\b` + gap + `)*`
	pattern := "(?i)^" + extra
	for _, w := range strings.Fields(written) {
		word := ""
		for i, part := range wordParts.FindAllString(w, -1) {
			if i > 0 {
				word += gap
			}
			if whole, decimals, _ := strings.Cut(part, "."); decimals != "" {
				part = `0*` + whole + `\.` + decimals + `0*`
			} else if figures.MatchString(part) {
				part = `0*` + whole + `(?:\.0*)?`
			}
			word += part
		}
		if slices.Contains(small, w) {
			word = "(?:" + word + ")?"
		}
		pattern += word + extra
	}
	return regexp.MustCompile(pattern+"$").MatchString(typed) && len(figures.FindAllString(typed, -1)) == len(figures.FindAllString(written, -1))
}

// wordParts are the letters and numbers of a word.
var wordParts = regexp.MustCompile(`[a-zA-Z@/]|\d+(?:\.\d+)?`)

// smallWords are those that may be left out of every order or be too many in it.
var smallWords = []string{"a", "the", "my", "to", "at", "on", "with", "from", "and", "please"}

// typed checks that every accepted order can be typed word by word along the suggestions, and that every suggestion begins an
// order.
func (p *play) typed(a game.Ask, line string) error {
	words := strings.Fields(line)
	for i, w := range words {
		begun := strings.Join(words[:i], " ")
		if i > 0 {
			begun += " "
		}
		found := false
		for _, s := range order.Next([]order.Menu{a.Menu}, begun) {
			found = found || s.Text == w || s.Kind != nil
			if s.Kind != nil {
				continue // the value in the line is read with it
			}
			if _, err := a.Menu.Read(begun + s.Text); err != nil {
				return fmt.Errorf("%q is suggested after %q and not read there: %w", s.Text, begun, err)
			}
		}
		if !found {
			return fmt.Errorf("%q is not suggested after %q", w, begun)
		}
	}
	return nil
}
