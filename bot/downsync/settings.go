package downsync

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"fmt"
	random "math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	numbers "downsync/game/chance"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/game/downsync/maps"
	"downsync/game/option"
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

// randomMap is the map that is generated for each challenge.
const randomMap = maps.Random

// lobby implements bot.Lobby: it reads and shows the settings of a match.
type lobby struct{ Forms }

// Options returns the game's own options of a challenge.
func (lobby) Options() []bot.CommandOption {
	return []bot.CommandOption{
		{Name: "size", Description: "How large the match is; left out: small", Kind: bot.StringOption,
			Choices: []wire.Choice{{Name: "small: 6 Units a side, under an hour", Value: rules.Small},
				{Name: "standard: 11 Units a side, an evening", Value: rules.Standard}}},
		{Name: "force", Description: "Your force, in private: an army, or Units with commas; left out: the usual one, to be changed after",
			Kind: bot.StringOption, Autocomplete: true},
		{Name: "map", Description: "Where you fight; left out: one of the named maps. random: a new one", Kind: bot.StringOption,
			Autocomplete: true},
		{Name: "secrecy", Description: "What is secret; left out: veiled", Kind: bot.StringOption,
			Choices: []wire.Choice{{Name: "veiled: forces and tokens are secret", Value: rules.Veiled},
				{Name: "open, as printed: everything except plans is public", Value: rules.Open}}},
		{Name: "rules", Description: "The edition of the rulebook; left out: 2023-03", Kind: bot.StringOption,
			Choices: wire.ChoicesOf(rules.Editions...)},
		{Name: "max_rounds", Description: "End after so many Rounds, most points win; 0: no limit; left out: as is usual in the game", Kind: bot.IntOption},
		{Name: "options", Description: "Choices that the rulings leave open, like mixed_factions=on; left out: as they say", Kind: bot.StringOption,
			Autocomplete: true},
	}
}

// Settings reads the options into the ruleset's settings, without forces.
func (lobby) Settings(o map[string]string) (json.RawMessage, error) {
	c := rules.Defaults()
	c.Rules, c.Size, c.Secrecy = cmp.Or(o["rules"], c.Rules), cmp.Or(o["size"], c.Size), cmp.Or(o["secrecy"], c.Secrecy)
	c.Map = mapMeant(o["map"])
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
		c = namedMap(c, seed)
	case randomMap:
		c = drawn(c)
	}
	if err := c.CheckSettings(); err != nil {
		return nil, err
	}
	return json.Marshal(c)
}

// Preview shows the battlefield with its zones and goals.
func (f lobby) Preview(raw json.RawMessage) (wire.Notice, error) {
	c, err := settled(f.Forms, raw)
	if err != nil {
		return wire.Notice{}, err
	}
	before, err := c.Before()
	if err != nil {
		return wire.Notice{}, err
	}
	v := reading{before, voice{f.Language}, look(f.Forms, "")}
	pic, err := paint(f.Forms, v).Preview(before)
	alt := ""
	if m, ok := maps.Find(c.Map); ok {
		concealing, built, rough := m.Cover().Percent()
		alt = wire.Clip(v.Say("The battlefield: %s. %s %s.", m.Name, v.Text(m.About),
			v.Say("concealing %d%%, buildings %d%%, rough %d%%", concealing, built, rough)), draw.MaxAlt)
	}
	return wire.Notice{Message: wire.Message{Files: []wire.File{{Name: "map.png", Data: pic.PNG}},
		Blocks: []wire.Block{wire.Picture{File: 0, Alt: alt}}}}, err
}

// namedMap chooses a named map that suits the other settings. The choice follows from the seed.
func namedMap(c rules.Config, seed uint64) rules.Config {
	all := those(maps.All(), func(m maps.Map) bool { return m.Slug != maps.Plain })
	from := numbers.Source(seed)
	first := int(from.Next() % uint64(len(all)))
	for i := range all {
		c.Map = all[(first+i)%len(all)].Slug
		if c.CheckSettings() == nil {
			break
		}
	}
	return c
}

// drawn chooses a random map that suits the other settings.
func drawn(c rules.Config) rules.Config {
	for range 20 { // an edition may not suit every map
		c.Map = fmt.Sprintf("%s:%d", maps.Random, random.IntN(1_000_000)) // small, so that people can say and type it
		if c.CheckSettings() == nil {
			break
		}
	}
	return c
}

// Mode returns the settings' mode of secrecy.
func (f lobby) Mode(raw json.RawMessage) string {
	c, err := settled(f.Forms, raw)
	if err != nil {
		return ""
	}
	return c.Secrecy
}

// Summary names the settings in a few words.
func (f lobby) Summary(raw json.RawMessage) string {
	c, err := settled(f.Forms, raw)
	if err != nil {
		return ""
	}
	t := f.Language
	s := t.Say("%s game, %s, %s", t.Text(game.Text(c.Size)), t.Text(missionTexts[c.Mission().Name].name), t.Text(game.Text(c.Secrecy)))
	return strings.Join(append([]string{s + mapName(f.Forms, c)}, besides(f.Forms, c)...), ", ")
}

// Terms explains the match: size and map, how to win, what is secret, and other choices.
func (f lobby) Terms(raw json.RawMessage) string {
	c, err := settled(f.Forms, raw)
	if err != nil {
		return ""
	}
	t := f.Language
	lines := []string{t.Say(termsOfSize[c.Size], mapName(f.Forms, c), unitsAtMost(c)), t.Say(missionTexts[c.Mission().Name].terms, c.Mission().Win), t.Text(termsOfSecrecy[c.Secrecy])}
	if more := besides(f.Forms, c); len(more) > 0 {
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

// mapMeant returns the slug of the map that was typed.
func mapMeant(typed string) string {
	return page.MapMeant(typed, func(yield func(slug, name string) bool) {
		for _, m := range maps.All() {
			if !yield(m.Slug, m.Name) {
				return
			}
		}
	})
}

// mapName names the map, "" for the plain one.
func mapName(f Forms, c rules.Config) string {
	if m, ok := maps.Find(c.Map); ok && m.Slug != maps.Plain {
		return f.Say(", on %s", m.Name)
	}
	return ""
}

// optionWords explain the options that differ from their defaults.
var optionWords = map[string]game.Text{
	"mixed_factions on":     "factions may mix",
	"deploy_measure any":    "a part of the base in the zone is enough",
	"vip_base_mm":           "VIPs %d mm wide",
	"last_player_sweep off": "the last may hold pieces back",
	"max_rounds":            "%d {Round|Rounds}",
	"edge_counts_as_in on":  "touching terrain counts as in it",
	"squad_circle off":      "squads need no common circle",
	"bail_out_in":           "passengers bail out within %d\"",
}

// besides lists unusual choices: edition, rounds, options.
func besides(f Forms, c rules.Config) []string {
	out := page.Chosen(f.Language, c.Changed(), optionWords)
	if c.Rules != rules.Editions[0] {
		out = slices.Insert(out, 0, f.Say("rules %s", c.Rules))
	}
	return out
}

// settled decodes stored settings. A match that begins with them uses the newest rulings and cards, even if it repeats a
// match with older ones.
func settled(f Forms, raw json.RawMessage) (rules.Config, error) {
	c := rules.Defaults()
	rulings, printed := c.Rulings, c.Printed
	err := json.Unmarshal(raw, &c)
	c.Rulings, c.Printed, c.Cards = rulings, printed, f.Own
	return c, err
}

// Suggest completes an option.
func (f lobby) Suggest(name string, o map[string]string) []wire.Choice {
	s := page.Suggest(o[name])
	switch name {
	case "map":
		s.Add(randomMap, f.Text("Random: a new map for this match"))
		for _, m := range maps.All() {
			s.Add(m.Slug, fmt.Sprintf("%s: %s", m.Name, f.Text(m.About)))
		}
	case "options":
		for _, m := range rules.MatchOptions {
			s.Add(m.Name+"=", fmt.Sprintf("%s: %s (%s)", m.Name, f.Text(m.Expected), m.Ruling))
		}
	case "force":
		suggestForce(f.Forms, o, s)
	case "name":
		suggestUnits(f.Forms, o, s)
	case "word":
		suggestRules(f.Forms, o[name], s)
	}
	return s.Choices()
}

// suggestForce completes a list of Units. Armies of the match's size come first.
func suggestForce(f Forms, o map[string]string, s *page.Suggestions) {
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
	typed = plainName(typed)
	s.Fits = func(value, label string) bool {
		return strings.HasPrefix(plainName(value), typed) || strings.Contains(plainName(label), typed)
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
func (f lobby) Config(raw json.RawMessage, forces []string) (game.Config, error) {
	c, err := settled(f.Forms, raw)
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
	c.Salts = [2]string{rand.Text() + rand.Text(), rand.Text() + rand.Text()}
	if err := c.Check(); err != nil {
		return nil, err
	}
	return c.Encode(), nil
}

// Each side's force: the choices that a side has, and reading its choice.

// roster implements bot.Roster: it reads and shows the forces that the sides bring.
type roster struct{ Forms }

// Forces lists the armies of the match's size. For side 2 the armies of other factions come first. Side 1's choice does not
// affect the list (A4).
func (f roster) Forces(raw json.RawMessage, seat game.Seat) []bot.Force {
	c, err := settled(f.Forms, raw)
	if err != nil {
		return nil
	}
	armies := those(cards.Armies(), func(a cards.Army) bool { return a.Size == c.Size })
	first := func(a cards.Army) bool { return a.Faction == armies[0].Faction }
	if seat != 1 {
		armies = append(those(armies, func(a cards.Army) bool { return !first(a) }), those(armies, first)...)
	}
	return each(armies, func(a cards.Army) bot.Force { return army(f.Forms, a) })
}

func army(f Forms, a cards.Army) bot.Force {
	return bot.Force{Value: a.ID, Name: f.Text(game.Text(a.Name)), About: f.Text(game.Text(a.About)), Units: unitList(cards.Printed(), a.Units)}
}

// ForceNamed names a force from ReadForce: as an army, or by its number of Units.
func (f roster) ForceNamed(raw json.RawMessage, force string) bot.Force {
	c, err := settled(f.Forms, raw)
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
			return army(f.Forms, a)
		}
	}
	return bot.Force{Value: force, Name: f.Say("a force of %d {Unit|Units}", len(slugs)), Units: wire.Clip(unitList(cat, slugs), maxUnits)}
}

// ReadForce reads an army's id, a share code, or Units by slug or name ("2 virago"). note says if there is room for more
// (Q7).
func (f roster) ReadForce(raw json.RawMessage, _ game.Seat, typed string) (force, note string, err error) {
	c, err := settled(f.Forms, raw)
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
		if word == u.Slug || plainName(word) == plainName(u.Name) {
			return []string{u.Slug}, true
		}
	}
	return nil, false
}

// plainName returns the name in small letters, without the spaces and marks that people leave out.
func plainName(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" :-_,.'", r) {
			return -1
		}
		return r
	}, strings.ToLower(s))
}
