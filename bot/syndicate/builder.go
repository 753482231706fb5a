package syndicate

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/syndicate/cards"
	draw "downsync/render/syndicate"
)

// The builder shows a squad under construction and changes it. It receives and returns a share code.

// Parts of the builder, as its controls name them.
const (
	buildOperator = "operator"
	buildWeapon   = "weapon"
	buildArmor    = "armor"
	buildMercs    = "mercs" // both Mercenaries at once: of an older message
	buildFirst    = "first" // one Mercenary, whichever the code has first
	buildSecond   = "second"
	buildCards    = "cards" // leads to a page of cards
	buildMore     = "more"
	buildLess     = "less"
)

// mercenaryParts are the selects of a squad's two Mercenaries. Each chooses one, so that a list may be longer than a select.
var (
	mercenaryParts = [2]string{buildFirst, buildSecond}
	mercenaryTexts = [2]game.Text{"One Mercenary", "The other Mercenary"}
)

// builder builds squads.
type builder struct{ Forms }

// Starters returns the starters, as codes.
func (w builder) Starters() []wire.Option {
	return page.Each(cards.Starters(), func(s cards.Starter) wire.Option {
		return wire.Option{Value: w.squads().encode(s.Squad), Label: w.squadName(s.Squad), Note: w.Text(game.Text(s.About))}
	})
}

// NewForce returns an empty squad.
func (w builder) NewForce() string { return w.squads().encode(cards.Squad{}) }

// ForceCode reads a typed code, also of a squad that cannot be played yet.
func (w builder) ForceCode(typed string) (code, summary string, err error) {
	s, err := w.squads().decode(typed)
	if err != nil {
		return "", "", err
	}
	return w.squads().encode(s), w.squadName(s) + " · " + w.counted(s), nil
}

// EmptyForce reports whether the squad has neither an Operator nor a card.
func (w builder) EmptyForce(code string) bool {
	s, err := w.squads().decode(code)
	return err == nil && s.Operator == "" && len(s.Deck) == 0
}

// tally counts a deck's cards, and its cards of that type.
func (w squads) tally(s cards.Squad, kind string) (all, of int) {
	for _, x := range w.fitting(s.Operator) {
		all += s.Deck[x.ID]
		if x.Type == kind {
			of += s.Deck[x.ID]
		}
	}
	return all, of
}

// counted returns the live count of a squad: "38/40 cards · Movement 15/17+ · Load 2/2".
func (w builder) counted(s cards.Squad) string {
	all, moves := w.squads().tally(s, cards.Movement)
	out := w.Say("%d/%d {card|cards} · Movement %d/%d+", all, cards.DeckSize, moves, cards.LeastMovement)
	o, chosen := w.cat().Operator(s.Operator)
	switch a, ok := w.cat().Armor(s.Armor); {
	case ok && chosen:
		out += " · " + w.Say("Load %d/%d", a.Load, o.LD)
	case ok:
		out += " · " + w.Say("Load %d", a.Load)
	}
	return out
}

// squadText returns a squad in short: Operator, weapon, armor, Mercenaries, and the deck by types.
func (w Forms) squadText(s cards.Squad) string {
	cat := w.cat()
	var parts []string
	if o, ok := cat.Operator(s.Operator); ok {
		parts = append(parts, fmt.Sprintf("%s (ACC %d, DOD %d, %d HP)", o.Name, o.ACC, o.DOD, o.HP))
	}
	if x, ok := cat.Weapon(s.Weapon); ok {
		parts = append(parts, x.Name+" ("+w.weaponFigures(x)+")")
	}
	if a, ok := cat.Armor(s.Armor); ok {
		parts = append(parts, fmt.Sprintf("%s (ARM %d)", a.Name, a.ARM))
	}
	for _, id := range s.Mercenaries {
		if m, ok := cat.Mercenary(id); ok {
			parts = append(parts, m.Name)
		}
	}
	for _, kind := range cards.Types {
		if _, n := w.squads().tally(s, kind); n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, draw.Type(kind)))
		}
	}
	return strings.Join(parts, " · ")
}

// BuilderPage shows a squad under construction, with the controls that change it: everything except its deck, or a page of cards.
func (w builder) BuilderPage(code string, pressed bot.Built) ([]wire.Block, error) {
	s, err := w.squads().decode(code)
	if err != nil {
		return nil, err
	}
	pages := w.deckPages(s.Operator)
	if i := pageOf(pages, pressed); i >= 0 {
		return w.deckBlocks(s, pages, i), nil
	}
	return w.squadBlocks(s, pages, pressed), nil
}

func (w builder) squadBlocks(s cards.Squad, pages []deckPage, pressed bot.Built) []wire.Block {
	blocks := []wire.Block{wire.Text(w.listText(s))}
	add := func(part string, placeholder game.Text, options []wire.Option) {
		blocks = append(blocks, pressed.Select(w.Language, part, w.Text(placeholder), options)...)
	}
	cat := w.cat()
	add(buildOperator, "Operator", page.Each(cat.Operators, func(o *cards.Operator) wire.Option {
		return wire.Option{Value: o.ID, Label: o.Name + " · " + wire.Capital(o.Color), Note: wire.Clip(fmt.Sprintf("ACC %d DOD %d HP %d LD %d · %s", o.ACC, o.DOD, o.HP, o.LD, w.means(o.Ability)), maxOption), Chosen: o.ID == s.Operator}
	}))
	add(buildWeapon, "Weapon", page.Each(cat.Weapons, func(x *cards.Weapon) wire.Option {
		return wire.Option{Value: x.ID, Label: x.Name, Note: wire.Clip(w.weaponFigures(x)+" · "+w.means(x.Trait), maxOption), Chosen: x.ID == s.Weapon}
	}))
	add(buildArmor, "Armor", page.Each(cat.Armors, func(a *cards.Armor) wire.Option {
		return wire.Option{Value: a.ID, Label: a.Name, Note: wire.Clip(w.armorFigures(a)+" · "+w.means(a.Trait), maxOption), Chosen: a.ID == s.Armor}
	}))
	if mercs := w.squads().mercenariesOf(s.Operator); len(mercs) > 2 {
		for n, part := range mercenaryParts {
			others := slices.DeleteFunc(slices.Clone(mercs), func(m *cards.Mercenary) bool { return len(s.Mercenaries) == 2 && m.ID == s.Mercenaries[1-n] })
			add(part, mercenaryTexts[n], page.Each(others, func(m *cards.Mercenary) wire.Option {
				return wire.Option{Value: m.ID, Label: m.Name, Note: wire.Clip(w.means(m.Ability), maxOption), Chosen: slices.Contains(s.Mercenaries, m.ID)}
			}))
		}
	}
	if len(pages) > 0 {
		add(buildCards, "Cards: choose a type", w.pageOptions(s, pages, -1))
	}
	return blocks
}

// listText describes the squad, and its deficiencies.
func (w builder) listText(s cards.Squad) string {
	lines := []string{"**" + w.squadName(s) + "**", w.counted(s)}
	if text := w.squadText(s); text != "" {
		lines = append(lines, "-# "+text)
	}
	return strings.Join(append(lines, w.judged(s)), "\n")
}

// judged says whether the squad can be played, and what its armor costs it.
func (w builder) judged(s cards.Squad) string {
	switch err := w.cat().CheckSquad(s); {
	case s.Operator == "" || s.Weapon == "" || s.Armor == "":
		return w.Text("Choose an Operator, a weapon and an armor. The Operator's color says which cards fit.")
	case err != nil:
		return w.Say("⚠️ Not yet to be played: %s.", w.Error(err))
	}
	out := w.Text("✔️ This squad can be played.")
	o, _ := w.cat().Operator(s.Operator)
	if a, _ := w.cat().Armor(s.Armor); a.Load > o.LD {
		out += "\n" + w.Say("-# ⚠️ **Encumbered**: %s", w.means("encumbered"))
	}
	return out
}

// ChangeForce changes a squad according to a control of the builder.
func (w builder) ChangeForce(code, part string, values []string) (string, error) {
	s, err := w.squads().decode(code)
	if err != nil {
		return "", err
	}
	s.Deck = maps.Clone(s.Deck)
	var mercs []string
	for _, v := range values {
		switch part {
		case buildOperator:
			s = w.squads().withOperator(s, v)
		case buildWeapon:
			if _, ok := w.cat().Weapon(v); ok {
				s.Weapon = v
			}
		case buildArmor:
			if _, ok := w.cat().Armor(v); ok {
				s.Armor = v
			}
		case buildMercs:
			of := w.squads().mercenariesOf(s.Operator)
			if slices.ContainsFunc(of, func(m *cards.Mercenary) bool { return m.ID == v }) {
				mercs = append(mercs, v)
			}
		case buildFirst, buildSecond:
			s = w.squads().withMercenary(s, slices.Index(mercenaryParts[:], part), v)
		case buildMore, buildLess:
			if slices.ContainsFunc(w.squads().fitting(s.Operator), func(x *cards.Card) bool { return x.ID == v }) {
				s.Deck[v] = changed(s.Deck[v], part)
			}
		case bot.BuildTyped:
			if err := w.squads().typed(&s, v); err != nil {
				return "", err
			}
		}
	}
	if len(mercs) == 2 && mercs[0] != mercs[1] {
		s.Mercenaries = mercs
	}
	if n := len(w.squads().ownWords(s)); n > mostOwn {
		return "", game.Errorf("%d {card|cards} of the server's own: expected at most %d in a squad", n, mostOwn)
	}
	return w.squads().encode(s), nil
}

// withMercenary returns the squad with another Mercenary instead of its n-th, counted from 0. The other one stays. A code does not keep their order.
func (w squads) withMercenary(s cards.Squad, n int, id string) cards.Squad {
	fits := slices.ContainsFunc(w.mercenariesOf(s.Operator), func(m *cards.Mercenary) bool { return m.ID == id })
	if fits && len(s.Mercenaries) == 2 && s.Mercenaries[1-n] != id {
		s.Mercenaries = slices.Clone(s.Mercenaries)
		s.Mercenaries[n] = id
	}
	return s
}

// mercenariesOf returns all Mercenaries of an Operator's color.
func (w squads) mercenariesOf(operator string) []*cards.Mercenary {
	o, ok := w.cat.Operator(operator)
	if !ok {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(w.cat.Mercenaries), func(m *cards.Mercenary) bool { return m.Color != o.Color })
}

// withOperator returns the squad with another Operator: cards that do not fit its color go, and its Mercenaries come.
func (w squads) withOperator(s cards.Squad, id string) cards.Squad {
	o, ok := w.cat.Operator(id)
	if !ok {
		return s
	}
	s.Operator, s.Mercenaries = id, w.mercenaries(o.Color)
	deck := map[string]int{}
	for _, x := range w.fitting(id) {
		if n := s.Deck[x.ID]; n > 0 {
			deck[x.ID] = n
		}
	}
	s.Deck = deck
	return s
}

// typed sets the numbers of typed cards: "4 dash, 0 vault".
func (w squads) typed(s *cards.Squad, line string) error {
	if s.Operator == "" {
		return game.Errorf("choose an Operator first: its color says which cards fit")
	}
	for part := range strings.FieldsFuncSeq(line, func(r rune) bool { return r == ',' || r == ';' || r == '\n' }) {
		words := strings.Fields(part)
		if len(words) == 0 {
			continue
		}
		n := 1
		if k, err := strconv.Atoi(strings.TrimSuffix(strings.ToLower(words[0]), "x")); err == nil && len(words) > 1 {
			n, words = k, words[1:]
		}
		name := strings.Join(words, " ")
		named := w.cat.Named(name)
		i := slices.IndexFunc(w.fitting(s.Operator), func(x *cards.Card) bool { return slices.Contains(named, x.ID) })
		switch {
		case n < 0 || n > cards.MostOfOne:
			return game.Errorf("%d of %s: expected 0 to %d", n, wire.Clip(name, 40), cards.MostOfOne)
		case i < 0:
			return game.Errorf("there is no card %q that fits: expected a number and a card like 4 dash, with commas between them", wire.Clip(name, 40))
		}
		s.Deck[w.fitting(s.Operator)[i].ID] = n
	}
	return nil
}
