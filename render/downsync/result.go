package downsync

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/downsync/maps"
	"downsync/render"

	rules "downsync/game/downsync"
)

// deed is something that counts in a finished match: points, or a base destroyed.
type deed struct {
	turn  int
	side  game.Seat // that did it
	by    rules.Label
	of    rules.Label // what was destroyed; "": points
	vp    int
	first bool // of the match
	last  bool // points, after which nobody scored
}

// What a piece did counts: for a Victory Point, for a kill, for another hit. A moment weighs as much, and more if it is the first or the
// last of its kind.
const (
	worthPoint, worthKill, worthHit = 3, 2, 1
	worthFirst, worthLast           = 1, 2
	decisive                        = 3 // moments that are told
)

func (d deed) worth() int {
	n := worthKill
	if d.of == "" {
		n = worthPoint * d.vp
	}
	if d.first {
		n += worthFirst
	}
	if d.last {
		n += worthLast
	}
	return n
}

// tale is what the facts tell of a match.
type tale struct {
	deeds  []deed
	turns  int
	hits   map[rules.Label]int
	points map[rules.Label]int
	units  map[rules.Label]string // as they were revealed
}

// read tells a match from facts that everybody was told.
func (n PublicNews) read() tale {
	t := tale{hits: map[rules.Label]int{}, points: map[rules.Label]int{}, units: map[rules.Label]string{}}
	last := map[rules.Label]rules.Label{} // who hit it last
	add := func(d deed) {
		d.turn = t.turns
		d.first = !slices.ContainsFunc(t.deeds, func(x deed) bool { return (x.of == "") == (d.of == "") })
		t.deeds = append(t.deeds, d)
	}
	for _, f := range n.told {
		switch f := f.(type) {
		case rules.TurnBegan:
			t.turns = f.Turn
		case rules.Revealed:
			t.units[f.Piece] = f.Unit
		case rules.Placed:
			t.units[f.Unit] = f.Slug
		case rules.AttackRolled:
			if f.Hit {
				t.hits[f.By.Label]++
				last[f.Target.Label] = f.By.Label
			}
		case rules.Stopped: // a hit without an effect is none
			if by := last[f.Target.Label]; by != "" {
				t.hits[by]--
				delete(last, f.Target.Label)
			}
		case rules.Destroyed:
			if by := last[f.Target.Label]; by != "" {
				add(deed{side: by.Seat(), by: by, of: f.Target.Label})
			}
		case rules.Scored:
			if f.VP > 0 && len(f.Scorers) > 0 {
				add(deed{side: f.Seat, by: f.Scorers[0], vp: f.VP})
				for i, l := range f.Scorers { // each its share, what is left over to the first ones
					t.points[l] += (f.VP + len(f.Scorers) - 1 - i) / len(f.Scorers)
				}
			}
		}
	}
	for i := range slices.Backward(t.deeds) {
		if t.deeds[i].of == "" {
			t.deeds[i].last = true
			break
		}
	}
	return t
}

// best is the piece that did most, with its kills, its other hits and its points; ties go to the winner, then to the first. It is "" if
// nobody did anything.
func (t tale) best(winner render.Side) (best rules.Label, kills, hits, points int) {
	type sum struct{ kills, hits, points int }
	sums := map[rules.Label]sum{}
	for l, n := range t.hits {
		sums[l] = sum{hits: n}
	}
	for l, n := range t.points {
		s := sums[l]
		s.points = n
		sums[l] = s
	}
	for _, d := range t.deeds {
		s := sums[d.by]
		if d.of != "" {
			s.kills++
			s.hits = max(0, s.hits-1)
		}
		sums[d.by] = s
	}
	worth := func(l rules.Label) int {
		s := sums[l]
		n := 2 * (worthKill*s.kills + worthHit*s.hits + worthPoint*s.points)
		if render.Side(l.Seat()) == winner {
			n++
		}
		return n
	}
	for l := range sums {
		if best == "" || cmp.Or(worth(l)-worth(best), strings.Compare(string(best), string(l))) > 0 {
			best = l
		}
	}
	s := sums[best]
	return best, s.kills, s.hits, s.points
}

// Result draws how a match ended: names, score, the last board, the three moments that decided, and the piece that did most by harm
// done and points. It refuses any view but an onlooker's, and a match that is on.
func (l Look) Result(v rules.View, news PublicNews) (render.Public, error) {
	if v.Result == nil {
		return render.Public{}, errors.New("the result of a match that is not over")
	}
	r := result(l, v, news.read())
	for i, f := range news.told {
		if f, ok := f.(rules.Destroyed); ok {
			layWreck(v, &r.Board, news.told[:i], f)
		}
	}
	return render.DrawPublic(v.Viewer, r)
}

func result(l Look, v rules.View, t tale) render.Result {
	r := render.Result{Theme: l.Theme, Names: l.Names, Winner: winner(*v.Result), Turns: t.turns, Board: bare(l, v), Decided: l.Text("WHAT DECIDED")}
	for i := range r.Points {
		r.Points[i] = v.VP[i]
		r.Names[i] = cmp.Or(r.Names[i], string('A'+rune(i)))
	}
	r.Board.Names = nil
	for i := range r.Board.Discs {
		r.Board.Discs[i].Chosen, r.Board.Discs[i].Alert = false, false
	}
	r.Title = l.Text("a draw")
	if r.Winner > 0 {
		r.Title = l.Text("%s wins", r.Names[r.Winner-1])
	}
	var facts []string
	if m, ok := maps.Find(v.Map); ok && m.Slug != maps.Plain {
		facts = append(facts, m.Name)
	}
	facts = append(facts, l.Text("%d {Round|Rounds}", v.Round))
	if why := whys[v.Result.Why]; why != "" {
		facts = append(facts, l.Text(why))
	}
	r.Facts = strings.Join(facts, " · ")
	name := func(label rules.Label) string {
		if slug := t.units[label]; slug != "" {
			return short(v, slug)
		}
		return string(label)
	}
	told := slices.Clone(t.deeds)
	slices.SortStableFunc(told, func(a, b deed) int { return b.worth() - a.worth() })
	told = told[:min(decisive, len(told))]
	for _, d := range t.deeds {
		m := render.Moment{Turn: d.turn, Side: render.Side(d.side), Score: d.of == ""}
		switch {
		case !slices.Contains(told, d):
		case d.of != "":
			m.Note = l.Text("%s destroys %s", name(d.by), name(d.of))
		case d.first:
			m.Note = l.Text("%s scores first", name(d.by))
		default:
			m.Note = l.Text("%s scores", name(d.by))
		}
		r.Moments = append(r.Moments, m)
	}
	if label, kills, hits, points := t.best(r.Winner); label != "" {
		r.Best = render.Disc{R: 1, Side: render.Side(label.Seat()), Glyph: contact, Mark: "?"}
		if u, ok := v.Cards().Find(t.units[label]); ok {
			r.Best.Glyph, r.Best.Mark = glyph(u), ""
		}
		r.BestIs = [3]string{l.Text("MVP"), fmt.Sprintf("%s %s", label, name(label)), done(l, kills, hits, points)}
	}
	return r
}

// done tells what a piece did, the two things that count most.
func done(l Look, kills, hits, points int) string {
	var out []string
	if kills > 0 {
		out = append(out, l.Text("%d {kill|kills}", kills))
	}
	if points > 0 {
		out = append(out, l.Text("%d VP", points))
	}
	if hits > 0 && len(out) < 2 {
		out = append(out, l.Text("%d {hit|hits}", hits))
	}
	return strings.Join(out, " · ")
}
