package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/plane"
)

// Measure describes the distance and sight between two pieces or places (R1.5, R1.6, R8, R9). Terrain is public, so it reveals
// no secret.
type Measure struct {
	From, To  Spot `json:"-"` // the ends between which it measures
	Gap       plane.Inch
	Band      string // "short", "long", or "" between (R21.5)
	LOS       bool
	Concealed bool
	Why       []game.Phrase  // in words: what hides, what bars the line
	Line      [2]plane.Point // the witness of Sight, or of what conceals
}

// Spot is an end of a measurement: a base of a piece, or a point.
type Spot struct {
	Ref      Ref // zero: a point
	Disc     plane.Disc
	Infantry bool
}

// String returns the name of the piece, or the point.
func (s Spot) String() string {
	if s.Ref == (Ref{}) {
		return s.Disc.At.String()
	}
	return s.Ref.String()
}

// Spots returns the ends that the word names: "A3.2" one base, "A3" every base of that piece, "12,30" a point. The error says
// what was expected.
func (v View) Spots(word string) ([]Spot, error) {
	if pt, err := plane.ParsePoint(word); err == nil {
		if d := (plane.Disc{At: pt}); !v.Ground().Table.Holds(d) {
			return nil, refuse("off-table", "%s is not on the table", pt)
		}
		return []Spot{{Disc: plane.Disc{At: pt}, Infantry: true}}, nil
	}
	r, err := ParseRef(word)
	if err != nil {
		return nil, game.Errorf("%s, or a point like 12,30, or a square like F7", err)
	}
	p, _ := v.Piece(r.Label)
	var out []Spot
	for _, b := range p.Bases {
		if r.N == 0 || r.N == b.N {
			out = append(out, Spot{Ref: pieceOf(v, p).ref(b.N), Disc: b.Disc(), Infantry: pieceOf(v, p).infantry()})
		}
	}
	if len(out) == 0 {
		return nil, refuse("no-piece", "there is no %s on the table", r)
	}
	return out, nil
}

// At returns the spot of that piece's base moved to the point.
func (s Spot) At(pt plane.Point) Spot {
	s.Disc.At = pt
	return s
}

// Standing returns the view with that base moved to the point.
func (v View) Standing(r Ref, at plane.Point) View {
	v.Pieces = slices.Clone(v.Pieces)
	for i, p := range v.Pieces {
		if p.Label != r.Label {
			continue
		}
		v.Pieces[i].Bases = slices.Clone(p.Bases)
		for j := range v.Pieces[i].Bases {
			if b := &v.Pieces[i].Bases[j]; r.N == 0 || r.N == b.N {
				b.Point = at
			}
		}
	}
	v.set = v.rebuilt()
	return v
}

// Replacing returns the view with p in place of the piece of that label: a contact revealed, or bases elsewhere.
func (v View) Replacing(p Piece) View {
	v.Pieces = slices.Clone(v.Pieces)
	if i := slices.IndexFunc(v.Pieces, func(q Piece) bool { return q.Label == p.Label }); i >= 0 {
		v.Pieces[i] = p
	}
	v.set = v.rebuilt()
	return v
}

// Measure returns the shortest gap between two pieces or places, and line of sight and concealment between the nearest bases.
func (v View) Measure(from, to []Spot) Measure {
	m := Measure{From: from[0], To: to[0]}
	for _, x := range from {
		for _, y := range to {
			if plane.Gap(x.Disc, y.Disc) < plane.Gap(m.From.Disc, m.To.Disc) {
				m.From, m.To = x, y
			}
		}
	}
	g := v.Ground()
	eye, target := g.Body(m.From.Disc, m.From.Infantry), g.Body(m.To.Disc, m.To.Infantry)
	sight, cover := g.Sight(eye, target), g.Cover(eye, target)
	switch {
	case plane.Under(m.From.Disc, m.To.Disc, shortRange):
		m.Band = "short"
	case plane.Over(m.From.Disc, m.To.Disc, longRange):
		m.Band = "long"
	}
	m.Gap, m.LOS, m.Concealed = plane.Gap(m.From.Disc, m.To.Disc), sight.Seen, cover.Concealed
	m.Line = [2]plane.Point{sight.From, sight.To}
	if sight.Seen && cover.Concealed && cover.In == 0 {
		m.Line = [2]plane.Point{cover.From, cover.To}
	}
	m.Why = slices.Concat(whySight(g, sight), whyCover(g, cover))
	if s := v.board(); m.To.Ref != (Ref{}) {
		if p, _ := s.piece(m.To.Ref.Label); p.covered(s, m.To.Ref.N) {
			m.Concealed, m.Why = true, append(m.Why, game.Word("concealed by a Shroud Aura (Q83)"))
		}
	}
	return m
}

// covered reports whether a Shroud Aura conceals that base of the piece.
func (p piece) covered(s *state, n int) bool {
	b, ok := p.base(n)
	return ok && shrouded(s, p, b)
}

// whySight says what blocks the line of sight, or how much wood it crosses.
func whySight(g *plane.Ground, s plane.Sight) []game.Phrase {
	switch {
	case s.Building > 0 && !s.Seen:
		return []game.Phrase{game.Phrasef("%s bars the line of sight (R8.2)", buildingName(g, s.Building))}
	case !s.Seen:
		return []game.Phrase{game.Phrasef("more than 6\" away, the best line crosses %s\" of concealing terrain; 2\" is the most (R10.2)", s.Woods)}
	case s.Woods > 0:
		return []game.Phrase{game.Phrasef("seen through %s\" of concealing terrain (R10.2)", s.Woods)}
	}
	return nil
}

// whyCover says what conceals the target.
func whyCover(g *plane.Ground, c plane.Cover) []game.Phrase {
	switch {
	case !c.Concealed:
		return nil
	case c.In > 0:
		return []game.Phrase{game.Phrasef("in %s by %s\" (R9.1)", areaName(g, c.In), c.Depth)}
	case c.Building > 0:
		return []game.Phrase{game.Phrasef("partly behind %s (R9.2)", buildingName(g, c.Building))}
	case c.Area > 0:
		return []game.Phrase{game.Phrasef("partly behind %s (R9.2)", areaName(g, c.Area))}
	}
	return []game.Phrase{game.Word("partly hidden (R9.2)")}
}

func areaName(g *plane.Ground, n int) game.Phrase {
	a := g.Areas[n-1]
	return game.Phrasef("the %s around %s", game.Word(game.Text(a.Kind)), middle(a.Shape))
}

func buildingName(g *plane.Ground, n int) game.Phrase {
	b := g.Buildings[n-1]
	return game.Phrasef("the %s\" building at %s", b.Height, middle(b.Shape))
}

// middle returns the mean of the corners, in whole inches, as the place to look.
func middle(p plane.Polygon) plane.Point {
	var x, y int64
	for _, c := range p {
		x, y = x+int64(c.X), y+int64(c.Y)
	}
	n := int64(len(p))
	return plane.Point{X: plane.Inch((x/n + 500) / 1000 * 1000), Y: plane.Inch((y/n + 500) / 1000 * 1000)}
}

// Reach returns the area in which the base's next move may end, as the viewer knows the board.
func (v View) Reach(r Ref) ([]plane.Polygon, error) {
	s := v.board()
	p, ok := s.piece(r.Label)
	if !ok {
		return nil, refuse("no-piece", "there is no %s on the table", r.Label)
	}
	b, ok := p.base(r.N)
	if !ok {
		return nil, whichBase(s, p, r.N)
	}
	return ground(s).Reach(moverOf(s, p, b), b.At), nil
}
