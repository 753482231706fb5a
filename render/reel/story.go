package reel

import (
	"cmp"
	"slices"
	"strings"

	"downsync/game"
	"downsync/render"
)

// Story holds the deeds of a finished match, in order. The zero value is empty.
type Story struct {
	Turns  int // Turns begun so far: additions belong to the last one
	Deeds  []Deed
	hits   map[string]int
	points map[string]int
}

// Deed is something that counts: points, or something destroyed.
type Deed struct {
	Turn   int
	Side   render.Side // the side that did it
	By     string      // the label of the piece that did it; "": no single piece
	Of     string      // the label of what was destroyed; "": points
	Leaves bool        // a side leaves the match: it always has a note
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
	decisive                        = 3 // number of deeds with a note, besides sides that leave
	mostNotes                       = 5 // number of notes that a picture has room for
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
func (s *Story) Add(d Deed) {
	d.Turn = s.Turns
	d.First = !slices.ContainsFunc(s.Deeds, func(x Deed) bool { return (x.Of == "") == (d.Of == "") })
	s.Deeds = append(s.Deeds, d)
}

// Hit counts n hits of a piece; -1 takes one back.
func (s *Story) Hit(label string, n int) {
	if s.hits == nil {
		s.hits = map[string]int{}
	}
	s.hits[label] += n
}

// Point counts n points of a piece.
func (s *Story) Point(label string, n int) {
	if s.points == nil {
		s.points = map[string]int{}
	}
	s.points[label] += n
}

// Moments returns all deeds for a Result. The three most valuable ones have a note, in the words of say, which may also return a
// brief one. Each side that leaves has a note too, in place of others if there is too little room.
func (s Story) Moments(say func(Deed) (note, brief string)) (out []render.Moment) {
	all := slices.Clone(s.Deeds)
	for i := range slices.Backward(all) {
		if all[i].Of == "" {
			all[i].last = true
			break
		}
	}
	told, rest := []Deed{}, []Deed{}
	for _, d := range all {
		if d.Leaves {
			told = append(told, d)
		} else {
			rest = append(rest, d)
		}
	}
	slices.SortStableFunc(rest, func(a, b Deed) int { return b.worth() - a.worth() })
	told = append(told, rest[:min(decisive, max(1, mostNotes-len(told)), len(rest))]...)
	for _, d := range all {
		m := render.Moment{Turn: d.Turn, Side: d.Side, Score: d.Of == ""}
		if slices.Contains(told, d) {
			m.Note, m.Brief = say(d)
		}
		out = append(out, m)
	}
	return out
}

// Done holds what a piece did: its kills, its other hits, its points.
type Done struct{ Kills, Hits, Points int }

// BestIs describes the piece that did most, for a render.Result: its name, and what it did. The texts count its points and its hits.
func BestIs(r render.Reader, name string, did Done, points, hits game.Text) [3]string {
	return [3]string{r.Text("MVP"), name, did.told(r, points, hits)}
}

// told returns the two most valuable things that a piece did.
func (d Done) told(r render.Reader, points, hits game.Text) string {
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
	return render.Facts(out...)
}

func (d Done) worth() int { return worthKill*d.Kills + worthHit*d.Hits + worthPoint*d.Points }

// SideOf returns the side of a piece, whose label begins with that side's letter.
func SideOf(label string) render.Side { return render.Side(label[0] - '@') }

// Best returns the piece that did most; ties go to the winner, then to the first label. It is "" if nobody did anything.
func (s Story) Best(winner render.Side) (best string, did Done) {
	sums := map[string]Done{}
	for l, n := range s.hits {
		sums[l] = Done{Hits: n}
	}
	for l, n := range s.points {
		d := sums[l]
		d.Points = n
		sums[l] = d
	}
	for _, d := range s.Deeds {
		if d.By == "" {
			continue
		}
		did := sums[d.By]
		if d.Of != "" {
			did.Kills++
			did.Hits = max(0, did.Hits-1)
		}
		sums[d.By] = did
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
