package toy

import (
	"fmt"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/game"
	"downsync/game/table"
	rules "downsync/game/toy"
	"downsync/render"
	draw "downsync/render/toy"
)

// factRows holds the rows of all kinds of facts that anybody is told. The words of a fact for its owner alone begin with "(only you see this)".
var factRows = page.Rows(
	page.SaysKind("began", func(w Forms, f rules.Fact) string {
		return w.Say("The match begins: %d players, rounds: %d.", f.N, f.Rounds)
	}),
	page.SaysKind("colour", func(w Forms, f rules.Fact) string {
		return w.Say("(only you see this) Your colour is %s.", w.Text(onCards[f.Text]))
	}, "T2"),
	page.SaysKind("opened", func(w Forms, f rules.Fact) string {
		return w.Say("%s had the colour %s.", side(f), w.Text(onCards[f.Text]))
	}, "T2"),
	page.SaysKind("bid", func(w Forms, f rules.Fact) string { return w.Say("%s bid %d.", side(f), f.N) }, "T4"),
	page.SaysKind("stage", func(Forms, rules.Fact) string { return "" }), // the questions show it
	page.SaysKind("score", func(w Forms, f rules.Fact) string { return w.Say("**%s scores %d.**", side(f), f.N) }),
	page.SaysKind("tune", func(w Forms, _ rules.Fact) string { return w.Text("(only you see this) You tuned.") }, "T5"),
	page.SaysKind("loud", func(w Forms, f rules.Fact) string { return w.Say("%s tuned.", side(f)) }, "T5"),
	page.SaysKind("card", func(w Forms, f rules.Fact) string { return w.Say("The next card is %d.", f.N) }),
	page.SaysKind("peek", func(w Forms, f rules.Fact) string { return w.Say("(only you see this) The card was %d.", f.N) }, "T7"),
	page.SaysKind("note", func(w Forms, f rules.Fact) string {
		return w.Say("(only you see this) Your note is %s.", w.Text(onCards[f.Text]))
	}, "T8"),
	page.SaysKind("round", func(w Forms, _ rules.Fact) string { return w.Text("The round is over.") }),
	page.SaysKind("quit", func(w Forms, f rules.Fact) string { return w.Say("%s quits.", side(f)) }, "T9"),
	page.SaysKind("left", func(w Forms, f rules.Fact) string { return page.WentOut(w.Language, side(f), f.Text, false) }, "T9"),
	page.SaysKind("kept", func(w Forms, f rules.Fact) string { return page.WentOut(w.Language, side(f), f.Text, true) }, "T13"),
	page.SaysKind("offered", func(w Forms, f rules.Fact) string { return w.Say("%s offers a draw.", side(f)) }, "T12"),
	page.SaysKind("withdrawn", func(w Forms, f rules.Fact) string {
		return w.Say("By a moderator's ruling %s offers no draw any more.", side(f))
	}, "T12"),
	page.SaysKind("agreed", func(w Forms, _ rules.Fact) string { return w.Text("All who are in agree to a draw.") }, "T12"),
	page.SaysKind("points", func(w Forms, f rules.Fact) string {
		return w.Say("By a moderator's ruling %s has %d {point|points}.", side(f), f.N)
	}, "T10"),
	page.SaysKind("ruled", func(w Forms, _ rules.Fact) string { return w.Text("The match was ended.") }),
)

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

func (r reading) Teller() page.Teller { return factRows.Teller(r.words.Language, r.words) }

func (r reading) Round() int { return max(1, min(r.View.Round+1, r.Rounds)) }

func (r reading) Heading() string { return r.words.Say("Round %d of %d", r.Round(), r.Rounds) }

func (r reading) First() game.Seat { return r.View.First }

func (r reading) You() string {
	seat := r.Viewer.Seat()
	return r.words.Say("You are **%s**, with %d {point|points}.", bot.SideName(seat), r.Points[seat-1])
}

// Deeds returns the points of the round, and the highest bid.
func (r reading) Deeds(told []game.Fact) (d page.Deeds) {
	points, bid := make([]int, len(r.Points)), rules.Fact{}
	for _, f := range told {
		switch f, _ := f.(rules.Fact); f.What {
		case "score":
			points[f.Seat-1] += f.N
		case "left", "kept":
			d.Lost = append(d.Lost, side(f))
		case "bid":
			if f.N > bid.N {
				bid = f
			}
		}
	}
	for i, n := range points {
		if n > 0 {
			d.Points = append(d.Points, fmt.Sprintf("%s +%d", bot.SideName(game.Seat(i+1)), n))
		}
	}
	if d.Else = r.words.Text("Nobody scores"); bid.N > 0 {
		d.Best = r.words.Say("%s bids %d", side(bid), bid.N)
	}
	return d
}

func (r reading) Scene(news []game.Fact) render.Scene { return r.look.Scene(r.View, news) }

func (r reading) Alt(news []game.Fact) string { return r.look.Alt(r.View, news) }
