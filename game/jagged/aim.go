package jagged

import (
	"slices"

	"downsync/game"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
)

// Part is one component of a threshold. From is "cover", "evade", or the id of a weapon, a special rule or a Position.
type Part struct {
	From string `json:"from"`
	N    int    `json:"n"`
}

// Aim is a computed attack: what its roll must reach, and why (J9.3, J11.4).
type Aim struct {
	By     Label        `json:"by"`
	Target Label        `json:"target"`
	Weapon string       `json:"weapon"`
	Gap    plane.Inch   `json:"gap"`
	Cover  boards.Class `json:"cover,omitempty"` // light, heavy
	Piece  int          `json:"piece,omitempty"` // the piece that gives Cover, from 1; 0: Spore Shroud
	SR     int          `json:"sr"`
	Parts  []Part       `json:"parts,omitempty"`
	Left   string       `json:"left,omitempty"` // the part that Psionic Stabilize leaves out
	Need   int          `json:"need"`           // the threshold
}

// These are the bands of an attack's die (J2.3).
const (
	failure = 5  // a Critical Failure at most
	success = 96 // a Critical Success at least
)

// Chance returns how many faces of a hundred hit.
func (a Aim) Chance() int { return 101 - max(failure+1, min(a.Need, success)) }

// hits reports whether a face hits (J2.3).
func hits(need, face int) bool { return face >= success || face > failure && face >= need }

// auraAid is the number by which Specialist Aura lowers a threshold at most (J14.2).
const auraAid = 10

// shielded adds what Specialist Aura takes off to the parts of a model's threshold (J14.2, JQ35).
func (b *board) shielded(m *model, parts []Part) []Part {
	s := b.with(m.seat(), "specialist-aura")
	if s == nil || !within(s, m, 3) {
		return parts
	}
	sum, off := 0, 0
	for _, p := range parts {
		sum += p.N
		off += max(0, p.N)
	}
	if off = min(off, auraAid); !b.Terms.rev().auraAlways {
		off = 0
		if !m.Aided && sum >= 10 {
			off = auraAid
		}
	}
	if off == 0 {
		return parts
	}
	return append(parts, Part{"specialist-aura", -off})
}

// modifiers adds what modifies an attack's threshold, except Aura and Stabilizers (J2.4).
func (by attacker) modifiers(a *Aim, e *model, w *cards.Weapon) {
	add := func(from string, n int) {
		if n != 0 {
			a.Parts = append(a.Parts, Part{from, n})
		}
	}
	if !w.Melee() {
		a.Cover, a.Piece = by.b.attacker(by.m).cover(e)
		if a.Cover == "" && by.b.shrouded(e) {
			a.Cover = boards.Light
		}
		add("cover", covers[a.Cover])
	}
	add("evade", by.b.evade(e))
	for _, f := range by.b.distinct(by.m, cards.Threshold) {
		if f.Attack == "" || !w.Melee() {
			add(f.From, f.N)
		}
	}
	for _, p := range by.b.penalties(by.m.seat(), cards.HigherThreshold) {
		if (p.Tag == "" || by.m.is(p.Tag)) && (p.Attack == "" || !w.Melee()) {
			add(p.from, p.N)
		}
	}
}

// aim computes an attack. left is the part that Psionic Stabilize leaves out, "" for none; aided is Warp Stabilize.
func (by attacker) aim(e *model, w *cards.Weapon, left string, aided bool) Aim {
	a := Aim{By: by.m.Label, Target: e.Label, Weapon: w.ID, Gap: plane.Gap(by.m.disc(), e.disc()), SR: by.m.unit().SR}
	by.modifiers(&a, e, w)
	if i := slices.IndexFunc(a.Parts, func(p Part) bool { return p.From == left }); left != "" && i >= 0 {
		a.Left, a.Parts = left, slices.Delete(a.Parts, i, i+1)
	}
	a.Parts = by.b.shielded(by.m, a.Parts)
	if aided {
		a.Parts = append(a.Parts, Part{"warp-stabilize", -10})
	}
	a.Need = a.SR
	for _, p := range a.Parts {
		a.Need += p.N
	}
	return a
}

// stabilizer returns the special rule by which a side can spend a Flare to make a model's attack easier: "warp-stabilize",
// "psionic-stabilize" or "" (J14.1, J14.12). The rule helps allies, never the model that has it (JQ3).
func (by attacker) stabilizer() string {
	if by.b.Sides[by.m.seat()-1].Flares < 1 {
		return ""
	}
	for _, rule := range []string{"warp-stabilize", "psionic-stabilize"} {
		if s := by.b.with(by.m.seat(), rule); s != nil && s != by.m {
			return rule
		}
	}
	return ""
}

// removable returns the parts of an attack that Psionic Stabilize may leave out (JS-A3 of J14.12).
func (a Aim) removable() []string {
	var out []string
	for _, p := range a.Parts {
		if p.N > 0 {
			out = append(out, p.From)
		}
	}
	return out
}

// bias is a Position's penalty as it affects a side, with its Position.
type bias struct {
	cards.Penalty
	from string
}

// penalties returns the penalties of a kind that affect the side in this Round (J16.5, JQ50).
func (b *board) penalties(seat game.Seat, kind string) []bias {
	var out []bias
	for _, id := range b.Terms.Penalties {
		p := cards.FindPosition(id)
		if p.Penalty.Is == kind && p.Bites(b.Terms.Faction(seat)) && p.Penalty.In(b.Round) {
			out = append(out, bias{p.Penalty, id})
		}
	}
	return out
}

// ranged returns the weapons that a model may shoot or throw, by id.
func (by attacker) ranged() []*cards.Weapon {
	var out []*cards.Weapon
	if w := cards.FindWeapon(by.m.unit().Ranged); w != nil {
		out = append(out, w)
	}
	if w := cards.FindWeapon(by.m.Grenade); w != nil && !(by.b.Terms.Grenades == "once" && by.m.Thrown) {
		out = append(out, w)
	}
	return out
}

// targets returns the enemies that a model may shoot with a weapon (J9.1).
func (by attacker) targets(w *cards.Weapon) []*model {
	return slices.DeleteFunc(by.b.side(other(by.m.seat())), func(e *model) bool {
		return !plane.Within(by.m.disc(), e.disc(), plane.In(w.Range)) || !by.b.sees(by.m, e)
	})
}

// whyNoShot returns the reason that a model may not shoot at all, nil if it may (J9.1).
func (by attacker) whyNoShot() error {
	switch {
	case by.m.Shot:
		return refuse("acted", "%s has made its ranged attack", by.m.Label)
	case by.m.Sprinted:
		return refuse("sprinted", "%s has sprinted; it cannot shoot this Round", by.m.Label)
	case by.b.barred(by.m, false):
		return refuse("forbidden", "an effect forbids %s to shoot this Round", by.m.Label)
	case by.b.engaged(by.m):
		return refuse("engaged", "%s is engaged; it cannot shoot", by.m.Label)
	}
	return nil
}

// shoots reports whether a model has a target.
func (by attacker) shoots() bool {
	return by.whyNoShot() == nil && slices.ContainsFunc(by.ranged(), func(w *cards.Weapon) bool {
		for i := range by.b.Models {
			if e := &by.b.Models[i]; e.Placed && e.seat() != by.m.seat() && plane.Within(by.m.disc(), e.disc(), plane.In(w.Range)) && by.b.sees(by.m, e) {
				return true
			}
		}
		return false
	})
}

// shooters returns a side's models that have a target.
func (p player) shooters() []*model {
	return slices.DeleteFunc(p.b.side(p.seat), func(m *model) bool { return !p.b.attacker(m).shoots() })
}
