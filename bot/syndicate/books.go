package syndicate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/book"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
	"downsync/render"
	draw "downsync/render/syndicate"
)

// The following can be looked up anywhere, without a match: everything with a name, the numbered rules, and the battlefields.

const bookCard, bookRules, bookMap = "card", "rules", "map"

// library answers these look-ups.
type library struct{ Forms }

// Books returns the commands that look something up.
func (library) Books() []bot.Command {
	return []bot.Command{
		{Name: bookCard, Description: "A card, Operator, weapon, armor, Mercenary or status: what it does", Options: []bot.CommandOption{
			{Name: "name", Description: "Its name", Kind: wire.StringOption, Required: true, Autocomplete: true}}},
		{Name: bookRules, Description: "Find rules by words or by number", Options: []bot.CommandOption{
			{Name: "word", Description: "Words like cover, or a number like S6.5 or R-A2", Kind: wire.StringOption, Required: true, Autocomplete: true}}},
		{Name: bookMap, Description: "The battlefields", Options: []bot.CommandOption{
			{Name: "map", Description: "Which one; leave out for the usual one", Kind: wire.StringOption, Autocomplete: true}}},
	}
}

// LookUp answers one of them.
func (w library) LookUp(command string, o map[string]string) (wire.Message, error) {
	switch command {
	case bookCard:
		return w.lookCard(o["name"])
	case bookMap:
		return w.lookMap(o["map"])
	}
	return w.lookRules(o["word"])
}

type entry struct {
	id, name string
	kind     game.Text
}

// kinds names the kinds of things that have a name but no card of their own.
var kinds = map[string]game.Text{"ability": "ability of an Operator", "mercenary": "ability of a Mercenary", "weapon": "trait of a weapon", "category": "kind of weapon",
	"armor": "trait of armor", "status+": "status that helps", "status-": "status that hinders", "state": "state", "object": "object"}

// entries returns all things that have names.
func (w library) entries() []entry {
	cat := w.cat()
	return slices.Concat(
		page.Each(cat.Operators, func(x *cards.Operator) entry { return entry{x.ID, x.Name, "Operator"} }),
		page.Each(cat.Weapons, func(x *cards.Weapon) entry { return entry{x.ID, x.Name, "Weapon"} }),
		page.Each(cat.Armors, func(x *cards.Armor) entry { return entry{x.ID, x.Name, "Armor"} }),
		page.Each(cat.Mercenaries, func(x *cards.Mercenary) entry { return entry{x.ID, x.Name, "Mercenary"} }),
		page.Each(cat.Cards, func(x *cards.Card) entry { return entry{x.ID, x.Name, "Tactics card"} }),
		page.Each(cards.Meanings(), func(m cards.Meaning) entry { return entry{m.ID, m.Name, kinds[m.Kind]} }))
}

// lookCard shows the thing with that name. Several things with one name are shown together.
func (w library) lookCard(typed string) (wire.Message, error) {
	ids := w.cat().Named(typed)
	if len(ids) == 0 {
		which := wire.Select{ID: customid.BookControl(bookCard) + "|" + rules.Rules().Card().ID, Placeholder: w.Text("Which one?")}
		from := 0
		from, typed = furtherCards(typed)
		want := strings.ToLower(strings.TrimSpace(typed))
		for _, e := range w.entries() {
			if want != "" && strings.Contains(strings.ToLower(e.name), want) {
				ids = append(ids, e.id)
				which.Options = append(which.Options, wire.Option{Value: e.id, Label: e.name, Note: w.Text(e.kind)})
			}
		}
		switch {
		case len(ids) == 0:
			return wire.Message{}, game.Errorf("there is nothing called %q: expected a name like Dash; the option suggests them", wire.Clip(typed, 40))
		case len(ids) > 1: // R-X10
			which.Options = w.cardsFrom(which.Options, from, typed)
			return wire.Message{Blocks: []wire.Block{wire.Text(w.Say("Several things have %q in their name.", wire.Clip(typed, 40))), which}}, nil
		}
	}
	var lines []string
	var drawn []render.Card
	for _, id := range ids {
		lines = append(lines, w.entryText(id))
		if x, ok := w.cat().Card(id); ok {
			drawn = append(drawn, w.look("").Card(x, side(x.Color)))
		}
	}
	text := wire.Clip(strings.Join(lines, "\n\n"), maxTold)
	png, err := w.portrayed(ids)
	if len(drawn) > 0 {
		png, err = render.DrawCards(w.look("").Theme, drawn)
	}
	if len(png) == 0 || err != nil {
		return wire.Message{Blocks: []wire.Block{wire.Text(text)}}, err
	}
	return page.Picture(text, png, wire.Clip(page.Unbold(text), render.MaxAlt/2)), nil
}

// portrayed draws the Operator or the Mercenary among things with one name; nothing if there is none.
func (w library) portrayed(ids []string) ([]byte, error) {
	for _, id := range ids {
		if o, ok := w.cat().Operator(id); ok {
			return render.DrawSheet(w.look("").Operator(o))
		}
		if m, ok := w.cat().Mercenary(id); ok {
			return render.DrawSheet(w.look("").Mercenary(m))
		}
	}
	return nil, nil
}

// cardsFrom returns the options from a number on, as many as a select has room for. If there are more, the last option leads to them: its value is
// the number of the first and what was typed.
func (w library) cardsFrom(all []wire.Option, from int, typed string) []wire.Option {
	if from >= len(all) {
		from = 0
	}
	const most = wire.MostOptions - 1
	if left := len(all) - from - most; left > 1 {
		return append(slices.Clone(all[from:from+most]), wire.Option{Value: wire.Clip(fmt.Sprintf("%d|%s", from+most, typed), wire.LongestChoice), Label: w.Say("More: %d further", left)})
	}
	return all[from:]
}

// furtherCards reads the value of cardsFrom's last option.
func furtherCards(value string) (from int, typed string) {
	if n, rest, ok := strings.Cut(value, "|"); ok {
		if from, err := strconv.Atoi(n); err == nil && from >= 0 {
			return from, rest
		}
	}
	return 0, value
}

// side returns for the cards of each color a side whose colours set them apart.
func side(color string) game.Seat { return game.Seat(slices.Index(cards.Colors, color) + 1) }

// entryText returns everything printed about a thing.
func (w library) entryText(id string) string {
	cat := w.cat()
	if x, ok := cat.Card(id); ok {
		return fmt.Sprintf("**%s** · %s · %s\n%s", x.Name, wire.Capital(x.Color), draw.Type(x.Type), w.cardText(x))
	}
	if o, ok := cat.Operator(id); ok {
		return fmt.Sprintf("**%s** · %s\nACC %d · DOD %d · HP %d · LD %d\n%s", o.Name, wire.Capital(o.Color), o.ACC, o.DOD, o.HP, o.LD, w.meaning(o.Ability))
	}
	if x, ok := cat.Weapon(id); ok {
		return fmt.Sprintf("**%s** · %s\n%s\n%s", x.Name, w.weaponFigures(x), w.meaning(x.Trait), w.meaning(x.Category))
	}
	if a, ok := cat.Armor(id); ok {
		return fmt.Sprintf("**%s** · %s\n%s", a.Name, w.armorFigures(a), w.meaning(a.Trait))
	}
	if m, ok := cat.Mercenary(id); ok {
		text := fmt.Sprintf("**%s** · %s · %s\nACC %d · DOD %d · ARM %d · HP %d\n", m.Name, wire.Capital(m.Color), wire.Capital(m.Role), m.ACC, m.DOD, m.ARM, m.HP)
		text += w.Say("%s: range %d, %d {die|dice}; moves %d.", m.Weapon, m.Range, m.Dice, m.Move()) + "\n" + w.meaning(m.Ability)
		if m.Planted {
			text += "\n" + w.Text("It does not attack after it has moved.")
		}
		return text
	}
	m, _ := cards.Means(id)
	return fmt.Sprintf("**%s** · %s\n%s", m.Name, w.Text(kinds[m.Kind]), w.means(id))
}

// meaning returns a trait, an ability or a kind of weapon with what it does.
func (w library) meaning(id string) string {
	m, ok := cards.Means(id)
	if !ok {
		return ""
	}
	return "**" + m.Name + "**: " + w.means(id)
}

// means returns the effect of a trait, an ability, a status or an object.
func (w Forms) means(id string) string {
	m, _ := cards.Means(id)
	return w.Text(game.Text(m.Text))
}

func (w Forms) cardText(x *cards.Card) string { return w.Text(game.Text(x.Text)) }

func (w Forms) weaponFigures(x *cards.Weapon) string {
	return w.Say("%s, range %d, %d {die|dice}", w.named(x.Category), x.Range, x.ROF)
}

func (w Forms) armorFigures(a *cards.Armor) string {
	out := w.Say("%s, ARM %d, load %d", w.Text(weights[a.Type]), a.ARM, a.Load)
	if a.DOD != 0 {
		out += fmt.Sprintf(", DOD %+d", a.DOD)
	}
	if a.Move != 0 {
		out += w.Say(", Movement cards %+d", a.Move)
	}
	return out
}

var weights = map[string]game.Text{"light": "light armor", "medium": "medium armor", "heavy": "heavy armor"}

// numbered holds the rules.
var numbered = book.New(book.Source{Rules: rules.Numbered, Also: alsoCalled})

// alsoCalled maps other words of readers, in German, to the book's terms.
var alsoCalled = map[string]string{"angriff": "attack", "angreifen": "attack", "bewegung": "move", "bewegen": "move", "deckung": "cover", "schaden": "damage", "karte": "card", "karten": "card",
	"hand": "hand", "nachziehen": "draw", "linie": "line", "feld": "space", "felder": "space", "runde": "round", "würfel": "dice", "stoßen": "push", "reichweite": "range", "rüstung": "armor",
	"waffe": "weapon", "aufstellung": "deploy", "sieg": "win", "zustand": "status"}

// suggestRules completes a question with the entries about its words.
func (w library) suggestRules(typed string) []wire.Choice {
	s := page.Suggest("")
	found, _ := numbered.Find(typed)
	if strings.TrimSpace(typed) == "" {
		found = numbered.Entries()
	}
	for _, e := range found {
		s.Add(e.Number, e.Number+": "+page.Unbold(e.Text))
	}
	return s.Choices()
}

// mostShown is how many rules are shown at once.
const mostShown = 6

// chapters lists rules whose chapters a newcomer looks for first.
var chapters = []string{"S4.1", "S1.1", "S2.1", "S3.1", "S5.1", "S6.1", "S7.1", "S8.1", "S9.1", "S10.1", "S11.1"}

// lookRules shows the rules about the words.
func (w library) lookRules(typed string) (wire.Message, error) {
	if typed == "" {
		return page.Chapters(w.Language, numbered, bookRules, chapters...), nil
	}
	q := page.SearchIn(numbered, w.Language, typed, mostShown)
	found, lines := q.Found, q.Head
	if len(found) == 0 {
		return wire.Message{}, q.Nothing("cover", "S6.5")
	}
	for _, e := range found[:min(mostShown, len(found))] {
		lines = append(lines, w.rule(e, wire.LongestText))
	}
	var more []wire.Option
	if left := len(found) - mostShown; left > 0 {
		more = append(more, q.Next(w.Language, left))
	}
	for _, e := range found[min(mostShown, len(found)):] {
		if len(more) < wire.MostOptions {
			more = append(more, wire.Option{Value: e.Number, Label: e.Number + " · " + w.Text(game.Text(e.Where)), Note: wire.Clip(page.Unbold(e.Text), maxOption)})
		}
	}
	m := wire.Message{Blocks: []wire.Block{wire.Text(wire.Clip(page.Paragraph(append(lines, page.InEnglish(w.Language))...), wire.LongestText))}}
	if len(more) > 0 {
		m.Blocks = append(m.Blocks, wire.Select{ID: customid.BookControl(bookRules), Placeholder: w.Text("More rules"), Options: more})
	}
	return m, nil
}

func (w Forms) rule(e book.Entry, most int) string {
	return "**" + e.Number + "** · " + w.Text(game.Text(e.Where)) + "\n" + wire.Clip(e.Text, most)
}

func (w library) lookMap(typed string) (wire.Message, error) {
	slug := mapMeant(typed)
	maps := grid.Maps()
	i := slices.IndexFunc(maps, func(m grid.Map) bool { return m.Slug == slug })
	if slug == "" {
		i = 0
	}
	if i < 0 {
		return wire.Message{}, game.Errorf("there is no battlefield %q: expected one of %s", wire.Clip(typed, 40), strings.Join(page.Each(maps, func(m grid.Map) string { return m.Slug }), ", "))
	}
	edge := maps[i].Edge
	if edge == 0 {
		edge = grid.SmallEdge
	}
	_, g, _ := grid.Find(maps[i].Slug, edge)
	pic, err := w.look("").Preview(maps[i], g, "")
	text := w.Say("**%s**. %s", maps[i].Name, w.Text(maps[i].About))
	m := page.Picture(text, pic.PNG, page.Unbold(text))
	m.Blocks = append(m.Blocks, wire.Select{ID: customid.BookControl(bookMap), Placeholder: w.Text("A battlefield"), Options: page.Each(maps, func(m grid.Map) wire.Option {
		return wire.Option{Value: m.Slug, Label: m.Name, Note: w.Text(m.About)}
	})})
	return m, err
}
