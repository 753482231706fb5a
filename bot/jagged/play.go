package jagged

import (
	"fmt"
	"strings"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/jagged"
	"downsync/game/table"
	draw "downsync/render/jagged"
)

// whys holds the words for the ends that only a battle has.
var whys = map[string]game.Text{
	"wipe-out": ": the enemy is wiped out", "objectives": " on Objectives", "vp": " on Victory Points", "models": " by models left", "wounds": " by Wounds left",
	"fr": " by Force Rating destroyed", "defender": ": nothing tells them apart, and the Defender holds",
}

// play makes a battle's cards and consoles.
type play struct{ Forms }

// Turn numbers the cards: 0 is set-up, then one a Round.
func (play) Turn(p table.Public) int { return p.View.(rules.View).Round }

// Split counts the facts before the first of a later Round.
func (play) Split(facts []game.Fact, turn int) int { return page.Before(facts, turn, began) }

// began returns the number of the Round that a fact begins, 0 for all other facts.
func began(f game.Fact) int {
	r, _ := f.(rules.RoundBegan)
	return r.Round
}

// Card returns the public card of a Round.
func (w play) Card(p table.Public, facts []game.Fact) (wire.Notice, error) {
	return w.notice(p, facts, page.CardRow(w.Language, p))
}

// Closed returns the card of a past Round.
func (w play) Closed(p table.Public, round int, told []game.Fact, below wire.Row) (wire.Notice, error) {
	v := w.reads(p.View, p.Meta)
	b := v.battle()
	pic, err := v.paint().Public(b, draw.NewsOfRound(v.Viewer, p.Facts))
	return page.CloseCard(&page.Frame{}, w.Language, v.round(round), v.deeds(told), fmt.Sprintf("round-%d.png", round), pic, v.draw.Alt(b), below), err
}

// Headline names a round and says what counts of it.
func (w play) Headline(p table.Public, round int, told []game.Fact) (name, deeds string, counts bool) {
	v := w.reads(p.View, p.Meta)
	d := v.deeds(told)
	return v.round(round), d.Headline(w.Language), d.Counts()
}

// deeds returns what counts of a Round. The best attack destroys, then takes a Wound, and among equals it needed the lowest roll.
func (v reading) deeds(told []game.Fact) (d page.Deeds) {
	best := rules.AttackResolved{}
	worth := func(f rules.AttackResolved) int {
		switch {
		case f.Destroyed:
			return 2
		case f.Wound:
			return 1
		}
		return 0
	}
	d.Else = v.Text("Both sides are deployed")
	for _, f := range told {
		switch f := f.(type) {
		case rules.RoundBegan:
			d.Else = v.Text("No losses")
		case rules.AttackResolved:
			if f.Destroyed {
				d.Lost = append(d.Lost, v.name(f.Target))
			}
			if n := worth(f); n > worth(best) || n > 0 && n == worth(best) && f.Need < best.Need {
				best = f
			}
		case rules.Scored:
			for i, seat := range []game.Seat{1, 2} {
				held := 0
				for _, owner := range f.Owners {
					if owner == seat {
						held++
					}
				}
				switch {
				case v.byPoints() && f.VP[i] > 0:
					d.Points = append(d.Points, v.Say("%s +%d VP", bot.SideName(seat), f.VP[i]))
				case !v.byPoints() && held > 0:
					d.Points = append(d.Points, v.Say("%s holds %d {Objective|Objectives}", bot.SideName(seat), held))
				}
			}
		}
	}
	switch {
	case best.Destroyed:
		d.Best = v.Say("%s destroys %s (%d, needing %d)", v.name(best.By), v.name(best.Target), best.Face, best.Need)
	case best.Wound:
		d.Best = v.Say("%s wounds %s (%d, needing %d)", v.name(best.By), v.name(best.Target), best.Face, best.Need)
	}
	return d
}

// round returns the headline of a Round's events.
func (v reading) round(n int) string {
	if n == 0 {
		return v.Text("Set-up")
	}
	return v.Say("Round %d of %d", n, rules.Rounds)
}

// chronicle returns a heading, and below it the newest lines of the events.
func (v reading) chronicle(head string, facts []game.Fact) string {
	return v.Teller().Chronicle(head, v.Teller().Told(facts), maxTold)
}

// Board returns the present match as everybody sees it.
func (w play) Board(p table.Public) (wire.Notice, error) {
	return w.notice(p, p.Facts[w.Split(p.Facts, w.Turn(p)-1):])
}

// notice returns the events, the board, the players who must act, and the blocks below.
func (w play) notice(p table.Public, facts []game.Fact, below ...wire.Block) (wire.Notice, error) {
	v := w.reads(p.View, p.Meta)
	b := v.battle()
	pic, err := v.paint().Public(b, draw.NewsOf(v.Viewer, p.Facts))
	if err != nil {
		return wire.Notice{}, err
	}
	head := v.round(v.Round)
	if p.Result != nil {
		head = w.Outcome(p)
	}
	frame := page.Frame{Seat: v.coloured(v.Initiative)}
	if p.Result != nil { // a button shows the lines
		frame.Say("## "+head+"\n"+v.deeds(facts).Ending(w.Language), maxTold)
	} else {
		frame.Say(v.chronicle(head, facts), maxTold)
	}
	frame.Draw(fmt.Sprintf("board-%d.png", v.Round), pic.PNG, v.draw.Alt(b))
	frame.Say(strings.Join(append([]string{v.counts()}, page.Asked(w.Language, p.Meta, p.Asked, questions)...), "\n"), maxAsk)
	frame.Add(below...)
	return wire.Notice{Message: frame.Message()}, nil
}

// counts returns the counts of both sides.
func (v reading) counts() string {
	if v.Round == 0 {
		return ""
	}
	names := ""
	if v.Position != "" { // a campaign names factions, a single battle its seats
		names = v.Say("-# A is the %s, B the %s.", v.factionName(v.Sides.Of(1).Faction), v.factionName(v.Sides.Of(2).Faction)) + "\n"
	}
	return names + "-# " + strings.Join([]string{v.count(1), v.count(2)}, " · ")
}

func (v reading) count(s game.Seat) string {
	side, models := v.Sides.Of(s), 0
	for _, m := range v.Models {
		if m.Seat == s {
			models++
		}
	}
	if v.byPoints() {
		return v.Say("%s: %d {model|models}, Objectives %d, VP %d, Flares %d", bot.SideName(s), models, side.Owned, side.VP, side.Flares)
	}
	return v.Say("%s: %d {model|models}, Objectives %d, Flares %d", bot.SideName(s), models, side.Owned, side.Flares)
}

// byPoints reports whether Victory Points decide (JQ20). If they do not, they are not shown.
func (v reading) byPoints() bool { return v.View.Terms().Victory == "vp" }

// Question returns the text of a question.
func (w play) Question(p table.Private, a table.OpenAsk) string {
	return w.reads(p.View, p.Meta).question(a)
}

// question returns the text of a question, with the model that it concerns.
func (v reading) question(a table.OpenAsk) string {
	switch a.Name {
	case "standing":
		return v.early(a.Seat).Question()
	case "go":
		if v.Going != nil {
			return v.Say(questions.Named("go").You, v.name(v.Going.Unit))
		}
	case "counter":
		if c, ok := v.Counter(); ok {
			return v.Say(questions.Named("counter").You, v.name(c.By))
		}
	}
	return v.Text(questions.Named(a.Name).You)
}

// early returns the ways in which the seat may end the battle early.
func (v reading) early(seat game.Seat) page.Early {
	return page.Early{Lang: v.Language, Seat: seat, Drawing: v.Drawing, Begun: v.Round > 0}
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
	return wire.Clip(w.Say("Jagged Shards: %s – %s", wire.Clip(names[0], 35), wire.Clip(names[1], 35)), 100)
}
