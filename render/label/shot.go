package label

import (
	"math"
	"slices"
	"strings"
)

// Note is the note of a shot: its rows with their places, and the line to it.
type Note struct {
	N    int // the number of its shot
	Rows []string
	At   []Box
	Lead Line
}

// Notes places the notes of shots: each on its line or beside it, nearer to it than to any other's. It calls draw for each note
// once that is placed. The shortest shots come first, because they have the least room. A note is left out if there is no room.
func (b *Board) Notes(shots []Line, notes []string, width func(string) float64, draw func(Note)) {
	var order []int
	for i, note := range notes {
		if note != "" {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return int(shots[i].long()) - int(shots[j].long()) })
	for _, i := range order {
		seen, ok := shots[i].within(b.field)
		if !ok {
			continue
		}
		if n, ok := b.shotNote(i, shots, seen, notes[i], width); ok {
			b.Place(Owner{Shot, i}, n.Lead, n.At...)
			draw(n)
		}
	}
}

// shotNote finds the place of a shot's note; seen is the visible part of its line.
func (b *Board) shotNote(i int, shots []Line, seen Line, note string, width func(string) float64) (Note, bool) {
	n := &noting{Board: b, i: i, seen: seen, own: shots[i]}
	for k, l := range shots {
		switch {
		case k == i || n.own.along(l) && l.along(n.own): // for two shots between the same places, either is right
		case n.own.along(l):
			return Note{}, false // nothing is nearer to it
		default:
			n.others = append(n.others, l)
		}
	}
	p, ok := n.find(note, width)
	out := Note{N: i, Rows: p.rows, Lead: p.lead}
	for k := range p.rows {
		out.At = append(out.At, Box{p.at.X0, p.at.Y0 + float64(k)*High, p.at.X1, p.at.Y0 + float64(k+1)*High})
	}
	return out, ok
}

// noting looks for the place of a shot's note.
type noting struct {
	*Board
	i         int
	own, seen Line   // its line, and the visible part of it
	others    []Line // lines of all other shots
	w, h      float64
}

// found is a place for a note, in rows.
type found struct {
	rows []string
	at   Box
	lead Line
	cost float64
}

// find finds a place for a note: on its line, beside it, or as near to it as possible, preferably in one row.
func (n *noting) find(note string, width func(string) float64) (best found, ok bool) {
	forms := [][]string{{note}}
	if first, last, ok := strings.Cut(note, " + "); ok {
		forms = append(forms, []string{first, "+ " + last})
	}
	for _, look := range []func() (found, bool){n.on, n.along, n.anywhere} {
		for _, rows := range forms {
			n.w, n.h = 0, High*float64(len(rows))
			for _, row := range rows {
				n.w = max(n.w, width(row))
			}
			if p, is := look(); is && (!ok || p.cost < best.cost) {
				best, ok = p, true
				best.rows = rows
			}
		}
		if ok {
			return best, true
		}
	}
	return best, false
}

// around returns the box of the note around a place.
func (n *noting) around(x, y float64) Box {
	return Box{x - n.w/2, y - n.h/2, x + n.w/2, y + n.h/2}
}

// suits reports whether the note may be there.
func (n *noting) suits(at Box) bool {
	return n.Free(at) && !slices.ContainsFunc(n.labels, at.Wide(Gap).Hits) && n.nearest(at)
}

// strays counts what a line to the note would run over.
func (n *noting) strays(lead Line) int {
	out := n.Board.strays(lead, Owner{Shot, n.i})
	for _, l := range n.others {
		if lead.cuts(l) {
			out++
		}
	}
	return out
}

// nearest reports whether a box is nearer to the note's own line than to any other. The line that was nearest to the previous box
// is tried first.
func (n *noting) nearest(at Box) bool {
	most := at.awayFrom(n.own) + plainly
	i := slices.IndexFunc(n.others, func(l Line) bool { return at.apart(l.span()) <= most && at.awayFrom(l) <= most })
	if i > 0 {
		n.others[0], n.others[i] = n.others[i], n.others[0]
	}
	return i < 0
}

// shares lists the places on a line at which a label is tried.
var shares = []float64{0.5, 0.6, 0.4, 0.7, 0.3, 0.8, 0.2, 0.9}

// on searches the line.
func (n *noting) on() (p found, ok bool) {
	for _, t := range shares[:7] {
		if p.at = n.around(n.seen.at(t)); n.suits(p.at) {
			return p, true
		}
	}
	return p, false
}

// along searches beside the line, for the nearest free place.
func (n *noting) along() (p found, ok bool) {
	long := math.Max(1, n.seen.long())
	dx, dy := (n.seen.X1-n.seen.X0)/long, (n.seen.Y1-n.seen.Y0)/long
	out := (math.Abs(dy)*n.w+math.Abs(dx)*n.h)/2 + 9
	for _, far := range []float64{0, 14, 30, 48, 70} {
		for _, t := range shares {
			for _, side := range []float64{1, -1} {
				px, py := n.seen.at(t)
				p = found{at: n.around(px-dy*(out+far)*side, py+dx*(out+far)*side), cost: far}
				if far > 0 {
					p.lead = n.toward(px, py, p.at)
				}
				if n.suits(p.at) && n.strays(p.lead) == 0 {
					return p, true
				}
			}
		}
	}
	return p, false
}

// toward returns the line from a place on the shot to a box, zero if the box contains the place.
func (*noting) toward(x, y float64, at Box) Line {
	if at.away(x, y) == 0 {
		return Line{}
	}
	return Line{x, y, math.Max(at.X0, math.Min(at.X1, x)), math.Max(at.Y0, math.Min(at.Y1, y))}
}

// costStray is the cost of a line to a note that runs over something, and farNote the greatest distance of a note from its shot, in
// units.
const (
	costStray = 200
	farNote   = 360
)

// anywhere searches farther and farther from the line, also beyond its ends, for a place whose line to it runs over the least.
func (n *noting) anywhere() (p found, ok bool) {
	const step = 22.0
	long := math.Max(1, n.seen.long())
	dx, dy := (n.seen.X1-n.seen.X0)/long, (n.seen.Y1-n.seen.Y0)/long
	out := (math.Abs(dy)*n.w+math.Abs(dx)*n.h)/2 + 9
	beyond := (math.Abs(dx)*n.w+math.Abs(dy)*n.h)/2 + farNote/3
	p.cost = math.Inf(1)
	for far := -out; far <= farNote && far < p.cost; far += step { // beyond its ends also on its line
		for at := -beyond; at <= long+beyond; at += step {
			x, y := n.seen.X0+dx*at, n.seen.Y0+dy*at
			for _, side := range []float64{1, -1} {
				b := n.around(x-dy*(out+far)*side, y+dx*(out+far)*side)
				if !b.Within(n.field) || !n.plain(b) || !n.nearest(b) {
					continue
				}
				fx, fy := n.seen.at(math.Max(0.05, math.Min(0.95, at/long)))
				lead := n.toward(fx, fy, b)
				cost := lead.long()
				if cost < p.cost {
					cost += costStray * float64(n.strays(lead))
				}
				if cost < p.cost {
					p, ok = found{at: b, lead: lead, cost: cost}, true
				}
			}
		}
	}
	return p, ok
}
