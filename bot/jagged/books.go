package jagged

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	"downsync/game/spell"
	"downsync/render"
)

// The following can be looked up anywhere, without a match: units, weapons and special rules; the numbered rules; boards and
// Positions.

const bookUnit, bookRules, bookMap = "unit", "rules", "map"

// maxBook limits the text of an answer, in characters.
const maxBook = 2600

// library answers these look-ups.
type library struct{ Forms }

// Books returns the commands that look something up.
func (library) Books() []bot.Command {
	return []bot.Command{
		{Name: bookUnit, Description: "A unit, weapon or special rule: all that its card says", Options: []bot.CommandOption{
			{Name: "name", Description: "Its name", Kind: wire.StringOption, Required: true, Autocomplete: true}}},
		{Name: bookRules, Description: "Find rules by words or by number", Options: []bot.CommandOption{
			{Name: "word", Description: "Words like cover, or a number like J7.5 or JQ17", Kind: wire.StringOption, Required: true, Autocomplete: true}}},
		{Name: bookMap, Description: "The boards, and the Positions of a campaign", Options: []bot.CommandOption{
			{Name: "map", Description: "Which one; leave out for all of them", Kind: wire.StringOption, Autocomplete: true}}},
	}
}

// LookUp answers one of them.
func (w library) LookUp(command string, o map[string]string) (wire.Message, error) {
	switch command {
	case bookUnit:
		return w.lookUnit(o["name"])
	case bookMap:
		return w.lookMap(o["map"])
	}
	return w.lookRules(o["word"])
}

// suggestBook completes the name of a unit, or the word of a rule.
func (w library) suggestBook(option, typed string) []wire.Choice {
	s := page.Suggest("")
	if option == "word" {
		found, _ := numberedRules.Find(typed)
		if strings.TrimSpace(typed) == "" {
			found = numberedRules.Entries()
		}
		for _, e := range found {
			s.Add(e.Name(), e.Name()+": "+w.inShort(e))
		}
		return s.Choices()
	}
	for _, e := range w.entries() {
		if strings.Contains(plainName(e.name), plainName(typed)) || strings.Contains(plainName(e.id), plainName(typed)) {
			s.Add(e.id, e.name+" · "+e.about)
		}
	}
	return s.Choices()
}

type entry struct{ id, name, about string }

// entries returns all units, weapons and special rules.
func (w library) entries() []entry {
	return slices.Concat(
		page.Each(cards.Units(), func(u cards.Unit) entry {
			return entry{u.ID, u.Name, w.factionName(u.Faction) + ", " + w.cost(u.BP)}
		}),
		page.Each(cards.Weapons(), func(x cards.Weapon) entry { return entry{x.ID, x.Name, w.Text("weapon")} }),
		page.Each(cards.Rules(), func(r cards.Rule) entry { return entry{r.ID, r.Name, w.Text(wordSpecial)} }))
}

func (w library) places() (out []entry) {
	for _, b := range boards.All() {
		out = append(out, entry{b.Slug, b.Name, w.Text(b.About)})
	}
	for _, f := range []string{cards.Humans, cards.Martians} {
		out = append(out, entry{f, w.Say("Positions of the %s", w.factionName(f)), w.Text("the campaign")})
	}
	for i := range cards.Positions() {
		p := &cards.Positions()[i]
		out = append(out, entry{p.ID, p.Name, w.factionName(p.Faction) + ", " + fmt.Sprintf("PV %d", p.PV)})
	}
	return out
}

// meant returns the entry with that id or name, or the only one whose name contains it. It suggests a near miss instead of taking
// it. If several entries have that name, "" selects all of them.
func meant(all []entry, typed string) ([]entry, error) {
	want := plainName(typed)
	var exact, parts []entry
	var names []string
	for _, e := range all {
		names = append(names, e.name)
		switch {
		case want == plainName(e.id):
			return []entry{e}, nil
		case want == plainName(e.name):
			exact = append(exact, e)
		case want != "" && strings.Contains(plainName(e.name), want):
			parts = append(parts, e)
		}
	}
	switch {
	case len(exact) > 0:
		return exact, nil
	case len(parts) == 1:
		return parts, nil
	case len(parts) > 1:
		some := page.Each(parts[:min(5, len(parts))], func(e entry) string { return e.name })
		return nil, game.Errorf("%q may be several things: %s", wire.Clip(typed, 40), strings.Join(some, ", "))
	}
	if near, _, ok := spell.Near(wire.Clip(strings.TrimSpace(typed), 60), names); ok {
		return nil, game.Errorf("there is nothing called %q. Did you mean %s?", wire.Clip(typed, 40), near)
	}
	return nil, game.Errorf("there is nothing called %q: expected a name like %s; the option suggests them", wire.Clip(typed, 40), all[0].name)
}

// lookUnit shows a unit, a weapon or a special rule.
func (w library) lookUnit(typed string) (wire.Message, error) {
	found, err := meant(w.entries(), typed)
	if err != nil {
		return wire.Message{}, err
	}
	var lines []string
	var further []entry
	for _, e := range found {
		if u := cards.FindUnit(e.id); u != nil {
			lines, further = append(lines, w.unitText(u)), append(further, w.partsOf(u)...)
		} else if x := cards.FindWeapon(e.id); x != nil {
			lines, further = append(lines, w.weaponText(x)), append(further, w.bearers(func(u *cards.Unit) bool { return slices.Contains(weaponsOf(u), x) })...)
		} else if r := cards.FindRule(e.id); r != nil {
			lines, further = append(lines, w.ruleText(r)), append(further, w.bearers(func(u *cards.Unit) bool { return slices.Contains(rulesOf(u), r) })...)
		}
	}
	text := wire.Clip(strings.Join(lines, "\n\n"), maxBook)
	m := wire.Message{Blocks: []wire.Block{wire.Text(text)}}
	if u := cards.FindUnit(found[0].id); u != nil {
		png, err := render.DrawSheet(w.look("").Card(u))
		if err != nil {
			return wire.Message{}, err
		}
		m = page.Picture(text, png, wire.Clip(page.Unbold(text), render.MaxAlt/2))
	}
	return w.further(m, bookUnit, "More about it", further), nil
}

// further adds a select of other entries.
func (w library) further(m wire.Message, command string, placeholder game.Text, entries []entry) wire.Message {
	s := wire.Select{ID: customid.BookControl(command), Placeholder: w.Text(placeholder)}
	for _, e := range entries {
		s.Options = append(s.Options, wire.Option{Value: e.id, Label: e.name, Note: wire.Clip(e.about, wire.LongestChoice)})
	}
	if len(s.Options) > 0 {
		m.Blocks = append(m.Blocks, s)
	}
	return m
}

// partsOf returns a unit's weapons and special rules.
func (w library) partsOf(u *cards.Unit) []entry {
	return append(
		page.Each(weaponsOf(u), func(x *cards.Weapon) entry { return entry{x.ID, x.Name, w.Text("weapon")} }),
		page.Each(rulesOf(u), func(r *cards.Rule) entry { return entry{r.ID, r.Name, w.Text(wordSpecial)} })...)
}

// bearers returns the units for which has is true.
func (w library) bearers(has func(*cards.Unit) bool) (out []entry) {
	for i := range cards.Units() {
		if u := &cards.Units()[i]; has(u) {
			out = append(out, entry{u.ID, u.Name, w.figures(u)})
		}
	}
	return out
}

// lookMap shows a board or Positions; without a name it shows all boards.
func (w library) lookMap(typed string) (wire.Message, error) {
	all := w.places()
	if strings.TrimSpace(typed) == "" {
		pic, err := w.look("").Catalogue()
		lines := []string{w.Text("The boards. Each is the same for both sides, turned by half.")}
		for _, b := range boards.All() {
			lines = append(lines, "**"+b.Name+"** · "+w.Text(b.About))
		}
		return w.further(page.Picture(strings.Join(lines, "\n"), pic.PNG, w.Text("All boards side by side.")), bookMap, "A board, or Positions", all[:len(boards.All())+2]), err
	}
	slug := boardMeant(typed)
	if slug == boards.Random {
		slug = fmt.Sprintf("%s:%d", slug, rand.IntN(1_000_000))
	}
	if b, ok := boards.Find(slug); ok {
		return w.boardPage(b, all)
	}
	found, err := meant(all, typed)
	if err != nil {
		return wire.Message{}, err
	}
	var lines []string
	for _, e := range found {
		if b, ok := boards.Find(e.id); ok {
			return w.boardPage(b, all)
		}
		if p := cards.FindPosition(e.id); p != nil {
			lines = append(lines, w.positionText(p))
			continue
		}
		lines = append(lines, w.Say("### Positions of the %s", w.factionName(e.id)))
		for i := range cards.Positions() {
			if p := &cards.Positions()[i]; p.Faction == e.id {
				lines = append(lines, "**"+p.Name+"** · "+w.worth(p)+"\n-# "+w.Text(game.Text(p.Text)))
			}
		}
	}
	faction := cards.Humans
	if p := cards.FindPosition(found[0].id); p != nil && p.Faction == cards.Martians || found[0].id == cards.Martians {
		faction = cards.Martians
	}
	others := slices.DeleteFunc(slices.Clone(all), func(e entry) bool {
		p := cards.FindPosition(e.id)
		return p == nil && e.id != cards.Humans && e.id != cards.Martians || p != nil && p.Faction != faction
	})
	m := wire.Message{Blocks: []wire.Block{wire.Text(wire.Clip(strings.Join(lines, "\n"), maxBook))}}
	return w.further(m, bookMap, "A Position", others), nil
}

func (w library) boardPage(b boards.Board, all []entry) (wire.Message, error) {
	pic, err := w.look("").Preview(b, boards.Corner, "")
	text := w.boardText(b)
	return w.further(page.Picture(text, pic.PNG, wire.Clip(strings.NewReplacer("**", "", "-# ", "").Replace(text), 500)), bookMap, "A board, or Positions", all[:len(boards.All())+2]), err
}

func (w library) boardText(b boards.Board) string {
	lines := []string{"**" + b.Name + "** · " + w.Text(b.About)}
	for _, c := range boards.Classes {
		n, climbed := 0, 0
		for _, p := range b.Pieces {
			if p.Class == c {
				n++
				if p.Climb > 0 {
					climbed++
				}
			}
		}
		if n == 0 {
			continue
		}
		line := "-# " + w.Say(classLines[c], n)
		if climbed > 0 {
			line += w.Say(" %d can be climbed.", climbed)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// classLines describes the effects of terrain (J7).
var classLines = map[boards.Class]game.Text{
	boards.Light:      "Light: %d. Gives Cover +10; anybody may enter.",
	boards.Heavy:      "Heavy: %d. Gives Cover +20, and halves Movement in a Rush.",
	boards.Obscuring:  "Obscuring: %d. Stops sight; nobody enters.",
	boards.Impassable: "Impassable: %d. Nobody enters; sight passes.",
}
