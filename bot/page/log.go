package page

import (
	"strconv"
	"strings"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/facts"
	"downsync/game/table"
)

// Teller puts the facts of a match into words.
type Teller struct {
	Lang lang.Language
	// Line returns the words for one fact, "" if it needs none.
	Line func(game.Fact) string
	// Cites returns the numbers of the rules that a fact follows from.
	Cites func(game.Fact) []string
	// Prepare marks facts whose words depend on those beside them, for a log; nil: there are none.
	Prepare func([]game.Fact) []game.Fact
}

// prepared are the facts as a log says them.
func (t Teller) prepared(facts []game.Fact) []game.Fact {
	if t.Prepare == nil {
		return facts
	}
	return t.Prepare(facts)
}

// longestLine limits one line of news, in characters.
const longestLine = 300

// Plainly puts facts into words without their rules, one line for each.
func (t Teller) Plainly(facts []game.Fact) []string {
	out := make([]string, len(facts))
	for i, f := range t.prepared(facts) {
		out[i] = t.struck(f, t.Line)
	}
	return out
}

// struck returns a line about a fact, struck through if the fact was taken back later.
func (t Teller) struck(f game.Fact, line func(game.Fact) string) string {
	void, is := f.(game.Void)
	if !is {
		return line(f)
	}
	if s := line(void.Fact); s != "" {
		return "~~" + s + "~~"
	}
	return ""
}

// Told returns the lines of facts for a page's news, without facts that were taken back.
func (t Teller) Told(facts []game.Fact) []string {
	var out []string
	for _, f := range facts {
		if _, void := f.(game.Void); void {
			continue
		}
		if s := t.Line(f); s != "" {
			out = append(out, "• "+wire.Clip(s, longestLine))
		}
	}
	return out
}

// Newest joins the last lines, at most n lines and that many characters, and says first how many earlier ones there are and where.
func (t Teller) Newest(lines []string, n, characters int) string {
	from, size := len(lines), 60 // of the line about earlier lines
	for from > 0 && len(lines)-from < n {
		size += len([]rune(lines[from-1])) + 1
		if size > characters {
			break
		}
		from--
	}
	out := lines[from:]
	if from > 0 {
		out = append([]string{t.Lang.Say("-# %d earlier {line is|lines are} in `/match log`.", from)}, out...)
	}
	return strings.Join(out, "\n")
}

// Log puts facts into words with the rules that they follow from, one line for each; "" if a fact needs no words.
func (t Teller) Log(facts []game.Fact) []string {
	out := make([]string, len(facts))
	for i, f := range t.prepared(facts) {
		out[i] = t.struck(f, func(f game.Fact) string {
			s := t.Line(f)
			if s != "" && len(t.Cites(f)) > 0 {
				s += " *" + strings.Join(t.Cites(f), " ") + "*"
			}
			return s
		})
	}
	return out
}

// Dice returns the positions of the nth fact's dice in their seeded stream, counting the dice that the reader was told, and their
// faces separated by between; "" if the fact has none.
func (t Teller) Dice(told []game.Fact, n int, between string) string {
	stream, faces := facts.DiceOf(told[n-1])
	if len(faces) == 0 {
		return ""
	}
	first := 1
	for _, f := range told[:n-1] {
		if s, old := facts.DiceOf(f); s == stream {
			first += len(old)
		}
	}
	last, shown := first+len(faces)-1, strings.Join(Each(faces, strconv.Itoa), between)
	if stream == 0 {
		return t.Lang.Say("Dice %d to %d of the public ones: %s.", first, last, shown)
	}
	return t.Lang.Say("Dice %[2]d to %[3]d of %[1]s's own: %[4]s.", bot.SideName(stream), first, last, shown)
}

// longestMoment limits the words of Moment about a step, in characters.
const longestMoment = 3500

// Moment describes what had just happened at a moment of the past. when is the game's own time, such as its round; facts holds
// everything that the reader had been told until then.
func (t Teller) Moment(m table.Moment, when string, facts []game.Fact) string {
	lines := t.Told(facts[m.First-1 : m.Last])
	return strings.TrimSpace(t.Lang.Say("**Step %d** of what you saw: %s, <t:%d:f>", m.Step, when, m.At.Unix()) + "\n" +
		t.Newest(lines, len(lines), longestMoment))
}
