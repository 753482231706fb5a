package downsync

import (
	"fmt"
	"strings"

	rules "downsync/game/downsync"
)

// MaxAlt is the longest description of a picture, in characters.
const MaxAlt = 1024

// Alt says the position in words, from that view only, in at most MaxAlt characters.
func Alt(v rules.View) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s. VP %d to %d, CP %d and %d.", strings.ToLower(title(v)), status(v), v.VP[0], v.VP[1], v.CP[0], v.CP[1])
	left := 0
	for _, p := range v.Pieces {
		if len(p.Bases) == 0 {
			continue
		}
		s := " " + describe(v, p)
		if left > 0 || b.Len()+len(s) > MaxAlt-40 {
			left++
			continue
		}
		b.WriteString(s)
	}
	if left > 0 {
		fmt.Fprintf(&b, " … and %d more.", left)
	}
	return b.String()
}

func describe(v rules.View, p rules.Piece) string {
	name := string(p.Sig) + " contact"
	if !p.IsPing() {
		name = v.Cards().Must(p.Unit).Name
	}
	var at []string
	for _, base := range p.Bases {
		at = append(at, base.Point.String())
	}
	s := fmt.Sprintf("%s %s at %s", p.Label, name, strings.Join(at, " and "))
	if p.Activated {
		s += " (activated)"
	}
	return s + "."
}
