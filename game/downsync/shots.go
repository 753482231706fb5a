package downsync

import (
	"cmp"
	"math"
	"slices"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// Shot is a check or an attack that a base can make at once, as the viewer knows the board.
type Shot struct {
	By     Ref // as orders name it: with a base's number only if there are several bases
	Action cards.Action
	// Targets holds one target, or the targets of a Clustered attack, one entry for each attack; At is the point at which it
	// aims.
	Targets []Ref
	At      *plane.Point
	Times   int  // the number of checks or attacks that the action makes, or has left
	Odds    Odds // of one roll
	// Harm holds the expected result, in whole Units: the chance, with countermeasures included, that the effect applies at least
	// once, for a Unit's base destroyed. A stun counts half of that, a contact scanned a quarter.
	Harm float64
	// Then says how the activation ends after it: see Act.
	Then  string
	fails float64 // the chance that all of it fails
	begun bool    // some of the action's checks or attacks have been made
}

// Orders returns the orders that play the shot.
func (x Shot) Orders() []string {
	if x.At != nil {
		return []string{Act{Action: x.Action.ID, By: x.byN(), At: []plane.Point{*x.At}, Targets: x.Targets, Then: x.Then}.Order()}
	}
	if x.Times == 1 || x.begun {
		one := Act{Action: x.Action.ID, By: x.byN(), Target: x.Targets[0]}
		out := slices.Repeat([]string{one.Order()}, x.Times)
		one.Then = x.Then
		out[len(out)-1] = one.Order()
		return out
	}
	return []string{Act{Action: x.Action.ID, By: x.byN(), Targets: slices.Repeat(x.Targets, x.Times), Then: x.Then}.Order()}
}

// byN returns the firing base as an order names it: the zero Ref if the Unit has only one.
func (x Shot) byN() Ref {
	if x.By.N == 0 {
		return Ref{}
	}
	return x.By
}

// Shots returns the checks and attacks that the menu of the running activation offers; without a menu, those that the piece
// could make if it were activated now. The most harmful come first.
func (v View) Shots(l Label, menu game.Menu) []Shot {
	s := v.board()
	p, ok := s.piece(l)
	if !ok || p.isPing() {
		return nil
	}
	if menu == nil {
		menu = weapons(s, p)
	}
	var out []Shot
	for _, c := range menu {
		action, ok := p.card().Action(c.Value("use"))
		if c.Verb != "act" || !ok || action.Effect == cards.Special {
			continue
		}
		by := p.ref(p.Bases[0].N)
		if c.Value("by") != "" {
			by = mustRef(c.Value("by"))
		}
		if isClustered(action) {
			out = append(out, v.clusteredShots(s, by, action)...)
			continue
		}
		for _, slot := range c.Slots {
			if slot.Name != "target" {
				continue
			}
			for _, o := range slot.Options {
				if x, ok := v.shotAt(s, by, action, mustRef(o)); ok {
					out = append(out, x)
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Shot) int { return cmp.Compare(b.Harm, a.Harm) })
	return out
}

// weapons returns the checks and attacks that would be offered if the piece were activated now. It returns none if the piece
// would first be asked how to pay for its Stun Token.
func weapons(s *state, p piece) game.Menu {
	s = activated(s, p)
	a, _ := acting(s)
	var m game.Menu
	for _, x := range a.Actors {
		for _, action := range p.card().Actions {
			if len(a.Recover) > 0 || action.Effect == cards.Special {
				continue
			}
			if c, ok := actionChoice(s, p, action, x); ok {
				m = append(m, c)
			}
		}
	}
	return m
}

// activated returns a view's board once the piece's activation has begun.
func activated(s *state, p piece) *state {
	c := *s
	c.Acts = []activation{begin(s, p, ActivationBegan{Piece: p.Label})}
	return &c
}

// Closed returns the shots, the last of them with how the piece's activation then ends, if nothing is left to shoot at. Bases
// that have an AP left take Overwatch. An activation with nothing left ends automatically. The menu is as in Shots.
func (v View) Closed(shots []Shot, menu game.Menu) []Shot {
	s := v.board()
	p, ok := s.piece(shots[0].By.Label)
	if !ok || p.isPing() {
		return shots
	}
	if menu == nil {
		menu = menuAct(activated(s, p), p.seat())
	}
	then := p.closing(s, shots, menu)
	if then == "" {
		return shots
	}
	shots = slices.Clone(shots)
	shots[len(shots)-1].Then = then
	return shots
}

// closing returns how the activation can end after the shots; "" if there may be more to shoot at, or nothing to do.
func (p piece) closing(s *state, shots []Shot, menu game.Menu) string {
	base := func(by Ref) int {
		if by.N == 0 {
			return p.Bases[0].N
		}
		return by.N
	}
	cp, spent := s.CP.Of(p.seat()), map[int]bool{} // spent: AP by base
	for _, x := range shots {
		if !x.begun {
			c := costOf(x.Action, actor{AP: 1}, "")
			cp -= c.cp
			spent[base(x.By)] = c.ap > 0
		}
	}
	able, watch, more := false, false, false
	for _, c := range menu {
		by := Ref{}
		if w := c.Value("by"); w != "" {
			by = mustRef(w)
		}
		n := base(by)
		action, ok := p.card().Action(c.Value("use"))
		switch cost := costOf(action, actor{AP: when(!spent[n], 1)}, ""); {
		case c.Verb == "act" && ok && action.Effect == cards.Special:
			more = true
		case c.Verb == "act overwatch":
			watch = true
		case c.Verb == "act move": // one for each base with an AP
			able = able || !spent[n]
		case c.Verb != "act" || !ok || cost.ap > 0 && spent[n] || cost.cp > cp:
		default:
			return ""
		}
	}
	switch {
	case watch && able:
		return ThenOverwatch
	case more:
		return ThenEnd
	}
	return ""
}

// shotAt returns the shot on one target.
func (v View) shotAt(s *state, by Ref, action cards.Action, target Ref) (Shot, bool) {
	a, err := v.Try().attemptOn(s, by, action.ID, target)
	if err != nil {
		return Shot{}, false
	}
	x := Shot{By: by, Action: action, Targets: []Ref{target}, Times: action.ROF, Odds: a.odds(false)}
	if v.Acting != nil && v.Acting.Label == by.Label && v.Acting.Left > 0 {
		x.Times, x.begun = v.Acting.Left, true
	}
	one, worth := a.harm()
	x.fails = math.Pow(1-one, float64(x.Times))
	x.Harm = (1 - x.fails) * worth
	return x, true
}

// clusteredShots returns the best points to aim at, each with the attacks distributed in turn over the targets within its
// reach.
func (v View) clusteredShots(s *state, by Ref, action cards.Action) []Shot {
	const best = 3
	aims := v.Aims(by, action.ID, Ref{})
	var out []Shot
	for _, aim := range aims[:min(best, len(aims))] {
		x := Shot{By: by, Action: action, At: &aim.At, Times: action.ROF}
		for n := range action.ROF {
			r := aim.Targets[n%len(aim.Targets)]
			a, err := v.Try().attemptOn(s, by, action.ID, r)
			if err != nil {
				continue
			}
			a.at = &aim.At
			one, worth := a.harm()
			x.Harm += one * worth
			if o := a.odds(false); len(x.Targets) == 0 {
				x.Odds = o
			} else {
				x.Odds.Low, x.Odds.High = min(x.Odds.Low, o.Low), max(x.Odds.High, o.High)
			}
			x.Targets = append(x.Targets, r)
		}
		if len(x.Targets) > 0 {
			out = append(out, x)
		}
	}
	return out
}

// harm returns the chance of the attempt's effect, and the value of the effect.
func (x attempt) harm() (chance, worth float64) {
	o, combat := x.kill()
	switch {
	case !combat:
		o, worth = x.odds(false), 0.25
	case x.action.Effect == cards.Stun:
		worth = 0.5 / float64(len(x.e.Bases))
	default:
		worth = 1 / float64(len(x.e.Bases))
	}
	return float64(o.Low+o.High) / 200, worth
}

// Volley returns the most harmful shot of each base that has any. A target that an earlier base probably hits counts less.
func Volley(shots []Shot) []Shot {
	left := map[Ref]float64{}
	var out []Shot
	for {
		best := -1
		worth := func(x Shot) float64 {
			if f, ok := left[x.Targets[0]]; ok {
				return x.Harm * f
			}
			return x.Harm
		}
		for i, x := range shots {
			fires := slices.ContainsFunc(out, func(y Shot) bool { return y.By == x.By })
			if !fires && (best < 0 || worth(x) > worth(shots[best])) {
				best = i
			}
		}
		if best < 0 {
			return out
		}
		x := shots[best]
		out = append(out, x)
		if f, ok := left[x.Targets[0]]; ok {
			left[x.Targets[0]] = f * x.fails
		} else {
			left[x.Targets[0]] = x.fails
		}
	}
}

// BeforeEnemy returns the seat's Units that act in the engagement before any of the enemy's does, in that order (R24.11, Q65).
func (v View) BeforeEnemy(seat game.Seat) []Label {
	if v.Engagement == nil {
		return nil
	}
	all := slices.DeleteFunc(slices.Clone(v.Engagement.Participants), func(p Participant) bool { return p.Acted })
	second := func(p Participant) int { return when(p.Label.Seat() != v.Active, 1) }
	slices.SortStableFunc(all, func(a, b Participant) int {
		return cmp.Or(cmp.Compare(b.Die, a.Die), cmp.Compare(second(a), second(b)))
	})
	var out []Label
	for _, p := range all {
		if p.Label.Seat() != seat {
			break
		}
		out = append(out, p.Label)
	}
	return out
}

// CanWatch reports whether the piece could take Overwatch and nothing else if it were activated now.
func (v View) CanWatch(l Label) bool {
	s := v.board()
	p, ok := s.piece(l)
	if !ok || p.isPing() {
		return false
	}
	s = activated(s, p)
	a, _ := acting(s)
	return len(a.Recover) == 0 && checkOverwatch(s) == nil
}
