package jagged

import (
	"downsync/game"
	"downsync/game/chance"
	"downsync/game/jagged/cards"
)

// A program that plays may work out the following from what its seat knows.

var _ game.Imaginer[*state] = ours

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
	a, w, err := v.reckon(by, target, weapon, aid)
	if err != nil {
		return 0
	}
	return v.board.wounds(a, w)
}

// MostWounds returns a bound of Wounds without aid, wherever the attacker is.
func (v View) MostWounds(by, target Label, weapon string) float64 {
	a, w, err := v.reckon(by, target, weapon, Aid{})
	if err != nil {
		return 0
	}
	m, e := v.board.onTable(by), v.board.onTable(target)
	a.Need -= covers[a.Cover]
	if v.board.held(e) {
		a.Need -= heldEvade
	}
	if v.board.with(m.seat(), "specialist-aura") != nil {
		a.Need -= auraAid
	}
	return v.board.wounds(a, w)
}

// wounds returns the average number of Wounds of an attack.
func (b *board) wounds(a Aim, w *cards.Weapon) (out float64) {
	e := b.onTable(a.Target)
	hit := AttackResolved{DAM: b.Terms.damage(w), W: b.woundThreshold(e), Sum: e.Sum}
	critical := hit
	if !w.Crystal || len(b.penalties(a.By.Seat(), cards.NoCritEffect)) == 0 {
		b.Terms.sharpen(&critical, w.Success)
	}
	if b.Terms.wound(&hit, e); hit.Wound {
		out = float64(a.Chance()-(100-success+1)) / 100
	}
	if b.Terms.wound(&critical, e); critical.Wound {
		out += float64(100-success+1) / 100
	}
	return out
}
