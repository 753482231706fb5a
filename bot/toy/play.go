package toy

import (
	"cmp"
	"strings"

	"downsync/bot"
	"downsync/bot/menu"
	"downsync/game"
	"downsync/game/order"
	"downsync/game/table"

	rules "downsync/game/toy"
)

// labels are the choices, by their first word.
var labels = map[string]game.Text{
	"bid": "Bid", "tune": "Tune", "done": "I am done", "claim": "Claim", "pass": "Pass", "peek": "Peek", "leave": "Leave it",
	"note": "Pin a note", "quit": "Quit",
}

// asks are the questions, asked of a player; acts say of whom each is asked.
var (
	asks = map[string]game.Text{
		"bid": "How much do you bid?", "tune": "Do you tune?", "claim": "Do you claim?", "peek": "Do you look at the next card?",
		"standing": "A note, or quitting?",
	}
	acts = map[string]game.Text{
		"bid": "bids in secret", "tune": "may tune", "claim": "may claim", "peek": "may look at the next card",
	}
)

// whys are the ends of a match.
var whys = map[string]game.Text{"points": " by points", "quit": ", as the other quit", "time": ", as the other's time ran out",
	"ruling":    " by a ruling",
	"agreement": " by agreement"}

// accents are the sides' colours on a card's edge; 0 is nobody's.
var accents = [...]int{0x8fa8bf, 0x35d0ff, 0xffb02e, 0x4fd37a, 0xd98cff, 0xff6b6b}

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
func (w Forms) Card(p table.Public, facts []game.Fact, closed bool) (bot.Notice, error) {
	if closed {
		text := strings.Join(w.lines(facts), "\n")
		return bot.Notice{Message: bot.Message{Blocks: []bot.Block{bot.Box{Accent: accents[0], Blocks: []bot.Block{bot.Text(bot.Clip(text, bot.LongestText))}}}}}, nil
	}
	row := bot.Row{bot.ViewButton(p.ID, w.Language)}
	if p.Result != nil {
		row = append(row, bot.RematchButton(p.ID, w.Language))
	}
	return w.notice(p, facts, row)
}

// Board is the match as everybody sees it now.
func (w Forms) Board(p table.Public) (bot.Notice, error) {
	return w.notice(p, p.Facts[w.Split(p.Facts, w.Turn(p)-1):])
}

// notice is what happened, the board, and who is to act.
func (w Forms) notice(p table.Public, facts []game.Fact, more ...bot.Block) (bot.Notice, error) {
	v := p.View.(rules.View)
	place, err := bot.PlaceOf(p.Meta)
	if err != nil {
		return bot.Notice{}, err
	}
	look := w.look(place.Theme)
	pic, err := look.Public(v, facts)
	if err != nil {
		return bot.Notice{}, err
	}
	head := w.Say("Round %d of %d", round(v), v.Rounds)
	if p.Result != nil {
		head = w.Outcome(p)
	}
	text := strings.Join(append([]string{"## " + head}, append(w.lines(facts), w.asked(p.Meta, p.Asked)...)...), "\n")
	blocks := append([]bot.Block{bot.Text(bot.Clip(text, bot.LongestText)), bot.Picture{File: 0, Alt: look.Alt(v, facts)}}, more...)
	return bot.Notice{Message: bot.Message{Files: []bot.File{{Name: "board.png", Data: pic.PNG}},
		Blocks: []bot.Block{bot.Box{Accent: accents[v.First], Blocks: blocks}}}}, nil
}

// asked are the open questions as everybody sees them.
func (w Forms) asked(m table.Meta, asked []table.Asked) []string {
	var lines []string
	for _, a := range asked {
		line := w.Say("▶ <@%s> %s", m.Users[a.Seat-1], w.Text(acts[a.Name]))
		if !a.By.IsZero() {
			line += w.Say(", time ends <t:%d:R>", a.By.Unix())
		}
		lines = append(lines, line)
	}
	return lines
}

// Question is what is asked.
func (w Forms) Question(_ table.Private, a table.OpenAsk) string { return w.Text(asks[a.Name]) }

// Outcome names the winner, or nobody.
func (w Forms) Outcome(p table.Public) string {
	place, err := bot.PlaceOf(p.Meta)
	winner, best := "", 0
	for i, rank := range p.Result.Rank {
		if rank == 1 && err == nil && i < len(place.Names) {
			winner = place.Names[i]
			best++
		}
	}
	if best != 1 {
		return w.Text("Nobody wins alone")
	}
	return w.Say("%s wins%s", bot.Plain(winner), w.Text(whys[p.Result.Why]))
}

// Title names the match for its thread.
func (w Forms) Title(_ table.Public, names []string) string {
	return bot.Clip(w.Say("Toy: %s", strings.Join(names, ", ")), 100)
}

// Console is a seat's private console.
func (w Forms) Console(p table.Private, page bot.Page) (bot.Letter, error) {
	letter, err := w.letter(p, p.Facts[w.Split(p.Facts, round(p.View)-1):])
	if err != nil {
		return letter, err
	}
	blocks := letter.Blocks
	say := func(lines ...string) {
		if s := strings.TrimSpace(strings.Join(lines, "\n")); s != "" {
			blocks = append(blocks, bot.Text(bot.Clip(s, 1200)))
		}
	}
	say(page.Note)
	ask, asked := askOf(p, page.Ask)
	l := w.layout(ask)
	d, ok := menu.Read(ask.Menu, page.Order)
	if !ok || !asked || !d.None() && !l.Open(d) {
		d = menu.Draft{}
	}
	if asked {
		say("### "+w.Text(asks[ask.Name]), w.limit(ask), l.Game.Sure(d.Choice))
		blocks = append(blocks, l.Controls(d)...)
	} else {
		say(w.asked(p.Meta, p.Asked)...)
	}
	if row := w.foot(p, ask, d); len(row) > 0 {
		blocks = append(blocks, row)
	}
	letter.Blocks = []bot.Block{bot.Box{Accent: accents[p.Seat], Blocks: blocks}}
	return letter, nil
}

// letter is the seat's own board after these facts, with what they tell it.
func (w Forms) letter(p table.Private, facts []game.Fact) (bot.Letter, error) {
	v := p.View.(rules.View)
	place, err := bot.PlaceOf(p.Meta)
	if err != nil {
		return bot.Letter{}, err
	}
	look := w.look(place.Theme)
	pic, err := look.Private(v, facts)
	if err != nil {
		return bot.Letter{}, err
	}
	text := strings.Join(append([]string{w.Say("You are **%s**, with %d {point|points}.", letters[p.Seat], v.Points[p.Seat-1])}, w.lines(facts)...),
		"\n")
	return bot.Letter{Seat: pic.Seat, Message: bot.Message{Files: []bot.File{{Name: bot.NewID() + ".png", Data: pic.PNG}},
		Blocks: []bot.Block{bot.Text(bot.Clip(text, 2000)), bot.Picture{File: 0, Alt: look.Alt(v, facts)}}}}, nil
}

// letters name the seats.
var letters = [...]string{"", "A", "B", "C", "D", "E"}

// askOf is the question with that id, else the one that holds the match up.
func askOf(p table.Private, id string) (found table.OpenAsk, ok bool) {
	for _, a := range p.Asks {
		if a.ID == id {
			return a, true
		}
		if !a.Standing {
			found, ok = a, true
		}
	}
	return found, ok
}

// limit says by when an answer is wanted, and what happens without one.
func (w Forms) limit(a table.OpenAsk) string {
	if a.Standing || a.By.IsZero() {
		return ""
	}
	return w.Say("-# Time ends <t:%d:R>. If you do nothing: %s.", a.By.Unix(), a.Default.Order())
}

// foot holds what may be done at any time.
func (w Forms) foot(p table.Private, ask table.OpenAsk, d menu.Draft) (row bot.Row) {
	add := func(ask, label string) {
		row = append(row, bot.Button{Does: bot.Control{Kind: bot.ControlOpen, Ask: ask}, Label: label})
	}
	if !d.None() || ask.Standing {
		add("", w.Text("Back"))
	}
	if p.CanUndo {
		row = append(row, bot.Button{Does: bot.UndoControl(p), Label: w.Text("Take back my last step")})
	}
	for _, a := range p.Asks {
		if a.Standing && !ask.Standing {
			add(a.ID, w.Text("Note, quitting"))
		}
	}
	return row
}

// Press goes on with an order begun.
func (w Forms) Press(p table.Private, ask, draft string, values []string) bot.Step {
	a, _ := askOf(p, ask)
	d, ok := menu.Read(a.Menu, draft)
	if !ok {
		return bot.Step{Order: draft}
	}
	return w.layout(a).Press(d, values)
}

// Typed is an order as it was typed.
func (Forms) Typed(_ table.Private, line string) string { return line }

func (w Forms) layout(a table.OpenAsk) *menu.Layout {
	return &menu.Layout{Game: choices{w}, Ask: a, Lang: w.Language}
}

// choices are the toy's words for the choices of its menus.
type choices struct{ Forms }

func (w choices) Label(c order.Choice, _ bool) string { return w.Text(labels[c.Words]) }

func (choices) Note(order.Choice) string { return "" }

func (w choices) Value(_ menu.Draft, _ order.Slot, value string) (label, note string) {
	return w.Text(cmp.Or(onCards[value], game.Text(value))), ""
}

func (w choices) Placeholder(d menu.Draft, _ order.Slot) string {
	return w.Text(labels[d.Choice.Words])
}

// Sure asks before a match is given up.
func (w choices) Sure(c order.Choice) string {
	if c.Words != "quit" {
		return ""
	}
	return w.Text("**Quit?** The match ends, and you rank last.")
}

func (w choices) Staged(d menu.Draft) bool { return w.Sure(d.Choice) != "" }

func (choices) Style(c order.Choice) bot.Style {
	switch c.Words {
	case "done", "pass", "leave":
		return bot.Secondary
	}
	return bot.Primary
}

func (w choices) Played(d menu.Draft) (orders, label string) {
	return d.Partial.String(), w.Label(d.Choice, true)
}

func (choices) Apart(order.Choice) bool { return false }

func (choices) Offer(menu.Draft, order.Slot) bool { return false }
