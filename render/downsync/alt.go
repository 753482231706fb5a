package downsync

import (
	"strings"

	rules "downsync/game/downsync"
)

// MaxAlt is the longest description of a picture, in characters.
const MaxAlt = 1024

// Alt says the position in words, from that view only, in at most MaxAlt characters.
func (l Look) Alt(v rules.View) string {
	var b strings.Builder
	b.WriteString(l.say(wordAltHead, l.moment(v), l.status(v), v.VP[0], v.VP[1], v.CP[0], v.CP[1]))
	left := 0
	for _, p := range v.Pieces {
		if len(p.Bases) == 0 {
			continue
		}
		s := " " + l.describe(v, p)
		if left > 0 || b.Len()+len(s) > MaxAlt-40 {
			left++
			continue
		}
		b.WriteString(s)
	}
	if left > 0 {
		b.WriteString(l.say(wordAltMore, left))
	}
	return b.String()
}

func (l Look) describe(v rules.View, p rules.Piece) string {
	name := l.contact(p.Sig)
	if !p.IsPing() {
		name = v.Cards().Must(p.Unit).Name
	}
	var at []string
	for _, base := range p.Bases {
		at = append(at, base.Point.String())
	}
	s := l.say(wordAltAt, p.Label, name, strings.Join(at, l.say(wordAnd)))
	if p.Activated {
		s += l.say(wordAltDone)
	}
	return s + "."
}

// moment says how far the match is.
func (l Look) moment(v rules.View) string {
	switch {
	case v.Result != nil:
		return l.say(wordAltOver)
	case v.Round == 0:
		return l.say(wordAltDeploy)
	}
	return l.say(wordAltRound, v.Round, v.Turn)
}
