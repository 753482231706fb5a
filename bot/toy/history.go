package toy

import (
	"strings"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/game"
	"downsync/game/table"
	"downsync/render"

	rules "downsync/game/toy"
)

// cited are the rules that each kind of fact follows from.
var cited = page.Cites{"colour": "T2", "opened": "T2", "bid": "T4", "tune": "T5", "peek": "T7", "note": "T8", "quit": "T9", "left": "T9", "loud": "T5", "points": "T10", "offered": "T12", "withdrawn": "T12", "agreed": "T12"}

// line says a fact in words; "" for what needs none.
func (w Forms) line(f game.Fact) string {
	if f, ok := f.(game.TookBack); ok {
		return page.TookBack(w.Language, f)
	}
	x, ok := f.(rules.Fact)
	if !ok {
		return ""
	}
	switch x.What {
	case "began":
		return w.Say("The match begins: %d players, rounds: %d.", x.N, x.Rounds)
	case "colour":
		return w.Say("(yours) Your colour is %s.", w.Text(onCards[x.Text]))
	case "opened":
		return w.Say("%s had the colour %s.", bot.SideName(x.Seat), w.Text(onCards[x.Text]))
	case "bid":
		return w.Say("%s bid %d.", bot.SideName(x.Seat), x.N)
	case "score":
		return w.Say("**%s scores %d.**", bot.SideName(x.Seat), x.N)
	case "tune":
		return w.Text("(yours) You tuned.")
	case "loud":
		return w.Say("%s tuned.", bot.SideName(x.Seat))
	case "card":
		return w.Say("The next card is %d.", x.N)
	case "peek":
		return w.Say("(yours) The card was %d.", x.N)
	case "note":
		return w.Say("(yours) Your note is %s.", w.Text(onCards[x.Text]))
	case "round":
		return w.Text("The round is over.")
	case "quit":
		return w.Say("%s quits.", bot.SideName(x.Seat))
	case "left":
		return w.Say("%s is out; the others play on.", bot.SideName(x.Seat))
	case "offered":
		return w.Say("%s offers a draw.", bot.SideName(x.Seat))
	case "withdrawn":
		return w.Say("By a moderator's ruling %s offers no draw any more.", bot.SideName(x.Seat))
	case "agreed":
		return w.Text("All who are in agree to a draw.")
	case "points":
		return w.Say("By a moderator's ruling %s has %d {point|points}.", bot.SideName(x.Seat), x.N)
	case "ruled":
		return w.Text("The match was ended.")
	}
	return ""
}

// lines are the facts that need words.
func lines(w Forms, facts []game.Fact) []string { return teller(w).Told(facts) }

func teller(w Forms) page.Teller { return page.Teller{Lang: w.Language, Line: w.line, Cites: cited.Of} }

// Log says facts in words with their rules.
func (w Forms) Log(_ game.View, _ table.Meta, facts []game.Fact) []string {
	return teller(w).Log(facts)
}

// Plainly is Log without the rules.
func (w Forms) Plainly(_ game.View, _ table.Meta, facts []game.Fact) []string {
	return teller(w).Plainly(facts)
}

// ruling is what a ruling card says: the fact, and the rule that it follows from.
func ruling(w Forms, facts []game.Fact, n int) string {
	f := facts[n-1]
	lines := []string{w.Say("### Event %d", n), w.line(f)}
	if e := numbered.Numbered(cited[f.Kind()]); e.Number != "" {
		lines = append(lines, rule(w, e))
	}
	return strings.Join(lines, "\n")
}

// Ruling is the card of the nth fact that everybody was told.
func (w Forms) Ruling(_, after table.Public, n int) (bot.Notice, error) {
	out, err := notice(w, after, nil)
	out.Blocks = append([]bot.Block{bot.Text(ruling(w, after.Facts, n))}, out.Blocks...)
	return out, err
}

// RulingOwn is the card of the nth fact that the seat was told.
func (w Forms) RulingOwn(_, after table.Private, n int) (bot.Letter, error) {
	frame, err := frame(w, after, nil)
	frame.Say(ruling(w, after.Facts, n), bot.LongestText/2)
	return bot.Letter{Seat: after.Seat, Message: frame.Message()}, err
}

// Disclosed shows what was disclosed to a referee.
func (w Forms) Disclosed(o table.Opened, m table.Meta) (bot.Message, error) {
	v := o.View.(rules.View)
	place, err := bot.PlaceOf(m)
	if err != nil {
		return bot.Message{}, err
	}
	look := look(w, place.Theme)
	png, err := render.Draw(look.Scene(v, o.Facts))
	return page.Picture(bot.Clip(strings.Join(lines(w, o.Facts), "\n"), 3000), png, look.Alt(v, o.Facts)), err
}

// Sealed tells of no seals: colours are not committed to.
func (Forms) Sealed([]game.Fact) ([]string, error) { return nil, nil }

// PrivateThen is the match as a seat saw it at a moment of the past.
func (w Forms) PrivateThen(p table.Private, m table.Moment) (bot.Letter, error) {
	frame, err := frame(w, p, nil)
	frame.Say(then(w, p.View, m, p.Facts), bot.LongestText/2)
	return bot.Letter{Seat: p.Seat, Message: frame.Message()}, err
}

// PublicThen is the match as everybody saw it then.
func (w Forms) PublicThen(p table.Public, m table.Moment) (bot.Notice, error) {
	p.Asked = nil
	return notice(w, p, nil, bot.Text(then(w, p.View, m, p.Facts)))
}

func then(w Forms, v game.View, m table.Moment, facts []game.Fact) string {
	return teller(w).Moment(m, w.Say("Round %d", round(v)), facts)
}
