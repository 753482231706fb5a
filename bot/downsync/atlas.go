package downsync

import (
	"fmt"
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/downsync/maps"
	"downsync/game/spell"

	rules "downsync/game/downsync"
)

// The battlefields, which can be looked up anywhere: all on one picture, or one of them large.

const bookMap = "map"

func mapCommand() bot.Command {
	return bot.Command{Name: bookMap, Description: "The battlefields: all at a glance, or one of them large", Options: []bot.CommandOption{
		{Name: "map", Description: "Which one; leave out for all of them", Kind: bot.StringOption, Autocomplete: true},
		{Name: "rules", Description: "The edition whose zones and objectives are shown; default: 2023-03", Kind: bot.StringOption,
			Choices: choices(rules.Editions...)}}}
}

// lookMap shows the battlefield of that name, or all of them if there is none. What a select of an earlier answer gives
// names the edition after the slug: "saltmarket@4.2".
func lookMap(f Forms, o map[string]string) (bot.Message, error) {
	slug, edition, _ := strings.Cut(strings.ToLower(strings.TrimSpace(o["map"])), "@")
	c := rules.Defaults()
	c.Rules, c.Map = or(edition, or(o["rules"], c.Rules)), slug
	if err := c.CheckVersions(); err != nil {
		return bot.Message{}, err
	}
	var m bot.Message
	var err error
	switch slug {
	case "":
		m, err = atlas(f, c)
	case randomMap:
		m, err = oneMap(f, drawn(c))
	default:
		m, err = oneMap(f, c)
	}
	if err != nil {
		return bot.Message{}, err
	}
	var options []bot.Option
	for _, x := range maps.All() {
		if x.Slug != slug {
			options = append(options,
				bot.Option{Value: x.Slug + "@" + c.Rules, Label: x.Name, Note: bot.Clip(f.lang.Text(x.About), maxOption)})
		}
	}
	m.Blocks = append(m.Blocks, bot.Select{ID: bot.BookControl(bookMap), Placeholder: f.lang.Text("A battlefield"), Options: options})
	return m, nil
}

// oneMap is a battlefield by its edition, and what there is to say of it.
func oneMap(f Forms, c rules.Config) (bot.Message, error) {
	m, ok := maps.Find(c.Map)
	if !ok {
		return bot.Message{}, noMap(c.Map)
	}
	before, err := c.Before()
	if err != nil {
		return bot.Message{}, err
	}
	pic, err := look(f, "").Preview(before)
	if err != nil {
		return bot.Message{}, err
	}
	return withPicture(f.lang.Say("**%s**. %s\n-# %s: %s. Challenge on it with `map:%s`.", m.Name, f.lang.Text(m.About),
		f.lang.Text(game.Text(m.Density)), m.Cover(), c.Map), pic.PNG), nil
}

// noMap says what was expected.
func noMap(typed string) error {
	var slugs []string
	for _, m := range maps.All() {
		slugs = append(slugs, m.Slug)
	}
	if near, _, ok := spell.Near(typed, slugs); ok {
		return game.Errorf("there is no battlefield %q. Did you mean %s?", bot.Clip(typed, maxOption), near)
	}
	return game.Errorf("there is no battlefield %q: expected one of %s, or random", bot.Clip(typed, maxOption), strings.Join(slugs, ", "))
}

// atlas is all battlefields.
func atlas(f Forms, c rules.Config) (bot.Message, error) {
	var all []rules.View
	lines := []string{f.lang.Text("The battlefields. Each is the same for both sides; `random` makes a new one for every match.")}
	for _, m := range maps.All() {
		c.Map = m.Slug
		v, err := c.Before()
		if err != nil {
			return bot.Message{}, err
		}
		all = append(all, v)
		lines = append(lines, fmt.Sprintf("• **%s**: %s", m.Name, f.lang.Text(m.About)))
	}
	pic, err := look(f, "").Atlas(f.lang.Text("Battlefields"), all)
	if err != nil {
		return bot.Message{}, err
	}
	return withPicture(bot.Clip(strings.Join(lines, "\n"), maxTold), pic.PNG), nil
}
