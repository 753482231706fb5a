// Package syndicate draws a viewer's view of a match of Syndicate Protocol: a board of spaces, and cards below it. It uses only
// what the view holds.
package syndicate

import (
	"fmt"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/syndicate/grid"
	"downsync/render"

	rules "downsync/game/syndicate"
)

// Look determines how the game's pictures are drawn for a reader.
type Look struct {
	render.Reader
	Names  [2]string // of the players, by side; "": the side's letter
	Server string    // the server of the match; "": unknown, or on none
}

// origin names the game, the map and the server of a picture.
func (l Look) origin(v rules.View) render.Origin {
	m, _, _ := grid.Find(v.Map, v.Terrain().Edge())
	return render.Origin{Game: "Syndicate Protocol", Map: m.Name, Server: l.Server}
}

// signed adds the origin and both players' names to the scene of a finished match.
func (l Look) signed(s render.Scene, v rules.View) render.Scene {
	s.Origin = l.origin(v)
	s.Origin.Names = l.Names[:]
	return s
}

// Staged is a seat's intention or question, drawn on its own board.
type Staged struct {
	Reach []grid.Space // where a unit could go, or a card could be used
	From  grid.Space   // the start of a way; zero: none
	To    grid.Space
	Ways  [][2]grid.Space // from and to, for units with orders ahead
	// Watchers holds the enemies that would see or could attack the end of the way.
	Watchers []render.Watcher
	Blast    grid.Space   // the space of a card that affects its surroundings; zero: none
	Aims     []rules.Aim  // attacks that could be made
	Placed   []Piece      // units to be deployed
	Marks    []grid.Space // proposed places, with letters from P on
	Chosen   rules.Label  // the unit in question
	Card     string       // chosen from the hand
}

// idle reports whether the seat has begun nothing that the board shows.
func (st *Staged) idle() bool {
	return !st.To.On() && !st.Blast.On() && len(st.Ways) == 0 && len(st.Aims) == 0 && len(st.Placed) == 0 && len(st.Marks) == 0
}

// Piece is a unit that its owner is about to deploy.
type Piece struct {
	Label rules.Label
	At    grid.Space
}

// Public draws what everybody sees, with recent events. It refuses any view except an onlooker's.
func (l Look) Public(v rules.View, n News) (render.Public, error) {
	return render.DrawPublic(v.Viewer, l.Scene(v, nil, n))
}

// Measured draws what everybody sees, with the lines of attacks. It refuses a view with a seat.
func (l Look) Measured(v rules.View, st *Staged) (render.Public, error) {
	return render.DrawPublic(v.Viewer, l.Scene(v, st, News{}))
}

// Private draws what one seat sees, with what it has staged. It refuses a view without a seat.
func (l Look) Private(v rules.View, st *Staged, n News) (render.Private, error) {
	return render.DrawPrivate(v.Viewer, l.Scene(v, st, n))
}

// Preview draws a battlefield before there is a match on it, with both zones.
func (l Look) Preview(m grid.Map, g *grid.Ground, mission string) (render.Public, error) {
	return render.DrawPublic(game.Onlooker(), l.Battlefield(m, g, mission))
}

// Battlefield returns the scene of a battlefield without a match.
func (l Look) Battlefield(m grid.Map, g *grid.Ground, mission string) render.Scene {
	s := l.ground(g, mission, true)
	s.Theme, s.Landmarks = l.Theme.On(sites[m.Slug].Tone), sites[m.Slug].Landmarks
	return s
}

// Radii of discs, in spaces.
const (
	operatorSize  = 0.44
	mercenarySize = 0.35
	objectSize    = 0.26
)

// Scene returns the scene of the view. Anything that a seat has staged replaces recent events.
func (l Look) Scene(v rules.View, st *Staged, n News) render.Scene {
	if st == nil {
		st = &Staged{}
	}
	if v.Round == 0 && len(v.Units) == 0 {
		return l.ground(grid.Plain(grid.SmallEdge), "", false)
	}
	s := l.ground(v.Terrain(), v.Mission, v.Phase == rules.Deploying)
	s.Theme, s.Landmarks = l.Theme.On(sites[v.Map].Tone), sites[v.Map].Landmarks
	s.Title, s.Status = l.title(v), l.status(v)
	for i := range v.Sides {
		s.Scores = append(s.Scores, l.score(v, game.Seat(i+1)))
	}
	if len(v.Left) > 0 {
		s.Active = render.Side(v.Left[0])
	}
	if st.idle() {
		l.lay(&s, v, n)
	}
	l.objects(&s, v)
	l.units(&s, v, st)
	l.overlay(&s, v, st)
	s.Window = window(v, st)
	s.Cards = l.hand(v, st.Card)
	s.Legend = l.legend(v)
	l.Watched(&s, st.Watchers)
	if v.Result != nil {
		s = l.signed(s, v)
	}
	if n.past {
		return render.Flat(s)
	}
	return s
}

// ground returns the scene of an empty battlefield.
func (l Look) ground(g *grid.Ground, mission string, zones bool) render.Scene {
	edge := float64(g.Edge())
	s := render.Scene{Theme: l.Theme, Patient: l.Patient, W: edge, H: edge, Grid: render.Lattice}
	if zones {
		s.Zones = []render.Zone{{X1: edge, Y1: 2, Side: 1, Letter: "A"}, {X1: edge, Y0: edge - 2, Y1: edge, Side: 2, Letter: "B"}}
	}
	textures := map[grid.Terrain]render.Texture{grid.Light: render.Crates, grid.Heavy: render.Barriers, grid.Impassable: render.Walls,
		grid.Door: render.Gates, grid.Hazard: render.Hazards, grid.Raised: render.Terraces}
	g.Each(func(at grid.Space) {
		if t, ok := textures[g.At(at)]; ok {
			x, y := corners(at)
			s.Areas = append(s.Areas, render.Area{Texture: t, X: x, Y: y})
		}
	})
	switch mission {
	case rules.Relay, rules.Uplink:
		s.Zones = append(s.Zones, render.Zone{X0: edge/2 - 2, Y0: edge/2 - 2, X1: edge/2 + 2, Y1: edge/2 + 2})
		s.Spots = []render.Spot{{X: edge / 2, Y: edge / 2, Label: l.Text("Relay")}}
	case rules.Extract:
		for i := range 2 {
			x, y := middle(grid.Terminal(g.Edge(), i+1))
			s.Spots = append(s.Spots, render.Spot{X: x, Y: y, Side: render.Side(i + 1), Label: l.Text("Terminal %c", 'A'+i)})
		}
	}
	return s
}

// corners returns the corners of a space.
func corners(at grid.Space) (x, y []float64) {
	x0, y0 := float64(at.X)-1, float64(at.Y)-1
	return []float64{x0, x0 + 1, x0 + 1, x0}, []float64{y0, y0, y0 + 1, y0 + 1}
}

// middle returns the middle of a space.
func middle(at grid.Space) (x, y float64) { return float64(at.X) - 0.5, float64(at.Y) - 0.5 }

// objects adds Smoke, Drones, Decoys, Beacons, Mirages and Barriers.
func (l Look) objects(s *render.Scene, v rules.View) {
	for _, o := range v.Objects {
		x, y := middle(o.At)
		if o.Is == "smoke" {
			s.Fields = append(s.Fields, around(v, o.At, o.Seat))
		}
		s.Discs = append(s.Discs, render.Disc{X: x, Y: y, R: objectSize, Side: render.Side(o.Seat), Glyph: objects[o.Is]})
	}
}

// field tints spaces.
func field(list []grid.Space, seat game.Seat) render.Field {
	f := render.Field{Side: render.Side(seat)}
	for _, at := range list {
		xs, ys := corners(at)
		f.X, f.Y = append(f.X, xs), append(f.Y, ys)
	}
	return f
}

// around tints a space and its neighbours.
func around(v rules.View, at grid.Space, seat game.Seat) render.Field {
	return field(v.Terrain().Near(at, 1), seat)
}

// units adds all units on the board, and those that their owner is about to deploy.
func (l Look) units(s *render.Scene, v rules.View, st *Staged) {
	for _, u := range v.Units {
		at := u.At
		for _, p := range st.Placed {
			if p.Label == u.Label {
				at = p.At
			}
		}
		if !at.On() {
			continue
		}
		d := render.Disc{R: mercenarySize, Side: render.Side(u.Seat), Label: string(u.Label), Figure: fmt.Sprint(u.HP), Glyph: l.glyph(v, u), Chosen: u.Label == st.Chosen}
		if u.Label.Operator() {
			d.R = operatorSize
		}
		d.X, d.Y = middle(at)
		d.Dim = u.Attacked
		for _, is := range u.Statuses {
			if k, ok := chips[is]; ok {
				d.Chips = append(d.Chips, k)
			}
		}
		s.Discs = append(s.Discs, d)
	}
	if a := v.Attack; a != nil && len(st.Aims) == 0 {
		by, ok1 := v.Unit(a.By)
		target, ok2 := v.Unit(a.Target)
		if ok1 && ok2 {
			s.Paths = append(s.Paths, line(by.At, target.At, by.Seat, ""))
		}
	}
}

// glyph returns the silhouette of a unit.
func (l Look) glyph(v rules.View, u rules.Unit) *render.Glyph {
	if u.Label.Operator() {
		return operator
	}
	if m, ok := v.Catalogue().Mercenary(u.ID); ok && roles[m.Role] != nil {
		return roles[m.Role]
	}
	return roles["enforcer"]
}

// line returns the line of an attack.
func line(from, to grid.Space, seat game.Seat, note string) render.Path {
	x0, y0 := middle(from)
	x1, y1 := middle(to)
	return render.Path{X: []float64{x0, x1}, Y: []float64{y0, y1}, Side: render.Side(seat), Style: render.Seen, Note: note}
}

// overlay adds what the seat has staged.
func (l Look) overlay(s *render.Scene, v rules.View, st *Staged) {
	seat := v.Viewer.Seat()
	if len(st.Reach) > 0 {
		s.Fields = append(s.Fields, field(st.Reach, seat))
	}
	ways := st.Ways
	if st.From.On() && st.To.On() {
		ways = append(slices.Clip(ways), [2]grid.Space{st.From, st.To})
	}
	for _, w := range ways {
		p := line(w[0], w[1], seat, "")
		p.Style, p.R = render.Way, operatorSize
		s.Paths = append(s.Paths, p)
	}
	for i, at := range st.Marks {
		x, y := middle(at)
		s.Discs = append(s.Discs, render.Disc{X: x, Y: y, R: objectSize, Side: render.Side(seat), Mark: string(rune('P' + i))})
	}
	if st.Blast.On() {
		s.Fields = append(s.Fields, around(v, st.Blast, seat))
	}
	for _, a := range st.Aims {
		by, ok1 := v.Unit(a.By)
		target, ok2 := v.Unit(a.Target)
		if ok1 && ok2 {
			s.Paths = append(s.Paths, line(by.At, target.At, by.Seat, l.Text("%d%%", a.Chance())))
		}
	}
}

// leastShown is the least edge of the part of a large battlefield in a picture.
const leastShown = grid.SmallEdge

// window returns the part of a large battlefield that holds all units, with some room. The places of units are public.
func window(v rules.View, st *Staged) render.Window {
	edge := v.Terrain().Edge()
	if edge <= leastShown || v.Phase == rules.Deploying {
		return render.Window{}
	}
	lo, hi := grid.Space{X: edge, Y: edge}, grid.Space{X: 1, Y: 1}
	for _, u := range v.Units {
		if u.At.On() {
			lo.X, lo.Y = min(lo.X, u.At.X), min(lo.Y, u.At.Y)
			hi.X, hi.Y = max(hi.X, u.At.X), max(hi.Y, u.At.Y)
		}
	}
	if u, ok := v.Unit(st.Chosen); ok && u.At.On() { // this unit is the subject of the seat's own question
		lo, hi = u.At, u.At
	}
	const room = 2
	size := max(leastShown, hi.X-lo.X+1+2*room, hi.Y-lo.Y+1+2*room)
	if size >= edge || hi.X < lo.X {
		return render.Window{}
	}
	from := func(lo, hi int) float64 { return float64(max(0, min(edge-size, (lo+hi-size)/2))) }
	x, y := from(lo.X, hi.X), from(lo.Y, hi.Y)
	return render.Window{X0: x, Y0: y, X1: x + float64(size), Y1: y + float64(size)}
}

// score returns a side's line in the head: its letter, its Operator, and the Operator's HP.
func (l Look) score(v rules.View, seat game.Seat) string {
	out := string(rune('A' - 1 + seat))
	if o, ok := v.Catalogue().Operator(v.Sides.Of(seat).Operator); ok {
		out += " " + o.Name
	}
	hp := 0
	if u, ok := v.Unit(rules.Label(out[:1])); ok {
		hp = u.HP
	}
	out += " " + l.Text("%d HP", hp)
	return out
}

func (l Look) title(v rules.View) string {
	switch {
	case v.Result != nil:
		return l.Text("MATCH OVER")
	case v.Round == 0:
		return l.Text("SET-UP")
	case v.Round == v.MaxRounds:
		return l.Text("ROUND %d · LAST", v.Round)
	case v.MaxRounds > 0:
		return l.Text("ROUND %d OF %d", v.Round, v.MaxRounds)
	}
	return l.Text("ROUND %d", v.Round)
}

// phases says what happens in each phase: what the one side does that is waited for, with its letter, and what both do.
var phases = map[rules.Phase]struct{ one, both game.Text }{
	rules.Deploying:      {"", "both deploy in secret"},
	rules.Mulligans:      {"", "both look at their hands"},
	rules.Planning:       {"", "both choose a card in secret"},
	rules.Moving:         {"%c moves its Operator", "Operators move"},
	rules.Using:          {"%c uses its card", "both use their cards"},
	rules.MercsMoving:    {"%c moves Mercenaries", "Mercenaries move"},
	rules.Attacking:      {"%c attacks with its Operator", "Operators attack"},
	rules.MercsAttacking: {"%c attacks with Mercenaries", "Mercenaries attack"},
}

// doing says what goes on in the phase of a view.
func (l Look) doing(v rules.View) string {
	said := phases[v.Phase]
	if said.one == "" || len(v.Left) == 0 {
		return l.Text(said.both)
	}
	return l.Text(said.one, 'A'-1+v.Left[0])
}

func (l Look) status(v rules.View) string {
	said := l.doing(v)
	if v.Result != nil {
		said = l.outcome(*v.Result)
	} else if v.Priority > 0 && v.Phase == rules.Planning { // later the head says who acts
		said += " · " + l.Text("%c will go first", 'A'-1+v.Priority)
	}
	if most := rules.PointsToWin(v.Mission); most > 0 {
		said += " · " + l.Text("Points %d : %d of %d", v.Sides[0].Points, v.Sides[1].Points, most)
	} else if seat, _ := v.Leading(); v.Round > 0 && seat > 0 && v.Result == nil {
		said += " · " + l.Text("%c leads", 'A'-1+seat)
	}
	return said
}

// outcome names the winner and the reason.
func (l Look) outcome(r game.Result) string {
	said := l.Text("a draw")
	if r.Why == "void" || r.Why == "idle" { // it has no result
		said = l.Text("no result")
	}
	for i := range r.Rank {
		if r.Rank[i] < r.Rank[1-i] {
			said = l.Text("%s wins", string('A'+rune(i)))
		}
	}
	if why := whys[r.Why]; why != "" {
		said += " · " + l.Text(why)
	}
	return said
}

// legend explains the statuses of all units.
func (l Look) legend(v rules.View) (out []render.Key) {
	seen := map[string]bool{}
	for _, u := range v.Units {
		for _, is := range u.Statuses {
			if k, ok := chips[is]; ok && !seen[is] && u.At.On() {
				seen[is] = true
				out = append(out, render.Key{Chip: k, Text: meaning(is)})
			}
		}
	}
	return out
}

// Alt describes the picture in words, in at most render.MaxAlt bytes.
func (l Look) Alt(v rules.View) string {
	var all []string
	for _, u := range v.Units {
		if !u.At.On() {
			continue
		}
		said := l.Text("%s %s at %s with %d HP", u.Label, u.Name, u.At, u.HP)
		if len(u.Statuses) > 0 {
			names := make([]string, len(u.Statuses))
			for i, is := range u.Statuses {
				names[i] = meaning(is)
			}
			said += ", " + strings.Join(names, ", ")
		}
		all = append(all, said+".")
	}
	for _, o := range v.Objects {
		all = append(all, l.Text("%s of %c at %s.", meaning(o.Is), 'A'-1+o.Seat, o.At))
	}
	for i, k := range l.hand(v, "") {
		if i == 0 {
			all = append(all, l.Text("Cards:"))
		}
		all = append(all, fmt.Sprintf("%s (%s, %s).", k.Name, k.Kind, k.Figure))
	}
	return render.Alt(l.Text("%s: %s.", l.title(v), l.status(v)), all, func(left int) string { return l.Text(" … and %d more.", left) })
}
