package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// What-ifs: answers computed from a viewer's view alone, so that they can tell no more than the viewer knows.

// board rebuilds what a view shows. Tokens that the view leaves out are taken as hidden says.
func (v View) board(hidden int) *state {
	s := &state{Conf: known(v).conf, env: known(v), Phase: v.Phase, Active: v.Active, CP: v.CP, Taskforce: v.Taskforce}
	s.Pieces = make([]piece, len(v.Pieces))
	for i, p := range v.Pieces {
		s.Pieces[i] = rebuilt(s, p, hidden)
	}
	if v.Acting != nil && v.Acting.Unloaded {
		s.Acts = []activation{{Piece: v.Acting.Label, One: true}}
	}
	return s
}

// TryMove tells what a move of that base along the way points would leave of its allowance, or why it is not
// possible.
func (v View) TryMove(r Ref, to plane.Point, via []plane.Point) (left plane.Inch, err error) {
	_, left, err = v.tryMove(r, to, via)
	return left, err
}

// tryMove also gives the way that the move takes.
func (v View) tryMove(r Ref, to plane.Point, via []plane.Point) (way []plane.Point, left plane.Inch, err error) {
	s := v.board(0)
	p, ok := s.piece(r.Label)
	if !ok {
		return nil, 0, refuse("no-piece", "there is no %s on the table", r.Label)
	}
	b, ok := p.base(r.N)
	if !ok {
		return nil, 0, whichBase(s, p, r.N)
	}
	if err := checkWay(s, p, b, to, via); err != nil {
		return nil, 0, err
	}
	way, trip := route(s, p, b, to, via)
	return way, max(0, trip.Left), nil
}

// Way is the way that a move of that base takes, round what is in it where that is allowed (Q25), from where it stands to its
// end; nil where the move is not possible as far as the view tells. left is what it leaves of the allowance.
func (v View) Way(r Ref, to plane.Point, via []plane.Point) (way []plane.Point, left plane.Inch) {
	way, left, _ = v.tryMove(r, to, via)
	return way, left
}

// Nearest is where a move of that base gets nearest to the place, as far as the view tells; ok is false if it gets no nearer
// than where it stands.
func (v View) Nearest(r Ref, to plane.Point) (at plane.Point, ok bool) {
	s := v.board(0)
	p, _ := s.piece(r.Label)
	b, ok := p.base(r.N)
	if !ok {
		return at, false
	}
	way, ok := ground(s).Nearest(moverOf(s, p, b), b.At, to)
	if !ok {
		return at, false
	}
	return way[len(way)-1], true
}

// TryTogether tells why that base may not end a move there as far as the Unit's other bases go (R13.3, Q44): with a Move
// Action, or as the last of the Unit in the Move phase.
func (v View) TryTogether(r Ref, at plane.Point) error {
	s := v.board(0)
	p, ok := s.piece(r.Label)
	if !ok {
		return refuse("no-piece", "there is no %s on the table", r.Label)
	}
	b, ok := p.base(r.N)
	if !ok {
		return whichBase(s, p, r.N)
	}
	for i := range p.Bases {
		p.Bases[i].Moved = true
	}
	return checkLastBase(s, p, b, at)
}

// Around are places for the bases of an infantry Unit revealed at that Ping (R16.5), as far towards the goal as the view shows them
// to be free; ok is false if there are not enough.
func (v View) Around(l Label, unit string, goal plane.Point) (at []plane.Point, ok bool) {
	s := v.board(0)
	p, ok := s.piece(l)
	if !ok || !p.isPing() || !p.onTable() {
		return nil, false
	}
	w := fromPing(p, s.unit(unit))
	from, far := p.Bases[0].At, plane.Dist(p.Bases[0].At, goal)
	if far == 0 {
		return nil, false
	}
	off := int64(placeRange)
	want := plane.Point{X: from.X + plane.Inch(int64(goal.X-from.X)*off/int64(far)), Y: from.Y + plane.Inch(int64(goal.Y-from.Y)*off/int64(far))}
	var placed []plane.Disc
	for range w.card.Bases() {
		spot, ok := nearestPlace(want, func(pt plane.Point) bool {
			return plane.Dist(pt, from) <= 2*placeRange && checkPlace(s, w, plane.Disc{At: pt, R: plane.Radius(w.card.BaseMM())}, placed) == nil
		})
		if !ok {
			return nil, false
		}
		at, placed = append(at, spot), append(placed, plane.Disc{At: spot, R: plane.Radius(w.card.BaseMM())})
	}
	return at, checkPlaces(s, w, at) == nil
}

// TrySprint tells why the Unit's bases cannot be placed so with Sprint, if so.
func (v View) TrySprint(l Label, at []plane.Point) error {
	s := v.board(0)
	p, ok := s.piece(l)
	if !ok || p.isPing() {
		return refuse("no-piece", "there is no Unit %s on the table", l)
	}
	return checkSprint(s, p, base{}, Act{Action: "sprint", At: at})
}

// TryDeploy tells why the Ping cannot be deployed there, if so.
func (v View) TryDeploy(l Label, at plane.Point) error {
	s := v.board(0)
	return checkDeploy(s, l.Seat(), Deploy{Ping: l, At: at})
}

// Spd is how far the piece moves.
func (v View) Spd(p Piece) plane.Inch { return pieceOf(v, p).spd() }

// Radius is the radius of each of the piece's bases.
func (v View) Radius(p Piece) plane.Inch { return pieceOf(v, p).radius() }

func pieceOf(v View, p Piece) piece {
	q := piece{Label: p.Label, Sig: p.Sig, Unit: p.Unit}
	if p.Unit != "" {
		q.unit = known(v).cards.Must(p.Unit)
	}
	return q
}

// Odds are the chances in percent that one check or attack comes off; Low and High differ where something hidden
// decides (S5).
type Odds struct {
	Need, Low, High int // Need: the sum that two dice must reach, from what is known
}

// boards are what a view shows, with no hidden tokens and with one on each base that may have some. Either is built once.
type boards struct {
	View
	with [2]*state
}

func (b *boards) hiding(hidden int) *state {
	if b.with[hidden] == nil {
		b.with[hidden] = b.board(hidden)
	}
	return b.with[hidden]
}

// TryAct tells the odds of an action on a target. ok is false where the view does not tell.
func (v View) TryAct(by Ref, action string, target Ref, boost bool) (Odds, bool) {
	return (&boards{View: v}).tryAct(by, action, target, boost)
}

func (b *boards) tryAct(by Ref, action string, target Ref, boost bool) (Odds, bool) {
	need, ok := b.need(by, action, target, 1)
	if !ok {
		return Odds{}, false
	}
	best, _ := b.need(by, action, target, 0)
	return Odds{Need: need, Low: chance(max(need, best), boost), High: chance(min(need, best), boost)}, true
}

// TryKill tells the chances in percent that one attack's effect comes about, countermeasures reckoned with: Low if the
// target holds and spends every token that it may have, High if it has none. ok is false for what is no attack.
func (v View) TryKill(by Ref, action string, target Ref) (Odds, bool) {
	b := &boards{View: v}
	odds, ok := b.tryAct(by, action, target, false)
	if !ok {
		return Odds{}, false
	}
	return b.tryKill(by, action, target, odds)
}

// tryKill is TryKill where the action has those odds.
func (b *boards) tryKill(by Ref, action string, target Ref, odds Odds) (Odds, bool) {
	s := b.hiding(0)
	e, there := s.piece(target.Label)
	p, _ := s.piece(by.Label)
	if !there || e.isPing() {
		return Odds{}, false
	}
	a, _ := p.card().Action(action)
	eb, found := e.base(target.N)
	if !found || !a.Combat() {
		return Odds{}, false
	}
	if pb, _ := p.base(by.N); newShot(s, p, pb, a, e, eb).void() != nil {
		return Odds{Need: odds.Need}, true
	}
	most, hardened := e.card().CMStat(), e.card().Hardened
	known, _ := b.Piece(target.Label)
	kb, _ := known.Base(target.N)
	if kb.CM != nil {
		most, hardened = *kb.CM, *kb.Hardened
	}
	for _, l := range lenders(s, e, eb) {
		most += l.card().CMStat()
	}
	if hardened > 0 {
		odds.Low = 0
	}
	fails := counterUnder(s, a, e, eb) - 1 // faces of six
	for range most {
		odds.Low = odds.Low * fails / 6
	}
	if kb.CM != nil {
		odds.High = odds.Low
	}
	return odds, true
}

// counterUnder is what an ordinary die must show to keep the action's effect off the base, with the Defense Aura that covers it
// (R23.3).
func counterUnder(s *state, a cards.Action, p piece, b base) int {
	return counterNeed(a) - total(Roll{}, auraBonus(s, p, b))
}

// TryCounter tells what the die of a CM token, boosted or not, must show to stop the effect that waits, and the chance of that in
// percent. harder is the weapon's trait that makes it harder than usual, by name, or "". ok is false where no effect waits.
func (v View) TryCounter(boost bool) (o Odds, harder string, ok bool) {
	if v.Hit == nil {
		return o, "", false
	}
	s := v.board(0)
	by, ok := s.piece(v.Hit.By.Label)
	p, there := s.piece(v.Hit.Target.Label)
	if !ok || !there || by.isPing() || p.isPing() {
		return o, "", false
	}
	a, _ := by.card().Action(v.Hit.Action)
	b, _ := p.base(v.Hit.Target.N)
	need := counterUnder(s, a, p, b)
	if i := slices.IndexFunc(a.Traits, func(t cards.Trait) bool { return slices.Contains(counterTraits, t.ID) }); i >= 0 {
		harder = traitName(a.Traits[i].ID)
	}
	fails := need - 1 // faces of six
	n := 100 * (6 - fails) / 6
	if boost {
		n = 100 * (36 - fails*fails) / 36
	}
	return Odds{Need: need, Low: n, High: n}, harder, true
}

// Chance is what an action of a base has against a target.
type Chance struct {
	Action string // id
	Name   string
	Odds         // of the roll
	Kill   *Odds // of the effect, countermeasures reckoned with; nil for a scan
}

// Chances are those of every action of the one base that reaches the other, as far as the view tells.
func (v View) Chances(by, target Ref) []Chance {
	me, ok := v.Piece(by.Label)
	it, there := v.Piece(target.Label)
	if !ok || !there || me.IsPing() || me.Seat == it.Seat {
		return nil
	}
	from, _ := me.Base(by.N)
	to, _ := it.Base(target.N)
	known := &boards{View: v}
	var out []Chance
	for _, a := range v.Cards().Must(me.Unit).Actions {
		if a.Effect == cards.Special || checkRange(a, from.Disc(), to.Disc(), "") != nil {
			continue
		}
		odds, ok := known.tryAct(by, a.ID, target, false)
		if !ok {
			continue
		}
		c := Chance{Action: a.ID, Name: a.Name, Odds: odds}
		if kill, ok := known.tryKill(by, a.ID, target, odds); ok {
			c.Kill = &kill
		}
		out = append(out, c)
	}
	return out
}

// need is what the two dice must sum up to, if the hidden tokens of the target are as many as given.
func (b *boards) need(by Ref, action string, target Ref, hidden int) (int, bool) {
	s := b.hiding(hidden)
	p, ok1 := s.piece(by.Label)
	e, ok2 := s.piece(target.Label)
	if !ok1 || !ok2 || p.isPing() {
		return 0, false
	}
	pb, ok1 := p.base(by.N)
	eb, ok2 := e.base(target.N)
	a, ok3 := p.card().Action(action)
	if !ok1 || !ok2 || !ok3 || a.Effect == cards.Special {
		return 0, false
	}
	if a.Effect == cards.Scan {
		f := sounding(s, p, pb, e, eb)
		return f.Need - total(Roll{}, f.Mods), true
	}
	if e.isPing() {
		return 0, false
	}
	x := newShot(s, p, pb, a, e, eb)
	n := e.card().Def - total(Roll{}, x.mods())
	for _, m := range x.against() {
		n += m.By
	}
	return n, true
}

// chance is the percentage of rolls of two dice, or the best two of three, that reach n.
func chance(n int, boost bool) int {
	hits, all := 0, 0
	third := 1
	if boost {
		third = 6
	}
	for a := 1; a <= 6; a++ {
		for b := 1; b <= 6; b++ {
			for c := 1; c <= third; c++ {
				best := a + b
				if boost {
					best += c - min(a, b, c)
				}
				all++
				hits += when(best >= n, 1)
			}
		}
	}
	return (hits*100 + all/2) / all
}

// ParseRef reads a label with or without a base number.
func ParseRef(s string) (Ref, error) { return parseRef(s) }

var _ game.View = View{}
