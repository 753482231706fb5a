package toy

import (
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

// Sealed returns nothing: there are no commitments to colours.
func (history) Sealed([]game.Fact) ([]string, error) { return nil, nil }

// reading is a position of a match for one reader.
type reading struct {
	rules.View
	words Forms
	look  draw.Look
}

// read returns the position of a view.
func (w Forms) read(v game.View, m table.Meta) page.Position {
	return reading{v.(rules.View), w, w.matchLook(m)}
}

func (r reading) Teller() page.Teller { return facts.Teller(r.words.Voice, r.words) }

func (r reading) Round() int { return max(1, min(r.View.Round+1, r.Rounds)) }

func (r reading) Heading() string { return r.words.Say("Round %d of %d", r.Round(), r.Rounds) }

func (r reading) First() game.Seat { return r.View.First }

func (r reading) You() string {
	seat := r.Viewer.Seat()
	return r.words.Say("You are **%s**, with %d {point|points}.", bot.SideName(seat), r.Points[seat-1])
}

func (r reading) Scene(news []game.Fact) render.Scene { return r.look.Scene(r.View, news) }

func (r reading) Alt(news []game.Fact) string { return r.look.Alt(r.View, news) }
