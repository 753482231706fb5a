package downsync

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/game"
	"downsync/game/table"

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// publicAsk words a question for everybody.
var publicAsk = map[string]game.Text{
	"choose": "chooses who deploys first", "deploy": "deploys", "designate": "designates a Taskforce", "reveal": "may reveal contacts",
	"identify": "identifies a contact", "refresh": "refreshes Units", "move": "moves", "react": "has the reaction window",
	"join": "may add Units on Overwatch", "declare": "declares the reacting Units", "boost": "may boost priority rolls",
	"priority": "is next in the engagement", "next": "activates Units", "act": "acts", "counter": "may use countermeasures",
	"recover": "shakes off stun",
}

// accents are the sides' colours on a card's edge; 0 is nobody's.
var accents = [3]int{0x8fa8bf, 0x35d0ff, 0xffb02e}

// message builds a message: texts, pictures and the files that these show.
type message struct{ bot.Message }

// say adds a text of at most so many characters; "" adds nothing.
func (m *message) say(text string, most int) {
	if text != "" {
		m.Blocks = append(m.Blocks, bot.Text(bot.Clip(text, most)))
	}
}

// attach adds a file and returns its place, which show takes.
func (m *message) attach(name string, png []byte) int {
	m.Files = append(m.Files, bot.File{Name: name, Data: png})
	return len(m.Files) - 1
}

func (m *message) show(file int, alt string) {
	m.Blocks = append(m.Blocks, bot.Picture{File: file, Alt: alt})
}

// rolls shows the newest rolls among the facts, unless there are no words for them.
func (m *message) rolls(w teller, facts []game.Fact, most int, name string, png []byte) {
	if alt := w.diceAlt(facts, most); len(png) > 0 && alt != "" {
		m.show(m.attach(name, png), alt)
	}
}

// boxed puts the message in a box of the side's colour.
func (m *message) boxed(side game.Seat) bot.Message {
	return bot.Message{Files: m.Files, Blocks: []bot.Block{bot.Box{Accent: accents[side], Blocks: m.Blocks}}}
}

// Card is the public card of a turn.
func (f Forms) Card(p table.Public, facts []game.Fact, closed bool) (bot.Notice, error) {
	if closed {
		return closedCard(f, p, facts)
	}
	row := bot.Row{bot.ViewButton(p.ID, f.lang)}
	if p.Result != nil {
		row = append(row, bot.FilmButton(p.ID, f.lang), bot.RematchButton(p.ID, f.lang))
	}
	return notice(f, p, facts, row)
}

// closedCard describes a turn that is over. It takes its numbers from the facts, as the view has gone on.
func closedCard(f Forms, p table.Public, facts []game.Fact) (bot.Notice, error) {
	v := reading{voice: voice{f.lang}}
	for _, fact := range facts {
		if t, ok := fact.(rules.TurnBegan); ok {
			v.Turn, v.Active, v.Round = t.Turn, t.Active, roundOf(p.Facts, t.Turn)
		}
	}
	m, err := headed(v, p.Meta, facts)
	return bot.Notice{Message: m.boxed(v.Active)}, err
}

// headed begins a card: which turn it is of, and what happened.
func headed(v reading, meta table.Meta, facts []game.Fact) (m message, err error) {
	place, err := placeOf(meta)
	if err != nil {
		return m, err
	}
	m.say("## "+cardHead(v, place.Names), maxTold)
	m.say(of(v).tell(v.standing(facts), v.Turn), maxTold)
	return m, nil
}

// roundOf returns the Round of a Turn.
func roundOf(facts []game.Fact, turn int) int {
	round := 0
	for _, f := range facts {
		switch f := f.(type) {
		case rules.RoundBegan:
			round = f.Round
		case rules.TurnBegan:
			if f.Turn == turn {
				return round
			}
		}
	}
	return round
}

// Board is the match as everybody sees it now.
func (f Forms) Board(p table.Public) (bot.Notice, error) {
	return notice(f, p, p.Facts[f.Split(p.Facts, f.Turn(p)-1):])
}

// notice shows the running turn in one box: what happened, the board, who is to act, and the controls.
func notice(f Forms, p table.Public, facts []game.Fact, controls ...bot.Block) (bot.Notice, error) {
	v := reads(f, p.View, p.Meta)
	m, err := headed(v, p.Meta, facts)
	if err != nil {
		return bot.Notice{}, err
	}
	pic, err := paint(f, v).Public(v.View)
	if err != nil {
		return bot.Notice{}, err
	}
	board, turn := m.attach(fmt.Sprintf("board-%d.png", v.Turn), pic.PNG), ofTurn(facts)
	dice, err := paint(f, v).PublicDice(turn, cardRolls)
	if err != nil {
		return bot.Notice{}, err
	}
	m.rolls(of(v), turn, cardRolls, "dice.png", dice.PNG)
	m.show(board, v.look.Alt(v.View))
	if v.Result != nil {
		sheet, err := paint(f, v).PublicSheet(v.View)
		if err != nil {
			return bot.Notice{}, err
		}
		m.show(m.attach("final.png", sheet.PNG), v.Text("What became of both forces, and how the points stood at the end."))
	}
	if p.Result != nil {
		m.say(opened(v), maxTold)
	} else { // a reaction window reads the same whatever is behind it (A2)
		m.say(strings.Join(askedLines(f, p.Meta, p.Asked), "\n"), maxTold)
	}
	m.Blocks = append(m.Blocks, controls...)
	return bot.Notice{Message: m.boxed(v.Active)}, nil
}

func placeOf(m table.Meta) (bot.Place, error) {
	var place bot.Place
	err := json.Unmarshal(m.Place, &place)
	if err == nil && len(place.Names) != 2 {
		err = fmt.Errorf("a match of %d names", len(place.Names))
	}
	return place, err
}

func cardHead(v reading, names []string) string {
	switch {
	case v.Result != nil:
		return v.Say("Match over: %s", outcome(v.Language, *v.Result, names)) + "\n" +
			v.Say("Victory Points: %s %d, %s %d.", bot.Plain(names[0]), v.VP.Of(1), bot.Plain(names[1]), v.VP.Of(2)) + endedIn(v)
	case v.Turn == 0:
		return v.Text("Set-up")
	}
	turn := v.Say("Turn %d: %s (%s)", v.Turn, bot.Plain(names[v.Active-1]), letter(v.Active))
	return v.Say("Round %d, %s", v.Round, turn)
}

// endedIn says when a match ended; "" if it ended during set-up.
func endedIn(v reading) string {
	return v.when(v.Turn > 0, " It ended in Round %d, Turn %d.", v.Round, v.Turn)
}

// letter is the side's, with which its pieces' labels begin.
func letter(s game.Seat) string { return string(rune('A' - 1 + s)) }

// outcome says who won and why.
func outcome(t lang.Language, r game.Result, names []string) string {
	if r.Rank[0] == r.Rank[1] {
		return t.Text("a draw")
	}
	winner := names[slices.Index(r.Rank, slices.Min(r.Rank))]
	return strings.TrimSpace(t.Say("%s wins %s", bot.Plain(winner), t.Text(whys[r.Why])))
}

// askedLines lists the open questions as everybody sees them.
func askedLines(f Forms, m table.Meta, asked []table.Asked) []string {
	v := voice{f.lang}
	return each(asked, func(a table.Asked) string {
		return v.Say("▶ <@%s> %s", m.Users[a.Seat-1], v.Text(publicAsk[a.Name])) +
			v.when(!a.By.IsZero(), ", time ends <t:%d:R>", a.By.Unix()) + v.when(a.By.IsZero() && a.Left > 0, ", the clock stands")
	})
}

// opened lists what neither side ever revealed.
func opened(v reading) string {
	return paragraph(each([]game.Seat{1, 2}, func(s game.Seat) string {
		left := v.Reserves[game.Player(s).String()]
		return v.when(len(left) > 0, "Never revealed by %s: %s.", letter(s), unitList(v.Cards(), left))
	})...)
}

// ofTurn returns the facts of the running turn.
func ofTurn(facts []game.Fact) []game.Fact {
	for i, f := range slices.Backward(facts) {
		if _, ok := f.(rules.TurnBegan); ok {
			return facts[i:]
		}
	}
	return facts
}

// diceAlt describes the newest rolls.
func (w teller) diceAlt(facts []game.Fact, most int) string {
	var said []string
	for _, f := range slices.Backward(facts) {
		switch f.(type) {
		case rules.AttackRolled, rules.ScanRolled, rules.PriorityRolled, rules.CounterChecked, rules.StartRolled:
			if len(said) < most {
				said = append(said, plainly.Replace(w.line(f)))
			}
		}
	}
	slices.Reverse(said)
	return bot.Clip(strings.Join(said, "\n"), draw.MaxAlt)
}
