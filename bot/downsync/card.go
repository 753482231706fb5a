package downsync

import (
	"fmt"
	"strings"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/bot/page"
	"downsync/game"
	"downsync/game/table"

	rules "downsync/game/downsync"
)

// publicAsk says what somebody is asked, for everybody.
var publicAsk = map[string]game.Text{
	"choose": "chooses who deploys first", "deploy": "deploys", "designate": "designates a Taskforce", "reveal": "may reveal contacts",
	"identify": "identifies a contact", "refresh": "refreshes Units", "move": "moves", "react": "has the reaction window",
	"join": "may add Units on Overwatch", "declare": "declares the reacting Units", "boost": "may boost priority rolls",
	"priority": "is next in the engagement", "next": "activates Units", "act": "acts", "counter": "may use countermeasures",
	"recover": "shakes off stun",
}

// Card is the public card of a turn.
func (f Forms) Card(p table.Public, facts []game.Fact, closed bool) (bot.Notice, error) {
	if closed {
		return closedCard(f, p, facts)
	}
	return notice(f, p, facts, page.CardRow(f.lang, p, true))
}

// closedCard tells what happened in a turn that is over. Its numbers are read off the facts, as the view is further on.
func closedCard(f Forms, p table.Public, facts []game.Fact) (bot.Notice, error) {
	place, err := bot.PlaceOf(p.Meta)
	if err != nil {
		return bot.Notice{}, err
	}
	v := reading{Language: f.lang}
	for _, fact := range facts {
		if t, ok := fact.(rules.TurnBegan); ok {
			v.Turn, v.Active, v.Round = t.Turn, t.Active, roundOf(p.Facts, t.Turn)
		}
	}
	frame := page.Frame{Seat: v.Active}
	frame.Say("## "+cardHead(v, place.Names), maxTold)
	frame.Say(of(v).tell(v.standing(facts), v.Turn), maxTold)
	return bot.Notice{Message: frame.Message()}, nil
}

// roundOf is the Round that the Turn was in.
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

// notice is the running turn: what happened, the board, who is to act, and what stands below.
func notice(f Forms, p table.Public, facts []game.Fact, below ...bot.Block) (bot.Notice, error) {
	v := reads(f, p.View, p.Meta)
	place, err := bot.PlaceOf(p.Meta)
	if err != nil {
		return bot.Notice{}, err
	}
	pic, err := paint(f, v).Public(v.View)
	if err != nil {
		return bot.Notice{}, err
	}
	frame := page.Frame{Seat: v.Active}
	frame.Say("## "+cardHead(v, place.Names), maxTold)
	frame.Say(of(v).tell(v.standing(facts), v.Turn), maxTold)
	if err := publicDice(f, v, facts, &frame); err != nil {
		return bot.Notice{}, err
	}
	frame.Draw(fmt.Sprintf("board-%d.png", v.Turn), pic.PNG, v.look.Alt(v.View))
	if v.Result != nil {
		sheet, err := paint(f, v).PublicSheet(v.View)
		if err != nil {
			return bot.Notice{}, err
		}
		frame.Draw("final.png", sheet.PNG, v.Text("What became of both forces, and how the points stood at the end."))
	}
	frame.Say(whoActs(f, p), maxTold)
	frame.Add(below...)
	return bot.Notice{Message: frame.Message()}, nil
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

// endedIn says when a match ended, "" for one that never got beyond its set-up.
func endedIn(v reading) string {
	if v.Turn == 0 {
		return ""
	}
	return v.Say(" It ended in Round %d, Turn %d.", v.Round, v.Turn)
}

// letter is the side's, which its pieces' labels begin with.
func letter(s game.Seat) string { return string(rune('A' - 1 + s)) }

// outcome says who won and why.
func outcome(t lang.Language, r game.Result, names []string) string {
	if r.Rank[0] == r.Rank[1] {
		return t.Text("a draw")
	}
	winner := names[0]
	if r.Rank[1] < r.Rank[0] {
		winner = names[1]
	}
	return strings.TrimSpace(t.Say("%s wins %s", bot.Plain(winner), t.Text(whys[r.Why])))
}

// whoActs says who is asked what, and by when. A reaction window reads the same whatever is behind it (A2). When the
// match is over it opens what was never seen.
func whoActs(f Forms, p table.Public) string {
	if p.Result != nil {
		return opened(reads(f, p.View, p.Meta))
	}
	return strings.Join(page.Asked(f.lang, p.Meta, p.Asked, publicAsk), "\n")
}

// opened is what neither side ever revealed, once all is open.
func opened(v reading) string {
	var lines []string
	for s := game.Seat(1); s <= 2; s++ {
		if left := v.Reserves[game.Player(s).String()]; len(left) > 0 {
			lines = append(lines, v.Say("Never revealed by %s: %s.", letter(s), unitList(v.Cards(), left)))
		}
	}
	return strings.Join(lines, "\n")
}
