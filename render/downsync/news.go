package downsync

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/plane"
	"downsync/render"

	rules "downsync/game/downsync"
)

// PublicNews holds facts as everybody was told them, from which public pictures show recent events. The zero value is none.
type PublicNews struct {
	told []game.Fact
	past bool // see OfTurn
}

// PrivateNews holds facts as one seat was told them, for its own pictures. It has its own type, so that no public picture can show
// them by mistake.
type PrivateNews struct {
	seat   game.Seat
	told   []game.Fact
	unread bool
}

// Unread returns the same news as not yet seen by the seat: the picture's frame then includes all of them, whatever is staged.
func (n PrivateNews) Unread() PrivateNews {
	n.unread = true
	return n
}

// TellEverybody takes everything that an onlooker was told, without steps taken back. Facts that an onlooker may not know are left
// out.
func TellEverybody(told []game.Fact) PublicNews {
	return PublicNews{told: mayKnow(game.Onlooker(), told)}
}

// OfTurn returns the same news for a flat picture of the whole last Turn in them.
func (n PublicNews) OfTurn() PublicNews {
	n.past = true
	return n
}

// TellSeat takes everything that the seat was told, without steps taken back. Facts that the seat may not know are left out.
func TellSeat(s game.Seat, told []game.Fact) PrivateNews {
	return PrivateNews{seat: s, told: mayKnow(game.Player(s), told)}
}

// mayKnow returns the facts that a board can show, or that record a former place, in the form that a viewer may know.
func mayKnow(v game.Viewer, told []game.Fact) []game.Fact {
	out := make([]game.Fact, 0, len(told)/2) // about as many are shown
	for _, f := range told {
		as, known := knowable[reflect.TypeOf(f)]
		if !known {
			f = f.For(v)
			as = shown(f)
		}
		if as {
			out = append(out, f)
		}
	}
	return out
}

// knowable maps the types of facts that everybody is told unchanged to whether a board shows them. For other facts, mayKnow must
// ask what the viewer is told, which makes a new fact.
var knowable = func() map[reflect.Type]bool {
	out := map[reflect.Type]bool{}
	for _, f := range rules.Facts() {
		if reflect.DeepEqual(f.For(game.Onlooker()), f) {
			out[reflect.TypeOf(f)] = shown(f)
		}
	}
	return out
}()

// shown reports whether a board can show the fact. Nil is no fact; it replaces a secret that the viewer is not told.
func shown(f game.Fact) bool {
	switch f.(type) {
	case rules.TurnBegan, rules.ActivationBegan, rules.WindowClosed, rules.EngagementBegan, rules.Designated, rules.Deployed, rules.Moved, rules.Placed, rules.PlacedByRuling, rules.Revealed, rules.AttackRolled, rules.Destroyed,
		rules.Scored, rules.Stopped:
		return true
	}
	return false
}

// Limits of the recent events on a board: the newest count.
const maxShots, maxTrails = 8, 12

// since returns the beginning of the news: the current Turn, or the Turn before it until the Taskforce is designated.
func since(told []game.Fact) int {
	begun := false
	for i, f := range slices.Backward(told) {
		switch f.(type) {
		case rules.Designated:
			begun = true
		case rules.TurnBegan:
			if begun {
				return i
			}
			begun = true
		}
	}
	return 0
}

// SinceLook returns the beginning of a seat's news. At the beginning of its own Turn, when unread is set, they cover all Turns
// since its last one. In the enemy's Turn, until the seat has been asked to react, they include the results of its own last
// activation, because it may not have looked.
func SinceLook(told []game.Fact, seat game.Seat, unread bool) int {
	if unread {
		now := turnBefore(told, len(told))
		from := now
		for from > 0 {
			last := turnBefore(told, from)
			f, ok := turnAt(told, last)
			if ok && (f.Active != seat || from == now) {
				from = last
			}
			if !ok || f.Active == seat {
				break
			}
		}
		return from
	}
	from := since(told)
	f, ok := turnAt(told, from)
	if !ok || f.Active == seat || slices.ContainsFunc(told[from:], answered) {
		return from
	}
	before := turnBefore(told, from)
	for i, f := range slices.Backward(told[before:from]) {
		if f, ok := f.(rules.ActivationBegan); ok && f.Piece.Seat() == seat {
			return before + i
		}
	}
	return from
}

// turnAt returns the Turn that begins with that fact; ok is false if none does.
func turnAt(told []game.Fact, i int) (f rules.TurnBegan, ok bool) {
	if i < len(told) {
		f, ok = told[i].(rules.TurnBegan)
	}
	return f, ok
}

// answered reports whether a fact follows from the answer to a reaction.
func answered(f game.Fact) bool {
	switch f.(type) {
	case rules.WindowClosed, rules.EngagementBegan:
		return true
	}
	return false
}

// lay adds recent events to the scene. Points are scored as a Turn ends, so they stay for the Turn after it. The last board of a
// match shows its last Turn, which decided it, and nothing older.
func lay(l Look, v rules.View, s *render.Scene, told []game.Fact, from int) {
	if v.Result != nil {
		layFrom(l, v, s, told, since(told))
		return
	}
	layScores(l, v, s, told[turnBefore(told, from):from])
	layFrom(l, v, s, told, from)
}

// turnBefore returns the beginning of the last Turn before that fact.
func turnBefore(told []game.Fact, from int) int {
	for i, f := range slices.Backward(told[:from]) {
		if f.Kind() == (rules.TurnBegan{}).Kind() {
			return i
		}
	}
	return 0
}

// layScores adds the points in the facts.
func layScores(l Look, v rules.View, s *render.Scene, told []game.Fact) {
	for _, f := range told {
		if f, ok := f.(rules.Scored); ok {
			layScore(l, v, s, f)
		}
	}
}

// layFrom adds the events in the facts from that index on.
func layFrom(l Look, v rules.View, s *render.Scene, told []game.Fact, from int) {
	gone := wayfarers{v: v, told: told}
	for i, f := range told[from:] {
		before := told[:from+i]
		switch f := f.(type) {
		case rules.Moved:
			gone.move(f)
		case rules.AttackRolled:
			layShot(l, v, s, before, f, stopped(told[from+i+1:], f))
			gone.fight(before, f)
		case rules.Destroyed:
			layWreck(v, s, before, f)
		case rules.Revealed:
			if len(f.Bases) > 0 {
				at := f.Bases[0]
				if p, ok := v.Piece(f.Piece); ok && len(p.Bases) > 0 {
					at = p.Bases[0].Point // its present place
				}
				s.Flashes = append(s.Flashes, render.Flash{X: inches(at.X), Y: inches(at.Y), R: radius(v, told, f.Piece), Side: render.Side(f.Piece.Seat()), Note: short(v, f.Unit) + "!"})
			}
		case rules.Scored:
			layScore(l, v, s, f)
		}
	}
	s.Shots = volleys(s.Shots)
	s.Shots = s.Shots[max(0, len(s.Shots)-maxShots):]
	s.Trails = append(s.Trails, gone.trails(s.Shots)...)
}

// volleys combines the shots from one place at one target into one shot. Its note counts their outcomes.
func volleys(shots []render.Shot) (out []render.Shot) {
	notes := map[render.Shot][]string{}
	for _, x := range shots {
		line := x
		line.Hit, line.Note = false, ""
		notes[line] = append(notes[line], x.Note)
		i := slices.IndexFunc(out, func(y render.Shot) bool { return y.X0 == x.X0 && y.Y0 == x.Y0 && y.X1 == x.X1 && y.Y1 == x.Y1 })
		if i >= 0 {
			x.Hit = x.Hit || out[i].Hit
			out = slices.Delete(out, i, i+1)
		}
		x.Note = counted(notes[line])
		out = append(out, x)
	}
	return out
}

// counted joins notes: "HIT + 2 × MISS".
func counted(notes []string) string {
	var out []string
	for i, note := range notes {
		if slices.Contains(notes[:i], note) {
			continue
		}
		n := 0
		for _, x := range notes {
			if x == note {
				n++
			}
		}
		if n > 1 {
			note = fmt.Sprintf("%d × %s", n, note)
		}
		out = append(out, note)
	}
	return strings.Join(out, " + ")
}

// places returns circles around all recent events.
func places(s render.Scene) (out []render.Circle) {
	for _, t := range s.Trails {
		for i := range t.X {
			out = append(out, render.Circle{X: t.X[i], Y: t.Y[i], R: t.R})
		}
	}
	for _, x := range s.Shots {
		out = append(out, render.Circle{X: x.X0, Y: x.Y0, R: x.R0}, render.Circle{X: x.X1, Y: x.Y1, R: x.R1})
	}
	for _, w := range s.Wrecks {
		out = append(out, render.Circle{X: w.X, Y: w.Y, R: w.R})
	}
	for _, f := range s.Flashes {
		out = append(out, render.Circle{X: f.X, Y: f.Y, R: f.R})
	}
	return out
}

func layWreck(v rules.View, s *render.Scene, before []game.Fact, f rules.Destroyed) {
	if at, ok := stood(before, f.Target); ok {
		w := render.Wreck{X: inches(at.X), Y: inches(at.Y), R: radius(v, before, f.Target.Label), Side: render.Side(f.Target.Label.Seat()),
			Label: called(v, f.Target)}
		if u := unitOf(v, before, f.Target.Label); u != nil {
			w.Portrait = PortraitOf(u)
		}
		s.Wrecks = append(s.Wrecks, w)
	}
}

// stopped reports whether a countermeasure stopped the effect of the attack; everybody is told so before the next attack.
func stopped(after []game.Fact, f rules.AttackRolled) bool {
	for _, x := range after {
		switch x := x.(type) {
		case rules.Stopped:
			return f.Hit && x.Target == f.Target
		case rules.AttackRolled:
			return false
		}
	}
	return false
}

func layShot(l Look, v rules.View, s *render.Scene, before []game.Fact, f rules.AttackRolled, stopped bool) {
	from, ok1 := stood(before, f.By)
	to, ok2 := stood(before, f.Target)
	if !ok1 || !ok2 {
		return
	}
	note := game.Text("MISS")
	switch {
	case stopped:
		note = "STOPPED"
	case f.Hit:
		note = "HIT"
	}
	s.Shots = append(s.Shots, render.Shot{X0: inches(from.X), Y0: inches(from.Y), R0: radius(v, before, f.By.Label), X1: inches(to.X), Y1: inches(to.Y),
		R1: radius(v, before, f.Target.Label), Side: render.Side(f.By.Label.Seat()), Hit: f.Hit && !stopped, Note: l.Text(note)})
}

func layScore(l Look, v rules.View, s *render.Scene, f rules.Scored) {
	if f.VP <= 0 {
		return
	}
	g := v.GoalOf(f)
	s.Flashes = append(s.Flashes, render.Flash{X: inches(g.At.X), Y: inches(g.At.Y), R: inches(g.R + v.Mission().ScoreRange), Side: render.Side(f.Seat), Score: true,
		Note: l.Text("+%d VP", f.VP)})
	for i, label := range f.Scorers { // without a number, which would look like one more
		p, _ := v.Piece(label)
		if share(f, i) == 0 || len(p.Bases) == 0 {
			continue
		}
		b := slices.MinFunc(p.Bases, func(a, b rules.Base) int { return int(plane.Dist(a.Point, g.At) - plane.Dist(b.Point, g.At)) })
		s.Flashes = append(s.Flashes, render.Flash{X: inches(b.X), Y: inches(b.Y), R: inches(b.R), Side: render.Side(f.Seat), Score: true})
	}
}

// share returns the points of the i-th scorer: any remainder goes to the first ones.
func share(f rules.Scored, i int) int { return (f.VP + len(f.Scorers) - 1 - i) / len(f.Scorers) }

// stood returns the place of a base after those facts, from the newest that mentions it.
func stood(told []game.Fact, r rules.Ref) (at plane.Point, ok bool) {
	n := max(r.N, 1)
	for _, f := range slices.Backward(told) {
		var bases []plane.Point
		switch f := f.(type) {
		case rules.Moved:
			if f.Base.Label == r.Label && max(f.Base.N, 1) == n && len(f.Path) > 0 {
				return f.Path[len(f.Path)-1], true
			}
		case rules.PlacedByRuling:
			if f.Base.Label == r.Label && max(f.Base.N, 1) == n {
				return f.At, true
			}
		case rules.Deployed:
			if f.Ping == r.Label {
				return f.At, true
			}
		case rules.Revealed:
			if f.Piece == r.Label {
				bases = f.Bases
			}
		case rules.Placed:
			if f.Unit == r.Label {
				bases = f.Bases
			}
		}
		if n <= len(bases) {
			return bases[n-1], true
		}
	}
	return at, false
}

// radius returns the radius of a piece's bases, in inches: of the present piece, or according to the facts.
func radius(v rules.View, told []game.Fact, label rules.Label) float64 {
	if p, _ := v.Piece(label); len(p.Bases) > 0 {
		return inches(p.Bases[0].R)
	}
	if u := unitOf(v, told, label); u != nil {
		return inches(plane.Radius(u.BaseMM()))
	}
	return 1
}

// unitOf returns the Unit that a piece is known to be by the facts; nil: it is not known.
func unitOf(v rules.View, told []game.Fact, label rules.Label) *cards.Unit {
	for _, f := range slices.Backward(told) {
		slug := ""
		switch f := f.(type) {
		case rules.Revealed:
			if f.Piece == label {
				slug = f.Unit
			}
		case rules.Placed:
			if f.Unit == label {
				slug = f.Slug
			}
		}
		if u, ok := v.Cards().Find(slug); ok {
			return u
		}
	}
	return nil
}
