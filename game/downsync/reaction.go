package downsync

import (
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/order"
)

// Reaction Engagements: R24, rulings Q60 to Q73, S2 to S4, A2.

// eligible reports whether a Unit of the Non-Active Player may react (R24.3, R27.8).
func eligible(p piece) bool { return isUnit(p) && (!p.Activated || p.Overwatch) }

func menuReact(s *state, seat game.Seat) game.Menu {
	m := game.Menu{Offer("pass", nil)}
	if checkReacting(s, seat) != nil {
		return m
	}
	react := Offer("react", nil)
	for _, c := range sideMenu(s, "declare", seat, names(side(s, seat, eligible)), len(members(s, isUnit))+s.CP.Of(seat)) {
		for _, slot := range c.Slots {
			if slot.Name == slotUnits.Name {
				slot.Mark = slotWith.Mark
			}
			slot.Min = 0
			if !slices.ContainsFunc(react.Slots, func(x order.Slot) bool { return x.Name == slot.Name }) {
				react.Slots = append(react.Slots, slot)
			}
		}
	}
	if !open(s) {
		react.Slots = append(react.Slots, order.Flag("unboosted"))
	}
	return append(game.Menu{react}, m...)
}

func checkReact(s *state, seat game.Seat, r game.Reply) error {
	switch o := r.(type) {
	case Pass:
		return nil
	case React:
		if err := checkReacting(s, seat); err != nil {
			return err
		}
		return checkIntent(s, seat, o)
	}
	return notNow(r, "react or pass")
}

// checkReacting says why the seat cannot start an engagement. Somebody must be able to react (Q62), and the seat must be able
// to pay for it if the Taskforce has no Unit (Q61, D7).
func checkReacting(s *state, seat game.Seat) error {
	switch {
	case len(side(s, seat, eligible)) == 0 && !canAmbush(s, seat):
		return refuse("nobody", "none of your Units can react")
	case len(members(s, isUnit)) == 0 && s.CP.Of(seat) == 0:
		return refuse("no-cp", "against a Taskforce of contacts each reacting Unit costs 1 CP; you have none")
	}
	return nil
}

func answerReact(t tx, _ game.Seat, r game.Reply) {
	if o, ok := r.(React); ok {
		t.Emit(EngagementBegan{})
		if len(o.Units)+len(o.Ambush) > 0 {
			t.Emit(intended{intent{o.Units, o.Ambush, o.Unboosted}})
		}
		return
	}
	t.Emit(WindowClosed{})
	t.Emit(PhaseBegan{Activating})
}

// askEngagement returns the questions of the running engagement.
func askEngagement(s *state) []game.Ask {
	switch s.RE.Stage {
	case stageJoin:
		return ask(s, "join", s.Active)
	case stageDeclare:
		return ask(s, "declare", other(s.Active))
	case stageBoost2:
		return ask(s, "boost", other(firstToBoost(s)))
	case stageBoost:
		asks := ask(s, "boost", firstToBoost(s))
		if !open(s) { // sealed: both choose without seeing the other's (S4)
			asks = append(asks, ask(s, "boost", other(firstToBoost(s)))...)
			asks[0].Group, asks[1].Group = "boost", "boost"
		}
		for i := range asks {
			asks[i].Given = asks[i].Seat != s.Active && boostsIntended(s)
		}
		return asks
	}
	if s.RE.Called != "" {
		return ask(s, "refresh", s.RE.Called.Seat())
	}
	up := upNext(s)
	asks := ask(s, "priority", up[0].Label.Seat())
	asks[0].Moot = len(up) == 1 && up[0].Die <= 1 // there is no other, and no reason to wait
	return asks
}

// firstToBoost returns the seat that names boosts first in an open match, and whose boosts are opened first: the Active Player (Q73),
// in edition 4.2 the other.
func firstToBoost(s *state) game.Seat {
	if ed(s).reactorsFirst {
		return other(s.Active)
	}
	return s.Active
}

// stepEngagement goes on until somebody must be asked.
func stepEngagement(t tx) bool {
	s := t.State()
	switch {
	case s.RE.Stage == stageJoin && len(side(s, s.Active, s.mayJoin)) == 0 && !mayAmbush(s, s.Active):
		t.Emit(Joined{})
		return true
	case declareIntended(t):
		return true
	case s.RE.Stage != stageResolve:
		return false
	case s.RE.Called != "":
		return stepCalled(t)
	case len(upNext(s)) > 0:
		return false
	}
	t.Emit(EngagementEnded{Units: s.RE.labels()})
	t.Emit(PhaseBegan{Activating}) // Q68
	return true
}

// stepCalled refreshes a reacting Unit (R24.14) and begins its activation.
func stepCalled(t tx) bool {
	s := t.State()
	if waiting := toRefresh(s); len(waiting) > 0 {
		if s.hasRefreshChoice(waiting[0]) {
			return false
		}
		t.Emit(Refreshed{Unit: s.RE.Called})
		return true
	}
	t.Emit(ActivationBegan{Piece: s.RE.Called})
	return true
}

func (e *engagement) labels() []Label {
	var out []Label
	for _, p := range e.Parts {
		out = append(out, p.Label)
	}
	return out
}

// mayJoin reports whether everybody must reckon with the piece joining: a Unit outside the Taskforce that may have an Overwatch
// Token. If nobody could join, the question is left out, which reveals nothing.
func (s *state) mayJoin(p piece) bool {
	watch := p.MayWatch
	if open(s) {
		watch = p.Overwatch
	}
	return isUnit(p) && !inTaskforce(s, p.Label) && watch
}

// canJoin: an own Unit with Overwatch outside the Taskforce (R24.4, Q64).
func (s *state) canJoin(p piece) bool {
	return isUnit(p) && !inTaskforce(s, p.Label) && p.Overwatch
}

func menuJoin(s *state, seat game.Seat) game.Menu {
	units := names(side(s, seat, s.canJoin))
	return append(sideMenu(s, "join", seat, units, len(units)+1), Offer("done", nil))
}

func checkJoin(s *state, seat game.Seat, r game.Reply) error {
	switch o := r.(type) {
	case Done:
		if o.What == "" {
			return nil
		}
	case Join:
		if err := checkAmbushes(s, seat, o.Ambush); err != nil {
			return err
		}
		return checkUnits(s, seat, o.Units, func(p piece) error {
			switch {
			case inTaskforce(s, p.Label):
				return refuse("twice", "%s takes part already", p.Label)
			case !s.canJoin(p):
				return refuse("cannot-react", "%s has no Overwatch Token", p.Label)
			}
			return nil
		})
	}
	return notNow(r, "join UNITS, or done")
}

// checkUnits checks a list of own Units, each named once.
func checkUnits(s *state, seat game.Seat, units []Label, check func(piece) error) error {
	for i, l := range units {
		p, err := own(s, seat, l)
		if err != nil {
			return err
		}
		if p.isPing() {
			return refuse("not-a-unit", "%s is a contact; only Units take part", l)
		}
		if slices.Contains(units[:i], l) {
			return refuse("twice", "%s is named twice", l)
		}
		if err := check(p); err != nil {
			return err
		}
	}
	return nil
}

func answerJoin(t tx, _ game.Seat, r game.Reply) {
	if o, ok := r.(Join); ok {
		t.Emit(Joined{Units: slices.Concat(o.Units, ambush(t, o.Ambush))})
		return
	}
	t.Emit(Joined{})
}

// free returns how many may react without paying: as many as the Active Player has in the engagement (R24.5, Q61).
func free(s *state) int {
	n := 0
	for _, p := range s.RE.Parts {
		if p.Label.Seat() == s.Active {
			n++
		}
	}
	return n
}

func menuDeclare(s *state, seat game.Seat) game.Menu {
	return sideMenu(s, "declare", seat, names(side(s, seat, eligible)), free(s)+s.CP.Of(seat))
}

// fallbackDeclare declares the first Unit that can react, or else the first Ambush.
func fallbackDeclare(s *state, seat game.Seat) game.Reply {
	if units := side(s, seat, eligible); len(units) > 0 {
		return Declare{Units: labelsOf(units[:1])}
	}
	unit, ping, _ := strings.Cut(ambushOptions(s, seat)[0], "@") // checkReacting found somebody
	return Declare{Ambush: []Ambush{{unit, Label(ping)}}}
}

func checkDeclare(s *state, seat game.Seat, r game.Reply) error {
	o, ok := r.(Declare)
	if !ok {
		return notNow(r, "declare UNITS")
	}
	return checkReactors(s, seat, o, free(s))
}

// checkReactors checks the reacting Units and Ambushes; free is how many of them cost nothing.
func checkReactors(s *state, seat game.Seat, o Declare, free int) error {
	err := checkUnits(s, seat, o.Units, func(p piece) error {
		if !eligible(p) {
			return refuse("cannot-react", "%s has been activated and is not on Overwatch", p.Label)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := checkAmbushes(s, seat, o.Ambush); err != nil {
		return err
	}
	if cost, cp := len(o.Units)+len(o.Ambush)-free, s.CP.Of(seat); cost > cp {
		return refuse("no-cp", "%d {Unit|Units} may react for nothing, each more costs 1 CP; you have %d", free, cp)
	}
	return nil
}

func answerDeclare(t tx, _ game.Seat, r game.Reply) {
	o := r.(Declare)
	units := slices.Concat(o.Units, ambush(t, o.Ambush))
	t.Emit(Declared{Units: units, CP: max(0, len(units)-free(t.State()))}) // R24.6
}

// ownParts returns a seat's participants.
func ownParts(s *state, seat game.Seat) []Label {
	return slices.DeleteFunc(s.RE.labels(), func(l Label) bool { return l.Seat() != seat })
}

func menuBoost(s *state, seat game.Seat) game.Menu {
	var units []string
	for _, l := range ownParts(s, seat) {
		if checkBoosted(s, must(s, l)) == nil {
			units = append(units, string(l))
		}
	}
	m := game.Menu{Offer("boost none", nil)}
	if most := min(len(units), s.CP.Of(seat)); most > 0 {
		m = append(game.Menu{Offer("boost", nil, slotUnits.Of(units...).Times(1, most))}, m...)
	}
	return m
}

func checkBoost(s *state, seat game.Seat, r game.Reply) error {
	o, ok := r.(Boost)
	if !ok {
		return notNow(r, "boost UNITS, or boost none")
	}
	err := checkUnits(s, seat, o.Units, func(p piece) error {
		if !slices.Contains(s.RE.labels(), p.Label) {
			return refuse("not-in-force", "%s does not take part", p.Label)
		}
		return checkBoosted(s, p)
	})
	if err != nil {
		return err
	}
	if cp := s.CP.Of(seat); len(o.Units) > cp {
		return refuse("no-cp", "each boost costs 1 CP; you have %d", cp)
	}
	return nil
}

// checkBoosted refuses a boost that would add nothing: in edition 4.2 an Overwatch Token counts as the one boost that a roll may have.
func checkBoosted(s *state, p piece) error {
	if ed(s).boosting && p.Overwatch {
		return refuse("twice", "the roll of %s is boosted by its Overwatch Token", p.Label)
	}
	return nil
}

// answerBoosts opens the boosts. Once both are known it rolls all dice, the Active Player's Units first (R24.9, Q73).
func answerBoosts(t tx, as []game.Answered) {
	last := as[len(as)-1].Ask.Seat != firstToBoost(t.State())
	for _, a := range as {
		t.Emit(Boosted{Seat: a.Ask.Seat, Units: a.Reply.(Boost).Units})
	}
	if !last {
		return
	}
	s := t.State()
	parts := slices.Clone(s.RE.Parts)
	slices.SortStableFunc(parts, func(a, b part) int { return rank(s, a) - rank(s, b) })
	for _, p := range parts {
		r, mods := roll(t, 0, forPriority, 1, priorityAdvantage(s, must(s, p.Label), p)), sentry(must(s, p.Label))
		t.Emit(PriorityRolled{Unit: p.Label, Roll: r, Mods: mods, Die: total(r, mods)})
	}
}

// rank sorts the Active Player's participants before the others.
func rank(s *state, p part) int {
	if p.Label.Seat() == s.Active {
		return 0
	}
	return 1
}

// priorityAdvantage returns the Advantage of a priority roll: Overwatch +1, stunned -1 however many bases are, boosted +1
// (R24.10, Q47). In edition 4.2 it is at most 1 and never negative.
func priorityAdvantage(s *state, p piece, d part) int {
	if ed(s).boosting {
		return when(d.Boost || p.Overwatch, 1)
	}
	adv := advantage(d.Boost)
	if p.Overwatch {
		adv++
	}
	if p.stunned() {
		adv--
	}
	return adv
}

// upNext returns the participants that act next: those with the highest die; on a tie the Active Player's (R24.11, Q65).
func upNext(s *state) []part {
	var best []part
	for _, p := range s.RE.Parts {
		switch {
		case p.Acted:
		case len(best) == 0 || p.Die > best[0].Die || p.Die == best[0].Die && rank(s, p) < rank(s, best[0]):
			best = []part{p}
		case p.Die == best[0].Die && rank(s, p) == rank(s, best[0]):
			best = append(best, p)
		}
	}
	return best
}

func menuPriority(s *state, _ game.Seat) game.Menu {
	var m game.Menu
	for _, p := range upNext(s) {
		m = append(m, Offer("activate", []string{string(p.Label)}))
		if p.Die > 1 {
			m = append(m, Offer("hold", []string{string(p.Label)}))
		}
	}
	return m
}

func fallbackPriority(s *state, _ game.Seat) game.Reply { return Activate{upNext(s)[0].Label} }

func checkPriority(s *state, _ game.Seat, r game.Reply) error {
	var unit Label
	switch o := r.(type) {
	case Activate:
		unit = o.Piece
	case Hold:
		unit = o.Unit
	default:
		return notNow(r, "activate UNIT or hold UNIT")
	}
	i := slices.IndexFunc(upNext(s), func(p part) bool { return p.Label == unit })
	if i < 0 {
		return refuse("not-its-turn", "it is the time of %s", upNext(s)[0].Label)
	}
	if _, hold := r.(Hold); hold && upNext(s)[i].Die == 1 {
		return refuse("die-1", "%s is at 1 and cannot wait longer", unit)
	}
	return nil
}

func answerPriority(t tx, _ game.Seat, r game.Reply) {
	if o, ok := r.(Activate); ok {
		t.Emit(Called{Unit: o.Piece})
		return
	}
	unit := r.(Hold).Unit
	for _, p := range t.State().RE.Parts {
		if p.Label == unit {
			t.Emit(Held{Unit: unit, Die: p.Die - 1})
		}
	}
}
