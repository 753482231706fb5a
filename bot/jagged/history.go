package jagged

import (
	"cmp"
	"strings"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/game"
	"downsync/game/table"
	"downsync/render"

	rules "downsync/game/jagged"
	draw "downsync/render/jagged"
)

// history shows past events, in words and on boards.
type history struct{ Forms }

// Log puts facts into words with their rules.
func (w history) Log(view game.View, m table.Meta, facts []game.Fact) []string {
	return telling{w.reads(view, m)}.teller().Log(facts)
}

// Plainly is Log without the rules.
func (w history) Plainly(view game.View, m table.Meta, facts []game.Fact) []string {
	return telling{w.reads(view, m)}.teller().Plainly(facts)
}

// maxRule is the length of the quotation of a rule on a ruling card, in characters.
const maxRule = 400

// ruling returns the text of a ruling card: the fact with everything that contributed to it, and the rule that it follows from.
func (v reading) ruling(facts []game.Fact, n int) string {
	f := facts[n-1]
	lines := []string{v.Say("**Event %d**, %s", n, v.round(v.Round)), cmp.Or(telling{v}.line(f), v.Text("Nothing that the log tells in words."))}
	switch f := f.(type) {
	case rules.AttackRolled:
		lines = append(lines, v.aim(f.Aim), v.Say("-# The D100 shows %d.", f.Face))
	case rules.TriedToDisengage:
		if !f.Auto {
			lines = append(lines, "-# "+v.sum(rules.Aim{SR: f.Need - total(f.Parts), Parts: f.Parts, Need: f.Need}))
		}
	}
	if dice := (telling{v}).teller().Dice(facts, n, ", "); dice != "" {
		lines = append(lines, dice)
	}
	for _, number := range follows.Of(f) {
		if e := numberedRules.Numbered(number); e.Number != "" {
			lines = append(lines, "**"+e.Number+"** · "+bot.Clip(v.inShort(e), maxRule))
		}
	}
	return bot.Clip(strings.Join(lines, "\n"), maxTold)
}

func total(parts []rules.Part) int {
	n := 0
	for _, p := range parts {
		n += p.N
	}
	return n
}

// attacked draws the line of an attack, between the places of both models before it.
func (v reading) attacked(f game.Fact) *draw.Staged {
	if f, ok := f.(rules.AttackRolled); ok {
		return &draw.Staged{Aims: []draw.Aim{v.seen(f.Aim)}}
	}
	return nil
}

// Ruling returns the card of the nth fact that everybody was told.
func (w history) Ruling(before, after table.Public, n int) (bot.Notice, error) {
	v := w.reads(after.View, after.Meta)
	b := v.battle()
	pic, err := v.paint().Public(b, draw.News{})
	return bot.Notice{Message: page.Picture(v.ruling(after.Facts, n), pic.PNG, v.draw.Alt(b))}, err
}

// RulingOwn returns the card of the nth fact that the seat was told, on its own board.
func (w history) RulingOwn(before, after table.Private, n int) (bot.Letter, error) {
	v := w.reads(after.View, after.Meta)
	at := v
	if _, ok := after.Facts[n-1].(rules.AttackRolled); ok && before.View != nil {
		at = w.reads(before.View, after.Meta)
	}
	b := at.battle()
	pic, err := v.paint().Private(b, at.attacked(after.Facts[n-1]), draw.News{})
	return bot.Letter{Seat: pic.Seat, Message: page.Picture(v.ruling(after.Facts, n), pic.PNG, v.draw.Alt(b))}, err
}

// Disclosed shows what was disclosed to a referee.
func (w history) Disclosed(o table.Opened, m table.Meta) (bot.Message, error) {
	v := w.reads(o.View, m)
	b := v.battle()
	png, err := render.Draw(v.draw.Scene(b, nil, draw.News{}))
	lines := telling{v}.told(o.Facts)
	text := telling{v}.teller().Newest(lines, len(lines), maxTold-200)
	return page.Picture(cmp.Or(text, v.Text("Nothing that the log tells in words.")), png, v.draw.Alt(b)), err
}

// Sealed returns nothing to compare: the host keeps sealed answers itself, and publishes them when they are opened.
func (history) Sealed([]game.Fact) (seals []string, err error) { return nil, nil }

// PrivateThen returns the match as a seat saw it at a moment of the past.
func (w history) PrivateThen(p table.Private, m table.Moment) (bot.Letter, error) {
	v := w.reads(p.View, p.Meta)
	b := v.battle()
	pic, err := v.paint().Private(b, nil, draw.NewsOf(v.Viewer, p.Facts))
	return bot.Letter{Seat: pic.Seat, Message: page.Picture(v.then(m, p.Facts), pic.PNG, v.draw.Alt(b))}, err
}

// PublicThen returns the match as everybody saw it then.
func (w history) PublicThen(p table.Public, m table.Moment) (bot.Notice, error) {
	v := w.reads(p.View, p.Meta)
	b := v.battle()
	pic, err := v.paint().Public(b, draw.NewsOf(v.Viewer, p.Facts))
	return bot.Notice{Message: page.Picture(v.then(m, p.Facts), pic.PNG, v.draw.Alt(b))}, err
}

func (v reading) then(m table.Moment, facts []game.Fact) string {
	return bot.Clip(telling{v}.teller().Moment(m, v.round(v.Round), facts), bot.LongestText)
}
