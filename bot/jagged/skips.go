package jagged

import (
	"slices"

	"downsync/bot"
	"downsync/bot/menu"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/jagged"
)

// skipWords names the questions that a side may skip (J5.6): the text of the option that does so, and of the one that takes it
// back.
var skipWords = map[string]struct{ off, on game.Text }{
	rules.SkipReinforcements: {"Do not ask me about Reinforcements", "Ask me about Reinforcements again"},
	rules.SkipFar:            {"No Rush question if none can arrive", "Ask me for every Rush again"},
	rules.SkipTargets:        {"My models choose their best targets", "Ask me who shoots at whom again"},
}

// skips offers to skip questions for the rest of the battle, or to bring them back.
func (c *panel) skips() {
	var all []wire.Option
	for _, k := range c.Ask.Menu {
		switch words := skipWords[k.Value("question")]; k.Verb {
		case "skip":
			all = append(all, wire.Option{Value: k.Words, Label: c.v.Text(words.off), Note: c.v.Text("everybody sees it; you can take it back")})
		case "ask":
			all = append(all, wire.Option{Value: k.Words, Label: c.v.Text(words.on)})
		}
	}
	if len(all) > 0 {
		c.Select(menu.Draft{}, c.v.Text("Which questions you get …"), all, 1, 1)
	}
}

// skip offers a button that answers no and skips the question from then on.
func (c *panel) skip(what string, label game.Text) {
	order := rules.Skip{What: what}.Order()
	if slices.ContainsFunc(c.Ask.Menu, func(k game.Choice) bool { return k.Words == order }) {
		c.PlayStanding(order, c.v.Text(label))
	}
}

// skipped describes which questions a side skips from now on.
func (v reading) skipped(f rules.QuestionSkipped) string {
	switch {
	case f.What == rules.SkipReinforcements && f.Off:
		return v.Say("%s is asked about Reinforcements again.", bot.SideName(f.Seat))
	case f.What == rules.SkipReinforcements:
		return v.Say("%s wants no Reinforcements for now and is not asked.", bot.SideName(f.Seat))
	case f.What == rules.SkipTargets && f.Off:
		return v.Say("%s says again who shoots at whom.", bot.SideName(f.Seat))
	case f.What == rules.SkipTargets:
		return v.Say("%s lets its models choose their best targets.", bot.SideName(f.Seat))
	case f.Off:
		return v.Say("%s is asked for every Rush again.", bot.SideName(f.Seat))
	}
	return v.Say("%s is asked for a Rush only where one can arrive.", bot.SideName(f.Seat))
}
