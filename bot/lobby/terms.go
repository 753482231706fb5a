package lobby

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"downsync/bot"
	"downsync/game/table"
)

// terms returns the terms of the challenge's match.
func terms(c *bot.Call, ch challenge) bot.Terms {
	return bot.Terms{Game: c.Games.GameOf(ch.Game), Settings: ch.Settings, Clock: ch.Timing, Pace: ch.Pace, Turn: ch.Turn, React: ch.React}
}

func forms(c *bot.Call, ch challenge) bot.Forms { return c.Forms(c.Games.GameOf(ch.Game)) }

// explain says what is played in the challenge's match.
func explain(c *bot.Call, ch challenge) string {
	text := c.Explain(terms(c, ch))
	if ch.Hints && ch.Rival == nil {
		text += "\n" + c.Text("• **Hints**: both may ask the bot what it would do. The match is not rated.")
	}
	return text
}

// readTerms makes terms of a challenge's options; unclocked is for one without a clock. ok is false with the answer to give.
func readTerms(c *bot.Call, game string, server bot.Server, unclocked bool) (x bot.Terms, no bot.Answer, ok bool) {
	x.Game = game
	f := c.Forms(game)
	if stray, of := strayOption(c, f); stray != "" {
		return x, c.Answer("⚠️ `%s` is no option of %s. Leave it out, or play %s with `game:%s`.", c.OptionName(stray), f.About.Name,
			c.Forms(of).About.Name, of), false
	}
	var err error
	options := maps.Clone(c.Options)
	options[bot.OptionSeed] = strconv.FormatInt(c.Clock.Now().UnixNano(), 10)
	if x.Settings, err = f.Settings(options); err != nil {
		return x, c.Cannot(err), false
	}
	if unclocked {
		return x, no, true
	}
	x.Clock, x.Pace = cmp.Or(c.Options.Text("clock"), server.Clock, c.Default), c.Options.Text("pace")
	clock, known := c.Timings[x.Clock]
	switch {
	case !known:
		return x, c.Answer("⚠️ There is no clock %q; the choices are %s.", bot.Plain(bot.Clip(x.Clock, 100)), strings.Join(c.ClockNames(), ", ")), false
	case x.Pace == bot.PaceNatural:
		x.Pace = ""
	case x.Pace != "" && x.Pace != bot.PaceStrict:
		return x, c.Answer("⚠️ There is no pace %q; the choices are natural, strict.", bot.Plain(bot.Clip(x.Pace, 100))), false
	case x.Pace == bot.PaceStrict && f.About.Windowless:
		return x, c.Answer("⚠️ %s has no secret reaction windows, so it has no strict pace; leave `pace` out.", f.About.Name), false
	case x.Pace == bot.PaceStrict && clock.Strict == 0:
		return x, c.Answer("⚠️ The clock %q has no strict pace; its windows close with the answer.", x.Clock), false
	}
	if x.Turn, no, ok = ownTime(c, "turn_time", clock.Clocks[bot.ClockTurn]); !ok {
		return x, no, false
	}
	x.React, no, ok = ownTime(c, "reaction_time", clock.Clocks[bot.ClockReact])
	return x, no, ok
}

// strayOption is an option that was given though it is another game's, with that game; "" if there is none.
func strayOption(c *bot.Call, f bot.Forms) (option, of string) {
	own := f.Options()
	all, by := bot.Offered(c.App, bot.Forms.Options, optionName)
	for _, o := range all {
		if c.Options[o.Name] != "" && !slices.ContainsFunc(own, func(x bot.CommandOption) bool { return x.Name == o.Name }) {
			return o.Name, by[o.Name][0]
		}
	}
	return "", ""
}

func optionName(o bot.CommandOption) string { return o.Name }

// ownFactor bounds a challenge's own times: from a tenth of those of its clock to ten times as long, so that a live match
// stays one of minutes, and one by correspondence one of hours or days.
const ownFactor = 10

// ownTime reads a challenge's own time in place of the clock's; 0 for none. ok is false with the answer to give.
func ownTime(c *bot.Call, option string, usual time.Duration) (d time.Duration, no bot.Answer, ok bool) {
	typed := c.Options[option]
	if typed == "" {
		return 0, no, true
	}
	d, ok = bot.ReadSpan(typed)
	switch {
	case !ok:
		return 0, c.Answer(bot.WordNoSpan, bot.Clip(bot.Plain(typed), 40)), false
	case usual == 0:
		return 0, c.Answer("⚠️ `%s` belongs to a clock that has limits; the chosen one has none.", option), false
	case d < usual/ownFactor || d > usual*ownFactor:
		return 0, c.Answer("⚠️ With this clock `%s` is %s to %s.", option, c.Span(usual/ownFactor), c.Span(usual*ownFactor)), false
	}
	return d, no, true
}

// permits tells whether the server lets a match be played in the channel, with that mode of secrecy; "" is one that it allows. ok
// is false with the answer to give.
func permits(c *bot.Call, s bot.Server, f bot.Forms, channel bot.ChannelID, mode string) (no bot.Answer, ok bool) {
	allowed := s.Allowed(f)
	switch {
	case s.Channel != "" && channel != s.Channel:
		return c.Answer("On this server matches are played in <#%s>: challenge there.", s.Channel), false
	case len(s.Modes) > 0 && len(allowed) > 0 && mode != "" && !slices.Contains(allowed, mode):
		return c.Answer("⚠️ On this server `secrecy` may be %s, not %s.", strings.Join(allowed, ", "), mode), false
	}
	return bot.Answer{}, true
}

// mayPlay tells whether the server lets the user play the challenge's match against the other: a ban or a restriction may have
// come since it was made. ok is false with the answer to give. A series goes on as it began: a restriction would have one side let
// the other wait.
func mayPlay(ctx context.Context, c *bot.Call, ch challenge, other bot.UserID) (no bot.Answer, ok bool) {
	if ch.Series != nil {
		return c.AdmitTo(ctx, c, ch.Guild, ch.Series.ID, c.User, other)
	}
	if no, ok := c.Admit(ctx, c, ch.Guild, c.User, other); !ok {
		return no, false
	}
	server, err := c.Server(ctx, ch.Guild)
	if err != nil {
		return c.Trouble(table.ID(ch.ID), err), false
	}
	return permits(c, server, forms(c, ch), ch.Channel, forms(c, ch).Mode(ch.Settings))
}
