package downsync

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/downsync/maps"

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// What a challenge settles: edition, size, secrecy, map and options, known to both; and each side's force, in private.

// randomMap is the map that is drawn anew for each challenge.
const randomMap = maps.Random

// Options are the game's own options of a challenge.
func (Forms) Options() []bot.CommandOption {
	return []bot.CommandOption{
		{Name: "size", Description: wordOptionSize, Kind: bot.StringOption, Choices: choices(rules.Small, rules.Standard)},
		{Name: "force", Description: wordOptionForce, Kind: bot.StringOption, Autocomplete: true},
		{Name: "map", Description: wordOptionMap, Kind: bot.StringOption, Autocomplete: true},
		{Name: "secrecy", Description: wordOptionSecrecy, Kind: bot.StringOption, Choices: choices(rules.Veiled, rules.Open)},
		{Name: "rules", Description: wordOptionRules, Kind: bot.StringOption, Choices: choices(rules.Editions...)},
		{Name: "max_rounds", Description: wordOptionRounds, Kind: bot.IntOption},
		{Name: "options", Description: wordOptionOptions, Kind: bot.StringOption, Autocomplete: true},
	}
}

func choices(vs ...string) []bot.Choice {
	var out []bot.Choice
	for _, v := range vs {
		out = append(out, bot.Choice{Name: v, Value: v})
	}
	return out
}

// Settings reads the options. They are the ruleset's, without forces.
func (f Forms) Settings(o map[string]string) (json.RawMessage, string, error) {
	c := rules.Defaults()
	c.Rules, c.Size, c.Secrecy = or(o["rules"], c.Rules), or(o["size"], c.Size), or(o["secrecy"], c.Secrecy)
	c.Map = or(strings.ToLower(strings.TrimSpace(o["map"])), c.Map)
	settings := strings.Fields(strings.NewReplacer("=", " ", ",", " ", ";", " ").Replace(strings.ToLower(o["options"])))
	if v := o["max_rounds"]; v != "" {
		settings = append(settings, "max_rounds", v)
	}
	for ; len(settings) > 0; settings = settings[2:] {
		if len(settings) == 1 {
			return nil, "", game.Errorf(wordPairs, settings[0])
		}
		if err := c.Set(settings[0], settings[1]); err != nil {
			return nil, "", err
		}
	}
	if c.Map == randomMap {
		c = drawn(c)
	}
	if err := c.CheckSettings(); err != nil {
		return nil, "", err
	}
	raw, err := json.Marshal(c)
	return raw, f.summary(c), err
}

// Preview is the battlefield, with zones and VIPs or Control Objectives; nothing of the plain one.
func (f Forms) Preview(raw json.RawMessage) (bot.Notice, error) {
	c, err := f.settled(raw)
	if err != nil || c.Map == maps.Plain {
		return bot.Notice{}, err
	}
	before, err := c.Before()
	if err != nil {
		return bot.Notice{}, err
	}
	v := reading{before, f.tongue, f.look("")}
	pic, err := f.paint(v).Preview(before)
	if err != nil {
		return bot.Notice{}, err
	}
	alt := ""
	if m, ok := maps.Find(c.Map); ok {
		concealing, built, rough := m.Cover().Percent()
		alt = bot.Clip(v.Say(wordPreview, m.Name, v.Text(m.About), v.Say(wordCover, concealing, built, rough)), draw.MaxAlt)
	}
	return bot.Notice{Message: bot.Message{Files: []bot.File{{Name: "map.png", Data: pic.PNG}}, Blocks: []bot.Block{bot.Picture{File: 0, Alt: alt}}}}, nil
}

// maxSeeds is how many random maps are tried where an edition cannot be played on each.
const maxSeeds = 20

// drawn settles a random map, one that the other settings can be played on.
func drawn(c rules.Config) rules.Config {
	for range maxSeeds {
		c.Map = fmt.Sprintf("%s:%d", maps.Random, newSeed())
		if c.CheckSettings() == nil {
			break
		}
	}
	return c
}

// newSeed is for a random map; small, so that it can be said and typed.
func newSeed() uint32 {
	var raw [4]byte
	_, _ = rand.Read(raw[:]) // documented never to fail
	return binary.LittleEndian.Uint32(raw[:]) % 1_000_000
}

// summary is what everybody is told of the settings.
func (f Forms) summary(c rules.Config) string {
	t := f.tongue
	s := t.Say(wordSummary, t.Text(c.Size), t.Text(mission(c.Rules)), t.Text(c.Secrecy))
	if c.Rules != rules.Editions[0] {
		s += t.Say(wordRulesOf, c.Rules)
	}
	if m, ok := maps.Find(c.Map); ok && m.Slug != maps.Plain {
		s += t.Say(wordOnMap, m.Name)
	}
	for _, option := range c.Changed() {
		if rounds, ok := strings.CutPrefix(option, "max_rounds "); ok {
			s += t.Say(wordRounds, rounds)
		} else {
			s += ", " + option
		}
	}
	return s
}

func or(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// settled reads settings that were kept.
func (f Forms) settled(raw json.RawMessage) (rules.Config, error) {
	c := rules.Defaults()
	err := json.Unmarshal(raw, &c)
	c.Cards = f.Own
	return c, err
}

// Forces are the armies of that size: the first side's in the order of the catalogue, the second's with the other
// factions first. What the first side chose has no part in it (A4).
func (f Forms) Forces(raw json.RawMessage, seat game.Seat) []bot.Option {
	c, err := f.settled(raw)
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
	var out []bot.Option
	for _, a := range armies {
		out = append(out, bot.Option{Value: a.ID, Label: f.tongue.Text(a.Name), Note: bot.Clip(unitList(cards.Printed(), a.Units), maxOption)})
	}
	return out
}

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
	c, err := f.settled(raw)
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
		note = f.tongue.Say(wordShortForce, len(slugs), room, f.tongue.Text(c.Size))
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
			return nil, game.Errorf(wordNoArmy,
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

// Suggest completes the options of a challenge.
func (f Forms) Suggest(name string, o map[string]string) []bot.Choice {
	out := []bot.Choice{}
	typed := strings.ToLower(o[name])
	add := func(value, label string) {
		if len(out) < most && len(value) <= maxOption && (strings.Contains(strings.ToLower(value), typed) || strings.Contains(strings.ToLower(label), typed)) {
			out = append(out, bot.Choice{Name: bot.Clip(label, maxOption), Value: value})
		}
	}
	switch name {
	case "map":
		add(randomMap, f.tongue.Text(wordRandomMap))
		for _, m := range maps.All() {
			add(m.Slug, fmt.Sprintf("%s: %s", m.Name, f.tongue.Text(m.About)))
		}
	case "options":
		for _, m := range rules.MatchOptions {
			add(m.Name+"=", fmt.Sprintf("%s: %s (%s)", m.Name, f.tongue.Text(m.Expected), m.Ruling))
		}
	case "force":
		return f.suggestForce(o)
	case "name":
		return f.suggestUnits(o)
	case "word":
		return f.suggestRules(o[name])
	}
	return out
}

// suggestForce goes on with a list of Units; the armies of that size come first.
func (f Forms) suggestForce(o map[string]string) []bot.Choice {
	out := []bot.Choice{}
	c := rules.Defaults()
	c.Size, c.Rules, c.Cards = or(o["size"], c.Size), or(o["rules"], c.Rules), f.Own
	cat, err := c.Catalogue()
	if err != nil {
		return out
	}
	done, typed := "", o["force"]
	if i := strings.LastIndexByte(typed, ','); i >= 0 {
		done, typed = strings.TrimSpace(typed[:i])+", ", typed[i+1:]
	}
	typed = plainName(typed)
	add := func(value, label string) {
		if len(out) < most && len(done+value) <= maxOption && (strings.HasPrefix(plainName(value), typed) || strings.Contains(plainName(label), typed)) {
			out = append(out, bot.Choice{Name: bot.Clip(done+label, maxOption), Value: done + value})
		}
	}
	if done == "" {
		for _, a := range cards.Armies() {
			if a.Size == c.Size {
				add(a.ID, f.tongue.Text(a.Name))
			}
		}
	}
	for _, u := range cat.All() {
		if u.PackagedWith == "" {
			add(u.Slug, fmt.Sprintf("%s (%s)", u.Name, f.tongue.Text(string(u.Signature))))
		}
	}
	return out
}

// Config makes the ruleset's options.
func (f Forms) Config(raw json.RawMessage, forces []string) (game.Config, error) {
	c, err := f.settled(raw)
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
