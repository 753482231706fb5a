package forces

import (
	"fmt"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/downsync/books"
	"downsync/bot/downsync/wording"
	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
)

// The builder shows a force under construction and changes it. It receives and returns forces as share codes.

// Names of the builder's parts, as its controls carry them.
const (
	buildSize    = "size"
	buildFaction = "faction"
	buildAdd     = "add"
	buildDrop    = "drop"
	buildTyped   = bot.BuildTyped
)

// Builder implements bot.Builder.
type Builder struct{ wording.Reader }

// Starters returns the armies of the catalogue as share codes.
func (f Builder) Starters() []wire.Option {
	return page.Each(cards.Armies(), func(a cards.Army) wire.Option {
		l := forceList{Rules: rules.Editions[0], Size: a.Size, Faction: a.Faction, Units: a.Units}
		return wire.Option{Value: l.encode(), Label: f.Text(game.Text(a.Name)), Note: wire.Clip(summaryOf(f.Reader, l), menu.LongestOption)}
	})
}

// NewForce returns the code of an empty force.
func (Builder) NewForce() string {
	return forceList{Rules: rules.Editions[0], Size: rules.Small}.encode()
}

// ForceCode reads a typed share code, even of a force that cannot be played yet. The error says what is wrong with the code.
func (f Builder) ForceCode(typed string) (code, summary string, err error) {
	l, err := decodeList(f.Reader, typed)
	if err != nil {
		return "", "", err
	}
	return l.encode(), summaryOf(f.Reader, l), nil
}

// EmptyForce reports whether the force has no Units.
func (f Builder) EmptyForce(code string) bool {
	l, err := decodeList(f.Reader, code)
	return err == nil && len(l.Units) == 0
}

func summaryOf(f wording.Reader, l forceList) string {
	units := f.Text("empty")
	if cat, err := books.Catalogue(f, l.Rules); err == nil && len(l.Units) > 0 {
		units = wording.UnitList(cat, l.Units)
	}
	return f.Say("%s, %s: %s", f.Text(shownFaction(l.Faction)), f.Text(game.Text(l.Size)), units)
}

// ChangeForce applies a control of the builder to a force. The error says why that is impossible.
func (f Builder) ChangeForce(code, part string, values []string) (string, error) {
	l, cat, err := unpacked(f.Reader, code)
	if err != nil {
		return "", err
	}
	for _, v := range values {
		if l, err = changed(f.Reader, l, cat, part, v); err != nil {
			return "", err
		}
	}
	return l.sorted(cat).encode(), nil
}

// unpacked decodes a force and returns the cards of its edition.
func unpacked(f wording.Reader, code string) (forceList, *cards.Catalogue, error) {
	l, err := decodeList(f, code)
	if err != nil {
		return l, nil, err
	}
	cat, err := books.Catalogue(f, l.Rules)
	return l, cat, err
}

func changed(f wording.Reader, l forceList, cat *cards.Catalogue, part, v string) (forceList, error) {
	switch part {
	case buildSize:
		size, edition, _ := strings.Cut(v, " ")
		if slices.Contains(sizesInOrder, size) && slices.Contains(rules.Editions, edition) {
			l.Size, l.Rules = size, edition
		}
	case buildFaction:
		if slices.Contains(factions(cat), v) && v != l.Faction {
			l.Faction, l.Units = v, nil
		}
	case buildAdd:
		u, ok := cat.Find(v)
		if !ok {
			return l, game.Errorf(books.WordNoUnit, v)
		}
		if room(l, cat, u.Signature) == 0 {
			return l, game.Errorf("no room: %s", countLine(f, l, cat))
		}
		l.Units = append(slices.Clone(l.Units), u.Slug)
	case buildDrop:
		if i := slices.Index(l.Units, v); i >= 0 {
			l.Units = slices.Delete(slices.Clone(l.Units), i, i+1)
		}
	case buildTyped:
		return typedList(f, l, cat, v)
	}
	return l, nil
}

// typedList replaces the force's Units with typed ones. The force takes the first Unit's faction.
func typedList(f wording.Reader, l forceList, cat *cards.Catalogue, typed string) (forceList, error) {
	c := settingsOf(f, l)
	units, err := readUnits(c, typed)
	if err != nil {
		return l, err
	}
	if err := c.CheckForce(units); err != nil {
		return l, err
	}
	l.Units, l.Faction = units, cat.Must(units[0]).Faction
	return l, nil
}

// room returns how many more Units of that Signature fit.
func room(l forceList, cat *cards.Catalogue, sig cards.Signature) int {
	return max(0, rules.Limits(l.Size)[sig]-have(l, cat, sig))
}

func have(l forceList, cat *cards.Catalogue, sig cards.Signature) int {
	return len(wording.Those(l.Units, func(slug string) bool { return cat.Must(slug).Signature == sig }))
}

// countLine counts the Units against the limits: "2 of 2 small, 1 of 3 medium, 0 of 1 large".
func countLine(f wording.Reader, l forceList, cat *cards.Catalogue) string {
	return strings.Join(page.Each(cards.Signatures[:], func(sig cards.Signature) string {
		return f.Say("%d of %d %s", have(l, cat, sig), rules.Limits(l.Size)[sig], f.Text(game.Text(sig)))
	}), ", ")
}

// BuilderPage shows a force under construction, with the controls that change it.
func (f Builder) BuilderPage(code string, pressed bot.Built) ([]wire.Block, error) {
	l, cat, err := unpacked(f.Reader, code)
	if err != nil {
		return nil, err
	}
	blocks := []wire.Block{wire.Text(listText(f.Reader, l, cat))}
	add := func(part, placeholder string, options []wire.Option) (shown []wire.Option) {
		for _, b := range pressed.Select(f.Language, part, placeholder, options) {
			blocks, shown = append(blocks, b), b.(wire.Select).Options
		}
		return shown
	}
	add(buildSize, f.Text("Size of the game and edition"), sizeOptions(f.Reader, l))
	add(buildFaction, f.Text("Faction"), factionOptions(f.Reader, l, cat))
	shown := add(buildAdd, f.Text("Add a Unit"), addOptions(f.Reader, l, cat))
	add(buildDrop, f.Text("Take a Unit out"), dropOptions(f.Reader, l, cat))
	if read := cardOptions(f.Reader, l, cat, shown); len(read) > 0 {
		blocks = append(blocks, wire.Select{ID: customid.BookAside(books.BookUnit), Placeholder: f.Text("Read a card"), Options: read})
	}
	return blocks, nil
}

// listText describes the force and the room left in it.
func listText(f wording.Reader, l forceList, cat *cards.Catalogue) string {
	name := f.Text("No faction yet")
	if l.Faction != "" {
		name = f.Text(shownFaction(l.Faction))
	}
	lines := []string{f.Say("%s · %s game · rules %s", name, f.Text(game.Text(l.Size)), l.Rules), "**" + countLine(f, l, cat) + "**"}
	for _, slug := range slices.Compact(slices.Clone(l.Units)) {
		u := cat.Must(slug)
		lines = append(lines, f.Say("• %s (%s): %s", wording.UnitList(cat, only(l.Units, slug)), f.Text(game.Text(u.Signature)),
			books.Stats(f.Language, u)))
		for _, x := range cat.All() {
			if x.PackagedWith == slug {
				lines = append(lines, f.Say("  with it comes %s, free", x.Name))
			}
		}
	}
	if len(l.Units) == 0 {
		return strings.Join(append(lines, f.Text("downsync.force.no-units")), "\n")
	}
	left := 0
	for _, sig := range cards.Signatures {
		left += room(l, cat, sig)
	}
	switch err := settingsOf(f, l).CheckForce(l.Units); {
	case err != nil:
		lines = append(lines, f.Say("⚠️ Not yet to be played: %s.", f.Language.Error(err)))
	case left > 0:
		lines = append(lines, f.Say("✔️ This force can be played. There is room for %d more.", left))
	default:
		lines = append(lines, f.Text("✔️ This force can be played."))
	}
	return strings.Join(lines, "\n")
}

func only(slugs []string, slug string) []string {
	return wording.Those(slugs, func(s string) bool { return s == slug })
}

func sizeOptions(f wording.Reader, l forceList) []wire.Option {
	var out []wire.Option
	for _, edition := range rules.Editions {
		for _, size := range sizesInOrder {
			out = append(out, wire.Option{Value: size + " " + edition,
				Label:  f.Say("%s game, rules %s", wire.Capital(f.Text(game.Text(size))), edition),
				Chosen: size == l.Size && edition == l.Rules})
		}
	}
	return out
}

func factionOptions(f wording.Reader, l forceList, cat *cards.Catalogue) []wire.Option {
	return page.Each(factions(cat), func(slug string) wire.Option {
		return wire.Option{Value: slug, Label: f.Text(shownFaction(slug)), Note: f.Say("%d {card|cards}", len(cardsOf(cat, slug))),
			Chosen: slug == l.Faction}
	})
}

func cardsOf(cat *cards.Catalogue, faction string) []*cards.Unit {
	return wording.Those(cat.All(), func(u *cards.Unit) bool { return u.Faction == faction })
}

// addOptions lists the faction's Units. Units that fit come first.
func addOptions(f wording.Reader, l forceList, cat *cards.Catalogue) []wire.Option {
	var out, full []wire.Option
	for _, u := range cardsOf(cat, l.Faction) {
		if u.PackagedWith != "" {
			continue // it is never listed: it comes with another Unit
		}
		o := wire.Option{Value: u.Slug, Label: wire.Clip(fmt.Sprintf("%s (%s)", u.Name, f.Text(game.Text(u.Signature))), menu.LongestOption),
			Note: wire.Clip(f.Text(game.Text(u.Type))+" · "+books.Stats(f.Language, u), menu.LongestOption)}
		if room(l, cat, u.Signature) > 0 {
			out = append(out, o)
			continue
		}
		o.Note = wire.Clip(f.Say("no room: %s", o.Note), menu.LongestOption)
		full = append(full, o)
	}
	return append(out, full...)
}

func dropOptions(f wording.Reader, l forceList, cat *cards.Catalogue) []wire.Option {
	return page.Each(slices.Compact(slices.Clone(l.Units)), func(slug string) wire.Option {
		return wire.Option{Value: slug, Label: cat.Must(slug).Name, Note: f.Say("%d in the force", len(only(l.Units, slug)))}
	})
}

// cardOptions lists the cards to read: the Units that may be added in the part shown, and those that come with them. Its answer is another
// message, so it cannot have parts of its own.
func cardOptions(f wording.Reader, l forceList, cat *cards.Catalogue, shown []wire.Option) []wire.Option {
	offered := func(slug string) bool {
		return slices.ContainsFunc(shown, func(o wire.Option) bool { return o.Value == slug })
	}
	all := wording.Those(cardsOf(cat, l.Faction), func(u *cards.Unit) bool { return offered(u.Slug) || offered(u.PackagedWith) })
	return page.Each(all[:min(len(all), mostRead)], func(u *cards.Unit) wire.Option {
		return wire.Option{Value: u.Slug + "@" + l.Rules, Label: u.Name, Note: wire.Clip(f.Text(game.Text(u.Type)), menu.LongestOption)}
	})
}

// mostRead is how many cards a page offers to read. More than a part has are there only if a server's own Units bring many others along; `/unit`
// shows these.
const mostRead = wire.MostOptions
