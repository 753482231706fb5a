package downsync

import (
	"downsync/bot"
	"fmt"
	"strings"
	"unicode/utf8"

	"downsync/bot/lang"
	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/plane"

	rules "downsync/game/downsync"
)

// How lengths, pieces, actions and chances are said.

// voice is a language that rounds lengths and places to a tenth of an inch: a table is no more exact. Orders are exact, and so
// is /measure, which says its figures as text.
type voice struct{ lang.Language }

// Say fills the rounded arguments in.
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

// when says the text if is holds, else "".
func (v voice) when(is bool, format game.Text, args ...any) string {
	if !is {
		return ""
	}
	return v.Say(format, args...)
}

// tenthsAt rounds both coordinates.
func tenthsAt(p plane.Point) plane.Point { return plane.Point{X: tenths(p.X), Y: tenths(p.Y)} }

// percent says a chance, from … to … where it depends on tokens that are hidden.
func percent(t lang.Language, o rules.Odds) string {
	if o.Low == o.High {
		return fmt.Sprintf("%d%%", o.Low)
	}
	return t.Say("%d to %d%%", o.Low, o.High)
}

// emergency has the words that edition 4.2 uses instead: what was Hardened is Emergency (V18).
var emergency = strings.NewReplacer("a hardened", "an emergency", "A hardened", "An emergency", "hardened", "emergency", "Hardened",
	"Emergency")

// inEdition rewords a text for the edition. Orders are the same in both, so they must not go through it.
func inEdition(edition, text string) string {
	if edition == rules.Edition42 {
		return emergency.Replace(text)
	}
	return text
}

// tenths rounds to a tenth of an inch, exact enough for words. /measure gives exact figures.
func tenths(d plane.Inch) plane.Inch { return (d + 50) / 100 * 100 }

// word is the first text if it holds, otherwise the second.
func word(yes bool, a, b game.Text) game.Text {
	if yes {
		return a
	}
	return b
}

// actionName returns an action's name on the cards; ids are the same on each.
func actionName(cat *cards.Catalogue, id string) string {
	for _, u := range cat.All() {
		if a, ok := u.Action(id); ok {
			return a.Name
		}
	}
	return id
}

// name returns a piece's label with its card's name.
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

// actor returns the piece in its activation, if any.
func actor(v reading) rules.Piece {
	if v.Acting == nil {
		return rules.Piece{}
	}
	p, _ := v.Piece(v.Acting.Label)
	return p
}

// What a phone shows at once, in lines and characters: of the news, of a line of them, of all of them, of a question, of what stands
// below it. The rest is behind a button.
const (
	newsLines, newsLine   = 2, 160
	mostNews              = 240
	mostHeading, mostText = 120, 160
)

// brief cuts a text after so many characters, where a line or a sentence ends. The first sentence stays whole.
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

// cut tells of a line that it was shortened.
func cut(line string) bool { return strings.Contains(line, "…") }

// clipped shortens a line to so many characters. What comes of a roll is all that its line has in bold, and stays. Where more is bold, as
// in a list of Units, the end would stand beside a piece that it does not belong to.
func clipped(line string, most int) string {
	at := strings.LastIndex(line, " **")
	if at < 0 || utf8.RuneCountInString(line) <= most || utf8.RuneCountInString(line[at:]) > most/3 || strings.Count(line, "**") > 2 {
		short := bot.Clip(line, most)
		if strings.Count(short, "**")%2 != 0 { // the cut went through a name in bold
			short = strings.TrimRight(short[:strings.LastIndex(short, "**")], " ,") + "…"
		}
		return short
	}
	return bot.Clip(line[:at], most-utf8.RuneCountInString(line[at:])) + line[at:]
}
