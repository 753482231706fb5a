package downsync

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// How lengths, pieces, actions and chances are said.

// voice is a language that rounds lengths and places to a tenth of an inch, because a real table is no more exact. Orders and
// /measure stay exact: they pass their figures as text.
type voice struct{ lang.Language }

// Say fills in the arguments, rounded.
func (v voice) Say(format game.Text, args ...any) string {
	return v.Language.Say(format, each(args, func(arg any) any {
		switch x := arg.(type) {
		case plane.Inch:
			return v.Number(tenths(x).String())
		case plane.Point:
			return tenthsAt(x)
		}
		return arg
	})...)
}

// when returns the text if is holds, otherwise "".
func (v voice) when(is bool, format game.Text, args ...any) string {
	if !is {
		return ""
	}
	return v.Say(format, args...)
}

// tenthsAt rounds both coordinates to a tenth of an inch.
func tenthsAt(p plane.Point) plane.Point { return plane.Point{X: tenths(p.X), Y: tenths(p.Y)} }

// percent words a chance, as a range if it depends on hidden tokens.
func percent(t lang.Language, o rules.Odds) string {
	if o.Low == o.High {
		return fmt.Sprintf("%d%%", o.Low)
	}
	return t.Say("%d to %d%%", o.Low, o.High)
}

// emergency replaces the words that an edition calls otherwise: Hardened is Emergency there (V18).
var emergency = strings.NewReplacer("a hardened", "an emergency", "A hardened", "An emergency", "hardened", "emergency", "Hardened",
	"Emergency")

// inEdition rewords a text for the edition. Never use it on orders, which are the same in both.
func inEdition(edition, text string) string {
	if rules.EditionNamed(edition).Emergency() {
		return emergency.Replace(text)
	}
	return text
}

// tenths rounds to a tenth of an inch, which is exact enough for words. /measure shows exact figures.
func tenths(d plane.Inch) plane.Inch { return (d + 50) / 100 * 100 }

// word returns the first text if yes holds, otherwise the second.
func word(yes bool, a, b game.Text) game.Text {
	if yes {
		return a
	}
	return b
}

// actionName returns the name of an action on the cards. An id means the same action on every card.
func actionName(cat *cards.Catalogue, id string) string {
	for _, u := range cat.All() {
		if a, ok := u.Action(id); ok {
			return a.Name
		}
	}
	return id
}

// name returns a piece's label, followed by the card's name if the piece is revealed.
func name(v reading, r rules.Ref) string {
	if p, ok := v.Piece(r.Label); ok && !p.IsPing() {
		return r.String() + " " + v.Cards().Must(p.Unit).Name
	}
	return r.String()
}

// and joins names: "A1, A2 and A3".
func and(t lang.Language, names []string) string {
	if n := len(names) - 1; n > 0 {
		return t.Say("%s and %s", strings.Join(names[:n], ", "), names[n])
	}
	return strings.Join(names, "")
}

// actor returns the piece in its activation, the zero piece if there is none.
func actor(v reading) rules.Piece {
	if v.Acting == nil {
		return rules.Piece{}
	}
	p, _ := v.Piece(v.Acting.Label)
	return p
}

// What a phone shows at once: lines of news, characters in one of them and in all of them, characters of a question and of
// the text below it. The rest is behind a button.
const (
	newsLines, newsLine   = 2, 160
	mostNews              = 240
	mostHeading, mostText = 120, 160
)

// brief cuts a text at the end of a line or a sentence, after at most that many characters. The first sentence stays whole.
func brief(text string, most int) (first, rest string) {
	end := 0
	for i, r := range text + "\n" {
		stop := r == '\n' || r == ' ' && strings.ContainsRune(".?!", rune(text[i-1]))
		if !stop {
			continue
		}
		if end > 0 && utf8.RuneCountInString(text[:i]) > most {
			break
		}
		end = i
	}
	return text[:end], strings.TrimSpace(text[end:])
}

// cut reports whether the line was shortened.
func cut(line string) bool { return strings.Contains(line, "…") }

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
