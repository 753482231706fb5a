package downsync

import (
	"fmt"
	"strings"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/game"
	"downsync/game/book"
	"downsync/game/downsync/cards"
	"downsync/game/downsync/rulebook"
	"downsync/game/spell"
	"downsync/render"

	rules "downsync/game/downsync"
)

// wordNoUnit refuses the name of a Unit.
const wordNoUnit game.Text = "there is no Unit %q: expected a name like Virago; the option suggests them"

// factionNames are the printed factions.
var factionNames = map[string]game.Text{"coalition": "Coalition", "republic-of-terra": "Republic of Terra"}

// What can be looked up anywhere, without a match: Unit cards and the numbered rules.

const bookUnit, bookRules = "unit", "rules"

// Books are the commands that look something up.
func (Forms) Books() []bot.Command {
	return []bot.Command{
		{Name: bookUnit, Description: "A Unit's card: what it can do, and what its traits mean", Options: []bot.CommandOption{
			{Name: "name", Description: "The Unit's name", Kind: bot.StringOption, Required: true, Autocomplete: true},
			{Name: "rules", Description: "The edition whose card it is; default: 2023-03", Kind: bot.StringOption,
				Choices: choices(rules.Editions...)}}},
		{Name: bookRules, Description: "Find rules, rulings and card traits by words or by number", Options: []bot.CommandOption{
			{Name: "word", Description: "Words like reaction window, or a number like R16.3 or Q65", Kind: bot.StringOption, Required: true,
				Autocomplete: true}}},
		mapCommand(),
	}
}

// LookUp answers one of them.
func (f Forms) LookUp(command string, o map[string]string) (bot.Message, error) {
	switch command {
	case bookUnit:
		return lookUnit(f, o)
	case bookMap:
		return lookMap(f, o)
	}
	return lookRules(f, o["word"])
}

// catalogue are the cards of an edition ("": the first), with the server's own.
func catalogue(f Forms, edition string) (*cards.Catalogue, error) {
	c := rules.Defaults()
	c.Rules, c.Cards = or(edition, c.Rules), f.Own
	if err := c.CheckSettings(); err != nil {
		return nil, err
	}
	return c.Catalogue()
}

// lookUnit shows a card as a picture and in words, with what its traits mean. What a select of an earlier answer gives
// names the edition after the slug: "virago@4.2".
func lookUnit(f Forms, o map[string]string) (bot.Message, error) {
	name, edition, _ := strings.Cut(o["name"], "@")
	edition = or(edition, o["rules"])
	cat, err := catalogue(f, edition)
	if err != nil {
		return bot.Message{}, err
	}
	u, err := unitMeant(cat, name)
	if err != nil {
		return bot.Message{}, err
	}
	png, err := render.DrawSheet(look(f, "").Card(u))
	if err != nil {
		return bot.Message{}, err
	}
	m := withPicture(bot.Clip(unitText(f, cat, u, edition), maxTold), png)
	var options []bot.Option
	for _, x := range cat.All() {
		if x.Faction == u.Faction && x != u && len(options) < most {
			options = append(options, bot.Option{Value: strings.TrimSuffix(x.Slug+"@"+edition, "@"), Label: x.Name, Note: stats(f.lang, x)})
		}
	}
	if len(options) > 0 {
		m.Blocks = append(m.Blocks, bot.Select{ID: bot.BookControl(bookUnit), Placeholder: f.lang.Text("Another card"), Options: options})
	}
	return m, nil
}

// unitText is all that a Unit's card prints, and what its traits mean.
func unitText(f Forms, cat *cards.Catalogue, u *cards.Unit, edition string) string {
	return inEdition(edition, cardLine(f, cat, u)+"\n"+cardText(f.lang, cat, u.Slug)+"\n"+traitsText(f, u))
}

// unitMeant finds a Unit by slug or name, with what people leave out, or by a part of the name that no other has. A near
// miss is not taken but told.
func unitMeant(cat *cards.Catalogue, name string) (*cards.Unit, error) {
	name = bot.Clip(strings.TrimSpace(name), maxOption)
	var names, parts []string
	var part *cards.Unit
	for _, u := range cat.All() {
		if strings.EqualFold(name, u.Slug) || plainName(name) == plainName(u.Name) {
			return u, nil
		}
		names = append(names, u.Name)
		if plainName(name) != "" && strings.Contains(plainName(u.Name), plainName(name)) {
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
	return nil, game.Errorf(wordNoUnit, name)
}

// cardLine says how a Unit comes onto the table.
func cardLine(f Forms, cat *cards.Catalogue, u *cards.Unit) string {
	side := f.lang.Text(factionNames[u.Faction])
	if side == "" {
		side = f.lang.Text("a card of this server's own")
	}
	if u.PackagedWith != "" {
		return "-# " + f.lang.Say("comes free with %s", cat.Must(u.PackagedWith).Name) + ", " + side
	}
	return "-# " + f.lang.Say("%s · %s", bot.Capital(f.lang.Text(contacts[u.Signature])), side)
}

// traitsText tells what each trait and special action of a card does, once each.
func traitsText(f Forms, u *cards.Unit) string {
	var lines []string
	seen := map[string]bool{}
	add := func(id string) {
		if m, ok := cards.Means(id); ok && !seen[id] {
			seen[id] = true
			lines = append(lines, fmt.Sprintf("**%s**: %s", m.Name, f.lang.Text(game.Text(m.Text))))
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

// lookRules shows what is about the words: the best entries whole, the others to choose from. What a select of an
// earlier answer gives may name a further page of the same words: "2|overwatch".
func lookRules(f Forms, query string) (bot.Message, error) {
	page := 0
	if n, rest, ok := strings.Cut(query, "|"); ok {
		if _, err := fmt.Sscan(n, &page); err != nil || page < 0 {
			page = 0
		}
		query = rest
	}
	query = bot.Clip(strings.Join(strings.Fields(query), " "), book.MaxQuery)
	found, meant := rulebook.Book.Find(query)
	if page*mostListed >= len(found) {
		page = 0
	}
	found = found[page*mostListed:]
	if len(found) == 0 {
		return bot.Message{}, game.Errorf("nothing in the rules is about %q: expected a word like overwatch, or a number like R16.3", query)
	}
	lines := []string{f.lang.Say("### Rules about %s", bot.Plain(or(meant, query)))}
	if meant != "" {
		lines = append(lines, f.lang.Say("-# Nothing is about %s; this is about **%s**.", bot.Plain(query), bot.Plain(meant)))
	}
	size, whole := 0, 0
	for _, e := range found[:min(len(found), mostWhole)] {
		s := "\n" + entryHead(f, e) + "\n" + f.lang.Text(game.Text(e.Text))
		if size += len([]rune(s)); size > maxTold && whole > 0 {
			break
		}
		whole++
		lines = append(lines, s)
	}
	lines = append(lines, f.lang.Text("downsync.books.cite"))
	if s := inEnglish(f.lang); s != "" {
		lines = append(lines, s)
	}
	m := bot.Message{Blocks: []bot.Block{bot.Text(strings.Join(lines, "\n"))}}
	if s, ok := furtherRules(f, found, whole, or(meant, query), page); ok {
		m.Blocks = append(m.Blocks, s)
	}
	return m, nil
}

// inEnglish says to readers of other languages that rules are quoted as they stand; what cards mean is translated.
func inEnglish(t lang.Language) string {
	if t == lang.English {
		return ""
	}
	return t.Text("-# The text of the rules is in English.")
}

// mostWhole is how many entries are shown whole at once, mostListed how many a page has, those whole among them.
const mostWhole, mostListed = 8, 24

func entryHead(f Forms, e book.Entry) string {
	if e.Number != "" && e.Title != "" {
		return fmt.Sprintf("**%s %s** · %s", e.Number, e.Title, f.lang.Text(game.Text(e.Where)))
	}
	return fmt.Sprintf("**%s** · %s", e.Name(), f.lang.Text(game.Text(e.Where)))
}

// furtherRules is the select of the entries that were not shown whole, and of the next page.
func furtherRules(f Forms, found []book.Entry, whole int, query string, page int) (bot.Select, bool) {
	var options []bot.Option
	for _, e := range found[whole:min(len(found), mostListed)] {
		label := strings.ReplaceAll(entryHead(f, e), "**", "")
		options = append(options,
			bot.Option{Value: e.Name(), Label: bot.Clip(label, maxOption),
				Note: bot.Clip(strings.ReplaceAll(f.lang.Text(game.Text(e.Text)), "**", ""), maxOption)})
	}
	if left := len(found) - mostListed; left > 0 {
		options = append(options,
			bot.Option{Value: bot.Clip(fmt.Sprintf("%d|%s", page+1, query), maxOption), Label: f.lang.Say("Further entries: %d", left)})
	}
	if len(options) == 0 {
		return bot.Select{}, false
	}
	return bot.Select{ID: bot.BookControl(bookRules), Placeholder: f.lang.Say("Read on: %d more", len(found)-whole), Options: options}, true
}

// suggestUnits completes a Unit's name.
func suggestUnits(f Forms, o map[string]string) []bot.Choice {
	out := []bot.Choice{}
	cat, err := catalogue(f, o["rules"])
	if err != nil {
		return out
	}
	typed := plainName(o["name"])
	for _, u := range cat.All() {
		if len(out) < most && strings.Contains(plainName(u.Name), typed) {
			out = append(out, bot.Choice{Name: bot.Clip(fmt.Sprintf("%s: %s", u.Name, f.lang.Text(game.Text(u.Type))), maxOption), Value: u.Slug})
		}
	}
	return out
}

// suggestRules completes a question of the rules: what was typed itself, then the entries about it.
func suggestRules(f Forms, typed string) []bot.Choice {
	out := []bot.Choice{}
	typed = bot.Clip(strings.TrimSpace(typed), book.MaxQuery)
	found, meant := rulebook.Book.Find(typed)
	if typed == "" {
		found = rulebook.Book.Entries()
	} else if len(found) > 1 {
		words := or(meant, typed)
		out = append(out, bot.Choice{Name: bot.Clip(fmt.Sprintf("%s: %d", words, len(found)), maxOption), Value: words})
	}
	for _, e := range found[:min(len(found), mostListed)] {
		name := strings.ReplaceAll(entryHead(f, e)+": "+e.Text, "**", "")
		out = append(out, bot.Choice{Name: bot.Clip(name, maxOption), Value: bot.Clip(e.Name(), maxOption)})
	}
	return out
}
