package jagged

import (
	"regexp"
	"strings"

	"downsync/bot/customid"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/book"
	rules "downsync/game/jagged"
	"downsync/game/jagged/cards"
)

// This file finds the numbered rules by words.

// numberedRules holds the rules and rulings, then the special rules by name.
var numberedRules = book.New(book.Source{Rules: rules.Numbered, More: specialRules(), Also: alsoCalled})

const wordSpecial game.Text = "special rule"

func specialRules() (out []book.Entry) {
	for _, r := range cards.Rules() {
		out = append(out, book.Entry{Title: r.Name, Where: string(wordSpecial), Text: r.Text})
	}
	return out
}

// alsoCalled maps other words of players, in either language, to the book's terms.
var alsoCalled = map[string]string{"army": "force", "landing": "insertion", "landung": "insertion", "charge": "rush", "reserve": "reinforce", "verstärkung": "reinforce", "los": "sight", "hp": "wound",
	"angriff": "attack", "angreifer": "attacker", "angreifen": "attack", "aufstellung": "deploy", "bewegen": "move", "bewegung": "movement", "deckung": "cover", "feldzug": "campaign",
	"fraktion": "faction", "gebunden": "engaged", "gelände": "terrain", "granate": "grenade", "klettern": "climb", "kritisch": "critical", "lösen": "disengage",
	"modell": "model", "nahkampf": "melee", "reichweite": "range", "runde": "round", "schaden": "dam", "schießen": "shoot", "beschuss": "shooting", "sicht": "sight",
	"sichtlinie": "sight", "sieg": "win", "sprinten": "sprint", "stellung": "position", "straße": "road", "truppe": "force", "verteidiger": "defender", "waffe": "weapon", "wunde": "wound", "wunden": "wound",
	"wurf": "roll", "würfel": "roll", "ziel": "target", "zone": "zone"}

const (
	// mostWhole is how many entries are shown at once, mostShort the length of each in characters, unless its first sentence is
	// longer.
	mostWhole, mostShort = 5, 240
	// theWords is a query for the meanings of all short words on cards and buttons.
	theWords = "?"
)

var (
	// section matches a rule's place in the book and the mark of our own rules; pointers matches the numbers at the end of a
	// sentence.
	section  = regexp.MustCompile(` ?\[§[^\]]*\]| \(ours(?:, )?\)`)
	pointers = regexp.MustCompile(` \((?:ours, )?(?:J[Q\d]|§)[^)]*\)`)
	// ruled matches the question of a ruling, and its answer.
	ruled = regexp.MustCompile(`^(.*?)\*\*(.+?)\*\*(?:\s|$)`)
	// only matches a ruling that merely points to a rule.
	only = regexp.MustCompile(`^(J\d+\.\d+)[.:]?$`)
)

// inShort returns a short version of an entry: a few sentences. For a ruling it returns the question and the answer.
func (w Forms) inShort(e book.Entry) string {
	if e.Number == "" {
		return w.Text(game.Text(e.Text))
	}
	s := pointers.ReplaceAllString(section.ReplaceAllString(e.Text, ""), "")
	if m := ruled.FindStringSubmatch(s); m != nil {
		answer := m[2]
		if at := only.FindStringSubmatch(answer); at != nil {
			answer = w.inShort(numberedRules.Numbered(at[1]))
		}
		s = m[1] + answer
		if len([]rune(s)) > mostShort {
			s = answer
		}
	}
	return book.Short(strings.TrimSpace(strings.NewReplacer("**", "", "*", "").Replace(s)), mostShort)
}

func (w library) entryHead(e book.Entry) string {
	return "**" + e.Name() + "** · " + w.Text(game.Text(e.Where))
}

// chapters lists rules whose chapters a newcomer looks for first, in the order of a battle.
var chapters = []string{"J2.1", "J3.1", "J4.1", "J5.1", "J6.1", "J7.1", "J8.1", "J9.1", "J10.1", "J11.1", "J12.1", "J13.1", "J14.1", "J16.1"}

// lookRules shows the best entries in short and lists the others.
func (w library) lookRules(query string) (wire.Message, error) {
	switch query {
	case "":
		m := page.Chapters(w.Language, numberedRules, bookRules, chapters...)
		s := m.Blocks[1].(wire.Select)
		s.Options = append([]wire.Option{{Value: theWords, Label: w.Text("Words and figures: BP, FR, SR, EV, W, DAM …")}}, s.Options...)
		m.Blocks[1] = s
		return m, nil
	case theWords:
		return wire.Message{Blocks: []wire.Block{wire.Text(w.Text("jagged.words"))}}, nil
	}
	q := page.SearchIn(numberedRules, w.Language, query, mostWhole)
	if e := q.Exact; e.Name() != "" {
		return wire.Message{Blocks: []wire.Block{wire.Text(page.Paragraph(w.entryHead(e), wire.Clip(e.Text, maxBook), page.InEnglish(w.Language)))}}, nil
	}
	if len(q.Found) == 0 {
		return wire.Message{}, q.Nothing("cover", "J7.5")
	}
	lines := q.Head
	more := wire.Select{ID: customid.BookControl(bookRules), Placeholder: w.Text("More: word for word, and other rules")}
	offer := func(o wire.Option) {
		if len(more.Options) < wire.MostOptions {
			o.Value, o.Label, o.Note = wire.Clip(o.Value, wire.LongestChoice), wire.Clip(o.Label, wire.LongestChoice), wire.Clip(o.Note, wire.LongestChoice)
			more.Options = append(more.Options, o)
		}
	}
	for i, e := range q.Found {
		if i < mostWhole {
			lines = append(lines, w.entryHead(e)+"\n"+w.inShort(e))
			if e.Number != "" && w.inShort(e) != e.Text {
				offer(q.Whole(w.Language, e))
			}
		}
	}
	if left := len(q.Found) - mostWhole; left > 0 {
		offer(q.Next(w.Language, left))
		for _, e := range q.Found[mostWhole:] {
			offer(wire.Option{Value: e.Name(), Label: e.Name() + " · " + w.Text(game.Text(e.Where)), Note: w.inShort(e)})
		}
	}
	m := wire.Message{Blocks: []wire.Block{wire.Text(page.Paragraph(append(lines, page.InEnglish(w.Language))...))}}
	if len(more.Options) > 0 {
		m.Blocks = append(m.Blocks, more)
	}
	return m, nil
}
