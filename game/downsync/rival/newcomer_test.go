package rival

import (
	"slices"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/downsync"
	"downsync/game/plane"
	"downsync/game/rival"
)

// newcomer plays as a careful person does after the lesson. It moves in pairs, stays out of sight where it can, brings one piece
// with an escort to the enemy's VIP, keeps Large ones at its own, shoots where the chance is best, reacts whenever the chance is
// good, and keeps watch where there is nothing to shoot at. What it has no thought about it leaves to the script.
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

// orders are what the person would do, best first; none where the script may decide.
func (n person) orders(a game.Ask) []game.Reply {
	switch a.Name {
	case "deploy":
		return []game.Reply{downsync.DeployRest{}}
	case "designate":
		return n.pair()
	case "reveal":
		if near := slices.ContainsFunc(n.theirs, func(e unit) bool {
			return e.card != nil && slices.ContainsFunc(n.mine, func(u unit) bool { return gap(e, u.Bases[0].Disc()) < 20 })
		}); n.v.Round < 2 && !near {
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

// late tells whether the enemy is about to score and somebody can still do something about it.
func (n person) late() bool {
	return scorers(n.theirs, n.homes[0], "") > 0 && len(n.good(0.01)) > 0
}

// aim is the unit's best shot from where it stands: its chance, over all attacks of the action.
func (n person) aim(u unit) (best shot, odds float64) {
	for _, b := range u.Bases {
		for _, x := range n.shots(n.v, u, b) {
			if at := hit(x.chance, x.action.ROF); x.action.Combat() && at > odds {
				best, odds = x, at
			}
		}
	}
	return best, odds
}

// good are the Units that may act now or react, with a shot of at least that chance, the best first.
func (n person) good(least float64) (out []downsync.Label) {
	odds := map[downsync.Label]float64{}
	for _, u := range n.mine {
		if u.card == nil || u.Activated && !watches(u) {
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
	if n.v.Engagement != nil {
		most = n.v.Engagement.Free + min(1, max(0, n.v.CP.Of(n.me)-1))
	}
	if len(units) == 0 {
		return nil
	}
	return []game.Reply{downsync.Declare{Units: units[:min(len(units), most)]}, downsync.Declare{Units: units[:1]}}
}

// pair are those who act together: two that can shoot, else the one that is nearest to the enemy's VIP with its neighbour.
func (n person) pair() []game.Reply {
	var free []unit
	for _, u := range n.mine {
		if !u.Activated {
			free = append(free, u)
		}
	}
	if len(free) == 0 {
		return nil
	}
	if ready := slices.DeleteFunc(n.good(0.3), func(l downsync.Label) bool { u, _ := n.own(l); return u.Activated }); len(ready) > 0 {
		return []game.Reply{downsync.Designate{Pieces: ready[:min(2, len(ready))]}, downsync.Designate{Pieces: ready[:1]}}
	}
	slices.SortStableFunc(free, func(a, b unit) int { return int(1000 * (n.far(a) - n.far(b))) })
	first := free[0]
	rest := free[1:]
	slices.SortStableFunc(rest, func(a, b unit) int {
		return int(plane.Gap(a.Bases[0].Disc(), first.Bases[0].Disc()) - plane.Gap(b.Bases[0].Disc(), first.Bases[0].Disc()))
	})
	out := []game.Reply{downsync.Designate{Pieces: []downsync.Label{first.Label}}}
	if len(rest) > 0 {
		out = append([]game.Reply{downsync.Designate{Pieces: []downsync.Label{first.Label, rest[0].Label}}}, out...)
	}
	return out
}

// goal is where the piece goes: Large ones to the own VIP, the others to the enemy's.
func (n person) goal(u unit) plane.Disc {
	if u.Sig == "Large" && !n.rounds {
		return n.homes[0]
	}
	best := n.goals[0]
	for _, g := range n.goals {
		if gap(u, g) < gap(u, best) {
			best = g
		}
	}
	return best
}

func (n person) far(u unit) float64 { return gap(u, n.goal(u)) / max(1, u.spd) }

// seen counts the enemy Units that may shoot at the unit's base there.
func (n person) seen(u unit, b downsync.Base, at plane.Point) (count int) {
	if u.card == nil {
		return 0
	}
	x := u.moved(b, at)
	v := n.with(x)
	for _, e := range n.theirs {
		if e.card == nil || e.Activated && !e.MayWatch {
			continue
		}
		for _, act := range e.card.Actions {
			if _, ok := v.Try().Kill(downsync.Ref{Label: e.Label, N: e.Bases[0].N}, act.ID, u.ref(b)); ok && act.Combat() {
				count++
				break
			}
		}
	}
	return count
}

// way is the best place for the base to go: nearer to its goal and not in sight of two more.
func (n person) way(u unit, b downsync.Base) (plane.Point, bool) {
	g := n.goal(u)
	best, found := b.Point, false
	near := plane.Gap(b.Disc(), g)
	for _, at := range n.places(u, b)[1:] {
		d := b
		d.Point = at
		if far := plane.Gap(d.Disc(), g); far < near && (plane.Within(d.Disc(), g, downsync.ScoreRange) || n.seen(u, b, at) <= max(1, n.seen(u, b, b.Point))) {
			best, near, found = at, far, true
		}
	}
	return best, found
}

func (n person) moves(a game.Ask) []game.Reply {
	for _, c := range a.WithMenu().Menu {
		r, err := downsync.ParseRef(c.Value("base"))
		u, ok := n.own(r.Label)
		if c.Verb != "move" || err != nil || !ok {
			continue
		}
		b, _ := u.Base(r.N)
		if _, odds := n.aim(u); u.card != nil && odds > 0.4 {
			continue
		}
		if at, ok := n.way(u, b); ok {
			return []game.Reply{downsync.Move{What: r, To: at}, a.Default}
		}
	}
	return []game.Reply{a.Default}
}

func (n person) acts(a game.Ask) (out []game.Reply) {
	if n.v.Acting == nil {
		return nil
	}
	u, ok := n.own(n.v.Acting.Label)
	if !ok {
		return nil
	}
	if x, odds := n.aim(u); odds >= 0.2 {
		boost := n.v.CP.Of(n.me) > 2 && x.need >= 8
		out = append(out, downsync.Act{Action: x.action.ID, Target: x.target, Boost: boost}, downsync.Act{Action: x.action.ID, By: x.by, Target: x.target, Boost: boost},
			downsync.Act{Action: x.action.ID, Target: x.target}, downsync.Act{Action: x.action.ID, By: x.by, Target: x.target})
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
