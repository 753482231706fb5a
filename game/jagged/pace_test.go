package jagged

import (
	"math"
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/jagged/cards"
	"downsync/game/order"
	"downsync/game/plane"
)

// A battle between two players who press on takes at most 25 hand-overs, counted for both together. A turn that another seat has to
// wait for is one, however many orders it has. Both skip the questions that they would answer with no (J5.6). If their models also
// shoot automatically, the players never wait more often.
func TestPace(t *testing.T) {
	for name, targets := range map[string]bool{"who say whom they shoot at": true, "whose models shoot by themselves": false} {
		t.Run(name, func(t *testing.T) { paced(t, targets) })
	}
}

// paced plays battles of all lists. With targets, both sides name whom they shoot at.
func paced(t *testing.T, targets bool) {
	t.Helper()
	seeds := 3
	if gametest.Soak() {
		seeds = 12
	}
	var n, most, over, presses, turns int
	by := map[string]int{}
	for seed := range uint64(seeds) {
		for _, a := range cards.Lists() {
			for _, d := range cards.Lists() {
				if a.Role != cards.Attacker || d.Role != cards.Defender || a.Faction == d.Faction {
					continue
				}
				one, orders, parts := pace(t, a.ID, d.ID, targets, uint64(n)+1000*seed)
				n, turns, presses, most = n+1, turns+one, presses+orders, max(most, one)
				for name, k := range parts {
					by[name] += k
				}
				if one > 25 {
					over++
					t.Logf("%s against %s: %d hand-overs, %v", a.ID, d.ID, one, parts)
				}
			}
		}
	}
	mean := float64(turns) / float64(n)
	t.Logf("%d battles: %.1f hand-overs, %d above 25, at most %d; %.1f orders; by question %v", n, mean, over, most, float64(presses)/float64(n), by)
	if mean > 20 || over > n/20 || !targets && over > 0 {
		t.Errorf("%.1f hand-overs a battle, %d battles with more than 25", mean, over)
	}
}

// pace plays a battle and counts how often the turn passes from one seat to the other.
func pace(t *testing.T, attacker, defender string, targets bool, seed uint64) (turns, orders int, by map[string]int) {
	t.Helper()
	c := Defaults()
	c.Attacker, c.Board = cards.FindList(attacker).Faction, boardSlugs()[seed%3]
	d := gametest.NewDice(seed)
	m, st, err := Rules().Start(2, c.Encode(), d)
	last := game.Seat(0)
	by = map[string]int{}
	for err == nil {
		m.Apply(st)
		if _, over := m.Result(); over {
			return turns, orders, by
		}
		g := m.Groups()[0]
		seat := g.Open[0]
		var a game.Ask
		for _, x := range m.Asks(seat) {
			if !x.Standing {
				a = x
			}
		}
		if orders++; seat != last && (len(g.Asks) == 1 || len(g.Open) == 2) { // simultaneous answers count as one wait
			turns, last = turns+1, seat
			if a.Name == "rush" && m.View(game.Player(seat)).(View).far(seat) {
				by["rush far"]++
			}
			by[a.Name]++
		}
		r := a.Default
		switch {
		case a.Name == "list":
			r = Bring{Sample: []string{attacker, defender}[seat-1]}
		case slices.ContainsFunc(a.Menu, func(c order.Choice) bool { return c.Words == "skip far-rushes" }):
			r = Skip{What: SkipFar}
		case !targets && slices.ContainsFunc(a.Menu, func(c order.Choice) bool { return c.Words == "skip targets" }):
			r = Skip{What: SkipTargets}
		case slices.ContainsFunc(a.Menu, func(c order.Choice) bool { return c.Words == "skip reinforcements" }):
			r = Skip{What: SkipReinforcements}
		case a.Name == "insight":
			r = Insight{true}
		case a.Name == "move" || a.Name == "shoot" || a.Name == "rush":
			r = press(m.View(game.Player(seat)).(View), a)
		case a.Name == "go":
			v := m.View(game.Player(seat)).(View)
			if o, ok := toward(v, v.Going.Unit, v.Going.Max); ok {
				r = o
			}
		}
		if st, err = m.Answer(seat, a.ID, r, d); err != nil {
			st, err = m.Lapse(seat, a.ID, d)
		}
	}
	t.Fatal(err)
	return 0, 0, nil
}

// press answers as a player who presses on: it goes to the Objectives, shoots at the easiest target, and rushes where it is likely
// to reach.
func press(v View, a game.Ask) game.Reply {
	for _, c := range a.Menu {
		switch c.Verb {
		case "move":
			l := Label(c.Value("unit"))
			m, _ := v.Model(l)
			if o, ok := toward(v, l, m.Movement); ok {
				if v.Round < 2 {
					return Sprint{Unit: l}
				}
				return o
			}
		case "shoot all":
			if !v.board.Sides[a.Seat-1].Held && v.far(a.Seat) {
				return Hold{On: true}
			}
			return ShootAll{}
		case "rush":
			l := Label(c.Value("unit"))
			if r, err := v.Rush(l, ""); err == nil && r.Need <= 4 {
				return Rush{Unit: l}
			}
		}
	}
	if a.Name != "rush" && v.far(a.Seat) && (a.Name != "move" || len(v.Left) == 1) {
		return Hold{}
	}
	return Done{}
}

// far reports whether no Rush of the seat could arrive from where all models are.
func (v View) far(seat game.Seat) bool {
	for _, m := range v.board.side(seat) {
		for _, e := range v.board.side(other(seat)) {
			if r, err := v.Rush(m.Label, e.Label); err == nil && r.Need <= 6 {
				return false
			}
		}
	}
	return true
}

// toward returns a move towards the nearest Objective, as far as possible.
func toward(v View, l Label, most plane.Inch) (Move, bool) {
	m, _ := v.Model(l)
	to := v.Objectives[l.number()%3].At
	far := plane.Dist(*m.At, to)
	if far < 1500 {
		return Move{}, false
	}
	for part := 1.0; part > 0.3; part -= 0.2 {
		f := math.Min(1, part*float64(most)/float64(far))
		at := plane.Point{X: m.At.X + plane.Inch(f*float64(to.X-m.At.X)), Y: m.At.Y + plane.Inch(f*float64(to.Y-m.At.Y))}
		if _, _, err := v.Way(l, at, nil, most); err == nil {
			return Move{Unit: l, To: at}, true
		}
	}
	return Move{}, false
}
