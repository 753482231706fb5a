package downsync

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/gametest"
	"downsync/game/plane"
)

// glimpse is one thing that a viewer can find out, in comparable form.
type glimpse struct{ what, is string }

// probe is an order that a seat tries in answer to a question, to learn from what is said to it.
type probe struct{ ask, line string }

// sight is all that the viewer can find out of the world: what they see, were told after fact number since, are asked and
// offered, and what tries come to.
func (w *world) sight(v game.Viewer, since int, probes []probe, seed uint64) []glimpse {
	view := w.View(v).(View)
	out := []glimpse{
		{"view", gametest.Text(masked(view))},
		{"count", fmt.Sprint(w.Count(v))},
		{"facts", told(w.Told(v, since))},
		{"asked", w.asked()},
		{"knowledge", fmt.Sprint(view.Knowledge(1, w.Told(v, 0)), view.Knowledge(2, w.Told(v, 0)))},
	}
	if s := v.Seat(); s != 0 {
		asks := w.Asks(s)
		out = append(out, glimpse{"asks", gametest.Text(asks)}, glimpse{"undo", fmt.Sprint(w.CanUndo(s))}, glimpse{"completions", completions(asks, probes)})
		for _, p := range probes {
			out = append(out, glimpse{"the answer to " + p.line, w.try(s, p)})
		}
	}
	if v.Seat() == 0 {
		out = append(out, w.rulings(view, gametest.NewDice(seed))...)
	}
	if seed%2 == 0 { // they take the most time
		out = append(out, w.previews(view, gametest.NewDice(seed))...)
	}
	return out
}

// rulings are what a referee is told who tries some without carrying them out: no more than everybody may know.
func (w *world) rulings(view View, d *gametest.Dice) []glimpse {
	if len(view.Pieces) == 0 {
		return nil
	}
	lines := []string{guessRuling(d, view), guessRuling(d, view), "remove " + string(view.Pieces[d.N(len(view.Pieces))].Label)}
	var out []glimpse
	for _, line := range lines {
		dice := w.dice
		step, err := w.core.Rule(line, &dice)
		is := fmt.Sprint(err)
		if all := step.Told(game.Onlooker()); err == nil && len(all) > 0 {
			is = told(all[:1])
		}
		out = append(out, glimpse{"the ruling " + line, is})
	}
	return out
}

// masked takes the commitments out: they are public, and of forces that differ they must.
func masked(v View) View {
	v.Rosters = slices.Clone(v.Rosters)
	for i := range v.Rosters {
		v.Rosters[i].Hash = ""
	}
	return v
}

func told(fs []game.Fact) string {
	var b strings.Builder
	for _, f := range fs {
		if began, ok := f.(Began); ok {
			began.Rosters = nil
			f = began
		}
		b.WriteString(f.Kind() + " " + gametest.Text(f) + "\n")
	}
	return b.String()
}

// asked are the open questions as everybody sees them, and by what their clocks are kept.
func (w *world) asked() string {
	var b strings.Builder
	for _, g := range w.Groups() {
		for _, a := range g.Asks {
			if !a.Quiet {
				fmt.Fprintf(&b, "%d:%s %s %s %t\n", a.Seat, a.Name, g.Key, g.Clock, g.Window)
			}
		}
	}
	return b.String()
}

// completions are what is offered for orders begun in all the ways of the probes.
func completions(asks []game.Ask, probes []probe) string {
	var menus []game.Menu
	for _, a := range asks {
		menus = append(menus, a.Menu)
	}
	begun := []string{"", "a", "act "}
	for _, p := range probes {
		words := strings.Fields(p.line)
		begun = append(begun, strings.Join(words[:len(words)/2], " ")+" ", p.line)
	}
	var out []string
	for _, b := range begun {
		out = append(out, b+": "+strings.Join(game.Next(menus, b), ","))
	}
	return strings.Join(out, "\n")
}

// try is what the seat is told of the order without its being carried out.
func (w *world) try(s game.Seat, p probe) string {
	r, err := Parse(p.line)
	if err == nil {
		_, _, err = w.decide(s, p.ask, r)
	}
	var no *game.Refusal
	if errors.As(err, &no) {
		return gametest.Text(no)
	}
	return fmt.Sprint("error ", err)
}

// strange are orders that fit no question well, or name what is not the seat's: L is a label, U a Unit, P a point.
var strange = []string{"plan L U", "reveal L as U", "reveal L as U at P P", "deploy L at P", "designate L L", "move L to P",
	"move L.2 to P via P", "act medium-cannon L", "act scan L", "act target-lock L", "act load L", "act unload", "act deploy-drones at P",
	"act forward-observe L heavy-artillery at P targets L", "join L", "join L ambush U at L", "declare L L", "declare ambush U at L",
	"boost L", "counter cm", "counter cm from L", "counter hardened", "hold L", "activate L", "recover cm", "standing off", "mount U courier",
	"done L", "refresh L unstun 1", "react", "scan the sky", "reveal", "designate C9", "plan L none", "stay L"}

// probes are orders for the seat to try: of its own menus, and strange ones about everything there is.
func (w *world) probes(s game.Seat, d *gametest.Dice) []probe {
	if s == 0 {
		return nil
	}
	all := w.truth()
	var out []probe
	view := w.View(game.Player(s))
	for _, a := range w.Asks(s) {
		out = append(out, probe{a.Name, gametest.Line(d, view, a, guessPoint)})
		for range 3 {
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
			out = append(out, probe{a.Name, strings.Join(words, " ")})
		}
	}
	return out
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

// previews are what-ifs of a few pieces that the viewer sees.
func (w *world) previews(v View, d *gametest.Dice) []glimpse {
	out := []glimpse{{"options behind the what-ifs", gametest.Text(v.known().conf)}}
	if len(v.Pieces) == 0 {
		return out
	}
	add := func(what string, r any, result ...any) {
		out = append(out, glimpse{fmt.Sprintf("the %s of %v", what, r), fmt.Sprint(result...)})
	}
	any := func() Piece { return v.Pieces[d.N(len(v.Pieces))] }
	for range 2 {
		p, e := any(), any()
		if len(p.Bases) == 0 || len(e.Bases) == 0 {
			continue
		}
		r, to := Ref{p.Label, p.Bases[d.N(len(p.Bases))].N}, e.Bases[0].Point
		to.X, to.Y = to.X+plane.Inch(d.N(8000)-4000), to.Y+plane.Inch(d.N(8000)-4000)
		left, err := w.tries.move(v, r, to)
		add("move", r, left, err, v.TryTogether(r, to))
		add("deployment", r, v.TryDeploy(p.Label, to))
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
			odds, ok := w.tries.act(v, r, a.ID, target, d.N(2) == 0)
			kill, sure := w.tries.kill(v, r, a.ID, target)
			add("odds of "+a.ID+" on "+target.String(), r, odds, ok, kill, sure)
			if isClustered(a) {
				add("aims", r, w.tries.aims(v, r, a.ID))
			}
		}
	}
	return out
}

// unlike says what differs between two sights, "" if nothing does.
func unlike(a, b []glimpse) string {
	for i := range a {
		switch {
		case i >= len(b):
			return "what there is to see"
		case a[i] != b[i]:
			return fmt.Sprintf("%s:\n%s\n%s", a[i].what, around(a[i].is, b[i].is), around(b[i].is, a[i].is))
		}
	}
	return ""
}

// around is the part of a where it begins to differ from b.
func around(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	return "…" + a[max(0, i-60):min(len(a), i+120)]
}
