package downsync

import (
	"cmp"
	"math"
	"slices"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// Shot is a check or an attack that a base can make at once, as far as a view tells.
type Shot struct {
	By     Ref // as orders name it: with a base's number only where there are several
	Action cards.Action
	// Targets are one target, or of a Clustered attack those named first, once each attack; At is the point that it aims at.
	Targets []Ref
	At      *plane.Point
	Times   int  // how many checks or attacks the action makes, or has left
	Odds    Odds // of one roll
	// Harm is what may be expected of it, in whole Units: the chance that the effect comes about at least once, countermeasures
	// reckoned with, for a Unit's base destroyed. A stun counts half of that, a contact scanned a quarter.
	Harm  float64
	fails float64 // the chance that none of it comes off
	begun bool    // some of the action's are made already
}

// Orders are what the shot is played as.
func (x Shot) Orders() []string {
	if x.At != nil {
		return []string{Act{Action: x.Action.ID, By: x.byN(), At: []plane.Point{*x.At}, Targets: x.Targets}.Order()}
	}
	if x.Times == 1 || x.begun {
		one := Act{Action: x.Action.ID, By: x.byN(), Target: x.Targets[0]}.Order()
		return slices.Repeat([]string{one}, x.Times)
	}
	return []string{Act{Action: x.Action.ID, By: x.byN(), Targets: slices.Repeat(x.Targets, x.Times)}.Order()}
}

// byN is who fires as an order says it: not at all where the Unit has one base.
func (x Shot) byN() Ref {
	if x.By.N == 0 {
		return Ref{}
	}
	return x.By
}

// Shots are the checks and attacks that the menu of the running activation offers, or without a menu those that the piece could
// make if it were activated now; the most harmful first.
func (v View) Shots(l Label, menu game.Menu) []Shot {
	s := v.board()
	p, ok := s.piece(l)
	if !ok || p.isPing() {
		return nil
	}
	if menu == nil {
		menu = ifActivated(s, p)
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

// ifActivated begins the piece's activation on a view's board and offers its checks and attacks. Where it would first be asked what
// pays for its Stun Token it offers none.
func ifActivated(s *state, p piece) game.Menu {
	a := begin(s, p, ActivationBegan{Piece: p.Label})
	s.Acts = []activation{a}
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

// shotAt is the shot on one target.
func (v View) shotAt(s *state, by Ref, action cards.Action, target Ref) (Shot, bool) {
	a, err := v.attemptOn(s, by, action.ID, target)
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

// clusteredShots are the best points to aim at, each with the attacks shared out in turn over what it reaches.
func (v View) clusteredShots(s *state, by Ref, action cards.Action) []Shot {
	const best = 3
	aims := v.Aims(by, action.ID, Ref{})
	var out []Shot
	for _, aim := range aims[:min(best, len(aims))] {
		x := Shot{By: by, Action: action, At: &aim.At, Times: action.ROF}
		for n := range action.ROF {
			r := aim.Targets[n%len(aim.Targets)]
			a, err := v.attemptOn(s, by, action.ID, r)
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

// harm is the chance of the attempt's effect, and what the effect is worth.
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

// Volley is the most harmful of the shots for each base that has any. A target that an earlier base probably hits counts less.
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

// WatchEnds tells whether the acting piece has nothing left after it takes Overwatch, which takes the AP of all its bases. A card
// with an action for CP or for nothing may go on.
func (v View) WatchEnds() bool {
	if v.Acting == nil {
		return false
	}
	p, ok := v.Piece(v.Acting.Label)
	return ok && !p.IsPing() && !slices.ContainsFunc(v.Cards().Must(p.Unit).Actions, func(a cards.Action) bool { return a.Cost != "A" && a.Cost != "A+C" })
}

// CanWatch tells whether the piece could take Overwatch and nothing else if it were activated now.
func (v View) CanWatch(l Label) bool {
	s := v.board()
	p, ok := s.piece(l)
	if !ok || p.isPing() {
		return false
	}
	a := begin(s, p, ActivationBegan{Piece: l})
	s.Acts = []activation{a}
	return len(a.Recover) == 0 && checkOverwatch(s) == nil
}
