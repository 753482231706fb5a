package toy

import (
	"strings"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/game"
	"downsync/game/table"
	"downsync/render"

	rules "downsync/game/toy"
	draw "downsync/render/toy"
)

// facts holds the kinds of facts that need words. The words of a fact for its owner alone begin with "(yours)".
var facts = page.Facts[Forms, rules.Fact]{
	{Kind: "began", Say: func(w Forms, f rules.Fact) string {
		return w.Say("The match begins: %d players, rounds: %d.", f.N, f.Rounds)
	}},
	{Kind: "colour", Cites: []string{"T2"}, Say: func(w Forms, f rules.Fact) string {
		return w.Say("(yours) Your colour is %s.", w.Text(onCards[f.Text]))
	}},
	{Kind: "opened", Cites: []string{"T2"}, Say: func(w Forms, f rules.Fact) string {
		return w.Say("%s had the colour %s.", side(f), w.Text(onCards[f.Text]))
	}},
	{Kind: "bid", Cites: []string{"T4"}, Say: func(w Forms, f rules.Fact) string { return w.Say("%s bid %d.", side(f), f.N) }},
	{Kind: "score", Say: func(w Forms, f rules.Fact) string { return w.Say("**%s scores %d.**", side(f), f.N) }},
	{Kind: "tune", Cites: []string{"T5"}, Say: func(w Forms, _ rules.Fact) string { return w.Text("(yours) You tuned.") }},
	{Kind: "loud", Cites: []string{"T5"}, Say: func(w Forms, f rules.Fact) string { return w.Say("%s tuned.", side(f)) }},
	{Kind: "card", Say: func(w Forms, f rules.Fact) string { return w.Say("The next card is %d.", f.N) }},
	{Kind: "peek", Cites: []string{"T7"}, Say: func(w Forms, f rules.Fact) string { return w.Say("(yours) The card was %d.", f.N) }},
	{Kind: "note", Cites: []string{"T8"}, Say: func(w Forms, f rules.Fact) string { return w.Say("(yours) Your note is %s.", w.Text(onCards[f.Text])) }},
	{Kind: "round", Say: func(w Forms, _ rules.Fact) string { return w.Text("The round is over.") }},
	{Kind: "quit", Cites: []string{"T9"}, Say: func(w Forms, f rules.Fact) string { return w.Say("%s quits.", side(f)) }},
	{Kind: "left", Cites: []string{"T9"}, Say: func(w Forms, f rules.Fact) string { return w.Say("%s is out; the others play on.", side(f)) }},
	{Kind: "offered", Cites: []string{"T12"}, Say: func(w Forms, f rules.Fact) string { return w.Say("%s offers a draw.", side(f)) }},
	{Kind: "withdrawn", Cites: []string{"T12"}, Say: func(w Forms, f rules.Fact) string {
		return w.Say("By a moderator's ruling %s offers no draw any more.", side(f))
	}},
	{Kind: "agreed", Cites: []string{"T12"}, Say: func(w Forms, _ rules.Fact) string { return w.Text("All who are in agree to a draw.") }},
	{Kind: "points", Cites: []string{"T10"}, Say: func(w Forms, f rules.Fact) string {
		return w.Say("By a moderator's ruling %s has %d {point|points}.", side(f), f.N)
	}},
	{Kind: "ruled", Say: func(w Forms, _ rules.Fact) string { return w.Text("The match was ended.") }},
}

func side(f rules.Fact) string { return bot.SideName(f.Seat) }

// history shows past events.
type history struct{ page.Past }

func (w Forms) history() history {
	return history{page.Past{Read: func(v game.View, m table.Meta) page.Reading {
		place, _ := bot.PlaceOf(m)
		return w.reads(v, place)
	}}}
}

// Sealed returns nothing: there are no commitments to colours.
func (history) Sealed([]game.Fact) ([]string, error) { return nil, nil }

// reading is a position of a match for one reader.
type reading struct {
	Forms
	view rules.View
	look draw.Look
}

func (w Forms) reads(v game.View, place bot.Place) reading {
	return reading{w, v.(rules.View), w.look(place.Theme)}
}

// Teller puts facts into words.
func (r reading) Teller() page.Teller { return facts.Teller(r.Voice, r.Forms) }

// When names the round.
func (r reading) When() string { return r.Say("Round %d", round(r.view)) }

// Ruling returns the fact and its rule.
func (r reading) Ruling(told []game.Fact, n int) string {
	f, t := told[n-1], r.Teller()
	lines := []string{r.Say("### Event %d", n), t.Line(f)}
	for _, number := range t.Cites(f) {
		lines = append(lines, rule(r.Forms, numbered.Numbered(number)))
	}
	return strings.Join(lines, "\n")
}

// ShownBefore reports false: the board marks no fact.
func (reading) ShownBefore(game.Fact) bool { return false }

// Public draws the board for everybody.
func (r reading) Public(news []game.Fact) (render.Public, error) { return r.look.Public(r.view, news) }

// Private draws the board for the reader's seat.
func (r reading) Private(_ game.Fact, news []game.Fact) (render.Private, error) {
	return r.look.Private(r.view, news)
}

// Opened draws everything.
func (r reading) Opened(news []game.Fact) ([]byte, error) {
	return render.Draw(r.look.Scene(r.view, news))
}

// Alt describes the board.
func (r reading) Alt(news []game.Fact) string { return r.look.Alt(r.view, news) }
