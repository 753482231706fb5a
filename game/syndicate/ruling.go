package syndicate

import (
	"slices"
	"strconv"
	"strings"

	"downsync/game"
	"downsync/game/ending"
	"downsync/game/language"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
)

// A referee makes rulings to correct what a dispute has shown to be wrong. Each is one line:
//
//	hp B1 7                 a unit has that many HP, from 1 to its printed figure
//	place A at 5,7          a unit is in that space
//	status B marked on      a status is added or removed, good or bad; an added one ends with the round
//	points 1 2              a side has that many points of the mission, fewer than win
//
// There is no ruling on what is just being settled: the referee must first rewind.

// HPRuled: a ruling set a unit's HP.
type HPRuled struct {
	Unit Label `json:"unit"`
	HP   int   `json:"hp"`
}

func (HPRuled) Kind() string                { return "rule-hp" }
func (f HPRuled) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f HPRuled) { s.unit(f.Unit).HP = f.HP })

// PlacedByRuling: a ruling put a unit in a space.
type PlacedByRuling struct {
	Unit Label      `json:"unit"`
	At   grid.Space `json:"at"`
}

func (PlacedByRuling) Kind() string                { return "rule-place" }
func (f PlacedByRuling) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f PlacedByRuling) { s.unit(f.Unit).At = f.At })

// StatusRuled: a ruling gave a unit a status until the round ends, or took one off.
type StatusRuled struct {
	Unit   Label  `json:"unit"`
	Status string `json:"status"`
	On     bool   `json:"on"`
}

func (StatusRuled) Kind() string                { return "rule-status" }
func (f StatusRuled) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f StatusRuled) {
	u := s.unit(f.Unit)
	opposite := map[string]string{"hidden": "revealed", "revealed": "hidden"}[f.Status] // S9.4
	u.Statuses = kept(u.Statuses, func(x status) bool { return x.Is != f.Status && !(f.On && x.Is == opposite) })
	if f.On {
		u.Statuses = append(u.Statuses, status{f.Status, s.Round})
	}
})

// PointsRuled: a ruling set a side's points.
type PointsRuled struct {
	Seat   game.Seat `json:"seat"`
	Points int       `json:"points"`
}

func (PointsRuled) Kind() string                { return "rule-points" }
func (f PointsRuled) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f PointsRuled) { s.Sides[f.Seat-1].Points = f.Points })

// Rule carries out a ruling.
func (rules) Rule(t tx, line string) error {
	s := t.State()
	if f, is, err := ending.Withdrawn(line, s.Drawing[:]); is { // at any moment: the offer depends on nothing else
		if err == nil {
			t.Emit(f)
		}
		return err
	}
	w := strings.Fields(line)
	if len(w) == 0 {
		return noRuling(line)
	}
	if s.Result != nil || s.Round == 0 || s.Playing != nil || s.Attack != nil {
		return refuse("busy", "nothing is ruled now; rewind to before what is being settled")
	}
	rule, ok := rulings[strings.ToLower(w[0])]
	if !ok {
		return noRuling(line)
	}
	if err := rule(t, w[1:]); err != nil {
		return err
	}
	if t.State().Result == nil {
		advance(t)
	}
	return nil
}

func noRuling(line string) error {
	return language.NoOrder("%q is no ruling; expected hp, place, status or points", line)
}

var rulings = map[string]func(tx, []string) error{"hp": ruleHP, "place": rulePlace, "status": ruleStatus, "points": rulePoints}

// ruled returns the unit on the board that a ruling names.
func ruled(t tx, word string) (*unit, error) {
	l, err := ParseLabel(word)
	if err != nil {
		return nil, language.NoOrder("%s", err)
	}
	u := t.State().unit(l)
	if u == nil {
		return nil, refuse("no-unit", "%s is not on the board", l)
	}
	return u, nil
}

func ruleHP(t tx, w []string) error {
	if len(w) != 2 {
		return language.NoOrder("expected hp, a unit and a number, like hp B1 7")
	}
	u, err := ruled(t, w[0])
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(w[1])
	if most := t.State().maxHP(u.Label); err != nil || n < 1 || n > most {
		return language.NoOrder("hp %s: expected 1 to %d", u.Label, most)
	}
	t.Emit(HPRuled{u.Label, n})
	return nil
}

func rulePlace(t tx, w []string) error {
	if len(w) != 3 || w[1] != "at" {
		return language.NoOrder("expected place, a unit and a space, like place A at 5,7")
	}
	u, err := ruled(t, w[0])
	if err != nil {
		return err
	}
	at, err := grid.Parse(w[2])
	if err != nil {
		return language.NoOrder("%s", err)
	}
	if !free(&t.State().board, at) {
		return refuse("occupied", "nobody can be put in %s", at.String())
	}
	t.Emit(PlacedByRuling{u.Label, at})
	return nil
}

func ruleStatus(t tx, w []string) error {
	if len(w) != 3 || w[2] != "on" && w[2] != "off" || !slices.Contains(cards.Statuses(), w[1]) {
		return language.NoOrder("expected status, a unit, a status, on or off, like status B marked off")
	}
	u, err := ruled(t, w[0])
	if err == nil {
		t.Emit(StatusRuled{u.Label, w[1], w[2] == "on"})
	}
	return err
}

func rulePoints(t tx, w []string) error {
	most := PointsToWin(t.State().Terms.MissionName()) - 1
	if len(w) == 2 && (w[0] == "1" || w[0] == "2") {
		if n, err := strconv.Atoi(w[1]); err == nil && n >= 0 && n <= most {
			t.Emit(PointsRuled{game.Seat(w[0][0] - '0'), n})
			return nil
		}
	}
	return language.NoOrder("expected points, a side and a number of points of the mission that does not win, like points 1 2")
}
