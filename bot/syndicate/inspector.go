package syndicate

import (
	"strings"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/cards"
	"downsync/game/table"
	draw "downsync/render/syndicate"
)

// inspector answers queries about a match.
type inspector struct{ Forms }

// Queries returns the commands that ask something about a match.
func (inspector) Queries() []bot.Command {
	unit := func(name string, about game.Text) bot.CommandOption {
		return bot.CommandOption{Name: name, Description: about, Kind: wire.StringOption, Required: true, Autocomplete: true}
	}
	return bot.FormerlyAlone([]bot.Command{
		{Name: "know", Description: "What the enemy may still hold, and what the enemy knows of you; for your eyes only"},
		{Name: "measure", Description: "Measure: distance, line, cover and chances, for your eyes only", Options: []bot.CommandOption{
			unit("from", "A unit like A or A1"), unit("to", "A unit like B or B2")}},
	}...)
}

// Query answers one privately for a seat.
func (w inspector) Query(p table.Private, command string, o map[string]string) (wire.Letter, error) {
	v := w.reads(p.View, p.Meta)
	text, st, err := v.queried(command, o, p.Seat)
	if err != nil {
		return wire.Letter{}, err
	}
	if st == nil {
		return wire.Letter{Seat: p.Seat, Message: wire.Message{Blocks: []wire.Block{wire.Text(text)}}}, nil
	}
	pic, err := v.paint().Private(v.View, st, draw.News{})
	return wire.Letter{Seat: pic.Seat, Message: page.Picture(text, pic.PNG, wire.Clip(page.Unbold(text), maxAsk))}, err
}

// QueryPublic answers one for an onlooker, in words.
func (w inspector) QueryPublic(p table.Public, command string, o map[string]string) (wire.Notice, error) {
	text, _, err := w.reads(p.View, p.Meta).queried(command, o, 0)
	return wire.Notice{Message: wire.Message{Blocks: []wire.Block{wire.Text(text)}}}, err
}

func (w inspector) Complete(view game.View, m table.Meta, _, typed string) []wire.Choice {
	v, s := w.reads(view, m), page.Suggest(typed)
	for _, u := range v.Units {
		s.Add(string(u.Label), v.name(u.Label))
	}
	return s.Choices()
}

// queried answers /look know or /look measure in words, and returns what the board shows with it.
func (v reading) queried(command string, o map[string]string, seat game.Seat) (text string, st *draw.Staged, err error) {
	if command == "know" {
		return wire.Clip(v.knowledge(seat), maxTold), nil, nil
	}
	from, err := rules.ParseLabel(strings.TrimSpace(o["from"]))
	if err != nil {
		return "", nil, err
	}
	to, err := rules.ParseLabel(strings.TrimSpace(o["to"]))
	if err != nil {
		return "", nil, err
	}
	m, err := v.Measure(from, to)
	if err != nil {
		return "", nil, err
	}
	lines := []string{v.Say("**%s** to **%s**: %d {space|spaces}.", v.name(from), v.name(to), m.Distance)}
	if m.Line {
		lines = append(lines, v.Say("There is a line; cover: %s.", v.Text(covers[m.Cover])))
	} else {
		lines = append(lines, v.Text("There is no line."))
	}
	st = &draw.Staged{}
	if a, no := v.Aim(from, to, false); a.Rolls > 0 {
		st.Aims = []rules.Aim{a}
		lines = append(lines, v.aim(a, v.Odds(a).Chance))
		if no != nil {
			lines = append(lines, "-# "+bot.RefusalText(v.Language, no))
		}
	}
	return strings.Join(lines, "\n"), st, nil
}

var covers = map[string]game.Text{"none": "none", "light": "cover|light", "heavy": "heavy"}

// knowledge returns what the reader knows of hands and decks, only from what was shown.
func (v reading) knowledge(seat game.Seat) string {
	if v.Round == 0 {
		return v.Text("Nothing has been shown yet.")
	}
	var parts []string
	for i := range v.Sides {
		s := game.Seat(i + 1)
		side := v.Sides[i]
		head := v.Say("### %s: hand %d, deck %d", bot.SideName(s), side.HandCount, side.DeckCount)
		shown := map[string]int{}
		for _, id := range side.Discards {
			shown[id]++
		}
		if side.Committed != "" {
			shown[side.Committed]++
		}
		lines := []string{head, v.listed("Shown: %s.", shown)}
		switch {
		case s == seat:
			lines = append(lines, v.Text("That is all that the others know of you, besides how many cards you have.")+" "+v.listed("Left in your deck: %s.", side.Deck))
		case side.List != nil:
			lines = append(lines, v.listed("In hand or deck: %s.", less(side.List, shown)))
		default:
			may := map[string]int{}
			if o, ok := v.Catalogue().Operator(side.Operator); ok {
				for _, x := range v.Catalogue().Fitting(o.Color) {
					may[x.ID] = cards.MostOfOne
				}
			}
			lines = append(lines, v.listed("May still have, at most: %s.", less(may, shown)))
		}
		parts = append(parts, strings.Join(lines, "\n"))
	}
	return strings.Join(parts, "\n")
}

// less returns the list without the cards shown. If a card was shown more often than it occurs, as after a reshuffle, it is back in
// the list.
func less(list, shown map[string]int) map[string]int {
	out := map[string]int{}
	for id, n := range list {
		if n -= shown[id]; n > 0 {
			out[id] = n
		}
	}
	return out
}

// listed lists cards with their numbers, in the order of the book; "" for none.
func (v reading) listed(format game.Text, list map[string]int) string {
	names := inDeck(list, v.Catalogue().Cards)
	if names == "" {
		return ""
	}
	return v.Say(format, names)
}
