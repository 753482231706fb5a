package syndicate

import (
	"cmp"
	"strings"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/game"
	rules "downsync/game/syndicate"
	"downsync/game/table"
	"downsync/render"
	draw "downsync/render/syndicate"
)

// history shows past events, in words and on boards.
type history struct {
	page.Past
	Forms
}

func (w Forms) history() history {
	return history{page.Past{Read: func(v game.View, m table.Meta) page.Reading { return w.reads(v, m) }}, w}
}

// maxRule is the length of the quotation of a rule on a ruling card, in characters.
const maxRule = 400

// Ruling returns the text of a ruling card: the fact with everything that contributed to it, and its rule.
func (v reading) Ruling(facts []game.Fact, n int, number game.Number) string {
	f := facts[n-1]
	lines := []string{v.Say("**Event %s**, %s", number, v.round(roundOf(facts[:n]))), cmp.Or(v.line(f), v.Text("Nothing that the log tells in words."))}
	switch f := f.(type) {
	case rules.AttackRolled:
		lines = append(lines, v.aim(f.Aim, f.Aim.Chance())) // rerolls are separate events
	case rules.AttackResolved:
		lines = append(lines, v.Say("-# It takes %d+: %s.", f.Need, faces(f.Faces)))
		if len(f.Blow.ARM) > 0 {
			lines = append(lines, v.Say("-# ARM %s", v.mods(f.Blow.ARM)))
		}
	}
	if f, ok := f.(rules.Contested); ok {
		lines = append(lines, "-# "+v.cardLine(f.Card))
		if came := v.cameOf(facts[n:]); came != "" {
			lines = append(lines, v.Say("What came of it: %s", came))
		}
	}
	if dice := v.Teller().Dice(facts, n, ", "); dice != "" {
		lines = append(lines, dice)
	}
	for _, number := range factRows.Cites(v, f) {
		if e := numbered.Numbered(number); e.Number != "" {
			lines = append(lines, v.rule(e, maxRule))
		}
	}
	return strings.Join(lines, "\n")
}

// roundOf returns the round of the last of the facts, 0 in the set-up. One press may produce facts of several rounds.
func roundOf(facts []game.Fact) (round int) {
	for _, f := range facts {
		if f, ok := f.(rules.RoundBegan); ok {
			round = f.Round
		}
	}
	return round
}

// cameOf describes the result of a contest: the facts that follow from it.
func (v reading) cameOf(later []game.Fact) string {
	var said []string
	for _, f := range later {
		switch f := f.(type) {
		case rules.StoodFast, rules.Moved, rules.Hurt, rules.Eliminated, rules.StatusGiven, rules.Changed:
			if line := v.line(f); line != "" {
				said = append(said, line)
			}
		default:
			return strings.Join(said, " ")
		}
	}
	return strings.Join(said, " ")
}

// staged draws the line of an attack, between the places of both units before it.
func staged(f game.Fact) *draw.Staged {
	if f, ok := f.(rules.AttackRolled); ok {
		return &draw.Staged{Aims: []rules.Aim{f.Aim}}
	}
	return nil
}

// When names the round.
func (v reading) When() string { return v.round(v.Round) }

// ShownBefore reports whether the fact is an attack, whose line joins the places of both before it.
func (v reading) ShownBefore(f game.Fact) bool { return staged(f) != nil }

// Public draws the board for everybody, with the line of an attack or the news.
func (v reading) Public(marked game.Fact, news []game.Fact) (render.Public, error) {
	if attack := staged(marked); attack != nil {
		return v.paint().Measured(v.View, attack)
	}
	return v.paint().Public(v.View, draw.Tell(news))
}

// Private draws the board for the reader's seat, with the line of an attack.
func (v reading) Private(marked game.Fact, news []game.Fact) (render.Private, error) {
	return v.paint().Private(v.View, staged(marked), draw.Tell(news))
}

// Opened draws the board with everything that a referee opened.
func (v reading) Opened([]game.Fact) ([]byte, error) {
	return render.Draw(v.draw.Scene(v.View, nil, draw.News{}))
}

// Alt describes the board.
func (v reading) Alt([]game.Fact) string { return v.draw.Alt(v.View) }

// Sealed compares the decks opened at the end with the commitments of the start.
func (w history) Sealed(told []game.Fact) (seals []string, err error) {
	for _, f := range told {
		switch f := f.(type) {
		case rules.Began:
			for i, hash := range f.Decks {
				seals = append(seals, w.Say("-# The deck of %s is sealed as `%s`", bot.SideName(game.Seat(i+1)), hash))
			}
		case rules.DecksOpened:
			for i := range seals {
				seals[i] += w.Say(", its salt is `%s`", f.Salts[i])
			}
		}
	}
	_, err = rules.CheckDecks(told)
	return seals, err
}
