package downsync

import (
	"fmt"
	"strings"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/game/plane"
	"downsync/game/table"

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// Measuring: anybody may measure anything at any time (R1.6), privately and from what they know.

// Queries are the commands that ask something of a match.
func (Forms) Queries() []bot.Command {
	return []bot.Command{{Name: "know",
		Description: "What each enemy contact can still be, and what the enemy can know of you; for your eyes only"}, showCommand(),
		boardCommand(), {Name: "measure", Description: "Measure: distance, line of sight, concealment and chances, for your eyes only",
			Options: []bot.CommandOption{
				{Name: "from", Description: "A piece like A1 or A3.2, or a point like 12.5,30", Kind: bot.StringOption, Required: true},
				{Name: "to", Description: "A piece like B2, or a point like 12.5,30", Kind: bot.StringOption, Required: true},
				{Name: "standing", Description: "As if the first piece stood at this point", Kind: bot.StringOption},
			}}}
}

// Query answers from the seat's view.
func (f Forms) Query(p table.Private, command string, o map[string]string) (bot.Letter, error) {
	switch command {
	case "know":
		return knowledgeLetter(f, p), nil
	case "show":
		return showLetter(f, p, o)
	case "board":
		return boardLetter(f, p, o)
	}
	v := reads(f, p.View, p.Meta)
	text, line, err := measured(v, o)
	if err != nil {
		return bot.Letter{}, err
	}
	return f.pictured(v, p.Seat, &draw.Staged{Line: &line}, text)
}

// QueryPublic answers from what everybody sees; a picture for one pair of eyes would not be public.
func (f Forms) QueryPublic(p table.Public, command string, o map[string]string) (bot.Notice, error) {
	v := reads(f, p.View, p.Meta)
	var text string
	var err error
	switch command {
	case "know":
		return bot.Notice{Message: bot.Message{Blocks: panel(bothKnown(v, p.Facts))}}, nil
	case "show":
		text, err = showPublic(v, o)
	case "board":
		text, err = boardText(v, 0, o)
		return bot.Notice{Message: bot.Message{Blocks: []bot.Block{bot.Text(text)}}}, err
	default:
		text, _, err = measured(v, o)
	}
	return bot.Notice{Message: bot.Message{Blocks: panel(text)}}, err
}

// withPicture is a text with a picture of the same.
func withPicture(text string, png []byte) bot.Message {
	return page.Picture(text, png, unmarked(text))
}

var marks = strings.NewReplacer("-# ", "", "### ", "", "## ", "", "**", "", "• ", "")

// unmarked is a text as a picture's description, in which Discord's marks would be read out as they stand.
func unmarked(text string) string { return bot.Clip(marks.Replace(text), draw.MaxAlt) }

// measured says what lies between two ends, and what could be done across it.
func measured(v reading, o map[string]string) (string, draw.Line, error) {
	from, err := v.Spots(o["from"])
	if err != nil {
		return "", draw.Line{}, err
	}
	to, err := v.Spots(o["to"])
	if err != nil {
		return "", draw.Line{}, err
	}
	if at := o["standing"]; at != "" {
		pt, err := plane.ParsePoint(strings.ReplaceAll(at, " ", ""))
		if err != nil {
			return "", draw.Line{}, err
		}
		for i := range from {
			from[i] = from[i].At(pt)
		}
		v.View = v.Standing(from[0].Ref, pt)
	}
	m := v.Measure(from, to)
	text, line := v.distance(m)
	for _, s := range across(v, m) {
		text += "\n" + s
	}
	return text, line, nil
}

// distance says a measurement in words, with the line that shows it.
func (v reading) distance(m rules.Measure) (string, draw.Line) {
	var b strings.Builder
	b.WriteString(v.Say("**%s** to **%s**: **%s\"**%s", spotName(v, m.From), spotName(v, m.To), m.Gap.String(), v.Text(bands[m.Band])))
	b.WriteString("\n" + v.Say("Line of sight: **%s**, %s", v.Text(word(m.LOS, "yes", "no")),
		v.Text(word(m.Concealed, "**concealed**", "not concealed"))))
	for _, why := range m.Why {
		b.WriteString("\n-# " + v.Retell(why))
	}
	return b.String(), draw.Line{From: m.Line[0], To: m.Line[1], Gap: m.Gap, Clear: m.LOS, Concealed: m.Concealed}
}

func spotName(v reading, s rules.Spot) string {
	if s.Ref == (rules.Ref{}) {
		return s.Disc.At.String()
	}
	return name(v, s.Ref)
}

// across are the chances of each action of the one on the other, and why the others cannot be used.
func across(v reading, m rules.Measure) []string {
	var out, not []string
	for _, c := range v.Chances(m.From.Ref, m.To.Ref) {
		if c.Why != nil {
			not = append(not, fmt.Sprintf("-# **%s**: %s", c.Name, bot.Refused(v.Language, c.Why)))
			continue
		}
		s := v.Say("%s needs %d: %s", c.Name, c.Need, percent(v.Language, c.Odds))
		if c.Kill != nil {
			s += v.Say(", through countermeasures %s", percent(v.Language, *c.Kill))
		}
		if c.At != nil {
			s += v.Say(", aimed at %s", c.At)
		}
		out = append(out, s)
	}
	return append(out, not...)
}
