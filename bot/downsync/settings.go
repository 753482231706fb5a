package downsync

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/downsync/maps"

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// What a challenge settles: edition, size, secrecy, map and options, known to both; and each side's force, in private.

// The terms of a match as its challenge tells them: by its size, its edition and its secrecy.
var (
	termsOfSize = map[string]game.Text{"small": "• **Small game%s**: up to %d Units a side, under an hour.",
		"standard": "• **Standard game%s**: up to %d Units a side, an evening."}
	termsOfGoal = map[string]game.Text{
		"2023-03": "• **To win**: get %d Victory Points (VP), or put the whole enemy force out of play. *VIP Capture*: when your Turn ends, each of your Units within 1\" of the VIP on the enemy's side scores 1 VP, less 1 for each enemy Unit within 4\" of it.",
		"4.2":     "• **To win**: get %d Victory Points (VP), or put the whole enemy force out of play. *Control Objectives*: when a Round ends, from the second on, each of your Units within 1\" of an objective scores 1 VP, less 1 for each enemy Unit within 6\" of it.",
	}
	termsOfSecrecy = map[string]game.Text{
		"veiled": "• **Veiled**: your force, which Unit a contact is, your tokens and plans are secret until they show in play. In the printed game all but plans lies open.",
		"open":   "• **Open**, as the game is printed: forces and tokens lie on the table for both; only plans are secret.",
	}
)

// randomMap is the map that is drawn anew for each challenge.
const randomMap = maps.Random

// Options are the game's own options of a challenge.
func (Forms) Options() []bot.CommandOption {
	return []bot.CommandOption{
		{Name: "size", Description: "How large the match is; left out: small", Kind: bot.StringOption,
			Choices: []bot.Choice{{Name: "small: 6 Units a side, under an hour", Value: rules.Small},
				{Name: "standard: 11 Units a side, an evening", Value: rules.Standard}}},
		{Name: "force", Description: "Your force, in private: an army, or Units with commas; you can also choose right after",
			Kind: bot.StringOption, Autocomplete: true},
		{Name: "map", Description: "Where you fight: a named map, or random; left out: open ground", Kind: bot.StringOption,
			Autocomplete: true},
		{Name: "secrecy", Description: "What is secret; left out: veiled", Kind: bot.StringOption,
			Choices: []bot.Choice{{Name: "veiled: forces and tokens are secret", Value: rules.Veiled},
				{Name: "open, as printed: all but plans lies on the table", Value: rules.Open}}},
		{Name: "rules", Description: "The edition of the rulebook; left out: 2023-03", Kind: bot.StringOption,
			Choices: choices(rules.Editions...)},
		{Name: "max_rounds", Description: "End after so many Rounds, most Victory Points win; 0: no limit", Kind: bot.IntOption},
		{Name: "options", Description: "Choices that the rulings leave open, like mixed_factions=on", Kind: bot.StringOption,
			Autocomplete: true},
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
func (Forms) Settings(o map[string]string) (json.RawMessage, error) {
	c := rules.Defaults()
	c.Rules, c.Size, c.Secrecy = or(o["rules"], c.Rules), or(o["size"], c.Size), or(o["secrecy"], c.Secrecy)
	c.Map = or(strings.ToLower(strings.TrimSpace(o["map"])), c.Map)
	settings := strings.Fields(strings.NewReplacer("=", " ", ",", " ", ";", " ").Replace(strings.ToLower(o["options"])))
	if v := o["max_rounds"]; v != "" {
		settings = append(settings, "max_rounds", v)
	}
	for ; len(settings) > 0; settings = settings[2:] {
		if len(settings) == 1 {
			return nil, game.Errorf("options %q: expected pairs like max_rounds=6 mixed_factions=on", settings[0])
		}
		if err := c.Set(settings[0], settings[1]); err != nil {
			return nil, err
		}
	}
	if c.Map == randomMap {
		c = drawn(c)
	}
	if err := c.CheckSettings(); err != nil {
		return nil, err
	}
	return json.Marshal(c)
}

// Preview is the battlefield, with zones and VIPs or Control Objectives; nothing of the plain one.
func (f Forms) Preview(raw json.RawMessage) (bot.Notice, error) {
	c, err := settled(f, raw)
	if err != nil || c.Map == maps.Plain {
		return bot.Notice{}, err
	}
	before, err := c.Before()
	if err != nil {
		return bot.Notice{}, err
	}
	v := reading{before, f.lang, look(f, "")}
	pic, err := paint(f, v).Preview(before)
	if err != nil {
		return bot.Notice{}, err
	}
	alt := ""
	if m, ok := maps.Find(c.Map); ok {
		concealing, built, rough := m.Cover().Percent()
		alt = bot.Clip(v.Say("The battlefield: %s. %s %s.", m.Name, v.Text(m.About),
			v.Say("concealing %d%%, buildings %d%%, rough %d%%", concealing, built, rough)), draw.MaxAlt)
	}
	return bot.Notice{Message: bot.Message{Files: []bot.File{{Name: "map.png", Data: pic.PNG}},
		Blocks: []bot.Block{bot.Picture{File: 0, Alt: alt}}}}, nil
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

// Summary names the settings in a few words.
func (f Forms) Summary(raw json.RawMessage) string {
	c, err := settled(f, raw)
	if err != nil {
		return ""
	}
	t := f.lang
	s := t.Say("%s game, %s, %s", t.Text(game.Text(c.Size)), t.Text(mission(c.Rules)), t.Text(game.Text(c.Secrecy)))
	return strings.Join(append([]string{s + f.mapName(c)}, besides(f, c)...), ", ")
}

// Terms says what is played: size and map, how it is won, what is secret, and what was chosen besides.
func (f Forms) Terms(raw json.RawMessage) string {
	c, err := settled(f, raw)
	if err != nil {
		return ""
	}
	t := f.lang
	units := 0
	for _, n := range rules.Limits(c.Size) {
		units += n
	}
	lines := []string{t.Say(termsOfSize[c.Size], f.mapName(c), units), t.Say(termsOfGoal[c.Rules], rules.VPToWin), t.Text(termsOfSecrecy[c.Secrecy])}
	if more := besides(f, c); len(more) > 0 {
		lines = append(lines, t.Say("• **Besides**: %s.", strings.Join(more, ", ")))
	}
	return strings.Join(lines, "\n")
}

// mapName names the map, "" for the plain one.
func (f Forms) mapName(c rules.Config) string {
	if m, ok := maps.Find(c.Map); ok && m.Slug != maps.Plain {
		return f.lang.Say(", on %s", m.Name)
	}
	return ""
}

// inRounds says the option that bounds the Rounds; ok is false for other options.
func inRounds(l lang.Language, option string) (said string, ok bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(option, "max_rounds "))
	return l.Say("%d {Round|Rounds}", n), err == nil
}

// besides names what was chosen that seldom is: another edition, rounds, options.
func besides(f Forms, c rules.Config) []string {
	var out []string
	if c.Rules != rules.Editions[0] {
		out = append(out, f.lang.Say("rules %s", c.Rules))
	}
	for _, option := range c.Changed() {
		if rounds, ok := inRounds(f.lang, option); ok {
			option = rounds
		}
		out = append(out, option)
	}
	return out
}

func or(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// settled reads settings that were kept.
func settled(f Forms, raw json.RawMessage) (rules.Config, error) {
	c := rules.Defaults()
	err := json.Unmarshal(raw, &c)
	c.Cards = f.Own
	return c, err
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
		add(randomMap, f.lang.Text("Random: a new map for this match"))
		for _, m := range maps.All() {
			add(m.Slug, fmt.Sprintf("%s: %s", m.Name, f.lang.Text(m.About)))
		}
	case "options":
		for _, m := range rules.MatchOptions {
			add(m.Name+"=", fmt.Sprintf("%s: %s (%s)", m.Name, f.lang.Text(m.Expected), m.Ruling))
		}
	case "force":
		return suggestForce(f, o)
	case "name":
		return suggestUnits(f, o)
	case "word":
		return suggestRules(f, o[name])
	}
	return out
}

// suggestForce goes on with a list of Units; the armies of that size come first.
func suggestForce(f Forms, o map[string]string) []bot.Choice {
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
				add(a.ID, f.lang.Text(game.Text(a.Name)))
			}
		}
	}
	for _, u := range cat.All() {
		if u.PackagedWith == "" {
			add(u.Slug, fmt.Sprintf("%s (%s)", u.Name, f.lang.Text(game.Text(u.Signature))))
		}
	}
	return out
}

// Config makes the ruleset's options.
func (f Forms) Config(raw json.RawMessage, forces []string) (game.Config, error) {
	c, err := settled(f, raw)
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
