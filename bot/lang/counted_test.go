package lang_test

import (
	"regexp"
	"testing"

	"downsync/bot/lang"
	"downsync/game"
)

// counted matches a number followed by a plural noun: in English, and in German where capitals and endings show it.
var counted = map[string]*regexp.Regexp{
	"en": regexp.MustCompile(`%(?:\[\d\])?d\*{0,2} (?:[A-Za-z]+ )?[A-Za-z]{3,}s\b`),
	"de": regexp.MustCompile(`%(?:\[\d\])?d\*{0,2} (?:\p{Ll}+ )?\p{Lu}\pL+(?:n|s|e|e[rn])\b`),
}

// neverOne matches parts of texts whose number is a limit of the program above one, or whose word is not a noun.
var neverOne = regexp.MustCompile(`%d characters|Round %d\*\* begins|keep %d forces|up to %d Units a side|%d players, rounds|opened %d disputes within %d days|` +
	`has %\[1\]d Units|that is %d orders|%d way points|%d Victory Points|%d colours|%d dieser Marker`)

// uncounted returns the parts of a text in which a number is followed by a plural noun without a singular form.
func uncounted(code, text string) []string {
	return counted[code].FindAllString(neverOne.ReplaceAllString(text, ""), -1)
}

// Every counted noun has a singular form, in every language.
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
