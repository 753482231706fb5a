package jagged

import (
	"cmp"
	"slices"

	"downsync/game/jagged/cards"
)

// This file rates attacks, for orders that make them all at once (JQ60) and for proposals.

// Harm is the possible harm of an attack to its target.
type Harm struct {
	DAM   int  `json:"dam"`   // of a hit without a Critical Success
	W     int  `json:"w"`     // the target's Wound Threshold now
	Plain bool `json:"plain"` // such a hit takes a Wound, or counts towards one (JQ53)
	Faces int  `json:"faces"` // the number of faces in a hundred that take a Wound or count towards one
}

// harm computes the possible harm of an attack to its target.
func (b *board) harm(a Aim) Harm {
	w, e := cards.FindWeapon(a.Weapon), b.onTable(a.Target)
	h := Harm{DAM: b.Terms.damage(w), W: b.woundThreshold(e)}
	does := func(face, need int) bool {
		a.Need = need
		f, _ := b.outcome(attack{Aim: a, Face: face}, w, e)
		return f.Wound || f.Sum > e.Sum
	}
	chance := a.Chance()
	const critical = 100 - success + 1
	if h.Plain = does(success-1, 0); h.Plain {
		h.Faces = chance - critical
	}
	if does(success, 0) {
		h.Faces += critical
	}
	return h
}

// worthiest returns the attack that harms its target on the most faces. Among equals it prefers the target with the fewest Wounds,
// then the easiest, then the first (JQ60).
func (b *board) worthiest(all []Aim) Aim {
	return slices.MinFunc(all, b.worthier)
}

func (b *board) worthier(x, y Aim) int {
	return cmp.Or(cmp.Compare(b.harm(y).Faces, b.harm(x).Faces), cmp.Compare(b.onTable(x.Target).Wounds, b.onTable(y.Target).Wounds),
		cmp.Compare(x.Need, y.Need))
}

// Harm returns the possible harm of an attack computed by Aim, or the zero value if the target is not on the table.
func (v View) Harm(a Aim) Harm {
	if cards.FindWeapon(a.Weapon) == nil || v.board == nil || v.board.onTable(a.Target) == nil {
		return Harm{}
	}
	return v.board.harm(a)
}

// Worthier compares two attacks at models on the table: it is negative if x is preferable, as "shoot best" and "strike best" choose
// (JQ60).
func (v View) Worthier(x, y Aim) int { return v.board.worthier(x, y) }
