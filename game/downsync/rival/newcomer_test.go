package rival

import (
	"slices"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/downsync"
	"downsync/game/downsync/advice"
	"downsync/game/plane"
	"downsync/game/rival"
)

// newcomer plays like a careful person after the lesson. It moves in pairs, stays out of sight if it can, brings one piece with
// an escort to the enemy's VIP, keeps Large ones at its own, shoots at the best chance, reacts whenever the chance is good, and
// keeps watch if there is nothing to shoot at. The script decides all else.
func newcomer(p rival.Position, c *chance.Source) (rival.Choice, error) {
	v, a := p.View.(downsync.View), p.Ask
	sim, err := p.Imagine(c)
	if err != nil {
		return rival.Choice{}, err
	}
	n := person{read(v, p.Seat, tasteOf(rival.Level{Strength: rival.Regular, Style: rival.Careful}))}
	for _, r := range n.orders(a) {
		if r != nil && !goesRound(p.Told, r) && sim.Check(a, r) == nil {
			return rival.Choice{Reply: r}, nil
		}
	}
	for _, o := range script(v, a, n.taste) {
		if !goesRound(p.Told, o.reply) && sim.Check(a, o.reply) == nil {
			return rival.Choice{Reply: o.reply}, nil
		}
	}
	return rival.Choice{Reply: a.Default}, nil
}

type person struct{ *sheet }

// orders returns the person's orders, best first; none if the script may decide.
func (n person) orders(a game.Ask) []game.Reply {
	switch a.Name {
	case "deploy":
		return []game.Reply{downsync.DeployRest{}}
	case "designate":
		return n.pair()
	case "reveal":
		if near := slices.ContainsFunc(n.Theirs, func(e advice.Unit) bool {
			return e.Card != nil && slices.ContainsFunc(n.Mine, func(u advice.Unit) bool { return advice.Gap(e, u.Bases[0].Disc()) < 20 })
		}); n.View.Round < 2 && !near {
			return []game.Reply{downsync.Done{}}
		}
	case "move":
		return n.moves(a)
	case "act":
		return n.acts(a)
	case "react":
		if len(n.good(0.3)) > 0 || n.late() {
			return []game.Reply{downsync.React{}}
		}
		return []game.Reply{downsync.Pass{}}
	case "declare":
		return n.reacts()
	}
	return nil
}

// late reports whether the enemy is about to score and a Unit can still do something about it.
func (n person) late() bool {
	return n.ScorersAt(n.Theirs, n.Homes[0], "") > 0 && len(n.good(0.01)) > 0
}

// aim returns the unit's best advice.Shot from its place, with its chance over all attacks of the action.
func (n person) aim(u advice.Unit) (best advice.Shot, odds float64) {
	for _, b := range u.Bases {
		for _, x := range n.Shots(n.View, u, b) {
			if at := advice.Hit(x.Chance, x.Action.ROF); x.Action.Combat() && at > odds {
				best, odds = x, at
			}
		}
	}
	return best, odds
}

// good returns the Units that may act now or react, with a shot of at least that chance, the best first.
func (n person) good(least float64) (out []downsync.Label) {
	odds := map[downsync.Label]float64{}
	for _, u := range n.Mine {
		if u.Card == nil || u.Activated && !watches(u) {
			continue
		}
		if _, at := n.aim(u); at >= least {
			out = append(out, u.Label)
			odds[u.Label] = at
		}
	}
	slices.SortStableFunc(out, func(a, b downsync.Label) int { return int(1000 * (odds[b] - odds[a])) })
	return out
}

func (n person) reacts() []game.Reply {
	least := 0.3
	if n.late() {
		least = 0.01
	}
	units := n.good(least)
	most := 1
	if n.View.Engagement != nil {
		most = n.View.Engagement.Free + min(1, max(0, n.View.CP.Of(n.Seat)-1))
	}
	if len(units) == 0 {
		return nil
	}
	return []game.Reply{downsync.Declare{Units: units[:min(len(units), most)]}, downsync.Declare{Units: units[:1]}}
}

// pair returns the Units that act together: two that can shoot, or else the one nearest to the enemy's VIP with its neighbour.
func (n person) pair() []game.Reply {
	var free []advice.Unit
	for _, u := range n.Mine {
		if !u.Activated {
			free = append(free, u)
		}
	}
	if len(free) == 0 {
		return nil
	}
	if ready := slices.DeleteFunc(n.good(0.3), func(l downsync.Label) bool { u, _ := n.Own(l); return u.Activated }); len(ready) > 0 {
		return []game.Reply{downsync.Designate{Pieces: ready[:min(2, len(ready))]}, downsync.Designate{Pieces: ready[:1]}}
	}
	slices.SortStableFunc(free, func(a, b advice.Unit) int { return int(1000 * (n.far(a) - n.far(b))) })
	first := free[0]
	rest := free[1:]
	slices.SortStableFunc(rest, func(a, b advice.Unit) int {
		return int(plane.Gap(a.Bases[0].Disc(), first.Bases[0].Disc()) - plane.Gap(b.Bases[0].Disc(), first.Bases[0].Disc()))
	})
	out := []game.Reply{downsync.Designate{Pieces: []downsync.Label{first.Label}}}
	if len(rest) > 0 {
		out = append([]game.Reply{downsync.Designate{Pieces: []downsync.Label{first.Label, rest[0].Label}}}, out...)
	}
	return out
}

// goal returns where the piece goes: Large ones to the own VIP, the others to the enemy's.
func (n person) goal(u advice.Unit) plane.Disc {
	if u.Sig == "Large" && len(n.Guarded) > 0 {
		return n.Guarded[0]
	}
	best := n.Goals[0]
	for _, g := range n.Goals {
		if advice.Gap(u, g) < advice.Gap(u, best) {
			best = g
		}
	}
	return best
}

func (n person) far(u advice.Unit) float64 { return advice.Gap(u, n.goal(u)) / max(1, u.Spd) }

// seen counts the enemy Units that may shoot at the unit's base there.
func (n person) seen(u advice.Unit, b downsync.Base, at plane.Point) (count int) {
	if u.Card == nil {
		return 0
	}
	x := u.Moved(b, at)
	v := n.With(x)
	for _, e := range n.Theirs {
		if e.Card == nil || e.Activated && !e.MayWatch {
			continue
		}
		for _, act := range e.Card.Actions {
			if _, ok := v.Try().Kill(downsync.Ref{Label: e.Label, N: e.Bases[0].N}, act.ID, u.Name(b)); ok && act.Combat() {
				count++
				break
			}
		}
	}
	return count
}

// way returns the best place for the base to go: nearer to its goal and not in sight of two more.
func (n person) way(u advice.Unit, b downsync.Base) (plane.Point, bool) {
	g := n.goal(u)
	best, found := b.Point, false
	near := plane.Gap(b.Disc(), g)
	for _, at := range n.Places(u, b)[1:] {
		d := b
		d.Point = at
		if far := plane.Gap(d.Disc(), g); far < near && (plane.Within(d.Disc(), g, n.Reach) || n.seen(u, b, at) <= max(1, n.seen(u, b, b.Point))) {
			best, near, found = at, far, true
		}
	}
	return best, found
}

func (n person) moves(a game.Ask) []game.Reply {
	for _, c := range a.WithMenu().Menu {
		r, err := downsync.ParseRef(c.Value("base"))
		u, ok := n.Own(r.Label)
		if c.Verb != "move" || err != nil || !ok {
			continue
		}
		b, _ := u.Base(r.N)
		if _, odds := n.aim(u); u.Card != nil && odds > 0.4 {
			continue
		}
		if at, ok := n.way(u, b); ok {
			return []game.Reply{downsync.Move{What: r, To: at}, a.Default}
		}
	}
	return []game.Reply{a.Default}
}

func (n person) acts(a game.Ask) (out []game.Reply) {
	if n.View.Acting == nil {
		return nil
	}
	u, ok := n.Own(n.View.Acting.Label)
	if !ok {
		return nil
	}
	if x, odds := n.aim(u); odds >= 0.2 {
		boost := n.View.CP.Of(n.Seat) > 2 && x.Need >= 8
		out = append(out, downsync.Act{Action: x.Action.ID, Target: x.Target, Boost: boost}, downsync.Act{Action: x.Action.ID, By: x.By, Target: x.Target, Boost: boost},
			downsync.Act{Action: x.Action.ID, Target: x.Target}, downsync.Act{Action: x.Action.ID, By: x.By, Target: x.Target})
	}
	for _, c := range a.WithMenu().Menu {
		if c.Verb != "act move" {
			continue
		}
		by, b := downsync.Ref{}, u.Bases[0]
		if named := c.Value("by"); named != "" {
			by, _ = downsync.ParseRef(named)
			b, _ = u.Base(by.N)
		}
		if at, ok := n.way(u, b); ok {
			step := downsync.ActMove{By: by, To: at}
			out = append(out, step)
		}
	}
	return append(out, downsync.ActOverwatch{}, downsync.End{})
}
