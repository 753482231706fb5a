package screens

import (
	"strings"
	"testing"
	"unicode/utf8"

	"downsync/bot/bottest"
	"downsync/bot/wire"
)

// longestQuestion is how long a question may be at the head of a message, in characters: about what a notification shows.
const longestQuestion = 100

// FirstWords checks a question as inboxes and the first line of a message show it. It must begin by asking, and the console of the message
// must ask the same.
func FirstWords(t testing.TB, name, question string, console wire.Message) {
	t.Helper()
	asked := firstSentence(question)
	if !strings.HasSuffix(asked, "?") {
		t.Errorf("%s: %q does not begin by asking", name, question)
	}
	if n := utf8.RuneCountInString(asked); n > longestQuestion {
		t.Errorf("%s: the question has %d characters, at most %d: %q", name, n, longestQuestion, asked)
	}
	if strings.ContainsAny(question, "*\n") {
		t.Errorf("%s: %q has marks or lines of its own, and is shown in bold type", name, question)
	}
	var headings []string
	for line := range strings.SplitSeq(bottest.Words(console), "\n") {
		if heading, is := strings.CutPrefix(line, "### "); is {
			headings = append(headings, firstSentence(markup.ReplaceAllString(heading, "")))
		}
	}
	if len(headings) != 1 || headings[0] != asked {
		t.Errorf("%s: %q comes first, and the console asks %q", name, asked, headings)
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
