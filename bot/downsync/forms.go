// Package downsync is what the bot says of a Downsync match and how it asks: options into settings, views and facts
// into words and controls. It sees a match only as its readers do and knows no rules but what-ifs of a view.
package downsync

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/table"
	"downsync/render"

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// Forms are Downsync's forms. The zero value is ready.
type Forms struct {
	// brush draws; nil: render/downsync. Tests that look at words alone have their own.
	brush brush
}

// brush makes pictures of views.
type brush interface {
	Public(rules.View) (render.Public, error)
	Private(rules.View, *draw.Staged) (render.Private, error)
}

// painter is the brush that draws boards.
type painter struct{}

func (painter) Public(v rules.View) (render.Public, error) { return draw.Public(v) }

func (painter) Private(v rules.View, s *draw.Staged) (render.Private, error) {
	return draw.Private(v, s)
}

func (f Forms) paint() brush {
	if f.brush == nil {
		return painter{}
	}
	return f.brush
}

var _ bot.Forms = Forms{}

// Game is the ruleset's id.
func (Forms) Game() string { return "downsync" }

// About is what the game says of itself.
func (Forms) About() bot.About {
	return bot.About{Name: wordName, Line: wordLine, Order: wordOrder, Concede: rules.Concede{}.Order()}
}

// settings are what both players know of a challenge.
type settings struct {
	Size      string `json:"size"`
	Secrecy   string `json:"secrecy"`
	MaxRounds int    `json:"max_rounds"`
}

// Options are the game's own options of a challenge.
func (Forms) Options() []bot.CommandOption {
	var forces []bot.Choice
	for _, a := range cards.Armies() {
		forces = append(forces, bot.Choice{Name: fmt.Sprintf("%s (%s)", a.Name, a.Size), Value: a.ID})
	}
	return []bot.CommandOption{
		{Name: "size", Description: wordOptionSize, Kind: bot.StringOption, Choices: choices(rules.Small, rules.Standard)},
		{Name: "force", Description: wordOptionForce, Kind: bot.StringOption, Choices: forces},
		{Name: "secrecy", Description: wordOptionSecrecy, Kind: bot.StringOption, Choices: choices(rules.Veiled, rules.Open)},
		{Name: "max_rounds", Description: wordOptionRounds, Kind: bot.IntOption},
	}
}

func choices(vs ...string) []bot.Choice {
	var out []bot.Choice
	for _, v := range vs {
		out = append(out, bot.Choice{Name: v, Value: v})
	}
	return out
}

// Settings reads the options.
func (Forms) Settings(o map[string]string) (json.RawMessage, string, error) {
	d := rules.Defaults()
	s := settings{Size: or(o["size"], d.Size), Secrecy: or(o["secrecy"], d.Secrecy)}
	if s.Size != rules.Small && s.Size != rules.Standard {
		return nil, "", fmt.Errorf("size %q: expected %s or %s", s.Size, rules.Small, rules.Standard)
	}
	if s.Secrecy != rules.Veiled && s.Secrecy != rules.Open {
		return nil, "", fmt.Errorf("secrecy %q: expected %s or %s", s.Secrecy, rules.Veiled, rules.Open)
	}
	if v := o["max_rounds"]; v != "" {
		n, err := strconv.Atoi(v)
		if err != nil || n < 0 || n > rules.MaxRoundsLimit {
			return nil, "", fmt.Errorf("max_rounds %q: expected 0 (no limit) to %d", v, rules.MaxRoundsLimit)
		}
		s.MaxRounds = n
	}
	summary := fmt.Sprintf(wordSummary, s.Size, s.Secrecy)
	if s.MaxRounds > 0 {
		summary += fmt.Sprintf(wordRounds, s.MaxRounds)
	}
	raw, err := json.Marshal(s)
	return raw, summary, err
}

func or(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// Forces are the armies of that size: the first side's in the order of the catalogue, the second's with the other
// factions first. What the first side chose has no part in it (A4).
func (Forms) Forces(raw json.RawMessage, seat game.Seat) []bot.Option {
	var s settings
	if json.Unmarshal(raw, &s) != nil {
		return nil
	}
	var armies []cards.Army
	for _, a := range cards.Armies() {
		if a.Size == s.Size {
			armies = append(armies, a)
		}
	}
	if seat != 1 {
		first := armies[0].Faction
		slices.SortStableFunc(armies, func(a, b cards.Army) int { return behind(a, first) - behind(b, first) })
	}
	var out []bot.Option
	for _, a := range armies {
		out = append(out, bot.Option{Value: a.ID, Label: a.Name, Note: bot.Clip(unitList(cards.Printed(), a.Units), maxOption)})
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

// unitList names Units, those that come several times once: "2 Virago, Widow Scout".
func unitList(cat *cards.Catalogue, slugs []string) string {
	var order []string
	count := map[string]int{}
	for _, slug := range slugs {
		if count[slug]++; count[slug] == 1 {
			order = append(order, slug)
		}
	}
	var names []string
	for _, slug := range order {
		name := cat.Must(slug).Name
		if n := count[slug]; n > 1 {
			name = fmt.Sprintf("%d %s", n, name)
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// Config makes the ruleset's options.
func (Forms) Config(raw json.RawMessage, forces []string) (game.Config, error) {
	var s settings
	if err := json.Unmarshal(raw, &s); err != nil {
		return nil, err
	}
	c := rules.Defaults()
	c.Size, c.Secrecy, c.MaxRounds = s.Size, s.Secrecy, s.MaxRounds
	if len(forces) != len(c.Forces) {
		return nil, fmt.Errorf("%d forces: expected %d", len(forces), len(c.Forces))
	}
	for i, f := range forces {
		units, err := c.ForceOf([]string{f})
		if err != nil {
			return nil, err
		}
		c.Forces[i] = units
	}
	if err := c.Check(); err != nil {
		return nil, err
	}
	return c.Encode(), nil
}

// view is the Downsync view of a reading.
func view(v game.View) rules.View { return v.(rules.View) }

// Turn numbers the cards: 0 is set-up, then one a Taskforce Activation.
func (Forms) Turn(p table.Public) int { return view(p.View).Turn }

// Split counts the facts before the first of a later turn. The beginning of a Round belongs to its first turn.
func (Forms) Split(facts []game.Fact, turn int) int {
	for i, f := range facts {
		if t, ok := f.(rules.TurnBegan); !ok || t.Turn <= turn {
			continue
		}
		if i > 0 {
			if _, ok := facts[i-1].(rules.RoundBegan); ok {
				i--
			}
		}
		return i
	}
	return len(facts)
}

// maxTitle is how long a thread's name may be, maxOption an option's text, in characters.
const maxTitle, maxOption = 100, 100

// Title names the match for its thread.
func (Forms) Title(_ table.Public, names []string) string {
	return bot.Clip(fmt.Sprintf(wordTitle, bot.Clip(names[0], 35), bot.Clip(names[1], 35)), maxTitle)
}

// fileName is a name that tells nothing.
func fileName() string {
	raw := make([]byte, 12)
	_, _ = rand.Read(raw) // documented never to fail
	return hex.EncodeToString(raw) + ".png"
}
