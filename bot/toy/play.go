package toy

import (
	"cmp"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/game"
	"downsync/game/order"
	"downsync/game/table"

	rules "downsync/game/toy"
)

// labels are the choices, by their first word.
var labels = map[string]game.Text{
	"bid": "Bid", "tune": "Tune", "done": "I am done", "claim": "Claim", "pass": "Pass", "peek": "Peek", "leave": "Leave it",
	"note": "Pin a note", "quit": "Quit", "draw": "Offer a draw",
}

// whys are the ends that only this game has, or that it words itself.
var whys = map[string]game.Text{"points": " by points", "quit": ", as everyone else quit", "time": ", as everyone else's time ran out", "agreement": " by agreement"}

// Turn numbers the cards: one a round. There is no set-up before the first.
func (Forms) Turn(p table.Public) int { return round(p.View) }

// round is the round that is on, from 1; of a match that is over the last one.
func round(v game.View) int {
	at := v.(rules.View)
	return max(1, min(at.Round+1, at.Rounds))
}

// Split counts the facts up to the end of that round.
func (Forms) Split(facts []game.Fact, turn int) int {
	for i, f := range facts {
		if turn <= 0 {
			return i
		}
		if f.Kind() == "round" {
			turn--
		}
	}
	return len(facts)
}

// Card is the public card of a round.
func (w Forms) Card(p table.Public, told []game.Fact, closed bool) (bot.Notice, error) {
	if closed {
		frame := page.Frame{}
		frame.Say(strings.Join(facts.Teller(w.Voice, w).Told(told), "\n"), bot.LongestText)
		return bot.Notice{Message: frame.Message()}, nil
	}
	return w.notice(p, told, page.CardRow(w.Language, p, false))
}

// Board is the match as everybody sees it now.
func (w Forms) Board(p table.Public) (bot.Notice, error) {
	return w.notice(p, p.Facts[w.Split(p.Facts, w.Turn(p)-1):])
}

// notice is what happened, the board, whose turn it is, and what stands below.
func (w Forms) notice(p table.Public, told []game.Fact, below ...bot.Block) (bot.Notice, error) {
	place, err := bot.PlaceOf(p.Meta)
	if err != nil {
		return bot.Notice{}, err
	}
	r := w.reads(p.View, place)
	pic, err := r.Public(told)
	head := w.Say("Round %d of %d", round(p.View), r.view.Rounds)
	if p.Result != nil {
		head = w.Outcome(p)
	}
	frame := page.Frame{Seat: r.view.First}
	frame.Say(strings.Join(slices.Concat([]string{"## " + head}, r.Teller().Told(told), page.Asked(w.Language, p.Meta, p.Asked, questions)), "\n"), bot.LongestText)
	frame.Draw("board.png", pic.PNG, r.Alt(told))
	frame.Add(below...)
	return bot.Notice{Message: frame.Message()}, err
}

// Question is what is asked.
func (w Forms) Question(_ table.Private, a table.OpenAsk) string {
	return w.Text(questions.Named(a.Name).You)
}

// Outcome names the winner, or those who share the first place.
func (w Forms) Outcome(p table.Public) string {
	return page.Outcome(w.Language, p.Meta, *p.Result, whys)
}

// Title names the match for its thread.
func (w Forms) Title(_ table.Public, names []string) string {
	return bot.Clip(w.Say("Toy: %s", strings.Join(names, ", ")), 100)
}

// Console is a seat's private console: its board with the news, what it is asked, what it may do at any time.
func (w Forms) Console(p table.Private, at bot.Page) (bot.Letter, error) {
	place, err := bot.PlaceOf(p.Meta)
	if err != nil {
		return bot.Letter{}, err
	}
	r, told := w.reads(p.View, place), p.Facts[w.Split(p.Facts, round(p.View)-1):]
	pic, err := r.Private(nil, told)
	frame := page.Frame{Seat: pic.Seat}
	you := w.Say("You are **%s**, with %d {point|points}.", bot.SideName(p.Seat), r.view.Points[p.Seat-1])
	frame.Say(strings.Join(append([]string{you}, r.Teller().Told(told)...), "\n"), 2000)
	frame.Draw(page.FileName(), pic.PNG, r.Alt(told))
	frame.Say(at.Note, 1200)
	ask, asked := page.Ask(p, at.Ask)
	l := layout(w, ask)
	d, ok := menu.Read(ask.Menu, at.Order)
	if !ok || !asked || !d.None() && !l.Open(d) {
		d = menu.Draft{}
	}
	if asked {
		byDefault := func(a table.OpenAsk) string { return a.Default.Order() }
		frame.Say("### "+w.Question(p, ask)+"\n"+page.Limit(w.Language, ask, byDefault)+"\n"+l.Game.Sure(d.Choice), 1200)
		frame.Add(l.Controls(d)...)
	} else {
		frame.Say(strings.Join(page.Asked(w.Language, p.Meta, p.Asked, questions), "\n"), 1200)
	}
	frame.Add(page.Foot(w.Language, p, ask, !d.None(), "Note, draw, quitting"))
	return bot.Letter{Seat: pic.Seat, Message: frame.Message()}, err
}

// Press goes on with an order begun.
func (w Forms) Press(p table.Private, ask, draft string, values []string) bot.Step {
	a, _ := page.Ask(p, ask)
	d, ok := menu.Read(a.Menu, draft)
	if !ok {
		return bot.Step{Order: draft}
	}
	return layout(w, a).Press(d, values)
}

// Presses says which controls to press for the order.
func (w Forms) Presses(p table.Private, ask, order string) (steps []string, all bool) {
	a, _ := page.Ask(p, ask)
	return menu.Way(order, func(d menu.Draft) (*menu.Layout, []bot.Block) {
		l := layout(w, a)
		return l, l.Controls(d)
	})
}

func layout(w Forms, a table.OpenAsk) *menu.Layout {
	return &menu.Layout{Game: menu.Plain{Words: choices{w}}, Ask: a, Lang: w.Language}
}

// choices are the toy's words for the choices of its menus.
type choices struct{ Forms }

func (w choices) Label(c order.Choice, _ bool) string { return w.Text(labels[c.Words]) }

func (w choices) Value(_ menu.Draft, _ order.Slot, value string) (label, note string) {
	return w.Text(cmp.Or(onCards[value], game.Text(value))), ""
}

// Sure asks before a match is given up.
func (w choices) Sure(c order.Choice) string {
	if c.Words != "quit" {
		return ""
	}
	return w.Text("**Quit?** You rank behind all who stay; they play on while two sides are left.")
}

func (w choices) Staged(d menu.Draft) bool { return w.Sure(d.Choice) != "" }

func (choices) Style(c order.Choice) bot.Style {
	switch c.Words {
	case "done", "pass", "leave":
		return bot.Secondary
	}
	return bot.Primary
}
