package bot

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"downsync/game/table"
)

// terms are what a match is played by, settled with its challenge and public: the game's settings and the clocks.
type terms struct {
	settings    json.RawMessage
	clock       string        // one of the bot's timings, by name
	pace        string        // strict, or "": natural
	turn, react time.Duration // its own times, 0 for those of the clock
}

func (c challenge) terms() terms { return terms{c.Settings, c.Timing, c.Pace, c.Turn, c.React} }

func (p Place) terms() terms { return terms{p.Settings, p.Clock, p.Pace, p.Turn, p.React} }

// Paces of reaction windows: natural, closing with the last answer, or strict, open for a fixed time.
const (
	paceNatural = "natural"
	paceStrict  = "strict"
)

// The clocks of a match: that of a question, and that of a reaction window.
const clockTurn, clockReact = "turn", "react"

// timing is the clock with the match's own times, and strict windows only where that was chosen.
func (b *Bot) timing(x terms) table.Timing {
	t := b.Timings[x.clock]
	t.Clocks = maps.Clone(t.Clocks)
	for name, own := range map[string]time.Duration{clockTurn: x.turn, clockReact: x.react} {
		if own > 0 {
			t.Clocks[name] = own
		}
	}
	if x.pace != paceStrict {
		t.Strict = 0
	}
	return t
}

// summary is a match's terms in a few words, for a list.
func (b *Bot) summary(x terms) string {
	words := []string{x.clock}
	if x.pace != "" {
		words = append(words, b.text(x.pace))
	}
	if x.turn+x.react > 0 {
		t := b.timing(x)
		words = append(words, "("+b.span(t.Clocks[clockTurn])+" / "+b.span(t.Clocks[clockReact])+")")
	}
	return b.sayf(wordWithSetting, b.Forms.Summary(x.settings), strings.Join(words, " "))
}

// played are the terms of a match in a few words.
func (b *Bot) played(p Place) string {
	if p.Settings == nil {
		return p.Summary
	}
	return b.summary(p.terms())
}

// explain is a match's terms in a few short lines: what is played, and how long each may think.
func (b *Bot) explain(x terms) string {
	t := b.timing(x)
	clock := b.text(wordTermsNoClock)
	if t.Clocks[clockTurn]+t.Clocks[clockReact] > 0 {
		clock = b.sayf(wordTermsClock, x.clock, b.span(t.Clocks[clockTurn]), b.span(t.Clocks[clockReact]))
	}
	if t.Strict > 0 {
		clock += " " + b.text(wordTermsStrict)
	}
	return b.Forms.Terms(x.settings) + "\n" + clock
}

// readTerms makes terms of a challenge's options. ok is false with the answer to give.
func (b *Bot) readTerms(server Server, i Interaction) (x terms, no Answer, ok bool) {
	var err error
	if x.settings, err = b.Forms.Settings(i.Options); err != nil {
		return x, b.say("⚠️ %s", Plain(b.lang.Error(err))), false
	}
	x.clock, x.pace = or(i.Options["clock"], or(server.Clock, b.Default)), i.Options["pace"]
	clock, known := b.Timings[x.clock]
	switch {
	case !known:
		return x, b.say(wordNoClock, x.clock, strings.Join(b.clocks(), ", ")), false
	case x.pace == paceNatural:
		x.pace = ""
	case x.pace != "" && x.pace != paceStrict:
		return x, b.say(wordNoPace, x.pace), false
	case x.pace == paceStrict && clock.Strict == 0:
		return x, b.say(wordNotStrict, x.clock), false
	}
	if x.turn, no, ok = b.ownTime(i, "turn_time", clock.Clocks[clockTurn]); !ok {
		return x, no, false
	}
	x.react, no, ok = b.ownTime(i, "reaction_time", clock.Clocks[clockReact])
	return x, no, ok
}

// ownFactor bounds a challenge's own times: from a tenth of those of its clock to ten times as long, so that a live match
// stays one of minutes, and one by correspondence one of hours or days.
const ownFactor = 10

// ownTime reads a challenge's own time in place of the clock's; 0 for none. ok is false with the answer to give.
func (b *Bot) ownTime(i Interaction, option string, usual time.Duration) (d time.Duration, no Answer, ok bool) {
	typed := i.Options[option]
	if typed == "" {
		return 0, no, true
	}
	d, ok = readSpan(typed)
	switch {
	case !ok:
		return 0, b.say(wordBadSpan, Clip(Plain(typed), 40)), false
	case usual == 0:
		return 0, b.say(wordNoOwnTime, option), false
	case d < usual/ownFactor || d > usual*ownFactor:
		return 0, b.say(wordOwnTime, option, b.span(usual/ownFactor), b.span(usual*ownFactor)), false
	}
	return d, no, true
}

// clocks are the names of the clocks, in order.
func (b *Bot) clocks() []string { return slices.Sorted(maps.Keys(b.Timings)) }
