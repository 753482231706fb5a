package downsync

import (
	"fmt"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/plane"
	"downsync/render"

	rules "downsync/game/downsync"
)

// Staged is drawn only on its owner's picture: a planned move, and measurements. The zero value draws nothing.
type Staged struct {
	Status string // instead of the match's; "": the match's
	Base   rules.Ref
	Ways   []Way
	Line   *Line // a measured line; nil: none
	Reach  []plane.Polygon
	// Watchers holds the enemies that would see or could attack the end of the ways.
	Watchers []rules.Watcher
	Ranges   []Range
	Threat   []Threat
	Plans    bool            // the notes are the plans of the viewer's own Pings
	Around   []rules.Label   // crops the board to the part around these, the ways and the line; if empty, the whole board is drawn
	Named    []rules.Label   // pieces mentioned in the text beside the picture: a crop includes them whole, with room for their labels
	along    []render.Circle // what else the crop includes
}

// quiet reports whether nothing is staged that recent events would clutter.
func (t Staged) quiet() bool {
	return len(t.Ways) == 0 && t.Line == nil && len(t.Reach) == 0 && len(t.Ranges) == 0 && len(t.Threat) == 0 && !t.Plans
}

// Way is the planned move of a base.
type Way struct {
	Path []plane.Point // from its present place
	R    plane.Inch    // of the base
	Left plane.Inch    // remaining allowance, written only if there is one way
}

// Line is a line of sight, clear or blocked.
type Line struct {
	From, To  plane.Point
	Gap       plane.Inch // between the edges of the two bases
	Clear     bool
	Concealed bool // the target is concealed
}

// Range is a distance from the edge of a base.
type Range struct {
	From  plane.Disc
	R     plane.Inch
	Band  bool // it is a range band, not an action's range
	Names []string
}

// Threat is the reach of a Unit's move and its longest action together.
type Threat struct {
	Of  rules.Ref
	At  plane.Point
	R   plane.Inch // from the middle of its base
	Far plane.Inch // from its edge
	All bool       // it has an action without limit of range; R is without it
}

// These are the ends of the range bands (R21.5).
var shortRange, longRange = plane.In(6), plane.In(16)

// ShowReach stages the area where the base's next move can end, as far as the viewer knows.
func (l Look) ShowReach(v rules.View, r rules.Ref) (*Staged, error) {
	area, err := v.Reach(r)
	return &Staged{Base: r, Reach: area, Status: l.Text("where %s can move", r)}, err
}

// ShowRanges stages the ranges of that base's actions, and the range bands. A Ping has bands only.
func (l Look) ShowRanges(v rules.View, r rules.Ref) (*Staged, error) {
	p, _ := v.Piece(r.Label)
	b, ok := p.Base(r.N)
	if !ok {
		return nil, fmt.Errorf("there is no %s on the table", r)
	}
	s := &Staged{Base: r, Status: l.Text("ranges of %s, from its edge", r)}
	s.Ranges = []Range{{b.Disc(), shortRange, true, nil}, {b.Disc(), longRange, true, nil}}
	if p.IsPing() {
		return s, nil
	}
	for _, a := range v.Cards().Must(p.Unit).Actions {
		if a.Range == 0 || len(a.Teams) > 0 && !slices.Contains(a.Teams, b.N) {
			continue
		}
		at := slices.IndexFunc(s.Ranges, func(x Range) bool { return x.R == plane.In(a.Range) })
		if at < 0 {
			at = len(s.Ranges)
			s.Ranges = append(s.Ranges, Range{From: b.Disc(), R: plane.In(a.Range)})
		}
		s.Ranges[at].Band = false
		s.Ranges[at].Names = append(s.Ranges[at].Names, a.Name)
	}
	return s, nil
}

// ShowThreat stages what the revealed enemy Units on the table could reach. For an onlooker both sides are enemies. For a target, it
// stages only the enemies of that piece that could reach it, and crops the board around them.
func (l Look) ShowThreat(v rules.View, target rules.Label) *Staged {
	s, own := &Staged{Status: l.Text("what the enemy seen so far could reach")}, v.Viewer.Seat()
	if target != "" {
		s.Base, s.Around, own = rules.Ref{Label: target}, []rules.Label{target}, target.Seat()
		s.Status = l.Text("what could reach %s", target)
	}
	aim, _ := v.Piece(target)
	for _, p := range v.Pieces {
		if p.IsPing() || p.Seat == own {
			continue
		}
		before := len(s.Threat)
		u := v.Cards().Must(p.Unit)
		for _, b := range p.Bases {
			t := Threat{Of: rules.Ref{Label: p.Label}, At: b.Point}
			if len(p.Bases) > 1 {
				t.Of.N = b.N
			}
			far := 0
			for _, a := range u.Actions {
				if usable := len(a.Teams) == 0 || slices.Contains(a.Teams, b.N); usable && a.Combat() {
					far, t.All = max(far, a.Range), t.All || a.Unlimited
				}
			}
			if far > 0 || t.All {
				t.Far = plane.In(u.Spd + far)
				t.R = b.R + t.Far
				if target == "" || t.reaches(aim) {
					s.Threat = append(s.Threat, t)
				}
			}
		}
		if target != "" && len(s.Threat) > before {
			s.Around = append(s.Around, p.Label)
		}
	}
	return s
}

// reaches reports whether the threat could reach one of the piece's bases.
func (t Threat) reaches(p rules.Piece) bool {
	return slices.ContainsFunc(p.Bases, func(b rules.Base) bool {
		return t.All || plane.Within(plane.Disc{At: t.At, R: t.R - t.Far}, b.Disc(), t.Far)
	})
}

// Farthest returns each Unit's farthest threat.
func Farthest(all []Threat) (out []Threat) {
	for _, x := range all {
		at := slices.IndexFunc(out, func(y Threat) bool { return y.Of.Label == x.Of.Label })
		switch {
		case at < 0:
			out = append(out, x)
		case out[at].Far < x.Far:
			out[at] = x
		}
	}
	return out
}

// ShowPlans stages the plans of the viewer's own Pings.
func (l Look) ShowPlans() *Staged { return &Staged{Plans: true, Status: l.Text("your plans")} }

// lay adds the staged things to the scene.
func (t Staged) lay(l Look, v rules.View, s *render.Scene) {
	if t.Status != "" {
		s.Status, s.Active = t.Status, 0
	}
	if t.Line != nil {
		s.Paths = append(s.Paths, measuredPath(l, *t.Line))
	}
	side := render.Side(t.Base.Label.Seat())
	for _, w := range t.Ways {
		path := render.Path{Side: side, R: inches(w.R)}
		if left := w.Left / 100 * 100; len(t.Ways) == 1 && left > 0 { // in tenths
			path.Note = l.Text("%s\" left", left)
		}
		path.X, path.Y = corners(w.Path)
		s.Paths = append(s.Paths, path)
	}
	if len(t.Reach) > 0 {
		f := render.Field{Side: side}
		for _, shape := range t.Reach {
			xs, ys := corners(shape)
			f.X, f.Y = append(f.X, xs), append(f.Y, ys)
		}
		s.Fields = append(s.Fields, f)
	}
	for _, r := range t.Ranges {
		s.Rings = append(s.Rings, ring(l, r, side))
	}
	t.layThreat(l, s)
	l.Watched(s, t.watchers())
	for i, d := range s.Discs { // plans have more room without the other notes
		if p, ok := v.Piece(rules.Label(d.Label)); t.Plans && ok && (!p.IsPing() || p.Plan == "") {
			s.Discs[i].Note = ""
		}
	}
}

func (t Staged) watchers() (out []render.Watcher) {
	for _, w := range t.Watchers {
		out = append(out, render.Watcher{Label: string(w.By), Shoots: w.Shoots})
	}
	return out
}

// ring returns the ring of a range. A band's note is its modifier and its distance (R21.5).
func ring(l Look, r Range, side render.Side) render.Ring {
	note := strings.Join(append(slices.Clone(r.Names), r.R.String()+`"`), " ")
	switch {
	case r.Band && r.R == shortRange:
		note = l.Text("+1 under %s\"", r.R)
	case r.Band && r.R == longRange:
		note = l.Text("-1 over %s\"", r.R)
	}
	out := render.Ring{Circle: circle(r.From.At, r.R+r.From.R), Side: side, Note: note}
	if r.Band {
		out.Side, out.Dashed = 0, true
	}
	return out
}

// layThreat adds one area for each side, and a ring for each Unit. Threats to one piece are marked on the Units instead, because their
// areas would cover everything around it.
func (t Staged) layThreat(l Look, s *render.Scene) {
	if t.Base.Label != "" {
		var by []string
		for _, x := range t.Threat {
			by = append(by, string(x.Of.Label))
		}
		l.Mark(s, by, render.Shoots, "could reach it")
		return
	}
	for seat := game.Seat(1); seat <= 2; seat++ {
		f := render.Field{Side: render.Side(seat)}
		mine := slices.DeleteFunc(slices.Clone(t.Threat), func(x Threat) bool { return x.Of.Label.Seat() != seat })
		for _, x := range mine {
			f.Around = append(f.Around, circle(x.At, x.R))
		}
		if len(mine) > 0 {
			s.Fields = append(s.Fields, f)
		}
		for _, x := range Farthest(mine) { // its note names the Unit and the distance
			s.Rings = append(s.Rings, render.Ring{Circle: circle(x.At, x.R), Side: f.Side, Note: l.Text("%s %s\"", x.Of.Label, x.Far)})
		}
	}
}

// Rim returns the circle of the base's rim on a board.
func Rim(b rules.Base) render.Circle { return circle(b.Point, b.R) }

func circle(at plane.Point, r plane.Inch) render.Circle {
	return render.Circle{X: inches(at.X), Y: inches(at.Y), R: inches(r)}
}

// measuredPath returns the path of a line of sight, which belongs to no side.
func measuredPath(l Look, x Line) render.Path {
	style, note := render.Barred, game.Text("hidden")
	switch {
	case x.Clear && x.Concealed:
		style, note = render.Concealed, "concealed"
	case x.Clear:
		style, note = render.Seen, "clear"
	}
	return render.Path{Style: style, X: []float64{inches(x.From.X), inches(x.To.X)}, Y: []float64{inches(x.From.Y), inches(x.To.Y)},
		Note: l.Text("%s\" %s", x.Gap, l.Text(note))}
}

// window returns a square part of the board around the staged things, in whole inches; the whole board if there are none. It cuts
// no base unless it would have to be much larger.
func (t Staged) window(v rules.View, wide, high float64) render.Window {
	const around = 4.0
	least := 14.0
	if len(t.Ways) > 0 || len(t.Reach) > 0 {
		least = 20 // the enemies that may see the base matter too
	}
	var all []render.Circle
	add := func(at plane.Point, r plane.Inch) {
		all = append(all, render.Circle{X: inches(at.X), Y: inches(at.Y), R: inches(r) + around})
	}
	for _, k := range t.along {
		all = append(all, render.Circle{X: k.X, Y: k.Y, R: k.R + around/2})
	}
	for _, l := range t.Around {
		p, _ := v.Piece(l)
		for _, b := range p.Bases {
			add(b.Point, b.R)
		}
	}
	for _, l := range t.Named {
		p, _ := v.Piece(l)
		for _, b := range p.Bases {
			add(b.Point, b.R-plane.In(2))
		}
	}
	for _, w := range t.Ways {
		for _, at := range w.Path {
			add(at, w.R)
		}
	}
	if t.Line != nil {
		add(t.Line.From, 0)
		add(t.Line.To, 0)
	}
	w := render.Around(all, least, wide, high)
	include := func(more []render.Circle, most float64) {
		if grown := render.Around(append(slices.Clip(all), more...), least, wide, high); grown != (render.Window{}) && grown.X1-grown.X0 <= most {
			all, w = append(all, more...), grown
		}
	}
	switch reach := t.reached(); {
	case len(t.Ways) == 0:
		all = append(all, reach...)
		w = render.Around(all, least, wide, high)
	default: // the way matters more: where its reach needs the whole board, a closer picture shows a part of it
		include(reach, wide)
	}
	include(t.shooters(v), mostGrown*(w.X1-w.X0))
	return uncut(v, w, func(more []render.Circle) render.Window {
		return render.Around(append(all, more...), least, wide, high)
	})
}

// reached returns what a picture of the reach holds.
func (t Staged) reached() (out []render.Circle) {
	const around = 2.0 // less space than around a base
	for _, shape := range t.Reach {
		for _, at := range shape {
			out = append(out, render.Circle{X: inches(at.X), Y: inches(at.Y), R: around})
		}
	}
	return out
}

// shooters returns the rims of the enemies that could attack the end of the ways.
func (t Staged) shooters(v rules.View) (out []render.Circle) {
	for _, w := range t.Watchers {
		if p, ok := v.Piece(w.By); ok && w.Shoots {
			for _, b := range p.Bases {
				out = append(out, Rim(b))
			}
		}
	}
	return out
}

// mostGrown limits the growth of a part of the board that avoids cutting a base, or shows more enemies.
const mostGrown = 1.25

// uncut returns a part of the board that is little larger than w and cuts no base, if there is one. with returns the part that
// holds more.
func uncut(v rules.View, w render.Window, with func(more []render.Circle) render.Window) render.Window {
	const rounded = 0.5 // possible deviation of a part in whole inches
	var more []render.Circle
	grown := w
	for range v.Pieces {
		n := len(more)
		for _, p := range v.Pieces {
			for _, b := range p.Bases {
				if at := Rim(b); grown.Shows(at.X, at.Y, at.R) && !grown.Holds(at) {
					at.R += rounded
					more = append(more, at)
				}
			}
		}
		if len(more) == n {
			return grown
		}
		if grown = with(more); grown == (render.Window{}) || grown.X1-grown.X0 > mostGrown*(w.X1-w.X0) {
			break
		}
	}
	return w
}

// ShowFight stages the part of the board around a fight; ok is false if there is none.
func ShowFight(v rules.View) (s *Staged, ok bool) {
	labels := fighting(v)
	return &Staged{Around: labels}, len(labels) > 0
}

// fighting lists the pieces of a fight: those in a Reaction Engagement, the acting one, and those hit or aimed at.
func fighting(v rules.View) (out []rules.Label) {
	add := func(l rules.Label) {
		if !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	if v.Engagement != nil {
		for _, p := range v.Engagement.Participants {
			add(p.Label)
		}
	}
	if v.Acting != nil {
		add(v.Acting.Label)
		for _, r := range v.Acting.Targets {
			add(r.Label)
		}
	}
	if v.Hit != nil {
		add(v.Hit.By.Label)
		add(v.Hit.Target.Label)
	}
	return out
}
