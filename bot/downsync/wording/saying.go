package wording

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"downsync/bot/lang"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// How lengths, pieces, actions and chances are said.

// Voice is a language that rounds lengths and places to a tenth of an inch, because a real table is no more exact. Orders and
// /measure stay exact: they pass their figures as text.
type Voice struct{ lang.Language }

// Say fills in the arguments, rounded.
func (v Voice) Say(format game.Text, args ...any) string {
	return v.Language.Say(format, page.Each(args, func(arg any) any {
		switch x := arg.(type) {
		case plane.Inch:
			return v.Number(Tenths(x).String())
		case plane.Point:
			return TenthsAt(x)
		}
		return arg
	})...)
}

// When returns the text if is holds, otherwise "".
func (v Voice) When(is bool, format game.Text, args ...any) string {
	if !is {
		return ""
	}
	return v.Say(format, args...)
}

// TenthsAt rounds both coordinates to a tenth of an inch.
func TenthsAt(p plane.Point) plane.Point { return plane.Point{X: Tenths(p.X), Y: Tenths(p.Y)} }

// Percent words a chance, as a range if it depends on hidden tokens.
func Percent(t lang.Language, o rules.Odds) string {
	if o.Low == o.High {
		return fmt.Sprintf("%d%%", o.Low)
	}
	return t.Say("%d to %d%%", o.Low, o.High)
}

// emergency replaces the words that an edition calls otherwise: Hardened is Emergency there (V18).
var emergency = strings.NewReplacer("a hardened", "an emergency", "A hardened", "An emergency", "hardened", "emergency", "Hardened",
	"Emergency")

// InEdition rewords a text for the edition. Never use it on orders, which are the same in both.
func InEdition(edition, text string) string {
	if rules.EditionNamed(edition).Emergency() {
		return emergency.Replace(text)
	}
	return text
}

// Tenths rounds to a tenth of an inch, which is exact enough for words. /measure shows exact figures.
func Tenths(d plane.Inch) plane.Inch { return (d + 50) / 100 * 100 }

// Either returns the first text if yes holds, otherwise the second.
func Either(yes bool, a, b game.Text) game.Text {
	if yes {
		return a
	}
	return b
}

// ActionName returns the name of an action on the cards. An id means the same action on every card.
func ActionName(cat *cards.Catalogue, id string) string {
	for _, u := range cat.All() {
		if a, ok := u.Action(id); ok {
			return a.Name
		}
	}
	return id
}

// And joins names: "A1, A2 and A3".
func And(t lang.Language, names []string) string {
	if n := len(names) - 1; n > 0 {
		return t.Say("%s and %s", strings.Join(names[:n], ", "), names[n])
	}
	return strings.Join(names, "")
}

// What a phone shows at once: lines of news, and the characters in one of them and in all. The rest is behind a button.
const (
	NewsLines, newsLine = 2, 160
	mostNews            = 240
)

// clipped shortens a line to that many characters. It keeps the end of the line from its only bold words on, if they are the
// result of a roll. A line with more bold words, such as a list of Units, is cut at the end: otherwise the words at its end
// would follow a piece that they do not belong to.
func clipped(line string, most int) string {
	at := strings.LastIndex(line, " **")
	if at < 0 || utf8.RuneCountInString(line) <= most || utf8.RuneCountInString(line[at:]) > most/3 || strings.Count(line, "**") > 2 {
		short := wire.Clip(line, most)
		if strings.Count(short, "**")%2 != 0 { // the cut went through a name in bold
			short = strings.TrimRight(short[:strings.LastIndex(short, "**")], " ,") + "…"
		}
		return short
	}
	return wire.Clip(line[:at], most-utf8.RuneCountInString(line[at:])) + line[at:]
}
