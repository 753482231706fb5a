package downsync

import (
	"fmt"
	"strings"

	"downsync/bot"
	"downsync/game/downsync/plane"
	"downsync/game/table"

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// Measuring: anybody may measure anything at any time (R1.6), privately and from what they know.

// Queries are the commands that ask something of a match.
func (Forms) Queries() []bot.Command {
	return []bot.Command{{Name: "measure", Description: wordMeasure, Options: []bot.CommandOption{
		{Name: "from", Description: wordMeasureFrom, Kind: bot.StringOption, Required: true},
		{Name: "to", Description: wordMeasureTo, Kind: bot.StringOption, Required: true},
		{Name: "standing", Description: wordMeasureAt, Kind: bot.StringOption},
	}}}
}

// Query answers from the seat's view.
func (f Forms) Query(p table.Private, _ string, o map[string]string) (bot.Letter, error) {
	v := view(p.View)
	text, line, err := measured(v, o)
	if err != nil {
		return bot.Letter{}, err
	}
	pic, err := f.paint().Private(v, &draw.Staged{Line: &line})
	if err != nil {
		return bot.Letter{}, err
	}
	if pic.Seat != p.Seat {
		return bot.Letter{}, fmt.Errorf("a picture of seat %d for seat %d", pic.Seat, p.Seat)
	}
	return bot.Letter{Seat: p.Seat, Message: withPicture(text, pic.PNG)}, nil
}

// QueryPublic answers from what everybody sees; a picture for one pair of eyes would not be public.
func (f Forms) QueryPublic(p table.Public, _ string, o map[string]string) (bot.Notice, error) {
	text, _, err := measured(view(p.View), o)
	return bot.Notice{Message: bot.Message{Blocks: []bot.Block{bot.Text(text)}}}, err
}

func withPicture(text string, png []byte) bot.Message {
	return bot.Message{Blocks: []bot.Block{bot.Text(text), bot.Picture{File: 0, Alt: bot.Clip(text, draw.MaxAlt)}}, Files: []bot.File{{Name: fileName(), Data: png}}}
}

// measured says what lies between two ends, and what could be done across it.
func measured(v rules.View, o map[string]string) (string, draw.Line, error) {
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
		v = v.Standing(from[0].Ref, pt)
	}
	m := v.Measure(from, to)
	var b strings.Builder
	fmt.Fprintf(&b, wordGap, spotName(v, m.From), spotName(v, m.To), m.Gap, band(m))
	fmt.Fprintf(&b, "\n"+wordSeen, word(m.LOS, wordYes, wordNo), word(m.Concealed, wordIsConcealed, wordNotConcealed))
	for _, why := range m.Why {
		b.WriteString("\n-# " + why)
	}
	for _, line := range across(v, m) {
		b.WriteString("\n" + line)
	}
	return b.String(), draw.Line{From: m.Line[0], To: m.Line[1], Clear: m.LOS}, nil
}

func spotName(v rules.View, s rules.Spot) string {
	if s.Ref == (rules.Ref{}) {
		return s.Disc.At.String()
	}
	return name(v, s.Ref)
}

// band names the range band, with its modifier (R21.5).
func band(m rules.Measure) string {
	switch {
	case plane.Under(m.From.Disc, m.To.Disc, plane.In(6)):
		return wordShort
	case plane.Over(m.From.Disc, m.To.Disc, plane.In(16)):
		return wordLong
	}
	return ""
}

// across are the chances of each action of the one on the other.
func across(v rules.View, m rules.Measure) []string {
	me, ok := v.Piece(m.From.Ref.Label)
	it, there := v.Piece(m.To.Ref.Label)
	if !ok || !there || me.IsPing() || me.Seat == it.Seat {
		return nil
	}
	var out []string
	for _, a := range v.Cards().Must(me.Unit).Actions {
		if !a.Unlimited && !plane.Within(m.From.Disc, m.To.Disc, plane.In(a.Range)) {
			continue
		}
		odds, ok := v.TryAct(m.From.Ref, a.ID, m.To.Ref, false)
		if !ok {
			continue
		}
		s := fmt.Sprintf(wordChance, a.Name, odds.Need, percent(odds))
		if kill, ok := v.TryKill(m.From.Ref, a.ID, m.To.Ref); ok {
			s += fmt.Sprintf(wordThrough, percent(kill))
		}
		out = append(out, s)
	}
	return out
}
