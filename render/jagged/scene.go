package jagged

import (
	"fmt"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/jagged/boards"
	"downsync/game/plane"
	"downsync/game/terrain"
	"downsync/render"
)

// Look determines how the game's pictures are drawn for a reader.
type Look struct {
	render.Reader
	Names  [2]string // of the players, by seat; "": none
	Server string    // the server of the battle; "": unknown, or on none
}

// origin names the game, the board and the server of a picture.
func (l Look) origin(board string) render.Origin {
	b, _ := boards.Find(board)
	return render.Origin{Game: "Jagged Shards", Map: b.Name, Server: l.Server}
}

// signed adds the origin and both players' names to the scene of a finished battle.
func (l Look) signed(s render.Scene, b Battle) render.Scene {
	s.Origin = l.origin(b.Board.Slug)
	s.Origin.Names = []string{b.Sides[0].Name, b.Sides[1].Name}
	return s
}

// Public draws what everybody sees, and what happened recently. It refuses a battle or news of any viewer except an onlooker.
func (l Look) Public(b Battle, news News) (render.Public, error) {
	if news.viewer != game.Onlooker() {
		return render.Public{}, fmt.Errorf("what %s was told, for everybody", news.viewer)
	}
	return render.DrawPublic(b.Viewer, l.Scene(b, nil, news))
}

// Measured draws what everybody sees, with the lines of attacks. It refuses a battle with a seat.
func (l Look) Measured(b Battle, st *Staged) (render.Public, error) {
	return render.DrawPublic(b.Viewer, l.Scene(b, st, News{}))
}

// Private draws what one seat sees, with its question. It refuses a battle without a seat, and another seat's news.
func (l Look) Private(b Battle, st *Staged, news News) (render.Private, error) {
	if news.viewer != game.Onlooker() && news.viewer != b.Viewer {
		return render.Private{}, fmt.Errorf("what %s was told, for %s", news.viewer, b.Viewer)
	}
	return render.DrawPrivate(b.Viewer, l.Scene(b, st, news))
}

// Preview draws a board before that faction attacks on it, "": any. It shows both Zones, and the Objectives' default places.
func (l Look) Preview(board boards.Board, zones plane.Inch, attacker string) (render.Public, error) {
	return render.DrawPublic(game.Onlooker(), l.sided(attacker).Battlefield(board, zones))
}

// sided returns the look of a battle in which that faction attacks. Each faction keeps its colour and shape whichever seat it has,
// as on the map of a campaign: the Human Colonies are blue circles, the Martian Order orange hexagons.
func (l Look) sided(attacker string) Look {
	if attacker != "" && sideOf(attacker) != 1 {
		l.Theme = l.Theme.Swapped()
	}
	return l
}

// Battlefield returns the scene of a board without a battle.
func (l Look) Battlefield(board boards.Board, zones plane.Inch) render.Scene {
	s := l.Scene(Battle{Board: board, Zones: zones}, nil, News{})
	for i, at := range boards.Objectives {
		s.Spots = append(s.Spots, l.spot(i, Objective{At: at}))
	}
	s.Title, s.Status, s.Tallies = board.Name, "", nil
	return s
}

// Catalogue draws all named boards in a small size.
func (l Look) Catalogue() (render.Public, error) {
	var panes []render.Pane
	for _, b := range boards.All() {
		s := l.Battlefield(b, boards.Corner)
		panes = append(panes, render.Pane{Scene: s, Caption: s.Title})
	}
	png, err := render.DrawGrid(l.Text("BOARDS"), panes, render.Origin{})
	return render.Public{PNG: png}, err
}

// squares describes the board's squares. Their letters begin after the letters of the sides, because A and B would look like
// models.
var squares = render.Squares{Edge: plane.SquareEdge / 1000, First: plane.FirstColumn}

func inches(l plane.Inch) float64 { return float64(l) / 1000 }

func corners(shape []plane.Point) (xs, ys []float64) {
	for _, p := range shape {
		xs, ys = append(xs, inches(p.X)), append(ys, inches(p.Y))
	}
	return xs, ys
}

// Scene returns the scene of the battle, its reader's question, and recent events.
func (l Look) Scene(b Battle, st *Staged, news News) render.Scene {
	if st == nil {
		st = &Staged{}
	}
	l = l.sided(b.Attacker)
	s := render.Scene{Theme: l.Theme.On(sites[b.Board.Slug].Tone), Patient: l.Patient, Explained: true, W: inches(terrain.Table.Max.X), H: inches(terrain.Table.Max.Y), Squares: squares,
		Landmarks: sites[b.Board.Slug].Landmarks, Title: l.title(b), Status: l.status(b, st)}
	for _, side := range b.Sides {
		s.Tallies = append(s.Tallies, render.Tally{Name: side.Name, Points: side.score(b), Tokens: side.Flares, Most: max(side.Most, side.Flares)})
	}
	if b.Over == "" && st.Status == "" {
		s.Active = render.Side(b.Active)
	}
	l.ground(&s, b)
	for i, o := range b.Objectives {
		s.Spots = append(s.Spots, l.spot(i, o))
	}
	s.Window = st.window(b, s.W, s.H)
	s.Inset = s.Window != render.Window{}
	for _, m := range b.Models {
		if at, ok := st.Places[m.Label]; ok {
			m.Base.At, m.Off = at, false
		}
		if !m.Off {
			s.Discs = append(s.Discs, l.disc(m, st))
		}
	}
	l.happened(&s, b, news)
	l.asked(&s, b, st)
	l.legend(&s, b)
	l.Watched(&s, st.Watchers)
	if b.Over != "" {
		s = l.signed(s, b)
	}
	if news.past {
		return render.Flat(s)
	}
	return s
}

// wall is the height with which terrain that blocks sight is drawn, in inches. It has no height in the rules.
const wall = 4

// ground adds the terrain and the Zones. A class has the same look on every board.
func (l Look) ground(s *render.Scene, b Battle) {
	for _, p := range b.Board.Pieces {
		xs, ys := corners(p.Shape)
		switch {
		case p.Climb > 0:
			s.Blocks = append(s.Blocks, render.Block{X: xs, Y: ys, Texture: textures[p.Class], Rise: inches(p.Climb), Height: p.Climb.String() + `"`})
		case p.Class == boards.Obscuring:
			s.Blocks = append(s.Blocks, render.Block{X: xs, Y: ys, Rise: wall})
		default:
			s.Areas = append(s.Areas, render.Area{Texture: textures[p.Class], X: xs, Y: ys})
		}
	}
	if b.Zones > 0 {
		for i, z := range boards.Zones(b.Zones) {
			s.Zones = append(s.Zones, render.Zone{X0: inches(z.Min.X), Y0: inches(z.Min.Y), X1: inches(z.Max.X), Y1: inches(z.Max.Y),
				Side: render.Side(i + 1), Letter: string(rune('A' + i))})
		}
	}
}

var textures = map[boards.Class]render.Texture{boards.Light: render.Stipple, boards.Heavy: render.Bulwark, boards.Impassable: render.Pit}

// spot returns the spot of an Objective. Its label names the owner, so that nobody needs its colour for that.
func (l Look) spot(i int, o Objective) render.Spot {
	label := fmt.Sprint(i + 1)
	if o.Owner > 0 {
		label += fmt.Sprintf(" %c", '@'+o.Owner)
	}
	return render.Spot{X: inches(o.At.X), Y: inches(o.At.Y), R: inches(boards.Marker), Near: 1, Side: render.Side(o.Owner), Label: label, Contested: o.Contested}
}

func (l Look) disc(m Model, st *Staged) render.Disc {
	d := render.Disc{X: inches(m.Base.At.X), Y: inches(m.Base.At.Y), R: inches(m.Base.R), Side: render.Side(m.Seat), Glyph: Silhouettes[m.Kind], Label: m.Label,
		Note: m.Short, Dim: m.Acted, Chosen: m.Label == st.Chosen, Alert: slices.ContainsFunc(st.Aims, func(a Aim) bool { return a.To == m.Label })}
	if m.Most > 1 {
		d.Lives = render.Lives{Left: m.Wounds, Most: m.Most}
		if m.Wounds < m.Most {
			d.Chips = append(d.Chips, render.Chip{Mark: fmt.Sprint(m.Wounds), Token: wounds})
		}
	}
	for _, is := range m.States {
		if k, ok := chips[is]; ok {
			d.Chips = append(d.Chips, k)
		}
	}
	return d
}

// happened adds recent events.
func (l Look) happened(s *render.Scene, b Battle, news News) {
	for _, t := range news.Trails {
		xs, ys := corners(t.Path)
		s.Trails = append(s.Trails, render.Trail{X: xs, Y: ys, R: inches(t.R), Side: render.Side(t.Seat)})
	}
	for _, a := range news.Attacks {
		note := game.Text("MISS %d")
		switch {
		case a.Hit && a.Critical:
			note = "CRIT %d"
		case a.Hit:
			note = "HIT %d"
		}
		s.Shots = append(s.Shots, render.Shot{X0: inches(a.From.At.X), Y0: inches(a.From.At.Y), R0: inches(a.From.R), X1: inches(a.To.At.X), Y1: inches(a.To.At.Y),
			R1: inches(a.To.R), Side: render.Side(a.Seat), Hit: a.Hit, Note: l.Text(note, a.Face)})
	}
	for _, w := range news.Wrecks {
		s.Wrecks = append(s.Wrecks, wreck(w))
	}
	note := l.Text("HELD")
	if b.Points {
		note = l.Text("+1 VP")
	}
	for _, i := range news.Scored {
		if i >= 0 && i < len(b.Objectives) {
			o := b.Objectives[i]
			s.Flashes = append(s.Flashes, render.Flash{X: inches(o.At.X), Y: inches(o.At.Y), R: inches(boards.Marker), Side: render.Side(o.Owner), Score: true, Note: note})
		}
	}
}

func wreck(m Model) render.Wreck {
	return render.Wreck{X: inches(m.Base.At.X), Y: inches(m.Base.At.Y), R: inches(m.Base.R), Side: render.Side(m.Seat), Label: m.Label, Portrait: portraits[m.Unit]}
}

// asked adds the subject of the reader's question.
func (l Look) asked(s *render.Scene, b Battle, st *Staged) {
	chosen, _ := b.model(st.Chosen)
	if len(st.Reach) > 0 {
		f := render.Field{Side: render.Side(chosen.Seat)}
		for _, shape := range st.Reach {
			xs, ys := corners(shape)
			f.X, f.Y = append(f.X, xs), append(f.Y, ys)
		}
		s.Fields = append(s.Fields, f)
	}
	for _, w := range st.Ways {
		p := render.Path{Side: render.Side(chosen.Seat), R: inches(w.R)}
		if len(st.Ways) == 1 {
			p.Note = l.Text("%s\" left", w.Left)
		}
		p.X, p.Y = corners(w.Path)
		s.Paths = append(s.Paths, p)
	}
	for _, a := range st.Aims {
		l.aim(s, b, a)
	}
	if b.Aim != nil && len(st.Aims) == 0 {
		l.aim(s, b, *b.Aim)
	}
	for _, r := range st.Rings {
		s.Rings = append(s.Rings, render.Ring{Circle: circle(r.From, r.R), Side: render.Side(r.Seat), Note: strings.TrimSpace(r.Name + " " + r.R.String() + `"`)})
	}
}

// aim adds an attack from centre to centre, which is the line that decides Cover (J7.5): on it the verdict and the number to reach,
// and the piece that gives the Cover, in the colour of the side that it covers.
func (l Look) aim(s *render.Scene, b Battle, a Aim) {
	from, ok1 := b.model(a.From)
	to, ok2 := b.model(a.To)
	if !ok1 || !ok2 {
		return
	}
	p := render.Path{Side: render.Side(from.Seat), Style: render.Seen, Tag: l.Text("%d+", a.Need)}
	p.X, p.Y = corners([]plane.Point{from.Base.At, to.Base.At})
	switch {
	case !a.Seen:
		p.Style, p.Tag = render.Barred, l.Text("NO SIGHT")
	case a.Cover != "":
		p.Style, p.Tag = render.Concealed, l.Text(verdicts[a.Cover], a.Need)
	}
	s.Paths = append(s.Paths, p)
	if a.Piece > 0 && a.Piece <= len(b.Board.Pieces) {
		xs, ys := corners(b.Board.Pieces[a.Piece-1].Shape)
		s.Fields = append(s.Fields, render.Field{Side: render.Side(to.Seat), X: [][]float64{xs}, Y: [][]float64{ys}})
	}
}

// verdicts maps the Cover on a line of fire to its text, with the number to reach.
var verdicts = map[boards.Class]game.Text{boards.Light: "LIGHT %d+", boards.Heavy: "HEAVY %d+"}

// model returns the model of that label.
func (b Battle) model(label string) (Model, bool) {
	i := slices.IndexFunc(b.Models, func(m Model) bool { return m.Label == label })
	if i < 0 {
		return Model{}, false
	}
	return b.Models[i], true
}

func circle(d plane.Disc, r plane.Inch) render.Circle {
	return render.Circle{X: inches(d.At.X), Y: inches(d.At.Y), R: inches(d.R + r)}
}

// window returns the part of the board around the subject of the question.
func (st *Staged) window(b Battle, w, h float64) render.Window {
	const room, least = 4.0, 20.0
	var all []render.Circle
	labels := slices.Clone(st.Around)
	for _, a := range st.Aims {
		labels = append(labels, a.From, a.To)
	}
	for _, label := range labels {
		m, ok := b.model(label)
		at, staged := st.Places[label]
		if staged {
			m.Base.At, m.Off = at, false
		}
		if ok && !m.Off {
			all = append(all, circle(m.Base, plane.In(room)))
		}
		if ok && staged && b.Zones > 0 { // the Zone in which it may be placed
			z := boards.Zones(b.Zones)[m.Seat-1]
			for _, at := range []plane.Point{z.Min, z.Max} {
				all = append(all, render.Circle{X: inches(at.X), Y: inches(at.Y)})
			}
		}
	}
	add := func(points []plane.Point, r float64) {
		for _, p := range points {
			all = append(all, render.Circle{X: inches(p.X), Y: inches(p.Y), R: r})
		}
	}
	for _, w := range st.Ways {
		add(w.Path, inches(w.R)+room)
	}
	for _, shape := range st.Reach {
		add(shape, room/2)
	}
	return render.Around(all, least, w, h)
}
