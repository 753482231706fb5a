package jagged

import (
	"errors"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
)

// Began: a battle was set up (J4.1).
type Began struct {
	Conf Config `json:"conf"`
}

func (Began) Kind() string                { return "began" }
func (f Began) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Began) {
	s.board = board{Terms: f.Conf.Terms, Began: true}
	for i := range s.Sides {
		s.Sides[i].Flares = Flares(game.Seat(i + 1))
	}
	if f.Conf.Lab != nil {
		s.env, _ = newEnv(s.Terms.Pieces) // checked
		f.Conf.Lab.begin(&s.board)
	}
})

func (rules) Open(t tx, _ int, raw game.Config) error {
	c, err := decodeConfig(raw)
	if err != nil {
		return err
	}
	if c.Lab != nil {
		if c.Pieces, err = c.Terms.pieces(); err != nil {
			return err
		}
		t.Emit(Began{c})
		c.Lab.start(t)
		advance(t)
		return nil
	}
	pieces, err := c.Terms.pieces()
	if err != nil {
		return err
	}
	lists := c.Brought
	c.Brought = [2][]Pick{}
	t.Emit(Began{c})
	switch {
	case c.Board != "" || c.Pieces != nil:
		setBoard(t, BoardSet{Board: c.Board, Pieces: pieces})
	case c.ChoosesBoard() != 0:
		turn(t, func(c *cursor) { c.Phase = Boarding })
	default:
		all := boards.All()
		face := t.Roll(0, "board", len(all))
		if t.Failed() {
			return nil
		}
		setBoard(t, BoardSet{Board: all[face-1].Slug, Pieces: piecesOf(all[face-1]), Face: face})
	}
	if lists[0] != nil {
		openLists(t, lists)
	}
	advance(t)
	return nil
}

// BoardSet: the battle is fought on that board (J4.2). By is the side that chose it, Face the die that did.
type BoardSet struct {
	Board  string    `json:"board"`
	Pieces []Piece   `json:"pieces"`
	Face   int       `json:"face,omitempty"`
	By     game.Seat `json:"by,omitempty"`
}

func (BoardSet) Kind() string                { return "board-set" }
func (f BoardSet) For(game.Viewer) game.Fact { return f }

func (f BoardSet) DiceTold() (stream game.Seat, faces []int) {
	if f.Face == 0 {
		return 0, nil
	}
	return 0, []int{f.Face}
}

var _ = public(func(s *state, f BoardSet) {
	s.Terms.Board, s.Terms.Pieces = f.Board, f.Pieces
	s.env, _ = newEnv(f.Pieces) // checked before
})

// setBoard sets the board; then both sides choose their lists.
func setBoard(t tx, f BoardSet) {
	t.Emit(f)
	var left []game.Seat
	if t.State().Terms.Lists == "open" {
		left = []game.Seat{1, 2}
	}
	turn(t, func(c *cursor) { *c = cursor{Phase: Listing, Left: left} })
}

func menuBoard(*board, game.Seat) game.Menu { return game.Menu{offer("board", nil, slotBoard)} }

func fallbackBoard(*board, game.Seat) game.Reply { return ChooseBoard{boardSlugs()[0]} }

func checkBoard(_ *board, _ game.Seat, r game.Reply) error {
	o, ok := r.(ChooseBoard)
	if !ok {
		return notNow(r, "board and the name of a board")
	}
	if !slices.Contains(boardSlugs(), o.Board) {
		return refuse("no-board", "there is no board %q; expected one of %s", o.Board, strings.Join(boardSlugs(), ", "))
	}
	return nil
}

func answerBoard(t tx, seat game.Seat, r game.Reply) {
	b, _ := boards.Find(r.(ChooseBoard).Board)
	setBoard(t, BoardSet{Board: b.Slug, Pieces: piecesOf(b), By: seat})
}

func menuList(b *board, seat game.Seat) game.Menu {
	var samples []string
	for _, l := range cards.Lists() {
		if l.Faction == b.Terms.Faction(seat) && l.Role == roleOf(seat) {
			samples = append(samples, l.ID)
		}
	}
	return game.Menu{offer("list", nil, slotSample.Of(samples...)), offer("list", nil, slotModels)}
}

func fallbackList(b *board, seat game.Seat) game.Reply {
	return Bring{Sample: cards.Starter(b.Terms.Faction(seat), roleOf(seat)).ID}
}

// listOf returns the models named by an order.
func listOf(o Bring) []Pick {
	if o.Sample != "" {
		return Picks(cards.FindList(o.Sample))
	}
	return o.Models
}

func checkList(b *board, seat game.Seat, r game.Reply) error {
	o, ok := r.(Bring)
	if !ok {
		return notNow(r, "list and the models of your Force")
	}
	return b.Terms.CheckList(seat, listOf(o))
}

// Listed: a side's list is known (J3.7). Both sides' facts are told together, unless the lists are open.
type Listed struct {
	Seat game.Seat `json:"seat"`
	List []Pick    `json:"list"`
	Kept int       `json:"kept"`
	FR   int       `json:"fr"`
}

func (Listed) Kind() string                { return "listed" }
func (f Listed) For(game.Viewer) game.Fact { return f }

// ListsTold returns 1: the fact tells the list of one side.
func (Listed) ListsTold() int { return 1 }

var _ = public(func(s *state, f Listed) {
	side := &s.Sides[f.Seat-1]
	side.Units, side.Listed, side.Kept, side.FR = f.List, true, f.Kept, f.FR
	for i, p := range f.List {
		s.enter(model{Label: labelOf(f.Seat, i+1), Unit: p.Unit, Grenade: p.Grenade, Wounds: cards.FindUnit(p.Unit).Wounds})
	}
})

// enter adds a model, in the order of labels.
func (b *board) enter(m model) {
	b.Sides[m.seat()-1].Last = max(b.Sides[m.seat()-1].Last, m.Label.number())
	i := slices.IndexFunc(b.Models, func(o model) bool {
		return o.seat() > m.seat() || o.seat() == m.seat() && o.Label.number() > m.Label.number()
	})
	if i < 0 {
		i = len(b.Models)
	}
	m.card = cards.FindUnit(m.Unit)
	b.Models = slices.Insert(b.Models, i, m)
}

func answerList(t tx, seat game.Seat, r game.Reply) {
	bringList(t, seat, listOf(r.(Bring)))
	next(t)
}

func bringList(t tx, seat game.Seat, list []Pick) {
	bp, fr := Spent(list)
	t.Emit(Listed{seat, list, Budget(seat) - bp, fr})
}

// openLists opens the lists that both sides chose before the battle.
func openLists(t tx, lists [2][]Pick) {
	for i, list := range lists {
		bringList(t, game.Seat(i+1), list)
	}
	turn(t, func(c *cursor) { c.Left = nil })
}

// next ends the part of the seat that acts.
func next(t tx) {
	if len(t.State().Left) > 0 {
		turn(t, func(c *cursor) { c.Left, c.All, c.Best = slices.Clone(c.Left[1:]), false, false })
	}
}

// ready reports whether both sides have answered the question of a phase of the set-up.
func (b *board) ready() bool {
	if b.Phase == Listing {
		return b.Sides[0].Listed && b.Sides[1].Listed
	}
	return !slices.ContainsFunc(b.Models, func(m model) bool { return !m.Placed })
}

// ObjectivePlaced: a marker was placed (J4.4). Seat 0 is the marker in the centre.
type ObjectivePlaced struct {
	Seat game.Seat   `json:"seat,omitempty"`
	At   plane.Point `json:"at"`
}

func (ObjectivePlaced) Kind() string                { return "objective-placed" }
func (f ObjectivePlaced) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f ObjectivePlaced) { s.Objectives = append(s.Objectives, objective{At: f.At}) })

func menuObjective(*board, game.Seat) game.Menu {
	return game.Menu{offer("objective", nil, slotAt)}
}

// fallbackObjective returns the default place, or the nearest legal one on a grid of half inches.
func fallbackObjective(b *board, seat game.Seat) game.Reply {
	at := boards.Objectives[seat]
	if b.whyNoMark(at) == nil {
		return Mark{at}
	}
	best, least := at, plane.MaxInch
	for x := plane.In(2); x < plane.In(Table-1); x += 500 {
		for y := plane.In(2); y < plane.In(Table-1); y += 500 {
			p := plane.Point{X: x, Y: y}
			if d := plane.Dist(at, p); d < least && b.whyNoMark(p) == nil {
				best, least = p, d
			}
		}
	}
	return Mark{best}
}

func checkObjective(b *board, _ game.Seat, r game.Reply) error {
	o, ok := r.(Mark)
	if !ok {
		return notNow(r, "objective at and a place")
	}
	return b.whyNoMark(o.At)
}

// whyNoMark returns the reason that an Objective may not lie there (JQ7).
func (b *board) whyNoMark(at plane.Point) error {
	d := plane.Disc{At: at, R: boards.Marker}
	inner := plane.Rect{Min: plane.Point{X: plane.In(1), Y: plane.In(1)}, Max: plane.Point{X: plane.In(Table - 1), Y: plane.In(Table - 1)}}
	if !inner.Holds(d) {
		return refuse("too-near", "%s: an Objective lies at least 1\" from the edge", at.String())
	}
	for seat := game.Seat(1); seat <= 2; seat++ {
		if z := b.Terms.Zone(seat); plane.Under(d, plane.Disc{At: nearestIn(z, at)}, plane.In(10)) {
			return refuse("too-near", "%s: an Objective lies at least 10\" from both zones", at.String())
		}
	}
	for _, o := range b.Objectives {
		if plane.Under(plane.Disc{At: at}, plane.Disc{At: o.At}, plane.In(8)) {
			return refuse("too-near", "%s: an Objective lies at least 8\" from every other", at.String())
		}
	}
	if p, under := b.env.board.Under(at); under {
		return refuse("too-near", "%s: an Objective does not touch %s", at.String(), game.Word(p.Name))
	}
	return nil
}

// nearestIn returns the point of a rectangle nearest to p.
func nearestIn(r plane.Rect, p plane.Point) plane.Point {
	return plane.Point{X: min(max(p.X, r.Min.X), r.Max.X), Y: min(max(p.Y, r.Min.Y), r.Max.Y)}
}

func answerObjective(t tx, seat game.Seat, r game.Reply) {
	t.Emit(ObjectivePlaced{seat, r.(Mark).At})
	next(t)
}

func (p player) toDeploy() []*model {
	var out []*model
	for i := range p.b.Models {
		if m := &p.b.Models[i]; m.seat() == p.seat && !m.Placed {
			out = append(out, m)
		}
	}
	return out
}

func menuDeploy(b *board, seat game.Seat) game.Menu {
	n := len(b.player(seat).toDeploy())
	return game.Menu{offer("deploy", nil, slotPlaces.Times(n, n))}
}

// fallbackDeploy deploys the models in rows from the outer corner (JQ58).
func fallbackDeploy(b *board, seat game.Seat) game.Reply {
	var o Deploy
	var placed []plane.Disc
	n := b.Terms.ZoneSize()
	for _, m := range b.player(seat).toDeploy() {
		r := radius(m.unit())
		at := func() plane.Point {
			for y := r; y <= n-r; y += 250 {
				for x := r; x <= n-r; x += 250 {
					p := plane.Point{X: x, Y: y}
					if seat == 2 {
						p = plane.Point{X: plane.In(Table) - x, Y: plane.In(Table) - y}
					}
					if b.player(seat).whyNoStand(plane.Disc{At: p, R: r}, placed) == nil {
						return p
					}
				}
			}
			return plane.Point{} // no board is so full; Check would refuse it
		}()
		placed = append(placed, plane.Disc{At: at, R: r})
		o.At = append(o.At, at)
	}
	return o
}

// whyNoStand returns the reason that a base may not be placed there in its zone (J4.3).
func (p player) whyNoStand(d plane.Disc, others []plane.Disc) error {
	if !p.b.Terms.Zone(p.seat).Holds(d) {
		return refuse("out-of-zone", "%s is not wholly in your zone", d.At.String())
	}
	switch s := p.b.env.solid.Stand(plane.Mover{R: d.R, Others: others}, d.At); {
	case s == nil:
		return nil
	case s.Why == plane.StopOccupied:
		return refuse("occupied", "%s: the base would stand on another", d.At.String())
	case s.Why == plane.StopRoof:
		return refuse("half-on", "%s: the base would stand half on top", d.At.String())
	}
	return refuse("wall", "%s: terrain bars that place", d.At.String())
}

func checkDeploy(b *board, seat game.Seat, r game.Reply) error {
	o, ok := r.(Deploy)
	if !ok {
		return notNow(r, "deploy and a place for each model, in the order of their labels")
	}
	return b.player(seat).whyNotDeployed(o.At)
}

// whyNotDeployed returns the reason that the side's models may not be deployed at those places, in the order of their labels.
func (p player) whyNotDeployed(at []plane.Point) error {
	models := p.toDeploy()
	if n := len(models); len(at) != n {
		return refuse("not-now", "%d {model deploys|models deploy}, and the places are %d: write one for each from %s to %s", n, len(at),
			models[0].Label, models[n-1].Label)
	}
	var placed []plane.Disc
	for i, m := range models {
		d := plane.Disc{At: at[i], R: radius(m.unit())}
		if no := (*game.Refusal)(nil); errors.As(p.whyNoStand(d, placed), &no) {
			return refuse(no.Code, "%s at %s", m.Label, no)
		}
		placed = append(placed, d)
	}
	return nil
}

// Deployed: a side's models are on the table, in the order of their labels. Both sides' facts are told together, unless the
// Defender deploys first.
type Deployed struct {
	Seat game.Seat     `json:"seat"`
	At   []plane.Point `json:"at"`
}

func (Deployed) Kind() string                { return "deployed" }
func (f Deployed) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Deployed) {
	for i, m := range s.board.player(f.Seat).toDeploy() {
		m.At, m.Placed = f.At[i], true
	}
})

func answerDeploy(t tx, seat game.Seat, r game.Reply) {
	t.Emit(Deployed{seat, r.(Deploy).At})
	next(t)
}

// Inserted: the Attacker rolled for the Insertion (J4.5).
type Inserted struct {
	Face    int  `json:"face"`
	FR      int  `json:"fr"`
	PV      int  `json:"pv"`
	Success bool `json:"success"`
}

func (Inserted) Kind() string                { return "inserted" }
func (f Inserted) For(game.Viewer) game.Fact { return f }

func (f Inserted) DiceTold() (stream game.Seat, faces []int) { return 0, []int{f.Face} }

var _ = public(func(s *state, f Inserted) {
	if !f.Success {
		s.Sides[0].Flares--
	}
})

// insert rolls for the Insertion. A bare 1 to 5 fails, a bare 100 succeeds (J2.6).
func insert(t tx) {
	f := Inserted{Face: t.Roll(0, "insertion", 100), FR: t.State().Sides[0].FR, PV: t.State().Terms.Value()}
	if t.Failed() {
		return
	}
	f.Success = f.Face == 100 || f.Face > failure && f.Face+f.FR >= f.PV
	t.Emit(f)
	if t.State().Sides[1].Flares > 0 {
		turn(t, func(c *cursor) { *c = cursor{Phase: Stealing} })
		return
	}
	beginGlimpse(t)
}

func menuSteal(*board, game.Seat) game.Menu { return game.Menu{offer("steal", nil, slotYes)} }

var checkSteal = only[steal]("steal yes or steal no")

// Stole: the Defender spent a Flare to take the Initiative of Round 1 (J4.6).
type Stole struct {
	Face    int  `json:"face"`
	Success bool `json:"success"`
}

func (Stole) Kind() string                { return "stole" }
func (f Stole) For(game.Viewer) game.Fact { return f }

func (f Stole) DiceTold() (stream game.Seat, faces []int) { return 0, []int{f.Face} }

var _ = public(func(s *state, f Stole) { s.Sides[1].Flares, s.Stolen = s.Sides[1].Flares-1, f.Success })

func answerSteal(t tx, _ game.Seat, r game.Reply) {
	if r.(steal).Yes {
		face := t.Roll(0, "steal", 100)
		if t.Failed() {
			return
		}
		t.Emit(Stole{face, face >= StealFace})
	}
	beginGlimpse(t)
}
