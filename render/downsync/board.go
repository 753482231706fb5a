// Package downsync turns a viewer's view of a Downsync match into a picture and into words for those who do not see
// it. It knows only what the view holds.
package downsync

import (
	"fmt"
	"strings"

	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/game/downsync/plane"
	"downsync/render"
)

// Staged is a move not yet made, drawn on its owner's picture only.
type Staged struct {
	Base rules.Ref
	Path []plane.Point
	Left plane.Inch // of the allowance
	Line *Line      // a line that was measured; nil: none
}

// Line is a line of sight, or what was tried as one.
type Line struct {
	From, To plane.Point
	Clear    bool
}

// Public draws what everybody sees. It refuses any view but an onlooker's.
func Public(v rules.View) (render.Public, error) {
	if v.Viewer != game.Onlooker() {
		return render.Public{}, fmt.Errorf("a public picture of the view of %s", v.Viewer)
	}
	png, err := render.Draw(Scene(v, nil))
	return render.Public{PNG: png}, err
}

// Private draws what one seat sees, with a staged move if there is one. It refuses the view of anybody who has no
// seat.
func Private(v rules.View, staged *Staged) (render.Private, error) {
	if v.Viewer.Seat() == 0 {
		return render.Private{}, fmt.Errorf("a private picture of the view of %s", v.Viewer)
	}
	png, err := render.Draw(Scene(v, staged))
	return render.Private{Seat: v.Viewer.Seat(), PNG: png}, err
}

func inches(l plane.Inch) float64 { return float64(l) / 1000 }

// Scene lays the view out.
func Scene(v rules.View, staged *Staged) render.Scene {
	s := render.Scene{W: inches(v.Table.X), H: inches(v.Table.Y), Title: title(v), Status: status(v)}
	for i := range s.Scores {
		s.Scores[i] = fmt.Sprintf("%c  VP %d  CP %d/%d", 'A'+i, v.VP[i], v.CP[i], v.CPMax)
	}
	s.Spots = spots(v)
	if v.Phase == rules.Deploying {
		for seat := game.Seat(1); seat <= 2; seat++ {
			z := v.Zone(seat)
			s.Zones = append(s.Zones, render.Zone{X0: inches(z.Min.X), Y0: inches(z.Min.Y), X1: inches(z.Max.X), Y1: inches(z.Max.Y), Side: render.Side(seat)})
		}
	}
	keys := legend{seen: map[string]bool{}, edition: v.Rules}
	for _, p := range v.Pieces {
		for _, b := range p.Bases {
			s.Discs = append(s.Discs, disc(v, p, b, &keys))
		}
	}
	if staged != nil && staged.Line != nil {
		s.Paths = append(s.Paths, measuredPath(*staged.Line))
	}
	if staged != nil && len(staged.Path) > 0 {
		path := render.Path{Side: render.Side(staged.Base.Label.Seat()), Note: staged.Left.String() + "\" left"}
		for _, pt := range staged.Path {
			path.X, path.Y = append(path.X, inches(pt.X)), append(path.Y, inches(pt.Y))
		}
		s.Paths = append(s.Paths, path)
	}
	addTerrain(&s, v.Ground().Areas, v.Ground().Buildings)
	s.Legend = append(s.Legend, keys.keys...)
	return s
}

// measuredPath draws a line of sight in the colour of nobody's side.
func measuredPath(l Line) render.Path {
	note := "hidden"
	if l.Clear {
		note = "line of sight"
	}
	return render.Path{X: []float64{inches(l.From.X), inches(l.To.X)}, Y: []float64{inches(l.From.Y), inches(l.To.Y)}, Note: note}
}

func title(v rules.View) string {
	switch {
	case v.Result != nil:
		return "MATCH OVER"
	case v.Round == 0:
		return "DEPLOYMENT"
	}
	return fmt.Sprintf("ROUND %d   TURN %d", v.Round, v.Turn)
}

var phases = map[rules.Phase]string{rules.Deploying: "deploying", rules.Designating: "designate", rules.Revealing: "reveal",
	rules.Refreshing: "refresh", rules.Moving: "move", rules.Reacting: "reaction", rules.Activating: "unit activation"}

func status(v rules.View) string {
	switch {
	case v.Result != nil:
		return Outcome(*v.Result)
	case v.Active == 0:
		return "who deploys first?"
	case v.Engagement != nil:
		return fmt.Sprintf("%c is active: reaction engagement", 'A'-1+v.Active)
	}
	return fmt.Sprintf("%c is active: %s", 'A'-1+v.Active, phases[v.Phase])
}

// Outcome says who won and why.
func Outcome(r game.Result) string {
	why := map[string]string{"vp": "on Victory Points", "wipe-out": "by wiping the enemy out", "concession": "by concession",
		"rounds": "on points after the last Round"}[r.Why]
	switch {
	case r.Rank[0] == r.Rank[1]:
		return "a draw"
	case r.Rank[0] < r.Rank[1]:
		return strings.TrimSpace("A wins " + why)
	}
	return strings.TrimSpace("B wins " + why)
}

// legend collects what is on this board only.
type legend struct {
	keys    []render.Key
	seen    map[string]bool
	edition string
}

// spots are the VIPs (R25.3), or the Control Objectives, which are nobody's (V22).
func spots(v rules.View) []render.Spot {
	var out []render.Spot
	for i, g := range v.Goals() {
		p := render.Spot{X: inches(g.At.X), Y: inches(g.At.Y), R: inches(g.R), Side: render.Side(i + 1), Label: fmt.Sprintf("VIP %c", 'A'+i)}
		if v.Rules == rules.Edition42 {
			p.Side, p.Label = 0, fmt.Sprintf("Objective %d", i+1)
		}
		out = append(out, p)
	}
	return out
}

// hardened is what those tokens are called (V18).
func (l *legend) hardened() string {
	if l.edition == rules.Edition42 {
		return "emergency CM"
	}
	return "hardened CM"
}

func (l *legend) add(c render.Chip, text string) render.Chip {
	if !l.seen[c.Kind+text] {
		l.seen[c.Kind+text] = true
		mark := c
		if c.Kind == "cm" || c.Kind == "hardened" {
			mark.Mark = "n"
		}
		l.keys = append(l.keys, render.Key{Chip: mark, Text: text})
	}
	return c
}

func disc(v rules.View, p rules.Piece, b rules.Base, keys *legend) render.Disc {
	d := render.Disc{X: inches(b.X), Y: inches(b.Y), R: inches(b.R), Side: render.Side(p.Seat), Label: string(p.Label), Dim: p.Activated || p.Acted}
	for _, l := range v.Taskforce {
		d.Chosen = d.Chosen || l == p.Label
	}
	for _, l := range v.Identifying {
		d.Alert = d.Alert || l == p.Label
	}
	d.Alert = d.Alert || v.Acting != nil && v.Acting.Label == p.Label || v.Hit != nil && v.Hit.Target.Label == p.Label && (v.Hit.Target.N == 0 || v.Hit.Target.N == b.N)
	if p.IsPing() {
		d.Glyph, d.Weight = render.Contact, weight(p.Sig)
		d.Note = strings.ToUpper(string(p.Sig[:1]))
		if p.Plan != "" {
			d.Note += " plan: " + short(v, p.Plan)
		}
	} else {
		unit(v, p, b, &d)
	}
	if first, ok := p.Base(0); ok && first.N == b.N {
		pieceChips(v, p, &d, keys)
	}
	baseChips(b, &d, keys)
	return d
}

func unit(v rules.View, p rules.Piece, b rules.Base, d *render.Disc) {
	u := v.Cards().Must(p.Unit)
	d.Glyph = render.Vehicle
	if u.Infantry() {
		d.Glyph = render.Infantry
		d.Label = rules.Ref{Label: p.Label, N: b.N}.String()
	}
	if first, ok := p.Base(0); ok && first.N == b.N {
		d.Note = short(v, p.Unit)
	}
}

// short is the last word of a Unit's name, which tells it apart on a board.
func short(v rules.View, slug string) string {
	u, ok := v.Cards().Find(slug)
	if !ok {
		return slug
	}
	words := strings.FieldsFunc(u.Name, func(r rune) bool { return r == ' ' || r == ':' || r == ',' })
	if len(words) > 1 && (words[len(words)-1] == "Squad" || words[len(words)-1] == "Team" || words[len(words)-1] == "Scout") {
		return words[len(words)-2]
	}
	return words[len(words)-1]
}

func weight(s cards.Signature) int {
	switch s {
	case cards.Small:
		return 1
	case cards.Medium:
		return 2
	}
	return 3
}

func pieceChips(v rules.View, p rules.Piece, d *render.Disc, keys *legend) {
	if v.Engagement != nil {
		for _, q := range v.Engagement.Participants {
			if q.Label == p.Label && q.Die > 0 {
				d.Chips = append(d.Chips, keys.add(render.Chip{Mark: fmt.Sprint(q.Die), Kind: "mark"}, "priority die"))
			}
		}
	}
	if p.Activated {
		d.Chips = append(d.Chips, keys.add(render.Chip{Mark: "A", Kind: "activated"}, "activated"))
	}
	if p.Overwatch != nil && *p.Overwatch {
		d.Chips = append(d.Chips, keys.add(render.Chip{Mark: "O", Kind: "overwatch"}, "Overwatch"))
	}
}

func baseChips(b rules.Base, d *render.Disc, keys *legend) {
	if b.Stun {
		d.Chips = append(d.Chips, keys.add(render.Chip{Mark: "S", Kind: "stun"}, "stunned"))
	}
	if b.Stealth {
		d.Chips = append(d.Chips, keys.add(render.Chip{Mark: "H", Kind: "stealth"}, "hidden (Stealth)"))
	}
	if b.Tagged || b.Locked {
		d.Chips = append(d.Chips, keys.add(render.Chip{Mark: "-", Kind: "mark"}, "DEF lowered"))
	}
	if b.CM != nil && *b.CM > 0 {
		d.Chips = append(d.Chips, keys.add(render.Chip{Mark: fmt.Sprint(*b.CM), Kind: "cm"}, "CM left"))
	}
	if b.Hardened != nil && *b.Hardened > 0 {
		d.Chips = append(d.Chips, keys.add(render.Chip{Mark: fmt.Sprint(*b.Hardened), Kind: "hardened"}, keys.hardened()))
	}
}
