package jagged

import (
	"cmp"
	"strings"

	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/jagged"
	"downsync/game/table"
	"downsync/render"
	draw "downsync/render/jagged"
)

// history shows past events, in words and on boards.
type history struct{ page.Past }

func (w Forms) history() history {
	return history{page.Past{Read: func(v game.View, m table.Meta) page.Reading { return w.reads(v, m) }}}
}

// maxRule is the length of the quotation of a rule on a ruling card, in characters.
const maxRule = 400

// Ruling returns the text of a ruling card: the fact with everything that contributed to it, and its rule.
func (v reading) Ruling(facts []game.Fact, n int, number game.Number) string {
	f := facts[n-1]
	lines := []string{v.Say("**Event %s**, %s", number, v.round(v.Round)), cmp.Or(factRows.Line(v, f), v.Text("Nothing that the log tells in words."))}
	switch f := f.(type) {
	case rules.AttackRolled:
		lines = append(lines, v.aim(f.Aim), v.Say("-# The D100 shows %d.", f.Face))
	case rules.TriedToDisengage:
		if !f.Auto {
			lines = append(lines, "-# "+v.sum(rules.Aim{SR: f.Need - total(f.Parts), Parts: f.Parts, Need: f.Need}))
		}
	}
	if dice := v.Teller().Dice(facts, n, ", "); dice != "" {
		lines = append(lines, dice)
	}
	for _, number := range factRows.Cites(v, f) {
		if e := numberedRules.Numbered(number); e.Number != "" {
			lines = append(lines, "**"+e.Number+"** · "+wire.Clip(v.inShort(e), maxRule))
		}
	}
	return strings.Join(lines, "\n")
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

// When names the round.
func (v reading) When() string { return v.round(v.Round) }

// ShownBefore reports whether the fact is an attack, whose line joins the places of both before it.
func (v reading) ShownBefore(f game.Fact) bool {
	_, attack := f.(rules.AttackRolled)
	return attack
}

// Public draws the board for everybody, with the line of an attack or the news.
func (v reading) Public(marked game.Fact, news []game.Fact) (render.Public, error) {
	if attack := v.attacked(marked); attack != nil {
		return v.paint().Measured(v.battle(), attack)
	}
	return v.paint().Public(v.battle(), draw.NewsOf(v.Viewer, news))
}

// Private draws the board for the reader's seat, with the line of an attack.
func (v reading) Private(marked game.Fact, news []game.Fact) (render.Private, error) {
	return v.paint().Private(v.battle(), v.attacked(marked), draw.NewsOf(v.Viewer, news))
}

// Opened draws the board with everything that a referee opened.
func (v reading) Opened([]game.Fact) ([]byte, error) {
	return render.Draw(v.draw.Scene(v.battle(), nil, draw.News{}))
}

// Alt describes the board.
func (v reading) Alt([]game.Fact) string { return v.draw.Alt(v.battle()) }

// Sealed returns nothing to compare: the host keeps sealed answers itself, and publishes them when they are opened.
func (history) Sealed([]game.Fact) (seals []string, err error) { return nil, nil }
