package render

import (
	"cmp"
	"slices"
	"strings"

	"downsync/game"
)

// Tale holds the deeds of a finished match of two sides, in order. The zero value is empty.
type Tale struct {
	Turns  int // Turns begun so far: additions belong to the last one
	Deeds  []Deed
	hits   map[string]int
	points map[string]int
}

// Deed is something that counts: points, or something destroyed.
type Deed struct {
	Turn   int
	Side   Side   // the side that did it
	By     string // the label of the piece that did it; "": no single piece
	Of     string // the label of what was destroyed; "": points
	Points int
	Place  int  // the number of the place that scored the points, from 1; 0: none
	First  bool // the first of its kind in the match
	last   bool // the last points of the match
}

// These are the values of what a piece did: for a point, for a kill, for another hit. A deed has the same value, and more if it is
// the first or the last of its kind.
const (
	worthPoint, worthKill, worthHit = 3, 2, 1
	worthFirst, worthLast           = 1, 2
	decisive                        = 3 // number of deeds with a note
)

func (d Deed) worth() int {
	n := worthKill
	if d.Of == "" {
		n = worthPoint * d.Points
	}
	if d.First {
		n += worthFirst
	}
	if d.last {
		n += worthLast
	}
	return n
}

// Add records a deed of the last Turn. It credits points to no piece, because several may share them.
func (t *Tale) Add(d Deed) {
	d.Turn = t.Turns
	d.First = !slices.ContainsFunc(t.Deeds, func(x Deed) bool { return (x.Of == "") == (d.Of == "") })
	t.Deeds = append(t.Deeds, d)
}

// Hit counts n hits of a piece; -1 takes one back.
func (t *Tale) Hit(label string, n int) {
	if t.hits == nil {
		t.hits = map[string]int{}
	}
	t.hits[label] += n
}

// Point counts n points of a piece.
func (t *Tale) Point(label string, n int) {
	if t.points == nil {
		t.points = map[string]int{}
	}
	t.points[label] += n
}

// Moments returns all deeds for a Result. The three most valuable ones have a note, in the words of say, which may also return a
// brief one.
func (t Tale) Moments(say func(Deed) (note, brief string)) (out []Moment) {
	all := slices.Clone(t.Deeds)
	for i := range slices.Backward(all) {
		if all[i].Of == "" {
			all[i].last = true
			break
		}
	}
	told := slices.Clone(all)
	slices.SortStableFunc(told, func(a, b Deed) int { return b.worth() - a.worth() })
	told = told[:min(decisive, len(told))]
	for _, d := range all {
		m := Moment{Turn: d.Turn, Side: d.Side, Score: d.Of == ""}
		if slices.Contains(told, d) {
			m.Note, m.Brief = say(d)
		}
		out = append(out, m)
	}
	return out
}

// Done holds what a piece did: its kills, its other hits, its points.
type Done struct{ Kills, Hits, Points int }

// told returns the two most valuable things that a piece did.
func (d Done) told(r Reader, points, hits game.Text) string {
	var out []string
	if d.Kills > 0 {
		out = append(out, r.Text("%d {kill|kills}", d.Kills))
	}
	if d.Points > 0 {
		out = append(out, r.Text(points, d.Points))
	}
	if d.Hits > 0 && len(out) < 2 {
		out = append(out, r.Text(hits, d.Hits))
	}
	return Facts(out...)
}

func (d Done) worth() int { return worthKill*d.Kills + worthHit*d.Hits + worthPoint*d.Points }

// SideOf returns the side of a piece, whose label begins with that side's letter.
func SideOf(label string) Side { return Side(label[0] - '@') }

// Best returns the piece that did most; ties go to the winner, then to the first label. It is "" if nobody did anything.
func (t Tale) Best(winner Side) (best string, did Done) {
	sums := map[string]Done{}
	for l, n := range t.hits {
		sums[l] = Done{Hits: n}
	}
	for l, n := range t.points {
		d := sums[l]
		d.Points = n
		sums[l] = d
	}
	for _, d := range t.Deeds {
		if d.By == "" {
			continue
		}
		s := sums[d.By]
		if d.Of != "" {
			s.Kills++
			s.Hits = max(0, s.Hits-1)
		}
		sums[d.By] = s
	}
	worth := func(l string) int {
		n := 2 * sums[l].worth()
		if SideOf(l) == winner {
			n++
		}
		return n
	}
	for l := range sums {
		if best == "" || cmp.Or(worth(l)-worth(best), strings.Compare(best, l)) > 0 {
			best = l
		}
	}
	return best, sums[best]
}
