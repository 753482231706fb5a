package screens

import (
	"strings"
	"testing"
	"unicode/utf8"

	"downsync/bot"
	"downsync/bot/bottest"
)

// longestQuestion is how long a question may be at the head of a message, in characters: about what a notification shows.
const longestQuestion = 100

// FirstWords holds that the question, which stands at the head of the message that brings a console and in lists of what waits, begins by
// asking, and that the console asks the same.
func FirstWords(t testing.TB, name, question string, console bot.Message) {
	t.Helper()
	asked := firstSentence(question)
	if !strings.HasSuffix(asked, "?") {
		t.Errorf("%s: %q does not begin by asking", name, question)
	}
	if n := utf8.RuneCountInString(asked); n > longestQuestion {
		t.Errorf("%s: the question has %d characters, at most %d: %q", name, n, longestQuestion, asked)
	}
	if strings.ContainsAny(question, "*\n") {
		t.Errorf("%s: %q has marks or lines of its own, and stands in bold type", name, question)
	}
	var headings []string
	for line := range strings.SplitSeq(bottest.Words(console), "\n") {
		if heading, is := strings.CutPrefix(line, "### "); is {
			headings = append(headings, firstSentence(markup.ReplaceAllString(heading, "")))
		}
	}
	if len(headings) != 1 || headings[0] != asked {
		t.Errorf("%s: %q comes first, and below the board stands %q", name, asked, headings)
	}
}

// firstSentence is a text up to the end of its first sentence.
func firstSentence(text string) string {
	for i, r := range text {
		if strings.ContainsRune(".?!", r) && (i+1 == len(text) || text[i+1] == ' ') {
			return text[:i+1]
		}
	}
	return text
}
