package lang_test

import (
	"regexp"
	"testing"

	"downsync/bot/lang"
	"downsync/game"
)

// counted is a number with a word for many behind it: in English, and in German as far as capitals and endings tell.
var counted = map[string]*regexp.Regexp{
	"en": regexp.MustCompile(`%(?:\[\d\])?d\*{0,2} (?:[A-Za-z]+ )?[A-Za-z]{3,}s\b`),
	"de": regexp.MustCompile(`%(?:\[\d\])?d\*{0,2} (?:\p{Ll}+ )?\p{Lu}\pL+(?:n|s|e|e[rn])\b`),
}

// neverOne are pieces of texts whose number is a limit of the program above one, or whose word is no noun.
var neverOne = regexp.MustCompile(`%d characters|Round %d\*\* begins|keep %d forces|up to %d Units a side|%d players, rounds|opened %d disputes within %d days|` +
	`has %\[1\]d Units|that is %d orders|%d way points|%d Victory Points|%d colours|%d dieser Marker`)

// uncounted returns the pieces of a text in which a number stands before a word for many that has no form for one.
func uncounted(code, text string) []string {
	return counted[code].FindAllString(neverOne.ReplaceAllString(text, ""), -1)
}

// What is counted has a form for one, in every language.
func TestCountedNouns(t *testing.T) {
	for text, where := range collected(t).found {
		said := lang.English.Text(game.Text(text))
		for _, found := range uncounted("en", said) {
			t.Errorf("%s: %q in %q", where, found, said)
		}
		if neverOne.MatchString(said) {
			continue // in German too
		}
		german := lang.Of("de").Text(game.Text(text))
		for _, found := range uncounted("de", german) {
			t.Errorf("%s: %q in %q", where, found, german)
		}
	}
	for text, code := range map[string]string{"%d matches": "en", "**%d** open questions": "en", "%[2]d Units": "en", "%d Partien": "de", "%d offene Fragen": "de"} {
		if len(uncounted(code, text)) == 0 {
			t.Errorf("%s is not found", text)
		}
	}
	for text, code := range map[string]string{"%d {match|matches}": "en", "%d more": "en", "%d {Partie|Partien}": "de", "Runde %d, Zug": "de"} {
		if found := uncounted(code, text); len(found) != 0 {
			t.Errorf("%s is found: %v", text, found)
		}
	}
}
