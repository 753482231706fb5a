package jagged

import (
	"slices"
	"strconv"
	"strings"

	"downsync/game"
	"downsync/game/ending"
	"downsync/game/language"
	"downsync/game/plane"
)

// A referee makes rulings to correct what a dispute has shown to be wrong. Each is one line:
//
//	wounds B1 2             a model has that many Wounds, from 1 to its printed figure
//	place A1 at 5,7         a model is at that place
//	flares 1 2              a side has that many Flares, 0 to 9
//	vp 1 4                  a side has that many Victory Points, 0 to 15
//	owner 2 1               the second Objective belongs to side 1; 0: to nobody
//	clear A1                a model's lasting effects end
//
// There is no ruling on what is just being settled: the referee must first rewind.

// WoundsRuled: a ruling set a model's Wounds.
type WoundsRuled struct {
	Unit   Label `json:"unit"`
	Wounds int   `json:"wounds"`
}

func (WoundsRuled) Kind() string                { return "rule-wounds" }
func (f WoundsRuled) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f WoundsRuled) { s.model(f.Unit).Wounds = f.Wounds })

// PlacedByRuling: a ruling put a model at a place.
type PlacedByRuling struct {
	Unit Label       `json:"unit"`
	At   plane.Point `json:"at"`
}

func (PlacedByRuling) Kind() string                { return "rule-place" }
func (f PlacedByRuling) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f PlacedByRuling) { s.model(f.Unit).At = f.At })

// FlaresRuled: a ruling set a side's Flares.
type FlaresRuled struct {
	Seat   game.Seat `json:"seat"`
	Flares int       `json:"flares"`
}

func (FlaresRuled) Kind() string                { return "rule-flares" }
func (f FlaresRuled) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f FlaresRuled) { s.Sides[f.Seat-1].Flares = f.Flares })

// PointsRuled: a ruling set a side's Victory Points.
type PointsRuled struct {
	Seat game.Seat `json:"seat"`
	VP   int       `json:"vp"`
}

func (PointsRuled) Kind() string                { return "rule-vp" }
func (f PointsRuled) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f PointsRuled) { s.Sides[f.Seat-1].VP = f.VP })

// OwnerRuled: a ruling set the owner of an Objective, which is counted from 1.
type OwnerRuled struct {
	N    int       `json:"n"`
	Seat game.Seat `json:"seat"`
}

func (OwnerRuled) Kind() string                { return "rule-owner" }
func (f OwnerRuled) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f OwnerRuled) { s.Objectives[f.N-1].Owner = f.Seat })

// EffectsCleared: a ruling ended a model's lasting effects.
type EffectsCleared struct {
	Unit Label `json:"unit"`
}

func (EffectsCleared) Kind() string                { return "rule-clear" }
func (f EffectsCleared) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f EffectsCleared) { s.model(f.Unit).Effects = nil })

// Rule carries out a ruling.
func (rules) Rule(t tx, line string) error {
	b := &t.State().board
	if f, is, err := ending.Withdrawn(line, b.Drawing[:]); is { // at any moment: the offer depends on nothing else
		if err == nil {
			t.Emit(f)
		}
		return err
	}
	w := strings.Fields(strings.ToLower(line))
	if b.Result != nil || b.Round == 0 || b.Attack != nil || b.Charge != nil || b.Going != nil {
		return refuse("busy", "nothing is ruled now; rewind to before what is being settled")
	}
	if len(w) == 0 || rulings[w[0]] == nil {
		return language.NoOrder("%q is no ruling; expected wounds, place, flares, vp, owner or clear", line)
	}
	if err := rulings[w[0]](t, w[1:]); err != nil {
		return err
	}
	advance(t)
	return nil
}

var rulings map[string]func(tx, []string) error

func init() {
	rulings = map[string]func(tx, []string) error{"wounds": ruleWounds, "place": rulePlace, "owner": ruleOwner, "clear": ruleClear,
		"flares": ruleSide("flares", 9, func(seat game.Seat, n int) game.Fact { return FlaresRuled{seat, n} }),
		"vp":     ruleSide("vp", 3*Rounds, func(seat game.Seat, n int) game.Fact { return PointsRuled{seat, n} })}
}

// ruled returns the model on the table that a ruling names.
func ruled(t tx, w []string, words int, form string) (*model, error) {
	if len(w) != words {
		return nil, language.NoOrder("expected %s", form)
	}
	l, err := ParseLabel(w[0])
	if err != nil {
		return nil, language.NoOrder("%s", err)
	}
	m := t.State().onTable(l)
	if m == nil {
		return nil, refuse("no-unit", "%s is not on the table", l)
	}
	return m, nil
}

// number reads a number within bounds.
func number(w string, least, most int) (int, bool) {
	n, err := strconv.Atoi(w)
	return n, err == nil && n >= least && n <= most
}

func ruleWounds(t tx, w []string) error {
	m, err := ruled(t, w, 2, "wounds, a model and a number, like wounds B1 2")
	if err != nil {
		return err
	}
	n, ok := number(w[1], 1, m.unit().Wounds)
	if !ok {
		return language.NoOrder("wounds %s: expected 1 to %d", m.Label, m.unit().Wounds)
	}
	t.Emit(WoundsRuled{m.Label, n})
	return nil
}

func rulePlace(t tx, w []string) error {
	m, err := ruled(t, w, 3, "place, a model and a place, like place A1 at 5,7")
	if err != nil {
		return err
	}
	at, err := plane.ParsePoint(w[2])
	if err != nil || w[1] != "at" {
		return language.NoOrder("expected place, a model and a place, like place A1 at 5,7")
	}
	b := &t.State().board
	mv := b.mover(m, plane.MaxInch)
	mv.Others = slices.Concat(mv.Others, mv.Enemies)
	if b.env.solid.Stand(mv, at) != nil {
		return refuse("occupied", "nobody can be put at %s", at.String())
	}
	t.Emit(PlacedByRuling{m.Label, at})
	return nil
}

func ruleSide(name string, most int, fact func(game.Seat, int) game.Fact) func(tx, []string) error {
	return func(t tx, w []string) error {
		if len(w) == 2 && (w[0] == "1" || w[0] == "2") {
			if n, ok := number(w[1], 0, most); ok {
				t.Emit(fact(game.Seat(w[0][0]-'0'), n))
				return nil
			}
		}
		return language.NoOrder("expected %s, a side and a number from 0 to %d", name, most)
	}
}

func ruleOwner(t tx, w []string) error {
	if len(w) == 2 {
		n, ok := number(w[0], 1, len(t.State().Objectives))
		seat, fits := number(w[1], 0, 2)
		if ok && fits {
			t.Emit(OwnerRuled{n, game.Seat(seat)})
			return nil
		}
	}
	return language.NoOrder("expected owner, the number of an Objective, and a side or 0, like owner 2 1")
}

func ruleClear(t tx, w []string) error {
	m, err := ruled(t, w, 1, "clear and a model, like clear A1")
	if err == nil {
		t.Emit(EffectsCleared{m.Label})
	}
	return err
}
