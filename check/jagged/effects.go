package jagged

import "slices"

// effect lasts on a model (J12.5).
type effect struct {
	change
	From  string `json:"from"` // the weapon or special rule
	Since int    `json:"since"`
	Until int    `json:"until"` // the last Round in which it holds
}

// given is an effect that a roll must give.
type given struct {
	on     string
	effect effect
}

// active returns what a kind of effect does to the model now: of one source the greatest counts (J2.5, JQ11).
func (t *table) active(x *model, is string) (out []effect) {
	for _, e := range x.effects {
		if e.Is != is || e.Since > t.round || e.Until < t.round || t.immune(x, e) {
			continue
		}
		i := slices.IndexFunc(out, func(o effect) bool { return o.From == e.From })
		switch {
		case i < 0:
			out = append(out, e)
		case max(e.N, -e.N) > max(out[i].N, -out[i].N):
			out[i] = e
		}
	}
	return out
}

// immune reports whether the effect does nothing to the model (J14.4, JQ36).
func (t *table) immune(x *model, e effect) bool {
	w := t.cards.weapons[e.From]
	return x.unit.has("mechanical") && w != nil && w.Biological
}

// forbidden reports whether an effect forbids attacks of that kind, "no-shoot" or "no-melee" (J12.6).
func (t *table) forbidden(x *model, is string) bool {
	return len(t.active(x, is)) > 0 || len(t.active(x, "no-attack")) > 0
}

// lasting returns the effect that a change of this Round gives, if it is one that lasts (J12.5).
func (t *table) lasting(c change, from string) (effect, bool) {
	e := effect{change: c, From: from, Since: t.round, Until: t.round}
	switch c.Lasts {
	case "next-round":
		e.Since, e.Until = t.round+1, t.round+1
	case "next-attack":
		e.Until = t.round + 1
	case "end-of-round":
	default:
		return effect{}, false
	}
	return e, true
}

// owe notes the effects that an attack must give. The dead bear none.
func (m *match) owe(a *attack, c change) {
	e, lasts := m.lasting(c, a.weapon.ID)
	if !lasts {
		return
	}
	on := a.by
	if c.Who == "target" {
		on = a.target
	}
	if on.wounds > 0 && !m.immune(on, e) {
		m.due = append(m.due, given{on.label, e})
	}
}

// effectGiven checks an effect against those that are due.
func (m *match) effectGiven(f struct {
	Unit   string `json:"unit"`
	Effect effect `json:"effect"`
}) {
	x := m.model(f.Unit)
	if x == nil {
		return
	}
	i := slices.Index(m.due, given{f.Unit, f.Effect})
	if i >= 0 {
		m.due = slices.Delete(m.due, i, i+1)
	} else if !m.immune(x, f.Effect) {
		m.differ("J12.2", "%+v on %s is not due: %+v", f.Effect, f.Unit, m.due)
	}
	x.effects = append(x.effects, f.Effect)
}

// ends removes effects.
func (x *model) ends(which func(effect) bool) { x.effects = slices.DeleteFunc(x.effects, which) }
