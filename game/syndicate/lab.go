package syndicate

import (
	"fmt"
	"slices"

	"downsync/game"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
)

// Lab is a position to start from without set-up, for scripts: a round begins, and both sides plan. Config.Squads holds what each
// side brings; its decks are ignored.
type Lab struct {
	Units    []LabUnit   `json:"units"`
	Hands    [2][]string `json:"hands"`
	Decks    [2][]string `json:"decks"`
	Gone     [2][]string `json:"gone"`
	Priority game.Seat   `json:"priority"` // 0: it is rolled for
	Round    int         `json:"round"`
}

// LabUnit is a unit of a lab.
type LabUnit struct {
	Label    Label      `json:"label"`
	At       grid.Space `json:"at"`
	HP       int        `json:"hp,omitempty"` // 0: the printed figure
	Statuses []string   `json:"statuses,omitempty"`
}

// check says what is wrong with the position.
func (l *Lab) check(c Config) error {
	env, err := newEnv(c.Terms, began{c}.sides())
	if err != nil {
		return err
	}
	g := env.ground
	if l.Round < 1 || l.Round > maxRoundsLimit {
		return fmt.Errorf("begin %d: expected 1 to %d", l.Round, maxRoundsLimit)
	}
	for i, u := range l.Units {
		switch {
		case !slices.Contains(allLabels, u.Label):
			return fmt.Errorf("%q is no unit", u.Label)
		case !u.Label.Operator() && env.sides[u.Label.Seat()-1].mercs[u.Label[1]-'1'] == nil:
			return fmt.Errorf("%s: its side has no such Mercenary", u.Label)
		case !g.Holds(u.At) || g.At(u.At).Solid():
			return fmt.Errorf("%s at %s: nobody can stand there", u.Label, u.At)
		case slices.ContainsFunc(l.Units[:i], func(o LabUnit) bool { return o.Label == u.Label || o.At == u.At }):
			return fmt.Errorf("%s at %s: the unit or the space is taken", u.Label, u.At)
		case u.HP < 0 || u.HP > 99:
			return fmt.Errorf("hp %s %d: expected 1 to 99", u.Label, u.HP)
		}
		for _, is := range u.Statuses {
			if !slices.Contains(cards.Statuses(), is) {
				return fmt.Errorf("status %s %s: there is no such status", u.Label, is)
			}
		}
	}
	for i := range l.Hands {
		if !slices.ContainsFunc(l.Units, func(u LabUnit) bool { return u.Label == labels[i][0] }) {
			return fmt.Errorf("no Operator %s is placed", labels[i][0])
		}
		if len(l.Hands[i]) == 0 {
			return fmt.Errorf("hand %d: expected at least one card", i+1)
		}
		for _, id := range slices.Concat(l.Hands[i], l.Decks[i], l.Gone[i]) {
			if _, ok := env.cat.Card(id); !ok {
				return fmt.Errorf("there is no card %q", id)
			}
		}
	}
	return nil
}

// begin makes the position the state of a match.
func (l *Lab) begin(s *state) {
	s.Round, s.Priority, s.Phase = l.Round, l.Priority, Planning
	for _, u := range l.Units {
		n := unit{Label: u.Label, At: u.At, HP: u.HP}
		if n.HP == 0 {
			n.HP = s.maxHP(u.Label)
		}
		for _, is := range u.Statuses {
			until := l.Round
			if is == "burning" {
				until = 0
			}
			n.Statuses = append(n.Statuses, status{is, until})
		}
		s.Units = append(s.Units, n)
	}
	slices.SortFunc(s.Units, func(a, b unit) int { return slices.Index(allLabels, a.Label) - slices.Index(allLabels, b.Label) })
	for i := range l.Hands {
		s.Hands[i], s.Decks[i], s.Sides[i].Gone = l.Hands[i], slices.Sorted(slices.Values(l.Decks[i])), l.Gone[i]
	}
}

var allLabels = slices.Concat(labels[0][:], labels[1][:])
