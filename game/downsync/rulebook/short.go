package rulebook

import (
	"regexp"
	"strings"

	"downsync/game/book"
)

// Short returns the short form of an entry for players: the rule, in a few sentences and in the words of the boards; of a
// ruling only the ruling. The entry's own text has the rest: the question, the example, the book's words.
func Short(e book.Entry) string {
	s := switches.ReplaceAllString(e.Text, "")
	if m := ruled.FindStringSubmatch(s); m != nil {
		s = strings.ToUpper(m[1][:1]) + m[1][1:]
	}
	s = strings.ReplaceAll(s, "**", "")
	for _, w := range terms {
		s = w.book.ReplaceAllString(s, w.ours)
	}
	s = strings.TrimSpace(capital(strings.TrimSpace(s)))
	return book.Short(s, mostShort)
}

// mostShort is the most characters of an entry's short form, unless its first sentence is longer.
const mostShort = 240

var (
	// ruled matches the decision of a ruling.
	ruled = regexp.MustCompile(`\*\*Ruling: (.*?)\.?\*\*`)
	// switches matches the names of edition switches, which are for programmers.
	switches = regexp.MustCompile("(?:`[a-z]+[A-Za-z]*`(?:, )?)+: ")
)

// terms maps the book's words to the boards' words.
var terms = []struct {
	book *regexp.Regexp
	ours string
}{
	{regexp.MustCompile(`\bPings\b`), "contacts"}, {regexp.MustCompile(`\bPing('s)?\b`), "contact$1"},
	{regexp.MustCompile(`\b[Ss]ignatures\b`), "sizes"}, {regexp.MustCompile(`\b[Ss]ignature\b`), "size"},
	{regexp.MustCompile(`\bTaskforce Activation\b`), "Turn"},
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
