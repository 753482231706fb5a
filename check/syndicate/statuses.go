package syndicate

import (
	"reflect"
	"slices"
)

// duty is a fact that must come, among others in any order.
type duty struct {
	what string
	rule string
	do   func() bool // takes the fact if it comes next
}

// perform takes the facts of the duties, in whatever order they come, and takes the fall of each unit that has no HP left. The match ends
// if an Operator falls (S6.9).
func (m *match) perform(due []duty) {
	for m.buries() || len(due) > 0 {
		n := slices.IndexFunc(due, func(d duty) bool { return d.do() })
		if n >= 0 {
			due = slices.Delete(due, n, n+1)
		} else if len(due) > 0 && !m.buries() {
			m.lose(due[0].rule, "%s was expected", due[0].what)
		}
	}
	m.afterFalls()
}

// stacks reports whether a status adds up with itself: good ones do, and Hidden has nothing to add (S9.1).
func (b *board) stacks(is string) bool { return !b.cards.negative[is] && is != "hidden" }

type statusGiven struct {
	Unit, Status, From string
	Until              int
}

type statusEnded struct {
	Unit     string
	Statuses []string
	Why      string
}

// status returns what follows if a unit gets a status until the end of a round, which may be nothing. One that comes in the Attack lasts
// through the next round (S9.2, R-T5).
func (m *match) status(u *unit, is string, until int, from string) []duty {
	if u.hp <= 0 || is == "hidden" && u.has("revealed") > 0 { // S9.4
		return nil
	}
	if m.conf.Lasting && m.attacks && until == m.round && is != "hidden" {
		until++
	}
	fits := func(f statusGiven) bool {
		return f.Unit == u.label && f.Status == is && f.From == from && f.Until == until
	}
	given := func() bool {
		_, ok := takeIf(m, "status-given", fits)
		if ok {
			m.gains(u, is, until)
		}
		return ok
	}
	if k := slices.IndexFunc(u.statuses, func(s status) bool { return s.is == is }); k >= 0 && !m.stacks(is) {
		if old := u.statuses[k].until; old == 0 || until != 0 && old >= until { // it changes nothing, except that it ends Hidden (R-T9)
			return m.unhides(u, is)
		}
	}
	return append([]duty{{u.label + " " + is + " from " + from, "S9", given}}, m.unhides(u, is)...)
}

// gains adds a status to the unit. It replaces the same one if they do not add up.
func (m *match) gains(u *unit, is string, until int) {
	if !m.stacks(is) {
		u.statuses = slices.DeleteFunc(u.statuses, func(s status) bool { return s.is == is })
	}
	u.statuses = append(u.statuses, status{is, until})
}

// unhides returns the end of Hidden on a unit that is Marked or Revealed (S9.4, R-T9).
func (m *match) unhides(u *unit, is string) []duty {
	if is != "marked" && is != "revealed" || u.has("hidden") == 0 {
		return nil
	}
	return m.loses(u, []string{"hidden"}, is)
}

// loses returns the end of these statuses, where the unit has them. Why is "" if any cause is right.
func (m *match) loses(u *unit, statuses []string, why string) []duty {
	var gone []string
	for _, is := range statuses {
		if u.has(is) > 0 {
			gone = append(gone, is)
		}
	}
	if len(gone) == 0 {
		return nil
	}
	fits := func(f statusEnded) bool {
		return f.Unit == u.label && sameWords(f.Statuses, gone) && (why == "" || f.Why == why)
	}
	return []duty{{u.label + " loses " + gone[0], "S9", func() bool {
		_, ok := takeIf(m, "status-ended", fits)
		if ok {
			u.statuses = slices.DeleteFunc(u.statuses, func(s status) bool { return slices.Contains(gone, s.is) })
		}
		return ok
	}}}
}

func sameWords(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// alters returns the change of a unit's figures (S9.5).
func (m *match) alters(u *unit, want lasting) []duty {
	if u.hp <= 0 {
		return nil
	}
	want.Unit = u.label
	fits := func(f lasting) bool {
		return f.Unit == want.Unit && f.From == want.From && f.By == want.By && f.Since == want.Since && f.Until == want.Until &&
			f.Against == want.Against && reflect.DeepEqual(f.Change, want.Change)
	}
	return []duty{{u.label + " changed by " + want.From, "S9.5", func() bool {
		f, ok := takeIf(m, "changed", fits)
		if ok {
			u.changes = append(u.changes, f)
		}
		return ok
	}}}
}

// burnsAndBleeds checks what Burning and Bleeding do as the Attack begins, on both sides at once (S4.7, S9.3). No printed card gives
// either, so that only their absence is checked here.
func (m *match) burnsAndBleeds() {
	for _, u := range m.units {
		if u.has("burning")+u.has("bleeding") > 0 {
			m.lose("S9.3", "%s is Burning or Bleeding", u.label)
		}
	}
}
