package lobby

import (
	"context"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/game"
)

// listed are the challenges of one sort that concern the user, as lines of a list.
func listed(ctx context.Context, c *bot.Call, u bot.UserID, sort bot.ChallengeSort) ([]bot.Item, error) {
	cs, err := challenges(ctx, c, func(ch challenge) bool {
		switch sort {
		case bot.Waiting:
			return waitsFor(c, ch, u)
		case bot.Leisurely:
			return ch.side(u) >= 0 && !waitsFor(c, ch, u)
		case bot.Acceptable:
			return ch.side(u) < 0 && ch.Taker == nil && visible(ctx, c, ch)
		case bot.OpenOnServer:
			return openTo(ctx, c, ch)
		}
		return visible(ctx, c, ch)
	})
	var out []bot.Item
	for _, ch := range cs {
		out = append(out, item(c, ch, u))
	}
	return out, err
}

// waitsFor tells whether the challenge waits for the user: to be taken up, or to say that they are ready.
func waitsFor(c *bot.Call, ch challenge, u bot.UserID) bool {
	side := ch.side(u)
	if ch.Taker == nil {
		return ch.To == u
	}
	return side >= 0 && !ready(c, ch, side, c.Clock.Now())
}

// item is a challenge in a list: who, what, how it stands and how long, and what the user may do with it.
func item(c *bot.Call, ch challenge, u bot.UserID) bot.Item {
	it := bot.Item{Line: openLine(c, ch)}
	other := against(c, ch, u)
	way := func(kind string, label game.Text) {
		it.Ways = append(it.Ways,
			bot.Option{Value: kind + "|" + ch.ID, Label: bot.Clip(c.Say(label, other), bot.LongestChoice),
				Note: bot.Clip(c.Summary(terms(c, ch)), bot.LongestChoice)})
	}
	press := func(kind string, label game.Text, style bot.Style) {
		it.Press = bot.Button{ID: kind + "|" + ch.ID, Label: c.Say(label, bot.Clip(other, 24)), Style: style}
	}
	switch side := ch.side(u); {
	case side < 0:
		way(bot.IDAccept, "Accept: %s")
		press(bot.IDAccept, "Accept: %s", bot.Success)
		if ch.To == u {
			way(bot.IDDecline, "Decline: %s")
		}
	case ch.Taker == nil:
		way(bot.IDChange, "My force: against %s")
		press(bot.IDChange, "My force: against %s", bot.Secondary)
		way(bot.IDCancel, "Take back: to %s")
	default:
		press(bot.IDChange, "My force: against %s", bot.Secondary)
		if !ready(c, ch, side, c.Clock.Now()) {
			way(bot.IDReady, "Ready: %s")
			press(bot.IDReady, "Ready: %s", bot.Success)
		}
		way(bot.IDChange, "My force: against %s")
		way(bot.IDDecline, "Call off: %s")
		if side == 0 && ch.mayPart() {
			b := sendAwayButton(c, ch)
			it.Ways = append(it.Ways, bot.Option{Value: b.ID, Label: b.Label, Note: bot.Clip(c.Summary(terms(c, ch)), bot.LongestChoice)})
		}
	}
	return it
}

func openLine(c *bot.Call, ch challenge) string {
	to, state := c.Text("anyone"), c.Text("It waits to be accepted.")
	if ch.To != "" {
		to = bot.Plain(ch.ToName)
	}
	if len(ch.Choosing) > 0 {
		state = c.Say("⏳ %s is choosing a force.", bot.Plain(ch.Choosing[len(ch.Choosing)-1].Name))
	}
	if ch.Taker != nil {
		to, state = bot.Plain(ch.Taker.Name), c.Text("Accepted; it begins when both are ready.")
	}
	return c.Say("• ⚔️ %s to %s: %s\n-# %s Open, ends <t:%d:R>.", bot.Plain(ch.FromName), to, c.Summary(terms(c, ch)), state,
		ch.Until.Unix())
}

func suggestChallenges(ctx context.Context, c *bot.Call) []bot.Choice {
	cs, err := challenges(ctx, c, func(ch challenge) bool { return visible(ctx, c, ch) })
	if err != nil {
		return []bot.Choice{}
	}
	out := []bot.Choice{}
	for _, ch := range cs {
		out = append(out, bot.Choice{Name: bot.Clip(ch.FromName+": "+c.Summary(terms(c, ch)), bot.LongestChoice), Value: ch.ID})
	}
	return out
}

// suggestForces completes the force of a challenge: the user's own stand behind the first few that the game suggests.
func suggestForces(ctx context.Context, c *bot.Call, game string) []bot.Choice {
	suggested := c.Forms(game).Suggest(c.Focused, c.Options)
	options := map[string]string{}
	for name, v := range c.Options {
		if name != "map" && name != "force" { // a force does not hang on the map, and drawing one takes time
			options[name] = v
		}
	}
	settings, err := c.Forms(game).Settings(options)
	if err != nil {
		return suggested
	}
	var own []bot.Choice
	for _, f := range c.ForcesFor(ctx, c, c.User, game, settings, 1) {
		if name := f.Listed(c.Voice); strings.Contains(strings.ToLower(name), strings.ToLower(c.Options.Text("force"))) {
			own = append(own, bot.Choice{Name: name, Value: f.Value})
		}
	}
	first := min(len(suggested), len(c.Forms(game).Forces(settings, 1)))
	return slices.Concat(suggested[:first], own, suggested[first:])
}
