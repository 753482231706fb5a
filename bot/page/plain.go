package page

import (
	"fmt"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/menu"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
	"downsync/render"
)

// Position is one position of a match for one reader.
type Position interface {
	// For returns the reader.
	For() game.Viewer
	// Teller puts facts into words for the reader.
	Teller() Teller
	// Round returns the running round, from 1; after the end the last one.
	Round() int
	// Heading returns the heading of the public card, You the first line of the reader's console.
	Heading() string
	You() string
	// First returns the seat whose colour the card has.
	First() game.Seat
	// Deeds returns what counts of the facts of a round.
	Deeds(told []game.Fact) Deeds
	// Scene returns the picture of the board with the news of the facts, Alt its description.
	Scene(news []game.Fact) render.Scene
	Alt(news []game.Fact) string
}

// Plain implements bot.Play for a game whose questions are answered by menus alone, with one public card a round.
type Plain struct {
	bot.Voice
	Name      game.Text // the game's name in the title of a match's thread
	Questions Questions
	Whys      map[string]game.Text // see Outcome
	Words     menu.Words
	Standing  game.Text // the button for what a seat may do at any time
	RoundOver string    // the kind of the fact that ends a round
	Rulebook  Rulebook
	Read      func(v game.View, m table.Meta) Position
}

const (
	// longestNews is the greatest length of the news on a console, longestAsk that of its question or note, in characters.
	longestNews, longestAsk = 2000, 1200
)

// Past returns the game's history of the same positions.
func (w Plain) Past() Past {
	return Past{Read: func(v game.View, m table.Meta) Reading { return plainReading{w.Read(v, m), w} }}
}

// Turn returns the round. There is no card before the first round.
func (w Plain) Turn(p table.Public) int { return w.Read(p.View, p.Meta).Round() }

// Split counts the facts up to the end of that round.
func (w Plain) Split(facts []game.Fact, round int) int {
	for i, f := range facts {
		if round <= 0 {
			return i
		}
		if f.Kind() == w.RoundOver {
			round--
		}
	}
	return len(facts)
}

// Card returns the public card of a round.
func (w Plain) Card(p table.Public, told []game.Fact) (wire.Notice, error) {
	return w.notice(p, told, CardRow(w.Language, p))
}

// Closed returns the card of a past round.
func (w Plain) Closed(p table.Public, round int, told []game.Fact, below wire.Row) (wire.Notice, error) {
	at := w.Read(p.View, p.Meta)
	pic, err := render.DrawPublic(at.For(), render.Flat(at.Scene(told)))
	return CloseCard(&Frame{}, w.Language, w.Say("Round %d", round), at.Deeds(told), fmt.Sprintf("round-%d.png", round), pic, at.Alt(told), below), err
}

// Headline names a round and says what counts of it.
func (w Plain) Headline(p table.Public, round int, told []game.Fact) (name, deeds string, counts bool) {
	d := w.Read(p.View, p.Meta).Deeds(told)
	return w.Say("Round %d", round), d.Headline(w.Language), d.Counts()
}

// Board returns the match as everybody sees it now.
func (w Plain) Board(p table.Public) (wire.Notice, error) {
	return w.notice(p, p.Facts[w.Split(p.Facts, w.Turn(p)-1):])
}

// notice shows the news, the board and the open questions, with the blocks below them.
func (w Plain) notice(p table.Public, told []game.Fact, below ...wire.Block) (wire.Notice, error) {
	if _, err := bot.PlaceOf(p.Meta); err != nil {
		return wire.Notice{}, err
	}
	at := w.Read(p.View, p.Meta)
	pic, err := render.DrawPublic(at.For(), at.Scene(told))
	head, lines := at.Heading(), at.Teller().Told(told)
	if p.Result != nil { // a button shows the lines
		head, lines = w.Outcome(p), []string{at.Deeds(told).Ending(w.Language)}
	}
	frame := Frame{Seat: at.First()}
	frame.Say(strings.Join(slices.Concat([]string{"## " + head}, lines, Asked(w.Language, p.Meta, p.Asked, w.Questions)), "\n"), wire.LongestText)
	frame.Draw("board.png", pic.PNG, at.Alt(told))
	frame.Add(below...)
	return wire.Notice{Message: frame.Message()}, err
}

// question returns the question of the ask.
func (w Plain) Question(_ table.Private, a table.OpenAsk) string {
	return w.Text(w.Questions.Named(a.Name).You)
}

// Outcome says how a match ended.
func (w Plain) Outcome(p table.Public) string { return Outcome(w.Language, p.Meta, *p.Result, w.Whys) }

// Title names a match for its thread.
func (w Plain) Title(_ table.Public, names []string) string {
	return wire.Clip(fmt.Sprintf("%s: %s", w.Text(w.Name), strings.Join(names, ", ")), 100)
}

// Console returns a seat's private console: its board with the news, its question, and what it may do at any time.
func (w Plain) Console(p table.Private, page bot.Page) (wire.Letter, error) {
	if _, err := bot.PlaceOf(p.Meta); err != nil {
		return wire.Letter{}, err
	}
	at := w.Read(p.View, p.Meta)
	told := p.Facts[w.Split(p.Facts, at.Round()-1):]
	pic, err := render.DrawPrivate(at.For(), at.Scene(told))
	frame := Frame{Seat: pic.Seat}
	frame.Say(strings.Join(append([]string{at.You()}, at.Teller().Told(told)...), "\n"), longestNews)
	frame.Draw(FileName(), pic.PNG, at.Alt(told))
	frame.Say(page.Note, longestAsk)
	ask, asked := Ask(p, page.Ask)
	l := w.layout(ask)
	d, ok := menu.Read(ask.Menu, page.Order)
	if !ok || !asked || !d.None() && !l.Open(d) {
		d = menu.Draft{}
	}
	if asked {
		frame.Say("### "+w.Question(p, ask)+"\n"+Limit(w.Language, ask, w.byDefault)+"\n"+w.SureToLeave(p, w.Words.Sure(d.Choice)), longestAsk)
		frame.Add(l.Controls(d)...)
	} else {
		frame.Say(strings.Join(Asked(w.Language, p.Meta, p.Asked, w.Questions), "\n"), longestAsk)
	}
	frame.Add(Foot(w.Language, p, ask, !d.None(), w.Standing))
	return wire.Letter{Seat: pic.Seat, Message: frame.Message()}, err
}

// byDefault says what happens when the time runs out.
func (w Plain) byDefault(a table.OpenAsk) string {
	if said := w.Questions.Named(a.Name).Default; said != "" {
		return w.Text(said)
	}
	return a.Default.Order()
}

// Press goes on with an order begun.
func (w Plain) Press(p table.Private, ask, draft string, values []string) bot.Step {
	a, _ := Ask(p, ask)
	d, ok := menu.Read(a.Menu, draft)
	if !ok {
		return bot.Step{Order: draft}
	}
	return w.layout(a).Press(d, values)
}

// Presses returns the controls to press for the order.
func (w Plain) Presses(p table.Private, ask, order string) (steps []string, all bool) {
	a, _ := Ask(p, ask)
	return menu.Way(order, func(d menu.Draft) (*menu.Layout, []wire.Block) {
		l := w.layout(a)
		return l, l.Controls(d)
	})
}

func (w Plain) layout(a table.OpenAsk) *menu.Layout {
	return &menu.Layout{Game: menu.Plain{Words: w.Words}, Ask: a, Lang: w.Language}
}

// plainReading is a Position as histories read it. Its boards mark no facts.
type plainReading struct {
	Position
	game Plain
}

func (r plainReading) When() string { return r.game.Say("Round %d", r.Round()) }

func (r plainReading) Ruling(told []game.Fact, n int, number game.Number) string {
	f, t := told[n-1], r.Teller()
	lines := []string{r.game.Say("### Event %s", number), t.Line(f)}
	for _, number := range t.Cites(f) {
		lines = append(lines, r.game.Rulebook.Rule(number))
	}
	return strings.Join(lines, "\n")
}

func (plainReading) ShownBefore(game.Fact) bool { return false }

func (r plainReading) Public(_ game.Fact, news []game.Fact) (render.Public, error) {
	return render.DrawPublic(r.For(), r.Scene(news))
}

func (r plainReading) Private(_ game.Fact, news []game.Fact) (render.Private, error) {
	return render.DrawPrivate(r.For(), r.Scene(news))
}

func (r plainReading) Opened(news []game.Fact) ([]byte, error) { return render.Draw(r.Scene(news)) }
