package script

import (
	"errors"

	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/plane"
	"downsync/game/script"
)

// requests lists what a script may ask about a match of Downsync.
var requests = map[string]script.Request{
	"measure": {Form: "measure FROM TO", Answer: measure},
	"reach":   {Form: "reach PIECE", Answer: reach},
}

// line is a measurement as printed.
type line struct {
	Gap       plane.Inch `json:"gap"`
	LOS       bool       `json:"los"`
	Concealed bool       `json:"concealed"`
	Band      string     `json:"band,omitempty"`
	Why       []string   `json:"why,omitempty"`
	Chances   []chance   `json:"chances,omitempty"`
}

// chance is in percent, from the least to the most, as hidden tokens decide.
type chance struct {
	Action string  `json:"action"`
	Need   int     `json:"need"`
	Hit    [2]int  `json:"hit"`
	Effect *[2]int `json:"effect,omitempty"`
}

// measure returns the distance and sight between two pieces or points, "at x,y" as if the first were there. If a piece has
// several bases and none is named, the nearest counts (R1.5).
func measure(p *script.Player, args []string) (any, error) {
	if len(args) != 2 && (len(args) != 4 || args[2] != "at") {
		return nil, script.Expected("expected measure FROM TO, like measure A1 B2, measure A1 20,30 or measure A1 B2 at 12,30")
	}
	v, _, err := p.View("onlooker")
	if err != nil {
		return nil, err
	}
	known := v.(rules.View)
	var ends [2][]rules.Spot
	for i, word := range args[:2] {
		if ends[i], err = known.Spots(word); err != nil {
			if errors.As(err, new(*game.Refusal)) {
				return nil, err // a missing piece is no mistake of the file
			}
			return nil, malformed(err)
		}
	}
	if len(args) == 4 {
		pt, err := plane.ParsePoint(args[3])
		if err != nil {
			return nil, malformed(err)
		}
		for i := range ends[0] {
			ends[0][i] = ends[0][i].At(pt)
		}
		known = known.Standing(ends[0][0].Ref, pt)
	}
	m := known.Measure(ends[0], ends[1])
	out := line{Gap: m.Gap, LOS: m.LOS, Concealed: m.Concealed, Band: m.Band, Why: said(m.Why)}
	for _, c := range known.Chances(m.From.Ref, m.To.Ref) {
		if c.Why != nil {
			continue
		}
		x := chance{Action: c.Action, Need: c.Need, Hit: [2]int{c.Low, c.High}}
		if c.Kill != nil {
			x.Effect = &[2]int{c.Kill.Low, c.Kill.High}
		}
		out.Chances = append(out.Chances, x)
	}
	return out, nil
}

// reach returns where the piece's next move may end.
func reach(p *script.Player, args []string) (any, error) {
	if len(args) != 1 {
		return nil, script.Expected("expected reach PIECE, like reach A2")
	}
	r, err := rules.ParseRef(args[0])
	if err != nil {
		return nil, malformed(err)
	}
	v, _, err := p.View(game.Player(r.Label.Seat()).String())
	if err != nil {
		return nil, err
	}
	area, err := v.(rules.View).Reach(r)
	if err != nil {
		return nil, err
	}
	out := make([][][2]plane.Inch, len(area))
	for i, shape := range area {
		for _, pt := range shape {
			out[i] = append(out[i], [2]plane.Inch{pt.X, pt.Y})
		}
	}
	return struct {
		Area [][][2]plane.Inch `json:"area"`
	}{out}, nil
}

// said returns the phrases in English.
func said(ps []game.Phrase) []string {
	var out []string
	for _, p := range ps {
		out = append(out, p.String())
	}
	return out
}
