package syndicate

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"downsync/game"
	"downsync/game/habit"
	"downsync/game/syndicate/grid"
)

// Units react in the course of an attack (S7). Each reaction is a stage of it. Each question is asked of one seat, for public
// reasons.

// relay asks about Ping's Ghost Relay: Ping may move when its Operator is attacked for the first time in a round.
func relay(t tx, a *attack) {
	b := &t.State().board
	if a.Helper == "" {
		return
	}
	if m := b.unit(a.Helper); m != nil && !stuck(b, m) && goes(b, journey{unit: a.Helper, most: 1}) {
		a.asking("relay", a.Target.Seat())
	}
}

// jams reports whether a side's Operator may force a die of the enemy to be rolled again (Signal Jam, SP5).
func jams(b *board, seat game.Seat, enemy *unit) bool {
	u := b.unit(operator(seat))
	return u != nil && enemy != nil && b.kit(seat).operator.Ability == "signal-jam" && !b.used(seat, "signal-jam") && distance(u, enemy) <= 3
}

func askJam(t tx, a *attack) {
	b := &t.State().board
	seat := other(a.By.Seat())
	if jams(b, seat, b.unit(a.By)) && slices.Contains(a.Again, false) {
		a.asking("jam", seat)
	}
}

// jammable returns the dice that may be rolled again, as words.
func jammable(s *state, seat game.Seat) []string {
	var out []string
	if p := s.Playing; p != nil {
		return []string{"1"}
	}
	for i, again := range s.Attack.Again {
		if !again {
			out = append(out, strconv.Itoa(i+1))
		}
	}
	return out
}

func menuJam(s *state, seat game.Seat) game.Menu {
	return game.Menu{offer("jam", nil, slotDie.Of(jammable(s, seat)...)), offer("keep", nil, habit.Flag)}
}

func checkJam(s *state, seat game.Seat, r game.Reply) error {
	switch o := r.(type) {
	case keep:
		return nil
	case jam:
		if list := jammable(s, seat); !slices.Contains(list, strconv.Itoa(o.Die)) {
			return refuse("no-die", "die %d cannot be rolled again: expected one of %s", o.Die, strings.Join(list, ", "))
		}
		return nil
	}
	return notNow(r, "jam and the number of a die, or keep")
}

func answerJam(t tx, seat game.Seat, r game.Reply) {
	o, jam := r.(jam)
	if t.State().Playing != nil {
		jamFight(t, seat, jam)
		return
	}
	a := *t.State().Attack
	a.Ask = ""
	if jam {
		a.Faces, a.Again = slices.Clone(a.Faces), slices.Clone(a.Again)
		use(t, seat, "signal-jam", false)
		a.reroll(t, o.Die-1, "signal-jam")
	}
	turn(t, func(c *cursor) { c.Attack = &a })
}

// reductions returns the ways in which the target may lessen the damage (S7.3): "reduce", "gel".
func reductions(b *board, a *attack) []string {
	var out []string
	seat := a.Target.Seat()
	if !a.Target.Operator() || a.Decoy != 0 || a.Blow.Damage < 1 {
		return nil
	}
	if b.kit(seat).operator.Ability == "hold-the-line-rampart" && !b.used(seat, "hold-the-line-rampart") {
		out = append(out, "reduce")
	}
	if b.kit(seat).armor.Trait == "ballistic-gel" && !slices.Contains(b.Sides[seat-1].Spent, "ballistic-gel") {
		out = append(out, "gel")
	}
	return out
}

func askReduce(t tx, a *attack) {
	if len(reductions(&t.State().board, a)) > 0 {
		a.asking("reduce", a.Target.Seat())
	}
}

func menuReduce(s *state, _ game.Seat) game.Menu {
	var m game.Menu
	for _, word := range append(reductions(&s.board, s.Attack), "take") {
		if word == "gel" { // once a match, so it cannot be an answer for always
			m = append(m, offer(word, nil))
			continue
		}
		m = append(m, offer(word, nil, habit.Flag))
	}
	return m
}

// fallbackReduce uses Hold the Line where it helps (R-P7); it keeps a gel for a blow that would eliminate.
func fallbackReduce(s *state, _ game.Seat) game.Reply {
	ways := reductions(&s.board, s.Attack)
	left := s.unit(s.Attack.Target).HP - s.Attack.Blow.Damage
	switch {
	case slices.Contains(ways, "gel") && (left < 0 || left == 0 && len(ways) == 1):
		return gel{}
	case slices.Contains(ways, "reduce"):
		return reduce{}
	}
	return take{}
}

func checkReduce(s *state, _ game.Seat, r game.Reply) error {
	ways := reductions(&s.board, s.Attack)
	switch r.(type) {
	case take:
		return nil
	case reduce, gel:
		if slices.Contains(ways, r.Order()) {
			return nil
		}
	}
	return notNow(r, game.Text("reduce, gel or take"))
}

func answerReduce(t tx, seat game.Seat, r game.Reply) {
	a := *t.State().Attack
	a.Ask = ""
	switch r.(type) {
	case reduce:
		use(t, seat, "hold-the-line-rampart", false)
		a.Reduced = 1
	case gel:
		use(t, seat, "ballistic-gel", true)
		a.Reduced = a.Blow.Damage
	}
	turn(t, func(c *cursor) { c.Attack = &a })
}

// traitOf returns the trait of the attacking weapon.
func traitOf(b *board, a *attack) weaponTrait {
	u := b.unit(a.By)
	if u == nil {
		return weaponTrait{}
	}
	trait, _ := b.weaponTrait(u)
	return trait
}

// chained returns the enemies that Chain Lightning may hit next.
func chained(b *board) []string { return chainFrom(b, b.Attack) }

func chainFrom(b *board, a *attack) []string {
	var out []string
	for _, e := range b.enemies(a.By.Seat()) {
		if e.Label != a.Target && grid.Distance(e.At, a.At) <= 2 {
			out = append(out, string(e.Label))
		}
	}
	return out
}

func askChain(t tx, a *attack) {
	b := &t.State().board
	if traitOf(b, a).chains && a.Hits > 0 && len(chainFrom(b, a)) > 0 {
		a.asking("use", a.By.Seat())
	}
}

// chain hurts another enemy (Chain Lightning).
func chain(t tx, l Label) {
	a := *t.State().Attack
	a.Ask = ""
	trait := t.State().kit(a.By.Seat()).weapon.Trait
	t.Emit(Chosen{Seat: a.By.Seat(), From: trait, Unit: l})
	hurt(t, l, 1, trait)
	settle(t)
	if t.State().Result == nil {
		turn(t, func(c *cursor) { c.Attack = &a })
	}
}

func askShift(t tx, a *attack) {
	b := &t.State().board
	e := b.unit(a.Target)
	if !traitOf(b, a).shifts || a.Hits == 0 || e == nil {
		return
	}
	why := fast(b, e)
	if why == "" && len(shifts(b, e)) > 0 {
		a.asking("push", a.By.Seat())
		return
	}
	tellFast(t, StoodFast{Unit: e.Label, By: b.kit(a.By.Seat()).weapon.Trait, Why: cmp.Or(why, "no-space")})
}

// askSurge asks about Velocity's Surge Step.
func askSurge(t tx, a *attack) {
	b := &t.State().board
	u, seat := b.unit(a.By), a.By.Seat()
	if u == nil || !a.By.Operator() || b.kit(seat).operator.Ability != "surge-step" || b.used(seat, "surge-step") || stuck(b, u) {
		return
	}
	if goes(b, journey{unit: a.By, most: surgeSteps, door: breaches(b, seat)}) {
		a.asking("surge", seat)
	}
}

// askPress asks about Brick's Forward Pressure.
func askPress(t tx, a *attack) {
	b := &t.State().board
	if !a.By.Operator() || a.Hits == 0 {
		return
	}
	if e := b.unit(a.Target); e != nil {
		a.At = e.At
	}
	for _, m := range b.side(a.By.Seat()) {
		if b.synergy(m, "forward-pressure") && !stuck(b, m) && goes(b, journey{unit: m.Label, most: 1, toward: a.At}) {
			a.Helper = m.Label
			a.asking("press", a.By.Seat())
			return
		}
	}
}
