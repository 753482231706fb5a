package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// The card of the challenge in the channel shows that its match is under way, and later the result.

// begun updates the card of a match's challenge with the state of the match, after an edit that may have shown the
// challenge as open. ok is false if that message is no card of a match.
func begun(ctx context.Context, c *bot.Call, id table.ID, card wire.MessageID) (ok bool, err error) {
	for {
		p, err := c.Hall.Public(ctx, id)
		if errors.Is(err, table.ErrNoMatch) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		place, err := bot.PlaceOf(p.Meta)
		if err != nil || place.Message != card {
			return false, err
		}
		c = c.In(place.Voice())
		if p.Result != nil {
			p.Meta = c.Named(ctx, p.Meta)
			return true, showResult(ctx, c, p)
		}
		if err := showBegun(ctx, c, p, place); err != nil {
			return true, err
		}
		switch now, err := c.Hall.Public(ctx, id); { // the result may have been shown before this edit
		case err != nil:
			return true, err
		case now.Result == nil:
			return true, nil
		}
	}
}

// showBegun shows on the challenge's card that the match is under way.
func showBegun(ctx context.Context, c *bot.Call, p table.Public, place bot.Place) error {
	text, row := c.Say("⚔️ %s: the match is on.\n%s", players(c, place), c.Played(p.Meta.Game, place)), wire.Row{customid.ViewButton(p.ID, c.Language)}
	if in := c.InSeries(ctx, p.Meta.Game, place); in != "" {
		text = in + "\n" + text
	}
	if p.Dice.Commitment != "" {
		text += "\n" + bot.Mixed(c.Language, p.Dice, place.Names)
		row = append(row, customid.SealButton(p.ID, p.Dice.Commitment, c.Language))
	}
	return c.Wire.Edit(ctx, place.Channel, place.Message,
		wire.Message{Blocks: []wire.Block{wire.Box{Accent: 0x4fd37a, Blocks: []wire.Block{wire.Text(text), row}}}})
}

// players joins the players' names, each in bold.
func players(c *bot.Call, place bot.Place) string {
	var names []string
	for _, name := range place.Names {
		names = append(names, "**"+wire.Plain(name)+"**")
	}
	return bot.Versus(c.Language, names)
}

// showResult turns the challenge's card in the channel into the result, with buttons for what may follow. A deleted
// card is not replaced.
func showResult(ctx context.Context, c *bot.Call, p table.Public) error {
	place, err := bot.PlaceOf(p.Meta)
	if err != nil || place.Message == "" {
		return err
	}
	row := wire.Row{customid.ViewButton(p.ID, c.Language)}
	if c.Of(p.Meta).Films != nil {
		row = append(row, customid.FilmButton(p.ID, c.Language))
	}
	text := c.Say("🏁 %s: %s.\n%s", players(c, place), c.Of(p.Meta).Outcome(p), c.Played(p.Meta.Game, place))
	if places := places(c, p.Meta, p.Facts, *p.Result); places != "" {
		text += "\n" + places
	}
	if place.Series != nil {
		if told, page, ok := c.SeriesTold(ctx, c, place, p.ID); ok {
			text, row = text+"\n"+told, append(row, page)
		}
	}
	if place.Series == nil { // a series goes on from its own page
		row = append(row, customid.RematchButton(p.ID, c.Language))
	}
	var shown wire.Message
	show := func(picture wire.Message) error {
		picture.Blocks = []wire.Block{wire.Box{Accent: 0x8fa8bf, Blocks: slices.Concat([]wire.Block{wire.Text(text)}, picture.Blocks, []wire.Block{row})}}
		shown = picture
		return c.Wire.Edit(ctx, place.Channel, place.Message, picture)
	}
	picture := resultPicture(c, p)
	err = show(picture)
	if err != nil && picture.Files != nil {
		err = show(wire.Message{}) // for example, the bot may not attach files
	}
	if errors.Is(err, wire.ErrUneditable) {
		_, err = c.Post(ctx, place.Channel, shown, "result"+string(p.ID)[max(0, len(p.ID)-18):], false)
	}
	if err != nil && !wire.Final(err) && !bot.Replaceable(err) {
		return err
	}
	return nil
}

// resultPicture returns the picture of the result, nothing if there is none. The result can do without it.
func resultPicture(c *bot.Call, p table.Public) wire.Message {
	forms := c.Of(p.Meta)
	if forms.Endings == nil {
		return wire.Message{}
	}
	n, err := forms.Endings.Result(p)
	if err != nil {
		c.Log.Warn("result not drawn", "match", p.ID, "error", err.Error())
		return wire.Message{}
	}
	return n.Message
}

// places says who finished where, and below that who left when: "1. Ann · 2. Ben, Cal · 4. Dan". It returns "" for two players, and leaves
// out the places if all are equal: the outcome then says everything. The facts are those that the reader was told.
func places(c *bot.Call, m table.Meta, facts []game.Fact, r game.Result) string {
	place, err := bot.PlaceOf(m)
	if err != nil || len(place.Names) != len(r.Rank) || len(r.Rank) < 3 {
		return ""
	}
	left := leftWhen(c, m, place.Names, facts)
	if slices.Min(r.Rank) == slices.Max(r.Rank) {
		return left
	}
	var lines []string
	all := place.NowIn(c.Language)
	for _, rank := range slices.Compact(slices.Sorted(slices.Values(r.Rank))) {
		var names []string
		for n, name := range all {
			if r.Rank[n] == rank {
				names = append(names, wire.Plain(name))
			}
		}
		lines = append(lines, fmt.Sprintf("%d. %s", rank, strings.Join(names, ", ")))
	}
	return strings.TrimSpace(strings.Join(lines, " · ") + "\n" + left)
}

// leftWhen says which players left a match, in which round, and whose time ran out: "-# Dan left in round 2."
func leftWhen(c *bot.Call, m table.Meta, names []string, facts []game.Fact) string {
	var said []string
	for _, d := range game.Departures(facts) {
		round := 1
		for round <= len(facts) && c.Of(m).Split(facts, round) <= d.Fact {
			round++
		}
		words := game.Text("%s left in round %d.")
		if d.Why == table.WhyTime {
			words = "%s ran out of time in round %d."
		}
		said = append(said, c.Say(words, wire.Plain(names[d.Seat-1]), round))
	}
	if len(said) == 0 {
		return ""
	}
	return "-# " + strings.Join(said, " ")
}
