// Package book reads the numbered rules of a game, and whatever else can be looked up, and finds entries in them by a few words.
//
// The rules are Markdown. An entry is a list item, a paragraph or a row of a table that begins with its number in bold type:
//
//   - **R16.3** A Unit that was revealed keeps its label.
//     **Q65 Who holds ties.** The player who ...
//     | **R27.4** | Overwatch | blue | ...
//
// A number is one or two letters, with or without a hyphen between them, and one or two whole numbers: R16.3, Q65, JQ9, R-P4. A
// heading is the title of the entries below it. An indented line continues its entry.
package book

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Entry is a rule, a ruling, or something else with a name, such as a trait of a card.
type Entry struct {
	Number string // "R16.3", "Q65"; "" for an entry without a number
	Title  string // of a ruling, or the name of an entry without a number; "" for rules
	Where  string // the chapter's heading, "Revealing"
	Text   string // Markdown
}

// Name returns the entry's citation: its number, or its title.
func (e Entry) Name() string {
	if e.Number != "" {
		return e.Number
	}
	return e.Title
}

// Source is the input of a Book.
type Source struct {
	Rules string // the numbered rules
	// Skip holds beginnings of first-level headings. The text below such a heading is not read.
	Skip []string
	// Plain returns an entry's text for players; nil: as written.
	Plain func(string) string
	// More holds the entries besides the numbered ones. They come last.
	More []Entry
	// Also maps players' other names for things, in lower case, to the words of the entries.
	Also map[string]string
	// Renamed maps earlier numbers of entries to the present ones, in upper case. Old messages and links hold the earlier ones.
	Renamed map[string]string
}

// Book holds entries that can be looked up. It does not change.
type Book struct {
	entries []Entry
	split   []splitEntry // the same in the form for searches
	also    map[string]string
	renamed map[string]string
	words   map[string]bool // all words that occur, except short ones
	known   []string        // the same in alphabetical order
}

// New reads a book.
func New(s Source) *Book {
	b := &Book{entries: append(read(s), s.More...), also: s.Also, renamed: s.Renamed}
	b.collect()
	return b
}

// Entries returns everything that can be looked up, in the order of the rules. The caller must not change it.
func (b *Book) Entries() []Entry { return b.entries }

// Numbered returns the entry with that number, or an earlier number of it, or the zero Entry if there is none.
func (b *Book) Numbered(number string) Entry {
	number = b.present(number)
	for _, e := range b.entries {
		if e.Number == number {
			return e
		}
	}
	return Entry{}
}

// present returns the present number of an entry that was renamed. Any other text stays the same.
func (b *Book) present(number string) string {
	if now, ok := b.renamed[strings.ToUpper(strings.TrimSpace(number))]; ok {
		return now
	}
	return number
}

// number is the pattern of a number.
const number = `[A-Z](?:-?[A-Z])?\d+(?:\.\d+)?`

var (
	bullet  = regexp.MustCompile(`^- \*\*(` + number + `)\*\* (.*)$`)
	ruling  = regexp.MustCompile(`^\*\*(` + number + `) ([^*]+)\*\* ?(.*)$`)
	row     = regexp.MustCompile(`^\| \*\*(` + number + `)\*\* \|(.*)\|$`)
	chapter = regexp.MustCompile(`^#+ (?:` + number + ` )?(.*)$`)
)

// read takes the entries out of the numbered rules. Lines that begin no entry continue the previous one, up to an empty line.
func read(s Source) []Entry {
	var out []Entry
	where, open, skip := "", false, false
	var head []string
	for line := range strings.Lines(s.Rules) {
		line = strings.TrimRight(line, "\n")
		if m := chapter.FindStringSubmatch(line); m != nil {
			where, open, head = strings.TrimSpace(m[1]), false, nil
			if strings.HasPrefix(line, "# ") {
				skip = slices.ContainsFunc(s.Skip, func(part string) bool { return strings.HasPrefix(where, part) })
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
		if s.Plain != nil {
			out[i].Text = s.Plain(out[i].Text)
		}
	}
	return out
}

// begin reads a line that begins an entry; head holds the columns' names if it is a table's row.
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
