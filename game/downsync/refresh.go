package downsync

import (
	"slices"
	"strconv"
	"strings"

	"downsync/game"
)

// Refreshing: R7.5 to R7.7, R23.6, ruling Q22.

// hasRefreshChoice reports whether the Unit's owner has anything to decide in its refresh. Stun Tokens and CP are public, so
// leaving out the question reveals nothing.
func (s *state) hasRefreshChoice(p piece) bool {
	return refreshCP(s, p) > 0 && len(unstunnable(s, p)) > 0 || canPayAura(s, p)
}

// unstunnable returns the numbers of the bases whose Stun Token a CP takes off now. In edition 4.2 the activation does so
// instead.
func unstunnable(s *state, p piece) []int {
	var out []int
	if ed(s).recovering {
		return nil
	}
	for _, b := range p.Bases {
		if b.Stun {
			out = append(out, b.N)
		}
	}
	return out
}

// toRefresh returns the Units that the seat is asked to refresh now.
func toRefresh(s *state) []piece {
	if s.RE != nil { // only the Non-Active Player's (R24.14, Q63)
		if l := s.RE.Called; l != "" && needsRefresh(s, must(s, l)) {
			return []piece{must(s, l)}
		}
		return nil
	}
	return members(s, func(p piece) bool { return !p.isPing() && !p.Refreshed })
}

// needsRefresh reports whether a participant is refreshed before it acts. The Non-Active Player's is, once; in edition 4.2 only
// if it was not refreshed this Round and has no Activated Token.
func needsRefresh(s *state, p piece) bool {
	if ed(s).refreshOnce && (p.Fresh || p.Activated) {
		return false
	}
	return p.seat() != s.Active && !p.Refreshed
}

// stepRefreshing refreshes the remaining Units once nobody has a choice, and goes on to the Move phase.
func stepRefreshing(t tx) bool {
	if slices.ContainsFunc(toRefresh(t.State()), t.State().hasRefreshChoice) {
		return false
	}
	refreshRest(t)
	return true
}

func refreshRest(t tx) {
	for _, p := range toRefresh(t.State()) {
		t.Emit(Refreshed{Unit: p.Label})
	}
	t.Emit(PhaseBegan{Moving})
}

func menuRefresh(s *state, _ game.Seat) game.Menu {
	var m game.Menu
	for _, p := range toRefresh(s) {
		c := Offer("refresh", []string{string(p.Label)})
		if options := choicesOf(unstunnable(s, p), refreshCP(s, p)); len(options) > 0 {
			c.Slots = append(c.Slots, slotUnstun.Of(options...))
		}
		if canPayAura(s, p) {
			c.Slots = append(c.Slots, slotAura.Of("defense-aura").Times(0, 1))
		}
		m = append(m, c)
	}
	return append(m, Offer("done", nil))
}

// choicesOf lists the non-empty subsets of at most n numbers, each as "1,2".
func choicesOf(numbers []int, n int) []string {
	var out []string
	for set := 1; set < 1<<len(numbers); set++ {
		var picked []string
		for i, v := range numbers {
			if set&(1<<i) != 0 {
				picked = append(picked, strconv.Itoa(v))
			}
		}
		if len(picked) <= n {
			out = append(out, strings.Join(picked, ","))
		}
	}
	slices.SortStableFunc(out, func(a, b string) int { return len(a) - len(b) })
	return out
}

func checkRefresh(s *state, seat game.Seat, r game.Reply) error {
	o, ok := r.(Refresh)
	if d, isDone := r.(Done); isDone && d.What == "" {
		return nil
	}
	if !ok {
		return notNow(r, "refresh UNIT, or done")
	}
	p, err := own(s, seat, o.Unit)
	switch {
	case err != nil:
		return err
	case p.isPing():
		return refuse("not-a-unit", "%s is a contact and has nothing to refresh", o.Unit)
	case !slices.ContainsFunc(toRefresh(s), func(q piece) bool { return q.Label == o.Unit }):
		return refuse("refreshed", "%s is not waiting to be refreshed", o.Unit)
	}
	if err := checkUnstun(s, p, o.Unstun); err != nil {
		return err
	}
	for i, id := range o.Pay {
		if _, ok := p.card().Trait(id); !ok || id != "defense-aura" || i > 0 {
			return refuse("no-action", "the %s can pay for no %s", p.card().Name, id)
		}
	}
	if cost, cp := len(o.Unstun)+len(o.Pay), refreshCP(s, p); cost > cp {
		return refuse("no-cp", "that costs %d CP; you have %d", cost, cp)
	}
	return nil
}

// checkUnstun says why the Stun Tokens of those bases cannot be paid off in the Unit's refresh.
func checkUnstun(s *state, p piece, bases []int) error {
	for i, n := range bases {
		b, ok := p.base(n)
		switch {
		case slices.Contains(bases[:i], n):
			return refuse("twice", "base %d is named twice", n)
		case ed(s).recovering:
			return refuse("not-now", "in this edition a Stun Token is paid for before the activation")
		case !ok || !b.Stun:
			return refuse("not-stunned", "%s has no Stun Token on base %d", p.Label, n)
		}
	}
	return nil
}

func answerRefresh(t tx, _ game.Seat, r game.Reply) {
	if o, ok := r.(Refresh); ok {
		unstun := slices.Clone(o.Unstun)
		slices.Sort(unstun)
		t.Emit(Refreshed{Unit: o.Unit, Unstunned: unstun, Paid: o.Pay})
		return
	}
	if t.State().RE == nil {
		refreshRest(t)
		return
	}
	for _, p := range toRefresh(t.State()) {
		t.Emit(Refreshed{Unit: p.Label})
	}
}

// Refreshed: a Unit got its Countermeasures back and lost its Overwatch Token, if any (R7.6). Unstunned bases cost 1 CP each
// (R17.3).
type Refreshed struct {
	Unit      Label `json:"unit"`
	Unstunned []int `json:"unstunned,omitempty"`
	// Paid names the traits bought with a CP in this refresh: "defense-aura".
	Paid []string `json:"paid,omitempty"`
}

func (Refreshed) Kind() string                { return "refreshed" }
func (f Refreshed) For(game.Viewer) game.Fact { return f }

var _ = public(refresh)

// refresh applies R7.6 in the printed order.
func refresh(s *state, f Refreshed) {
	p := s.at(f.Unit)
	seat := f.Unit.Seat()
	if p.AuraCP { // the CP comes back just before the refresh (Q24)
		p.AuraCP = false
		s.CP[seat-1]++
	}
	p.stopWatching() // Q23
	for i := range p.Bases {
		b := &p.Bases[i]
		b.CM = max(b.CM, p.card().CMStat()) // R23.6
		if slices.Contains(f.Unstunned, b.N) {
			b.Stun, b.Fresh = false, false
		}
	}
	s.CP[seat-1] -= len(f.Unstunned) + len(f.Paid)
	p.AuraCP = slices.Contains(f.Paid, "defense-aura")
	p.Refreshed, p.Fresh = true, true
}
