package jagged

import (
	"slices"

	"downsync/game"
	"downsync/game/jagged/cards"
)

// This file holds powers that a side uses in its part of Movement or Shooting: Warp Pulse (J14.13), and Psionic Stabilize against a
// lasting effect (J14.12).

// powerChoices returns the orders of Warp Pulse and Psionic Stabilize that can be given now.
func (p player) powerChoices() (out game.Menu) {
	if _, targets := p.pulser(); len(targets) > 0 {
		out = append(out, offer("pulse", nil, slotTarget.Of(labels(targets)...)))
	}
	for _, m := range p.b.side(p.seat) {
		if kinds := p.removable(m); len(kinds) > 0 {
			out = append(out, offer("stabilize", []string{string(m.Label)}, slotEffect.Of(kinds...)))
		}
	}
	return out
}

// pulser returns the model that may use Warp Pulse now, and its targets (J14.13).
func (p player) pulser() (m *model, targets []*model) {
	m = p.b.with(p.seat, "warp-pulse")
	if m == nil || p.b.player(p.seat).used("warp-pulse") {
		return nil, nil
	}
	return m, slices.DeleteFunc(p.b.side(other(p.seat)), func(e *model) bool { return !within(m, e, 6) })
}

// Pulsed: Warp Pulse makes an enemy's next attack harder (J14.13).
type Pulsed struct {
	By     Label `json:"by"`
	Target Label `json:"target"`
}

func (Pulsed) Kind() string                { return "pulsed" }
func (f Pulsed) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Pulsed) {
	s.use(f.By.Seat(), "warp-pulse")
	s.give(f.Target, effect{Effect: cards.Effect{Is: cards.Threshold, N: 10, Lasts: cards.NextAttack}, From: "warp-pulse", Since: s.Round, Until: s.Round + 1})
})

func (p player) checkPulse(o Pulse) error {
	m := p.b.with(p.seat, "warp-pulse")
	e, err := p.enemy(o.Target)
	switch {
	case m == nil:
		return refuse("no-unit", "nobody on your side has Warp Pulse")
	case p.b.player(p.seat).used("warp-pulse"):
		return refuse("used", "Warp Pulse has been used")
	case err != nil:
		return err
	case !within(m, e, 6):
		return refuse("out-of-range", "%s is more than 6\" from %s", e.Label, m.Label)
	}
	return nil
}

func pulse(t tx, seat game.Seat, o Pulse) {
	t.Emit(Pulsed{t.State().with(seat, "warp-pulse").Label, o.Target})
}

// hampering lists the kinds of lasting effects that Psionic Stabilize may end, if they hamper the model that bears them (J14.12).
var hampering = []string{cards.Threshold, cards.Evade, cards.Movement}

// hampers reports whether an effect is to the harm of the model that bears it.
func (f effect) hampers() bool {
	return slices.Contains(hampering, f.Is) && (f.N > 0) == (f.Is == cards.Threshold)
}

// removable returns the kinds of effects that hamper a model and that Psionic Stabilize may end now.
func (p player) removable(m *model) (kinds []string) {
	if !p.b.Terms.rev().stabilizeEnds || p.b.attacker(m).stabilizer() != "psionic-stabilize" {
		return nil
	}
	for _, kind := range hampering {
		if p.b.worst(m, kind) != nil {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// worst returns the effect of a kind that hampers a model most now, the first among equals; nil if none does.
func (b *board) worst(m *model, kind string) (out *effect) {
	for i, f := range m.Effects {
		if f.Is == kind && f.hampers() && f.Since <= b.Round && (out == nil || max(f.N, -f.N) > max(out.N, -out.N)) {
			out = &m.Effects[i]
		}
	}
	return out
}

func (p player) checkStabilize(o Stabilize) error {
	m, err := p.own(o.Unit)
	switch {
	case err != nil:
		return err
	case p.b.Sides[p.seat-1].Flares < 1:
		return refuse("no-flare", "a Stabilizer costs a Flare, and none is left")
	case !slices.Contains(p.removable(m), o.Effect):
		return refuse("stabilize", "Psionic Stabilize can end no such effect on %s", m.Label)
	}
	return nil
}

// Stabilized: Psionic Stabilize ended a lasting effect of a model for a Flare (J14.12). From is its weapon or special rule.
type Stabilized struct {
	Unit   Label  `json:"unit"`
	Effect string `json:"effect"`
	From   string `json:"from"`
	N      int    `json:"n"`
}

func (Stabilized) Kind() string                { return "stabilized" }
func (f Stabilized) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Stabilized) {
	s.Sides[f.Unit.Seat()-1].Flares--
	m := s.model(f.Unit)
	m.Effects = kept(m.Effects, func(e effect) bool { return e.Is != f.Effect || e.From != f.From })
})

func stabilize(t tx, o Stabilize) {
	b := &t.State().board
	f := b.worst(b.onTable(o.Unit), o.Effect)
	t.Emit(Stabilized{o.Unit, f.Is, f.From, f.N})
}
