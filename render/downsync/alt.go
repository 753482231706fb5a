package downsync

import (
	"strings"

	rules "downsync/game/downsync"
	"downsync/render"
)

// MaxAlt is the longest description of a picture, in bytes.
const MaxAlt = render.MaxAlt

// Alt describes the position in words, from that view only, in at most MaxAlt bytes.
func (l Look) Alt(v rules.View) string {
	var pieces []string
	for _, p := range v.Pieces {
		if len(p.Bases) > 0 {
			pieces = append(pieces, describe(l, v, p))
		}
	}
	head := l.Text("%s, %s. VP %d to %d, CP %d and %d.", moment(l, v), status(l, v), v.VP[0], v.VP[1], v.CP[0], v.CP[1])
	return render.Alt(head, pieces, func(left int) string { return l.Text(" … and %d more.", left) })
}

func describe(l Look, v rules.View, p rules.Piece) string {
	name := l.contact(p.Sig)
	if !p.IsPing() {
		name = v.Cards().Must(p.Unit).Name
	}
	var at []string
	for _, base := range p.Bases {
		at = append(at, base.Point.String())
	}
	s := l.Text("%s %s at %s", p.Label, name, strings.Join(at, l.Text(" and ")))
	if p.Activated {
		s += l.Text(" (activated)")
	}
	return s + "."
}

// moment names the round and the turn.
func moment(l Look, v rules.View) string {
	switch {
	case v.Result != nil:
		return l.Text("Match over")
	case v.Round == 0:
		return l.Text("Deployment")
	}
	return l.Text("Round %d, Turn %d", v.Round, v.Turn)
}
