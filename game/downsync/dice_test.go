package downsync

import (
	"errors"
	"slices"
	"testing"

	"downsync/game"
)

// faces are dice that show the given numbers. They remember the number of sides asked for.
type faces struct {
	next  []int
	sides []int
}

func (f *faces) Roll(_ game.Seat, _, sides int) (int, error) {
	if len(f.next) == 0 {
		return 0, errors.New("no face left")
	}
	n := f.next[0]
	f.next, f.sides = f.next[1:], append(f.sides, sides)
	return n, nil
}

// thrower is the ruleset with a beginning that only rolls.
type thrower struct {
	rules
	throw func(tx)
}

func (r thrower) Open(t tx, _ int, _ game.Config) error {
	r.throw(t)
	return nil
}

// thrown rolls n dice with the Advantage by the rules; left holds the faces that nobody rolled.
func thrown(t *testing.T, n, adv int, fall ...int) (r Roll, left []int) {
	t.Helper()
	dice := &faces{next: fall}
	if _, _, err := game.Seal[*state](thrower{rules: ours, throw: func(t tx) { r = roll(t, 0, forAttack, n, adv) }}).Start(2, Defaults().Encode(), dice); err != nil {
		t.Fatal(err)
	}
	if slices.ContainsFunc(dice.sides, func(s int) bool { return s != 6 }) {
		t.Errorf("dice of %v sides (R1.3)", dice.sides)
	}
	return r, dice.next
}

// R2.1: 1d6 or 2d6, added.
func TestR2_1(t *testing.T) {
	for _, c := range []struct {
		n, sum int
		fall   []int
	}{{1, 4, []int{4}}, {2, 9, []int{4, 5}}, {2, 2, []int{1, 1}}, {2, 12, []int{6, 6}}} {
		if r, left := thrown(t, c.n, 0, c.fall...); r.Sum != c.sum || len(left) > 0 {
			t.Errorf("%d dice %v: %d, %v not rolled; want %d", c.n, c.fall, r.Sum, left, c.sum)
		}
	}
}

// R2.3: the changes to the Advantage of a roll add up, from 0. Only priority rolls have more than one source (R24.10).
func TestR2_3(t *testing.T) {
	u := piece{Unit: "virago", Bases: []base{{N: 1}}}
	s := &state{env: plainEnv}
	for _, c := range []struct {
		overwatch, stun, boost bool
		want                   int
	}{
		{false, false, false, 0}, {true, false, false, 1}, {false, false, true, 1}, {false, true, false, -1},
		{true, false, true, 2}, {true, true, false, 0}, {false, true, true, 0}, {true, true, true, 1},
	} {
		u.Overwatch, u.Bases[0].Stun = c.overwatch, c.stun
		if got := priorityAdvantage(s, u, part{Boost: c.boost}); got != c.want {
			t.Errorf("%+v: Advantage %d", c, got)
		}
	}
}

// R2.4, G2: as many additional dice as the Advantage, in either direction; the highest are kept, or the lowest.
func TestR2_4(t *testing.T) {
	for _, c := range []struct {
		n, adv int
		fall   []int
		kept   []int
	}{
		{1, 0, []int{3}, []int{3}},
		{1, 1, []int{3, 5}, []int{5}},
		{1, 2, []int{3, 5, 6}, []int{6}},
		{1, -1, []int{3, 5}, []int{3}},
		{1, -3, []int{3, 5, 2, 6}, []int{2}},
		{2, 0, []int{3, 5}, []int{5, 3}},
		{2, 1, []int{2, 5, 4}, []int{5, 4}},
		{2, 2, []int{1, 6, 6, 2}, []int{6, 6}},
		{2, -1, []int{2, 5, 4}, []int{2, 4}},
		{2, -2, []int{6, 1, 3, 2}, []int{1, 2}},
	} {
		r, left := thrown(t, c.n, c.adv, append(slices.Clone(c.fall), 1, 6)...)
		if !slices.Equal(r.Faces, c.fall) || !slices.Equal(r.Kept, c.kept) || r.Sum != sum(c.kept) || len(left) != 2 {
			t.Errorf("%d dice, Advantage %+d of %v: rolled %v, kept %v", c.n, c.adv, c.fall, r.Faces, r.Kept)
		}
	}
}
