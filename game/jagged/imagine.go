package jagged

import (
	"downsync/game"
	"downsync/game/chance"
	"downsync/game/jagged/cards"
)

// A program that plays may work out the following from what its seat knows.

var _ game.Imaginer[*state] = rules{}

// Imagine returns nearly the truth, because nearly nothing is hidden: sealed answers are open again. While an attack waits for an
// answer, only the attacker knows whether the rest of its attacks follow automatically, and at which targets (J5.5); for others
// that is drawn at random.
func (rules) Imagine(truth *state, viewer game.Viewer, _ []game.Fact, c *chance.Source) *state {
	s := &state{board: truth.board}
	if s.secretive() && !viewer.Sees(s.Left[0]) {
		how := c.Next()
		s.All, s.Best = how%2 == 0, how%4 == 0
	}
	return s
}

// secretive reports whether the rest of the part's attacks may follow automatically without anybody else knowing.
func (b *board) secretive() bool { return b.Attack != nil && len(b.Left) > 0 }

// Wounds returns the average number of Wounds of an attack, as if the models were in range of each other; 0 without such a weapon.
func (v View) Wounds(by, target Label, weapon string, aid Aid) float64 {
	a, _ := v.Aim(by, target, weapon, aid)
	w, e := cards.FindWeapon(a.Weapon), v.board.onTable(target)
	if w == nil || e == nil {
		return 0
	}
	hit := AttackResolved{DAM: v.board.Terms.damage(w), W: v.board.woundThreshold(e), Sum: e.Sum}
	critical := hit
	if !w.Crystal || len(v.board.penalties(by.Seat(), cards.NoCritEffect)) == 0 {
		v.board.Terms.sharpen(&critical, w.Success)
	}
	out := 0.0
	if v.board.Terms.wound(&hit, e); hit.Wound {
		out = float64(a.Chance()-(100-success+1)) / 100
	}
	if v.board.Terms.wound(&critical, e); critical.Wound {
		out += float64(100-success+1) / 100
	}
	return out
}
