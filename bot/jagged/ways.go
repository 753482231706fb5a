package jagged

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/jagged"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
	draw "downsync/render/jagged"
)

// This file finds places without typing: destinations of models, deployments, places for Objectives. Each is tried on the view.

// The purposes of moves. In drafts they are marks.
const (
	advance  = "advance"  // to the Objectives that need a model
	onEnemy  = "enemy"    // towards the nearest enemy
	intoLee  = "cover"    // into Cover from the nearest enemy
	fallBack = "away"     // out of the enemies' sight
	apart    = plane.Thou // a model this much more than 1" from an enemy is not engaged
)

// purpose is a purpose of moves, with the words of buttons for all models and for one.
type purpose struct {
	mark        string
	said, alone game.Text
}

// purposes lists the purposes in order.
var purposes = []purpose{{advance, "To the Objectives", "To an Objective"}, {onEnemy, "At the enemy", "At the enemy"}, {intoLee, "Into Cover", "Into Cover"}, {fallBack, "Out of sight", "Out of sight"}}

// step is a way found for a model.
type step struct {
	unit rules.Label
	to   plane.Point
	path plane.Path
	r    plane.Inch
}

func (s step) order() string { return rules.Move{Unit: s.unit, To: s.to}.Order() }

func (s step) way() draw.Way { return draw.Way{Path: s.path, R: s.r} }

// finder finds places for models, by trying them on a view.
type finder struct{ v reading }

// planned returns ways for all models that may move, one after another, each according to that purpose. A model that is already
// where it should be gets none.
func (in finder) planned(mark string, movers []rules.Label) []step {
	var out []step
	goals := map[rules.Label]plane.Point{}
	held := make([]int, len(in.v.Objectives)) // models on their way to each Objective
	for _, l := range movers {
		m, _ := in.v.Model(l)
		goals[l] = in.goal(m, mark, held)
	}
	far := func(l rules.Label) plane.Inch { m, _ := in.v.Model(l); return plane.Dist(*m.At, goals[l]) }
	movers = slices.Clone(movers)
	slices.SortStableFunc(movers, func(a, b rules.Label) int { return cmp.Compare(far(a), far(b)) }) // the models in front first
	for _, l := range movers {
		m, _ := in.v.Model(l)
		if s, ok := in.toward(m, mark, goals[l], m.Movement); ok {
			out = append(out, s)
			in.v.View = in.v.Standing(l, s.to)
		}
	}
	return out
}

// goal returns a model's final destination for the purpose. For Objectives it is the nearest one that needs the model: the one that
// it holds alone, otherwise one that no model of its side holds and that its side does not own.
func (in finder) goal(m rules.Model, mark string, held []int) plane.Point {
	best, least := *m.At, plane.MaxInch
	switch mark {
	case advance:
		at := -1
		for i, o := range in.v.Objectives {
			worth := plane.Dist(*m.At, o.At) + plane.In(9*held[i])
			switch here, others := in.holding(m, o); {
			case here && !others:
				worth -= plane.In(rules.Table)
			case others, o.Owner == m.Seat && !o.Contested:
				worth += 2 * plane.In(rules.Table)
			case in.v.Round == rules.Rounds && in.nearObjective(m, o.At, m.Movement): // an Objective that is not reached now never will be
				worth -= plane.In(rules.Table) / 2
			}
			if in.guarded(m.Seat, o) { // an empty one can be held, not just contested
				worth += plane.In(8)
			}
			if worth < least {
				best, least, at = o.At, worth, i
			}
		}
		if at >= 0 {
			held[at]++
		}
	default:
		for _, e := range in.v.Models {
			if d := plane.Inch(0); e.Seat != m.Seat && e.At != nil {
				if d = plane.Dist(*m.At, *e.At); d < least {
					best, least = *e.At, d
				}
			}
		}
	}
	return best
}

// holding reports whether a model is within 1" of an Objective, and whether it is not needed there because another model of its
// side holds it (J13.2); among several the first is needed.
func (in finder) holding(m rules.Model, o rules.Objective) (here, others bool) {
	first, enemy := rules.Label(""), false
	for _, x := range in.v.Models {
		if x.At == nil || !atMarker(x, *x.At, o.At) {
			continue
		}
		here = here || x.Label == m.Label
		enemy = enemy || x.Seat != m.Seat
		if first == "" && x.Seat == m.Seat {
			first = x.Label
		}
	}
	return here, first != "" && first != m.Label && !enemy
}

// toward returns a model's way for the purpose, at most that far. ok is false if the model should stay.
func (in finder) toward(m rules.Model, mark string, goal plane.Point, most plane.Inch) (s step, ok bool) {
	switch mark {
	case intoLee, fallBack:
		return in.sheltered(m, mark, most)
	case advance:
		if atMarker(m, *m.At, goal) { // it holds the Objective
			return s, false
		}
		if s, ok := in.besideMarker(m, goal, most); ok {
			return s, true
		}
		if s, ok = in.furthest(m, goal, most); ok && in.posted(m, s.to) {
			return s, false
		}
		return s, ok
	}
	return in.furthest(m, goal, most)
}

// atMarker reports whether a model would be within 1" of an Objective at a place.
func atMarker(m rules.Model, to, objective plane.Point) bool {
	return plane.Within(plane.Disc{At: to, R: m.Radius}, plane.Disc{At: objective, R: boards.Marker}, plane.In(1))
}

// nearObjective reports whether a model can be within 1" of an Objective after a move.
func (in finder) nearObjective(m rules.Model, objective plane.Point, most plane.Inch) bool {
	_, ok := in.besideMarker(m, objective, most)
	return ok || atMarker(m, *m.At, objective)
}

// besideMarker returns the way to the nearest place within 1" of an Objective without an engagement: on it, or somewhere around it.
func (in finder) besideMarker(m rules.Model, objective plane.Point, most plane.Inch) (s step, ok bool) {
	edge := m.Radius + boards.Marker + plane.In(1) - 50
	if plane.Dist(*m.At, objective) > most+edge {
		return s, false
	}
	places := []plane.Point{}
	for _, r := range []plane.Inch{edge / 3, edge * 2 / 3, edge} {
		for wind := range 16 {
			turn := 2 * math.Pi * float64(wind) / 16
			places = append(places, plane.Point{X: objective.X + plane.Inch(math.Sin(turn)*float64(r)), Y: objective.Y + plane.Inch(math.Cos(turn)*float64(r))})
		}
	}
	slices.SortStableFunc(places, func(a, b plane.Point) int { return cmp.Compare(plane.Dist(*m.At, a), plane.Dist(*m.At, b)) })
	for _, to := range append([]plane.Point{objective}, places...) {
		if plane.Dist(*m.At, to) > most {
			continue
		}
		if s, ok = in.stepTo(m, to, most); ok {
			return s, true
		}
	}
	return s, false
}

// guarded reports whether an enemy of a side is within 1" of an Objective.
func (in finder) guarded(seat game.Seat, o rules.Objective) bool {
	return slices.ContainsFunc(in.v.Models, func(e rules.Model) bool { return e.Seat != seat && e.At != nil && atMarker(e, *e.At, o.At) })
}

// farShot is the range of weapons that shoot across most of the board, in inches. A model with such a weapon can stay back.
const farShot = 30

// posted reports whether a model should stay rather than go to a place at which it holds nothing: it shoots far, or it is the last
// Round; it has a target from its present place; and it has better Cover there.
func (in finder) posted(m rules.Model, to plane.Point) bool {
	u := cards.FindUnit(m.Unit)
	w := cards.FindWeapon(u.Ranged)
	near, all := in.enemies(m)
	if w == nil || w.Range < farShot && in.v.Round < rules.Rounds || near == "" {
		return false
	}
	shoots := slices.ContainsFunc(all, func(e rules.Label) bool {
		_, err := in.v.Aim(m.Label, e, w.ID, rules.Aid{})
		return err == nil
	})
	return shoots && in.danger(m, intoLee, *m.At, near, all) < in.danger(m, intoLee, to, near, all)
}

// furthest returns the longest way to a place, straight or around obstacles, that ends without an engagement.
func (in finder) furthest(m rules.Model, goal plane.Point, most plane.Inch) (s step, ok bool) {
	to, ok := in.v.Toward(m.Label, goal, most)
	if !ok {
		return s, false
	}
	return in.stepTo(m, to, most)
}

// stepTo returns the way to a place, if the model may go there and is then not engaged.
func (in finder) stepTo(m rules.Model, to plane.Point, most plane.Inch) (s step, ok bool) {
	if to == *m.At || in.besideEnemy(m, to) {
		return s, false
	}
	p, _, err := in.v.Way(m.Label, to, nil, most)
	return step{m.Label, to, p, m.Radius}, err == nil
}

// besideEnemy reports whether an enemy would be within 1".
func (in finder) besideEnemy(m rules.Model, to plane.Point) bool {
	return slices.ContainsFunc(in.v.Models, func(e rules.Model) bool {
		return e.Seat != m.Seat && e.At != nil && plane.Within(plane.Disc{At: to, R: m.Radius}, plane.Disc{At: *e.At, R: e.Radius}, plane.In(1)+apart)
	})
}

// sheltered returns the way to the place in reach with the best Cover from the nearest enemy, or seen by the fewest enemies.
func (in finder) sheltered(m rules.Model, mark string, most plane.Inch) (best step, ok bool) {
	near, all := in.enemies(m)
	if near == "" {
		return best, false
	}
	least := in.danger(m, mark, *m.At, near, all)
	for _, far := range []plane.Inch{most, most * 2 / 3, most / 3} {
		for wind := range 16 {
			turn := 2 * math.Pi * float64(wind) / 16
			to := plane.Point{X: m.At.X + plane.Inch(math.Sin(turn)*float64(far)), Y: m.At.Y + plane.Inch(math.Cos(turn)*float64(far))}
			s, can := in.stepTo(m, to, most)
			if !can {
				continue
			}
			if d := in.danger(m, mark, to, near, all); d < least {
				best, least, ok = s, d, true
			}
		}
	}
	return best, ok
}

// enemies returns the enemies on the table, and the nearest of them.
func (in finder) enemies(m rules.Model) (near rules.Label, all []rules.Label) {
	least := plane.MaxInch
	for _, e := range in.v.Models {
		if e.Seat == m.Seat || e.At == nil {
			continue
		}
		all = append(all, e.Label)
		if d := plane.Dist(*m.At, *e.At); d < least {
			near, least = e.Label, d
		}
	}
	return near, all
}

// danger rates a place: by the number of enemies that see it, or by the Cover from the nearest one.
func (in finder) danger(m rules.Model, mark string, to plane.Point, near rules.Label, all []rules.Label) int {
	at := in.v.Standing(m.Label, to)
	if mark == fallBack {
		n := 0
		for _, e := range all {
			if at.Sees(e, m.Label) {
				n += 10
			}
		}
		return n
	}
	if !at.Sees(near, m.Label) {
		return 15
	}
	a, _ := at.Aim(near, m.Label, "", rules.Aid{})
	return map[boards.Class]int{"": 30, boards.Light: 20, boards.Heavy: 10}[a.Cover]
}

// This part finds deployments.

// formations lists ways to deploy in the own Zone; the first is the default.
var formations = []struct {
	said game.Text
	goal func(v reading, seat game.Seat, i int) plane.Point
}{
	{"Toward the Objectives", func(v reading, _ game.Seat, i int) plane.Point { return v.Objectives[i%len(v.Objectives)].At }},
	{"Together in front", func(reading, game.Seat, int) plane.Point { return boards.Objectives[0] }},
	{"Left flank", func(reading, game.Seat, int) plane.Point { return boards.Objectives[1] }}, // on the picture, which is the same for both sides
	{"Right flank", func(reading, game.Seat, int) plane.Point { return boards.Objectives[2] }},
}

// deployed returns places for all of a side's models, in the order of their labels, each as near as possible to where the formation
// leads.
func (in finder) deployed(seat game.Seat, formation int) []plane.Point {
	var out []plane.Point
	z := in.v.ZoneOf(seat)
	for i, m := range in.unplaced(seat) {
		goal := formations[formation].goal(in.v, seat, i)
		type place struct {
			at  plane.Point
			far plane.Inch // from the goal
		}
		var all []place
		for x := z.Min.X + m.Radius; x <= z.Max.X-m.Radius; x += 500 {
			for y := z.Min.Y + m.Radius; y <= z.Max.Y-m.Radius; y += 500 {
				at := plane.Point{X: x, Y: y}
				if seat == 2 { // from the other corner, so that both sides deploy alike
					at = plane.Point{X: z.Max.X + z.Min.X - x, Y: z.Max.Y + z.Min.Y - y}
				}
				all = append(all, place{at, plane.Dist(at, goal)})
			}
		}
		slices.SortStableFunc(all, func(a, b place) int { return cmp.Compare(a.far, b.far) })
		j := slices.IndexFunc(all, func(p place) bool {
			return in.v.Stands(seat, plane.Disc{At: p.at, R: m.Radius + 50}) == nil
		})
		if j < 0 {
			return nil
		}
		out = append(out, all[j].at)
		in.v.View = in.v.Standing(m.Label, all[j].at)
	}
	return out
}

// unplaced returns a side's models that are not on the table yet.
func (in finder) unplaced(seat game.Seat) []rules.Model {
	return slices.DeleteFunc(slices.Clone(in.v.Models), func(m rules.Model) bool { return m.Seat != seat || m.At != nil })
}

// The squares of the board are 6" wide, with letters from C from the west and numbers from the south, as in pictures. In a draft a
// square is a mark.

const (
	squareEdge  = plane.SquareEdge
	squareRows  = rules.Table * 1000 / squareEdge
	firstColumn = plane.FirstColumn
)

func squareName(col, row int) string { return string(rune(firstColumn+col)) + string(rune('1'+row)) }

// squareAt returns the name of the square that contains a place.
func squareAt(at plane.Point) string {
	cell := func(l plane.Inch) int { return min(int(l)/squareEdge, squareRows-1) }
	return squareName(cell(at.X), cell(at.Y))
}

func parseSquare(word string) (col, row int, ok bool) {
	if len(word) != 2 {
		return 0, 0, false
	}
	col, row = int(word[0])-firstColumn, int(word[1])-'1'
	return col, row, col >= 0 && col < squareRows && row >= 0 && row < squareRows
}

// lattice returns the points of a square that are offered, row by row from its north-west corner: as many as a select holds.
func lattice(col, row int) []plane.Point {
	const n = menuEdge
	var out []plane.Point
	gap := plane.Inch(squareEdge / n)
	for y := n - 1; y >= 0; y-- {
		for x := range n {
			out = append(out, plane.Point{X: plane.Inch(squareEdge*col) + gap*plane.Inch(x) + gap/2, Y: plane.Inch(squareEdge*row) + gap*plane.Inch(y) + gap/2})
		}
	}
	return out
}

// squares offers the squares with a legal point.
func (v reading) squares(fits func(plane.Point) bool) []wire.Option {
	var out []wire.Option
	for row := squareRows - 1; row >= 0; row-- {
		for col := range squareRows {
			if slices.ContainsFunc(lattice(col, row), fits) {
				name := squareName(col, row)
				out = append(out, wire.Option{Value: "@" + name, Label: v.Say("Square %s", name)})
			}
		}
	}
	return out
}

// columns offers the columns of squares.
func columns(v reading, squares []wire.Option) (out []wire.Option) {
	for _, o := range squares {
		name := o.Value[:2] // "@" and a letter
		if !slices.ContainsFunc(out, func(x wire.Option) bool { return x.Value == name }) {
			out = append(out, wire.Option{Value: name, Label: v.Say("Column %s", name[1:])})
		}
	}
	slices.SortFunc(out, func(a, b wire.Option) int { return strings.Compare(a.Value, b.Value) })
	return out
}

// points offers legal points of a square, each with what matters about it.
func (in finder) points(square string, fits func(plane.Point) bool, note func(plane.Point) string) []wire.Option {
	col, row, ok := parseSquare(square)
	if !ok {
		return nil
	}
	var out []wire.Option
	for _, at := range lattice(col, row) {
		if fits(at) {
			out = append(out, wire.Option{Value: at.String(), Label: at.String(), Note: wire.Clip(note(at), maxOption)})
		}
	}
	return out
}

// where describes a model's situation at a place: its Cover from the nearest enemy and the distance, and whether an Objective is
// held.
func (in finder) where(l rules.Label, to plane.Point) string {
	m, ok := in.v.Model(l)
	if !ok {
		return ""
	}
	m.At = &to
	near, _ := in.enemies(m)
	at := in.v
	at.View = in.v.Standing(l, to)
	said := ""
	if near != "" {
		a, _ := at.Aim(near, l, "", rules.Aid{})
		e, _ := in.v.Model(near)
		said = in.v.Say("then %s\" from %s", rounded(plane.Gap(plane.Disc{At: to, R: m.Radius}, plane.Disc{At: *e.At, R: e.Radius})), in.v.short(near))
		switch {
		case !at.Sees(near, l):
			said += ", " + in.v.Text("out of its sight")
		case a.Cover != "":
			said += ", " + in.v.Text(covers[a.Cover])
		}
	}
	for i, o := range in.v.Objectives {
		if atMarker(m, to, o.At) {
			said += ", " + in.v.Say("at Objective %d", i+1)
		}
	}
	return said
}
