package lobby

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// The choices of a challenge that /play does not ask for. The host makes them one by one on the side card, until
// somebody accepts or begins to.

const (
	idMore     = "more"     // more|table, with the option: asks for its value
	idTerm     = "term"     // term|table|option, with the value
	idTypeTerm = "typeterm" // typeterm|table|option: opens the form for the value
	idSide     = "side"     // side|table: back to the side card
)

// usualValue is the value of a choice that is left at its default.
const usualValue = "="

// longestTerm bounds a typed choice, in characters.
const longestTerm = 200

// choicesOf returns the choices about the terms of the table's match, in order.
func choicesOf(c *bot.Call, t Table) []bot.CommandOption {
	f, own := forms(c, t), t.game(c)
	out := slices.DeleteFunc(slices.Clone(f.Options()), func(o bot.CommandOption) bool { return o.Name == "force" })
	for _, o := range clockOptions(c.App) {
		if o.Name != "pace" || !f.About.Windowless {
			out = append(out, o)
		}
	}
	if c.Games.RivalOf(own) != nil {
		out = append(out, hintsOption())
	}
	slices.SortStableFunc(out, func(x, y bot.CommandOption) int { return cmp.Compare(rank(x.Name), rank(y.Name)) })
	return out
}

// game returns the id of the table's game.
func (t Table) game(c *bot.Call) string { return c.Games.GameOf(t.Game) }

// keepChoices notes what the host chose about the terms.
func (t *Table) keepChoices(c *bot.Call, chosen wire.Options, seed string) {
	t.Drawn, t.Choices = seed, wire.Options{}
	for _, o := range choicesOf(c, *t) {
		if v := chosen.Text(o.Name); v != "" {
			t.Choices[o.Name] = v
		}
	}
}

// changeable reports whether the host may still change the terms: nobody has agreed to them or is about to.
func (t Table) changeable() bool {
	return t.Drawn != "" && len(t.taken()) == 1 && len(t.Choosing) == 0
}

// moreChoices returns the menu of the choices; without options if none can be made.
func moreChoices(c *bot.Call, t Table) wire.Select {
	menu := wire.Select{ID: idMore + "|" + t.ID, Placeholder: c.Text("More choices")}
	if !t.changeable() {
		return menu
	}
	for _, o := range choicesOf(c, t) {
		note := c.Text(o.Description)
		if v := t.Choices[o.Name]; v != "" {
			note = valueName(c, o, v)
		}
		menu.Options = append(menu.Options, wire.Option{Value: o.Name, Label: termName(c, o.Name), Note: wire.Clip(note, wire.LongestChoice)})
	}
	return menu
}

// termName returns a choice's name for a menu.
func termName(c *bot.Call, option string) string {
	if option == "pace" { // /play has an option of this name for something else
		return c.Text("Reaction windows")
	}
	return wire.Capital(strings.ReplaceAll(c.OptionName(option), "_", " "))
}

// valueName returns a value in the words of its choice.
func valueName(c *bot.Call, o bot.CommandOption, value string) string {
	if n := slices.IndexFunc(o.Choices, func(x wire.Choice) bool { return x.Value == value }); n >= 0 {
		return c.Text(game.Text(o.Choices[n].Name))
	}
	if o.Kind == wire.BoolOption {
		return c.Text("on")
	}
	return wire.Plain(value)
}

// hostsTerms returns the user's own table if they may change its terms, with the choice of that name.
func hostsTerms(ctx context.Context, c *bot.Call, id, name string) (t Table, o bot.CommandOption, err error) {
	t, err = opened(ctx, c, id)
	switch {
	case err != nil:
		return t, o, err
	case c.User != t.Host:
		return t, o, bot.Refuse(notTheirs(c, t))
	case !t.changeable():
		return t, o, bot.Refuse(showSide(ctx, c, t, c.Text(wordTermsStay), inPlace))
	}
	choices := choicesOf(c, t)
	i := slices.IndexFunc(choices, func(o bot.CommandOption) bool { return o.Name == name })
	if i < 0 {
		return t, o, c.Refuse(bot.OldButton)
	}
	return t, choices[i], nil
}

const wordTermsStay game.Text = "The terms stay as they are: somebody has accepted them, or is choosing a force."

// askTerm asks the host for the value of a choice.
func askTerm(ctx context.Context, c *bot.Call, id, _ string) wire.Answer {
	t, o, err := hostsTerms(ctx, c, id, strings.Join(c.Values, ""))
	if err != nil {
		return c.Trouble(table.ID(id), err)
	}
	now := c.Text("as usual")
	if v := t.Choices[o.Name]; v != "" {
		now = valueName(c, o, v)
	}
	text := c.Say("**%s**: %s", termName(c, o.Name), now) + "\n" + c.Text(o.Description)
	menu := wire.Select{ID: idTerm + "|" + id + "|" + o.Name, Placeholder: c.Text("Choose"), Options: []wire.Option{{Value: usualValue, Label: wire.Capital(c.Text("as usual"))}}}
	for _, x := range valuesOf(ctx, c, t, o) {
		menu.Options = append(menu.Options, wire.Option{Value: x.Value, Label: x.Name, Chosen: x.Value == t.Choices[o.Name]})
	}
	var row wire.Row
	if len(o.Choices) == 0 && o.Kind != wire.BoolOption {
		row = append(row, wire.Button{ID: idTypeTerm + "|" + id + "|" + o.Name, Label: c.Text("Type it")})
	}
	row = append(row, wire.Button{ID: idSide + "|" + id, Label: c.Text("Back")})
	return wire.Settled(text, menu, row)
}

// valuesOf returns the values that a menu offers for a choice.
func valuesOf(ctx context.Context, c *bot.Call, t Table, o bot.CommandOption) (out []wire.Choice) {
	switch {
	case o.Kind == wire.BoolOption:
		return []wire.Choice{{Name: c.Text("on"), Value: "true"}}
	case len(o.Choices) > 0:
		for _, x := range o.Choices {
			out = append(out, wire.Choice{Name: c.Text(game.Text(x.Name)), Value: x.Value})
		}
		return out
	case o.Suggest != nil: // a clock's own times
		typing := *c
		typing.Focused, typing.Options = o.Name, wire.Options{}
		return o.Suggest(ctx, &typing)
	case o.Autocomplete:
		given := maps.Clone(t.Choices)
		if given == nil {
			given = wire.Options{}
		}
		given[o.Name] = ""
		return forms(c, t).Suggest(o.Name, given)
	}
	return nil
}

// typeTerm opens the form for the value of a choice.
func typeTerm(ctx context.Context, c *bot.Call, id, name string) wire.Answer {
	t, o, err := hostsTerms(ctx, c, id, name)
	if err != nil {
		return c.Trouble(table.ID(id), err)
	}
	label := wire.Clip(termName(c, name), longestLabel)
	return wire.Answer{Form: &wire.Form{ID: idTerm + "|" + id + "|" + name, Title: label, Fields: []wire.Field{
		{ID: "value", Label: label, Placeholder: wire.Clip(c.Text(o.Description), wire.LongestChoice), Value: t.Choices[name], Max: longestTerm}}}}
}

// longestLabel bounds the title of a form, in characters.
const longestLabel = 45

// backToSide shows the side card again, without a choice.
func backToSide(ctx context.Context, c *bot.Call, id, _ string) wire.Answer {
	t, err := opened(ctx, c, id)
	switch {
	case err != nil:
		return c.Trouble(table.ID(id), err)
	case t.place(c.User) < 0:
		return notTheirs(c, t)
	}
	return showSide(ctx, c, t, c.Text(wordDesk), inPlace)
}

// setTerm takes the value of a choice, chosen or typed.
func setTerm(ctx context.Context, c *bot.Call, id, name string) wire.Answer {
	t, _, err := hostsTerms(ctx, c, id, name)
	if err != nil {
		return c.Trouble(table.ID(id), err)
	}
	value := strings.TrimSpace(c.Fields["value"])
	if len(c.Values) == 1 {
		value = c.Values[0]
	}
	t, note, err := changeTerm(ctx, c, t, name, value)
	if err != nil {
		return c.Trouble(table.ID(id), err)
	}
	redraw(ctx, c, t)
	return showSide(ctx, c, t, note, inPlace)
}

// changeTerm gives one choice a value, usualValue or "" for its default, and reads the terms again. note tells the host.
func changeTerm(ctx context.Context, c *bot.Call, t Table, name, value string) (next Table, note string, err error) {
	server, err := c.Server(ctx, t.Guild)
	if err != nil {
		return t, "", err
	}
	choices := maps.Clone(t.Choices)
	if choices == nil {
		choices = wire.Options{}
	}
	if choices[name] = value; value == "" || value == usualValue {
		delete(choices, name)
	}
	c.Options = maps.Clone(choices)
	if c.Options["clock"] == "" && name != "clock" { // it may have been chosen with a button
		c.Options["clock"] = t.Clock
	}
	id := t.game(c)
	if err := permits(c, server, c.Forms(id), t.Channel, c.Options.Text("secrecy")); err != nil {
		return t, "", err
	}
	usualSecrecy(c, server, id)
	at, err := readTerms(c, id, server, t.Drawn, false)
	if err != nil {
		return t, "", err
	}
	if !slices.ContainsFunc(forms(c, t).Options(), func(o bot.CommandOption) bool { return o.Name == name }) {
		at.Settings = t.Settings // a random battlefield stays
	}
	note = c.Text("The challenge is changed; its card shows the terms.")
	force, _, err := forms(c, t).ReadForce(at.Settings, 1, t.Seats[0].Force)
	if err != nil {
		if force, _, err = forms(c, t).ReadForce(at.Settings, 1, forms(c, t).Forces(at.Settings, 1)[0].Value); err != nil {
			return t, "", bot.FormsFailed("force", err)
		}
		note += "\n" + c.Text("⚠️ Your force does not fit these terms. You now have the usual one; choose another below.")
	}
	clocked := slices.ContainsFunc(clockOptions(c.App), func(o bot.CommandOption) bool { return o.Name == name && choices[name] != "" })
	stays := false
	next, err = update(ctx, c, t, func(x *Table) {
		if stays = !x.changeable(); stays {
			return
		}
		x.Choices, x.Settings, x.Clock, x.Pace, x.Turn, x.React, x.Hints = choices, at.Settings, at.Clock, at.Pace, at.Turn, at.React, choices["hints"] == "true"
		x.AsksWhen = x.AsksWhen && !clocked
		x.setForce(0, force)
	})
	if err == nil && stays {
		note = c.Text(wordTermsStay)
	}
	return next, note, err
}
