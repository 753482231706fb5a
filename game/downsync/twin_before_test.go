package downsync

import (
	"errors"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
)

// beforehand holds the answers given with a reaction (D15), and the orders for the end of an action that is still being
// answered.
var beforehand = []*kind{
	{Name: "intent", Vary: varied(otherIntent), Secret: noReply, Out: intentOut},
	{Name: "unboosted", Vary: unboostedBefore, Secret: noReply, Out: sealOut, Sealed: true},
	{Name: "ending", Vary: varied(otherEnding), Secret: noReply, Out: endingOut},
}

// otherIntent varies whom x has named to react, while the Active Player has to say who joins.
func otherIntent(w *world, x game.Seat, d *gametest.Dice) func(*state) {
	now := w.Truth()
	if now.RE == nil || now.RE.Stage != stageJoin || x == now.Active {
		return nil
	}
	var in *intent
	if units := side(now, x, eligible); len(units) > 0 && (now.RE.Intent == nil || d.N(2) == 0) {
		n := d.N(len(units))
		in = &intent{Units: labelsOf(units[n : n+1]), Unboosted: !open(now) && d.N(2) == 0}
	}
	if gametest.Text(in) == gametest.Text(now.RE.Intent) {
		return nil
	}
	return func(s *state) { s.RE.Intent = in }
}

// intentOut: who reacts is declared at once, or asked.
func intentOut(_ *state, _ game.Seat, f game.Fact) bool {
	_, ok := f.(Joined)
	return ok
}

// otherEnding varies how x has said to end the running activation, while a hit by x waits for countermeasures.
func otherEnding(w *world, x game.Seat, d *gametest.Dice) func(*state) {
	now := w.Truth()
	if now.Hit == nil || len(now.Acts) == 0 {
		return nil
	}
	a, _ := acting(now)
	then := []string{"", ThenEnd, ThenOverwatch}[d.N(3)]
	if a.Piece.Seat() != x || then == a.Then {
		return nil
	}
	return func(s *state) { act(s).Then = then }
}

// endingOut: the hit is settled.
func endingOut(_ *state, _ game.Seat, f game.Fact) bool {
	switch f.(type) {
	case Stunned, Destroyed, Stopped:
		return true
	}
	return false
}

// unboostedBefore makes x have said with the reaction that nothing is boosted, if x has said it under seal.
func unboostedBefore(w *world, x game.Seat, _ *gametest.Dice) (func(*state) *state, func([]game.Record)) {
	now, at := w.Truth(), len(w.Records)-1
	if r := w.Records[at]; now.RE == nil || now.RE.Stage != stageBoost || x == now.Active || !r.Sealed() || r.Seat != x || r.Order != "boost none" {
		return nil, nil
	}
	return func(s *state) *state {
		s = s.Copy()
		s.RE.Intent = &intent{Unboosted: true}
		return s
	}, func(rs []game.Record) { rs[at] = game.Record{Kind: "mark", Note: "nothing"} }
}

// playBeforehand plays fights in veiled matches until each of the kinds has been varied that many times.
func playBeforehand(times int, n *gametest.Tally, l leak, ks ...*kind) error {
	few := func() bool {
		for _, k := range ks {
			if n.Varied[Veiled+" "+Edition2023+" "+k.Name]+n.Varied[Veiled+" "+Edition42+" "+k.Name] < times {
				return true
			}
		}
		return false
	}
	for seed := uint64(0); seed < 2000 && few(); seed++ {
		if !fights(seed) || twinConfig(seed).Secrecy == Open {
			continue
		}
		p, err := newTwins(seed, ks, n, l)
		if err == nil {
			err = p.Run(60)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Nobody sees who is meant to react, that nothing is boosted, or how an activation is to end, before it happens. An answer
// given in advance looks like an answer under seal.
func TestBeforehandTwins(t *testing.T) {
	n := &gametest.Tally{Varied: map[string]int{}}
	if err := playBeforehand(3, n, nil, beforehand...); err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", *n)
	for _, k := range beforehand {
		if n.Varied[Veiled+" "+Edition2023+" "+k.Name]+n.Varied[Veiled+" "+Edition42+" "+k.Name] == 0 {
			t.Errorf("%s was never varied", k.Name)
		}
	}
}

// The twins find a rule that would reveal any of it.
func TestBeforehandLeaks(t *testing.T) {
	for what, x := range map[string]struct {
		kind *kind
		leak leak
	}{
		"the view says with whom": {beforehand[0], plant(bent{Seen: seen(func(s *state, _ game.Viewer, out *View) {
			if s.RE != nil && s.RE.Intent != nil {
				out.MaxRounds++
			}
		})})},
		"the view says how it ends": {beforehand[2], plant(bent{Seen: seen(func(s *state, _ game.Viewer, out *View) {
			if s.Hit != nil && act(s).Then != "" {
				out.MaxRounds++
			}
		})})},
		"who has answered beforehand is not among those asked": {beforehand[1], plant(bent{Grouped: func(s *state, gs []game.Group) []game.Group {
			for i, g := range gs {
				gs[i].Asks = nil
				for _, a := range g.Asks {
					if !a.Given {
						gs[i].Asks = append(gs[i].Asks, a)
					}
				}
			}
			return gs
		}})},
	} {
		if err := playBeforehand(9, &gametest.Tally{Varied: map[string]int{}}, x.leak, x.kind); !errors.As(err, new(gametest.Leaked)) {
			t.Errorf("the twins did not find that %s: %v", what, err)
		}
	}
}
