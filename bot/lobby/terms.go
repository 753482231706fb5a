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
	"downsync/bot/lang"
	"downsync/bot/prefs"
	"downsync/bot/wire"
)

// terms returns the terms of the challenge's match.
func terms(c *bot.Call, t Table) bot.Terms {
	return bot.Terms{Game: c.Games.GameOf(t.Game), Settings: t.Settings, Clock: t.Clock, Pace: t.Pace, Turn: t.Turn, React: t.React}
}

func forms(c *bot.Call, t Table) bot.Forms { return c.Forms(c.Games.GameOf(t.Game)) }

// explain describes what is played in the challenge's match.
func explain(c *bot.Call, t Table) string {
	text := c.Explain(terms(c, t))
	if t.Hints && len(t.programs()) == 0 {
		text += "\n" + c.Text("• **Hints**: both players may ask the bot for advice. The match is not rated.")
	}
	return text
}

// newSeed returns a number from which the random choices of a challenge follow.
func newSeed(c *bot.Call) string { return strconv.FormatInt(c.Clock.Now().UnixNano(), 10) }

// readTerms builds terms from a challenge's options. Random choices follow from the seed. unclocked asks for a match
// without a clock.
func readTerms(c *bot.Call, game string, server prefs.Server, seed string, unclocked bool) (x bot.Terms, err error) {
	x.Game = game
	f := c.Forms(game)
	if stray, of := strayOption(c, f); stray != "" {
		return x, c.Refuse("⚠️ `%s` is not an option of %s. Leave it out, or play %s with `game:%s`.", c.OptionName(stray), f.About.Name,
			c.Forms(of).About.Name, of)
	}
	options := maps.Clone(c.Options)
	options[bot.OptionSeed] = seed
	if x.Settings, err = f.Settings(options); err != nil {
		return x, bot.Refuse(c.Cannot(err))
	}
	if c.Options.Text("leaver") == bot.LeaverProgram && (server.Rivals == bot.RivalsOff || c.Games.RivalOf(game) == nil) {
		return x, c.Refuse("⚠️ I do not play %s on this server, so I cannot play on for somebody who leaves; leave `leaver` out.", f.About.Name)
	}
	if unclocked {
		return x, nil
	}
	x.Clock, x.Pace = cmp.Or(c.Options.Text("clock"), server.Clock, c.Default), c.Options.Text("pace")
	clock, known := c.Timings[x.Clock]
	switch {
	case !known:
		return x, c.Refuse("⚠️ There is no clock %q; the choices are %s.", wire.Plain(wire.Clip(x.Clock, 100)), strings.Join(c.ClockNames(), ", "))
	case x.Pace == bot.PaceNatural:
		x.Pace = ""
	case x.Pace != "" && x.Pace != bot.PaceStrict:
		return x, c.Refuse("⚠️ There is no pace %q; the choices are natural, strict.", wire.Plain(wire.Clip(x.Pace, 100)))
	case x.Pace == bot.PaceStrict && f.About.Windowless:
		return x, c.Refuse("⚠️ %s has no secret reaction windows, so it has no strict pace; leave `pace` out.", f.About.Name)
	case x.Pace == bot.PaceStrict && clock.Strict == 0:
		return x, c.Refuse("⚠️ The clock %q has no strict pace; its windows close with the answer.", x.Clock)
	}
	if x.Turn, err = ownTime(c, "turn_time", clock.Clocks[bot.ClockTurn]); err != nil {
		return x, err
	}
	x.React, err = ownTime(c, "reaction_time", clock.Clocks[bot.ClockReact])
	return x, err
}

// strayOption returns a given option that belongs to another game, and that game; "" if there is none.
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

// ownFactor bounds a challenge's own times: from a tenth of its clock's times to ten times as long. So a live match
// stays one of minutes, and a correspondence match one of hours or days.
const ownFactor = 10

// ownTime reads a challenge's own time that replaces the clock's; 0 if there is none.
func ownTime(c *bot.Call, option string, usual time.Duration) (time.Duration, error) {
	typed := c.Options[option]
	if typed == "" {
		return 0, nil
	}
	d, ok := lang.ReadSpan(typed)
	switch {
	case !ok:
		return 0, c.Refuse(lang.WordNoSpan, wire.Clip(wire.Plain(typed), 40))
	case usual == 0:
		return 0, c.Refuse("⚠️ `%s` belongs to a clock that has limits; the chosen one has none.", option)
	case d < usual/ownFactor || d > usual*ownFactor:
		return 0, c.Refuse("⚠️ With this clock `%s` is %s to %s.", option, c.Span(usual/ownFactor), c.Span(usual*ownFactor))
	}
	return d, nil
}

// permits refuses a match that the server does not allow in the channel, or not with that mode of secrecy; mode "" is
// always allowed.
func permits(c *bot.Call, s prefs.Server, f bot.Forms, channel wire.ChannelID, mode string) error {
	allowed := s.Allowed(f.Modes())
	switch {
	case s.Channel != "" && channel != s.Channel:
		return c.Refuse("On this server matches are played in <#%s>: challenge there.", s.Channel)
	case len(s.Modes) > 0 && len(allowed) > 0 && mode != "" && !slices.Contains(allowed, mode):
		return c.Refuse("⚠️ On this server `secrecy` may be %s, not %s.", strings.Join(allowed, ", "), mode)
	}
	return nil
}

// usualSecrecy sets the option for the mode of secrecy, if it is left out and the server allows only some.
func usualSecrecy(c *bot.Call, s prefs.Server, game string) {
	if allowed := s.Allowed(c.Forms(game).Modes()); len(s.Modes) > 0 && len(allowed) > 0 && c.Options["secrecy"] == "" {
		c.Options["secrecy"] = allowed[0]
	}
}

// mayPlay refuses the user if the server does not let them play the table's match with the others: a ban or a
// restriction may have come since the table was made. A series continues under the rules that it began with: otherwise
// a restriction would let one side keep the other waiting.
func mayPlay(ctx context.Context, c *bot.Call, t Table, others ...wire.UserID) error {
	users := append([]wire.UserID{c.User}, others...)
	if t.Series != nil {
		return c.AdmitTo(ctx, c, t.Guild, t.Series.ID, users...)
	}
	if err := c.Admit(ctx, c, t.Guild, users...); err != nil {
		return err
	}
	server, err := c.Server(ctx, t.Guild)
	if err != nil {
		return err
	}
	return permits(c, server, forms(c, t), t.Channel, forms(c, t).Mode(t.Settings))
}
