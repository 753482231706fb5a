package books

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/downsync/wording"
	"downsync/bot/lang"
	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/book"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/game/downsync/rulebook"
	"downsync/game/spell"
	"downsync/render"
)

// WordNoUnit refuses an unknown name of a Unit.
const WordNoUnit game.Text = "there is no Unit %q: expected a name like Virago; the option suggests them"

// FactionNames are the printed factions.
var FactionNames = map[string]game.Text{"coalition": "Coalition", "republic-of-terra": "Republic of Terra"}

// The books: Unit cards, the numbered rules and the battlefields. Anybody can look them up without a match.

const BookUnit, bookRules, bookMap = "unit", "rules", "map"

// Entries of the rules: shown whole at once, and on a page.
const mostWhole, mostListed = 8, 24

// Library implements bot.Library: it looks things up in the books.
type Library struct{ wording.Reader }

// Books returns the commands that look something up.
func (Library) Books() []bot.Command {
	return []bot.Command{
		{Name: BookUnit, Description: "A Unit's card: what it can do, and what its traits mean", Options: []bot.CommandOption{
			{Name: "name", Description: "The Unit's name", Kind: wire.StringOption, Required: true, Autocomplete: true},
			{Name: "rules", Description: "The edition whose card it is; default: 2023-03", Kind: wire.StringOption,
				Choices: wire.ChoicesOf(rules.Editions...)}}},
		{Name: bookRules, Description: "Find rules, rulings and card traits by words or by number", Options: []bot.CommandOption{
			{Name: "word", Description: "Words like reaction window, or a number like R16.3 or Q65", Kind: wire.StringOption, Required: true,
				Autocomplete: true}}},
		{Name: bookMap, Description: "The battlefields: all at a glance, or one of them large", Options: []bot.CommandOption{
			{Name: "map", Description: "Which one; leave out for all of them", Kind: wire.StringOption, Autocomplete: true},
			{Name: "rules", Description: "The edition whose zones and objectives are shown; default: 2023-03", Kind: wire.StringOption,
				Choices: wire.ChoicesOf(rules.Editions...)}}},
	}
}

// LookUp answers one of the commands of Books.
func (f Library) LookUp(command string, o map[string]string) (wire.Message, error) {
	switch command {
	case BookUnit:
		return lookUnit(f.Reader, o)
	case bookMap:
		return lookMap(f.Reader, o)
	}
	return lookRules(f.Reader, o["word"])
}

// Catalogue returns the cards of an edition with the server's own. An empty edition means the first.
func Catalogue(f wording.Reader, edition string) (*cards.Catalogue, error) {
	c := rules.Defaults()
	c.Rules, c.Cards = cmp.Or(edition, c.Rules), f.Own
	if err := c.CheckSettings(); err != nil {
		return nil, err
	}
	return c.Catalogue()
}

// lookUnit shows a card and explains its traits. A select in an earlier answer appends the edition: "virago@4.2".
func lookUnit(f wording.Reader, o map[string]string) (wire.Message, error) {
	name, edition, _ := strings.Cut(o["name"], "@")
	edition = cmp.Or(edition, o["rules"])
	cat, err := Catalogue(f, edition)
	if err != nil {
		return wire.Message{}, err
	}
	u, err := unitMeant(cat, name)
	if err != nil {
		return wire.Message{}, err
	}
	png, err := render.DrawSheet(wording.Look(f, "").Card(u))
	m := wording.WithPicture(wire.Clip(unitText(f, cat, u, edition), wording.MaxTold), png)
	var others wording.Options
	for _, x := range cat.All() {
		if x.Faction == u.Faction && x != u {
			others.Add(wire.Option{Value: strings.TrimSuffix(x.Slug+"@"+edition, "@"), Label: x.Name, Note: Stats(f.Language, x)})
		}
	}
	if len(others) > 0 {
		m.Blocks = append(m.Blocks, wire.Select{ID: customid.BookControl(BookUnit), Placeholder: f.Text("Another card"), Options: around(others, cat, u)})
	}
	return m, err
}

// around returns the options for which a select has room: those after the Unit in the order of the cards, then those from the beginning. So
// every card is a few presses away.
func around(others wording.Options, cat *cards.Catalogue, u *cards.Unit) []wire.Option {
	if len(others) <= wire.MostOptions {
		return others
	}
	before := 0
	for _, x := range cat.All() {
		if x == u {
			break
		}
		if x.Faction == u.Faction {
			before++
		}
	}
	return slices.Concat(others[before:], others[:before])[:wire.MostOptions]
}

// unitText returns everything that a Unit's card prints, and what its traits mean.
func unitText(f wording.Reader, cat *cards.Catalogue, u *cards.Unit, edition string) string {
	return wording.InEdition(edition, cardLine(f, cat, u)+"\n"+CardText(f.Language, cat, u.Slug)+"\n"+traitsText(f, u))
}

// unitMeant finds a Unit by slug, by name, or by a unique part of its name. For a near miss it returns an error that suggests
// the name.
func unitMeant(cat *cards.Catalogue, name string) (*cards.Unit, error) {
	name = wire.Clip(strings.TrimSpace(name), menu.LongestOption)
	var names, parts []string
	var part *cards.Unit
	for _, u := range cat.All() {
		if strings.EqualFold(name, u.Slug) || wording.PlainName(name) == wording.PlainName(u.Name) {
			return u, nil
		}
		names = append(names, u.Name)
		if wording.PlainName(name) != "" && strings.Contains(wording.PlainName(u.Name), wording.PlainName(name)) {
			parts, part = append(parts, u.Name), u
		}
	}
	switch {
	case len(parts) == 1:
		return part, nil
	case len(parts) > 1:
		return nil, game.Errorf("%q may be several Units: %s", name, strings.Join(parts, ", "))
	}
	if near, _, ok := spell.Near(name, names); ok {
		return nil, game.Errorf("there is no Unit %q. Did you mean %s?", name, near)
	}
	return nil, game.Errorf(WordNoUnit, name)
}

func cardLine(f wording.Reader, cat *cards.Catalogue, u *cards.Unit) string {
	side := f.Text(FactionNames[u.Faction])
	if side == "" {
		side = f.Text("a card of this server's own")
	}
	if u.PackagedWith != "" {
		return "-# " + f.Say("comes free with %s", cat.Must(u.PackagedWith).Name) + ", " + side
	}
	return "-# " + f.Say("%s · %s", wire.Capital(f.Text(wording.Contacts[u.Signature])), side)
}

// traitsText explains each trait and special action of a card once.
func traitsText(f wording.Reader, u *cards.Unit) string {
	var lines []string
	seen := map[string]bool{}
	add := func(id string) {
		if m, ok := cards.Means(id); ok && !seen[id] {
			seen[id] = true
			lines = append(lines, fmt.Sprintf("**%s**: %s", m.Name, f.Text(game.Text(m.Text))))
		}
	}
	for _, t := range u.Traits {
		add(t.ID)
	}
	for _, a := range u.Actions {
		add(a.ID)
		for _, t := range a.Traits {
			add(t.ID)
		}
	}
	return strings.Join(lines, "\n")
}

// chapters are rulebook entries from the chapters that a newcomer looks for first, in the order of a Turn.
var chapters = []string{"R7.1", "R5.1", "R14.1", "R16.1", "R7.8", "R8.1", "R9.1", "R11.1", "R20.1", "R21.1", "R23.1", "R24.1", "R17.1", "R25.1"}

// lookRules shows the best entries in short form and lists the others.
func lookRules(f wording.Reader, query string) (wire.Message, error) {
	if query == "" {
		return page.Chapters(f.Language, rulebook.Book, bookRules, chapters...), nil
	}
	q := page.SearchIn(rulebook.Book, f.Language, query, mostListed)
	if e := q.Exact; e.Name() != "" {
		return wording.InWords(wording.Paragraph(entryHead(f, e), wire.Clip(f.Text(game.Text(e.Text)), wording.MaxTold), f.Text("downsync.books.cite"), page.InEnglish(f.Language))), nil
	}
	if len(q.Found) == 0 {
		return wire.Message{}, q.Nothing("overwatch", "R16.3")
	}
	lines := q.Head
	size, whole := 0, 0
	if s := meaning(f.Language, q.About); s != "" && q.Page == 0 {
		lines = append(lines, s)
		size = len([]rune(s))
	}
	for _, e := range q.Found[:min(len(q.Found), mostWhole)] {
		s := "\n" + entryHead(f, e) + "\n" + wording.InShort(f.Language, e)
		if size += len([]rune(s)); size > wording.MaxTold && whole > 0 {
			break
		}
		whole++
		lines = append(lines, s)
	}
	m := wording.InWords(wording.Paragraph(append(lines, f.Text("downsync.books.cite"), page.InEnglish(f.Language))...))
	if s, ok := furtherRules(f, q, whole); ok {
		m.Blocks = append(m.Blocks, s)
	}
	return m, nil
}

func entryHead(f wording.Reader, e book.Entry) string {
	if e.Number != "" && e.Title != "" {
		return fmt.Sprintf("**%s %s** · %s", e.Number, e.Title, f.Text(game.Text(e.Where)))
	}
	return fmt.Sprintf("**%s** · %s", e.Name(), f.Text(game.Text(e.Where)))
}

// furtherRules offers the entries that are not shown whole, and the next page.
func furtherRules(f wording.Reader, q page.Search, whole int) (wire.Select, bool) {
	var further wording.Options
	found := q.Found
	for _, e := range found[:whole] {
		if e.Number != "" && wording.InShort(f.Language, e) != e.Text {
			further.Add(q.Whole(f.Language, e))
		}
	}
	for _, e := range found[whole:min(len(found), mostListed)] {
		further.Add(wire.Option{Value: e.Name(), Label: strings.ReplaceAll(entryHead(f, e), "**", ""),
			Note: strings.ReplaceAll(f.Text(game.Text(e.Text)), "**", "")})
	}
	if left := len(found) - mostListed; left > 0 {
		further.Add(q.Next(f.Language, left))
	}
	more := f.Text("More: word for word")
	if left := len(found) - whole; left > 0 {
		more = f.Say("More: word for word, and %d further {entry|entries}", left)
	}
	return wire.Select{ID: customid.BookControl(bookRules), Placeholder: more, Options: further}, len(further) > 0
}

func SuggestUnits(f wording.Reader, o map[string]string, s *page.Suggestions) {
	cat, err := Catalogue(f, o["rules"])
	if err != nil {
		return
	}
	s.Fits = func(slug, _ string) bool {
		return strings.Contains(wording.PlainName(cat.Must(slug).Name), wording.PlainName(o["name"]))
	}
	for _, u := range cat.All() {
		s.Add(u.Slug, fmt.Sprintf("%s: %s", u.Name, f.Text(game.Text(u.Type))))
	}
}

// SuggestRules completes a search: first the words themselves, then the entries about them.
func SuggestRules(f wording.Reader, typed string, s *page.Suggestions) {
	s.Fits = func(string, string) bool { return true } // Find has selected them already
	typed = wire.Clip(strings.TrimSpace(typed), book.MaxQuery)
	found, meant := rulebook.Book.Find(typed)
	if typed == "" {
		found = rulebook.Book.Entries()
	} else if len(found) > 1 {
		words := cmp.Or(meant, typed)
		s.Add(words, fmt.Sprintf("%s: %d", words, len(found)))
	}
	for _, e := range found[:min(len(found), mostListed)] {
		s.Add(wire.Clip(e.Name(), menu.LongestOption), strings.ReplaceAll(entryHead(f, e)+": "+e.Text, "**", ""))
	}
}

// targetKinds are the kinds of Units to which some weapons are limited.
var targetKinds = map[string]game.Text{"infantry": "infantry", "vehicle": "vehicles"}

func CardText(t lang.Language, cat *cards.Catalogue, slug string) string {
	u, ok := cat.Find(slug)
	if !ok {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** (%s) · %s", u.Name, t.Text(game.Text(u.Type)), Stats(t, u))
	for _, a := range u.Actions {
		fmt.Fprintf(&b, "\n• %s", ActionText(t, cat, a))
	}
	if len(u.Traits) > 0 {
		fmt.Fprintf(&b, "\n-# %s", strings.Join(page.Each(u.Traits, func(x cards.Trait) string { return traitText(t, cat, x) }), ", "))
	}
	return b.String()
}

// traitText returns a trait as its card prints it: the name, figures, the kind of target and the other Unit.
func traitText(t lang.Language, cat *cards.Catalogue, x cards.Trait) string {
	m, _ := cards.Means(x.ID)
	s := m.Name + x.Figures()
	if x.Vs != "" {
		s += " (" + t.Text(targetKinds[x.Vs]) + ")"
	}
	if u, ok := cat.Find(x.Unit); ok {
		s += " (" + u.Name + ")"
	}
	return s
}

// Stats returns the figures of a card on one line.
func Stats(t lang.Language, u *cards.Unit) string {
	s := fmt.Sprintf("SPD %d", u.Spd)
	if u.Scan != nil {
		s += fmt.Sprintf(" SCAN %d", *u.Scan)
	}
	s += fmt.Sprintf(" TARG %d DEF %d CM ", u.Targ, u.Def)
	if u.CM == nil {
		s += "-"
	} else {
		s += fmt.Sprint(*u.CM)
	}
	if u.Hardened > 0 {
		s += fmt.Sprintf("+%d", u.Hardened)
	}
	switch {
	case u.InfantryBases == 1:
		s += t.Text(", infantry, 1 base")
	case u.Infantry():
		s += t.Say(", infantry, %d {base|bases}", u.InfantryBases)
	}
	return s
}

func ActionText(t lang.Language, cat *cards.Catalogue, a cards.Action) string {
	var facts []string
	if a.Effect != cards.Special {
		facts = append(facts, strings.ToUpper(string(a.Effect)))
	}
	switch {
	case a.Unlimited:
		facts = append(facts, t.Text("any range"))
	case a.Range > 0:
		facts = append(facts, fmt.Sprintf("%d\"", a.Range))
	}
	if a.MinRange > 0 {
		facts = append(facts, t.Say("from %d\"", a.MinRange))
	}
	if a.ROF > 0 {
		facts = append(facts, fmt.Sprintf("ROF %d", a.ROF))
	}
	if a.OnlyVs != "" {
		facts = append(facts, t.Say("against %s", t.Text(targetKinds[a.OnlyVs])))
	}
	if n := a.Numbers(); n != "" {
		facts = append(facts, t.Say("base %s only", n))
	}
	for _, x := range a.Traits {
		facts = append(facts, traitText(t, cat, x))
	}
	s := fmt.Sprintf("%s (%s)", a.Name, a.Cost)
	if len(facts) > 0 {
		s += ": " + strings.Join(facts, ", ")
	}
	return s
}

// The battlefields: all on one picture, or one of them large.
