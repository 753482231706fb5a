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

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// Forms are Downsync's forms.
type Forms struct{}

var _ bot.Forms = Forms{}

// Game is the ruleset's id.
func (Forms) Game() string { return "downsync" }

// settings are what both players know of a challenge.
type settings struct {
	Size      string `json:"size"`
	Secrecy   string `json:"secrecy"`
	MaxRounds int    `json:"max_rounds"`
}

// Options are the game's own options of a challenge.
func (Forms) Options() []bot.CommandOption {
	choices := func(vs ...string) []bot.Choice {
		var out []bot.Choice
		for _, v := range vs {
			out = append(out, bot.Choice{Name: v, Value: v})
		}
		return out
	}
	var forces []bot.Choice
	for _, a := range cards.Armies() {
		forces = append(forces, bot.Choice{Name: a.Name + " (" + a.Size + ")", Value: a.ID})
	}
	return []bot.CommandOption{
		{Name: "size", Description: "small: 6 Units a side, under an hour; standard: 11", Kind: bot.StringOption, Choices: choices(rules.Small, rules.Standard)},
		{Name: "force", Description: "Your force, in private; default: the Coalition's", Kind: bot.StringOption, Choices: forces},
		{Name: "secrecy", Description: "veiled: forces and tokens are secret; open: as printed", Kind: bot.StringOption, Choices: choices(rules.Veiled, rules.Open)},
		{Name: "max_rounds", Description: "End after so many Rounds, most Victory Points win; 0: no limit", Kind: bot.IntOption},
	}
}

// Settings reads the options.
func (Forms) Settings(o map[string]string) (json.RawMessage, string, error) {
	d := rules.Defaults()
	s := settings{Size: or(o["size"], d.Size), Secrecy: or(o["secrecy"], d.Secrecy)}
	if v := o["max_rounds"]; v != "" {
		n, err := strconv.Atoi(v)
		if err != nil || n < 0 || n > rules.MaxRoundsLimit {
			return nil, "", fmt.Errorf("max_rounds %q: expected 0 (no limit) to %d", v, rules.MaxRoundsLimit)
		}
		s.MaxRounds = n
	}
	summary := fmt.Sprintf("%s game, VIP Capture, %s", s.Size, s.Secrecy)
	if s.MaxRounds > 0 {
		summary += fmt.Sprintf(", %d Rounds", s.MaxRounds)
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

// Forces are the armies of that size; the one that the other side did not take comes first.
func (Forms) Forces(raw json.RawMessage, other string) []bot.Option {
	var s settings
	if json.Unmarshal(raw, &s) != nil {
		return nil
	}
	var out []bot.Option
	for _, a := range cards.Armies() {
		if a.Size != s.Size {
			continue
		}
		var names []string
		for _, slug := range a.Units {
			names = append(names, cards.MustFind(slug).Name)
		}
		o := bot.Option{Value: a.ID, Label: a.Name, Note: clip(strings.Join(names, ", "), 100)}
		if a.ID != other && other != "" {
			out = slices.Insert(out, 0, o)
		} else {
			out = append(out, o)
		}
	}
	return out
}

// Config makes the ruleset's options.
func (Forms) Config(raw json.RawMessage, forces []string) (game.Config, error) {
	var s settings
	if err := json.Unmarshal(raw, &s); err != nil {
		return nil, err
	}
	c := rules.Defaults()
	c.Size, c.Secrecy, c.MaxRounds = s.Size, s.Secrecy, s.MaxRounds
	for i, f := range forces {
		units, err := rules.ForceOf([]string{f})
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

// Split counts the facts before the first of a later turn.
func (Forms) Split(facts []game.Fact, turn int) int {
	for i, f := range facts {
		if t, ok := f.(rules.TurnBegan); ok && t.Turn > turn {
			return i
		}
	}
	return len(facts)
}

// Title names the match for its thread; Discord takes 100 characters.
func (Forms) Title(p table.Public, names []string) string {
	return clip(fmt.Sprintf("Downsync: %s – %s", clip(names[0], 35), clip(names[1], 35)), 100)
}

func clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// accents are the sides' colours on a card's edge.
var accents = [3]int{0x8fa8bf, 0x35d0ff, 0xffb02e}

// Card is the public card of a turn.
func (Forms) Card(p table.Public, facts []game.Fact, closed bool) (bot.Notice, error) {
	v := view(p.View)
	var place bot.Place
	if err := json.Unmarshal(p.Meta.Place, &place); err != nil {
		return bot.Notice{}, err
	}
	blocks := []bot.Block{bot.Text(cardHead(v, place.Names))}
	if text := tell(facts); text != "" {
		blocks = append(blocks, bot.Text(text))
	}
	m := bot.Message{}
	if !closed {
		pic, err := draw.Public(v)
		if err != nil {
			return bot.Notice{}, err
		}
		m.Files = []bot.File{{Name: fmt.Sprintf("board-%d.png", v.Turn), Data: pic.PNG}}
		blocks = append(blocks, bot.Picture{File: 0, Alt: draw.Alt(v)}, bot.Text(whoActs(p, place.Names)))
		for _, a := range p.Asked {
			m.Mention = append(m.Mention, bot.Snowflake(p.Meta.Users[a.Seat-1]))
		}
		blocks = append(blocks, bot.Row{bot.ViewButton(p.ID)})
	}
	m.Blocks = []bot.Block{bot.Box{Accent: accents[v.Active], Blocks: blocks}}
	return bot.Notice{Message: m}, nil
}

func cardHead(v rules.View, names []string) string {
	switch {
	case v.Result != nil:
		return "## Match over: " + outcome(v, names)
	case v.Turn == 0:
		return "## Set-up"
	}
	return fmt.Sprintf("## Round %d, Turn %d — %s (%s)", v.Round, v.Turn, names[v.Active-1], side(v.Active))
}

func side(s game.Seat) string { return string(rune('A' - 1 + s)) }

func outcome(v rules.View, names []string) string {
	r := *v.Result
	why := map[string]string{"vp": "on Victory Points", "wipe-out": "by wiping the enemy out", "concession": "by concession",
		"rounds": "on points after the last Round"}[r.Why]
	switch {
	case r.Rank[0] == r.Rank[1]:
		return "a draw"
	case r.Rank[0] < r.Rank[1]:
		return names[0] + " wins " + why
	}
	return names[1] + " wins " + why
}

// whoActs says who is asked what, and by when. A reaction window reads the same whatever is behind it (A2).
func whoActs(p table.Public, names []string) string {
	if p.Result != nil {
		return "The forces are open now: press **My view**."
	}
	var lines []string
	for _, a := range p.Asked {
		line := fmt.Sprintf("▶ <@%s> %s", p.Meta.Users[a.Seat-1], publicAsk[a.Name])
		if !a.By.IsZero() {
			line += fmt.Sprintf(", until <t:%d:R>", a.By.Unix())
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// fileName is a name that tells nothing.
func fileName() string {
	raw := make([]byte, 12)
	_, _ = rand.Read(raw) // documented never to fail
	return hex.EncodeToString(raw) + ".png"
}
