package bot

import (
	"downsync/game/table"
	"encoding/json"
	"maps"
	"strings"
	"time"
)

// Terms are what a match is played by, settled with its challenge and public: the game's settings and the clocks.
type Terms struct {
	Game        string // the ruleset's id
	Settings    json.RawMessage
	Clock       string        // one of the bot's timings, by name
	Pace        string        // strict, or "": natural
	Turn, React time.Duration // its own times, 0 for those of the clock
}

// Paces of reaction windows: natural, closing with the last answer, or strict, open for a fixed time.
const (
	PaceNatural = "natural"
	PaceStrict  = "strict"
)

// The clocks of a match: that of a question, and that of a reaction window.
const ClockTurn, ClockReact = "turn", "react"

// Timing is the clock with the match's own times, and strict windows only where that was chosen.
func (a *App) Timing(x Terms) table.Timing {
	t := a.Timings[x.Clock]
	t.Clocks = maps.Clone(t.Clocks)
	for name, own := range map[string]time.Duration{ClockTurn: x.Turn, ClockReact: x.React} {
		if own > 0 {
			t.Clocks[name] = own
		}
	}
	if x.Pace != PaceStrict {
		t.Strict = 0
	}
	return t
}

// Summary is a match's terms in a few words, for a list.
func (c *Call) Summary(x Terms) string {
	words := []string{x.Clock}
	if x.Pace != "" {
		words = append(words, c.Text(x.Pace))
	}
	if x.Turn+x.React > 0 {
		t := c.Timing(x)
		words = append(words, "("+c.Span(t.Clocks[ClockTurn])+" / "+c.Span(t.Clocks[ClockReact])+")")
	}
	return c.WithGame(x.Game, c.Say(wordWithSetting, c.Forms(x.Game).Summary(x.Settings), strings.Join(words, " ")))
}

// Played are the terms of a match in a few words.
func (c *Call) Played(game string, p Place) string {
	if p.Settings == nil {
		return p.Summary
	}
	return c.Summary(Terms{game, p.Settings, p.Clock, p.Pace, p.Turn, p.React})
}

// Explain is a match's terms in a few short lines: what is played, and how long each may think.
func (c *Call) Explain(x Terms) string {
	t := c.Timing(x)
	clock := c.Text(wordTermsNoClock)
	if t.Clocks[ClockTurn]+t.Clocks[ClockReact] > 0 {
		clock = c.Say(wordTermsClock, x.Clock, c.Span(t.Clocks[ClockTurn]), c.Span(t.Clocks[ClockReact]))
	}
	if t.Strict > 0 {
		clock += " " + c.Text(wordTermsStrict)
	}
	return c.Forms(x.Game).Terms(x.Settings) + "\n" + clock
}
