package downsync

import (
	"fmt"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/gametest"
	"downsync/game/plane"
)

// look returns what a viewer can find out in other ways: their deductions, what a referee is told of rulings tried, and
// what-ifs and odds.
func look(w *world, v game.Viewer, seed uint64) []gametest.Glimpse {
	view := w.View(v).(View)
	out := []gametest.Glimpse{{What: "knowledge", Is: fmt.Sprint(view.Knowledge(1, w.Told(v, 0)), view.Knowledge(2, w.Told(v, 0)))}}
	if v.Seat() == 0 {
		out = append(out, triedRulings(w, view, gametest.NewDice(seed))...)
	}
	if seed%2 == 0 { // they take the most time
		out = append(out, previews(w, view, gametest.NewDice(seed))...)
	}
	return out
}

// triedRulings returns what a referee is told when trying rulings without carrying them out: only what everybody may know.
func triedRulings(w *world, view View, d *gametest.Dice) []gametest.Glimpse {
	if len(view.Pieces) == 0 {
		return nil
	}
	var p places
	lines := []string{p.ruling(d, view), p.ruling(d, view), "remove " + string(view.Pieces[d.N(len(view.Pieces))].Label)}
	var out []gametest.Glimpse
	for _, line := range lines {
		dice := w.Dice
		step, err := w.Core.Rule(line, &dice)
		is := fmt.Sprint(err)
		if all := step.Told(game.Onlooker()); err == nil && len(all) > 0 {
			is = all[0].Kind() + " " + gametest.Text(masked(all[0]))
		}
		out = append(out, gametest.Glimpse{What: "the ruling " + line, Is: is})
	}
	return out
}

// masked takes the commitments out of a view or a fact. They are public, and must differ where forces differ.
func masked(v any) any {
	switch v := v.(type) {
	case View:
		v.Rosters = slices.Clone(v.Rosters)
		for i := range v.Rosters {
			v.Rosters[i].Hash = ""
		}
		return v
	case Began:
		v.Rosters = nil
		return v
	}
	return v
}

// strange lists orders that fit no question well, or name what is not the seat's: L is a label, U a Unit, P a point.
var strange = []string{"plan L U", "reveal L as U", "reveal L as U at P P", "deploy L at P", "designate L L", "move L to P",
	"move L.2 to P via P", "act medium-cannon L", "act scan L", "act target-lock L", "act load L", "act unload", "act deploy-drones at P",
	"act forward-observe L heavy-artillery at P targets L", "join L", "join L ambush U at L", "declare L L", "declare ambush U at L",
	"boost L", "counter cm", "counter cm from L", "counter hardened", "hold L", "activate L", "recover cm", "standing off", "mount U courier",
	"done L", "refresh L unstun 1", "react", "scan the sky", "reveal", "designate C9", "plan L none", "stay L"}

// strangeOrder returns one of them, about any piece or Unit.
func strangeOrder(w *world, d *gametest.Dice) string {
	all := w.Truth()
	words := strings.Fields(strange[d.N(len(strange))])
	for i, word := range words {
		switch {
		case strings.HasPrefix(word, "L"):
			words[i] = anyLabel(all, d) + word[1:]
		case word == "U":
			words[i] = anyUnit(all, d).Slug
		case word == "P":
			words[i] = anyPoint(all, d).String()
		}
	}
	return strings.Join(words, " ")
}

func anyLabel(s *state, d *gametest.Dice) string {
	if n := d.N(len(s.Pieces) + 1); n < len(s.Pieces) {
		return string(s.Pieces[n].Label)
	}
	return string(labelFor(game.Seat(d.N(2)+1), 1+d.N(12)))
}

func anyUnit(s *state, d *gametest.Dice) *cards.Unit {
	all := s.env.cards.All()
	return all[d.N(len(all))]
}

func anyPoint(s *state, d *gametest.Dice) plane.Point {
	size := s.Conf.table().Max
	return plane.Point{X: plane.Inch(d.N(int(size.X))), Y: plane.Inch(d.N(int(size.Y)))}
}

// previews returns what-ifs of a few pieces that the viewer sees.
func previews(w *world, v View, d *gametest.Dice) []gametest.Glimpse {
	out := []gametest.Glimpse{{What: "options behind the what-ifs", Is: gametest.Text(known(v).conf)}}
	if len(v.Pieces) == 0 {
		return out
	}
	add := func(what string, r any, result ...any) {
		out = append(out, gametest.Glimpse{What: fmt.Sprintf("the %s of %v", what, r), Is: fmt.Sprint(result...)})
	}
	any := func() Piece { return v.Pieces[d.N(len(v.Pieces))] }
	for range 2 {
		p, e := any(), any()
		if len(p.Bases) == 0 || len(e.Bases) == 0 {
			continue
		}
		r, to := Ref{p.Label, p.Bases[d.N(len(p.Bases))].N}, e.Bases[0].Point
		to.X, to.Y = to.X+plane.Inch(d.N(8000)-4000), to.Y+plane.Inch(d.N(8000)-4000)
		left, err := triesOf(w).move(v, r, to)
		add("move", r, left, err, v.Try().Together(r, to))
		add("deployment", r, v.Try().Deploy(p.Label, to))
		from, _ := v.Spots(string(p.Label))
		other, _ := v.Spots(string(e.Label))
		add("measure", r, v.Measure(from, other))
		if d.N(60) == 0 { // it takes long
			reach, err := v.Reach(r)
			add("reach", r, reach, err)
		}
		if p.IsPing() {
			continue
		}
		target := Ref{e.Label, e.Bases[d.N(len(e.Bases))].N}
		for _, a := range v.Cards().Must(p.Unit).Actions {
			odds, ok := triesOf(w).act(v, r, a.ID, target, d.N(2) == 0)
			kill, sure := triesOf(w).kill(v, r, a.ID, target)
			add("odds of "+a.ID+" on "+target.String(), r, odds, ok, kill, sure)
			if isClustered(a) {
				add("aims", r, triesOf(w).aims(v, r, a.ID))
			}
		}
	}
	return out
}
