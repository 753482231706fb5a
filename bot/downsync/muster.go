package downsync

import (
	"encoding/json"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/downsync/cards"

	rules "downsync/game/downsync"
)

// Each side's force: what there is to choose from, and reading what was chosen.

// Forces are the armies of that size: the first side's in the order of the catalogue, the second's with the other
// factions first. What the first side chose has no part in it (A4).
func (f Forms) Forces(raw json.RawMessage, seat game.Seat) []bot.Force {
	c, err := settled(f, raw)
	if err != nil {
		return nil
	}
	var armies []cards.Army
	for _, a := range cards.Armies() {
		if a.Size == c.Size {
			armies = append(armies, a)
		}
	}
	if seat != 1 {
		first := armies[0].Faction
		slices.SortStableFunc(armies, func(a, b cards.Army) int { return behind(a, first) - behind(b, first) })
	}
	var out []bot.Force
	for _, a := range armies {
		out = append(out, army(f, a))
	}
	return out
}

func army(f Forms, a cards.Army) bot.Force {
	return bot.Force{Value: a.ID, Name: f.lang.Text(game.Text(a.Name)), About: f.lang.Text(game.Text(a.About)), Units: unitList(cards.Printed(), a.Units)}
}

// ForceNamed names a force as ReadForce gave it: an army, or by how many Units it has.
func (f Forms) ForceNamed(raw json.RawMessage, force string) bot.Force {
	c, err := settled(f, raw)
	if err != nil {
		return bot.Force{Value: force}
	}
	cat, err := c.Catalogue()
	slugs := strings.Split(force, ",")
	if err != nil || slices.ContainsFunc(slugs, func(s string) bool { _, ok := cat.Find(s); return !ok }) { // cards that are no more
		return bot.Force{Value: force, Name: f.lang.Say("a force of %d {Unit|Units}", len(slugs))}
	}
	for _, a := range cards.Armies() {
		if slices.Equal(slices.Sorted(slices.Values(a.Units)), slices.Sorted(slices.Values(slugs))) {
			return army(f, a)
		}
	}
	return bot.Force{Value: force, Name: f.lang.Say("a force of %d {Unit|Units}", len(slugs)), Units: bot.Clip(unitList(cat, slugs), maxUnits)}
}

// maxUnits bounds the Units of a force in words, in characters.
const maxUnits = 600

// behind is 1 for an army of that faction.
func behind(a cards.Army, faction string) int {
	if a.Faction == faction {
		return 1
	}
	return 0
}

// ReadForce reads an army's id, or Units by slug or name with commas or lines between them, "2 virago" for two.
// A force that could have more is told so (Q7).
func (f Forms) ReadForce(raw json.RawMessage, typed string) (force, note string, err error) {
	c, err := settled(f, raw)
	if err != nil {
		return "", "", err
	}
	var slugs []string
	if looksLikeCode(typed) {
		slugs, err = codeForce(f, c, typed)
	} else {
		slugs, err = readUnits(c, typed)
	}
	if err != nil {
		return "", "", err
	}
	if err := c.CheckForce(slugs); err != nil {
		return "", "", err
	}
	room := 0
	for _, n := range rules.Limits(c.Size) {
		room += n
	}
	if len(slugs) < room {
		note = f.lang.Say("⚠️ Your force has %[1]d Units; a %[3]s game allows %[2]d.", len(slugs), room, f.lang.Text(game.Text(c.Size)))
	}
	return strings.Join(slugs, ","), note, nil
}

func readUnits(c rules.Config, typed string) ([]string, error) {
	cat, err := c.Catalogue()
	if err != nil {
		return nil, err
	}
	var slugs []string
	for part := range strings.FieldsFuncSeq(typed, func(r rune) bool { return r == ',' || r == ';' || r == '\n' }) {
		n, words := 1, strings.Fields(strings.ToLower(part))
		if len(words) == 0 {
			continue
		}
		if count, ok := counts[strings.TrimSuffix(words[0], "x")]; ok && len(words) > 1 {
			n, words = count, words[1:]
		}
		found, ok := findUnits(cat, strings.Join(words, " "))
		if !ok {
			return nil, game.Errorf("there is no army or Unit %q: expected Units like virago or 2 widow scout with commas between them, or an army like %s",
				bot.Clip(strings.TrimSpace(part), 40), cards.Armies()[0].ID)
		}
		for range n {
			slugs = append(slugs, found...)
		}
	}
	return slugs, nil
}

var counts = map[string]int{"1": 1, "2": 2, "3": 3, "4": 4, "5": 5}

// findUnits finds a Unit by slug or name, or an army's Units by its id.
func findUnits(cat *cards.Catalogue, word string) ([]string, bool) {
	if a, ok := cards.FindArmy(word); ok {
		return a.Units, true
	}
	for _, u := range cat.All() {
		if word == u.Slug || plainName(word) == plainName(u.Name) {
			return []string{u.Slug}, true
		}
	}
	return nil, false
}

// plainName is a name without what people leave out.
func plainName(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" :-_,.'", r) {
			return -1
		}
		return r
	}, strings.ToLower(s))
}
