package downsync

import (
	"fmt"

	"downsync/game/downsync/plane"
)

// Measure is what lies between two pieces or places (R1.5, R1.6, R8, R9). Terrain is public, so it tells no secret.
type Measure struct {
	Gap       plane.Inch `json:"gap"`
	LOS       bool       `json:"los"`
	Concealed bool       `json:"concealed"`
}

// Spot is an end of a measurement: a base of a piece, or a point.
type Spot struct {
	Disc     plane.Disc
	Infantry bool
}

// Spots are the bases that the words name: "A3.2" one, "A3" all of that piece, "12,30" a point. The error says what was
// expected.
func (v View) Spots(word string) ([]Spot, error) {
	if pt, err := plane.ParsePoint(word); err == nil {
		return []Spot{{Disc: plane.Disc{At: pt}}}, nil
	}
	r, err := ParseRef(word)
	if err != nil {
		return nil, fmt.Errorf("%w, or a point like 12,30", err)
	}
	p, _ := v.Piece(r.Label)
	var out []Spot
	for _, b := range p.Bases {
		if r.N == 0 || r.N == b.N {
			out = append(out, Spot{Disc: b.Disc(), Infantry: !p.IsPing() && v.Cards().Must(p.Unit).Infantry()})
		}
	}
	if len(out) == 0 {
		return nil, refuse("no-piece", "there is no %s on the table", r)
	}
	return out, nil
}

// Measure tells the shortest gap between two pieces or places, and line of sight and concealment between the bases that
// are nearest.
func (v View) Measure(from, to []Spot) Measure {
	a, b := from[0], to[0]
	for _, x := range from {
		for _, y := range to {
			if plane.Gap(x.Disc, y.Disc) < plane.Gap(a.Disc, b.Disc) {
				a, b = x, y
			}
		}
	}
	g := v.Ground()
	eye, target := g.Body(a.Disc, a.Infantry), g.Body(b.Disc, b.Infantry)
	return Measure{Gap: plane.Gap(a.Disc, b.Disc), LOS: g.Sees(eye, target), Concealed: g.Concealed(eye, target)}
}
