package downsync

import (
	"fmt"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/lang"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/table"
)

// play makes a match's cards and consoles.
type play struct{ Forms }

// Card is the public card of a turn.
func (f play) Card(p table.Public, facts []game.Fact, closed bool) (wire.Notice, error) {
	if closed {
		return closedCard(f.Forms, p, facts)
	}
	row := page.CardRow(f.Language, p, true)
	if p.Result != nil {
		row = slices.Insert(row, 1, customid.HighlightsButton(p.ID, f.Language))
	}
	return notice(f.Forms, p, facts, row)
}

// closedCard describes a finished turn. It takes its numbers from the facts, because the view is of a later moment; the cards and the
// edition stay the match's.
func closedCard(f Forms, p table.Public, facts []game.Fact) (wire.Notice, error) {
	v := reading{voice: voice{f.Language}}
	for _, fact := range facts {
		if t, ok := fact.(rules.TurnBegan); ok {
			began := slices.IndexFunc(p.Facts, func(x game.Fact) bool {
				b, ok := x.(rules.TurnBegan)
				return ok && b.Turn == t.Turn
			})
			v.Turn, v.Active = t.Turn, t.Active
			v.Round, _ = momentOf(p.Facts[:began+1])
		}
	}
	frame, err := headed(v, of(reads(f, p.View, p.Meta)), p.Meta, facts)
	return wire.Notice{Message: frame.Message()}, err
}

// headed begins a card: which turn it is of, and what happened in w's words.
func headed(v reading, w teller, meta table.Meta, facts []game.Fact) (page.Frame, error) {
	frame := page.Frame{Seat: v.Active}
	place, err := bot.PlaceOf(meta)
	if err != nil {
		return frame, err
	}
	frame.Say("## "+cardHead(v, place.Names), maxTold)
	told := standing(facts)
	if v.Result != nil { // the head tells it
		told = those(told, func(f game.Fact) bool { return f.Kind() != (rules.Ended{}).Kind() })
	}
	frame.Say(w.tell(told, v.Turn), maxTold)
	return frame, nil
}

// Board is the match as everybody sees it now.
func (f play) Board(p table.Public) (wire.Notice, error) {
	return notice(f.Forms, p, p.Facts[f.Split(p.Facts, f.Turn(p)-1):])
}

// notice shows the running turn in one box: what happened, the board, who must act, and the blocks below.
func notice(f Forms, p table.Public, facts []game.Fact, below ...wire.Block) (wire.Notice, error) {
	v := reads(f, p.View, p.Meta)
	frame, err := headed(v, of(v), p.Meta, facts)
	if err != nil {
		return wire.Notice{}, err
	}
	if v.Result == nil { // the last card has one picture: the board as it was left
		turn := ofTurn(facts)
		dice, err := paint(f, v).PublicDice(turn, cardRolls)
		if err != nil {
			return wire.Notice{}, err
		}
		drawDice(&frame, of(v).diceAlt(turn, cardRolls), "dice.png", dice.PNG)
	}
	pic, err := paint(f, v).Public(v.View, v.publicNews(p))
	if err != nil {
		return wire.Notice{}, err
	}
	frame.Draw(fmt.Sprintf("board-%d.png", v.Turn), pic.PNG, v.look.Alt(v.View))
	if v.Result != nil {
		frame.Say(fates(v), maxTold)
	} else { // a reaction window reads the same whatever is behind it (A2)
		frame.Say(strings.Join(page.Asked(f.Language, p.Meta, p.Asked, questions), "\n"), maxTold)
	}
	frame.Add(below...)
	return wire.Notice{Message: frame.Message()}, nil
}

func cardHead(v reading, names []string) string {
	switch {
	case v.Result != nil:
		return v.Say("Match over: %s", outcome(v.Language, *v.Result, names)) + "\n" +
			v.Say("Victory Points: %s %d, %s %d.", wire.Plain(names[0]), v.VP.Of(1), wire.Plain(names[1]), v.VP.Of(2)) + endedIn(v)
	case v.Turn == 0:
		return v.Text("Set-up")
	}
	turn := v.Say("Turn %d: %s (%s)", v.Turn, wire.Plain(names[v.Active-1]), bot.SideName(v.Active))
	return v.Say("Round %d, %s", v.Round, turn)
}

// endedIn says when a match ended; "" if it ended during set-up.
func endedIn(v reading) string {
	return v.when(v.Turn > 0, " It ended in Round %d, Turn %d.", v.Round, v.Turn)
}

// outcome says who won and why.
func outcome(t lang.Language, r game.Result, names []string) string {
	if r.Rank[0] == r.Rank[1] {
		return undecided(t, r)
	}
	winner := names[slices.Index(r.Rank, slices.Min(r.Rank))]
	return strings.TrimSpace(t.Say("%s wins %s", wire.Plain(winner), t.Text(whys[r.Why])))
}

// undecided says that nobody won.
func undecided(t lang.Language, r game.Result) string {
	switch r.Why {
	case table.WhyIdle:
		return t.Text("no result, as nobody went on")
	case "void":
		return t.Text("no result: a moderator declared it void")
	}
	return t.Text("a draw")
}

// fates lists what each side lost, and what it never revealed. The board shows what is left.
func fates(v reading) string {
	return paragraph(each([]game.Seat{1, 2}, func(s game.Seat) string {
		var lost []string
		for _, x := range v.Lost {
			if x.Seat == s {
				lost = append(lost, x.Unit)
			}
		}
		left := v.Reserves[game.Player(s).String()]
		return paragraph(v.when(len(lost) > 0, "Lost by %s: %s.", bot.SideName(s), unitList(v.Cards(), lost)),
			v.when(len(left) > 0, "Never revealed by %s: %s.", bot.SideName(s), unitList(v.Cards(), left)))
	})...)
}
