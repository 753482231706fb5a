package advice

import (
	"cmp"
	"math"
	"slices"

	"downsync/game/jagged"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
)

// This file rates places.

// prize is an Objective as the side values it.
type prize struct {
	at    plane.Point
	worth float64      // by need, and the taste
	own   []plane.Inch // how far each model of the side is, in the order of Position.own
}

// valued returns the Objectives as the side values them.
func (p *Position) valued() (out []prize) {
	for i, o := range p.Objectives {
		g := prize{at: o.At, worth: p.Taste.Goal * p.need(i)}
		for _, x := range p.own {
			g.own = append(g.own, plane.Dist(*x.At, o.At))
		}
		out = append(out, g)
	}
	return out
}

// need returns the value of an Objective for the side: high if the side does not own it, low if it does and no enemy approaches.
func (p *Position) need(i int) float64 {
	o, n := p.Objectives[i], 1.0
	if o.Owner == p.Seat {
		n = 0.15
		if slices.ContainsFunc(p.foes, func(e jagged.Model) bool { return plane.Dist(*e.At, o.At) < plane.In(6)+2*e.Movement }) {
			n = 0.7
		}
	}
	return n * (1 + 0.3*float64(p.Round))
}

// holds reports whether a base controls an Objective (J13.2).
func holds(d plane.Disc, at plane.Point) bool {
	return plane.Within(d, plane.Disc{At: at, R: boards.Marker}, plane.In(1))
}

// approach returns the share of its value that an Objective has for a model that is that far from it and does not hold it.
func (p *Position) approach(far plane.Inch) float64 {
	near := 0.75 - inches(far)/50
	if p.Round == jagged.Rounds {
		near *= 0.3
	}
	return near
}

// objective returns the value of the Objective that a model would approach or hold in a place. The value is lower if others of its
// side are nearer.
func (p *Position) objective(m jagged.Model, at plane.Point) float64 {
	best := 0.0
	for _, o := range p.prizes {
		near, mine := 1.0, plane.Dist(*m.At, o.at)
		if !holds(plane.Disc{At: at, R: m.Radius}, o.at) {
			near = p.approach(plane.Dist(at, o.at))
		}
		for i, far := range o.own {
			if far < mine && p.own[i].Label != m.Label {
				near *= 0.6
			}
		}
		best = max(best, o.worth*near)
	}
	return best
}

// blows returns the value of an exchange of melee attacks for a model that strikes first, or second.
func (p *Position) blows(v jagged.View, m, e jagged.Model, first bool) float64 {
	mine := v.Wounds(m.Label, e.Label, cards.FindUnit(m.Unit).Melee, jagged.Aid{})
	theirs := v.Wounds(e.Label, m.Label, cards.FindUnit(e.Unit).Melee, jagged.Aid{})
	if first && e.Wounds == 1 {
		theirs *= 1 - mine
	} else if !first && m.Wounds == 1 {
		mine *= 1 - theirs
	}
	return p.Taste.Charge*price(e, mine) - p.Taste.Guard*price(m, theirs)
}

// rush returns the average value of a Rush; 0 if none can be made.
func (p *Position) rush(v jagged.View, l, target jagged.Label) float64 {
	r, err := v.Rush(l, target)
	if err != nil {
		return 0
	}
	return p.charge(v, r)
}

// charge returns the average value of a computed Rush.
func (p *Position) charge(v jagged.View, r jagged.RushAim) float64 {
	m, _ := v.Model(r.By)
	e, _ := v.Model(r.Target)
	chance := float64(7-r.Need) / 6
	there := plane.Contact(disc(m), disc(e))
	return chance * (p.blows(v, m, e, true) + 0.5*(p.objective(m, there)-p.objective(m, *m.At)))
}

// acts says what a model may still do in the Round after it has moved.
type acts struct{ shoots, rushes bool }

// scout weighs places for one model, which it tries one after another.
type scout struct {
	*Position
	m     jagged.Model // where it is
	trial *jagged.Trial
	foes  []target
	gain  float64 // the most that it can gain at Objectives by a Rush
	// least is the worth that a place must exceed to matter; -Inf if the worth of each is wanted.
	least float64
}

// target is an enemy, with bounds for what the scouting model can do to it.
type target struct {
	jagged.Model
	weapons []*cards.Weapon // its own
	shots   []shot          // of the scouting model
	blow    float64         // the most that a melee attack at it is worth

	gap         plane.Inch // from the place that is tried
	known, seen bool       // whether seen is known for that place, and whether the two see each other
}

// shot is a ranged weapon, and the most that an attack with it is worth.
type shot struct {
	*cards.Weapon
	most float64
}

// scout prepares to weigh places for a model.
func (p *Position) scout(m jagged.Model, least float64) *scout {
	s, own := &scout{Position: p, m: m, trial: p.Trial(m.Label), least: least}, weapons(m)
	for _, e := range p.foes {
		t := target{Model: e, weapons: weapons(e)}
		gap := plane.Gap(disc(m), disc(e)) - m.Movement - plane.In(6) - inexact // after a Sprint
		if gap <= m.Movement+plane.In(7) {
			t.blow = p.Taste.Charge * price(e, p.MostWounds(m.Label, e.Label, cards.FindUnit(m.Unit).Melee))
		}
		for _, w := range own {
			if gap <= plane.In(w.Range) {
				t.shots = append(t.shots, shot{w, price(e, p.MostWounds(m.Label, e.Label, w.ID))})
			}
		}
		s.foes = append(s.foes, t)
	}
	for _, o := range p.prizes {
		s.gain = max(s.gain, 0.5*o.worth)
	}
	return s
}

// inexact is more than measured distances may be off by.
const inexact = 10 * plane.Thou

// most returns a bound for the worth of the attacks that the model can make, if it comes nearer to each enemy by at most that much.
func (s *scout) most(nearer plane.Inch, can acts) (attack float64) {
	for i := range s.foes {
		e := &s.foes[i]
		gap := e.gap - nearer - inexact
		if gap <= plane.In(1) {
			attack = max(attack, 0.1+e.blow)
		}
		for _, w := range e.shots {
			if can.shoots && gap <= plane.In(w.Range) {
				attack = max(attack, w.most)
			}
		}
	}
	return attack
}

// rushes returns a bound for the worth of a Rush at an enemy, if the model comes nearer by at most that much.
func (s *scout) rushes(e *target, nearer plane.Inch, can acts) float64 {
	faces := 7 - inches(e.gap-nearer-inexact-s.m.Movement-plane.In(1))
	if !can.rushes || faces <= 0 {
		return 0
	}
	return min(1, faces/6) * (e.blow + s.gain)
}

// bound returns a bound for the worth of all places that are at most that far away.
func (s *scout) bound(far plane.Inch, can acts) float64 {
	goal := 0.0
	for _, o := range s.prizes {
		near := 1.0
		if off := plane.Dist(*s.m.At, o.at) - far - inexact; off > s.m.Radius+boards.Marker+plane.In(1) {
			near = s.approach(off)
		}
		goal = max(goal, o.worth*near)
	}
	s.measure(*s.m.At)
	rest := s.closing(far+inexact, can)
	for i := range s.foes {
		rest = max(rest, s.rushes(&s.foes[i], far, can))
	}
	return goal + s.most(far, can) + rest
}

// measure begins to try a place.
func (s *scout) measure(at plane.Point) {
	for i := range s.foes {
		e := &s.foes[i]
		e.gap, e.known = plane.Gap(plane.Disc{At: at, R: s.m.Radius}, disc(e.Model)), false
	}
}

// sees reports whether the model, in the place that is tried, and an enemy see each other.
func (s *scout) sees(e *target) bool {
	if !e.known {
		e.known, e.seen = true, s.trial.Sees(s.m.Label, e.Label)
	}
	return e.seen
}

// promise returns a bound for the worth of a place, which it begins to try.
func (s *scout) promise(at plane.Point, can acts) float64 {
	s.measure(at)
	there := s.m
	there.At = &at
	rest := s.closing(0, can)
	for i := range s.foes {
		rest = max(rest, s.rushes(&s.foes[i], 0, can))
	}
	return s.objective(there, at) + s.most(0, can) + rest
}

// worth returns the value of a place. If that is not more than least, the result may be any number that is not more either.
func (s *scout) worth(at plane.Point, can acts) float64 {
	if most := s.promise(at, can); most <= s.least {
		return most
	}
	s.trial.Put(at)
	m, _ := s.trial.Model(s.m.Label)
	goal, attack, closing := s.objective(m, at), s.attack(m, can), s.closing(0, can)
	if m.Engaged {
		closing = 0
	}
	rest, e := closing, s.rushed(m, can)
	if e != nil {
		rest = max(closing, s.rushes(e, 0, can)) // a bound, at first
	}
	worth := func(losses float64) float64 { return goal - s.Taste.Guard*losses + attack + rest }
	losses := s.losses(m, func(losses float64) bool { return worth(losses) <= s.least })
	if e != nil && worth(losses) > s.least {
		rest = max(closing, s.rush(e))
	}
	return worth(losses)
}

// rushed returns the target of a Rush from the place that is tried: the nearest enemy in sight (J10.2). It returns nil if no Rush can
// arrive, or if two enemies are equally near.
func (s *scout) rushed(m jagged.Model, can acts) (near *target) {
	if m.Engaged || !slices.ContainsFunc(s.foes, func(e target) bool { return s.rushes(&e, 0, can) > 0 }) {
		return nil
	}
	several, open := false, s.Terms().RushTarget == "nearest-open"
	for i := range s.foes {
		e := &s.foes[i]
		if near != nil && e.gap > near.gap || !s.sees(e) {
			continue
		}
		if open {
			if _, err := s.trial.RushAt(m.Label, e.Label); err != nil {
				continue
			}
		}
		several = near != nil && e.gap == near.gap
		near = e
	}
	if near == nil || several || s.rushes(near, 0, can) == 0 {
		return nil
	}
	return near
}

// rush returns the value of a Rush at an enemy from the place that is tried.
func (s *scout) rush(e *target) float64 {
	r, err := s.trial.RushAt(s.m.Label, e.Label)
	if err != nil {
		return 0
	}
	return s.charge(s.trial.View, r)
}

// attack returns the value of the best attack that the model can make in the place that is tried.
func (s *scout) attack(m jagged.Model, can acts) (best float64) {
	for i := range s.foes {
		e := &s.foes[i]
		if m.Engaged {
			if e.gap <= plane.In(1) {
				best = max(best, 0.1+s.blows(s.trial.View, m, e.Model, s.Initiative == s.Seat))
			}
			continue
		}
		for _, w := range e.shots {
			if !can.shoots || w.most <= best || e.gap > plane.In(w.Range)+inexact || !s.sees(e) {
				continue
			}
			if _, err := s.trial.Aim(m.Label, e.Label, w.ID, jagged.Aid{}); err == nil {
				best = max(best, price(e.Model, s.trial.Wounds(m.Label, e.Label, w.ID, jagged.Aid{})))
			}
		}
	}
	return best
}

// losses returns the expected losses of the model in the place that is tried, before it acts again. It stops where they are enough.
func (s *scout) losses(m jagged.Model, enough func(float64) bool) (value float64) {
	if s.Taste.Guard == 0 {
		return 0
	}
	wounds := 0.0
	for i := range s.foes {
		e := &s.foes[i]
		worst := 0.0
		for _, w := range e.weapons {
			reach, share := e.gap <= plane.In(w.Range), 1.0
			switch {
			case e.Engaged || e.gap > plane.In(w.Range)+e.Movement || !reach && !s.sees(e):
				continue
			case !reach:
				share = 0.6
			case !s.sees(e):
				share = 0.4
			}
			worst = max(worst, share*s.trial.Wounds(e.Label, m.Label, w.ID, jagged.Aid{}))
		}
		if e.gap < 2*e.Movement+plane.In(4) {
			share := 0.35
			if e.gap < e.Movement+plane.In(4) {
				share = 0.6
			}
			worst += share * s.trial.Wounds(e.Label, m.Label, cards.FindUnit(e.Unit).Melee, jagged.Aid{})
		}
		wounds += worst
		if value = price(m, wounds); enough(value) {
			break
		}
	}
	return value
}

// closing returns the value of being near an enemy for a model without a ranged weapon, if it comes that much nearer.
func (s *scout) closing(nearer plane.Inch, can acts) (out float64) {
	if !can.rushes || cards.FindUnit(s.m.Unit).Ranged != "" {
		return 0
	}
	for i := range s.foes {
		out = max(out, s.Taste.Charge*0.3*(1-inches(max(0, s.foes[i].gap-nearer))/24))
	}
	return out
}

// spot is a place with its worth.
type spot struct {
	at    plane.Point
	worth float64
}

// places weighs destinations of the model: ahead, and all around. A beginner considers only those ahead. Those that do not matter are
// left out.
func (s *scout) places(most plane.Inch, can acts) []spot {
	out, blocked := s.ahead(most, can)
	if s.Taste.Novice {
		return s.around(out, blocked, most, can)
	}
	const winds = 12
	for _, far := range []plane.Inch{most, most / 2} {
		for n := range winds {
			turn := 2 * math.Pi * float64(n) / winds
			to := plane.Point{X: s.m.At.X + plane.Inch(math.Sin(turn)*float64(far)), Y: s.m.At.Y + plane.Inch(math.Cos(turn)*float64(far))}
			if s.promise(to, can) <= s.least || !s.Fits(s.m.Label, to) {
				continue
			}
			if worth := s.worth(to, can); worth > s.least && s.Reaches(s.m.Label, to, most) {
				out = s.adds(out, spot{to, worth})
			}
		}
	}
	return s.around(out, blocked, most, can)
}

// adds adds a place that matters. If the worth of each is not wanted, only a better place matters from now on.
func (s *scout) adds(all []spot, x spot) []spot {
	if !math.IsInf(s.least, -1) {
		s.least = x.worth
	}
	return append(all, x)
}

// slight is a difference of worth that does not matter.
const slight = 0.005

// ahead weighs destinations of the model towards each Objective, the most promising first, and the two nearest enemies if it can do
// something to them from there. It returns those to which no straight way leads.
func (s *scout) ahead(most plane.Inch, can acts) (out []spot, blocked []plane.Point) {
	prizes := slices.Clone(s.prizes)
	promising := func(o prize) float64 { return o.worth * s.approach(plane.Dist(*s.m.At, o.at)-most) }
	slices.SortStableFunc(prizes, func(a, b prize) int { return cmp.Compare(promising(b), promising(a)) })
	var goals []plane.Point
	for _, o := range prizes {
		goals = append(goals, o.at)
	}
	if can.shoots || can.rushes {
		foes := slices.Clone(s.Position.foes)
		slices.SortStableFunc(foes, func(a, b jagged.Model) int {
			return cmp.Compare(plane.Dist(*a.At, *s.m.At), plane.Dist(*b.At, *s.m.At))
		})
		for _, e := range foes[:min(2, len(foes))] {
			goals = append(goals, *e.At)
		}
	}
	bound := s.bound(most, can)
	for _, to := range goals {
		if bound <= s.least+slight {
			break
		}
		at, ok := s.straight(s.m, to, most)
		if !ok {
			blocked = append(blocked, to)
		} else if worth := s.worth(at, can); worth > s.least {
			out = s.adds(out, spot{at, worth})
		}
	}
	return out, blocked
}

// around adds the destinations of the model on the ways around obstacles to places.
func (s *scout) around(all []spot, places []plane.Point, most plane.Inch, can acts) []spot {
	for _, to := range places {
		if s.bound(most, can) <= s.least+slight {
			break
		}
		if at, ok := s.Onward(s.m.Label, to, most); ok {
			if worth := s.worth(at, can); worth > s.least {
				all = s.adds(all, spot{at, worth})
			}
		}
	}
	return all
}

// toward returns a place on a model's way to another at which a move may end: straight on if that covers most of the way.
func (p *Position) toward(m jagged.Model, to plane.Point, most plane.Inch) (plane.Point, bool) {
	if at, ok := p.straight(m, to, most); ok {
		return at, true
	}
	return p.Onward(m.Label, to, most)
}

// straight returns a place straight on towards another at which a move may end, if that covers most of the way.
func (p *Position) straight(m jagged.Model, to plane.Point, most plane.Inch) (at plane.Point, ok bool) {
	far := plane.Dist(*m.At, to)
	for d := min(most, far); d > 0 && d > min(most, far)*2/3; d -= 400 {
		at := plane.Point{X: m.At.X + (to.X-m.At.X)*d/far, Y: m.At.Y + (to.Y-m.At.Y)*d/far}
		if p.Reaches(m.Label, at, most) {
			return at, true
		}
	}
	return at, false
}
