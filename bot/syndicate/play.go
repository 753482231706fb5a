package syndicate

import (
	"cmp"
	"fmt"
	"strings"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/syndicate"
	"downsync/game/table"
	draw "downsync/render/syndicate"
)

// whys holds the words for the ends that only a match of this game has.
var whys = map[string]game.Text{
	"eliminated": ": the enemy Operator is eliminated", "both-eliminated": "both Operators fell", "mission": ": the mission is done", "points": " on points", "health": " by what is left of the Operator's HP",
	"mercenaries": " by Mercenaries left", "even": "nothing tells them apart",
}

// play makes a match's cards and consoles.
type play struct{ Forms }

// Turn numbers the cards: 0 is set-up, then one a round.
func (play) Turn(p table.Public) int { return p.View.(rules.View).Round }

// Split counts the facts before the first of a later round.
func (play) Split(facts []game.Fact, turn int) int { return page.Before(facts, turn, began) }

// began returns the number of the round that a fact begins, 0 for all other facts.
func began(f game.Fact) int {
	r, _ := f.(rules.RoundBegan)
	return r.Round
}

// Card returns the public card of a round.
func (w play) Card(p table.Public, facts []game.Fact) (wire.Notice, error) {
	return w.notice(p, facts, page.CardRow(w.Language, p))
}

// Closed returns the card of a past round.
func (w play) Closed(p table.Public, round int, told []game.Fact, below wire.Row) (wire.Notice, error) {
	v := w.reads(p.View, p.Meta)
	pic, err := v.paint().Public(v.View, draw.Tell(p.Facts).OfRound())
	return page.CloseCard(&page.Frame{}, w.Language, v.round(round), deedsOf(v, told), fmt.Sprintf("round-%d.png", round), pic, v.draw.Alt(v.View), below), err
}

// Headline names a round and says what counts of it.
func (w play) Headline(p table.Public, round int, told []game.Fact) (name, deeds string, counts bool) {
	v := w.reads(p.View, p.Meta)
	d := deedsOf(v, told)
	return v.round(round), d.Headline(w.Language), d.Counts()
}

// deedsOf returns what counts of a round.
func deedsOf(v reading, told []game.Fact) (d page.Deeds) {
	fell := map[rules.Label]bool{}
	for _, f := range told {
		switch f := f.(type) {
		case rules.Eliminated:
			d.Lost, fell[f.Unit] = append(d.Lost, v.name(f.Unit)), true
		case rules.Scored:
			d.Points = append(d.Points, v.Say("%s scores: %d {point|points}", bot.SideName(f.Seat), f.Points))
		}
	}
	best := rules.AttackResolved{}
	for _, f := range told {
		f, ok := f.(rules.AttackResolved)
		if ok && !f.Decoy && f.Damage > 0 && (best.By == "" || fell[f.Target] && !fell[best.Target] || fell[f.Target] == fell[best.Target] && f.Damage > best.Damage) {
			best = f
		}
	}
	switch {
	case best.By != "":
		d.Best = v.Say("%s at %s: %d damage", v.name(best.By), v.name(best.Target), best.Damage)
	case page.LastRound(told, began) == 0:
		d.Else = v.Text("Both squads are deployed")
	default:
		d.Else = v.Text("No losses and no points")
	}
	return d
}

// round returns the headline of a round's events.
func (v reading) round(n int) string {
	switch {
	case n == 0:
		return v.Text("Set-up")
	case n == v.MaxRounds:
		return v.Say("Round %d, the last", n)
	case v.MaxRounds > 0:
		return v.Say("Round %d of %d", n, v.MaxRounds)
	}
	return v.Say("Round %d", n)
}

// standing names the leader with the reason, and how many units hold what the mission asks for; "" before the first round.
func (v reading) standing() string {
	if v.Round == 0 {
		return ""
	}
	var said []string
	switch most := rules.PointsToWin(v.Mission); {
	case v.Round < v.ScoresFrom && v.Result == nil:
		said = append(said, v.Say("Points from round %d on", v.ScoresFrom))
	case most > 0:
		said = append(said, v.Say("Points A %d, B %d of %d", v.Sides[0].Points, v.Sides[1].Points, most))
	}
	switch n := v.AtRelay(); {
	case v.Mission == rules.Uplink || v.Mission == rules.Relay:
		said = append(said, v.Say("units at the Relay A %d, B %d", n[0], n[1]))
	case v.Mission == rules.Extract && !v.HoldsFire():
		n = v.AtTerminals()
		said = append(said, v.Say("units at the enemy's terminal A %d, B %d", n[0], n[1]))
	}
	if v.Disputed() {
		said = append(said, v.Say("HP lost this round A %d, B %d", v.Sides[0].Lost, v.Sides[1].Lost))
	}
	for _, l := range []rules.Label{"A", "B"} {
		if u, ok := v.Unit(l); ok {
			said = append(said, v.Say("%s %d of %d HP", l, u.HP, u.MaxHP))
		}
	}
	if seat, why := v.Leading(); seat > 0 && v.Result == nil {
		said = append(said, v.Say("**%s leads%s**", bot.SideName(seat), v.Text(whys[why])))
	}
	return strings.Join(said, " · ")
}

// chronicle returns a heading, and below it the newest lines of the events.
func (v reading) chronicle(head string, facts []game.Fact, later ...game.Fact) string {
	return v.Teller().Chronicle(head, v.told(facts, later...), maxTold)
}

// Board returns the present match as everybody sees it.
func (w play) Board(p table.Public) (wire.Notice, error) {
	return w.notice(p, p.Facts[w.Split(p.Facts, w.Turn(p)-1):])
}

// notice returns the events, the board, the players who must act, and the blocks below.
func (w play) notice(p table.Public, facts []game.Fact, below ...wire.Block) (wire.Notice, error) {
	v := w.reads(p.View, p.Meta)
	pic, err := v.paint().Public(v.View, draw.Tell(p.Facts))
	if err != nil {
		return wire.Notice{}, err
	}
	head := v.round(v.Round)
	if p.Result != nil {
		head = w.Outcome(p)
	}
	frame := page.Frame{Seat: v.Priority}
	if p.Result != nil {
		frame.Say("## "+head+"\n"+deedsOf(v, p.Facts[w.Split(p.Facts, v.Round-1):]).Ending(w.Language), maxTold)
	} else {
		frame.Say(v.chronicle(head, facts), maxTold)
	}
	frame.Draw(fmt.Sprintf("board-%d.png", v.Round), pic.PNG, v.draw.Alt(v.View))
	frame.Say(strings.Join(append([]string{v.standing(), v.counts()}, page.Asked(w.Language, p.Meta, p.Asked, questions)...), "\n"), maxAsk)
	if p.Result == nil {
		frame.Say(v.explained(p.Facts), maxNote)
	}
	frame.Add(below...)
	return wire.Notice{Message: frame.Message()}, nil
}

// counts returns the public knowledge of hands and decks: the number of their cards, and after the end the cards that both sides
// still held.
func (v reading) counts() string {
	if v.Round == 0 {
		return ""
	}
	if v.Result != nil {
		held := page.Each([]game.Seat{1, 2}, func(s game.Seat) string {
			n := map[string]int{}
			for _, id := range v.Sides.Of(s).Hand {
				n[id]++
			}
			return "**" + bot.SideName(s) + "** " + cmp.Or(inDeck(n, v.Catalogue().Cards), v.Text("nothing"))
		})
		return v.Say("-# In hand at the end: %s", strings.Join(held, " · "))
	}
	hands := page.Each([]game.Seat{1, 2}, func(s game.Seat) string {
		side := v.Sides.Of(s)
		return v.Say("%s: hand %d, deck %d", bot.SideName(s), side.HandCount, side.DeckCount)
	})
	return "-# " + strings.Join(hands, " · ")
}

// Question returns the text of a question.
func (w play) Question(p table.Private, a table.OpenAsk) string {
	return w.reads(p.View, p.Meta).question(a)
}

// early returns the ways in which the seat may end the match early.
func (v reading) early(seat game.Seat) page.Early {
	return page.Early{Lang: v.Language, Seat: seat, Drawing: v.Drawing, Begun: v.Round > 0}
}

// question returns the text of a question, with the unit or the card that it concerns.
func (v reading) question(a table.OpenAsk) string {
	switch a.Name {
	case "standing":
		return v.early(a.Seat).Question()
	case "move", "surge", "relay", "press":
		return v.Say(questions.Named(a.Name).You, v.name(v.Mover(a.Name, a.Seat)))
	case "push":
		var l rules.Label
		if v.Attack != nil {
			l = v.Attack.Target
		} else if v.View.Card != nil {
			l = v.View.Card.Pushed
		}
		return v.Say(questions.Named(a.Name).You, v.name(l))
	case "use":
		if v.View.Card != nil {
			return v.called(v.View.Card.Card) + ": " + v.Text(questions.Named("use").You)
		}
	}
	return v.Text(questions.Named(a.Name).You)
}

// Outcome names the winner with the reason.
func (w play) Outcome(p table.Public) string {
	if p.Result == nil {
		return ""
	}
	return page.Outcome(w.Language, p.Meta, *p.Result, whys)
}

// Title names the match for its thread.
func (w play) Title(_ table.Public, names []string) string {
	return wire.Clip(w.Say("Syndicate: %s – %s", wire.Clip(names[0], 35), wire.Clip(names[1], 35)), 100)
}

// Played returns the squads of a finished match, as share codes.
func (w roster) Played(p table.Public) ([]string, bool) {
	v := p.View.(rules.View)
	if p.Result == nil || v.Sides[0].List == nil || v.Sides[1].List == nil {
		return nil, false
	}
	return page.Each(v.Sides[:], func(s rules.Side) string { return w.squads().encode(squadIn(s)) }), true
}

// Factions returns the colors of both sides.
func (roster) Factions(p table.Public) []string {
	v := p.View.(rules.View)
	return page.Each(v.Sides[:], func(s rules.Side) string {
		o, ok := v.Catalogue().Operator(s.Operator)
		if !ok {
			return ""
		}
		return wire.Capital(o.Color)
	})
}
