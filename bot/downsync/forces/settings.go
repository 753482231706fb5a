package forces

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"downsync/bot"
	"downsync/bot/downsync/books"
	"downsync/bot/downsync/wording"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/game/downsync/maps"
	"downsync/game/option"
	"downsync/game/seal"
	"downsync/game/table"
	draw "downsync/render/downsync"
)

// The terms of a challenge: edition, size, secrecy, map and options, which both sides know, and each side's force, which is
// private.

// What a challenge says about its match, by size and secrecy.
var (
	termsOfSize = map[string]game.Text{"small": "• **Small game%s**: up to %d Units a side, under an hour.",
		"standard": "• **Standard game%s**: up to %d Units a side, an evening."}
	termsOfSecrecy = map[string]game.Text{
		"veiled": "• **Veiled**: your force, which Unit a contact is, your tokens and plans are secret until they show in play. In the printed game everything except plans is open.",
		"open":   "• **Open**, as the game is printed: both sides see all forces and tokens; only plans are secret.",
	}
)

// maxUnits limits the Units of a force in words, in characters.
const maxUnits = 600

// Lobby implements bot.Lobby: it reads and shows the settings of a match.
type Lobby struct{ wording.Reader }

// Options returns the game's own options of a challenge.
func (Lobby) Options() []bot.CommandOption {
	return []bot.CommandOption{
		{Name: "size", Description: "How large the match is; left out: small", Kind: wire.StringOption,
			Choices: []wire.Choice{{Name: "small: 6 Units a side, under an hour", Value: rules.Small},
				{Name: "standard: 11 Units a side, an evening", Value: rules.Standard}}},
		{Name: "force", Description: "Your force, in private: an army, or Units with commas; left out: the usual one, to be changed after",
			Kind: wire.StringOption, Autocomplete: true},
		{Name: "map", Description: "Where you fight; left out: one of the named maps. random: a new one", Kind: wire.StringOption,
			Autocomplete: true},
		{Name: "secrecy", Description: "What is secret; left out: veiled", Kind: wire.StringOption,
			Choices: []wire.Choice{{Name: "veiled: forces and tokens are secret", Value: rules.Veiled},
				{Name: "open, as printed: everything except plans is public", Value: rules.Open}}},
		{Name: "rules", Description: "The edition of the rulebook; left out: 2023-03", Kind: wire.StringOption,
			Choices: wire.ChoicesOf(rules.Editions...)},
		{Name: "max_rounds", Description: "End after so many Rounds, most points win; 0: no limit; left out: as is usual in the game", Kind: wire.IntOption},
		{Name: "options", Description: "Choices that the rulings leave open, like mixed_factions=on; left out: as they say", Kind: wire.StringOption,
			Autocomplete: true},
	}
}

// Settings reads the options into the ruleset's settings, without forces.
func (Lobby) Settings(o map[string]string) (json.RawMessage, error) {
	c := rules.Defaults()
	c.Rules, c.Size, c.Secrecy = cmp.Or(o["rules"], c.Rules), cmp.Or(o["size"], c.Size), cmp.Or(o["secrecy"], c.Secrecy)
	c.Map = books.MapMeant(o["map"])
	settings, odd := option.Pairs(o["options"])
	if odd != "" {
		return nil, game.Errorf("options %q: expected pairs like max_rounds=6 mixed_factions=on", odd)
	}
	if v := o["max_rounds"]; v != "" {
		settings = append(settings, [2]string{"max_rounds", v})
	}
	for _, x := range settings {
		if err := c.Set(x[0], x[1]); err != nil {
			return nil, err
		}
	}
	switch c.Map {
	case "":
		seed, _ := strconv.ParseUint(o[bot.OptionSeed], 10, 64) // without a seed it always picks the same map
		c = books.WithNamedMap(c, seed)
	case books.RandomMap:
		c = books.WithRandomMap(c)
	}
	if err := c.CheckSettings(); err != nil {
		return nil, err
	}
	return json.Marshal(c)
}

// Preview shows the battlefield with its zones and goals.
func (f Lobby) Preview(raw json.RawMessage) (wire.Notice, error) {
	c, err := settled(f.Reader, raw)
	if err != nil {
		return wire.Notice{}, err
	}
	before, err := c.Before()
	if err != nil {
		return wire.Notice{}, err
	}
	v := wording.Reading{View: before, Voice: wording.Voice{Language: f.Language}, Look: wording.Look(f.Reader, "")}
	pic, err := wording.Paint(f.Reader, v).Preview(before)
	alt := ""
	if m, ok := maps.Find(c.Map); ok {
		concealing, built, rough := m.Cover().Percent()
		alt = wire.Clip(v.Say("The battlefield: %s. %s %s.", m.Name, v.Text(m.About),
			v.Say("concealing %d%%, buildings %d%%, rough %d%%", concealing, built, rough)), draw.MaxAlt)
	}
	return wire.Notice{Message: wire.Message{Files: []wire.File{{Name: "map.png", Data: pic.PNG}},
		Blocks: []wire.Block{wire.Picture{File: 0, Alt: alt}}}}, err
}

// Mode returns the settings' mode of secrecy.
func (f Lobby) Mode(raw json.RawMessage) string {
	c, err := settled(f.Reader, raw)
	if err != nil {
		return ""
	}
	return c.Secrecy
}

// Summary names the settings in a few words.
func (f Lobby) Summary(raw json.RawMessage) string {
	c, err := settled(f.Reader, raw)
	if err != nil {
		return ""
	}
	t := f.Language
	s := t.Say("%s game, %s, %s", t.Text(game.Text(c.Size)), t.Text(wording.MissionTexts[c.Mission().Name].Name), t.Text(game.Text(c.Secrecy)))
	return strings.Join(append([]string{s + mapName(f.Reader, c)}, besides(f.Reader, c)...), ", ")
}

// Terms explains the match: size and map, how to win, what is secret, and other choices.
func (f Lobby) Terms(raw json.RawMessage) string {
	c, err := settled(f.Reader, raw)
	if err != nil {
		return ""
	}
	t := f.Language
	lines := []string{t.Say(termsOfSize[c.Size], mapName(f.Reader, c), unitsAtMost(c)), t.Say(wording.MissionTexts[c.Mission().Name].Terms, c.Mission().Win), t.Text(termsOfSecrecy[c.Secrecy])}
	if more := besides(f.Reader, c); len(more) > 0 {
		lines = append(lines, t.Say("• **Besides**: %s.", strings.Join(more, ", ")))
	}
	return strings.Join(lines, "\n")
}

// unitsAtMost returns the largest number of Units in a force.
func unitsAtMost(c rules.Config) (n int) {
	for _, of := range rules.Limits(c.Size) {
		n += of
	}
	return n
}

// mapName names the map, "" for the plain one.
func mapName(f wording.Reader, c rules.Config) string {
	if m, ok := maps.Find(c.Map); ok && m.Slug != maps.Plain {
		return f.Say(", on %s", m.Name)
	}
	return ""
}

// besides lists unusual choices: edition, rounds, options.
func besides(f wording.Reader, c rules.Config) []string {
	out := page.Chosen(f.Language, c.Changed(), wording.OptionWords)
	if c.Rules != rules.Editions[0] {
		out = slices.Insert(out, 0, f.Say("rules %s", c.Rules))
	}
	return out
}

// settled decodes stored settings. A match that begins with them uses the newest rulings and cards, even if it repeats a
// match with older ones.
func settled(f wording.Reader, raw json.RawMessage) (rules.Config, error) {
	c := rules.Defaults()
	rulings, printed := c.Rulings, c.Printed
	err := json.Unmarshal(raw, &c)
	c.Rulings, c.Printed, c.Cards = rulings, printed, f.Own
	return c, err
}

// Suggest completes an option.
func (f Lobby) Suggest(name string, o map[string]string) []wire.Choice {
	s := page.Suggest(o[name])
	switch name {
	case "map":
		s.Add(books.RandomMap, f.Text("Random: a new map for this match"))
		for _, m := range maps.All() {
			s.Add(m.Slug, fmt.Sprintf("%s: %s", m.Name, f.Text(m.About)))
		}
	case "options":
		for _, m := range rules.MatchOptions {
			s.Add(m.Name+"=", fmt.Sprintf("%s: %s (%s)", m.Name, f.Text(m.Expected), m.Ruling))
		}
	case "force":
		suggestForce(f.Reader, o, s)
	case "name":
		books.SuggestUnits(f.Reader, o, s)
	case "word":
		books.SuggestRules(f.Reader, o[name], s)
	}
	return s.Choices()
}

// suggestForce completes a list of Units. Armies of the match's size come first.
func suggestForce(f wording.Reader, o map[string]string, s *page.Suggestions) {
	c := rules.Defaults()
	c.Size, c.Rules, c.Cards = cmp.Or(o["size"], c.Size), cmp.Or(o["rules"], c.Rules), f.Own
	cat, err := c.Catalogue()
	if err != nil {
		return
	}
	typed := o["force"]
	if i := strings.LastIndexByte(typed, ','); i >= 0 {
		s.Done, typed = strings.TrimSpace(typed[:i])+", ", typed[i+1:]
	}
	typed = wording.PlainName(typed)
	s.Fits = func(value, label string) bool {
		return strings.HasPrefix(wording.PlainName(value), typed) || strings.Contains(wording.PlainName(label), typed)
	}
	for _, a := range cards.Armies() {
		if a.Size == c.Size && s.Done == "" {
			s.Add(a.ID, f.Text(game.Text(a.Name)))
		}
	}
	for _, u := range cat.All() {
		if u.PackagedWith == "" {
			s.Add(u.Slug, fmt.Sprintf("%s (%s)", u.Name, f.Text(game.Text(u.Signature))))
		}
	}
}

// Config returns the ruleset's configuration for the settings and forces.
func (f Lobby) Config(raw json.RawMessage, forces []string) (game.Config, error) {
	c, err := settled(f.Reader, raw)
	if err != nil {
		return nil, err
	}
	if len(forces) != len(c.Forces) {
		return nil, fmt.Errorf("%d forces: expected %d", len(forces), len(c.Forces))
	}
	for i, force := range forces {
		if c.Forces[i], err = readUnits(c, force); err != nil {
			return nil, err
		}
	}
	c.Salts = [2]string{seal.Salt(rand.Text() + rand.Text()), seal.Salt(rand.Text() + rand.Text())}
	if err := c.Check(); err != nil {
		return nil, err
	}
	return c.Encode(), nil
}

// Each side's force: the choices that a side has, and reading its choice.

// Roster implements bot.Roster: it reads and shows the forces that the sides bring.
type Roster struct{ wording.Reader }

// Forces lists the armies of the match's size. For side 2 the armies of other factions come first. Side 1's choice does not
// affect the list (S15).
func (f Roster) Forces(raw json.RawMessage, seat game.Seat) []bot.Force {
	c, err := settled(f.Reader, raw)
	if err != nil {
		return nil
	}
	armies := wording.Those(cards.Armies(), func(a cards.Army) bool { return a.Size == c.Size })
	first := func(a cards.Army) bool { return a.Faction == armies[0].Faction }
	if seat != 1 {
		armies = append(wording.Those(armies, func(a cards.Army) bool { return !first(a) }), wording.Those(armies, first)...)
	}
	return page.Each(armies, func(a cards.Army) bot.Force { return army(f.Reader, a) })
}

func army(f wording.Reader, a cards.Army) bot.Force {
	return bot.Force{Value: a.ID, Name: f.Text(game.Text(a.Name)), About: f.Text(game.Text(a.About)), Units: wording.UnitList(cards.Printed(), a.Units)}
}

// ForceNamed names a force from ReadForce: as an army, or by its number of Units.
func (f Roster) ForceNamed(raw json.RawMessage, force string) bot.Force {
	c, err := settled(f.Reader, raw)
	if err != nil {
		return bot.Force{Value: force}
	}
	cat, err := c.Catalogue()
	slugs := strings.Split(force, ",")
	if err != nil || slices.ContainsFunc(slugs, func(s string) bool { _, ok := cat.Find(s); return !ok }) { // a card no longer exists
		return bot.Force{Value: force, Name: f.Say("a force of %d {Unit|Units}", len(slugs))}
	}
	for _, a := range cards.Armies() {
		if slices.Equal(slices.Sorted(slices.Values(a.Units)), slices.Sorted(slices.Values(slugs))) {
			return army(f.Reader, a)
		}
	}
	return bot.Force{Value: force, Name: f.Say("a force of %d {Unit|Units}", len(slugs)), Units: wire.Clip(wording.UnitList(cat, slugs), maxUnits)}
}

// ReadForce reads an army's id, a share code, or Units by slug or name ("2 virago"). note says if there is room for more
// (Q7).
func (f Roster) ReadForce(raw json.RawMessage, _ game.Seat, typed string) (force, note string, err error) {
	c, err := settled(f.Reader, raw)
	if err != nil {
		return "", "", err
	}
	read := readUnits
	if codes.Begin(typed) {
		read = f.codeForce
	}
	slugs, err := read(c, typed)
	if err != nil {
		return "", "", err
	}
	if err := c.CheckForce(slugs); err != nil {
		return "", "", err
	}
	if room := unitsAtMost(c); len(slugs) < room {
		note = f.Say("⚠️ Your force has %[1]d {Unit|Units}; a %[3]s game allows %[2]d.", len(slugs), room, f.Text(game.Text(c.Size)))
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
				wire.Clip(strings.TrimSpace(part), 40), cards.Armies()[0].ID)
		}
		slugs = append(slugs, slices.Repeat(found, n)...)
	}
	return slugs, nil
}

var counts = map[string]int{"1": 1, "2": 2, "3": 3, "4": 4, "5": 5}

// findUnits finds a Unit by slug or name, or an army by its id.
func findUnits(cat *cards.Catalogue, word string) ([]string, bool) {
	if a, ok := cards.FindArmy(word); ok {
		return a.Units, true
	}
	for _, u := range cat.All() {
		if word == u.Slug || wording.PlainName(word) == wording.PlainName(u.Name) {
			return []string{u.Slug}, true
		}
	}
	return nil, false
}

// Played returns the forces of a finished match.
func (Roster) Played(p table.Public) ([]string, bool) {
	f, ok := rostersIn(p.Facts)
	if !ok {
		return nil, false
	}
	return page.Each(f.Forces[:], func(force []string) string { return strings.Join(force, ",") }), true
}

// rostersIn returns the fact that opened the forces. ok is false if they are still sealed.
func rostersIn(facts []game.Fact) (f rules.RostersOpened, ok bool) {
	for _, fact := range facts {
		if f, ok = fact.(rules.RostersOpened); ok {
			return f, true
		}
	}
	return f, false
}

// Factions returns the faction of each opened force, "mixed" for a force of several.
func (f Roster) Factions(p table.Public) []string {
	cat := wording.Read(f.Reader, p.View, p.Meta).Cards()
	opened, ok := rostersIn(p.Facts)
	if !ok {
		return nil
	}
	return page.Each(opened.Forces[:], func(force []string) string {
		names := wording.WithNew(nil, page.Each(force, func(slug string) string {
			faction := cat.Must(slug).Faction
			return cmp.Or(string(books.FactionNames[faction]), faction)
		})...)
		switch len(names) {
		case 0:
			return ""
		case 1:
			return names[0]
		}
		return "mixed"
	})
}
