package syndicate

import (
	"slices"

	"downsync/game"
	"downsync/game/syndicate/cards"
)

// StatusGiven: a unit got a status (S9). Until is the last round that it holds in, 0 if no round's end ends it. From names its
// cause: a card, weapon, ability, object or status.
type StatusGiven struct {
	Unit   Label  `json:"unit"`
	Status string `json:"status"`
	Until  int    `json:"until,omitempty"`
	From   string `json:"from"`
}

func (StatusGiven) Kind() string                { return "status-given" }
func (f StatusGiven) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f StatusGiven) {
	u := s.unit(f.Unit)
	if !stacks(f.Status) {
		u.Statuses = kept(u.Statuses, func(x status) bool { return x.Is != f.Status })
	}
	u.Statuses = append(slices.Clip(u.Statuses), status{f.Status, f.Until})
})

// StatusEnded: a unit lost statuses before their time. Why names the cause, as From of StatusGiven does; "attack" is its own
// attack.
type StatusEnded struct {
	Unit     Label    `json:"unit"`
	Statuses []string `json:"statuses"`
	Why      string   `json:"why"`
}

func (StatusEnded) Kind() string                { return "status-ended" }
func (f StatusEnded) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f StatusEnded) {
	u := s.unit(f.Unit)
	u.Statuses = kept(u.Statuses, func(x status) bool { return !slices.Contains(f.Statuses, x.Is) })
})

// negative reports whether a status hinders.
func negative(is string) bool {
	m, _ := cards.Means(is)
	return m.Negative()
}

// stacks reports whether a unit can have a status twice (S9.1). Being Hidden twice has no further effect.
func stacks(is string) bool { return !negative(is) && is != "hidden" }

// lasts reports whether the unit already has the status for at least as long as one that lasts until that round.
func lasts(u *unit, is string, until int) bool {
	return slices.ContainsFunc(u.Statuses, func(x status) bool { return x.Is == is && (x.Until == 0 || until != 0 && x.Until >= until) })
}

// give gives a unit a status and applies what follows from it.
func give(t tx, l Label, is string, until int, from string) {
	s := t.State()
	u := s.unit(l)
	if u == nil || u.HP <= 0 || is == "hidden" && u.has("revealed") {
		return
	}
	if s.Terms.Lasting && until == s.Round && (s.Phase == Attacking || s.Phase == MercsAttacking) && is != "hidden" {
		until++ // R-T5
	}
	if is == "burning" {
		if mesh(&s.board, l) {
			use(t, l.Seat(), "thermal-mesh", false)
			return
		}
		until = 0 // its second damage ends it (S9.3)
	}
	again := !stacks(is) && lasts(u, is, until) && is != "burning"
	if !again {
		t.Emit(StatusGiven{l, is, until, from})
	}
	switch {
	case (is == "marked" || is == "revealed") && (!again || s.Terms.rev().markedAgain): // S9.4, R-T9
		lose(t, l, []string{"hidden"}, is)
	case is == "burning":
		hurt(t, l, 1, "burning")
	}
}

// mesh reports whether Thermal Mesh stops Burning on that unit.
func mesh(b *board, l Label) bool {
	return l.Operator() && b.kit(l.Seat()).armor.Trait == "thermal-mesh" && !b.used(l.Seat(), "thermal-mesh")
}

// lose removes the listed statuses that a unit has.
func lose(t tx, l Label, list []string, why string) {
	u := t.State().unit(l)
	if u == nil {
		return
	}
	var has []string
	for _, is := range list {
		if u.has(is) {
			has = append(has, is)
		}
	}
	if len(has) > 0 {
		t.Emit(StatusEnded{l, has, why})
	}
}

// negatives returns the bad statuses of a unit, without duplicates, in the order of the book.
func negatives(u *unit) []string {
	var out []string
	for _, is := range cards.Statuses() {
		if negative(is) && u.has(is) {
			out = append(out, is)
		}
	}
	return out
}

// Changed: figures of a unit change for a while (S9.5).
type Changed struct {
	Unit    Label        `json:"unit"`
	Change  cards.Change `json:"change"`
	From    string       `json:"from"`
	By      Label        `json:"by,omitempty"`
	Since   int          `json:"since"`
	Until   int          `json:"until"`
	Against Label        `json:"against,omitempty"` // ACC against this unit alone
}

func (Changed) Kind() string                { return "changed" }
func (f Changed) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Changed) {
	u := s.unit(f.Unit)
	u.Changes = append(slices.Clip(u.Changes), change{f.Change, f.From, f.By, f.Since, f.Until, f.Against})
})

func alter(t tx, l Label, c change) {
	if u := t.State().unit(l); u != nil && u.HP > 0 {
		t.Emit(Changed{l, c.Change, c.From, c.By, c.Since, c.Until, c.Against})
	}
}

// AbilityUsed: a side used an ability or a trait that works once a round, or once a match (S7.5).
type AbilityUsed struct {
	Seat    game.Seat `json:"seat"`
	Ability string    `json:"ability"`
	Match   bool      `json:"match,omitempty"` // once a match
}

func (AbilityUsed) Kind() string                { return "ability-used" }
func (f AbilityUsed) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f AbilityUsed) {
	side := &s.Sides[f.Seat-1]
	if f.Match {
		side.Spent = append(slices.Clip(side.Spent), f.Ability)
	} else {
		side.Used = append(slices.Clip(side.Used), f.Ability)
	}
})

func use(t tx, seat game.Seat, ability string, match bool) { t.Emit(AbilityUsed{seat, ability, match}) }

// tick applies the effects of statuses at the start of the Attack sub-phase (S9.3), for both sides at once.
func tick(t tx) {
	for _, u := range slices.Clone(t.State().Units) {
		if !u.At.On() {
			continue
		}
		if u.has("burning") {
			hurt(t, u.Label, 1, "burning")
			lose(t, u.Label, []string{"burning"}, "burning")
		}
		if now := t.State().unit(u.Label); now.has("bleeding") {
			lose(t, u.Label, []string{"shielded"}, "bleeding")
			if now.HP > 1 {
				t.Emit(Hurt{Unit: u.Label, N: 1, By: "bleeding"})
			}
		}
	}
	settle(t)
}
