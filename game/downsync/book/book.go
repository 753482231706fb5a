// Package book looks things up in the numbered rules (../rules.md) and in what the cards' traits mean.
package book

import (
	"fmt"
	"regexp"
	"strings"

	"downsync/game/downsync"
	"downsync/game/downsync/cards"
)

// Entry is a rule, a ruling, a difference between editions, or what a trait or special action of a card does.
type Entry struct {
	Number string // "R16.3", "Q65", "V9"; "" for what stands on cards
	Title  string // of a ruling, or the trait's name; "" for rules
	Where  string // the chapter's heading, "Revealing"
	Text   string // Markdown
}

// Name is what an entry is cited by: its number, or the trait's name.
func (e Entry) Name() string {
	if e.Number != "" {
		return e.Number
	}
	return e.Title
}

// Entries are all that can be looked up, in the order of the rulebook, traits last. They are not written to.
func Entries() []Entry { return entries }

var entries = append(read(downsync.Numbered), meanings()...)

var (
	bullet  = regexp.MustCompile(`^- \*\*([A-Z]\d+(?:\.\d+)?)\*\* (.*)$`)
	ruling  = regexp.MustCompile(`^\*\*(Q\d+) ([^*]+)\*\* ?(.*)$`)
	row     = regexp.MustCompile(`^\| \*\*(R\d+\.\d+)\*\* \|(.*)\|$`)
	chapter = regexp.MustCompile(`^#+ (?:R\d+ )?(.*)$`)
)

// skipped are the parts that nobody looks anything up in.
var skipped = []string{"Part 4.", "Part 6."}

// read takes the entries out of the numbered rules. Lines that are no beginning of an entry go on with the last one up
// to an empty line.
func read(text string) []Entry {
	var out []Entry
	where, open, skip := "", false, false
	var head []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if m := chapter.FindStringSubmatch(line); m != nil {
			where, open, head = strings.TrimSpace(m[1]), false, nil
			if strings.HasPrefix(line, "# ") {
				skip = partOf(where)
			}
			continue
		}
		e, ok := begin(line, head)
		switch {
		case skip:
		case ok:
			e.Where, open = where, true
			out = append(out, e)
		case strings.TrimSpace(line) == "":
			open = false
		case strings.HasPrefix(line, "| Rule"):
			head = cells(strings.Trim(line, "|"))
		case open && strings.HasPrefix(line, "  "):
			out[len(out)-1].Text += " " + strings.TrimSpace(line)
		}
	}
	for i := range out {
		out[i].Text = plain(out[i].Text)
	}
	return out
}

func partOf(where string) bool {
	for _, s := range skipped {
		if strings.HasPrefix(where, s) {
			return true
		}
	}
	return false
}

// begin reads a line that begins an entry; head are the columns' names where it is a table's row.
func begin(line string, head []string) (Entry, bool) {
	if m := bullet.FindStringSubmatch(line); m != nil {
		return Entry{Number: m[1], Text: m[2]}, true
	}
	if m := ruling.FindStringSubmatch(line); m != nil {
		return Entry{Number: m[1], Title: strings.TrimSuffix(m[2], "."), Text: m[3]}, true
	}
	m := row.FindStringSubmatch(line)
	if m == nil {
		return Entry{}, false
	}
	values := cells(m[2])
	var text []string
	for i, v := range values[1:] {
		if i+2 < len(head) {
			text = append(text, fmt.Sprintf("%s: %s", head[i+2], v))
		}
	}
	return Entry{Number: m[1], Title: values[0], Text: strings.Join(text, "; ") + "."}, true
}

func cells(row string) []string {
	var out []string
	for c := range strings.SplitSeq(row, "|") {
		out = append(out, strings.TrimSpace(c))
	}
	return out
}

// What of a ruling is for those who build it: its support by later texts, and the example that tests it.
var (
	section = regexp.MustCompile(` \[[^\]]*\]$`)
	support = regexp.MustCompile(` Support: .*?(?:(\bTest:|\bOption )|$)`)
	example = regexp.MustCompile(` Test: `)
	commits = regexp.MustCompile("(?:, )?`[0-9a-f]{7}`(?:/`[0-9a-f]{7}`)*(?: \\([^)]*\\))?|\\((?:`[0-9a-f]{7}`[,/ ]*)+\\)")
	reason  = regexp.MustCompile(` \*\([^)]*own judgement[^)]*\)\*`)
	empty   = regexp.MustCompile(` ?\(\s*[;,]?\s*\)`)
)

// plain is an entry's text as players read it.
func plain(s string) string {
	s = section.ReplaceAllString(s, "")
	s = support.ReplaceAllString(s, " $1")
	s = example.ReplaceAllString(s, " For example: ")
	s = commits.ReplaceAllString(s, "")
	s = empty.ReplaceAllString(s, "")
	s = strings.ReplaceAll(reason.ReplaceAllString(s, ""), "*own judgement*", "ruled here")
	return strings.ReplaceAll(strings.Join(strings.Fields(s), " "), " .", ".")
}

// meanings are the traits and special actions of the cards.
func meanings() []Entry {
	var out []Entry
	for _, m := range cards.Meanings() {
		out = append(out, Entry{Title: m.Name, Where: kinds[m.Kind], Text: m.Text})
	}
	return out
}

var kinds = map[string]string{"unit": "a trait of Units", "weapon": "a trait of weapons", "action": "an action on cards"}
