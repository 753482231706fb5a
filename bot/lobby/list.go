package lobby

import (
	"context"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/wire"
	"downsync/game"
)

// listed returns the challenges of one sort that concern the user, as lines of a list.
func listed(ctx context.Context, c *bot.Call, u wire.UserID, sort bot.ChallengeSort) ([]bot.Item, error) {
	cs, err := tables(ctx, c, func(t Table) bool {
		switch sort {
		case bot.Waiting:
			return waitsFor(c, t, u)
		case bot.Leisurely:
			return t.place(u) >= 0 && !waitsFor(c, t, u)
		case bot.Acceptable:
			return t.place(u) < 0 && !t.full() && visible(ctx, c, t)
		case bot.OpenOnServer:
			return openTo(ctx, c, t)
		}
		return visible(ctx, c, t)
	})
	var out []bot.Item
	for _, t := range cs {
		out = append(out, item(c, t, u))
	}
	return out, err
}

// waitsFor reports whether the challenge waits for the user to accept, or to say that they are ready.
func waitsFor(c *bot.Call, t Table, u wire.UserID) bool {
	place := t.place(u)
	if !t.full() {
		return place < 0 && t.invites(u)
	}
	return place >= 0 && !ready(c, t, place, c.Clock.Now())
}

// item describes a challenge in a list: the players, the terms, its state and deadline, and what the user can do with
// it.
func item(c *bot.Call, t Table, u wire.UserID) bot.Item {
	it := bot.Item{Line: openLine(c, t)}
	other := against(c, t, u)
	way := func(kind string, label game.Text) {
		it.Ways = append(it.Ways,
			wire.Option{Value: kind + "|" + t.ID, Label: wire.Clip(c.Say(label, other), wire.LongestChoice),
				Note: wire.Clip(c.Summary(terms(c, t)), wire.LongestChoice)})
	}
	press := func(kind string, label game.Text, style wire.Style) {
		it.Press = wire.Button{ID: kind + "|" + t.ID, Label: c.Say(label, wire.Clip(other, 24)), Style: style}
	}
	switch place := t.place(u); {
	case place < 0:
		way(customid.Accept, "Accept: %s")
		press(customid.Accept, "Accept: %s", wire.Success)
		if t.invites(u) {
			way(customid.Decline, "Decline: %s")
		}
	case !t.full() && u == t.Host:
		way(customid.Change, "My force: against %s")
		press(customid.Change, "My force: against %s", wire.Secondary)
		way(customid.Cancel, "Take back: to %s")
	default:
		press(customid.Change, "My force: against %s", wire.Secondary)
		if !ready(c, t, place, c.Clock.Now()) {
			way(customid.Ready, "Ready: %s")
			press(customid.Ready, "Ready: %s", wire.Success)
		}
		way(customid.Change, "My force: against %s")
		way(customid.Decline, "Call off: %s")
		for _, b := range sendAwayButtons(c, t, u) {
			it.Ways = append(it.Ways, wire.Option{Value: b.ID, Label: b.Label, Note: wire.Clip(c.Summary(terms(c, t)), wire.LongestChoice)})
		}
	}
	return it
}

func openLine(c *bot.Call, t Table) string {
	to, state := c.Text("anyone"), c.Text("It waits to be accepted.")
	if len(t.Invited) > 0 {
		to = strings.ReplaceAll(guestList(t.Invited), "**", "")
	}
	if len(t.Choosing) > 0 {
		state = c.Say("⏳ %s is choosing a force.", wire.Plain(t.Choosing[len(t.Choosing)-1].Name))
	}
	switch {
	case t.several() && t.full():
		to, state = joined(t.names()[1:]), c.Text("All seats are taken; it begins when all are ready.")
	case t.several():
		state = c.Say("Seats taken: %d of %d.", len(t.taken()), len(t.Seats))
	case t.full():
		to, state = wire.Plain(t.names()[1]), c.Text("Accepted; it begins when both are ready.")
	}
	return c.Say("• ⚔️ %s to %s: %s\n-# %s Open, ends <t:%d:R>.", wire.Plain(t.hostName()), to, c.Summary(terms(c, t)), state,
		t.Until.Unix())
}

func suggestChallenges(ctx context.Context, c *bot.Call) []wire.Choice {
	cs, err := tables(ctx, c, func(t Table) bool { return visible(ctx, c, t) })
	if err != nil {
		return []wire.Choice{}
	}
	out := []wire.Choice{}
	for _, t := range cs {
		out = append(out, wire.Choice{Name: nameOfChallenge(c, t), Value: t.ID})
	}
	return out
}

// suggestForces completes the force of a challenge. The user's own forces follow the first few that the game suggests.
func suggestForces(ctx context.Context, c *bot.Call, game string) []wire.Choice {
	suggested := c.Forms(game).Suggest(c.Focused, c.Options)
	options := map[string]string{}
	for name, v := range c.Options {
		if name != "map" && name != "force" { // a force does not depend on the map, and drawing a map takes time
			options[name] = v
		}
	}
	settings, err := c.Forms(game).Settings(options)
	if err != nil {
		return suggested
	}
	var own []wire.Choice
	for _, f := range c.ForcesFor(ctx, c, c.User, game, settings, 1) {
		if name := f.Listed(c.Voice); strings.Contains(strings.ToLower(name), strings.ToLower(c.Options.Text("force"))) {
			own = append(own, wire.Choice{Name: name, Value: f.Value})
		}
	}
	first := min(len(suggested), len(c.Forms(game).Forces(settings, 1)))
	return slices.Concat(suggested[:first], own, suggested[first:])
}

// nameOfChallenge names a challenge by its host, its terms and its id, which tells it from a similar one.
func nameOfChallenge(c *bot.Call, t Table) string {
	end := " · " + t.ID
	return wire.Clip(t.hostName()+": "+c.Summary(terms(c, t)), wire.LongestChoice-len(end)) + end
}
