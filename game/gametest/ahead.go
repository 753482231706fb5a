package gametest

import (
	"errors"
	"fmt"
	"slices"

	"downsync/game"
)

// Ahead plays a match at random, and beside it a game.Sim of its truth. Both must refuse the same and have the same results for
// everybody, and playing on from a Sim must not change it. Ahead returns how many replies were carried out.
func Ahead[S any](c *TwinCase[S], seed uint64, conf game.Config, steps int) (played int, err error) {
	w, err := NewWorld(c, seed, conf, nil)
	if err != nil {
		return 0, err
	}
	type kept struct {
		sim  game.Sim
		text string
	}
	var before []kept
	d, sim := NewDice(seed), game.NewSim(c.Rules, w.Truth())
	for range steps {
		if _, over := w.Result(); over {
			break
		}
		next, err := ahead(c, w, sim, d)
		if err != nil {
			return played, fmt.Errorf("record %d: %w", len(w.Records), err)
		}
		if next == sim {
			continue
		}
		played++
		if d.N(30) == 0 {
			before = append(before, kept{sim, simText(c, sim)})
		}
		sim = next
		waits := slices.ContainsFunc(w.Groups(), func(g game.Group) bool { return g.Window && len(g.Open) == 0 })
		if waits { // a Sim's windows close at once
			if err := closeWindow(w); err != nil {
				return played, err
			}
		}
		if d.N(3) > 0 {
			continue
		}
		if a, b := simText(c, sim), matchText(c, w); a != b {
			return played, fmt.Errorf("record %d: ahead there is\n%s\nand in the match\n%s", len(w.Records), a, b)
		}
	}
	for _, k := range before {
		if now := simText(c, k.sim); now != k.text {
			return played, fmt.Errorf("a Sim that was gone on from has become\n%s\nfrom\n%s", now, k.text)
		}
	}
	return played, nil
}

// ahead tries a random reply in both. It returns the Sim unchanged if the reply is refused.
func ahead[S any](c *TwinCase[S], w *World[S], sim game.Sim, d *Dice) (game.Sim, error) {
	var open []game.Ask
	for s := game.Seat(1); int(s) <= c.Seats; s++ {
		for _, a := range w.Asks(s) {
			if !a.Standing || d.N(10) == 0 {
				open = append(open, a)
			}
		}
	}
	if len(open) == 0 {
		return sim, nil
	}
	a := open[d.N(len(open))]
	line := Line(d, w.View(game.Player(a.Seat)), a, c.Guess)
	if line == c.Concede && d.N(500) > 0 {
		return sim, nil
	}
	r, err := c.Rules.Parse(line)
	if err != nil {
		return sim, err
	}
	asks := sim.Asks()
	i := slices.IndexFunc(asks, func(b game.Ask) bool {
		return b.Seat == a.Seat && b.Standing == a.Standing && (b.Standing || b.Name == a.Name)
	})
	if i < 0 {
		return sim, fmt.Errorf("ahead seat %d is not asked %s", a.Seat, a.Name)
	}
	dice, own := w.Dice, w.Dice
	st, refused := w.Answer(a.Seat, a.ID, r, &dice)
	checked := sim.Check(asks[i], r)
	if refused != nil || checked != nil {
		var no *game.Refusal
		if !errors.As(refused, &no) || checked == nil || Text(checked) != Text(refused) {
			return sim, fmt.Errorf("%q: ahead %v, in the match %v", line, checked, refused)
		}
		return sim, nil
	}
	next, err := sim.Play(asks[i], r, &own)
	if err != nil {
		return sim, err
	}
	w.Dice = dice
	return next, w.apply(st)
}

// closeWindow closes the waiting full window.
func closeWindow[S any](w *World[S]) error {
	for _, g := range w.Groups() {
		if !g.Window || len(g.Open) > 0 {
			continue
		}
		st, err := w.CloseWindow(g.Key, &w.Dice)
		if err != nil {
			return err
		}
		return w.apply(st)
	}
	return nil
}

// seen is a position as text: everybody's views, questions and menus, and the result.
type seen struct {
	Views  []any
	Asks   []game.Ask
	Result *game.Result
}

func simText[S any](c *TwinCase[S], sim game.Sim) string {
	var out seen
	for s := game.Seat(0); int(s) <= c.Seats; s++ {
		out.Views = append(out.Views, c.public(sim.View(game.Player(s))))
		for _, a := range sim.Asks() {
			if a.Seat == s {
				out.Asks = append(out.Asks, plain(a.WithMenu()))
			}
		}
	}
	if r, over := sim.Result(); over {
		out.Result = &r
	}
	return Text(out)
}

func matchText[S any](c *TwinCase[S], w *World[S]) string {
	var out seen
	for s := game.Seat(0); int(s) <= c.Seats; s++ {
		out.Views = append(out.Views, c.public(w.View(game.Player(s))))
		for _, a := range w.Asks(s) {
			out.Asks = append(out.Asks, plain(a))
		}
	}
	if r, over := w.Result(); over {
		out.Result = &r
	}
	return Text(out)
}

// plain returns the ask without the fields that a Sim's asks lack.
func plain(a game.Ask) game.Ask {
	a.ID = ""
	if a.Standing {
		a.Name = game.StandingName
	}
	return a
}
