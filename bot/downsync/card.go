package downsync

import (
	"fmt"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/downsync/wording"
	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/table"
)

// play makes a match's cards and consoles.
type play struct{ wording.Reader }

// Card is the public card of a turn.
func (f play) Card(p table.Public, facts []game.Fact) (wire.Notice, error) {
	return notice(f.Reader, p, facts, page.CardRow(f.Language, p))
}

// Closed returns the card of a past Turn. The view may be of the next Turn already.
func (f play) Closed(p table.Public, turn int, told []game.Fact, below wire.Row) (wire.Notice, error) {
	active, head, deeds, err := f.ofTurn(p, turn, told)
	if err != nil {
		return wire.Notice{}, err
	}
	v := wording.Read(f.Reader, p.View, p.Meta)
	pic, err := wording.Paint(f.Reader, v).Public(v.View, v.PublicNews(p).OfTurn())
	return page.CloseCard(&page.Frame{Seat: active}, f.Language, head, deeds, fmt.Sprintf("turn-%d.png", turn), pic, v.Look.Alt(v.View), below), err
}

// Headline names a Turn and says what counts of it.
func (f play) Headline(p table.Public, turn int, told []game.Fact) (name, deeds string, counts bool) {
	_, name, d, _ := f.ofTurn(p, turn, told) // without a name if the match's place cannot be read
	return name, d.Headline(f.Language), d.Counts()
}

// ofTurn returns whose Turn it was, what it is called and what counts of it. It reads only facts, because the view may be of a later moment.
func (f play) ofTurn(p table.Public, turn int, told []game.Fact) (active game.Seat, head string, d page.Deeds, err error) {
	for _, fact := range told {
		if t, ok := fact.(rules.TurnBegan); ok && t.Turn == turn {
			active = t.Active
		}
	}
	place, err := bot.PlaceOf(p.Meta)
	if err != nil {
		return active, "", d, err
	}
	d = wording.TellerOf(wording.Read(f.Reader, p.View, p.Meta)).Deeds(p.Facts, told)
	if turn == 0 || active == 0 {
		return active, f.Text("Set-up"), d, nil
	}
	if round, _ := wording.MomentOf(p.Facts); round > 0 {
		d.When = f.Say("Round %d", round)
	}
	return active, f.Say("Turn %d: %s (%s)", turn, wire.Plain(place.Names[active-1]), bot.SideName(active)), d, nil
}

// headed begins a card: which turn it is of, and what happened in w's words.
func headed(v wording.Reading, w wording.Teller, meta table.Meta, facts []game.Fact) (page.Frame, error) {
	frame := page.Frame{Seat: v.Active}
	place, err := bot.PlaceOf(meta)
	if err != nil {
		return frame, err
	}
	frame.Say("## "+cardHead(v, place.Names), wording.MaxTold)
	told := wording.Standing(facts)
	if v.Result != nil { // a button shows the lines
		frame.Say(w.Deeds(told, told).Ending(v.Language), wording.MaxTold)
		return frame, nil
	}
	frame.Say(w.Tell(told, v.Turn), wording.MaxTold)
	return frame, nil
}

// Board is the match as everybody sees it now.
func (f play) Board(p table.Public) (wire.Notice, error) {
	return notice(f.Reader, p, p.Facts[f.Split(p.Facts, f.Turn(p)-1):])
}

// notice shows the running turn in one box: what happened, the board, who must act, and the blocks below.
func notice(f wording.Reader, p table.Public, facts []game.Fact, below ...wire.Block) (wire.Notice, error) {
	v := wording.Read(f, p.View, p.Meta)
	frame, err := headed(v, wording.TellerOf(v), p.Meta, facts)
	if err != nil {
		return wire.Notice{}, err
	}
	if v.Result == nil { // the last card has one picture: the board as it was left
		turn := wording.OfTurn(facts)
		dice, err := wording.Paint(f, v).PublicDice(turn, cardRolls)
		if err != nil {
			return wire.Notice{}, err
		}
		wording.DrawDice(&frame, wording.TellerOf(v).DiceAlt(turn, cardRolls), "dice.png", dice.PNG)
	}
	pic, err := wording.Paint(f, v).Public(v.View, v.PublicNews(p))
	if err != nil {
		return wire.Notice{}, err
	}
	frame.Draw(fmt.Sprintf("board-%d.png", v.Turn), pic.PNG, v.Look.Alt(v.View))
	if v.Result != nil {
		frame.Say(fates(v), wording.MaxTold)
	} else { // a reaction window reads the same whatever is behind it (S13)
		frame.Say(strings.Join(page.Asked(f.Language, p.Meta, p.Asked, questions), "\n"), wording.MaxTold)
	}
	frame.Add(below...)
	return wire.Notice{Message: frame.Message()}, nil
}

func cardHead(v wording.Reading, names []string) string {
	switch {
	case v.Result != nil:
		return v.Say("Match over: %s", wording.Outcome(v.Language, *v.Result, names)) + "\n" +
			v.Say("Victory Points: %s %d, %s %d.", wire.Plain(names[0]), v.VP.Of(1), wire.Plain(names[1]), v.VP.Of(2)) + endedIn(v)
	case v.Turn == 0:
		return v.Text("Set-up")
	}
	turn := v.Say("Turn %d: %s (%s)", v.Turn, wire.Plain(names[v.Active-1]), bot.SideName(v.Active))
	return v.Say("Round %d, %s", v.Round, turn)
}

// endedIn says when a match ended; "" if it ended during set-up.
func endedIn(v wording.Reading) string {
	return v.When(v.Turn > 0, " It ended in Round %d, Turn %d.", v.Round, v.Turn)
}

// fates lists what each side lost, and what it never revealed. The board shows what is left.
func fates(v wording.Reading) string {
	return wording.Paragraph(page.Each([]game.Seat{1, 2}, func(s game.Seat) string {
		var lost []string
		for _, x := range v.Lost {
			if x.Seat == s {
				lost = append(lost, x.Unit)
			}
		}
		left := v.Reserves[game.Player(s).String()]
		return wording.Paragraph(v.When(len(lost) > 0, "Lost by %s: %s.", bot.SideName(s), wording.UnitList(v.Cards(), lost)),
			v.When(len(left) > 0, "Never revealed by %s: %s.", bot.SideName(s), wording.UnitList(v.Cards(), left)))
	})...)
}

// Outcome says in one line how a finished match ended, "" for any other match.
func (f play) Outcome(p table.Public) string {
	place, err := bot.PlaceOf(p.Meta)
	if err != nil || p.Result == nil {
		return ""
	}
	return strings.TrimSuffix(wire.Clip(wording.Outcome(f.Language, *p.Result, place.Names), menu.LongestOption), ".")
}

// Turn numbers the public cards: 0 is set-up, then each Taskforce Activation has its own number.
func (play) Turn(p table.Public) int { return p.View.(rules.View).Turn }

// Split counts the facts before the first fact of a later turn. The beginning of a Round belongs to its first turn.
func (play) Split(facts []game.Fact, turn int) int {
	i := slices.IndexFunc(facts, func(f game.Fact) bool {
		t, ok := f.(rules.TurnBegan)
		return ok && t.Turn > turn
	})
	if i < 0 {
		return len(facts)
	}
	if i > 0 && facts[i-1].Kind() == (rules.RoundBegan{}).Kind() {
		i--
	}
	return i
}

// Title returns the name of the match's thread.
func (f play) Title(_ table.Public, names []string) string {
	return wire.Clip(f.Say("Downsync: %s – %s", wire.Clip(names[0], 35), wire.Clip(names[1], 35)), maxTitle)
}
