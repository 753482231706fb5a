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

// wounds returns the average number of Wounds of an attack. A hit that only adds to the sum of the Round counts as half of its share
// of a Wound: no other may follow (JQ53).
func (b *board) wounds(a Aim, w *cards.Weapon) (out float64) {
	e := b.onTable(a.Target)
	hit := AttackResolved{DAM: b.Terms.damage(w), W: b.woundThreshold(e), Sum: e.Sum}
	critical := hit
	if !w.Crystal || len(b.penalties(a.By.Seat(), cards.NoCritEffect)) == 0 {
		b.Terms.sharpen(&critical, w.Success)
	}
	const criticals = 100 - success + 1
	return (b.share(hit, e)*float64(a.Chance()-criticals) + b.share(critical, e)*criticals) / 100
}

// share returns the Wounds of a hit, or its share of one.
func (b *board) share(f AttackResolved, e *model) float64 {
	before := f.Sum
	if b.Terms.wound(&f, e); f.Wound {
		return 1
	}
	return float64(f.Sum-before) / float64(max(1, f.W)) / 2
}
