package render

import (
	"image/color"
	"math"
	"slices"
	"strings"
)

// besideShots is the distance, in units, between two shots drawn in opposite directions between the same places.
const besideShots = 18.0

// parted moves shots in opposite directions between two places apart, each to its right, so that both are visible.
func (c *canvas) parted(shots []Shot) []Shot {
	out := slices.Clone(shots)
	for i, x := range shots {
		l := math.Hypot(x.X1-x.X0, x.Y1-x.Y0)
		if l > 0 && slices.ContainsFunc(shots, func(y Shot) bool { return x.X0 == y.X1 && x.Y0 == y.Y1 && x.X1 == y.X0 && x.Y1 == y.Y0 }) {
			off := besideShots / 2 / c.scale / l
			dx, dy := (x.Y1-x.Y0)*off, (x.X0-x.X1)*off
			out[i].X0, out[i].Y0, out[i].X1, out[i].Y1 = x.X0+dx, x.Y0+dy, x.X1+dx, x.Y1+dy
		}
	}
	return out
}

// shotNotes writes the note of each shot: on its line or beside it, nearer to it than to any other's. The shortest shots come
// first, because they have the least room.
func shotNotes(c *canvas, shots []Shot) {
	lines := make([]line, len(shots))
	var order []int
	for i, x := range shots {
		x0, y0, x1, y1, _, _ := x.ends(c)
		lines[i] = line{x0, y0, x1, y1}
		if x.Note != "" {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(lines[a].long()) - int(lines[b].long()) })
	for _, i := range order {
		if seen, ok := lines[i].within(c.field); ok {
			shotNote(c, i, shots[i], lines, seen)
		}
	}
}

// shotNote writes the note of a shot; seen is the visible part of its line. It leaves the note out if there is no room: the burst
// or the cross at its end says the same.
func shotNote(c *canvas, i int, x Shot, lines []line, seen line) {
	n := &noting{canvas: c, i: i, seen: seen, own: lines[i]}
	for k, l := range lines {
		switch {
		case k == i || n.own.along(l) && l.along(n.own): // for two shots between the same places, either is right
		case n.own.along(l):
			return // nothing is nearer to it
		default:
			n.others = append(n.others, l)
		}
	}
	p, ok := n.find(x.Note)
	if !ok {
		return
	}
	c.drawLead(x.Side, p.lead)
	var rows []box
	for k := range p.rows {
		rows = append(rows, box{p.at.x0, p.at.y0 + float64(k)*tagHigh, p.at.x1, p.at.y0 + float64(k+1)*tagHigh})
	}
	vacancy{c}.placed(owner{ofShot, i}, p.lead, rows...)
	for k, row := range p.rows {
		c.pill(rows[k], row, x.color(c), x.Hit, false)
	}
}

// color returns the colour of the shot's outcome.
func (x Shot) color(c *canvas) color.RGBA {
	if x.Hit {
		return c.scheme.hit
	}
	return c.scheme.text
}

// noting looks for the place of a shot's note.
type noting struct {
	*canvas
	i         int
	own, seen line   // its line, and the visible part of it
	others    []line // lines of all other shots
	w, h      float64
}

// found is a place for a note, in rows.
type found struct {
	rows []string
	at   box
	lead line
	cost float64
}

// find finds a place for a note: on its line, beside it, or as near to it as possible, preferably in one row.
func (n *noting) find(note string) (best found, ok bool) {
	forms := [][]string{{note}}
	if first, last, ok := strings.Cut(note, " + "); ok {
		forms = append(forms, []string{first, "+ " + last})
	}
	for _, look := range []func() (found, bool){n.on, n.along, n.anywhere} {
		for _, rows := range forms {
			n.w, n.h = 0, tagHigh*float64(len(rows))
			for _, row := range rows {
				n.w = max(n.w, plateWide(n.canvas, row))
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

// suits reports whether the note may be there.
func (n *noting) suits(b box) bool {
	return free(n.canvas, b) && !slices.ContainsFunc(n.labels, b.wide(wordGap).hits) && n.plain(b)
}

// strays counts what a line to the note would run over.
func (n *noting) strays(lead line) int {
	out := vacancy{n.canvas}.strays(lead, owner{ofShot, n.i})
	for _, l := range n.others {
		if lead.cuts(l) {
			out++
		}
	}
	return out
}

// plain reports whether a box is nearer to the note's own line than to any other. The line that was nearest to the previous box is
// tried first.
func (n *noting) plain(b box) bool {
	most := b.awayFrom(n.own) + plainly
	i := slices.IndexFunc(n.others, func(l line) bool { return b.apart(l.span()) <= most && b.awayFrom(l) <= most })
	if i > 0 {
		n.others[0], n.others[i] = n.others[i], n.others[0]
	}
	return i < 0
}

// along reports whether a line coincides with a part of another.
func (l line) along(m line) bool {
	return m.from(l.x0, l.y0) <= plainly && m.from(l.x1, l.y1) <= plainly
}

// on searches the line.
func (n *noting) on() (p found, ok bool) {
	for _, t := range []float64{0.5, 0.6, 0.4, 0.7, 0.3, 0.8, 0.2} {
		x, y := n.seen.at(t)
		if p.at = (box{x - n.w/2, y - n.h/2, x + n.w/2, y + n.h/2}); n.suits(p.at) {
			return p, true
		}
	}
	return p, false
}

// along searches beside the line, for the nearest free place.
func (n *noting) along() (p found, ok bool) {
	long := math.Max(1, n.seen.long())
	dx, dy := (n.seen.x1-n.seen.x0)/long, (n.seen.y1-n.seen.y0)/long
	out := (math.Abs(dy)*n.w+math.Abs(dx)*n.h)/2 + 9
	for _, far := range []float64{0, 14, 30, 48, 70} {
		for _, t := range []float64{0.5, 0.6, 0.4, 0.7, 0.3, 0.8, 0.2, 0.9} {
			for _, side := range []float64{1, -1} {
				px, py := n.seen.at(t)
				x, y := px-dy*(out+far)*side, py+dx*(out+far)*side
				p = found{at: box{x - n.w/2, y - n.h/2, x + n.w/2, y + n.h/2}, cost: far}
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
func (*noting) toward(x, y float64, b box) line {
	if b.away(x, y) == 0 {
		return line{}
	}
	return line{x, y, math.Max(b.x0, math.Min(b.x1, x)), math.Max(b.y0, math.Min(b.y1, y))}
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
	dx, dy := (n.seen.x1-n.seen.x0)/long, (n.seen.y1-n.seen.y0)/long
	out := (math.Abs(dy)*n.w+math.Abs(dx)*n.h)/2 + 9
	beyond := (math.Abs(dx)*n.w+math.Abs(dy)*n.h)/2 + farNote/3
	p.cost = math.Inf(1)
	for far := -out; far <= farNote && far < p.cost; far += step { // beyond its ends also on its line
		for at := -beyond; at <= long+beyond; at += step {
			x, y := n.seen.x0+dx*at, n.seen.y0+dy*at
			for _, side := range []float64{1, -1} {
				qx, qy := x-dy*(out+far)*side, y+dx*(out+far)*side
				b := box{qx - n.w/2, qy - n.h/2, qx + n.w/2, qy + n.h/2}
				if !b.within(n.field) || !(vacancy{n.canvas}).vacant(b) || !n.plain(b) {
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
