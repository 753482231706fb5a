package syndicate

import (
	"cmp"
	"strings"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/game"
	"downsync/game/table"
	"downsync/render"

	rules "downsync/game/syndicate"
	draw "downsync/render/syndicate"
)

// history shows past events, in words and on boards.
type history struct{ Forms }

// Log puts facts into words with their rules.
func (w history) Log(view game.View, m table.Meta, facts []game.Fact) []string {
	return telling{w.reads(view, m)}.teller().Log(barrens(facts))
}

// Plainly is Log without the rules.
func (w history) Plainly(view game.View, m table.Meta, facts []game.Fact) []string {
	return telling{w.reads(view, m)}.teller().Plainly(barrens(facts))
}

// maxRule is the length of the quotation of a rule on a ruling card, in characters.
const maxRule = 400

// ruling returns the text of a ruling card: the fact with everything that contributed to it, and the rule that it follows from.
func (v reading) ruling(facts []game.Fact, n int) string {
	f := facts[n-1]
	lines := []string{v.Say("**Event %d**, %s", n, v.round(roundOf(facts[:n]))), cmp.Or(telling{v}.line(f), v.Text("Nothing that the log tells in words."))}
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
	if dice := (telling{v}).teller().Dice(facts, n, ", "); dice != "" {
		lines = append(lines, dice)
	}
	for _, number := range v.cites(f) {
		if e := numbered.Numbered(number); e.Number != "" {
			lines = append(lines, v.rule(e, maxRule))
		}
	}
	return bot.Clip(strings.Join(lines, "\n"), maxTold)
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
			if line := (telling{v}).line(f); line != "" {
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

// Ruling returns the card of the nth fact that everybody was told.
func (w history) Ruling(before, after table.Public, n int) (bot.Notice, error) {
	v := w.reads(after.View, after.Meta)
	pic, err := v.paint().Public(v.View, draw.News{})
	return bot.Notice{Message: page.Picture(v.ruling(after.Facts, n), pic.PNG, v.draw.Alt(v.View))}, err
}

// RulingOwn returns the card of the nth fact that the seat was told, on its own board.
func (w history) RulingOwn(before, after table.Private, n int) (bot.Letter, error) {
	v := w.reads(after.View, after.Meta)
	at, st := v, staged(after.Facts[n-1])
	if st != nil && before.View != nil {
		at = w.reads(before.View, after.Meta)
	}
	pic, err := v.paint().Private(at.View, st, draw.News{})
	return bot.Letter{Seat: pic.Seat, Message: page.Picture(v.ruling(after.Facts, n), pic.PNG, v.draw.Alt(v.View))}, err
}

// Disclosed shows what was disclosed to a referee.
func (w history) Disclosed(o table.Opened, m table.Meta) (bot.Message, error) {
	v := w.reads(o.View, m)
	png, err := render.Draw(v.draw.Scene(v.View, nil, draw.News{}))
	lines := telling{v}.told(o.Facts)
	text := telling{v}.teller().Newest(lines, len(lines), maxTold-200)
	return page.Picture(cmp.Or(text, v.Text("Nothing that the log tells in words.")), png, v.draw.Alt(v.View)), err
}

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

// PrivateThen returns the match as a seat saw it at a moment of the past.
func (w history) PrivateThen(p table.Private, m table.Moment) (bot.Letter, error) {
	v := w.reads(p.View, p.Meta)
	pic, err := v.paint().Private(v.View, nil, draw.Tell(p.Facts))
	return bot.Letter{Seat: pic.Seat, Message: page.Picture(v.then(m, p.Facts), pic.PNG, v.draw.Alt(v.View))}, err
}

// PublicThen returns the match as everybody saw it then.
func (w history) PublicThen(p table.Public, m table.Moment) (bot.Notice, error) {
	v := w.reads(p.View, p.Meta)
	pic, err := v.paint().Public(v.View, draw.Tell(p.Facts))
	return bot.Notice{Message: page.Picture(v.then(m, p.Facts), pic.PNG, v.draw.Alt(v.View))}, err
}

func (v reading) then(m table.Moment, facts []game.Fact) string {
	return bot.Clip(telling{v}.teller().Moment(m, v.round(v.Round), facts), bot.LongestText)
}
