package downsync

import (
	"fmt"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/downsync/cards"

	rules "downsync/game/downsync"
)

// The builder shows a force under construction and changes it. What it is handed and gives is a share code.

// Parts of the builder, as its controls name them.
const (
	buildSize    = "size"
	buildFaction = "faction"
	buildAdd     = "add"
	buildDrop    = "drop"
	buildTyped   = bot.BuildTyped
)

// Starters are the armies of the catalogue, as codes.
func (f Forms) Starters() []bot.Option {
	var out []bot.Option
	for _, a := range cards.Armies() {
		l := forceList{Rules: rules.Editions[0], Size: a.Size, Faction: a.Faction, Units: a.Units}
		out = append(out, bot.Option{Value: l.encode(), Label: f.lang.Text(game.Text(a.Name)), Note: bot.Clip(summaryOf(f, l), maxOption)})
	}
	return out
}

// NewForce is an empty force.
func (Forms) NewForce() string {
	return forceList{Rules: rules.Editions[0], Size: rules.Small}.encode()
}

// ForceCode reads a code that somebody typed and gives it as it is kept, with the force in short. The error says what is
// wrong with the code; a force that cannot be played yet is none.
func (f Forms) ForceCode(typed string) (code, summary string, err error) {
	l, err := decodeList(f, typed)
	if err != nil {
		return "", "", err
	}
	return l.encode(), summaryOf(f, l), nil
}

func summaryOf(f Forms, l forceList) string {
	cat, err := catalogue(f, l.Rules)
	if err != nil || len(l.Units) == 0 {
		return f.lang.Say("%s, %s: %s", f.lang.Text(shownFaction(l.Faction)), f.lang.Text(game.Text(l.Size)), f.lang.Text("empty"))
	}
	return f.lang.Say("%s, %s: %s", f.lang.Text(shownFaction(l.Faction)), f.lang.Text(game.Text(l.Size)), unitList(cat, l.Units))
}

// ChangeForce changes a force as a control of the builder says. The error says why not.
func (f Forms) ChangeForce(code, part string, values []string) (string, error) {
	l, err := decodeList(f, code)
	if err != nil {
		return "", err
	}
	cat, err := catalogue(f, l.Rules)
	if err != nil {
		return "", err
	}
	for _, v := range values {
		if l, err = changed(f, l, cat, part, v); err != nil {
			return "", err
		}
	}
	return l.sorted(cat).encode(), nil
}

func changed(f Forms, l forceList, cat *cards.Catalogue, part, v string) (forceList, error) {
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
			return l, game.Errorf(wordNoUnit, v)
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
		return typedList(f, l, v)
	}
	return l, nil
}

// typedList takes the Units from what somebody typed; its first Unit's faction is the force's.
func typedList(f Forms, l forceList, typed string) (forceList, error) {
	c := rules.Defaults()
	c.Rules, c.Size, c.Cards = l.Rules, l.Size, f.Own
	units, err := readUnits(c, typed)
	if err != nil {
		return l, err
	}
	if err := c.CheckForce(units); err != nil {
		return l, err
	}
	cat, err := c.Catalogue()
	if err != nil {
		return l, err
	}
	l.Units, l.Faction = units, cat.Must(units[0]).Faction
	return l, nil
}

// room is how many more Units of that Signature there may be.
func room(l forceList, cat *cards.Catalogue, sig cards.Signature) int {
	return max(0, rules.Limits(l.Size)[sig]-have(l, cat, sig))
}

func have(l forceList, cat *cards.Catalogue, sig cards.Signature) int {
	n := 0
	for _, slug := range l.Units {
		if cat.Must(slug).Signature == sig {
			n++
		}
	}
	return n
}

// countLine is the live count against the limits: "2 of 2 small, 1 of 3 medium, 0 of 1 large".
func countLine(f Forms, l forceList, cat *cards.Catalogue) string {
	var out []string
	for _, sig := range cards.Signatures {
		out = append(out, f.lang.Say("%d of %d %s", have(l, cat, sig), rules.Limits(l.Size)[sig], f.lang.Text(game.Text(sig))))
	}
	return strings.Join(out, ", ")
}

// BuilderPage shows a force under construction, with the controls that change it.
func (f Forms) BuilderPage(code string) ([]bot.Block, error) {
	l, err := decodeList(f, code)
	if err != nil {
		return nil, err
	}
	cat, err := catalogue(f, l.Rules)
	if err != nil {
		return nil, err
	}
	blocks := []bot.Block{bot.Text(listText(f, l, cat))}
	add := func(id, placeholder string, options []bot.Option) {
		if len(options) > 0 {
			blocks = append(blocks, bot.Select{ID: id, Placeholder: placeholder, Options: options[:min(len(options), most)]})
		}
	}
	add(bot.BuildControl(buildSize), f.lang.Text("Size of the game and edition"), sizeOptions(f, l))
	add(bot.BuildControl(buildFaction), f.lang.Text("Faction"), factionOptions(f, l, cat))
	units := addOptions(f, l, cat)
	add(bot.BuildControl(buildAdd), f.lang.Text("Add a Unit"), units)
	add(bot.BuildControl(buildDrop), f.lang.Text("Take a Unit out"), dropOptions(f, l, cat))
	add(bot.BookAside(bookUnit), f.lang.Text("Read a card"), cardOptions(f, l, cat))
	if len(units) > most {
		blocks = append(blocks, bot.Text(f.lang.Say("-# Not every card fits in a list of %d; the others can be typed.", most)))
	}
	return blocks, nil
}

// listText is the force in words, with what it may yet hold.
func listText(f Forms, l forceList, cat *cards.Catalogue) string {
	name := f.lang.Text("No faction yet")
	if l.Faction != "" {
		name = f.lang.Text(shownFaction(l.Faction))
	}
	lines := []string{f.lang.Say("%s · %s game · rules %s", name, f.lang.Text(game.Text(l.Size)), l.Rules), "**" + countLine(f, l, cat) + "**"}
	for i, slug := range l.Units {
		if i > 0 && l.Units[i-1] == slug {
			continue
		}
		u := cat.Must(slug)
		lines = append(lines, f.lang.Say("• %s (%s): %s", unitList(cat, only(l.Units, slug)), f.lang.Text(game.Text(u.Signature)),
			stats(f.lang, u)))
		for _, x := range cat.All() {
			if x.PackagedWith == slug {
				lines = append(lines, f.lang.Say("  with it comes %s, free", x.Name))
			}
		}
	}
	if len(l.Units) == 0 {
		return strings.Join(append(lines, f.lang.Text("downsync.force.no-units")), "\n")
	}
	left := 0
	for _, sig := range cards.Signatures {
		left += room(l, cat, sig)
	}
	switch err := checkList(f, l); {
	case err != nil:
		lines = append(lines, f.lang.Say("⚠️ Not yet to be played: %s.", f.lang.Error(err)))
	case left > 0:
		lines = append(lines, f.lang.Say("✔️ This force can be played. There is room for %d more.", left))
	default:
		lines = append(lines, f.lang.Text("✔️ This force can be played."))
	}
	return strings.Join(lines, "\n")
}

func only(slugs []string, slug string) []string {
	return slices.DeleteFunc(slices.Clone(slugs), func(s string) bool { return s != slug })
}

func sizeOptions(f Forms, l forceList) []bot.Option {
	var out []bot.Option
	for _, edition := range rules.Editions {
		for _, size := range sizesInOrder {
			out = append(out, bot.Option{Value: size + " " + edition,
				Label:  f.lang.Say("%s game, rules %s", bot.Capital(f.lang.Text(game.Text(size))), edition),
				Chosen: size == l.Size && edition == l.Rules})
		}
	}
	return out
}

func factionOptions(f Forms, l forceList, cat *cards.Catalogue) []bot.Option {
	var out []bot.Option
	for _, slug := range factions(cat) {
		n := 0
		for _, u := range cat.All() {
			if u.Faction == slug {
				n++
			}
		}
		out = append(out, bot.Option{Value: slug, Label: f.lang.Text(shownFaction(slug)), Note: f.lang.Say("%d {card|cards}", n),
			Chosen: slug == l.Faction})
	}
	return out
}

// listed are the faction's Units that can be put on a list.
func listed(l forceList, cat *cards.Catalogue) []*cards.Unit {
	return slices.DeleteFunc(slices.Clone(cat.All()), func(u *cards.Unit) bool {
		return u.PackagedWith != "" || u.Faction != l.Faction
	})
}

// addOptions are the faction's Units, those that there is room for first, each with what it does.
func addOptions(f Forms, l forceList, cat *cards.Catalogue) []bot.Option {
	var out, full []bot.Option
	for _, u := range listed(l, cat) {
		o := bot.Option{Value: u.Slug, Label: bot.Clip(fmt.Sprintf("%s (%s)", u.Name, f.lang.Text(game.Text(u.Signature))), maxOption),
			Note: bot.Clip(f.lang.Text(game.Text(u.Type))+" · "+stats(f.lang, u), maxOption)}
		if room(l, cat, u.Signature) > 0 {
			out = append(out, o)
			continue
		}
		o.Note = bot.Clip(f.lang.Say("no room: %s", o.Note), maxOption)
		full = append(full, o)
	}
	return append(out, full...)
}

func dropOptions(f Forms, l forceList, cat *cards.Catalogue) []bot.Option {
	var out []bot.Option
	for i, slug := range l.Units {
		if i == 0 || l.Units[i-1] != slug {
			n := len(only(l.Units, slug))
			out = append(out, bot.Option{Value: slug, Label: cat.Must(slug).Name, Note: f.lang.Say("%d in the force", n)})
		}
	}
	return out
}

func cardOptions(f Forms, l forceList, cat *cards.Catalogue) []bot.Option {
	var out []bot.Option
	for _, u := range cat.All() {
		if u.Faction == l.Faction {
			out = append(out, bot.Option{Value: u.Slug + "@" + l.Rules, Label: u.Name, Note: bot.Clip(f.lang.Text(game.Text(u.Type)), maxOption)})
		}
	}
	return out
}
