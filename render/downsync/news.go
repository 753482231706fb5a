package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/plane"
	"downsync/render"

	rules "downsync/game/downsync"
)

// PublicNews are facts as everybody was told them: what public pictures show of what happened of late. The zero value is none.
type PublicNews struct{ told []game.Fact }

// PrivateNews are facts as one seat was told them, for its own pictures. They are a type of their own, so that no public picture can
// show them by mistake.
type PrivateNews struct {
	seat game.Seat
	told []game.Fact
}

// TellEverybody takes everything that an onlooker was told, without what was taken back. What an onlooker may not know is left out.
func TellEverybody(told []game.Fact) PublicNews {
	return PublicNews{mayKnow(game.Onlooker(), told)}
}

// TellSeat takes everything that the seat was told, without what was taken back. What the seat may not know is left out.
func TellSeat(s game.Seat, told []game.Fact) PrivateNews {
	return PrivateNews{s, mayKnow(game.Player(s), told)}
}

// mayKnow returns the facts that a board can show, or that tell where something stood, as a viewer may know them.
func mayKnow(v game.Viewer, told []game.Fact) (out []game.Fact) {
	for _, f := range told {
		switch f = f.For(v); f.(type) { // nil if the viewer is told nothing
		case rules.TurnBegan, rules.Designated, rules.Deployed, rules.Moved, rules.Placed, rules.PlacedByRuling, rules.Revealed, rules.AttackRolled, rules.Destroyed,
			rules.Scored, rules.Stopped:
			out = append(out, f)
		}
	}
	return out
}

// Bounds of what a board shows of late: the newest ones count.
const maxShots, maxTrails = 8, 12

// since is where the news begin: the Turn that is on; before its Taskforce is designated, the one before it.
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

// lay adds to the scene what happened of late.
func lay(l Look, v rules.View, s *render.Scene, told []game.Fact) {
	layFrom(l, v, s, told, since(told))
}

// layFrom adds what the facts tell from that index on.
func layFrom(l Look, v rules.View, s *render.Scene, told []game.Fact, from int) {
	for i, f := range told[from:] {
		before := told[:from+i]
		switch f := f.(type) {
		case rules.Moved:
			t := render.Trail{R: radius(v, before, f.Base.Label), Side: render.Side(f.Base.Label.Seat())}
			for _, at := range f.Path {
				t.X, t.Y = append(t.X, inches(at.X)), append(t.Y, inches(at.Y))
			}
			if len(t.X) > 1 {
				s.Trails = append(s.Trails, t)
			}
		case rules.AttackRolled:
			layShot(l, v, s, before, f, stopped(told[from+i+1:], f))
		case rules.Destroyed:
			layWreck(v, s, before, f)
		case rules.Revealed:
			if len(f.Bases) > 0 {
				at := f.Bases[0]
				if p, ok := v.Piece(f.Piece); ok && len(p.Bases) > 0 {
					at = p.Bases[0].Point // where it stands by now
				}
				s.Flashes = append(s.Flashes, render.Flash{X: inches(at.X), Y: inches(at.Y), R: radius(v, told, f.Piece), Side: render.Side(f.Piece.Seat()), Note: short(v, f.Unit) + "!"})
			}
		case rules.Scored:
			layScore(l, v, s, f)
		}
	}
	s.Trails, s.Shots = s.Trails[max(0, len(s.Trails)-maxTrails):], s.Shots[max(0, len(s.Shots)-maxShots):]
}

func layWreck(v rules.View, s *render.Scene, before []game.Fact, f rules.Destroyed) {
	if at, ok := stood(before, f.Target); ok {
		s.Wrecks = append(s.Wrecks, render.Wreck{X: inches(at.X), Y: inches(at.Y), R: radius(v, before, f.Target.Label), Side: render.Side(f.Target.Label.Seat()),
			Label: string(f.Target.Label)})
	}
}

// stopped reports whether a countermeasure stopped the effect of the attack, as everybody is told before the next one.
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
	goal := 2 - int(f.Seat) // the VIP on the enemy's side
	if f.Goal > 0 {
		goal = f.Goal - 1
	}
	g := v.Goals()[goal]
	s.Flashes = append(s.Flashes, render.Flash{X: inches(g.At.X), Y: inches(g.At.Y), R: inches(g.R + rules.ScoreRange), Side: render.Side(f.Seat), Score: true,
		Note: l.Text("+%d VP", f.VP)})
}

// stood returns where a base stood after those facts, by the newest of them that says so.
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

// radius is that of a piece's bases, in inches: as it stands, or as the facts tell what it was.
func radius(v rules.View, told []game.Fact, label rules.Label) float64 {
	if p, _ := v.Piece(label); len(p.Bases) > 0 {
		return inches(p.Bases[0].R)
	}
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
			return inches(plane.Radius(u.BaseMM()))
		}
	}
	return 1
}
